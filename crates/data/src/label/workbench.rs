//! A grounded problem with everything needed to label its states.

use heuristics::{CostKind, Entry};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use search::{Action, Batch, Estimates, Heuristic, StateSpace, States};
use task::{Space, Task};

use super::LabelError;
use crate::StateText;
use crate::regression::{Mutexes, Regression};

/// A packed state.
pub(super) type State = Vec<u64>;

/// A grounded problem with everything needed to label its states.
pub(super) struct Workbench {
    /// The task. Its initial state is the one to search from next.
    pub(super) task: Task,
    pub(super) space: Space,
    scratch: <Space as StateSpace>::Scratch,
    pub(super) initial: State,
    mutexes: Mutexes,
    text: StateText,
    gauges: Vec<Gauge>,
    /// The state at the end of a plan, once it is known.
    pub(super) goal: Option<State>,
}

/// A heuristic whose values are wanted.
struct Gauge {
    entry: &'static Entry,
    /// Made when it is first asked: that may take longer than there is time, and without plans no state is labelled. Then `None`
    /// if it does not support the task.
    heuristic: Option<Option<Box<dyn Heuristic<Space> + Send>>>,
}

/// The values of heuristics for a state.
pub(super) struct Gauged {
    pub(super) values: Vec<Option<f64>>,
    /// The largest admissible value.
    pub(super) lower: Option<f64>,
}

/// The declarations of heuristics.
pub(super) fn entries(names: &[String]) -> Result<Vec<&'static Entry>, LabelError> {
    let entry = |name: &String| Entry::find(name).ok_or_else(|| LabelError::UnknownHeuristic(name.clone()));
    names.iter().map(entry).collect()
}

impl Workbench {
    pub(super) fn new(task: Task, entries: &[&'static Entry]) -> Self {
        let space = Space::new(&task);
        let mut initial = vec![0; space.words()];
        space.initial(&mut initial);
        let gauge = |&entry: &&'static Entry| Gauge { entry, heuristic: None };
        Self {
            mutexes: Mutexes::new(&task),
            text: StateText::new(&task),
            gauges: entries.iter().map(gauge).collect(),
            scratch: space.scratch(),
            goal: None,
            initial,
            space,
            task,
        }
    }

    /// The state with these values of all variables.
    pub(super) fn state(&mut self, values: &[u32]) -> State {
        let mut state = vec![0; self.space.words()];
        self.space.pack(values, &mut self.scratch, &mut state);
        state
    }

    /// Makes this state the initial one of the task.
    pub(super) fn start_from(&mut self, state: &[u64]) {
        for (variable, layer) in (0u32..).zip(&self.task.variables.layers) {
            // A derived variable's initial value is its default, in any state.
            if layer.is_none() {
                self.task.initial[variable as usize] = self.space.value(state, variable);
            }
        }
    }

    /// The regression of the task, with its scratch memory.
    pub(super) fn regression(&mut self) -> (Regression<'_>, &mut <Space as StateSpace>::Scratch) {
        let Self { task, space, mutexes, scratch, .. } = self;
        (Regression { task, space, mutexes }, scratch)
    }

    /// The values of all variables in a state.
    fn values(&self, state: &[u64]) -> Vec<u32> {
        let mut values = vec![0; self.task.variables.len()];
        self.space.values(state, &mut values);
        values
    }

    pub(super) fn text(&self, state: &[u64]) -> String {
        self.text.write(&self.values(state))
    }

    /// The successor by an applicable action.
    pub(super) fn after(&mut self, state: &[u64], action: Action) -> State {
        let mut successor = vec![0; state.len()];
        self.space.apply(state, action, &mut self.scratch, &mut successor);
        successor
    }

    /// Adds the actions applicable in a state.
    pub(super) fn applicable(&mut self, state: &[u64], actions: &mut Vec<Action>) {
        self.space.applicable(state, &mut self.scratch, actions);
    }

    /// Do all these actions lead to a goal state, in the order in which they are given but that each waits until it is applicable?
    pub(super) fn lead_to_goal(&mut self, state: &[u64], mut actions: Vec<Action>) -> bool {
        let mut state = state.to_vec();
        let mut applicable = Vec::new();
        while !actions.is_empty() {
            applicable.clear();
            self.applicable(&state, &mut applicable);
            let Some(next) = actions.iter().position(|action| applicable.contains(action)) else {
                return false;
            };
            state = self.after(&state, actions.remove(next));
        }
        self.space.is_goal(&state)
    }

    /// The end of a random walk of `length` actions, or fewer if it reaches a state without applicable ones. It asks `check` at each
    /// step whether to go on.
    pub(super) fn walk<E>(
        &mut self,
        length: u32,
        random: &mut ChaCha8Rng,
        check: impl Fn() -> Result<(), E>,
    ) -> Result<State, E> {
        let mut state = self.initial.clone();
        let mut actions = Vec::new();
        for _ in 0..length {
            check()?;
            actions.clear();
            self.applicable(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            state = self.after(&state, actions[random.random_range(0..actions.len())]);
        }
        Ok(state)
    }

    /// Evaluates all heuristics for a state.
    pub(super) fn gauge(&mut self, state: &[u64]) -> Gauged {
        let mut gauged = Gauged { values: Vec::with_capacity(self.gauges.len()), lower: None };
        for index in 0..self.gauges.len() {
            if self.gauges[index].depends_on_start() {
                self.start_from(state);
                self.gauges[index].heuristic = None;
            }
            let gauge = &mut self.gauges[index];
            let heuristic = gauge.heuristic.get_or_insert_with(|| make(gauge.entry, &self.task));
            let value = heuristic.as_deref_mut().map(|heuristic| estimate(heuristic, &self.space, state));
            if gauge.entry.is_admissible {
                gauged.lower =
                    value.map_or(gauged.lower, |value| Some(gauged.lower.unwrap_or(0.0).max(value)));
            }
            gauged.values.push(value);
        }
        gauged
    }
}

impl Gauge {
    /// Must the heuristic be made anew for each state? Landmarks are computed from the initial state, and those left depend on the
    /// path.
    fn depends_on_start(&self) -> bool {
        self.entry.name == "landmarks"
    }
}

fn make(entry: &Entry, task: &Task) -> Option<Box<dyn Heuristic<Space> + Send>> {
    entry.make(task, CostKind::Normal).ok()
}

/// A heuristic's estimate for a state, as the initial one of a search.
fn estimate(heuristic: &mut dyn Heuristic<Space>, space: &Space, state: &[u64]) -> f64 {
    let mut states = States::new(space.words());
    states.insert(state);
    let mut estimates = Estimates::new(false);
    heuristic.begin_search();
    heuristic.estimate(space, &Batch::initial(&states), &mut estimates);
    estimates.estimates().first().map_or(f64::NAN, |estimate| f64::from(estimate.h))
}
