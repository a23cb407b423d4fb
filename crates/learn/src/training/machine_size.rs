//! The size of a logic machine.

use network::logic::{ARITIES, Shape};
use serde::{Deserialize, Serialize};

/// The size of a Neural Logic Machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineSize {
    /// The number of layers.
    pub depth: usize,
    /// The largest number of objects that are looked at together, up to 3. Predicates are looked at in any case.
    pub breadth: usize,
    /// For each number of objects, how many features a layer computes.
    pub width: usize,
}

impl Default for MachineSize {
    /// The paper on bounds.
    fn default() -> Self {
        Self { depth: 5, breadth: 3, width: 8 }
    }
}

impl MachineSize {
    /// More layers than this are a mistake.
    pub const MOST_DEPTH: usize = 100;
    /// More features than this are a mistake.
    pub const MOST_WIDTH: usize = 1000;
    /// As many objects as a machine can look at together.
    pub const MOST_BREADTH: usize = ARITIES - 1;

    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The machine's shape. It is as broad as its inputs are.
    pub(super) fn shape(self, inputs: [usize; ARITIES], outputs: usize) -> Shape {
        let broadest = inputs.iter().rposition(|&relations| relations > 0).unwrap_or(0);
        Shape { inputs, depth: self.depth, breadth: self.breadth.max(broadest), width: self.width, outputs }
    }
}
