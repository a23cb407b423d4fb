//! Planning tasks.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use hstar::pddl::Strictness;
use hstar::search::StateSpace;
use hstar::task::{Keep, Plan, sas};
use hstar::{Error, ErrorKind, Limits, PlanningTask};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};

use crate::error::{exception, wrong};
use crate::ground::{Atom, Ground};
use crate::heuristic::Heuristic;
use crate::model::Model;
use crate::plan::{self, PlanResult, Planning, Stop, Verdict};
use crate::state::{State, States, named, normal};
use crate::{arrays, interruptible, limits};

/// A task, shared by all that belongs to it.
pub struct Shared {
    pub given: PlanningTask,
    /// It is ground when a state is first asked for: planning does that by itself, and keeps only what matters.
    ground: OnceLock<Ground>,
}

impl Shared {
    /// The ground task.
    pub fn ground(&self, py: Python<'_>) -> PyResult<&Ground> {
        if let Some(ground) = self.ground.get() {
            return Ok(ground);
        }
        let (budget, flag) = limits::budget(None, None)?;
        let made = interruptible::run(py, &flag, || {
            let task = self.given.ground_keeping(Keep::Changing, &budget)?;
            Ok(Ground::new(&self.given, task.into_owned()))
        })?;
        let made = made.map_err(|error: Error| exception(&error))?;
        Ok(self.ground.get_or_init(|| made))
    }

    /// The ground task, which is there if a state is.
    pub fn known(&self) -> PyResult<&Ground> {
        self.ground.get().ok_or_else(|| wrong("the task has no states yet"))
    }
}

/// A planning task.
#[pyclass(frozen, module = "hstar")]
pub struct Task {
    pub shared: Arc<Shared>,
}

impl From<PlanningTask> for Task {
    fn from(given: PlanningTask) -> Self {
        Self { shared: Arc::new(Shared { given, ground: OnceLock::new() }) }
    }
}

impl Task {
    /// The words of a state that has to be of this task.
    fn own<'a>(&self, state: &'a State) -> PyResult<&'a [u64]> {
        if !Arc::ptr_eq(&self.shared, &state.of) {
            return Err(wrong("the state is of another task"));
        }
        Ok(&state.words)
    }

    fn state_of(&self, words: &[u64]) -> State {
        State { of: Arc::clone(&self.shared), words: words.into() }
    }

    /// The atoms as numbers, a table for each predicate.
    fn table<'a, 'py>(
        &self,
        py: Python<'py>,
        ground: &Ground,
        atoms: impl IntoIterator<Item = &'a Atom>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut tables: Vec<Vec<i32>> = vec![Vec::new(); ground.predicates.len()];
        // Rows of a predicate without arguments would have no columns, and numpy could not count them: the first column is always 0.
        for Atom { predicate, objects, .. } in atoms {
            tables[*predicate].push(0);
            tables[*predicate].extend(objects);
        }
        named(py, ground, &tables, 1)
    }
}

/// The texts of atoms or steps, as they are written here.
fn texts(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    PyIterator::from_object(given)?.map(|text| Ok(normal(text?.cast::<PyString>()?.to_str()?))).collect()
}

#[pymethods]
impl Task {
    /// A task by the files of its domain and its problem, or by a file in SAS+. The domain may be left out where its file can be found.
    #[staticmethod]
    #[pyo3(signature = (domain, problem = None, *, strict = false))]
    fn from_files(domain: PathBuf, problem: Option<PathBuf>, strict: bool) -> PyResult<Self> {
        let (domain, problem) = match problem {
            Some(problem) => (Some(domain), problem),
            None => (None, domain),
        };
        let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
        let given = PlanningTask::read(domain.as_deref(), &problem, strictness, &());
        given.map(Self::from).map_err(|error| exception(&error))
    }

    /// A task by the texts of its domain and its problem.
    #[staticmethod]
    fn from_text(domain: &str, problem: &str) -> PyResult<Self> {
        PlanningTask::from_pddl(domain, problem).map(Self::from).map_err(|error| exception(&error))
    }

    /// A task in SAS+, version 3.
    #[staticmethod]
    fn from_sas(text: &str) -> PyResult<Self> {
        PlanningTask::from_sas(text).map(Self::from).map_err(|error| exception(&error))
    }

    /// The name of the problem; `None` for tasks in SAS+.
    #[getter]
    fn name(&self) -> Option<&str> {
        match &self.shared.given {
            PlanningTask::Lifted { problem, .. } => Some(&problem.name),
            PlanningTask::Ground(_) => None,
        }
    }

    /// The name of the domain; `None` for tasks in SAS+.
    #[getter]
    fn domain_name(&self) -> Option<&str> {
        match &self.shared.given {
            PlanningTask::Lifted { domain, .. } => Some(&domain.name),
            PlanningTask::Ground(_) => None,
        }
    }

    /// The names of the objects, in the order of their numbers.
    #[getter]
    fn objects(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.shared.ground(py)?.objects.clone())
    }

    /// The predicates, and how many arguments each has.
    #[getter]
    fn predicates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let predicates = PyDict::new(py);
        for (name, arity) in &self.shared.ground(py)?.predicates {
            predicates.set_item(name, arity)?;
        }
        Ok(predicates)
    }

    /// The atoms that change, as far as they can be reached.
    #[getter]
    fn atoms(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.shared.ground(py)?.atoms.iter().flatten().map(|atom| atom.text.clone()).collect())
    }

    /// The atoms that hold in every state.
    #[getter]
    fn static_atoms(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.shared.ground(py)?.always.iter().map(|atom| atom.text.clone()).collect())
    }

    /// The atoms of the goal; `None` if it is no conjunction of atoms.
    #[getter]
    fn goal(&self, py: Python<'_>) -> PyResult<Option<Vec<String>>> {
        let goal = &self.shared.ground(py)?.goal;
        Ok(goal.as_ref().map(|atoms| atoms.iter().map(|atom| atom.text.clone()).collect()))
    }

    /// All actions that can ever be applied, in the order of their numbers.
    #[getter]
    fn actions(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.shared.ground(py)?.task.operators.names.iter().map(|name| format!("({name})")).collect())
    }

    /// The costs of all actions.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let costs = &self.shared.ground(py)?.task.operators.costs;
        arrays::of(py, &costs.iter().map(|&cost| f64::from(cost)).collect::<Vec<_>>(), None)
    }

    /// The initial state.
    #[getter]
    fn initial(&self, py: Python<'_>) -> PyResult<State> {
        let space = &self.shared.ground(py)?.space;
        let mut words = vec![0; space.words()];
        space.initial(&mut words);
        Ok(self.state_of(&words))
    }

    /// The state in which these atoms hold.
    fn state(&self, py: Python<'_>, atoms: &Bound<'_, PyAny>) -> PyResult<State> {
        let atoms = texts(atoms)?;
        let words = self.shared.ground(py)?.state(atoms.iter().map(String::as_str)).map_err(wrong)?;
        Ok(self.state_of(&words))
    }

    /// Many states in one.
    fn states(&self, py: Python<'_>, states: &Bound<'_, PyAny>) -> PyResult<States> {
        self.shared.ground(py)?;
        States::from_any(&self.shared, states)
    }

    /// The actions that can be applied in a state.
    fn applicable(&self, state: &State) -> PyResult<Vec<String>> {
        let words = self.own(state)?;
        let ground = self.shared.known()?;
        let mut actions = Vec::new();
        ground.space.applicable(words, &mut ground.space.scratch(), &mut actions);
        Ok(actions
            .iter()
            .map(|&action| format!("({})", &ground.task.operators.names[action as usize]))
            .collect())
    }

    /// The actions that can be applied in a state, each with the state that it leads to.
    fn successors(&self, state: &State) -> PyResult<Vec<(String, State)>> {
        let words = self.own(state)?;
        let ground = self.shared.known()?;
        let mut successors = Vec::new();
        ground.space.successors(words, &mut ground.space.scratch(), |action, successor| {
            successors.push((
                format!("({})", &ground.task.operators.names[action as usize]),
                self.state_of(successor),
            ));
        });
        Ok(successors)
    }

    /// The state that an action leads to.
    fn apply(&self, state: &State, action: &str) -> PyResult<State> {
        let words = self.own(state)?;
        let ground = self.shared.known()?;
        let action = ground.applicable(words, &normal(action)).map_err(wrong)?;
        let mut successor = vec![0; words.len()];
        ground.space.apply(words, action, &mut ground.space.scratch(), &mut successor);
        Ok(self.state_of(&successor))
    }

    /// The successors of many states at once: the states, and for each the number of the state it comes from and that of the action.
    fn expand<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
    ) -> PyResult<(States, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let ground = self.shared.ground(py)?;
        let states = States::from_any(&self.shared, states)?;
        let (words, parents, actions) = py.detach(|| {
            let mut scratch = ground.space.scratch();
            let (mut words, mut parents, mut actions) = (Vec::new(), Vec::new(), Vec::new());
            for (number, state) in states.iter().enumerate() {
                ground.space.successors(state, &mut scratch, |action, successor| {
                    words.extend(successor);
                    parents.push(number as i32);
                    actions.push(action as i32);
                });
            }
            (words, parents, actions)
        });
        let count = actions.len();
        let successors = States { of: Arc::clone(&self.shared), words, count };
        Ok((successors, arrays::of(py, &parents, None)?, arrays::of(py, &actions, None)?))
    }

    /// The atoms of the goal as numbers: for each predicate an array with a row for each atom, 0 first, then the numbers of the objects.
    fn goal_relations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ground = self.shared.ground(py)?;
        let Some(goal) = &ground.goal else {
            return Err(wrong("the goal is no conjunction of atoms"));
        };
        self.table(py, ground, goal)
    }

    /// The atoms that hold in every state as numbers, as `goal_relations` has those of the goal.
    fn static_relations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ground = self.shared.ground(py)?;
        self.table(py, ground, &ground.always)
    }

    /// A heuristic by its name, as searches name it.
    fn heuristic(&self, py: Python<'_>, name: &str) -> PyResult<Heuristic> {
        Heuristic::new(py, &self.shared, name)
    }

    /// Finds a plan.
    #[pyo3(signature = (search = None, *, model = None, optimal = false, time_limit = None, memory_limit = None,
        max_expansions = None, max_evaluations = None, on_plan = None, stop = None))]
    #[expect(clippy::too_many_arguments, reason = "they are arguments by name")]
    fn plan(
        &self,
        py: Python<'_>,
        search: Option<&str>,
        model: Option<Bound<'_, PyAny>>,
        optimal: bool,
        time_limit: Option<f64>,
        memory_limit: Option<u64>,
        max_expansions: Option<u64>,
        max_evaluations: Option<u64>,
        on_plan: Option<Py<PyAny>>,
        stop: Option<&Stop>,
    ) -> PyResult<PlanResult> {
        let (mut budget, mut flag) = limits::budget(time_limit, memory_limit)?;
        if let Some(stop) = stop {
            flag = Arc::clone(&stop.flag);
            budget = budget.with_interrupt(Arc::clone(&flag));
        }
        let limits = Limits { budget, max_expansions, max_evaluations };
        let planning = Planning { shared: &self.shared, search, optimal, limits, flag, on_plan };
        match model {
            None => planning.run(py, None),
            Some(model) => match model.cast::<Model>() {
                Ok(file) => planning.run(py, Some(&file.get().file)),
                Err(_) if model.is_callable() => planning.run_own(py, model.unbind()),
                Err(_) => Err(wrong("the model is neither a Model nor a function of states")),
            },
        }
    }

    /// Executes a plan, as steps or as text, and says whether it is valid.
    fn validate(&self, plan: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let text = match plan.extract::<String>() {
            Ok(text) => text,
            Err(_) => texts(plan)?.join("\n"),
        };
        let steps = Plan::parse(&text).map_err(|error| {
            exception(&Error::new(ErrorKind::Input, format_args!("the plan is wrong: {error}")))
        })?;
        let verdict = self.shared.given.validate(&steps);
        let verdict = verdict.map_err(|error| exception(&Error::new(ErrorKind::Input, error)))?;
        Ok(plan::verdict(&verdict))
    }

    /// The ground task in SAS+, as Fast Downward and its kin read it.
    fn sas(&self, py: Python<'_>) -> PyResult<String> {
        let (budget, flag) = limits::budget(None, None)?;
        let task = interruptible::run(py, &flag, || self.shared.given.ground(&budget))?;
        let task = task.map_err(|error| exception(&error))?;
        let mut text = Vec::new();
        sas::write(&task, &mut text).map_err(wrong)?;
        String::from_utf8(text).map_err(wrong)
    }

    fn __repr__(&self) -> String {
        format!(
            "<hstar.Task {} of {}>",
            self.name().unwrap_or("in SAS+"),
            self.domain_name().unwrap_or("no domain")
        )
    }
}
