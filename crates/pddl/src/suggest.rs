//! "Did you mean …?": the known name nearest to a mistyped one.

/// Longer names are not compared: nobody mistypes them by hand.
const MAX_LENGTH: usize = 64;

/// The candidate with the fewest edits from `name`, at most one for every three characters; the
/// first among equals.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let name: Vec<char> = name.chars().take(MAX_LENGTH + 1).collect();
    if name.len() > MAX_LENGTH {
        return None;
    }
    let tolerance = name.len() / 3;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.chars().take(2 * MAX_LENGTH).collect();
        if other.len().abs_diff(name.len()) > tolerance {
            continue;
        }
        let distance = edit_distance(&name, &other);
        if distance <= tolerance && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate.to_owned())
}

/// Insertions, deletions, substitutions and swaps of neighbours, one each.
fn edit_distance(from: &[char], to: &[char]) -> usize {
    let mut two_back = vec![0; to.len() + 1];
    let mut back: Vec<usize> = (0..=to.len()).collect();
    let mut row = vec![0; to.len() + 1];
    for i in 0..from.len() {
        row[0] = i + 1;
        for j in 0..to.len() {
            let substitution = back[j] + usize::from(from[i] != to[j]);
            row[j + 1] = substitution.min(back[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && from[i] == to[j - 1] && from[i - 1] == to[j] {
                row[j + 1] = row[j + 1].min(two_back[j - 1] + 1);
            }
        }
        std::mem::swap(&mut two_back, &mut back);
        std::mem::swap(&mut back, &mut row);
    }
    back[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_one_edit() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(edit_distance(&chars("claer"), &chars("clear")), 1);
        assert_eq!(edit_distance(&chars("kitten"), &chars("sitting")), 3);
        assert_eq!(edit_distance(&chars(""), &chars("abc")), 3);
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
