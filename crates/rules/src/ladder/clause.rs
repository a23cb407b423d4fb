//! Rules of a heuristic.

use induction::language::Atom;
use induction::{Direction, Literal, Variable};
use rustc_hash::FxHashMap;

use super::Vocabulary;
use super::climb::Found;
use super::conditions::{Condition, Says};

/// A rule of a heuristic: where the body holds, a goal is at least this far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// The distance to a goal is at least this.
    pub cost: u32,
    /// The literals that have to hold; variable 0 is the state.
    pub body: Vec<Literal>,
    /// Other rules that have to hold, by their numbers; they come before this one.
    pub calls: Vec<u32>,
}

/// A heuristic: rules in the order of their costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    /// The rules.
    pub clauses: Vec<Clause>,
    /// The names in the text that they were read from, if they differ from the usual ones.
    pub(super) names: Vec<String>,
}

impl Clause {
    /// Its size: the head, each literal and each call count one.
    pub fn size(&self) -> usize {
        1 + self.body.len() + self.calls.len()
    }

    /// A clause made of conditions, each with variables of its own.
    pub(crate) fn new(vocabulary: &Vocabulary, conditions: &[Condition], found: &Found, cost: u32) -> Self {
        let mut clause = Self { cost, body: Vec::new(), calls: Vec::new() };
        let mut shift = 0;
        for &number in &found.conditions {
            let condition = &conditions[number as usize];
            match &condition.says {
                Says::Rule(rule) => clause.calls.push(*rule),
                Says::Literals(body) => {
                    let literals = body.iter().map(|&atom| literal(vocabulary, atom, shift));
                    clause.body.extend(literals);
                    shift += condition.locals as Variable;
                }
            }
        }
        clause.body = askable(vocabulary, clause.body);
        clause
    }
}

impl Ladder {
    /// Rules in order of cost; the order of those of one cost stays. They must not call each other.
    pub fn new(mut clauses: Vec<Clause>) -> Self {
        clauses.sort_by_key(|clause| clause.cost);
        Self { clauses, names: Vec::new() }
    }

    /// The names of the rules: those of the text that they were read from, or else their costs with their numbers among the
    /// rules of that cost.
    pub fn names(&self) -> Vec<String> {
        if self.names.len() == self.clauses.len() { self.names.clone() } else { self.usual_names() }
    }

    pub(super) fn usual_names(&self) -> Vec<String> {
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        let mut name = |clause: &Clause| {
            let count = counts.entry(clause.cost).or_default();
            *count += 1;
            format!("cost_{}_rule_{count}", clause.cost)
        };
        self.clauses.iter().map(&mut name).collect()
    }

    /// The size of all rules.
    pub fn size(&self) -> usize {
        self.clauses.iter().map(Clause::size).sum()
    }

    /// The costs that have rules, ascending.
    pub fn costs(&self) -> Vec<u32> {
        let mut costs: Vec<u32> = self.clauses.iter().map(|clause| clause.cost).collect();
        costs.sort_unstable();
        costs.dedup();
        costs
    }

    /// All literals of a rule, with those of the rules that it calls, each with variables of its own.
    pub(crate) fn unfolded(&self, clause: &Clause) -> Vec<Vec<Literal>> {
        let mut bodies = vec![clause.body.clone()];
        let mut calls = clause.calls.clone();
        let mut seen = calls.clone();
        while let Some(call) = calls.pop() {
            let Some(called) = self.clauses.get(call as usize) else { continue };
            bodies.push(called.body.clone());
            for &further in &called.calls {
                if !seen.contains(&further) {
                    seen.push(further);
                    calls.push(further);
                }
            }
        }
        bodies
    }
}

fn literal(vocabulary: &Vocabulary, atom: Atom, shift: Variable) -> Literal {
    let arity = vocabulary.frame().body[atom.predicate()].arity();
    let name = |variable: Variable| if variable == 0 { 0 } else { variable + shift };
    Literal { predicate: atom.predicate() as u16, arguments: atom.arguments(arity).map(name).collect() }
}

/// Literals in an order in which the inputs of each are known when it is asked, with variables numbered in order of occurrence.
fn askable(vocabulary: &Vocabulary, mut left: Vec<Literal>) -> Vec<Literal> {
    let mut ordered: Vec<Literal> = Vec::with_capacity(left.len());
    let mut names = vec![0_u8];
    while !left.is_empty() {
        let can_be_asked = |literal: &Literal| {
            let predicate = &vocabulary.frame().body[usize::from(literal.predicate)];
            let is_known = |place: usize| names.contains(&literal.arguments[place]);
            predicate.directions.as_ref().is_none_or(|directions| {
                (0..directions.len()).all(|place| directions[place] == Direction::Out || is_known(place))
            })
        };
        let place = left.iter().position(can_be_asked).unwrap_or(0);
        let mut literal = left.remove(place);
        for argument in &mut literal.arguments {
            let name = names.iter().position(|known| known == argument).unwrap_or_else(|| {
                names.push(*argument);
                names.len() - 1
            });
            // Looked up by the old name above; the new one is its place.
            *argument = name as Variable;
        }
        ordered.push(literal);
    }
    ordered
}
