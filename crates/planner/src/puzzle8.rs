//! Learns rules for the 8-puzzle that give lower bounds on the distance of a state from the goal.

mod learning_file;
mod test_states;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rules::ladder::{self, Effort, Ladder, LearnedRules};
use rules::puzzle8::{ABOUT, Learning, LearningOptions, Puzzle8, Space, State};
use search::{Budget, Exhausted};
use tools::numbers::counted;
use tools::whole_file;

use self::learning_file::LearningFile;
pub use self::test_states::TestStates;
use crate::{Error, Progress};

/// Learning of rules for the 8-puzzle, into a folder.
pub struct RuleLearning<'a> {
    /// The folder to write to; it is made where there is none.
    pub out: &'a Path,
    /// The predicates that rules may use.
    pub puzzle: &'a Puzzle8,
    /// The options for learning from samples, cost by cost; learning from all states uses only its effort and reading.
    pub course: LearningOptions,
    /// Learn from all states with their costs, not from samples?
    pub all_states: bool,
    /// Begin anew where something was kept?
    pub restart: bool,
    /// The states on which the rules are tested.
    pub tests: &'a TestStates,
    /// Time, memory, and being interrupted.
    pub budget: &'a Budget,
}

impl RuleLearning<'_> {
    /// Learns, writes the rules, and reports how good they are. Returns the limit that stopped it early, if one did.
    ///
    /// # Errors
    /// When a file can't be written, or the saved state can't be read.
    pub fn run(&self, space: &Space, progress: &dyn Progress) -> Result<Option<Exhausted>, Error> {
        fs::create_dir_all(self.out).map_err(|error| Error::unwritable(self.out, &error))?;
        let start = Instant::now();
        let (ladder, is_done) = if self.all_states {
            self.learn_from_all(space, progress)
        } else {
            self.learn_from_samples(progress)?
        };
        self.write_model(&ladder)?;
        progress.line(format_args!(
            "{} of size {} in {:.1} s",
            counted(ladder.clauses.len(), "rule"),
            ladder.size(),
            start.elapsed().as_secs_f64()
        ));
        self.tests.report(self.puzzle, &ladder, self.course.reading, progress)?;
        progress.line(format_args!("Written to {}", self.model().display()));
        let stopped = self.budget.check().err().filter(|_| !is_done);
        if stopped.is_some() {
            let next = if self.all_states { "begins anew" } else { "goes on from there" };
            progress.line(format_args!("Not all was learned; the same command {next}"));
        }
        Ok(stopped)
    }

    fn effort(&self) -> Effort {
        self.course.effort
    }

    fn model(&self) -> PathBuf {
        self.out.join("rules.pl")
    }

    fn write_model(&self, ladder: &Ladder) -> Result<(), Error> {
        write(&self.model(), &ladder::write(ladder, &self.puzzle.vocabulary, ABOUT))
    }

    /// Rules from all states, and whether learning was complete.
    fn learn_from_all(&self, space: &Space, progress: &dyn Progress) -> (Ladder, bool) {
        let (puzzle, budget) = (self.puzzle, self.budget);
        let states: Vec<(State, u32)> =
            space.states().iter().map(|state| (*state, space.cost(state))).collect();
        let facts = puzzle.facts(&states);
        let is_over = || budget.check().is_err();
        let (effort, vocabulary) = (self.effort(), &puzzle.vocabulary);
        let ladder = if self.course.reuses {
            ladder::learn_in_turn(vocabulary, &facts, &effort, &is_over, |cost, lesson| {
                progress.line(format_args!("{}", learned(cost, states.len(), lesson)));
            })
        } else {
            let lesson = ladder::learn(vocabulary, &facts, &effort, &is_over);
            progress.line(format_args!(
                "{}, {}; {} of {} states are known to have their cost",
                counted(lesson.conditions, "condition"),
                tried(&lesson),
                states.len() - lesson.uncovered,
                states.len()
            ));
            Ladder::new(lesson.clauses)
        };
        (ladder, !is_over())
    }

    /// Rules from samples, cost by cost, and whether learning was complete.
    fn learn_from_samples(&self, progress: &dyn Progress) -> Result<(Ladder, bool), Error> {
        let (puzzle, budget, course) = (self.puzzle, self.budget, self.course);
        let file = LearningFile::new(self.out.join("learning.json"), puzzle, &course);
        let mut learning = Learning::new(puzzle, course);
        if self.restart {
            file.remove()?;
        } else if file.restore(&mut learning)? {
            progress.line(format_args!("Going on after cost {}", learning.cost));
        }
        let is_over = || budget.check().is_err();
        loop {
            progress.now(format_args!("cost {}: drawing states, and learning from them", learning.cost + 1));
            let done = learning.step(&is_over);
            progress.now(format_args!(""));
            let Some(done) = done else { break };
            progress.line(format_args!(
                "{}; {} of the states cost so much",
                learned(done.cost, done.states, &done.lesson),
                done.positive
            ));
            file.keep(&learning)?;
            self.write_model(&learning.ladder)?;
        }
        Ok((learning.ladder, !is_over()))
    }
}

fn learned(cost: u32, states: usize, lesson: &LearnedRules) -> String {
    format!(
        "Cost {cost}: {} from {}, {}, {} not covered",
        counted(lesson.clauses.len(), "rule"),
        counted(states, "state"),
        tried(lesson),
        counted(lesson.uncovered, "state")
    )
}

fn tried(lesson: &LearnedRules) -> String {
    let rate = lesson.tried as f64 / lesson.time.as_secs_f64().max(1e-9);
    format!("{} tried at {rate:.0} per second", counted(lesson.tried, "body"))
}

/// Writes a whole file, or leaves the old one.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    whole_file::write(path, |out| out.write_all(text.as_bytes()))
        .map_err(|error| Error::unwritable(path, &error))
}
