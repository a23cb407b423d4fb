//! Readings of networks, compiled for searches: an integer estimate by a few multiplications.

pub(crate) mod spread;

use belief::{Bounds, Dial, Distribution, Reading, Scaled, Value, normal};
use puzzles::tiles::gpu::Addition;
use spread::Spread;

/// A reading of a network's two outputs, or of a mean alone, as an integer. It is the rounded value of [`Reading::reader`] for
/// [`Scaled::belief`], with everything that can be precomputed in tables: inside IDA\*, a state takes a few nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct CompiledReading {
    scale: f32,
    /// `None` where the mean alone is read.
    quantile: Option<Quantile>,
}

/// The number added to the mean to give a quantile, in units of cost.
#[derive(Clone, Debug, PartialEq)]
struct Quantile {
    /// As a function of the second output.
    spread: Spread,
    /// The second output is used for means below this.
    learned_below: f32,
    /// The number added to other means.
    beyond: f32,
    /// For truncated beliefs only.
    truncation: Option<Truncation>,
}

/// A quantile of a Gaussian truncated at a state's lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Truncation {
    /// The meaning of the outputs.
    outputs: Scaled,
    /// The probability of a lower cost.
    level: f64,
}

impl CompiledReading {
    /// Compiles a reading of outputs with this meaning; quantiles are calibrated by the dial, if there is one. `None` if it can't
    /// be compiled: it has a threshold of trust, or reads a truncated Gaussian otherwise than by a quantile.
    pub fn new(outputs: Scaled, reading: Reading, dial: Option<&Dial>) -> Option<Self> {
        let is_quantile = matches!(reading.value, Value::Quantile(_));
        let is_compiled = reading.trust.is_none() && (outputs.open.is_none() || is_quantile);
        is_compiled.then(|| Self::below(outputs, reading.value.deviations(dial)))
    }

    /// `deviations` standard deviations below the mean; for truncated Gaussians, the quantile of the same level.
    pub fn below(outputs: Scaled, deviations: f64) -> Self {
        let truncation = outputs.open.map(|_| Truncation { outputs, level: normal::cdf(-deviations) });
        let quantile = Quantile {
            spread: Spread::new(-deviations * outputs.scale),
            learned_below: outputs.learned_below as f32,
            beyond: -deviations as f32 * outputs.sigma_beyond as f32,
            truncation,
        };
        Self { scale: outputs.scale as f32, quantile: Some(quantile) }
    }

    /// The mean alone, for networks whose only output is the mean divided by a scale.
    pub fn of_mean(scale: f32) -> Self {
        Self { scale, quantile: None }
    }

    /// The cost that a mean of 1 stands for.
    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }

    /// Does the value depend on a state's lower bound?
    pub(crate) fn needs_bounds(&self) -> bool {
        self.truncation().is_some()
    }

    /// The number of outputs that a network has to have.
    pub fn outputs(&self) -> usize {
        1 + usize::from(self.quantile.is_some())
    }

    /// The value without a lower bound. Without a second output, `phi` is ignored.
    pub fn value(&self, mean: f32, phi: f32) -> f32 {
        self.value_by_cost(mean * self.scale, || phi)
    }

    /// The estimate: the value rounded to an integer, and at least the lower bound.
    pub fn h(&self, mean: f32, phi: f32, lower_bound: u32) -> u32 {
        whole(self.value_above(mean, phi, lower_bound)).max(lower_bound)
    }

    fn value_above(&self, mean: f32, phi: f32, lower_bound: u32) -> f32 {
        let Some(Truncation { outputs, level }) = self.truncation() else { return self.value(mean, phi) };
        let bounds = Bounds { lower: lower_bound.into(), ..Bounds::NONE };
        let belief = outputs.belief(outputs.mean(mean), spread::clamp(phi), bounds);
        belief.map_or(f32::NAN, |belief| belief.quantile(*level) as f32)
    }

    fn truncation(&self) -> Option<&Truncation> {
        self.quantile.as_ref()?.truncation.as_ref()
    }

    /// The effect of the second output, for searches on a GPU.
    pub(crate) fn addition(&self) -> Option<Addition> {
        let Quantile { spread, learned_below, beyond, .. } = self.quantile.as_ref()?;
        Some(Addition { series: spread.series().to_vec(), trusted_below: *learned_below, beyond: *beyond })
    }

    /// The estimate without a lower bound, by the mean in units of cost. The second output is computed only where it is used.
    #[inline(always)]
    pub(crate) fn h_by_cost(&self, mean: f32, phi: impl FnOnce() -> f32) -> u32 {
        whole(self.value_by_cost(mean, phi))
    }

    #[inline(always)]
    fn value_by_cost(&self, mean: f32, phi: impl FnOnce() -> f32) -> f32 {
        let Some(Quantile { spread, learned_below, beyond, .. }) = &self.quantile else { return mean };
        mean + if mean < *learned_below { spread.at(phi()) } else { *beyond }
    }
}

/// The integer nearest to a value, ties to even; 0 for negative values and NaN.
#[inline(always)]
#[expect(clippy::manual_clamp, reason = "this makes 0 of what is no number")]
fn whole(value: f32) -> u32 {
    /// 2²³: from here to twice this, the `f32`s are the integers, so that an addition rounds as wanted.
    const WHOLE: f32 = 8_388_608.0;
    const LARGEST: f32 = 4_194_303.0;
    (value.max(0.0).min(LARGEST) + WHOLE).to_bits() - WHOLE.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::Options;
    use crate::planning::{BeliefKind, PlanningSettings};
    use crate::{LearnedCosts, testing::at};
    use belief::{Calibration, Deviations, OPEN, promised};

    fn truncated(alpha: f64, learned: LearnedCosts) -> CompiledReading {
        let outputs = Scaled { open: Some(OPEN), ..learned.outputs(10.0, 1.0) };
        CompiledReading::below(outputs, promised(alpha))
    }

    /// The rounded value by the reader of the crate `belief`.
    fn defined(
        outputs: &Scaled,
        reading: Reading,
        dial: Option<&Dial>,
        (mean, phi, lower): (f32, f32, u32),
    ) -> u32 {
        let calibration = Calibration { thresholds: None, dial: dial.cloned() };
        let bounds = Bounds { lower: lower.into(), ..Bounds::NONE };
        let belief = outputs.belief(outputs.mean(mean), phi, bounds).unwrap();
        let value = reading.reader(&calibration).unwrap().read(&belief).h;
        (value.round_ties_even() as u32).max(lower)
    }

    #[test]
    fn compiled_readings_are_the_readings_they_are_compiled_from() {
        let dial = Deviations::new((0..50).map(|cost| ((30.0, 4.0), f64::from(cost)))).unwrap().dial();
        let readings =
            ["mean", "location", "argmax", "quantile:0.5", "quantile:0.9", "quantile:0.05", "quantile:0.99"];
        for (belief, learned) in
            [BeliefKind::Gaussian, BeliefKind::Truncated].into_iter().flat_map(|belief| {
                [LearnedCosts::All, LearnedCosts::Below(60.0)].map(|learned| (belief, learned))
            })
        {
            let planning = PlanningSettings { belief, ..PlanningSettings::default() };
            let outputs = Options { unit: 3, planning, ..Options::default() }.outputs(learned);
            for (text, dial) in readings.into_iter().flat_map(|text| [(text, None), (text, Some(&dial))]) {
                let reading: Reading = text.parse().unwrap();
                let Some(compiled) = CompiledReading::new(outputs, reading, dial) else {
                    assert!(outputs.open.is_some() && !text.starts_with("quantile"), "{text}");
                    continue;
                };
                for step in 0..4000_u32 {
                    let (mean, phi) = (step as f32 * 0.001_3 - 1.0, (step % 37) as f32 * 0.2 - 6.0);
                    let lower = step % 91;
                    let defined = defined(&outputs, reading, dial, (mean, phi, lower));
                    assert_eq!(
                        compiled.h(mean, phi, lower),
                        defined,
                        "{outputs:?} {text} {mean} {phi} {lower}"
                    );
                }
            }
        }
        let thresholds = "argmax+adaptive:40".parse().unwrap();
        assert_eq!(CompiledReading::new(Scaled::new(10.0, None), thresholds, None), None);
    }

    #[test]
    fn values_are_quantiles_of_the_normal_distribution() {
        for alpha in [0.05, 0.5, 0.75, 0.99] {
            let reading = at(alpha, 10.0, LearnedCosts::All);
            for phi in [-20.0, -5.0, -3.3, 0.0, 0.7, 1.0, 4.0_f32] {
                let sigma = f64::from(phi.clamp(-5.0, 1.0)).exp().ln_1p();
                let expected = 10.0 * (3.0 + belief::normal::quantile(1.0 - alpha) * sigma);
                let found = reading.value(3.0, phi);
                assert!((f64::from(found) - expected).abs() < 1e-3, "{alpha} {phi}: {found} {expected}");
            }
        }
    }

    #[test]
    fn beyond_what_was_seen_the_deviation_is_one() {
        let quantile = belief::normal::quantile(0.1) as f32;
        let reading = at(0.9, 10.0, LearnedCosts::Below(30.0));
        assert_eq!(reading.value(3.0, -5.0), 30.0 + quantile);
        assert!(reading.value(2.99, -5.0) > 29.9 + 0.2 * quantile);
        assert_eq!(at(0.9, 10.0, LearnedCosts::None).value(-3.0, -5.0), -30.0 + quantile);
    }

    #[test]
    fn estimates_are_whole_and_not_below_what_is_known() {
        let reading = CompiledReading::of_mean(10.0);
        assert_eq!(reading.h(0.25, 9.0, 0), 2);
        assert_eq!(reading.h(0.35, 9.0, 0), 4);
        assert_eq!(reading.h(-3.0, 9.0, 0), 0);
        assert_eq!(reading.h(1.0, 9.0, 12), 12);
        assert_eq!(reading.h(f32::NAN, f32::NAN, 1), 1);
        assert_eq!((reading.outputs(), reading.scale()), (1, 10.0));
    }

    #[test]
    fn above_bounds_values_are_quantiles_of_what_is_left() {
        for alpha in [0.05, 0.5, 0.9, 0.99] {
            let reading = truncated(alpha, LearnedCosts::All);
            for (mean, phi, lower_bound) in
                [(3.0, 0.5, 28), (3.0, -3.0, 31), (-2.0, 1.0, 40), (1.0, -5.0, 90)]
            {
                let sigma = 10.0 * f64::from(phi).exp().ln_1p();
                let standard = |value: f64| (value - 10.0 * f64::from(mean)) / sigma;
                let left = |value: f64| belief::normal::log_cdf(-standard(value));
                let value = reading.value_above(mean, phi, lower_bound);
                // α is the share of what is left above the value.
                let share = (left(value.into()) - left(f64::from(lower_bound) - 0.1)).exp();
                // Values are rounded to 24 bits, and the curve may fall steeply there.
                let slack = 1e-6 + 1.2e-7 * standard(value.into()).abs() / sigma * f64::from(value);
                assert!((share - alpha).abs() < slack, "{alpha} {mean} {phi} {lower_bound}: {value} {share}");
                assert_eq!(reading.h(mean, phi, lower_bound), whole(value).max(lower_bound));
            }
        }
    }

    #[test]
    fn a_bound_far_below_the_mean_changes_nothing() {
        for learned in [LearnedCosts::All, LearnedCosts::Below(20.0), LearnedCosts::None] {
            let outputs = learned.outputs(10.0, 3.0);
            let plain = CompiledReading::below(outputs, promised(0.9));
            let truncated =
                CompiledReading::below(Scaled { open: Some(3.0 * OPEN), ..outputs }, promised(0.9));
            assert!(!plain.needs_bounds() && truncated.needs_bounds());
            for mean in [1.2_f32, 1.9, 2.5, 7.0] {
                let (one, other) = (plain.value_above(mean, -4.0, 0), truncated.value_above(mean, -4.0, 0));
                assert!((one - other).abs() < 1e-3, "{mean}: {one} {other}");
            }
        }
    }

    #[test]
    fn a_bound_beyond_what_was_seen_makes_the_deviation_one() {
        let reading = truncated(0.5, LearnedCosts::Below(30.0));
        let far = truncated(0.5, LearnedCosts::None);
        assert_eq!(reading.value_above(2.0, 1.0, 31), far.value_above(2.0, 1.0, 31));
        assert!(reading.value_above(2.0, 1.0, 29) > far.value_above(2.0, 1.0, 29) + 3.0);
    }

    #[test]
    fn what_is_no_number_is_read_as_the_bound() {
        let reading = truncated(0.9, LearnedCosts::All);
        assert_eq!([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(|mean| reading.h(mean, 0.0, 7)), [7; 3]);
        assert_eq!(reading.h(1.0, f32::NAN, 7), reading.h(1.0, -5.0, 7));
        assert_eq!([-1e30, 1e30].map(|mean| reading.h(mean, 0.0, 7)), [7, 4_194_303]);
    }

    #[test]
    fn values_are_rounded_to_the_nearest_number_or_the_even_one() {
        for (value, rounded) in
            [(0.5, 0), (1.5, 2), (2.5, 2), (2.500_001, 3), (77.49, 77), (1e4 + 0.5, 10_000)]
        {
            assert_eq!(whole(value), rounded, "{value}");
        }
        for step in 0..100_000 {
            let value = step as f32 * 0.001_37;
            assert_eq!(whole(value), value.round_ties_even() as u32, "{value}");
        }
    }

    #[test]
    fn values_that_are_no_costs_are_brought_into_range() {
        assert_eq!([-3.0, f32::NEG_INFINITY, f32::NAN, -0.0].map(whole), [0; 4]);
        assert_eq!([1e30, f32::INFINITY].map(whole), [4_194_303; 2]);
    }
}
