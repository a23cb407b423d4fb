//! Models that guide searches for puzzles.

use std::path::Path;

use ::rules::{Source, ladder, puzzle8};
use belief::Reading;
use likely::puzzles::Workshop;
use solver::{Algorithm, Solver};

use super::Search;
use super::rules::{RuleSolver, SPACE};
use crate::file_kind::mistaken;
use crate::grown::GrownModel;
use crate::guide::{Content, ModelFile};
use crate::{Error, ErrorKind};

/// A model that guides searches for a puzzle.
pub enum PuzzleModel {
    /// A network that was grown from the goal.
    Grown(Box<GrownModel>),
    /// Rules about the 8-puzzle.
    Rules {
        /// The name of their file.
        name: String,
        /// The rules.
        text: String,
    },
}

impl PuzzleModel {
    /// Reads a model for a puzzle, which is written like this.
    ///
    /// # Errors
    /// When the file is no model for it; what it is instead is told.
    pub fn read(path: &Path, space: &str) -> Result<Self, Error> {
        let other = |what: &str, own: &str| {
            let message = format_args!("{}: {what} {own}, and this is {space}", path.display());
            Err(Error::new(ErrorKind::Input, message))
        };
        let file = ModelFile::read(path)?;
        match file.content {
            Content::Grown(grown) if grown.space() == space => Ok(Self::Grown(grown)),
            Content::Grown(grown) => other("it was grown for", grown.space()),
            Content::Rules(text) if ladder::about(&text) == Some(puzzle8::ABOUT) => match space {
                SPACE => Ok(Self::Rules { name: path.display().to_string(), text }),
                _ => other("its rules are about the 8-puzzle,", SPACE),
            },
            Content::Rules(_) | Content::Network(_) => {
                let wanted = format!("one for {space}");
                let no_model =
                    || Error::new(ErrorKind::Input, format_args!("{} is not {wanted}", path.display()));
                Err(mistaken(path, &wanted).unwrap_or_else(no_model))
            }
        }
    }

    /// How it is searched with unless something else is asked for.
    pub fn usual_search(&self) -> &'static str {
        match self {
            Self::Grown(_) => "ida(model@quantile:0.9)",
            Self::Rules { .. } => "astar(model)",
        }
    }

    /// A search with it.
    ///
    /// # Errors
    /// When the search can't be guided by it, or not by this reading.
    pub fn solver(
        &self,
        search: &Search,
        reading: Reading,
        workshop: &mut Workshop,
    ) -> Result<Box<dyn Solver>, Error> {
        match self {
            Self::Grown(grown) => {
                if search.algorithm() != (Algorithm::Ida { table: None }) {
                    return Err(search
                        .wants("a grown heuristic guides ida without a table only", self.usual_search()));
                }
                Ok(Box::new(grown.searcher(reading, workshop)?))
            }
            Self::Rules { .. } if reading.trust.is_some() => {
                Err(search.wants("rules say nothing of how sure they are", self.usual_search()))
            }
            Self::Rules { name, text } => {
                Ok(Box::new(RuleSolver::new(search.algorithm(), Source { name, text })?))
            }
        }
    }
}
