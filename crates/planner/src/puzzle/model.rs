//! Models that guide searches for puzzles.

use std::path::Path;

use ::rules::puzzle8::Puzzle8;
use ::rules::{Source, ladder, puzzle8};
use belief::{Reading, Value};
use learn::Head;
use likely::puzzles::DatabaseSource;
use puzzle_models::{PuzzleModel, PuzzleRules, Unusable};
use solver::{AnySpace, Solver};

use super::Search;
use crate::file_kind::mistaken;
use crate::grown::no_databases;
use crate::guide::{Content, ModelFile};
use crate::{Error, ErrorKind};

/// A model that guides searches for a puzzle.
pub enum PuzzleGuide {
    /// A network.
    Network(Box<PuzzleModel>),
    /// Rules about the 8-puzzle.
    Rules(Box<PuzzleRules>),
}

impl PuzzleGuide {
    /// Reads a model for the puzzle with this name.
    ///
    /// # Errors
    /// When the file is no model for it; the message says what it is instead.
    pub fn read(path: &Path, space: &str) -> Result<Self, Error> {
        let other = |what: &str, own: &str| {
            let message = format_args!("{}: {what} {own}, and this is {space}", path.display());
            Err(Error::new(ErrorKind::Input, message))
        };
        let file = ModelFile::read(path)?;
        if let Some(model) = file.of_puzzle() {
            return match model.space == space {
                true => Ok(Self::Network(Box::new(model))),
                false => other("it is a model of", &model.space),
            };
        }
        match file.content {
            Content::Rules(text) if ladder::about(&text) == Some(puzzle8::ABOUT) => match space {
                PuzzleRules::SPACE => Self::of_rules(&path.display().to_string(), &text),
                _ => other("its rules are about the 8-puzzle,", PuzzleRules::SPACE),
            },
            _ => {
                let wanted = format!("one for {space}");
                let no_model =
                    || Error::new(ErrorKind::Input, format_args!("{} is not {wanted}", path.display()));
                Err(mistaken(path, &wanted).unwrap_or_else(no_model))
            }
        }
    }

    fn of_rules(name: &str, text: &str) -> Result<Self, Error> {
        let puzzle = Puzzle8::new();
        let ladder = ladder::parse(Source { name, text }, &puzzle.vocabulary)?;
        let rules = PuzzleRules::new(&puzzle, &ladder);
        rules.map(Box::new).map(Self::Rules).map_err(|error| Error::new(ErrorKind::Unsupported, error))
    }

    /// The search by default. A grown heuristic can be updated along the paths of IDA\*.
    pub fn usual_search(&self) -> &'static str {
        match self {
            Self::Network(model) if matches!(model.head, Head::Scaled { .. }) => "ida(model@quantile:0.9)",
            Self::Network(_) | Self::Rules(_) => "astar(model)",
        }
    }

    /// A search with it, by a reading or by the usual one for the model.
    ///
    /// # Errors
    /// When the search can't be guided by it, or not by this reading.
    pub fn solver<'s>(
        &self,
        space: &'s dyn AnySpace,
        search: &Search,
        reading: Option<Reading>,
        source: &mut DatabaseSource,
    ) -> Result<Box<dyn Solver + 's>, Error> {
        let solver = match self {
            Self::Network(model) => {
                let reading = reading.unwrap_or_else(|| model.head.usual_reading());
                model.solver(space, search.algorithm(), reading, source)
            }
            Self::Rules(rules) => {
                rules.solver(space, search.algorithm(), reading.unwrap_or(Reading::of(Value::Mean)))
            }
        };
        solver.map_err(|reason| match reason {
            Unusable::Rules => search.wants(&reason.to_string(), self.usual_search()),
            Unusable::NotHeeded => search.wants(&reason.to_string(), "gbfs(model@adaptive:40)"),
            reason => unusable(reason),
        })
    }
}

/// Why a model can't be used.
pub fn unusable(reason: Unusable) -> Error {
    match reason {
        Unusable::NoDatabases(error) => no_databases(error),
        Unusable::NotCalibrated | Unusable::NoLower(_) => {
            Error::new(ErrorKind::Unsupported, format_args!("the model can't be used here: {reason}"))
        }
        Unusable::NotHeeded | Unusable::Rules | Unusable::NotOnGpu => Error::new(ErrorKind::Argument, reason),
        Unusable::NoFeatures { .. } => {
            let help = "of every puzzle, models see places; databases of tiles:3x3, tiles:4x4, tiles:5x5, pancakes and blocks";
            Error::new(ErrorKind::Argument, format_args!("{reason}\n  = help: {help}"))
        }
        _ => Error::new(ErrorKind::Input, reason),
    }
}
