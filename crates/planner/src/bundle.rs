//! Bundles: a model, the search that goes with it, and what both were measured to do beside searches without a model.
//!
//! A bundle is one file: a line `hstar bundle 1`, a line of JSON, and the model as it would be in a file of its own. There is none if
//! nothing that was learned did better than the search without.

use serde::{Deserialize, Serialize};
use tools::numbers::counted;

/// The first bytes of a bundle.
const MAGIC: &str = "hstar bundle ";
const VERSION: &str = "1";

/// What a bundle says beside its model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// The domain.
    pub domain: String,
    /// The specification of the search.
    pub search: String,
    /// How many problems it was learned from.
    pub trained_on: usize,
    /// The problems that candidates were tried on, larger than those that they were learned from.
    pub tried_on: Vec<String>,
    /// All that were tried, the best first: the first is in the bundle.
    pub candidates: Vec<Candidate>,
}

/// A model with a search, and how both did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// What was learned, as in `rules that act`.
    pub name: String,
    /// The specification of the search.
    pub search: String,
    /// How many of the problems were solved.
    pub solved: usize,
    /// The states that were evaluated, in all problems.
    pub evaluations: u64,
    /// What the plans cost, in all problems that were solved.
    pub cost: u64,
    /// The seconds that solving took, in all problems; not told where limits are counts, since it is never the same twice.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seconds: Option<f64>,
}

/// Why a file is no bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BundleError {
    /// It is of another version.
    Version(String),
    /// Its second line is wrong.
    Json(String),
}

impl std::fmt::Display for BundleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Version(version) => {
                write!(f, "it is a bundle of version {version:?}, and this hstar reads {VERSION}")
            }
            Self::Json(why) => write!(f, "its second line should say what is in it: {why}"),
        }
    }
}

impl std::error::Error for BundleError {}

impl Bundle {
    /// Does a file begin as bundles do?
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.as_bytes())
    }

    /// The bundle in a file, and the bytes of its model.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), BundleError> {
        let (first, rest) = line(bytes);
        let version = first.get(MAGIC.len()..).unwrap_or_default();
        if version != VERSION.as_bytes() {
            return Err(BundleError::Version(String::from_utf8_lossy(version).chars().take(20).collect()));
        }
        let (json, model) = line(rest);
        let bundle = serde_json::from_slice(json).map_err(|error| BundleError::Json(error.to_string()))?;
        Ok((bundle, model))
    }

    /// The bytes of the file, with those of the model.
    ///
    /// # Errors
    /// When a number can't be written, which none of these is.
    pub fn write(&self, model: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
        let mut bytes = format!("{MAGIC}{VERSION}\n").into_bytes();
        bytes.extend(serde_json::to_vec(self)?);
        bytes.push(b'\n');
        bytes.extend_from_slice(model);
        Ok(bytes)
    }

    /// Why it was chosen: a sentence, and a table of all that were tried.
    pub fn text(&self) -> String {
        let problems = counted(self.tried_on.len(), "problem");
        let reason = match self.candidates.first() {
            Some(best) if best.name == NOTHING => format!(
                "Nothing that was learned does better than {} on {problems} set apart: it plans alone.",
                self.search
            ),
            Some(best) => format!(
                "Of all that was tried on {problems} set apart, {} with {} did best.",
                best.name, best.search
            ),
            None => "Nothing was tried.".to_owned(),
        };
        let learned = counted(self.trained_on, "problem");
        format!(
            "{reason}\nLearned from {learned} of {}.\n\n{}",
            self.domain,
            table(&self.candidates, self.tried_on.len())
        )
    }
}

/// The name of the candidate that is no model.
pub const NOTHING: &str = "no model";

/// A table of candidates.
pub fn table(candidates: &[Candidate], problems: usize) -> String {
    let names = candidates.iter().map(|candidate| candidate.name.chars().count() + 2);
    let width = names.chain([18]).max().unwrap_or(0);
    let mut text = format!(
        "{:<width$}{:>8}{:>13}{:>9}{:>10}  search\n",
        "learned", "solved", "evaluations", "seconds", "cost"
    );
    for Candidate { name, search, solved, evaluations, cost, seconds } in candidates {
        let seconds = seconds.map_or("–".to_owned(), |seconds| format!("{seconds:.2}"));
        let solved = format!("{solved}/{problems}");
        text += &format!("{name:<width$}{solved:>8}{evaluations:>13}{seconds:>9}{cost:>10}  {search}\n");
    }
    text
}

/// The first line, without its end, and what comes after it.
fn line(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle() -> Bundle {
        let candidate = Candidate {
            name: NOTHING.to_owned(),
            search: "lama-first".to_owned(),
            solved: 2,
            evaluations: 70,
            cost: 30,
            seconds: Some(0.5),
        };
        Bundle {
            domain: "ferry".to_owned(),
            search: "lama-first".to_owned(),
            trained_on: 5,
            tried_on: vec!["p06".to_owned(), "p07".to_owned()],
            candidates: vec![candidate],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for model in [&b""[..], b"% rules\n", b"\0\n\xff"] {
            let bytes = bundle().write(model).unwrap();
            assert!(Bundle::is_one(&bytes));
            assert_eq!(Bundle::read(&bytes), Ok((bundle(), model)));
        }
    }

    #[test]
    fn hostile_files_are_refused() {
        let version = Bundle::read(b"hstar bundle 7\n{}\n");
        assert_eq!(version, Err(BundleError::Version("7".to_owned())));
        for bytes in [
            &b"hstar bundle 1"[..],
            b"hstar bundle 1\n",
            b"hstar bundle 1\n{\"domain\":7}\n",
            b"hstar bundle 1\n\xff\n",
        ] {
            assert!(matches!(Bundle::read(bytes), Err(BundleError::Json(_))));
        }
    }

    #[test]
    fn the_text_says_why() {
        let text = bundle().text();
        assert!(
            text.starts_with("Nothing that was learned does better than lama-first on 2 problems set apart"),
            "{text}"
        );
        assert!(text.contains("no model               2/2"), "{text}");
    }
}
