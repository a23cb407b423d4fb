//! What is not as in the paper.

use lab::repro::Scale;

use super::labels::limits;
use super::{Kind, Linear, config};
use crate::repro::problem_set::DOMAINS;

const SMALL: &str = "Problems are as small as can be: 5 or 6 blocks, 2 or 3 packages, 1 or 2 satellites.";
const SAME: &str = "Each seed has the same 400 training problems, not a draw of its own from more.";
const CITIES: &str =
    "Logistics has 1 to 5 cities, not 6, for which the paper's generator has too few trucks.";
const FF: &str =
    "The heuristic ff is hstar's in training and search, not Fast Downward's there and pyperplan's here.";
const DUPLICATES: &str =
    "States met again are not evaluated again, and goals are tested when they are expanded.";
const GOAL_COUNT: &str =
    "The goal count is that of each state; in the authors' planning code it is the initial state's.";

/// What is not as in the paper at a scale.
pub(super) fn departures(work: &Linear, scale: Scale) -> Vec<String> {
    let mut sentences = Vec::new();
    match scale {
        Scale::Smoke => sentences.extend([SMALL.to_owned(), fewer_problems(scale), fewer_steps(work, scale)]),
        Scale::Laptop => sentences.extend([fewer_problems(scale), CITIES.to_owned()]),
        Scale::Full => sentences.extend([SAME, CITIES].map(str::to_owned)),
    }
    if let Some(most) = limits(scale).max_evaluations {
        let sentence =
            format!("A search for a label is given up after {most} evaluations, not after 300 s or at 8 GB.");
        sentences.push(sentence);
    }
    sentences.push(FF.to_owned());
    if work.kind == Kind::Searches {
        if scale != Scale::Full {
            let (planned, seeds) = (Linear::planned(scale), work.seeds(scale).len());
            sentences.push(format!(
                "Greedy search plans {planned} problems, not 100, for {seeds} of the five seeds."
            ));
        }
        sentences.extend([DUPLICATES, GOAL_COUNT].map(str::to_owned));
    }
    sentences
}

fn fewer_problems(scale: Scale) -> String {
    let [train, validation, test] = DOMAINS[0].counts(scale);
    format!(
        "Of a domain, {train} problems are for training, {validation} for validation and {test} for test, not 400 and \
         132 to 384."
    )
}

fn fewer_steps(work: &Linear, scale: Scale) -> String {
    let steps = work.setups().first().map_or(0, |setup| config(*setup, 0, scale).steps);
    format!("Training takes {steps} steps, not 10000, with one seed, not five.")
}
