//! The searches that `--search` can name for puzzles.

use std::fmt::{self, Display};

use ::search::{Budget, Exhausted};
use belief::Reading;
use solver::{Algorithm, AnySpace, NoSolver, Resources, Solver};
use tools::units;

use crate::{Error, ErrorKind};
use specification::SpecError;
use specification::language::{self, Argument, Call, Text};
use specification::searches::{self, MODEL, PUZZLE_SEARCHES};

/// A search as specified; its heuristic is looked up later.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    text: String,
    algorithm: Algorithm,
    heuristic: Call,
}

/// The kind of guidance of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guidance {
    /// A heuristic of the puzzle.
    Heuristic,
    /// A model, by a reading of its beliefs, or by the usual one for the model if there is none.
    Model(Option<Reading>),
}

impl Search {
    /// Reads a search.
    ///
    /// # Errors
    /// Says where the specification is wrong.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let call = language::parse(text)?;
        let text = Text(text);
        let Some(declared) = PUZZLE_SEARCHES.iter().find(|search| search.is_called(&call.name)) else {
            return Err(unknown(text, &call));
        };
        let wrong = |place, message: &dyn Display| {
            text.error(place, message, format_args!("it is written {}", declared.usage))
        };
        let (mut heuristics, mut weight, mut table) = (Vec::new(), 2.0, None);
        for argument in &call.arguments {
            match argument.keyword.as_deref() {
                None => heuristics.extend(argument.values.iter().cloned()),
                Some("w") if declared.keywords.contains(&"w") => weight = text.weight(argument)?,
                Some("table") if declared.keywords.contains(&"table") => table = Some(size(text, argument)?),
                Some(keyword) => {
                    let message = format!("`{}` has no option `{keyword}`", declared.name);
                    return Err(wrong(argument.place.clone(), &message));
                }
            }
        }
        let Ok([heuristic]) = <[Call; 1]>::try_from(heuristics) else {
            return Err(wrong(call.place, &"takes exactly one heuristic"));
        };
        let algorithm = match declared.name {
            "ida" => Algorithm::Ida { table },
            "astar" => Algorithm::AStar { weight: 1.0 },
            "wastar" => Algorithm::AStar { weight },
            _ => Algorithm::Gbfs,
        };
        Ok(Self { text: text.0.to_owned(), algorithm, heuristic })
    }

    /// Does it support threads and a limit on cost?
    pub fn is_ida(&self) -> bool {
        matches!(self.algorithm, Algorithm::Ida { .. })
    }

    /// Can a GPU run it in this space?
    pub fn suits_gpus(&self, space: &str) -> bool {
        let is_plain = self.algorithm == Algorithm::Ida { table: None };
        is_plain && self.heuristic.name == "pdb" && space.starts_with("tiles:")
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The heuristic as it is written.
    pub fn heuristic(&self) -> &str {
        &self.heuristic.name
    }

    /// The error for a heuristic that can't be used like this, and what could be.
    pub fn wants(&self, message: &str, instead: &str) -> Error {
        let help = format_args!("it is written {instead}");
        Text(&self.text).error(self.heuristic.place.clone(), message, help).into()
    }

    /// Its guidance: a model by a reading, or by the usual one for the model; or a heuristic.
    ///
    /// # Errors
    /// When the reading is not one; says which there are.
    pub fn guidance(&self) -> Result<Guidance, SpecError> {
        let (text, call) = (Text(&self.text), &self.heuristic);
        let (name, reading) = call.name.split_once('@').unwrap_or((&call.name, ""));
        if name != MODEL || !call.arguments.is_empty() {
            return Ok(Guidance::Heuristic);
        }
        let reading = match reading {
            "" => None,
            reading => Some(text.reading(call, reading)?),
        };
        Ok(Guidance::Model(reading))
    }

    /// Makes the search in a space.
    ///
    /// # Errors
    /// Says where the specification is wrong, or that it needs too much time or memory.
    pub fn solver<'s>(
        &self,
        space: &'s dyn AnySpace,
        resources: &mut Resources,
    ) -> Result<Box<dyn Solver + 's>, Error> {
        let heuristic = self.heuristic.name.clone();
        let wanted = solver::Search { algorithm: self.algorithm, heuristic, arguments: self.arguments() };
        let solver = space.solver(&wanted, resources).map_err(|reason| self.not_made(reason))?;
        self.check_room(resources.budget)?;
        Ok(solver)
    }

    fn not_made(&self, reason: NoSolver) -> Error {
        let (text, heuristic) = (Text(&self.text), &self.heuristic);
        match reason {
            NoSolver::Unknown { known } => text.unknown("heuristic", heuristic, known).into(),
            NoSolver::Wrong { message, usage } => {
                let help = format_args!("it is written {usage}");
                text.error(heuristic.place.clone(), message, help).into()
            }
            NoSolver::NoGpu(reason) => Error::new(ErrorKind::Unsupported, reason),
            NoSolver::Stopped(reason) => {
                let message = format_args!("{reason} while making {}", heuristic.name);
                Error::new(ErrorKind::Exhausted(reason), message)
            }
        }
    }

    /// Refuses a table for which there is no memory.
    fn check_room(&self, budget: &Budget) -> Result<(), Error> {
        let Algorithm::Ida { table: Some(bytes) } = self.algorithm else { return Ok(()) };
        let Err(reason @ Exhausted::Memory) = budget.check_with(bytes as u64) else { return Ok(()) };
        let message = format_args!(
            "there is no memory left for the table of {self}\n  = help: name a smaller table, or raise --memory-limit where it is \
             that"
        );
        Err(Error::new(ErrorKind::Exhausted(reason), message))
    }

    /// The arguments of the heuristic: words, and lists of words.
    fn arguments(&self) -> Vec<Vec<String>> {
        let words = |argument: &Argument| argument.values.iter().map(|value| value.name.clone()).collect();
        self.heuristic.arguments.iter().map(words).collect()
    }
}

/// A number of bytes from 1 up.
fn size(text: Text, argument: &Argument) -> Result<usize, SpecError> {
    let bytes = argument.word().and_then(|word| units::memory(word).ok());
    let size = bytes.and_then(|bytes| usize::try_from(bytes).ok()).filter(|&bytes| bytes > 0);
    size.ok_or_else(|| text.bad_value(argument, "an amount of memory is wanted, as in table=64M or table=2G"))
}

fn unknown(text: Text, call: &Call) -> SpecError {
    if searches::SEARCHES.iter().any(|search| search.is_called(&call.name)) {
        let message = format_args!("`{}` is a search for planning tasks", call.name);
        let known: Vec<_> = PUZZLE_SEARCHES.iter().map(|search| search.usage).collect();
        let help = format_args!("hstar plan knows it; here there are {}", known.join(", "));
        return text.error(call.place.clone(), message, help);
    }
    text.unknown("search", call, PUZZLE_SEARCHES.iter().map(|search| search.name).collect())
}

fn written(argument: &[String]) -> String {
    match argument {
        [word] => word.clone(),
        words => format!("[{}]", words.join(", ")),
    }
}

impl Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut heuristic = self.heuristic.name.clone();
        let arguments: Vec<String> = self.arguments().iter().map(|words| written(words)).collect();
        if !arguments.is_empty() {
            heuristic += &format!("({})", arguments.join(", "));
        }
        match self.algorithm {
            Algorithm::Ida { table: None } => write!(f, "ida({heuristic})"),
            Algorithm::Ida { table: Some(bytes) } => {
                write!(f, "ida({heuristic}, table={})", units::of_memory(bytes as u64))
            }
            Algorithm::AStar { weight: 1.0 } => write!(f, "astar({heuristic})"),
            Algorithm::AStar { weight } => write!(f, "wastar({heuristic}, w={weight})"),
            Algorithm::Gbfs => write!(f, "gbfs({heuristic})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for (text, printed) in [
            ("IDA(md)", "ida(md)"),
            ("ida(pdb(7-8))", "ida(pdb(7-8))"),
            ("ida(pdb([1,2],[3], 4))", "ida(pdb([1, 2], 3, 4))"),
            ("ida(md, table=64)", "ida(md, table=64M)"),
            ("ida(table=3072m, md)", "ida(md, table=3G)"),
            ("ida(md, table=0.5k)", "ida(md, table=0.5K)"),
            ("astar(md())", "astar(md)"),
            ("wastar(md)", "wastar(md, w=2)"),
            ("wastar(w=1.5, md)", "wastar(md, w=1.5)"),
            ("gbfs([md])", "gbfs(md)"),
        ] {
            let search = Search::parse(text).unwrap();
            assert_eq!(search.to_string(), printed);
            assert_eq!(Search::parse(printed).unwrap().to_string(), printed);
        }
    }

    #[test]
    fn errors_show_where_and_what_would_be_right() {
        for (text, expected) in [
            (
                "idaa(md)",
                "unknown search `idaa`\n  --search idaa(md)\n           ^^^^\n  = help: did you mean `ida`?",
            ),
            ("bfs2000(md)", "unknown search `bfs2000`\n"),
            (
                "lazy(md)",
                "`lazy` is a search for planning tasks\n  --search lazy(md)\n           ^^^^\n  = help: hstar plan knows it; here there are ida(H, table=64M), ",
            ),
            (
                "ida",
                "takes exactly one heuristic\n  --search ida\n           ^^^\n  = help: it is written ida(H, table=64M)",
            ),
            ("ida(md, lc)", "takes exactly one heuristic\n"),
            ("ida(md, w=2)", "`ida` has no option `w`\n  --search ida(md, w=2)\n                   ^^^\n"),
            (
                "ida(md, table=0)",
                "this value does not fit\n  --search ida(md, table=0)\n                   ^^^^^^^\n  = help: an amount of memory",
            ),
            ("ida(md, table=-1M)", "this value does not fit\n"),
            ("ida(md, table=big)", "this value does not fit\n"),
            ("ida(md, table=[1M, 2M])", "this value does not fit\n"),
            ("astar(md, table=1M)", "`astar` has no option `table`\n"),
            ("wastar(md, w=0)", "this value does not fit\n"),
        ] {
            let error = Search::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
