use proptest::prelude::*;

use super::*;
use crate::{Bias, Checked, Checker, Direction, Examples, Literal, Predicate, Relation, Variable};

const STRICT: Settings = Settings { is_noisy: false, threads: 1 };
const NOISY: Settings = Settings { is_noisy: true, threads: 1 };

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

/// The sets of examples (as bits, all examples in order) that all bodies cover, with their sizes.
fn covered_by_all_bodies(problem: &Problem) -> Vec<(usize, usize)> {
    let Examples { positive, negative } = &problem.examples;
    let examples: Vec<u32> = positive.tuples.iter().chain(&negative.tuples).copied().collect();
    let mask = |body: &[Literal]| {
        (0..examples.len())
            .filter(|&place| holds(problem, body, examples[place]))
            .map(|place| 1 << place)
            .sum()
    };
    all_bodies(problem).iter().map(|body| (mask(body), body.len() + 1)).collect()
}

/// For each set of examples the size of the smallest program of these rules that covers just that.
fn smallest_of(rules: &[(usize, usize)], examples: usize) -> Vec<Option<usize>> {
    let mut cheapest = vec![None; 1 << examples];
    cheapest[0] = Some(0);
    // A rule changes what is covered only upwards, so one pass in ascending order of what is covered is enough.
    for covered in 0..cheapest.len() {
        let Some(cost) = cheapest[covered] else { continue };
        for &(mask, size) in rules {
            let better = &mut cheapest[covered | mask];
            *better = Some(better.map_or(cost + size, |known: usize| known.min(cost + size)));
        }
    }
    cheapest
}

/// The size of the smallest program that covers all positive examples and no negative one.
fn smallest(problem: &Problem) -> Option<usize> {
    let positives = problem.examples.positive.len();
    let mut rules = covered_by_all_bodies(problem);
    rules.retain(|(mask, _)| mask >> positives == 0);
    smallest_of(&rules, positives)[(1 << positives) - 1]
}

/// The least description length.
fn least_description_length(problem: &Problem) -> Option<usize> {
    let (positives, negatives) = (problem.examples.positive.len(), problem.examples.negative.len());
    let cheapest = smallest_of(&covered_by_all_bodies(problem), positives + negatives);
    let length = |(covered, size): (usize, Option<usize>)| {
        let wrong = (covered ^ ((1 << positives) - 1)).count_ones() as usize;
        size.map(|size| size + wrong)
    };
    cheapest.into_iter().enumerate().filter_map(length).min()
}

/// Does a program hold for what it says, and does a checker say the same?
fn is_as_it_says(problem: &Problem, program: &Program) -> bool {
    let holds_for = |examples: &Relation, wanted: bool| -> Vec<usize> {
        let is_covered =
            |constant: u32| program.rules.iter().any(|rule| holds(problem, &rule.body, constant));
        (0..examples.len()).filter(|&place| is_covered(examples.tuples[place]) == wanted).collect()
    };
    let Program { uncovered, covered, .. } = program.clone();
    let checked = Checker::new(problem).check(problem, &program.rules);
    uncovered == holds_for(&problem.examples.positive, false)
        && covered == holds_for(&problem.examples.negative, true)
        && checked == Checked { uncovered, covered }
}

#[test]
fn where_nothing_has_to_be_covered_no_rule_is_needed() {
    for sides in [&[][..], &[1, 1]] {
        let problem = problem(&[true, false], &[false, true], &[true; 4], sides);
        for settings in [STRICT, NOISY] {
            let program = induce(&problem, settings, &|| false).unwrap();
            assert!(program.rules.is_empty() && program.covered.is_empty() && program.is_minimal);
        }
    }
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
        let program = induce(&problem, STRICT, &|| false).unwrap();
        prop_assert!(is_as_it_says(&problem, &program) && program.covered.is_empty(), "{:?}", program);
        let size = program.uncovered.is_empty().then(|| program.size());
        prop_assert_eq!(size, smallest(&problem), "{:?}", program);
        prop_assert_eq!(program.is_minimal, size.is_some());
        // Nor does it matter whether tables are made, or who does the work.
        let language = Language::new(&problem);
        let counts = [problem.examples.positive.len(), problem.examples.negative.len()];
        let asked = search(&World::new(&language, 2), &mut Consistent::new(counts), 1, &|| false);
        prop_assert!(is_as_it_says(&problem, &asked));
        let asked = asked.uncovered.is_empty().then(|| asked.size());
        prop_assert_eq!(asked, size);
        prop_assert_eq!(program, induce(&problem, Settings { threads: 3, ..STRICT }, &|| false).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_description_is_shorter(
        p in proptest::collection::vec(any::<bool>(), 9),
        q in proptest::collection::vec(any::<bool>(), 9),
        r in proptest::collection::vec(proptest::bool::weighted(0.3), 81),
        sides in proptest::collection::vec(prop_oneof![3 => Just(0_u8), 1 => Just(1_u8)], 9),
    ) {
        let mut problem = problem(&p, &q, &r, &sides);
        problem.bias.max_body = 2;
        let program = induce(&problem, NOISY, &|| false).unwrap();
        prop_assert!(is_as_it_says(&problem, &program) && program.is_minimal, "{:?}", program);
        prop_assert_eq!(Some(program.description_length()), least_description_length(&problem), "{:?}", program);
        prop_assert_eq!(program, induce(&problem, Settings { threads: 2, ..NOISY }, &|| false).unwrap());
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
    let program = induce(&problem, STRICT, &|| false).unwrap();
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
    let program = induce(&problem, STRICT, &|| false).unwrap();
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
    let program = induce(&problem, STRICT, &|| false).unwrap();
    assert_eq!(program.rules[0].display(&problem).to_string(), "f(V0,V1):- p(V0),q(V1).");
    assert!(program.is_minimal);
}

#[test]
fn where_variables_are_counted_parts_do_not_stand_for_each_other() {
    // p alone tells the positive example from the others, but rules have to have two variables.
    let r: Vec<bool> = (0..9).map(|pair| pair % 4 == 1).collect();
    let mut problem = problem(&[true, false, false], &[true; 3], &r, &[0, 1, 1]);
    problem.bias.type_counts = vec![(0, 2, 2)];
    let program = induce(&problem, STRICT, &|| false).unwrap();
    assert_eq!(program.rules.len(), 1, "{program:?}");
    let rule = program.rules[0].display(&problem).to_string();
    assert!(rule.contains("V1") && !rule.contains("V2") && program.is_minimal, "{rule}");
}

#[test]
fn an_induction_that_is_stopped_has_what_there_is() {
    let problem = problem(&[true, false], &[false, true], &[false; 4], &[0, 1]);
    let program = induce(&problem, STRICT, &|| true).unwrap();
    assert_eq!((program.rules.len(), program.uncovered.len(), program.is_minimal), (0, 1, false));
}

#[test]
fn what_no_rule_tells_apart_is_named_with_what_limits_rules() {
    // The first two look the same as long as rules have one variable; with two, r tells them apart.
    let r: Vec<bool> = (0..9).map(|pair| pair == 2).collect();
    let mut problem = problem(&[true, true, false], &[true; 3], &r, &[0, 1, 1]);
    problem.bias.max_variables = 1;
    let program = induce(&problem, STRICT, &|| false).unwrap();
    assert_eq!((program.uncovered, program.is_minimal), (vec![0], false));
    assert_eq!(program.ambiguities, [Ambiguity { positive: 0, negative: Some(0) }]);
    assert_eq!(program.limits, Limits { variables: true, literals: false });
    problem.bias.max_variables = 2;
    let program = induce(&problem, STRICT, &|| false).unwrap();
    assert!(program.is_minimal && program.ambiguities.is_empty());
    // Where they agree on everything, nothing helps.
    problem.relations[2] = Relation { arity: 2, tuples: Vec::new() };
    let program = induce(&problem, STRICT, &|| false).unwrap();
    assert_eq!(program.limits, Limits { variables: false, literals: false });
}
