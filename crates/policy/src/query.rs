//! Conjunctive queries over the atoms that hold in a state: the bindings of variables for which a condition holds.

mod estimate;
mod search;

pub use search::{Search, Visitor};

use std::sync::Arc;

use pddl::{Term, TypeNames, VariableId};

use self::estimate::{Estimate, UNABLE};
use crate::maps::Maps;
use crate::rule::{Exception, Literal};
use crate::world::World;

/// A condition whose literals stand in the order in which they are looked up.
#[derive(Clone, Debug)]
pub struct Query {
    steps: Vec<Step>,
    /// How many paths there are from each step on.
    paths: Vec<u64>,
    types: Vec<TypeNames>,
    /// As an exception: the variables that it shares with the condition, as bits.
    blame: u64,
}

#[derive(Clone, Debug)]
enum Step {
    /// All its variables, which these bits are, have values.
    Test(Literal, u64),
    /// Its atoms give values to variables.
    Join(Literal),
    /// All objects are tried.
    Each(VariableId),
    /// There must be no binding of it.
    Unless(Query),
}

impl Query {
    /// The query for a condition over variables of these types, of which some have values beforehand.
    pub fn new(condition: &[Literal], types: &[TypeNames], is_bound: &[bool], world: &World<'_>) -> Self {
        Self::with_paths(condition, types, is_bound, (world, &mut Maps::new(Arc::from([]))), &[])
    }

    /// The same for a condition with exceptions, in an order that depends on how far paths reach. An exception is looked up as soon as
    /// the variables that it shares with the condition have values.
    pub fn with_paths(
        condition: &[Literal],
        types: &[TypeNames],
        is_bound: &[bool],
        (world, maps): (&World<'_>, &mut Maps),
        exceptions: &[Exception],
    ) -> Self {
        let mut is_bound = is_bound.to_vec();
        let estimate = Estimate::new(condition, types, world, maps);
        let mut left: Vec<&Literal> = condition.iter().collect();
        let mut exceptions: Vec<&Exception> = exceptions.iter().collect();
        let mut steps = Vec::with_capacity(condition.len());
        let mut add_exceptions = |steps: &mut Vec<Step>, is_bound: &[bool]| {
            exceptions.retain(|exception| {
                let is_ready = exception.atoms.iter().flat_map(|atom| &atom.args).all(|term| match term {
                    Term::Variable(variable) => is_bound.get(variable.index()).is_none_or(|bound| *bound),
                    Term::Object(_) => true,
                });
                if is_ready {
                    steps.push(Step::Unless(Self::of_exception(exception, types, world)));
                }
                !is_ready
            });
        };
        while !left.is_empty() {
            add_exceptions(&mut steps, &is_bound);
            let rank = |literal: &Literal| estimate.rank(literal, &is_bound);
            let best = left.iter().enumerate().min_by_key(|(_, literal)| rank(literal));
            let Some((place, literal)) = best else { break };
            let is_next = rank(literal) < UNABLE;
            let unbound: Vec<VariableId> = unbound(literal, &is_bound).collect();
            if is_next {
                let literal = left.remove(place).clone();
                let blame = bits(literal.terms().iter());
                steps.push(if unbound.is_empty() { Step::Test(literal, blame) } else { Step::Join(literal) });
            } else {
                steps.extend(unbound.iter().map(|variable| Step::Each(*variable)));
            }
            unbound.into_iter().for_each(|variable| is_bound[variable.index()] = true);
        }
        let rest = (0..types.len()).filter(|&variable| !is_bound[variable]);
        steps.extend(rest.map(|variable| Step::Each(VariableId::from_index(variable))));
        add_exceptions(&mut steps, &vec![true; types.len()]);
        let is_path =
            |step: &Step| matches!(step, Step::Test(Literal::Path(_), _) | Step::Join(Literal::Path(_)));
        let paths = |at: usize| steps[at..].iter().filter(|step| is_path(step)).count() as u64;
        Self { paths: (0..=steps.len()).map(paths).collect(), steps, types: types.to_vec(), blame: ALL }
    }

    fn of_exception(exception: &Exception, types: &[TypeNames], world: &World<'_>) -> Self {
        let condition: Vec<Literal> = exception.atoms.iter().cloned().map(Literal::Holds).collect();
        let all: Vec<TypeNames> = types.iter().chain(&exception.types).cloned().collect();
        let mut is_bound = vec![true; types.len()];
        is_bound.resize(all.len(), false);
        let outer = exception
            .atoms
            .iter()
            .flat_map(|atom| &atom.args)
            .filter(|term| matches!(term, Term::Variable(variable) if variable.index() < types.len()));
        Self { blame: bits(outer), ..Self::new(&condition, &all, &is_bound, world) }
    }

    /// How many variables it has.
    pub fn variables(&self) -> usize {
        self.types.len()
    }
}

fn unbound(literal: &Literal, is_bound: &[bool]) -> impl Iterator<Item = VariableId> {
    let mut variables: Vec<VariableId> = literal
        .terms()
        .into_iter()
        .filter_map(|term| match term {
            Term::Variable(variable) if !is_bound[variable.index()] => Some(variable),
            _ => None,
        })
        .collect();
    variables.sort_unstable();
    variables.dedup();
    variables.into_iter()
}

/// All variables.
const ALL: u64 = u64::MAX;

/// Variables as bits.
fn bits<'t>(terms: impl Iterator<Item = &'t Term>) -> u64 {
    bits_of(terms.filter_map(|term| match term {
        Term::Variable(variable) => Some(variable),
        Term::Object(_) => None,
    }))
}

fn bits_of<'v>(variables: impl Iterator<Item = &'v VariableId>) -> u64 {
    variables.fold(0, |bits, variable| bits | bit(*variable))
}

/// The bit of a variable; all of them for those beyond.
fn bit(variable: VariableId) -> u64 {
    1_u64.checked_shl(variable.0).unwrap_or(ALL)
}

/// The most arguments that a predicate which rules speak of may have.
pub(crate) const MOST_ARGUMENTS: usize = 8;
