//! The parts of a problem that its variables do not express: objects, types, constant atoms and the goal's atoms.

use crate::Names;
use pddl::{Domain, Formula, GroundAtom, ObjectId, PredicateId, Problem, Term, TypeId, Types};
use std::fmt::{self, Display};

/// The parts of a task's problem that its variables do not express. Atoms are written as facts are: `Atom on(a, b)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The names of the objects, constants included.
    pub objects: Names,
    /// The atoms that hold at the start and in every state that can be reached, and are no values of variables.
    pub always: Names,
    /// The types of objects as atoms: `Atom :truck(t1)`, whose colon no predicate has. Supertypes are among them, but for
    /// `object`.
    pub types: Names,
    /// The atoms of the goal, also those that always hold; `None` if it is no conjunction of atoms.
    pub goal: Option<Names>,
}

impl Setting {
    /// The setting of a problem. `is_constant` tells which of the initial atoms always hold.
    pub(crate) fn new(
        domain: &Domain,
        problem: &Problem,
        mut is_constant: impl FnMut(&GroundAtom) -> bool,
    ) -> Self {
        let text = |atom: &GroundAtom| atom_name(domain, problem, atom.predicate, &atom.args).to_string();
        let always = problem.init.iter().filter(|atom| is_constant(atom));
        let goal = conjuncts(&problem.goal);
        Self {
            objects: problem.objects.iter().map(|object| &object.name).collect(),
            always: always.map(text).collect(),
            types: types(domain, problem).collect(),
            goal: goal.map(|atoms| atoms.iter().map(text).collect()),
        }
    }
}

fn types(domain: &Domain, problem: &Problem) -> impl Iterator<Item = String> {
    let named = domain.types.iter().enumerate().map(|(index, of_type)| (TypeId::from_index(index), of_type));
    let below_object = named.filter(|(id, _)| *id != Types::OBJECT);
    below_object.flat_map(|(id, of_type)| {
        let objects = problem.objects_of(&domain.types, &[id]).collect::<Vec<_>>();
        objects.into_iter().map(|object| {
            let name = &problem.objects[object.index()].name;
            format!("Atom :{}({name})", of_type.name)
        })
    })
}

/// The atoms of a conjunction, in the order of the text; `None` if the formula is no conjunction of ground atoms.
pub fn conjuncts(formula: &Formula) -> Option<Vec<GroundAtom>> {
    let mut atoms = Vec::new();
    let mut open = vec![formula];
    while let Some(formula) = open.pop() {
        match formula {
            Formula::And(parts) => open.extend(parts.iter().rev()),
            Formula::Atom(atom) => {
                let object = |term: &Term| match term {
                    Term::Object(object) => Some(*object),
                    Term::Variable(_) => None,
                };
                let args = atom.args.iter().map(object).collect::<Option<_>>()?;
                atoms.push(GroundAtom { predicate: atom.predicate, args });
            }
            _ => return None,
        }
    }
    Some(atoms)
}

fn atom_name(domain: &Domain, problem: &Problem, predicate: PredicateId, args: &[ObjectId]) -> impl Display {
    fmt::from_fn(move |out| {
        write!(out, "Atom {}(", domain.predicates[predicate.index()].name)?;
        for (place, object) in args.iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            write!(out, "{separator}{}", problem.objects[object.index()].name)?;
        }
        out.write_str(")")
    })
}
