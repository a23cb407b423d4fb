//! The problems named on the command line, as files and folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use data::Split;
use pddl::{Source, Strictness, domain_file};

use crate::file_kind::{is_domain, is_problem};
use crate::planning_task::{find_domain, read_text};
use crate::{Error, ErrorKind, files};

/// A domain with problems.
#[derive(Clone, Debug)]
pub struct ProblemFiles {
    /// The domain.
    pub domain: Source,
    /// Its problems.
    pub problems: Vec<ProblemFile>,
    paths: Vec<PathBuf>,
}

/// A problem, with a name that no other has.
#[derive(Clone, Debug)]
pub struct ProblemFile {
    /// The name.
    pub name: String,
    /// The text.
    pub source: Source,
    /// The split that its folder is named after, if it is.
    pub split: Option<Split>,
}

impl ProblemFiles {
    /// A domain and problems, or folders of problems. If the first is a folder or a problem, its domain is searched for.
    pub fn find(named: &[PathBuf]) -> Result<Self, Error> {
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
            return Err(Error::new(ErrorKind::Input, message));
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

    /// A domain and problems by their texts, each problem with a name that no other has.
    pub fn from_texts(domain: &str, problems: impl IntoIterator<Item = (String, String)>) -> Self {
        let problem = |(name, text): (String, String)| {
            let source = Source::new(&*name, text);
            ProblemFile { name, source, split: None }
        };
        let problems = problems.into_iter().map(problem).collect();
        Self { domain: Source::new("domain", domain), problems, paths: Vec::new() }
    }

    /// Those of the problems that are wanted.
    #[must_use]
    pub fn only(&self, is_wanted: impl Fn(&ProblemFile) -> bool) -> Self {
        let problems = self.problems.iter().filter(|problem| is_wanted(problem)).cloned().collect();
        Self { domain: self.domain.clone(), problems, paths: self.paths.clone() }
    }

    /// Is the file one of these?
    pub fn include(&self, file: &Path) -> bool {
        let Ok(file) = fs::canonicalize(file) else { return false };
        self.paths.iter().any(|path| fs::canonicalize(path).is_ok_and(|path| path == file))
    }
}

/// The name of the domain of problems that are named like this; `None` if it comes from standard input, which can be read only
/// once.
///
/// # Errors
/// When there is no domain, or it is wrong.
pub fn domain_name(named: &[PathBuf]) -> Result<Option<String>, Error> {
    let (domain, _) = apart(named)?;
    if files::is_standard(&domain) {
        return Ok(None);
    }
    Ok(Some(pddl::parse_domain(&read(&domain)?, Strictness::Lenient)?.value.name))
}

/// The domain, and the files and folders of problems.
fn apart(named: &[PathBuf]) -> Result<(PathBuf, &[PathBuf]), Error> {
    match named {
        [first, ..] if first.is_dir() => Ok((domain_of(first)?, named)),
        [first, ..] if !files::is_standard(first) && is_problem(&read_text(first)?) => {
            Ok((find_domain(first)?, named))
        }
        [domain, problems @ ..] => Ok((domain.clone(), problems)),
        [] => Err(Error::new(ErrorKind::Argument, "no domain is given")),
    }
}

fn domain_of(folder: &Path) -> Result<PathBuf, Error> {
    domain_file::find(&folder.join("problem.pddl")).map_err(|_| {
        let message = format!(
            "no domain given, and none found in {}\n  = help: give the domain before the folder",
            folder.display()
        );
        Error::new(ErrorKind::Input, message)
    })
}

/// The problems in a folder and in its subfolders named after splits, by name.
fn problems_in(folder: &Path) -> Result<Vec<(PathBuf, Source)>, Error> {
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

fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut entries: Vec<PathBuf> = entries.map_err(|error| {
        Error::new(ErrorKind::Input, format_args!("cannot read {}: {error}", folder.display()))
    })?;
    entries.sort();
    Ok(entries)
}

/// File names without extension or, where two are the same, whole paths.
fn names(found: &[(PathBuf, Source)]) -> Result<Vec<String>, Error> {
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
    Err(Error::new(ErrorKind::Argument, "a problem is given twice"))
}

fn all_differ(names: &[String]) -> bool {
    let mut seen = BTreeSet::new();
    names.iter().all(|name| seen.insert(name))
}

/// The split that the folder of a problem is named after.
fn split_of(problem: &Path) -> Option<Split> {
    problem.parent()?.file_name()?.to_str()?.parse().ok()
}

fn read(path: &Path) -> Result<Source, Error> {
    Ok(Source::new(files::input_name(path), read_text(path)?))
}
