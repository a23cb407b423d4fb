//! Names for objects.

/// `ball1`, `ball2` and so on.
pub(crate) fn numbered(kind: &str, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{kind}{number}")).collect()
}
