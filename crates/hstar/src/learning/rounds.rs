//! Learning from problems that nobody has labelled: label what is easy, train, and go on with what is harder.

use std::path::{Path, PathBuf};

use learn::data::{DataSet, Ratios, Split};

use crate::file_kind::is_data_set;
use crate::{Exit, Failure, Log, cli, data_file, files};

/// How long a search for a label may take in each round.
const LIMITS: [&str; 3] = ["2s", "20s", "200s"];

/// Are these data sets, rather than PDDL?
pub(crate) fn are_data_sets(files: &[PathBuf]) -> bool {
    let is_called_so = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "parquet");
    // Standard input can't be looked at beforehand. Alone it is a data set: a problem would need its domain.
    let is_standard = matches!(files, [only] if files::is_standard(only));
    is_standard || files.iter().any(|path| is_data_set(path) || is_called_so(path))
}

/// A domain and problems to be labelled.
pub(crate) struct Labelling<'a> {
    /// The domain, then problems or folders of them.
    pub files: &'a [PathBuf],
    /// Where the data sets are kept.
    pub folder: PathBuf,
    /// How many threads search.
    pub threads: usize,
    /// How many bytes they may take.
    pub memory: Option<u64>,
    /// By which problems are drawn for validation.
    pub seed: u64,
}

impl Labelling<'_> {
    /// Labels the problems in rounds of growing limits, until all have their label or there are no more rounds; after each
    /// that has something to learn from, trains with the data set.
    ///
    /// # Errors
    /// When labelling or training fails, or is interrupted.
    pub(crate) fn run(
        &self,
        log: &mut Log,
        mut train: impl FnMut(DataSet, &mut Log) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let mut exit = Exit::Incomplete;
        for limit in LIMITS {
            let file = self.folder.join(format!("data-{limit}.parquet"));
            match self.label(&file, limit, log)? {
                // Without a label, nothing could be solved in so short a time.
                Exit::Success | Exit::Incomplete => {}
                other => return Ok(other),
            }
            let mut data = data_file::read(&file)?;
            self.set_apart(&mut data);
            let is_complete = data.problems.iter().all(|problem| problem.searches.stopped == 0);
            if data.rows_of(Split::Train).next().is_some() {
                exit = train(data, log)?;
            }
            if exit == Exit::Interrupted || is_complete {
                return Ok(exit);
            }
            log.line(format_args!("Not all problems have a label after {limit}; going on with more time"));
        }
        Ok(exit)
    }

    fn label(&self, file: &Path, limit: &str, log: &mut Log) -> Result<Exit, Failure> {
        let files: Vec<String> = self.files.iter().map(|file| file.display().to_string()).collect();
        let (out, threads) = (file.display().to_string(), self.threads.to_string());
        let memory = self.memory.map(|bytes| format!("{}K", bytes >> 10));
        let mut words = vec!["data"];
        words.extend(files.iter().map(String::as_str));
        // What an earlier run has left of other problems is of no use.
        words.extend(["--out", &out, "--time-limit", limit, "--threads", &threads, "--restart"]);
        if let Some(memory) = &memory {
            words.extend(["--memory-limit", memory]);
        }
        log.line(format_args!("$ hstar {}", words.join(" ")));
        cli::execute(&words, log)
    }

    /// Draws a fifth of the problems that have a label for validation, unless their folders say what they are for.
    fn set_apart(&self, data: &mut DataSet) {
        if data.problems.iter().any(|problem| problem.split != Split::Train) {
            return;
        }
        let mut labelled: Vec<usize> = data.rows.iter().map(|row| row.problem as usize).collect();
        labelled.sort_unstable();
        labelled.dedup();
        for (problem, split) in labelled.iter().zip(Ratios::FOUR_TO_ONE.assign(labelled.len(), self.seed)) {
            data.problems[*problem].split = split;
        }
    }
}
