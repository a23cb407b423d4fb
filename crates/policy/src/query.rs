//! Conjunctive queries over the atoms that hold in a state: the bindings of variables for which a condition holds.

mod search;

pub use search::{Search, Visitor};

use pddl::{ObjectId, Term, TypeNames, VariableId};

use crate::rule::{Exception, Literal};
use crate::world::World;

/// A condition whose literals stand in the order in which they are looked up.
#[derive(Clone, Debug)]
pub struct Query {
    steps: Vec<Step>,
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
        Self::with_exceptions(condition, types, is_bound, world, &[])
    }

    /// The query for a condition with exceptions. Each is looked up as soon as the variables that it shares with the condition
    /// have values.
    pub fn with_exceptions(
        condition: &[Literal],
        types: &[TypeNames],
        is_bound: &[bool],
        world: &World<'_>,
        exceptions: &[Exception],
    ) -> Self {
        let mut is_bound = is_bound.to_vec();
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
            let rank = |literal: &Literal| rank(literal, types, &is_bound, world);
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
        Self { steps, types: types.to_vec(), blame: ALL }
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

/// Literals of this rank can't give values to variables.
const UNABLE: usize = usize::MAX;

/// Those with the lowest rank are looked up first: what is only tested, then what has few atoms.
fn rank(literal: &Literal, types: &[TypeNames], is_bound: &[bool], world: &World<'_>) -> usize {
    let unbound = unbound(literal, is_bound).count();
    match literal {
        Literal::Path(_) if unbound == 0 => 1,
        Literal::Leads { .. } if unbound == 0 => 2,
        _ if unbound == 0 => 0,
        Literal::Holds(atom) => {
            let objects = |term: &Term| match term {
                Term::Variable(variable) if !is_bound[variable.index()] => {
                    world.objects_of(&types[variable.index()]).map_or(usize::MAX, <[ObjectId]>::len)
                }
                _ => 1,
            };
            // What does not hold yet may hold later, but of few objects.
            world.database.expected(atom.predicate, atom.args.iter().map(objects)).max(10)
        }
        Literal::Leads { from, to, .. } if unbound == 1 && from != to => 50,
        _ => UNABLE,
    }
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
