//! Which pairs of facts were seen together.

/// Pairs of facts. Those of a fact with facts of lower numbers are a row of bits, which is there as soon as the fact was seen, so
/// that a whole state is looked up a word at a time.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// By fact: where its row begins.
    rows: Vec<u32>,
    arena: Vec<u64>,
    /// The facts of the state at hand, as bits.
    state: Vec<u64>,
}

const NO_ROW: u32 = u32::MAX;

impl Pairs {
    /// No pairs of so many facts.
    pub(super) fn new(facts: u32) -> Self {
        let words = facts.div_ceil(64) as usize;
        Self { rows: vec![NO_ROW; facts as usize], arena: Vec::new(), state: vec![0; words] }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        4 * self.rows.len() + 8 * (self.arena.capacity() + self.state.len())
    }

    /// Inserts the pairs of the facts `new` with all facts of a state, `now`, which contains them. True if one was not there.
    /// Both are in ascending order.
    pub(super) fn insert(&mut self, now: &[u32], new: &[u32]) -> bool {
        now.iter().for_each(|&fact| self.state[fact as usize / 64] |= 1 << (fact % 64));
        let mut is_novel = false;
        // Pairs with facts of lower numbers, a row at a time.
        for &fact in new {
            let start = self.row(fact);
            let row = &mut self.arena[start..start + words(fact)];
            let (word, bit) = (fact as usize / 64, 1 << (fact % 64));
            let of_last_word = self.state[word] & (bit - 1);
            let lower = self.state[..word].iter().copied().chain([of_last_word]);
            for (seen, now) in row.iter_mut().zip(lower) {
                is_novel |= now & !*seen != 0;
                *seen |= now;
            }
        }
        // Pairs with facts of higher numbers: bits of the rows of those. The rows of new ones have been looked at.
        for &higher in now {
            let below = new.partition_point(|&fact| fact < higher);
            if below == 0 || new.get(below) == Some(&higher) {
                continue;
            }
            let start = self.row(higher);
            for &fact in &new[..below] {
                let (word, bit) = (start + fact as usize / 64, 1 << (fact % 64));
                is_novel |= self.arena[word] & bit == 0;
                self.arena[word] |= bit;
            }
        }
        now.iter().for_each(|&fact| self.state[fact as usize / 64] = 0);
        is_novel
    }

    /// Where the row of a fact begins.
    fn row(&mut self, fact: u32) -> usize {
        let row = &mut self.rows[fact as usize];
        if *row == NO_ROW {
            *row = self.arena.len() as u32;
            self.arena.resize(self.arena.len() + words(fact), 0);
        }
        *row as usize
    }
}

/// The words of the row of a fact: bits for all facts of lower numbers.
fn words(fact: u32) -> usize {
    fact as usize / 64 + 1
}
