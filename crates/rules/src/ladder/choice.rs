//! Which of the rules found are kept, and in which order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use induction::Bits;

use super::climb::Found;
use super::conditions::Condition;

/// The rules found that together give every state the value that all of them do. Those that bring the values closest to the
/// costs come first: the first few are the best short program.
pub(crate) fn choose(
    found: Vec<Found>,
    conditions: &[Condition],
    costs: &[u32],
    by_rank: &[u32],
) -> Vec<Found> {
    let mut reached = vec![by_rank.first().copied().unwrap_or(0); costs.len()];
    // A gain never grows when others are chosen, so that an old one is a bound.
    let gain = |one: &Found, reached: &[u32]| {
        let value = by_rank[usize::from(one.rank)];
        let states = members(one, conditions);
        let gains = states.iter().filter(|&state| reached[state] < value).map(|state| {
            let (before, after) = (costs[state] - reached[state], costs[state] - value);
            u64::from(before).pow(2) - u64::from(after).pow(2)
        });
        gains.sum::<u64>()
    };
    let size =
        |one: &Found| one.conditions.iter().map(|&number| conditions[number as usize].size).sum::<usize>();
    let mut queue: BinaryHeap<(u64, Reverse<usize>, Reverse<usize>)> = found
        .iter()
        .enumerate()
        .map(|(number, one)| (gain(one, &reached), Reverse(size(one)), Reverse(number)))
        .collect();
    let mut chosen = Vec::new();
    while let Some((bound, size, number)) = queue.pop() {
        let one = &found[number.0];
        let now = gain(one, &reached);
        if now == 0 {
            continue;
        }
        if now < bound {
            queue.push((now, size, number));
            continue;
        }
        let value = by_rank[usize::from(one.rank)];
        members(one, conditions).iter().for_each(|state| reached[state] = reached[state].max(value));
        chosen.push(one.clone());
    }
    chosen
}

/// The states in which all conditions of a rule hold.
pub(crate) fn members(one: &Found, conditions: &[Condition]) -> Bits {
    let mut sets = one.conditions.iter().map(|&number| &conditions[number as usize].covers);
    let first = sets.next().cloned().unwrap_or_default();
    sets.fold(first, |members, other| members.and(other))
}
