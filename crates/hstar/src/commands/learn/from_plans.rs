//! Learning about a puzzle from cheapest plans of its instances.

use std::path::Path;

use learn::features::FeatureKind;
use likely::puzzles::Workshop;
use puzzle_models::{Lessons, Sight, learned_from, lessons};
use puzzles::tables::Tables;
use search::{Budget, Exhausted};
use serde_json::json;
use tools::Checksum;

use super::Learn;
use crate::{Log, counted, threads};
use planner::grown::watcher;
use planner::learning::{Learning, Origin};
use planner::puzzle::{self, known_states, unusable};
use planner::{Error, ErrorKind, Progress};

/// What is learned from unless something else is given.
const INSTANCES: &str = "random:200";

/// What is added to seeds. Users will try the model on instances of small seeds, which it must not have seen.
const APART: u64 = 2 << 32;

/// The admissible heuristics that truncated beliefs respect. That of blocks is not the exact one, which leaves nothing to learn.
const LOWER: [(&str, &str); 3] = [("tiles", "lc"), ("pancake", "gap"), ("blocks", "misplaced")];

impl Learn {
    /// Trains on the states along cheapest plans.
    pub(super) fn learn_puzzle(
        &self,
        name: &str,
        instances: Option<&Path>,
        budget: &Budget,
        log: &Log,
    ) -> Result<Option<Exhausted>, Error> {
        let instances = instances.map_or(INSTANCES.into(), |given| given.to_string_lossy());
        let given = [("--fold", self.fold.is_some()), ("--rules", self.rules.is_asked_for())];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            let message = format_args!("{option} is for planning tasks, and this is a puzzle");
            return Err(Error::new(ErrorKind::Argument, message));
        }
        let (declaration, space) = puzzle::open(name)?;
        self.check_domain(Some(name))?;
        let features = self.options.puzzle_features()?;
        let known = LOWER.iter().find(|(puzzle, _)| *puzzle == declaration.name).map(|(_, lower)| *lower);
        let lower = self.options.lower_for_puzzle(known)?;
        // What is wrong with the options must not come to light after all plans are found.
        self.options.config_for_puzzle(features, 0, lower)?;
        let tables = puzzle::tables(None);
        let mut sight = sight(name, features, lower, &tables, threads::or_all(self.threads), budget, log)?;
        let seed = self.options.seed.wrapping_add(APART);
        let plans = known_states(name, &instances, seed, threads::or_all(self.threads), budget, log)?;
        let highest = plans.iter().flatten().map(|(_, cost)| *cost).max().unwrap_or(0);
        let config = self.options.config_for_puzzle(features, highest, lower)?;
        let prepared = lessons(name, &*space, features, &mut sight, &plans);
        log.line(format_args!(
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
        let learning = Learning {
            origin,
            config: &config,
            model: &self.model,
            threads: threads::or_all(self.threads),
            checkpoint_every: self.checkpoint_every,
            budget,
        };
        let trained = learning.run(prepared, log)?;
        trained.report(&self.model, threads::or_all(self.threads), log);
        Ok(trained.stopped)
    }
}

fn sight(
    name: &str,
    features: FeatureKind,
    lower: Option<&str>,
    tables: &Tables,
    threads: usize,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Sight, Error> {
    let (_, space) = puzzle::open(name)?;
    let mut workshop = Workshop { tables, threads, budget, gpu: None, watch: &mut watcher(progress) };
    let sight = Sight::new(name, &*space, features, lower, &mut workshop);
    progress.now(format_args!(""));
    sight.map_err(unusable)
}

/// Of all that is learned from.
fn checksum(name: &str, plans: &Lessons) -> String {
    let words = plans.iter().flatten().flat_map(|(state, cost)| state.iter().chain([cost]));
    let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
    Checksum::of_parts([name.as_bytes(), &bytes]).to_string()
}
