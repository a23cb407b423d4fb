//! Recursive programs: known ones are found, and proofs don't say more than is known.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod limits;

use induction::{Learned, Reading, Settings, Source, read};

/// Lists and numbers.
const LISTS: &str = "
    head([H|_],H). tail([_|T],T). empty([]). none([]). zero(0). one(1).
    even(A):- 0 is A mod 2. odd(A):- 1 is A mod 2.
    geq(A,B):- A >= B.
    increment(A,B):- B is A+1. decrement(A,B):- A > 0, B is A-1.
    cons(A,B,[A|B]). append1(L,X,R):- append(L,[X],R). sum(A,B,C):- C is A+B.";

/// The types and directions of their predicates.
const FORMS: [(&str, &str, &str); 14] = [
    ("head", "list,int", "in,out"),
    ("tail", "list,list", "in,out"),
    ("empty", "list,", "in,"),
    ("none", "list,", "out,"),
    ("zero", "int,", "out,"),
    ("one", "int,", "in,"),
    ("even", "int,", "in,"),
    ("odd", "int,", "in,"),
    ("geq", "int,int", "in,in"),
    ("increment", "int,int", "in,out"),
    ("decrement", "int,int", "in,out"),
    ("cons", "int,list,list", "in,in,out"),
    ("append1", "list,int,list", "in,in,out"),
    ("sum", "int,int,int", "in,in,out"),
];

fn reading(bk: &str, bias: &str, exs: &str) -> Reading {
    let source = |name, text| Source { name, text };
    read(source("bk.pl", bk), source("bias.pl", bias), source("exs.pl", exs)).unwrap()
}

fn learned(reading: &Reading) -> Learned {
    reading.learn(Settings { is_noisy: false, threads: 1 }, &|| false).unwrap()
}

/// The program for examples about lists, and the first line of the verdict.
fn about_lists(form: (&str, &str), predicates: &[&str], pos: &[&str], neg: &[&str]) -> (Vec<String>, String) {
    let mut bias = "enable_recursion. max_vars(5). max_body(5).\n".to_owned();
    let mut declare = |kind: &str, name: &str, types: &str, directions: &str| {
        let arity = types.split(',').filter(|part| !part.is_empty()).count();
        bias +=
            &format!("{kind}({name},{arity}). type({name},({types})). direction({name},({directions})).\n");
    };
    declare("head_pred", "f", form.0, form.1);
    for name in predicates {
        let (_, types, directions) = FORMS.iter().find(|(known, ..)| known == name).unwrap();
        declare("body_pred", name, types, directions);
    }
    let examples = |kind: &str, all: &[&str]| -> String {
        all.iter().map(|arguments| format!("{kind}(f({arguments})).\n")).collect()
    };
    let learned = learned(&reading(LISTS, &bias, &(examples("pos", pos) + &examples("neg", neg))));
    (learned.rules, learned.verdict[0].clone())
}

fn is_of_size((rules, verdict): &(Vec<String>, String), size: usize) {
    assert!(verdict.starts_with(&format!("Size {size}: ")), "{rules:?}: {verdict}");
    assert!(verdict.contains("no smaller program does that"), "{verdict}");
}

#[test]
fn the_last_element_of_a_list() {
    let found = about_lists(
        ("list,int", "in,out"),
        &["head", "tail", "empty", "even", "odd"],
        &["[1],1", "[3,2],2", "[5,4,1],1", "[2,2,7,8],8"],
        &["[1,2],1", "[3,4,5],4", "[3,4,5],3"],
    );
    is_of_size(&found, 7);
    assert_eq!(
        found.0,
        ["f(V0,V1):- head(V0,V1),tail(V0,V2),empty(V2).", "f(V0,V1):- tail(V0,V2),f(V2,V1)."]
    );
}

#[test]
fn the_length_of_a_list() {
    let found = about_lists(
        ("list,int", "in,out"),
        &["head", "tail", "empty", "zero", "increment", "cons"],
        &["[4,2],2", "[7,7,7],3", "[1,2,3,4,5],5"],
        &["[4,2],3", "[1,2,3],1", "[2],0"],
    );
    is_of_size(&found, 7);
}

#[test]
fn a_list_backwards_takes_new_lists() {
    let found = about_lists(
        ("list,list", "in,out"),
        &["head", "tail", "empty", "none", "append1"],
        &["[1,2],[2,1]", "[1,2,3],[3,2,1]", "[4,1,1,3],[3,1,1,4]"],
        &["[1,2],[1,2]", "[1,2,3],[1,3,2]", "[1,2,3],[3,2]", "[3,1],[1]"],
    );
    is_of_size(&found, 8);
}

#[test]
fn a_list_without_its_first_elements_takes_two_arguments_down() {
    let found = about_lists(
        ("list,int,list", "in,in,out"),
        &["head", "tail", "empty", "one", "decrement", "odd"],
        &["[5,6,7],1,[6,7]", "[5,6,7,8],3,[8]", "[9,1,4,4],2,[4,4]"],
        &["[5,6,7],2,[6,7]", "[5,6,7],1,[7]", "[1,2],1,[1,2]"],
    );
    is_of_size(&found, 7);
}

#[test]
fn sorted_lists_are_those_whose_tails_are() {
    let found = about_lists(
        ("list,", "in,"),
        &["head", "tail", "empty", "geq", "odd"],
        &["[1,2,3]", "[4,8,8,9]", "[2,5]", "[1,3,5,6,7]"],
        &["[2,1]", "[1,3,2]", "[1,2,3,1]", "[5,6,2,9]", "[9,1,2,3]", "[3,4,4,1,8]"],
    );
    is_of_size(&found, 9);
}

#[test]
fn programs_that_need_no_recursion_have_none() {
    let found = about_lists(
        ("list,int", "in,out"),
        &["head", "tail", "odd"],
        &["[1,2],2", "[3,4,5],4"],
        &["[1,2],1", "[3,4,5],5"],
    );
    is_of_size(&found, 3);
    assert_eq!(found.0, ["f(V0,V1):- tail(V0,V2),head(V2,V1)."]);
}

#[test]
fn two_bases_go_with_one_recursive_clause() {
    let found = about_lists(
        ("list,", "in,"),
        &["head", "tail", "one", "zero", "even"],
        &["[3,1]", "[1,5]", "[3,5,1,3]", "[3,0,5]", "[0]"],
        &["[3,5]", "[7]", "[5,5,3,7]"],
    );
    is_of_size(&found, 9);
    assert_eq!(found.0.len(), 3);
}

#[test]
fn wrong_examples_do_not_hide_a_recursive_program() {
    let bias = "enable_recursion. max_vars(4). max_body(3). head_pred(f,2). body_pred(head,2). body_pred(tail,2).
        body_pred(empty,1). type(f,(list,int)). type(head,(list,int)). type(tail,(list,list)). type(empty,(list,)).
        direction(f,(in,out)). direction(head,(in,out)). direction(tail,(in,out)). direction(empty,(in,)).";
    let mut exs = "pos(f([1,2],1)). neg(f([3,4],4)).\n".to_owned();
    for number in 5..17 {
        let list: Vec<String> =
            (1..number % 4 + 2).map(|step| ((number * step + 1) % 5).to_string()).collect();
        exs +=
            &format!("pos(f([{},{number}],{number})).\nneg(f([0,{number},0],{number})).\n", list.join(","));
    }
    let learned =
        reading(LISTS, bias, &exs).learn(Settings { is_noisy: true, threads: 1 }, &|| false).unwrap();
    assert_eq!(
        learned.rules,
        ["f(V0,V1):- head(V0,V1),tail(V0,V2),empty(V2).", "f(V0,V1):- tail(V0,V2),f(V2,V1)."]
    );
    let verdict = [
        "Description length 9: no program of up to 8 literals has a smaller one",
        "Size 7, tp 12, fn 1, tn 12, fp 1",
    ];
    assert_eq!(learned.verdict, verdict);
    assert!(!learned.is_complete);
}

#[test]
fn what_calls_without_end_may_come_to_is_not_held_against_a_program() {
    // Odd numbers are counted up for ever; on the way, farther than anybody looks, Prolog meets another goal.
    let bk = "goal(A):- member(A,[100,151]). next(A,B):- A =\\= 100, B is A+2.";
    let bias =
        "enable_recursion. max_vars(2). max_body(2). head_pred(f,1). body_pred(goal,1). body_pred(next,2).
        direction(f,(in,)). direction(goal,(in,)). direction(next,(in,out)).";
    let example = |kind: &str, number: usize| format!("{kind}(f({number})).\n");
    let exs: String = (0..12).map(|step| example("pos", 2 + 8 * step)).collect();
    let exs = exs + &(0..9).map(|step| example("neg", 21 + 2 * step)).collect::<String>();
    let learned = reading(bk, bias, &exs).learn(Settings { is_noisy: true, threads: 1 }, &|| false).unwrap();
    assert_eq!(learned.rules, ["f(V0):- goal(V0).", "f(V0):- next(V0,V1),f(V1)."]);
    assert_eq!(learned.verdict[1], "Size 5, tp 12, fn 0, tn 9, fp 0");
    assert!(learned.is_complete);
}

#[test]
fn variables_of_different_types_do_not_stand_for_each_other() {
    // What `near` and `far` find is the same, and only what `far` finds can be asked about.
    let bk = "near(a,1). near(b,2). near(c,1). far(a,1). far(b,2). far(c,1). odd(1). first(a). last(c).";
    let bias =
        "enable_recursion. max_vars(3). max_body(2). head_pred(f,1). body_pred(near,2). body_pred(far,2).
        body_pred(odd,1). body_pred(first,1). body_pred(last,1). type(f,(place,)). type(near,(place,step)).
        type(far,(place,mile)). type(odd,(mile,)). type(first,(place,)). type(last,(place,)).";
    let learned = learned(&reading(bk, bias, "pos(f(a)). pos(f(c)). neg(f(b))."));
    assert_eq!(learned.rules, ["f(V0):- odd(V1),far(V0,V1)."]);
    assert!(learned.verdict[0].starts_with("Size 3: "), "{learned:?}");
}

#[test]
fn calls_without_end_are_given_up() {
    // Every clause that counts up goes on for ever.
    let found = about_lists(("int,", "in,"), &["increment", "one"], &["5", "7"], &["6"]);
    assert_eq!(found.0, [] as [&str; 0]);
    assert!(found.1.contains("literals that the bias allows"), "{}", found.1);
}

#[test]
fn without_directions_tables_are_asked() {
    let bk = "edge(a,b). edge(b,c). edge(c,d). edge(d,b). edge(x,y).";
    let bias = "enable_recursion. head_pred(reach,2). body_pred(edge,2). max_vars(3).";
    let exs = "pos(reach(a,d)). pos(reach(a,b)). pos(reach(b,b)). pos(reach(x,y)). pos(reach(c,c)).
        neg(reach(b,a)). neg(reach(a,a)). neg(reach(x,b)). neg(reach(y,x)). neg(reach(a,y)). neg(reach(x,x)).";
    let learned = learned(&reading(bk, bias, exs));
    assert_eq!(learned.rules.len(), 2, "{learned:?}");
    assert!(learned.verdict[0].starts_with("Size 5: holds for 5 of 5"), "{learned:?}");
}

#[test]
fn a_search_ends_in_time() {
    let reading = reading(
        LISTS,
        "enable_recursion. head_pred(f,2). body_pred(head,2). body_pred(tail,2). body_pred(cons,3).
        direction(f,(in,out)). direction(head,(in,out)). direction(tail,(in,out)). direction(cons,(in,in,out)).",
        "pos(f([1,2,3],[a,b])). neg(f([1],[2])).",
    );
    let start = std::time::Instant::now();
    let is_over = || start.elapsed().as_millis() > 100;
    let learned = reading.learn(Settings { is_noisy: false, threads: 1 }, &is_over).unwrap();
    assert!(!learned.is_complete);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

const FAMILY: &str =
    "mother(ann,amy). mother(ann,andy). mother(amy,amelia). mother(linda,gavin). father(steve,amy).
    father(steve,andy). father(gavin,amelia). father(andy,bob). mother(amelia,zed).";

#[test]
fn a_predicate_is_invented_for_what_two_have_in_common() {
    let bias = "enable_pi. max_clauses(3). max_vars(4). max_body(4).
        head_pred(f,2). body_pred(mother,2). body_pred(father,2).";
    let exs =
        "pos(f(ann,amelia)). pos(f(steve,amelia)). pos(f(ann,bob)). pos(f(linda,amelia)). pos(f(steve,bob)).
        pos(f(amy,zed)). neg(f(amy,amelia)). neg(f(ann,amy)). neg(f(bob,ann)). neg(f(ann,zed)).";
    let learned = learned(&reading(FAMILY, bias, exs));
    assert_eq!(
        learned.rules,
        [
            "inv1(V0,V1):- mother(V0,V1).",
            "inv1(V0,V1):- father(V0,V1).",
            "f(V0,V1):- inv1(V0,V2),inv1(V2,V1)."
        ]
    );
    assert!(learned.verdict[0].starts_with("Size 7: holds for 6 of 6"), "{learned:?}");
}

#[test]
fn an_invented_predicate_goes_with_recursion() {
    let bk = FAMILY.to_owned() + " rich(zed). rich(bob). rich(gavin).";
    let bias = "enable_pi. enable_recursion. max_clauses(3). max_vars(3). max_body(3).
        head_pred(f,2). body_pred(mother,2). body_pred(father,2). body_pred(rich,1).";
    let exs = "pos(f(ann,zed)). pos(f(steve,zed)). pos(f(ann,bob)). pos(f(steve,bob)). pos(f(linda,zed)). pos(f(amy,zed)).
        pos(f(gavin,zed)). pos(f(amelia,zed)). pos(f(andy,bob)). pos(f(linda,gavin)).
        neg(f(ann,amy)). neg(f(steve,andy)). neg(f(ann,amelia)). neg(f(amy,amelia)). neg(f(gavin,amelia)). neg(f(bob,ann)).
        neg(f(amy,bob)). neg(f(linda,bob)). neg(f(zed,zed)). neg(f(gavin,bob)). neg(f(andy,zed)). neg(f(amy,gavin)).
        neg(f(zed,ann)). neg(f(amelia,gavin)). neg(f(bob,bob)). neg(f(gavin,gavin)). neg(f(andy,gavin)).";
    let learned = learned(&reading(&bk, bias, exs));
    // Parents, and an ancestor of someone rich by them; without the invention it takes two bases and two recursive clauses.
    assert!(learned.verdict[0].starts_with("Size 10: holds for 10 of 10"), "{learned:?}");
    assert_eq!(learned.rules.len(), 4, "{learned:?}");
}

#[test]
fn bases_help_each_other_where_a_clause_calls_twice() {
    let bias = "enable_recursion. max_vars(3). max_body(3). head_pred(f,2). body_pred(mother,2). body_pred(father,2).";
    let exs = "pos(f(ann,zed)). pos(f(steve,zed)). pos(f(ann,bob)). pos(f(linda,zed)). pos(f(steve,andy)). pos(f(amy,zed)).
        pos(f(linda,gavin)). pos(f(gavin,amelia)). pos(f(steve,amelia)). pos(f(amy,amelia)). pos(f(amelia,zed)).
        neg(f(amelia,amy)). neg(f(ann,ann)). neg(f(bob,ann)). neg(f(zed,amelia)). neg(f(amy,bob)). neg(f(linda,bob)).
        neg(f(zed,zed)). neg(f(gavin,bob)). neg(f(bob,zed)). neg(f(andy,zed)). neg(f(linda,amy)). neg(f(amy,gavin)).";
    let learned = learned(&reading(FAMILY, bias, exs));
    assert_eq!(
        learned.rules,
        ["f(V0,V1):- mother(V0,V1).", "f(V0,V1):- father(V0,V1).", "f(V0,V1):- f(V0,V2),f(V2,V1)."]
    );
}

#[test]
fn a_base_that_leads_to_calls_without_end_does_not_hide_another() {
    // With u as a base, the outer call of the recursive clause goes up for ever.
    let bk = "p(A,B):- A > 0, 0 =\\= A mod 10, B is A-1. q(A,B):- 0 is A mod 10, B is -A.
        r(A,B):- A =< 0, B is 10-A. u(A,B):- B is A+21.";
    let bias = "enable_recursion. max_vars(4). max_body(3). head_pred(f,2). body_pred(p,2). body_pred(q,2). body_pred(r,2).
        body_pred(u,2). direction(f,(in,out)). direction(p,(in,out)). direction(q,(in,out)). direction(r,(in,out)).
        direction(u,(in,out)).";
    let exs = "pos(f(1,20)). pos(f(2,30)). pos(f(3,40)). pos(f(4,50)).
        neg(f(2,20)). neg(f(3,20)). neg(f(1,30)). neg(f(0,20)).";
    let learned = learned(&reading(bk, bias, exs));
    assert!(learned.verdict[0].starts_with("Size 7: holds for 4 of 4"), "{learned:?}");
}

#[test]
fn invention_needs_facts_where_there_are_directions() {
    let bias = "enable_pi. head_pred(f,1). body_pred(p,2). direction(f,(in,)). direction(p,(in,out)).";
    let source = |name, text| Source { name, text };
    let read = |bk| read(source("bk.pl", bk), source("bias.pl", bias), source("exs.pl", "pos(f(1))."));
    assert!(read("p(X,Y):- Y is X+1.").is_err_and(|error| error.message.contains("can't be invented")));
    assert!(read("p(1,2).").is_ok_and(|reading| reading.problem.head.directions.is_none()));
}
