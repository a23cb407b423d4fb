//! Puzzles as the command line names them: spaces, searches and instances from text.

mod instance;
mod instance_file;
mod instances;
mod known_states;
mod model;
mod predictions;
mod range_list;
mod results;
mod search;
mod solving;

pub use instance::Instance;
pub use instances::{FORMS, Instances};
pub use known_states::known_states;
pub use model::{PuzzleGuide, unusable};
pub use predictions::Predictions;
pub use results::{Results, Row};
pub use search::{Guidance, Search};
pub use solver::{AnySpace, Notice, PUZZLES, Resources, Solver, Start};
pub use solving::{Solved, Solving, solve};
pub use specification::searches::PUZZLE_SEARCHES as SEARCHES;

use std::path::{Path, PathBuf};

use puzzles::tables::Tables;
use solver::{Declaration, Refusal};

use crate::{Error, ErrorKind, Progress};

/// The failure to read a state that stands at a place.
fn refused(refusal: &Refusal, place: &str) -> Error {
    let kind = if refusal.is_unsolvable { ErrorKind::Unsolvable } else { ErrorKind::Input };
    Error::new(kind, format_args!("{place}: {}", refusal.message))
}

/// Passes on warnings about tables, and nothing else.
pub fn warner(progress: &dyn Progress) -> impl FnMut(Notice) {
    move |notice| {
        if let Notice::Warning(warning) = notice {
            progress.warn(format_args!("warning: {warning}"));
        }
    }
}

/// Does it look like the name of a puzzle, as in `tiles:3x3`?
pub fn is_name(input: &Path) -> bool {
    input.to_string_lossy().contains(':') && !input.is_file()
}

/// The space with this name, with its declaration.
///
/// # Errors
/// Says what would be right.
pub fn open(text: &str) -> Result<(&'static Declaration, Box<dyn AnySpace>), Error> {
    let (declared, size) = declared(text)?;
    let space = (declared.open)(size).ok_or_else(|| no_such_size(text, size, declared))?;
    Ok((declared, space))
}

/// The same, with a goal given by the user.
///
/// # Errors
/// Says what would be right.
pub fn open_to(goal: &str, text: &str) -> Result<(&'static Declaration, Box<dyn AnySpace>), Error> {
    let (declared, size) = declared(text)?;
    let Some(open_to) = declared.open_to else {
        let message = format_args!("{text} has only one goal: leave --goal away");
        return Err(Error::new(ErrorKind::Argument, message));
    };
    let space = open_to(size, goal).ok_or_else(|| no_such_size(text, size, declared))?;
    let space = space.map_err(|error| {
        let known: Vec<&str> = declared.goals.iter().map(|(form, _)| *form).collect();
        let message = format_args!("wrong goal `{goal}`: {error}\n  = help: it is {}", known.join(", "));
        Error::new(ErrorKind::Argument, message)
    })?;
    Ok((declared, space))
}

/// The puzzle and the size with this name.
fn declared(text: &str) -> Result<(&'static Declaration, &str), Error> {
    let (name, size) = text.split_once(':').unwrap_or((text, ""));
    let Some(declared) = PUZZLES.iter().find(|puzzle| puzzle.name == name) else {
        let help = match tools::nearest(name, PUZZLES.iter().map(|puzzle| puzzle.name)) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => {
                format!("known: {}", PUZZLES.iter().map(|puzzle| puzzle.form).collect::<Vec<_>>().join(", "))
            }
        };
        return Err(Error::new(
            ErrorKind::Argument,
            format_args!("unknown space `{name}`\n  = help: {help}"),
        ));
    };
    Ok((declared, size))
}

fn no_such_size(text: &str, size: &str, declared: &Declaration) -> Error {
    let Declaration { form, sizes, example, .. } = declared;
    let what =
        if size.is_empty() { format!("`{text}` has no size") } else { format!("there is no `{text}`") };
    Error::new(ErrorKind::Argument, format_args!("{what}\n  = help: it is {form}, {sizes}, as in {example}"))
}

/// Where pattern databases are kept: in the folder, or else in the user's cache.
pub fn tables(folder: Option<&Path>) -> Tables {
    folder.map(Path::to_owned).or_else(cache_folder).map_or_else(Tables::in_memory, Tables::kept_in)
}

/// The user's cache folder, by the conventions of the operating system.
fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The last is Windows's.
    let cache = set("XDG_CACHE_HOME")
        .or_else(|| Some(set("HOME")?.join(".cache")))
        .or_else(|| set("LOCALAPPDATA"))?;
    Some(cache.join("hstar"))
}

#[cfg(test)]
mod tests {
    use ::search::Budget;
    use puzzles::tables::Tables;

    use super::*;

    #[test]
    fn every_example_can_be_searched_by_default() {
        for puzzle in PUZZLES {
            let (found, space) = open(puzzle.example).unwrap();
            assert_eq!(found.name, puzzle.name);
            let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
            let resources = &mut Resources {
                tables: &tables,
                threads: 1,
                budget: &budget,
                gpu: None,
                watch: &mut |_| {},
            };
            let solver = Search::parse(puzzle.default_search).unwrap().solver(&*space, resources).unwrap();
            // Dials are fitted to plans that it finds.
            assert!(solver.is_optimal(), "{}", puzzle.name);
        }
    }

    #[test]
    fn wrong_spaces_are_refused_with_what_would_be_right() {
        for (text, expected) in [
            ("tile:4x4", "unknown space `tile`\n  = help: did you mean `tiles`?"),
            ("rubik", "unknown space `rubik`\n  = help: known: tiles:RxC, pancake:N, blocks:N"),
            (
                "tiles",
                "`tiles` has no size\n  = help: it is tiles:RxC, each of R and C from 3 to 6, as in tiles:4x4",
            ),
            ("tiles:", "`tiles:` has no size\n"),
            ("tiles:2x9", "there is no `tiles:2x9`\n"),
            ("tiles:4", "there is no `tiles:4`\n"),
            ("tiles:x", "there is no `tiles:x`\n"),
            ("tiles:4x4x4", "there is no `tiles:4x4x4`\n"),
            ("tiles:-3x99999999999999999999999", "there is no "),
        ] {
            let Err(failure) = open(text) else { panic!("{text}") };
            assert_eq!(failure.kind(), ErrorKind::Argument);
            assert!(failure.to_string().starts_with(expected), "{failure}");
        }
    }
}
