//! Planning tasks that heuristics are grown for.

use belief::{Calibration, Scaled};
use heuristics::{CostKind, Entry};
use learn::features::FeatureKind;
use learn::training::{Config, Found, Hidden, Scores};
use learn::{
    About, DomainSignature, Head, Model, Net, Signature, Targets, TensorFileError, TrainingRecord, model_file,
};
use likely::growth::{Options, Settling};
use likely::planning::{BeliefKind, PlanningSettings};
use likely::{AnyGrowth, As, LearnedCosts};
use network::Activation;
use serde_json::json;
use task::Task;
use task_growth::{GroundTask, TaskGrowth};
use tools::Checksum;

use super::{Growing, GrowthTarget, task_calibration};
use crate::{Error, ErrorKind, PlanningTask, Progress};

/// A planning task that a heuristic is grown for.
pub struct TaskTarget {
    task: Task,
    signature: Signature,
    /// The admissible heuristic that estimates never go below.
    lower: Option<&'static Entry>,
    /// The checksum of the task and the heuristic.
    identity: String,
}

impl TaskTarget {
    /// For a ground task, and the text it comes from.
    ///
    /// # Errors
    /// Says why nothing can be grown for it.
    pub fn new(task: Task, input: &PlanningTask, lower: Option<&'static Entry>) -> Result<Self, Error> {
        check(&task)?;
        if let Some(lower) = lower {
            let made = lower.make(&task, CostKind::Normal);
            made.map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
        }
        let domain = match input {
            PlanningTask::Lifted { domain, .. } => Some(DomainSignature::new(domain)),
            PlanningTask::Ground(_) => None,
        };
        let signature = Signature::new(FeatureKind::Facts, domain, std::iter::once(&task));
        let identity = identity(&task, lower)?;
        Ok(Self { task, signature, lower, identity })
    }

    /// The options of growth that go with the task, for a kind of belief.
    pub fn usual_options(&self, belief: BeliefKind) -> Options {
        /// About as many as A\* evaluates in a second.
        const NODES: u64 = 200_000;
        let planning = PlanningSettings { belief, ..PlanningSettings::default() };
        let settling = Some(Settling { nodes: NODES, ..Settling::default() });
        Options { nodes: Some(NODES), unit: self.unit(), planning, settling, ..Options::default() }
    }

    /// The cost that networks take for 1: the mean cost of an action.
    fn unit(&self) -> u32 {
        let costs = &self.task.operators.costs;
        let sum: u64 = costs.iter().copied().map(u64::from).sum();
        let count = costs.len().max(1) as u64;
        u32::try_from((sum + count / 2) / count).unwrap_or(u32::MAX).max(1)
    }

    fn model(&self, growth: &dyn AnyGrowth, calibration: Calibration) -> Model {
        let (options, iterations) = (growth.options(), growth.iterations());
        let lower = self.lower.map(|entry| entry.name.to_owned());
        let Scaled { scale, open, .. } = options.outputs(LearnedCosts::All);
        let head = Head::Scaled { scale, open };
        let steps = iterations.iter().map(|iteration| iteration.planning.steps as u64).sum();
        let training = TrainingRecord {
            config: config(options, head, lower.clone()),
            data: self.identity.clone(),
            domain: self.signature.domain.as_ref().map(|domain| domain.name.clone()),
            recipes: vec![recipe(options, iterations.len())],
            problems: 1,
            states: iterations.last().map_or(0, |iteration| iteration.records),
            validation_states: 0,
            found: Found { attempt: 0, step: steps, scores: Scores::default() },
            trial: None,
        };
        let about =
            About { signature: self.signature.clone(), head, residual: None, lower, upper: None, training };
        Model { about, network: Net::Dense(growth.network().clone()), calibration }
    }
}

impl GrowthTarget for TaskTarget {
    fn planted(&self, growing: &Growing<'_>, _: &dyn Progress) -> Result<Box<dyn AnyGrowth>, Error> {
        let Self { task, signature, lower, identity } = self;
        let ground = GroundTask { task, signature, lower: *lower, identity };
        let growth = TaskGrowth::new(growing.options, ground).ok_or_else(|| {
            let message = "no state was found in which the goal holds, and that an action leads to: there is \
                           nothing to grow a heuristic from";
            Error::new(ErrorKind::Unsupported, message)
        })?;
        Ok(Box::new(growth))
    }

    fn calibration(
        &self,
        growth: &dyn AnyGrowth,
        growing: &Growing<'_>,
        progress: &dyn Progress,
    ) -> Result<Calibration, Error> {
        let model = self.model(growth, Calibration::default());
        task_calibration::calibration(&self.task, &model, growing, progress)
    }

    fn file(&self, growth: &dyn AnyGrowth, calibration: Calibration) -> Result<Vec<u8>, TensorFileError> {
        model_file::write(&self.model(growth, calibration))
    }

    fn plans_up_to(&self, cost: u32) -> String {
        format!("plans that cost up to {cost}")
    }
}

/// Refuses tasks in which there is nothing to learn.
fn check(task: &Task) -> Result<(), Error> {
    let is_free = task.operators.costs.iter().all(|&cost| cost == 0);
    if !is_free {
        return Ok(());
    }
    let reason = "none of its actions costs anything, so that there is nothing to learn";
    let message = format!(
        "no heuristic can be grown for this task: {reason}\n  = help: one can be learned from its plans: hstar learn \
         MODEL DOMAIN PROBLEM"
    );
    Err(Error::new(ErrorKind::Unsupported, message))
}

fn identity(task: &Task, lower: Option<&'static Entry>) -> Result<String, Error> {
    let mut text = Vec::new();
    task::sas::write(task, &mut text).map_err(|error| Error::new(ErrorKind::Internal, error))?;
    let lower = lower.map_or("", |entry| entry.name);
    Ok(Checksum::of_parts([text.as_slice(), lower.as_bytes()]).to_string())
}

/// The options of growth as options of training, as far as they correspond.
fn config(options: &Options, head: Head, lower: Option<String>) -> Config {
    Config {
        features: FeatureKind::Facts,
        hidden: Hidden::Widths(vec![options.planning.hidden]),
        activation: Activation::Relu,
        head,
        residual: None,
        lower,
        upper: None,
        targets: Targets::Costs,
        batch: options.capacity,
        steps: (options.iterations * options.planning.steps) as u64,
        learning_rate: options.planning.learning_rate,
        clip: None,
        dropout: options.planning.dropout,
        seed: options.seed,
        ..Config::default()
    }
}

/// How it was grown, for people to read.
fn recipe(options: &Options, iterations: usize) -> serde_json::Value {
    json!({
        "source": "grown from the goal",
        "iterations": iterations,
        "tasks": options.tasks,
        "nodes": options.nodes,
        "as": match options.how {
            As::Paper => "paper",
            As::Code => "code",
        },
        "seed": options.seed,
    })
}
