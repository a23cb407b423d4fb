//! A problem's text with another initial state.

use std::fmt::{self, Display};

use crate::fault::Result;
use crate::sexpr::{Node, Tree};
use crate::source::Span;
use crate::symbols::keyword;
use crate::{Domain, GroundAtom, Problem};

use super::define::definition;
use super::notes::Notes;
use super::problem::Sections;

/// A problem whose text is to have another initial state.
pub(crate) struct Rewriting<'a> {
    pub text: &'a str,
    pub domain: &'a Domain,
    pub problem: &'a Problem,
}

impl Rewriting<'_> {
    /// The text with these atoms in `:init`. The values of functions stay there as they are written.
    pub(crate) fn with_init(&self, atoms: &[GroundAtom], tree: &Tree, notes: &mut Notes) -> Result<String> {
        let sections = Sections::sort(definition(tree, keyword::PROBLEM)?.sections, notes)?;
        let values =
            sections.init.iter().flat_map(|section| section.content()).filter(|node| is_value(*node));
        let values = values.map(|node| self.text_of(node).to_owned());
        let elements: Vec<String> =
            atoms.iter().map(|atom| self.atom(atom).to_string()).chain(values).collect();
        let mut spans: Vec<Span> = sections.init.iter().map(|section| section.node.span()).collect();
        let is_missing = spans.is_empty();
        if is_missing {
            spans.extend(
                sections
                    .goal
                    .map(|goal| goal.node.span())
                    .map(|Span { start, .. }| Span { start, end: start }),
            );
        }
        let mut at = self.text.len() - self.text.trim_start_matches('\u{feff}').len();
        let mut text = String::with_capacity(self.text.len());
        for (index, span) in spans.iter().enumerate() {
            text.push_str(&self.text[at..span.start as usize]);
            at = span.end as usize;
            if index == 0 {
                let indentation = indentation(&text).to_owned();
                push_section(&mut text, &elements, &indentation);
                text.extend(is_missing.then_some(["\n", &indentation]).into_iter().flatten());
            }
        }
        text.push_str(&self.text[at..]);
        Ok(text)
    }

    fn text_of(&self, node: Node<'_>) -> &str {
        let span = node.span();
        &self.text[span.start as usize..span.end as usize]
    }

    fn atom(&self, atom: &GroundAtom) -> impl Display {
        fmt::from_fn(|f| {
            write!(f, "({}", self.domain.predicates[atom.predicate.index()].name)?;
            atom.args
                .iter()
                .try_for_each(|object| write!(f, " {}", self.problem.objects[object.index()].name))?;
            f.write_str(")")
        })
    }
}

/// `(= (function object…) number)`
fn is_value(node: Node<'_>) -> bool {
    node.head().is_some_and(|(_, symbol)| symbol == keyword::EQUAL)
        && node.tail().next().is_some_and(Node::is_list)
}

fn push_section(text: &mut String, elements: &[String], indentation: &str) {
    text.push_str("(:init");
    for element in elements {
        text.extend(["\n", indentation, "  ", element]);
    }
    text.push(')');
}

/// The space that the last line begins with.
fn indentation(text: &str) -> &str {
    let line = text.rsplit('\n').next().unwrap_or_default();
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use crate::{ObjectId, PredicateId, Source, Strictness, parse_domain, parse_problem, with_init};

    use super::*;

    const DOMAIN: &str = "(define (domain d) (:constants k) (:predicates (on ?x ?y) (free))
        (:functions (total-cost) (far ?x)))";

    fn domain() -> Domain {
        parse_domain(&Source::new("domain", DOMAIN), Strictness::Lenient).unwrap().value
    }

    fn read(text: &str) -> Problem {
        parse_problem(&domain(), &Source::new("problem", text), Strictness::Lenient).unwrap().value
    }

    /// The text where `(free)` and `(on k a)` hold at the start.
    fn rewritten(text: &str) -> String {
        let free = GroundAtom { predicate: PredicateId(1), args: [].into() };
        let on = GroundAtom { predicate: PredicateId(0), args: [ObjectId(0), ObjectId(1)].into() };
        let (problem, atoms) = (read(text), [free, on]);
        let text = with_init(&domain(), &problem, &Source::new("problem", text), &atoms).unwrap();
        assert_eq!(read(&text), Problem { init: atoms.into(), ..problem });
        text
    }

    #[test]
    fn all_but_the_atoms_stays_as_it_is_written() {
        let text = rewritten(
            "; first\n(define (problem P) (:domain d)\n\t(:objects A b) ; two\n\t(:init (on a b) ; an atom
                (not (free)) (= (FAR A) 3.0) (= (total-cost) 0))\n\t(:goal (FREE)))\n; last",
        );
        assert_eq!(
            text,
            "; first\n(define (problem P) (:domain d)\n\t(:objects A b) ; two\n\t(:init\n\t  (free)\n\t  (on k a)
\t  (= (FAR A) 3.0)\n\t  (= (total-cost) 0))\n\t(:goal (FREE)))\n; last"
        );
    }

    #[test]
    fn several_initial_states_become_one() {
        let text = rewritten(
            "\u{feff}(define (problem p) (:domain d) (:init (= (far a) 1)) (:objects a) (:init (= (far k) 2) (on a a)) (:goal (free)))",
        );
        assert_eq!(
            text,
            "(define (problem p) (:domain d) (:init\n  (free)\n  (on k a)\n  (= (far a) 1)\n  (= (far k) 2)) \
             (:objects a)  (:goal (free)))"
        );
    }

    #[test]
    fn a_missing_initial_state_comes_before_the_goal() {
        let text = rewritten("(define (problem p) (:domain d)\n (:objects a)\n (:goal (free)))");
        assert_eq!(
            text,
            "(define (problem p) (:domain d)\n (:objects a)\n (:init\n   (free)\n   (on k a))\n (:goal (free)))"
        );
    }

    #[test]
    fn nothing_may_hold() {
        let text = "(define (problem p) (:domain d) (:init (free)) (:goal (free)))";
        let empty = with_init(&domain(), &read(text), &Source::new("problem", text), &[]).unwrap();
        assert_eq!(empty, "(define (problem p) (:domain d) (:init) (:goal (free)))");
    }
}
