//! Facts as relations among objects: features for Neural Logic Machines.

use network::logic::{ARITIES, Fact, States};
use rustc_hash::FxHashMap;
use task::{Names, Space, Task, atom_parts};

/// The predicates of a domain, with its types if they are wanted, in order. For each arity, each predicate gives one relation for
/// the state, and after these one for the goal.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary<'a> {
    places: FxHashMap<&'a str, Place>,
    predicates: [usize; ARITIES],
}

#[derive(Clone, Copy, Debug)]
struct Place {
    arity: usize,
    /// Its number among the predicates of its arity.
    number: usize,
}

/// A relation, and the objects for which it holds.
#[derive(Clone, Copy, Debug)]
struct Atom {
    feature: usize,
    arity: usize,
    objects: [u32; ARITIES - 1],
}

/// The facts that hold in a state and those of the goal, as relations among the task's objects. Static facts are included; facts
/// that are irrelevant for the goal are not.
#[derive(Clone, Debug)]
pub struct LogicFeatures {
    objects: usize,
    /// By fact, in the task's order: its atom, if it has one.
    atoms: Vec<Option<Atom>>,
    /// By variable: the index of its first fact.
    offsets: Vec<u32>,
    /// The atoms that are the same in all states: static ones, types, and those of the goal.
    constant: Vec<Atom>,
    /// A buffer for the values of the variables in a state.
    values: Vec<u32>,
}

/// Name and arity of a predicate in the form `on/2`.
pub(crate) fn predicate_of(text: &str) -> Option<(&str, usize)> {
    let (name, arity) = text.rsplit_once('/')?;
    Some((name, arity.parse().ok()?))
}

/// The types of a task's objects, as unary predicates in the form `:truck/1`. There may be duplicates.
pub(crate) fn type_predicates(task: &Task) -> impl Iterator<Item = String> {
    let names = task.setting.iter().flat_map(|setting| setting.types.iter());
    names.filter_map(atom_parts).map(|(name, _)| format!("{name}/1"))
}

/// Are these predicates of supported arities, in ascending order of their names?
pub(crate) fn is_vocabulary(predicates: &[String]) -> bool {
    let name = |text: &String| predicate_of(text).map(|(name, _)| name.to_owned());
    let is_known = |text: &String| predicate_of(text).is_some_and(|(_, arity)| arity < ARITIES);
    predicates.iter().all(is_known) && predicates.is_sorted_by(|first, second| name(first) < name(second))
}

impl<'a> Vocabulary<'a> {
    /// The vocabulary of predicates in the form `on/2`. Those of unsupported arities are left out.
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

    /// The number of relations of each arity.
    pub(crate) fn relations(&self) -> [usize; ARITIES] {
        self.predicates.map(|predicates| 2 * predicates)
    }

    /// `Atom on(a, b)` as a relation of the state, or of the goal; `None` if its predicate or objects are unknown.
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
    /// Features for the states of `task`, with relations for these predicates.
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

    /// Appends a state to rows of the same predicates.
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
