//! Growing a heuristic from the goal (LearnHeuristicPrac of Marom and Rosman 2020).
//!
//! Each iteration generates tasks by walks from the goal, solves them with the current heuristic, and trains on the plans: so tasks
//! get harder as the heuristic gets better. Two networks are trained on the same records. The planning network
//! ([`crate::planning`]) estimates costs; the network of uncertainty ([`crate::bayes`]) steers the walks towards states that are
//! new to it.

mod options;
mod record;
mod saved;
mod settling;
mod solve;
#[cfg(test)]
mod tests;

pub use options::Options;
pub use record::{Iteration, TaskRecord};
pub use saved::{NotRestored, Saved};
pub use settling::Settling;
pub use solve::{Attempt, Request, by_ida};

use crate::bayes::{Bayes, Fit, Moments, Uncertainty};
use crate::chance::{Purpose, stream};
use crate::generate::{Generated, Generation};
use crate::normals::Noise;
use crate::planning::{Planning, Trained};
use crate::training_set::TrainingSet;
use crate::{As, Buffer, CompiledReading, Domain, Encoding, LearnedCosts, Predecessors, Rows};
use belief::promised;
use network::Network;
use search::{Budget, Exhausted, Limits};
use std::hash::Hash;
use std::time::Duration;
use tools::threads::{both, in_parallel};

/// A heuristic that is being grown. All random numbers derive from the seed and the numbers of iterations and tasks, so that the
/// result depends neither on the number of threads nor on interruptions, unless searches are limited by seconds.
#[derive(Clone, Debug)]
pub struct Growth<T> {
    options: Options,
    alpha: f64,
    beta: f64,
    buffer: Buffer<T>,
    planning: Planning,
    /// The network used for planning in the last iteration.
    planned_with: Option<Network>,
    bayes: Bayes,
    moments: Moments,
    iterations: Vec<Iteration>,
}

/// A task with the result of its search.
struct Outcome<T> {
    generated: Generated<T>,
    /// The states of the plan, each with its cost-to-go.
    path: Option<Vec<(T, u32)>>,
    /// Lower bounds on the costs of these; empty if beliefs are not truncated.
    lower_bounds: Vec<u32>,
    nodes: u64,
    /// Why the budget ended the search, if it did.
    exhausted: Option<Exhausted>,
}

impl<T: Clone + Eq + Hash + Send + Sync> Growth<T> {
    /// The growth before its first iteration, for networks of `inputs` inputs.
    pub fn new(options: Options, inputs: usize) -> Self {
        let mut random = stream(options.seed, Purpose::PlanningWeights, [0, 0]);
        let planning = Planning::new(inputs, &options.planning, &mut random);
        let mut random = stream(options.seed, Purpose::BayesWeights, [0, 0]);
        let bayes = Bayes::new(inputs, options.planning.hidden, &mut random);
        Self {
            alpha: options.alpha,
            beta: options.beta,
            buffer: Buffer::new(options.capacity),
            planning,
            planned_with: None,
            moments: bayes.moments(),
            bayes,
            iterations: Vec::new(),
            options,
        }
    }

    /// Its options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The iterations so far.
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations
    }

    /// Have all iterations been made?
    pub fn is_done(&self) -> bool {
        self.iterations.len() >= self.options.all_iterations()
    }

    /// The training data.
    pub fn buffer(&self) -> &Buffer<T> {
        &self.buffer
    }

    /// The current network of uncertainty.
    pub fn bayes(&self) -> &Bayes {
        &self.bayes
    }

    /// The current planning network.
    pub fn planning(&self) -> &Planning {
        &self.planning
    }

    /// The network to plan with after the last iteration: the newest, or, as in the authors' code, the one that planned in the last
    /// iteration.
    pub fn network(&self) -> &Network {
        match (self.options.how, &self.planned_with) {
            (As::Code, Some(network)) if self.settling().is_none() => network,
            _ => &self.planning.network,
        }
    }

    /// How the heuristic settles, if the next iteration does that, or the last one has.
    fn settling(&self) -> Option<&Settling> {
        self.options.settling_in(self.iterations.len())
    }

    /// The reading of the network's outputs after the last iteration: `deviations` standard deviations below the mean.
    pub fn reading(&self, deviations: f64) -> CompiledReading {
        self.options.reading(deviations, LearnedCosts::All)
    }

    /// The reading of the network's outputs in the next iteration: at the current α, with unit deviation for costs not yet learned.
    pub fn reading_while_learning(&self) -> CompiledReading {
        if let Some(settling) = self.settling() {
            return self.reading(promised(settling.alpha));
        }
        let seen = self.buffer.quantile(self.options.quantile);
        self.options.reading(promised(self.alpha), seen.map_or(LearnedCosts::None, LearnedCosts::Below))
    }

    /// Makes one more iteration, whose tasks `solve` solves. `None` if all have been made.
    ///
    /// # Errors
    /// If the budget is exhausted. The growth is then unchanged.
    ///
    /// # Panics
    /// If the domain has no goal, or another number of inputs.
    pub fn advance<S: Predecessors<State = T> + Sync, E: Encoding<S> + Sync>(
        &mut self,
        domain: Domain<S, E>,
        solve: impl Fn(&Request<S>) -> Attempt<T> + Sync,
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<&Iteration>, Exhausted> {
        if self.is_done() {
            return Ok(None);
        }
        let mut next = self.clone();
        next.iterate(domain, solve, threads, budget)?;
        *self = next;
        Ok(self.iterations.last())
    }

    fn iterate<S: Predecessors<State = T> + Sync, E: Encoding<S> + Sync>(
        &mut self,
        domain: Domain<S, E>,
        solve: impl Fn(&Request<S>) -> Attempt<T> + Sync,
        threads: usize,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let (alpha, beta) = (self.alpha, self.beta);
        let outcomes = self.solve_tasks(domain, solve, threads, budget);
        budget.check()?;
        self.check(&outcomes)?;
        let tasks: Vec<TaskRecord> = outcomes.iter().map(TaskRecord::new).collect();
        let solved = outcomes.iter().filter(|outcome| outcome.path.is_some()).count();
        let enough = solved as f64 >= self.options.enough_solved * outcomes.len() as f64;
        if !enough && self.settling().is_none() {
            self.alpha = (self.alpha - self.options.alpha_step).max(self.options.least_alpha);
        }
        self.planned_with = Some(self.planning.network.clone());
        self.remember(outcomes);
        let (planning, bayes) = self.learn(domain, enough, threads, budget)?;
        let iteration = Iteration { alpha, beta, tasks, solved, records: self.buffer.len(), planning, bayes };
        self.iterations.push(iteration);
        Ok(())
    }

    /// Fails if a search ended for lack of memory, by an interruption, or by the time limit of the whole run: such tasks must not
    /// count as hard ones. Only a time limit per task is meant to leave tasks unsolved.
    fn check(&self, outcomes: &[Outcome<T>]) -> Result<(), Exhausted> {
        let is_meant = |reason: &Exhausted| *reason == Exhausted::Time && self.options.seconds.is_some();
        let reason = outcomes.iter().filter_map(|outcome| outcome.exhausted).find(|reason| !is_meant(reason));
        reason.map_or(Ok(()), Err)
    }

    /// Generates and solves the tasks of an iteration.
    fn solve_tasks<S: Predecessors<State = T> + Sync, E: Encoding<S> + Sync>(
        &self,
        domain: Domain<S, E>,
        solve: impl Fn(&Request<S>) -> Attempt<T> + Sync,
        threads: usize,
        budget: &Budget,
    ) -> Vec<Outcome<T>> {
        let reading = self.reading_while_learning();
        let uncertainty = Uncertainty::new(&self.bayes, self.options.fit.samples);
        let nodes = self.settling().map(|settling| settling.nodes).or(self.options.nodes);
        in_parallel(self.options.tasks_of(self.iterations.len()), threads, |task| {
            let generated = self.generate(domain, &uncertainty, task);
            let budget = match self.options.seconds {
                Some(seconds) => {
                    budget.clone().with_time(Duration::try_from_secs_f64(seconds).unwrap_or_default())
                }
                None => budget.clone(),
            };
            let limits = Limits { budget, max_evaluations: nodes, ..Limits::default() };
            let (network, start) = (&self.planning.network, generated.state.clone());
            let attempt = solve(&Request { space: domain.space, start, network, reading: &reading, limits });
            let Attempt { path, generated: nodes, exhausted } = attempt;
            let lower_bounds = self.lower_bounds(domain, path.as_deref().unwrap_or_default());
            Outcome { generated, path, lower_bounds, nodes, exhausted }
        })
    }

    /// Lower bounds on the costs of the states of a plan; empty if beliefs are not truncated.
    fn lower_bounds<S: Predecessors<State = T>, E: Encoding<S>>(
        &self,
        domain: Domain<S, E>,
        path: &[(T, u32)],
    ) -> Vec<u32> {
        match self.options.planning.truncates() {
            true => domain.encoding.lower_bounds(domain.space, path.iter().map(|(state, _)| state)),
            false => Vec::new(),
        }
    }

    fn generate<S: Predecessors<State = T>, E: Encoding<S>>(
        &self,
        domain: Domain<S, E>,
        uncertainty: &Uncertainty,
        task: usize,
    ) -> Generated<T> {
        if let Some(state) = self.start(domain, task) {
            return Generated { state, steps: 0, uncertainty: 0.0 };
        }
        let numbers = [self.iterations.len() as u64, task as u64];
        let mut random = stream(self.options.seed, Purpose::Walk, numbers);
        match self.options.generation {
            Generation::Length(length) => domain.at_random(length * (self.iterations.len() + 1), &mut random),
            // Before the first training, every state is uncertain.
            Generation::Uncertainty { .. } if self.moments.steps == 0 => domain.at_random(1, &mut random),
            Generation::Uncertainty { enough, max_steps } => {
                let max_steps = max_steps.saturating_sub(usize::from(self.options.how == As::Code));
                let deviates = Uncertainty::deviates(&self.bayes, self.options.fit.samples);
                let noise = Noise::new(&mut stream(self.options.seed, Purpose::WalkNoise, numbers), deviates);
                domain.uncertain(uncertainty, &noise, enough, max_steps, &mut random)
            }
        }
    }

    /// The start that is a task of this number, if it is one.
    fn start<S: Predecessors<State = T>, E>(&self, domain: Domain<S, E>, task: usize) -> Option<T> {
        let settling = self.settling().filter(|_| task % 2 == 1)?;
        let before = (self.iterations.len() - self.options.iterations) * (settling.tasks / 2);
        let starts = domain.starts;
        starts.get((before + task / 2) % starts.len().max(1)).cloned()
    }

    /// Adds the states of all plans to the buffer.
    fn remember(&mut self, outcomes: Vec<Outcome<T>>) {
        let with_goal = self.options.how == As::Code;
        for Outcome { path, lower_bounds, .. } in outcomes {
            let mut path = path.unwrap_or_default();
            if !with_goal {
                path.pop();
            }
            let lower_bounds = lower_bounds.into_iter().chain(std::iter::repeat(0));
            path.into_iter()
                .zip(lower_bounds)
                .for_each(|((state, cost), lower_bound)| self.buffer.add(state, cost, lower_bound));
        }
    }

    /// Trains both networks.
    fn learn<S: Predecessors<State = T>, E: Encoding<S>>(
        &mut self,
        domain: Domain<S, E>,
        enough_solved: bool,
        threads: usize,
        budget: &Budget,
    ) -> Result<(Trained, Option<Fit>), Exhausted> {
        let Options { how, seed, .. } = self.options;
        let rows = &Rows::of(domain.space, domain.encoding, self.buffer.records().map(|(state, _)| state));
        let unit = self.options.unit as f32;
        let costs: &Vec<f32> = &self.buffer.records().map(|(_, cost)| *cost as f32 / unit).collect();
        let lower_bounds: &Vec<f32> = &match self.options.planning.truncates() {
            true => self.buffer.lower_bounds().map(|lower_bound| lower_bound as f32 / unit).collect(),
            false => Vec::new(),
        };
        let iteration = self.iterations.len() as u64;
        let repeated_to = (how == As::Code).then_some(self.options.capacity);
        let set = TrainingSet { rows, costs, lower_bounds, how, seed, iteration, threads, budget };
        let settling = self.settling().cloned();
        let is_last = self.iterations.len() + 1 == self.options.all_iterations();
        let Self { options, planning, bayes, moments, .. } = self;
        let first = moments.steps == 0;
        let needed = matches!(options.generation, Generation::Uncertainty { .. }) && !rows.is_empty();
        if let Some(settling) = settling {
            let trained = match is_last {
                true => planning.settle(&options.planning, settling.last_steps, repeated_to, &set)?,
                false => planning.fit(&options.planning, repeated_to, &set)?,
            };
            return Ok((trained, None));
        }
        let (trained, fit) = both(
            threads,
            || planning.fit(&options.planning, repeated_to, &set),
            || needed.then(|| bayes.fit(moments, &options.fit, self.beta as f32, first, &set)),
        );
        let (trained, fit) = (trained?, fit.transpose()?);
        let all_rounds = fit.is_some_and(|fit| fit.rounds == self.options.fit.rounds);
        if !first && enough_solved && all_rounds {
            self.beta *= self.options.beta_factor();
        }
        Ok((trained, fit))
    }
}
