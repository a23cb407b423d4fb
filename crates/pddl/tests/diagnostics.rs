//! What users get to read: a catalogue of mistakes with the answers to them.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use pddl::{Domain, Source, Strictness, parse_domain, parse_problem};

const DOMAIN: &str = "\
(define (domain blocks)
  (:requirements :strips :typing :action-costs)
  (:types block table - surface surface)
  (:constants table1 - table)
  (:predicates (on ?x - block ?y - surface) (clear ?x - block) (handempty))
  (:functions (total-cost) - number (weight ?x - block) - number)
  (:action move
    :parameters (?x - block ?from ?to - surface)
    :precondition (and (clear ?x) (on ?x ?from))
    :effect (and (on ?x ?to) (not (on ?x ?from)) (increase (total-cost) (weight ?x)))))
";

const PROBLEM: &str = "\
(define (problem two)
  (:domain blocks)
  (:objects a b - block)
  (:init (clear a) (clear b) (on a table1) (on b table1)
         (= (total-cost) 0) (= (weight a) 3) (= (weight b) 5))
  (:goal (on a b))
  (:metric minimize (total-cost)))
";

fn domain(text: &str) -> String {
    match parse_domain(&Source::new("domain.pddl", text), Strictness::Lenient) {
        Ok(parsed) => parsed.warnings.iter().map(|warning| format!("{warning}\n")).collect(),
        Err(error) => format!("{error}\n"),
    }
}

fn blocks() -> Domain {
    parse_domain(&Source::new("domain.pddl", DOMAIN), Strictness::Strict).unwrap().value
}

fn problem(text: &str) -> String {
    match parse_problem(&blocks(), &Source::new("problem.pddl", text), Strictness::Lenient) {
        Ok(parsed) => parsed.warnings.iter().map(|warning| format!("{warning}\n")).collect(),
        Err(error) => format!("{error}\n"),
    }
}

fn snapshot(name: &str, answers: impl AsRef<str>) {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, answers.as_ref());
    });
}

/// The answers to a text in which one thing after the other is replaced.
fn answers(text: &str, answer: impl Fn(&str) -> String, mistakes: &[(&str, &str)]) -> String {
    let mut answers = Vec::new();
    for (right, wrong) in mistakes {
        assert!(text.contains(right), "nothing to replace: {right}");
        let answer = answer(&text.replacen(right, wrong, 1));
        assert!(!answer.is_empty(), "no answer to {wrong}");
        answers.push(answer);
    }
    answers.join("\n")
}

fn in_domain(mistakes: &[(&str, &str)]) -> String {
    answers(DOMAIN, domain, mistakes)
}

fn in_problem(mistakes: &[(&str, &str)]) -> String {
    answers(PROBLEM, problem, mistakes)
}

#[test]
fn the_texts_to_make_mistakes_in_are_right() {
    assert_eq!(domain(DOMAIN), "");
    assert_eq!(problem(PROBLEM), "");
}

#[test]
fn files() {
    let texts = ["", "; nothing but a comment\n", "hello", "(domain blocks)", "(define blocks)", "(define)"];
    let answers: Vec<String> = texts.into_iter().map(domain).collect();
    snapshot("files", answers.join("\n"));
    snapshot("a_problem_as_domain", domain(PROBLEM));
    snapshot("a_domain_as_problem", problem(DOMAIN));
    snapshot("two_definitions", domain(&format!("{DOMAIN}\n{PROBLEM}")));
    snapshot("titles", in_domain(&[("(domain blocks)", "(domain)"), ("(domain blocks)", "(planet blocks)")]));
}

#[test]
fn parentheses() {
    snapshot(
        "parentheses",
        in_domain(&[
            ("(weight ?x)))))", "(weight ?x))))"),
            ("(weight ?x)))))", "(weight ?x))))))"),
            ("(handempty))", "(handempty)"),
            ("(handempty))", "(handempty)))"),
            ("(clear ?x) (on", "(clear ?x (on"),
        ]),
    );
}

#[test]
fn characters() {
    snapshot(
        "characters",
        in_domain(&[
            ("(clear ?x)", "(clear\u{a0}?x)"),
            ("?x - block", "?x \u{2013} block"),
            ("blocks", "blo\0cks"),
            ("(clear ?x) (on", "\t(clear ?x) (ön"),
            ("(clear ?x) (on", "(clear\u{7} ?x) (on"),
        ]),
    );
}

#[test]
fn long_lines_are_cut() {
    let filler = "(clear ?x) ".repeat(50_000);
    let text = DOMAIN.replacen("(and (clear ?x)", &format!("(and {filler} (claer ?x) {filler}"), 1);
    snapshot("long_lines_are_cut", domain(&text));
    let name = "x".repeat(1_000_000);
    assert!(domain(&DOMAIN.replacen("(clear ?x)", &format!("({name} ?x)"), 2)).len() < 1_000);
}

#[test]
fn sections() {
    snapshot(
        "domain_sections",
        in_domain(&[
            ("(:predicates", "(:predicate"),
            ("(:predicates", "(predicates"),
            ("(:constants table1 - table)", "table1"),
            ("(:constants", "(:objects"),
            ("(:constants", "(:frobnicate"),
            ("(:constants", "(:types"),
        ]),
    );
    snapshot(
        "problem_sections",
        in_problem(&[
            ("(:objects", "(:object"),
            ("(:objects", "(:constants"),
            ("(:domain blocks)", ""),
            ("(:domain blocks)", "(:domain logistics)"),
            ("(:domain blocks)", "(:domain)"),
            ("(:goal", "(:init (clear a)) (:goal"),
            ("(:goal", "(:goal (clear a)) (:goal"),
            ("(:metric", "(:length (:serial 3)) (:metric"),
        ]),
    );
}

#[test]
fn types() {
    snapshot(
        "types",
        in_domain(&[
            ("?x - block", "?x - blok"),
            ("?x - block", "?x -block"),
            ("?x - block", "- block"),
            ("?x - block)", "?x -)"),
            ("?x - block", "?x - (block table)"),
            ("?x - block", "?x - (either)"),
            ("?x - block", "?x - (either block (table))"),
            ("- surface surface", "- surface surface - block"),
            ("- surface surface", "- surface surface object - surface"),
            ("- surface surface", "- surface surface - thing"),
            ("- surface surface", "(surface)"),
        ]),
    );
}

#[test]
fn declarations() {
    snapshot(
        "declarations",
        in_domain(&[
            ("(handempty)", "handempty"),
            ("(handempty)", "()"),
            ("(handempty)", "(clear)"),
            ("(handempty)", "(and ?x)"),
            ("(handempty)", "(= ?x ?y)"),
            ("(clear ?x - block)", "(clear x - block)"),
            ("(clear ?x - block)", "(clear ? - block)"),
            ("(weight ?x - block) - number", "(weight ?x - block) - block"),
            ("(weight ?x - block)", "(total-cost)"),
            ("(total-cost) - number", "(total-cost ?x) - number"),
            ("(total-cost) - number", ""),
        ]),
    );
}

#[test]
fn actions() {
    snapshot(
        "actions",
        in_domain(&[
            ("(:action move", "(:action"),
            ("(:action move", "(:action move) (:action move"),
            (":parameters (", ":parameter ("),
            (":parameters (?x - block ?from ?to - surface)", ":parameters ?x"),
            (":parameters (?x", ":parameters (x"),
            (":parameters (?x", ":parameters (?x ?x"),
            (":precondition (and (clear ?x)", ":precondition (clear ?x) (and"),
            (":precondition (and (clear ?x) (on ?x ?from))", ":precondition"),
            (":precondition", ":effect"),
        ]),
    );
}

#[test]
fn conditions() {
    snapshot(
        "conditions",
        in_domain(&[
            ("(and (clear ?x)", "(and (claer ?x)"),
            ("(and (clear ?x)", "(and (clear ?x ?from)"),
            ("(and (clear ?x)", "(and (clear ?y)"),
            ("(and (clear ?x)", "(and (clear x)"),
            ("(and (clear ?x)", "(and (clear tabel1)"),
            ("(and (clear ?x)", "(and (clear table1)"),
            ("(and (clear ?x)", "(and (clear (weight ?x))"),
            ("(and (clear ?x)", "(and (clear (on ?x))"),
            ("(and (clear ?x)", "(and (exists (?z - block) (clear ?z)) (clear ?z)"),
            ("(and (clear ?x)", "(and (exists (?z - table) (clear ?z))"),
            ("(and (clear ?x)", "(and (exists ?z (clear ?z))"),
            ("(and (clear ?x)", "(and (not (clear ?x) (handempty))"),
            ("(and (clear ?x)", "(and handempty"),
            ("(and (clear ?x)", "((clear ?x)"),
            ("(and (clear ?x)", "(and (when (clear ?x) (handempty))"),
        ]),
    );
}

#[test]
fn effects() {
    snapshot(
        "effects",
        in_domain(&[
            (":effect (and", ":effect (or"),
            ("(not (on ?x ?from))", "(not (and (on ?x ?from) (clear ?x)))"),
            ("(not (on ?x ?from))", "(not)"),
            ("(not (on ?x ?from))", "(not handempty)"),
            (":effect (and", ":effect ((handempty)"),
            (":effect (and", ":effect (and handempty"),
            ("(increase (total-cost) (weight ?x))", "(increase total-cost 1)"),
            ("(increase (total-cost) (weight ?x))", "(increase (total-cots) 1)"),
            ("(increase (total-cost) (weight ?x))", "(increase (total-cost) weight)"),
            ("(increase (total-cost) (weight ?x))", "(increase (total-cost) (wieght ?x))"),
            ("(increase (total-cost) (weight ?x))", "(increase (total-cost) (weight))"),
            ("(increase (total-cost) (weight ?x))", "(increase (total-cost))"),
        ]),
    );
}

#[test]
fn derivation_rules() {
    let rules = [
        "(:derived (handempty))",
        "(:derived (handemty) (clear a))",
        "(:derived (clear) (handempty))",
        "(:derived (clear ?x - table) (handempty))",
        "(:derived () (handempty))",
        "(:derived (on ?x - block ?y - surface) (handempty))",
    ];
    let mistakes = rules.map(|rule| format!("{rule} (:action"));
    let mistakes: Vec<_> = mistakes.iter().map(|rule| ("(:action", rule.as_str())).collect();
    snapshot("derivation_rules", in_domain(&mistakes));
}

#[test]
fn requirements() {
    snapshot(
        "requirements",
        in_domain(&[
            (":strips", ":strip"),
            (":strips", "strips"),
            (":strips", "(:strips)"),
            (":typing :action-costs", ""),
            ("(:requirements :strips :typing :action-costs)", ""),
            ("(clear ?x) (on", "(not (clear ?x)) (or (exists (?y - block) (= ?y ?x))) (on"),
            (":effect (and", ":effect (and (when (clear ?x) (forall (?y - block) (clear ?y)))"),
        ]),
    );
    snapshot("requirements_of_a_goal", in_problem(&[("(on a b)", "(not (on a b))")]));
}

#[test]
fn objects() {
    snapshot(
        "objects",
        in_problem(&[
            ("a b - block", "a b - blok"),
            ("a b - block", "a b ?c - block"),
            ("a b - block", "a b - block a - block"),
            ("a b - block", "a b - block table1 - table"),
            ("a b - block", "a b – block"),
        ]),
    );
}

#[test]
fn initial_states() {
    snapshot(
        "initial_states",
        in_problem(&[
            ("(clear a)", "(claer a)"),
            ("(clear a)", "(clear c)"),
            ("(clear a)", "(clear a b)"),
            ("(clear a)", "(clear ?a)"),
            ("(clear a)", "(clear table1)"),
            ("(clear a)", "handempty"),
            ("(clear a)", "()"),
            ("(clear a)", "(and (clear a))"),
            ("(clear a)", "(not handempty)"),
            ("(clear a)", "(= a b)"),
            ("(= (weight a) 3)", "(= (wieght a) 3)"),
            ("(= (weight a) 3)", "(= (weight a) three)"),
            ("(= (weight a) 3)", "(= (weight a) 3) (= (weight a) 4)"),
            ("(= (weight a) 3)", "(= (weight) 3)"),
            ("(= (weight a) 3)", "(= weight 3)"),
            ("(= (total-cost) 0)", "(= (total-cost) 7)"),
        ]),
    );
}

#[test]
fn goals_and_metrics() {
    snapshot(
        "goals_and_metrics",
        in_problem(&[
            ("(:goal (on a b))", ""),
            ("(:goal (on a b))", "(:goal)"),
            ("(:goal (on a b))", "(:goal (on a b) (clear a))"),
            ("(:goal (on a b))", "(:goal (on a ?b))"),
            ("(:metric minimize (total-cost))", "(:metric (total-cost))"),
            ("(:metric minimize (total-cost))", "(:metric minimise (total-cost))"),
            ("(:metric minimize (total-cost))", "(:metric minimize (total-time))"),
        ]),
    );
}

#[test]
fn a_problem_with_much_wrong_has_few_warnings() {
    let wrong: String = (0..1000).map(|index| format!("(= a b) ; {index}\n")).collect();
    let shown = problem(&PROBLEM.replacen("(clear a)", &wrong, 1));
    assert_eq!(shown.matches("warning:").count(), 21);
    assert!(shown.contains("(and 979 more warnings before this one)"), "{shown}");
}

#[test]
fn unsupported_features() {
    let increase = "(increase (total-cost) (weight ?x))";
    snapshot(
        "unsupported_in_domains",
        in_domain(&[
            ("(:action", "(:durative-action"),
            (":precondition", ":duration"),
            ("(:action", "(:constraints) (:action"),
            ("(:action", "(:process p) (:action"),
            ("(:action", "(:method m) (:action"),
            ("(:action", "(:axiom) (:action"),
            (":precondition", ":vars (?z) :precondition"),
            (increase, "(increase (weight ?x) 1)"),
            (increase, "(decrease (total-cost) 1)"),
            (increase, "(assign (weight ?x) 1)"),
            (increase, "(when (clear ?x) (increase (total-cost) 1))"),
            (increase, "(increase (total-cost) 2.5)"),
            (increase, "(increase (total-cost) -1)"),
            (increase, "(increase (total-cost) 1e30)"),
            (increase, "(increase (total-cost) (+ 1 (weight ?x)))"),
            (increase, "(increase (total-cost) (total-cost))"),
            ("(and (clear ?x)", "(and (> (weight ?x) 2)"),
            ("(and (clear ?x)", "(and (= (weight ?x) 2)"),
            ("(and (clear ?x)", "(and (preference p (clear ?x))"),
        ]),
    );
    snapshot(
        "unsupported_in_problems",
        in_problem(&[
            ("(:goal", "(:constraints) (:goal"),
            ("(:goal", "(:htn) (:goal"),
            ("(clear a)", "(at 5 (clear a))"),
            ("(on a b)", "(>= (weight a) 2)"),
            ("(on a b)", "(preference p (on a b))"),
            ("minimize", "maximize"),
            ("minimize (total-cost)", "minimize (+ (total-cost) (weight a))"),
            ("minimize (total-cost)", "minimize (weight a)"),
        ]),
    );
}
