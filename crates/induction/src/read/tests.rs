use proptest::prelude::*;

use pddl::Severity;

use crate::{Direction, Problem, Reading, Source, read};

fn reading(bk: &str, bias: &str, exs: &str) -> Reading {
    let source = |name, text| Source { name, text };
    read(source("bk.pl", bk), source("bias.pl", bias), source("exs.pl", exs))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The error as it is shown.
fn error(bk: &str, bias: &str, exs: &str) -> String {
    let source = |name, text| Source { name, text };
    read(source("bk.pl", bk), source("bias.pl", bias), source("exs.pl", exs)).unwrap_err().to_string()
}

/// The tuples of a body predicate as they would be written.
fn table(problem: &Problem, name: &str) -> Vec<String> {
    let number = problem.body.iter().position(|predicate| predicate.name == name).unwrap();
    let text = |tuple: &[u32]| {
        tuple
            .iter()
            .map(|&constant| problem.constants[constant as usize].as_str())
            .collect::<Vec<_>>()
            .join(",")
    };
    let mut tuples: Vec<String> = problem.relations[number].iter().map(text).collect();
    tuples.sort();
    tuples
}

const BIAS: &str = "head_pred(f,1).\nbody_pred(p,2).\n";

#[test]
fn facts_become_tables() {
    let Reading { problem, warnings, .. } = reading(
        "p(a,1). p(b,'C d'). p(a,1). q(x).",
        BIAS,
        "pos(f(b)). % one\nneg(f(a)). /* two */ neg(f(z)).",
    );
    assert_eq!(warnings, []);
    assert_eq!(problem.types, ["any"]);
    assert_eq!(problem.constants, ["b", "a", "z", "1", "'C d'"]);
    assert_eq!(table(&problem, "p"), ["a,1", "b,'C d'"]);
    assert_eq!(problem.relations[0].tuples, [0, 4, 1, 3]);
    assert_eq!(problem.examples.positive.tuples, [0]);
    assert_eq!(problem.examples.negative.tuples, [1, 2]);
    assert_eq!((problem.bias.max_variables, problem.bias.max_body), (6, 10));
    assert!(!problem.bias.allows_unused_head);
}

#[test]
fn rules_of_a_bias_declare_predicates_with_types() {
    let bias = "head_pred(f,1). body_pred(p,2). type(f,(ex,)). type(p,(ex,int,)).
        constant(c1,int). constant(c2,int). body_pred(C,1):- constant(C,_). type(C,(T,)):- constant(C,T).
        max_vars(3). max_body(4). non_datalog.";
    let Reading { problem, warnings, .. } = reading("p(a,1). c1(1). c2(2).", bias, "pos(f(a)).");
    assert_eq!(warnings, []);
    let names: Vec<&str> = problem.body.iter().map(|predicate| predicate.name.as_str()).collect();
    assert_eq!(names, ["p", "c1", "c2"]);
    assert_eq!(problem.types, ["ex", "int"]);
    assert_eq!(problem.body[1].types, [1]);
    assert_eq!(
        (problem.bias.max_variables, problem.bias.max_body, problem.bias.allows_unused_head),
        (3, 4, true)
    );
}

#[test]
fn constraints_are_understood() {
    let bias = "head_pred(f,2). body_pred(p,2). body_pred(q,3). body_pred(r,1).
        type(f,(ex,a)). type(p,(ex,a)). type(q,(ex,a,a)). type(r,(a,)).
        :- clause(C), #count{V : var_type(C,V,ex)} != 1.
        :- clause(C), 3 < #count{V : clause_var(C,V), var_type(C,V,a)}.
        :- not body_var(_,1).
        bad_body(q, Vars):- vars(_, Vars), Vars = (V0,_,1), V0 != 0.
        :- body_literal(_,p,2,(_,1)).
        :- body_literal(_,r,_,_).";
    let Reading { problem, warnings, ignored_constraints, .. } = reading("p(a,b).", bias, "pos(f(a,b)).");
    assert_eq!(ignored_constraints, [""; 0]);
    assert_eq!(warnings.len(), 2, "q and r are not defined");
    assert_eq!(problem.bias.type_counts, [(0, 1, 1), (1, 0, 3)]);
    assert_eq!(problem.bias.required, [1]);
    assert_eq!(
        problem.bias.forbidden,
        [
            (1, vec![Some((false, 0)), None, Some((true, 1))]),
            (0, vec![None, Some((true, 1))]),
            (2, vec![None])
        ]
    );
}

#[test]
fn constraints_that_are_not_understood_are_listed() {
    let constraints = [
        ":- body_literal(C,p,2,(A,B)), A > B.",
        ":- #sum{ W@1,V : w(V,W) } > 3.",
        "1 { a(X) : b(X) } 2.",
        ":- not body_literal(_,p,_,_).",
        ":- body_literal(C,p,_,(A,_)), body_literal(C,p,_,(_,A)).",
    ];
    let bias = format!("{BIAS}{}\nmax_vars(4).", constraints.join("\n"));
    let reading = reading("p(a,b).", &bias, "pos(f(a)).");
    assert_eq!(reading.ignored_constraints, constraints);
    assert_eq!(reading.warnings.len(), constraints.len());
    assert!(reading.warnings[1].to_string().contains("#sum{ W@1,V : w(V,W) } > 3."));
    assert_eq!(reading.problem.bias.max_variables, 4);
}

#[test]
fn what_has_no_effect_is_warned_of() {
    let bias = "head_pred(f,1). body_pred(p,2). body_pred(q,1). max_var(3). max_clauses(2). helper(x). also(X):- helper(X).";
    let bk = ":- use_module(library(lists)).\n:- dynamic r/1.\np(a,b).";
    let warnings = reading(bk, bias, "#T1\npos(f(a)).\npos(f(a)).\n").warnings;
    let all: String = warnings.iter().map(|warning| format!("{warning}\n")).collect();
    for part in
        ["max_var/1", "also/1", "use_module", "dynamic", "#T1", "stands here again", "`q/1` holds nowhere"]
    {
        assert!(all.contains(part), "{part} is not in\n{all}");
    }
    assert!(!all.contains("helper/1"));
    assert!(warnings.iter().all(|warning| warning.severity == Severity::Warning));
}

#[test]
fn rules_are_asked_for_what_can_come_up() {
    let bias = "head_pred(f,2). body_pred(right,2). body_pred(corner,1).
        direction(f,(in,out)). direction(right,(in,out)). direction(corner,(in,)).";
    let bk = ":- use_module(library(clpfd)).\nsize(3).\nright(w(X,Y),w(Z,Y)) :- size(S), X #< S, Z #= X + 1.\ncorner(w(1,_)).";
    let problem = reading(bk, bias, "pos(f(w(1,1),w(2,1))).").problem;
    assert_eq!(table(&problem, "right"), ["w(1,1),w(2,1)", "w(2,1),w(3,1)"]);
    assert_eq!(table(&problem, "corner"), ["w(1,1)"]);
    assert_eq!(problem.head.directions, Some(vec![Direction::In, Direction::Out]));
}

#[test]
fn numbers_that_grow_for_ever_grow_as_far_as_a_rule_can_see() {
    let bias = "max_vars(3). head_pred(f,1). body_pred(next,2). body_pred(even,1).
        direction(f,(in,)). direction(next,(in,out)). direction(even,(in,)).";
    let problem = reading("next(X,Y) :- Y is X + 1. even(X) :- 0 is X mod 2.", bias, "pos(f(0)).").problem;
    assert_eq!(table(&problem, "next"), ["0,1", "1,2", "2,3"]);
    assert_eq!(table(&problem, "even"), ["0", "2"]);
}

#[test]
fn terms_that_grow_for_ever_are_only_asked_about() {
    let bias = "head_pred(f,1). body_pred(n,1). direction(f,(in,)). direction(n,(in,)).";
    let problem = reading("n(0). n(s(X)) :- n(X).", bias, "pos(f(s(s(0)))). neg(f(s(a))).").problem;
    assert_eq!(table(&problem, "n"), ["s(s(0))"]);
    assert_eq!(problem.constants.len(), 2);
}

#[test]
fn what_an_answer_leaves_open_is_any_constant_of_the_type() {
    let bias = "head_pred(f,1). body_pred(same,2). body_pred(any,2). body_pred(other,2). body_pred(c,1).
        type(f,(t,)). type(same,(t,t)). type(any,(u,t)). type(other,(t,t)). type(c,(u,)).";
    let bk = "same(X,X). any(x,_). other(X,Y) :- X \\= Y. c(y).";
    let problem = reading(bk, bias, "pos(f(a)). neg(f(b)).").problem;
    assert_eq!(table(&problem, "same"), ["a,a", "b,b"]);
    assert_eq!(table(&problem, "any"), ["x,a", "x,b"]);
    assert_eq!(table(&problem, "other"), ["a,b", "b,a"]);
}

#[test]
fn lists_and_negation_are_asked_about() {
    let bias = "head_pred(f,1). body_pred(has,2). body_pred(lacks,2). body_pred(long,1). body_pred(letter,1).
        type(f,(list,)). type(has,(list,letter)). type(lacks,(list,letter)). type(long,(list,)). type(letter,(letter,)).
        direction(f,(in,)). direction(has,(in,out)). direction(lacks,(in,in)). direction(long,(in,)).
        direction(letter,(out,)).";
    let bk =
        "has(L,X) :- member(X,L). lacks(L,X) :- \\+ member(X,L). long(L) :- length(L,N), N > 1. letter(c).";
    let problem = reading(bk, bias, "pos(f([a,b])). neg(f([])). neg(f([b])).").problem;
    assert_eq!(table(&problem, "has"), ["[a,b],a", "[a,b],b", "[b],b"]);
    assert_eq!(table(&problem, "lacks"), ["[],a", "[],b", "[],c", "[a,b],c", "[b],a", "[b],c"]);
    assert_eq!(table(&problem, "long"), ["[a,b]"]);
}

#[test]
fn errors_point_at_the_place_and_say_what_to_add() {
    let exs = "pos(f(a)).";
    for (shown, parts) in [
        (error("p(a,b", BIAS, exs), &["bk.pl:1:6", "ends within a clause"][..]),
        (error("p(a,b).\np(a b).", BIAS, exs), &["bk.pl:2:5", "`)` should stand here"]),
        (error("p(a,b) q(a).", BIAS, exs), &["bk.pl:1:8", "full stop"]),
        (error("1 :- p(a,b).", BIAS, exs), &["bk.pl:1:1", "head of a clause"]),
        (error("p(a,b).", "body_pred(p,2).", exs), &["bias.pl:1:16", "add, for example, `head_pred(f,2).`"]),
        (error("p(a,b).", "head_pred(f,1).", exs), &["add, for example, `body_pred"]),
        (
            error("p(a,b).", "head_pred(f,1).\nbody_pred(p,two).", exs),
            &["bias.pl:2:1", "number of its arguments"],
        ),
        (
            error("p(a,b).", "head_pred(f,1).\nhead_pred(g,1).\nbody_pred(p,2).", exs),
            &["bias.pl:2:1", "second head"],
        ),
        (
            error("p(a,b).", "head_pred(f,1).\nbody_pred(p,2).\ntype(f,(t,)).", exs),
            &["bias.pl:2:1", "no type for p/2", "add `type(p,(t,t)).`"],
        ),
        (
            error("p(a,b).", "head_pred(f,1).\nbody_pred(p,2).\ntype(f,(t,)).\ntype(p,(t,)).", exs),
            &["bias.pl:4:1", "`p` has 2 arguments"],
        ),
        (
            error("p(a,b).", "head_pred(f,1).\nbody_pred(p,2).\ndirection(p,(in,out)).", exs),
            &["bias.pl:1:1", "no direction for f/1", "add `direction(f,(in,)).`"],
        ),
        (
            error(
                "p(a,b).",
                "head_pred(f,1).\nbody_pred(p,2).\ndirection(p,(in,up)). direction(f,(in,)).",
                exs,
            ),
            &["neither `in` nor `out`"],
        ),
        (
            error("p(a,b).", &format!("{BIAS}body_pred(f,1)."), exs),
            &["bias.pl:3:1", "would be recursion", "add `enable_recursion.`"],
        ),
        (error("p(a,b).", &format!("{BIAS}max_vars(lots)."), exs), &["bias.pl:3:1", "a number from 1"]),
        (error("p(a,b).", BIAS, "pos(g(a))."), &["exs.pl:1:1", "no example of f/1", "write `pos(f(a)).`"]),
        (error("p(a,b).", BIAS, "pos(f(a)).\nneg(f(X))."), &["exs.pl:2:1", "variable"]),
        (error("p(X,Y) :- q(X,Y).", BIAS, exs), &["bk.pl:1:1", "q/2, which nothing defines", "dynamic q/2"]),
        (error("q(a).\np(X,Y) :- q(X), Y < Z.", BIAS, exs), &["bk.pl:2:1", "a variable is not known"]),
        (error("p(X,Y) :- \\+ p(X,f(Y)).", BIAS, exs), &["bk.pl:1:1", "asking p/2", "calls itself"]),
    ] {
        for part in parts {
            assert!(shown.contains(part), "{part} is not in\n{shown}");
        }
    }
}

#[test]
fn too_many_combinations_are_refused() {
    let examples: String = (0..20_000).map(|number| format!("pos(f({number})).\n")).collect();
    let shown = error("p(X,Y) :- X < Y.", BIAS, &examples);
    assert!(shown.contains("20000 × 20000"), "{shown}");
}

fn soup() -> impl Strategy<Value = String> {
    const PIECES: [&str; 60] = [
        "p",
        "q",
        "f",
        "X",
        "Y",
        "_",
        "(",
        ")",
        "(",
        ")",
        ",",
        ",",
        ". ",
        ". ",
        ":-",
        "[",
        "]",
        "|",
        "\\+ ",
        " is ",
        "+",
        "-",
        "1",
        "-2.5",
        "99999999999",
        "'a b'",
        "'",
        "\"",
        "%",
        "\n",
        "/*",
        "*/",
        "#",
        "{",
        "}",
        ":",
        "#count",
        "!",
        ";",
        "->",
        "head_pred(f,1). ",
        "body_pred(p,1). ",
        "type",
        "direction",
        "max_vars",
        "in",
        "out",
        "pos(f(a)). ",
        "neg",
        "not ",
        " != ",
        "member",
        "findall",
        "length",
        "p(X):-",
        "p(a). ",
        "\u{e4}",
        "\u{0}",
        "call",
        " = ",
    ];
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_is_too_strange(bk in soup(), bias in soup(), exs in soup(), is_bias_right in any::<bool>()) {
        let bias = if is_bias_right { format!("head_pred(f,1). body_pred(p,1). {bias}") } else { bias };
        let source = |name, text| Source { name, text };
        match read(source("bk", &bk), source("bias", &bias), source("exs", &exs)) {
            Ok(reading) => prop_assert!(reading.problem.relations.len() == reading.problem.body.len()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        // The rest is reached more often where the other texts are right.
        let _ = read(source("bk", &bk), source("bias", BIAS), source("exs", "pos(f(a))."));
    }
}
