//! So many things.

use std::fmt::Display;

/// A number of things, as in `1 state` and `2 states`. A word that ends in a consonant and `y` becomes one in `ies`.
pub(crate) fn counted(count: impl Display, thing: &str) -> String {
    let count = count.to_string();
    if count == "1" {
        return format!("{count} {thing}");
    }
    let ends_in_vowel_and_y = ["ay", "ey", "oy", "uy"].iter().any(|end| thing.ends_with(end));
    match thing.strip_suffix('y').filter(|_| !ends_in_vowel_and_y) {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(0, "state"), "0 states");
        assert_eq!(counted(21_u64, "test state"), "21 test states");
        assert_eq!(counted(2, "body"), "2 bodies");
        assert_eq!(counted(2, "key"), "2 keys");
    }
}
