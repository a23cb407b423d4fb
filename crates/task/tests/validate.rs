//! What executing a plan means, and what the validator says of plans that can't be.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::fmt::Write;

use pddl::{Domain, GroundAtom, Problem};
use task::{ExecutionError, Plan, ValidateError, Verdict, state_after, validate};

fn read(domain: &str, problem: &str) -> (Domain, Problem) {
    let domain = format!("(define (domain d) {domain})");
    let problem = format!("(define (problem p) (:domain d) {problem})");
    let lenient = pddl::Strictness::Lenient;
    let domain = pddl::parse_domain(&pddl::Source::new("domain", domain), lenient).unwrap().value;
    let problem =
        pddl::parse_problem(&domain, &pddl::Source::new("problem", problem), lenient).unwrap().value;
    (domain, problem)
}

fn judge(domain: &str, problem: &str, plan: &str) -> Result<Verdict, ValidateError> {
    let (domain, problem) = read(domain, problem);
    validate(&domain, &problem, &Plan::parse(plan).unwrap())
}

fn says(domain: &str, problem: &str, plan: &str) -> String {
    judge(domain, problem, plan).map_or_else(|error| error.to_string(), |verdict| verdict.to_string())
}

#[test]
fn what_is_added_and_deleted_at_once_holds_afterwards() {
    let domain = "(:predicates (p) (q)) (:action a :parameters () :effect (and (p) (not (p)) (not (q)) (q)))";
    assert_eq!(says(domain, "(:init (q)) (:goal (and (p) (q)))", "(a)"), "the plan is valid: 1 step, cost 1");
}

#[test]
fn effects_see_the_state_before() {
    let domain = "(:predicates (at ?x) (next ?x ?y)) (:action shift :parameters () :effect (forall (?x ?y)
        (when (and (at ?x) (next ?x ?y)) (and (not (at ?x)) (at ?y)))))";
    let init = "(:objects a b c) (:init (at a) (at b) (next a b) (next b c) (next c a))";
    let valid = "the plan is valid: 1 step, cost 1";
    assert_eq!(says(domain, &format!("{init} (:goal (and (not (at a)) (at b) (at c)))"), "(shift)"), valid);
    let valid = "the plan is valid: 2 steps, cost 2";
    assert_eq!(
        says(domain, &format!("{init} (:goal (and (at a) (not (at b)) (at c)))"), "(shift)(shift)"),
        valid
    );
}

#[test]
fn quantifiers_over_no_objects_are_vacuous() {
    let domain = "(:types ghost) (:predicates (p) (seen ?g - ghost))
        (:derived (p) (exists (?g - ghost) (not (seen ?g))))";
    let problem = |goal: &str| format!("(:init) (:goal {goal})");
    for goal in ["(forall (?g - ghost) (seen ?g))", "(not (exists (?g - ghost) (= ?g ?g)))", "(not (p))"] {
        assert_eq!(says(domain, &problem(goal), ""), "the plan is valid: 0 steps, cost 0", "{goal}");
    }
}

#[test]
fn costs_are_summed_where_the_metric_asks_for_them() {
    let domain = "(:predicates (p)) (:functions (total-cost) (fee ?x)) (:action a :parameters (?x)
        :effect (and (p) (increase (total-cost) 2) (increase (total-cost) (fee ?x)))) (:action b :parameters ())";
    let problem = "(:objects o) (:init (= (total-cost) 0) (= (fee o) 5)) (:goal (p))";
    assert_eq!(says(domain, problem, "(a o)(b)(a o)"), "the plan is valid: 3 steps, cost 3");
    let problem = &format!("{problem} (:metric minimize (total-cost))");
    assert_eq!(says(domain, problem, "(a o)(b)(a o)"), "the plan is valid: 3 steps, cost 14");
}

#[test]
fn too_large_a_cost_is_an_error() {
    let domain = "(:predicates (p)) (:functions (total-cost)) (:action a :parameters ()
        :effect (increase (total-cost) 18446744073709551615))";
    let problem = "(:init) (:goal (and)) (:metric minimize (total-cost))";
    assert_eq!(judge(domain, problem, "(a)(a)"), Err(ValidateError::CostOverflow));
}

#[test]
fn axioms_that_negate_themselves_are_refused() {
    let predicates = "(:predicates (p ?x) (q ?x) (r ?x))";
    for (axioms, expected) in [
        ("(:derived (p ?x) (not (p ?x)))", "the derived predicate `p` depends on its own negation"),
        (
            "(:derived (p ?x) (or (r ?x) (q ?x))) (:derived (q ?x) (forall (?y) (imply (p ?y) (r ?y))))",
            "the derived predicate `q` depends on its own negation, by way of `p`",
        ),
    ] {
        assert_eq!(
            says(&format!("{predicates} {axioms}"), "(:objects o) (:init) (:goal (and))", ""),
            expected
        );
    }
}

#[test]
fn axioms_may_negate_what_is_settled_before_and_recurse_through_foralls() {
    // A position is won if some move leads to a lost one, lost if all moves lead to won ones.
    let domain = "(:predicates (move ?x ?y) (won ?x) (lost ?x) (drawn ?x))
        (:derived (won ?x) (exists (?y) (and (move ?x ?y) (lost ?y))))
        (:derived (lost ?x) (forall (?y) (imply (move ?x ?y) (won ?y))))
        (:derived (drawn ?x) (not (or (won ?x) (lost ?x))))";
    let problem =
        "(:objects a b c d e f) (:init (move a b) (move b c) (move a c) (move d e) (move e d) (move f c))
        (:goal (and (lost c) (won b) (won a) (won f) (drawn d) (drawn e) (not (drawn a)) (not (won c))))";
    assert_eq!(says(domain, problem, ""), "the plan is valid: 0 steps, cost 0");
}

#[test]
fn derived_atoms_follow_the_state() {
    let domain = "(:predicates (edge ?x ?y) (path ?x ?y))
        (:derived (path ?x ?y) (or (edge ?x ?y) (exists (?z) (and (path ?x ?z) (path ?z ?y)))))
        (:action cut :parameters (?x ?y) :precondition (path ?x ?y) :effect (not (edge ?x ?y)))";
    let problem = "(:objects a b c) (:init (edge a b) (edge b c)) (:goal (not (path a c)))";
    assert_eq!(says(domain, problem, "(cut a c)(cut b c)"), "the plan is valid: 2 steps, cost 2");
    let unmet = "step 2 (line 1), (cut b c): unsatisfied precondition: (path b c) does not hold";
    assert_eq!(says(domain, problem, "(cut b c)(cut b c)"), format!("the plan is invalid: {unmet}"));
}

#[test]
fn conditions_with_very_many_variables_are_refused_or_solved_but_never_overflow_the_stack() {
    let variables = |count: usize| {
        (0..count).fold(String::new(), |mut text, number| {
            let _ = write!(text, "?v{number} ");
            text
        })
    };
    let chain = |count: usize| {
        (1..count).fold(String::new(), |mut text, number| {
            let _ = write!(text, "(next ?v{} ?v{number}) ", number - 1);
            text
        })
    };
    let domain = "(:predicates (next ?x ?y))";
    let problem = |count: usize| {
        format!(
            "(:objects a b) (:init (next a b) (next b a)) (:goal (exists ({}) (and {})))",
            variables(count),
            chain(count)
        )
    };
    assert_eq!(says(domain, &problem(500), ""), "the plan is valid: 0 steps, cost 0");
    assert_eq!(judge(domain, &problem(5000), ""), Err(ValidateError::TooComplex));
}

#[test]
fn long_plans_on_large_states_take_no_time_to_speak_of() {
    let domain = "(:predicates (at ?x) (road ?x ?y) (reach ?x))
        (:derived (reach ?y) (or (at ?y) (exists (?x) (and (reach ?x) (road ?x ?y)))))
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
          :effect (and (not (at ?x)) (forall (?z) (when (and (road ?x ?z) (= ?z ?y)) (at ?z)))))";
    let size = 4000;
    let (mut objects, mut init, mut plan) = (String::new(), String::new(), String::new());
    for number in 0..size {
        let _ = write!(objects, "o{number} ");
        for step in [1, 2, 3, 5, 8] {
            let _ = write!(init, "(road o{number} o{}) ", (number + step) % size);
        }
        let _ = writeln!(plan, "(go o{number} o{})", (number + 1) % size);
    }
    let problem =
        format!("(:objects {objects}) (:init (at o0) {init}) (:goal (and (at o0) (forall (?x) (reach ?x))))");
    let start = std::time::Instant::now();
    assert_eq!(says(domain, &problem, &plan), "the plan is valid: 4000 steps, cost 4000");
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

const LAMPS: &str =
    "(:predicates (on ?x) (wired ?x) (bright) (counted)) (:derived (bright) (exists (?x) (on ?x)))
    (:action all-on :parameters () :precondition (not (bright))
      :effect (and (counted) (forall (?x) (when (wired ?x) (on ?x)))))
    (:action off :parameters (?x) :precondition (and (bright) (on ?x)) :effect (not (on ?x)))";

#[test]
fn the_state_after_a_plan_is_known_whether_or_not_the_goal_holds() {
    let problem = "(:objects a b c) (:init (wired c) (wired a) (wired c)) (:goal (on b))";
    let (domain, problem) = read(LAMPS, problem);
    let after = |plan: &str| {
        let atoms = state_after(&domain, &problem, &Plan::parse(plan).unwrap())?;
        let name = |atom: &GroundAtom| {
            let objects = atom.args.iter().map(|object| problem.objects[object.index()].name.as_str());
            let words =
                std::iter::once(domain.predicates[atom.predicate.index()].name.as_str()).chain(objects);
            words.collect::<Vec<_>>().join(" ")
        };
        Ok::<_, ExecutionError>(atoms.iter().map(name).collect::<Vec<_>>().join(", "))
    };
    assert_eq!(after("").unwrap(), "wired a, wired c");
    assert_eq!(after("(all-on)").unwrap(), "on a, on c, wired a, wired c, counted");
    assert_eq!(after("(all-on) (off a)").unwrap(), "on c, wired a, wired c, counted");
    let error = after("(all-on) (off b)").unwrap_err().to_string();
    assert_eq!(error, "step 2 (line 1), (off b): unsatisfied precondition: (on b) does not hold");
}

#[test]
fn a_trace_has_what_changes_and_what_could_be_done_next() {
    let (domain, problem) = read(
        "(:predicates (at ?x) (next ?x ?y) (used) (far ?x)) (:derived (far ?x) (exists (?y) (and (at ?y) (next ?y ?x))))
         (:action move :parameters (?x ?y) :precondition (and (at ?x) (far ?y))
            :effect (and (not (at ?x)) (at ?y) (used) (not (used))))",
        "(:objects a b c) (:init (at a) (next a b) (next b c) (next b a)) (:goal (at c))",
    );
    let plan = Plan::parse("(move a b) (move b b)").unwrap();
    let mut trace = task::validate::trace(&domain, &problem, &plan).unwrap();
    let name = |atom: &pddl::GroundAtom| {
        let mut text = domain.predicates[atom.predicate.index()].name.clone();
        atom.args.iter().for_each(|arg| write!(text, " {}", problem.objects[arg.index()].name).unwrap());
        text
    };
    let names = |atoms: &[pddl::GroundAtom]| atoms.iter().map(name).collect::<Vec<_>>().join(", ");
    let [change] = &trace.changes[..] else { panic!("{:?}", trace.changes) };
    assert_eq!(names(&change.added), "at b, used");
    assert_eq!((names(&change.deleted), change.cost), ("at a".to_owned(), 1));
    assert_eq!(
        trace.verdict.to_string(),
        "the plan is invalid: step 2 (line 1), (move b b): unsatisfied precondition: (far b) does not hold"
    );
    let holding = trace.atoms().unwrap();
    assert_eq!(names(&holding), "at b, next a b, next b a, next b c, used, far a, far c");
    let (b, c) = (Some(pddl::ObjectId(1)), Some(pddl::ObjectId(2)));
    let mut next = |args: [Option<pddl::ObjectId>; 2], most| {
        let found = trace.applicable(0, &args, most).unwrap();
        found.iter().map(|args| args.iter().map(|arg| arg.index()).collect()).collect::<Vec<Vec<usize>>>()
    };
    assert_eq!(next([None, None], 9), [[1, 0], [1, 2]]);
    assert_eq!(next([b, c], 9), [[1, 2]]);
    assert_eq!(next([None, None], 1).len(), 1);
    assert!(next([c, None], 9).is_empty());
}
