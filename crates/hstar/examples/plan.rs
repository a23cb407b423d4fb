//! Plans a PDDL task: `cargo run --example plan`.
#![expect(clippy::print_stdout, reason = "examples show what comes of them")]

use hstar::{Limits, PlanningTask, Search, plan};

const DOMAIN: &str = "(define (domain post)
    (:predicates (at ?x) (road ?x ?y))
    (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
        :effect (and (at ?y) (not (at ?x)))))";
const PROBLEM: &str = "(define (problem letter) (:domain post) (:objects a b c)
    (:init (at a) (road a b) (road b c)) (:goal (at c)))";

fn main() -> Result<(), hstar::Error> {
    let task = PlanningTask::from_pddl(DOMAIN, PROBLEM)?;
    let search: Search = "astar(lmcut)".parse()?;
    let found = plan(&task, &search, None, &Limits::default(), &mut ())?;
    let steps = found.plan.expect("there is a plan").to_string();
    println!("{steps}; least cost: {}", found.ended.is_optimal);
    assert_eq!(steps, "(walk a b)\n(walk b c)\n");
    Ok(())
}
