//! The options of models of Weisfeiler-Leman features.

use clap::{Args, value_parser};
use data::DataSet;
use learn::training::{LinearFit, Loss, WlDesign};
use planner::{Error, ErrorKind};
use wl::{Facts, Neighbours, Options};

use super::training_args::not_negative;

/// The options of models of Weisfeiler-Leman features.
#[derive(Args, Clone, Debug)]
pub(crate) struct WlArgs {
    /// For wl: how often colours are refined, from 0 to 4 [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(0..=4), help_heading = "Model")]
    refinements: Option<u8>,
    /// For wl: whether the neighbours of a node are a set, so that their number does not matter, or a multiset [default: set]
    #[arg(long, value_name = "HOW", help_heading = "Model")]
    neighbours: Option<Neighbours>,
    /// For wl: the atoms that are nodes: ground (those that can change and matter) or all (also those that never change, such
    /// as roads) [default: all]
    #[arg(long, value_name = "WHICH", help_heading = "Model")]
    facts: Option<Facts>,
    /// For wl: begin with the same colour for objects of all types, and for constants
    #[arg(long, help_heading = "Model")]
    untyped: bool,
    /// For wl: keep colours as inputs that are rare, or as frequent as another in all training states
    #[arg(long, help_heading = "Model")]
    unpruned: bool,
    /// For --loss rank and rank-few: how much a pair that is ranked wrongly costs [default: 1]
    #[arg(long, value_name = "X", value_parser = not_negative, help_heading = "Training")]
    pub(super) rank_cost: Option<f64>,
}

impl WlArgs {
    /// Is any of them given?
    pub(super) fn are_given(&self) -> bool {
        let others = self.untyped || self.unpruned || self.rank_cost.is_some();
        others || self.refinements.is_some() || self.neighbours.is_some() || self.facts.is_some()
    }

    /// The design that they ask for.
    pub(super) fn design(&self) -> WlDesign {
        let WlDesign { graph: usual, prune_equal, rare } = WlDesign::default();
        let graph = Options {
            iterations: self.refinements.unwrap_or(usual.iterations),
            neighbours: self.neighbours.unwrap_or(usual.neighbours),
            facts: self.facts.unwrap_or(usual.facts),
            types: !self.untyped,
            constants: !self.untyped,
        };
        WlDesign {
            graph,
            prune_equal: prune_equal && !self.unpruned,
            rare: if self.unpruned { 0.0 } else { rare },
        }
    }

    /// The way in which weights are found.
    pub(super) fn fit(&self, loss: Option<Loss>, data: &DataSet) -> Result<LinearFit, Error> {
        let unfit = "--rank-cost is for --loss rank and rank-few, and this learns costs";
        LinearFit::choose(loss, self.rank_cost, data).ok_or_else(|| Error::new(ErrorKind::Argument, unfit))
    }
}
