//! Which goals come before which others, by what plans do, and by landmarks where there is no plan.

use std::collections::{BTreeMap, BTreeSet};

use pddl::{Atom, ObjectId, Term};
use task::{Fact, Task};

use crate::database::AtomId;
use crate::moves::variable;
use crate::names::Names;
use crate::rule::Order;
use crate::schema::bind;
use crate::world::{GroundAction, World};

/// How often problems agreed with an order.
#[derive(Clone, Debug, Default)]
struct Votes {
    agree: usize,
    disagree: usize,
    /// The problems in which it came up.
    problems: usize,
}

/// Counts which goals come before which others.
#[derive(Clone, Debug, Default)]
pub struct Election {
    votes: BTreeMap<Order, Votes>,
}

impl Election {
    /// Counts a problem, given in its initial state, by the pairs of its goals of which the first comes before the second.
    pub fn count(&mut self, world: &World<'_>, pairs: &[(AtomId, AtomId)]) {
        let mut before = self.votes.clone();
        for &(first, then) in pairs {
            for order in orders(world, first, then) {
                self.votes.entry(order).or_default().agree += 1;
            }
            for order in orders(world, then, first) {
                self.votes.entry(order).or_default().disagree += 1;
            }
        }
        for (order, votes) in &mut self.votes {
            let old = before.remove(order).unwrap_or_default();
            votes.problems += usize::from(votes.agree + votes.disagree > old.agree + old.disagree);
        }
    }

    /// The orders that problems agree with, those with the most votes first.
    pub fn elected(&self) -> Vec<Order> {
        let is_elected =
            |votes: &Votes| votes.problems >= 2 && votes.agree >= 5 && votes.agree >= 19 * votes.disagree;
        let mut elected: Vec<(&Order, &Votes)> =
            self.votes.iter().filter(|(_, votes)| is_elected(votes)).collect();
        elected.sort_by_key(|(order, votes)| (order.condition.len(), std::cmp::Reverse(votes.agree)));
        elected.into_iter().map(|(order, _)| order.clone()).collect()
    }
}

/// The pairs of goals of which a plan achieves the first for good before the second. Goals that hold from the start tell nothing.
pub fn in_plan(world: &World<'_>, plan: &[GroundAction]) -> Vec<(AtomId, AtomId)> {
    let mut at_work = world.clone();
    let mut achieved = vec![None; world.goals.len()];
    for (step, action) in plan.iter().enumerate() {
        at_work.apply(action);
        for &(atom, is_added) in at_work.last_changes() {
            if let (true, Some(goal)) = (is_added, world.goals.iter().position(|goal| *goal == atom)) {
                achieved[goal] = Some(step);
            }
        }
    }
    let achieved = || world.goals.iter().zip(&achieved).filter_map(|(goal, step)| Some((*goal, (*step)?)));
    let after = |(first, earlier): (AtomId, usize)| {
        let later = achieved().filter(move |(_, later)| earlier < *later);
        later.map(move |(then, _)| (first, then))
    };
    achieved().flat_map(after).collect()
}

/// The pairs of goals of which the landmarks of a task say that the first had better come before the second, in a problem that
/// the task was ground from. Where they say both, they say nothing.
pub fn by_landmarks(world: &World<'_>, names: &Names<'_>, task: &Task) -> Vec<(AtomId, AtomId)> {
    let goal = |fact: &Fact| {
        let atom = names.atom(task.variables.fact_name(*fact))?;
        world.database.find(atom.predicate, &atom.args)
    };
    let pairs: BTreeSet<(Fact, Fact)> = heuristics::goal_orders(task).into_iter().collect();
    let one_way = pairs.iter().filter(|(first, then)| !pairs.contains(&(*then, *first)));
    one_way.filter_map(|(first, then)| Some((goal(first)?, goal(then)?))).collect()
}

/// The orders that two goals are an instance of: by the objects that they share, or by relations between their objects that nothing
/// changes; with neither, by their predicates, if these differ.
fn orders(world: &World<'_>, first: AtomId, then: AtomId) -> Vec<Order> {
    let database = &world.database;
    let mut objects: Vec<ObjectId> = Vec::new();
    let mut lifted = |atom: AtomId| {
        let term = |object: &ObjectId| {
            let known = objects.iter().position(|known| known == object);
            variable(known.unwrap_or_else(|| {
                objects.push(*object);
                objects.len() - 1
            }))
        };
        let args = database.args(atom).iter().map(term).collect();
        Atom { predicate: database.predicate(atom), args }
    };
    let first_atom = lifted(first);
    let then_atom = lifted(then);
    let (ours, theirs) = (database.args(first), database.args(then));
    let order = |condition| Order { first: first_atom.clone(), then: then_atom.clone(), condition };
    if ours.iter().any(|object| theirs.contains(object)) {
        return vec![order(Vec::new())];
    }
    let mut orders = Vec::new();
    if first_atom.predicate != then_atom.predicate {
        orders.push(order(Vec::new()));
    }
    let number = |object: ObjectId| objects.iter().position(|known| *known == object);
    for (index, predicate) in world.domain.predicates.iter().enumerate() {
        let id = pddl::PredicateId::from_index(index);
        if predicate.parameters.len() != 2 || !world.schemas.is_static(id) {
            continue;
        }
        for (&one, &other) in ours.iter().flat_map(|one| theirs.iter().map(move |other| (one, other))) {
            for (from, to) in [(one, other), (other, one)] {
                if let (true, Some(from), Some(to)) =
                    (database.contains(id, &[from, to]), number(from), number(to))
                {
                    let terms: Vec<Term> = vec![variable(from), variable(to)];
                    orders.push(order(vec![Atom { predicate: id, args: terms }]));
                }
            }
        }
    }
    orders
}

/// For each goal those that come before it.
pub(crate) fn before(world: &World<'_>, orders: &[Order]) -> Vec<Vec<usize>> {
    let goals = &world.goals;
    let mut before = vec![Vec::new(); goals.len()];
    for order in orders {
        let variables = order_variables(order);
        for (first, &first_atom) in goals.iter().enumerate() {
            let mut bound = vec![None; variables];
            if !unify(&order.first, world, first_atom, &mut bound) {
                continue;
            }
            for (then, &then_atom) in goals.iter().enumerate() {
                let mut bound = bound.clone();
                if first != then
                    && unify(&order.then, world, then_atom, &mut bound)
                    && order.condition.iter().all(|atom| holds(world, atom, &bound))
                {
                    before[then].push(first);
                }
            }
        }
    }
    before
}

fn order_variables(order: &Order) -> usize {
    let atoms = [&order.first, &order.then].into_iter().chain(&order.condition);
    let variables = atoms.flat_map(|atom| &atom.args).filter_map(|term| match term {
        Term::Variable(variable) => Some(variable.index() + 1),
        Term::Object(_) => None,
    });
    variables.max().unwrap_or(0)
}

fn unify(pattern: &Atom, world: &World<'_>, atom: AtomId, bound: &mut [Option<ObjectId>]) -> bool {
    world.database.predicate(atom) == pattern.predicate
        && bind(&pattern.args, world.database.args(atom), bound)
}

fn holds(world: &World<'_>, atom: &Atom, bound: &[Option<ObjectId>]) -> bool {
    let object = |term: &Term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(variable) => bound[variable.index()],
    };
    let args: Option<Vec<ObjectId>> = atom.args.iter().map(object).collect();
    args.is_some_and(|args| world.database.contains(atom.predicate, &args))
}
