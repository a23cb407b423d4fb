//! The hypothesis language of a problem: which literals may be added to a body, and which bodies are those of rules.

mod body;

pub use self::body::{Atom, Body, Canonical, MOST_ARGUMENTS, MOST_PREDICATES, MOST_VARIABLES};
pub(crate) use self::body::{Names, rule};
use crate::{Direction, Predicate, Problem, Type, Variable};

/// The bodies that the predicates and the bias of a problem allow.
#[derive(Debug)]
pub struct Language<'a> {
    /// The problem that it is the language of.
    pub problem: &'a Problem,
    /// How many arguments each predicate has.
    pub arities: Vec<usize>,
    /// How many arguments the head has.
    pub head: usize,
    has_directions: bool,
}

/// The variables of a body, with their types; those of the head come first.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    types: [Type; MOST_VARIABLES],
    /// How many there are.
    pub count: usize,
}

impl<'a> Language<'a> {
    /// The language of a problem with no more predicates and arguments than bodies have room for.
    pub fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            arities: problem.body.iter().map(Predicate::arity).collect(),
            head: problem.head.arity(),
            has_directions: problem.body.iter().any(|predicate| predicate.directions.is_some()),
        }
    }

    /// The variables of a body.
    pub fn scope(&self, body: &[Atom]) -> Scope {
        let mut scope = Scope { types: [0; MOST_VARIABLES], count: self.head };
        scope.types[..self.head].copy_from_slice(&self.problem.head.types);
        for atom in body {
            let types = &self.problem.body[atom.predicate()].types;
            for (variable, &own) in atom.arguments(types.len()).map(usize::from).zip(types) {
                scope.types[variable] = own;
                scope.count = scope.count.max(variable + 1);
            }
        }
        scope
    }

    /// All literals that may be added to a part of a body: they share a variable with it that is not the head's; to an
    /// empty one, all that have a variable of the head. New variables are numbered in the order in which they come.
    pub fn additions(&self, scope: &Scope) -> Vec<Atom> {
        let first = if scope.count == self.head { 0 } else { self.head };
        let old = first..scope.count;
        self.literals(scope, &|_, arguments| {
            arguments.iter().any(|&variable| old.contains(&usize::from(variable)))
        })
    }

    /// All literals over variables in scope and new ones, which are numbered in the order in which they come, that
    /// `accepts` says yes to, given the predicate and the arguments.
    pub(crate) fn literals(&self, scope: &Scope, accepts: &dyn Fn(usize, &[Variable]) -> bool) -> Vec<Atom> {
        let mut found = Vec::new();
        for (number, predicate) in self.problem.body.iter().enumerate() {
            let mut arguments = [0; MOST_ARGUMENTS];
            self.fill(number, predicate, *scope, &mut arguments, 0, &mut found, accepts);
        }
        found
    }

    /// Fills the arguments from `place` on in all ways.
    #[expect(clippy::too_many_arguments, reason = "what a recursion carries along")]
    fn fill(
        &self,
        number: usize,
        predicate: &Predicate,
        scope: Scope,
        arguments: &mut [Variable; MOST_ARGUMENTS],
        place: usize,
        found: &mut Vec<Atom>,
        accepts: &dyn Fn(usize, &[Variable]) -> bool,
    ) {
        let arity = predicate.arity();
        if place == arity {
            let arguments = &arguments[..arity];
            if accepts(number, arguments) && !self.is_forbidden(number, arguments) {
                found.push(Atom::new(number, arguments));
            }
            return;
        }
        let wanted = predicate.types[place];
        for variable in 0..scope.count {
            if scope.types[variable] == wanted && !arguments[..place].contains(&(variable as Variable)) {
                arguments[place] = variable as Variable;
                self.fill(number, predicate, scope, arguments, place + 1, found, accepts);
            }
        }
        let mut wider = scope;
        if wider.count < self.most_variables() {
            wider.types[wider.count] = wanted;
            wider.count += 1;
            if self.has_room(&wider, wanted) {
                arguments[place] = scope.count as Variable;
                self.fill(number, predicate, wider, arguments, place + 1, found, accepts);
            }
        }
    }

    /// Are there as many variables as there may be?
    pub(crate) fn is_full(&self, scope: &Scope) -> bool {
        scope.count >= self.most_variables()
    }

    fn most_variables(&self) -> usize {
        self.problem.bias.max_variables.min(MOST_VARIABLES)
    }

    /// Are there not too many variables of a type?
    fn has_room(&self, scope: &Scope, of: Type) -> bool {
        let limits = self.problem.bias.type_counts.iter().filter(|(limited, ..)| *limited == of);
        limits.into_iter().all(|&(limited, _, most)| scope.number_of(limited) <= most)
    }

    fn is_forbidden(&self, number: usize, arguments: &[Variable]) -> bool {
        self.problem.bias.forbidden.iter().any(|(predicate, pattern)| {
            *predicate == number
                && pattern.iter().zip(arguments).all(|(wanted, &variable)| match wanted {
                    None => true,
                    Some((is_same, other)) => (variable == *other) == *is_same,
                })
        })
    }

    /// Does a rule need variables of the head?
    pub(crate) fn needs_heads(&self) -> bool {
        !self.problem.bias.allows_unused_head || !self.problem.bias.required.is_empty()
    }

    /// Does it count how many variables of a type a body has beside the head's? Then a part can't stand for another that
    /// holds for the same examples.
    pub(crate) fn counts_locals(&self) -> bool {
        let of_head = |of: Type| self.problem.head.types.iter().filter(|&&own| own == of).count();
        self.problem
            .bias
            .type_counts
            .iter()
            .any(|&(of, least, most)| least > of_head(of) || most > of_head(of))
    }

    /// Are there literals that are forbidden for what their variables are? Then one variable can't stand for another, even if they always
    /// have the same value.
    pub(crate) fn names_matter(&self) -> bool {
        self.problem.bias.forbidden.iter().flat_map(|(_, pattern)| pattern).any(Option::is_some)
    }

    /// May a rule have this body?
    pub(crate) fn is_rule(&self, body: &[Atom]) -> bool {
        let bias = &self.problem.bias;
        let used = self.used(body);
        let has = |variable: usize| used >> variable & 1 == 1;
        let scope = self.scope(body);
        (bias.allows_unused_head || (0..self.head).all(has))
            && bias.required.iter().all(|&variable| has(usize::from(variable)))
            && bias.type_counts.iter().all(|&(of, least, most)| (least..=most).contains(&scope.number_of(of)))
            && self.is_safe(body, used)
    }

    /// The variables of a body, as bits.
    pub fn used(&self, body: &[Atom]) -> u16 {
        body.iter().fold(0, |used, atom| used | atom.mask(self.arities[atom.predicate()]))
    }

    /// Can all its variables get values, if each literal is asked once its inputs are known?
    fn is_safe(&self, body: &[Atom], used: u16) -> bool {
        !self.has_directions || used & !self.safe(body) == 0
    }

    /// Can all its variables get values, once those of the head are known?
    pub fn is_settled(&self, body: &[Atom]) -> bool {
        !self.has_directions || self.used(body) & !self.found(body, (1 << self.head) - 1) == 0
    }

    /// The variables that can get values, as bits.
    pub fn safe(&self, body: &[Atom]) -> u16 {
        if !self.has_directions {
            return u16::MAX;
        }
        let given = |place: &usize| {
            self.problem.head.directions.as_ref().is_none_or(|all| all[*place] == Direction::In)
        };
        self.found(body, (0..self.head).filter(given).map(|variable| 1 << variable).sum())
    }

    /// The variables that can get values from those that are known.
    fn found(&self, body: &[Atom], known: u16) -> u16 {
        let mut safe = known;
        loop {
            let before = safe;
            for atom in body {
                let predicate = &self.problem.body[atom.predicate()];
                let arity = predicate.arity();
                let is_in = |place: usize| {
                    predicate.directions.as_ref().is_some_and(|all| all[place] == Direction::In)
                };
                let can_be_asked =
                    (0..arity).all(|place| !is_in(place) || safe >> atom.argument(place) & 1 == 1);
                if can_be_asked {
                    safe |= atom.mask(arity);
                }
            }
            if safe == before {
                return safe;
            }
        }
    }
}

impl Scope {
    /// The types of all variables.
    pub(crate) fn types(&self) -> &[Type] {
        &self.types[..self.count]
    }

    pub(crate) fn number_of(&self, of: Type) -> usize {
        self.types[..self.count].iter().filter(|&&own| own == of).count()
    }
}
