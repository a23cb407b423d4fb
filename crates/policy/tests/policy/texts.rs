//! Strategies as texts: the same for the same seed, read back as written, and mistakes that are named.

use std::panic::catch_unwind;

use induction::Source;
use pddl::{Atom, Diagnostic, Domain, Term, VariableId};
use policy::moves::moves;
use policy::rule::{Exception, Literal, Record, Rule, Step, Strategy};
use policy::schema::Schemas;
use policy::text::{about, parse, write};

use crate::support::{generated, learned_by, parse_domain, parse_problem};

fn written(domain: &Domain, strategy: &Strategy) -> String {
    write(strategy, domain, &moves(&Schemas::new(domain)), &["a remark".to_owned()])
}

fn read(domain: &Domain, text: &str) -> Result<Strategy, Diagnostic> {
    let schemas = Schemas::new(domain);
    parse(Source { name: "rules", text }, domain, &schemas, &moves(&schemas))
}

const LEARNED: [(&str, &[(&str, u32)]); 7] = [
    ("ipc23-ferry", &[("cars", 2), ("locations", 4)]),
    ("gripper", &[("balls", 3)]),
    ("ipc23-blocksworld", &[("blocks", 5)]),
    ("ipc23-transport", &[("vehicles", 2), ("packages", 2), ("locations", 4)]),
    ("ipc23-rovers", &[("rovers", 1), ("waypoints", 4)]),
    ("ipc23-childsnack", &[("children", 4), ("allergic", 2), ("trays", 1), ("sandwiches", 6)]),
    ("logistics", &[("packages", 2)]),
];

#[test]
fn the_same_seed_makes_the_same_text_with_any_number_of_threads() {
    for (name, parameters) in LEARNED {
        let (domain, problems) = generated(name, parameters, 1..=6);
        let text = |threads| written(&domain, &learned_by(&domain, &problems, 5, threads).strategy);
        assert_eq!(text(1), text(2), "{name}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    for (name, parameters) in LEARNED {
        let (domain, problems) = generated(name, parameters, 1..=6);
        let strategy = learned_by(&domain, &problems, 5, 2).strategy;
        assert!(!strategy.rules.is_empty());
        let text = written(&domain, &strategy);
        assert_eq!(about(&text), Some(domain.name.as_str()));
        let again = read(&domain, &text).unwrap();
        assert_eq!(strategy.orders, again.orders, "{name}");
        let (before, after): (Vec<Rule>, Vec<Rule>) =
            (strategy.rules.iter().map(renumbered).collect(), again.rules.iter().map(renumbered).collect());
        assert_eq!(before, after, "{name}");
        // From then on, it is the same to the letter.
        let text = written(&domain, &again);
        let third = read(&domain, &text).unwrap();
        assert_eq!(third, again, "{name}");
        assert_eq!(written(&domain, &third), text, "{name}");
    }
}

/// Driverlog has a predicate `path`, which rules took for a path along a map.
#[test]
fn names_of_the_domain_that_are_words_of_rules_are_read_back() {
    let domain = parse_domain(
        "(define (domain words) (:requirements :strips)
          (:predicates (path ?a ?b) (holds ?a) (is ?a ?b) (different ?a) (got ?a))
          (:action go :parameters (?a ?b ?c) :precondition (and (holds ?a) (path ?a ?b) (path ?b ?c) (different ?b))
            :effect (and (not (holds ?a)) (holds ?c) (not (different ?b))))
          (:action do :parameters (?a) :precondition (and (holds ?a) (is ?a ?a)) :effect (got ?a)))",
    );
    let problem = "(define (problem words) (:domain words) (:objects a b c d e)
        (:init (holds a) (path a b) (path b c) (path c d) (path d e) (different b) (different d) (is a a) (is c c) (is e e))
        (:goal (and (got a) (got c) (got e))))";
    let strategy = learned_by(&domain, &[parse_problem(&domain, problem)], 1, 1).strategy;
    let text = written(&domain, &strategy);
    for part in ["do(do(X1))", "do(go(X2,", "holds(path(", "holds(is(", "holds(holds("] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let again = read(&domain, &text).unwrap();
    assert_eq!(
        written(&domain, &read(&domain, &written(&domain, &again)).unwrap()),
        written(&domain, &again)
    );
    let steps = |strategy: &Strategy| strategy.rules.iter().map(|rule| rule.steps.len()).collect::<Vec<_>>();
    assert_eq!(steps(&again), steps(&strategy));
}

/// Rules can't speak of what axioms define, nor of very many objects.
#[test]
fn what_can_not_be_read_is_not_learned() {
    let domain = parse_domain(
        "(define (domain beads) (:requirements :strips :derived-predicates)
          (:predicates (tied ?a ?b) (joined ?a ?b) (red ?a))
          (:derived (joined ?a ?b) (or (tied ?a ?b) (exists (?c) (and (tied ?a ?c) (joined ?c ?b)))))
          (:action tie :parameters (?a ?b) :effect (tied ?a ?b))
          (:action paint :parameters (?a) :effect (red ?a)))",
    );
    let problem = "(define (problem beads) (:domain beads) (:objects a b c)
        (:init (tied a b)) (:goal (and (red a) (joined a c) (red c))))";
    let problem = parse_problem(&domain, problem);
    let strategy = learned_by(&domain, &[problem], 1, 1).strategy;
    assert_eq!(read(&domain, &written(&domain, &strategy)).unwrap().rules.len(), 1);

    // A rope of many pieces, each of which is knotted to the next: only the last steps become rules.
    let domain = parse_domain(
        "(define (domain rope) (:requirements :strips)
          (:predicates (next ?a ?b) (last ?a ?b ?c) (knot ?a))
          (:action knot-on :parameters (?a ?b ?c ?d) :precondition (and (knot ?a) (next ?a ?b) (last ?b ?c ?d))
            :effect (and (knot ?b) (not (knot ?a)) (not (last ?b ?c ?d)))))",
    );
    let mut text = "(define (problem rope) (:domain rope) (:objects".to_owned();
    (0..=30).for_each(|number| text += &format!(" a{number} b{number} c{number}"));
    text += ") (:init (knot a0)";
    for number in 1..=30 {
        text += &format!(" (next a{} a{number}) (last a{number} b{number} c{number})", number - 1);
    }
    let problem = parse_problem(&domain, &(text + ") (:goal (knot a30)))"));
    let strategy = learned_by(&domain, &[problem], 1, 1).strategy;
    assert!(strategy.rules.len() > 10);
    read(&domain, &written(&domain, &strategy)).unwrap();
}

/// The rule with its variables numbered as they come up: names in a text say nothing of numbers.
fn renumbered(rule: &Rule) -> Rule {
    let in_steps = rule.steps.iter().flat_map(Step::terms);
    let in_condition = rule.condition.iter().flat_map(Literal::terms);
    let mut met: Vec<Term> = Vec::new();
    for term in rule.goal.args.iter().copied().chain(in_steps).chain(in_condition) {
        if matches!(term, Term::Variable(_)) && !met.contains(&term) {
            met.push(term);
        }
    }
    let number = |term: Term| met.iter().position(|other| *other == term).map(VariableId::from_index);
    let renamed = |term: Term| number(term).map_or(term, Term::Variable);
    let renamed_atom = |atom: &Atom| {
        let args = atom.args.iter().map(|term| renamed(*term)).collect();
        Atom { predicate: atom.predicate, args }
    };
    let types = met.iter().map(|term| match term {
        Term::Variable(variable) => rule.types[variable.index()].clone(),
        Term::Object(_) => Vec::new(),
    });
    let excepted = |exception: &Exception| Exception {
        atoms: exception.atoms.iter().map(renamed_atom).collect(),
        types: exception.types.clone(),
    };
    Rule {
        goal: renamed_atom(&rule.goal),
        types: types.collect(),
        condition: rule.condition.iter().map(|literal| literal.map(renamed)).collect(),
        unless: rule.unless.iter().map(excepted).collect(),
        steps: rule.steps.iter().map(|step| step.map(renamed)).collect(),
        cost: rule.cost,
        record: Record::default(),
    }
}

const FERRY: &str = "
(define (domain harbour)
  (:requirements :typing :negative-preconditions)
  (:types car place - object island - place)
  (:constants home - place)
  (:predicates (at ?c - car ?p - place) (ferry-at ?p - place) (on ?c - car) (empty) (near ?p ?q - place) (broken ?c - car))
  (:action sail :parameters (?from ?to - place)
    :precondition (and (ferry-at ?from) (near ?from ?to))
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))
  (:action board :parameters (?c - car ?p - place)
    :precondition (and (at ?c ?p) (ferry-at ?p) (empty))
    :effect (and (on ?c) (not (at ?c ?p)) (not (empty))))
  (:action debark :parameters (?c - car ?p - place)
    :precondition (and (on ?c) (ferry-at ?p))
    :effect (and (at ?c ?p) (not (on ?c)) (empty)))
  (:action blink :parameters (?c - car)
    :precondition (or (on ?c) (empty))
    :effect (on ?c)))
";

const RIGHT: &str = "\
% hstar rules 1
% about: acts of harbour
% A remark.

% To have the car there
achieve(at(Car,Place),1,[debark(Car,Place)]):- on(Car),'ferry-at'(Place).
achieve(at(Car,Place),1,[go('ferry-at',Place2,Place),debark(Car,Place)]):-
    on(Car),'ferry-at'(Place2),path('ferry-at',Place2,Place).
achieve(at(Car,home),3,[board(Car,Place),go('ferry-at',Place,home),debark(Car,home)]):-
    is(Place,island),at(Car,Place),'ferry-at'(Place),empty,not(broken(Car)),path('ferry-at',Place,home),
    different(Place,home),leads(near,Place,home,2),unless(on(Other),is(Other,car)).
first(at(Car,Place),at(Car2,Place2)):- near(Place,Place2).
";

#[test]
fn a_text_by_hand_is_read() {
    let domain = parse_domain(FERRY);
    let strategy = read(&domain, RIGHT).unwrap();
    assert_eq!((strategy.rules.len(), strategy.orders.len()), (3, 1));
    let text = written(&domain, &strategy);
    assert_eq!(read(&domain, &text).unwrap(), strategy);
}

/// A text with one mistake: what it says, in which line, and words that have to be in the message or the help.
#[test]
fn mistakes_are_named_with_their_lines() {
    let domain = parse_domain(FERRY);
    // The first rule is in line 6, the second in line 7, the third in line 9, the order in line 12.
    let at = |rest: &str| format!("achieve(at(Car,Place),1,[debark(Car,Place)]):- {rest}.");
    let many: Vec<String> = (0..70).map(|number| format!("on(Car{number})")).collect();
    let many_others: Vec<String> = (0..70).map(|number| format!("on(Car{number})")).collect();
    let cases: Vec<(String, &[&str])> = vec![
        (at("'fery-at'(Place)"), &["no predicate `fery-at`", "did you mean `ferry-at`"]),
        (at("zzzzzzzzzzzz(Place)"), &["no predicate `zzzzzzzzzzzz`"]),
        (at("on(Car,Place)"), &["`on` takes 1 arguments, and has 2 here"]),
        (at("empty(Car)"), &["`empty` takes 0 arguments, and has 1 here"]),
        (at("not(holds(Car))"), &["no predicate `holds`"]),
        (at("not(empty,empty)"), &["not"]),
        (at("on(shore)"), &["no constant `shore`", "capital letter"]),
        (at("on(7)"), &["variables, or constants"]),
        (at("on(f(Car))"), &["variables, or constants"]),
        (at("7"), &["predicates of variables"]),
        (at("Car"), &["predicates of variables"]),
        (at("is(Car,lorry)"), &["no type `lorry`"]),
        (at("is(home,place)"), &["`is` tells the type of a variable"]),
        (at("is(Car,3)"), &["name"]),
        (at("path('ferry-at',Place)"), &["path"]),
        (at("path('ferry-at',Car,Place,Place)"), &["2 arguments"]),
        (at("path(at,Car,Place,Place)"), &["nothing moves by `at`", "ferry-at"]),
        (at("leads(on,Car,Car,1)"), &["`on` takes 1 arguments"]),
        (at("leads(near,Place,Place2,-1)"), &["not negative"]),
        (at("leads(near,Place,Place2)"), &["leads"]),
        (at("unless(at(Car))"), &["`at` takes 2 arguments, and has 1 here"]),
        (at("unless(not(on(Car)))"), &["no predicate `not`"]),
        (at(&many.join(",")), &["more than 64 variables"]),
        (at(&format!("unless({})", many_others.join(","))), &["more than 64 variables"]),
        (
            "achieve(at(C,P),1,[debrak(C,P)]):- on(C).".to_owned(),
            &["no action `debrak`", "did you mean `debark`"],
        ),
        ("achieve(at(C,P),1,[qqqqqqqqqqq(C,P)]):- on(C).".to_owned(), &["no action `qqqqqqqqqqq`"]),
        (
            "achieve(at(C,P),1,[debark(C)]):- on(C).".to_owned(),
            &["`debark` takes 2 arguments, and has 1 here"],
        ),
        ("achieve(at(C,P),1,[C]):- on(C).".to_owned(), &["a step is written as an action"]),
        ("achieve(on(C),1,[blink(C)]):- empty.".to_owned(), &["can't take the action `blink`"]),
        ("achieve(at(C,P),1,[go(sea,P,P)]):- on(C).".to_owned(), &["nothing moves by `sea`"]),
        ("achieve(at(C,P),1,[go(P,P,P)]):- on(C).".to_owned(), &["a name is wanted"]),
        ("achieve(at(C,P),1,[go('ferry-at',P,P,P)]):- on(C).".to_owned(), &["2 arguments"]),
        ("achieve(at(C,P),1,[]):- on(C).".to_owned(), &["no steps"]),
        (
            "achieve(at(C,P),-1,[debark(C,P)]):- on(C).".to_owned(),
            &["a cost is a whole number", "not negative"],
        ),
        ("achieve(at(C,P),much,[debark(C,P)]):- on(C).".to_owned(), &["a cost is a whole number"]),
        ("achieve(at(C,P),1,debark(C,P)):- on(C).".to_owned(), &["the steps are a list"]),
        ("achieve(at(C,P),1,[debark(C,P)|Rest]):- on(C).".to_owned(), &["the steps are a list"]),
        ("achieve(near(P,Q),1,[sail(P,Q)]):- empty.".to_owned(), &["nothing changes `near`"]),
        (
            "achieve(at(C,P),[debark(C,P)]):- on(C).".to_owned(),
            &["neither a rule nor an order", "achieve(Goal,Cost"],
        ),
        ("on(C).".to_owned(), &["neither a rule nor an order", "first(Goal,Goal)"]),
        ("Anything.".to_owned(), &["neither a rule nor an order"]),
        (
            "first(at(C,P),at(D,P)):- 'ferry-at'(P).".to_owned(),
            &["may not depend on `ferry-at`", "actions change"],
        ),
        ("first(at(C,P),at(D,P)):- near(P,Q).".to_owned(), &["speaks of their objects only"]),
        ("first(at(C,P),ferry_at(P)).".to_owned(), &["no predicate `ferry_at`", "did you mean `ferry-at`"]),
    ];
    for (mistake, words) in cases {
        for line in [6, 13] {
            let mut lines: Vec<&str> = RIGHT.lines().collect();
            lines.insert(line - 1, &mistake);
            let text = lines.join("\n") + "\n";
            let read =
                catch_unwind(|| read(&domain, &text)).unwrap_or_else(|_| panic!("panics at {mistake}"));
            let Err(error) = read else { panic!("{mistake} is taken for right") };
            let message = error.to_string();
            for word in words {
                assert!(message.contains(word), "{mistake}: {word} is not in\n{message}");
            }
            assert_eq!(error.place.line, line, "{mistake}: {message}");
        }
    }
}

#[test]
fn texts_of_something_else_are_refused() {
    let domain = parse_domain(FERRY);
    for (text, words) in [
        ("", &["no rules that act", "harbour"][..]),
        ("% hstar rules 1\n", &["no rules that act"]),
        ("% hstar rules 1\n% about: costs of harbour\n", &["no rules that act"]),
        ("% hstar rules 2\n% about: acts of harbour\n", &["no rules that act"]),
        ("% hstar rules 1\n% about: acts of gripper\n", &["the domain `gripper`, not `harbour`"]),
        ("{\"json\": 1}", &["no rules that act"]),
    ] {
        let message = read(&domain, text).unwrap_err().to_string();
        words.iter().for_each(|word| assert!(message.contains(word), "{text:?}: {message}"));
    }
    assert_eq!(read(&domain, "% hstar rules 1\n% about: acts of harbour\n").unwrap(), Strategy::default());
}

#[test]
fn texts_that_end_early_or_lack_a_character_never_panic() {
    let domain = parse_domain(FERRY);
    for end in (0..RIGHT.len()).filter(|end| end % 7 == 0 || end % 11 == 0) {
        let prefix = &RIGHT[..end];
        assert!(catch_unwind(|| drop(read(&domain, prefix))).is_ok(), "panics at {prefix}");
        let without = format!("{prefix}{}", &RIGHT[end + 1..]);
        assert!(catch_unwind(|| drop(read(&domain, &without))).is_ok(), "panics at {without}");
        for other in ["(", ")", ",", "[", "'", "|", "0", "\u{e9}", "\0"] {
            let changed = format!("{prefix}{other}{}", &RIGHT[end + 1..]);
            assert!(catch_unwind(|| drop(read(&domain, &changed))).is_ok(), "panics at {changed}");
        }
    }
    let (domain, problems) = generated("ipc23-childsnack", LEARNED[5].1, 1..=4);
    let text = written(&domain, &learned_by(&domain, &problems, 5, 2).strategy);
    for end in (0..text.len()).step_by(7) {
        assert!(catch_unwind(|| drop(read(&domain, &text[..end]))).is_ok(), "panics at {end}");
    }
}
