//! The source of upper bounds that a user names.

use std::path::Path;

use learn::UpperBound;

use crate::guide::{Content, ModelFile};

/// A source of upper bounds, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenUpper(pub Option<UpperBound>);

impl ChosenUpper {
    /// `none`, `lookahead`, or the rules that act in a file of this name.
    ///
    /// # Errors
    /// When there is no such file, or it has no rules that act.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self(None)),
            "lookahead" => Ok(Self(Some(UpperBound::Lookahead))),
            _ => match ModelFile::read(Path::new(text)).map(|file| file.content) {
                Ok(Content::Rules(rules)) if policy::text::about(&rules).is_some() => {
                    Ok(Self(Some(UpperBound::Rules(rules))))
                }
                Ok(_) => Err(format!("{text} has no rules that act, which hstar learn --rules act makes")),
                Err(error) => Err(format!("expected lookahead, none, or a file of rules that act: {error}")),
            },
        }
    }
}
