//! Metrics of beliefs against known costs.

use std::ops::Range;

use belief::{Belief, Distribution, Reader};
use tools::threads::in_parallel;

use crate::cost_range::CostRange;
use crate::examples::Examples;
use crate::head::{Head, Prior};
use crate::net::{Net, NetEvaluator};

/// Metrics of beliefs against known costs, in total or for states of one cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// The number of states.
    pub states: usize,
    /// The mean negative log-likelihood.
    pub nll: f64,
    /// The mean squared error of the belief's mean.
    pub mse: f64,
    /// The mean absolute error of the belief's mean.
    pub mae: f64,
    /// R²: the share of the costs' variance that the belief's mean explains; `None` if all costs are the same.
    pub r_squared: Option<f64>,
    /// Kendall's τ-b between the belief's mean and the cost; `None` if either is constant.
    pub kendall: Option<f64>,
    /// The share of the states whose belief's mean is above the cost.
    pub share_above: f64,
}

/// One belief compared with its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The known cost; of a range, the cost nearest to the mean.
    pub target: f64,
    /// The belief's mean, clipped to the bounds.
    pub mean: f64,
    /// The log-likelihood of the cost, or of the range.
    pub log_density: f64,
    /// The belief's cumulative probability at the cost.
    pub cdf: f64,
    /// The belief's confidence.
    pub confidence: f64,
}

impl Judged {
    /// A point estimate, as of a heuristic, compared with the cost.
    pub fn of_value(value: f64, target: f64) -> Self {
        Self { target, mean: value, log_density: f64::NAN, cdf: f64::NAN, confidence: f64::NAN }
    }

    /// Compares a belief about a state with its cost.
    fn new(head: Head, belief: &Belief<'_>, known: Prior, range: CostRange) -> Self {
        let mean = belief.mean().min(f64::from(known.upper)).max(f64::from(known.lower));
        let target = range.nearest(mean);
        // For likelihoods, a cost beyond the highest category counts as the highest; for errors it does not.
        let likely = head.representable(target);
        Self {
            target,
            mean,
            log_density: head.log_likelihood(belief, range),
            cdf: belief.cdf(likely),
            confidence: belief.confidence(),
        }
    }
}

/// Compares a network's beliefs about states with their costs, on `threads` threads. If outputs are not finite, the mean and the
/// likelihoods are NaN.
pub fn judge(head: Head, network: &Net, examples: &Examples, threads: usize) -> Vec<Judged> {
    // More spans than threads, since states differ in size, and some spans take longer than others.
    const SPANS_OF_A_THREAD: usize = 4;
    let judge = |belief: Option<Belief<'_>>, known, target: CostRange| {
        belief.map_or(Judged::nothing(target.most()), |belief| Judged::new(head, &belief, known, target))
    };
    let spans = if threads > 1 { threads * SPANS_OF_A_THREAD } else { 1 };
    let span = examples.len().div_ceil(spans).max(1);
    let judged = in_parallel(examples.len().div_ceil(span), threads, |number| {
        let range = number * span..examples.len().min((number + 1) * span);
        each_belief(head, network, examples, range, judge)
    });
    judged.concat()
}

/// For each state: the value by a reading of the network's belief, as searches take it but not clipped to bounds, and the belief's
/// confidence. Both are NaN if outputs are not finite.
pub fn read(head: Head, network: &Net, examples: &Examples, reader: &Reader) -> Vec<(f64, f64)> {
    each_belief(head, network, examples, 0..examples.len(), |belief, _, _| {
        belief.map_or((f64::NAN, f64::NAN), |belief| {
            (f64::from(head.meant(reader.read(&belief).h)), belief.confidence())
        })
    })
}

/// Applies a function to the belief about each state of a range, its bounds and its cost.
fn each_belief<T>(
    head: Head,
    network: &Net,
    examples: &Examples,
    range: Range<usize>,
    mut look_at: impl FnMut(Option<Belief<'_>>, Prior, CostRange) -> T,
) -> Vec<T> {
    let mut room = Vec::new();
    let mut all = Vec::with_capacity(range.len());
    each_output(head, network, examples, range, |outputs, known, target| {
        all.push(look_at(head.belief(outputs, known, &mut room), known, target));
    });
    all
}

/// Applies a function to a network's outputs for each state of a range, its bounds and its cost.
pub(crate) fn each_output(
    head: Head,
    network: &Net,
    examples: &Examples,
    range: Range<usize>,
    mut look_at: impl FnMut(&[f32], Prior, CostRange),
) {
    const BATCH: usize = 256;
    let mut evaluator = NetEvaluator::new(network);
    let mut batch = Examples::new(examples.rows.like());
    for first in range.clone().step_by(BATCH) {
        batch.clear();
        batch.extend_from(examples, first..range.end.min(first + BATCH));
        let outputs = evaluator.evaluate(&batch.rows);
        for (index, outputs) in outputs.chunks(head.outputs()).enumerate() {
            look_at(outputs, batch.known[index], batch.targets[index]);
        }
    }
}

impl Judged {
    /// The entry of outputs that are not finite.
    fn nothing(target: f64) -> Self {
        Self { target, mean: f64::NAN, log_density: f64::NAN, cdf: f64::NAN, confidence: 0.0 }
    }
}

impl Metrics {
    /// The metrics of all these; `None` if there are none.
    pub fn new(judged: &[Judged]) -> Option<Self> {
        let states = judged.len();
        if states == 0 {
            return None;
        }
        let average = |of: &dyn Fn(&Judged) -> f64| judged.iter().map(of).sum::<f64>() / states as f64;
        let mse = average(&|one| (one.mean - one.target).powi(2));
        let center = average(&|one| one.target);
        let variance = average(&|one| (one.target - center).powi(2));
        Some(Self {
            states,
            nll: -average(&|one| one.log_density),
            mse,
            mae: average(&|one| (one.mean - one.target).abs()),
            r_squared: (variance > 0.0).then(|| 1.0 - mse / variance),
            kendall: kendall(judged.iter().map(|one| (one.target, one.mean)).collect()),
            share_above: average(&|one| f64::from(u8::from(one.mean > one.target))),
        })
    }
}

/// The metrics of each group of equal costs, by ascending cost.
pub fn by_cost(judged: &[Judged]) -> Vec<(f64, Metrics)> {
    let mut sorted = judged.to_vec();
    sorted.sort_by(|first, second| first.target.total_cmp(&second.target));
    let groups = sorted.chunk_by(|first, second| first.target == second.target);
    groups.filter_map(|group| Some((group[0].target, Metrics::new(group)?))).collect()
}

/// For each level from 0 to 1 in `steps` steps: the share of costs that are at most the belief's quantile of this level. Beliefs
/// are calibrated if the share equals the level.
pub fn calibration(judged: &[Judged], steps: usize) -> Vec<(f64, f64)> {
    let level = |step: usize| step as f64 / steps as f64;
    let share = |level: f64| {
        let below = judged.iter().filter(|one| one.cdf <= level).count();
        below as f64 / judged.len().max(1) as f64
    };
    (0..=steps).map(|step| (level(step), share(level(step)))).collect()
}

/// Kendall's τ-b, by sorting and counting exchanges (Knight 1966); `None` if the first or the second numbers are constant.
pub fn kendall(mut pairs: Vec<(f64, f64)>) -> Option<f64> {
    pairs.sort_by(|first, second| first.0.total_cmp(&second.0).then(first.1.total_cmp(&second.1)));
    let all = pairs_of(pairs.len());
    let in_target = ties(&pairs, |first, second| first.0 == second.0);
    let in_both = ties(&pairs, |first, second| first == second);
    let mut means: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let exchanges = sort_counting(&mut means);
    let in_mean = ties(&means, |first, second| first == second);
    let scale = ((all - in_target) * (all - in_mean)).sqrt();
    (scale > 0.0).then(|| (all - in_target - in_mean + in_both - 2.0 * exchanges as f64) / scale)
}

/// The number of tied pairs.
fn ties<T>(sorted: &[T], same: impl FnMut(&T, &T) -> bool) -> f64 {
    sorted.chunk_by(same).map(|group| pairs_of(group.len())).sum()
}

fn pairs_of(count: usize) -> f64 {
    count as f64 * (count as f64 - 1.0) / 2.0
}

/// Sorts by merging, and returns the number of inversions.
fn sort_counting(numbers: &mut [f64]) -> u64 {
    if numbers.len() < 2 {
        return 0;
    }
    let (left, right) = numbers.split_at_mut(numbers.len() / 2);
    let mut exchanges = sort_counting(left) + sort_counting(right);
    let (mut merged, mut taken) = (Vec::with_capacity(left.len() + right.len()), 0);
    for (index, &number) in left.iter().enumerate() {
        while taken < right.len() && right[taken] < number {
            merged.push(right[taken]);
            taken += 1;
            exchanges += (left.len() - index) as u64;
        }
        merged.push(number);
    }
    merged.extend_from_slice(&right[taken..]);
    numbers.copy_from_slice(&merged);
    exchanges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(pairs: &[(f64, f64)]) -> Vec<Judged> {
        let one = |&(target, mean): &(f64, f64)| Judged {
            target,
            mean,
            log_density: -1.0,
            cdf: 0.5,
            confidence: 1.0,
        };
        pairs.iter().map(one).collect()
    }

    /// By definition: all pairs.
    fn naive_kendall(pairs: &[(f64, f64)]) -> Option<f64> {
        let (mut agree, mut ties_x, mut ties_y, mut all) = (0.0, 0.0, 0.0, 0.0);
        for (index, first) in pairs.iter().enumerate() {
            for second in &pairs[..index] {
                let (x, y) = (first.0 - second.0, first.1 - second.1);
                all += 1.0;
                agree += if x * y > 0.0 {
                    1.0
                } else if x * y < 0.0 {
                    -1.0
                } else {
                    0.0
                };
                ties_x += f64::from(u8::from(x == 0.0));
                ties_y += f64::from(u8::from(y == 0.0));
            }
        }
        let scale: f64 = (all - ties_x) * (all - ties_y);
        (scale > 0.0).then(|| agree / scale.sqrt())
    }

    #[test]
    fn kendall_is_that_of_the_definition() {
        let mut state = 1_u64;
        let mut next = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % bound) as f64
        };
        for length in 0..40 {
            let pairs: Vec<(f64, f64)> = (0..length).map(|_| (next(6), next(8))).collect();
            match (kendall(pairs.clone()), naive_kendall(&pairs)) {
                (Some(fast), Some(naive)) => assert!((fast - naive).abs() < 1e-12, "{pairs:?}"),
                (fast, naive) => assert_eq!(fast, naive),
            }
        }
    }

    #[test]
    fn errors_are_means_over_states() {
        let metrics = Metrics::new(&judged(&[(1.0, 2.0), (3.0, 3.0), (5.0, 2.0)])).unwrap();
        assert!((metrics.mse - 10.0 / 3.0).abs() < 1e-12);
        assert!((metrics.mae - 4.0 / 3.0).abs() < 1e-12);
        assert!((metrics.share_above - 1.0 / 3.0).abs() < 1e-12);
        assert!((metrics.r_squared.unwrap() - (1.0 - 10.0 / 8.0)).abs() < 1e-12);
        assert_eq!(Metrics::new(&[]), None);
    }

    #[test]
    fn groups_have_one_cost_each() {
        let groups = by_cost(&judged(&[(2.0, 1.0), (1.0, 1.0), (2.0, 3.0)]));
        let costs: Vec<(f64, usize)> = groups.iter().map(|(cost, metrics)| (*cost, metrics.states)).collect();
        assert_eq!(costs, [(1.0, 1), (2.0, 2)]);
    }

    #[test]
    fn calibration_counts_costs_below_quantiles() {
        let mut all = judged(&[(0.0, 0.0); 4]);
        for (one, cdf) in all.iter_mut().zip([0.1, 0.4, 0.6, 1.0]) {
            one.cdf = cdf;
        }
        assert_eq!(calibration(&all, 2), [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)]);
    }
}
