//! The size of a logic machine.

use network::logic::{ARITIES, Shape};
use serde::{Deserialize, Serialize};

/// The size of a Neural Logic Machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineSize {
    /// The number of layers.
    pub depth: usize,
    /// The largest arity of relations, up to 3. The input predicates are always covered.
    pub breadth: usize,
    /// The number of features that a layer computes for each arity.
    pub width: usize,
}

impl Default for MachineSize {
    /// That of the paper on bounds.
    fn default() -> Self {
        Self { depth: 5, breadth: 3, width: 8 }
    }
}

impl MachineSize {
    /// The largest number of layers accepted.
    pub const MOST_DEPTH: usize = 100;
    /// The largest width accepted.
    pub const MOST_WIDTH: usize = 1000;
    /// The largest arity that machines support.
    pub const MOST_BREADTH: usize = ARITIES - 1;

    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The machine's shape. It is at least as broad as its inputs.
    pub(super) fn shape(self, inputs: [usize; ARITIES], outputs: usize) -> Shape {
        let broadest = inputs.iter().rposition(|&relations| relations > 0).unwrap_or(0);
        Shape { inputs, depth: self.depth, breadth: self.breadth.max(broadest), width: self.width, outputs }
    }
}
