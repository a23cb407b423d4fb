//! What holds of all Gaussians, truncated or not, however extreme their parameters.

use belief::{Belief, Calibration, Distribution, Gaussian, Gradient, Reading, TruncatedGaussian, Value};
use proptest::prelude::*;

fn magnitude() -> impl Strategy<Value = f64> {
    (-308.0..308.0).prop_map(|exponent| 10_f64.powf(exponent))
}

/// Any finite number, small whole ones and huge ones alike.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -100.0..100.0,
        -1e4..1e4,
        Just(0.0),
        -f64::MAX..f64::MAX,
        magnitude(),
        magnitude().prop_map(|x| -x)
    ]
}

fn deviation() -> impl Strategy<Value = f64> {
    prop_oneof![0.1..10.0, magnitude()]
}

fn length() -> impl Strategy<Value = f64> {
    prop_oneof![1e-12..20.0, magnitude(), Just(f64::INFINITY)]
}

fn bounds() -> impl Strategy<Value = (f64, f64)> {
    prop_oneof![
        (number(), length()).prop_map(|(lower, length)| (lower, lower + length)),
        (number(), length()).prop_map(|(upper, length)| (upper - length, upper)),
        (number(), number()).prop_map(|(one, other)| (one.min(other), one.max(other))),
    ]
}

/// Truncated Gaussians with any parameters at all.
fn extreme() -> impl Strategy<Value = TruncatedGaussian> {
    (number(), deviation(), bounds()).prop_filter_map("no distribution", |(mu, sigma, (lower, upper))| {
        TruncatedGaussian::new(mu, sigma, lower, upper).ok()
    })
}

/// Truncated Gaussians as training meets them, with a value inside the bounds.
fn ordinary() -> impl Strategy<Value = (TruncatedGaussian, f64)> {
    (-20.0..60.0, 0.1..10.1, 0.0..40.0, length(), 0.0..=1.0).prop_filter_map(
        "no distribution",
        |(mu, sigma, lower, length, place)| {
            let value = lower + place * length.min(3.0 * sigma);
            Some((TruncatedGaussian::new(mu, sigma, lower, lower + length).ok()?, value))
        },
    )
}

/// The gradient by differences of −ln p with error O(step⁴).
fn differences(nll: impl Fn(f64, f64) -> f64, mu: f64, sigma: f64) -> Gradient {
    let slope = |at: &dyn Fn(f64) -> f64| {
        let step = 1e-3 * sigma;
        (8.0 * (at(step) - at(-step)) - (at(2.0 * step) - at(-2.0 * step))) / (12.0 * step)
    };
    Gradient { mu: slope(&|step| nll(mu + step, sigma)), sigma: slope(&|step| nll(mu, sigma + step)) }
}

fn agrees(closed: Gradient, differences: Gradient, scale: f64) -> bool {
    let close = |left: f64, right: f64| (left - right).abs() <= 1e-6 * right.abs().max(scale);
    close(closed.mu, differences.mu) && close(closed.sigma, differences.sigma)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moments_are_inside_the_bounds(belief in extreme()) {
        let (mean, variance) = (belief.mean(), belief.variance());
        let length = belief.upper() - belief.lower();
        prop_assert!(belief.lower() <= mean && mean <= belief.upper(), "{mean}");
        prop_assert!(0.0 <= variance, "{variance}");
        prop_assert!(variance <= length * length / 4.0 && variance <= belief.sigma() * belief.sigma(), "{variance}");
    }

    #[test]
    fn nothing_is_ever_not_a_number(belief in extreme(), value in number(), level in 0.0..=1.0) {
        let Gradient { mu, sigma } = belief.gradient(value);
        for (name, number) in [
            ("log-density", belief.log_density(value)),
            ("log-density at the mode", belief.log_density(belief.mode())),
            ("cdf", belief.cdf(value)),
            ("cdf inside", belief.cdf(belief.mean())),
            ("quantile", belief.quantile(level)),
            ("confidence", belief.confidence()),
            ("slope by mu", mu),
            ("slope by sigma", sigma),
        ] {
            prop_assert!(!number.is_nan(), "{name}");
        }
    }

    #[test]
    fn probabilities_are_probabilities(belief in extreme(), one in number(), other in number()) {
        let (below, above) = (one.min(other), one.max(other));
        prop_assert!((0.0..=1.0).contains(&belief.cdf(below)) && (0.0..=1.0).contains(&belief.cdf(above)));
        prop_assert!(belief.cdf(below) <= belief.cdf(above) + 1e-14);
        prop_assert!((0.0..=1.0).contains(&belief.confidence()));
    }

    #[test]
    fn quantiles_are_inside_the_bounds_and_in_order(belief in extreme(), low in 0.0..=1.0, more in 0.0..=1.0) {
        let [low, high] = [low, low + more * (1.0 - low)].map(|level| belief.quantile(level));
        prop_assert!(belief.lower() <= low && high <= belief.upper());
        prop_assert!(low <= high + 1e-12 * high.abs().max(belief.variance().sqrt()), "{low} {high}");
    }

    #[test]
    fn the_cdf_undoes_the_quantile((belief, _) in ordinary(), level in 0.0..=1.0) {
        let slack = 1e-12 + 4.0 * f64::EPSILON * belief.upper().min(60.0) * belief.log_density(belief.mode()).exp();
        prop_assert!((belief.cdf(belief.quantile(level)) - level).abs() <= slack);
    }

    #[test]
    fn truncated_gradients_are_those_of_the_likelihood((belief, value) in ordinary()) {
        let nll = |mu, sigma| {
            let moved = TruncatedGaussian::new(mu, sigma, belief.lower(), belief.upper());
            -moved.map_or(f64::NAN, |moved| moved.log_density(value))
        };
        let differences = differences(nll, belief.mu(), belief.sigma());
        let scale = 1.0 / belief.sigma();
        prop_assert!(agrees(belief.gradient(value), differences, scale), "{:?} {differences:?}", belief.gradient(value));
    }

    #[test]
    fn gaussian_gradients_are_those_of_the_likelihood(mu in -20.0..60.0, sigma in 0.1..10.0, value in 0.0..60.0) {
        let gaussian = |mu, sigma| Gaussian::new(mu, sigma, 0.0);
        let nll = |mu, sigma| -gaussian(mu, sigma).map_or(f64::NAN, |moved| moved.log_density(value));
        let closed = gaussian(mu, sigma).map(|belief| belief.gradient(value));
        let differences = differences(nll, mu, sigma);
        prop_assert!(closed.is_ok_and(|closed| agrees(closed, differences, 1.0 / sigma)));
    }

    #[test]
    fn estimates_are_never_negative(belief in extreme(), admissible in 0.001..0.999) {
        for value in [Value::Mean, Value::Argmax, Value::Quantile(admissible)] {
            let reader = Reading::of(value).reader(&Calibration::default()).expect("no threshold is asked for");
            prop_assert!(reader.read(&Belief::Truncated(belief)).h >= 0.0);
        }
    }
}
