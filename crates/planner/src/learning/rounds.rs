//! Learns from problems without labels: labels those that are easy, trains, and goes on with harder ones.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use data::label::{Recipe, SearchLimits};
use data::{DataSet, Ratios, Split};
use search::Exhausted;
use tools::{units, whole_file};

use crate::file_kind::is_data_set;
use crate::labelling::Labelling;
use crate::problem_files::ProblemFiles;
use crate::teacher::{OPTIMAL, SearchTeacher};
use crate::{Error, Progress, data_summary, files};

/// How long a search for a label may take in each round.
const LIMITS: [Duration; 3] = [Duration::from_secs(2), Duration::from_secs(20), Duration::from_secs(200)];

/// Are these data sets, rather than PDDL?
pub fn are_data_sets(files: &[PathBuf]) -> bool {
    let is_called_so = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "parquet");
    // Standard input can't be looked at beforehand. Alone it is a data set: a problem would need its domain.
    let is_standard = matches!(files, [only] if files::is_standard(only));
    is_standard || files.iter().any(|path| is_data_set(path) || is_called_so(path))
}

/// A domain and problems that are labelled in rounds, and learned from after each.
#[derive(Clone, Debug)]
pub struct Rounds<'a> {
    /// The domain and its problems.
    pub problems: &'a ProblemFiles,
    /// Where the data sets are kept.
    pub folder: PathBuf,
    /// How many threads search.
    pub threads: usize,
    /// How many bytes they may take.
    pub memory: Option<u64>,
    /// The seed by which problems are drawn for validation.
    pub seed: u64,
    /// Are the successors that plans do not go on to wanted?
    pub siblings: bool,
    /// Ends it early.
    pub interrupted: Arc<AtomicBool>,
}

/// How learning in rounds ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// After a last training, which a limit may have stopped.
    Trained(Option<Exhausted>),
    /// No problem could be labelled, so that there was nothing to learn from.
    Unlabelled,
}

impl Rounds<'_> {
    /// Labels the problems in rounds of growing limits, until all have their label or there are no more rounds; after each
    /// that has something to learn from, trains with the data set.
    ///
    /// # Errors
    /// When labelling or training fails, or is interrupted.
    pub fn run(
        &self,
        progress: &dyn Progress,
        mut train: impl FnMut(DataSet) -> Result<Option<Exhausted>, Error>,
    ) -> Result<Ended, Error> {
        let mut ended = Ended::Unlabelled;
        for limit in LIMITS {
            let mut data = self.label(limit, progress)?;
            set_apart(&mut data, self.seed);
            let is_complete = data.problems.iter().all(|problem| problem.searches.stopped == 0);
            if data.rows_of(Split::Train).next().is_some() {
                ended = Ended::Trained(train(data)?);
            }
            if ended == Ended::Trained(Some(Exhausted::Interrupted)) || is_complete {
                return Ok(ended);
            }
            let limit = units::spoken_time(limit);
            progress
                .line(format_args!("Not all problems have a label after {limit}; going on with more time"));
        }
        Ok(ended)
    }

    /// Labels by plans of least cost, as far as each is found within a limit, and keeps the set.
    fn label(&self, limit: Duration, progress: &dyn Progress) -> Result<DataSet, Error> {
        let teacher = SearchTeacher::new(OPTIMAL)?;
        let limits = SearchLimits { time: Some(limit), memory: self.memory, ..SearchLimits::default() };
        let recipe = Recipe { limits, siblings: self.siblings, ..Recipe::default() };
        let file = self.folder.join(format!("data-{}s.parquet", limit.as_secs()));
        progress.line(format_args!("Labelling, for each problem at most {}", units::spoken_time(limit)));
        let labelling = Labelling {
            problems: self.problems,
            recipe: &recipe,
            teacher: &teacher,
            split: None,
            folder: Some(&file.with_extension("parquet.parts")),
            // What an earlier run has left of other problems is of no use.
            restart: true,
            threads: self.threads,
            total_time: None,
            interrupted: Arc::clone(&self.interrupted),
        };
        let labelled = labelling.run(progress)?;
        let bytes = labelled.data.to_bytes().map_err(Error::internal)?;
        whole_file::write(&file, |out| out.write_all(&bytes))
            .map_err(|error| Error::unwritable(&file, &error))?;
        progress.line(format_args!("{}", data_summary::summary(&labelled.data)));
        labelled.remove_parts()
    }
}

/// Draws a fifth of the labelled problems for validation, unless the names of their folders assign them to splits.
pub fn set_apart(data: &mut DataSet, seed: u64) {
    if data.problems.iter().any(|problem| problem.split != Split::Train) {
        return;
    }
    let mut labelled: Vec<usize> = data.rows.iter().map(|row| row.problem as usize).collect();
    labelled.sort_unstable();
    labelled.dedup();
    for (problem, split) in labelled.iter().zip(Ratios::FOUR_TO_ONE.assign(labelled.len(), seed)) {
        data.problems[*problem].split = split;
    }
}
