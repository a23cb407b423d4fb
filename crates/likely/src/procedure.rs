//! The choice between the paper's procedure and the code's.

use serde::{Deserialize, Serialize};

/// The procedure to follow where the paper and its authors' code differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum As {
    /// That of the paper.
    Paper,
    /// That of the authors' code:
    /// - The goal is among the training data; the last iteration's plans are not.
    /// - The planning network is trained on as many rows as the buffer can hold, by repeating records.
    /// - The optimiser of the network of uncertainty has Nesterov's momentum, and its bias correction stays at the first step.
    /// - Dropout does not enter the gradients of the weights before the dropped units.
    /// - Walks that find too little uncertainty end one move early.
    Code,
}
