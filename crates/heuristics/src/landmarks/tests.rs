use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use search::{Batch, Estimates, Heuristic, StateSpace, States};
use task::{Effect, Fact, Space, Task};

use super::graph::{Graph, Landmark, Order};
use super::rules::Rules;
use super::statuses::Statuses;
use super::{Landmarks, landmark_graph};
use crate::CostKind;

fn fact(variable: u32, value: u32) -> Fact {
    Fact { variable, value }
}

/// A task whose variables all start with 0, without operators and goals.
fn empty_task(domain_sizes: &[u32]) -> Task {
    let mut task = Task::default();
    task.variables.fact_offsets.push(0);
    for (variable, &size) in domain_sizes.iter().enumerate() {
        add_variable(&mut task, size, None);
        debug_assert_eq!(task.variables.len(), variable + 1);
    }
    task
}

fn add_variable(task: &mut Task, size: u32, layer: Option<u32>) {
    let number = task.variables.len();
    task.variables.names.push(format_args!("var{number}"));
    task.variables.layers.push(layer);
    for value in 0..size {
        task.variables.fact_names.push(format_args!("Atom p{}({number}, {value})", number % 2));
    }
    task.variables.fact_offsets.push(task.variables.fact_names.len() as u32);
    task.initial.push(0);
}

fn add_operator(task: &mut Task, precondition: &[Fact], effects: &[(Fact, &[Fact])]) {
    let operators = &mut task.operators;
    operators.names.push(format_args!("o{}", operators.costs.len()));
    operators.costs.push(1);
    operators.preconditions.push(precondition.iter().copied());
    for &(fact, condition) in effects {
        let condition = match condition {
            [] => 0,
            _ => operators.effect_conditions.push(condition.iter().copied()) as u32,
        };
        operators.effects.push_item(Effect { fact, condition });
    }
    operators.effects.end_row();
}

/// Random bytes read as choices, the first one when they run out.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, bound: u32) -> u32 {
        u32::from(self.0.next().unwrap_or(0)) % bound
    }

    fn fact(&mut self, task: &Task, among: u32) -> Fact {
        let variable = self.below(among);
        fact(variable, self.below(task.variables.domain_size(variable as usize) as u32))
    }

    fn facts(&mut self, task: &Task, most: u32) -> Vec<Fact> {
        let count = self.below(most + 1);
        let mut facts: Vec<Fact> = (0..count).map(|_| self.fact(task, task.variables.len() as u32)).collect();
        facts.sort_unstable();
        facts.dedup_by_key(|fact| fact.variable);
        facts
    }
}

/// Small tasks with conditional effects, some of them contradicting each other, and axioms. Most have to do with
/// getting away from the initial values, so that there is something to find.
fn random_task() -> impl Strategy<Value = Task> {
    vec(any::<u8>(), 0..400).prop_map(|bytes| {
        let mut choices = Choices(bytes.into_iter());
        let changing = 1 + choices.below(5);
        let sizes: Vec<u32> = (0..changing).map(|_| 2 + choices.below(3)).collect();
        let mut task = empty_task(&sizes);
        (0..choices.below(3)).for_each(|layer| add_variable(&mut task, 2, Some(layer)));
        for _ in 0..4 + choices.below(12) {
            let mut precondition = choices.facts(&task, 1);
            if precondition.is_empty() {
                precondition.push(choices.fact(&task, changing));
            }
            let effects: Vec<(Fact, Vec<Fact>)> = (0..1 + choices.below(3))
                .map(|_| {
                    let effect = choices.fact(&task, changing);
                    let is_conditional = choices.below(4) == 0;
                    (effect, if is_conditional { choices.facts(&task, 2) } else { Vec::new() })
                })
                .collect();
            let effects: Vec<(Fact, &[Fact])> = effects.iter().map(|(f, c)| (*f, &c[..])).collect();
            add_operator(&mut task, &precondition, &effects);
        }
        if task.variables.len() as u32 > changing {
            (0..choices.below(6)).for_each(|_| add_axiom(&mut task, changing, &mut choices));
        }
        task.goal = choices.facts(&task, 3);
        if task.goal.is_empty() {
            task.goal.push(choices.fact(&task, changing));
        }
        for fact in task.goal.iter_mut().filter(|fact| fact.value == 0) {
            fact.value = u32::from(choices.below(4) > 0);
        }
        task
    })
}

fn add_axiom(task: &mut Task, changing: u32, choices: &mut Choices) {
    let variable = changing + choices.below(task.variables.len() as u32 - changing);
    let layer = task.variables.layers[variable as usize];
    let mut condition = choices.facts(task, 3);
    condition.retain(|fact| {
        let below = task.variables.layers[fact.variable as usize];
        below < layer || (below == layer && fact.value == 1)
    });
    task.axioms.heads.push(fact(variable, 1));
    task.axioms.conditions.push(condition);
}

type State = Vec<u64>;

/// The reachable part of a state space, as far as `may_enter` lets in, by state; and the steps from there to anywhere.
fn explore(space: &Space, may_enter: impl Fn(&[u64]) -> bool) -> BTreeMap<State, Vec<State>> {
    let mut initial = vec![0; space.words()];
    space.initial(&mut initial);
    let mut found = BTreeMap::new();
    let mut pending = vec![initial];
    while let Some(state) = pending.pop() {
        if !may_enter(&state) || found.contains_key(&state) {
            continue;
        }
        let mut next = Vec::new();
        space.successors(&state, &mut space.scratch(), |_, successor| next.push(successor.to_vec()));
        pending.extend(next.iter().cloned());
        found.insert(state, next);
    }
    found
}

struct Checked<'a> {
    task: &'a Task,
    space: Space,
    rules: Rules,
    graph: Graph,
}

impl<'a> Checked<'a> {
    fn new(task: &'a Task) -> Self {
        let (space, rules) = (Space::new(task), Rules::new(task));
        let graph = landmark_graph(task, &rules);
        Self { task, space, rules, graph }
    }

    fn holds(&self, landmark: &Landmark, state: &[u64]) -> bool {
        landmark.facts.iter().any(|&id| {
            let fact = self.rules.fact(id);
            self.space.value(state, fact.variable) == fact.value
        })
    }

    /// Are some of a landmark's facts derived, and are all of them?
    fn derived(&self, landmark: &Landmark) -> (bool, bool) {
        let layers = &self.task.variables.layers;
        let is_derived = |&id: &u32| layers[self.rules.fact(id).variable as usize].is_some();
        (landmark.facts.iter().any(is_derived), landmark.facts.iter().all(is_derived))
    }

    fn is_landmark(&self, landmark: &Landmark) -> bool {
        let without = explore(&self.space, |state| !self.holds(landmark, state));
        !without.keys().any(|state| self.space.is_goal(state))
    }

    fn is_ordered(&self, first: &Landmark, second: &Landmark, order: Order) -> bool {
        match order {
            Order::Reasonable => true,
            Order::Natural => {
                let without_first = explore(&self.space, |state| !self.holds(first, state));
                !without_first.keys().any(|state| self.holds(second, state))
            }
            Order::GreedyNecessary => {
                let before_second = explore(&self.space, |state| !self.holds(second, state));
                let (some_derived, all_derived) = self.derived(second);
                before_second.iter().all(|(state, successors)| {
                    let mut achieving = successors.iter().filter(|next| self.holds(second, next));
                    achieving.all(|next| {
                        (!all_derived && self.holds(first, state))
                            || (some_derived && self.holds(first, next))
                    })
                })
            }
        }
    }
}

/// The values of all reachable states, each evaluated as a successor of the state it was first found from.
fn values(task: &Task, space: &Space) -> Vec<(State, f32)> {
    let mut landmarks = Landmarks::new(task, CostKind::One);
    let mut estimates = Estimates::new(false);
    let mut states = States::new(space.words());
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    states.insert(&state);
    landmarks.estimate(space, &Batch::initial(&states), &mut estimates);
    let mut next = 0;
    while next < states.len() as u32 {
        let state = states[next].to_vec();
        let (mut successors, mut actions) = (Vec::new(), Vec::new());
        space.successors(&state, &mut space.scratch(), |action, successor| {
            successors.push((action, successor.to_vec()));
        });
        let first = states.len() as u32;
        for (action, successor) in successors {
            if states.insert(&successor).1 {
                actions.push(action);
            }
        }
        landmarks.estimate(space, &Batch::successors(&states, first, next, &actions), &mut estimates);
        next += 1;
    }
    let mut again = Estimates::new(false);
    for id in 0..states.len() as u32 {
        landmarks.estimate(space, &Batch::again(&states, id), &mut again);
        assert_eq!(again.estimates()[id as usize], estimates.estimates()[id as usize]);
    }
    (0..states.len() as u32).map(|id| (states[id].to_vec(), estimates.estimates()[id as usize].h)).collect()
}

/// The states from which a goal can be reached.
fn solvable(space: &Space) -> BTreeSet<State> {
    let all = explore(space, |_| true);
    let mut solvable: BTreeSet<State> = all.keys().filter(|state| space.is_goal(state)).cloned().collect();
    loop {
        let count = solvable.len();
        for (state, successors) in &all {
            if successors.iter().any(|next| solvable.contains(next)) {
                solvable.insert(state.clone());
            }
        }
        if solvable.len() == count {
            return solvable;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_landmark_occurs_in_every_plan(task in random_task()) {
        let checked = Checked::new(&task);
        for landmark in &checked.graph.landmarks {
            prop_assert!(checked.is_landmark(landmark), "{landmark:?}");
        }
    }

    #[test]
    fn certain_orders_hold_on_every_way(task in random_task()) {
        let checked = Checked::new(&task);
        for (first, second, order) in checked.graph.orders() {
            let landmarks = &checked.graph.landmarks;
            let (first, second) = (&landmarks[first as usize], &landmarks[second as usize]);
            prop_assert!(checked.is_ordered(first, second, order), "{first:?} {second:?} {order:?}");
        }
    }

    #[test]
    fn the_estimate_is_zero_in_goals_only_and_finite_where_there_is_a_plan(task in random_task()) {
        let space = Space::new(&task);
        let solvable = solvable(&space);
        for (state, h) in values(&task, &space) {
            prop_assert_eq!(h == 0.0, space.is_goal(&state));
            prop_assert!(h.is_finite() || !solvable.contains(&state));
        }
    }

    #[test]
    fn the_same_task_gives_the_same_landmarks(task in random_task()) {
        prop_assert_eq!(Checked::new(&task).graph, Checked::new(&task).graph);
    }
}

type Orders = Vec<(Vec<Fact>, Vec<Fact>, Order)>;

/// The landmarks of a task as sets of facts, and the orders between them.
fn found(task: &Task) -> (Vec<Vec<Fact>>, Orders) {
    let Checked { rules, graph, .. } = Checked::new(task);
    let facts = |id: u32| -> Vec<Fact> {
        graph.landmarks[id as usize].facts.iter().map(|&fact| rules.fact(fact)).collect()
    };
    let mut landmarks: Vec<Vec<Fact>> = (0..graph.landmarks.len() as u32).map(facts).collect();
    landmarks.sort();
    (landmarks, graph.orders().map(|(first, second, order)| (facts(first), facts(second), order)).collect())
}

/// A variable that gets from 0 to 1, from there to any of 2 to `last` - 1, and from there to `last`, the goal.
fn diamond(last: u32) -> Task {
    let mut task = empty_task(&[last + 1]);
    add_operator(&mut task, &[fact(0, 0)], &[(fact(0, 1), &[])]);
    for between in 2..last {
        add_operator(&mut task, &[fact(0, 1)], &[(fact(0, between), &[])]);
        add_operator(&mut task, &[fact(0, between)], &[(fact(0, last), &[])]);
    }
    task.goal = vec![fact(0, last)];
    task
}

#[test]
fn what_all_achievers_need_is_a_landmark() {
    let (landmarks, orders) = found(&diamond(3));
    assert_eq!(landmarks, [0, 1, 2, 3].map(|value| vec![fact(0, value)]));
    assert!(orders.contains(&(vec![fact(0, 1)], vec![fact(0, 2)], Order::GreedyNecessary)));
}

#[test]
fn few_alternatives_are_a_landmark_together() {
    let (landmarks, orders) = found(&diamond(4));
    let alternatives = vec![fact(0, 2), fact(0, 3)];
    assert!(landmarks.contains(&alternatives));
    assert!(orders.contains(&(alternatives, vec![fact(0, 4)], Order::GreedyNecessary)));
}

/// A robot pushes a chest to one of two places beside the goal, standing behind it. Where it has to stand tells more than how it gets
/// there, but what is found first stays.
#[test]
fn of_overlapping_alternatives_those_by_the_last_conditions_stay() {
    let (robot, chest) = (|value| fact(0, value), |value| fact(1, value));
    let mut task = empty_task(&[7, 4]);
    for place in 3..7 {
        add_operator(&mut task, &[robot(0)], &[(robot(place), &[])]);
        add_operator(&mut task, &[robot(place)], &[(robot(2 - place % 2), &[])]);
    }
    for place in 1..3 {
        add_operator(&mut task, &[robot(place + 2), chest(0)], &[(chest(place), &[])]);
        add_operator(&mut task, &[robot(place), chest(place)], &[(chest(3), &[])]);
    }
    task.goal = vec![chest(3)];
    let (landmarks, _) = found(&task);
    assert!(landmarks.contains(&vec![robot(3), robot(4)]), "{landmarks:?}");
}

#[test]
fn a_value_that_no_way_leads_around_is_a_landmark() {
    let (landmarks, orders) = found(&diamond(9));
    assert_eq!(landmarks, [0, 1, 9].map(|value| vec![fact(0, value)]));
    assert!(orders.contains(&(vec![fact(0, 1)], vec![fact(0, 9)], Order::Natural)));
}

#[test]
fn what_would_be_destroyed_comes_last() {
    let mut task = empty_task(&[2, 2]);
    add_operator(&mut task, &[], &[(fact(0, 1), &[])]);
    add_operator(&mut task, &[], &[(fact(1, 1), &[]), (fact(0, 0), &[])]);
    task.goal = vec![fact(0, 1), fact(1, 1)];
    let (_, orders) = found(&task);
    assert_eq!(orders, [(vec![fact(1, 1)], vec![fact(0, 1)], Order::Reasonable)]);
}

#[test]
fn a_default_value_needs_the_conditions_of_its_axioms_to_be_false() {
    let mut task = empty_task(&[2, 2]);
    add_variable(&mut task, 2, Some(0));
    for variable in 0..2 {
        add_operator(&mut task, &[], &[(fact(variable, 1), &[])]);
        task.axioms.heads.push(fact(2, 1));
        task.axioms.conditions.push([fact(variable, 0)]);
    }
    task.goal = vec![fact(2, 0)];
    assert_eq!(found(&task).0, [fact(0, 1), fact(1, 1), fact(2, 0)].map(|fact| vec![fact]));
}

/// Two ways lead to the same state, and only one of them needs the key.
#[test]
fn what_one_way_did_not_need_is_still_to_come() {
    let mut statuses = Statuses::new(3);
    statuses.merge(0, &[0b011], &[0b100]);
    statuses.merge(0, &[0b101], &[0b010]);
    let status = statuses.get(0);
    assert_eq!((status.past[0], status.future[0]), (0b001, 0b110));
}

#[test]
fn nothing_is_known_of_states_that_no_way_leads_to() {
    let mut statuses = Statuses::new(70);
    statuses.merge(2, &[1, 1], &[2, 0]);
    assert!(statuses.has(1) && !statuses.has(3));
    assert_eq!((statuses.get(1).past, statuses.get(1).future), (&[u64::MAX; 2][..], &[0; 2][..]));
}
