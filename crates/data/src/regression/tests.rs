use std::collections::BTreeSet;

use generators::{Generator, Size};
use pddl::{Source, Strictness};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::Budget;

use super::*;

type Edge = (Vec<u64>, Action, Vec<u64>);

fn ground(domain: &str, problem: &str) -> Task {
    let domain = pddl::parse_domain(&Source::new("domain", domain), Strictness::Lenient).unwrap().value;
    let problem = pddl::parse_problem(&domain, &Source::new("problem", problem), Strictness::Lenient);
    task::ground(&domain, &problem.unwrap().value, &Budget::unlimited()).unwrap()
}

fn generated(domain: &str, parameters: &[(&str, u32)], number: u64) -> Task {
    let mut generator = Generator::new(generators::find(domain).unwrap(), Size::Small);
    parameters.iter().for_each(|&(name, number)| generator.set(name, number).unwrap());
    ground(generator.domain().pddl, &generator.problem(1, number).unwrap())
}

/// All states that can be reached, and all steps among them.
fn explored(space: &Space) -> (BTreeSet<Vec<u64>>, BTreeSet<Edge>) {
    let mut initial = vec![0; space.words()];
    space.initial(&mut initial);
    let (mut states, mut edges) = (BTreeSet::from([initial.clone()]), BTreeSet::new());
    let (mut open, mut scratch) = (vec![initial], space.scratch());
    while let Some(state) = open.pop() {
        space.successors(&state, &mut scratch, |action, after| {
            edges.insert((state.clone(), action, after.to_vec()));
            if states.insert(after.to_vec()) {
                open.push(after.to_vec());
            }
        });
    }
    (states, edges)
}

/// Small tasks whose preconditions and mutexes leave no value open.
fn tasks() -> Vec<Task> {
    vec![
        generated("blocksworld", &[("blocks", 4)], 1),
        generated("blocksworld", &[("blocks", 3)], 2),
        generated("gripper", &[("balls", 3)], 1),
    ]
}

#[test]
fn steps_back_are_the_steps_forward_in_reverse() {
    for task in tasks() {
        let (space, mutexes) = (Space::new(&task), Mutexes::new(&task));
        let regression = Regression { task: &task, space: &space, mutexes: &mutexes };
        let (mut scratch, mut random) = (space.scratch(), ChaCha8Rng::seed_from_u64(1));
        let (states, edges) = explored(&space);
        let mut found = BTreeSet::new();
        for state in &states {
            for (action, before) in regression.all_before(state, &mut scratch, &mut random) {
                found.insert((before, action, state.clone()));
            }
        }
        assert!(edges.len() > 20 && edges.is_subset(&found), "{} {}", edges.len(), found.len());
        // What can't be reached may have led here, too, but by an operator that does so.
        for (before, action, state) in &found {
            let mut actions = Vec::new();
            space.applicable(before, &mut scratch, &mut actions);
            assert!(actions.contains(action));
            let mut after = vec![0; space.words()];
            space.apply(before, *action, &mut scratch, &mut after);
            assert_eq!(after, *state);
        }
    }
}

#[test]
fn all_goal_states_that_can_be_reached_are_found() {
    for task in tasks() {
        let (space, mutexes) = (Space::new(&task), Mutexes::new(&task));
        let regression = Regression { task: &task, space: &space, mutexes: &mutexes };
        let goals = goal_states(regression, &mut ChaCha8Rng::seed_from_u64(1));
        assert!(goals.iter().all(|state| space.is_goal(state)));
        let goals: BTreeSet<Vec<u64>> = goals.into_iter().collect();
        let (_, edges) = explored(&space);
        let ends =
            edges.into_iter().filter(|(before, _, state)| !space.is_goal(before) && space.is_goal(state));
        let reached: BTreeSet<Vec<u64>> = ends.map(|(_, _, state)| state).collect();
        assert!(reached.is_subset(&goals));
        // Mutexes don't tell that blocks can't lie on each other in a circle.
        assert!(goals.len() <= 2 * reached.len(), "{} {}", goals.len(), reached.len());
    }
}

#[test]
fn a_goal_that_excludes_itself_has_no_states() {
    let mut task = generated("blocksworld", &[("blocks", 3)], 1);
    let group = task.mutex_groups.iter().find(|group| group[0].variable != group[1].variable).unwrap();
    task.goal = vec![group[0], group[1]];
    task.goal.sort_unstable();
    let (space, mutexes) = (Space::new(&task), Mutexes::new(&task));
    let regression = Regression { task: &task, space: &space, mutexes: &mutexes };
    assert_eq!(goal_states(regression, &mut ChaCha8Rng::seed_from_u64(1)), Vec::<Vec<u64>>::new());
}

#[test]
fn values_that_nobody_asked_for_are_chosen_by_chance() {
    let domain = "(define (domain d) (:predicates (at ?x) (place ?x) (rested))
        (:action rest :parameters (?x) :precondition (at ?x) :effect (rested))
        (:action go :parameters (?y) :precondition (place ?y)
            :effect (and (forall (?x) (not (at ?x))) (at ?y))))";
    let problem = "(define (problem p) (:domain d) (:objects a b c)
        (:init (at a) (place a) (place b) (place c)) (:goal (and (at c) (rested))))";
    let task = ground(domain, problem);
    let (space, mutexes) = (Space::new(&task), Mutexes::new(&task));
    let regression = Regression { task: &task, space: &space, mutexes: &mutexes };
    let (mut scratch, mut random) = (space.scratch(), ChaCha8Rng::seed_from_u64(1));
    let goals = goal_states(regression, &mut random);
    assert!(!goals.is_empty());
    let mut before = BTreeSet::new();
    for goal in goals.iter().cycle().take(100) {
        before.extend(regression.all_before(goal, &mut scratch, &mut random));
    }
    assert!(before.len() >= 3, "{before:?}");
}
