use proptest::prelude::*;

use super::*;
use crate::{Bias, Checked, Checker, Direction, Examples, Literal, Predicate, Relation, Variable};

/// A problem over a few constants with a predicate of one argument to define, from two of one argument and one of two.
fn problem(p: &[bool], q: &[bool], r: &[bool], sides: &[u8]) -> Problem {
    let count = sides.len();
    let unary = |holds: &[bool]| Relation {
        arity: 1,
        tuples: (0..count).filter(|&constant| holds[constant]).map(|constant| constant as u32).collect(),
    };
    let pairs = (0..count * count).filter(|&pair| r[pair]);
    let binary = pairs.flat_map(|pair| [(pair / count) as u32, (pair % count) as u32]).collect();
    let side = |wanted: u8| Relation {
        arity: 1,
        tuples: (0..count).filter(|&c| sides[c] == wanted).map(|constant| constant as u32).collect(),
    };
    let predicate =
        |name: &str, arity| Predicate { name: name.to_owned(), types: vec![0; arity], directions: None };
    Problem {
        constants: (0..count).map(|constant| format!("c{constant}")).collect(),
        types: vec!["any".to_owned()],
        head: predicate("f", 1),
        body: vec![predicate("p", 1), predicate("q", 1), predicate("r", 2)],
        relations: vec![unary(p), unary(q), Relation { arity: 2, tuples: binary }],
        bias: Bias { max_variables: 4, max_body: 3, ..Bias::default() },
        examples: Examples { positive: side(0), negative: side(1) },
    }
}

/// All bodies of the language, written down naively: any literals over four variables, connected and with the head's.
fn all_bodies(problem: &Problem) -> Vec<Vec<Literal>> {
    let mut literals = Vec::new();
    for (number, predicate) in problem.body.iter().enumerate() {
        for first in 0..4 {
            let seconds: Vec<Option<Variable>> = if predicate.arity() == 1 {
                vec![None]
            } else {
                (0..4).filter(|&v| v != first).map(Some).collect()
            };
            for second in seconds {
                let arguments = [first].into_iter().chain(second).collect();
                literals.push(Literal { predicate: number as u16, arguments });
            }
        }
    }
    let mut bodies = Vec::new();
    for subset in 1_u32..1 << literals.len() {
        if subset.count_ones() as usize <= problem.bias.max_body {
            let body: Vec<Literal> = (0..literals.len())
                .filter(|place| subset >> place & 1 == 1)
                .map(|place| literals[place].clone())
                .collect();
            if is_connected(&body) {
                bodies.push(body);
            }
        }
    }
    bodies
}

fn is_connected(body: &[Literal]) -> bool {
    let mut reached = vec![0];
    for _ in 0..body.len() {
        for literal in body {
            if literal.arguments.iter().any(|variable| reached.contains(variable)) {
                reached.extend(&literal.arguments);
            }
        }
    }
    body.iter().all(|literal| literal.arguments.iter().all(|variable| reached.contains(variable)))
        && body.iter().any(|literal| literal.arguments.contains(&0))
}

/// Does a body hold for a constant, by trying all values of the other variables?
fn holds(problem: &Problem, body: &[Literal], constant: u32) -> bool {
    let count = problem.constants.len() as u32;
    (0..count.pow(3)).any(|others| {
        let values = [constant, others / count / count, others / count % count, others % count];
        body.iter().all(|literal| {
            let tuple: Vec<u32> = literal.arguments.iter().map(|&v| values[usize::from(v)]).collect();
            problem.relations[usize::from(literal.predicate)].iter().any(|known| known == tuple)
        })
    })
}

/// The size of the smallest program, by trying all bodies and all ways to combine what they cover.
fn smallest(problem: &Problem) -> Option<usize> {
    let positives: Vec<u32> = problem.examples.positive.tuples.clone();
    let mut cheapest = vec![None; 1 << positives.len()];
    cheapest[0] = Some(0);
    let mut rules: Vec<(usize, usize)> = Vec::new();
    for body in all_bodies(problem) {
        if !problem.examples.negative.tuples.iter().any(|&constant| holds(problem, &body, constant)) {
            let covered = |place: &usize| holds(problem, &body, positives[*place]);
            let mask: usize = (0..positives.len()).filter(covered).map(|place| 1 << place).sum();
            rules.push((mask, body.len() + 1));
        }
    }
    // A rule changes what is covered only upwards, so one pass in ascending order of what is covered is enough.
    for covered in 0..cheapest.len() {
        let Some(cost) = cheapest[covered] else { continue };
        for &(mask, size) in &rules {
            let better = &mut cheapest[covered | mask];
            *better = Some(better.map_or(cost + size, |known: usize| known.min(cost + size)));
        }
    }
    cheapest[cheapest.len() - 1]
}

proptest! {
    #[test]
    fn no_program_is_smaller(
        p in proptest::collection::vec(any::<bool>(), 5),
        q in proptest::collection::vec(any::<bool>(), 5),
        r in proptest::collection::vec(proptest::bool::weighted(0.3), 25),
        sides in proptest::collection::vec(0_u8..2, 5),
    ) {
        let problem = problem(&p, &q, &r, &sides);
        let program = induce(&problem, &mut || false).unwrap();
        for rule in &program.rules {
            prop_assert!(!problem.examples.negative.tuples.iter().any(|&c| holds(&problem, &rule.body, c)));
        }
        let positives = &problem.examples.positive.tuples;
        let is_covered = |constant: &u32| program.rules.iter().any(|rule| holds(&problem, &rule.body, *constant));
        let uncovered: Vec<usize> = (0..positives.len()).filter(|&place| !is_covered(&positives[place])).collect();
        prop_assert_eq!(&program.uncovered, &uncovered);
        let checked = Checker::new(&problem).check(&problem, &program.rules);
        prop_assert_eq!(checked, Checked { uncovered: uncovered.clone(), covered: Vec::new() });
        let size = uncovered.is_empty().then(|| program.size());
        prop_assert_eq!(size, smallest(&problem), "{:?}", program);
        prop_assert_eq!(program.is_minimal, size.is_some());
    }
}

#[test]
fn what_has_to_be_known_is_found_before_it_is_asked() {
    // Of p(X), q(Y), r(X, Y), the last needs both: without p and q there is no rule, though r alone would do.
    let all = [true; 4];
    let r: Vec<bool> = (0..16).map(|pair| pair == 1).collect();
    let mut problem = problem(&all, &all, &r, &[0, 1, 1, 1]);
    for (predicate, direction) in [(0, Direction::Out), (1, Direction::Out), (2, Direction::In)] {
        let arity = problem.body[predicate].arity();
        problem.body[predicate].directions = Some(vec![direction; arity]);
    }
    problem.head.directions = Some(vec![Direction::In]);
    let program = induce(&problem, &mut || false).unwrap();
    assert_eq!(program.rules[0].display(&problem).to_string(), "f(V0):- p(V1),r(V0,V1).");
    assert!(program.is_minimal);
}

#[test]
fn what_needs_other_parts_does_not_replace_what_does_not() {
    // From here to two further right: going left from there to here holds for the same, but can't be asked.
    let predicate = |name: &str, directions: [Direction; 2]| Predicate {
        name: name.to_owned(),
        types: vec![0; 2],
        directions: Some(directions.to_vec()),
    };
    let directions = [Direction::In, Direction::Out];
    let pairs = |tuples: &[[u32; 2]]| Relation { arity: 2, tuples: tuples.concat() };
    let problem = Problem {
        constants: (0..4).map(|place| format!("c{place}")).collect(),
        types: vec!["place".to_owned()],
        head: predicate("f", directions),
        body: vec![predicate("left", directions), predicate("right", directions)],
        relations: vec![pairs(&[[1, 0], [2, 1], [3, 2]]), pairs(&[[0, 1], [1, 2], [2, 3]])],
        bias: Bias { max_variables: 4, max_body: 3, ..Bias::default() },
        examples: Examples { positive: pairs(&[[0, 2]]), negative: pairs(&[[0, 1], [0, 3], [2, 0]]) },
    };
    let program = induce(&problem, &mut || false).unwrap();
    assert_eq!(program.rules[0].display(&problem).to_string(), "f(V0,V1):- right(V0,V2),right(V2,V1).");
}

#[test]
fn a_part_that_only_brings_a_required_variable_is_found() {
    // f(X, Y) holds where p(X) does, whatever Y is; but rules have to say something of Y.
    let pairs = |tuples: &[[u32; 2]]| Relation { arity: 2, tuples: tuples.concat() };
    let mut problem = problem(&[true, false, false], &[true; 3], &[false; 9], &[0, 1, 1]);
    problem.head.types = vec![0; 2];
    problem.examples = Examples { positive: pairs(&[[0, 1]]), negative: pairs(&[[1, 1], [2, 0]]) };
    problem.bias = Bias { allows_unused_head: true, required: vec![1], ..problem.bias };
    let program = induce(&problem, &mut || false).unwrap();
    assert_eq!(program.rules[0].display(&problem).to_string(), "f(V0,V1):- p(V0),q(V1).");
    assert!(program.is_minimal);
}

#[test]
fn where_variables_are_counted_parts_do_not_stand_for_each_other() {
    // p alone tells the positive example from the others, but rules have to have two variables.
    let r: Vec<bool> = (0..9).map(|pair| pair % 4 == 1).collect();
    let mut problem = problem(&[true, false, false], &[true; 3], &r, &[0, 1, 1]);
    problem.bias.type_counts = vec![(0, 2, 2)];
    let program = induce(&problem, &mut || false).unwrap();
    assert_eq!(program.rules.len(), 1, "{program:?}");
    let rule = program.rules[0].display(&problem).to_string();
    assert!(rule.contains("V1") && !rule.contains("V2") && program.is_minimal, "{rule}");
}

#[test]
fn an_induction_that_is_stopped_has_what_there_is() {
    let problem = problem(&[true, false], &[false, true], &[false; 4], &[0, 1]);
    let program = induce(&problem, &mut || true).unwrap();
    assert_eq!((program.rules.len(), program.uncovered.len(), program.is_minimal), (0, 1, false));
}
