//! The loop that proves goals one after the other and goes back to the last choice point where one fails.
//!
//! Nothing here is recursive: goals to prove, choice points and terms to compare are kept on stacks with limits, so that no
//! program can exhaust the stack.

mod arithmetic;
mod builtins;
mod control;
mod instance;
mod resolve;

use self::instance::{Instance, Value};
use super::clause::Clause;
use super::program::Definition;
use super::{Indicator, Program, Stop};
use crate::{TermId, Terms};

/// How to treat goals that can't be decided because a variable in them has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Stop. Answers then follow from the clauses whatever the order of goals.
    Strict,
    /// Go on as Prolog does.
    Prolog,
}

struct Limits {
    /// Steps in all questions.
    pub steps: u64,
    /// Values of variables at a time; also goals and choices.
    pub cells: usize,
    /// Terms that there may be.
    pub terms: usize,
}

/// Asks questions of a program.
pub struct Machine<'p> {
    program: &'p Program,
    terms: &'p mut Terms,
    mode: Mode,
    limits: Limits,
    /// The predicate called last.
    asking: Option<Indicator>,
    cells: Vec<Option<Instance>>,
    /// Cells that have got a value, in order.
    trail: Vec<u32>,
    choices: Vec<Choice<'p>>,
    /// The results so far of each question for all solutions that is being answered.
    collections: Vec<Vec<(TermId, u32)>>,
    /// The variable that reads the first cell of its frame.
    cell_variable: TermId,
    pairs: Vec<(Instance, Instance)>,
    tasks: Vec<Task>,
}

/// A step to take, and the task after it.
#[derive(Clone, Copy)]
struct Task {
    action: Action,
    /// How many choices there were when the clause that this is part of was called.
    cut: u32,
    next: u32,
}

#[derive(Clone, Copy)]
enum Action {
    Prove(Instance),
    /// Forgets all choices above.
    Commit(u32),
    /// Forgets all choices above, and fails.
    Refute(u32),
    /// Notes a solution, and fails.
    Collect(Instance),
}

/// The task after which all is done.
const END: u32 = u32::MAX;

/// A choice point: where to go on when a goal fails, and the state to restore.
struct Choice<'p> {
    kind: Kind<'p>,
    mark: Mark,
}

#[derive(Clone, Copy)]
struct Mark {
    trail: usize,
    cells: usize,
    tasks: usize,
}

enum Kind<'p> {
    /// Other clauses.
    Clauses { goal: Instance, candidates: Candidates<'p>, next: u32 },
    /// Another task.
    Task(u32),
    /// All solutions are found: they are to be this list.
    Collected { list: Instance, next: u32 },
}

#[derive(Clone, Copy)]
struct Candidates<'p> {
    clauses: &'p [Clause],
    chosen: Option<&'p [u32]>,
    position: usize,
}

impl<'p> Candidates<'p> {
    fn next(&mut self) -> Option<&'p Clause> {
        let index = match self.chosen {
            None => self.position,
            Some(chosen) => *chosen.get(self.position)? as usize,
        };
        self.position += 1;
        self.clauses.get(index)
    }

    fn is_exhausted(&self) -> bool {
        self.position >= self.chosen.map_or(self.clauses.len(), <[u32]>::len)
    }
}

const MOST_CELLS: usize = 4 << 20;
const MOST_TERMS: usize = 16 << 20;

impl<'p> Machine<'p> {
    /// A machine without a question.
    pub fn new(program: &'p Program, terms: &'p mut Terms) -> Self {
        let cell_variable = terms.variable(0);
        Self {
            program,
            terms,
            mode: Mode::Prolog,
            limits: Limits { steps: 0, cells: MOST_CELLS, terms: MOST_TERMS },
            asking: None,
            cells: Vec::new(),
            trail: Vec::new(),
            choices: Vec::new(),
            collections: Vec::new(),
            cell_variable,
            pairs: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// Begins a question about a goal, its variables having those values, to be answered within `steps` steps.
    pub fn ask(
        &mut self,
        goal: TermId,
        values: &[Option<TermId>],
        mode: Mode,
        steps: u64,
    ) -> Result<(), Stop> {
        self.cells.clear();
        self.trail.clear();
        self.choices.clear();
        self.collections.clear();
        self.tasks.clear();
        self.mode = mode;
        self.limits.steps = steps;
        self.cells.extend(values.iter().map(|value| value.map(|term| Instance { term, frame: 0 })));
        let first = self.then(Action::Prove(Instance { term: goal, frame: 0 }), 0, END)?;
        self.push_choice(Kind::Task(first))
    }

    /// Looks for the next answer; false if there are no more.
    ///
    /// # Errors
    /// When it can't be decided within the limits, or at all.
    pub fn advance(&mut self) -> Result<bool, Stop> {
        self.run()
    }

    /// The value that the answer found last gives a variable of the question, unless it leaves something open.
    pub fn answer(&mut self, variable: u32) -> Result<Option<TermId>, Stop> {
        self.ground(Instance { term: self.cell_variable, frame: variable })
    }

    /// How many steps are left.
    pub fn steps_left(&self) -> u64 {
        self.limits.steps
    }

    /// The terms, for those that answers are made of.
    pub fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.limits.steps = self.limits.steps.checked_sub(1).ok_or(Stop::Steps(self.asking))?;
        Ok(())
    }

    /// The number of a task to do before another.
    fn then(&mut self, action: Action, cut: u32, next: u32) -> Result<u32, Stop> {
        if self.tasks.len() >= self.limits.cells {
            return Err(Stop::Space(self.asking));
        }
        self.tasks.push(Task { action, cut, next });
        Ok(self.tasks.len() as u32 - 1)
    }

    fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), cells: self.cells.len(), tasks: self.tasks.len() }
    }

    fn height(&self) -> u32 {
        self.choices.len() as u32
    }

    fn push_choice(&mut self, kind: Kind<'p>) -> Result<(), Stop> {
        let mark = self.mark();
        self.push_choice_from(kind, mark)
    }

    fn push_choice_from(&mut self, kind: Kind<'p>, mark: Mark) -> Result<(), Stop> {
        if self.choices.len() >= self.limits.cells {
            return Err(Stop::Space(self.asking));
        }
        self.choices.push(Choice { kind, mark });
        Ok(())
    }

    fn undo(&mut self, mark: Mark) {
        for cell in self.trail.drain(mark.trail..) {
            if let Some(value) = self.cells.get_mut(cell as usize) {
                *value = None;
            }
        }
        self.cells.truncate(mark.cells);
        self.tasks.truncate(mark.tasks);
    }

    /// Goes back to the last choice and on to the next answer.
    fn run(&mut self) -> Result<bool, Stop> {
        let mut current = None;
        loop {
            let Some(number) = (match current {
                Some(number) => Some(number),
                None => self.back_track()?,
            }) else {
                return Ok(false);
            };
            if number == END {
                return Ok(true);
            }
            self.step()?;
            let Task { action, cut, next } = self.tasks[number as usize];
            current = match action {
                Action::Prove(goal) => self.prove(goal, cut, next)?,
                Action::Commit(height) => {
                    self.choices.truncate(height as usize);
                    Some(next)
                }
                Action::Refute(height) => {
                    self.choices.truncate(height as usize);
                    None
                }
                Action::Collect(template) => {
                    let copy = self.copy(template)?;
                    if let Some(collection) = self.collections.last_mut() {
                        collection.push(copy);
                    }
                    None
                }
            };
        }
    }

    fn back_track(&mut self) -> Result<Option<u32>, Stop> {
        while let Some(Choice { kind, mark }) = self.choices.pop() {
            self.undo(mark);
            let next = match kind {
                Kind::Task(number) => Some(number),
                Kind::Clauses { goal, candidates, next } => self.try_clauses(goal, candidates, next)?,
                Kind::Collected { list, next } => self.finish_collection(list)?.then_some(next),
            };
            if next.is_some() {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// Calls a predicate that is defined by clauses.
    fn call(&mut self, goal: Instance, definition: &'p Definition, next: u32) -> Result<Option<u32>, Stop> {
        self.asking = self.indicator(goal);
        let mut candidates = Candidates { clauses: &definition.clauses, chosen: None, position: 0 };
        for (place, index) in definition.indexes.iter().enumerate() {
            let Some(index) = index else { continue };
            let argument = self.argument(goal, place);
            if let Value::Bound(argument) = self.value(argument)
                && self.terms.is_ground(argument.term)
            {
                let chosen = index.clauses(argument.term);
                if candidates.chosen.is_none_or(|before| chosen.len() < before.len()) {
                    candidates.chosen = Some(chosen);
                }
            }
        }
        self.try_clauses(goal, candidates, next)
    }

    fn try_clauses(
        &mut self,
        goal: Instance,
        mut candidates: Candidates<'p>,
        next: u32,
    ) -> Result<Option<u32>, Stop> {
        let mark = self.mark();
        let cut = self.height();
        while let Some(clause) = candidates.next() {
            if !self.can_match(goal, clause.head) {
                continue;
            }
            self.step()?;
            let frame = self.new_frame(clause.variables)?;
            if self.unify_arguments(goal, Instance { term: clause.head, frame })? {
                if !candidates.is_exhausted() {
                    self.push_choice_from(Kind::Clauses { goal, candidates, next }, mark)?;
                }
                return Ok(Some(match clause.body {
                    None => next,
                    Some(body) => self.then(Action::Prove(Instance { term: body, frame }), cut, next)?,
                }));
            }
            self.undo(mark);
        }
        Ok(None)
    }

    /// False if an argument is another constant: much cheaper than to find out while making others equal.
    fn can_match(&self, goal: Instance, head: TermId) -> bool {
        let arguments = self.terms.arguments(head);
        (0..arguments.len()).all(|place| match self.value(self.argument(goal, place)) {
            Value::Bound(bound)
                if self.terms.is_ground(bound.term) && self.terms.is_ground(arguments[place]) =>
            {
                bound.term == arguments[place]
            }
            _ => true,
        })
    }

    fn unify_arguments(&mut self, goal: Instance, head: Instance) -> Result<bool, Stop> {
        // Lists come first more often than last, and take longest.
        for place in (0..self.terms.arity(goal.term)).rev() {
            if !self.unify(self.argument(goal, place), self.argument(head, place))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
