//! Random programs against the plainest evaluation there is.

use std::collections::BTreeSet;

use proptest::prelude::*;

use induction::{Source, read};

const CONSTANTS: [&str; 4] = ["a", "b", "c", "d"];
/// Predicates with two arguments each: facts, then rules in layers of two.
const PREDICATES: [&str; 8] = ["e", "g", "p", "q", "r", "s", "t", "u"];
const FACTS: usize = 2;
/// Rules of the last layer don't use it, so that their negated goals may come first.
const LAST_LAYER: usize = 6;

#[derive(Clone, Debug)]
struct Literal {
    predicate: usize,
    arguments: [usize; 2],
}

#[derive(Clone, Debug)]
struct Rule {
    head: Literal,
    positive: Vec<Literal>,
    negative: Vec<Literal>,
    negative_first: bool,
}

type Tables = Vec<BTreeSet<[usize; 2]>>;

fn layer(predicate: usize) -> usize {
    predicate / 2
}

fn rule() -> impl Strategy<Value = Rule> {
    let literals =
        |count| prop::collection::vec((any::<prop::sample::Index>(), [0..4usize, 0..4usize]), count);
    (
        FACTS..PREDICATES.len(),
        literals(1..4),
        literals(0..2),
        any::<[prop::sample::Index; 2]>(),
        any::<bool>(),
    )
        .prop_map(|(predicate, positive, negative, head, negative_first)| {
            let usable = if predicate >= LAST_LAYER { LAST_LAYER } else { 2 * layer(predicate) + 2 };
            let positive: Vec<Literal> = positive
                .into_iter()
                .map(|(index, arguments)| Literal { predicate: index.index(usable), arguments })
                .collect();
            let known: Vec<usize> = positive.iter().flat_map(|literal| literal.arguments).collect();
            let head = Literal { predicate, arguments: head.map(|index| known[index.index(known.len())]) };
            let negative: Vec<Literal> = negative
                .into_iter()
                .map(|(index, arguments)| Literal {
                    predicate: index.index(2 * layer(predicate)),
                    arguments: arguments.map(|variable| known[variable % known.len()]),
                })
                .collect();
            let in_head = |variable: &usize| head.arguments.contains(variable);
            let negative_first = negative_first
                && predicate >= LAST_LAYER
                && negative.iter().all(|literal| literal.arguments.iter().all(in_head));
            Rule { head, positive, negative, negative_first }
        })
}

fn text(literal: &Literal) -> String {
    format!("{}(X{},X{})", PREDICATES[literal.predicate], literal.arguments[0], literal.arguments[1])
}

fn rule_text(rule: &Rule) -> String {
    let positive = rule.positive.iter().map(text);
    let negative = rule.negative.iter().map(|literal| format!("\\+ {}", text(literal)));
    let goals: Vec<String> = if rule.negative_first {
        negative.chain(positive).collect()
    } else {
        positive.chain(negative).collect()
    };
    format!("{} :- {}.\n", text(&rule.head), goals.join(", "))
}

/// Does the body hold with those values?
fn holds(rule: &Rule, tables: &Tables, values: &[usize; 4]) -> bool {
    let holds = |literal: &Literal| {
        tables[literal.predicate].contains(&literal.arguments.map(|variable| values[variable]))
    };
    rule.positive.iter().all(holds) && !rule.negative.iter().any(holds)
}

fn evaluate(facts: &[(usize, [usize; 2])], rules: &[Rule]) -> Tables {
    let mut tables = vec![BTreeSet::new(); PREDICATES.len()];
    for &(predicate, tuple) in facts {
        tables[predicate].insert(tuple);
    }
    for current in 1..=layer(PREDICATES.len() - 1) {
        loop {
            let before: usize = tables.iter().map(BTreeSet::len).sum();
            for rule in rules.iter().filter(|rule| layer(rule.head.predicate) == current) {
                for number in 0..256 {
                    let values = [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6];
                    if holds(rule, &tables, &values) {
                        let tuple = rule.head.arguments.map(|variable| values[variable]);
                        tables[rule.head.predicate].insert(tuple);
                    }
                }
            }
            if tables.iter().map(BTreeSet::len).sum::<usize>() == before {
                break;
            }
        }
    }
    tables
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn tables_of_random_programs_are_what_evaluation_from_the_facts_up_gives(
        facts in prop::collection::vec((0..FACTS, [0..4usize, 0..4usize]), 1..12),
        rules in prop::collection::vec(rule(), 0..10),
        directions in any::<bool>(),
    ) {
        let mut bk: String = facts
            .iter()
            .map(|&(predicate, [x, y])| format!("{}({},{}).\n", PREDICATES[predicate], CONSTANTS[x], CONSTANTS[y]))
            .collect();
        bk.extend(rules.iter().map(rule_text));
        bk.extend(PREDICATES.iter().map(|name| format!("{name}(X,Y) :- none(X,Y).\n")));
        bk.push_str(":- dynamic none/2.\n");
        let mut bias = "head_pred(f,1). ".to_owned();
        bias.extend(PREDICATES.iter().map(|name| format!("body_pred({name},2). ")));
        if directions {
            bias.push_str("direction(f,(in,)). ");
            bias.extend(PREDICATES.iter().map(|name| format!("direction({name},(in,in)). ")));
        }
        let exs = "pos(f(a)). pos(f(b)). neg(f(c)). neg(f(d)).";
        let source = |name, text| Source { name, text };
        let problem = read(source("bk", &bk), source("bias", &bias), source("exs", exs)).unwrap().problem;
        let expected = evaluate(&facts, &rules);
        for (number, relation) in problem.relations.iter().enumerate() {
            let constant = |constant: u32| {
                CONSTANTS.iter().position(|&text| text == problem.constants[constant as usize]).unwrap()
            };
            let found: BTreeSet<[usize; 2]> =
                relation.iter().map(|tuple| [constant(tuple[0]), constant(tuple[1])]).collect();
            prop_assert_eq!(&found, &expected[number], "{}\n{}", PREDICATES[number], bk);
        }
    }
}
