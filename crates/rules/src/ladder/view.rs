//! The states in which a condition holds, with the other conditions restricted to them: where they are few, they get bit sets
//! of their own, which are shorter.

use std::borrow::Cow;

use super::conditions::Condition;

/// Some of the states, in order of cost, with what is known about their costs.
#[derive(Debug)]
pub(crate) struct View<'a> {
    /// The rank of the cost of each state among all costs.
    ranks: Cow<'a, [u16]>,
    /// The states of the view.
    states: Box<[u64]>,
    /// The states in which each condition holds; empty for those that are not used here.
    conditions: Vec<Cow<'a, [u64]>>,
    /// For each rank the states not yet known to have at least that rank.
    below: Vec<Vec<u64>>,
    /// The states not yet known to have their own rank.
    open: Vec<u64>,
    /// In how many states a rule has to hold.
    support: usize,
}

/// The costs of all states, and the lower bounds known so far, as ranks.
#[derive(Debug)]
pub(crate) struct CostRanks {
    /// The rank of the cost of each state.
    pub(crate) ranks: Vec<u16>,
    /// The rank that each state is known to have at least.
    pub(crate) reached: Vec<u16>,
}

impl<'a> View<'a> {
    /// Of the states in which a condition holds, with the conditions from the next one up to `end`; `None` if nothing can be
    /// learned about them.
    pub(crate) fn of(
        all: &'a [Condition],
        number: usize,
        end: usize,
        known: &'a CostRanks,
        support: usize,
    ) -> Option<Self> {
        let covers = &all[number].covers;
        // Looking at all states costs less than picking out many.
        let picks = covers.len() * PICKED < known.ranks.len();
        let skipped = std::iter::repeat_n(Cow::default(), number + 1);
        let others = all.get(number + 1..end).unwrap_or_default().iter();
        let mut view = if picks {
            let ids: Vec<u32> = covers.iter().map(|id| id as u32).collect();
            let own = |all: &[u16]| ids.iter().map(|&id| all[id as usize]).collect::<Vec<_>>();
            let (ranks, reached) = (own(&known.ranks), own(&known.reached));
            let (below, open) = unknown(&ranks, &reached);
            let pick = |other: &'a Condition| {
                Cow::Owned(words(ids.iter().map(|&id| other.covers.contains(id as usize))).into_vec())
            };
            let is_open = open.iter().any(|&word| word != 0);
            let conditions = if is_open { skipped.chain(others.map(pick)).collect() } else { Vec::new() };
            let states = words(ids.iter().map(|_| true));
            Self { ranks: Cow::Owned(ranks), states, conditions, below, open, support }
        } else {
            let (below, open) = unknown(&known.ranks, &known.reached);
            let conditions = skipped.chain(others.map(|other| Cow::Borrowed(other.covers.words()))).collect();
            let states = covers.words().into();
            Self { ranks: Cow::Borrowed(&known.ranks), states, conditions, below, open, support }
        };
        view.open.iter_mut().zip(&view.states).for_each(|(open, own)| *open &= own);
        view.open.iter().any(|&word| word != 0).then_some(view)
    }

    /// All states of the view.
    pub(crate) fn all(&self) -> Vec<u64> {
        self.states.to_vec()
    }

    /// The rank of the first state of a set.
    pub(crate) fn first_rank(&self, set: &[u64]) -> Option<u16> {
        let place = set.iter().position(|&word| word != 0)?;
        Some(self.ranks[place * 64 + set[place].trailing_zeros() as usize])
    }

    /// The rank of the first state of a set in which a condition holds.
    #[inline]
    pub(crate) fn first_rank_with(&self, set: &[u64], condition: usize) -> Option<u16> {
        let mut both = set.iter().zip(self.conditions[condition].iter()).map(|(set, other)| set & other);
        let (place, word) = both.by_ref().enumerate().find(|(_, word)| *word != 0)?;
        Some(self.ranks[place * 64 + word.trailing_zeros() as usize])
    }

    /// Writes the states of a set in which a condition holds to `narrowed`. True if they are fewer and some of them is open.
    pub(crate) fn narrowed(&self, set: &[u64], condition: usize, narrowed: &mut Vec<u64>) -> bool {
        narrowed.clear();
        let (mut is_open, mut is_same) = (0, 0);
        let both = set.iter().zip(self.conditions[condition].iter()).zip(&self.open);
        narrowed.extend(both.map(|((set, other), open)| {
            let word = set & other;
            is_open |= word & open;
            is_same |= word ^ set;
            word
        }));
        is_open != 0 && is_same != 0
    }

    /// Records that the states of a set, in which a condition holds if one is given, have at least a rank. False if that was
    /// known of all of them, or if they are fewer than the support.
    pub(crate) fn raise(&mut self, set: &[u64], condition: Option<usize>, rank: u16) -> bool {
        let members: Cow<[u64]> = match condition {
            None => Cow::Borrowed(set),
            Some(condition) => {
                let other = &self.conditions[condition];
                let below = &self.below[usize::from(rank)];
                let both = set.iter().zip(other.iter());
                if both.clone().zip(below).all(|((set, other), below)| set & other & below == 0) {
                    return false;
                }
                Cow::Owned(both.map(|(set, other)| set & other).collect())
            }
        };
        if members.iter().map(|word| word.count_ones() as usize).sum::<usize>() < self.support {
            return false;
        }
        let mut is_news = 0;
        for lower in &mut self.below[..=usize::from(rank)] {
            for (below, member) in lower.iter_mut().zip(&*members) {
                is_news |= *below & member;
                *below &= !member;
            }
        }
        self.close(&members, rank);
        is_news != 0
    }

    /// Closes the states of a set with this rank: their cost is known.
    fn close(&mut self, members: &[u64], rank: u16) {
        let start = self.ranks.partition_point(|&own| own < rank);
        let end = self.ranks.partition_point(|&own| own <= rank);
        for place in start..end {
            if members[place / 64] >> (place % 64) & 1 == 1 {
                self.open[place / 64] &= !(1 << (place % 64));
            }
        }
    }
}

/// States are picked out only if there are more than this many times as many in all.
const PICKED: usize = 4;

/// For each rank the states not known to have at least that rank; and those not known to have their own.
fn unknown(ranks: &[u16], reached: &[u16]) -> (Vec<Vec<u64>>, Vec<u64>) {
    let most = usize::from(ranks.last().copied().unwrap_or(0));
    let count = ranks.len().div_ceil(64);
    let mut below = vec![Vec::with_capacity(count); most + 1];
    let mut open = Vec::with_capacity(count);
    let mut exactly = vec![0_u64; most + 1];
    for (ranks, reached) in ranks.chunks(64).zip(reached.chunks(64)) {
        exactly.fill(0);
        let mut word = 0;
        for (place, (own, reached)) in ranks.iter().zip(reached).enumerate() {
            exactly[usize::from(*reached)] |= 1 << place;
            word |= u64::from(reached < own) << place;
        }
        open.push(word);
        let mut lower = 0;
        for (below, exactly) in below.iter_mut().zip(&exactly) {
            below.push(lower);
            lower |= exactly;
        }
    }
    (below, open)
}

fn words(bits: impl ExactSizeIterator<Item = bool>) -> Box<[u64]> {
    let mut words = Vec::with_capacity(bits.len().div_ceil(64));
    let (mut word, mut place) = (0, 0);
    for bit in bits {
        word |= u64::from(bit) << place;
        place += 1;
        if place == 64 {
            words.push(word);
            (word, place) = (0, 0);
        }
    }
    if place > 0 {
        words.push(word);
    }
    words.into()
}
