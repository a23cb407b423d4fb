//! Building a pattern database by search from the goal, where flips cost 0 or 1.

use super::Pattern;
use crate::pancake::Pancakes;
use crate::permutation::{rank, unrank};
use search::{Budget, Exhausted};

const UNKNOWN: u8 = u8::MAX;

/// The number of entries between checks of the budget.
const BETWEEN_CHECKS: usize = 1 << 16;

/// The database of a pattern: for every placement of its pancakes, the least number of counted flips that brings all of
/// them to their places. A flip is counted if one of them is on top before it.
///
/// Only one pancake is on top before a flip, so that it counts for at most one of several disjoint patterns: their costs
/// can be added.
///
/// # Errors
/// If the budget does not suffice.
pub fn build(pattern: &Pattern, budget: &Budget) -> Result<Vec<u8>, Exhausted> {
    budget.check_with(pattern.entries() as u64)?;
    let mut costs = vec![UNKNOWN; pattern.entries()];
    let goal = rank(pattern.pancakes(), pattern.size());
    costs[goal] = 0;
    let (mut layer, mut next) = (vec![goal as u32], Vec::new());
    let mut places = [0; Pancakes::MOST];
    let places = &mut places[..pattern.pancakes().len()];
    let mut expanded = 0_usize;
    for cost in 0..UNKNOWN - 1 {
        while let Some(entry) = layer.pop() {
            if expanded.is_multiple_of(BETWEEN_CHECKS) {
                budget.check()?;
            }
            expanded += 1;
            // It may have been reached at a lower cost since.
            if costs[entry as usize] < cost {
                continue;
            }
            unrank(entry as usize, places, pattern.size());
            let highest = places.iter().min().map_or(0, |&place| place);
            for length in 2.max(highest + 1)..=pattern.size() as u8 {
                let before = before(places, length);
                let before = &before[..places.len()];
                let with_top = before.contains(&0);
                let entry = rank(before, pattern.size());
                if cost + u8::from(with_top) < costs[entry] {
                    costs[entry] = cost + u8::from(with_top);
                    if with_top { &mut next } else { &mut layer }.push(entry as u32);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        std::mem::swap(&mut layer, &mut next);
    }
    Ok(costs)
}

/// The places of the pancakes before a flip.
fn before(places: &[u8], length: u8) -> [u8; Pancakes::MOST] {
    let mut before = [0; Pancakes::MOST];
    for (before, &place) in before.iter_mut().zip(places) {
        *before = flipped(place, length);
    }
    before
}

/// The place that a flip takes a place to.
#[inline(always)]
pub(super) fn flipped(place: u8, length: u8) -> u8 {
    if place < length { length - 1 - place } else { place }
}
