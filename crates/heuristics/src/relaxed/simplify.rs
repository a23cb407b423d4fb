//! Simplifications of the relaxed task that leave the heuristics' values unchanged.

use task::Rows;

use super::drafts::Draft;
use super::{NONE, transposed};

/// The greatest number of preconditions to look up, per operator, for dominated effects.
const MOST_LOOKUPS: usize = 200;

/// Drops every effect that another operator, one that needs no more and costs no more, has too. Facts keep their costs,
/// but an operator that achieved several facts at once may not do so any more.
pub(super) fn drop_dominated_effects(drafts: &mut [Draft]) {
    let mut dominated: Vec<(u32, u32)> = Vec::new();
    let mut marks = Marks::new(drafts);
    for_dominating_pairs(drafts, |dominant, number| {
        marks.mark(drafts, number);
        let common = drafts[dominant as usize].effects.iter().filter(|&&effect| marks.has(effect));
        dominated.extend(common.map(|&effect| (number, effect)));
    });
    for (number, effect) in dominated {
        drafts[number as usize].effects.retain(|&other| other != effect);
    }
}

/// Drops all effects of an operator if another operator, one that needs no more and costs no more, has them all.
pub(super) fn drop_dominated_operators(drafts: &mut [Draft]) {
    let mut dominated: Vec<u32> = Vec::new();
    let mut marks = Marks::new(drafts);
    for_dominating_pairs(drafts, |dominant, number| {
        marks.mark(drafts, number);
        let common = drafts[dominant as usize].effects.iter().filter(|&&effect| marks.has(effect));
        if common.count() == drafts[number as usize].effects.len() {
            dominated.push(number);
        }
    });
    for number in dominated {
        drafts[number as usize].effects.clear();
    }
}

/// The effects of one operator, marked by its number, so that nothing has to be cleared for the next one.
struct Marks {
    number: u32,
    by_fact: Vec<u32>,
}

impl Marks {
    fn new(drafts: &[Draft]) -> Self {
        Self { number: NONE, by_fact: vec![NONE; facts(drafts)] }
    }

    fn mark(&mut self, drafts: &[Draft], number: u32) {
        if self.number != number {
            self.number = number;
            for &effect in &drafts[number as usize].effects {
                self.by_fact[effect as usize] = number;
            }
        }
    }

    fn has(&self, effect: u32) -> bool {
        self.by_fact[effect as usize] == self.number
    }
}

/// Calls `visit` with pairs of operators of which the first needs no more and costs no more than the second; pairs with the
/// same second operator come together.
fn for_dominating_pairs(drafts: &[Draft], mut visit: impl FnMut(u32, u32)) {
    let facts = facts(drafts);
    let mut frequency = vec![0u32; facts];
    for &fact in drafts.iter().flat_map(|draft| &draft.preconditions) {
        frequency[fact as usize] += 1;
    }
    // An operator that needs no more than another has its rarest precondition among the other's.
    let rarest =
        |draft: &Draft| draft.preconditions.iter().copied().min_by_key(|&fact| frequency[fact as usize]);
    let rarest: Rows<u32> = drafts.iter().map(rarest).collect();
    let with_rarest = transposed(&rarest, facts);
    let needing_nothing: Vec<u32> =
        (0..drafts.len() as u32).filter(|&number| drafts[number as usize].preconditions.is_empty()).collect();
    let mut lookups_left = drafts.len().saturating_mul(MOST_LOOKUPS);
    for (number, draft) in drafts.iter().enumerate() {
        let candidates = draft.preconditions.iter().map(|&fact| &with_rarest[fact as usize]);
        for dominants in candidates.chain([&needing_nothing[..]]) {
            for &dominant in dominants {
                let pair = [(dominant, &drafts[dominant as usize]), (number as u32, draft)];
                if dominates(pair, &mut lookups_left) {
                    visit(dominant, number as u32);
                }
            }
            if lookups_left == 0 {
                return;
            }
        }
    }
}

/// Does the first dominate? Of two that need and cost the same, the one with the lower number does.
fn dominates(pair: [(u32, &Draft); 2], lookups_left: &mut usize) -> bool {
    let [(number, dominant), (other_number, other)] = pair;
    *lookups_left = lookups_left.saturating_sub(1);
    let (few, many) = (dominant.preconditions.len(), other.preconditions.len());
    if dominant.cost > other.cost || few > many || number == other_number {
        return false;
    }
    let missing = dominant.preconditions.iter().position(|&fact| !has(&other.preconditions, fact));
    *lookups_left = lookups_left.saturating_sub(missing.unwrap_or(few));
    let the_same = dominant.cost == other.cost && few == many;
    missing.is_none() && (!the_same || number < other_number)
}

fn has(ascending: &[u32], fact: u32) -> bool {
    ascending.binary_search(&fact).is_ok()
}

/// Drops effects that do not help to reach the last operator's effect, the goal, and operators without effects.
pub(super) fn drop_irrelevant(drafts: &mut Vec<Draft>) {
    let facts = facts(drafts);
    let effects: Rows<u32> = drafts.iter().map(|draft| draft.effects.iter().copied()).collect();
    let achieved_by = transposed(&effects, facts);
    let mut is_relevant = vec![false; facts];
    let mut pending: Vec<u32> = drafts.last().map_or_else(Vec::new, |goal| goal.effects.clone());
    while let Some(fact) = pending.pop() {
        if !std::mem::replace(&mut is_relevant[fact as usize], true) {
            let achievers = achieved_by[fact as usize].iter().map(|&number| &drafts[number as usize]);
            pending.extend(achievers.flat_map(|draft| &draft.preconditions));
        }
    }
    for draft in drafts.iter_mut() {
        draft.effects.retain(|&fact| is_relevant[fact as usize]);
    }
    drafts.retain(|draft| !draft.effects.is_empty());
}

/// One more than the greatest fact.
fn facts(drafts: &[Draft]) -> usize {
    let all = drafts.iter().flat_map(|draft| draft.preconditions.iter().chain(&draft.effects));
    all.max().map_or(0, |&fact| fact as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(preconditions: &[u32], effects: &[u32], cost: u32) -> Draft {
        Draft { preconditions: preconditions.to_vec(), effects: effects.to_vec(), cost, origin: 0 }
    }

    fn effects(drafts: &[Draft]) -> Vec<&[u32]> {
        drafts.iter().map(|draft| &draft.effects[..]).collect()
    }

    #[test]
    fn effects_that_come_cheaper_are_dropped() {
        let mut drafts = [
            draft(&[0, 1], &[2, 3], 1),
            draft(&[0], &[2], 1),
            draft(&[], &[3], 2),
            draft(&[0, 1], &[3, 4], 1),
        ];
        drop_dominated_effects(&mut drafts);
        assert_eq!(effects(&drafts), [&[3][..], &[2], &[3], &[4]]);
    }

    #[test]
    fn operators_without_effects_of_their_own_are_dropped() {
        let mut drafts = [draft(&[0, 1], &[2, 3], 1), draft(&[0], &[2, 3, 4], 1), draft(&[0, 1], &[3, 5], 1)];
        drop_dominated_operators(&mut drafts);
        assert_eq!(effects(&drafts), [&[][..], &[2, 3, 4], &[3, 5]]);
    }

    #[test]
    fn of_equal_effects_one_remains() {
        let mut drafts = [draft(&[0], &[1], 1), draft(&[0], &[1], 1), draft(&[0], &[1], 0)];
        drop_dominated_effects(&mut drafts);
        assert_eq!(effects(&drafts), [&[][..], &[], &[1]]);
    }

    #[test]
    fn what_does_not_lead_to_the_goal_is_dropped() {
        let mut drafts =
            vec![draft(&[0], &[1, 2], 1), draft(&[2], &[3], 1), draft(&[1], &[4], 1), draft(&[4], &[5], 0)];
        drop_irrelevant(&mut drafts);
        assert_eq!(effects(&drafts), [&[1][..], &[4], &[5]]);
    }
}
