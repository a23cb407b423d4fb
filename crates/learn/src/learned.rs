//! A model as a heuristic.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use belief::{Belief, NotCalibrated, Point, Reading};
use heuristics::{CostKind, Entry, Unsupported};
use policy::heuristic::Adviser;
use rustc_hash::FxHashMap;
use search::{Batch, Estimate, Estimates, Heuristic, StateSpace, States, WhenUntrusted};
use task::{Space, Task};

use crate::features::{FactFeatures, FeatureKind, FeatureRows, Features, PlanningFeatures, WlOutputs};
use crate::head::{Head, Prior};
use crate::mismatch::Mismatch;
use crate::model::Model;
use crate::net::{Net, NetEvaluator};
use crate::output_reader::OutputReader;
use crate::upper_bound::{UpperBound, UpperBounds};
use data::atom_text;
use network::Network;

/// A goal state costs 0, whatever the network believes.
const GOAL: Estimate = Estimate { h: 0.0, trusted: true };

/// A model as a heuristic for the states of a task, by a reading of its beliefs.
///
/// All states of a batch go through the network together. The values of other heuristics that the model needs are computed
/// once for each state; if one of them detects a dead end, the network is not evaluated for it.
pub struct Learned<'a> {
    features: Features,
    evaluator: NetEvaluator,
    residual: Residual,
    lower: Option<Box<dyn Heuristic<Space> + Send>>,
    upper: UpperBounds<'a>,
    reader: OutputReader,
    usage: Arc<Usage>,
    /// The effort of evaluating a state, without other heuristics.
    effort: u64,
    work: Work,
}

/// The value that the network's output is added to.
enum Residual {
    Nothing,
    /// The feature at this index.
    Feature(usize),
    Heuristic(Box<dyn Heuristic<Space>>),
}

/// Why a model can't be a heuristic for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotUsable {
    /// A heuristic that it needs does not support the task.
    Unsupported(Unsupported),
    /// There is no such heuristic.
    UnknownHeuristic(String),
    /// Its upper bounds are plans by rules, and there are none for the task.
    NoRules,
    /// It was trained on other tasks.
    Mismatch(Mismatch),
    /// The reading needs calibrated thresholds, and the model has none.
    NotCalibrated,
}

/// The number and the time of a model's evaluations.
#[derive(Debug, Default)]
pub struct Usage {
    states: AtomicU64,
    nanoseconds: AtomicU64,
}

/// The network's outputs for a state, and the values of other heuristics.
struct Seen<'a> {
    outputs: &'a [f32],
    known: Prior,
    is_goal: bool,
}

#[derive(Debug)]
struct Work {
    rows: FeatureRows,
    /// The position in the batch of each row.
    alive: Vec<u32>,
    /// By row: is it a goal state?
    is_goal: Vec<bool>,
    residual: Estimates,
    lower: Estimates,
    /// By row: the upper bound.
    upper: Vec<f32>,
}

impl<'a> Learned<'a> {
    /// A heuristic for the states of `task`, for which the model's signature has been checked.
    ///
    /// # Errors
    /// When a heuristic that the model needs does not support the task, or the reading needs calibrated thresholds and the model
    /// has none.
    pub fn new(model: &Model, reading: Reading, task: &Task) -> Result<Self, NotUsable> {
        Self::with_rules(model, reading, task, None)
    }

    /// As [`Learned::new`], with the rules that give the model's upper bounds, if it has such.
    ///
    /// # Errors
    /// As [`Learned::new`], and when rules are needed and there are none.
    pub fn with_rules(
        model: &Model,
        reading: Reading,
        task: &Task,
        rules: Option<Adviser<'a, 'a>>,
    ) -> Result<Self, NotUsable> {
        let reader = OutputReader::new(model.about.head, reading, &model.calibration)?;
        let about = &model.about;
        let make = |name: &String| match Entry::find(name) {
            Some(entry) => entry.make(task, CostKind::Normal).map_err(NotUsable::Unsupported),
            None => Err(NotUsable::UnknownHeuristic(name.clone())),
        };
        let residual = match &about.residual {
            Some(name) if name == "ff" && about.signature.features == FeatureKind::Planning => {
                Residual::Feature(PlanningFeatures::FF)
            }
            Some(name) => Residual::Heuristic(make(name)?),
            None => Residual::Nothing,
        };
        let lower = about.lower.as_ref().filter(|_| reading.needs_bounds()).map(make).transpose()?;
        let upper = match about.upper.as_ref().filter(|_| reading.needs_bounds()) {
            None => UpperBounds::Nothing,
            Some(UpperBound::Lookahead) => UpperBounds::lookahead(task),
            Some(UpperBound::Rules(_)) => UpperBounds::rules(rules.ok_or(NotUsable::NoRules)?),
        };
        let signature = &about.signature;
        let (features, evaluator) = match (signature.features, &model.network) {
            (FeatureKind::Facts, Net::Dense(network)) => facts_in_order(&signature.inputs, network, task),
            (FeatureKind::Wl, Net::Linear(model)) => {
                let colours = signature.wl.as_ref().ok_or(NotUsable::Mismatch(Mismatch::NoObjects))?;
                // The mean of a Gaussian does not depend on its spread.
                let needs_spread = reading.needs_spread() || !matches!(about.head, Head::Gaussian { .. });
                let outputs =
                    WlOutputs::new(colours, model, needs_spread, task).map_err(NotUsable::Mismatch)?;
                (Features::WlOutputs(Box::new(outputs)), NetEvaluator::Given(Vec::new()))
            }
            (_, net) => {
                let features = signature.features_of(task).map_err(NotUsable::Mismatch)?;
                (features, NetEvaluator::new(net))
            }
        };
        let effort = match &features {
            Features::WlOutputs(outputs) => outputs.effort(),
            _ => effort(model, task),
        };
        Ok(Self {
            work: Work {
                rows: match features {
                    Features::WlOutputs(_) => FeatureRows::Numbers { width: 2, numbers: Vec::new() },
                    _ => signature.rows(),
                },
                alive: Vec::new(),
                is_goal: Vec::new(),
                residual: Estimates::new(false),
                lower: Estimates::new(false),
                upper: Vec::new(),
            },
            features,
            evaluator,
            residual,
            lower,
            upper,
            reader,
            usage: Arc::default(),
            effort,
        })
    }

    /// The number and the time of its evaluations, kept up to date.
    pub fn usage(&self) -> Arc<Usage> {
        Arc::clone(&self.usage)
    }

    /// Evaluates the network for a batch, and visits its states in order; dead ends as `None`.
    fn ask(
        &mut self,
        space: &Space,
        batch: &Batch,
        mut visit: impl FnMut(&mut OutputReader, Option<Seen<'_>>),
    ) {
        self.look_at(space, batch);
        let start = Instant::now();
        let Self { evaluator, reader, work, residual, .. } = self;
        let outputs = evaluator.evaluate_siblings(&work.rows);
        let mut position = 0;
        for (row, outputs) in outputs.chunks(reader.outputs()).enumerate() {
            while position < work.alive[row] {
                visit(reader, None);
                position += 1;
            }
            let (known, is_goal) = (work.known(row, residual), work.is_goal[row]);
            visit(reader, Some(Seen { outputs, known, is_goal }));
            position += 1;
        }
        for _ in position..batch.len() as u32 {
            visit(reader, None);
        }
        self.usage.add(self.work.alive.len(), start);
    }

    /// Passes the model's belief about a state to `read`. `None` if a heuristic that the model needs detects a dead end, or the
    /// network's outputs are not finite. The belief about a goal state is a cost of 0.
    pub fn believe<T>(
        &mut self,
        space: &Space,
        state: &[u64],
        read: impl FnOnce(&Belief<'_>) -> T,
    ) -> Option<T> {
        let mut states = States::new(space.words());
        let (id, _) = states.insert(state);
        let (mut read, mut answer) = (Some(read), None);
        self.ask(space, &Batch::again(&states, id), |reader, seen| {
            let (Some(seen), Some(read)) = (seen, read.take()) else { return };
            answer = if seen.is_goal {
                Point::new(0.0, 0.0).ok().map(|nothing| read(&Belief::Point(nothing)))
            } else {
                reader.believe(seen.outputs, seen.known, read)
            };
        });
        answer
    }

    /// Computes the features of a batch and the values of other heuristics.
    fn look_at(&mut self, space: &Space, batch: &Batch) {
        let Work { rows, alive, is_goal, residual, lower, upper, .. } = &mut self.work;
        rows.clear();
        alive.clear();
        is_goal.clear();
        residual.clear();
        lower.clear();
        upper.clear();
        if let Residual::Heuristic(heuristic) = &mut self.residual {
            heuristic.estimate(space, batch, residual);
        }
        if let Some(heuristic) = &mut self.lower {
            heuristic.estimate(space, batch, lower);
        }
        let is_dead = |estimates: &Estimates, index: usize| {
            estimates.estimates().get(index).is_some_and(|estimate| estimate.is_dead_end())
        };
        for (index, (_, state, _)) in batch.iter().enumerate() {
            let dead = is_dead(residual, index) || is_dead(lower, index);
            if !dead && self.features.push(space, state, rows) {
                alive.push(index as u32);
                is_goal.push(space.is_goal(state));
                upper.push(self.upper.of(space, state));
            }
        }
    }
}

/// About how much effort it is to evaluate a state of a task, as [`Heuristic::effort`] counts it.
fn effort(model: &Model, task: &Task) -> u64 {
    let network = model.network.shape().parameters() / 100;
    match model.about.signature.features {
        FeatureKind::Planning => 3 * heuristics::reading_effort(task) + network,
        // These look at every atom, or every tuple of objects.
        FeatureKind::Hypergraph | FeatureKind::Logic | FeatureKind::TypedLogic => {
            10 * (heuristics::reading_effort(task) + network)
        }
        _ => 10 + network,
    }
}

/// The network with its inputs in the order of the task's facts, so that the facts of a state are in ascending order.
/// Inputs of facts that the task does not have are always 0, and left out.
fn facts_in_order(names: &[String], network: &Network, task: &Task) -> (Features, NetEvaluator) {
    let places: FxHashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut chosen: Vec<usize> = Vec::new();
    let mut is_chosen = vec![false; names.len()];
    for fact in task.variables.fact_names.iter().filter_map(atom_text) {
        if let Some(&place) = places.get(fact.as_str())
            && !std::mem::replace(&mut is_chosen[place], true)
        {
            chosen.push(place);
        }
    }
    let mut network = network.clone();
    let first = &mut network.layers[0];
    let width = first.outputs;
    first.weights =
        chosen.iter().flat_map(|&place| &first.weights[place * width..][..width]).copied().collect();
    first.inputs = chosen.len();
    let ordered: Vec<String> = chosen.iter().map(|&place| names[place].clone()).collect();
    (Features::Facts(FactFeatures::new(&ordered, task)), NetEvaluator::new(&Net::Dense(network)))
}

impl Work {
    /// The values of other heuristics for the state of a row.
    fn known(&self, row: usize, residual: &Residual) -> Prior {
        let position = self.alive[row] as usize;
        let value = |estimates: &Estimates| estimates.estimates().get(position).map(|estimate| estimate.h);
        let residual = match (residual, &self.rows) {
            (Residual::Feature(place), FeatureRows::Numbers { width, numbers }) => {
                numbers[row * width + place]
            }
            _ => value(&self.residual).unwrap_or(0.0),
        };
        let lower = value(&self.lower).unwrap_or(f32::NEG_INFINITY);
        Prior { residual, lower, upper: self.upper[row] }
    }
}

impl Heuristic<Space> for Learned<'_> {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        self.ask(space, batch, |reader, seen| {
            estimates.push(match seen {
                None => Estimate::DEAD_END,
                Some(Seen { is_goal: true, .. }) => GOAL,
                Some(Seen { outputs, known, .. }) => reader.estimate(outputs, known),
            });
        });
    }

    fn when_untrusted(&self) -> WhenUntrusted {
        self.reader.when_untrusted()
    }

    /// A sum that follows the search takes no longer than storing a state.
    fn is_quick(&self) -> bool {
        let is_alone =
            matches!(self.residual, Residual::Nothing) && self.lower.is_none() && self.upper.is_none();
        is_alone && matches!(&self.features, Features::WlOutputs(outputs) if outputs.is_sum())
    }

    fn effort(&self) -> u64 {
        let residual = match &self.residual {
            Residual::Heuristic(heuristic) => heuristic.effort(),
            Residual::Nothing | Residual::Feature(_) => 0,
        };
        self.effort + residual + self.lower.as_ref().map_or(0, |lower| lower.effort()) + self.upper.effort()
    }

    fn begin_search(&mut self) {
        if let Residual::Heuristic(heuristic) = &mut self.residual {
            heuristic.begin_search();
        }
        if let Some(heuristic) = &mut self.lower {
            heuristic.begin_search();
        }
    }
}

impl From<NotCalibrated> for NotUsable {
    fn from(_: NotCalibrated) -> Self {
        Self::NotCalibrated
    }
}

impl Display for NotUsable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::UnknownHeuristic(name) => {
                write!(f, "it needs the heuristic `{name}`, which this hstar does not have")
            }
            Self::NoRules => {
                f.write_str("its upper bounds are plans by rules, which need the PDDL of domain and problem")
            }
            Self::Mismatch(mismatch) => mismatch.fmt(f),
            Self::NotCalibrated => NotCalibrated.fmt(f),
        }
    }
}

impl std::error::Error for NotUsable {}

impl Usage {
    /// Adds `states` evaluations, begun at `start`.
    pub fn add(&self, states: usize, start: Instant) {
        self.states.fetch_add(states as u64, Ordering::Relaxed);
        self.nanoseconds.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }

    /// The number of states that the network was evaluated for.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// The seconds that the network took, without the heuristics that the model needs.
    pub fn seconds(&self) -> f64 {
        self.nanoseconds.load(Ordering::Relaxed) as f64 * 1e-9
    }
}

#[cfg(test)]
mod tests;
