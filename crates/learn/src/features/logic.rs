//! Facts as relations among objects: features for Neural Logic Machines.

use network::logic::{ARITIES, Fact, States};
use rustc_hash::FxHashMap;
use task::{Names, Space, Task, atom_parts};

/// The predicates of a domain, and its types if they are wanted, in their order: for each arity there is a relation for each
/// of them in the state, and then again in the goal.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary<'a> {
    places: FxHashMap<&'a str, Place>,
    predicates: [usize; ARITIES],
}

#[derive(Clone, Copy, Debug)]
struct Place {
    arity: usize,
    /// Among the predicates of its arity.
    number: usize,
}

/// A relation, and the objects between which it holds.
#[derive(Clone, Copy, Debug)]
struct Atom {
    feature: usize,
    arity: usize,
    objects: [u32; ARITIES - 1],
}

/// The facts that hold in a state and those of the goal, as relations among the task's objects. Facts that never change are
/// among them; those that can't matter for the goal are not.
#[derive(Clone, Debug)]
pub struct LogicFeatures {
    objects: usize,
    /// For each value of each variable the atom it stands for, if any; ordered as the task's facts.
    atoms: Vec<Option<Atom>>,
    /// Where the values of each variable begin.
    offsets: Vec<u32>,
    /// What is the same in all states: atoms that always hold, types, and the atoms of the goal.
    constant: Vec<Atom>,
    /// The values of the variables in the state looked at.
    values: Vec<u32>,
}

/// Name and arity of a predicate in the form `on/2`.
pub(crate) fn predicate_of(text: &str) -> Option<(&str, usize)> {
    let (name, arity) = text.rsplit_once('/')?;
    Some((name, arity.parse().ok()?))
}

/// The types of a task's objects, as predicates of one object in the form `:truck/1`. They may be repeated.
pub(crate) fn type_predicates(task: &Task) -> impl Iterator<Item = String> {
    let names = task.setting.iter().flat_map(|setting| setting.types.iter());
    names.filter_map(atom_parts).map(|(name, _)| format!("{name}/1"))
}

/// Are these predicates that machines can take, by ascending name?
pub(crate) fn is_vocabulary(predicates: &[String]) -> bool {
    let name = |text: &String| predicate_of(text).map(|(name, _)| name.to_owned());
    let is_known = |text: &String| predicate_of(text).is_some_and(|(_, arity)| arity < ARITIES);
    predicates.iter().all(is_known) && predicates.is_sorted_by(|first, second| name(first) < name(second))
}

impl<'a> Vocabulary<'a> {
    /// Of predicates in the form `on/2`. Those that machines can't take are left out.
    pub(crate) fn new(predicates: &'a [String]) -> Self {
        let mut vocabulary = Self { places: FxHashMap::default(), predicates: [0; ARITIES] };
        for (name, arity) in predicates.iter().filter_map(|text| predicate_of(text)) {
            if let Some(count) = vocabulary.predicates.get_mut(arity) {
                vocabulary.places.insert(name, Place { arity, number: *count });
                *count += 1;
            }
        }
        vocabulary
    }

    /// For each arity the number of relations.
    pub(crate) fn relations(&self) -> [usize; ARITIES] {
        self.predicates.map(|predicates| 2 * predicates)
    }

    /// `Atom on(a, b)` as a relation of the state, or of the goal; `None` if predicate or objects are not known.
    fn atom(&self, name: &str, is_goal: bool, objects: &FxHashMap<&str, u32>) -> Option<Atom> {
        let (predicate, arguments) = atom_parts(name)?;
        let Place { arity, number } = *self.places.get(predicate)?;
        let mut atom = Atom { feature: number, arity, objects: [0; ARITIES - 1] };
        if is_goal {
            atom.feature += self.predicates[arity];
        }
        let mut given = 0;
        for argument in arguments {
            *atom.objects[..arity].get_mut(given)? = *objects.get(argument)?;
            given += 1;
        }
        (given == arity).then_some(atom)
    }
}

impl LogicFeatures {
    /// For the states of `task`, with relations for these predicates.
    pub fn new(predicates: &[String], task: &Task) -> Self {
        let vocabulary = Vocabulary::new(predicates);
        let setting = task.setting.as_ref();
        let objects: FxHashMap<&str, u32> =
            setting.map(|setting| setting.objects.iter().zip(0..).collect()).unwrap_or_default();
        let atoms = |names: &Names, is_goal: bool| -> Vec<Option<Atom>> {
            names.iter().map(|name| vocabulary.atom(name, is_goal, &objects)).collect()
        };
        let always = setting.map(|setting| atoms(&setting.always, false)).unwrap_or_default();
        let types = setting.map(|setting| atoms(&setting.types, false)).unwrap_or_default();
        let goal = setting.and_then(|setting| setting.goal.as_ref());
        let goal = goal.map(|goal| atoms(goal, true)).unwrap_or_default();
        Self {
            objects: objects.len(),
            atoms: atoms(&task.variables.fact_names, false),
            offsets: task.variables.fact_offsets.clone(),
            constant: always.into_iter().chain(types).chain(goal).flatten().collect(),
            values: vec![0; task.variables.len()],
        }
    }

    /// Adds a state to rows of the same predicates.
    pub fn push(&mut self, space: &Space, state: &[u64], states: &mut States) {
        let Self { atoms, offsets, constant, values, .. } = self;
        space.values(state, values);
        let facts = values.iter().zip(offsets.iter()).map(|(value, offset)| (offset + value) as usize);
        let holding = facts.filter_map(|fact| atoms[fact].as_ref());
        let all = constant.iter().chain(holding);
        states.push(
            self.objects,
            all.map(|atom| Fact { feature: atom.feature, objects: &atom.objects[..atom.arity] }),
        );
    }
}
