//! Rules that are learned, against the plainest way of asking about them and of finding them.

use std::collections::BTreeSet;

use induction::{Bias, Literal, Predicate, Problem, Source, Variable};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::vocabulary::Meaning;
use super::*;
use crate::puzzle8::{Puzzle8, Space, State, Walk};

const EFFORT: Effort = Effort { condition_literals: 3, bodies: 1_000_000, support: 1, threads: 2 };

/// Does a body hold, given the ground atoms that do? All values are tried.
fn holds(vocabulary: &Vocabulary, atoms: &BTreeSet<usize>, body: &[Literal]) -> bool {
    let most = body.iter().flat_map(|literal| &literal.arguments).max().copied().unwrap_or(0);
    holds_from(vocabulary, atoms, body, &mut vec![0; usize::from(most) + 1], 1)
}

fn holds_from(
    vocabulary: &Vocabulary,
    atoms: &BTreeSet<usize>,
    body: &[Literal],
    values: &mut Vec<Value>,
    variable: usize,
) -> bool {
    let is_settled = |literal: &&Literal| literal.arguments.iter().all(|&own| usize::from(own) < variable);
    let is_true = |literal: &Literal| {
        let predicate = usize::from(literal.predicate);
        let value = |&own: &Variable| values[usize::from(own)];
        match vocabulary.meaning(predicate) {
            Meaning::OfValues(tuples) => {
                let wanted: Vec<Value> = literal.arguments.iter().map(value).collect();
                tuples.iter().any(|tuple| **tuple == *wanted)
            }
            &Meaning::OfState(first) => {
                atoms.contains(&vocabulary.atom(predicate, first, literal.arguments[1..].iter().map(value)))
            }
        }
    };
    if !body.iter().filter(is_settled).all(is_true) {
        return false;
    }
    if variable == values.len() {
        return true;
    }
    let place = |literal: &Literal| literal.arguments.iter().position(|&own| usize::from(own) == variable);
    let of = body.iter().find_map(|literal| {
        Some(vocabulary.frame().body[usize::from(literal.predicate)].types[place(literal)?])
    });
    (0..of.map_or(1, |of| vocabulary.values(of))).any(|value| {
        values[variable] = value as Value;
        holds_from(vocabulary, atoms, body, values, variable + 1)
    })
}

/// The rules that hold, calls included.
fn holding(vocabulary: &Vocabulary, ladder: &Ladder, atoms: &BTreeSet<usize>) -> Vec<bool> {
    let mut held: Vec<bool> = Vec::new();
    for clause in &ladder.clauses {
        let calls = clause.calls.iter().all(|&call| held[call as usize]);
        held.push(calls && holds(vocabulary, atoms, &clause.body));
    }
    held
}

fn described(puzzle: &Puzzle8, state: &State) -> BTreeSet<usize> {
    let mut atoms = BTreeSet::new();
    puzzle.describe(state, &mut |atom| {
        atoms.insert(atom);
    });
    atoms
}

fn states(count: usize, seed: u64) -> Vec<(State, u32)> {
    let space = Space::new();
    let walked = Walk::Together.states(count, &mut ChaCha8Rng::seed_from_u64(seed));
    let mut states: Vec<(State, u32)> = walked.into_iter().map(|state| (state, space.cost(&state))).collect();
    states.sort_by_key(|&(state, cost)| (cost, state));
    states
}

fn checked(puzzle: &Puzzle8, ladder: &Ladder, states: &[(State, u32)]) {
    let vocabulary = &puzzle.vocabulary;
    let facts = puzzle.facts(states);
    let costs = ladder.costs();
    let mut least = vec![u32::MAX; ladder.clauses.len()];
    let (mut largest, mut bisected) = (Vec::new(), Vec::new());
    for (state, cost) in states {
        let held = holding(vocabulary, ladder, &described(puzzle, state));
        held.iter()
            .zip(&mut least)
            .filter(|(held, _)| **held)
            .for_each(|(_, least)| *least = (*least).min(*cost));
        let entailed =
            |wanted: u32| held.iter().zip(&ladder.clauses).any(|(held, one)| *held && one.cost == wanted);
        largest.push(costs.iter().copied().filter(|&cost| entailed(cost)).max().unwrap_or(0));
        let mut value = 0;
        let mut keys = costs.as_slice();
        while !keys.is_empty() {
            let middle = (keys.len() - 1) / 2;
            if entailed(keys[middle]) {
                value = keys[middle];
                keys = &keys[middle + 1..];
            } else {
                keys = &keys[..middle];
            }
        }
        bisected.push(value);
    }
    let too_high = ladder.clauses.iter().zip(&least).find(|(clause, least)| clause.cost > **least);
    assert_eq!(too_high, None, "a rule says more than is true");
    for (reading, expected) in [(Lookup::Largest, largest), (Lookup::Bisected, bisected)] {
        let compiled = Compiled::new(ladder, vocabulary, reading, &facts).unwrap();
        let (mut lanes, mut values) = (compiled.lanes(), Vec::new());
        for batch in states.chunks(LANES - 3) {
            lanes.clear();
            batch.iter().for_each(|(state, _)| lanes.push(|holds| puzzle.describe(state, holds)));
            compiled.values(&mut lanes, &mut values);
        }
        assert_eq!(values, expected, "{reading:?}");
    }
    let text = write(ladder, vocabulary, "puzzle8");
    assert_eq!(about(&text), Some("puzzle8"));
    assert_eq!(parse(Source { name: "rules", text: &text }, vocabulary).unwrap(), *ladder);
}

#[test]
fn learned_rules_are_true_and_compiled_ones_say_the_same() {
    let puzzle = Puzzle8::new();
    let states = states(250, 1);
    let facts = puzzle.facts(&states);
    let lesson = learn(&puzzle.vocabulary, &facts, &EFFORT, &|| false);
    assert!(lesson.clauses.len() > 20);
    checked(&puzzle, &Ladder::new(lesson.clauses), &states);
}

#[test]
fn rules_that_call_others_are_true_and_compiled_ones_say_the_same() {
    let puzzle = Puzzle8::new();
    let states = states(150, 2);
    let facts = puzzle.facts(&states);
    let effort = Effort { bodies: 20_000, ..EFFORT };
    let ladder = learn_in_turn(&puzzle.vocabulary, &facts, &effort, &|| false, |_, _| {});
    assert!(ladder.clauses.iter().any(|clause| !clause.calls.is_empty()));
    checked(&puzzle, &ladder, &states);
}

#[test]
fn threads_do_not_matter() {
    let puzzle = Puzzle8::new();
    let facts = puzzle.facts(&states(200, 3));
    let learned = |threads| learn(&puzzle.vocabulary, &facts, &Effort { threads, ..EFFORT }, &|| false);
    let (one, three) = (learned(1), learned(3));
    assert_eq!((one.clauses, one.tried), (three.clauses, three.tried));
}

/// Facts of a vocabulary without words can't be asked about atoms: that has to be heard, and not to give fewer rules.
#[test]
#[should_panic(expected = "index out of bounds")]
fn a_panic_while_conditions_grow_does_not_give_fewer_rules() {
    let states = states(20, 3);
    let wordless =
        Facts::new(&Vocabulary::new(Problem::default(), Vec::new(), Vec::new()), &states, |_, _| {});
    learn(&Puzzle8::new().vocabulary, &wordless, &EFFORT, &|| false);
}

#[test]
fn a_rule_has_to_hold_in_as_many_states_as_is_asked_for() {
    let puzzle = Puzzle8::new();
    let states = states(200, 4);
    let facts = puzzle.facts(&states);
    let lesson = learn(&puzzle.vocabulary, &facts, &Effort { support: 9, ..EFFORT }, &|| false);
    let ladder = Ladder::new(lesson.clauses);
    let mut counts = vec![0; ladder.clauses.len()];
    for (state, _) in &states {
        let held = holding(&puzzle.vocabulary, &ladder, &described(&puzzle, state));
        counts.iter_mut().zip(held).for_each(|(count, held)| *count += usize::from(held));
    }
    assert!(counts.iter().all(|&count| count >= 9) && !counts.is_empty());
}

/// Values of one type, three of them; `p` and `q` of a state and one, `r` of a state and two, `s` of two values, `t` of a
/// state alone.
fn small(max_variables: usize, max_body: usize) -> Vocabulary {
    let predicate =
        |name: &str, types: &[u16]| Predicate { name: name.into(), types: types.into(), directions: None };
    let frame = Problem {
        types: vec!["state".into(), "value".into()],
        head: predicate("f", &[0]),
        body: vec![
            predicate("p", &[0, 1]),
            predicate("q", &[0, 1]),
            predicate("r", &[0, 1, 1]),
            predicate("s", &[1, 1]),
            predicate("t", &[0]),
        ],
        bias: Bias { max_variables, max_body, ..Bias::default() },
        ..Problem::default()
    };
    let less: Vec<Box<[Value]>> = vec![[0, 1].into(), [0, 2].into(), [1, 2].into()];
    Vocabulary::new(frame, vec![0, 3], vec![None, None, None, Some(less), None])
}

/// All bodies of a size, connected or not: what is not connected to the state says nothing more than without.
fn bodies(vocabulary: &Vocabulary, size: usize) -> Vec<Vec<Literal>> {
    let most = vocabulary.frame().bias.max_variables as Variable;
    let mut literals = Vec::new();
    for (number, predicate) in vocabulary.frame().body.iter().enumerate() {
        let locals: Vec<Variable> = (1..most).collect();
        let places = predicate.types.iter().filter(|&&of| of == 1).count();
        let choices: Vec<Vec<Variable>> = match places {
            0 => vec![vec![]],
            1 => locals.iter().map(|&one| vec![one]).collect(),
            _ => {
                let pairs = locals.iter().flat_map(|&one| locals.iter().map(move |&other| vec![one, other]));
                pairs.filter(|pair| pair[0] != pair[1]).collect()
            }
        };
        for choice in choices {
            let state = predicate.types.iter().filter(|&&of| of == 0).map(|_| 0);
            literals.push(Literal { predicate: number as u16, arguments: state.chain(choice).collect() });
        }
    }
    let mut bodies: Vec<Vec<Literal>> = vec![vec![]];
    for _ in 0..size {
        bodies = bodies
            .into_iter()
            .flat_map(|body| {
                let later = literals.iter().filter(|literal| body.last().is_none_or(|last| last < literal));
                later.map(|literal| [body.clone(), vec![literal.clone()]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    bodies
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn nothing_that_the_language_can_say_is_missed(
        states in proptest::collection::vec((proptest::collection::btree_set(0_usize..16, 0..9), 0_u32..4), 2..12),
    ) {
        let vocabulary = small(3, 3);
        prop_assert_eq!(vocabulary.atoms(), 16);
        let mut states = states;
        states.sort_by_key(|(_, cost)| *cost);
        let facts = Facts::new(&vocabulary, &states, |atoms, holds| atoms.iter().for_each(|&atom| holds(atom)));
        let lesson = learn(&vocabulary, &facts, &EFFORT, &|| false);
        let ladder = Ladder::new(lesson.clauses);
        let mut best = vec![states[0].1; states.len()];
        for body in (1..=3).flat_map(|size| bodies(&vocabulary, size)) {
            let held: Vec<usize> =
                (0..states.len()).filter(|&number| holds(&vocabulary, &states[number].0, &body)).collect();
            let Some(&first) = held.first() else { continue };
            held.iter().for_each(|&number| best[number] = best[number].max(states[first].1));
        }
        for ((atoms, _), best) in states.iter().zip(&best) {
            let held = holding(&vocabulary, &ladder, atoms);
            let costs = held.iter().zip(&ladder.clauses).filter(|(held, _)| **held).map(|(_, one)| one.cost);
            prop_assert_eq!(costs.max().unwrap_or(states[0].1), *best);
        }
    }
}

#[test]
fn a_text_that_says_nonsense_is_refused_with_its_place() {
    let vocabulary = small(3, 3);
    let refused = |clause: &str| {
        let text = format!("% hstar rules 1\n% about: test\n{clause}\n");
        parse(Source { name: "rules", text: &text }, &vocabulary).unwrap_err().to_string()
    };
    for (clause, says) in [
        ("cost_1_rule_1(A):- z(A,B).", "nothing is known of `z`"),
        ("cost_1_rule_1(A):- p(A,A).", "something else elsewhere"),
        ("cost_1_rule_1(A):- p(B,A).", "something else elsewhere"),
        ("cost_1_rule_1(A):- p(A,c).", "have to be variables"),
        ("cost_0_rule_1(A):- t(A).", "does not say what a state costs"),
        ("price(A):- t(A).", "does not say what a state costs"),
        ("t(A).", "this is no rule"),
        ("cost_2_rule_1(A):- t(A).\ncost_1_rule_1(A):- t(A).", "order of their costs"),
        ("cost_2_rule_1(A):- t(A).\ncost_2_rule_1(A):- t(A).", "of that name"),
        ("cost_2_rule_1(A):- cost_1_rule_1(A).", "nothing is known of `cost_1_rule_1`"),
        (
            "cost_2_rule_1(A):- t(A).\ncost_2_rule_2(A):- p(A,B),cost_2_rule_1(B).",
            "not asked about the state",
        ),
    ] {
        let message = refused(clause);
        assert!(message.contains(says), "{clause}: {message}");
    }
    assert!(parse(Source { name: "rules", text: "t(A).\n" }, &vocabulary).is_err());
}
