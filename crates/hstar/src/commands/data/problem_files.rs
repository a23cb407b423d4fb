//! The problems that are named on the command line, in files and folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use learn::data::Split;
use pddl::{Source, Strictness};

use crate::input::{find_domain, is_domain, is_problem, read_text};
use crate::{Exit, Failure, domain_file, files};

/// A domain with problems.
pub(super) struct ProblemFiles {
    pub(super) domain: Source,
    pub(super) problems: Vec<ProblemFile>,
    paths: Vec<PathBuf>,
}

/// A problem, with a name that no other has.
pub(super) struct ProblemFile {
    pub(super) name: String,
    pub(super) source: Source,
    /// What the folder's name says it is for.
    pub(super) split: Option<Split>,
}

impl ProblemFiles {
    /// A domain and problems, or folders of problems. Where the first is a folder or a problem, its domain is found.
    pub(super) fn find(named: &[PathBuf]) -> Result<Self, Failure> {
        let (domain, named) = apart(named)?;
        let mut found: Vec<(PathBuf, Source)> = Vec::new();
        for path in named {
            if path.is_dir() {
                found.extend(problems_in(path)?);
            } else {
                found.push((path.clone(), read(path)?));
            }
        }
        if found.is_empty() {
            let message =
                "no problem is given\n  = help: give problems, or a folder of them, after the domain";
            return Err(Failure::new(Exit::InputError, message));
        }
        let names = names(&found)?;
        let mut paths = vec![domain.clone()];
        let problems = found.into_iter().zip(names).map(|((path, source), name)| {
            let split = split_of(&path);
            paths.push(path);
            ProblemFile { name, source, split }
        });
        let problems = problems.collect();
        Ok(Self { domain: read(&domain)?, problems, paths })
    }

    /// Is the file one of these?
    pub(super) fn include(&self, file: &Path) -> bool {
        let Ok(file) = fs::canonicalize(file) else { return false };
        self.paths.iter().any(|path| fs::canonicalize(path).is_ok_and(|path| path == file))
    }
}

/// The name of the domain that problems have, which are named like this; `None` if it comes from standard input, which can be
/// read only once.
///
/// # Errors
/// When there is no domain, or it is wrong.
pub(crate) fn domain_name(named: &[PathBuf]) -> Result<Option<String>, Failure> {
    let (domain, _) = apart(named)?;
    if files::is_standard(&domain) {
        return Ok(None);
    }
    Ok(Some(pddl::parse_domain(&read(&domain)?, Strictness::Lenient)?.value.name))
}

/// The domain, and what problems are in.
fn apart(named: &[PathBuf]) -> Result<(PathBuf, &[PathBuf]), Failure> {
    match named {
        [first, ..] if first.is_dir() => Ok((domain_of(first)?, named)),
        [first, ..] if !files::is_standard(first) && is_problem(&read_text(first)?) => {
            Ok((find_domain(first)?, named))
        }
        [domain, problems @ ..] => Ok((domain.clone(), problems)),
        [] => Err(Failure::new(Exit::Usage, "no domain is given")),
    }
}

fn domain_of(folder: &Path) -> Result<PathBuf, Failure> {
    domain_file::find(&folder.join("problem.pddl")).map_err(|_| {
        let message = format!(
            "no domain given, and none found in {}\n  = help: give the domain before the folder",
            folder.display()
        );
        Failure::new(Exit::InputError, message)
    })
}

/// The problems in a folder and in its folders that splits are called after, by name.
fn problems_in(folder: &Path) -> Result<Vec<(PathBuf, Source)>, Failure> {
    let mut found = Vec::new();
    for path in sorted_entries(folder)? {
        if path.is_file() && path.extension().is_some_and(|extension| extension == "pddl") {
            let source = read(&path)?;
            if !is_domain(&source.text) {
                found.push((path, source));
            }
        }
    }
    for split in Split::ALL {
        let inner = folder.join(split.name());
        if inner.is_dir() {
            found.extend(problems_in(&inner)?);
        }
    }
    Ok(found)
}

fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut entries: Vec<PathBuf> = entries.map_err(|error| {
        Failure::new(Exit::InputError, format_args!("cannot read {}: {error}", folder.display()))
    })?;
    entries.sort();
    Ok(entries)
}

/// File names without extension or, where two are the same, whole paths.
fn names(found: &[(PathBuf, Source)]) -> Result<Vec<String>, Failure> {
    let stems =
        found.iter().map(|(path, _)| path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
    let stems: Vec<String> = stems.collect();
    if all_differ(&stems) {
        return Ok(stems);
    }
    let paths: Vec<String> =
        found.iter().map(|(path, _)| path.with_extension("").display().to_string()).collect();
    if all_differ(&paths) {
        return Ok(paths);
    }
    Err(Failure::new(Exit::Usage, "a problem is given twice"))
}

fn all_differ(names: &[String]) -> bool {
    let mut seen = BTreeSet::new();
    names.iter().all(|name| seen.insert(name))
}

/// What the folder a problem is in is called after.
fn split_of(problem: &Path) -> Option<Split> {
    problem.parent()?.file_name()?.to_str()?.parse().ok()
}

fn read(path: &Path) -> Result<Source, Failure> {
    Ok(Source::new(files::input_name(path), read_text(path)?))
}
