//! A heuristic of your own in greedy best-first search, beside one that is there: `cargo run --example own_heuristic`.
#![expect(clippy::print_stdout, reason = "examples show what comes of them")]

use hstar::generators::{Generator, Size};
use hstar::heuristics::{CostKind, Entry};
use hstar::search::{Batch, Budget, Estimate, Estimates, Greedy, Heuristic, Limits, Outcome, gbfs};
use hstar::task::Space;
use hstar::{PlanningTask, Task};

/// Counts goals that do not hold.
struct OpenGoals<'a>(&'a Task);

impl Heuristic<Space> for OpenGoals<'_> {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            let open = self.0.goal.iter().filter(|goal| space.value(state, goal.variable) != goal.value);
            estimates.push(Estimate::from_cost(open.count() as u64));
        }
    }
}

fn main() -> Result<(), hstar::Error> {
    let blocks = hstar::generators::find("blocksworld").expect("a domain that is built in");
    let problem = Generator::new(blocks, Size::Small).problem(1, 1).expect("a problem");
    let task = PlanningTask::from_pddl(blocks.pddl, &problem)?.ground(&Budget::unlimited())?.into_owned();
    let mut ff =
        Entry::find("ff").and_then(|ff| ff.make(&task, CostKind::One).ok()).expect("ff can handle it");
    let space = Space::new(&task);
    let report =
        gbfs(&space, &mut [&mut OpenGoals(&task), &mut *ff], Greedy::default(), &Limits::default(), &mut ());
    let Outcome::Solved { plan, cost } = report.outcome else { unreachable!("it can be solved") };
    println!("{} steps, cost {cost}, {} states evaluated", plan.len(), report.counters.evaluated);
    Ok(())
}
