//! The graph of a task's states: its objects, and the atoms that hold or are wanted.

use rustc_hash::FxHashMap;
use search::StateSpace;
use task::{Names, Rows, Space, Task, atom_parts};

use crate::{Facts, Options, Vocabulary};

/// Stands for no atom.
pub(crate) const NONE: u32 = u32::MAX;

/// How an atom of the graph stands: part of its first colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// It holds and is no goal.
    True,
    /// It holds and is a goal.
    Reached,
    /// It is a goal and does not hold.
    Open,
}

impl Status {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::True, Self::Reached, Self::Open];
}

/// All that graphs of a task's states have in common. The *instance learning graph* of GOOSE (Chen, Trevizan and Thiébaux,
/// ICAPS 2024): nodes are the objects, the atoms of the state and those of the goal; an atom has an edge to each of its
/// objects, labelled by the position.
#[derive(Clone, Debug)]
pub struct Graph {
    /// By object: what tells it from others before the first refinement, as its colour is named.
    pub(crate) kinds: Vec<String>,
    /// By atom: its predicate, as the vocabulary numbers them.
    pub(crate) predicates: Vec<u32>,
    /// By atom: its objects.
    pub(crate) objects: Rows<u32>,
    pub(crate) is_goal: Vec<bool>,
    /// By fact of the task: its atom, or `NONE`.
    atoms: Vec<u32>,
    /// By variable: where its facts begin.
    offsets: Vec<u32>,
    /// The atoms that hold in all states, and are no facts.
    pub(crate) always: Vec<u32>,
}

/// Why a task has no such graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGraph {
    /// It does not come from PDDL, so that there are no objects.
    NoObjects,
    /// Its goal is no conjunction of atoms.
    GoalForm,
}

impl Graph {
    /// The graph of the states of a task.
    ///
    /// # Errors
    /// When the task has no objects, or a goal that is no conjunction of atoms.
    pub fn new(task: &Task, vocabulary: &Vocabulary, options: &Options) -> Result<Self, NoGraph> {
        let setting = task.setting.as_deref().ok_or(NoGraph::NoObjects)?;
        let goal = setting.goal.as_ref().ok_or(NoGraph::GoalForm)?;
        let mut table = AtomTable {
            vocabulary,
            objects: setting.objects.iter().zip(0..).collect(),
            known: FxHashMap::default(),
            predicates: Vec::new(),
            arguments: Rows::new(),
        };
        let facts = task.variables.fact_names.iter();
        let atoms: Vec<u32> = facts.map(|name| table.add(name).unwrap_or(NONE)).collect();
        let facts = table.predicates.len();
        let sees_all = options.facts == Facts::All;
        // An atom that is a fact, too, holds by its variable.
        let is_no_fact = |atom: &u32| *atom as usize >= facts;
        let always = setting.always.iter().filter(|_| sees_all);
        let always = always.filter_map(|name| table.add(name)).filter(is_no_fact).collect();
        let goals = goal.iter().filter_map(|name| table.add(name));
        let goals: Vec<u32> = goals.filter(|atom| sees_all || !is_no_fact(atom)).collect();
        let AtomTable { predicates, arguments, .. } = table;
        let mut is_goal = vec![false; predicates.len()];
        goals.into_iter().for_each(|atom| is_goal[atom as usize] = true);
        Ok(Self {
            kinds: kinds(&setting.objects, &setting.types, vocabulary, options),
            predicates,
            objects: arguments,
            is_goal,
            atoms,
            offsets: task.variables.fact_offsets.clone(),
            always,
        })
    }

    /// The number of objects.
    pub fn objects(&self) -> usize {
        self.kinds.len()
    }

    /// The number of atoms that can be nodes.
    pub(crate) fn atoms(&self) -> usize {
        self.predicates.len()
    }

    /// The atom of a variable's value; `NONE` if it is none.
    pub(crate) fn atom(&self, variable: u32, value: u32) -> u32 {
        self.atoms[(self.offsets[variable as usize] + value) as usize]
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How an atom stands if it holds, or if not; `None` if it is no node then.
    pub(crate) fn status(&self, atom: u32, holds: bool) -> Option<Status> {
        match (self.is_goal[atom as usize], holds) {
            (false, true) => Some(Status::True),
            (true, true) => Some(Status::Reached),
            (true, false) => Some(Status::Open),
            (false, false) => None,
        }
    }

    /// The atoms of the graph of a state, by ascending number, with how they stand.
    pub fn nodes(&self, space: &Space, state: &[u64]) -> Vec<(u32, Status)> {
        debug_assert_eq!(state.len(), space.words());
        let mut holds = vec![false; self.atoms()];
        self.always.iter().for_each(|&atom| holds[atom as usize] = true);
        for variable in 0..self.variables() as u32 {
            let atom = self.atom(variable, space.value(state, variable));
            if atom != NONE {
                holds[atom as usize] = true;
            }
        }
        let statuses = (0u32..).zip(holds).map(|(atom, holds)| Some((atom, self.status(atom, holds)?)));
        statuses.flatten().collect()
    }

    /// An atom's predicate, as the vocabulary numbers them, and its objects.
    pub fn atom_parts(&self, atom: u32) -> (u32, &[u32]) {
        (self.predicates[atom as usize], &self.objects[atom as usize])
    }
}

/// Atoms, numbered as they are added.
struct AtomTable<'a> {
    vocabulary: &'a Vocabulary,
    objects: FxHashMap<&'a str, u32>,
    known: FxHashMap<(u32, Vec<u32>), u32>,
    predicates: Vec<u32>,
    arguments: Rows<u32>,
}

impl AtomTable<'_> {
    /// The number of `Atom on(a, b)`; `None` for what is no atom of the vocabulary.
    fn add(&mut self, name: &str) -> Option<u32> {
        let (predicate, arguments) = atom_parts(name)?;
        let predicate = self.vocabulary.number(predicate)?;
        let arguments = arguments.map(|argument| self.objects.get(argument).copied());
        let arguments: Vec<u32> = arguments.collect::<Option<_>>()?;
        let number = self.known.len() as u32;
        Some(*self.known.entry((predicate, arguments)).or_insert_with_key(|(_, arguments)| {
            self.predicates.push(predicate);
            self.arguments.push(arguments.iter().copied());
            number
        }))
    }
}

/// By object: a constant's name, or its types, or nothing, as the options want.
fn kinds(objects: &Names, types: &Names, vocabulary: &Vocabulary, options: &Options) -> Vec<String> {
    let mut kinds: Vec<Vec<&str>> = vec![Vec::new(); objects.len()];
    let numbers: FxHashMap<&str, usize> = objects.iter().zip(0..).collect();
    if options.types {
        // Supertypes are among them.
        for (name, mut arguments) in types.iter().filter_map(atom_parts) {
            if let Some(&number) = arguments.next().and_then(|object| numbers.get(object)) {
                kinds[number].push(name.trim_start_matches(':'));
            }
        }
    }
    let named = |(mut types, object): (Vec<&str>, &str)| {
        types.sort_unstable();
        if options.constants && vocabulary.is_constant(object) {
            format!("constant {object}")
        } else {
            std::iter::once("object").chain(types).collect::<Vec<_>>().join(" ")
        }
    };
    kinds.into_iter().zip(objects.iter()).map(named).collect()
}
