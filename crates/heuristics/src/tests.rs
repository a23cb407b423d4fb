//! All heuristics on all states of small random tasks.

use proptest::prelude::*;
use search::{Action, Batch, Estimates, Heuristic, StateSpace, States};
use task::{Fact, Space, Task};

use crate::relaxed::default_rules;
use crate::{Add, CostKind, Ff, GoalCount, LmCut, Lookahead, Max, RelaxedHypergraph, arbitrary};

/// All states that can be reached.
struct Reachable {
    space: Space,
    states: States,
    /// By state: what can be done there, and where it leads.
    successors: Vec<Vec<(Action, u32)>>,
}

impl Reachable {
    fn new(task: &Task) -> Self {
        let space = Space::new(task);
        let mut states = States::new(space.words());
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        states.insert(&state);
        let mut successors = Vec::new();
        let mut scratch = space.scratch();
        while successors.len() < states.len() {
            state.copy_from_slice(&states[successors.len() as u32]);
            let mut here = Vec::new();
            space.successors(&state, &mut scratch, |action, next| here.push((action, states.insert(next).0)));
            successors.push(here);
        }
        Self { space, states, successors }
    }

    fn estimates(&self, heuristic: &mut dyn Heuristic<Space>) -> Estimates {
        let mut estimates = Estimates::new(true);
        let actions = vec![0; self.states.len()];
        heuristic.estimate(&self.space, &Batch::successors(&self.states, 0, 0, &actions), &mut estimates);
        estimates
    }

    fn values_of(&self, heuristic: &mut dyn Heuristic<Space>) -> Vec<f32> {
        self.estimates(heuristic).estimates().iter().map(|estimate| estimate.h).collect()
    }

    /// The cost of the cheapest plan from each state.
    fn perfect(&self, costs: &[u32]) -> Vec<f32> {
        let is_goal = |id: u32| self.space.is_goal(&self.states[id]);
        let mut perfect: Vec<f32> =
            (0..self.states.len() as u32).map(|id| if is_goal(id) { 0.0 } else { f32::INFINITY }).collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (id, successors) in self.successors.iter().enumerate() {
                for &(action, next) in successors {
                    let cost = costs[action as usize] as f32 + perfect[next as usize];
                    if cost < perfect[id] {
                        perfect[id] = cost;
                        changed = true;
                    }
                }
            }
        }
        perfect
    }

    fn facts(&self, task: &Task, id: u32) -> Vec<usize> {
        let mut values = vec![0; task.variables.len()];
        self.space.values(&self.states[id], &mut values);
        let facts =
            values.iter().enumerate().map(|(variable, &value)| Fact { variable: variable as u32, value });
        facts.map(|fact| task.variables.fact_index(fact)).collect()
    }
}

/// All that can add a fact: what it needs, the fact, its cost, and the operator it belongs to.
fn unary_rules(task: &Task, costs: &[u32]) -> Vec<Rule> {
    let index = |fact: &Fact| task.variables.fact_index(*fact);
    let mut rules = Vec::new();
    for (operator, &cost) in costs.iter().enumerate() {
        for effect in &task.operators.effects[operator] {
            let condition = &task.operators.effect_conditions[effect.condition as usize];
            let needed: Vec<Fact> =
                task.operators.preconditions[operator].iter().chain(condition).copied().collect();
            let contradicts =
                |a: &Fact| needed.iter().any(|b| a.variable == b.variable && a.value != b.value);
            if !needed.iter().any(contradicts) {
                let mut needed: Vec<usize> = needed.iter().map(index).collect();
                needed.sort_unstable();
                needed.dedup();
                rules.push((needed, index(&effect.fact), cost as f32, Some(operator)));
            }
        }
    }
    let axioms = task.axioms.heads.iter().copied().zip(task.axioms.conditions.iter().map(<[Fact]>::to_vec));
    for (head, condition) in axioms.chain(default_rules(task)) {
        rules.push((condition.iter().map(index).collect(), index(&head), 0.0, None));
    }
    rules
}

/// The cost of the goal from a state by repeating the definition until nothing changes.
fn by_definition(task: &Task, costs: &[u32], state: &[usize], combine: fn(f32, f32) -> f32) -> f32 {
    by_rules(task, &unary_rules(task, costs), state, combine)
}

type Rule = (Vec<usize>, usize, f32, Option<usize>);

fn by_rules(task: &Task, rules: &[Rule], state: &[usize], combine: fn(f32, f32) -> f32) -> f32 {
    let mut cost = vec![f32::INFINITY; task.variables.fact_names.len()];
    state.iter().for_each(|&fact| cost[fact] = 0.0);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (needed, fact, own, _) in rules {
            let reached = own + needed.iter().map(|&fact| cost[fact]).fold(0.0, combine);
            if reached < cost[*fact] {
                cost[*fact] = reached;
                changed = true;
            }
        }
    }
    task.goal.iter().map(|&fact| cost[task.variables.fact_index(fact)]).fold(0.0, combine)
}

/// All that can add a fact, by the hypergraph.
fn hypergraph_rules(task: &Task) -> Vec<Rule> {
    let graph = RelaxedHypergraph::new(task);
    let fact = |&fact: &u32| graph.facts[fact as usize] as usize;
    let actions = graph.actions.iter().flat_map(|action| {
        let needed: Vec<usize> = action.preconditions.iter().map(fact).collect();
        action.effects.iter().map(move |effect| (needed.clone(), fact(effect), action.cost as f32, None))
    });
    actions.collect()
}

/// Do these operators reach the goal from a state if nothing is ever deleted?
fn reach_goal_relaxed(task: &Task, operators: &[usize], state: &[usize]) -> bool {
    let mut holds = vec![false; task.variables.fact_names.len()];
    state.iter().for_each(|&fact| holds[fact] = true);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (needed, fact, _, operator) in unary_rules(task, &task.operators.costs) {
            let may = operator.is_none_or(|operator| operators.contains(&operator));
            if may && !holds[fact] && needed.iter().all(|&fact| holds[fact]) {
                holds[fact] = true;
                changed = true;
            }
        }
    }
    task.goal.iter().all(|&fact| holds[task.variables.fact_index(fact)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn max_and_add_are_what_their_definitions_say(task in arbitrary::task(false)) {
        let reachable = Reachable::new(&task);
        for kind in [CostKind::Normal, CostKind::One, CostKind::PlusOne] {
            let costs = kind.costs(&task);
            let max = reachable.values_of(&mut Max::new(&task, kind));
            let add = reachable.values_of(&mut Add::new(&task, kind));
            for id in 0..reachable.states.len() as u32 {
                let facts = reachable.facts(&task, id);
                prop_assert_eq!(max[id as usize], by_definition(&task, &costs, &facts, f32::max));
                prop_assert_eq!(add[id as usize], by_definition(&task, &costs, &facts, |a, b| a + b));
            }
        }
    }

    #[test]
    fn the_hypergraph_has_all_that_leads_to_the_goal(task in arbitrary::task(false)) {
        let reachable = Reachable::new(&task);
        let rules = hypergraph_rules(&task);
        let add = reachable.values_of(&mut Add::new(&task, CostKind::Normal));
        for id in 0..reachable.states.len() as u32 {
            let facts = reachable.facts(&task, id);
            prop_assert_eq!(add[id as usize], by_rules(&task, &rules, &facts, |a, b| a + b));
        }
    }

    #[test]
    fn max_is_admissible_and_the_others_are_safe(task in arbitrary::task(false)) {
        let reachable = Reachable::new(&task);
        let perfect = reachable.perfect(&task.operators.costs);
        let max = reachable.values_of(&mut Max::new(&task, CostKind::Normal));
        let add = reachable.values_of(&mut Add::new(&task, CostKind::Normal));
        let ff = reachable.values_of(&mut Ff::new(&task, CostKind::Normal));
        for id in 0..perfect.len() {
            prop_assert!(max[id] <= perfect[id]);
            prop_assert!(max[id] <= add[id] && ff[id] <= add[id]);
            prop_assert!((max[id] == f32::INFINITY) == (add[id] == f32::INFINITY));
            prop_assert!((max[id] == f32::INFINITY) == (ff[id] == f32::INFINITY));
        }
    }

    #[test]
    fn without_conditional_effects_ff_is_at_least_max(task in arbitrary::task(true)) {
        let reachable = Reachable::new(&task);
        let max = reachable.values_of(&mut Max::new(&task, CostKind::Normal));
        let ff = reachable.values_of(&mut Ff::new(&task, CostKind::Normal));
        prop_assert!(max.iter().zip(&ff).all(|(max, ff)| max <= ff));
    }

    #[test]
    fn lmcut_lies_between_max_and_the_truth(task in arbitrary::task(true)) {
        let reachable = Reachable::new(&task);
        for kind in [CostKind::Normal, CostKind::One, CostKind::PlusOne] {
            let perfect = reachable.perfect(&kind.costs(&task));
            let max = reachable.values_of(&mut Max::new(&task, kind));
            let lm_cut = reachable.values_of(&mut LmCut::new(&task, kind).unwrap());
            for id in 0..perfect.len() {
                prop_assert!(max[id] <= lm_cut[id] && lm_cut[id] <= perfect[id]);
                prop_assert!((max[id] == f32::INFINITY) == (lm_cut[id] == f32::INFINITY));
            }
        }
    }

    #[test]
    fn the_plan_of_ff_works_in_the_relaxation(task in arbitrary::task(false)) {
        let reachable = Reachable::new(&task);
        let mut ff = Ff::new(&task, CostKind::Normal);
        for id in 0..reachable.states.len() as u32 {
            let mut estimates = Estimates::new(true);
            ff.estimate(&reachable.space, &Batch::again(&reachable.states, id), &mut estimates);
            let h = estimates.estimates()[0].h;
            if h.is_finite() {
                let plan: Vec<usize> = ff.relaxed_plan().iter().map(|&operator| operator as usize).collect();
                prop_assert!(reach_goal_relaxed(&task, &plan, &reachable.facts(&task, id)));
                prop_assert_eq!(h, plan.iter().map(|&operator| task.operators.costs[operator] as f32).sum::<f32>());
                let applicable: Vec<Action> = reachable.successors[id as usize].iter().map(|next| next.0).collect();
                for action in estimates.preferred(0) {
                    prop_assert!(applicable.contains(action) && plan.contains(&(*action as usize)));
                }
            }
        }
    }

    #[test]
    fn what_lookahead_finds_costs_no_less_than_the_cheapest_plan(task in arbitrary::task(false)) {
        let reachable = Reachable::new(&task);
        let perfect = reachable.perfect(&CostKind::Normal.costs(&task));
        let mut lookahead = Lookahead::new(&task);
        for (id, perfect) in perfect.into_iter().enumerate() {
            let found = lookahead.plan_cost(&reachable.space, &reachable.states[id as u32]);
            prop_assert!(found.is_none_or(|cost| cost as f32 >= perfect));
            prop_assert!(!reachable.space.is_goal(&reachable.states[id as u32]) || found == Some(0));
        }
    }

    #[test]
    fn ff_for_some_of_the_goals_is_as_if_made_for_them(task in arbitrary::task(false)) {
        let reachable = Reachable::new(&task);
        let mut ff = Ff::new(&task, CostKind::Normal);
        for goals in (0..=task.goal.len()).rev() {
            let some = Task { goal: task.goal[..goals].to_vec(), ..task.clone() };
            ff.set_goal(&some.goal);
            let fresh = reachable.values_of(&mut Ff::new(&some, CostKind::Normal));
            prop_assert_eq!(reachable.values_of(&mut ff), fresh);
        }
    }

    #[test]
    fn goal_count_counts_goals(task in arbitrary::task(false)) {
        let reachable = Reachable::new(&task);
        let counts = reachable.values_of(&mut GoalCount::new(&task));
        for (id, count) in counts.into_iter().enumerate() {
            let facts = reachable.facts(&task, id as u32);
            let open = task.goal.iter().filter(|&&fact| !facts.contains(&task.variables.fact_index(fact))).count();
            prop_assert_eq!(count, open as f32);
        }
    }
}
