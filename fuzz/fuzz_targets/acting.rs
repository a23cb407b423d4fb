//! The reader of rules that act: no panic, hang or memory blow-up, neither in reading nor when they act on a small problem.

#![no_main]

use std::sync::Arc;

use induction::Source;
use libfuzzer_sys::fuzz_target;
use pddl::Strictness;
use policy::act::Actor;
use policy::ready::Ready;
use policy::moves::moves;
use policy::schema::Schemas;
use policy::world::World;

const DOMAIN: &str = "(define (domain post) (:requirements :typing) (:types place letter) (:constants office - place)
    (:predicates (at ?p - place) (lies ?l - letter ?p - place) (has ?l - letter) (road ?p ?q - place))
    (:action walk :parameters (?p ?q - place) :precondition (and (at ?p) (road ?p ?q))
        :effect (and (not (at ?p)) (at ?q)))
    (:action take :parameters (?l - letter ?p - place) :precondition (and (at ?p) (lies ?l ?p))
        :effect (and (not (lies ?l ?p)) (has ?l)))
    (:action leave :parameters (?l - letter ?p - place) :precondition (and (at ?p) (has ?l))
        :effect (and (not (has ?l)) (lies ?l ?p))))";
const PROBLEM: &str = "(define (problem p) (:domain post) (:objects a b - place x y - letter)
    (:init (at office) (lies x a) (lies y b) (road office a) (road a b) (road b office))
    (:goal (and (lies x b) (lies y office))))";

fuzz_target!(|bytes: &[u8]| {
    let text = format!("% hstar rules 1\n% about: acts of post\n{}", String::from_utf8_lossy(bytes));
    let read = |name, text| pddl::Source::new(name, text);
    let domain = pddl::parse_domain(&read("domain", DOMAIN), Strictness::Lenient).expect("a domain").value;
    let problem = pddl::parse_problem(&domain, &read("problem", PROBLEM), Strictness::Lenient).expect("a problem").value;
    let schemas = Schemas::new(&domain);
    let moves: Arc<[_]> = moves(&schemas).into();
    match policy::text::parse(Source { name: "rules", text: &text }, &domain, &schemas, &moves) {
        Err(error) => drop(error.to_string()),
        Ok(strategy) => {
            let world = World::new(&domain, &problem, &schemas).expect("a conjunction");
            let ready = Ready::new(&strategy, moves, &world);
            let mut asked = 0;
            Actor::new(world, Arc::new(ready)).run(|| {
                asked += 1;
                asked > 100
            });
        }
    }
});
