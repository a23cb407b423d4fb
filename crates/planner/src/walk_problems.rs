//! Makes problems whose initial states are the ends of random walks from another problem's initial state.

use heuristics::{CostKind, Max};
use pddl::{Domain, Problem, Source};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Action, Batch, Budget, Estimates, Heuristic, StateSpace, States};
use task::{ExecutionError, Names, Plan, Space};

use crate::{Error, ErrorKind};

/// When this many walks in a row have ended in states that make no problem, no more are tried.
const MAX_WALKS: u32 = 1000;

/// The problems whose initial states are the ends of random walks from the initial state of another.
pub struct WalkProblems<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    source: &'a Source,
    space: Space,
    scratch: <Space as StateSpace>::Scratch,
    operators: Names,
    relaxation: Max,
    /// The number of steps of a walk, unless no operator is applicable before that.
    length: u32,
    /// Other seeds give other walks.
    seed: u64,
}

impl<'a> WalkProblems<'a> {
    /// Problems like this one, which was read from this text.
    pub fn new(
        domain: &'a Domain,
        problem: &'a Problem,
        source: &'a Source,
        length: u32,
        seed: u64,
    ) -> Result<Self, Error> {
        let task = task::ground(domain, problem, &Budget::unlimited())?;
        let space = Space::new(&task);
        Ok(Self {
            relaxation: Max::new(&task, CostKind::One),
            scratch: space.scratch(),
            operators: task.operators.names,
            domain,
            problem,
            source,
            space,
            length,
            seed,
        })
    }

    /// The text of the problem with this number, from 1, whichever others are asked for.
    pub fn text(&mut self, number: u64) -> Result<String, Error> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        // The walks of a seed are those that `hstar data` labels for the same problem.
        random.set_stream(number - 1);
        for _ in 0..MAX_WALKS {
            let (walk, end) = self.walk(&mut random);
            if walk.is_empty() {
                return Err(self
                    .refused("in its initial state, no action that may matter to the goal can be applied"));
            }
            if !self.space.is_goal(&end) && !self.is_dead_end(&end) {
                return self.text_after(&walk);
            }
        }
        Err(self.refused(
            "the goal holds, or is out of reach, where 1000 walks in a row end\n  = help: a smaller --length may help",
        ))
    }

    /// The operators of a random walk, and the state that it ends in.
    fn walk(&mut self, random: &mut ChaCha8Rng) -> (Vec<Action>, Vec<u64>) {
        let mut state = vec![0; self.space.words()];
        self.space.initial(&mut state);
        let mut next = state.clone();
        let (mut walk, mut applicable) = (Vec::new(), Vec::new());
        for _ in 0..self.length {
            applicable.clear();
            self.space.applicable(&state, &mut self.scratch, &mut applicable);
            if applicable.is_empty() {
                break;
            }
            let action = applicable[random.random_range(0..applicable.len())];
            self.space.apply(&state, action, &mut self.scratch, &mut next);
            std::mem::swap(&mut state, &mut next);
            walk.push(action);
        }
        (walk, state)
    }

    /// Is the goal unreachable even under the delete relaxation?
    fn is_dead_end(&mut self, state: &[u64]) -> bool {
        let mut states = States::new(self.space.words());
        states.insert(state);
        let mut estimates = Estimates::new(false);
        self.relaxation.estimate(&self.space, &Batch::initial(&states), &mut estimates);
        estimates.estimates().iter().any(|estimate| estimate.is_dead_end())
    }

    /// Grounding drops facts that can't matter, so that the state after a walk is found on the PDDL itself.
    fn text_after(&self, walk: &[Action]) -> Result<String, Error> {
        let plan: Plan = walk.iter().map(|&action| &self.operators[action as usize]).collect();
        let atoms = task::state_after(self.domain, self.problem, &plan).map_err(|error| match error {
            ExecutionError::Task(error) => Error::new(ErrorKind::Unsupported, error),
            // The grounder and the validator disagree.
            ExecutionError::Plan(flaw) => Error::new(ErrorKind::Output, flaw),
        })?;
        Ok(pddl::with_init(self.domain, self.problem, self.source, &atoms)?)
    }

    fn refused(&self, why: &str) -> Error {
        Error::new(ErrorKind::Argument, format_args!("{}: {why}", self.source.name))
    }
}
