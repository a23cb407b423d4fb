//! "Did you mean …?": the known name nearest to a mistyped one.

use strsim::osa_distance;

/// Longer names are not compared: nobody mistypes them by hand.
const MAX_LENGTH: usize = 64;

/// The candidate with the fewest edits from `name`, at most one for every three characters; the first among equals. An edit
/// puts in, leaves out or replaces a character, or swaps two neighbours.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let length = |text: &str| text.chars().take(2 * MAX_LENGTH).count();
    let of_name = length(name);
    if of_name > MAX_LENGTH {
        return None;
    }
    let tolerance = of_name / 3;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if length(candidate).abs_diff(of_name) > tolerance {
            continue;
        }
        let distance = osa_distance(name, candidate);
        if distance <= tolerance && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_one_edit() {
        assert_eq!(nearest("on", ["no"]), None);
        assert_eq!(nearest("abc", ["acb"]).as_deref(), Some("acb"));
        assert_eq!(nearest("abcd", ["badc"]), None);
    }

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        assert_eq!(nearest("claer", ["on", "clear", "holding"]).as_deref(), Some("clear"));
        assert_eq!(nearest("hand-empty", ["handempty", "holding"]).as_deref(), Some("handempty"));
        assert_eq!(nearest("xyz", ["on", "clear"]), None);
        assert_eq!(nearest(&"x".repeat(100_000), ["on"]), None);
    }

    #[test]
    fn the_first_of_equally_near_names_wins() {
        assert_eq!(nearest("abc", ["abd", "abe"]).as_deref(), Some("abd"));
    }

    #[test]
    fn short_names_are_not_similar_to_each_other() {
        assert_eq!(nearest("b", ["a"]), None);
        assert_eq!(nearest("?y", ["?x"]), None);
    }
}
