//! No text makes the parser panic, overflow its stack, or take long.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::time::{Duration, Instant};

use pddl::{Diagnostic, Domain, Source, Strictness, parse_domain, parse_problem};
use proptest::prelude::*;

const DOMAIN: &str = "(define (domain d) (:requirements :adl :derived-predicates :action-costs)
  (:types a b - c c - object (:constants k - a) (:predicates (p ?x - c ?y - (either a b)) (q) (r ?x - a))
  (:functions (total-cost) - number (f ?x - a) - number)
  (:derived (q) (exists (?x - a) (p ?x ?x)))
  (:action go :parameters (?x - a ?y - b)
    :precondition (and (r ?x) (or (q) (not (= ?x k))) (forall (?z - c) (imply (p ?z ?y) (q))))
    :effect (and (not (r ?x)) (forall (?z - a) (when (r ?z) (p ?z ?y))) (increase (total-cost) (f ?x)))))";

const PROBLEM: &str = "(define (problem p) (:domain d) (:objects m - a n - b)
  (:init (r m) (not (p m n)) (= (f m) 3.0) (= (total-cost) 0) (= m m))
  (:goal (and (p m n) (exists (?x - a) (r ?x)))) (:metric minimize (total-cost)))";

/// The closing parenthesis of `:types` is left out above, so that unbalanced text has its share too.
fn balanced_domain() -> String {
    DOMAIN.replacen("- object", "- object)", 1)
}

fn domain(text: &str) -> Result<Domain, Diagnostic> {
    parse_domain(&Source::new("d", text), Strictness::Lenient).map(|parsed| parsed.value)
}

fn error_of(text: &str) -> String {
    domain(text).unwrap_err().to_string()
}

/// Reads the text as everything it could be, and shows all that there is to say about it.
fn survive(text: &str) {
    let good = domain(&balanced_domain()).unwrap();
    for strictness in [Strictness::Lenient, Strictness::Strict] {
        let source = Source::new("text", text);
        match parse_domain(&source, strictness) {
            Ok(parsed) => {
                parsed.warnings.iter().for_each(|warning| drop(warning.to_string()));
                drop(parse_problem(&parsed.value, &Source::new("p", PROBLEM), strictness));
            }
            Err(error) => drop(error.to_string()),
        }
        match parse_problem(&good, &source, strictness) {
            Ok(parsed) => parsed.warnings.iter().for_each(|warning| drop(warning.to_string())),
            Err(error) => drop(error.to_string()),
        }
    }
}

const TOKENS: [&str; 64] = [
    "(",
    "(",
    "(",
    "(",
    ")",
    ")",
    ")",
    ")",
    " ",
    "\n",
    ";",
    "?",
    "?x",
    "?y",
    "k",
    "m",
    "n",
    "a",
    "b",
    "c",
    "object",
    "-",
    "- (either a b)",
    "- c",
    "define",
    "(domain d)",
    "(problem p)",
    "(:domain d)",
    ":types",
    ":constants",
    ":predicates",
    ":functions",
    ":action",
    ":derived",
    ":objects",
    ":init",
    ":goal",
    ":metric",
    ":parameters",
    ":precondition",
    ":effect",
    ":requirements",
    ":adl",
    "and",
    "or",
    "not",
    "imply",
    "forall",
    "exists",
    "when",
    "=",
    "increase",
    "total-cost",
    "(total-cost)",
    "minimize",
    "p",
    "q",
    "r",
    "(f m)",
    "0",
    "3.5",
    "1e999",
    "é",
    "\0",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60).prop_map(|tokens| tokens.join(" "))
}

/// A good text in which a stretch is replaced by token soup.
fn damaged(text: String) -> impl Strategy<Value = String> {
    let length = text.len();
    (0..length, 0..60usize, prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..6)).prop_map(
        move |(start, cut, tokens)| {
            let end = (start + cut).min(length);
            format!("{} {} {}", &text[..start], tokens.join(" "), &text[end..])
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn token_soup_is_survived(text in soup()) {
        survive(&text);
    }

    #[test]
    fn damaged_domains_are_survived(text in damaged(balanced_domain())) {
        survive(&text);
    }

    #[test]
    fn damaged_problems_are_survived(text in damaged(PROBLEM.to_owned())) {
        survive(&text);
    }

    #[test]
    fn arbitrary_text_is_survived(text in any::<String>()) {
        survive(&text);
    }
}

#[test]
fn the_texts_to_damage_are_good() {
    let domain = domain(&balanced_domain()).unwrap();
    parse_problem(&domain, &Source::new("p", PROBLEM), Strictness::Strict).unwrap();
    assert!(error_of(DOMAIN).contains("unbalanced parentheses"));
}

fn action(precondition: &str, effect: &str) -> String {
    format!(
        "(define (domain d) (:predicates (p)) (:action a :parameters (?x)
           :precondition {precondition} :effect {effect}))"
    )
}

fn wrapped(depth: usize, opening: &str, core: &str) -> String {
    let closing = ")".repeat(opening.matches('(').count() - opening.matches(')').count());
    format!("{}{core}{}", opening.repeat(depth), closing.repeat(depth))
}

#[test]
fn nesting_100_000_deep_is_refused_in_order() {
    const DEPTH: usize = 100_000;
    for opening in
        ["(", "(not ", "(and ", "(or (p) ", "(imply (p) ", "(exists (?x) ", "(forall (?y - object) "]
    {
        let formula = wrapped(DEPTH, opening, "(p)");
        let answer = error_of(&action(&formula, "(p)"));
        assert!(answer.contains("levels deep") || answer.contains("expected `and`"), "{opening}: {answer}");
    }
    for opening in ["(and ", "(forall (?x) ", "(when (p) ", "(when (exists (?x) (p)) "] {
        let effect = wrapped(DEPTH, opening, "(p)");
        assert!(error_of(&action("(p)", &effect)).contains("levels deep"), "{opening}");
    }
    assert!(error_of(&action("(p)", &wrapped(DEPTH, "(not ", "(p)"))).contains("single atom"));
    assert!(error_of(&wrapped(DEPTH, "(", "")).contains("expected `(define …)`"));
    assert!(error_of(&"(".repeat(DEPTH)).contains("never closed"));
    assert!(error_of(&")".repeat(DEPTH)).contains("closes nothing"));
    survive(&wrapped(DEPTH, "(define (domain d) (:types a - ", "x"));
    survive(&wrapped(DEPTH, "(either ", "x"));
}

#[test]
fn a_hundred_levels_are_fine() {
    domain(&action(&wrapped(100, "(not ", "(p)"), &wrapped(100, "(forall (?y) ", "(p)"))).unwrap();
}

#[test]
fn a_tall_type_hierarchy_is_refused_in_order() {
    let chain: String = (0..50_000).map(|index| format!("t{index} - t{} ", index + 1)).collect();
    let fan: String = (0..50_000).map(|index| format!("x - t{index} ")).collect();
    for types in [chain, fan] {
        let answer = error_of(&format!("(define (domain d) (:types {types}))"));
        assert!(answer.contains("not supported: more than 256 supertypes"), "{answer}");
    }
}

#[test]
fn an_enormous_either_is_refused_in_order() {
    let names: String = (0..50_000).map(|index| format!("t{index} ")).collect();
    let text = format!(
        "(define (domain d) (:types {names}) (:predicates (p {} - (either {names}))))",
        "?x ".repeat(50_000)
    );
    assert!(error_of(&text).contains("not supported: an `either` of more than 64 types"));
}

#[test]
fn work_grows_with_the_text_not_with_its_square() {
    let count = 50_000;
    let names = |prefix: &str| (0..count).map(|index| format!("{prefix}{index} ")).collect::<String>();
    let lists = |prefix: &str| (0..count).map(|index| format!("({prefix}{index})")).collect::<String>();
    let actions: String = (0..count)
        .map(|index| format!("(:action a{index} :precondition (p{index}) :effect (not (p{index})))"))
        .collect();
    let text = format!(
        "(define (domain d) (:types {}) (:constants {}) (:predicates {} (at ?x)) (:functions {}) {actions})",
        names("t"),
        names("c"),
        lists("p"),
        lists("f"),
    );
    let atoms: String = (0..count).map(|index| format!("(p{index}) (at o{index}) (at c{index})")).collect();
    let values: String = (0..count).map(|index| format!("(= (f{index}) {index})")).collect();
    let problem = format!(
        "(define (problem p) (:domain d) (:objects {}) (:init {atoms} {atoms} {values} {values}) (:goal (and {atoms})))",
        names("o"),
    );
    let start = Instant::now();
    let domain = domain(&text).unwrap();
    let problem = parse_problem(&domain, &Source::new("p", problem), Strictness::Lenient).unwrap().value;
    assert_eq!((problem.init.len(), problem.values.len()), (3 * count, count));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_name_declared_twice_100_000_times_is_answered_soon() {
    let objects = "a ".repeat(100_000);
    let domain = domain(&balanced_domain()).unwrap();
    let text = PROBLEM.replacen("m - a", &format!("{objects} m - a"), 1);
    let parsed = parse_problem(&domain, &Source::new("p", text), Strictness::Lenient).unwrap();
    assert_eq!(parsed.warnings.len(), 21);
}
