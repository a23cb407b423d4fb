//! Weisfeiler-Leman features: how many objects and atoms of a state have each colour.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use task::{Space, Task};
use wl::{ColourCounts, Follower, NoGraph, Palette, PaletteText};

use crate::mismatch::Mismatch;

/// The colours that a model knows, and those whose counts are its inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WlText", into = "WlText")]
pub struct WlSignature {
    palette: Arc<Palette>,
    inputs: Vec<u32>,
}

/// A [`WlSignature`] as files have it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WlText {
    palette: PaletteText,
    inputs: Vec<u32>,
}

impl WlSignature {
    /// Of a palette, with inputs for these of its colours, which ascend.
    pub fn new(palette: Palette, inputs: Vec<u32>) -> Self {
        debug_assert!(inputs.is_sorted_by(|first, second| first < second));
        Self { palette: Arc::new(palette), inputs }
    }

    /// The colours that it knows.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The colours whose counts are inputs, ascending.
    pub fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    /// The number of inputs: the counts, and last how many colours of a state were never seen.
    pub fn width(&self) -> usize {
        self.inputs.len() + 1
    }

    /// The number of nodes of a state's graph.
    pub fn nodes(&self, task: &Task, space: &Space, state: &[u64]) -> usize {
        let graph = self.palette.graph(task).ok();
        graph.map_or(0, |graph| graph.objects() + graph.nodes(space, state).len())
    }

    /// Follows the colours of a task's states.
    pub(crate) fn follower<T: wl::Tally>(&self, task: &Task, tally: T) -> Result<Follower<T>, Mismatch> {
        let graph = self.palette.graph(task).map_err(Mismatch::from)?;
        Ok(Follower::new(&self.palette, graph, &Space::new(task), tally))
    }
}

impl TryFrom<WlText> for WlSignature {
    type Error = String;

    fn try_from(text: WlText) -> Result<Self, String> {
        let palette = Palette::from_text(&text.palette).map_err(|error| error.to_string())?;
        let ascend = text.inputs.is_sorted_by(|first, second| first < second);
        let are_known = text.inputs.last().is_none_or(|&last| last < palette.unseen());
        if !(ascend && are_known) {
            return Err("its inputs are no colours of its palette".to_owned());
        }
        Ok(Self::new(palette, text.inputs))
    }
}

impl From<WlSignature> for WlText {
    fn from(signature: WlSignature) -> Self {
        Self { palette: signature.palette.to_text(), inputs: signature.inputs }
    }
}

impl From<NoGraph> for Mismatch {
    fn from(why: NoGraph) -> Self {
        match why {
            NoGraph::NoObjects => Self::NoObjects,
            NoGraph::GoalForm => Self::GoalForm,
        }
    }
}

/// Counts the colours of a task's states.
#[derive(Clone, Debug)]
pub struct WlFeatures {
    follower: Follower<ColourCounts>,
    inputs: Vec<u32>,
}

impl WlFeatures {
    /// For the states of `task`.
    ///
    /// # Errors
    /// When its states have no graph.
    pub fn new(signature: &WlSignature, task: &Task) -> Result<Self, Mismatch> {
        let counts = ColourCounts::new(signature.palette.len());
        Ok(Self { follower: signature.follower(task, counts)?, inputs: signature.inputs.clone() })
    }

    /// Appends the features of a state.
    pub fn push(&mut self, space: &Space, state: &[u64], numbers: &mut Vec<f32>) {
        let counts = self.follower.go_to(space, state).counts();
        numbers.extend(self.inputs.iter().map(|&colour| counts[colour as usize] as f32));
        numbers.push(counts[counts.len() - 1] as f32);
    }
}
