//! Checks rules against examples independently of induction: one example after the other, by backtracking over values.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::{Constant, Literal, Problem, Relation, Rule};

/// Evaluates rules on examples.
#[derive(Debug)]
pub struct Checker<'a> {
    relations: &'a [Relation],
    /// The numbers of the tuples by predicate, argument and constant.
    found: HashMap<(u16, u8, Constant), Vec<u32>, FxBuildHasher>,
}

/// The examples that rules get wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The numbers of the positive examples for which no rule holds.
    pub uncovered: Vec<usize>,
    /// The numbers of the negative examples for which a rule holds.
    pub covered: Vec<usize>,
}

impl<'a> Checker<'a> {
    /// For the background knowledge of a problem.
    pub fn new(problem: &'a Problem) -> Self {
        let mut found: HashMap<_, Vec<u32>, FxBuildHasher> = HashMap::default();
        for (predicate, relation) in (0..).zip(&problem.relations) {
            for (number, tuple) in (0..).zip(relation.iter()) {
                for (place, &constant) in (0..).zip(tuple) {
                    found.entry((predicate, place, constant)).or_default().push(number);
                }
            }
        }
        Self { relations: &problem.relations, found }
    }

    /// The examples of a problem that rules get wrong.
    pub fn check(&self, problem: &Problem, rules: &[Rule]) -> Checked {
        let holds = |example: &[Constant]| rules.iter().any(|rule| self.holds(rule, example));
        let numbers = |examples: &Relation, wanted: bool| -> Vec<usize> {
            examples
                .iter()
                .enumerate()
                .filter(|(_, one)| holds(one) == wanted)
                .map(|(number, _)| number)
                .collect()
        };
        Checked {
            uncovered: numbers(&problem.examples.positive, false),
            covered: numbers(&problem.examples.negative, true),
        }
    }

    /// Does a rule hold for an example?
    pub fn holds(&self, rule: &Rule, example: &[Constant]) -> bool {
        let variables = rule
            .body
            .iter()
            .flat_map(|literal| &literal.arguments)
            .max()
            .map_or(0, |&most| most as usize + 1);
        let mut values: Vec<Option<Constant>> = vec![None; variables.max(example.len())];
        values.iter_mut().zip(example).for_each(|(value, &constant)| *value = Some(constant));
        self.satisfies(&mut rule.body.clone(), &mut values)
    }

    /// Can all these literals hold? Bodies are short, and so is the recursion.
    fn satisfies(&self, literals: &mut Vec<Literal>, values: &mut Vec<Option<Constant>>) -> bool {
        let Some(place) = (0..literals.len()).min_by_key(|&place| self.ways(&literals[place], values)) else {
            return true;
        };
        let literal = literals.swap_remove(place);
        let relation = &self.relations[usize::from(literal.predicate)];
        let holds = self.candidates(&literal, values).any(|number| {
            let tuple = &relation.tuples[number as usize * relation.arity..][..relation.arity];
            let before = values.clone();
            let fits = literal.arguments.iter().zip(tuple).all(|(&variable, &constant)| {
                *values[usize::from(variable)].get_or_insert(constant) == constant
            });
            let holds = fits && self.satisfies(literals, values);
            *values = before;
            holds
        });
        literals.push(literal);
        let last = literals.len() - 1;
        literals.swap(place, last);
        holds
    }

    /// How many tuples can match a literal, at most.
    fn ways(&self, literal: &Literal, values: &[Option<Constant>]) -> usize {
        match self.best(literal, values) {
            Some(numbers) => numbers.len(),
            None => self.relations[usize::from(literal.predicate)].len(),
        }
    }

    /// The fewest tuples that one of its known arguments leaves; `None` if none is known.
    fn best(&self, literal: &Literal, values: &[Option<Constant>]) -> Option<&[u32]> {
        let known = (0..).zip(&literal.arguments).filter_map(|(place, &variable)| {
            let constant = values[usize::from(variable)]?;
            Some(self.found.get(&(literal.predicate, place, constant)).map_or(&[][..], Vec::as_slice))
        });
        known.min_by_key(|numbers| numbers.len())
    }

    fn candidates<'s>(
        &'s self,
        literal: &Literal,
        values: &[Option<Constant>],
    ) -> impl Iterator<Item = u32> + use<'s, 'a> {
        let all = self.relations[usize::from(literal.predicate)].len() as u32;
        let (some, all) = match self.best(literal, values) {
            Some(numbers) => (numbers, 0..0),
            None => (&[][..], 0..all),
        };
        some.iter().copied().chain(all)
    }
}
