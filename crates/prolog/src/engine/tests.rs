use super::{Machine, Mode, Program, Stop};
use crate::diagnostic::Source;
use crate::{Dialect, Sentences, Terms, names};

/// All values of `X` for which the goal holds, as they are found.
fn answers_within(program: &str, goal: &str, mode: Mode, steps: u64) -> Result<Vec<String>, Stop> {
    let mut terms = Terms::default();
    let source = |text| Source { name: "text", text };
    let mut program = Program::read(source(program), &mut terms).unwrap();
    program.link(&mut terms);
    let goal = format!("'$goal'(X) :- {goal}.");
    let mut sentences = Sentences::new(source(&goal), Dialect::Prolog, &mut terms).unwrap();
    let sentence = sentences.next_sentence().unwrap().unwrap();
    let &[_, goal] = terms.matches(sentence.term, names::NECK, 2).unwrap() else { unreachable!() };
    let mut machine = Machine::new(&program, &mut terms);
    machine.ask(goal, &vec![None; sentence.variables as usize], mode, steps)?;
    let mut found = Vec::new();
    while machine.advance()? {
        let answer = machine.answer(0)?;
        found.push(answer.map_or("_".to_owned(), |answer| machine.terms().display(answer)));
    }
    Ok(found)
}

fn answers(program: &str, goal: &str) -> Vec<String> {
    answers_within(program, goal, Mode::Prolog, 1_000_000).unwrap()
}

#[test]
fn clauses_are_tried_in_order() {
    assert_eq!(answers("p(c). p(a). p(X) :- q(X). q(b).", "p(X)"), ["c", "a", "b"]);
}

#[test]
fn structures_and_lists_are_unified() {
    assert_eq!(
        answers("p(f(A,[B|C]),B,A,C).", "p(f(x,[y,z,w]),Y,V,Rest), X = g(Y,V,Rest)"),
        ["g(y,x,[z,w])"]
    );
    assert_eq!(answers("p(a).", "f(Y,Y) = f(Z,b), X = Z"), ["b"]);
    assert_eq!(answers("p(a).", "f(Y) = g(Y), X = 1"), [""; 0]);
}

#[test]
fn the_library_for_lists_is_there() {
    for (goal, expected) in [
        ("member(X,[a,b,c])", &["a", "b", "c"][..]),
        ("append(X,[c],[a,b,c])", &["[a,b]"]),
        ("append([a],[b],X)", &["[a,b]"]),
        ("append(X,_,[a])", &["[]", "[a]"]),
        ("nth0(1,[a,b],X)", &["b"]),
        ("nth1(X,[a,b,a],a)", &["1", "3"]),
        ("length([a,b],X)", &["2"]),
        ("length(L,2), L = [_|T], T = [X], X = c", &["c"]),
        ("between(2,4,X)", &["2", "3", "4"]),
        ("reverse([a,b,c],X)", &["[c,b,a]"]),
        ("last([a,b],X)", &["b"]),
        ("msort([b,a,1,b],X)", &["[1,a,b,b]"]),
        ("sort([b,a,f(x),2.5,b],X)", &["[2.5,a,b,f(x)]"]),
        ("sum_list([1,2,3],X)", &["6"]),
        ("max_list([1,3,2],X)", &["3"]),
        ("select(b,[a,b,c],X)", &["[a,c]"]),
        ("memberchk(X,[a,b])", &["a"]),
        ("findall(Y-Z,(member(Y,[1,2]),Z is Y*Y),X)", &["['-'(1,1),'-'(2,4)]"]),
        ("findall(Y,member(Y,[]),X)", &["[]"]),
        ("aggregate_all(count,member(_,[a,b]),X)", &["2"]),
    ] {
        assert_eq!(answers("p(a).", goal), expected, "{goal}");
    }
}

#[test]
fn control_is_as_in_prolog() {
    let program = "p(1). p(2). p(3). first(X) :- p(X), !. q(X) :- ( X > 1 -> true ; X = 1, fail ).
        r(X) :- p(X), \\+ X = 2. s(X) :- p(X), forall(p(Y), X >= Y). size(X) :- p(X), not(q(X)).";
    assert_eq!(answers(program, "first(X)"), ["1"]);
    assert_eq!(answers(program, "p(X), q(X)"), ["2", "3"]);
    assert_eq!(answers(program, "r(X)"), ["1", "3"]);
    assert_eq!(answers(program, "s(X)"), ["3"]);
    assert_eq!(answers(program, "size(X)"), ["1"]);
    assert_eq!(answers(program, "(X = a ; p(X), X > 2)"), ["a", "3"]);
    assert_eq!(answers(program, "once(p(X))"), ["1"]);
    assert_eq!(answers(program, "call(p,X), call(<,X,2)"), ["1"]);
    assert_eq!(answers(program, "maplist(p,[1,Y]), X = Y"), ["1", "2", "3"]);
}

#[test]
fn numbers_are_computed_and_compared() {
    for (goal, expected) in [
        ("X is 7 // 2 + 7 mod 3 - -1", "5"),
        ("X is -7 mod 3", "2"),
        ("X is max(2,3) * 2.5", "7.5"),
        ("X is 7 / 2", "3.5"),
        ("X is 2 ^ 10", "1024"),
        ("1 =:= 1.0, X = yes", "yes"),
        ("1 =\\= 2, X = yes", "yes"),
        ("a @< b, f(a) @> b, X = yes", "yes"),
        ("X = a, X == a, X \\== b, X \\= b, dif(X,b)", "a"),
        ("X #= 3 + 4", "7"),
        ("7 #= X + 4", "3"),
        ("10 - X * 2 #= 4", "3"),
        ("3 #< 4, 4 #>= 4, X #= 1", "1"),
        ("succ(X,4)", "3"),
        ("plus(2,X,5)", "3"),
        ("T =.. [f,a,b], T = f(_,X)", "b"),
    ] {
        assert_eq!(answers("p(a).", goal), [expected], "{goal}");
    }
    for goal in ["X is a + 1", "X is 1 // 0", "7 #= 2 * X", "X is 9223372036854775807 + 1", "a < 1, X = 1"] {
        assert_eq!(answers("p(a).", goal), [""; 0], "{goal}");
    }
}

#[test]
fn strict_questions_stop_where_prolog_would_have_to_know_more() {
    let program = "p(a). q(X) :- \\+ p(X). r(X) :- p(X), \\+ s(X,_). s(b,c). t(X) :- p(X), !.";
    for goal in ["q(X)", "X \\= a", "X < 1", "X == a", "var(X)", "t(X)"] {
        let stop = answers_within(program, goal, Mode::Strict, 1000);
        assert!(matches!(stop, Err(Stop::Floundered(_))), "{goal}: {stop:?}");
    }
    assert_eq!(answers_within(program, "r(X)", Mode::Strict, 1000), Ok(vec!["a".to_owned()]));
}

#[test]
fn endless_questions_end() {
    let steps = |program: &str, goal: &str| answers_within(program, goal, Mode::Prolog, 3_000_000);
    assert!(matches!(steps("p(X) :- \\+ p(f(X)).", "p(a), X = a"), Err(Stop::Space(_) | Stop::Steps(_))));
    assert!(matches!(steps("n(0). n(s(X)) :- n(X).", "n(X), fail"), Err(Stop::Space(_) | Stop::Steps(_))));
    assert!(matches!(
        steps("p(a).", "X = f(X), X = f(f(X)), Y = X, Y == X"),
        Err(Stop::Space(_) | Stop::Steps(_))
    ));
    assert!(matches!(steps("p(a).", "length(X, 1000000000000)"), Err(Stop::Space(_))));
    assert!(matches!(steps("p(a).", "between(1,inf,X), fail"), Err(Stop::Space(_) | Stop::Steps(_))));
    assert!(matches!(steps("p(a).", "nothing(X)"), Err(Stop::Undefined(_))));
    assert!(steps(":- dynamic nothing/1. p(a).", "nothing(X)").unwrap().is_empty());
}

#[test]
fn recursion_in_data_with_cycles_ends() {
    let program = "edge(a,b). edge(b,c). edge(c,a). edge(c,d).
        path(X,Y) :- path(X,Z), path(Z,Y). path(X,Y) :- edge(X,Y).
        even(X) :- start(X). even(X) :- odd(Y), edge(Y,X). odd(X) :- even(Y), edge(Y,X). start(a).";
    let mut reached = answers(program, "path(d,X)");
    reached.extend(answers(program, "path(a,X)"));
    reached.sort();
    assert_eq!(reached, ["a", "b", "c", "d"]);
    assert_eq!(answers(program, "even(X)").len(), 4);
}

#[test]
fn recursion_on_lists_stays_as_it_is() {
    let program = "sorted([]). sorted([_]). sorted([X,Y|Rest]) :- X =< Y, sorted([Y|Rest]).";
    assert_eq!(answers(program, "sorted([1,2,2]), \\+ sorted([2,1]), X = yes"), ["yes"]);
}
