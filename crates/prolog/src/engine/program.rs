//! Clauses by predicate.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::Clause;
use super::indexing::ArgumentIndex;
use pddl::Diagnostic;

use crate::diagnostic::{self, Source};
use crate::{Dialect, Name, Node, Sentence, Sentences, TermId, Terms, names};

/// A predicate, by its name and the number of its arguments.
pub type Indicator = (Name, usize);

/// The clauses of one predicate.
#[derive(Clone, Debug, Default)]
pub struct Definition {
    /// Is it none of the program's own, but brought along?
    pub is_library: bool,
    pub clauses: Vec<Clause>,
    /// One for each argument that can be looked up.
    pub indexes: Vec<Option<ArgumentIndex>>,
}

/// Clauses by predicate.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(super) definitions: FxHashMap<Indicator, Definition>,
    /// Predicates that may have no clauses.
    dynamic: FxHashSet<Indicator>,
    /// Sentences that are no clauses.
    pub directives: Vec<Sentence>,
}

impl Program {
    /// Reads clauses and directives.
    pub fn read(source: Source<'_>, terms: &mut Terms) -> Result<Self, Diagnostic> {
        let mut program = Self::default();
        terms.reserve(source.text.len());
        let mut sentences = Sentences::new(source, Dialect::Prolog, terms)?;
        while let Some(sentence) = sentences.next_sentence()? {
            program.add(source, sentence, sentences.terms())?;
        }
        Ok(program)
    }

    /// Adds a clause or a directive.
    pub fn add(&mut self, source: Source<'_>, sentence: Sentence, terms: &Terms) -> Result<(), Diagnostic> {
        let Sentence { term, variables, span } = sentence;
        if let Some(&[directive]) = terms.matches(term, names::NECK, 1) {
            self.note_dynamic(directive, terms);
            self.directives.push(sentence);
            return Ok(());
        }
        let (head, body) = terms.clause(term);
        let body = body.filter(|&body| terms.node(body) != Node::Atom(names::TRUE));
        match terms.functor(head) {
            Some((name, _)) if !matches!(terms.text(name), "," | ";" | "->" | ":-" | "-->" | "\\+") => {
                let indicator = (name, terms.arity(head));
                let clause = Clause { head, body, variables, span };
                self.definitions.entry(indicator).or_default().clauses.push(clause);
                Ok(())
            }
            _ => Err(diagnostic::error(source, span, "this can't be the head of a clause")
                .with_help("a clause looks like `p(a,b).` or `p(X):- q(X,Y), r(Y).`")),
        }
    }

    /// `dynamic p/1, q/2` allows p and q to be without clauses.
    fn note_dynamic(&mut self, directive: TermId, terms: &Terms) {
        let Some((name, 1)) = terms.functor(directive) else { return };
        if !matches!(terms.text(name), "dynamic" | "table" | "discontiguous") {
            return;
        }
        let mut open = terms.arguments(directive).to_vec();
        while let Some(term) = open.pop() {
            let Some((name, 2)) = terms.functor(term) else { continue };
            let arguments = terms.arguments(term);
            match (terms.text(name), terms.node(arguments[0]), terms.node(arguments[1])) {
                ("/", Node::Atom(predicate), Node::Integer(arity)) => {
                    self.dynamic.extend(usize::try_from(arity).map(|arity| (predicate, arity)));
                }
                _ => open.extend(arguments),
            }
        }
    }

    pub(super) fn define(&mut self, indicator: Indicator, definition: Definition) {
        self.definitions.insert(indicator, definition);
    }

    /// Adds facts to a predicate.
    pub(super) fn extend(&mut self, indicator: Indicator, facts: &[Clause], terms: &Terms) {
        let definition = self.definitions.entry(indicator).or_default();
        definition.clauses.extend_from_slice(facts);
        definition.index(indicator.1, terms);
    }

    /// The clauses of a predicate, if there are any.
    pub fn definition(&self, indicator: Indicator) -> Option<&Definition> {
        self.definitions.get(&indicator)
    }

    /// Was it declared as one that may have no clauses?
    pub fn is_dynamic(&self, indicator: Indicator) -> bool {
        self.dynamic.contains(&indicator)
    }

    /// All predicates, in no order.
    pub fn indicators(&self) -> impl Iterator<Item = Indicator> {
        self.definitions.keys().copied()
    }
}

impl Definition {
    /// Are there nothing but facts without variables?
    pub fn is_table(&self, terms: &Terms) -> bool {
        self.clauses.iter().all(|clause| clause.body.is_none() && terms.is_ground(clause.head))
    }

    /// Notes the clauses that have come since the last time where they can be looked up.
    pub(super) fn index(&mut self, arity: usize, terms: &Terms) {
        self.indexes.resize(arity, None);
        for (place, index) in self.indexes.iter_mut().enumerate() {
            *index = match index.take() {
                None => ArgumentIndex::new(&self.clauses, place, terms),
                Some(index) => index.extended(&self.clauses, place, terms),
            };
        }
    }
}
