//! The options of hypergraph networks.

use clap::{Args, ValueEnum};
use learn::training::{HypergraphDesign, Start};
use network::hypergraph::{Answers, Reception};

use super::machine_args::up_to;

/// The options of hypergraph networks, except their width.
#[derive(Args, Clone, Debug)]
pub(crate) struct HypergraphArgs {
    /// For hypergraphs: the number of recursions over facts and actions [default: 10]
    #[arg(long, value_name = "N", value_parser = up_to(HypergraphDesign::MOST_RECURSIONS), help_heading = "Model")]
    recursions: Option<u64>,
    /// For hypergraphs: how the actions that achieve a fact are aggregated: their sum, as published, or their mean, which does
    /// not grow with the number of objects [default: sum]
    #[arg(long, value_name = "HOW", help_heading = "Model")]
    reception: Option<ReceptionArg>,
    /// For hypergraphs: the initial weights: faithful, as published, or mended, such that activations neither grow nor shrink
    /// from recursion to recursion [default: faithful]
    #[arg(long, value_name = "HOW", help_heading = "Training")]
    start: Option<StartArg>,
    /// For hypergraphs: whether the loss is that after the last recursion, or after all of them [default: last]
    #[arg(long, value_name = "WHICH", help_heading = "Training")]
    loss_on: Option<AnswersArg>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReceptionArg {
    Sum,
    Mean,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StartArg {
    Faithful,
    Mended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnswersArg {
    Last,
    All,
}

impl HypergraphArgs {
    /// Is any of them given?
    pub(super) fn are_given(&self) -> bool {
        self.recursions.is_some()
            || self.reception.is_some()
            || self.start.is_some()
            || self.loss_on.is_some()
    }

    /// The design that they ask for.
    pub(super) fn design(&self, width: Option<usize>) -> HypergraphDesign {
        let usual = HypergraphDesign::default();
        HypergraphDesign {
            recursions: self.recursions.map_or(usual.recursions, |given| given as usize),
            width: width.unwrap_or(usual.width),
            reception: match self.reception {
                Some(ReceptionArg::Sum) => Reception::Sum,
                Some(ReceptionArg::Mean) => Reception::Mean,
                None => usual.reception,
            },
            start: match self.start {
                Some(StartArg::Faithful) => Start::Faithful,
                Some(StartArg::Mended) => Start::Mended,
                None => usual.start,
            },
            answers: match self.loss_on {
                Some(AnswersArg::Last) => Answers::Last,
                Some(AnswersArg::All) => Answers::All,
                None => usual.answers,
            },
        }
    }
}
