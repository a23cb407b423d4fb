//! The examples.

use rustc_hash::FxHashSet;

use super::bias::BiasText;
use pddl::Diagnostic;

use crate::diagnostic::{self, Source, Span};
use crate::prolog::{Dialect, Sentences, TermId, Terms, atom_text};

/// The examples as terms with the head's functor.
pub(super) struct ExampleTerms {
    pub positive: Vec<TermId>,
    pub negative: Vec<TermId>,
}

pub(super) fn read(
    source: Source<'_>,
    bias: &BiasText<'_>,
    terms: &mut Terms,
    warnings: &mut Vec<Diagnostic>,
) -> Result<ExampleTerms, Diagnostic> {
    let (pos, neg) = (terms.name("pos"), terms.name("neg"));
    let head = (bias.head.name, bias.head.types.len());
    let mut positive = Side::default();
    let mut negative = Side::default();
    terms.reserve(source.text.len());
    let mut sentences = Sentences::new(source, Dialect::Examples, terms)?;
    while let Some(sentence) = sentences.next_sentence()? {
        let terms = sentences.terms();
        let side = match terms.functor(sentence.term) {
            Some((name, 1)) if name == pos => &mut positive,
            Some((name, 1)) if name == neg => &mut negative,
            Some(_) if is_directive(terms, sentence.term) => {
                warnings.push(diagnostic::warning(source, sentence.span, "directives are passed over"));
                continue;
            }
            _ => return Err(no_example(source, sentence.span, bias)),
        };
        let example = terms.arguments(sentence.term)[0];
        if terms.functor(example) != Some(head) {
            return Err(no_example(source, sentence.span, bias));
        }
        if !terms.is_ground(example) {
            return Err(diagnostic::error(source, sentence.span, "this example has a variable in it")
                .with_help("names begin with a small letter, or stand between quotes"));
        }
        side.add(example, sentence.span);
    }
    let stray = sentences.stray();
    warnings.extend(
        stray.iter().map(|&span| diagnostic::warning(source, span, "this line is no example: passed over")),
    );
    for side in [&positive, &negative] {
        if let Some(span) = side.first_repeated {
            let message =
                format!("this example stands here again, as {} in all do: each counts once", side.repeated);
            warnings.push(diagnostic::warning(source, span, message));
        }
    }
    Ok(ExampleTerms { positive: positive.examples, negative: negative.examples })
}

#[derive(Default)]
struct Side {
    examples: Vec<TermId>,
    seen: FxHashSet<TermId>,
    repeated: usize,
    first_repeated: Option<Span>,
}

impl Side {
    fn add(&mut self, example: TermId, span: Span) {
        if self.seen.insert(example) {
            self.examples.push(example);
        } else {
            self.repeated += 1;
            self.first_repeated.get_or_insert(span);
        }
    }
}

fn is_directive(terms: &Terms, sentence: TermId) -> bool {
    terms.matches(sentence, crate::prolog::names::NECK, 1).is_some()
}

fn no_example(source: Source<'_>, span: Span, bias: &BiasText<'_>) -> Diagnostic {
    let arguments = vec!["a"; bias.head.types.len()].join(",");
    let name = atom_text(&bias.head.text);
    diagnostic::error(source, span, format!("this is no example of {name}/{}", bias.head.types.len()))
        .with_help(format!(
            "write `pos({name}({arguments})).` or `neg({name}({arguments})).`, or change `head_pred`"
        ))
}
