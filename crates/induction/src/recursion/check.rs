//! Checks a recursive program in another way: by asking Prolog about each example.

use super::{Background, Clause, Judged};
use crate::diagnostic::Source;
use crate::prolog::{Dialect, Sentences, TermId, atom_text};
use crate::{Constant, Problem, Variable};
use prolog::engine::{Machine, Mode, Program};

/// How long an example may take.
const STEPS: u64 = 5_000_000;

/// Background knowledge as it was read, to which a program can be added.
#[derive(Clone, Debug)]
pub(crate) struct Prolog {
    pub program: Program,
    pub background: Background,
}

/// What Prolog says about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It does what it should.
    Right,
    /// Prolog does not come to an end with some positive examples.
    Endless,
    /// It gets an example wrong.
    Wrong,
}

impl Clause {
    /// The clause as Prolog; `name` names predicates.
    pub(crate) fn display(&self, problem: &Problem, name: &dyn Fn(usize) -> String) -> String {
        let literal = |predicate: usize, arguments: &mut dyn Iterator<Item = Variable>| {
            let arguments: Vec<String> = arguments.map(|variable| format!("V{variable}")).collect();
            format!("{}({})", name(predicate), arguments.join(","))
        };
        let arity = |predicate: usize| problem.body[predicate].arity();
        let body: Vec<String> = self
            .body
            .iter()
            .map(|atom| literal(atom.predicate(), &mut atom.arguments(arity(atom.predicate()))))
            .collect();
        let head = literal(self.head, &mut (0..arity(self.head) as Variable));
        format!("{head}:- {}.", body.join(","))
    }
}

impl Prolog {
    /// Holds a program against the examples of a problem, which has all predicates of the program among those of bodies; those
    /// from `first` on are the program's own.
    /// `judged` tells which examples it is to hold for, where they may be wrong.
    pub(crate) fn check(
        &self,
        problem: &Problem,
        first: usize,
        clauses: &[Clause],
        judged: Option<&Judged>,
    ) -> Said {
        let mut terms = self.background.terms.clone();
        let mut program = self.program.clone();
        // The background knowledge may define the same names.
        let name = |predicate: usize| match predicate < first {
            true => atom_text(&problem.body[predicate].name),
            false => format!("'learned {predicate}'"),
        };
        let rules: Vec<String> = clauses.iter().map(|clause| clause.display(problem, &name)).collect();
        let rules = rules.join("\n");
        let source = Source { name: "learned", text: &rules };
        let Ok(mut sentences) = Sentences::new(source, Dialect::Prolog, &mut terms) else {
            return Said::Wrong;
        };
        while let Ok(Some(sentence)) = sentences.next_sentence() {
            if program.add(source, sentence, sentences.terms()).is_err() {
                return Said::Wrong;
            }
        }
        program.link(&mut terms);
        let functor = terms.name(&format!("learned {}", clauses.last().map_or(first, |clause| clause.head)));
        let mut prove = |tuple: &[Constant]| {
            let arguments: Vec<TermId> =
                tuple.iter().map(|&constant| self.background.constants[constant as usize]).collect();
            let goal = terms.compound(functor, &arguments);
            let mut machine = Machine::new(&program, &mut terms);
            machine.ask(goal, &[], Mode::Prolog, STEPS).and_then(|()| machine.advance())
        };
        let positives: Vec<_> = problem.examples.positive.iter().map(&mut prove).collect();
        let negatives: Vec<_> = problem.examples.negative.iter().map(&mut prove).collect();
        let is_wrong = match judged {
            None => negatives.contains(&Ok(true)) || positives.contains(&Ok(false)),
            Some(judged) => {
                let said = positives.iter().chain(&negatives);
                said.zip(judged.iter().flatten()).any(|(said, judged)| {
                    said.as_ref().is_ok_and(|said| judged.is_some_and(|judged| judged != *said))
                })
            }
        };
        if is_wrong {
            Said::Wrong
        } else if positives.iter().any(Result::is_err) {
            Said::Endless
        } else {
            Said::Right
        }
    }
}
