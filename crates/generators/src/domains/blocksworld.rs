//! Blocksworld: two uniformly random states, the second as the goal.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "blocksworld",
    pddl_name: "blocksworld",
    summary: "An arm rebuilds towers of blocks on a table (four operators)",
    pddl: include_str!("../../domains/blocksworld.pddl"),
    parameters: &[Parameter { name: "blocks", help: "blocks", least: 2, most: 500, defaults: [6, 11, 15] }],
    draw,
};

/// Every goal is reachable: put all blocks on the table, then build its towers from below.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let blocks = numbered("b", values.get("blocks"));
    let mut problem = Problem::default();
    problem.objects(&blocks);
    problem.init(&["handempty"]);
    for tower in random_state(blocks.len(), random) {
        if let (Some(&bottom), Some(&top)) = (tower.first(), tower.last()) {
            problem.init(&["ontable", &blocks[bottom]]);
            problem.init(&["clear", &blocks[top]]);
        }
        tower.windows(2).for_each(|pair| problem.init(&["on", &blocks[pair[1]], &blocks[pair[0]]]));
    }
    for tower in random_state(blocks.len(), random) {
        tower.windows(2).for_each(|pair| problem.goal(&["on", &blocks[pair[1]], &blocks[pair[0]]]));
    }
    Ok(problem)
}

/// A state drawn uniformly at random, by the method of Slaney and Thiébaux (Blocks World revisited, 2001): towers, each from
/// its bottom to its top.
///
/// Towers float at first, each of a single block. They are put, one after the other, on the table or on another tower, with
/// probabilities proportional to the number of states that can still result.
pub(super) fn random_state(blocks: usize, random: &mut Random) -> Vec<Vec<usize>> {
    let ratios = Ratios::new(blocks);
    let mut floating: Vec<Vec<usize>> = (0..blocks).map(|block| vec![block]).collect();
    let mut grounded: Vec<Vec<usize>> = Vec::new();
    while let Some(tower) = floating.pop() {
        let ratio = ratios.get(floating.len(), grounded.len());
        let others = floating.len() + grounded.len();
        if random.fraction() * (others as f64 + ratio) < ratio {
            grounded.push(tower);
        } else {
            let other = random.below(others);
            let below = match other.checked_sub(floating.len()) {
                Some(index) => &mut grounded[index],
                None => &mut floating[other],
            };
            below.extend(tower);
        }
    }
    grounded
}

/// Of `g(n, k)`, the number of states that n floating and k grounded towers can become, the ratios
/// `g(n, k + 1) / g(n, k)`; the numbers themselves are too large. From
/// `g(0, k) = 1` and `g(n + 1, k) = (n + k) g(n, k) + g(n, k + 1)` follows a recursion of the ratios.
struct Ratios {
    /// By n, then k.
    rows: Vec<Vec<f64>>,
}

impl Ratios {
    /// The ratios for `n + k < blocks`.
    fn new(blocks: usize) -> Self {
        let mut rows = vec![vec![1.0; blocks]];
        for n in 1..blocks {
            let fewer: &Vec<f64> = &rows[n - 1];
            let ratio = |k: usize| {
                let others = (n + k) as f64;
                fewer[k] * (others + fewer[k + 1]) / (others - 1.0 + fewer[k])
            };
            let row = (0..blocks - n).map(ratio).collect();
            rows.push(row);
        }
        Self { rows }
    }

    fn get(&self, floating: usize, grounded: usize) -> f64 {
        self.rows[floating][grounded]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// All g(n, k) as whole numbers.
    fn states(n: u64, k: u64) -> u64 {
        match n.checked_sub(1) {
            None => 1,
            Some(fewer) => (fewer + k) * states(fewer, k) + states(fewer, k + 1),
        }
    }

    #[test]
    fn ratios_are_those_of_the_numbers_of_states() {
        assert_eq!([1, 2, 3, 4, 5].map(|blocks| states(blocks, 0)), [1, 3, 13, 73, 501]);
        let ratios = Ratios::new(8);
        for n in 0..8 {
            for k in 0..8 - n {
                let exact = states(n as u64, k as u64 + 1) as f64 / states(n as u64, k as u64) as f64;
                assert!((ratios.get(n, k) / exact - 1.0).abs() < 1e-12, "{n} {k}");
            }
        }
    }

    #[test]
    fn the_73_states_of_four_blocks_come_up_equally_often() {
        const EACH: u32 = 1000;
        let mut random = Random::new(1, 1);
        let mut counts: BTreeMap<Vec<Vec<usize>>, u32> = BTreeMap::new();
        for _ in 0..73 * EACH {
            let mut state = random_state(4, &mut random);
            state.sort();
            *counts.entry(state).or_default() += 1;
        }
        assert_eq!(counts.len(), 73);
        let deviation = |&count: &u32| (f64::from(count) - f64::from(EACH)).powi(2) / f64::from(EACH);
        let chi_square: f64 = counts.values().map(deviation).sum();
        // The 1% and the 99% quantiles of the chi-square distribution with 72 degrees of freedom.
        assert!((47.0..102.8).contains(&chi_square), "{chi_square}");
    }
}
