//! Which number is wanted where one could not be read.

use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// A description of the right values, for a number that could not be read.
pub fn wanted(value: &str, source: &(dyn std::error::Error + 'static)) -> Option<String> {
    let is_negative = value.starts_with('-') && value[1..].parse::<f64>().is_ok();
    let reason = source.to_string();
    let range = reason.strip_prefix(value).and_then(|rest| rest.strip_prefix(" is not in "));
    if let Some((least, most)) = range.and_then(|range| range.split_once("..")) {
        let most = most.trim_start_matches('=');
        return Some(match most {
            "" | "4294967295" | "18446744073709551615" => format!("a whole number from {least} up is wanted"),
            _ => format!("a whole number from {least} to {most} is wanted"),
        });
    }
    // Parsers of other values give better errors themselves, except for amounts, where this is still the reason.
    let is_plain = source.is::<ParseIntError>() || source.is::<ParseFloatError>();
    if is_negative && (is_plain || reason.starts_with("expected a number of ")) {
        return Some("it can't be negative".to_owned());
    }
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return Some(match error.kind() {
            IntErrorKind::PosOverflow => "that number is too large".to_owned(),
            _ => "a whole number is wanted".to_owned(),
        });
    }
    source.is::<ParseFloatError>().then(|| "a number is wanted".to_owned())
}
