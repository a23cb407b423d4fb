//! Departures from the paper.

use crate::Scale;

use super::Kind;
use super::program::{CONDITION_LITERALS, Way, sample_bodies};
use super::states::TestStates;

const LARGEST: &str =
    "The value of a state is the largest cost of a rule that holds; the paper looks for it by binary search.";
const WEIGHT: &str =
    "Paths weigh 0.8, as in the authors' program; the paper does not say so. A part of its own has weight 1.";
const TIME: &str = "Seconds and nodes per second are of one core of this machine, the best of five runs, with rules compiled.";
const KEPT: &str = "States drawn for lower costs are kept for higher ones; the paper draws anew for each cost. Rules \
                    have to hold in eight states.";
const ADDED: &str = "Rows without published figures are added: heuristics to compare with, and rules with 9 variables \
                     and 12 literals (wide) instead of 6 and 8.";

/// The departures from the paper at a scale.
pub(super) fn departures(kind: Kind, states: &TestStates, scale: Scale) -> Vec<String> {
    let mut sentences = vec![tested_on(states)];
    let learns_from_samples = !matches!(kind, Kind::Accuracy | Kind::Searches);
    let learns_from_all = !matches!(kind, Kind::SampleAccuracy | Kind::Reach);
    if learns_from_samples {
        sentences.push(sampled(kind, scale));
        sentences.extend((!leaves_samples_out(kind, scale)).then(|| KEPT.to_owned()));
    }
    if learns_from_all {
        sentences.push(all_states(scale));
    }
    if matches!(kind, Kind::Accuracy | Kind::Searches) {
        sentences.push(hours(scale));
    }
    sentences.push(LARGEST.to_owned());
    if matches!(kind, Kind::SampleSearches | Kind::Searches) {
        sentences.extend([WEIGHT, TIME, ADDED].map(str::to_owned));
    }
    if kind == Kind::Accuracy {
        sentences.push(ADDED.to_owned());
    }
    if kind == Kind::Beyond {
        sentences.push("The paper has nothing of this. Paths weigh 0.8.".to_owned());
    }
    sentences
}

fn tested_on(states: &TestStates) -> String {
    match states {
        TestStates::Drawn => {
            "States to test on are drawn here, with as many of each cost as in the authors' files, which --states \
             takes."
                .to_owned()
        }
        TestStates::Read { folder, accuracy, search } => format!(
            "States to test on are the {} and {} of the files in {}.",
            accuracy.len(),
            search.len(),
            folder.display()
        ),
    }
}

fn leaves_samples_out(kind: Kind, scale: Scale) -> bool {
    scale == Scale::Smoke && matches!(kind, Kind::SampleSearches | Kind::Beyond)
}

fn sampled(kind: Kind, scale: Scale) -> String {
    let bodies = sample_bodies(scale);
    match scale {
        _ if leaves_samples_out(kind, scale) => {
            "Rules from samples of 1000 and 2000 states for each cost take minutes and are left out."
                .to_owned()
        }
        Scale::Smoke => format!(
            "Rules are learned from 50 and 100 states for each cost only, with one seed, and {bodies} bodies are tried \
             for each cost."
        ),
        Scale::Laptop | Scale::Paper | Scale::Full => format!(
            "Rules from samples are looked for among {bodies} bodies for each cost, not for 20 minutes; means are over \
             five seeds."
        ),
    }
}

fn all_states(scale: Scale) -> String {
    match scale {
        Scale::Smoke => format!(
            "Rules from all states are looked for among {} bodies only, and without reuse.",
            Way::Plain.bodies(scale)
        ),
        _ => format!(
            "Rules from all states are looked for among all bodies whose parts, connected by variables of their own, \
             have {CONDITION_LITERALS} literals at most, which takes seconds; with reuse among {} bodies for each cost.",
            Way::Reuse.bodies(scale)
        ),
    }
}

fn hours(scale: Scale) -> String {
    let all = if scale == Scale::Smoke { "" } else { ", when nothing is left to try," };
    format!(
        "Nothing is learned for hours here: what is learned without reuse{all} stands beside the 120 hours of the \
         paper, and its rows of fewer hours are left out."
    )
}
