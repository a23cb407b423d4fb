//! A model's beliefs about the states of a task.

use std::collections::HashMap;

use belief::{Belief, Distribution, Point, Reading};
use learn::Learned;
use policy::heuristic::Adviser;
use rules::domain::Judge;
use search::{Action, Budget, StateSpace};
use serde_json::{Value, json};
use task::{Plan, Space, Task};

use crate::guide::{Fitting, Guide, ModelFile};
use crate::{Error, ErrorKind, PlanningTask};

/// A model for beliefs about single states of a task.
pub struct Believer<'a> {
    space: Space,
    kind: BelieverKind<'a>,
}

enum BelieverKind<'a> {
    Network(Box<Learned<'a>>),
    Rules(Box<Judge>),
    Acting(Box<Adviser<'a, 'a>>),
}

impl Believer<'_> {
    /// Reads the model's belief about a state of the task's [`Space`]; `None` for a known dead end.
    pub fn believe<T>(&mut self, state: &[u64], read: impl FnOnce(&Belief<'_>) -> T) -> Option<T> {
        match &mut self.kind {
            BelieverKind::Network(learned) => learned.believe(&self.space, state, read),
            BelieverKind::Rules(judge) => {
                let mut values = vec![0; judge.world().variables()];
                self.space.values(state, &mut values);
                judge.clear();
                judge.push(&values);
                let verdict = *judge.verdicts().first()?;
                let point = Point::new(verdict.value.into(), verdict.at_least.into()).ok()?;
                Some(read(&Belief::Point(point)))
            }
            BelieverKind::Acting(adviser) => {
                let mut values = vec![0; adviser.variables()];
                self.space.values(state, &mut values);
                Some(read(&adviser.believe(&values)?))
            }
        }
    }
}

impl ModelFile {
    /// Reads the model's belief about each state along a plan, the first and the last included; `None` for a known dead end.
    ///
    /// # Errors
    /// When the model was made for other tasks, or the plan is not one for the task.
    pub fn believe_along<T>(
        &self,
        given: &PlanningTask,
        plan: &Plan,
        budget: &Budget,
        read: impl Fn(&Belief<'_>) -> T,
    ) -> Result<Vec<Option<T>>, Error> {
        let task = self.ground(given, budget)?;
        let guide = self.guide(given, &task)?;
        let mut believer = guide.believer(&task)?;
        let states = states_along(plan, &task)?;
        Ok(states.iter().map(|state| believer.believe(state, &read)).collect())
    }
}

impl Guide<'_> {
    /// A function that describes the model's beliefs about states of the task as JSON objects; `None` for a known dead end.
    ///
    /// # Errors
    /// When the model can't be used for the task.
    pub fn describer(&self, task: &Task) -> Result<Describer<'_>, Error> {
        let mut believer = self.believer(task)?;
        Ok(Box::new(move |state| believer.believe(state, describe)))
    }

    /// For questions about single states.
    ///
    /// # Errors
    /// When a heuristic that the model needs can't handle the task, or there is no model.
    pub fn believer(&self, task: &Task) -> Result<Believer<'_>, Error> {
        let kind = match &self.fitting {
            Fitting::Network(model, bounding) => {
                // All of the belief is wanted, its spread included.
                let reading = Reading::of(belief::Value::Quantile(0.5));
                BelieverKind::Network(Box::new(self.learned((model, bounding), reading, task)?))
            }
            Fitting::Rules(fitting) => {
                let (rules, world) = &**fitting;
                BelieverKind::Rules(Box::new(Judge::new(rules, world.clone())))
            }
            Fitting::Nothing => return Err(self.file.holds_none()),
            Fitting::Acting(acting) => BelieverKind::Acting(Box::new(acting.adviser(task)?)),
        };
        Ok(Believer { space: Space::new(task), kind })
    }
}

/// Describes beliefs about states.
pub type Describer<'a> = Box<dyn FnMut(&[u64]) -> Option<Value> + 'a>;

fn describe(belief: &Belief<'_>) -> Value {
    let [low, middle, high] = [0.1, 0.5, 0.9].map(|level| belief.quantile(level));
    json!({
        "mean": belief.mean(),
        "variance": belief.variance(),
        "quantiles": {"0.1": low, "0.5": middle, "0.9": high},
        "confidence": belief.confidence(),
        "at_least": belief.at_least(),
    })
}

/// The states along a plan.
fn states_along(plan: &Plan, task: &Task) -> Result<Vec<Vec<u64>>, Error> {
    let names: HashMap<&str, Action> = task.operators.names.iter().zip(0..).collect();
    let space = Space::new(task);
    let (mut scratch, mut state) = (space.scratch(), vec![0; space.words()]);
    space.initial(&mut state);
    let mut states = vec![state.clone()];
    for step in &plan.steps {
        let text = step.to_string();
        let action = names.get(text.trim_matches(['(', ')'])).copied();
        let mut applicable = Vec::new();
        space.applicable(&state, &mut scratch, &mut applicable);
        let Some(action) = action.filter(|action| applicable.contains(action)) else {
            return Err(Error::new(
                ErrorKind::Input,
                format_args!("{text} can't be applied at its place in the plan"),
            ));
        };
        let mut next = vec![0; state.len()];
        space.apply(&state, action, &mut scratch, &mut next);
        states.push(next.clone());
        state = next;
    }
    Ok(states)
}
