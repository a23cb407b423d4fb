//! Every search on random tiny tasks: it ends, and agrees with what looking at all states says.

use std::time::Duration;

use heuristics::CATALOG;
use planner::searches::{ALIASES, PRESETS};
use planner::{ErrorKind, PlanningTask, Search, planning};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Budget, Limits, Outcome};

const FACTS: usize = 5;

/// Sets of facts, a bit for each.
type Facts = u32;

/// A task without variables: states are sets of facts.
#[derive(Debug)]
struct Tiny {
    actions: Vec<TinyAction>,
    initial: Facts,
    goal: Facts,
    has_costs: bool,
}

#[derive(Debug)]
struct TinyAction {
    holds: Facts,
    holds_not: Facts,
    adds: Facts,
    deletes: Facts,
    cost: u64,
}

impl Tiny {
    /// Goals that hold from the start, plateaus of actions that cost nothing and goals out of reach are all common.
    fn random(random: &mut ChaCha8Rng) -> Self {
        let some = |random: &mut ChaCha8Rng, often: f64| -> Facts {
            (0..FACTS).map(|fact| Facts::from(random.random_bool(often)) << fact).sum()
        };
        let dearest = random.random_range(0..4);
        let action = |random: &mut ChaCha8Rng| {
            let (holds, adds) = (some(random, 0.25), some(random, 0.3));
            let (holds_not, deletes) = (some(random, 0.1) & !holds, some(random, 0.3) & !adds);
            TinyAction { holds, holds_not, adds, deletes, cost: random.random_range(0..=dearest) }
        };
        let count = random.random_range(0..8);
        Self {
            actions: (0..count).map(|_| action(random)).collect(),
            initial: some(random, 0.3),
            goal: some(random, 0.5),
            has_costs: random.random_bool(0.7),
        }
    }

    fn pddl(&self) -> (String, String) {
        let list = |facts: Facts, form: &dyn Fn(usize) -> String| -> String {
            (0..FACTS).filter(|fact| facts >> fact & 1 == 1).map(form).collect()
        };
        let (is, is_not) = (|fact: usize| format!(" (f{fact})"), |fact: usize| format!(" (not (f{fact}))"));
        let action = |(number, action): (usize, &TinyAction)| {
            let cost = if self.has_costs {
                format!(" (increase (total-cost) {})", action.cost)
            } else {
                String::new()
            };
            format!(
                "(:action a{number} :parameters () :precondition (and{}{}) :effect (and{}{}{cost}))\n",
                list(action.holds, &is),
                list(action.holds_not, &is_not),
                list(action.adds, &is),
                list(action.deletes, &is_not),
            )
        };
        let actions: String = self.actions.iter().enumerate().map(action).collect();
        let domain = format!(
            "(define (domain tiny) (:requirements :strips :negative-preconditions :action-costs)\n\
             (:predicates{})\n(:functions (total-cost) - number)\n{actions})",
            list(Facts::MAX, &is)
        );
        let metric = if self.has_costs { "(:metric minimize (total-cost))" } else { "" };
        let problem = format!(
            "(define (problem one) (:domain tiny) (:init{} (= (total-cost) 0))\n(:goal (and{})) {metric})",
            list(self.initial, &is),
            list(self.goal, &is)
        );
        (domain, problem)
    }

    /// The least cost of a plan, if there is one: costs of all states, made smaller until none changes.
    fn least_cost(&self) -> Option<u64> {
        let mut costs = vec![None; 1 << FACTS];
        costs[self.initial as usize] = Some(0);
        loop {
            let before = costs.clone();
            for state in 0..1 << FACTS {
                let Some(so_far) = costs[state as usize] else { continue };
                for action in &self.actions {
                    if state & action.holds == action.holds && state & action.holds_not == 0 {
                        let after = (state & !action.deletes | action.adds) as usize;
                        let cost = so_far + if self.has_costs { action.cost } else { 1 };
                        costs[after] = Some(costs[after].map_or(cost, |known: u64| known.min(cost)));
                    }
                }
            }
            if costs == before {
                let goals = (0..1 << FACTS).filter(|state: &u32| state & self.goal == self.goal);
                return goals.filter_map(|state| costs[state as usize]).min();
            }
        }
    }
}

/// All searches and presets, with every heuristic.
fn every_search() -> Vec<String> {
    const FORMS: [&str; 11] = [
        "astar(H)",
        "astar(H, pruned=ff)",
        "astar(max(H, max))",
        "wastar(H, w=2)",
        "gbfs(H)",
        "gbfs(H, preferred, boost=10)",
        "gbfs(tiebreaking(novelty(H), H, g), H)",
        "lazy(H, w=3)",
        "lazy(H, preferred)",
        "lazy(max(H, ff), preferred)",
        "anytime(H, preferred)",
    ];
    let forms = FORMS.iter().flat_map(|form| CATALOG.iter().map(|entry| form.replace('H', entry.name)));
    let named = PRESETS.iter().chain(ALIASES).map(|(name, _)| (*name).to_owned());
    forms.chain(named).chain(["race(gbfs(ff), lama-first, nolan)".to_owned()]).collect()
}

#[test]
fn every_search_ends_and_is_right_about_solvability_and_cost() {
    let searches: Vec<Search> = every_search().iter().map(|spec| spec.parse().unwrap()).collect();
    let mut random = ChaCha8Rng::seed_from_u64(32);
    let (mut solved, mut unsolvable, mut refused) = (0, 0, 0);
    for _ in 0..60 {
        let tiny = Tiny::random(&mut random);
        let least = tiny.least_cost();
        let (domain, problem) = tiny.pddl();
        let given = PlanningTask::from_pddl(&domain, &problem).unwrap();
        for search in &searches {
            let context = || format!("{search} on\n{domain}\n{problem}");
            let limits = Limits {
                budget: Budget::unlimited().with_time(Duration::from_secs(20)),
                ..Limits::default()
            };
            let found = match planning::plan(&given, search, None, &limits, &mut ()) {
                Ok(found) => found,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}: {}", context());
                    refused += 1;
                    continue;
                }
            };
            assert_eq!(found.ended.stopped, None, "{}", context());
            match (&found.ended.report.outcome, least) {
                (Outcome::Solved { cost, .. }, Some(least)) => {
                    assert!(*cost >= least, "{cost} < {least}: {}", context());
                    let must_be_least = found.ended.is_optimal || search.is_optimal();
                    assert!(*cost == least || !must_be_least, "{cost} > {least}: {}", context());
                    assert!(found.plan.is_some());
                    solved += 1;
                }
                (Outcome::Unsolvable, None) => unsolvable += 1,
                (outcome, least) => panic!("{outcome:?}, but {least:?}: {}", context()),
            }
        }
    }
    assert!(solved > 1000 && unsolvable > 300, "{solved} solved, {unsolvable} unsolvable, {refused} refused");
}
