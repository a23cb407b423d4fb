//! Truncated Gaussians against values computed with 140 digits, 50 of which are left where most are lost
//! (`reference.py` makes `reference.csv`).
//!
//! What counts as relative error:
//! - variance: |error|/variance, with no exception.
//! - mean and quantile: |error|/max(|value|, standard deviation). Both are sums of a location and a multiple of a
//!   scale and may cross zero anywhere; against the standard deviation an error is the shift of the distribution it
//!   amounts to. A bound at zero is no exception from relative error, as long as the value is.
//! - log-density: |error|/max(|value|, 1), as an absolute error in the logarithm is a relative one in the density.
//! - the slopes of −ln p: (E − v)/σ² against max(|E − v|, standard deviation)/σ², as the mean; that by σ,
//!   ((E − v)·(E + v − 2μ) + variance)/σ³, likewise against at least what one standard deviation in place of E − v
//!   makes of it.

use belief::{Distribution, TruncatedGaussian, normal};

const TOLERANCE: f64 = 1e-12;

struct Row {
    distribution: TruncatedGaussian,
    value: f64,
    level: f64,
    mean: f64,
    variance: f64,
    quantile: f64,
    log_density: f64,
    by_mu: f64,
    by_sigma: f64,
}

fn rows() -> Vec<Row> {
    include_str!("reference.csv").lines().skip(1).map(row).collect()
}

fn row(line: &str) -> Row {
    let numbers: Vec<f64> = line.split(',').map(|number| number.parse().expect(line)).collect();
    let [mu, sigma, lower, upper, value, level, mean, variance, quantile, log_density, by_mu, by_sigma] =
        numbers[..]
    else {
        panic!("twelve columns: {line}");
    };
    let distribution = TruncatedGaussian::new(mu, sigma, lower, upper).expect(line);
    Row { distribution, value, level, mean, variance, quantile, log_density, by_mu, by_sigma }
}

/// Holds the largest of the errors to the tolerance, and names it and its row.
fn hold(quantity: &str, error: impl Fn(&Row) -> f64) {
    let rows = rows();
    assert!(rows.len() >= 2_000);
    assert!(rows.iter().all(|row| error(row) >= 0.0), "{quantity} is not a number");
    let worst =
        rows.iter().max_by(|left, right| error(left).total_cmp(&error(right))).expect("there are rows");
    let message = format!("{quantity}: {:.2e} for {:?}", error(worst), worst.distribution);
    assert!(error(worst) <= TOLERANCE, "{message}, value {}, level {}", worst.value, worst.level);
}

#[test]
fn means_agree() {
    hold("mean", |row| (row.distribution.mean() - row.mean).abs() / row.mean.abs().max(row.variance.sqrt()));
}

#[test]
fn variances_agree() {
    hold("variance", |row| (row.distribution.variance() - row.variance).abs() / row.variance);
}

#[test]
fn log_densities_agree() {
    hold("log-density", |row| {
        (row.distribution.log_density(row.value) - row.log_density).abs() / row.log_density.abs().max(1.0)
    });
}

#[test]
fn logs_of_intervals_agree() {
    hold("log of an interval", |row| {
        if (row.distribution.mu(), row.distribution.sigma()) != (0.0, 1.0) {
            return 0.0;
        }
        let reference = normal::log_density(row.value) - row.log_density;
        let log = normal::log_interval(row.distribution.lower(), row.distribution.upper());
        (log - reference).abs() / reference.abs().max(1.0)
    });
}

#[test]
fn quantiles_agree() {
    hold("quantile", |row| {
        let error = (row.distribution.quantile(row.level) - row.quantile).abs();
        error / row.quantile.abs().max(row.variance.sqrt())
    });
}

#[test]
fn slopes_agree() {
    hold("slope by mu", |row| {
        let scale = row.variance.sqrt() / row.distribution.sigma().powi(2);
        (row.distribution.gradient(row.value).mu - row.by_mu).abs() / row.by_mu.abs().max(scale)
    });
    hold("slope by sigma", |row| {
        let (mu, sigma) = (row.distribution.mu(), row.distribution.sigma());
        let sum = (row.mean - mu).abs() + (row.value - mu).abs();
        let scale = (row.variance + row.variance.sqrt() * sum) / sigma.powi(3);
        (row.distribution.gradient(row.value).sigma - row.by_sigma).abs() / row.by_sigma.abs().max(scale)
    });
}
