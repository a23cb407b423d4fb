use proptest::collection::vec;
use proptest::prelude::*;
use search::StateSpace;

use super::*;
use crate::{Effect, Space, arbitrary};

/// Variables that start at 0, and a goal.
fn task(sizes: &[u32], goal: &[(u32, u32)]) -> Task {
    let mut task = Task { has_costs: true, ..Task::default() };
    task.variables.fact_offsets.push(0);
    for (variable, &size) in sizes.iter().enumerate() {
        task.variables.names.push(format_args!("var{variable}"));
        task.variables.layers.push(None);
        (0..size).for_each(|value| task.variables.fact_names.push(format_args!("Atom v{variable}({value})")));
        task.variables.fact_offsets.push(task.variables.fact_names.len() as u32);
        task.initial.push(0);
    }
    task.goal = facts(goal);
    task.operators.effect_conditions.end_row();
    task
}

fn facts(pairs: &[(u32, u32)]) -> Vec<Fact> {
    pairs.iter().map(|&(variable, value)| Fact { variable, value }).collect()
}

fn add_operator(
    task: &mut Task,
    name: &str,
    cost: u32,
    preconditions: &[(u32, u32)],
    effects: &[(u32, u32)],
) {
    task.operators.names.push(name);
    task.operators.costs.push(cost);
    task.operators.preconditions.push(facts(preconditions));
    task.operators.effects.push(facts(effects).into_iter().map(|fact| Effect { fact, condition: 0 }));
}

fn derive(task: &mut Task, head: (u32, u32), conditions: &[(u32, u32)]) {
    task.axioms.heads.extend(facts(&[head]));
    task.axioms.conditions.push(facts(conditions));
}

fn says(task: &Task, plan: &[&str]) -> String {
    let verdict = validate_ground(task, &plan.iter().copied().collect());
    verdict.map_or_else(|error| error.to_string(), |verdict| verdict.to_string())
}

#[test]
fn any_operator_of_the_name_may_be_meant() {
    let mut task = task(&[2, 2, 2], &[(2, 1)]);
    add_operator(&mut task, "go a", 5, &[(0, 0)], &[(1, 1)]);
    add_operator(&mut task, "go a", 3, &[(1, 0)], &[(1, 1)]);
    add_operator(&mut task, "go a", 1, &[(0, 1)], &[(1, 1)]);
    add_operator(&mut task, "go a", 9, &[], &[(2, 1)]);
    assert_eq!(says(&task, &["go a"]), "the plan is valid: 1 step, cost 9");
    task.goal = facts(&[(1, 1)]);
    assert_eq!(says(&task, &["go a"]), "the plan is valid: 1 step, cost 3");
    task.has_costs = false;
    assert_eq!(says(&task, &["go a"]), "the plan is valid: 1 step, cost 1");
}

#[test]
fn failures_name_the_facts() {
    let mut task = task(&[3, 2], &[(0, 2), (1, 0)]);
    add_operator(&mut task, "Step ", 1, &[(0, 0)], &[(0, 1)]);
    add_operator(&mut task, "leap x", 1, &[(0, 1), (1, 1)], &[(0, 2)]);
    add_operator(&mut task, "leap x", 1, &[(0, 2)], &[(0, 1)]);
    let invalid = |why: &str| format!("the plan is invalid: {why}");
    assert_eq!(says(&task, &["step"]), invalid("the goal is not satisfied: (v0 2) does not hold"));
    assert_eq!(
        says(&task, &["step", "step"]),
        invalid("step 2 (line 2), (step): unsatisfied precondition: (v0 0) does not hold")
    );
    assert_eq!(
        says(&task, &["step", "leap x"]),
        invalid("step 2 (line 2), (leap x): unsatisfied precondition: (v1 1) does not hold")
    );
    assert_eq!(
        says(&task, &["leap y"]),
        invalid("step 1 (line 1), (leap y): unknown action `leap y`; did you mean `leap x`?")
    );
}

#[test]
fn too_many_readings_of_a_plan_are_an_error() {
    let mut task = task(&[2; 15], &[]);
    for variable in 0..15 {
        add_operator(&mut task, &format!("set {variable}"), 1, &[], &[(variable, 1)]);
        add_operator(&mut task, &format!("set {variable}"), 1, &[], &[]);
    }
    let plan: Vec<String> = (0..15).map(|variable| format!("set {variable}")).collect();
    let plan: Vec<&str> = plan.iter().map(String::as_str).collect();
    assert_eq!(says(&task, &plan[..13]), "the plan is valid: 13 steps, cost 13");
    let error = "at step 14, operators of the same name lead to too many different states";
    assert_eq!(says(&task, &plan), error);
}

#[test]
fn rules_that_undo_each_other_do_not_run_forever() {
    let mut task = task(&[3, 2], &[]);
    task.variables.layers[0] = Some(0);
    derive(&mut task, (0, 1), &[]);
    derive(&mut task, (0, 2), &[(0, 1)]);
    derive(&mut task, (0, 1), &[(0, 2)]);
    derive(&mut task, (0, 0), &[(0, 1)]);
    assert_eq!(says(&task, &[]), "the plan is valid: 0 steps, cost 0");
}

proptest! {
    #[test]
    fn walks_are_judged_as_the_state_space_says(task in arbitrary::task(), walk in vec(any::<u8>(), 0..8)) {
        let space = Space::new(&task);
        let mut scratch = space.scratch();
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        let (mut names, mut cost) = (Vec::new(), 0);
        for choice in walk {
            let mut successors = Vec::new();
            space.successors(&state, &mut scratch, |action, next| successors.push((action, next.to_vec())));
            let inapplicable = (0..task.operators.len() as u32).find(|&operator| successors.iter().all(|&(action, _)| action != operator));
            if let Some(operator) = inapplicable {
                let wrong: Plan = names.iter().copied().chain([&task.operators.names[operator as usize]]).collect();
                let verdict = validate_ground(&task, &wrong).unwrap();
                let fails_here = matches!(&verdict, Verdict::Invalid(Flaw::Step { number, .. }) if *number == names.len() + 1);
                prop_assert!(fails_here, "{}", verdict);
            }
            if successors.is_empty() {
                break;
            }
            let (action, next) = successors.swap_remove(usize::from(choice) % successors.len());
            names.push(&task.operators.names[action as usize]);
            cost += u64::from(space.cost(action));
            state = next;
        }
        let plan: Plan = names.iter().copied().collect();
        match validate_ground(&task, &plan).unwrap() {
            Verdict::Valid { cost: found, .. } => prop_assert!(space.is_goal(&state) && found == cost),
            Verdict::Invalid(flaw) => prop_assert!(matches!(flaw, Flaw::Goal(_)) && !space.is_goal(&state), "{}", flaw),
        }
    }
}
