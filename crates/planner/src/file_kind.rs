//! Recognises the kind of a file, for errors about files given to a command that takes another kind.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use learn::tensor_file;
use rules::{ladder, puzzle8};

use crate::grown::{self, GrownModel};
use crate::{Error, ErrorKind, files};

/// A kind of files that can be recognised by their contents.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileKind {
    Folder,
    Empty,
    DataSet,
    /// A network for planning tasks.
    Model,
    /// A network for a puzzle.
    PuzzleModel(String),
    /// A file of tensors of another kind, such as a checkpoint.
    Tensors(String),
    /// Rules, and their subject.
    Rules(String),
    Domain,
    Problem,
    Sas,
    Plan,
    Page,
}

/// The error for a file where another kind is wanted, as in `a model`: it says what the file is and which command takes it.
/// `None` if the kind is not recognised.
pub fn mistaken(path: &Path, wanted: &str) -> Option<Error> {
    let kind = FileKind::of(path)?;
    let (name, what) = (path.display(), kind.name());
    let message = match kind.taker(&name.to_string()) {
        Some(taker) => format!("{name} is {what}, not {wanted}\n  = help: {taker}"),
        None => format!("{name} is {what}, not {wanted}"),
    };
    Some(Error::new(ErrorKind::Input, message))
}

/// Refuses a file that is certainly no planning task, and says what it is instead.
///
/// # Errors
/// That refusal.
pub fn check_task(path: &Path) -> Result<(), Error> {
    use FileKind::{Domain, Empty, Plan, Problem, Sas};
    match FileKind::of(path) {
        None | Some(Domain | Problem | Sas | Plan | Empty) => Ok(()),
        Some(_) => mistaken(path, "a planning task").map_or(Ok(()), Err),
    }
}

/// The text of a file; `help` is for the error if it can't be read.
///
/// # Errors
/// When it can't be read, or is no text.
pub fn read_text(path: &Path, help: &str) -> Result<String, Error> {
    files::read_to_string(path).map_err(|error| {
        let message = format_args!("cannot read {}: {error}\n  = help: {help}", files::input_name(path));
        mistaken(path, "a text").unwrap_or_else(|| Error::new(ErrorKind::Input, message))
    })
}

/// Does the file begin as a data set does?
pub fn is_data_set(path: &Path) -> bool {
    FileKind::of(path) == Some(FileKind::DataSet)
}

impl FileKind {
    fn of(path: &Path) -> Option<Self> {
        if path.is_dir() {
            return Some(Self::Folder);
        }
        // What comes through a pipe can be read only once.
        if !path.is_file() {
            return None;
        }
        let mut start = Vec::new();
        File::open(path).ok()?.take(4096).read_to_end(&mut start).ok()?;
        if start.starts_with(b"PAR1") {
            return Some(Self::DataSet);
        }
        // Models begin with the length of their header, which ends in zeros.
        if start.get(6..9) == Some(b"\0\0{") {
            return Self::of_tensors(&fs::read(path).ok()?);
        }
        Self::of_text(&String::from_utf8_lossy(&start))
    }

    fn of_tensors(bytes: &[u8]) -> Option<Self> {
        Some(match tensor_file::kind(bytes)?.as_str() {
            learn::model_file::KIND => {
                let puzzle =
                    learn::model_file::read(bytes).ok().and_then(|model| model.about.signature.puzzle);
                puzzle.map_or(Self::Model, |puzzle| Self::PuzzleModel(puzzle.space))
            }
            grown::KIND => Self::PuzzleModel(GrownModel::parse(bytes).ok()?.space().to_owned()),
            kind => Self::Tensors(kind.to_owned()),
        })
    }

    fn of_text(text: &str) -> Option<Self> {
        let begins = |word: &str| text.trim_start().to_ascii_lowercase().starts_with(word);
        let code = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
        let first = code.into_iter().find(|line| !line.is_empty());
        if let Some(about) = ladder::about(text) {
            Some(Self::Rules(about.to_owned()))
        } else if text.trim().is_empty() {
            Some(Self::Empty)
        } else if begins("begin_version") {
            Some(Self::Sas)
        } else if begins("<!doctype html") || begins("<html") {
            Some(Self::Page)
        } else if is_domain(text) {
            Some(Self::Domain)
        } else if is_problem(text) {
            Some(Self::Problem)
        } else if first.is_some_and(|line| line.starts_with('(') && line.ends_with(')')) {
            Some(Self::Plan)
        } else {
            None
        }
    }

    /// With an article.
    fn name(&self) -> String {
        match self {
            Self::Folder => "a folder".to_owned(),
            Self::Empty => "empty".to_owned(),
            Self::DataSet => "a data set".to_owned(),
            Self::Model => "a model for planning tasks".to_owned(),
            Self::PuzzleModel(space) => format!("a model of {space}"),
            Self::Tensors(kind) => format!("a {kind}"),
            Self::Rules(about) if about == puzzle8::ABOUT => {
                "a heuristic of rules about the 8-puzzle".to_owned()
            }
            Self::Rules(about) if about.starts_with("acts of ") => format!("rules about {about}"),
            Self::Rules(about) => format!("a heuristic of rules about {about}"),
            Self::Domain => "a PDDL domain".to_owned(),
            Self::Problem => "a PDDL problem".to_owned(),
            Self::Sas => "a task in SAS+".to_owned(),
            Self::Plan => "a plan".to_owned(),
            Self::Page => "a page for a browser".to_owned(),
        }
    }

    /// The command that takes a file of this kind and name.
    fn taker(&self, file: &str) -> Option<String> {
        Some(match self {
            Self::DataSet => format!("a model is trained on it with hstar learn MODEL {file}"),
            Self::Model => format!("it guides hstar plan DOMAIN PROBLEM --model {file}"),
            Self::PuzzleModel(space) => format!("it guides hstar solve {space} INSTANCES --model {file}"),
            Self::Rules(about) if about == puzzle8::ABOUT => {
                format!("it guides hstar solve tiles:3x3 INSTANCES --model {file}")
            }
            Self::Rules(_) => format!("it guides hstar plan DOMAIN PROBLEM --model {file}"),
            Self::Domain => format!("a plan is found by hstar plan {file} PROBLEM"),
            Self::Problem => format!("a plan is found by hstar plan DOMAIN {file}"),
            Self::Sas => format!("a plan is found by hstar plan {file}"),
            Self::Plan => format!("it is checked by hstar validate DOMAIN PROBLEM {file}"),
            Self::Folder | Self::Empty | Self::Tensors(_) | Self::Page => return None,
        })
    }
}

/// Does the text begin as a PDDL domain does, with `(define (domain`?
pub fn is_domain(text: &str) -> bool {
    defines(text, "domain")
}

/// Does the text begin as a PDDL problem does, with `(define (problem`?
pub fn is_problem(text: &str) -> bool {
    defines(text, "problem")
}

fn defines(text: &str, what: &str) -> bool {
    let code = text.lines().filter_map(|line| line.split(';').next());
    let words = code.flat_map(|line| line.split(|c: char| c.is_whitespace() || "()\u{feff}".contains(c)));
    let mut words = words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase);
    words.next().as_deref() == Some("define") && words.next().as_deref() == Some(what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_told_from_a_problem() {
        assert!(is_domain("(define (domain d))"));
        assert!(is_domain("\u{feff}; (define (problem p))\n\n( DEFINE ; x\n\t(Domain\nd"));
        assert!(!is_domain("(define (problem domain) (:domain d))"));
        assert!(!is_domain("; (define (domain d))"));
        assert!(!is_domain(""));
    }

    #[test]
    fn texts_are_told_apart() {
        for (text, kind) in [
            ("", Some(FileKind::Empty)),
            (" \n", Some(FileKind::Empty)),
            (
                "% hstar rules 1\n% about: goals of gripper\n",
                Some(FileKind::Rules("goals of gripper".to_owned())),
            ),
            ("begin_version\n3\n", Some(FileKind::Sas)),
            ("; post\n(define (domain post)", Some(FileKind::Domain)),
            ("(DEFINE (problem p)", Some(FileKind::Problem)),
            ("; cost = 2\n(walk a b)\n", Some(FileKind::Plan)),
            ("<!DOCTYPE html>\n", Some(FileKind::Page)),
            ("important notes", None),
        ] {
            assert_eq!(FileKind::of_text(text), kind, "{text}");
        }
    }
}
