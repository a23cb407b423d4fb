//! Predicates defined by rules, written out as facts where they hold for finitely many tuples.
//!
//! Depth-first resolution would not end where the data has cycles, as with `path` in a graph with a cycle. So facts are derived
//! bottom up (semi-naive evaluation): each round finds what follows with at least one of the facts found in the round before.
//! Where that is not possible, because arguments have to be known, the clauses stay as they are.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::Clause;
use super::components::components;
use super::program::Definition;
use super::{Indicator, Machine, Mode, Program};
use crate::{Name, TermId, Terms, names};

/// How much work it may be to write out a group of predicates.
struct Limits {
    steps: u64,
    facts: usize,
}

/// Recursive predicates may be of no use unless they are written out, so this may take long.
const RECURSIVE: Limits = Limits { steps: 100_000_000, facts: 4 << 20 };
/// Others can be asked as they are: writing them out has to be cheap.
const OTHERS: Limits = Limits { steps: 2_000_000, facts: 1 << 17 };
/// More rounds than this are taken for numbers or terms that grow for ever.
const MOST_ROUNDS: usize = 100_000;

/// Writes out all predicates of the program that are defined by rules, as far as possible.
pub(super) fn write_out(program: &mut Program, terms: &mut Terms) {
    let mut indicators: Vec<Indicator> = program
        .indicators()
        .filter(|&indicator| program.definition(indicator).is_some_and(has_rules))
        .collect();
    indicators.sort_unstable();
    let numbers: FxHashMap<Indicator, usize> =
        indicators.iter().enumerate().map(|(number, &indicator)| (indicator, number)).collect();
    let edges: Vec<Vec<usize>> =
        indicators.iter().map(|&indicator| called(program, terms, indicator, &numbers)).collect();
    let counts_answers = counts_answers(program, terms, &indicators);
    for members in components(&edges) {
        let is_recursive = members.len() > 1 || members.iter().any(|member| edges[*member].contains(member));
        if !is_recursive && counts_answers {
            continue;
        }
        let limits = if is_recursive { RECURSIVE } else { OTHERS };
        let group: FxHashSet<Indicator> = members.iter().map(|&member| indicators[member]).collect();
        if let Some(group) = Group::new(program, terms, group, limits) {
            group.write_out(program, terms);
        }
    }
}

/// Does it matter how often a goal has the same answer? As facts, it has it once.
fn counts_answers(program: &Program, terms: &Terms, indicators: &[Indicator]) -> bool {
    let mut open: Vec<TermId> = indicators
        .iter()
        .filter_map(|&indicator| program.definition(indicator))
        .flat_map(|definition| definition.clauses.iter().filter_map(|clause| clause.body))
        .collect();
    while let Some(term) = open.pop() {
        let functor = terms.functor(term).map(|(name, arity)| (terms.text(name), arity));
        if matches!(functor, Some(("findall" | "aggregate_all", 3))) {
            return true;
        }
        open.extend(terms.arguments(term));
    }
    false
}

fn has_rules(definition: &Definition) -> bool {
    !definition.is_library && definition.clauses.iter().any(|clause| clause.body.is_some())
}

fn called(
    program: &Program,
    terms: &Terms,
    indicator: Indicator,
    numbers: &FxHashMap<Indicator, usize>,
) -> Vec<usize> {
    let clauses = program.definition(indicator).map_or(&[][..], |definition| &definition.clauses);
    let mut found: Vec<usize> = Vec::new();
    let mut open: Vec<TermId> = clauses.iter().filter_map(|clause| clause.body).collect();
    while let Some(term) = open.pop() {
        found.extend(terms.functor(term).and_then(|functor| numbers.get(&functor)));
        open.extend(terms.arguments(term));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Predicates that depend on each other.
struct Group {
    limits: Limits,
    /// The definition of each predicate as it was, and the name under which its facts of the last round are kept.
    members: Vec<(Indicator, Name, Definition)>,
    rules: Vec<Rule>,
}

struct Rule {
    clause: Clause,
    /// The body, once for each goal of the group, with the facts of the last round in its place; the body itself if there is
    /// none.
    bodies: Vec<TermId>,
    is_recursive: bool,
}

impl Group {
    /// None if the group's predicates are called within other goals, or are not facts where they are not rules.
    fn new(
        program: &Program,
        terms: &mut Terms,
        indicators: FxHashSet<Indicator>,
        limits: Limits,
    ) -> Option<Self> {
        let mut sorted: Vec<Indicator> = indicators.iter().copied().collect();
        sorted.sort_unstable();
        let mut group = Self { limits, members: Vec::new(), rules: Vec::new() };
        let mut new_names = FxHashMap::default();
        for &(name, arity) in &sorted {
            let text = format!("new {}", terms.text(name));
            let new_name = terms.name(&text);
            new_names.insert((name, arity), new_name);
            group.members.push(((name, arity), new_name, program.definition((name, arity))?.clone()));
        }
        for (_, _, definition) in &group.members {
            for clause in &definition.clauses {
                match clause.body {
                    None if !terms.is_ground(clause.head) => return None,
                    None => {}
                    Some(body) => {
                        let (bodies, is_recursive) = bodies(terms, body, &new_names)?;
                        group.rules.push(Rule { clause: clause.clone(), bodies, is_recursive });
                    }
                }
            }
        }
        Some(group)
    }

    fn write_out(self, program: &mut Program, terms: &mut Terms) {
        let is_done = self.derive_all(program, terms).is_some();
        for (indicator @ (_, arity), new_name, definition) in self.members {
            program.define((new_name, arity), Definition::default());
            if !is_done {
                program.define(indicator, definition);
            }
        }
    }

    /// Replaces the definitions by all facts that follow; none if that is not possible.
    fn derive_all(&self, program: &mut Program, terms: &mut Terms) -> Option<()> {
        let mut known: FxHashSet<TermId> = FxHashSet::default();
        let mut new: Vec<Clause> = Vec::new();
        for (indicator, _, definition) in &self.members {
            let facts = definition.clauses.iter().filter(|clause| clause.body.is_none());
            new.extend(facts.filter(|fact| known.insert(fact.head)).cloned());
            program.define(*indicator, Definition::default());
        }
        let mut steps = self.limits.steps;
        for rule in self.rules.iter().filter(|rule| !rule.is_recursive) {
            steps = derive(program, terms, rule, &mut known, &mut new, (steps, self.limits.facts))?;
        }
        for round in 0.. {
            if new.is_empty() {
                break;
            }
            if round == MOST_ROUNDS {
                return None;
            }
            for &(indicator, new_name, _) in &self.members {
                let facts = new.iter().filter(|fact| terms.functor(fact.head) == Some(indicator));
                let facts: Vec<Clause> = facts.cloned().collect();
                program.extend(indicator, &facts, terms);
                program.define((new_name, indicator.1), Definition::default());
                program.extend((new_name, indicator.1), &facts, terms);
            }
            new.clear();
            for rule in self.rules.iter().filter(|rule| rule.is_recursive) {
                steps = derive(program, terms, rule, &mut known, &mut new, (steps, self.limits.facts))?;
            }
        }
        Some(())
    }
}

/// The bodies with one goal of the group after the other replaced by the facts of the last round.
fn bodies(
    terms: &mut Terms,
    body: TermId,
    new_names: &FxHashMap<Indicator, Name>,
) -> Option<(Vec<TermId>, bool)> {
    let goals = terms.conjuncts(body);
    let in_group =
        |terms: &Terms, term| terms.functor(term).and_then(|functor| new_names.get(&functor)).copied();
    let mut places = Vec::new();
    for (place, &goal) in goals.iter().enumerate() {
        if let Some(new_name) = in_group(terms, goal) {
            places.push((place, new_name));
            continue;
        }
        let mut open = terms.arguments(goal).to_vec();
        while let Some(term) = open.pop() {
            if in_group(terms, term).is_some() {
                return None;
            }
            open.extend(terms.arguments(term));
        }
    }
    if places.is_empty() {
        return Some((vec![body], false));
    }
    let mut bodies = Vec::with_capacity(places.len());
    for (place, new_name) in places {
        let mut variant = goals.clone();
        let arguments = terms.arguments(goals[place]).to_vec();
        variant[place] = terms.compound(new_name, &arguments);
        let last = variant.pop().unwrap_or(body);
        bodies
            .push(variant.iter().rev().fold(last, |rest, &goal| terms.compound(names::COMMA, &[goal, rest])));
    }
    Some((bodies, true))
}

/// Adds what follows from a rule and is not known yet; the steps left, unless they or the facts were too many.
fn derive(
    program: &Program,
    terms: &mut Terms,
    rule: &Rule,
    known: &mut FxHashSet<TermId>,
    new: &mut Vec<Clause>,
    (mut steps, most_facts): (u64, usize),
) -> Option<u64> {
    let variables = rule.clause.variables;
    let result = terms.variable(variables);
    let equation = terms.compound(names::EQUAL, &[result, rule.clause.head]);
    let values = vec![None; variables as usize + 1];
    for &body in &rule.bodies {
        let goal = terms.compound(names::COMMA, &[body, equation]);
        let mut machine = Machine::new(program, terms);
        machine.ask(goal, &values, Mode::Strict, steps).ok()?;
        while machine.advance().ok()? {
            let head = machine.answer(variables).ok()??;
            if known.insert(head) {
                new.push(Clause { head, body: None, variables: 0, span: rule.clause.span });
            }
            if known.len() > most_facts {
                return None;
            }
        }
        steps = machine.steps_left();
    }
    Some(steps)
}
