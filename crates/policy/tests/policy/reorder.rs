//! Plans in another order.

use policy::reorder::late;
use policy::schema::Schemas;
use policy::world::{GroundAction, World};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::support::{draw, generated};

#[test]
fn a_plan_in_another_order_leads_to_the_same_state() {
    let mut changed = 0;
    for name in ["logistics", "satellite", "blocksworld"] {
        let (domain, problems) = generated(name, &[], 0..3);
        let schemas = Schemas::new(&domain);
        for (number, problem) in (0..).zip(&problems) {
            let mut world = World::new(&domain, problem, &schemas).unwrap();
            let start = world.clone();
            let mut random = ChaCha8Rng::seed_from_u64(number);
            let mut plan = Vec::new();
            for _ in 0..30 {
                let action = draw(&world, &mut random).unwrap();
                world.apply(&action);
                plan.push(action);
            }
            let reordered = late(plan.clone(), &schemas);
            let mut again = start.clone();
            for action in &reordered {
                assert!(again.is_applicable(action), "{name} {number}: {}", again.text(action));
                again.apply(action);
            }
            for atom in domain.predicates.iter().enumerate().flat_map(|(predicate, _)| {
                world.database.all(pddl::PredicateId::from_index(predicate)).to_vec()
            }) {
                let args = world.database.args(atom);
                assert!(again.database.contains(world.database.predicate(atom), args), "{name} {number}");
            }
            let sorted = |plan: &[GroundAction]| {
                let mut plan = plan.to_vec();
                plan.sort_unstable();
                plan
            };
            assert_eq!(sorted(&plan), sorted(&reordered));
            changed += usize::from(plan != reordered);
        }
    }
    assert!(changed > 3, "{changed}");
}

#[test]
fn a_truck_sets_out_when_the_package_has_arrived() {
    let domain = crate::support::parse_domain(
        "(define (domain relay) (:requirements :typing) (:types truck plane - vehicle vehicle package place)
          (:predicates (at ?x - object ?p - place) (in ?x - package ?v - vehicle))
          (:action drive :parameters (?v - vehicle ?p ?q - place) :precondition (at ?v ?p)
            :effect (and (not (at ?v ?p)) (at ?v ?q)))
          (:action load :parameters (?x - package ?v - vehicle ?p - place)
            :precondition (and (at ?x ?p) (at ?v ?p)) :effect (and (not (at ?x ?p)) (in ?x ?v)))
          (:action unload :parameters (?x - package ?v - vehicle ?p - place)
            :precondition (and (in ?x ?v) (at ?v ?p)) :effect (and (at ?x ?p) (not (in ?x ?v)))))",
    );
    let problem = crate::support::parse_problem(
        &domain,
        "(define (problem one) (:domain relay) (:objects t - truck v - plane x - package a b c d - place)
          (:init (at x a) (at v a) (at t d)) (:goal (at x c)))",
    );
    let schemas = Schemas::new(&domain);
    let world = World::new(&domain, &problem, &schemas).unwrap();
    let names = policy::names::Names::new(&domain, &problem);
    let plan = [
        "drive t d b",
        "load x v a",
        "drive v a b",
        "unload x v b",
        "load x t b",
        "drive t b c",
        "unload x t c",
    ];
    let plan = plan.map(|name| names.action(name).unwrap()).to_vec();
    let texts: Vec<String> = late(plan, &schemas).iter().map(|action| world.text(action)).collect();
    assert_eq!(
        texts.concat(),
        "(load x v a)(drive v a b)(unload x v b)(drive t d b)(load x t b)(drive t b c)(unload x t c)"
    );
}
