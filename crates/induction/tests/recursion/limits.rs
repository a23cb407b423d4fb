//! What takes long, or calls without end, is not held to be proven.

use induction::{Learned, Settings};

use crate::{learned, reading};

const BIAS: &str = "enable_recursion. max_clauses(2). max_vars(3). max_body(2). head_pred(f,2). ";

/// Examples for and against `f` of two numbers.
fn examples(pos: &[(usize, usize)], neg: &[(usize, usize)]) -> String {
    let of = |kind: &str, all: &[(usize, usize)]| -> String {
        all.iter().map(|(a, b)| format!("{kind}(f(n{a},n{b})).\n")).collect()
    };
    of("pos", pos) + &of("neg", neg)
}

/// The program for ancestors of a chain of so many.
fn ancestors(count: usize) -> Learned {
    let bk: String = (1..count).map(|number| format!("p(n{},n{number}). ", number - 1)).collect();
    let last = count - 1;
    let pos = [(0, 1), (0, last), (3, last / 2), (last / 3, last - 4), (5, 30), (2, 4), (7, 12)];
    let neg = [(1, 0), (last, 0), (9, 9), (last / 2, 3), (30, 5), (4, 2)];
    let bias = BIAS.to_owned() + "body_pred(p,2).";
    learned(&reading(&bk, &bias, &examples(&pos, &neg)))
}

#[test]
fn ancestors_in_a_chain_of_a_hundred_are_found() {
    for count in [40, 60, 100] {
        let Learned { rules, verdict, .. } = ancestors(count);
        assert_eq!(rules.len(), 2, "{verdict:?}");
        assert!(verdict[0].starts_with("Size 5: "), "{count}: {rules:?} {verdict:?}");
    }
}

#[test]
fn where_examples_take_too_long_it_is_said_that_proofs_are_limited() {
    let Learned { rules, verdict, .. } = ancestors(400);
    let is_found = verdict[0].starts_with("Size 5: ");
    assert!(
        is_found || verdict[0].contains("in 20,000 steps and 500 calls within calls"),
        "{rules:?} {verdict:?}"
    );
}

#[test]
fn a_program_that_examples_are_wrong_about_is_never_worse_than_none() {
    for count in [50, 70] {
        let g = |number: usize| (number * 7 + 3) % count;
        let mut bk: String =
            (0..count - 1).map(|a| format!("e(n{a},n{}). g(n{a},n{}).\n", a + 1, g(a))).collect();
        // Many bases.
        let mut bias = BIAS.to_owned() + "body_pred(e,2). body_pred(g,2). ";
        for name in ["h", "k", "l"] {
            let facts = (0..3).map(|number| {
                format!("{name}(n{},n{}). ", (number * 31 + 5) % count, (number * 17 + 11) % count)
            });
            bk += &facts.collect::<String>();
            bias += &format!("body_pred({name},2). ");
        }
        let is_right = |(a, b): (usize, usize)| (a + 1..count - 1).any(|x| g(x) == b);
        let pairs = (0..200).map(|number| (number * 13 % count, number * 29 % count));
        let (pos, neg): (Vec<_>, Vec<_>) = pairs.partition(|&pair| is_right(pair));
        let reading = reading(&bk, &bias, &examples(&pos[..12], &neg[..10]));
        let learned = reading.learn(Settings { is_noisy: true, threads: 1 }, &|| false).unwrap();
        let length: usize = learned.verdict[0].split([' ', ':']).find_map(|word| word.parse().ok()).unwrap();
        assert!(length <= 12 || learned.verdict[0].contains("not known"), "{learned:?}");
    }
}

#[test]
fn many_bases_do_not_hide_a_negative_example_of_calls_without_end() {
    let count = 20;
    let mut bk = "up(A,C):- 1 is A mod 2, C is A+2. up(A,C):- 0 is A mod 2, A < 8, C is A+2.\n".to_owned();
    let mut bias = BIAS.to_owned()
        + "direction(f,(in,out)). type(f,(n,m)). body_pred(up,2). direction(up,(in,out)). type(up,(n,n)).\n";
    for number in 0..count {
        bk += &format!("d{number}(A,B):- B is A*1000+{number}.\n");
        bias += &format!("body_pred(d{number},2). direction(d{number},(in,out)). type(d{number},(n,m)).\n");
    }
    let exs =
        "pos(f(2,8007)). pos(f(4,8007)). pos(f(6,6007)). pos(f(0,4007)). neg(f(1,3007)). neg(f(2,8008)).";
    let learned = learned(&reading(&bk, &bias, exs));
    assert!(learned.verdict[0].starts_with("No program holds for all"), "{learned:?}");
}

#[test]
fn the_order_of_examples_does_not_decide_what_is_proven() {
    let bias =
        "enable_recursion. max_clauses(2). max_vars(2). max_body(2). head_pred(f,1). direction(f,(in,)).
        body_pred(zero,1). direction(zero,(in,)). body_pred(dec,2). direction(dec,(in,out)).";
    let bk = "zero(0). dec(A,B):- A > 1, B is A-2.";
    for exs in ["pos(f(900)). pos(f(1800)). ", "pos(f(1800)). pos(f(900)). "] {
        let learned = learned(&reading(bk, bias, &(exs.to_owned() + "neg(f(401)). neg(f(7)).")));
        let said = &learned.verdict[0];
        assert!(said.starts_with("Size 5: ") || said.contains("500 calls within calls"), "{learned:?}");
    }
}

#[test]
fn a_variable_does_not_stand_for_one_that_literals_are_forbidden_to_have() {
    let bk = "p(a,1). p(b,2). p(c,3). p(d,4). q(1). q(3).";
    let bias = "enable_recursion. max_clauses(2). max_vars(3). max_body(3). head_pred(f,2). body_pred(p,2).
        body_pred(q,1). :- body_literal(_,q,1,(1,)).";
    let exs = "pos(f(a,1)). pos(f(c,3)). neg(f(b,2)). neg(f(d,4)). neg(f(a,3)). neg(f(c,1)).";
    let learned = learned(&reading(bk, bias, exs));
    assert!(learned.verdict[0].starts_with("Size 4: "), "{learned:?}");
}
