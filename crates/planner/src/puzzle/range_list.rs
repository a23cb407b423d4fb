//! Lists of numbers and ranges: `1-10,42`.

/// The numbers of such a list, each between 1 and `count`.
///
/// # Errors
/// Says what is wrong with it.
pub(super) fn parse(text: &str, count: usize) -> Result<Vec<usize>, String> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let bounds = first.trim().parse().ok().zip(last.trim().parse().ok());
        let Some((first, last)) = bounds.filter(|&(first, last): &(usize, usize)| first <= last) else {
            return Err(format!("`{part}` is neither a number nor a range such as 1-10"));
        };
        if first == 0 || last > count {
            return Err(format!("`{part}` is not within 1 to {count}"));
        }
        numbers.extend(first..=last);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read_in_order() {
        assert_eq!(parse("3", 10), Ok(vec![3]));
        assert_eq!(parse("7,1-3, 2", 10), Ok(vec![7, 1, 2, 3, 2]));
    }

    #[test]
    fn what_is_not_within_or_no_range_is_refused() {
        for text in ["0", "11", "1-11", "0-3", "1-99999999999"] {
            assert_eq!(parse(text, 10), Err(format!("`{text}` is not within 1 to 10")));
        }
        for text in ["", "x", "5-3", "1-", "-1", "1-2-3", "99999999999999999999999"] {
            assert_eq!(
                parse(text, 10),
                Err(format!("`{text}` is neither a number nor a range such as 1-10"))
            );
        }
    }
}
