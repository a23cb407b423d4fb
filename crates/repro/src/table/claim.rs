//! Claims about a table.

use serde::{Deserialize, Serialize};

use crate::{Order, Place, Relation, Table, Term};

/// A claim about a table, in words and as orders among its rows. The published figures decide in which places it holds;
/// measured figures should then hold in the same places.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim in words.
    pub says: String,
    /// The columns that it is about; all, if none is named.
    #[serde(default)]
    pub columns: Vec<String>,
    /// The orders among rows.
    pub orders: Vec<Order>,
    /// Is it about the sum over the columns, rather than about each of them?
    #[serde(default)]
    pub sum: bool,
    /// Published figures whose difference is at most this share of the larger one are too close to judge a direction.
    #[serde(default)]
    pub even: f64,
}

/// Two figures, or sums of figures, that a claim compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The places summed up on the left.
    pub left: Vec<Place>,
    /// The relation of the left to the right.
    pub relation: Relation,
    /// The places summed up on the right.
    pub right: Vec<Place>,
}

impl Claim {
    /// All pairs that it compares in a table.
    pub fn pairs(&self, table: &Table) -> Vec<Pair> {
        self.orders.iter().flat_map(|order| self.pairs_of(order, table)).collect()
    }

    fn pairs_of(&self, order: &Order, table: &Table) -> Vec<Pair> {
        let rows = match &order.first.part {
            Some(_) => chains(order, table, None),
            None => (0..table.parts.len()).flat_map(|part| chains(order, table, Some(part))).collect(),
        };
        let neighbours = |chain: &Vec<(usize, usize)>| {
            let pairs = chain.iter().copied().zip(chain.iter().copied().skip(1));
            let pairs = pairs.zip(order.rest.iter().map(|(relation, _)| *relation));
            pairs
                .flat_map(|((left, right), relation)| self.compare(left, relation, right, table))
                .collect::<Vec<_>>()
        };
        rows.iter().flat_map(neighbours).collect()
    }

    /// Two rows, each as its part and its position.
    fn compare(
        &self,
        left: (usize, usize),
        relation: Relation,
        right: (usize, usize),
        table: &Table,
    ) -> Vec<Pair> {
        let place = |(part, row): (usize, usize), column| Place { part, row, column };
        let published = |column: &usize| {
            table.value(place(left, *column)).is_some() && table.value(place(right, *column)).is_some()
        };
        let columns = self.columns_in(table).into_iter().filter(published);
        if self.sum {
            let columns: Vec<usize> = columns.collect();
            let all = |row| columns.iter().map(|&column| place(row, column)).collect();
            return vec![Pair { left: all(left), relation, right: all(right) }];
        }
        let one =
            |column| Pair { left: vec![place(left, column)], relation, right: vec![place(right, column)] };
        columns.map(one).collect()
    }

    fn columns_in(&self, table: &Table) -> Vec<usize> {
        if self.columns.is_empty() {
            return (0..table.columns.len()).collect();
        }
        self.columns.iter().filter_map(|name| table.column(name)).collect()
    }

    /// An error in it, given its table, if there is one.
    pub(super) fn check(&self, table: &Table) -> Result<(), String> {
        if let Some(unknown) = self.columns.iter().find(|name| table.column(name).is_none()) {
            return Err(format!("`{}`: there is no column `{unknown}`", self.says));
        }
        match self.orders.iter().find(|order| self.pairs_of(order, table).is_empty()) {
            Some(order) => {
                Err(format!("`{}`: there are no rows for `{}`", self.says, String::from(order.clone())))
            }
            None => Ok(()),
        }
    }
}

/// The rows of an order, one list for each text that `*` can stand for; in one part, or in those that the order names.
fn chains(order: &Order, table: &Table, part: Option<usize>) -> Vec<Vec<(usize, usize)>> {
    let part_of = |term: &Term| {
        part.or_else(|| table.parts.iter().position(|part| Some(&part.name) == term.part.as_ref()))
    };
    let row = |term: &Term, stem: &str| {
        let (part, label) = (part_of(term)?, term.with(stem));
        let row = table.parts[part].rows.iter().position(|row| row.label == label)?;
        Some((part, row))
    };
    let starred = order.terms().find(|term| term.label.contains('*')).unwrap_or(&order.first);
    let Some(content) = part_of(starred).map(|part| &table.parts[part]) else { return Vec::new() };
    let stems = content.rows.iter().filter_map(|row| starred.stem(&row.label));
    stems.filter_map(|stem| order.terms().map(|term| row(term, stem)).collect()).collect()
}
