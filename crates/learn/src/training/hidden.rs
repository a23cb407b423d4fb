//! The widths of hidden layers.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The widths of hidden layers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Hidden {
    /// These; none for a linear model.
    Widths(Vec<usize>),
    /// This many layers, whose widths are interpolated linearly between inputs and outputs, as in *confidence*.
    Interpolated(usize),
}

impl Hidden {
    /// The widths between `inputs` inputs and `outputs` outputs.
    pub fn widths(&self, inputs: usize, outputs: usize) -> Vec<usize> {
        match self {
            Self::Widths(widths) => widths.clone(),
            Self::Interpolated(layers) => {
                // Rounded down, even if there are more outputs than inputs and the step is negative.
                let step = (inputs as i64 - outputs as i64).div_euclid(*layers as i64 + 1);
                (1..=*layers as i64).map(|layer| (inputs as i64 - layer * step).max(1) as usize).collect()
            }
        }
    }
}

/// The prefix of interpolated widths in texts.
const INTERPOLATED: &str = "interpolated:";

/// The largest number of layers accepted.
const MOST_LAYERS: usize = 100;

impl Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Widths(widths) => {
                f.write_str(&widths.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
            }
            Self::Interpolated(layers) => write!(f, "{INTERPOLATED}{layers}"),
        }
    }
}

impl FromStr for Hidden {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let positive = |number: &str| number.trim().parse().ok().filter(|&number: &usize| number > 0);
        let layers = text.strip_prefix(INTERPOLATED).map(|number| positive(number).map(Self::Interpolated));
        let widths = || text.split(',').map(positive).collect::<Option<_>>().map(Self::Widths);
        let hidden = layers.unwrap_or_else(widths).filter(|hidden| match hidden {
            Self::Widths(widths) => widths.len() <= MOST_LAYERS,
            Self::Interpolated(layers) => *layers <= MOST_LAYERS,
        });
        hidden.ok_or_else(|| {
            "expected widths, as in 250,150,100, or a number of layers, as in interpolated:3".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_authors_networks() {
        let widths = |inputs, outputs| Hidden::Interpolated(3).widths(inputs, outputs);
        assert_eq!(widths(444, 357), [423, 402, 381]);
        assert_eq!(widths(338, 149), [291, 244, 197]);
        assert_eq!(widths(178, 32), [142, 106, 70]);
        assert_eq!(widths(652, 121), [520, 388, 256]);
        assert_eq!(widths(20, 41), [26, 32, 38]);
    }

    #[test]
    fn widths_are_named() {
        for text in ["250,150,100", "8", "interpolated:3"] {
            assert_eq!(text.parse::<Hidden>().unwrap().to_string(), text);
        }
        for wrong in ["", "0", "1,,2", "interpolated", "interpolated:0", "interpolated:101", "-1", "a"] {
            assert!(wrong.parse::<Hidden>().is_err(), "{wrong}");
        }
    }
}
