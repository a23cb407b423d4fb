//! Everything that rules may use, written out as tables over the constants that can come up.

use super::bias::{BiasText, Declared};
use super::constraints::{Pattern, Restriction};
use super::domains::{Domains, MOST_CONSTANTS};
use super::examples::ExampleTerms;
use super::questions::{Failure, Question, tidy};
use pddl::Diagnostic;

use crate::diagnostic::{self, Source, Span};
use crate::problem::{Bias, Examples, Predicate, Problem, Relation, Type};
use crate::prolog::{TermId, Terms, atom_text, names};
use prolog::engine::{Indicator, Machine, Program, Stop};

/// The problem with all tables, and the terms of its constants. Where predicates of recursive programs have directions, they
/// are asked when they are called, and the tables are empty: nobody knows beforehand which constants come up.
pub(super) fn write_out(
    bk: Source<'_>,
    program: &Program,
    terms: &mut Terms,
    bias: BiasText<'_>,
    examples: &ExampleTerms,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(Problem, Vec<TermId>), Diagnostic> {
    let mut domains = Domains::new(bias.types.len());
    let positive = example_relation(&examples.positive, &bias.head.types, terms, &mut domains);
    let negative = example_relation(&examples.negative, &bias.head.types, terms, &mut domains);
    let mut writer = Writer { bk, program, bias: &bias, domains };
    writer.warn_of_undefined(terms, warnings);
    let relations = if bias.asks_when_called() { writer.no_relations() } else { writer.relations(terms)? };
    let constants = writer.domains.texts(terms);
    let restricted = restricted(&bias, terms, warnings);
    let predicate = |declared: Declared| Predicate {
        name: declared.text,
        types: declared.types,
        directions: declared.directions,
    };
    let terms = writer.domains.terms().to_vec();
    let problem = Problem {
        constants,
        types: bias.types,
        head: predicate(bias.head),
        body: bias.body.into_iter().map(predicate).collect(),
        relations,
        bias: restricted,
        examples: Examples { positive, negative },
    };
    Ok((problem, terms))
}

fn example_relation(examples: &[TermId], types: &[Type], terms: &Terms, domains: &mut Domains) -> Relation {
    let arity = types.len();
    let mut tuples = Vec::with_capacity(examples.len() * arity);
    for &example in examples {
        tuples.extend(terms.arguments(example).iter().zip(types).map(|(&term, &of)| domains.add(term, of)));
    }
    Relation { arity, tuples }
}

struct Writer<'a, 'b> {
    bk: Source<'a>,
    program: &'a Program,
    bias: &'a BiasText<'b>,
    domains: Domains,
}

impl Writer<'_, '_> {
    fn warn_of_undefined(&self, terms: &Terms, warnings: &mut Vec<Diagnostic>) {
        for predicate in &self.bias.body {
            let arity = predicate.types.len();
            if self.program.definition((predicate.name, arity)).is_some() {
                continue;
            }
            let message =
                format!("`{}/{arity}` holds nowhere: {} does not define it", predicate.text, self.bk.name);
            let mut others: Vec<usize> = self
                .program
                .indicators()
                .filter(|&(name, _)| name == predicate.name)
                .map(|(_, arity)| arity)
                .collect();
            others.sort_unstable();
            let help = match others[..] {
                [] => format!("add facts or rules for `{}`, or take it out here", terms.text(predicate.name)),
                _ => {
                    let others: Vec<String> = others.iter().map(usize::to_string).collect();
                    format!("it is defined with other numbers of arguments: {}", others.join(", "))
                }
            };
            warnings.push(diagnostic::warning(self.bias.source, predicate.span, message).with_help(help));
        }
    }

    fn no_relations(&self) -> Vec<Relation> {
        let empty = |predicate: &Declared| Relation { arity: predicate.types.len(), tuples: Vec::new() };
        self.bias.body.iter().map(empty).collect()
    }

    fn relations(&mut self, terms: &mut Terms) -> Result<Vec<Relation>, Diagnostic> {
        let mut relations = Vec::with_capacity(self.bias.body.len());
        let mut questions = Vec::new();
        for (number, predicate) in self.bias.body.iter().enumerate() {
            let arity = predicate.types.len();
            let mut tuples = Vec::new();
            match self.program.definition((predicate.name, arity)) {
                Some(definition) if definition.is_table(terms) => {
                    for clause in &definition.clauses {
                        let arguments = terms.arguments(clause.head).iter().zip(&predicate.types);
                        tuples.extend(arguments.map(|(&term, &of)| self.domains.add(term, of)));
                    }
                }
                Some(_) => {
                    let directions = predicate.directions.as_deref();
                    questions
                        .push((number, Question::new(predicate.name, predicate.types.clone(), directions)));
                }
                None => {}
            }
            relations.push(Relation { arity, tuples });
        }
        self.answer(&mut questions, terms)?;
        for (number, question) in questions {
            relations[number].tuples = question.tuples;
        }
        for relation in &mut relations {
            tidy(&mut relation.tuples, relation.arity);
        }
        Ok(relations)
    }

    /// Asks until no more constants come up, or none that a rule with its few variables could reach; programs that recur or
    /// have predicates of their own reach all.
    fn answer(&mut self, questions: &mut [(usize, Question)], terms: &mut Terms) -> Result<(), Diagnostic> {
        let goes_far = self.bias.allows_recursion || self.bias.allows_invention;
        let most = if goes_far { usize::MAX } else { self.bias.max_variables };
        for round in 0..=most {
            let before = self.domains.total();
            for (number, question) in &mut *questions {
                let mut machine = Machine::new(self.program, terms);
                let adds_constants = round < most;
                let result = question.ask(&mut machine, &mut self.domains, adds_constants);
                result.map_err(|failure| self.explain(&self.bias.body[*number], question, failure, terms))?;
                if self.domains.len() > MOST_CONSTANTS {
                    return Err(self.endless(&self.bias.body[*number]));
                }
            }
            if round > 0 && self.domains.total() == before {
                break;
            }
        }
        Ok(())
    }

    fn endless(&self, predicate: &Declared) -> Diagnostic {
        let message = format!("`{}` gives more than {MOST_CONSTANTS} constants", predicate.text);
        diagnostic::error(self.bk, self.place(predicate), message)
            .with_help("let it hold for fewer, or give its arguments types that keep it from being asked about everything")
    }

    /// Where a predicate is defined first.
    fn place(&self, predicate: &Declared) -> Span {
        self.definition_place((predicate.name, predicate.types.len())).unwrap_or_default()
    }

    fn definition_place(&self, indicator: Indicator) -> Option<Span> {
        let definition = self.program.definition(indicator).filter(|definition| !definition.is_library)?;
        definition.clauses.first().map(|clause| clause.span)
    }

    fn explain(
        &self,
        predicate: &Declared,
        question: &Question,
        failure: Failure,
        terms: &Terms,
    ) -> Diagnostic {
        let asked = format!("{}/{}", atom_text(&predicate.text), predicate.types.len());
        let error = |span, message: String| diagnostic::error(self.bk, span, message);
        let at_predicate = self.place(predicate);
        match failure {
            Failure::Tuples => {
                error(at_predicate, format!("{asked} holds for too many tuples to be written out"))
                    .with_help("let it hold for fewer, or ask for less with `direction` and `type`")
            }
            Failure::Combinations => {
                let sizes: Vec<String> =
                    question.types.iter().map(|&of| self.domains.members(of).len().to_string()).collect();
                let message =
                    format!("{asked} would have to be asked about {} combinations", sizes.join(" × "));
                error(at_predicate, message).with_help(
                    "give its arguments types with fewer constants, or let some be `out` by `direction`",
                )
            }
            Failure::Stopped(Stop::Steps(last)) => {
                let span = last.and_then(|last| self.definition_place(last)).unwrap_or(at_predicate);
                error(span, format!("asking {asked} does not come to an end{}", within(last, terms)))
                    .with_help("is there a clause that calls itself with nothing smaller?")
            }
            Failure::Stopped(Stop::Space(last)) => {
                let span = last.and_then(|last| self.definition_place(last)).unwrap_or(at_predicate);
                error(span, format!("asking {asked} takes too much memory{}", within(last, terms))).with_help(
                    "is there a clause that calls itself with nothing smaller, or a list that grows?",
                )
            }
            Failure::Stopped(Stop::Undefined((name, arity))) => {
                let text = atom_text(terms.text(name));
                error(at_predicate, format!("{asked} needs {text}/{arity}, which nothing defines")).with_help(
                    format!("define it, or write `:- dynamic {text}/{arity}.` if it holds nowhere"),
                )
            }
            Failure::Stopped(Stop::Floundered(goal)) => error(
                at_predicate,
                format!("{asked} can't be asked: in `{}` a variable is not known", shown(terms, goal)),
            )
            .with_help(format!(
                "put goals that give it a value before, or say `direction({},(in,...)).`",
                predicate.text
            )),
            Failure::Stopped(Stop::Senseless(goal, why)) => {
                error(at_predicate, format!("{asked} can't be asked: in `{}` {why}", terms.display(goal)))
            }
        }
    }
}

/// A goal, without what is noted beside negated ones.
fn shown(terms: &Terms, goal: TermId) -> String {
    match terms.matches(goal, names::NEGATION, 2) {
        Some(&[negated, _]) => format!("\\+ {}", terms.display(negated)),
        _ => terms.display(goal),
    }
}

fn within(last: Option<Indicator>, terms: &Terms) -> String {
    last.map_or_else(String::new, |(name, arity)| format!(", at last in {}/{arity}", terms.text(name)))
}

fn restricted(bias: &BiasText<'_>, terms: &Terms, warnings: &mut Vec<Diagnostic>) -> Bias {
    let mut restricted = Bias {
        max_variables: bias.max_variables,
        max_body: bias.max_body,
        allows_unused_head: bias.allows_unused_head,
        allows_recursion: bias.allows_recursion,
        allows_invention: bias.allows_invention,
        max_clauses: bias.max_clauses,
        ..Bias::default()
    };
    for restriction in &bias.restrictions {
        match restriction {
            Restriction::Required(variable) => restricted.required.push(*variable),
            Restriction::Forbidden(pattern) => forbid(bias, pattern, &mut restricted),
            &Restriction::TypeCount(name, least, most) => {
                match bias.types.iter().position(|of| *of == terms.text(name)) {
                    Some(of) => restricted.type_counts.push((of as Type, least, most)),
                    None => {
                        let message = format!(
                            "a constraint counts variables of a type `{}` that is none",
                            terms.text(name)
                        );
                        warnings.push(diagnostic::warning(bias.source, bias.head.span, message));
                    }
                }
            }
        }
    }
    restricted
}

fn forbid(bias: &BiasText<'_>, pattern: &Pattern, restricted: &mut Bias) {
    for (number, predicate) in bias.body.iter().enumerate() {
        let arity = predicate.types.len();
        let arguments = pattern.arguments.clone().unwrap_or_else(|| vec![None; arity]);
        if arguments.len() == arity && pattern.predicate.is_none_or(|name| name == predicate.name) {
            restricted.forbidden.push((number, arguments));
        }
    }
}
