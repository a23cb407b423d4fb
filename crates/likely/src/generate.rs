//! Generating tasks to learn from, by backward walks from a goal (GenerateTaskPrac of Marom and Rosman 2020).
//!
//! A walk goes where the network of uncertainty is uncertain, and stops as soon as it is uncertain enough: such a task is new,
//! but close to those that can be solved already.

use crate::bayes::Uncertainty;
use crate::normals::Noise;
use crate::{Domain, Encoding, Predecessors, Rows};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// How tasks are generated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generation {
    /// By a walk that prefers uncertain states, and ends at one that is uncertain enough.
    Uncertainty {
        /// The standard deviation that ends the walk: √ε.
        enough: f32,
        /// The length at which it ends anyway.
        max_steps: usize,
    },
    /// By a random walk of this length in the first iteration, twice this length in the second, and so on.
    Length(usize),
}

/// A generated start state, and the walk that led to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Generated<T> {
    /// The state.
    pub state: T,
    /// The length of the walk from the goal.
    pub steps: usize,
    /// The largest uncertainty along the walk; 0 if it was not computed.
    pub uncertainty: f32,
}

impl<S: Predecessors, E: Encoding<S>> Domain<'_, S, E> {
    /// A random goal.
    ///
    /// # Panics
    /// If there is none.
    fn goal(&self, random: &mut impl Rng) -> S::State {
        self.goals[random.random_range(0..self.goals.len())].clone()
    }

    /// A random walk of `steps` steps from a goal; shorter if it reaches a state without predecessors.
    pub(crate) fn at_random(&self, steps: usize, random: &mut impl Rng) -> Generated<S::State> {
        let mut walk = Walk::from(self.goal(random));
        let mut ways = Vec::new();
        while walk.steps < steps {
            walk.ways(self.space, random, &mut ways);
            if ways.is_empty() {
                break;
            }
            walk.go(ways.swap_remove(random.random_range(0..ways.len())));
        }
        Generated { state: walk.state, steps: walk.steps, uncertainty: 0.0 }
    }

    /// A walk from a goal that chooses predecessors by the softmax of their uncertainty, until that of a chosen one is `enough`.
    pub(crate) fn uncertain(
        &self,
        uncertainty: &Uncertainty,
        noise: &Noise,
        enough: f32,
        max_steps: usize,
        random: &mut impl Rng,
    ) -> Generated<S::State> {
        let (mut walk, mut largest) = (Walk::from(self.goal(random)), 0.0_f32);
        let (mut ways, mut rows) = (Vec::new(), Rows::new());
        let (mut work, mut deviations, mut asked) = (uncertainty.work(), Vec::new(), 0_u64);
        while walk.steps < max_steps && largest < enough {
            walk.ways(self.space, random, &mut ways);
            rows.clear();
            ways.iter().for_each(|way| rows.push(self.space, self.encoding, way));
            deviations.clear();
            deviations.extend(
                (asked..)
                    .zip(rows.iter())
                    .map(|(number, row)| uncertainty.deviation(row, noise.window(number), &mut work)),
            );
            asked += ways.len() as u64;
            let Some(chosen) = by_softmax(&deviations, random) else { break };
            walk.go(ways.swap_remove(chosen));
            largest = largest.max(deviations[chosen]);
        }
        Generated { state: walk.state, steps: walk.steps, uncertainty: largest }
    }
}

/// A walk away from a goal.
struct Walk<T> {
    state: T,
    /// The state it came from.
    last: Option<T>,
    steps: usize,
}

impl<T: Clone + PartialEq> Walk<T> {
    fn from(goal: T) -> Self {
        Self { state: goal, last: None, steps: 0 }
    }

    /// The predecessors that it can go to: not the state it came from, unless there is no other.
    fn ways(&self, space: &impl Predecessors<State = T>, random: &mut impl Rng, ways: &mut Vec<T>) {
        ways.clear();
        space.predecessors(&self.state, random, ways);
        let is_new = |way: &T| Some(way) != self.last.as_ref();
        if ways.iter().any(is_new) {
            ways.retain(is_new);
        }
    }

    fn go(&mut self, to: T) {
        self.last = Some(std::mem::replace(&mut self.state, to));
        self.steps += 1;
    }
}

/// Draws an index by the softmax of the exponents; `None` if there are none.
fn by_softmax(exponents: &[f32], random: &mut impl Rng) -> Option<usize> {
    let largest = exponents.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |&exponent: &f32| libm::exp(f64::from(exponent - largest));
    let mut rest = random.random::<f64>() * exponents.iter().map(weight).sum::<f64>();
    let last = exponents.len().checked_sub(1)?;
    let chosen = exponents.iter().position(|exponent| {
        rest -= weight(exponent);
        rest < 0.0
    });
    Some(chosen.unwrap_or(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bayes::Bayes;
    use crate::chance::{Purpose, stream};
    use crate::testing::{Line, OneHot};

    #[test]
    fn numbers_are_chosen_by_their_exponentials() {
        let mut random = stream(1, Purpose::Walk, [0, 0]);
        let mut counts = [0; 3];
        for _ in 0..20_000 {
            counts[by_softmax(&[100.0, 101.0, 102.0], &mut random).unwrap()] += 1;
        }
        let total: f64 = (0..3).map(|x| f64::from(x).exp()).sum();
        for (x, count) in counts.into_iter().enumerate() {
            assert!((f64::from(count) / 20_000.0 - (x as f64).exp() / total).abs() < 0.02, "{counts:?}");
        }
        assert_eq!(by_softmax(&[], &mut random), None);
    }

    #[test]
    fn walks_end_where_there_is_enough_uncertainty() {
        // Certain up to place 4, not at all beyond.
        let mut network = Bayes::untrained(24, 4, 1);
        network.means.fill(1.0);
        network.spreads.fill(-20.0);
        network.spreads[5 * 4..24 * 4].fill(5.0);
        let uncertainty = Uncertainty::new(&network, 100);
        let noise =
            Noise::new(&mut stream(1, Purpose::WalkNoise, [0, 0]), Uncertainty::deviates(&network, 100));
        let domain = Domain { space: &Line { length: 24 }, encoding: &OneHot, goals: &[0], starts: &[] };
        let mut random = stream(1, Purpose::Walk, [0, 0]);
        let walk = domain.uncertain(&uncertainty, &noise, 1.0, 100, &mut random);
        assert_eq!((walk.state, walk.steps), (5, 5));
        assert!(walk.uncertainty > 1.0);
        let walk = domain.uncertain(&uncertainty, &noise, 1.0, 3, &mut random);
        assert_eq!((walk.state, walk.steps), (3, 3));
        assert!(walk.uncertainty < 1.0);
    }

    #[test]
    fn walks_begin_at_all_goals() {
        let domain = Domain { space: &Line { length: 24 }, encoding: &OneHot, goals: &[0, 23], starts: &[] };
        let mut random = stream(1, Purpose::Walk, [0, 0]);
        let ends: Vec<u32> = (0..20).map(|_| domain.at_random(4, &mut random).state).collect();
        assert!(ends.iter().all(|end| [4, 19].contains(end)));
        assert!(ends.contains(&4) && ends.contains(&19));
    }
}
