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
    for_dominated(drafts, |_, _| true, |_, _| true, |number, effect| dominated.push((number, effect)));
    for (number, effect) in dominated {
        drafts[number as usize].effects.retain(|&other| other != effect);
    }
}

/// Drops all effects of an operator if another operator, one that needs no more and costs no more, has them all.
pub(super) fn drop_dominated_operators(drafts: &mut [Draft]) {
    let mut achievers = vec![0u32; facts(drafts)];
    for &effect in drafts.iter().flat_map(|draft| &draft.effects) {
        achievers[effect as usize] += 1;
    }
    // One that has all effects has the rarest, too.
    let rarest = |draft: &Draft| draft.effects.iter().copied().min_by_key(|&fact| achievers[fact as usize]);
    let rarest: Vec<Option<u32>> = drafts.iter().map(rarest).collect();
    let has_all = |dominant: &Draft, draft: &Draft| {
        draft.effects.iter().all(|effect| dominant.effects.contains(effect))
    };
    let mut dominated: Vec<u32> = Vec::new();
    let is_asked = |number: u32, effect: u32| rarest[number as usize] == Some(effect);
    for_dominated(drafts, is_asked, has_all, |number, _| dominated.push(number));
    for number in dominated {
        drafts[number as usize].effects.clear();
    }
}

/// Calls `found` with each operator and effect of it that is asked about, if another operator that `suits` has the effect, needs no
/// more and costs no more. Of two that need and cost the same, the one with the lower number counts as the cheaper one.
fn for_dominated(
    drafts: &[Draft],
    is_asked: impl Fn(u32, u32) -> bool,
    suits: impl Fn(&Draft, &Draft) -> bool,
    mut found: impl FnMut(u32, u32),
) {
    let facts = facts(drafts);
    let effects: Rows<u32> = drafts.iter().map(|draft| draft.effects.iter().copied()).collect();
    let achieved_by = transposed(&effects, facts);
    let rarest = rarest_preconditions(drafts, facts);
    let mut lookups_left = drafts.len().saturating_mul(MOST_LOOKUPS);
    // By fact: the last of an effect's achievers whose rarest precondition it is. By operator: the one before it.
    let (mut last, mut before) = (vec![NONE; facts + 1], vec![NONE; drafts.len()]);
    for (effect, achievers) in achieved_by.iter().enumerate() {
        for &achiever in achievers {
            let last = &mut last[rarest[achiever as usize] as usize];
            before[achiever as usize] = std::mem::replace(last, achiever);
        }
        for &number in achievers.iter().filter(|&&number| is_asked(number, effect as u32)) {
            let draft = &drafts[number as usize];
            // An operator that needs no more than another has its rarest precondition among the other's.
            let lists = draft.preconditions.iter().map(|&fact| fact as usize).chain([facts]);
            let next = |&operator: &u32| Some(before[operator as usize]).filter(|&operator| operator != NONE);
            let first = |fact: usize| Some(last[fact]).filter(|&operator| operator != NONE);
            let mut rivals = lists.flat_map(|fact| std::iter::successors(first(fact), next));
            let is_dominated = rivals.any(|rival| {
                let dominant = &drafts[rival as usize];
                dominates([(rival, dominant), (number, draft)], &mut lookups_left) && suits(dominant, draft)
            });
            if is_dominated {
                found(number, effect as u32);
            }
            if lookups_left == 0 {
                return;
            }
        }
        achievers.iter().for_each(|&achiever| last[rarest[achiever as usize] as usize] = NONE);
    }
}

/// The precondition of each operator that the fewest have; `facts`, which is none, if it needs nothing.
fn rarest_preconditions(drafts: &[Draft], facts: usize) -> Vec<u32> {
    let mut frequency = vec![0u32; facts];
    for &fact in drafts.iter().flat_map(|draft| &draft.preconditions) {
        frequency[fact as usize] += 1;
    }
    let rarest =
        |draft: &Draft| draft.preconditions.iter().copied().min_by_key(|&fact| frequency[fact as usize]);
    drafts.iter().map(|draft| rarest(draft).unwrap_or(facts as u32)).collect()
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
