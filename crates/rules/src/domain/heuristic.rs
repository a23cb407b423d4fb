//! Rules as a heuristic.

use belief::{Belief, Point, Reader};
use search::{Batch, Estimate, Estimates, Heuristic};
use task::Space;

use super::{DomainRules, Judge, World};

/// Rules as a heuristic for the states of a task, by a reading of their values.
///
/// Rules give a state a value and a lower bound. Where rules are about states these are the same; where they are about goals,
/// the value is the sum over open goals, and the bound the largest of them.
#[derive(Debug)]
pub struct RulesHeuristic {
    judge: Judge,
    reader: Reader,
    values: Vec<u32>,
}

impl RulesHeuristic {
    /// For the states of a task.
    pub fn new(rules: &DomainRules, world: World, reader: Reader) -> Self {
        let values = vec![0; world.variables()];
        Self { judge: Judge::new(rules, world), reader, values }
    }
}

impl Heuristic<Space> for RulesHeuristic {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        let Self { judge, reader, values } = self;
        judge.clear();
        for (_, state, _) in batch.iter() {
            space.values(state, values);
            judge.push(values);
        }
        for verdict in judge.verdicts() {
            let point = Point::new(f64::from(verdict.value), f64::from(verdict.at_least));
            // Whole numbers are no invalid points.
            estimates.push(point.map_or(Estimate::new(0.0), |point| reader.read(&Belief::Point(point))));
        }
    }

    /// About a tenth of a millisecond.
    fn effort(&self) -> u64 {
        1000
    }
}
