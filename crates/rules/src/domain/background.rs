//! The predicates that rules about a domain may use, made from the domain itself.

use std::collections::BTreeSet;

use induction::language::MOST_PREDICATES;
use induction::{Bias, Direction, Predicate, Problem, Type};
use pddl::{Domain, Effect, PredicateId, TypeId};

use super::kinds::{Kind, Kinds};
use super::{MOST_PLACES, Subject};
use crate::Vocabulary;

/// The predicates that rules about a domain may use.
///
/// For each predicate `p` of the domain there is `p` itself, and `not_p` if it has at most one argument. If actions change it
/// there is, for rules about goals, `want_p` (it is the goal that the rule is about), and for rules about states `goal_p` (it
/// is a goal) and `open_p` (it is a goal and does not hold). A static relation of two objects of one kind has `before_p`, if it
/// is a successor relation that orders them; one of objects of two kinds has `same_p` and `apart_p`, which hold of two objects
/// that it relates to the same object, or to different ones. Besides, there are `is_t` for types that share a kind of objects,
/// and `different_k` for each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Background {
    /// The domain.
    pub(crate) domain: String,
    /// The subject of rules.
    pub(crate) subject: Subject,
    pub(crate) kinds: Kinds,
    pub(crate) terms: Vec<Term>,
    /// Predicates of the domain that rules can't use, since they have too many arguments, or there are too many.
    pub left_out: Vec<String>,
}

/// A predicate that rules may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) name: String,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) meaning: Meaning,
}

/// The meaning of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A predicate of the domain holds.
    Holds(PredicateId),
    /// It does not hold.
    Fails(PredicateId),
    /// It is a goal.
    Goal(PredicateId),
    /// It is a goal and does not hold.
    Open(PredicateId),
    /// It is the goal that the rule is about.
    Wanted(PredicateId),
    /// An object has a type.
    Is(TypeId),
    /// One object comes before another in a static order.
    Before(PredicateId),
    /// Two objects are not the same.
    Different,
    /// They differ, but a static relation relates both to the same third object.
    Same(PredicateId),
    /// A static relation relates each of them to some object, but not both to the same one.
    Apart(PredicateId),
}

impl Meaning {
    /// Is it tested on objects that are already bound, rather than looked up?
    pub(crate) fn is_test(self) -> bool {
        matches!(self, Self::Different | Self::Same(_) | Self::Apart(_))
    }
}

/// How large rules may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Literals at most.
    pub literals: usize,
    /// Objects that a rule may mention, at most.
    pub objects: usize,
}

impl Background {
    /// Of a domain.
    pub fn new(domain: &Domain, subject: Subject) -> Self {
        let kinds = Kinds::new(domain);
        let mut terms = Terms { domain, kinds: &kinds, names: BTreeSet::new(), terms: Vec::new() };
        let mut left_out = Vec::new();
        let is_static = static_predicates(domain);
        for (number, predicate) in domain.predicates.iter().enumerate() {
            if predicate.parameters.len() > MOST_PLACES || terms.terms.len() + MOST_FOR_EACH > MOST_PREDICATES
            {
                left_out.push(predicate.name.clone());
            } else {
                terms.add_predicate(PredicateId::from_index(number), is_static[number], subject);
            }
        }
        terms.add_types();
        terms.add_different();
        let terms = terms.terms;
        Self { domain: domain.name.clone(), subject, kinds, terms, left_out }
    }

    /// Without some of its predicates.
    pub(crate) fn without(&self, is_left_out: impl Fn(usize) -> bool) -> Self {
        let kept = (0..self.terms.len()).filter(|&number| !is_left_out(number));
        Self { terms: kept.map(|number| self.terms[number].clone()).collect(), ..self.clone() }
    }

    /// The subject of rules.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// The vocabulary of these predicates, where `counts` are the numbers of objects of each kind, for rules of a size.
    pub(crate) fn vocabulary(&self, counts: &[usize], size: Size) -> Vocabulary {
        let types = ["state".to_owned()].into_iter().chain(self.kinds.names.iter().cloned()).collect();
        let body: Vec<Predicate> = self.terms.iter().map(Term::predicate).collect();
        let holds = vec![None; body.len()];
        let frame = Problem {
            types,
            head: Predicate { name: "cost".to_owned(), types: vec![STATE], directions: None },
            body,
            bias: Bias {
                max_variables: size.objects + 1,
                max_body: size.literals,
                // Rules speak of one state.
                type_counts: vec![(STATE, 1, 1)],
                ..Bias::default()
            },
            ..Problem::default()
        };
        let counts = [0].into_iter().chain(counts.iter().copied()).collect();
        let is_topic = |number: &usize| matches!(self.terms[*number].meaning, Meaning::Wanted(_));
        let topics = (0..self.terms.len()).filter(is_topic).collect();
        Vocabulary::new(frame, counts, holds).with_topics(topics)
    }
}

/// The most predicates that one predicate of the domain adds; those of types and kinds come after them.
const MOST_FOR_EACH: usize = 1024;

/// The type of states in a vocabulary; kinds of objects come after it.
const STATE: Type = 0;

impl Term {
    fn predicate(&self) -> Predicate {
        let types: Vec<Type> = [STATE].into_iter().chain(self.kinds.iter().map(|kind| kind + 1)).collect();
        let directions = self.meaning.is_test().then(|| vec![Direction::In; types.len()]);
        Predicate { name: self.name.clone(), types, directions }
    }
}

struct Terms<'a> {
    domain: &'a Domain,
    kinds: &'a Kinds,
    names: BTreeSet<String>,
    terms: Vec<Term>,
}

impl Terms<'_> {
    fn add(&mut self, prefix: &str, name: &str, kinds: Vec<Kind>, meaning: Meaning) {
        let plain = format!("{prefix}{}", plain(name));
        let mut name = plain.clone();
        // Names of a domain may look the same when they are made plain.
        for number in 2.. {
            if self.names.insert(name.clone()) {
                break;
            }
            name = format!("{plain}_{number}");
        }
        self.terms.push(Term { name, kinds, meaning });
    }

    fn add_predicate(&mut self, id: PredicateId, is_static: bool, subject: Subject) {
        let name = &self.domain.predicates[id.index()].name;
        let kinds = self.kinds.of_places[id.index()].clone();
        self.add("", name, kinds.clone(), Meaning::Holds(id));
        if kinds.len() <= 1 {
            self.add("not_", name, kinds.clone(), Meaning::Fails(id));
        }
        match (is_static, subject) {
            // What one goal costs by itself does not depend on others.
            (false, Subject::Goals) => self.add("want_", name, kinds, Meaning::Wanted(id)),
            (false, Subject::States) => {
                self.add("goal_", name, kinds.clone(), Meaning::Goal(id));
                self.add("open_", name, kinds, Meaning::Open(id));
            }
            (true, _) => match kinds[..] {
                [one, other] if one == other => self.add("before_", name, kinds, Meaning::Before(id)),
                [one, _] => {
                    self.add("same_", name, vec![one; 2], Meaning::Same(id));
                    self.add("apart_", name, vec![one; 2], Meaning::Apart(id));
                }
                _ => {}
            },
        }
    }

    /// Types that share their kind with others.
    fn add_types(&mut self) {
        for (number, kind) in self.kinds.of_types.iter().enumerate() {
            let Some(kind) = *kind else { continue };
            let others = self.kinds.of_types.iter().filter(|other| **other == Some(kind)).count();
            if others > 1 {
                let id = TypeId::from_index(number);
                self.add("is_", &self.domain.types[id].name, vec![kind], Meaning::Is(id));
            }
        }
    }

    fn add_different(&mut self) {
        let used: BTreeSet<Kind> = self.terms.iter().flat_map(|term| term.kinds.iter().copied()).collect();
        for kind in used {
            self.add("different_", &self.kinds.names[usize::from(kind)], vec![kind; 2], Meaning::Different);
        }
    }
}

/// A name that needs no quotes in Prolog.
fn plain(name: &str) -> String {
    let char = |char: char| if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '_' };
    let plain: String = name.chars().map(char).collect();
    if plain.starts_with(|first: char| first.is_ascii_lowercase()) { plain } else { format!("p{plain}") }
}

/// Which predicates no action and no axiom changes.
fn static_predicates(domain: &Domain) -> Vec<bool> {
    let mut is_static: Vec<bool> = domain.derived_predicates().iter().map(|is_derived| !is_derived).collect();
    for action in &domain.actions {
        let mut left = vec![&action.effect];
        while let Some(effect) = left.pop() {
            match effect {
                Effect::And(parts) => left.extend(parts),
                Effect::Add(atom) | Effect::Delete(atom) => is_static[atom.predicate.index()] = false,
                Effect::Forall(_, inner) | Effect::When(_, inner) => left.push(inner),
            }
        }
    }
    is_static
}
