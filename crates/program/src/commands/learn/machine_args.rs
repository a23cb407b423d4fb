//! The options of logic machines.

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use learn::training::MachineSize;

/// The options of logic machines.
#[derive(Args, Clone, Debug)]
pub(crate) struct MachineArgs {
    /// For logic features: the number of layers (depth) [default: 5]
    #[arg(long, value_name = "N", value_parser = up_to(MachineSize::MOST_DEPTH), help_heading = "Model")]
    depth: Option<u64>,
    /// For logic features: the largest arity (breadth), at least that of the predicates [default: 3]
    #[arg(long, value_name = "N", value_parser = up_to(MachineSize::MOST_BREADTH), help_heading = "Model")]
    breadth: Option<u64>,
    /// For logic features: the number of features of each arity that a layer computes [default: 8]; for hypergraphs: the size
    /// of the vectors for facts and actions [default: 32]
    #[arg(long, value_name = "N", value_parser = up_to(MachineSize::MOST_WIDTH), help_heading = "Model")]
    width: Option<u64>,
}

impl MachineArgs {
    /// Is any of those given that are only for logic machines?
    pub(super) fn are_given(&self) -> bool {
        [self.depth, self.breadth].iter().any(Option::is_some)
    }

    /// The width, if it is given.
    pub(super) fn width(&self) -> Option<usize> {
        self.width.map(|width| width as usize)
    }

    /// The size that they ask for.
    pub(super) fn size(&self) -> MachineSize {
        let MachineSize { depth, breadth, width } = MachineSize::default();
        let chosen = |given: Option<u64>, usual: usize| given.map_or(usual, |given| given as usize);
        MachineSize {
            depth: chosen(self.depth, depth),
            breadth: chosen(self.breadth, breadth),
            width: chosen(self.width, width),
        }
    }
}

pub(super) fn up_to(most: usize) -> RangedU64ValueParser {
    value_parser!(u64).range(1..=most as u64)
}
