//! Functions of `f32` that compilers can vectorise.
//!
//! As in `network::math`, there are no branches, calls or tables. But there are no fused multiply-adds either: this crate is
//! compiled for processors without them, where each would be a call.

/// ln 2 in two parts; the first has few enough bits for its product with a small whole number to be exact.
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;

/// Added to a number below 2²² in magnitude, this leaves it rounded to the nearest whole one, ties to the even one.
const ROUNDER: f32 = 12_582_912.0;

/// eˣ for x from −87 to 0; for less as at −87.
#[inline(always)]
fn exp_of_negative(x: f32) -> f32 {
    let x = if x > -87.0 { x } else { -87.0 };
    let shifted = x * std::f32::consts::LOG2_E + ROUNDER;
    let n = shifted - ROUNDER;
    let r = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    let mut series = 1.0 / 5040.0;
    for coefficient in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        series = series * r + coefficient;
    }
    power * series
}

/// ln x for a positive, normal x.
#[inline(always)]
pub(crate) fn ln(x: f32) -> f32 {
    /// √½: numbers are split into a power of two and a factor from √½ to √2.
    const LEAST_FACTOR: u32 = std::f32::consts::FRAC_1_SQRT_2.to_bits();
    let offset = x.to_bits().wrapping_sub(LEAST_FACTOR) as i32;
    let power = (offset >> 23) as f32;
    let factor = f32::from_bits((offset & 0x007f_ffff) as u32 + LEAST_FACTOR);
    let s = (factor - 1.0) / (factor + 1.0);
    let z = s * s;
    let series = 2.0 + z * (2.0 / 3.0 + z * (2.0 / 5.0 + z * (2.0 / 7.0 + z * (2.0 / 9.0))));
    power * LN_2_HIGH + (s * series + power * LN_2_LOW)
}

/// ln(1 + eˣ), and its derivative 1 / (1 + e⁻ˣ).
#[inline(always)]
pub(crate) fn softplus(x: f32) -> (f32, f32) {
    let e = exp_of_negative(-x.abs());
    let s = e / (2.0 + e);
    let z = s * s;
    let mut series = 2.0 / 17.0;
    for coefficient in [2.0 / 15.0, 2.0 / 13.0, 2.0 / 11.0, 2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0, 2.0] {
        series = series * z + coefficient;
    }
    let positive = x > 0.0;
    let value = s * series + if positive { x } else { 0.0 };
    (value, if positive { 1.0 } else { e } / (1.0 + e))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f32, exact: f64) -> bool {
        (f64::from(found) - exact).abs() <= 5e-7 * exact.abs().max(1e-30)
    }

    #[test]
    fn logarithms_are_accurate() {
        for step in 1..100_000 {
            let x = step as f32 * 3.1e-5;
            let (found, exact) = (ln(x), f64::from(x).ln());
            assert!((f64::from(found) - exact).abs() <= 3e-7 * exact.abs().max(1.0), "{x}: {found}");
        }
        assert!(close(ln(1e-30), 1e-30_f32.ln().into()) && close(ln(1e30), 1e30_f32.ln().into()));
    }

    #[test]
    fn softplus_and_its_derivative_are_accurate() {
        for step in -40_000..=40_000 {
            let x = step as f32 * 5e-4;
            let (value, derivative) = softplus(x);
            let exact = f64::from(x);
            assert!(close(value, exact.exp().ln_1p()), "{x}: {value}");
            assert!(close(derivative, 1.0 / (1.0 + (-exact).exp())), "{x}: {derivative}");
        }
        assert!(softplus(-200.0).0 > 0.0);
        assert_eq!(softplus(200.0), (200.0, 1.0));
    }
}
