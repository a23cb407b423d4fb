//! The outputs of a linear model of Weisfeiler-Leman features, followed through a search.

use std::sync::Arc;

use task::{Space, Task};
use wl::{ColourCounts, Follower, WeightSum};

use super::WlSignature;
use crate::linear_model::LinearModel;
use crate::mismatch::Mismatch;

/// The outputs of a linear model for a task's states. Counts need not be looked at for a mean: the sum of the weights changes with each
/// colour that changes.
#[derive(Clone, Debug)]
pub struct WlOutputs {
    model: LinearModel,
    view: View,
}

#[derive(Clone, Debug)]
enum View {
    Sum(Follower<WeightSum>),
    Counts { follower: Follower<ColourCounts>, inputs: Vec<u32>, row: Vec<f32> },
}

impl WlOutputs {
    /// For the states of `task`. Where nobody asks how far weights are uncertain, the standard deviation is without that.
    ///
    /// # Errors
    /// When the states of the task have no graph.
    pub(crate) fn new(
        signature: &WlSignature,
        model: &LinearModel,
        needs_spread: bool,
        task: &Task,
    ) -> Result<Self, Mismatch> {
        let palette = signature.palette();
        let view = if needs_spread && model.looks_at_counts() {
            let follower = signature.follower(task, ColourCounts::new(palette.len()))?;
            View::Counts { follower, inputs: signature.inputs().to_vec(), row: Vec::new() }
        } else {
            let mut weights = vec![0; palette.len() + 1];
            let inputs = signature.inputs().iter().zip(model.whole_weights());
            inputs.for_each(|(&colour, weight)| weights[colour as usize] = weight);
            View::Sum(signature.follower(task, WeightSum::new(Arc::from(weights)))?)
        };
        Ok(Self { model: model.clone(), view })
    }

    /// Are weights all that it adds up?
    pub(crate) fn is_sum(&self) -> bool {
        matches!(self.view, View::Sum(_))
    }

    /// The effort for a state, as [`search::Heuristic::effort`] counts it.
    pub(crate) fn effort(&self) -> u64 {
        match &self.view {
            View::Sum(_) => 10,
            View::Counts { inputs, .. } => 10 + (inputs.len() * inputs.len()) as u64 / 200,
        }
    }

    /// Appends the outputs for a state.
    pub(crate) fn push(&mut self, space: &Space, state: &[u64], outputs: &mut Vec<f32>) {
        let Self { model, view } = self;
        outputs.extend(match view {
            View::Sum(follower) => {
                let tally = follower.go_to(space, state);
                model.outputs_by_sum(tally.sum(), tally.unseen(), None)
            }
            View::Counts { follower, inputs, row } => {
                let counts = follower.go_to(space, state).counts();
                row.clear();
                row.extend(inputs.iter().map(|&colour| counts[colour as usize] as f32));
                row.push(counts[counts.len() - 1] as f32);
                model.outputs(row)
            }
        });
    }
}
