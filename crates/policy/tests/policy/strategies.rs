//! Strategies learned from small problems on larger ones.

use pddl::Problem;
use policy::act::Ended;
use policy::example::Effort;

use crate::support::{acted, generated, is_plan, learned_with};

/// Learns from small problems, some of each size, and acts on larger ones.
fn solves(name: &str, small: &[&[(&str, u32)]], larger: &[(&str, u32)]) {
    solves_with(&Effort::default(), name, small, larger);
}

fn solves_with(effort: &Effort, name: &str, small: &[&[(&str, u32)]], larger: &[(&str, u32)]) {
    let (domain, _) = generated(name, larger, []);
    let problems: Vec<Problem> =
        small.iter().flat_map(|parameters| generated(name, parameters, 1..=4).1).collect();
    let lesson = learned_with(&domain, &problems, effort, 2);
    let (_, problems) = generated(name, larger, 21..=23);
    for problem in &problems {
        let (ended, plan) = acted(&domain, problem, &lesson.strategy);
        assert_eq!(ended, Ended::Solved, "{name}");
        assert!(is_plan(&domain, problem, &plan), "{name}");
    }
}

#[test]
fn ferry_is_solved_without_search() {
    solves("ipc23-ferry", &[&[("cars", 3), ("locations", 4)]], &[("cars", 30), ("locations", 20)]);
}

/// No cheapest plan was looked for, as if none could be found soon. (No rule was learned from such problems.)
#[test]
fn what_has_no_cheapest_plan_soon_is_learned_from() {
    let effort = Effort { cheapest: 0, ..Effort::default() };
    solves_with(&effort, "transport", &[&[("packages", 2)], &[("packages", 4)]], &[("packages", 12)]);
}

#[test]
fn gripper_is_solved_without_search() {
    solves("gripper", &[&[("balls", 4)]], &[("balls", 40)]);
}

/// Taller towers teach what to do where both blocks are below others.
#[test]
fn blocksworld_is_solved_without_search() {
    let small = [4, 6, 8, 10, 12].map(|blocks| [("blocks", blocks)]);
    let small: Vec<&[(&str, u32)]> = small.iter().map(|parameters| &parameters[..]).collect();
    solves("ipc23-blocksworld", &small, &[("blocks", 40)]);
}

#[test]
fn spanner_is_solved_without_search() {
    solves(
        "ipc23-spanner",
        &[&[("nuts", 2), ("spanners", 3), ("locations", 4)]],
        &[("nuts", 12), ("spanners", 20), ("locations", 15)],
    );
}

#[test]
fn childsnack_is_solved_without_search() {
    solves(
        "ipc23-childsnack",
        &[
            &[("children", 4), ("allergic", 2), ("trays", 1), ("sandwiches", 6)],
            &[("children", 6), ("allergic", 2), ("trays", 2), ("sandwiches", 9)],
            &[("children", 6), ("allergic", 3), ("trays", 2), ("sandwiches", 9)],
        ],
        &[("children", 15), ("allergic", 5), ("trays", 3), ("sandwiches", 20)],
    );
}

#[test]
fn transport_is_solved_without_search() {
    solves(
        "ipc23-transport",
        &[&[("vehicles", 2), ("packages", 2), ("locations", 5)]],
        &[("vehicles", 4), ("packages", 15), ("locations", 20)],
    );
}
