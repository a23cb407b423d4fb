//! The standard deviation as a function of the second output, φ.

use belief::PHI_BOUNDS;

/// φ clamped to its bounds; the lower one for NaN.
#[inline(always)]
pub(crate) fn clamp(phi: f32) -> f32 {
    let phi = if phi > PHI_BOUNDS.0 { phi } else { PHI_BOUNDS.0 };
    if phi < PHI_BOUNDS.1 { phi } else { PHI_BOUNDS.1 }
}

/// The softplus of the clamped φ, times a factor, by a table of Taylor coefficients. The error is less than 2e-7 of the
/// factor. Computing the softplus outright would take longer than all the rest of a node in a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spread {
    /// As many as a power of two, so that indices need no bounds check.
    series: Box<[[f32; 4]; 128]>,
}

const PLACES_PER_UNIT: f32 = 16.0;

impl Spread {
    pub fn new(factor: f64) -> Self {
        let place = |index: usize| index as f64 / f64::from(PLACES_PER_UNIT) + f64::from(PHI_BOUNDS.0);
        Self { series: Box::new(std::array::from_fn(|index| series(place(index), factor))) }
    }

    /// The Taylor coefficients at each point of the table.
    pub fn series(&self) -> &[[f32; 4]] {
        &*self.series
    }

    #[inline(always)]
    pub fn at(&self, phi: f32) -> f32 {
        /// Added to a small number, this leaves its rounded value in the lowest bits.
        const ROUNDER: f32 = 8_388_608.0;
        let place = (clamp(phi) - PHI_BOUNDS.0) * PLACES_PER_UNIT;
        let rounded = place + ROUNDER;
        let rest = place - (rounded - ROUNDER);
        let [a, b, c, d] = self.series[rounded.to_bits() as usize % self.series.len()];
        a + rest * (b + rest * (c + rest * d))
    }
}

/// The Taylor coefficients of the softplus, in units of the table's steps.
fn series(place: f64, factor: f64) -> [f32; 4] {
    let unit = 1.0 / f64::from(PLACES_PER_UNIT);
    let value = libm::log1p(libm::exp(place));
    let first = 1.0 / (1.0 + libm::exp(-place));
    let second = first * (1.0 - first);
    let third = second * (1.0 - 2.0 * first);
    let terms = [value, first * unit, second * unit * unit / 2.0, third * unit * unit * unit / 6.0];
    terms.map(|term| (factor * term) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_those_of_the_softplus() {
        for factor in [1.0, -16.4, 0.0] {
            let spread = Spread::new(factor);
            for step in 0..=20_000 {
                let phi = -8.0 + step as f32 * 6e-4;
                let exact = factor * f64::from(phi.clamp(-5.0, 1.0)).exp().ln_1p();
                let found = f64::from(spread.at(phi));
                assert!((found - exact).abs() <= 2e-7 * factor.abs(), "{phi}: {found}, not {exact}");
            }
            assert_eq!(spread.at(f32::INFINITY), spread.at(1.0));
            assert_eq!([f32::NEG_INFINITY, f32::NAN].map(|phi| spread.at(phi)), [spread.at(-5.0); 2]);
        }
    }
}
