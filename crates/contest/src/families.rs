//! The families of models that compete.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use data::label::{Recipe, SearchLimits, Teacher};
use data::{DataSet, Split};
use learn::features::FeatureKind;
use learn::training::{Config, LinearFit, RankPenalty, WlDesign};
use learn::{Head, Sigma};
use planner::labelling::Labelling;
use planner::learning::acting::ActLearning;
use planner::learning::rounds::set_apart;
use planner::learning::{Learning, Origin, prepare};
use planner::problem_files::ProblemFiles;
use planner::teacher::{KnownPlan, OPTIMAL, SearchTeacher};
use planner::{Error, ErrorKind, Progress, data_file};
use search::{Budget, Exhausted};
use tools::whole_file;

use super::round::Round;
use super::{BASELINE, Contest, Limit};

/// A family of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Rules that act.
    Acting,
    /// Weisfeiler-Leman features that rank.
    Ranked,
    /// The same, with colours that are refined once more, so that they see differences two steps away.
    Finer,
    /// Weisfeiler-Leman features that estimate costs.
    Costs,
    /// What ff's relaxed plans say, corrected by a linear model.
    Planning,
}

/// The longest that one search for a label may take, and how many parts of the time there is all may take together.
const LABEL: Duration = Duration::from_secs(2);
const LABELS: u32 = 2;

/// The gradient steps for a handful of weights.
const STEPS: u64 = 2_000;

impl Family {
    /// All of them; where two do about the same, the first is chosen.
    pub(super) const ALL: [Self; 5] = [Self::Acting, Self::Ranked, Self::Finer, Self::Costs, Self::Planning];

    /// Is it tried only where none of those before does better than no model? It takes longer to train, and longer for a state.
    pub(super) fn is_last_resort(self) -> bool {
        self == Self::Planning
    }

    /// Is it learned from labelled states?
    pub(super) fn needs_labels(self) -> bool {
        self != Self::Acting
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Acting => "rules that act",
            Self::Ranked => "ranks of colours",
            Self::Finer => "ranks of finer colours",
            Self::Costs => "costs of colours",
            Self::Planning => "planning features",
        }
    }

    /// The searches that it is tried with. All of them go on with `nolan` where the model leads nowhere.
    pub(super) fn searches(self) -> &'static [&'static str] {
        match self {
            Self::Acting => &["act(model)"],
            Self::Finer | Self::Planning => &["race(gbfs(model), nolan)"],
            Self::Ranked | Self::Costs => {
                &["race(gbfs(model), nolan)", "race(gbfs(model, ff, preferred), nolan)"]
            }
        }
    }

    /// The file of its model.
    pub(super) fn file(self, folder: &Path) -> PathBuf {
        folder.join(match self {
            Self::Acting => "acting.rules",
            Self::Ranked => "ranked.hstar",
            Self::Finer => "finer.hstar",
            Self::Costs => "costs.hstar",
            Self::Planning => "planning.hstar",
        })
    }

    /// Learns a model, unless there is one of an earlier run. Returns its file.
    pub(super) fn learn(
        self,
        round: &Round<'_>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<PathBuf, Error> {
        let (contest, file) = (round.contest, self.file(round.folder));
        // What is not learned to the end has another name, so that it goes on with the next run.
        let part = file.with_extension("part");
        if file.exists() && !part.exists() {
            return Ok(file);
        }
        let learned = match self.config(contest) {
            None => {
                let Contest { seed, threads, .. } = *contest;
                ActLearning { problems: round.training, model: &part, seed, threads, budget }
                    .run(&Quiet(progress))
            }
            Some(config) => {
                let data = contest.labels(round, budget, progress);
                data.and_then(|data| contest.train(config, &data, &part, budget, progress))
            }
        };
        progress.now(format_args!(""));
        let stopped = match learned {
            // What an earlier run has learned can compete all the same.
            Err(error) if file.exists() && error.kind() != ErrorKind::Exhausted(Exhausted::Interrupted) => {
                return Ok(file);
            }
            learned => learned?,
        };
        if stopped == Some(Exhausted::Interrupted) {
            return Err(Error::new(ErrorKind::Exhausted(Exhausted::Interrupted), "interrupted"));
        }
        let kept = match stopped {
            None => fs::rename(&part, &file),
            // It can compete as it is.
            Some(_) => {
                fs::read(&part).and_then(|bytes| whole_file::write(&file, |out| out.write_all(&bytes)))
            }
        };
        kept.map_err(|error| Error::unwritable(&file, &error))?;
        Ok(file)
    }

    /// How its model is trained on states; rules are not.
    fn config(self, contest: &Contest<'_>) -> Option<Config> {
        let gaussian = |sigma, features, residual| {
            let head = Head::Gaussian { sigma };
            Config {
                features,
                head,
                residual,
                lower: None,
                steps: STEPS,
                seed: contest.seed,
                ..Config::default()
            }
        };
        let by_colours = |fit, refinements| {
            let mut design = WlDesign::default();
            design.graph.iterations = refinements;
            let config = gaussian(Sigma::Given, FeatureKind::Wl, None);
            Config { wl: Some(design), linear: Some(fit), ..config }
        };
        let rank = LinearFit::Rank { penalty: RankPenalty::Squares, cost: 1.0 };
        Some(match self {
            Self::Acting => return None,
            Self::Ranked => by_colours(rank, 1),
            Self::Finer => by_colours(rank, 2),
            Self::Costs => by_colours(LinearFit::Regression, 1),
            Self::Planning => gaussian(Sigma::Learned, FeatureKind::Planning, Some("ff".to_owned())),
        })
    }
}

/// The file of the states that models are trained on.
pub(super) fn labels_file(folder: &Path) -> PathBuf {
    folder.join("labels.parquet")
}

impl Contest<'_> {
    /// The states of plans: of cheapest ones where these are found, else of the first that are found, and of those that were found in
    /// the rounds before.
    fn labels(&self, round: &Round<'_>, budget: &Budget, progress: &dyn Progress) -> Result<DataSet, Error> {
        let file = labels_file(round.folder);
        if file.exists() {
            return data_file::read(&file);
        }
        let before = round.before.map(labels_file).filter(|file| file.exists());
        let mut data = match before {
            Some(before) => data_file::read(&before)?,
            None => {
                let is_known = |name: &str| round.plans.iter().any(|(known, _)| known == name);
                let others = round.training.only(|problem| !is_known(&problem.name));
                let mut data = self.labels_by_search(&others, budget, progress)?;
                set_apart(&mut data, self.seed);
                data
            }
        };
        for (name, plan) in round.plans {
            let is_of_it = |row: &data::Row| data.problems[row.problem as usize].name == *name;
            if data.rows.iter().any(is_of_it) {
                continue;
            }
            let problem = round.training.only(|problem| problem.name == *name);
            match self.label(&KnownPlan(plan), None, &problem, budget, progress) {
                Ok(known) => data.merge(known).map_err(|error| Error::new(ErrorKind::Internal, error))?,
                // What can't be followed on the ground task teaches nothing.
                Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::Input) => {}
                Err(error) => return Err(error),
            }
        }
        if data.rows_of(Split::Train).next().is_none() {
            return Err(Error::new(ErrorKind::Input, "no problem was solved in time to learn from it"));
        }
        let bytes = data.to_bytes().map_err(Error::internal)?;
        whole_file::write(&file, |out| out.write_all(&bytes))
            .map_err(|error| Error::unwritable(&file, &error))?;
        Ok(data)
    }

    fn labels_by_search(
        &self,
        problems: &ProblemFiles,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<DataSet, Error> {
        let mut data = self.label(&SearchTeacher::new(OPTIMAL)?, Some(LABEL), problems, budget, progress)?;
        let is_left = |problem: &&data::Problem| problem.searches.solved == 0 && problem.searches.stopped > 0;
        let left: Vec<&str> =
            data.problems.iter().filter(is_left).map(|problem| problem.name.as_str()).collect();
        if !left.is_empty() {
            let left = problems.only(|problem| left.contains(&problem.name.as_str()));
            let others = self.label(&SearchTeacher::new(BASELINE)?, Some(LABEL), &left, budget, progress)?;
            data.merge(others).map_err(|error| Error::new(ErrorKind::Internal, error))?;
        }
        Ok(data)
    }

    /// Labels states. Where time is limited, grounding and search take at most so long for each problem.
    fn label(
        &self,
        teacher: &dyn Teacher,
        most: Option<Duration>,
        problems: &ProblemFiles,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<DataSet, Error> {
        let (time, max_evaluations) = match self.limit {
            Limit::Time(_) => (most, None),
            Limit::Evaluations(most) => (None, Some(most)),
        };
        let limits = SearchLimits { time, memory: self.memory, max_evaluations, max_expansions: None };
        let name = teacher.name().to_owned();
        let recipe =
            Recipe { limits, siblings: true, teacher: name, heuristics: Vec::new(), ..Recipe::default() };
        let labelling = Labelling {
            problems,
            recipe: &recipe,
            teacher,
            split: None,
            folder: None,
            restart: true,
            threads: self.threads,
            total_time: budget.time_left().map(|left| left / LABELS),
            interrupted: Arc::clone(&self.interrupted),
        };
        labelling.run(&Quiet(progress))?.remove_parts()
    }

    /// Trains a model.
    fn train(
        &self,
        mut config: Config,
        data: &DataSet,
        model: &Path,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Exhausted>, Error> {
        let quiet = &Quiet(progress);
        let prepared = prepare(data, &mut config, false, self.threads, budget, quiet)?;
        let (origin, checkpoint_every) = (Origin::of(data)?, LABEL);
        let learning =
            Learning { origin, config: &config, model, threads: self.threads, checkpoint_every, budget };
        Ok(learning.run(prepared, quiet)?.stopped)
    }
}

/// Progress without lines and warnings, of which several candidates would make too many.
struct Quiet<'a>(&'a dyn Progress);

impl Progress for Quiet<'_> {
    fn now(&self, status: std::fmt::Arguments<'_>) {
        self.0.now(status);
    }
}
