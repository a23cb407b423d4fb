//! Packs the values of all variables into few words.

use crate::{Fact, Variables};

/// The place of each variable in a packed state. No variable crosses a word.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    fields: Vec<Field>,
    words: usize,
}

/// The place of one variable.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Field {
    word: u32,
    shift: u32,
    /// As many ones as the variable has bits.
    ones: u64,
}

/// Some bits of one word with their values: a condition on them, or an assignment to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits {
    word: u32,
    mask: u64,
    value: u64,
}

impl Packing {
    /// Places the widest variables first, each into the first word with room, so that little room is wasted.
    pub(super) fn new(variables: &Variables) -> Self {
        let width = |variable: usize| (variables.domain_size(variable) - 1).max(1).ilog2() + 1;
        let mut order: Vec<usize> = (0..variables.len()).collect();
        order.sort_by_key(|&variable| std::cmp::Reverse(width(variable)));
        let mut fields = vec![Field::default(); variables.len()];
        let mut used: Vec<u32> = Vec::new();
        for same_width in order.chunk_by(|&a, &b| width(a) == width(b)) {
            let mut word = 0;
            for &variable in same_width {
                let width = width(variable);
                while used.get(word).is_some_and(|used| used + width > u64::BITS) {
                    word += 1;
                }
                if word == used.len() {
                    used.push(0);
                }
                fields[variable] = Field { word: word as u32, shift: used[word], ones: (1 << width) - 1 };
                used[word] += width;
            }
        }
        Self { fields, words: used.len() }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn field(&self, variable: u32) -> Field {
        self.fields[variable as usize]
    }

    pub(super) fn bits(&self, fact: Fact) -> Bits {
        let field = self.field(fact.variable);
        Bits {
            word: field.word,
            mask: field.ones << field.shift,
            value: u64::from(fact.value) << field.shift,
        }
    }

    /// The state with these values.
    pub(super) fn pack(&self, values: &[u32]) -> Vec<u64> {
        let mut state = vec![0; self.words];
        self.pack_into(values, &mut state);
        state
    }

    /// Writes the state with these values.
    pub(super) fn pack_into(&self, values: &[u32], state: &mut [u64]) {
        for (variable, &value) in values.iter().enumerate() {
            self.bits(Fact { variable: variable as u32, value }).write(state);
        }
    }

    /// A conjunction of facts about different variables, word by word.
    pub(super) fn condition(&self, facts: &[Fact]) -> Vec<Bits> {
        let mut condition: Vec<Bits> = facts.iter().map(|&fact| self.bits(fact)).collect();
        condition.sort_by_key(|bits| bits.word);
        condition.dedup_by(|bits, kept| {
            let same = kept.shares_word(*bits);
            if same {
                kept.merge(*bits);
            }
            same
        });
        condition
    }
}

impl Field {
    pub(super) fn value(self, state: &[u64]) -> u32 {
        ((state[self.word as usize] >> self.shift) & self.ones) as u32
    }

    pub(super) fn place(self) -> (usize, u64) {
        (self.word as usize, self.ones << self.shift)
    }

    /// No value is greater than this.
    pub(super) fn greatest_value(self) -> u32 {
        self.ones as u32
    }
}

impl Bits {
    /// No bits at all, of a state with at least one word.
    pub(super) const NONE: Self = Self { word: 0, mask: 0, value: 0 };

    pub(super) fn shares_word(self, other: Bits) -> bool {
        self.word == other.word
    }

    /// Adds bits of the same word; where both have a value, `other` wins.
    pub(super) fn merge(&mut self, other: Bits) {
        self.value = (self.value & !other.mask) | other.value;
        self.mask |= other.mask;
    }

    pub(super) fn holds(self, state: &[u64]) -> bool {
        state[self.word as usize] & self.mask == self.value
    }

    /// Do two states differ in any of these bits?
    pub(super) fn differ(self, one: &[u64], other: &[u64]) -> bool {
        (one[self.word as usize] ^ other[self.word as usize]) & self.mask != 0
    }

    pub(super) fn write(self, state: &mut [u64]) {
        let word = &mut state[self.word as usize];
        *word = (*word & !self.mask) | self.value;
    }
}

/// Do all these bits have the values they should?
pub(super) fn holds(condition: &[Bits], state: &[u64]) -> bool {
    condition.iter().all(|bits| bits.holds(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(sizes: &[u32]) -> Variables {
        let mut variables = Variables { fact_offsets: vec![0], ..Variables::default() };
        let mut facts = 0;
        for &size in sizes {
            facts += size;
            variables.layers.push(None);
            variables.fact_offsets.push(facts);
        }
        variables
    }

    #[test]
    fn values_come_out_as_they_went_in() {
        let sizes: Vec<u32> = (1..200).collect();
        let packing = Packing::new(&variables(&sizes));
        let values: Vec<u32> = sizes.iter().map(|size| size / 2).collect();
        let state = packing.pack(&values);
        for (variable, &value) in values.iter().enumerate() {
            assert_eq!(packing.field(variable as u32).value(&state), value);
        }
    }

    #[test]
    fn little_room_is_wasted() {
        let packing = Packing::new(&variables(&[2; 65]));
        assert_eq!(packing.words, 2);
        let mixed: Vec<u32> = [4, 2, 2].repeat(32);
        assert_eq!(Packing::new(&variables(&mixed)).words, 2);
        assert_eq!(Packing::new(&variables(&[])).words, 0);
    }

    #[test]
    fn a_condition_is_merged_word_by_word() {
        let packing = Packing::new(&variables(&[2; 70]));
        let facts: Vec<Fact> = (0..70).map(|variable| Fact { variable, value: variable % 2 }).collect();
        let condition = packing.condition(&facts);
        assert_eq!(condition.len(), 2);
        let mut values: Vec<u32> = (0..70).map(|variable| variable % 2).collect();
        assert!(holds(&condition, &packing.pack(&values)));
        values[69] = 0;
        assert!(!holds(&condition, &packing.pack(&values)));
    }
}
