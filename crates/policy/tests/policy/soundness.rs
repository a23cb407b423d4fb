//! Domains made to lead regression and maps astray.

use std::sync::Arc;

use pddl::{Domain, ObjectId, Problem};
use policy::maps::Maps;
use policy::moves::moves;
use policy::schema::Schemas;
use policy::world::World;

use crate::regression::check_rules;
use crate::support::{learned, parse_domain, parse_problem};

fn object(problem: &Problem, name: &str) -> ObjectId {
    ObjectId::from_index(problem.objects.iter().position(|object| object.name == name).unwrap())
}

/// The length of a shortest path, and the objects of its first action.
fn path(domain: &Domain, problem: &Problem, mover: &str, from: &str, to: &str) -> Option<(u64, Vec<String>)> {
    let schemas = Schemas::new(domain);
    let world = World::new(domain, problem, &schemas).unwrap();
    let mut maps = Maps::new(moves(&schemas).into());
    assert_eq!(maps.moves.len(), 1);
    path_on(&mut maps, &world, mover, from, to)
}

fn path_on(
    maps: &mut Maps,
    world: &World<'_>,
    mover: &str,
    from: &str,
    to: &str,
) -> Option<(u64, Vec<String>)> {
    let [mover, from, to] = [mover, from, to].map(|name| object(world.problem, name));
    let length = maps.distance(world, 0, &[mover], from, to)?;
    let first = maps.first(world, 0, &[mover], from, to)?;
    let names = first.args.iter().map(|object| world.problem.objects[object.index()].name.clone());
    Some((length, names.collect()))
}

/// Flights cost what the problem says, or are not offered.
#[test]
fn paths_over_places_may_be_cheaper_than_the_direct_way_or_the_only_ones() {
    let domain = parse_domain(
        "(define (domain flights) (:requirements :typing :action-costs) (:types plane city)
          (:predicates (at ?p - plane ?c - city))
          (:functions (total-cost) - number (fare ?c ?d - city) - number)
          (:action fly :parameters (?p - plane ?c ?d - city) :precondition (at ?p ?c)
            :effect (and (not (at ?p ?c)) (at ?p ?d) (increase (total-cost) (fare ?c ?d)))))",
    );
    let problem = parse_problem(
        &domain,
        "(define (problem one) (:domain flights) (:objects p - plane a b c d - city)
          (:init (at p a) (= (total-cost) 0)
            (= (fare a b) 1) (= (fare b c) 1) (= (fare a c) 5) (= (fare c d) 1))
          (:goal (at p d)) (:metric minimize (total-cost)))",
    );
    let words = |words: [&str; 3]| words.map(str::to_owned).to_vec();
    assert_eq!(path(&domain, &problem, "p", "a", "c"), Some((2, words(["p", "a", "b"]))));
    assert_eq!(path(&domain, &problem, "p", "a", "d"), Some((3, words(["p", "a", "b"]))));
    assert_eq!(path(&domain, &problem, "p", "d", "a"), None);
}

#[test]
fn things_that_move_at_different_costs_have_different_paths() {
    let domain = parse_domain(
        "(define (domain walks) (:requirements :typing :action-costs) (:types one place)
          (:predicates (at ?o - one ?p - place) (way ?p ?q - place))
          (:functions (total-cost) - number (effort ?o - one ?p ?q - place) - number)
          (:action walk :parameters (?o - one ?p ?q - place) :precondition (and (at ?o ?p) (way ?p ?q))
            :effect (and (not (at ?o ?p)) (at ?o ?q) (increase (total-cost) (effort ?o ?p ?q)))))",
    );
    let problem = parse_problem(
        &domain,
        "(define (problem one) (:domain walks) (:objects x y - one a b c - place)
          (:init (at x a) (at y a) (way a b) (way b c) (way a c) (= (total-cost) 0)
            (= (effort x a b) 1) (= (effort x b c) 1) (= (effort x a c) 7)
            (= (effort y a b) 5) (= (effort y b c) 5) (= (effort y a c) 3))
          (:goal (at x c)) (:metric minimize (total-cost)))",
    );
    let schemas = Schemas::new(&domain);
    let world = World::new(&domain, &problem, &schemas).unwrap();
    let mut maps = Maps::new(Arc::from(moves(&schemas)));
    let words = |words: [&str; 3]| words.map(str::to_owned).to_vec();
    assert_eq!(path_on(&mut maps, &world, "x", "a", "c"), Some((2, words(["x", "a", "b"]))));
    assert_eq!(path_on(&mut maps, &world, "y", "a", "c"), Some((3, words(["y", "a", "c"]))));
}

#[test]
fn nothing_moves_to_places_of_types_that_its_action_does_not_take() {
    let domain = parse_domain(
        "(define (domain sea) (:requirements :typing) (:types boat place - object harbour - place)
          (:predicates (at ?b - boat ?p - place))
          (:action sail :parameters (?b - boat ?p ?q - harbour) :precondition (at ?b ?p)
            :effect (and (not (at ?b ?p)) (at ?b ?q))))",
    );
    let problem = parse_problem(
        &domain,
        "(define (problem one) (:domain sea) (:objects b - boat h i - harbour m - place)
          (:init (at b h)) (:goal (at b i)))",
    );
    assert!(path(&domain, &problem, "b", "h", "i").is_some());
    assert_eq!(path(&domain, &problem, "b", "h", "m"), None);
    assert_eq!(path(&domain, &problem, "b", "m", "h"), None);
}

/// A lamp is turned from one socket to another, which may be the same one; the door opens only where a socket is free.
#[test]
fn what_an_action_deletes_may_be_what_it_adds_in_other_problems() {
    let domain = parse_domain(
        "(define (domain lamps) (:requirements :typing :negative-preconditions) (:types lamp socket)
          (:predicates (in ?l - lamp ?s - socket) (open ?s - socket) (loose ?l - lamp) (fits ?l - lamp ?s - socket))
          (:action loosen :parameters (?l - lamp ?s - socket) :precondition (in ?l ?s) :effect (loose ?l))
          (:action turn :parameters (?l - lamp ?s ?t - socket)
            :precondition (and (in ?l ?s) (loose ?l) (fits ?l ?t))
            :effect (and (not (in ?l ?s)) (not (loose ?l)) (in ?l ?t)))
          (:action free :parameters (?l - lamp ?s - socket)
            :precondition (and (fits ?l ?s) (not (in ?l ?s))) :effect (open ?s)))",
    );
    let problems: Vec<Problem> = (0..3)
        .map(|number| {
            let text = format!(
                "(define (problem p{number}) (:domain lamps) (:objects l m - lamp s t u - socket)
                  (:init (in l s) (in m t) (fits l s) (fits l u) (fits m t) {})
                  (:goal (and (open s) (open t))))",
                if number == 1 { "(fits m u)" } else { "(fits m s)" }
            );
            parse_problem(&domain, &text)
        })
        .collect();
    let rules = learned(&domain, &problems).strategy.rules;
    assert!(rules.iter().any(|rule| rule.steps.len() == 3), "{rules:?}");
    assert!(check_rules(&domain, &problems, &rules, true) > 10);
}

/// Things of all types stand where any thing may.
#[test]
fn things_of_different_types_in_the_example_may_be_one_thing_in_other_problems() {
    let domain = parse_domain(
        "(define (domain shelves) (:requirements :typing) (:types thing place - object cup plate - thing)
          (:predicates (at ?t - thing ?p - place) (held ?t - thing) (seen-with ?t ?u - thing) (free))
          (:action take :parameters (?t - thing ?p - place) :precondition (and (at ?t ?p) (free))
            :effect (and (held ?t) (not (at ?t ?p)) (not (free))))
          (:action look :parameters (?t ?u - thing ?p - place) :precondition (and (held ?t) (at ?u ?p))
            :effect (seen-with ?t ?u))
          (:action put :parameters (?t - thing ?p - place) :precondition (held ?t)
            :effect (and (at ?t ?p) (free) (not (held ?t)))))",
    );
    let learn_from = parse_problem(
        &domain,
        "(define (problem one) (:domain shelves) (:objects c - cup q - plate a b - place)
          (:init (at c a) (at q b) (free)) (:goal (seen-with c q)))",
    );
    let rules = learned(&domain, &[learn_from]).strategy.rules;
    let other = parse_problem(
        &domain,
        "(define (problem two) (:domain shelves) (:objects c d - cup a b - place)
          (:init (at c a) (at d b) (free)) (:goal (and (seen-with c c) (seen-with c d))))",
    );
    assert!(check_rules(&domain, &[other], &rules, true) > 10);
}

const CORRIDOR: &str = "(define (domain corridor) (:requirements :typing) (:types robot cell)
  (:predicates (at ?r - robot ?c - cell) (free ?c - cell) (next ?c ?d - cell))
  (:action step :parameters (?r - robot ?c ?d - cell) :precondition (and (at ?r ?c) (next ?c ?d) (free ?d))
    :effect (and (not (at ?r ?c)) (at ?r ?d) (free ?c) (not (free ?d)))))";

/// a–b–c–d, and a way around c: b–e–f–d.
fn corridor(robots: &str, at: &str, free: &str, goal: &str) -> (Domain, Problem) {
    let domain = parse_domain(CORRIDOR);
    let pairs = [("a", "b"), ("b", "c"), ("c", "d"), ("b", "e"), ("e", "f"), ("f", "d")];
    let next: String =
        pairs.iter().map(|(one, other)| format!("(next {one} {other})(next {other} {one})")).collect();
    let free: String = free.split_whitespace().map(|cell| format!("(free {cell})")).collect();
    let problem = parse_problem(
        &domain,
        &format!(
            "(define (problem p) (:domain corridor) (:objects {robots} - robot a b c d e f - cell)
              (:init {at} {free} {next}) (:goal (and {goal})))"
        ),
    );
    (domain, problem)
}

#[test]
fn paths_lead_around_what_is_in_the_way_but_not_around_what_moves_itself() {
    let (domain, problem) = corridor("r s", "(at r a) (at s c)", "b d e f", "(at r d)");
    let words = |words: [&str; 3]| Some(words.map(str::to_owned).to_vec());
    let found = path(&domain, &problem, "r", "a", "d");
    assert_eq!(found, Some((4, words(["r", "a", "b"]).unwrap())));
    // Back over the place where it is now.
    assert_eq!(path(&domain, &problem, "r", "b", "a"), Some((1, words(["r", "b", "a"]).unwrap())));
    // Nobody gets to a place that is taken.
    assert_eq!(path(&domain, &problem, "s", "c", "a"), None);
    assert_eq!(path(&domain, &problem, "s", "c", "d"), Some((1, words(["s", "c", "d"]).unwrap())));
}

#[test]
fn paths_are_those_of_the_state_that_was_reached() {
    let (domain, problem) = corridor("r s", "(at r a) (at s c)", "b d e f", "(at r d)");
    let schemas = Schemas::new(&domain);
    let mut world = World::new(&domain, &problem, &schemas).unwrap();
    let mut maps = Maps::new(moves(&schemas).into());
    let length =
        |maps: &mut Maps, world: &World<'_>| path_on(maps, world, "r", "a", "d").map(|(length, _)| length);
    assert_eq!(length(&mut maps, &world), Some(4));
    world.apply(&policy::names::Names::new(&domain, &problem).action("step s c d").unwrap());
    assert_eq!(length(&mut maps, &world), None);
    world.undo();
    assert_eq!(length(&mut maps, &world), Some(4));
}

#[test]
fn rules_move_along_maps_on_which_others_are_in_the_way() {
    let (domain, problem) = corridor("r s", "(at r a) (at s c)", "b d e f", "(at r f) (at s d)");
    let problems = [problem];
    let lesson = learned(&domain, &problems);
    assert_eq!(lesson.solved, 1);
    assert!(check_rules(&domain, &problems, &lesson.strategy.rules, true) > 0);
    assert_eq!(lesson.strategy.rules.len(), 1, "{:?}", lesson.strategy.rules);
}

/// A robot that leaves a place to paint it made it free; one that comes from elsewhere did not.
#[test]
fn what_leaving_a_place_makes_free_has_to_be_free_for_others() {
    let domain = parse_domain(
        "(define (domain paint) (:requirements :typing) (:types robot cell)
          (:predicates (at ?r - robot ?c - cell) (free ?c - cell) (next ?c ?d - cell) (done ?c - cell))
          (:action step :parameters (?r - robot ?c ?d - cell) :precondition (and (at ?r ?c) (next ?c ?d) (free ?d))
            :effect (and (not (at ?r ?c)) (at ?r ?d) (free ?c) (not (free ?d))))
          (:action paint :parameters (?r - robot ?c ?d - cell)
            :precondition (and (at ?r ?c) (next ?c ?d) (free ?d)) :effect (and (done ?d) (not (free ?d)))))",
    );
    let problem = |robots: &str, at: &str, free: &str, goal: &str| {
        let pairs = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")];
        let next: String =
            pairs.iter().map(|(one, other)| format!("(next {one} {other})(next {other} {one})")).collect();
        let free: String = free.split_whitespace().map(|cell| format!("(free {cell})")).collect();
        parse_problem(
            &domain,
            &format!(
                "(define (problem p) (:domain paint) (:objects {robots} - robot a b c d e - cell)
                  (:init {at} {free} {next}) (:goal (and {goal})))"
            ),
        )
    };
    let on_it = problem("r", "(at r a)", "b c d e", "(done a)");
    let from_afar = problem("r", "(at r d)", "a b c e", "(done a)");
    let taken = problem("r s", "(at r d) (at s a)", "b c e", "(done a)");
    let problems = [on_it, from_afar, taken];
    let lesson = learned(&domain, &problems);
    assert!(check_rules(&domain, &problems, &lesson.strategy.rules, true) > 0);
    assert!(lesson.solved >= 2, "{}", lesson.solved);
}

/// In the other direction nothing would change, and nothing tells which of the two moves.
#[test]
fn actions_of_which_nothing_tells_what_moves_are_no_moves() {
    let domain = parse_domain(
        "(define (domain lone) (:requirements :typing) (:types cell)
          (:predicates (robot ?c - cell) (free ?c - cell) (next ?c ?d - cell))
          (:action step :parameters (?c ?d - cell) :precondition (and (robot ?c) (next ?c ?d) (free ?d))
            :effect (and (not (robot ?c)) (robot ?d) (free ?c) (not (free ?d)))))",
    );
    assert!(moves(&Schemas::new(&domain)).is_empty());
}
