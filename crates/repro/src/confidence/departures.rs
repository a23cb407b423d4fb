//! Departures from the paper.

use std::path::Path;

use crate::Scale;
use learn::training::Device;

use super::Kind;
use super::effort::Effort;
use super::task_set::{Difficulty, missing};

const GENERATED: &str = "Tasks of the same eight domains come from hstar's generators; --benchmarks DIR takes the paper's \
                         own from a copy of the IPC benchmarks.";
const SMALL: &str = "Tasks are as small as can be, and networks are hardly trained: figures mean nothing.";
const EVALUATIONS: &str = "Searches end after a number of evaluated states, the same for all, where the paper's end after \
                           30 minutes (120 for hard tasks) or at 15 GB. With ff in a second queue a state is evaluated twice \
                           and counted once.";
const INPUTS: &str = "Networks see the state alone; whether the paper's see the goal as well is not known. Weights begin \
                      uniform within ±1/√inputs, not as Keras has them.";
const MIXING: &str = "Noise comes on top of a batch's states: one input for each state at 50 %, nine at 90 %. The paper does not \
                      say how it is mixed.";
const FOLDS: &str = "Every tenth state is for validation, whichever plan it is on, and confidence and ranks are those on these \
                     states.";
const PRIORITY: &str = "P takes the adaptive thresholds; the paper does not say which.";
const N: &str = "N is noise near the data: states trained on in which up to three facts have given way to others that never \
                 hold beside them. S, R and O are states: of searches by ff that are given up (where none is, ever earlier), at the \
                 ends of up to 20 random actions from states trained on, and of other problems of the domain.";

/// The departures from the paper at this scale, a sentence each.
pub(super) fn departures(kind: Kind, benchmarks: Option<&Path>, device: Device, scale: Scale) -> Vec<String> {
    let mut sentences = vec![match benchmarks {
        None => GENERATED.to_owned(),
        Some(folder) => from_collection(folder, scale),
    }];
    match scale {
        Scale::Smoke => sentences.push(SMALL.to_owned()),
        Scale::Laptop => {}
        Scale::Paper | Scale::Full => {
            sentences.push("Networks restart at no slow progress, and stop by no clock.".to_owned())
        }
    }
    if scale != Scale::Full {
        let effort = Effort::at(scale);
        let teacher = effort.teacher.max_evaluations.unwrap_or(0);
        sentences.push(format!(
            "There is one moderate task for each domain, not 49, and no hard one; about {} states to learn from, of searches \
             given up after {teacher} evaluations, where the paper has as many as six hours yield; and {} of ten networks.",
            effort.states, effort.networks,
        ));
        if let Some(states) = effort.threshold_states {
            sentences.push(format!(
                "They are trained at a learning rate of {}, not 0.001, for at most {} steps, until {} epochs bring nothing \
                 better (the paper: a thousand epochs, 100), and {} problems are solved, not 60. Thresholds are those of \
                 about {states} states of other plans, not of the states learned from, of which so few are known by heart.",
                effort.learning_rate, effort.steps, effort.patience, effort.instances,
            ));
        }
    }
    if device != Device::Cpu {
        sentences.push(format!("Networks are trained on {device}."));
    }
    let evaluations = Effort::search(scale, Difficulty::Moderate).max_evaluations;
    if let (Some(most), true) = (evaluations, kind != Kind::Confidence) {
        sentences
            .push(EVALUATIONS.replace("a number of evaluated states", &format!("{most} evaluated states")));
    }
    sentences.extend([INPUTS, MIXING, FOLDS].map(str::to_owned));
    match kind {
        Kind::Searches => sentences.push(PRIORITY.to_owned()),
        Kind::Confidence | Kind::Near => sentences.push(N.to_owned()),
        Kind::Trainings => {}
    }
    sentences
}

fn from_collection(folder: &Path, scale: Scale) -> String {
    let missing = missing(scale, folder);
    if missing.is_empty() {
        return "Tasks are the paper's own.".to_owned();
    }
    format!("Tasks are the paper's own, but for those that are not in the folder: {}.", missing.join(", "))
}
