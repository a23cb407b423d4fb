//! Searches for plans of puzzles, with a model or without.

use ::search::{Budget, Ida, Limits, Outcome, Report};
use learn::training::Device;
use likely::puzzles::DatabaseSource;
use puzzles::tables::Tables;

use super::{AnySpace, Guidance, Notice, PuzzleGuide, Resources, Search, Solver};
use crate::grown::{gpu_for, watcher};
use crate::{Error, ErrorKind, Progress};

/// The parts of a search for plans of a puzzle.
pub struct Solving<'s, 'a> {
    /// The name of the puzzle, as on the command line.
    pub name: &'a str,
    /// The puzzle.
    pub space: &'s dyn AnySpace,
    /// The search.
    pub search: &'a Search,
    /// The model, if the search names one.
    pub model: Option<&'a PuzzleGuide>,
    /// Where pattern databases are kept.
    pub tables: &'a Tables,
    /// How many threads build databases.
    pub threads: usize,
    /// The device to search on.
    pub device: Device,
    /// The limits on building the search.
    pub budget: &'a Budget,
}

impl<'s> Solving<'s, '_> {
    /// The search, with all that it needs.
    ///
    /// # Errors
    /// When search, model and device don't fit together, or the budget does not suffice.
    pub fn solver(&self, progress: &dyn Progress) -> Result<Box<dyn Solver + 's>, Error> {
        let refused = |message: String| Err(Error::new(ErrorKind::Argument, message));
        let Self { search, tables, threads, budget, .. } = *self;
        let solver = match (search.guidance()?, self.model) {
            (Guidance::Model(reading), Some(model)) => {
                let gpu = gpu_for(self.name, self.device)?;
                let mut source =
                    DatabaseSource { tables, threads, budget, gpu, watch: &mut watcher(progress) };
                model.solver(self.space, search, reading, &mut source)
            }
            (Guidance::Model(_), None) => {
                return refused("the search needs a model: name its file with --model".to_owned());
            }
            (Guidance::Heuristic, Some(model)) => {
                let usual = model.usual_search();
                return refused(format!(
                    "{search} does not use the model: call it by its name, as in {usual}"
                ));
            }
            (Guidance::Heuristic, None) => {
                let gpu = self.gpu_without_model()?;
                let mut warn = super::warner(progress);
                let watch = &mut |notice: Notice| match notice {
                    Notice::Building { name, percent: Some(percent) } => {
                        progress.now(format_args!("Building {name} · {percent} %"));
                    }
                    Notice::Building { name, .. } => progress.now(format_args!("Building {name}")),
                    Notice::Warning(_) => warn(notice),
                };
                search.solver(self.space, &mut Resources { tables, threads, budget, gpu, watch })
            }
        };
        progress.now(format_args!(""));
        solver
    }

    /// The GPU to search on without a model, if any.
    fn gpu_without_model(&self) -> Result<Option<usize>, Error> {
        match self.device {
            Device::Cpu => Ok(None),
            Device::Cuda(number) if self.search.suits_gpus(self.name) => Ok(Some(number)),
            Device::Cuda(_) => {
                let message = format!(
                    "{} in {} is a search for the processor: leave --device {} away\n  = help: GPUs search sliding \
                     tiles by ida(pdb(…)), and tiles:5x5 with a --model",
                    self.search, self.name, self.device
                );
                Err(Error::new(ErrorKind::Argument, message))
            }
        }
    }
}

/// The result of a search for a plan of a puzzle.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The cost of the plan, which has been executed; `None` if there is none.
    pub cost: Option<u64>,
    /// The moves in words.
    pub moves: Option<String>,
    /// The report of the search.
    pub report: Report,
}

/// Searches for a plan from a state of a puzzle, both written as `hstar solve` takes them, by the search given or by the usual
/// one for the model or the puzzle.
///
/// # Errors
/// When puzzle, state, search and model are wrong or don't fit together, or the budget does not suffice.
pub fn solve(
    name: &str,
    state: &str,
    search: Option<&str>,
    model: Option<&PuzzleGuide>,
    limits: &Limits,
) -> Result<Solved, Error> {
    let (declared, space) = super::open(name)?;
    let start = space.parse(state).map_err(|refusal| super::refused(&refusal, "the state"))?;
    let usual = model.map_or(declared.default_search, PuzzleGuide::usual_search);
    let search = &Search::parse(search.unwrap_or(usual))?;
    let (tables, device, budget) = (&super::tables(None), Device::Cpu, &limits.budget);
    let solving = Solving { name, space: &*space, search, model, tables, threads: 1, device, budget };
    let report = solving.solver(&())?.solve(&start, &Ida::default(), limits, &mut ());
    let (cost, moves) = match &report.outcome {
        Outcome::Solved { plan, .. } => {
            let cost = space.replay(&start, plan).map_err(Error::internal)?;
            (Some(cost), Some(space.describe(&start, plan)))
        }
        Outcome::Unsolvable | Outcome::Stopped(_) => (None, None),
    };
    Ok(Solved { cost, moves, report })
}
