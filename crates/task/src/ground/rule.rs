//! Rules for relaxed reachability.

use crate::normal::Conjunction;
use pddl::{Atom, Term, VariableId};

/// `heads :- body`: whenever all body atoms are reachable, so are the heads.
pub(super) struct Rule {
    /// By variable: the number of the domain of objects it can stand for.
    pub domains: Vec<usize>,
    /// The variables that must be bound in every instance, in the order in which instances store them.
    pub variables: Vec<usize>,
    pub body: Vec<RuleAtom>,
    pub equal: Vec<(Term, Term)>,
    pub different: Vec<(Term, Term)>,
    /// Atoms that must not be there, of relations that don't grow.
    pub absent: Vec<RuleAtom>,
    pub heads: Vec<RuleAtom>,
    /// The relation that keeps the values of the variables, where they are wanted.
    pub instances: Option<usize>,
    /// Does that relation stand in the body of another rule?
    pub instances_are_matched: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleAtom {
    pub relation: usize,
    pub args: Vec<Term>,
}

impl RuleAtom {
    pub(super) fn new(atom: &Atom) -> Self {
        Self { relation: atom.predicate.index(), args: atom.args.clone() }
    }

    pub(super) fn is_bound(&self, bound: &[bool]) -> bool {
        self.args.iter().all(|&term| is_bound(term, bound))
    }
}

pub(super) fn is_bound(term: Term, bound: &[bool]) -> bool {
    match term {
        Term::Object(_) => true,
        Term::Variable(variable) => bound[variable.index()],
    }
}

impl Rule {
    /// A rule without body or heads yet.
    pub(super) fn new<'a>(domains: Vec<usize>, variables: impl Iterator<Item = &'a VariableId>) -> Self {
        Self {
            domains,
            variables: variables.map(|variable| variable.index()).collect(),
            body: Vec::new(),
            equal: Vec::new(),
            different: Vec::new(),
            absent: Vec::new(),
            heads: Vec::new(),
            instances: None,
            instances_are_matched: false,
        }
    }

    /// Does anything follow from it? (Not so for effects that delete.)
    pub(super) fn reaches_something(&self) -> bool {
        !self.heads.is_empty() || self.instances.is_some()
    }

    /// Adds an atom to the body, unless it is there already.
    pub(super) fn add_atom(&mut self, atom: RuleAtom) {
        if !self.body.contains(&atom) {
            self.body.push(atom);
        }
    }

    /// Adds a conjunction to the body. Negated literals of predicates that can change are dropped: relaxed reachability
    /// takes them to be satisfiable at any time.
    pub(super) fn add_condition(&mut self, condition: &Conjunction, changes: &[bool]) {
        for atom in &condition.positive {
            self.add_atom(RuleAtom::new(atom));
        }
        let absent = condition.negative.iter().map(RuleAtom::new);
        self.absent.extend(absent.filter(|atom| !changes[atom.relation]));
        self.equal.extend(&condition.equal);
        self.different.extend(&condition.different);
    }
}
