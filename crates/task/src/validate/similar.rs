//! Guessing which name was meant.

/// Names longer than this are not compared.
const LONGEST: usize = 64;

/// The name that differs least from `name`, if any is near enough to be a slip of the finger.
pub(super) fn most_similar<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let length = name.chars().count();
    let limit = (length / 3).clamp(1, 3);
    let near = known.into_iter().filter(|other| other.len() <= LONGEST && length <= LONGEST);
    let distances = near.map(|other| (distance(name, other), other));
    let (_, nearest) = distances.filter(|&(distance, _)| distance <= limit).min_by_key(|&(d, _)| d)?;
    Some(nearest.to_owned())
}

/// How many letters must be added, left out, replaced or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut before_previous: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    let mut last = None;
    for (i, a) in left.chars().enumerate() {
        let mut row = vec![i + 1];
        for (j, &b) in right.iter().enumerate() {
            let replaced = previous[j] + usize::from(a != b);
            let mut least = replaced.min(previous[j + 1] + 1).min(row[j] + 1);
            if j > 0 && last == Some(b) && a == right[j - 1] {
                least = least.min(before_previous[j - 1] + 1);
            }
            row.push(least);
        }
        before_previous = std::mem::replace(&mut previous, row);
        last = Some(a);
    }
    previous.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        assert_eq!(distance("clear", "claer"), 1);
        assert_eq!(distance("clear", "cler"), 1);
        assert_eq!(distance("stack", "unstack"), 2);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn only_near_names_are_proposed() {
        let names = ["pick-up", "put-down", "stack", "unstack"];
        assert_eq!(most_similar("pickup", names).as_deref(), Some("pick-up"));
        assert_eq!(most_similar("stak", names).as_deref(), Some("stack"));
        assert_eq!(most_similar("fly", names), None);
        assert_eq!(most_similar(&"x".repeat(100_000), names), None);
    }
}
