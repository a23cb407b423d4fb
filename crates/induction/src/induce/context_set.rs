//! Sets of contexts: lists of numbers if they are few, bits otherwise.

/// A set of contexts.
#[derive(Clone, Debug)]
pub(crate) enum ContextSet {
    /// Their numbers.
    Few(Vec<u32>),
    /// A bit for each.
    Many(Box<[u64]>),
}

impl ContextSet {
    /// The contexts with the numbers `members`, out of `count`.
    pub(crate) fn new(mut members: Vec<u32>, count: usize) -> Self {
        if members.len() * 2 < count.div_ceil(64) {
            members.shrink_to_fit();
            return Self::Few(members);
        }
        let mut words = vec![0; count.div_ceil(64)].into_boxed_slice();
        members.iter().for_each(|&member| words[member as usize / 64] |= 1 << (member % 64));
        Self::Many(words)
    }

    /// Writes the intersection with some contexts to `both`. Is there any?
    #[inline]
    pub(crate) fn meet(&self, contexts: &[u64], both: &mut [u64]) -> bool {
        let mut any = 0;
        match self {
            Self::Few(members) => {
                both.fill(0);
                for &member in members {
                    let (word, bit) = (member as usize / 64, 1 << (member % 64));
                    both[word] |= contexts[word] & bit;
                    any |= contexts[word] & bit;
                }
            }
            Self::Many(words) => {
                for ((both, own), other) in both.iter_mut().zip(contexts).zip(words) {
                    *both = own & other;
                    any |= *both;
                }
            }
        }
        any != 0
    }

    /// Adds its contexts to others.
    pub(crate) fn add_to(&self, contexts: &mut [u64]) {
        match self {
            Self::Few(members) => {
                members.iter().for_each(|&member| contexts[member as usize / 64] |= 1 << (member % 64));
            }
            Self::Many(words) => contexts.iter_mut().zip(words).for_each(|(own, other)| *own |= other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_do_the_same() {
        let members = vec![3, 70, 700];
        let mut words = vec![0; 16];
        members.iter().for_each(|&member: &u32| words[member as usize / 64] |= 1 << (member % 64));
        let sets = [ContextSet::Few(members.clone()), ContextSet::Many(words.clone().into())];
        assert!(matches!(ContextSet::new(members.clone(), 1000), ContextSet::Few(_)));
        assert!(matches!(ContextSet::new(vec![3, 70], 100), ContextSet::Many(_)));
        for set in sets {
            let (mut added, mut both) = (vec![0; 16], vec![1; 16]);
            set.add_to(&mut added);
            assert_eq!(added, words);
            assert!(set.meet(&words, &mut both));
            assert_eq!(both, words);
            assert!(!set.meet(&[0; 16], &mut both));
            assert_eq!(both, [0; 16]);
        }
    }
}
