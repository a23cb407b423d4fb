//! What is not as in the paper.

use likely::growth::Options;

use super::{dial, lengths};

const CODE: &str = "Where the paper and its authors' code differ, it is done as in the code. The goal is learned from, too; the \
                    heuristic in the end is the one that the last iteration planned with, which has not learned from the last \
                    plans.";
const NODES: &str = "Searches end after a number of generated states, so that results don't depend on the machine; the paper's end \
                     after a time, in which its authors' program generated about a million states a second.";
const TIME: &str = "Seconds are of one core of this machine, while its other cores solve other instances.";

/// What of table 1 is not as in the paper.
pub(super) fn of_dial(effort: &dial::Effort) -> Vec<String> {
    let mut sentences: Vec<String> = of_training(&effort.options, 50).into_iter().collect();
    if effort.runs < 10 {
        sentences.push(format!("Heuristics are grown {}, not ten times.", times(effort.runs)));
    }
    sentences.push(CODE.to_owned());
    sentences.push(NODES.to_owned());
    sentences.push(given_up(&effort.options, 60));
    if let Some(nodes) = effort.nodes {
        sentences.push(format!(
            "Instances are given up after {} states. Such an instance counts as not optimal and with the states generated \
             for it; suboptimality is that of the others.",
            written(nodes)
        ));
    }
    sentences.push(TIME.to_owned());
    sentences
}

/// What of table 2 is not as in the paper.
pub(super) fn of_lengths(effort: &lengths::Effort) -> Vec<String> {
    let mut sentences: Vec<String> = of_training(&effort.options, 20).into_iter().collect();
    if effort.runs < 10 {
        sentences.push(format!("In each way, heuristics are grown {}, not ten times.", times(effort.runs)));
    }
    if effort.tasks < 100 {
        sentences.push(format!(
            "There are {} lists of {} tasks to test with, not 10 of 100.",
            effort.lists, effort.tasks
        ));
    }
    sentences.push(CODE.to_owned());
    sentences.push(NODES.to_owned());
    sentences.push(given_up(&effort.options, 1));
    sentences.push(format!(
        "The tasks of a list may take {} states together, where the paper's may take 60 s.",
        written(effort.list_nodes)
    ));
    sentences
}

/// Less training than the paper's iterations.
fn of_training(options: &Options, iterations: usize) -> Option<String> {
    let sentence = || {
        format!(
            "There are {} iterations, not {iterations}, with little training in each: figures mean nothing.",
            options.iterations
        )
    };
    (options.iterations < iterations).then(sentence)
}

fn given_up(options: &Options, seconds: u64) -> String {
    format!(
        "Tasks of the training are given up after {} states, not after {seconds} s.",
        options.nodes.map_or_else(|| "any number of".to_owned(), written)
    )
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// A round number as people write it.
fn written(number: u64) -> String {
    const MILLION: u64 = 1_000_000;
    match number % MILLION {
        0 => format!("{} million", number / MILLION),
        _ => number.to_string(),
    }
}
