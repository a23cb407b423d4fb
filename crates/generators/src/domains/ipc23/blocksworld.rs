//! Blocksworld as the track spells it: two uniformly random states, the second as the goal.

use crate::domain::Refusal;
use crate::domains::blocksworld::random_state;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-blocksworld",
    pddl_name: "blocksworld",
    summary: "An arm rebuilds towers of blocks on a table (as the learning track spells it)",
    pddl: include_str!("../../../domains/ipc23/blocksworld.pddl"),
    parameters: &[Parameter { name: "blocks", help: "blocks", least: 2, most: 500, defaults: [17, 92, 330] }],
    draw,
};

/// Every goal is within reach: put all blocks on the table, then build its towers from below. It says all about the blocks.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let blocks = numbered("b", values.get("blocks"));
    let mut problem = Problem::default();
    problem.objects(&blocks);
    problem.init(&["arm-empty"]);
    facts(&blocks, random, |fact| problem.init(fact));
    facts(&blocks, random, |fact| problem.goal(fact));
    Ok(problem)
}

/// The facts of a random state, but for the arm.
fn facts(blocks: &[String], random: &mut Random, mut add: impl FnMut(&[&str])) {
    for tower in random_state(blocks.len(), random) {
        if let (Some(&bottom), Some(&top)) = (tower.first(), tower.last()) {
            add(&["clear", &blocks[top]]);
            add(&["on-table", &blocks[bottom]]);
        }
        tower.windows(2).for_each(|pair| add(&["on", &blocks[pair[1]], &blocks[pair[0]]]));
    }
}
