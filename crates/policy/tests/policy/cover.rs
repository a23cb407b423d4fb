//! Rules that say what others say as well.

use std::time::Duration;

use pddl::{Atom, PredicateId, Term, Types, VariableId};
use policy::cover::{covers, without_covered};
use policy::rule::{Literal, Record, Rule};
use search::Budget;

fn untyped() -> Types {
    Types::new(Vec::new()).unwrap()
}

/// A way of so many steps from the goal's object, told from its end to its beginning.
fn way(length: usize) -> Rule {
    let place = |number: usize| Term::Variable(VariableId::from_index(number));
    let atom =
        |predicate: usize, args: Vec<Term>| Atom { predicate: PredicateId::from_index(predicate), args };
    let step = |number: usize| Literal::Holds(atom(1, vec![place(number), place(number + 1)]));
    Rule {
        goal: atom(0, vec![place(0)]),
        types: vec![Vec::new(); length + 1],
        condition: (0..length).rev().map(step).collect(),
        unless: Vec::new(),
        steps: Vec::new(),
        cost: 1,
        record: Record { seen: 1, ..Record::default() },
    }
}

/// From the end, each of the steps could be any other one: 20 to the power of 20 attempts.
#[test]
fn conditions_are_compared_from_the_goal_on() {
    assert!(covers(&untyped(), &way(20), &way(20)));
    assert!(covers(&untyped(), &way(19), &way(20)));
    assert!(!covers(&untyped(), &way(20), &way(19)));
}

/// Learning that ran out of time while rules were compared went on until it was ended without a model.
#[test]
fn rules_that_there_is_no_time_to_compare_are_kept() {
    let rules = vec![way(3), way(3)];
    assert_eq!(without_covered(&untyped(), rules.clone(), &Budget::unlimited()).len(), 1);
    let over = Budget::unlimited().with_time(Duration::ZERO);
    assert_eq!(without_covered(&untyped(), rules, &over).len(), 2);
}
