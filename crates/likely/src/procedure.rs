//! Whose procedure is followed.

use serde::{Deserialize, Serialize};

/// Whose procedure is followed, where the paper and its authors' code differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum As {
    /// The paper's.
    Paper,
    /// That of the authors' code. The goal is among what is learned from; the last iteration's plans are not. The
    /// optimiser of the network of uncertainty has Nesterov's momentum, and always takes itself to be at its first step.
    /// Where hidden numbers are dropped, gradients of the weights before them don't heed it. Walks that find too little
    /// uncertainty end one move early.
    Code,
}
