//! Contexts: classes of examples that agree on those variables of the head that a part has, so that the part can't tell them
//! apart. A part is evaluated once for each context instead of once for each example.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::context_set::ContextSet;
use super::coverage::Coverage;
use crate::bits::Bits;
use crate::{Constant, Examples};

/// The contexts for a set of head variables.
#[derive(Clone, Debug)]
pub(crate) struct Contexts {
    /// The variables of the head in the set.
    heads: Vec<usize>,
    /// The values of those in each context.
    values: Vec<Constant>,
    /// One example of each context, positive ones first.
    examples: Vec<u32>,
    /// The context of each positive and of each negative example.
    of: [Vec<u32>; 2],
    /// The contexts with a positive example.
    pub(crate) positive: Bits,
    /// The contexts with a negative example.
    pub(crate) negative: Bits,
}

impl Contexts {
    /// For the variables in `mask`.
    pub(crate) fn new(examples: &Examples, mask: u16) -> Self {
        let heads: Vec<usize> = (0..16).filter(|variable| mask >> variable & 1 == 1).collect();
        let mut numbers: HashMap<Vec<Constant>, u32, FxBuildHasher> = HashMap::default();
        let (mut values, mut firsts) = (Vec::new(), Vec::new());
        let mut seen = 0;
        let of = [&examples.positive, &examples.negative].map(|side| {
            let mut of = Vec::with_capacity(side.len());
            for example in side.iter() {
                let seen_as: Vec<Constant> = heads.iter().map(|&variable| example[variable]).collect();
                let next = numbers.len() as u32;
                let number = *numbers.entry(seen_as).or_insert_with_key(|seen_as| {
                    values.extend_from_slice(seen_as);
                    firsts.push(seen);
                    next
                });
                of.push(number);
                seen += 1;
            }
            of
        });
        let [positive, negative] = of.each_ref().map(|of| {
            let mut some = Bits::none(firsts.len());
            of.iter().for_each(|&number| some.insert(number as usize));
            some
        });
        Self { heads, values, examples: firsts, of, positive, negative }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.examples.len()
    }

    /// Writes the values of the head variables in the set to their places in a row.
    pub(crate) fn fill(&self, number: u32, row: &mut [Constant]) {
        let values = &self.values[number as usize * self.heads.len()..];
        self.heads.iter().zip(values).for_each(|(&variable, &value)| row[variable] = value);
    }

    /// The number of the context that contains a context here, for a smaller set of variables.
    pub(crate) fn number_in(&self, others: &Self, number: usize) -> u32 {
        let example = self.examples[number] as usize;
        let positives = others.of[0].len();
        if example < positives { others.of[0][example] } else { others.of[1][example - positives] }
    }

    /// The examples in some contexts.
    pub(crate) fn coverage(&self, covered: &Bits) -> Coverage {
        let [positive, negative] = self.of.each_ref().map(|of| behind(of, covered));
        Coverage { positive, negative }
    }

    /// The contexts by the values of some of the variables in the set.
    pub(crate) fn by_values(
        &self,
        variables: impl Iterator<Item = usize>,
    ) -> HashMap<Vec<Constant>, Vec<u32>, FxBuildHasher> {
        let place = |variable: usize| self.heads.iter().position(|&head| head == variable);
        let places: Vec<usize> = variables.filter_map(place).collect();
        let mut found: HashMap<Vec<Constant>, Vec<u32>, FxBuildHasher> = HashMap::default();
        for number in 0..self.len() {
            let values = &self.values[number * self.heads.len()..];
            let key = places.iter().map(|&place| values[place]).collect();
            found.entry(key).or_default().push(number as u32);
        }
        found
    }

    /// For each context of a smaller set of variables, the contexts here that it splits into.
    pub(crate) fn seen_as(&self, others: &Self) -> Vec<ContextSet> {
        let mut members = vec![Vec::new(); others.len()];
        for number in 0..self.len() {
            members[self.number_in(others, number) as usize].push(number as u32);
        }
        members.into_iter().map(|members| ContextSet::new(members, self.len())).collect()
    }
}

fn behind(of: &[u32], covered: &Bits) -> Bits {
    let mut bits = Bits::none(of.len());
    let examples = of.iter().enumerate().filter(|(_, number)| covered.contains(**number as usize));
    examples.for_each(|(example, _)| bits.insert(example));
    bits
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
        let mut row = [0; 2];
        both.fill(3, &mut row);
        assert_eq!(row, [3, 6]);
        assert_eq!((0..4).map(|number| both.number_in(&first, number)).collect::<Vec<_>>(), [0, 1, 0, 2]);
        assert_eq!((0..4).map(|number| both.number_in(&second, number)).collect::<Vec<_>>(), [0, 0, 1, 1]);
        assert_eq!(first.negative.iter().collect::<Vec<_>>(), [0, 2]);
        let mut seen = [0];
        both.seen_as(&second)[1].add_to(&mut seen);
        assert_eq!(seen, [0b1100]);
        assert_eq!(both.by_values([1].into_iter())[&vec![6]], [2, 3]);
        let mut one = Bits::none(3);
        one.insert(0);
        let Coverage { positive, negative } = first.coverage(&one);
        assert_eq!(
            (positive.iter().collect::<Vec<_>>(), negative.iter().collect::<Vec<_>>()),
            (vec![0], vec![0])
        );
    }
}
