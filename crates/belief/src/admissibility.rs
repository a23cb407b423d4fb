//! A loss for categorical beliefs that punishes overestimates more than underestimates.

use serde::{Deserialize, Serialize};

use crate::categorical::Normaliser;

/// The loss of *cross-entropy admissibility* (Futuhi and Sturtevant, "Learning admissible heuristics for A\*: theory and practice",
/// 2026): for a state of cost c, and the [`softmax`](crate::softmax) p of the logits,
///
/// −ln Σₖ₌₁ᶜ (k/c)^β·pₖ − η·ln p_c.
///
/// The first part asks for probability at costs that do not overestimate, the more the nearer they are to c; the second is a
/// cross-entropy that keeps the most probable cost from drifting away from c. All probability at c is the only optimum, unless both β
/// and η are 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Admissibility {
    /// β, from 0: how much less an underestimate is worth than the cost itself. At 0, all from 1 on are as good.
    pub strength: f64,
    /// η, from 0: the weight of the cross-entropy.
    pub sharpness: f64,
}

impl Admissibility {
    /// The loss of logits for a cost, which is infinite if it has no logit. Its derivatives by the logits go into `gradient`, which is
    /// as long:
    ///
    /// pⱼ − wⱼpⱼ/Σₖwₖpₖ + η·(pⱼ − \[j = c\]), where wₖ = (k/c)^β up to c, and 0 beyond.
    pub fn loss(self, logits: &[f32], cost: usize, gradient: &mut [f32]) -> f64 {
        let Some(&of_cost) = logits.get(cost) else {
            gradient.fill(0.0);
            return f64::INFINITY;
        };
        let Self { strength, sharpness } = self;
        let all = Normaliser::of(logits);
        let weighted = |logit: f32, weight: f64| f64::from(logit) + weight.ln();
        // ln wₖ + zₖ, so that nothing underflows where all that is probable overestimates.
        let accepted: Vec<f32> = (0_usize..)
            .zip(&logits[..=cost])
            .map(|(k, &logit)| weighted(logit, weight(k, cost, strength)) as f32)
            .collect();
        let among = Normaliser::of(&accepted);
        for (k, (slope, &logit)) in gradient.iter_mut().zip(logits).enumerate() {
            let probability = all.log_probability(logit).exp();
            let wanted = accepted.get(k).map_or(0.0, |&logit| among.log_probability(logit).exp());
            let is_cost = f64::from(u8::from(k == cost));
            *slope = (probability - wanted + sharpness * (probability - is_cost)) as f32;
        }
        all.log_total() - among.log_total() - sharpness * all.log_probability(of_cost)
    }
}

/// The weight (k/c)^β of a cost k for a state of cost c. A cost of 0 is right for goals alone.
fn weight(k: usize, cost: usize, strength: f64) -> f64 {
    match (k, cost) {
        (_, 0) => 1.0,
        (0, _) => 0.0,
        _ => (k as f64 / cost as f64).powf(strength),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Target, cross_entropy, softmax};

    const USUAL: Admissibility = Admissibility { strength: 2.0, sharpness: 0.1 };
    const LOGITS: [f32; 5] = [0.5, -1.25, 2.0, 0.0, 0.75];

    #[test]
    fn it_is_what_the_paper_defines() {
        let mut probabilities = [0.0; 5];
        softmax(&LOGITS, &mut probabilities);
        let p = probabilities.map(f64::from);
        let by_definition = -(p[1] / 9.0 + p[2] * 4.0 / 9.0 + p[3]).ln() - 0.1 * p[3].ln();
        let loss = USUAL.loss(&LOGITS, 3, &mut [0.0; 5]);
        assert!((loss - by_definition).abs() < 1e-6, "{loss} {by_definition}");
    }

    #[test]
    fn its_gradient_is_its_slope() {
        for cost in 0..LOGITS.len() {
            let mut gradient = [0.0; 5];
            USUAL.loss(&LOGITS, cost, &mut gradient);
            for k in 0..LOGITS.len() {
                let step = 1.0 / 1024.0;
                let [mut above, mut below] = [LOGITS; 2];
                above[k] += step;
                below[k] -= step;
                let mut room = [0.0; 5];
                let slope = (USUAL.loss(&above, cost, &mut room) - USUAL.loss(&below, cost, &mut room))
                    / (2.0 * f64::from(step));
                assert!((slope - f64::from(gradient[k])).abs() < 1e-5, "{cost}, {k}");
            }
        }
    }

    #[test]
    fn an_overestimate_costs_more_than_an_underestimate() {
        let mut room = [0.0; 5];
        let mut sure_of = |k: usize| {
            let mut logits = [0.0; 5];
            logits[k] = 10.0;
            USUAL.loss(&logits, 2, &mut room)
        };
        assert!(
            sure_of(2) < sure_of(1) && sure_of(1) < sure_of(3),
            "{} {} {}",
            sure_of(2),
            sure_of(1),
            sure_of(3)
        );
    }

    #[test]
    fn goals_are_learned_by_cross_entropy_and_costs_beyond_the_last_are_impossible() {
        let mut gradient = [0.0; 5];
        let loss = USUAL.loss(&LOGITS, 0, &mut gradient);
        assert!((loss - 1.1 * cross_entropy(&LOGITS, Target::Cost(0))).abs() < 1e-6);
        assert_eq!(USUAL.loss(&LOGITS, 5, &mut gradient), f64::INFINITY);
        assert_eq!(gradient, [0.0; 5]);
    }
}
