//! The signature of a model: its inputs, and the tasks it can be used for.

use std::collections::BTreeSet;

use heuristics::RelaxedHypergraph;
use pddl::Domain;
use search::StateSpace;
use serde::{Deserialize, Serialize};
use task::{Space, Task};

use crate::features::{
    FactFeatures, FeatureKind, FeatureRows, Features, HypergraphFeatures, LogicFeatures, PLANNING_NAMES,
    PlanningFeatures, Vocabulary, WlFeatures, WlSignature, check_hypergraph, fact_names, is_vocabulary,
    predicate_of, roles_for, type_predicates,
};
use crate::mismatch::{MOST_OBJECTS, Mismatch};
use crate::net::InputSizes;
use data::atom_text;
use network::hypergraph::Roles;
use network::logic::ARITIES;

/// The signature of a model: its inputs, and the tasks it can be used for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The kind of features.
    pub features: FeatureKind,
    /// The name of each input; for logic features the predicates, as `on/2`, and types, as `:truck/1`; for hypergraphs none.
    pub inputs: Vec<String>,
    /// The domain; `None` if the model was trained on SAS+ tasks.
    pub domain: Option<DomainSignature>,
    /// The common goal of all tasks, for a model of a single task.
    pub goal: Option<Vec<String>>,
    /// The largest numbers of preconditions (senders) and effects (receivers) of actions, for hypergraphs. Files from before there
    /// were such stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roles: Option<Roles>,
    /// The puzzle, for a model of one: its inputs have no names. Files from before there were such stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<PuzzleSignature>,
    /// The colours, for Weisfeiler-Leman features. Files from before there were such stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wl: Option<WlSignature>,
}

/// A puzzle, and the number of inputs for its states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleSignature {
    /// The puzzle and its size, as for `hstar solve`.
    pub space: String,
    /// The number of inputs.
    pub inputs: usize,
}

/// A domain's name and predicates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DomainSignature {
    /// Its name.
    pub name: String,
    /// Its predicates, as `on/2`, sorted.
    pub predicates: Vec<String>,
}

impl DomainSignature {
    /// The signature of a domain.
    pub fn new(domain: &Domain) -> Self {
        let arity =
            |predicate: &pddl::Predicate| format!("{}/{}", predicate.name, predicate.parameters.len());
        let mut predicates: Vec<String> = domain.predicates.iter().map(arity).collect();
        predicates.sort_unstable();
        predicates.dedup();
        Self { name: domain.name.clone(), predicates }
    }
}

impl Signature {
    /// The signature of a model with features of this kind, trained on these tasks.
    pub fn new<'a>(
        features: FeatureKind,
        domain: Option<DomainSignature>,
        tasks: impl Iterator<Item = &'a Task>,
    ) -> Self {
        match features {
            FeatureKind::Planning => {
                let inputs = PLANNING_NAMES.map(str::to_owned).to_vec();
                Self { features, inputs, domain, goal: None, roles: None, puzzle: None, wl: None }
            }
            FeatureKind::Facts => {
                let (mut inputs, mut goal) = (Vec::new(), None);
                for task in tasks {
                    inputs.extend(fact_names(task));
                    goal.get_or_insert_with(|| goal_names(task));
                }
                inputs.sort_unstable();
                inputs.dedup();
                Self { features, inputs, domain, goal, roles: None, puzzle: None, wl: None }
            }
            FeatureKind::Logic | FeatureKind::TypedLogic => {
                let mut inputs = domain.as_ref().map_or(Vec::new(), |domain| domain.predicates.clone());
                if features == FeatureKind::TypedLogic {
                    inputs.extend(tasks.flat_map(type_predicates).collect::<BTreeSet<_>>());
                }
                inputs.sort_by(|first, second| predicate_of(first).cmp(&predicate_of(second)));
                Self { features, inputs, domain, goal: None, roles: None, puzzle: None, wl: None }
            }
            FeatureKind::Hypergraph => {
                let (inputs, roles) = (Vec::new(), Some(roles_for(tasks)));
                Self { features, inputs, domain, goal: None, roles, puzzle: None, wl: None }
            }
            // No planning task has these features: the check of any task will fail.
            FeatureKind::Wl | FeatureKind::Places | FeatureKind::Databases => {
                Self { features, inputs: Vec::new(), domain, goal: None, roles: None, puzzle: None, wl: None }
            }
        }
    }

    /// The signature of a model of Weisfeiler-Leman features, whose colours come from states.
    pub fn for_wl(domain: Option<DomainSignature>, wl: WlSignature) -> Self {
        let (features, inputs) = (FeatureKind::Wl, Vec::new());
        Self { features, inputs, domain, goal: None, roles: None, puzzle: None, wl: Some(wl) }
    }

    /// The signature of a model of a puzzle.
    pub fn for_puzzle(features: FeatureKind, puzzle: PuzzleSignature) -> Self {
        let inputs = Vec::new();
        Self { features, inputs, domain: None, goal: None, roles: None, puzzle: Some(puzzle), wl: None }
    }

    /// The features of the states of a task, for a model of this signature.
    ///
    /// # Errors
    /// When the hypergraph of the task is too large for the model, or the model is one of a puzzle.
    pub fn features_of(&self, task: &Task) -> Result<Features, Mismatch> {
        let names = &self.inputs;
        Ok(match self.features {
            FeatureKind::Facts => Features::Facts(FactFeatures::new(names, task)),
            FeatureKind::Planning => Features::Planning(Box::new(PlanningFeatures::new(task))),
            FeatureKind::Logic | FeatureKind::TypedLogic => {
                Features::Logic(Box::new(LogicFeatures::new(names, task)))
            }
            FeatureKind::Hypergraph => {
                Features::Hypergraph(Box::new(HypergraphFeatures::new(self.roles.unwrap_or_default(), task)?))
            }
            FeatureKind::Wl => {
                let wl = self.wl.as_ref().ok_or(Mismatch::NoObjects)?;
                Features::Wl(Box::new(WlFeatures::new(wl, task)?))
            }
            FeatureKind::Places | FeatureKind::Databases => return Err(self.of_puzzle()),
        })
    }

    /// Adds the features of states of a task, which are given by the values of all variables. States that have none are left out.
    ///
    /// # Errors
    /// As [`features_of`](Self::features_of).
    pub fn add(&self, task: &Task, states: &[Vec<u32>], rows: &mut FeatureRows) -> Result<(), Mismatch> {
        let space = Space::new(task);
        let (mut scratch, mut words) = (space.scratch(), vec![0; space.words()]);
        let mut features = self.features_of(task)?;
        for state in states {
            space.pack(state, &mut scratch, &mut words);
            features.push(&space, &words, rows);
        }
        Ok(())
    }

    /// The error that a model of a puzzle can't be used for planning tasks.
    pub(crate) fn of_puzzle(&self) -> Mismatch {
        let space = self.puzzle.as_ref().map_or("a puzzle", |puzzle| &puzzle.space);
        Mismatch::Puzzle(space.to_owned())
    }

    /// The size of a state's features.
    pub fn sizes(&self) -> InputSizes {
        match self.features {
            FeatureKind::Planning | FeatureKind::Facts => InputSizes::Numbers(self.inputs.len()),
            FeatureKind::Logic | FeatureKind::TypedLogic => {
                InputSizes::Relations(Vocabulary::new(&self.inputs).relations())
            }
            FeatureKind::Hypergraph => InputSizes::Hypergraph(self.roles.unwrap_or_default()),
            FeatureKind::Wl => InputSizes::Numbers(self.wl.as_ref().map_or(0, WlSignature::width)),
            FeatureKind::Places | FeatureKind::Databases => {
                InputSizes::Numbers(self.puzzle.as_ref().map_or(0, |puzzle| puzzle.inputs))
            }
        }
    }

    /// An empty set of feature rows.
    pub fn rows(&self) -> FeatureRows {
        match (self.features, self.sizes()) {
            (FeatureKind::Databases | FeatureKind::Wl, InputSizes::Numbers(width)) => {
                FeatureRows::Numbers { width, numbers: Vec::new() }
            }
            _ => FeatureRows::for_inputs(self.features, &self.inputs),
        }
    }

    /// Could it be a trained model's? Names have to be sorted, since they are looked up by binary search.
    pub(crate) fn is_well_formed(&self) -> bool {
        let is_sorted = |names: &[String]| names.is_sorted_by(|first, second| first < second);
        let inputs = match self.features {
            FeatureKind::Planning => self.inputs == PLANNING_NAMES,
            FeatureKind::Facts => is_sorted(&self.inputs),
            FeatureKind::Logic | FeatureKind::TypedLogic => is_vocabulary(&self.inputs),
            FeatureKind::Hypergraph | FeatureKind::Wl | FeatureKind::Places | FeatureKind::Databases => {
                self.inputs.is_empty()
            }
        };
        let puzzle = self.puzzle.is_some() == self.features.are_of_puzzles();
        let wl = self.wl.is_some() == (self.features == FeatureKind::Wl);
        let roles = self.roles.is_some() == (self.features == FeatureKind::Hypergraph);
        let mut others = self.goal.iter().chain(self.domain.iter().map(|domain| &domain.predicates));
        inputs && roles && wl && puzzle && others.all(|names| is_sorted(names))
    }

    /// Checks that the model can be used for a task.
    ///
    /// # Errors
    /// Says what differs from the tasks it was trained on.
    pub fn check(&self, domain: Option<&DomainSignature>, task: &Task) -> Result<(), Mismatch> {
        if let (Some(own), Some(other)) = (&self.domain, domain) {
            own.check(other)?;
        }
        match self.features {
            FeatureKind::Planning => Ok(()),
            FeatureKind::Facts => self.check_facts(task),
            FeatureKind::Logic | FeatureKind::TypedLogic => self.check_relations(task),
            FeatureKind::Hypergraph => {
                check_hypergraph(self.roles.unwrap_or_default(), &RelaxedHypergraph::new(task))
            }
            FeatureKind::Wl => {
                let setting = task.setting.as_ref().ok_or(Mismatch::NoObjects)?;
                if setting.goal.is_none() { Err(Mismatch::GoalForm) } else { Ok(()) }
            }
            FeatureKind::Places | FeatureKind::Databases => Err(self.of_puzzle()),
        }
    }

    /// Checks that a task has the goal that the model knows, and no facts that it does not know.
    fn check_facts(&self, task: &Task) -> Result<(), Mismatch> {
        let Some(goal) = &self.goal else { return Ok(()) };
        let (only_model, only_task) = differences(goal, &goal_names(task));
        if !(only_model.is_empty() && only_task.is_empty()) {
            return Err(Mismatch::Goal { only_model, only_task });
        }
        let (_, unknown) = differences(&self.inputs, &fact_names(task));
        if unknown.is_empty() { Ok(()) } else { Err(Mismatch::Facts(unknown)) }
    }

    /// Checks that a task can be described by relations among objects.
    fn check_relations(&self, task: &Task) -> Result<(), Mismatch> {
        let is_too_wide = |text: &&String| predicate_of(text).is_none_or(|(_, arity)| arity >= ARITIES);
        let too_wide: Vec<String> = self.inputs.iter().filter(is_too_wide).cloned().collect();
        if !too_wide.is_empty() {
            return Err(Mismatch::Arity(too_wide));
        }
        let setting = task.setting.as_ref().ok_or(Mismatch::NoObjects)?;
        if setting.objects.len() > MOST_OBJECTS {
            return Err(Mismatch::Objects(setting.objects.len()));
        }
        if setting.goal.is_none() { Err(Mismatch::GoalForm) } else { Ok(()) }
    }
}

impl DomainSignature {
    /// Checks that a model of this domain can be used for tasks of another one.
    ///
    /// # Errors
    /// Says what differs.
    pub fn check(&self, other: &Self) -> Result<(), Mismatch> {
        if self.name != other.name {
            return Err(Mismatch::Domain { model: self.name.clone(), task: other.name.clone() });
        }
        let (only_model, only_task) = differences(&self.predicates, &other.predicates);
        if only_model.is_empty() && only_task.is_empty() {
            Ok(())
        } else {
            Err(Mismatch::Predicates { only_model, only_task })
        }
    }
}

fn goal_names(task: &Task) -> Vec<String> {
    let name = |fact: &task::Fact| {
        let name = task.variables.fact_name(*fact);
        atom_text(name).unwrap_or_else(|| name.to_owned())
    };
    let mut names: Vec<String> = task.goal.iter().map(name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The names that only the first, and those that only the second of two sorted lists has.
fn differences(first: &[String], second: &[String]) -> (Vec<String>, Vec<String>) {
    let only = |these: &[String], those: &[String]| {
        these.iter().filter(|name| those.binary_search(name).is_err()).cloned().collect()
    };
    (only(first, second), only(second, first))
}
