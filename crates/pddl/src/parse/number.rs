//! Numbers, of which only those that can be costs are supported.

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::Node;

/// Above this, not every integer is a floating-point number, and `1e16` would be a guess.
const MAX_FLOAT: f64 = 9_007_199_254_740_992.0;

/// Is the word meant as a number?
pub(crate) fn looks_like_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    digits.strip_prefix('.').unwrap_or(digits).starts_with(|first: char| first.is_ascii_digit())
        && word.parse::<f64>().is_ok()
}

/// A non-negative integer, which may be written like `3.0`.
pub(crate) fn number(node: Node<'_>) -> Result<u64> {
    let word = node.word();
    if let Ok(value) = word.parse::<u64>() {
        return Ok(value);
    }
    if !looks_like_number(word) {
        let found = if node.is_list() { "a list".to_owned() } else { quoted(word) };
        return Err(Fault::error(node.span(), format!("expected a number, found {found}")));
    }
    let value = word.parse::<f64>().unwrap_or(f64::NAN);
    if value.fract() == 0.0 && (0.0..=MAX_FLOAT).contains(&value) {
        return Ok(value as u64);
    }
    let what = match value {
        value if value < 0.0 => "negative numbers",
        value if value > MAX_FLOAT => "numbers this large",
        _ => "numbers that are not integers",
    };
    Err(Fault::unsupported(node.span(), what))
}
