//! How far a figure may be from another and still agree with it.

use serde::{Deserialize, Serialize};

/// How far a figure may be from another and still agree with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Tolerance {
    /// Less or more by at most this.
    Absolute(f64),
    /// Less or more by at most this share of the published figure.
    Relative(f64),
}

impl Tolerance {
    /// Do the figures agree?
    pub fn allows(self, published: f64, measured: f64) -> bool {
        let most = match self {
            Self::Absolute(most) => most,
            Self::Relative(share) => share * published.abs(),
        };
        // What is exactly at the edge agrees, whatever rounding says.
        (measured - published).abs() <= most * (1.0 + 1e-9) + 1e-12
    }
}

impl TryFrom<String> for Tolerance {
    type Error = String;

    /// As in `0.05` or `20%`.
    fn try_from(text: String) -> Result<Self, String> {
        let number =
            |text: &str| text.parse().ok().filter(|number: &f64| *number >= 0.0 && number.is_finite());
        let tolerance = match text.strip_suffix('%') {
            Some(percent) => number(percent).map(|percent| Self::Relative(percent / 100.0)),
            None => number(&text).map(Self::Absolute),
        };
        tolerance.ok_or_else(|| format!("`{text}` is no tolerance: it is written as in 0.05 or 20%"))
    }
}

impl From<Tolerance> for String {
    fn from(tolerance: Tolerance) -> Self {
        match tolerance {
            Tolerance::Absolute(most) => most.to_string(),
            Tolerance::Relative(share) => format!("{}%", share * 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_differences_are_told_apart() {
        let tolerance = |text: &str| Tolerance::try_from(text.to_owned()).unwrap();
        assert!(tolerance("20%").allows(10.0, 12.0) && !tolerance("20%").allows(10.0, 12.1));
        assert!(tolerance("0.05").allows(-0.1, -0.05) && !tolerance("0.05").allows(-0.1, 0.0));
        assert!(!tolerance("0").allows(1.0, f64::NAN) && tolerance("0").allows(1.0, 1.0));
        assert!(
            Tolerance::try_from("-1".to_owned()).is_err() && Tolerance::try_from("%".to_owned()).is_err()
        );
        assert_eq!(String::from(tolerance("20%")), "20%");
    }
}
