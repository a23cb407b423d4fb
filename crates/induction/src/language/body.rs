//! Bodies of rules, packed so that millions of them fit into memory, and in one canonical form for all renamings of variables.

use crate::{Literal, Rule, Variable};

/// The most arguments a predicate may have here.
pub const MOST_ARGUMENTS: usize = 5;
/// The most variables a rule may have here.
pub const MOST_VARIABLES: usize = 16;
/// The most predicates there may be.
pub const MOST_PREDICATES: usize = 1 << 12;

/// A literal in one word: the predicate in the upper twelve bits, then four for each argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(u32);

/// A body: literals in order, each once.
pub type Body = Box<[Atom]>;

impl Atom {
    /// A predicate, by its number, with variables for arguments.
    #[inline]
    pub fn new(predicate: usize, arguments: &[Variable]) -> Self {
        let packed = arguments.iter().enumerate();
        let packed = packed.map(|(place, &variable)| u32::from(variable) << (16 - 4 * place)).sum::<u32>();
        Self((predicate as u32) << 20 | packed)
    }

    /// The number of the predicate.
    #[inline]
    pub fn predicate(self) -> usize {
        (self.0 >> 20) as usize
    }

    /// The variable at a place.
    #[inline]
    pub fn argument(self, place: usize) -> Variable {
        (self.0 >> (16 - 4 * place) & 15) as Variable
    }

    /// The variables, given their number.
    #[inline]
    pub fn arguments(self, arity: usize) -> impl Iterator<Item = Variable> + Clone {
        (0..arity).map(move |place| self.argument(place))
    }

    /// The set of variables, as bits.
    #[inline]
    pub fn mask(self, arity: usize) -> u16 {
        self.arguments(arity).map(|variable| 1 << variable).sum()
    }

    fn renamed(self, arity: usize, names: &Names) -> Self {
        let mut renamed = self.0 & 0xfff0_0000;
        for place in 0..arity {
            renamed |= u32::from(names[usize::from(self.argument(place))]) << (16 - 4 * place);
        }
        Self(renamed)
    }
}

/// The rule with this body.
pub(crate) fn rule(body: &[Atom], arities: &[usize]) -> Rule {
    let literal = |atom: &Atom| Literal {
        predicate: atom.predicate() as u16,
        arguments: atom.arguments(arities[atom.predicate()]).collect(),
    };
    Rule { body: body.iter().map(literal).collect() }
}

/// Brings bodies into a canonical form, the same for all renamings of their variables. Variables of the head keep their names.
#[derive(Clone, Debug)]
pub struct Canonical<'a> {
    arities: &'a [usize],
    head: usize,
    best: Vec<Atom>,
    best_names: Names,
    trial: Vec<Atom>,
}

/// The new name of each variable.
pub(crate) type Names = [Variable; MOST_VARIABLES];

impl<'a> Canonical<'a> {
    /// For predicates whose numbers of arguments are `arities`, and a head with `head` arguments.
    pub fn new(arities: &'a [usize], head: usize) -> Self {
        Self { arities, head, best: Vec::new(), best_names: [0; MOST_VARIABLES], trial: Vec::new() }
    }

    /// The least of all renamings, in the order of sorted literals.
    pub fn of(&mut self, body: &[Atom]) -> Body {
        self.least(body).into()
    }

    /// The same, until the next one is asked for.
    pub(crate) fn least(&mut self, body: &[Atom]) -> &[Atom] {
        let (classes, count) = self.classes(body);
        let mut names = [0; MOST_VARIABLES];
        (0..self.head).for_each(|variable| names[variable] = variable as Variable);
        self.best.clear();
        self.permute(body, &classes[..count], &mut names, 0);
        &self.best
    }

    /// The names that the last form was made with.
    pub(crate) fn names(&self) -> &Names {
        &self.best_names
    }

    /// The local variables, grouped by a hash of where they occur: (hash, variable).
    fn classes(&self, body: &[Atom]) -> ([(u64, Variable); MOST_VARIABLES], usize) {
        let mut looks = [0_u64; MOST_VARIABLES];
        let mut used = 0_u16;
        for round in 0..2 {
            let before = looks;
            for atom in body {
                let arity = self.arities[atom.predicate()];
                // What is around a variable in a literal, in an order-free sum over literals.
                let mut around = atom.predicate() as u64 + 1;
                for variable in atom.arguments(arity).map(usize::from) {
                    let look = if variable < self.head {
                        variable as u64 + 1
                    } else {
                        before[variable] ^ (99 * round)
                    };
                    around = mix(around ^ look);
                }
                for (place, variable) in atom.arguments(arity).map(usize::from).enumerate() {
                    used |= 1 << variable;
                    looks[variable] = looks[variable].wrapping_add(mix(around ^ ((place as u64 + 1) << 56)));
                }
            }
        }
        let mut classes = [(0, 0); MOST_VARIABLES];
        let mut count = 0;
        for (variable, &look) in looks.iter().enumerate().skip(self.head) {
            if used >> variable & 1 == 1 {
                classes[count] = (look, variable as Variable);
                count += 1;
            }
        }
        classes[..count].sort_unstable();
        (classes, count)
    }

    /// Tries all names for the variables that have none yet: only those with the same hash change places.
    fn permute(&mut self, body: &[Atom], classes: &[(u64, Variable)], names: &mut Names, named: u16) {
        let place = named.count_ones() as usize;
        let Some(&(look, _)) = classes.get(place) else {
            self.trial.clear();
            self.trial.extend(body.iter().map(|atom| atom.renamed(self.arities[atom.predicate()], names)));
            self.trial.sort_unstable();
            if self.best.is_empty() || self.trial < self.best {
                std::mem::swap(&mut self.trial, &mut self.best);
                self.best_names = *names;
            }
            return;
        };
        for (other, &(same, variable)) in classes.iter().enumerate() {
            if same == look && named >> other & 1 == 0 {
                names[usize::from(variable)] = (self.head + place) as Variable;
                self.permute(body, classes, names, named | 1 << other);
            }
        }
    }
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn renamings_have_one_form_and_others_have_others(
            body in proptest::collection::btree_set((0_usize..3, 0_u8..6, 0_u8..6, 0_u8..6), 1..6),
            seed in 0_usize..720,
        ) {
            let arities = [1, 2, 3];
            let atoms = |names: &[u8; 16]| {
                let mut atoms: Vec<Atom> = body.iter().map(|&(predicate, a, b, c)| {
                    let arguments: Vec<u8> = [a, b, c][..arities[predicate]].iter().map(|&v| names[usize::from(v)]).collect();
                    Atom::new(predicate, &arguments)
                }).collect();
                atoms.sort_unstable();
                atoms.dedup();
                atoms
            };
            // Variable 0 is the head's; the other five are renamed by a permutation.
            let identity: [u8; 16] = std::array::from_fn(|place| place as u8);
            let mut renamed = identity;
            let mut left: Vec<u8> = (1..6).collect();
            let mut rest = seed;
            for name in &mut renamed[1..6] {
                let choices = left.len();
                *name = left.remove(rest % choices);
                rest /= choices;
            }
            let mut canonical = Canonical::new(&arities, 1);
            let one = canonical.of(&atoms(&identity));
            prop_assert_eq!(&one, &canonical.of(&atoms(&renamed)));
            // It is a renaming itself: as large, and its own form.
            prop_assert_eq!(one.len(), atoms(&identity).len());
            prop_assert_eq!(&one, &canonical.of(&one));
        }
    }

    #[test]
    fn atoms_are_packed() {
        let atom = Atom::new(7, &[3, 0, 15]);
        assert_eq!((atom.predicate(), atom.arguments(3).collect::<Vec<_>>()), (7, vec![3, 0, 15]));
        assert_eq!(atom.mask(3), 1 << 3 | 1 | 1 << 15);
    }
}
