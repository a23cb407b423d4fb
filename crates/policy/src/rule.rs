//! Rules that act, and strategies made of them.

use pddl::{Atom, PredicateId, Term, TypeNames, VariableId};

use crate::maps::End;

/// A strategy for a domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategy {
    /// The rules; of those of equal cost the first counts.
    pub rules: Vec<Rule>,
    /// Which goals come before which others.
    pub orders: Vec<Order>,
}

/// A rule: where its condition holds and its goal is open, its steps achieve the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The goal that it achieves.
    pub goal: Atom,
    /// The types of its variables.
    pub types: Vec<TypeNames>,
    /// What has to hold.
    pub condition: Vec<Literal>,
    /// Conditions of which none may hold, each with variables of its own beyond the rule's.
    pub unless: Vec<Exception>,
    /// What to do. Where the condition speaks of chains, only the first step is certain.
    pub steps: Vec<Step>,
    /// What the steps cost, beside the paths and chains of the condition.
    pub cost: u64,
    /// What is known of its use.
    pub record: Record,
}

/// What is known of a rule's use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// How often regression came upon it.
    pub seen: u32,
    /// How often it was taken on the examples.
    pub tried: u32,
    /// How often its goal held in the end then.
    pub held: u32,
}

/// A part of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Literal {
    /// The atom holds.
    Holds(Atom),
    /// It does not.
    Fails(Atom),
    /// The terms stand for different objects.
    Different(Term, Term),
    /// By moves of a kind, what is at one place gets to the other.
    Path(Path),
    /// Atoms of a relation lead from one object to the other, over any number of objects between them, or none.
    Leads {
        /// The relation.
        predicate: PredicateId,
        /// Where they begin.
        from: Term,
        /// Where they end.
        to: Term,
        /// What each of them costs.
        each: u64,
    },
}

/// Moves along a shortest path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    /// The kind of moves, by its number.
    pub moves: usize,
    /// What moves: the other arguments of the predicate that tells where it is.
    pub mover: Vec<Term>,
    /// Where it is.
    pub from: Term,
    /// Where it gets.
    pub to: Term,
}

/// A condition that forbids a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Exception {
    /// The atoms that hold together; variables beyond the rule's are numbered on from them.
    pub atoms: Vec<Atom>,
    /// The types of the variables beyond the rule's.
    pub types: Vec<TypeNames>,
}

/// A step of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// An action.
    Act {
        /// Its number in the domain.
        action: usize,
        /// Its arguments.
        args: Vec<Term>,
    },
    /// Moves along a shortest path.
    Go(Path),
}

/// A rule over pairs of goals: one comes before the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Order {
    /// The goal that comes first.
    pub first: Atom,
    /// The goal that has to wait.
    pub then: Atom,
    /// Relations between their objects that nothing changes.
    pub condition: Vec<Atom>,
}

impl Rule {
    /// How many variables it has.
    pub fn variables(&self) -> usize {
        self.types.len()
    }
}

impl Literal {
    /// Its terms.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Self::Holds(atom) | Self::Fails(atom) => atom.args.clone(),
            Self::Different(left, right) => vec![*left, *right],
            Self::Path(path) => path.terms(),
            Self::Leads { from, to, .. } => vec![*from, *to],
        }
    }

    /// The same about other terms.
    pub fn map(&self, by: impl Fn(Term) -> Term) -> Self {
        match self {
            Self::Holds(atom) => Self::Holds(map_atom(atom, by)),
            Self::Fails(atom) => Self::Fails(map_atom(atom, by)),
            Self::Different(left, right) => {
                let (left, right) = (by(*left), by(*right));
                Self::Different(left.min(right), left.max(right))
            }
            Self::Path(path) => Self::Path(path.map(by)),
            Self::Leads { predicate, from, to, each } => {
                Self::Leads { predicate: *predicate, from: by(*from), to: by(*to), each: *each }
            }
        }
    }
}

impl Path {
    /// The variable at the end that has no value, and the end that has one with its term; `None` unless that is all that lacks a value.
    pub(crate) fn open_end(&self, is_known: impl Fn(Term) -> bool) -> Option<(VariableId, (End, Term))> {
        if !self.mover.iter().all(|term| is_known(*term)) {
            return None;
        }
        match (self.from, self.to) {
            (Term::Variable(open), known) if !is_known(self.from) && is_known(known) => {
                Some((open, (End::To, known)))
            }
            (known, Term::Variable(open)) if !is_known(self.to) && is_known(known) => {
                Some((open, (End::From, known)))
            }
            _ => None,
        }
    }

    fn terms(&self) -> Vec<Term> {
        self.mover.iter().copied().chain([self.from, self.to]).collect()
    }

    fn map(&self, by: impl Fn(Term) -> Term) -> Self {
        let mover = self.mover.iter().map(|term| by(*term)).collect();
        Self { moves: self.moves, mover, from: by(self.from), to: by(self.to) }
    }
}

/// The kind of a step: all but its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepKind {
    /// An action, by its number in the domain.
    Act(usize),
    /// A kind of moves, by its number.
    Go(usize),
}

impl Step {
    /// Its kind.
    pub fn kind(&self) -> StepKind {
        match self {
            Self::Act { action, .. } => StepKind::Act(*action),
            Self::Go(path) => StepKind::Go(path.moves),
        }
    }

    /// Its terms.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Self::Act { args, .. } => args.clone(),
            Self::Go(path) => path.terms(),
        }
    }

    /// The same with other terms.
    pub fn map(&self, by: impl Fn(Term) -> Term) -> Self {
        match self {
            Self::Act { action, args } => {
                Self::Act { action: *action, args: args.iter().map(|term| by(*term)).collect() }
            }
            Self::Go(path) => Self::Go(path.map(by)),
        }
    }
}

/// The same about other terms.
pub(crate) fn map_atom(atom: &Atom, by: impl Fn(Term) -> Term) -> Atom {
    Atom { predicate: atom.predicate, args: atom.args.iter().map(|term| by(*term)).collect() }
}
