//! Saving and resuming growth.

use super::{Growth, Iteration, Options};
use crate::bayes::{Bayes, Moments};
use crate::planning::Planning;
use crate::{Buffer, Domain, Encoding, Predecessors, StateFormat};
use network::{Adam, Network};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;

/// The complete state of a growth. Numbers have to be restored to the last bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The identity of its space, if the rest does not determine it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    of: String,
    options: Options,
    alpha: f64,
    beta: f64,
    /// The words of all states in the buffer; `costs` has their costs.
    states: Vec<u64>,
    costs: Vec<u32>,
    /// Lower bounds on costs, if beliefs are truncated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lower_bounds: Vec<u32>,
    network: Vec<f32>,
    planned_with: Option<Vec<f32>>,
    adam_steps: u64,
    adam_first: Vec<f32>,
    adam_second: Vec<f32>,
    bayes: Bayes,
    moments: Moments,
    iterations: Vec<Iteration>,
}

impl Saved {
    /// The options of the growth.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The iterations so far.
    pub fn into_iterations(self) -> Vec<Iteration> {
        self.iterations
    }
}

/// Why growth can't be resumed from a saved state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRestored {
    /// It has other options.
    OtherOptions,
    /// It was grown for another task.
    OtherTask,
    /// It does not fit this domain, or has been damaged.
    Damaged(&'static str),
}

impl fmt::Display for NotRestored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherOptions => write!(f, "it was begun with other options"),
            Self::OtherTask => write!(f, "it was begun for another task or with another lower bound"),
            Self::Damaged(what) => write!(f, "{what} can't be those of this task and these options"),
        }
    }
}

impl std::error::Error for NotRestored {}

impl<T: Clone + Eq + Hash + Send + Sync> Growth<T> {
    /// The complete state, to resume later.
    pub fn save<S: StateFormat<T>>(&self, space: &S) -> Saved {
        let width = space.length();
        let mut states = vec![0; width * self.buffer.len()];
        for ((state, _), words) in self.buffer.records().zip(states.chunks_exact_mut(width.max(1))) {
            space.keep(state, words);
        }
        Saved {
            of: space.identity(),
            options: self.options.clone(),
            alpha: self.alpha,
            beta: self.beta,
            states,
            costs: self.buffer.records().map(|(_, cost)| *cost).collect(),
            lower_bounds: match self.options.planning.truncates() {
                true => self.buffer.lower_bounds().collect(),
                false => Vec::new(),
            },
            network: numbers(&self.planning.network),
            planned_with: self.planned_with.as_ref().map(numbers),
            adam_steps: self.planning.adam.steps,
            adam_first: self.planning.adam.first.clone(),
            adam_second: self.planning.adam.second.clone(),
            bayes: self.bayes.clone(),
            moments: self.moments.clone(),
            iterations: self.iterations.clone(),
        }
    }

    /// Resumes from a saved state, with the same options in the same domain.
    ///
    /// # Errors
    /// If it was begun with other options or for another task, or is damaged.
    pub fn restore<S: Predecessors<State = T> + StateFormat<T>, E: Encoding<S>>(
        domain: Domain<S, E>,
        options: &Options,
        saved: Saved,
    ) -> Result<Self, NotRestored> {
        if saved.options != *options {
            return Err(NotRestored::OtherOptions);
        }
        if saved.of != domain.space.identity() {
            return Err(NotRestored::OtherTask);
        }
        check_sizes(&saved, domain.inputs())?;
        check_iterations(&saved)?;
        let lower_bounds = lower_bounds(&saved)?;
        let new = Self::new(saved.options, domain.inputs());
        let network = restored(&new.planning.network, &saved.network)?;
        let planned_with = saved.planned_with.map(|numbers| restored(&network, &numbers)).transpose()?;
        let adam = Adam {
            steps: saved.adam_steps,
            first: sound(saved.adam_first, new.planning.adam.first.len())?,
            second: squares(saved.adam_second, new.planning.adam.second.len())?,
            ..new.planning.adam
        };
        let moments = Moments {
            steps: saved.moments.steps,
            first: sound(saved.moments.first, new.moments.first.len())?,
            second: squares(saved.moments.second, new.moments.second.len())?,
        };
        let bayes = saved.bayes;
        if (bayes.inputs, bayes.hidden) != (new.bayes.inputs, new.bayes.hidden) || !bayes.is_sound() {
            return Err(NotRestored::Damaged("weights"));
        }
        let buffer = restored_buffer(domain.space, new.buffer, &saved.states, &saved.costs, &lower_bounds)?;
        Ok(Self {
            options: new.options,
            alpha: saved.alpha,
            beta: saved.beta,
            buffer,
            planning: Planning { network, adam },
            planned_with,
            bayes,
            moments,
            iterations: saved.iterations,
        })
    }
}

fn numbers(network: &Network) -> Vec<f32> {
    network.parameters().flatten().copied().collect()
}

/// A network of a shape, from all its parameters.
fn restored(shape: &Network, numbers: &[f32]) -> Result<Network, NotRestored> {
    let mut network = shape.clone();
    let count = network.parameters().map(<[f32]>::len).sum();
    let mut rest = sound(numbers.to_vec(), count)?.into_iter();
    network.parameters_mut().flatten().zip(&mut rest).for_each(|(number, saved)| *number = saved);
    Ok(network)
}

/// The numbers, if there are exactly `count` and all are finite.
fn sound(numbers: Vec<f32>, count: usize) -> Result<Vec<f32>, NotRestored> {
    let sound = numbers.len() == count && numbers.iter().all(|number| number.is_finite());
    if sound { Ok(numbers) } else { Err(NotRestored::Damaged("weights")) }
}

/// The moving means of squared gradients, which must not be negative.
fn squares(numbers: Vec<f32>, count: usize) -> Result<Vec<f32>, NotRestored> {
    let numbers = sound(numbers, count)?;
    if numbers.iter().all(|&number| number >= 0.0) {
        Ok(numbers)
    } else {
        Err(NotRestored::Damaged("weights"))
    }
}

/// Checks the numbers of weights against the options before any network is made: the options may come from the same file, and
/// only the size of what has been read limits the memory they ask for.
fn check_sizes(saved: &Saved, inputs: usize) -> Result<(), NotRestored> {
    let Options { planning, .. } = &saved.options;
    let weights = |outputs: usize| {
        let of_hidden = inputs.checked_add(1)?.checked_mul(planning.hidden)?;
        of_hidden.checked_add(planning.hidden.checked_add(1)?.checked_mul(outputs)?)
    };
    let fit = weights(planning.outputs()) == Some(saved.network.len())
        && weights(1) == Some(saved.bayes.means.len());
    if fit { Ok(()) } else { Err(NotRestored::Damaged("weights")) }
}

/// Checks that the counters are possible for these iterations, and these for the options.
fn check_iterations(saved: &Saved) -> Result<(), NotRestored> {
    let Options { alpha, least_alpha, planning, fit, settling, .. } = &saved.options;
    let is_sound = |(number, iteration): (usize, &Iteration)| {
        let solved = iteration.tasks.iter().filter(|task| task.cost.is_some()).count();
        iteration.tasks.len() == saved.options.tasks_of(number) && iteration.solved == solved
    };
    let is_done = saved.iterations.len() > saved.options.all_iterations();
    if is_done || !saved.iterations.iter().enumerate().all(is_sound) {
        return Err(NotRestored::Damaged("iterations"));
    }
    let at_most = |each: usize| (saved.iterations.len() as u64).saturating_mul(each as u64);
    let rounds = fit.rounds.saturating_mul(fit.steps_per_round);
    let last_steps = settling.as_ref().map_or(0, |settling| settling.last_steps as u64);
    if saved.adam_steps > at_most(planning.steps).saturating_add(last_steps)
        || saved.moments.steps > at_most(rounds)
    {
        return Err(NotRestored::Damaged("numbers of steps"));
    }
    let alphas = alpha.min(*least_alpha)..=alpha.max(*least_alpha);
    if !alphas.contains(&saved.alpha) || !saved.beta.is_finite() || saved.beta < 0.0 {
        return Err(NotRestored::Damaged("α and β"));
    }
    Ok(())
}

/// The lower bounds on all costs: 0 if beliefs are not truncated.
fn lower_bounds(saved: &Saved) -> Result<Vec<u32>, NotRestored> {
    let Saved { lower_bounds, costs, .. } = saved;
    let is_sound = match saved.options.planning.truncates() {
        true => {
            lower_bounds.len() == costs.len()
                && lower_bounds.iter().zip(costs).all(|(at_least, cost)| at_least <= cost)
        }
        false => lower_bounds.is_empty(),
    };
    match (is_sound, lower_bounds.is_empty()) {
        (false, _) => Err(NotRestored::Damaged("lower bounds")),
        (true, true) => Ok(vec![0; costs.len()]),
        (true, false) => Ok(lower_bounds.clone()),
    }
}

fn restored_buffer<T: Clone + Eq + Hash>(
    space: &impl StateFormat<T>,
    mut buffer: Buffer<T>,
    states: &[u64],
    costs: &[u32],
    lower_bounds: &[u32],
) -> Result<Buffer<T>, NotRestored> {
    let width = space.length();
    if Some(states.len()) != costs.len().checked_mul(width) {
        return Err(NotRestored::Damaged("states"));
    }
    for ((words, &cost), &lower_bound) in states.chunks_exact(width.max(1)).zip(costs).zip(lower_bounds) {
        buffer.add(space.checked(words).ok_or(NotRestored::Damaged("states"))?, cost, lower_bound);
    }
    if buffer.len() != costs.len() {
        return Err(NotRestored::Damaged("states"));
    }
    Ok(buffer)
}
