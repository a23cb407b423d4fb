//! Options for growing a heuristic from the goal.

use clap::{Args, ValueEnum, value_parser};
use likely::As;
use likely::growth::{Options, Settling};

/// The method of learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Learn from states with their costs: data sets, or problems that are labelled
    #[default]
    Data,
    /// Learn from nothing but the goal of a puzzle or a planning task: tasks are generated from it by uncertainty, and solved
    Likely,
}

/// The options of growth.
#[derive(Args, Clone, Debug)]
pub(crate) struct GrowthArgs {
    /// The method of learning
    #[arg(long, value_name = "METHOD", default_value = "data", help_heading = "Growth (--method likely)")]
    pub(crate) method: Method,
    /// The number of iterations of generating, solving and learning from tasks [default: 50, or 75 for inputs from pattern
    /// databases]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000), help_heading = "Growth (--method likely)")]
    iterations: Option<u32>,
    /// The number of tasks in each iteration [default: 10]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000), help_heading = "Growth (--method likely)")]
    tasks: Option<u32>,
    /// The number of states after which a task is given up [default: 6000000, or 200000 for planning tasks]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), help_heading = "Growth (--method likely)")]
    nodes: Option<u64>,
    /// Follow the paper's text, or its authors' code where that differs, and end where they do [default: the code, and then settle]
    #[arg(long = "as", value_name = "WHOSE", help_heading = "Growth (--method likely)")]
    whose: Option<Whose>,
    /// The number of further iterations in which the heuristic settles, with ten times as many tasks each: much better plans, in
    /// twice the time [default: 6, or 0 with --as]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=100_000), help_heading = "Growth (--method likely)")]
    settle: Option<u32>,
    /// Instances of the puzzle, as in random:100, to whose cheapest plans the dial is fitted, so that a share α is not overestimated;
    /// or off, to leave it as the network has it [default: 200 random ones, or 200 walks from the initial state of a planning task]
    #[arg(long, value_name = "INSTANCES", help_heading = "Growth (--method likely)")]
    calibrate: Option<String>,
}

/// How many times as many tasks an iteration has when the heuristic settles.
const TIMES_AS_MANY: usize = 10;

/// For heuristics that are not calibrated.
const OFF: &str = "off";

/// The source of the procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Whose {
    /// The text
    Paper,
    /// The code
    Code,
}

impl GrowthArgs {
    /// The options of growth: those given, and else the usual ones.
    pub(super) fn options(&self, usual: Options, seed: u64) -> Options {
        Options {
            how: match self.whose {
                Some(Whose::Paper) => As::Paper,
                Some(Whose::Code) | None => As::Code,
            },
            seed,
            iterations: self.iterations.map_or(usual.iterations, |iterations| iterations as usize),
            tasks: self.tasks.map_or(usual.tasks, |tasks| tasks as usize),
            nodes: self.nodes.or(usual.nodes),
            settling: self.settling(usual.settling),
            ..usual
        }
    }

    /// How the heuristic settles, which it does not in the paper.
    fn settling(&self, usual: Option<Settling>) -> Option<Settling> {
        let usual = usual?;
        let unless_told = if self.whose.is_some() { 0 } else { usual.iterations };
        let iterations = self.settle.map_or(unless_told, |iterations| iterations as usize);
        let tasks = self.tasks.map_or(usual.tasks, |tasks| TIMES_AS_MANY * tasks as usize);
        let nodes = self.nodes.unwrap_or(usual.nodes);
        (iterations > 0).then_some(Settling { iterations, tasks, nodes, ..usual })
    }

    /// Is the heuristic calibrated?
    pub(super) fn calibrates(&self) -> bool {
        self.calibrate.as_deref() != Some(OFF)
    }

    /// The instances to calibrate it on, if the usual ones won't do.
    pub(super) fn instances(&self) -> Option<&str> {
        self.calibrate.as_deref().filter(|_| self.calibrates())
    }

    /// An option that was given, and is only for growth.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--iterations", self.iterations.is_some()),
            ("--tasks", self.tasks.is_some()),
            ("--nodes", self.nodes.is_some()),
            ("--as", self.whose.is_some()),
            ("--settle", self.settle.is_some()),
            ("--calibrate", self.calibrate.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
