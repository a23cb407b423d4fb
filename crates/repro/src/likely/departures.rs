//! Departures from the paper.

use crate::Scale;
use likely::growth::Options;

use super::subject::{Effort, Paper, Subject};

pub(super) const CODE: &str = "Where the paper and its authors' code differ, it is done as in the code. The goal is learned from, too; the \
                    heuristic in the end is the one that the last iteration planned with, which has not learned from the last \
                    plans.";
pub(super) const NODES: &str = "Searches end after a number of generated states, so that results don't depend on the machine; the paper's end after a time.";
const SMALL: &str = "Networks see smaller databases than the paper's.";
const TIME: &str = "Seconds are of one core of this machine, while its other cores solve other instances; or of a GPU, where one \
                    searches.";

const SCALING: &str = "Costs are divided by ten before they are learned on all puzzles; what the authors did is known for the \
                       15-puzzle only.";
const BLOCKS: &str = "A block that was moved is not moved again by the next move, which the authors' search allows: fewer states \
                      are generated.";

/// The departures from the paper in tables 1 and 3.
pub(super) fn of_trade(subjects: &[&Subject], scale: Scale) -> Vec<String> {
    let many = subjects.len() > 1;
    let mut sentences = Vec::new();
    for subject in subjects {
        let own = of_subject(subject, &subject.effort(scale), scale);
        let named = |sentence: String| if many { format!("{}: {sentence}", subject.part) } else { sentence };
        sentences.extend(own.into_iter().map(named));
    }
    if many {
        sentences.extend([SCALING, BLOCKS].map(str::to_owned));
    }
    sentences.extend([CODE, NODES, TIME].map(str::to_owned));
    sentences
}

fn of_subject(subject: &Subject, effort: &Effort, scale: Scale) -> Vec<String> {
    let Effort { runs, options, nodes, highest_alpha } = effort;
    let Paper { iterations, runs: published, seconds, nodes_per_second } = &subject.paper;
    let mut sentences: Vec<String> =
        subject.at(scale).1.iter().map(|&sentence| sentence.to_owned()).collect();
    sentences.extend(of_training(options, *iterations));
    if subject.is_small(scale) {
        sentences.push(SMALL.to_owned());
    }
    if runs < published {
        sentences.push(format!("Heuristics are grown {}, not {published} times.", times(*runs)));
    }
    if *highest_alpha < 0.95 {
        sentences.push(format!("Rows with α above {highest_alpha} are left out."));
    }
    sentences.push(given_up(options, *seconds, nodes_per_second));
    if let Some(nodes) = nodes {
        sentences.push(format!(
            "Instances are given up after {} states. Such an instance counts as not optimal and with the states generated \
             for it; suboptimality is that of the others.",
            written(*nodes)
        ));
    }
    let limited = subject.baselines(scale).filter_map(|one| Some((one, one.nodes?)));
    sentences
        .extend(limited.map(|(one, nodes)| format!("{} gives up after {} states.", one.row, written(nodes))));
    let left_out = subject.baselines.iter().filter(|one| !one.scales.contains(&scale));
    sentences.extend(left_out.map(|one| format!("{} is left out.", one.row)));
    sentences
}

/// A sentence on training less than the paper's iterations, if so.
pub(super) fn of_training(options: &Options, iterations: usize) -> Option<String> {
    let sentence = || {
        format!(
            "There are {} iterations, not {iterations}, with little training in each: figures mean nothing.",
            options.iterations
        )
    };
    (options.iterations < iterations).then(sentence)
}

pub(super) fn given_up(options: &Options, seconds: u64, nodes_per_second: &str) -> String {
    format!(
        "Tasks of the training are given up after {} states, not after {seconds} s, at about {nodes_per_second} states a \
         second by the published figures.",
        options.nodes.map_or_else(|| "any number of".to_owned(), written)
    )
}

pub(super) fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// A round number in words.
pub(super) fn written(number: u64) -> String {
    const MILLION: u64 = 1_000_000;
    match number % MILLION {
        0 => format!("{} million", number / MILLION),
        _ => number.to_string(),
    }
}
