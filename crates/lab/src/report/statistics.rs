//! Statistical tests: sign test, Student's t, confidence intervals.

use std::f64::consts::{FRAC_2_PI, LN_2};

/// An estimate with a confidence interval around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) estimate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Interval {
    pub(super) fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { estimate: f(self.estimate), low: f(self.low), high: f(self.high) }
    }
}

pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

pub(super) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    let lower = values[(values.len() - 1) / 2];
    Some(f64::midpoint(lower, upper))
}

/// The mean with its 95 % confidence interval by Student's t; none for less than two values.
pub(super) fn mean_interval(values: &[f64]) -> Option<Interval> {
    let freedom = values.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
    let estimate = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - estimate).powi(2)).sum();
    let error = (squares / freedom as f64 / values.len() as f64).sqrt();
    let radius = t_quantile_95(freedom) * error;
    Some(Interval { estimate, low: estimate - radius, high: estimate + radius })
}

/// The p-value of the exact two-sided sign test: the probability that a fair coin splits `wins + losses` throws at least as
/// unevenly.
pub(super) fn sign_test(wins: usize, losses: usize) -> f64 {
    let (fewer, throws) = (wins.min(losses), wins + losses);
    let log_choose: f64 = (0..fewer).map(|k| ((throws - k) as f64 / (k + 1) as f64).ln()).sum();
    // The tail from its largest term downwards, relative to that term: nothing under- or overflows.
    let mut relative = 1.0;
    let mut tail = 1.0;
    for k in (1..=fewer).rev() {
        relative *= k as f64 / (throws - k + 1) as f64;
        tail += relative;
    }
    (2.0 * tail * (log_choose - throws as f64 * LN_2).exp()).min(1.0)
}

/// The bound that |t| of Student's t with this many degrees of freedom does not exceed with probability 95 %.
fn t_quantile_95(freedom: usize) -> f64 {
    let (mut low, mut high) = (1.9, 13.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if t_within(middle, freedom) < 0.95 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// P(|T| ≤ t), which for a whole number of degrees of freedom is a finite sum (Abramowitz and Stegun, 26.7.3 and 26.7.4).
fn t_within(t: f64, freedom: usize) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = freedom % 2 == 1;
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    for k in (2 + freedom % 2..=freedom).step_by(2) {
        sum += term;
        term *= cosine * cosine * (k - 1) as f64 / k as f64;
    }
    if is_odd { FRAC_2_PI * (angle + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(left: f64, right: f64) {
        assert!((left - right).abs() <= 1e-9 * right.abs().max(1e-300), "{left} is not {right}");
    }

    // The expected figures are SciPy's: stats.t.ppf(0.975, freedom), stats.binomtest(wins, wins + losses).pvalue.

    #[test]
    fn quantiles_of_t_are_those_of_scipy() {
        for (freedom, quantile) in [
            (1, 12.706_204_736_174_694),
            (2, 4.302_652_729_749_462),
            (3, 3.182_446_305_283_707_8),
            (4, 2.776_445_105_197_793_4),
            (9, 2.262_157_162_798_205),
            (10, 2.228_138_851_986_274),
            (29, 2.045_229_642_132_703),
            (99, 1.984_216_951_586_417_4),
            (999, 1.962_341_461_133_449_3),
        ] {
            assert_close(t_quantile_95(freedom), quantile);
        }
    }

    #[test]
    fn sign_tests_are_those_of_scipy() {
        for (wins, losses, p) in [
            (0, 0, 1.0),
            (5, 5, 1.0),
            (5, 0, 0.0625),
            (8, 2, 0.109_375),
            (3, 7, 0.343_75),
            (30, 12, 0.007_915_897_334_896_727),
            (400, 500, 0.000_956_444_136_918_937_3),
            (2000, 1000, 1.009_014_862_794_065_1e-75),
        ] {
            assert_close(sign_test(wins, losses), p);
        }
    }

    #[test]
    fn intervals_of_means_are_those_of_scipy() {
        // stats.t.interval(0.95, 4, loc=mean, scale=stats.sem(values))
        let interval = mean_interval(&[70.0, 72.0, 69.0, 75.0, 71.0]).unwrap();
        assert_close(interval.estimate, 71.4);
        assert_close(interval.low, 68.541_474_809_012_98);
        assert_close(interval.high, 74.258_525_190_987_03);
    }

    #[test]
    fn one_value_has_no_interval() {
        assert_eq!(mean_interval(&[]), None);
        assert_eq!(mean_interval(&[1.0]), None);
    }

    #[test]
    fn means_and_medians() {
        assert_eq!(mean(&[]), None);
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }
}
