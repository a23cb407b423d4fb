//! Learns about a puzzle from cheapest plans of its instances.

use std::path::Path;
use std::time::Duration;

use learn::features::FeatureKind;
use learn::training::Config;
use likely::puzzles::DatabaseSource;
use puzzle_models::{Lessons, Sight, learned_from, lessons};
use search::Budget;
use serde_json::json;
use tools::Checksum;
use tools::numbers::counted;

use super::{Learning, Origin, Trained};
use crate::grown::watcher;
use crate::puzzle::{self, known_states, unusable};
use crate::{Error, Progress};

/// An offset for seeds. Users will try the model on instances of small seeds, which it must not have seen.
const APART: u64 = 2 << 32;

/// The admissible heuristics that truncate beliefs. That of blocks is not the exact one, which leaves nothing to learn.
const LOWER: [(&str, &str); 3] = [("tiles", "lc"), ("pancake", "gap"), ("blocks", "misplaced")];

/// Training of a model of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleLearning<'a> {
    /// The puzzle, as in `tiles:3x3`.
    pub space: &'a str,
    /// Instances whose cheapest plans are learned from, as `hstar solve` takes them.
    pub instances: &'a str,
    /// The features of states.
    pub features: FeatureKind,
    /// The admissible heuristic of the puzzle that truncates beliefs.
    pub lower: Option<&'a str>,
    /// The seed of random instances, which are not those of the same seed in `hstar solve`.
    pub seed: u64,
    /// The file of the model.
    pub model: &'a Path,
    /// How many threads search for plans and train.
    pub threads: usize,
    /// How often a checkpoint is written.
    pub checkpoint_every: Duration,
    /// Time, memory, and being interrupted.
    pub budget: &'a Budget,
}

/// The admissible heuristic that truncates beliefs about a puzzle.
///
/// # Errors
/// When there is no such puzzle.
pub fn usual_lower(space: &str) -> Result<Option<&'static str>, Error> {
    let (declaration, _) = puzzle::open(space)?;
    Ok(LOWER.iter().find(|(puzzle, _)| *puzzle == declaration.name).map(|(_, lower)| *lower))
}

impl PuzzleLearning<'_> {
    /// Finds cheapest plans, trains on the states along them, with options for costs up to the highest, and writes the model.
    ///
    /// # Errors
    /// When puzzle, instances and options don't fit together, or the budget does not suffice.
    pub fn run(
        &self,
        config: impl Fn(u64) -> Result<Config, Error>,
        progress: &dyn Progress,
    ) -> Result<Trained, Error> {
        let Self { space: name, instances, features, threads, budget, .. } = *self;
        // What is wrong with the options must not come to light after all plans are found.
        config(0)?;
        let (_, space) = puzzle::open(name)?;
        let mut sight = self.sight(progress)?;
        let seed = self.seed.wrapping_add(APART);
        let plans = known_states(name, instances, seed, threads, budget, progress)?;
        let highest = plans.iter().flatten().map(|(_, cost)| *cost).max().unwrap_or(0);
        let config = config(highest)?;
        let prepared = lessons(name, &*space, features, &mut sight, &plans);
        progress.line(format_args!(
            "Cheapest plans of {}, of up to {}",
            counted(plans.len(), "instance"),
            counted(highest, "move")
        ));
        let origin = Origin {
            checksum: checksum(name, &plans),
            domain: None,
            recipes: vec![
                json!({ "source": "cheapest plans", "space": name, "instances": instances, "seed": seed }),
            ],
            problems: learned_from(plans.len()),
            data: None,
        };
        let (model, checkpoint_every) = (self.model, self.checkpoint_every);
        Learning { origin, config: &config, model, threads, checkpoint_every, budget }.run(prepared, progress)
    }

    fn sight(&self, progress: &dyn Progress) -> Result<Sight, Error> {
        let Self { space: name, features, lower, threads, budget, .. } = *self;
        let (_, space) = puzzle::open(name)?;
        let tables = &puzzle::tables(None);
        let mut source = DatabaseSource { tables, threads, budget, gpu: None, watch: &mut watcher(progress) };
        let sight = Sight::new(name, &*space, features, lower, &mut source);
        progress.now(format_args!(""));
        sight.map_err(unusable)
    }
}

/// The checksum of all states and costs that are learned from.
fn checksum(name: &str, plans: &Lessons) -> String {
    let words = plans.iter().flatten().flat_map(|(state, cost)| state.iter().chain([cost]));
    let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
    Checksum::of_parts([name.as_bytes(), &bytes]).to_string()
}
