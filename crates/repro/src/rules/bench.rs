//! Measures heuristics of the 8-puzzle: their accuracy, searches and speed.

use std::time::Instant;

use crate::Value;
use rules::ladder::{Ladder, Lookup};

use rules::puzzle8::metrics::{Accuracy, LIMIT, Searches};
use rules::puzzle8::test_set::Solved;
use rules::puzzle8::{AStar, Puzzle8, Rules, Space, State, each, manhattan};

use super::WEIGHED;
use super::known::Known;
use super::states::TestStates;
use planner::{Error, ErrorKind};

/// Learned rules.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    pub(super) ladder: Ladder,
    /// How long it took.
    pub(super) seconds: f64,
}

/// The states on which heuristics are measured.
pub(super) struct Bench {
    space: Space,
    accuracy: Vec<Solved>,
    search: Vec<Solved>,
}

/// The measures of a heuristic.
pub(super) struct Judged {
    /// How many rules it has, if it is made of rules.
    rules: Option<usize>,
    /// The seconds of learning these.
    learning: Option<f64>,
    pub(super) accuracy: Accuracy,
    /// The highest cost that some state has and that is predicted exactly for it.
    pub(super) reach: u32,
    /// The share of all states whose cost is overestimated.
    too_high: f64,
    /// How many states are evaluated per second on one core.
    speed: f64,
    /// For each weight of [`WEIGHED`].
    pub(super) searches: Vec<Searched>,
}

/// The results of searches, and their times.
pub(super) struct Searched {
    searches: Searches,
    /// The time of those that found a solution.
    solving_seconds: f64,
    seconds: f64,
}

/// Times are the least of this many measurements: other load on a machine only adds to them.
const REPETITIONS: usize = 5;

type Heuristic<'a> = dyn FnMut(&[State], &mut [u32]) + 'a;

impl Bench {
    pub(super) fn new(states: &TestStates) -> Self {
        let space = Space::new();
        let [accuracy, search] = states.sets(&space);
        Self { space, accuracy, search }
    }

    /// All states with their costs.
    pub(super) fn all_states(&self) -> Vec<(State, u32)> {
        self.space.states().iter().map(|state| (*state, self.space.cost(state))).collect()
    }

    pub(super) fn judge(&self, puzzle: &Puzzle8, learned: &Learned) -> Result<Judged, Error> {
        let mut rules = Rules::new(puzzle, &learned.ladder, Lookup::Largest)
            .map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
        let judged = self.judged(&mut |states, values| rules.values(states, values))?;
        let count = learned.ladder.clauses.len();
        Ok(Judged { rules: Some(count), learning: Some(learned.seconds), ..judged })
    }

    pub(super) fn judge_known(&self, known: Known) -> Result<Judged, Error> {
        match known {
            Known::Nothing => self.judged(&mut each(|_| 0)),
            Known::Manhattan => self.judged(&mut each(manhattan)),
            Known::Perfect => self.judged(&mut each(|state| self.space.cost(state))),
        }
    }

    fn judged(&self, heuristic: &mut Heuristic<'_>) -> Result<Judged, Error> {
        let accuracy = Accuracy::of(&self.accuracy, &mut *heuristic);
        let accuracy = accuracy.ok_or_else(|| {
            Error::new(ErrorKind::Input, "the states that costs are explained of have all the same cost")
        })?;
        let searches =
            WEIGHED.iter().map(|(_, weight)| Searched::new(&self.search, *weight, heuristic)).collect();
        let (too_high, speed) = self.on_all_states(heuristic);
        let reach = self.reach(heuristic);
        Ok(Judged { rules: None, learning: None, accuracy, reach, too_high, speed, searches })
    }

    fn reach(&self, heuristic: &mut Heuristic<'_>) -> u32 {
        let states: Vec<State> = self.accuracy.iter().map(|solved| solved.state).collect();
        let mut values = vec![0; states.len()];
        heuristic(&states, &mut values);
        let told = self.accuracy.iter().zip(&values).filter(|(solved, value)| solved.cost == **value);
        told.map(|(solved, _)| solved.cost).max().unwrap_or(0)
    }

    fn on_all_states(&self, heuristic: &mut Heuristic<'_>) -> (f64, f64) {
        let states = self.space.states();
        let mut values = vec![0; states.len()];
        let seconds = least((0..REPETITIONS).map(|_| {
            let start = Instant::now();
            heuristic(states, &mut values);
            start.elapsed().as_secs_f64()
        }));
        let too_high = states.iter().zip(&values).filter(|(state, value)| **value > self.space.cost(state));
        (too_high.count() as f64 / states.len() as f64, states.len() as f64 / seconds)
    }
}

fn least(times: impl Iterator<Item = f64>) -> f64 {
    times.fold(f64::INFINITY, f64::min)
}

impl Searched {
    fn new(set: &[Solved], weight: f64, heuristic: &mut Heuristic<'_>) -> Self {
        let mut astar = AStar::new();
        let searches = Searches::run(set, weight, LIMIT, &mut astar, &mut *heuristic);
        let (mut solving_seconds, mut seconds) = (0.0, 0.0);
        for one in set {
            let mut is_solved = false;
            let took = least((0..REPETITIONS).map(|_| {
                let start = Instant::now();
                is_solved = Searches::run(&[*one], weight, LIMIT, &mut astar, &mut *heuristic).solved > 0;
                start.elapsed().as_secs_f64()
            }));
            seconds += took;
            solving_seconds += if is_solved { took } else { 0.0 };
        }
        Self { searches, solving_seconds, seconds }
    }

    /// The values for a table on searches.
    pub(super) fn values(&self, part: &str, row: &str) -> Vec<Value> {
        let value = |column, value: Option<f64>| Value::new(part, row, column, value.unwrap_or(f64::NAN));
        vec![
            value("length", self.searches.mean_length()),
            value("nodes", self.searches.mean_expansions()),
            value("time", Some(self.solving_seconds / self.searches.solved as f64)),
            value("nodes/s", Some(self.searches.all_expansions as f64 / self.seconds)),
            value("solved", self.searches.solved_percent()),
            value("optimal", self.searches.optimal_percent()),
        ]
    }
}

impl Judged {
    /// The values for the table of questions that are not in the paper.
    pub(super) fn values(&self, part: &str, row: &str) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        let mut add = |column, value: Option<f64>| {
            values.extend(value.map(|value| Value::new(part, row, column, value)));
        };
        add("rules", self.rules.map(|rules| rules as f64));
        add("learning", self.learning);
        add("R²", Some(self.accuracy.r_squared));
        add("MSE", Some(self.accuracy.mse));
        add("too high", Some(100.0 * self.too_high));
        if let Some(Searched { searches, solving_seconds, .. }) = self.searches.first() {
            add("nodes", searches.mean_expansions());
            add("optimal", searches.optimal_percent());
            add("time", Some(1000.0 * solving_seconds / searches.solved as f64));
        }
        add("states/s", Some(self.speed));
        values
    }
}
