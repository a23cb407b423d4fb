//! What the background knowledge says, looked up by the arguments that are known.
//!
//! Where predicates have directions, nothing can be written out beforehand: recursive programs may reach ever longer lists and
//! larger numbers. So predicates are asked when a program calls them, and answers are kept. Without directions, tables are
//! complete, and may be asked with any arguments known.

use rustc_hash::FxHashMap;

use crate::induce::Watched;
use crate::language::MOST_ARGUMENTS;
use crate::prolog::{Name, TermId, Terms};
use crate::{Constant, Direction, Problem};
use prolog::engine::{Machine, Mode, Program, Stop};

/// A value of a variable: the number of a constant, or of a term where predicates are asked.
pub(super) type Value = u32;

/// Some arguments of a predicate, in order; the rest is 0.
pub(super) type Tuple = [Value; MOST_ARGUMENTS];

/// How long a predicate may take for an answer.
const STEPS: u64 = 100_000;

/// What was not asked yet.
const UNASKED: (u32, u32) = (u32::MAX, u32::MAX);
/// Numbers of values up to which answers are looked up by them.
const MOST_DIRECT: usize = 1 << 20;

/// A program to ask, and the terms that stand for the constants of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Background {
    pub program: Program,
    pub terms: Terms,
    /// By constant.
    pub constants: Vec<TermId>,
    /// The names of the body's predicates.
    pub names: Vec<Name>,
}

/// The ways in which predicates are asked.
pub(super) struct Knowledge<'a> {
    problem: &'a Problem,
    background: Option<Background>,
    accesses: Vec<Access>,
    numbers: FxHashMap<(usize, u8), usize>,
    watched: &'a Watched<'a>,
    /// Does it go on when there is no more time? What was found is judged then.
    pub is_patient: bool,
    /// What went wrong first when a predicate was asked, by predicate.
    pub troubles: FxHashMap<usize, String>,
}

/// A predicate with some arguments known.
struct Access {
    predicate: usize,
    /// The places of known arguments, as bits.
    known: u8,
    /// How many arguments are found.
    width: usize,
    /// Where the answers are: their first one, and how many they are.
    found: FxHashMap<Tuple, (u32, u32)>,
    /// The same by the only known argument, where there is one and it is not too large a number: most questions are of that kind.
    direct: Vec<(u32, u32)>,
    answers: Vec<Value>,
}

impl<'a> Knowledge<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        background: Option<&Background>,
        watched: &'a Watched<'a>,
    ) -> Self {
        Self {
            problem,
            background: background.cloned(),
            accesses: Vec::new(),
            numbers: FxHashMap::default(),
            watched,
            is_patient: false,
            troubles: FxHashMap::default(),
        }
    }

    /// Is there no more time?
    pub(super) fn is_over(&self) -> bool {
        !self.is_patient && self.watched.is_over()
    }

    /// An example took too long or went too deep, and a program was given up on for it.
    pub(super) fn give_up(&self) {
        self.watched.give_up();
    }

    /// The value that stands for a constant.
    pub(super) fn value(&self, constant: Constant) -> Value {
        match &self.background {
            None => constant,
            Some(background) => background.constants[constant as usize].index() as Value,
        }
    }

    /// The number of a way to ask, and the places of the arguments that it needs to know, as bits.
    pub(super) fn access(&mut self, predicate: usize, known: u8) -> (usize, u8) {
        let declared = &self.problem.body[predicate];
        let known = match (&self.background, &declared.directions) {
            (Some(_), Some(directions)) => inputs(directions),
            _ => known,
        };
        let next = self.accesses.len();
        let number = *self.numbers.entry((predicate, known)).or_insert(next);
        if number == next {
            let width = declared.arity() - known.count_ones() as usize;
            let mut access = Access {
                predicate,
                known,
                width,
                found: FxHashMap::default(),
                direct: Vec::new(),
                answers: Vec::new(),
            };
            if self.background.is_none() {
                access.index(self.problem);
            }
            self.accesses.push(access);
        }
        (number, known)
    }

    /// The first answer, and how many there are, given the known arguments.
    pub(super) fn ask(&mut self, access: usize, known: &Tuple) -> (u32, u32) {
        let asked = &mut self.accesses[access];
        if let Some(&found) = asked.direct.get(known[0] as usize)
            && found != UNASKED
        {
            return found;
        }
        if let Some(&found) = asked.found.get(known) {
            asked.note_direct(known, found);
            return found;
        }
        let Some(background) = &mut self.background else { return (0, 0) };
        let first = asked.answers.len() as u32;
        if let Err(why) = asked.prove(self.problem, background, known) {
            let name = &self.problem.body[asked.predicate].name;
            let trouble = || explain(name, why, &background.terms);
            self.troubles.entry(asked.predicate).or_insert_with(trouble);
            self.watched.give_up();
        }
        let count = (asked.answers.len() as u32 - first) / asked.width.max(1) as u32;
        // Without arguments to find, an answer is a yes, which takes one entry.
        asked.found.insert(*known, (first, count));
        (first, count)
    }

    /// An argument of an answer.
    pub(super) fn found(&self, access: usize, first: u32, answer: u32, place: usize) -> Value {
        let access = &self.accesses[access];
        access.answers[first as usize + answer as usize * access.width.max(1) + place]
    }
}

/// The places that have to be known, as bits.
pub(super) fn inputs(directions: &[Direction]) -> u8 {
    let places = directions.iter().enumerate();
    places.filter(|(_, direction)| **direction == Direction::In).map(|(place, _)| 1 << place).sum()
}

impl Access {
    fn note_direct(&mut self, known: &Tuple, found: (u32, u32)) {
        let place = known[0] as usize;
        if self.known.count_ones() == 1 && place < MOST_DIRECT {
            if self.direct.len() <= place {
                self.direct.resize(place + 1, UNASKED);
            }
            self.direct[place] = found;
        }
    }

    /// Looks up all tuples of a table by what is known.
    fn index(&mut self, problem: &Problem) {
        let relation = &problem.relations[self.predicate];
        let mut groups: FxHashMap<Tuple, Vec<Value>> = FxHashMap::default();
        for tuple in relation.iter() {
            let (mut key, mut keys) = (Tuple::default(), 0);
            let mut rest = Vec::with_capacity(self.width.max(1));
            for (place, &constant) in tuple.iter().enumerate() {
                if self.known >> place & 1 == 1 {
                    key[keys] = constant;
                    keys += 1;
                } else {
                    rest.push(constant);
                }
            }
            if self.width == 0 {
                rest.push(0);
            }
            groups.entry(key).or_default().extend(rest);
        }
        for (key, answers) in groups {
            let count = (answers.len() / self.width.max(1)) as u32;
            self.found.insert(key, (self.answers.len() as u32, count));
            self.answers.extend(answers);
        }
    }

    fn prove(&mut self, problem: &Problem, background: &mut Background, known: &Tuple) -> Result<(), Stop> {
        let arity = problem.body[self.predicate].arity();
        let Background { program, terms, names, .. } = background;
        let variables: Vec<TermId> = (0..arity as u32).map(|number| terms.variable(number)).collect();
        let goal = terms.compound(names[self.predicate], &variables);
        let mut values = vec![None; arity];
        let mut keys = known.iter();
        for (place, value) in values.iter_mut().enumerate() {
            if self.known >> place & 1 == 1 {
                *value = keys.next().map(|&key| TermId::at(key as usize));
            }
        }
        let first = self.answers.len();
        let mut machine = Machine::new(program, terms);
        machine.ask(goal, &values, Mode::Prolog, STEPS)?;
        while machine.advance()? {
            let start = self.answers.len();
            for place in (0..arity).filter(|place| self.known >> place & 1 == 0) {
                let Some(term) = machine.answer(place as u32)? else {
                    self.answers.truncate(start);
                    return Err(Stop::Floundered(goal));
                };
                self.answers.push(term.index() as Value);
            }
            if self.width == 0 {
                self.answers.push(0);
                break;
            }
            let (before, new) = self.answers.split_at(start);
            if before[first..].chunks_exact(self.width).any(|old| old == new) {
                self.answers.truncate(start);
            }
        }
        Ok(())
    }
}

fn explain(name: &str, stop: Stop, terms: &Terms) -> String {
    match stop {
        Stop::Steps(_) | Stop::Space(_) => {
            format!("`{name}` was asked something that it does not come to an end with")
        }
        Stop::Undefined((undefined, arity)) => {
            format!("`{name}` needs {}/{arity}, which nothing defines", terms.text(undefined))
        }
        Stop::Floundered(_) => format!("`{name}` left an argument without a value"),
        Stop::Senseless(goal, why) => {
            format!("`{name}` was asked what makes no sense: in `{}` {why}", terms.display(goal))
        }
    }
}
