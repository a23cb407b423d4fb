//! So many things.

use page::numbers::{self, grouped};

/// A number of things, as in `1 state` and `2,000 states`. A word that ends in a consonant and `y` becomes one in `ies`.
pub(crate) fn counted(count: impl TryInto<usize>, thing: &str) -> String {
    let count = count.try_into().unwrap_or(usize::MAX);
    let ends_in_vowel_and_y = ["ay", "ey", "oy", "uy"].iter().any(|end| thing.ends_with(end));
    match thing.strip_suffix('y') {
        Some(stem) if count != 1 && !ends_in_vowel_and_y => format!("{} {stem}ies", grouped(count as f64, 0)),
        _ => numbers::counted(count, thing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(0, "state"), "0 states");
        assert_eq!(counted(21_000_u64, "test state"), "21,000 test states");
        assert_eq!(counted(1, "body"), "1 body");
        assert_eq!(counted(2, "body"), "2 bodies");
        assert_eq!(counted(2, "key"), "2 keys");
    }
}
