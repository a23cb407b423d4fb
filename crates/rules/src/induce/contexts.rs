//! Examples as parts of a body see them: those with the same values for a part's variables of the head are the same to it.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::bindings::Coverage;
use super::bits::Bits;
use crate::{Constant, Examples};

/// The examples as seen by parts with certain variables of the head.
#[derive(Clone, Debug)]
pub(crate) struct Contexts {
    /// The variables of the head that count.
    heads: Vec<usize>,
    /// The values of those, all different.
    values: Vec<Constant>,
    /// An example of each, positive ones first.
    examples: Vec<u32>,
    /// Of each positive and of each negative example.
    of: [Vec<u32>; 2],
    /// Is there a negative example?
    pub(crate) has_negative: Vec<bool>,
}

impl Contexts {
    /// For the variables in `mask`.
    pub(crate) fn new(examples: &Examples, mask: u16) -> Self {
        let heads: Vec<usize> = (0..16).filter(|variable| mask >> variable & 1 == 1).collect();
        let mut numbers: HashMap<Vec<Constant>, u32, FxBuildHasher> = HashMap::default();
        let (mut values, mut firsts, mut has_negative) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = 0;
        let of = [&examples.positive, &examples.negative].map(|side| {
            let mut of = Vec::with_capacity(side.len());
            for example in side.iter() {
                let seen_as: Vec<Constant> = heads.iter().map(|&variable| example[variable]).collect();
                let next = numbers.len() as u32;
                let number = *numbers.entry(seen_as).or_insert_with_key(|seen_as| {
                    values.extend_from_slice(seen_as);
                    firsts.push(seen);
                    has_negative.push(false);
                    next
                });
                of.push(number);
                seen += 1;
            }
            of
        });
        of[1].iter().for_each(|&number| has_negative[number as usize] = true);
        Self { heads, values, examples: firsts, of, has_negative }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.examples.len()
    }

    /// The values of the variables that count, in their order.
    pub(crate) fn values(&self, number: usize) -> &[Constant] {
        &self.values[number * self.heads.len()..][..self.heads.len()]
    }

    /// The number in others, which count fewer variables.
    pub(crate) fn number_in(&self, others: &Self, number: usize) -> u32 {
        let example = self.examples[number] as usize;
        let positives = others.of[0].len();
        if example < positives { others.of[0][example] } else { others.of[1][example - positives] }
    }

    /// The examples behind some of them.
    pub(crate) fn coverage(&self, covered: &Bits) -> Coverage {
        let [positive, negative] = self.of.each_ref().map(|of| {
            let mut bits = Bits::none(of.len());
            let examples = of.iter().enumerate().filter(|(_, number)| covered.contains(**number as usize));
            examples.for_each(|(example, _)| bits.insert(example));
            bits
        });
        Coverage { positive, negative }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Relation;

    #[test]
    fn examples_that_look_the_same_are_one() {
        let relation = |tuples: &[[Constant; 2]]| Relation { arity: 2, tuples: tuples.concat() };
        let examples =
            Examples { positive: relation(&[[1, 5], [2, 5]]), negative: relation(&[[1, 6], [3, 6]]) };
        let (first, second, both) =
            (Contexts::new(&examples, 1), Contexts::new(&examples, 2), Contexts::new(&examples, 3));
        assert_eq!([first.len(), second.len(), both.len(), Contexts::new(&examples, 0).len()], [3, 2, 4, 1]);
        assert_eq!(both.values(3), [3, 6]);
        assert_eq!((0..4).map(|number| both.number_in(&first, number)).collect::<Vec<_>>(), [0, 1, 0, 2]);
        assert_eq!((0..4).map(|number| both.number_in(&second, number)).collect::<Vec<_>>(), [0, 0, 1, 1]);
        assert_eq!(first.has_negative, [true, false, true]);
        let mut one = Bits::none(3);
        one.insert(0);
        let Coverage { positive, negative } = first.coverage(&one);
        assert_eq!(
            (positive.iter().collect::<Vec<_>>(), negative.iter().collect::<Vec<_>>()),
            (vec![0], vec![0])
        );
    }
}
