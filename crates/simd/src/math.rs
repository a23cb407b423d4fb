//! Elementary functions of `f32` that compilers can vectorise.
//!
//! They have no branches, calls or tables: a loop over a slice runs as wide as the processor allows, and yields the
//! same bits on every machine. Relative errors are below 3e-7.

use crate::LINE;
use crate::{Kernel, Processor, Vector};

/// ln 2 in two parts; the first has few enough bits for its product with a small whole number to be exact.
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;

/// Adding this to a number below 2²² in magnitude leaves the number, rounded to an integer, in the lowest bits of the sum.
const ROUNDER: f32 = 12_582_912.0;

/// 2ⁿ and eʳ − 1, where x = n·ln 2 + r with |r| ≤ ln 2 / 2.
#[inline(always)]
fn split(x: f32) -> (f32, f32) {
    let shifted = x.mul_add(std::f32::consts::LOG2_E, ROUNDER);
    let n = shifted - ROUNDER;
    let r = n.mul_add(-LN_2_LOW, n.mul_add(-LN_2_HIGH, x));
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    // The Taylor series up to r⁷/7!; all that follows is less than 2e-8 of the whole.
    let mut series = 1.0 / 5040.0;
    for coefficient in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5] {
        series = r.mul_add(series, coefficient);
    }
    (power, (r * r).mul_add(series, r))
}

/// eˣ, with x clamped to ±87.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let (power, rest) = split(clamp(x, 87.0));
    power.mul_add(rest, power)
}

/// eˣ − 1, accurate for small x too, with x clamped to ±87.
#[inline(always)]
pub fn exp_m1(x: f32) -> f32 {
    let (power, rest) = split(clamp(x, 87.0));
    power.mul_add(rest, power - 1.0)
}

/// 1 / (1 + e⁻ˣ)
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let e = exp_m1(2.0 * x);
    e / (e + 2.0)
}

/// The sum of a function of all numbers, as sixteen partial sums: in a single one, each addition would wait for the one before.
#[inline(always)]
pub fn sum(values: &[f32], mut function: impl FnMut(f32) -> f64) -> f64 {
    let mut parts = [0.0; LINE];
    let (lines, rest) = values.as_chunks::<LINE>();
    for line in lines {
        for (part, &value) in parts.iter_mut().zip(line) {
            *part += function(value);
        }
    }
    for (part, &value) in parts.iter_mut().zip(rest) {
        *part += function(value);
    }
    parts.iter().sum()
}

/// Replaces each row of `columns` columns by its softmax: probabilities in proportion to the exponentials.
pub fn softmax(values: &mut [f32], columns: usize) {
    Processor::detect().run(Softmax { values, columns });
}

struct Softmax<'a> {
    values: &'a mut [f32],
    columns: usize,
}

impl Kernel for Softmax<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        for row in self.values.chunks_exact_mut(self.columns.max(1)) {
            let largest = maximum(row);
            row.iter_mut().for_each(|x| *x = exp(*x - largest));
            let factor = (1.0 / sum(row, f64::from)) as f32;
            row.iter_mut().for_each(|x| *x *= factor);
        }
    }
}

/// The largest number, from sixteen partial maxima.
#[inline(always)]
fn maximum(values: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let mut parts = [f32::NEG_INFINITY; LINE];
    let (lines, rest) = values.as_chunks::<LINE>();
    for line in lines {
        for (part, &value) in parts.iter_mut().zip(line) {
            *part = larger(*part, value);
        }
    }
    for (part, &value) in parts.iter_mut().zip(rest) {
        *part = larger(*part, value);
    }
    parts.into_iter().fold(f32::NEG_INFINITY, larger)
}

/// `x` clamped to ±`bound`: one instruction for each bound, and NaN stays NaN.
#[inline(always)]
fn clamp(x: f32, bound: f32) -> f32 {
    let x = if x > bound { bound } else { x };
    if x < -bound { -bound } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worst(function: impl Fn(f32) -> f32, exact: impl Fn(f64) -> f64, from: f32, to: f32) -> f64 {
        let places = (0..=200_000).map(|step| from + (to - from) * step as f32 / 200_000.0);
        let error = |x: f32| {
            let exact = exact(f64::from(x));
            if exact == 0.0 {
                f64::from(function(x).abs())
            } else {
                (f64::from(function(x)) / exact - 1.0).abs()
            }
        };
        places.map(error).fold(0.0, f64::max)
    }

    #[test]
    fn functions_are_accurate() {
        for (from, to) in [(-86.9, 86.9), (-1.0, 1.0), (-1e-3, 1e-3), (-9.0, 9.0)] {
            assert!(worst(exp, f64::exp, from, to) < 1.5e-7);
            assert!(worst(exp_m1, f64::exp_m1, from, to) < 3e-7);
            assert!(worst(sigmoid, |x| 1.0 / (1.0 + (-x).exp()), from, to) < 3e-7);
            assert!(worst(tanh, f64::tanh, from, to) < 3e-7);
        }
    }

    #[test]
    fn functions_are_sane_everywhere() {
        for function in [exp, exp_m1, sigmoid, tanh] {
            assert!(function(f32::NAN).is_nan());
        }
        assert_eq!((sigmoid(f32::INFINITY), tanh(f32::INFINITY), tanh(f32::NEG_INFINITY)), (1.0, 1.0, -1.0));
        assert!(sigmoid(f32::NEG_INFINITY) < 1e-37);
        assert!(exp(f32::INFINITY).is_finite() && exp(f32::NEG_INFINITY) < 1e-37);
        assert_eq!((exp(0.0), exp_m1(0.0), sigmoid(0.0), tanh(0.0)), (1.0, 0.0, 0.5, 0.0));
    }

    #[test]
    fn softmax_yields_probabilities_however_large_the_numbers() {
        for columns in [1, 2, 15, 16, 17, 60] {
            let mut values: Vec<f32> = (0..3 * columns).map(|x| 300.0 * (x as f32).sin()).collect();
            let rows: Vec<Vec<f64>> =
                values.chunks(columns).map(|row| row.iter().copied().map(f64::from).collect()).collect();
            softmax(&mut values, columns);
            for (found, row) in values.chunks(columns).zip(rows) {
                let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let total: f64 = row.iter().map(|x| (x - largest).exp()).sum();
                for (found, x) in found.iter().zip(&row) {
                    assert!((f64::from(*found) - (x - largest).exp() / total).abs() < 1e-6);
                }
            }
        }
    }
}
