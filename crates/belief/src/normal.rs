//! The standard normal distribution, to full precision far into its tails.

use std::f64::consts::FRAC_1_SQRT_2;

use errorfunctions::RealErrorFunctions;

use crate::quadrature::integrate;

/// ½ ln 2π.
const HALF_LN_TAU: f64 = 0.918_938_533_204_672_8;

/// √(π/2).
const SQRT_HALF_PI: f64 = 1.253_314_137_315_500_3;

/// φ(x) = exp(−x²/2)/√2π.
pub fn density(x: f64) -> f64 {
    log_density(x).exp()
}

/// ln φ(x).
pub fn log_density(x: f64) -> f64 {
    -0.5 * x * x - HALF_LN_TAU
}

/// Φ(x), to full relative precision where it is small.
pub fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// ln Φ(x).
pub fn log_cdf(x: f64) -> f64 {
    if x < 0.0 { log_density(x) + mills(-x).ln() } else { (-cdf(-x)).ln_1p() }
}

/// Mills' ratio (1 − Φ(x))/φ(x) = √(π/2)·erfcx(x/√2); infinite where it exceeds the largest number, below about −37.
pub(crate) fn mills(x: f64) -> f64 {
    SQRT_HALF_PI * (x * FRAC_1_SQRT_2).erfcx()
}

/// ln(Φ(`upper`) − Φ(`lower`)): ln Z in the *bounds* paper's Eq. 9 and 10. It is −∞ unless `lower` < `upper`.
pub fn log_interval(lower: f64, upper: f64) -> f64 {
    let (near, far) = if lower.abs() <= upper.abs() { (lower, upper) } else { (-upper, -lower) };
    let width = far - near;
    if width.is_nan() || width <= 0.0 {
        f64::NEG_INFINITY
    } else if is_narrow(near, width) {
        let [mass] = integrate(|offset| decay(near, width * (offset + 0.5)), |_| [1.0]);
        log_density(near) + width.ln() + mass.ln()
    } else if near < 0.0 {
        (-cdf(near) - cdf(-far)).ln_1p()
    } else {
        let beyond = decay(near, width) * mills(far) / mills(near);
        log_density(near) + mills(near).ln() + (-beyond).ln_1p()
    }
}

/// Does φ vary so little over `width` from the end that is nearer to zero that ten nodes integrate it to full
/// precision?
pub(crate) fn is_narrow(near: f64, width: f64) -> bool {
    width <= 2.0 && width * (near + 0.5 * width) <= 4.0
}

/// φ(`near` + `step`)/φ(`near`) = exp(−step·(near + step/2)).
pub(crate) fn decay(near: f64, step: f64) -> f64 {
    log_decay(near, step).exp()
}

/// The logarithm of [`decay`].
pub(crate) fn log_decay(near: f64, step: f64) -> f64 {
    if step == 0.0 { 0.0 } else { -step * (near + 0.5 * step) }
}

/// Φ⁻¹(`level`); ±∞ at 0 and 1 and beyond.
pub fn quantile(level: f64) -> f64 {
    if level <= 0.5 { lower_quantile(level) } else { -lower_quantile(1.0 - level) }
}

/// Φ⁻¹ of a level of at most ½, by Halley's method on ln Φ from a guess good to about 1e-3.
fn lower_quantile(level: f64) -> f64 {
    if level <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let target = level.ln();
    let mut x = quantile_guess(target);
    for _ in 0..2 {
        let mills = mills(-x);
        let step = (log_density(x) + mills.ln() - target) * mills;
        x -= step / (1.0 + 0.5 * step * (x + 1.0 / mills));
    }
    x
}

/// Abramowitz and Stegun, 26.2.23.
fn quantile_guess(log_level: f64) -> f64 {
    let t = (-2.0 * log_level).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    above / below - t
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() <= 4e-15 * right.abs().max(1.0)
    }

    #[test]
    fn the_quantile_undoes_the_cdf_from_the_least_number_to_one() {
        for level in
            [f64::from_bits(1), 1e-300, 1e-100, 1e-16, 1e-5, 0.025, 0.3, 0.5, 0.7, 0.975, 1.0 - 1e-12]
        {
            let x = quantile(level);
            let back = if x < 0.0 { log_cdf(x) } else { cdf(x).ln() };
            assert!(close(back, level.ln()), "{level}: {x}");
        }
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(quantile(1.0), f64::INFINITY);
        assert!(quantile(0.5).abs() < 1e-15);
        assert!(close(quantile(0.975), 1.959_963_984_540_054_3));
    }

    #[test]
    fn the_log_of_an_interval_is_that_of_the_difference_where_that_is_benign() {
        for (lower, upper) in [(-3.0, 3.0), (-1.0, 0.5), (0.0, 1.0), (0.5, 4.0), (-2.5, -1.0), (-7.0, -0.1)] {
            assert!(close(log_interval(lower, upper), (cdf(upper) - cdf(lower)).ln()), "{lower}..{upper}");
            assert!(close(log_interval(-upper, -lower), log_interval(lower, upper)));
        }
    }

    #[test]
    fn intervals_without_an_end_or_without_length_have_their_logs() {
        let infinity = f64::INFINITY;
        assert_eq!(log_interval(-infinity, infinity), 0.0);
        assert!(close(log_interval(-infinity, -50.0), log_cdf(-50.0)));
        assert!(close(log_interval(50.0, infinity), log_cdf(-50.0)));
        assert!(close(log_interval(0.0, infinity), 0.5_f64.ln()));
        assert_eq!(log_interval(1.0, 1.0), -infinity);
        assert_eq!(log_interval(2.0, 1.0), -infinity);
        assert_eq!(log_interval(infinity, infinity), -infinity);
    }

    #[test]
    fn the_log_of_the_cdf_goes_on_where_the_cdf_is_zero() {
        assert_eq!(cdf(-50.0), 0.0);
        assert!(close(log_cdf(-50.0), -1_254.831_361_139_419_9));
        assert!(close(log_cdf(1.0), cdf(1.0).ln()));
        assert!(close(density(1.0), 0.241_970_724_519_143_37));
    }
}
