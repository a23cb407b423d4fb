//! Strategies, ready to be used on a problem.

use std::sync::Arc;

use pddl::{Atom, Term};

use crate::maps::Maps;
use crate::moves::Moves;
use crate::query::Query;
use crate::rule::{Literal, Rule, Step, Strategy, map_atom};
use crate::world::World;

/// A strategy that is ready to be used on a problem.
#[derive(Clone, Debug)]
pub struct Ready<'s> {
    /// The strategy.
    pub strategy: &'s Strategy,
    pub(crate) queries: Vec<Query>,
    /// The same without their exceptions, for rules that have some.
    pub(crate) plain: Vec<Option<Query>>,
    /// For each rule the atoms that its first action needs, and the query for when one of them is given beside the goal.
    pub(crate) detours: Vec<Vec<(Atom, Query)>>,
    /// By predicate, the rules whose goals have it, the cheapest first.
    pub(crate) by_goal: Vec<Vec<usize>>,
    pub(crate) moves: Arc<[Moves]>,
}

impl<'s> Ready<'s> {
    /// Puts the conditions of the rules into the order in which they are looked up, by how many atoms the problem has.
    pub fn new(strategy: &'s Strategy, moves: Arc<[Moves]>, world: &World<'_>) -> Self {
        let mut by_goal = vec![Vec::new(); world.domain.predicates.len()];
        let mut maps = Maps::new(Arc::clone(&moves));
        let queries = strategy.rules.iter().enumerate().map(|(number, rule)| {
            by_goal[rule.goal.predicate.index()].push(number);
            query(rule, &[], (world, &mut maps))
        });
        let queries = queries.collect();
        let mut plain = |rule: &Rule| {
            let plain = Rule { unless: Vec::new(), ..rule.clone() };
            (!rule.unless.is_empty()).then(|| query(&plain, &[], (world, &mut maps)))
        };
        let plain = strategy.rules.iter().map(&mut plain).collect();
        let detours = strategy.rules.iter().map(|rule| detours(rule, (world, &mut maps))).collect();
        for numbers in &mut by_goal {
            numbers.sort_by_key(|&number| strategy.rules[number].cost);
        }
        Self { strategy, queries, plain, detours, by_goal, moves }
    }
}

/// The condition of a rule for a goal that is given, and further terms.
fn query(rule: &Rule, given: &[Term], (world, maps): (&World<'_>, &mut Maps)) -> Query {
    let mut is_bound = vec![false; rule.variables()];
    for term in rule.goal.args.iter().chain(given) {
        if let Term::Variable(variable) = term {
            is_bound[variable.index()] = true;
        }
    }
    let mut condition = rule.condition.clone();
    // A path that leads nowhere is no step.
    if let Some(Step::Go(path)) = rule.steps.first() {
        condition.push(Literal::Different(path.from, path.to));
    }
    Query::with_paths(&condition, &rule.types, &is_bound, (world, maps), &rule.unless)
}

/// What the first action of a rule needs and actions change, each with the query for when it is given.
fn detours(rule: &Rule, (world, maps): (&World<'_>, &mut Maps)) -> Vec<(Atom, Query)> {
    let Some(Step::Act { action, args }) = rule.steps.first() else { return Vec::new() };
    let Some(schema) = &world.schemas.actions[*action] else { return Vec::new() };
    let own = |term: Term| match term {
        Term::Variable(parameter) => args[parameter.index()],
        Term::Object(_) => term,
    };
    let needed = schema.positive.iter().filter(|atom| !world.schemas.is_static(atom.predicate));
    let mut detour = |atom: &Atom| {
        let atom = map_atom(atom, own);
        let query = query(rule, &atom.args, (world, maps));
        (atom, query)
    };
    needed.map(&mut detour).collect()
}
