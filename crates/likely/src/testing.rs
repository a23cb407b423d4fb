//! Small spaces for tests.

use crate::{CompiledReading, Encoding, LearnedCosts};
use belief::promised;
use search::Reversible;

/// Places in a row, the first of which is the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub length: u32,
}

impl Reversible for Line {
    type State = u32;
    type Move = bool;

    fn is_goal(&self, state: &u32) -> bool {
        *state == 0
    }

    fn moves(&self, state: &u32, last: Option<bool>) -> impl Iterator<Item = bool> {
        let (state, length) = (*state, self.length);
        let can = move |up: &bool| if *up { state + 1 < length } else { state > 0 };
        [false, true].into_iter().filter(can).filter(move |up| Some(!up) != last)
    }

    fn apply(&self, state: &mut u32, up: bool) {
        *state = if up { *state + 1 } else { state.saturating_sub(1) };
    }

    fn inverse(&self, up: bool) -> bool {
        !up
    }
}

/// One input for each place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneHot;

impl Encoding<Line> for OneHot {
    fn inputs(&self) -> usize {
        24
    }

    fn encode(&self, _: &Line, state: &u32, inputs: &mut Vec<(u32, f32)>) {
        inputs.push((*state, 1.0));
    }

    fn lower_bound(&self, _: &Line, _: &u32) -> u32 {
        0
    }
}

/// The reading at a probability α of a network that learned costs divided by a scale.
pub(crate) fn at(alpha: f64, scale: f32, learned: LearnedCosts) -> CompiledReading {
    CompiledReading::below(learned.outputs(scale.into(), 1.0), promised(alpha))
}
