//! Compares published figures with measured ones.

use serde::Serialize;

use super::{Better, Claim, Figure, Measured, Pair, Paper, Place, Sample, Scale, Table};

/// A table, published and measured.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison<'a> {
    /// The paper's name.
    pub paper: &'a str,
    /// The table as published.
    pub table: &'a Table,
    /// The scale at which it was measured.
    #[serde(serialize_with = "scale_name")]
    pub scale: Scale,
    /// A cell for each place of the table, in order.
    pub cells: Vec<Cell>,
    /// The judgement of each claim.
    pub claims: Vec<JudgedClaim>,
    /// The departures from the paper, a sentence each.
    pub departures: Vec<String>,
    /// How long it took to measure.
    pub seconds: f64,
}

/// A figure, published and measured.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Where it stands.
    pub place: Place,
    /// As printed.
    pub published: Option<Figure>,
    /// The measured values, by seed or run.
    pub sample: Option<Sample>,
    /// The value shown beside the published figure: the mean, or where differences are shown, the difference of means.
    pub measured: Option<f64>,
    /// How its size compares, if sizes are compared.
    pub size: Option<Size>,
    /// Does it agree with the published direction in all pairs that it is in? `None` if none of them can be judged.
    pub direction: Option<bool>,
}

/// How the size of a measured figure compares with the published one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Size {
    /// Measured minus published.
    pub difference: f64,
    /// Measured divided by published, where that makes sense.
    pub ratio: Option<f64>,
    /// Is it within the column's tolerance?
    pub agrees: bool,
    /// If it is not: is it better? `None` where neither less nor more is better.
    pub is_better: Option<bool>,
}

/// The judgement of a claim.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedClaim {
    /// The claim in words.
    pub says: String,
    /// All pairs that it compares.
    pub pairs: Vec<JudgedPair>,
}

/// The judgement of a pair that a claim compares.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedPair {
    /// A description of the pair.
    pub what: String,
    /// The published figures.
    pub published: Option<(f64, f64)>,
    /// The measured figures.
    pub measured: Option<(f64, f64)>,
    /// Does the claim hold for the published pair? `None` if a figure is not known, or they are too close.
    pub holds_published: Option<bool>,
    /// Does the claim hold for the measured pair? `None` if it was not measured, or if the figures are equal and the relation
    /// is strict.
    pub holds_measured: Option<bool>,
    #[serde(skip)]
    places: Vec<Place>,
}

impl JudgedPair {
    /// Is the measured direction the published one? `None` if that can't be judged.
    pub fn agrees(&self) -> Option<bool> {
        Some(self.holds_published? == self.holds_measured?)
    }
}

impl JudgedClaim {
    /// How many pairs have the published direction, and how many can be judged.
    pub fn agreeing(&self) -> (usize, usize) {
        let judged: Vec<bool> = self.pairs.iter().filter_map(JudgedPair::agrees).collect();
        (judged.iter().filter(|agrees| **agrees).count(), judged.len())
    }

    /// For how many published pairs the claim holds, and how many can be judged.
    pub fn holding(&self) -> (usize, usize) {
        let told: Vec<bool> = self.pairs.iter().filter_map(|pair| pair.holds_published).collect();
        (told.iter().filter(|holds| **holds).count(), told.len())
    }
}

impl<'a> Comparison<'a> {
    /// Compares measured values with published ones.
    pub fn new(paper: &'a Paper, table: &'a Table, scale: Scale, measured: &Measured) -> Self {
        let claims: Vec<JudgedClaim> =
            table.claims.iter().map(|claim| judged(claim, table, measured)).collect();
        let cell = |place: Place| {
            let published = table.printed(place);
            let shown = measured.shown(table, place);
            Cell {
                place,
                published,
                sample: measured.sample(place).cloned(),
                measured: shown,
                size: size(table, place, published, shown),
                direction: direction(&claims, place),
            }
        };
        Self {
            paper: &paper.name,
            table,
            scale,
            cells: table.places().map(cell).collect(),
            claims,
            departures: Vec::new(),
            seconds: 0.0,
        }
    }

    /// The cell at a place.
    pub fn cell(&self, place: Place) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.place == place)
    }
}

fn size(table: &Table, place: Place, published: Option<Figure>, measured: Option<f64>) -> Option<Size> {
    let column = table.columns.get(place.column)?;
    let (tolerance, published, measured) = (column.tolerance?, published?.value, measured?);
    let agrees = tolerance.allows(published, measured);
    let difference = measured - published;
    // The ratio of differences, or of what may be negative, means nothing.
    let has_ratio = !table.is_difference(place) && published > 0.0 && measured > 0.0;
    let is_better = column.better.map(|better| match better {
        Better::Less => difference < 0.0,
        Better::More => difference > 0.0,
    });
    let ratio = has_ratio.then(|| measured / published);
    Some(Size { difference, ratio, agrees, is_better: is_better.filter(|_| !agrees) })
}

fn direction(claims: &[JudgedClaim], place: Place) -> Option<bool> {
    let pairs = claims.iter().flat_map(|claim| &claim.pairs);
    // A sum says nothing about its parts.
    let own = pairs.filter(|pair| pair.places.len() == 2 && pair.places.contains(&place));
    own.filter_map(JudgedPair::agrees).reduce(|all, agrees| all && agrees)
}

fn judged(claim: &Claim, table: &Table, measured: &Measured) -> JudgedClaim {
    let pairs = claim.pairs(table).iter().map(|pair| judged_pair(claim, pair, table, measured)).collect();
    JudgedClaim { says: claim.says.clone(), pairs }
}

fn judged_pair(claim: &Claim, pair: &Pair, table: &Table, measured: &Measured) -> JudgedPair {
    // Where only some columns were measured, both sums are over these.
    let is_measured = |place: &Place| measured.sample(*place).is_some();
    let both = pair.left.iter().zip(&pair.right);
    let both: Vec<(Place, Place)> = both
        .filter(|(left, right)| is_measured(left) && is_measured(right))
        .map(|(left, right)| (*left, *right))
        .collect();
    let value = |place: Place| measured.summary(table, place).unwrap_or(f64::NAN);
    let found = (!both.is_empty()).then(|| {
        both.iter().fold((0.0, 0.0), |sum, (left, right)| (sum.0 + value(*left), sum.1 + value(*right)))
    });
    let sum = |places: &[Place]| places.iter().map(|place| table.value(*place)).sum::<Option<f64>>();
    let published = sum(&pair.left).zip(sum(&pair.right));
    let is_even =
        |(left, right): (f64, f64)| (left - right).abs() <= claim.even * left.abs().max(right.abs());
    let holds = |(left, right): (f64, f64)| pair.relation.holds(left, right);
    let is_told = |(left, right): &(f64, f64)| {
        left.partial_cmp(right).is_some_and(|order| order.is_ne() || !pair.relation.is_strict())
    };
    JudgedPair {
        what: described(pair, table, claim.sum),
        published,
        measured: found,
        holds_published: published.filter(|pair| claim.even == 0.0 || !is_even(*pair)).map(holds),
        holds_measured: found.filter(is_told).map(holds),
        places: pair.left.iter().chain(&pair.right).copied().collect(),
    }
}

/// A description of a pair: part, rows, column.
fn described(pair: &Pair, table: &Table, is_sum: bool) -> String {
    let (Some(left), Some(right)) = (pair.left.first(), pair.right.first()) else { return String::new() };
    let row = |place: &Place| table.parts[place.part].rows[place.row].label.as_str();
    let part = |place: &Place| table.parts[place.part].name.as_str();
    let column = if is_sum { "sum" } else { table.columns[left.column].name.as_str() };
    let sign = pair.relation.sign();
    if left.part == right.part {
        format!("{}: {} {sign} {} ({column})", part(left), row(left), row(right))
    } else {
        format!("{} ({}) {sign} {} ({}) ({column})", row(left), part(left), row(right), part(right))
    }
}

fn scale_name<S: serde::Serializer>(scale: &Scale, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(scale.name())
}
