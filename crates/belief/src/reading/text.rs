//! Readings as text.

use std::{
    error,
    fmt::{self, Display},
    ops::Range,
    str::FromStr,
};

use super::{Reading, Value};
use crate::Trust;

/// A way to write a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// An example of what to write.
    pub example: &'static str,
    /// Its meaning.
    pub help: &'static str,
}

/// All ways to write a reading.
pub const FORMS: [Form; 8] = [
    Form { example: "mean", help: "the expected cost" },
    Form {
        example: "location",
        help: "the expected cost before bounds are respected; they are not computed",
    },
    Form { example: "argmax", help: "the most probable cost" },
    Form {
        example: "quantile:0.9",
        help: "the value that is at most the cost with this probability, as believed",
    },
    Form { example: "mean-threshold:40", help: "prune the 40 % of states with the least confidence" },
    Form {
        example: "adaptive:40",
        help: "prune the 40 % with the least confidence among those of similar cost",
    },
    Form { example: "priority:20", help: "stay on this queue except after the least confident 20 %" },
    Form { example: "mean+adaptive:40", help: "a threshold on another value than argmax" },
];

/// Why a text is not a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReadingError {
    /// Where in the text, in bytes.
    pub place: Range<usize>,
    /// The problem.
    pub message: String,
    /// How to put it right.
    pub help: String,
}

impl Display for Reading {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.trust) {
            (value, None) => value.fmt(out),
            (Value::Argmax, Some(trust)) => trust.fmt(out),
            (value, Some(trust)) => write!(out, "{value}+{trust}"),
        }
    }
}

impl Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mean => write!(out, "mean"),
            Self::Location => write!(out, "location"),
            Self::Argmax => write!(out, "argmax"),
            Self::Quantile(admissible) => write!(out, "quantile:{admissible}"),
        }
    }
}

impl Display for Trust {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mean(percent) => write!(out, "mean-threshold:{percent}"),
            Self::Adaptive(percent) => write!(out, "adaptive:{percent}"),
            Self::Priority(percent) => write!(out, "priority:{percent}"),
        }
    }
}

impl FromStr for Reading {
    type Err = ParseReadingError;

    fn from_str(text: &str) -> Result<Self, ParseReadingError> {
        let end = text.find('+').unwrap_or(text.len());
        let first = Part::new(text, 0..end);
        let second = (end < text.len()).then(|| Part::new(text, end + 1..text.len()));
        match second {
            // Thresholds were found on beliefs with bounds.
            Some(second) if first.name == "location" => Err(second.error(
                "is a threshold, and `location` takes none: it leaves out the bounds that thresholds were found with",
                "write mean+adaptive:40, for example",
            )),
            Some(second) => Ok(Self { value: first.value()?, trust: Some(second.trust()?) }),
            None if first.threshold().is_some() => {
                Ok(Self { value: Value::Argmax, trust: Some(first.trust()?) })
            }
            None => Ok(Self::of(first.value()?)),
        }
    }
}

/// A name and perhaps a number, as in `quantile:0.9`.
struct Part<'a> {
    name: &'a str,
    number: Option<&'a str>,
    place: Range<usize>,
}

impl<'a> Part<'a> {
    fn new(text: &'a str, place: Range<usize>) -> Self {
        let part = &text[place.clone()];
        match part.split_once(':') {
            None => Self { name: part, number: None, place },
            Some((name, number)) => Self { name, number: Some(number), place },
        }
    }

    /// The constructor of the threshold with this name, which takes a percentage.
    fn threshold(&self) -> Option<fn(u8) -> Trust> {
        match self.name {
            "mean-threshold" => Some(Trust::Mean),
            "adaptive" => Some(Trust::Adaptive),
            "priority" => Some(Trust::Priority),
            _ => None,
        }
    }

    fn value(&self) -> Result<Value, ParseReadingError> {
        match (self.name, self.number) {
            ("mean", None) => Ok(Value::Mean),
            ("location", None) => Ok(Value::Location),
            ("argmax", None) => Ok(Value::Argmax),
            ("mean" | "location" | "argmax", Some(_)) => {
                Err(self.error("takes no number", format!("write {}", self.name)))
            }
            ("quantile", number) => match number.and_then(|number| number.parse().ok()) {
                Some(admissible) if 0.0 < admissible && admissible < 1.0 => Ok(Value::Quantile(admissible)),
                _ => {
                    Err(self.error("needs a probability between 0 and 1", "write quantile:0.9, for example"))
                }
            },
            _ if self.threshold().is_some() => {
                Err(self.error("is a threshold and comes second", "write mean+adaptive:40, for example"))
            }
            _ => Err(self
                .error("is no reading", format!("there are {}", FORMS.map(|form| form.example).join(", ")))),
        }
    }

    fn trust(&self) -> Result<Trust, ParseReadingError> {
        let threshold = self.threshold().ok_or_else(|| {
            self.error("is no threshold", "there are mean-threshold:40, adaptive:40, priority:20")
        })?;
        match self.number.and_then(|number| number.parse().ok()) {
            Some(percent @ 0..=100) => Ok(threshold(percent)),
            _ => Err(self.error(
                "needs the percentage of states not to trust, a whole number up to 100",
                format!("write {}:40, for example", self.name),
            )),
        }
    }

    fn error(&self, problem: &str, help: impl Into<String>) -> ParseReadingError {
        let message = format!("`{}` {problem}", self.name);
        ParseReadingError { place: self.place.clone(), message, help: help.into() }
    }
}

impl Display for ParseReadingError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; {}", self.message, self.help)
    }
}

impl error::Error for ParseReadingError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> (Range<usize>, String) {
        let error = text.parse::<Reading>().expect_err(text);
        (error.place.clone(), error.to_string())
    }

    #[test]
    fn every_form_is_read_and_written_the_same() {
        for form in FORMS {
            let reading: Reading = form.example.parse().expect(form.example);
            assert_eq!(reading.to_string(), form.example);
        }
    }

    #[test]
    fn a_threshold_alone_is_on_argmax() {
        let reading = Ok(Reading { value: Value::Argmax, trust: Some(Trust::Priority(20)) });
        assert_eq!("priority:20".parse(), reading);
        assert_eq!("argmax+priority:20".parse(), reading);
        assert_eq!(
            "quantile:0.9+mean-threshold:5".parse(),
            Ok(Reading { value: Value::Quantile(0.9), trust: Some(Trust::Mean(5)) })
        );
    }

    #[test]
    fn errors_say_where_and_what_would_be_right() {
        let of = |place, text: &str| (place, text.to_owned());
        assert_eq!(
            problem("mode"),
            of(
                0..4,
                "`mode` is no reading; there are mean, location, argmax, quantile:0.9, mean-threshold:40, \
                 adaptive:40, priority:20, mean+adaptive:40"
            )
        );
        for text in ["quantile", "quantile:", "quantile:1", "quantile:0", "quantile:nan", "quantile:-1"] {
            let message = "`quantile` needs a probability between 0 and 1; write quantile:0.9, for example";
            assert_eq!(problem(text), of(0..text.len(), message));
        }
        for text in ["mean+adaptive", "mean+adaptive:101", "mean+adaptive:1.5", "mean+adaptive:-1"] {
            let message = "`adaptive` needs the percentage of states not to trust, a whole number up to 100; write \
                           adaptive:40, for example";
            assert_eq!(problem(text), of(5..text.len(), message));
        }
        assert_eq!(problem("mean:3"), of(0..6, "`mean` takes no number; write mean"));
        assert_eq!(
            problem("adaptive:40+mean"),
            of(0..11, "`adaptive` is a threshold and comes second; write mean+adaptive:40, for example")
        );
        assert_eq!(
            problem("mean+argmax"),
            of(5..11, "`argmax` is no threshold; there are mean-threshold:40, adaptive:40, priority:20")
        );
        assert_eq!(problem("").0, 0..0);
        assert_eq!(problem("mean+").0, 5..5);
    }
}
