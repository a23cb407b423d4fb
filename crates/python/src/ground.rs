//! A ground task with all that questions about its states need.

use std::collections::{HashMap, HashSet};

use hstar::PlanningTask;
use hstar::search::{Action, StateSpace};
use hstar::task::{Fact, Space, Task, atom_parts};

/// A ground task with its state space, its atoms in words and in numbers.
pub struct Ground {
    pub task: Task,
    pub space: Space,
    /// By fact: the atom, if it is one that the domain knows.
    pub atoms: Vec<Option<Atom>>,
    /// The atoms that hold in every state.
    pub always: Vec<Atom>,
    /// The atoms of the goal, if it is a conjunction of atoms.
    pub goal: Option<Vec<Atom>>,
    pub objects: Vec<String>,
    /// The names of the predicates, and how many arguments each has.
    pub predicates: Vec<(String, usize)>,
    facts: HashMap<String, Fact>,
    statics: HashSet<String>,
    actions: HashMap<String, Action>,
}

/// An atom, as text and as numbers.
pub struct Atom {
    /// As in `(on a b)`.
    pub text: String,
    /// The number of the predicate.
    pub predicate: usize,
    /// The numbers of the objects.
    pub objects: Vec<i32>,
}

impl Ground {
    /// The ground form of a given task.
    pub fn new(given: &PlanningTask, task: Task) -> Self {
        let mut reader = Reader::new(given, &task);
        let names: Vec<String> = task.variables.fact_names.iter().map(str::to_owned).collect();
        let atoms: Vec<Option<Atom>> = names.iter().map(|name| reader.atom(name)).collect();
        let setting = task.setting.as_deref();
        let always = setting.into_iter().flat_map(|setting| setting.always.iter());
        let always: Vec<Atom> = always.filter_map(|name| reader.atom(name)).collect();
        let goal = match setting {
            Some(setting) => {
                setting.goal.as_ref().map(|goal| goal.iter().filter_map(|name| reader.atom(name)).collect())
            }
            None => Some(
                task.goal.iter().filter_map(|&goal| reader.atom(task.variables.fact_name(goal))).collect(),
            ),
        };
        let mut facts = HashMap::new();
        for variable in 0..task.variables.len() {
            for value in 0..task.variables.domain_size(variable) {
                let fact = Fact { variable: variable as u32, value: value as u32 };
                if let Some(atom) = &atoms[task.variables.fact_index(fact)] {
                    facts.insert(atom.text.clone(), fact);
                }
            }
        }
        let names = task.operators.names.iter().zip(0..);
        let actions = names.map(|(name, action)| (format!("({name})"), action)).collect();
        let statics = always.iter().map(|atom| atom.text.clone()).collect();
        let Reader { objects, predicates, .. } = reader;
        Self {
            space: Space::new(&task),
            atoms,
            always,
            goal,
            objects,
            predicates,
            facts,
            statics,
            actions,
            task,
        }
    }

    /// The atom that a variable's value stands for, if it is one.
    pub fn atom(&self, variable: usize, value: u32) -> Option<&Atom> {
        self.atoms[self.task.variables.fact_offsets[variable] as usize + value as usize].as_ref()
    }

    /// The atoms that hold in a state, beside those that always do.
    pub fn atoms_of<'a>(&'a self, state: &'a [u64]) -> impl Iterator<Item = &'a Atom> {
        (0..self.task.variables.len())
            .filter_map(|variable| self.atom(variable, self.space.value(state, variable as u32)))
    }

    /// Does the atom with this text hold in a state?
    pub fn holds(&self, state: &[u64], atom: &str) -> bool {
        match self.facts.get(atom) {
            Some(fact) => self.space.value(state, fact.variable) == fact.value,
            None => self.is_static(atom),
        }
    }

    fn is_static(&self, atom: &str) -> bool {
        self.statics.contains(atom)
    }

    /// The state in which these atoms hold, those that always do, and what they entail.
    ///
    /// # Errors
    /// When an atom is unknown, two exclude each other, or one is missing of which one has to hold.
    pub fn state<'a>(&self, atoms: impl IntoIterator<Item = &'a str>) -> Result<Vec<u64>, String> {
        let variables = &self.task.variables;
        let mut values = vec![None; variables.len()];
        for text in atoms {
            let Some(fact) = self.facts.get(text) else {
                if self.is_static(text) {
                    continue;
                }
                return Err(format!("{text} can't hold in any state of this task"));
            };
            let place = &mut values[fact.variable as usize];
            match place {
                Some(other) if *other != fact.value && variables.layers[fact.variable as usize].is_none() => {
                    let other =
                        self.atom(fact.variable as usize, *other).map_or("another", |atom| &atom.text);
                    return Err(format!("{other} and {text} exclude each other"));
                }
                _ => *place = Some(fact.value),
            }
        }
        self.completed(&values).map_err(|variable| {
            let any = self.atom(variable, 0).map_or("", |atom| &atom.text);
            format!("one atom is missing: {any}, or one that excludes it")
        })
    }

    /// A state of another ground task of the same problem as a state of this one: as many of its atoms hold as this task has. Where none of a
    /// variable's does and one has to, it is the initial one.
    pub fn converted(&self, from: &Ground, state: &[u64]) -> Vec<u64> {
        let holding = from.atoms_of(state).chain(&from.always).filter_map(|atom| self.facts.get(&atom.text));
        let mut values = vec![None; self.task.variables.len()];
        holding.for_each(|fact| values[fact.variable as usize] = Some(fact.value));
        loop {
            match self.completed(&values) {
                Ok(state) => return state,
                Err(variable) => values[variable] = Some(self.task.initial[variable]),
            }
        }
    }

    /// The state with these values; where there is none, with the one that stands for no atom.
    ///
    /// # Errors
    /// Names the first variable that has no such value.
    fn completed(&self, values: &[Option<u32>]) -> Result<Vec<u64>, usize> {
        let variables = &self.task.variables;
        let complete = values.iter().enumerate().map(|(variable, value)| {
            if variables.layers[variable].is_some() {
                // Derived variables follow from the others.
                return Ok(self.task.initial[variable]);
            }
            let mut all = 0..variables.domain_size(variable) as u32;
            value.or_else(|| all.find(|&value| self.atom(variable, value).is_none())).ok_or(variable)
        });
        let mut state = vec![0; self.space.words()];
        self.space.pack(&complete.collect::<Result<Vec<_>, _>>()?, &mut self.space.scratch(), &mut state);
        Ok(state)
    }

    /// The number of an action, if it can be applied in a state.
    ///
    /// # Errors
    /// Says why not.
    pub fn applicable(&self, state: &[u64], action: &str) -> Result<Action, String> {
        let Some(&number) = self.actions.get(action) else {
            return Err(format!("there is no action {action}, or it can never be applied"));
        };
        let unmet = self.task.operators.preconditions[number as usize].iter();
        let mut unmet = unmet.filter(|fact| self.space.value(state, fact.variable) != fact.value);
        match unmet.next() {
            None => Ok(number),
            Some(fact) => {
                let needed = match self.atom(fact.variable as usize, fact.value) {
                    Some(atom) => atom.text.clone(),
                    None => self.task.variables.fact_name(*fact).to_owned(),
                };
                Err(format!("{action} can't be applied here: it needs {needed}"))
            }
        }
    }
}

/// Reads atoms by the names of facts, as `Atom on(a, b)`.
struct Reader {
    objects: Vec<String>,
    predicates: Vec<(String, usize)>,
    object_numbers: HashMap<String, i32>,
    predicate_numbers: HashMap<String, usize>,
    /// Are there predicates and objects beyond those that are known?
    is_open: bool,
}

impl Reader {
    fn new(given: &PlanningTask, task: &Task) -> Self {
        let objects: Vec<String> =
            task.setting.iter().flat_map(|setting| setting.objects.iter()).map(str::to_owned).collect();
        let predicates: Vec<(String, usize)> = match given {
            PlanningTask::Lifted { domain, .. } => domain
                .predicates
                .iter()
                .map(|predicate| (predicate.name.clone(), predicate.parameters.len()))
                .collect(),
            PlanningTask::Ground(_) => Vec::new(),
        };
        let object_numbers = objects.iter().cloned().zip(0..).collect();
        let predicate_numbers = predicates.iter().map(|(name, _)| name.clone()).zip(0..).collect();
        let is_open = matches!(given, PlanningTask::Ground(_));
        Self { objects, predicates, object_numbers, predicate_numbers, is_open }
    }

    fn atom(&mut self, name: &str) -> Option<Atom> {
        let (predicate, arguments) = atom_parts(name)?;
        let arguments: Vec<&str> = arguments.collect();
        let text = match arguments.is_empty() {
            true => format!("({predicate})"),
            false => format!("({predicate} {})", arguments.join(" ")),
        };
        let known = self.predicate_numbers.get(predicate).copied();
        let predicate = match known {
            Some(number) => number,
            None if self.is_open => {
                self.predicates.push((predicate.to_owned(), arguments.len()));
                *self.predicate_numbers.entry(predicate.to_owned()).or_insert(self.predicates.len() - 1)
            }
            None => return None,
        };
        let objects = arguments.into_iter().map(|argument| match self.object_numbers.get(argument) {
            Some(&number) => number,
            None => {
                self.objects.push(argument.to_owned());
                *self.object_numbers.entry(argument.to_owned()).or_insert(self.objects.len() as i32 - 1)
            }
        });
        Some(Atom { text, predicate, objects: objects.collect() })
    }
}
