//! All programs of a tiny language, tried one by one.

use proptest::prelude::*;

use super::reading;
use crate::recursion::{search, with_own};

const OBJECTS: usize = 4;
const VARIABLES: usize = 3;
const MOST: usize = 6;

/// A literal: 0 is the predicate to define, 1 an edge, 2 a property.
type Literal = (usize, usize, usize);

#[derive(Clone)]
struct Clause {
    body: Vec<Literal>,
    is_recursive: bool,
}

struct World {
    edges: u16,
    property: u16,
    is_directed: bool,
}

fn bit(one: usize, other: usize) -> u16 {
    1 << (one * OBJECTS + other)
}

/// All clauses with at most two literals that the bias allows.
fn clauses(is_directed: bool) -> Vec<Clause> {
    let mut literals: Vec<Literal> = Vec::new();
    for one in 0..VARIABLES {
        for other in (0..VARIABLES).filter(|&other| other != one) {
            literals.push((1, one, other));
            let is_loop = if is_directed { one == 0 } else { (one, other) == (0, 1) };
            if !is_loop {
                literals.push((0, one, other));
            }
        }
        literals.push((2, one, one));
    }
    let mut bodies: Vec<Vec<Literal>> = literals.iter().map(|&one| vec![one]).collect();
    for (place, &one) in literals.iter().enumerate() {
        bodies.extend(literals[..place].iter().map(|&other| vec![one, other]));
    }
    bodies.retain(|body| is_allowed(body, is_directed));
    bodies
        .into_iter()
        .map(|body| Clause { is_recursive: body.iter().any(|literal| literal.0 == 0), body })
        .filter(|clause| !clause.is_recursive || clause.body.len() > 1)
        .collect()
}

fn is_allowed(body: &[Literal], is_directed: bool) -> bool {
    let has = |variable| body.iter().any(|&(_, one, other)| one == variable || other == variable);
    // Only a property of the third variable can have no link to the head.
    let is_linked = !body.contains(&(2, 2, 2))
        || body.iter().any(|&(predicate, ..)| predicate != 2) && {
            body.iter().any(|&(predicate, one, other)| predicate != 2 && (one == 2 || other == 2))
        };
    if !has(0) || !has(1) || !is_linked {
        return false;
    }
    let mut safe = [true, false, false];
    for _ in 0..body.len() {
        for &(predicate, one, other) in body {
            if safe[one] && predicate < 2 {
                safe[other] = true;
            }
        }
    }
    !is_directed || body.iter().all(|&(_, one, other)| safe[one] && safe[other])
}

fn consequences(world: &World, program: &[&Clause]) -> u16 {
    let mut known = 0_u16;
    loop {
        let before = known;
        for clause in program {
            for values in 0..OBJECTS.pow(VARIABLES as u32) {
                let value = |variable: usize| values / OBJECTS.pow(variable as u32) % OBJECTS;
                let holds = clause.body.iter().all(|&(predicate, one, other)| match predicate {
                    0 => known & bit(value(one), value(other)) != 0,
                    1 => world.edges & bit(value(one), value(other)) != 0,
                    _ => world.property >> value(one) & 1 == 1,
                });
                if holds {
                    known |= bit(value(0), value(1));
                }
            }
        }
        if known == before {
            return known;
        }
    }
}

/// The size of the smallest program.
fn smallest(world: &World, positive: u16, negative: u16) -> Option<usize> {
    let all = clauses(world.is_directed);
    let mut best = None;
    let mut open: Vec<(Vec<&Clause>, usize, usize)> = vec![(Vec::new(), 0, 0)];
    while let Some((program, next, size)) = open.pop() {
        if !program.is_empty() {
            let known = consequences(world, &program);
            if known & positive == positive && known & negative == 0 {
                best = Some(best.map_or(size, |before: usize| before.min(size)));
            }
            if known & negative != 0 {
                continue;
            }
        }
        for (number, clause) in all.iter().enumerate().skip(next) {
            let size = size + clause.body.len() + 1;
            let recursive = program.iter().filter(|one| one.is_recursive).count();
            if size <= MOST.min(best.map_or(MOST, |best| best - 1))
                && (!clause.is_recursive || recursive == 0)
            {
                let mut longer = program.clone();
                longer.push(clause);
                open.push((longer, number + 1, size));
            }
        }
    }
    best
}

fn found(world: &World, positive: u16, negative: u16) -> Option<usize> {
    let mut bk = "edge(none,none). property(none).\n".to_owned();
    let mut exs = String::new();
    for one in 0..OBJECTS {
        if world.property >> one & 1 == 1 {
            bk += &format!("property(o{one}).\n");
        }
        for other in 0..OBJECTS {
            if world.edges & bit(one, other) != 0 {
                bk += &format!("edge(o{one},o{other}).\n");
            }
            for (kind, set) in [("pos", positive), ("neg", negative)] {
                if set & bit(one, other) != 0 {
                    exs += &format!("{kind}(f(o{one},o{other})).\n");
                }
            }
        }
    }
    let mut bias = "enable_recursion. max_vars(3). max_body(2).
        head_pred(f,2). body_pred(edge,2). body_pred(property,1).\n"
        .to_owned();
    if world.is_directed {
        bias += "direction(f,(in,out)). direction(edge,(in,out)). direction(property,(in,)).";
    }
    let reading = reading(&bk, &bias, &exs);
    let asked = reading.prolog.as_ref().filter(|_| reading.is_asked).map(|prolog| &prolog.background);
    let found = search(&with_own(&reading.problem), asked, &|| false);
    assert!(found.is_certain);
    found.clauses.map(|clauses| clauses.iter().map(|clause| clause.body.len() + 1).sum())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_program_is_smaller(
        edges in any::<u16>(), more in any::<u16>(), property in 0_u16..16,
        asked in any::<u16>(), is_directed in any::<bool>(), kind in 0_usize..3,
    ) {
        // The object beside the four is there so that no variable can do without a link.
        let world = World { edges: edges & more, property, is_directed };
        let all = clauses(is_directed);
        // What is to be learned: something that an actual program says, or chains of edges.
        let target = match kind {
            0 => consequences(&world, &[&all[usize::from(asked) % all.len()], &all[usize::from(more) % all.len()]]),
            _ => {
                let base = Clause { body: vec![(1, 0, 1)], is_recursive: false };
                let step = Clause { body: vec![(1, 0, 2), (0, 2, 1)], is_recursive: true };
                consequences(&world, &[&base, &step])
            }
        };
        let (positive, negative) = (target & (asked | 1 << (more % 16)), !target & (edges | asked));
        prop_assume!(positive != 0);
        prop_assert_eq!(found(&world, positive, negative), smallest(&world, positive, negative));
    }
}
