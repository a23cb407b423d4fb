//! The facts of a bias, those that follow from its rules included.

use pddl::Diagnostic;

use crate::diagnostic::{self, Source, Span};
use crate::prolog::{Name, Node, TermId, Terms, names};
use prolog::engine::{Clause, Machine, Mode, Program};

/// How long it may take to find what follows from the rules of a bias.
const STEPS: u64 = 10_000_000;

/// A fact of a bias and the sentence that says so.
#[derive(Clone, Copy)]
pub(super) struct Declaration {
    pub term: TermId,
    pub span: Span,
}

/// All facts with that name and number of arguments.
pub(super) fn declarations(
    source: Source<'_>,
    program: &Program,
    terms: &mut Terms,
    (text, arity): (&str, usize),
) -> Result<Vec<Declaration>, Diagnostic> {
    let name = terms.name(text);
    let Some(definition) = program.definition((name, arity)) else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for clause in &definition.clauses {
        if clause.body.is_none() {
            if !terms.is_ground(clause.head) {
                return Err(unsafe_variable(source, clause.span));
            }
            all.push(Declaration { term: clause.head, span: clause.span });
        } else {
            consequences(source, program, terms, clause, &mut all)?;
        }
    }
    Ok(all)
}

fn unsafe_variable(source: Source<'_>, span: Span) -> Diagnostic {
    diagnostic::error(source, span, "a variable of the head can be anything here")
        .with_help("names begin with a small letter; variables of the head have to occur in the body")
}

/// All heads of a rule for which its body holds.
fn consequences(
    source: Source<'_>,
    program: &Program,
    terms: &mut Terms,
    clause: &Clause,
    all: &mut Vec<Declaration>,
) -> Result<(), Diagnostic> {
    let Some(body) = clause.body else { return Ok(()) };
    let head = terms.variable(clause.variables);
    let equation = terms.compound(names::EQUAL, &[head, clause.head]);
    let goal = terms.compound(names::COMMA, &[body, equation]);
    let values = vec![None; clause.variables as usize + 1];
    let mut machine = Machine::new(program, terms);
    let stopped = |_| {
        diagnostic::error(source, clause.span, "what follows from this rule can't be found out")
            .with_help("rules of a bias may use its own facts, as in `body_pred(C,1):- constant(C,_).`")
    };
    machine.ask(goal, &values, Mode::Prolog, STEPS).map_err(stopped)?;
    while machine.advance().map_err(stopped)? {
        let Some(term) = machine.answer(clause.variables).map_err(stopped)? else {
            return Err(unsafe_variable(source, clause.span));
        };
        all.push(Declaration { term, span: clause.span });
    }
    Ok(())
}

impl Declaration {
    fn error(self, source: Source<'_>, message: &str, help: &str) -> Diagnostic {
        diagnostic::error(source, self.span, message).with_help(help)
    }

    /// `name(predicate, number)`.
    pub(super) fn predicate(self, source: Source<'_>, terms: &Terms) -> Result<(Name, usize), Diagnostic> {
        if let &[name, arity] = terms.arguments(self.term)
            && let (Node::Atom(name), Node::Integer(arity)) = (terms.node(name), terms.node(arity))
            && let Ok(arity @ 1..=MOST_ARGUMENTS) = usize::try_from(arity)
        {
            return Ok((name, arity));
        }
        Err(self.error(
            source,
            "this should name a predicate and the number of its arguments",
            &format!("write, for example, `body_pred(father,2).`; arguments go from 1 to {MOST_ARGUMENTS}"),
        ))
    }

    /// `name(predicate, (entry, ...))`.
    pub(super) fn tuple(self, source: Source<'_>, terms: &Terms) -> Result<(Name, Vec<Name>), Diagnostic> {
        let read = || {
            let &[predicate, tuple] = terms.arguments(self.term) else { return None };
            let Node::Atom(predicate) = terms.node(predicate) else { return None };
            let entries = match terms.node(tuple) {
                Node::Compound(names::TUPLE) => terms.arguments(tuple),
                _ => &terms.arguments(self.term)[1..],
            };
            let atom = |&entry: &TermId| match terms.node(entry) {
                Node::Atom(name) => Some(name),
                _ => None,
            };
            Some((predicate, entries.iter().map(atom).collect::<Option<Vec<Name>>>()?))
        };
        read().ok_or_else(|| {
            self.error(
                source,
                "this should name a predicate and have an entry for each argument",
                "write, for example, `type(father,(person,person)).` or `type(male,(person,)).`",
            )
        })
    }

    /// `name(number)`.
    pub(super) fn number(self, source: Source<'_>, terms: &Terms) -> Result<usize, Diagnostic> {
        if let &[number] = terms.arguments(self.term)
            && let Node::Integer(number) = terms.node(number)
            && let Ok(number @ 1..=MOST) = usize::try_from(number)
        {
            return Ok(number);
        }
        Err(self.error(
            source,
            &format!("this should be a number from 1 to {MOST}"),
            "write, for example, `max_vars(6).`",
        ))
    }
}

const MOST_ARGUMENTS: usize = 16;
const MOST: usize = 200;
