use std::collections::HashSet;

use proptest::prelude::*;
use search::{Greedy, Limits, StateId, gbfs, lazy};

use super::*;
use crate::arbitrary::task;

/// A variable and its value.
type Fact = (usize, u32);

/// Novelty as it is defined: all sets of facts of all states, by group.
#[derive(Default)]
struct Defined {
    facts: HashSet<(u32, Fact)>,
    pairs: HashSet<(u32, Fact, Fact)>,
}

impl Defined {
    fn judge(&mut self, group: u32, facts: &[Fact], width: Width) -> f32 {
        let mut has_fact = false;
        let mut has_pair = false;
        for (index, &first) in facts.iter().enumerate() {
            has_fact |= self.facts.insert((group, first));
            for &second in &facts[..index] {
                has_pair |= self.pairs.insert((group, second, first));
            }
        }
        match (has_fact, has_pair, width) {
            (true, ..) => 1.0,
            (false, true, Width::Two) => 2.0,
            (false, _, Width::One) => 2.0,
            (false, false, Width::Two) => 3.0,
        }
    }
}

/// Says that each state costs what its number leaves when it is divided by 3, and holds the novelty of all states against
/// its definition.
struct Checked<'a> {
    novelty: Novelty,
    defined: Defined,
    task: &'a Task,
    checked: &'a mut usize,
}

/// Estimates by the number of a state.
struct Thirds;

fn group(id: StateId) -> u32 {
    id % 3
}

impl Heuristic<Space> for Thirds {
    fn estimate(&mut self, _: &Space, batch: &Batch, estimates: &mut Estimates) {
        batch.iter().for_each(|(id, ..)| estimates.push(Estimate::new(group(id) as f32)));
    }
}

impl Heuristic<Space> for Checked<'_> {
    fn estimate(&mut self, _: &Space, _: &Batch, _: &mut Estimates) {
        unreachable!("searches tell what others have said");
    }

    fn estimate_after(
        &mut self,
        space: &Space,
        batch: &Batch,
        earlier: &[Estimates],
        estimates: &mut Estimates,
    ) {
        self.novelty.estimate_after(space, batch, earlier, estimates);
        let is_again = batch.parent().is_none() && *self.checked > 0;
        for (index, (id, state, _)) in batch.iter().enumerate().filter(|_| !is_again) {
            let variables =
                (0..self.task.variables.len()).filter(|&v| self.task.variables.layers[v].is_none());
            let facts: Vec<_> = variables.map(|v| (v, space.value(state, v as u32))).collect();
            let expected = self.defined.judge(group(id), &facts, self.novelty.width);
            let first = estimates.estimates().len() - batch.len();
            assert_eq!(estimates.estimates()[first + index].h, expected);
            *self.checked += 1;
        }
    }

    fn estimates_cost(&self) -> bool {
        false
    }
}

proptest! {
    #[test]
    fn novelty_is_what_its_definition_says(task in task(false), eager: bool, preferred: bool, wide: bool) {
        let space = Space::new(&task);
        let width = if wide { Width::Two } else { Width::One };
        let mut checked = 0;
        let mut novelty =
            Checked { novelty: Novelty::new(&task, width, vec![0]), defined: Defined::default(), task: &task, checked: &mut checked };
        let limits = Limits { max_expansions: Some(200), ..Limits::default() };
        let search = if eager { gbfs::<Space> } else { lazy::<Space> };
        let options = Greedy { preferred, ..Greedy::default() };
        let report = search(&space, &mut [&mut Thirds, &mut novelty], options, &limits, &mut ());
        prop_assert_eq!(checked as u64, report.counters.evaluated);
    }
}
