//! Gripper: every ball lies in some room and has to go to another.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "gripper",
    pddl_name: "gripper",
    summary: "A robot with two hands carries balls from room to room",
    pddl: include_str!("../../domains/gripper.pddl"),
    parameters: &[
        Parameter { name: "balls", help: "balls", least: 1, most: 1000, defaults: [10, 22, 42] },
        Parameter {
            name: "rooms",
            help: "rooms, the IPC's tasks have 2",
            least: 2,
            most: 50,
            defaults: [2; 3],
        },
    ],
    draw,
};

/// Solvable since every room can be reached from every other, and no ball is in the way of another.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let rooms = numbered("room", values.get("rooms"));
    let balls = numbered("ball", values.get("balls"));
    let grippers = ["left".to_owned(), "right".to_owned()];
    let mut problem = Problem::default();
    problem.of_kind("room", &rooms);
    problem.of_kind("ball", &balls);
    problem.of_kind("gripper", &grippers);
    grippers.iter().for_each(|gripper| problem.init(&["free", gripper]));
    problem.init(&["at-robby", random.name_of(&rooms)]);
    for ball in &balls {
        let from_and_to = random.some_of(2, &rooms);
        problem.init(&["at", ball, &from_and_to[0]]);
        problem.goal(&["at", ball, &from_and_to[1]]);
    }
    Ok(problem)
}
