//! Atoms and actions of a task, as text and back.

use std::collections::HashMap;
use std::fmt::Write;

use pddl::{Domain, GroundAtom, ObjectId, PredicateId, Problem};

/// The names of a task.
pub(crate) struct Names<'a> {
    pub(crate) domain: &'a Domain,
    pub(crate) problem: &'a Problem,
    predicates: HashMap<&'a str, PredicateId>,
    objects: HashMap<&'a str, ObjectId>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        let predicates = domain.predicates.iter().enumerate();
        let objects = problem.objects.iter().enumerate();
        Self {
            predicates: predicates.map(|(id, it)| (it.name.as_str(), PredicateId::from_index(id))).collect(),
            objects: objects.map(|(id, it)| (it.name.as_str(), ObjectId::from_index(id))).collect(),
            domain,
            problem,
        }
    }

    pub(crate) fn atoms(&self, atoms: &[GroundAtom]) -> Vec<String> {
        let args = |atom: &GroundAtom| atom.args.iter().map(|&arg| self.object(arg)).collect::<Vec<_>>();
        let name = |atom: &GroundAtom| self.domain.predicates[atom.predicate.index()].name.as_str();
        atoms.iter().map(|atom| applied(name(atom), args(atom))).collect()
    }

    /// The atom that a text such as `(on a b)` stands for.
    pub(crate) fn atom(&self, text: &str) -> Option<GroundAtom> {
        let mut words = text.strip_prefix('(')?.strip_suffix(')')?.split(' ');
        let predicate = *self.predicates.get(words.next()?)?;
        let args: Option<_> = words.map(|word| self.id(word)).collect();
        Some(GroundAtom { predicate, args: args? })
    }

    pub(crate) fn id(&self, object: &str) -> Option<ObjectId> {
        self.objects.get(object).copied()
    }

    pub(crate) fn object(&self, id: ObjectId) -> &'a str {
        &self.problem.objects[id.index()].name
    }

    /// An action with these arguments; where there is none, with its variable.
    pub(crate) fn action(&self, action: usize, args: &[Option<ObjectId>]) -> String {
        let action = &self.domain.actions[action];
        let args = args.iter().zip(&action.variables);
        applied(
            &action.name,
            args.map(|(arg, variable)| arg.map_or(variable.name.as_str(), |id| self.object(id))),
        )
    }
}

/// `(name argument …)`
fn applied<'a>(name: &str, args: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("({name}");
    for arg in args {
        // Writing to a string cannot fail.
        let _ = write!(text, " {arg}");
    }
    text + ")"
}
