//! Departures from the paper.

use crate::Scale;
use learn::training::{Device, HypergraphDesign, MachineSize};

use super::family::Family;
use super::labels::labelling;
use super::setup::Setup;
use super::{Bounds, Kind};
use crate::problem_set::{DOMAINS, ProblemSet};

const TINY: &str = "Problems are as small as can be: 5 or 6 blocks, 2 or 3 packages, 1 or 2 satellites.";
const FEWER_BLOCKS: &str =
    "There are 5 to 13 blocks, not 5 to 16: of the largest, few are labelled in little time.";
const SAME: &str = "Each seed has the same training problems, not 400 of its own drawn from more.";
const CITIES: &str =
    "Logistics has 1 to 5 cities, not 6, for which the paper's generator has too few trucks.";
const FF: &str =
    "The heuristic ff is hstar's in training and search, not Fast Downward's there and pyperplan's here.";
const ONCE: &str = "Figures of `once` are not the paper's: there, states met again are not evaluated again, and goals are \
                    tested when they are expanded.";
const GOAL_COUNT: &str = "For `once`, the goal count is that of each state; in the authors' planning code, and so in the other \
                          figures, it is the initial state's.";
const MENDED: &str = "Figures of `mended` are not the paper's: there, training begins with other weights.";
pub(super) const NO_GPU: &str =
    "Logistics and satellite are left out: they are for --device cuda:0, or the scale full.";

/// The departures from the paper at a scale.
pub(super) fn departures(work: &Bounds, scale: Scale) -> Vec<String> {
    let domains = work.family().domains(scale, work.device);
    let mut sentences: Vec<String> = Vec::new();
    match scale {
        Scale::Smoke => sentences.push(TINY.to_owned()),
        Scale::Laptop => sentences.push(FEWER_BLOCKS.to_owned()),
        Scale::Paper | Scale::Full => {}
    }
    let has_others = |set: &&ProblemSet| set.counts(scale) != set.counts(Scale::Full);
    sentences.extend(domains.iter().filter(has_others).map(|set| problems(set, scale)));
    sentences.push(SAME.to_owned());
    if scale != Scale::Smoke && domains.iter().any(|set| set.domain == "logistics") {
        sentences.push(CITIES.to_owned());
    }
    if work.family() == Family::Logic && domains.len() < DOMAINS.len() {
        sentences.push(NO_GPU.to_owned());
    }
    sentences.extend(labels(scale));
    sentences.extend(training(work.family(), scale));
    sentences.extend(seeds(work, &domains, scale));
    sentences.push(FF.to_owned());
    if work.family().device(work.device) != Device::Cpu {
        sentences.push(format!("Models are trained on {}.", work.device));
    }
    if matches!(work.family(), Family::Hypergraph(_)) {
        sentences.push(MENDED.to_owned());
    }
    if work.kind == Kind::Searches {
        let planned = work.family().planned(scale);
        if planned != work.family().planned(Scale::Full) {
            sentences.push(format!("Greedy search plans {planned} problems of a domain at most."));
        }
        sentences.push(ONCE.to_owned());
        sentences.extend((work.family() == Family::Linear).then(|| GOAL_COUNT.to_owned()));
    }
    sentences
}

/// The numbers of problems, where they differ from the paper's.
fn problems(set: &ProblemSet, scale: Scale) -> String {
    let [train, validation, test] = set.counts(scale);
    let [more_train, more_validation, more_test] = set.counts(Scale::Full);
    format!(
        "Of {}, {train} problems are drawn for training, {validation} for validation and {test} for test (the paper: \
         {more_train}, {more_validation} and {more_test}).",
        set.domain
    )
}

/// When a search for a label is given up, where that differs from the paper.
fn labels(scale: Scale) -> Option<String> {
    let labelling = labelling(scale);
    let most = labelling.limits.max_evaluations?;
    let draws = match labelling.draws {
        1 => "it is left out, not drawn up to 20 times".to_owned(),
        draws => format!("it is drawn {draws} times at most, not 20 times, and then left out"),
    };
    Some(format!(
        "A problem that takes more than {most} evaluations, not 300 s or 8 GB, is given up: {draws}."
    ))
}

/// How many seeds there are, where there are not five.
fn seeds(work: &Bounds, domains: &[ProblemSet], scale: Scale) -> Option<String> {
    let setups = work.setups();
    let counts =
        domains.iter().flat_map(|set| setups.iter().map(move |setup| work.seeds(set, *setup, scale).len()));
    let (least, most) = (counts.clone().min()?, counts.max()?);
    match (least, most) {
        (5, 5) => None,
        (1, 1) => Some("Training has one seed, not five.".to_owned()),
        (least, most) if least == most => Some(format!("Training has {least} seeds, not five.")),
        (least, most) => Some(format!("Training has {least} to {most} seeds, not five.")),
    }
}

/// The options of training, where they differ from the paper's.
fn training(family: Family, scale: Scale) -> Option<String> {
    let setup = *Setup::all().first()?;
    let [here, paper] = [scale, Scale::Full].map(|scale| family.config(setup, 0, scale, Device::Cpu));
    if here == paper {
        return None;
    }
    let size = match family {
        Family::Logic if here.machine != paper.machine => {
            let MachineSize { depth, breadth, width } = here.machine;
            format!(", with machines of depth {depth}, breadth {breadth} and width {width}, not 5, 3 and 8")
        }
        Family::Hypergraph(_) if here.hypergraph != paper.hypergraph => {
            let HypergraphDesign { recursions, width, .. } = here.hypergraph;
            format!(", with {recursions} recursions and a width of {width}, not 10 and 32")
        }
        _ => String::new(),
    };
    Some(format!(
        "Training takes {} steps of {} states, not {} of {}{size}.",
        here.steps, here.batch, paper.steps, paper.batch
    ))
}
