//! No smaller programs exist in a tiny language, of which all are tried one by one.

use proptest::prelude::*;

use crate::recursion::{invention, search, with_own};
use crate::{Reading, Settings, Source, read};

const OBJECTS: usize = 4;
const VARIABLES: usize = 3;
const MOST: usize = 6;

/// A literal: 0 is the predicate to define, 1 an edge, 2 a property.
type Literal = (usize, usize, usize);

fn reading(bk: &str, bias: &str, exs: &str) -> Reading {
    let source = |name, text| Source { name, text };
    read(source("bk.pl", bk), source("bias.pl", bias), source("exs.pl", exs)).unwrap()
}

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

/// What a body without recursion says of its first variables, two or one (then both are the same); `own` is predicate 3.
fn says(world: &World, own: u16, body: &[Literal], arguments: usize) -> u16 {
    let mut known = 0;
    for values in 0..OBJECTS.pow(VARIABLES as u32) {
        let value = |variable: usize| values / OBJECTS.pow(variable as u32) % OBJECTS;
        let holds = body.iter().all(|&(predicate, one, other)| match predicate {
            1 => world.edges & bit(value(one), value(other)) != 0,
            2 => world.property >> value(one) & 1 == 1,
            _ => own & bit(value(one), value(other)) != 0,
        });
        if holds {
            known |= bit(value(0), value(arguments - 1));
        }
    }
    known
}

/// All bodies of at most two literals in which all variables of the head are; with an own predicate of so many arguments.
fn bodies(own: usize, arguments: usize) -> Vec<Vec<Literal>> {
    let mut literals: Vec<Literal> = Vec::new();
    for one in 0..VARIABLES {
        literals.push((2, one, one));
        if own == 1 {
            literals.push((3, one, one));
        }
        for other in (0..VARIABLES).filter(|&other| other != one) {
            literals.push((1, one, other));
            if own == 2 {
                literals.push((3, one, other));
            }
        }
    }
    let mut all: Vec<Vec<Literal>> = literals.iter().map(|&one| vec![one]).collect();
    for (place, &one) in literals.iter().enumerate() {
        all.extend(literals[..place].iter().map(|&other| vec![one, other]));
    }
    let is_linked = |body: &[Literal]| {
        let mut reached = [true, arguments == 2, false];
        for _ in 0..2 {
            for &(_, one, other) in body {
                let is_reached = reached[one] || reached[other];
                (reached[one], reached[other]) = (reached[one] || is_reached, reached[other] || is_reached);
            }
        }
        body.iter().all(|&(_, one, _)| reached[one])
    };
    all.retain(|body| {
        let has = |variable| body.iter().any(|&(_, one, other)| one == variable || other == variable);
        has(0) && (arguments == 1 || has(1)) && is_linked(body)
    });
    all
}

/// The size of the smallest program of rules that do not recur, with at most three clauses, and of at most that size.
fn smallest_rest(
    world: &World,
    (own, arguments): (u16, usize),
    most: usize,
    positive: u16,
    negative: u16,
) -> Option<usize> {
    let rules: Vec<(usize, u16)> =
        bodies(arguments, 2).iter().map(|body| (body.len() + 1, says(world, own, body, 2))).collect();
    let useful: Vec<(usize, u16)> =
        rules.into_iter().filter(|(_, said)| said & negative == 0 && said & positive != 0).collect();
    let mut best = None;
    let mut note = |size: usize, said: u16| {
        if size <= most && said & positive == positive {
            best = Some(best.map_or(size, |before: usize| before.min(size)));
        }
    };
    for (first, &(size, said)) in useful.iter().enumerate() {
        note(size, said);
        for (second, &(more, also)) in useful.iter().enumerate().skip(first + 1) {
            note(size + more, said | also);
            useful[second + 1..]
                .iter()
                .for_each(|&(third, rest)| note(size + more + third, said | also | rest));
        }
    }
    best
}

/// The size of the smallest program that may have a predicate of its own of two clauses.
fn smallest_inventive(world: &World, positive: u16, negative: u16) -> Option<usize> {
    let mut best = smallest_rest(world, (0, 0), MOST, positive, negative);
    for arguments in 1..=2 {
        let definitions = bodies(0, arguments);
        let said: Vec<u16> = definitions.iter().map(|body| says(world, 0, body, arguments)).collect();
        for (place, body) in definitions.iter().enumerate() {
            let mut try_definition = |own: u16, size: usize| {
                let most = best.unwrap_or(MOST + 1) - 1;
                if size + 2 <= most {
                    let rest = smallest_rest(world, (own, arguments), most - size, positive, negative);
                    best = rest.map(|rest| rest + size).or(best);
                }
            };
            try_definition(said[place], body.len() + 1);
            for second in 0..place {
                try_definition(said[place] | said[second], body.len() + definitions[second].len() + 2);
            }
        }
    }
    best
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

/// The texts of a problem.
fn texts(world: &World, positive: u16, negative: u16, enable: &str) -> (String, String, String) {
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
    let mut bias = format!(
        "{enable} max_vars(3). max_body(2). head_pred(f,2). body_pred(edge,2). body_pred(property,1).\n"
    );
    if world.is_directed {
        bias += "direction(f,(in,out)). direction(edge,(in,out)). direction(property,(in,)).";
    }
    (bk, bias, exs)
}

fn found(world: &World, positive: u16, negative: u16, enable: &str) -> Option<usize> {
    let (bk, bias, exs) = texts(world, positive, negative, enable);
    let reading = reading(&bk, &bias, &exs);
    let asked = reading.prolog.as_ref().filter(|_| reading.is_asked).map(|prolog| &prolog.background);
    let found = if reading.problem.bias.allows_invention {
        invention::search(&reading.problem, &|| false).0
    } else {
        search(&with_own(&reading.problem), asked, &|| false, false)
    };
    assert!(found.is_certain);
    found.clauses.map(|clauses| clauses.iter().map(|clause| clause.body.len() + 1).sum())
}

/// The least description length of a program of at most so many literals.
fn shortest(world: &World, positive: u16, negative: u16) -> usize {
    let all = clauses(world.is_directed);
    let mut best = positive.count_ones() as usize;
    let mut open: Vec<(Vec<&Clause>, usize, usize)> = vec![(Vec::new(), 0, 0)];
    while let Some((program, next, size)) = open.pop() {
        if !program.is_empty() {
            let known = consequences(world, &program);
            let wrong = (positive & !known).count_ones() + (negative & known).count_ones();
            best = best.min(size + wrong as usize);
        }
        for (number, clause) in all.iter().enumerate().skip(next) {
            let size = size + clause.body.len() + 1;
            if size <= MOST.min(best - 1)
                && (!clause.is_recursive || !program.iter().any(|one| one.is_recursive))
            {
                let mut longer = program.clone();
                longer.push(clause);
                open.push((longer, number + 1, size));
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_program_has_a_smaller_description_length(
        edges in any::<u16>(), property in 0_u16..16, noise in any::<u16>(), more in any::<u16>(),
        first in any::<usize>(), second in any::<usize>(), is_directed in any::<bool>(),
    ) {
        let world = World { edges, property, is_directed };
        let all = clauses(is_directed);
        let target = consequences(&world, &[&all[first % all.len()], &all[second % all.len()]]);
        let positive = target ^ (noise & more);
        prop_assume!(positive != 0);
        let (bk, bias, exs) = texts(&world, positive, !positive, "enable_recursion.");
        let learned = reading(&bk, &bias, &exs).learn(Settings { is_noisy: true, threads: 1 }, &|| false).unwrap();
        let number = |line: &str, word: &str| -> usize {
            let rest = line.split(word).nth(1).unwrap();
            rest.split(|next: char| !next.is_ascii_digit()).next().unwrap().parse().unwrap()
        };
        let length = number(&learned.verdict[0], "Description length ");
        prop_assert!(learned.verdict[0].contains("no program of up to 6 literals"), "{learned:?}");
        // Sets of rules that do not recur may be larger.
        let shortest = shortest(&world, positive, !positive);
        prop_assert!(length <= shortest, "{learned:?}, {shortest}");
        prop_assert!(length == shortest || number(&learned.verdict[1], "Size ") > MOST, "{learned:?}, {shortest}");
    }
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
        prop_assert_eq!(found(&world, positive, negative, "enable_recursion."), smallest(&world, positive, negative));
    }

    #[test]
    fn no_program_with_an_invented_predicate_is_smaller(
        edges in any::<u16>(), more in any::<u16>(), property in 0_u16..16, asked in any::<u16>(),
        first in any::<usize>(), second in any::<usize>(), rest in any::<usize>(), arguments in 1_usize..3,
    ) {
        let world = World { edges: edges & more, property, is_directed: false };
        let (definitions, rules) = (bodies(0, arguments), bodies(arguments, 2));
        let own = [first, second].map(|number| says(&world, 0, &definitions[number % definitions.len()], arguments));
        let target = says(&world, own[0] | own[1], &rules[rest % rules.len()], 2);
        let (positive, negative) = (target & (asked | 1 << (more % 16)), !target);
        prop_assume!(positive != 0);
        // Programs of more than three rules are not tried here.
        let found = found(&world, positive, negative, "enable_pi. max_clauses(3).").filter(|&size| size <= MOST);
        prop_assert_eq!(found, smallest_inventive(&world, positive, negative));
    }
}
