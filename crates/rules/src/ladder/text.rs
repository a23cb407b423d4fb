//! Heuristics as text: the file that people read is the model itself.

use std::fmt::Write;

use induction::diagnostic::{self, Span};
use induction::prolog::{Dialect, Node, Sentence, Sentences, TermId, Terms, atom_text};
use induction::{Literal, Source, Type, Variable};
use pddl::Diagnostic;
use rustc_hash::FxHashMap;

use super::{Clause, Ladder, Vocabulary};

/// The first line of the text of every heuristic.
const TITLE: &str = "% hstar rules 1";
const ABOUT: &str = "% about: ";

/// The most variables, and the most literals, that a rule may have.
const MOST: usize = 60;

/// The text of a heuristic, which names the kind of states that it is about.
pub fn write(ladder: &Ladder, vocabulary: &Vocabulary, about: &str) -> String {
    let mut text = format!("{TITLE}\n{ABOUT}{}\n", about.replace(['\n', '\r'], " "));
    let names = ladder.names();
    let mut last = None;
    for (number, clause) in ladder.clauses.iter().enumerate() {
        if last.replace(clause.cost) != Some(clause.cost) {
            let _ = write!(text, "\n% Learned to hold only where a goal is at least {} away\n", clause.cost);
        }
        let literals = clause.body.iter().map(|literal| display(literal, vocabulary));
        let calls = clause.calls.iter().filter_map(|&call| names.get(call as usize));
        let body: Vec<String> = calls.map(|name| format!("{name}(V0)")).chain(literals).collect();
        let _ = writeln!(text, "{}(V0):- {}.", names[number], body.join(","));
    }
    text
}

/// The kind of states that a heuristic is about; `None` if the text is no heuristic.
pub fn about(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    lines.next().filter(|line| line.trim_end() == TITLE)?;
    lines.next()?.strip_prefix(ABOUT).map(str::trim)
}

fn display(literal: &Literal, vocabulary: &Vocabulary) -> String {
    let name = atom_text(&vocabulary.frame().body[usize::from(literal.predicate)].name);
    let arguments: Vec<String> = literal.arguments.iter().map(|variable| format!("V{variable}")).collect();
    format!("{name}({})", arguments.join(","))
}

/// Reads a heuristic.
///
/// # Errors
/// When the text is no heuristic, or uses predicates that the vocabulary does not have.
pub fn parse(source: Source<'_>, vocabulary: &Vocabulary) -> Result<Ladder, Diagnostic> {
    if about(source.text).is_none() {
        return Err(diagnostic::error(source, Span::default(), "this is no heuristic of rules")
            .with_help(format!("its first lines are `{TITLE}` and `{ABOUT}` with what it is about")));
    }
    let mut terms = Terms::default();
    let mut sentences = Sentences::new(source, Dialect::Prolog, &mut terms)?;
    let mut reader = Reader { source, vocabulary, numbers: FxHashMap::default(), ladder: Ladder::default() };
    while let Some(sentence) = sentences.next_sentence()? {
        reader.add(sentences.terms(), &sentence)?;
    }
    Ok(reader.read())
}

struct Reader<'a> {
    source: Source<'a>,
    vocabulary: &'a Vocabulary,
    /// The rules so far, by their names.
    numbers: FxHashMap<String, u32>,
    ladder: Ladder,
}

/// The variables of a rule so far, with their types.
struct Scope {
    numbers: FxHashMap<u32, Variable>,
    types: Vec<Type>,
}

impl Reader<'_> {
    /// The heuristic, with the names of its rules if they are not the usual ones.
    fn read(self) -> Ladder {
        let Self { mut ladder, numbers, .. } = self;
        let mut names = vec![String::new(); numbers.len()];
        numbers.into_iter().for_each(|(name, number)| names[number as usize] = name);
        if names != ladder.usual_names() {
            ladder.names = names;
        }
        ladder
    }

    fn add(&mut self, terms: &Terms, sentence: &Sentence) -> Result<(), Diagnostic> {
        let span = sentence.span;
        let (head, Some(body)) = terms.clause(sentence.term) else {
            return Err(self
                .error(span, "this is no rule")
                .with_help("write `cost_3_rule_1(V0):- p(V0,V1).`"));
        };
        let (name, cost, state) = self.head(terms, head, span)?;
        let mut scope = Scope {
            numbers: FxHashMap::from_iter([(state, 0)]),
            types: vec![self.vocabulary.frame().head.types[0]],
        };
        let mut clause = Clause { cost, body: Vec::new(), calls: Vec::new() };
        let goals = terms.conjuncts(body);
        if goals.len() > MOST {
            return Err(self.error(span, &format!("this rule has more than {MOST} literals")));
        }
        for goal in goals {
            self.literal(terms, goal, span, &mut scope, &mut clause)?;
        }
        let is_new = self.numbers.insert(name, self.ladder.clauses.len() as u32).is_none();
        if !is_new {
            return Err(self.error(span, "there is a rule of that name already"));
        }
        if self.ladder.clauses.last().is_some_and(|last| last.cost > cost) {
            return Err(self.error(span, "rules stand in the order of their costs"));
        }
        self.ladder.clauses.push(clause);
        Ok(())
    }

    /// The name of a rule, its cost, and the variable that stands for the state.
    fn head(&self, terms: &Terms, head: TermId, span: Span) -> Result<(String, u32, u32), Diagnostic> {
        let found = terms.functor(head).filter(|&(_, arity)| arity == 1).and_then(|(name, _)| {
            let Node::Variable(state) = terms.node(terms.arguments(head)[0]) else { return None };
            let name = terms.text(name);
            let (cost, number) = name.strip_prefix("cost_")?.split_once("_rule_")?;
            number.parse::<u32>().ok()?;
            Some((name.to_owned(), cost.parse().ok().filter(|&cost| cost > 0)?, state))
        });
        found.ok_or_else(|| {
            self.error(span, "this rule does not say what a state costs at least")
                .with_help("its head has to be like `cost_3_rule_1(V0)`")
        })
    }

    fn literal(
        &self,
        terms: &Terms,
        goal: TermId,
        span: Span,
        scope: &mut Scope,
        clause: &mut Clause,
    ) -> Result<(), Diagnostic> {
        let Some((name, arity)) = terms.functor(goal) else {
            return Err(self.error(span, "what has to hold is not written as predicates of variables"));
        };
        let name = terms.text(name);
        if let Some(&number) = self.numbers.get(name).filter(|_| arity == 1) {
            let Node::Variable(variable) = terms.node(terms.arguments(goal)[0]) else {
                return Err(self.error(span, &format!("`{name}` is not asked about the state")));
            };
            if scope.numbers.get(&variable) != Some(&0) {
                return Err(self.error(span, &format!("`{name}` is not asked about the state")));
            }
            clause.calls.push(number);
            return Ok(());
        }
        let body = &self.vocabulary.frame().body;
        let Some(number) = body.iter().position(|known| known.name == name && known.arity() == arity) else {
            let known: Vec<String> = body.iter().map(|one| format!("{}/{}", one.name, one.arity())).collect();
            return Err(self
                .error(
                    span,
                    &format!(
                        "nothing is known of `{name}` with {arity} argument{}",
                        if arity == 1 { "" } else { "s" }
                    ),
                )
                .with_help(format!("known are {}", known.join(", "))));
        };
        let types = &body[number].types;
        let mut arguments = Vec::with_capacity(arity);
        for (&argument, &of) in terms.arguments(goal).iter().zip(types) {
            arguments.push(self.variable(terms, argument, of, span, scope)?);
        }
        clause.body.push(Literal { predicate: number as u16, arguments });
        Ok(())
    }

    fn variable(
        &self,
        terms: &Terms,
        argument: TermId,
        of: Type,
        span: Span,
        scope: &mut Scope,
    ) -> Result<Variable, Diagnostic> {
        let Node::Variable(named) = terms.node(argument) else {
            return Err(self.error(span, "arguments have to be variables"));
        };
        let next = scope.types.len();
        let number = *scope.numbers.entry(named).or_insert(next as Variable);
        if usize::from(number) == next {
            scope.types.push(of);
        }
        if next >= MOST {
            return Err(self.error(span, &format!("this rule has more than {MOST} variables")));
        }
        let state = self.vocabulary.frame().head.types[0];
        if scope.types[usize::from(number)] != of || (of == state) != (number == 0) {
            let of = &self.vocabulary.frame().types[usize::from(of)];
            return Err(self.error(
                span,
                &format!("a variable stands for a {of} here and for something else elsewhere"),
            ));
        }
        Ok(number)
    }

    fn error(&self, span: Span, message: &str) -> Diagnostic {
        diagnostic::error(self.source, span, message)
    }
}
