//! Learning from problems that nobody has labelled: label what is easy, train, and go on with what is harder.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{Exit, Failure, Log, cli};

/// How long a search for a label may take in each round.
const LIMITS: [&str; 3] = ["2s", "20s", "200s"];

/// Are these data sets, rather than PDDL?
pub(crate) fn are_data_sets(files: &[PathBuf]) -> bool {
    let begins_as_parquet = |path: &PathBuf| {
        let mut start = [0; 4];
        File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"PAR1"
    };
    let is_called_so = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "parquet");
    files.iter().any(|path| begins_as_parquet(path) || is_called_so(path))
}

/// Labels a domain's problems in rounds of growing limits, until all have their label or there are no more rounds; after
/// each, trains with the data set.
///
/// # Errors
/// When labelling or training fails, or is interrupted.
pub(crate) fn run(
    files: &[PathBuf],
    folder: &Path,
    threads: usize,
    log: &mut Log,
    mut train: impl FnMut(&Path, &mut Log) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Incomplete;
    for limit in LIMITS {
        let data = folder.join(format!("data-{limit}.parquet"));
        match label(files, &data, limit, threads, log)? {
            Exit::Success => exit = train(&data, log)?,
            // Nothing could be labelled in so short a time.
            Exit::Incomplete => continue,
            other => return Ok(other),
        }
        if exit != Exit::Success || is_complete(&data)? {
            return Ok(exit);
        }
        log.line(format_args!("Not all problems have a label after {limit}; going on with more time"));
    }
    Ok(exit)
}

fn label(
    files: &[PathBuf],
    data: &Path,
    limit: &str,
    threads: usize,
    log: &mut Log,
) -> Result<Exit, Failure> {
    let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let (out, threads) = (data.display().to_string(), threads.to_string());
    let mut words = vec!["data"];
    words.extend(files.iter().map(String::as_str));
    words.extend(["--out", &out, "--split", "80:20:0", "--time-limit", limit, "--threads", &threads]);
    log.line(format_args!("$ hstar {}", words.join(" ")));
    cli::execute(&words, log)
}

/// Has every problem its label?
fn is_complete(data: &Path) -> Result<bool, Failure> {
    let set = crate::data_file::read(data)?;
    Ok(set.problems.iter().all(|problem| problem.searches.stopped == 0))
}
