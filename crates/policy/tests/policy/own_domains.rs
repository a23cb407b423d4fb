//! Domains of our own: costs, dead ends, and goals that undo each other. `bench/own_domains.py` learns bundles for them.

use pddl::{Domain, Problem};
use policy::act::Ended;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::regression::check_rules;
use crate::support::{acted, is_plan, learned, parse_domain, parse_problem};

const COURIERS: &str = include_str!("couriers.pddl");

/// One-way roads around all places, and some across.
fn couriers(vans: usize, parcels: usize, places: usize, random: &mut ChaCha8Rng) -> String {
    let mut text = "(define (problem some) (:domain couriers) (:objects".to_owned();
    (0..vans).for_each(|van| text += &format!(" v{van} - van"));
    (0..parcels).for_each(|parcel| text += &format!(" b{parcel} - parcel"));
    (0..places).for_each(|place| text += &format!(" p{place} - place"));
    text += ") (:init (= (total-cost) 0)";
    for van in 0..vans {
        text += &format!(" (room v{van}) (at v{van} p{})", random.random_range(0..places));
    }
    for parcel in 0..parcels {
        text += &format!(" (at b{parcel} p{})", random.random_range(0..places));
    }
    for from in 0..places {
        for to in 0..places {
            if from != to && (to == (from + 1) % places || random.random_bool(0.2)) {
                let length = random.random_range(1..20);
                text += &format!(" (road p{from} p{to}) (= (length p{from} p{to}) {length})");
            }
        }
    }
    text += ") (:goal (and";
    for parcel in 0..parcels {
        text += &format!(" (at b{parcel} p{})", random.random_range(0..places));
    }
    text + ")) (:metric minimize (total-cost)))"
}

const LOCKSMITH: &str = include_str!("locksmith.pddl");

/// Keys break. Most chests have a key of their own; the others need one of the masters, which fit all.
fn locksmith(chests: usize, without_key: usize, random: &mut ChaCha8Rng) -> String {
    let mut order: Vec<usize> = (0..chests).collect();
    order.shuffle(random);
    let (lost, own) = order.split_at(without_key);
    let mut text = "(define (problem some) (:domain locksmith) (:objects".to_owned();
    (0..chests).for_each(|chest| text += &format!(" c{chest} - chest k{chest} - key"));
    text += ") (:init";
    for chest in own {
        text += &format!(" (whole k{chest}) (fits k{chest} c{chest})");
    }
    for master in lost {
        text += &format!(" (whole k{master}) (master k{master})");
        (0..chests).for_each(|chest| text += &format!(" (fits k{master} c{chest})"));
    }
    text += ") (:goal (and";
    (0..chests).for_each(|chest| text += &format!(" (open c{chest})"));
    text + ")))"
}

const BOXES: &str = include_str!("boxes.pddl");

/// Boxes by size, each in the next of its set.
fn nested(boxes: usize, sets: usize, random: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); sets];
    for number in 0..boxes {
        let set = random.random_range(0..sets);
        all[set].push(number);
    }
    all.retain(|set| !set.is_empty());
    all
}

fn boxes(boxes: usize, sets: usize, random: &mut ChaCha8Rng) -> String {
    let mut text = "(define (problem some) (:domain boxes) (:objects".to_owned();
    (0..boxes).for_each(|number| text += &format!(" x{number}"));
    text += ") (:init";
    for small in 0..boxes {
        (small + 1..boxes).for_each(|large| text += &format!(" (smaller x{small} x{large})"));
    }
    for set in nested(boxes, sets, random) {
        text += &format!(" (empty x{}) (outside x{})", set[0], set[set.len() - 1]);
        set.windows(2).for_each(|pair| text += &format!(" (in x{} x{})", pair[0], pair[1]));
    }
    text += ") (:goal (and";
    for set in nested(boxes, sets, random) {
        set.windows(2).for_each(|pair| text += &format!(" (in x{} x{})", pair[0], pair[1]));
    }
    text + ")))"
}

/// Learns from small problems, and acts on larger ones. Returns how many of them are solved without search; what is said to be solved
/// has to be.
fn solved(domain: &Domain, small: &[Problem], larger: &[Problem], has_exact_costs: bool) -> usize {
    let lesson = learned(domain, small);
    let rules: Vec<_> = lesson
        .strategy
        .rules
        .iter()
        .filter(|rule| {
            !rule.condition.iter().any(|literal| matches!(literal, policy::rule::Literal::Leads { .. }))
        })
        .cloned()
        .collect();
    assert!(check_rules(domain, &larger[..2], &rules, has_exact_costs) > 20);
    let solved = larger.iter().filter(|problem| {
        let (ended, plan) = acted(domain, problem, &lesson.strategy);
        assert!(ended != Ended::Solved || is_plan(domain, problem, &plan));
        ended == Ended::Solved
    });
    solved.count()
}

#[test]
fn couriers_deliver_over_roads_of_lengths() {
    let domain = parse_domain(COURIERS);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut problems = |count: usize, vans, parcels, places| -> Vec<Problem> {
        (0..count).map(|_| parse_problem(&domain, &couriers(vans, parcels, places, &mut random))).collect()
    };
    let (small, larger) = (problems(8, 2, 3, 4), problems(6, 4, 20, 25));
    assert_eq!(solved(&domain, &small, &larger, true), larger.len());
}

#[test]
fn masters_are_left_for_chests_without_keys() {
    let domain = parse_domain(LOCKSMITH);
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut problems = |count: usize, chests, without| -> Vec<Problem> {
        (0..count).map(|_| parse_problem(&domain, &locksmith(chests, without, &mut random))).collect()
    };
    let (small, larger) = ([problems(4, 3, 1), problems(4, 5, 2)].concat(), problems(6, 30, 8));
    assert_eq!(solved(&domain, &small, &larger, true), larger.len());
}

#[test]
fn some_boxes_are_nested_anew() {
    let domain = parse_domain(BOXES);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut problems = |count: usize, number, sets| -> Vec<Problem> {
        (0..count).map(|_| parse_problem(&domain, &boxes(number, sets, &mut random))).collect()
    };
    let small = [problems(6, 4, 2), problems(6, 6, 3), problems(6, 8, 3)].concat();
    let larger = problems(12, 9, 3);
    // Where the sets are deeper than those of the examples, rules are missing.
    assert!(solved(&domain, &small, &larger, true) >= 3);
}
