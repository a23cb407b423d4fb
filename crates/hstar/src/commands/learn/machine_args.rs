//! The options of logic machines.

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use learn::training::MachineSize;

/// The options of logic machines.
#[derive(Args, Clone, Debug)]
pub(crate) struct MachineArgs {
    /// For logic features: how many layers the machine has [default: 5]
    #[arg(long, value_name = "N", value_parser = up_to(MachineSize::MOST_DEPTH), help_heading = "Model")]
    depth: Option<u64>,
    /// For logic features: how many objects the machine looks at together, at least as many as predicates have [default: 3]
    #[arg(long, value_name = "N", value_parser = up_to(MachineSize::MOST_BREADTH), help_heading = "Model")]
    breadth: Option<u64>,
    /// For logic features: how many features of each number of objects a layer computes [default: 8]; for hypergraphs: how
    /// many numbers stand for a fact or an action [default: 32]
    #[arg(long, value_name = "N", value_parser = up_to(MachineSize::MOST_WIDTH), help_heading = "Model")]
    width: Option<u64>,
}

impl MachineArgs {
    /// Is any of them given that means nothing but to logic machines?
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
