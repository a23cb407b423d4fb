//! The worker: does one job after another, on one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use heuristics::Entry;
use rand_chacha::ChaCha8Rng;
use search::{Action, Limits, Outcome, StateSpace};
use task::GroundError;

use super::siblings::{Sibling, siblings};
use super::walks::chance;
use super::workbench::{Workbench, entries};
use super::{Job, LabelError, Recipe, Teacher, backward};
use crate::{DataSet, Origin, Row, Source, TaskError};

/// Does jobs. The grounded task is reused for consecutive jobs of the same problem.
pub(super) struct Worker<'a> {
    /// All problems, without rows.
    base: &'a DataSet,
    recipe: &'a Recipe,
    teacher: &'a dyn Teacher,
    interrupted: &'a Arc<AtomicBool>,
    /// When the time for all jobs is over.
    end: Option<Instant>,
    /// For the problem of the last job.
    teacher_name: Arc<str>,
    entries: Vec<&'static Entry>,
    bench: Option<(usize, Workbench)>,
}

/// A plan: its operators and its cost.
type Plan = (Vec<Action>, u64);

impl<'a> Worker<'a> {
    pub(super) fn new(
        base: &'a DataSet,
        recipe: &'a Recipe,
        teacher: &'a dyn Teacher,
        interrupted: &'a Arc<AtomicBool>,
        end: Option<Instant>,
    ) -> Result<Self, LabelError> {
        Ok(Self {
            base,
            recipe,
            teacher,
            interrupted,
            end,
            teacher_name: teacher.name().into(),
            entries: entries(&recipe.heuristics)?,
            bench: None,
        })
    }

    /// Does a job. Returns a set of its rows, whose only problem is that of the job. It is interrupted also when the time for all
    /// jobs is over: what is done of it by then would be another set than that of the whole job.
    pub(super) fn run(&mut self, job: &Job) -> Result<DataSet, LabelError> {
        let mut part = DataSet {
            recipes: self.base.recipes.clone(),
            domain: self.base.domain.clone(),
            problems: vec![self.base.problems[job.problem].clone()],
            heuristics: self.base.heuristics.clone(),
            rows: Vec::new(),
        };
        let mut bench = match self.bench.take() {
            Some((problem, bench)) if problem == job.problem => bench,
            _ => match self.ground(job.problem)? {
                Some(bench) => {
                    self.teacher_name = self.teacher.name_for(&bench.task).into();
                    bench
                }
                None => {
                    part.problems[0].searches.stopped += 1;
                    return Ok(part);
                }
            },
        };
        for walk in job.walks.clone() {
            match self.recipe.source {
                Source::Plans | Source::Siblings => {
                    self.label_plan_from(&bench.initial.clone(), walk, &mut bench, &mut part)?
                }
                Source::Walks => {
                    let mut random = self.random(job.problem, walk);
                    let end = bench.walk(self.walk_length(), &mut random, || self.check())?;
                    self.label_plan_from(&end, walk, &mut bench, &mut part)?;
                }
                Source::Backward => self.label_walk_back(job.problem, walk, &mut bench, &mut part)?,
            }
        }
        self.bench = Some((job.problem, bench));
        Ok(part)
    }

    /// Grounds a problem; `None` if a limit was reached.
    fn ground(&self, problem: usize) -> Result<Option<Workbench>, LabelError> {
        let ground = self.base.task(problem, &self.limits().budget);
        self.check()?;
        match ground {
            Ok(mut task) => {
                if self.recipe.unit_cost {
                    task.count_actions();
                }
                Ok(Some(Workbench::new(task, &self.entries)))
            }
            Err(TaskError::Ground(error)) if matches!(*error, GroundError::Exhausted { .. }) => Ok(None),
            Err(error) => Err(LabelError::Task { problem: self.base.problems[problem].name.clone(), error }),
        }
    }

    /// The limits of a search that begins now.
    fn limits(&self) -> Limits {
        let mut limits = self.recipe.limits.begin(self.interrupted);
        if let Some(end) = self.end {
            limits.budget = limits.budget.until(end);
        }
        limits
    }

    /// Is there still time for this job?
    fn check(&self) -> Result<(), LabelError> {
        let is_over = self.end.is_some_and(|end| Instant::now() >= end);
        match is_over || self.interrupted.load(Ordering::Relaxed) {
            true => Err(LabelError::Interrupted),
            false => Ok(()),
        }
    }

    fn walk_length(&self) -> u32 {
        self.recipe.walk_length.unwrap_or(0)
    }

    /// The random stream of a walk, independent of thread and time.
    fn random(&self, problem: usize, walk: u32) -> ChaCha8Rng {
        chance(self.recipe.seed, problem, walk)
    }

    /// The teacher's plan, if it finds one. The outcome of its search is counted in the problem's tally.
    fn plan_from(
        &self,
        state: &[u64],
        bench: &mut Workbench,
        part: &mut DataSet,
    ) -> Result<Option<Plan>, LabelError> {
        bench.start_from(state);
        let problem = &mut part.problems[0];
        let report = self
            .teacher
            .search(&bench.task, &self.limits())
            .map_err(|error| LabelError::Teacher { problem: problem.name.clone(), error })?;
        // Short searches end before they check for interruptions, and some have found a plan when their time is over.
        self.check()?;
        problem.searches.unvalued += u32::from(bench.task.unvalued.is_some());
        match report.outcome {
            Outcome::Solved { plan, cost } => {
                problem.searches.solved += 1;
                return Ok(Some((plan, cost)));
            }
            Outcome::Unsolvable => problem.searches.unsolvable += 1,
            Outcome::Stopped(_) => problem.searches.stopped += 1,
        }
        Ok(None)
    }

    /// Adds the states of the teacher's plan, the goal included, each with its cost-to-go.
    fn label_plan_from(
        &self,
        start: &[u64],
        walk: u32,
        bench: &mut Workbench,
        part: &mut DataSet,
    ) -> Result<(), LabelError> {
        let Some((plan, mut cost)) = self.plan_from(start, bench, part)? else { return Ok(()) };
        let mut state = start.to_vec();
        for step in 0..=plan.len() {
            self.check()?;
            let label = Label { target: Some(cost), upper: cost };
            part.rows.push(self.row(&state, label, walk, step, bench));
            if let Some(&action) = plan.get(step) {
                if self.recipe.siblings {
                    let siblings = siblings(bench, &state, &plan[step..], cost);
                    part.rows.extend(siblings.iter().map(|one| self.sibling_row(one, walk, step + 1, bench)));
                }
                cost -= u64::from(bench.space.cost(action));
                state = bench.after(&state, action);
            }
        }
        Ok(())
    }

    /// Adds the states of a backward walk from the goal, each with the walk's cost and, if wanted, the teacher's.
    fn label_walk_back(
        &self,
        problem: usize,
        walk: u32,
        bench: &mut Workbench,
        part: &mut DataSet,
    ) -> Result<(), LabelError> {
        let Some(goal) = self.goal(bench, part)? else { return Ok(()) };
        let mut random = self.random(problem, walk);
        let walked = backward::walk(bench, &goal, self.walk_length(), &mut random, || self.check())?;
        for (step, at) in walked.iter().enumerate() {
            self.check()?;
            let mut label = Label { target: None, upper: at.cost };
            if self.recipe.labels_walks_back
                && let Some((_, cost)) = self.plan_from(&at.state, bench, part)?
            {
                label = Label { target: Some(cost), upper: at.cost.min(cost) };
            }
            part.rows.push(self.row(&at.state, label, walk, step, bench));
        }
        Ok(())
    }

    /// The goal state that the teacher's plan ends in.
    fn goal(&self, bench: &mut Workbench, part: &mut DataSet) -> Result<Option<Vec<u64>>, LabelError> {
        if bench.goal.is_none() {
            let mut state = bench.initial.clone();
            // This search gives no labels, so that it is not counted.
            let mut uncounted = DataSet { problems: part.problems.clone(), ..DataSet::default() };
            match self.plan_from(&state, bench, &mut uncounted)? {
                Some((plan, _)) => plan.iter().for_each(|&action| state = bench.after(&state, action)),
                None => {
                    part.problems = uncounted.problems;
                    return Ok(None);
                }
            }
            bench.goal = Some(state);
        }
        Ok(bench.goal.clone())
    }

    /// Heuristics are not asked about siblings, of which there are many.
    fn sibling_row(&self, sibling: &Sibling, walk: u32, step: usize, bench: &Workbench) -> Row {
        let is_optimal = self.teacher.is_optimal();
        let target = sibling.target.map(|cost| cost as f64);
        let teacher = target.map(|_| Arc::clone(&self.teacher_name));
        Row {
            problem: 0,
            state: bench.text(&sibling.state),
            target,
            optimal: target.is_some() && is_optimal,
            lower: is_optimal.then_some(sibling.at_least as f64),
            upper: target,
            heuristics: vec![None; self.entries.len()],
            origin: Origin {
                source: Source::Siblings,
                teacher,
                seed: self.recipe.seed,
                walk,
                step: step as u32,
            },
        }
    }

    fn row(&self, state: &[u64], label: Label, walk: u32, step: usize, bench: &mut Workbench) -> Row {
        let gauged = bench.gauge(state);
        let source = self.recipe.source;
        let teacher = label.target.map(|_| Arc::clone(&self.teacher_name));
        Row {
            problem: 0,
            state: bench.text(state),
            target: label.target.map(|cost| cost as f64),
            optimal: label.target.is_some() && self.teacher.is_optimal(),
            lower: gauged.lower,
            upper: Some(label.upper as f64),
            heuristics: gauged.values,
            origin: Origin { source, teacher, seed: self.recipe.seed, walk, step: step as u32 },
        }
    }
}

/// The label of a state.
#[derive(Clone, Copy)]
struct Label {
    target: Option<u64>,
    upper: u64,
}
