//! The losses that can be asked for.

use std::str::FromStr;

use belief::Admissibility;

/// A loss that can be asked for. Models trained step by step learn by the likelihood of costs if none is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// The likelihood of costs, for linear models that are found at once.
    Cost,
    /// Pairs of which one is better, with small weights.
    Rank,
    /// The same, with few weights.
    RankFew,
    /// Cross-entropy admissibility, for categorical beliefs that are trained step by step.
    Admissibility(Admissibility),
}

impl Loss {
    /// The parameters of [`Self::Admissibility`].
    pub fn admissibility(self) -> Option<Admissibility> {
        match self {
            Self::Admissibility(admissibility) => Some(admissibility),
            Self::Cost | Self::Rank | Self::RankFew => None,
        }
    }
}

/// The parameters of [`Loss::Admissibility`] if none are given; the paper's depend on the domain.
const USUAL: Admissibility = Admissibility { strength: 1.0, sharpness: 0.1 };

impl FromStr for Loss {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        let admissibility = match text.split(':').collect::<Vec<_>>()[..] {
            ["cost"] => return Ok(Self::Cost),
            ["rank"] => return Ok(Self::Rank),
            ["rank-few"] => return Ok(Self::RankFew),
            ["cea"] => Some(USUAL),
            ["cea", strength, sharpness] => number(strength)
                .zip(number(sharpness))
                .map(|(strength, sharpness)| Admissibility { strength, sharpness }),
            _ => None,
        };
        admissibility.map(Self::Admissibility).ok_or_else(|| {
            "expected `cost`, `rank`, `rank-few`, `cea`, or `cea:BETA:ETA` with two numbers from 0".to_owned()
        })
    }
}
