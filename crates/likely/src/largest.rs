//! The largest error of a training.

/// The largest absolute value; NaN if any number is NaN, so that a training that diverged does not count as perfect.
pub(crate) fn largest(numbers: impl IntoIterator<Item = f32>) -> f32 {
    numbers.into_iter().map(f32::abs).max_by(f32::total_cmp).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn what_is_no_number_is_the_largest() {
        assert_eq!([&[][..], &[0.5, -2.0, 1.0]].map(|numbers| largest(numbers.iter().copied())), [0.0, 2.0]);
        assert!(largest([0.5, f32::NAN, 2.0]).is_nan() && largest([0.5, -f32::NAN, f32::INFINITY]).is_nan());
    }
}
