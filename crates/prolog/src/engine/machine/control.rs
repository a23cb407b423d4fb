//! Control: conjunction, disjunction, implication, negation, cut, `call` and `findall`.

use super::instance::{Instance, Value};
use super::{Action, Kind, Machine, Mode};
use crate::engine::Stop;
use crate::{TermId, names};

impl Machine<'_> {
    /// The task to go on with if the goal may hold, none if it doesn't.
    pub(super) fn prove(&mut self, goal: Instance, cut: u32, next: u32) -> Result<Option<u32>, Stop> {
        let Value::Bound(goal) = self.value(goal) else {
            return Err(Stop::Floundered(goal.term));
        };
        let Some(indicator) = self.indicator(goal) else {
            return Err(Stop::Senseless(goal.term, "a number can't be proved"));
        };
        let program = self.program;
        if let Some(definition) = program.definition(indicator) {
            return self.call(goal, definition, next);
        }
        let (name, arity) = indicator;
        match (name, arity) {
            (names::COMMA, 2) => {
                let second = self.then(Action::Prove(self.argument(goal, 1)), cut, next)?;
                self.then(Action::Prove(self.argument(goal, 0)), cut, second).map(Some)
            }
            (names::SEMICOLON, 2) => self.disjunction(goal, cut, next).map(Some),
            (names::ARROW, 2) => {
                let height = self.height();
                self.implication(goal, height, cut, next).map(Some)
            }
            (names::NEGATION | names::NOT, 1) => {
                self.need_ground(self.argument(goal, 0), goal.term)?;
                self.negation(self.argument(goal, 0), next).map(Some)
            }
            // The program's own negations, with the variables that other goals share.
            (names::NEGATION, 2) => {
                self.need_ground(self.argument(goal, 1), goal.term)?;
                self.negation(self.argument(goal, 0), next).map(Some)
            }
            _ => self.prove_by_name(goal, cut, next),
        }
    }

    fn prove_by_name(&mut self, goal: Instance, cut: u32, next: u32) -> Result<Option<u32>, Stop> {
        let arity = self.terms.arity(goal.term);
        let Some((name, _)) = self.indicator(goal) else { return Ok(None) };
        match (self.terms.text(name), arity) {
            ("!", 0) => {
                self.need_prolog(goal.term)?;
                self.choices.truncate(cut as usize);
                Ok(Some(next))
            }
            ("call", 1..) => self.call_with(goal, next),
            ("findall", 3) => self.collect(goal, next).map(Some),
            _ => Ok(self.decide(goal)?.then_some(next)),
        }
    }

    fn need_prolog(&self, goal: TermId) -> Result<(), Stop> {
        match self.mode {
            Mode::Strict => Err(Stop::Floundered(goal)),
            super::Mode::Prolog => Ok(()),
        }
    }

    fn disjunction(&mut self, goal: Instance, cut: u32, next: u32) -> Result<u32, Stop> {
        let (left, right) = (self.argument(goal, 0), self.argument(goal, 1));
        let otherwise = self.then(Action::Prove(right), cut, next)?;
        let height = self.height();
        self.push_choice(Kind::Task(otherwise))?;
        match self.value(left) {
            Value::Bound(left) if self.terms.matches(left.term, names::ARROW, 2).is_some() => {
                self.implication(left, height, cut, next)
            }
            _ => self.then(Action::Prove(left), cut, next),
        }
    }

    /// `(Condition -> Goal)`: the first solution of the condition is kept to, and choices from `height` on are forgotten.
    fn implication(&mut self, goal: Instance, height: u32, cut: u32, next: u32) -> Result<u32, Stop> {
        let condition = self.argument(goal, 0);
        self.need_ground(condition, goal.term)?;
        let consequence = self.then(Action::Prove(self.argument(goal, 1)), cut, next)?;
        let commit = self.then(Action::Commit(height), cut, consequence)?;
        let barrier = self.height();
        self.then(Action::Prove(condition), barrier, commit)
    }

    fn negation(&mut self, goal: Instance, next: u32) -> Result<u32, Stop> {
        let height = self.height();
        self.push_choice(Kind::Task(next))?;
        let refute = self.then(Action::Refute(height), height, next)?;
        let barrier = self.height();
        self.then(Action::Prove(goal), barrier, refute)
    }

    /// `call(Goal, More...)`.
    fn call_with(&mut self, goal: Instance, next: u32) -> Result<Option<u32>, Stop> {
        let Value::Bound(called) = self.value(self.argument(goal, 0)) else {
            return Err(Stop::Floundered(goal.term));
        };
        let Some((name, arity)) = self.indicator(called) else {
            return Err(Stop::Senseless(goal.term, "a number can't be called"));
        };
        let barrier = self.height();
        let more = self.terms.arity(goal.term) - 1;
        if more == 0 {
            return self.then(Action::Prove(called), barrier, next).map(Some);
        }
        // The new goal's arguments are variables of a new frame, one for each argument, old and new.
        let frame = self.new_frame((arity + more) as u32)?;
        for place in 0..arity {
            self.cells[frame as usize + place] = Some(self.argument(called, place));
        }
        for place in 0..more {
            self.cells[frame as usize + arity + place] = Some(self.argument(goal, place + 1));
        }
        let arguments: Vec<TermId> =
            (0..(arity + more) as u32).map(|number| self.terms.variable(number)).collect();
        let term = self.terms.compound(name, &arguments);
        self.then(Action::Prove(Instance { term, frame }), barrier, next).map(Some)
    }

    /// `findall(Template, Goal, List)`.
    fn collect(&mut self, goal: Instance, next: u32) -> Result<u32, Stop> {
        let (template, asked, list) =
            (self.argument(goal, 0), self.argument(goal, 1), self.argument(goal, 2));
        self.need_prolog(goal.term)?;
        self.push_choice(Kind::Collected { list, next })?;
        self.collections.push(Vec::new());
        let note = self.then(Action::Collect(template), 0, next)?;
        let barrier = self.height();
        self.then(Action::Prove(asked), barrier, note)
    }

    pub(super) fn finish_collection(&mut self, list: Instance) -> Result<bool, Stop> {
        let found = self.collections.pop().unwrap_or_default();
        let mut elements = Vec::with_capacity(found.len());
        for (term, variables) in found {
            let frame = self.new_frame(variables)?;
            elements.push(Instance { term, frame });
        }
        let collected = self.make_list(&elements)?;
        self.unify(list, collected)
    }
}
