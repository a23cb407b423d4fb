//! The option `--memory-limit`, which is refused where the limit could not be kept.

use search::resident_memory;
use tools::units;

/// Reads the value of `--memory-limit`.
///
/// # Errors
/// If it is no amount of memory, or no limit can be kept.
pub fn parse(text: &str) -> Result<u64, String> {
    let limit = units::memory(text)?;
    check(Some(limit))?;
    Ok(limit)
}

/// Can a limit be kept, if there is one?
///
/// # Errors
/// Says why not.
pub fn check(limit: Option<u64>) -> Result<(), String> {
    check_where(limit, resident_memory())
}

/// Can a limit be kept, given the memory in use as the operating system reports it?
fn check_where(limit: Option<u64>, told: Option<u64>) -> Result<(), String> {
    match (limit, told) {
        (Some(_), None) => Err("on this system hstar can't tell how much memory it holds, so that a limit on it would not be kept: \
             leave it away, or limit the process from outside"
            .to_owned()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_nobody_can_keep_is_refused() {
        assert_eq!(check_where(Some(4 << 30), Some(1 << 20)), Ok(()));
        assert_eq!(check_where(None, None), Ok(()));
        let refused = check_where(Some(4 << 30), None).unwrap_err();
        assert!(refused.contains("can't tell how much memory it holds"), "{refused}");
    }

    #[test]
    fn what_is_no_amount_of_memory_is_refused_everywhere() {
        assert!(parse("much").unwrap_err().starts_with("expected a number of megabytes"));
    }
}
