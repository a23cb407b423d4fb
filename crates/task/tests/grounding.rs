//! What grounding makes of small tasks.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

use pddl::{Domain, Problem, Source, Strictness};
use search::{Blind, Budget, Exhausted, Limits, Outcome, astar};
use std::time::Duration;
use task::{GroundError, Keep, Space, Task, ground};

fn parse(domain: &str, problem: &str) -> (Domain, Problem) {
    let domain = pddl::parse_domain(&Source::new("domain", domain), Strictness::Lenient).unwrap().value;
    let problem = Source::new("problem", problem);
    let problem = pddl::parse_problem(&domain, &problem, Strictness::Lenient).unwrap().value;
    (domain, problem)
}

fn ground_texts(domain: &str, problem: &str) -> Task {
    let (domain, problem) = parse(domain, problem);
    ground(&domain, &problem, &Budget::unlimited()).unwrap()
}

fn cheapest(task: &Task) -> Option<u64> {
    let space = Space::new(task);
    match astar(&space, &mut Blind::new(space.cheapest_cost()), 1.0, &Limits::default(), &mut ()).outcome {
        Outcome::Solved { cost, .. } => Some(cost),
        _ => None,
    }
}

const BLOCKS: &str = "(define (domain blocks)
  (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (free) (holds ?x))
  (:action lift :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (free))
    :effect (and (not (clear ?x)) (not (ontable ?x)) (not (free)) (holds ?x)))
  (:action drop :parameters (?x) :precondition (holds ?x)
    :effect (and (clear ?x) (ontable ?x) (free) (not (holds ?x))))
  (:action stack :parameters (?x ?y) :precondition (and (holds ?x) (clear ?y))
    :effect (and (not (holds ?x)) (not (clear ?y)) (clear ?x) (free) (on ?x ?y)))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (free))
    :effect (and (holds ?x) (clear ?y) (not (clear ?x)) (not (free)) (not (on ?x ?y)))))";

const THREE_BLOCKS: &str = "(define (problem three) (:domain blocks) (:objects a b c)
  (:init (ontable a) (ontable b) (on c a) (clear b) (clear c) (free))
  (:goal (and (on a b) (on b c))))";

#[test]
fn exclusive_facts_share_a_variable() {
    let task = ground_texts(BLOCKS, THREE_BLOCKS);
    let mut sizes: Vec<usize> =
        (0..task.variables.len()).map(|variable| task.variables.domain_size(variable)).collect();
    sizes.sort_unstable();
    // A block is held, on the table or on one of two others; besides, each is clear or not, and the hand free or not.
    assert_eq!(sizes, [2, 2, 2, 2, 4, 4, 4]);
    assert_eq!(cheapest(&task), Some(6));
}

#[test]
fn an_action_on_itself_is_not_reachable() {
    let task = ground_texts(BLOCKS, THREE_BLOCKS);
    assert!(task.operators.names.iter().all(|name| name != "stack a a"));
    assert_eq!(task.operators.len(), 3 + 3 + 6 + 6);
}

#[test]
fn the_same_text_gives_the_same_task() {
    let bytes = || {
        let mut bytes = Vec::new();
        task::sas::write(&ground_texts(BLOCKS, THREE_BLOCKS), &mut bytes).unwrap();
        bytes
    };
    assert_eq!(bytes(), bytes());
}

#[test]
fn facts_that_are_asked_for_are_kept_even_if_they_always_hold_or_do_not_matter() {
    let domain = "(define (domain d) (:predicates (open ?x) (at ?x) (dust ?x))
        (:action open :parameters (?x) :precondition (at ?x) :effect (open ?x))
        (:action sweep :parameters (?x) :precondition (open ?x) :effect (not (dust ?x)))
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (open ?x)) :effect (and (not (at ?x)) (at ?y))))";
    let (domain, problem) = parse(
        domain,
        "(define (problem x) (:domain d) (:objects a b) (:init (at b) (open a) (dust a) (dust b))
           (:goal (and (at a) (open a))))",
    );
    let grounded = |keep: Keep<'_>| {
        let task = task::ground_keeping(keep, &domain, &problem, &Budget::unlimited()).unwrap();
        assert_eq!(cheapest(&task), Some(2));
        let sorted = |mut names: Vec<&str>| {
            names.sort_unstable();
            names.join(", ")
        };
        let atoms = task.variables.fact_names.iter().filter_map(|name| name.strip_prefix("Atom "));
        (sorted(atoms.collect()), task.goal.len(), sorted(task.operators.names.iter().collect()))
    };
    let (atoms, goals, operators) = grounded(Keep::Atoms(&[]));
    assert_eq!((atoms.as_str(), goals), ("at(a), at(b), open(b)", 1));
    assert_eq!(operators, "go a b, go b a, open b");
    let (atoms, goals, operators) = grounded(Keep::Atoms(&problem.init));
    assert_eq!((atoms.as_str(), goals), ("at(a), at(b), dust(a), dust(b), open(a), open(b)", 2));
    assert_eq!(operators, "go a b, go b a, open a, open b, sweep a, sweep b");
    let (atoms, goals, operators) = grounded(Keep::Changing);
    assert_eq!((atoms.as_str(), goals), ("at(a), at(b), dust(a), dust(b), open(b)", 1));
    assert_eq!(operators, "go a b, go b a, open b, sweep a, sweep b");
}

#[test]
fn a_task_knows_what_its_variables_do_not_tell() {
    let domain = "(define (domain d) (:predicates (open ?x) (at ?x) (dust ?x) (road ?x ?y))
        (:action sweep :parameters (?x) :precondition (at ?x) :effect (not (dust ?x)))
        (:action open :parameters (?x) :precondition (at ?x) :effect (open ?x))
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (open ?x) (road ?x ?y))
           :effect (and (not (at ?x)) (at ?y))))";
    let setting = |goal: &str| {
        let init = "(:init (road a b) (road b a) (at b) (open a) (dust a))";
        let problem = format!("(define (problem x) (:domain d) (:objects a b) {init} (:goal {goal}))");
        let task::Setting { objects, always, types, goal } = *ground_texts(domain, &problem).setting.unwrap();
        assert_eq!(types.iter().count(), 0);
        let text = |names: &task::Names| names.iter().collect::<Vec<_>>().join(" ");
        (text(&objects), text(&always), goal.as_ref().map(text))
    };
    let constant = "Atom road(a, b) Atom road(b, a) Atom open(a)";
    let goal = Some("Atom at(a) Atom open(a)".to_owned());
    assert_eq!(setting("(and (at a) (and (open a)))"), ("a b".to_owned(), constant.to_owned(), goal));
    assert_eq!(setting("(or (at a) (open b))").2, None);
    // Where the goal holds at once, all stays as it is.
    let all = "Atom road(a, b) Atom road(b, a) Atom at(b) Atom open(a) Atom dust(a)";
    assert_eq!(setting("(open a)").1, all);
}

#[test]
fn a_task_knows_the_types_of_its_objects() {
    let domain = "(define (domain d) (:requirements :typing) (:types truck plane - vehicle city)
        (:predicates (on ?a - vehicle))
        (:action start :parameters (?a - vehicle) :effect (on ?a)))";
    let problem =
        "(define (problem x) (:domain d) (:objects t - truck p - plane r - city o) (:init) (:goal (on t)))";
    let setting = ground_texts(domain, problem).setting.unwrap();
    let mut types: Vec<&str> = setting.types.iter().collect();
    types.sort_unstable();
    let expected =
        ["Atom :city(r)", "Atom :plane(p)", "Atom :truck(t)", "Atom :vehicle(p)", "Atom :vehicle(t)"];
    assert_eq!(types, expected);
}

#[test]
fn an_effect_that_needs_what_it_adds_changes_nothing() {
    let task = ground_texts(
        "(define (domain d) (:predicates (p) (q))
           (:action idle :effect (when (p) (p)))
           (:action finish :precondition (p) :effect (q)))",
        "(define (problem x) (:domain d) (:init) (:goal (q)))",
    );
    assert_eq!(cheapest(&task), None);
}

#[test]
fn an_effect_condition_that_names_all_parameters_is_met() {
    let task = ground_texts(
        "(define (domain d) (:predicates (at ?p) (wants ?who ?p) (in ?who) (served ?who))
           (:action go :parameters (?p) :effect (and (forall (?q) (when (at ?q) (not (at ?q)))) (at ?p)))
           (:action stop :parameters (?p) :precondition (at ?p)
             :effect (forall (?w) (when (and (wants ?w ?p) (in ?w)) (and (served ?w) (not (in ?w)))))))",
        "(define (problem x) (:domain d) (:objects ann bob one two)
           (:init (wants ann two) (wants bob two) (in ann) (in bob) (at one))
           (:goal (forall (?w) (not (in ?w)))))",
    );
    assert_eq!(cheapest(&task), Some(2));
}

#[test]
fn a_derived_predicate_may_depend_on_itself_through_forall() {
    // A place is safe when all that follow it are: the end is, and so is the way there once the hole is closed.
    let task = ground_texts(
        "(define (domain d) (:predicates (next ?x ?y) (hole ?x) (safe ?x))
           (:derived (safe ?x) (and (not (hole ?x)) (forall (?y) (imply (next ?x ?y) (safe ?y)))))
           (:action close :parameters (?x) :precondition (hole ?x) :effect (not (hole ?x))))",
        "(define (problem x) (:domain d) (:objects a b c e)
           (:init (next a b) (next a c) (next b e) (next c e) (hole e) (hole b)) (:goal (safe a)))",
    );
    assert_eq!(cheapest(&task), Some(2));
}

#[test]
fn axioms_that_depend_on_their_own_negation_are_refused() {
    let (domain, problem) = parse(
        "(define (domain d) (:predicates (p ?x) (q ?x) (r))
           (:derived (p ?x) (not (q ?x))) (:derived (q ?x) (not (p ?x)))
           (:action a :parameters (?x) :precondition (p ?x) :effect (r)))",
        "(define (problem x) (:domain d) (:objects o) (:init) (:goal (r)))",
    );
    let error = ground(&domain, &problem, &Budget::unlimited()).unwrap_err();
    assert!(error.to_string().contains("not stratifiable"), "{error}");
}

#[test]
fn many_negated_conditions_do_not_multiply() {
    // Thirty robots in one corridor of forty cells: "nobody else is there" has 39 alternatives a robot.
    let robots: String = (0..30).map(|robot| format!(" r{robot}")).collect();
    let cells: String = (0..40).map(|cell| format!(" c{cell}")).collect();
    let starts: String = (0..30).map(|robot| format!(" (at r{robot} c{robot})")).collect();
    let ways: String = (0..39).map(|cell| format!(" (way c{cell} c{})", cell + 1)).collect();
    let task = ground_texts(
        "(define (domain d) (:types robot cell) (:predicates (at ?r - robot ?c - cell) (way ?c ?d - cell))
           (:action move :parameters (?r - robot ?c ?d - cell)
             :precondition (and (at ?r ?c) (way ?c ?d) (not (at r0 ?d)) (not (at r1 ?d)) (not (at r2 ?d))
               (not (at r3 ?d)) (not (at r4 ?d)) (not (at r5 ?d)) (not (at r6 ?d)) (not (at r7 ?d)))
             :effect (and (not (at ?r ?c)) (at ?r ?d)))
           (:constants r0 r1 r2 r3 r4 r5 r6 r7 - robot))",
        &format!(
            "(define (problem x) (:domain d) (:objects{robots} - robot{cells} - cell)
               (:init{starts}{ways}) (:goal (at r29 c30)))"
        ),
    );
    assert_eq!(cheapest(&task), Some(1));
}

#[test]
fn a_long_join_does_not_enumerate_what_does_not_match() {
    // A chain of twelve variables over a sparse graph: all but a few bindings fail at once.
    let edges: String = (0..300).map(|node| format!(" (edge n{node} n{})", (node * 7 + 3) % 300)).collect();
    let nodes: String = (0..300).map(|node| format!(" n{node}")).collect();
    let chain: String = (0..12).map(|at| format!(" (edge ?v{at} ?v{})", at + 1)).collect();
    let parameters: String = (0..13).map(|at| format!(" ?v{at}")).collect();
    let task = ground_texts(
        &format!(
            "(define (domain d) (:predicates (edge ?x ?y) (done ?x))
               (:action walk :parameters ({parameters}) :precondition (and{chain}) :effect (done ?v12)))"
        ),
        &format!("(define (problem x) (:domain d) (:objects{nodes}) (:init{edges}) (:goal (done n5)))"),
    );
    assert_eq!(cheapest(&task), Some(1));
}

#[test]
fn a_parameter_may_be_of_either_type() {
    let task = ground_texts(
        "(define (domain d) (:types cat dog bird) (:predicates (fed ?x))
           (:action feed :parameters (?x - (either cat dog)) :effect (fed ?x)))",
        "(define (problem x) (:domain d) (:objects tom - cat rex - dog tweety - bird)
           (:init) (:goal (and (fed tom) (fed rex))))",
    );
    let names: Vec<&str> = task.operators.names.iter().collect();
    assert_eq!(names, ["feed rex", "feed tom"]);
}

#[test]
fn a_goal_out_of_reach_is_an_unsolvable_task() {
    let domain = "(define (domain d) (:predicates (p) (q)) (:action a :effect (p)))";
    let task = ground_texts(domain, "(define (problem x) (:domain d) (:init) (:goal (q)))");
    assert_eq!((task.operators.len(), cheapest(&task)), (0, None));
}

#[test]
fn a_goal_that_always_holds_needs_no_plan() {
    let domain = "(define (domain d) (:predicates (p) (q)) (:action a :effect (p)))";
    for goal in ["(and)", "(q)", "(not (exists (?x) (= ?x ?x)))"] {
        let task =
            ground_texts(domain, &format!("(define (problem x) (:domain d) (:init (q)) (:goal {goal}))"));
        assert_eq!(cheapest(&task), Some(0), "{goal}");
    }
}

#[test]
fn costs_come_from_the_initial_state() {
    let domain = "(define (domain d) (:predicates (at ?x)) (:functions (far ?x ?y) (total-cost))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (not (= ?x ?y)))
        :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (far ?x ?y)) (increase (total-cost) 1))))";
    let problem = |values: &str| {
        format!(
            "(define (problem x) (:domain d) (:objects a b) (:init (at a) {values}) (:goal (at b))
               (:metric minimize (total-cost)))"
        )
    };
    assert_eq!(cheapest(&ground_texts(domain, &problem("(= (far a b) 4) (= (far b a) 9)"))), Some(5));
    // An action whose cost has no value can't be applied.
    let task = ground_texts(domain, &problem("(= (far a b) 4)"));
    assert_eq!(task.operators.names.iter().collect::<Vec<_>>(), ["go a b"]);
}

#[test]
fn grounding_stops_at_its_limits_and_says_how_far_it_got() {
    let objects: String = (0..300).map(|object| format!(" o{object}")).collect();
    let (domain, problem) = parse(
        "(define (domain d) (:predicates (p ?x ?y ?z)) (:action a :parameters (?x ?y ?z) :effect (p ?x ?y ?z)))",
        &format!("(define (problem x) (:domain d) (:objects{objects}) (:init) (:goal (p o1 o2 o3)))"),
    );
    let soon = Budget::unlimited().with_time(Duration::from_millis(20));
    let small = Budget::unlimited().with_memory(1 << 20);
    for (budget, expected) in [(soon, Exhausted::Time), (small, Exhausted::Memory)] {
        if expected == Exhausted::Memory && search::resident_memory().is_none() {
            continue;
        }
        match ground(&domain, &problem, &budget) {
            Err(GroundError::Exhausted { limit, progress }) => {
                assert_eq!(limit, expected);
                assert!(progress.contains("action"), "{progress}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_large_join_is_stopped_within_its_limits() {
    let objects: String = (0..100).map(|object| format!(" o{object}")).collect();
    let (domain, problem) = parse(
        "(define (domain d) (:predicates (p ?w ?x ?y ?z))
           (:action a :parameters (?w ?x ?y ?z) :effect (p ?w ?x ?y ?z)))",
        &format!("(define (problem x) (:domain d) (:objects{objects}) (:init) (:goal (p o1 o2 o3 o4)))"),
    );
    let Some(held) = search::resident_memory() else { return };
    let limit = held + (200 << 20);
    let result = ground(&domain, &problem, &Budget::unlimited().with_memory(limit));
    assert!(matches!(result, Err(GroundError::Exhausted { limit: Exhausted::Memory, .. })), "{result:?}");
    assert!(search::resident_memory().unwrap_or(0) < limit + (400 << 20));
}

#[test]
fn a_forall_of_disjunctions_in_a_recursive_axiom_does_not_multiply() {
    let nodes: String = (0..60).map(|node| format!(" n{node}")).collect();
    let edges: String = (0..59).map(|node| format!(" (next n{node} n{})", node + 1)).collect();
    let task = ground_texts(
        "(define (domain d) (:predicates (next ?x ?y) (hole ?x) (safe ?x))
           (:derived (safe ?x) (and (not (hole ?x)) (forall (?y) (imply (next ?x ?y) (safe ?y)))))
           (:action close :parameters (?x) :precondition (hole ?x) :effect (not (hole ?x))))",
        &format!(
            "(define (problem x) (:domain d) (:objects{nodes}) (:init{edges} (hole n59) (hole n30)) (:goal (safe n0)))"
        ),
    );
    assert_eq!(cheapest(&task), Some(2));
}

#[test]
fn disjunctions_in_precondition_and_effects_do_not_multiply() {
    let choices: String = (0..12).map(|pair| format!(" (or (p{pair}) (q{pair}))")).collect();
    let atoms: String = (0..12).map(|pair| format!(" (p{pair}) (q{pair})")).collect();
    let adds: String = (0..12).map(|pair| format!(" (p{pair})")).collect();
    let task = ground_texts(
        &format!(
            "(define (domain d) (:predicates{atoms} (r) (s))
               (:action a :precondition (and{choices}) :effect (when (and{choices}) (r)))
               (:action b :effect (and{adds})))"
        ),
        "(define (problem x) (:domain d) (:init) (:goal (r)))",
    );
    assert_eq!(cheapest(&task), Some(2));
}

#[test]
fn repeated_arguments_do_not_multiply_candidates_for_invariants() {
    let arguments = " ?x".repeat(12);
    let parameters: String = (0..12).map(|number| format!(" ?y{number}")).collect();
    let task = ground_texts(
        &format!(
            "(define (domain d) (:predicates (p{parameters}) (q{parameters}))
               (:action a :parameters (?x) :precondition (q{arguments}) :effect (and (p{arguments}) (not (q{arguments})))))"
        ),
        &format!(
            "(define (problem x) (:domain d) (:objects o) (:init (q{o})) (:goal (p{o})))",
            o = " o".repeat(12)
        ),
    );
    assert_eq!(cheapest(&task), Some(1));
}
