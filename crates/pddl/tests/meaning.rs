//! What texts mean.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use pddl::{
    Action, Atom, Cost, Domain, Effect, Formula, GroundAtom, Metric, ObjectId, Parsed, PredicateId, Problem,
    Requirement, Severity, Source, Strictness, Term, TypeId, Types, VariableId, parse_domain, parse_problem,
};

fn domain_with_warnings(sections: &str) -> Parsed<Domain> {
    let text = format!("(define (domain d) {sections})");
    parse_domain(&Source::new("domain.pddl", text), Strictness::Lenient)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn domain(sections: &str) -> Domain {
    domain_with_warnings(sections).value
}

fn problem_with_warnings(domain: &Domain, sections: &str) -> Parsed<Problem> {
    let text = format!("(define (problem p) (:domain d) {sections})");
    parse_problem(domain, &Source::new("problem.pddl", text), Strictness::Lenient)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn problem(domain: &Domain, sections: &str) -> Problem {
    problem_with_warnings(domain, sections).value
}

fn error_of_problem(domain: &Domain, sections: &str) -> String {
    let text = format!("(define (problem p) (:domain d) {sections})");
    parse_problem(domain, &Source::new("problem.pddl", text), Strictness::Lenient).unwrap_err().message
}

fn action(text: &str) -> Action {
    let declarations = "(:types block) (:constants k - block)
        (:predicates (on ?x ?y - block) (clear ?x - block) (empty))
        (:functions (total-cost) - number (weight ?x - block) (base))";
    domain(&format!("{declarations} (:action a {text})")).actions.remove(0)
}

fn atom(predicate: u32, args: &[Term]) -> Atom {
    Atom { predicate: PredicateId(predicate), args: args.to_vec() }
}

fn var(id: u32) -> Term {
    Term::Variable(VariableId(id))
}

const K: Term = Term::Object(ObjectId(0));

fn empty() -> Formula {
    Formula::Atom(atom(2, &[]))
}

#[test]
fn names_are_lower_cased() {
    let domain = domain("(:PREDICATES (At ?X)) (:Action GO :Parameters (?Thing) :EFFECT (AT ?thing))");
    assert_eq!(domain.predicates[0].name, "at");
    assert_eq!(domain.actions[0].name, "go");
    assert_eq!(domain.actions[0].variables[0].name, "?thing");
}

#[test]
fn sections_may_come_in_any_order() {
    let domain = domain("(:action a :effect (p k)) (:predicates (p ?x - t)) (:constants k - t) (:types t)");
    assert_eq!(domain.actions[0].effect, Effect::Add(atom(0, &[K])));
    assert_eq!(domain.constants[0].types, [TypeId(1)]);
}

#[test]
fn types_form_a_hierarchy_under_object() {
    let types = domain("(:types truck plane - vehicle vehicle - object city)").types;
    let names: Vec<&str> = types.iter().map(|known| known.name.as_str()).collect();
    assert_eq!(names, ["object", "truck", "plane", "vehicle", "city"]);
    assert!(types.is_subtype(TypeId(1), TypeId(3)));
    assert!(types.is_subtype(TypeId(1), Types::OBJECT));
    assert!(!types.is_subtype(TypeId(3), TypeId(1)));
    assert_eq!(types[TypeId(4)].parents, [Types::OBJECT]);
}

#[test]
fn a_type_listed_twice_has_the_parents_of_both() {
    let types = domain("(:types a b c - object x x - a x - (either b c))").types;
    let x = TypeId(4);
    assert_eq!(types[x].name, "x");
    assert_eq!(types[x].parents, [TypeId(1), TypeId(2), TypeId(3)]);
}

#[test]
fn an_undeclared_supertype_is_declared_with_a_warning() {
    let parsed = domain_with_warnings("(:requirements :typing) (:types a - b)");
    assert_eq!(parsed.value.types.len(), 3);
    assert_eq!(parsed.warnings.len(), 1);
}

#[test]
fn unrelated_types_with_a_common_subtype_fit_together() {
    let parsed = domain_with_warnings(
        "(:requirements :typing) (:types a b - object both - (either a b)) (:predicates (p ?x - a))
         (:action act :parameters (?x - b) :effect (p ?x))",
    );
    assert_eq!(parsed.warnings, []);
}

#[test]
fn predicates_may_repeat_variable_names() {
    let domain = domain("(:types t) (:predicates (in ?obj ?obj - t))");
    assert_eq!(domain.predicates[0].parameters, [[TypeId(1)], [TypeId(1)]]);
}

#[test]
fn untyped_names_are_of_type_object() {
    let domain = domain("(:constants a b) (:predicates (p ?x))");
    assert_eq!(domain.constants[1].types, [Types::OBJECT]);
    assert_eq!(domain.predicates[0].parameters, [[Types::OBJECT]]);
}

#[test]
fn parts_of_an_action_may_be_missing_or_empty() {
    for text in ["", ":parameters ()", ":precondition ()", ":parameters () :precondition (and) :effect ()"] {
        let action = action(text);
        assert_eq!(action.arity, 0);
        assert_eq!(action.precondition, Formula::TRUE);
        assert_eq!(action.effect, Effect::And(vec![]));
        assert_eq!(action.cost, []);
    }
}

#[test]
fn conditions_are_read_as_written() {
    let action = action(
        ":parameters (?x ?y - block)
         :precondition (and (on ?x k) (not (= ?x ?y)) (or (clear ?x) (empty)) (imply (empty) (clear ?y)))",
    );
    let clear = |variable| Formula::Atom(atom(1, &[var(variable)]));
    assert_eq!(
        action.precondition,
        Formula::And(vec![
            Formula::Atom(atom(0, &[var(0), K])),
            Formula::Not(Box::new(Formula::Equal(var(0), var(1)))),
            Formula::Or(vec![clear(0), empty()]),
            Formula::Imply(Box::new(empty()), Box::new(clear(1))),
        ])
    );
}

#[test]
fn every_quantifier_binds_fresh_variables() {
    let action = action(
        ":parameters (?x - block)
         :precondition (and (exists (?x - block) (clear ?x)) (clear ?x))
         :effect (forall (?x - block) (when (forall (?y) (clear ?x)) (on ?x k)))",
    );
    let names: Vec<&str> = action.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert_eq!(names, ["?x", "?x", "?x", "?y"]);
    assert_eq!(action.arity, 1);
    let clear = |variable| Formula::Atom(atom(1, &[var(variable)]));
    assert_eq!(
        action.precondition,
        Formula::And(vec![Formula::Exists(vec![VariableId(1)], Box::new(clear(1))), clear(0)])
    );
    let condition = Formula::Forall(vec![VariableId(3)], Box::new(clear(2)));
    let conditional = Effect::When(condition, Box::new(Effect::Add(atom(0, &[var(2), K]))));
    assert_eq!(action.effect, Effect::Forall(vec![VariableId(2)], Box::new(conditional)));
}

#[test]
fn costs_are_taken_out_of_the_effect() {
    let action = action(
        ":parameters (?x - block)
         :effect (and (increase (total-cost) 2) (empty)
                      (and (increase (total-cost) (weight ?x)) (increase (total-cost) (base))))",
    );
    assert_eq!(action.effect, Effect::And(vec![Effect::Add(atom(2, &[])), Effect::And(vec![])]));
    let [two, Cost::Function(weight, args), Cost::Function(base, none)] = &action.cost[..] else {
        panic!("{:?}", action.cost)
    };
    assert_eq!(*two, Cost::Number(2));
    assert_eq!((weight.0, &args[..]), (1, &[var(0)][..]));
    assert_eq!((base.0, &none[..]), (2, &[][..]));
}

#[test]
fn a_lone_cost_is_an_effect() {
    let action = action(":effect (increase (total-cost) 3.0)");
    assert_eq!(action.cost, [Cost::Number(3)]);
    assert_eq!(action.effect, Effect::And(vec![]));
}

#[test]
fn numeric_words_may_name_predicates() {
    let domain = domain(
        "(:predicates (increase ?x) (assign ?x)) (:action a :parameters (?x)
        :precondition (assign ?x) :effect (and (increase ?x) (not (assign ?x))))",
    );
    assert_eq!(
        domain.actions[0].effect,
        Effect::And(vec![Effect::Add(atom(0, &[var(0)])), Effect::Delete(atom(1, &[var(0)]))])
    );
}

#[test]
fn derived_predicates_have_rules() {
    let domain = domain(
        "(:types t) (:predicates (edge ?x ?y - t) (path ?x ?y - t))
         (:derived (path ?a ?b - t) (edge ?a ?b))
         (:derived (path ?a ?c - t) (exists (?b - t) (and (edge ?a ?b) (path ?b ?c))))",
    );
    assert_eq!(domain.axioms.len(), 2);
    assert_eq!(domain.axioms[1].arity, 2);
    assert_eq!(domain.axioms[1].variables.len(), 3);
    assert_eq!(domain.derived_predicates(), [false, true]);
    let message = error_of_problem(&domain, "(:objects x - t) (:init (path x x)) (:goal (path x x))");
    assert_eq!(message, "derived predicate `path` in the initial state");
}

#[test]
fn requirements_are_expanded() {
    let domain = domain("(:requirements :adl :fluents :durative-actions)");
    for (requirement, _) in Requirement::ALL {
        let declared = domain.requirements.contains(requirement);
        assert_eq!(declared, requirement != Requirement::DerivedPredicates, "{requirement:?}");
    }
}

#[test]
fn undeclared_requirements_give_one_warning() {
    let parsed = domain_with_warnings(
        "(:requirements :strips) (:types t) (:predicates (p ?x - t))
         (:action a :parameters (?x ?y - t) :precondition (and (not (p ?x)) (not (= ?x ?y))))",
    );
    let [warning] = &parsed.warnings[..] else { panic!("{:?}", parsed.warnings) };
    assert_eq!(warning.severity, Severity::Warning);
    assert_eq!(warning.message, "used but not declared: :typing :equality :negative-preconditions");
}

const SMALL: &str = "(:types t u - object) (:constants k - t) (:predicates (p ?x - t) (q ?x ?y))
    (:functions (total-cost) - number (f ?x - t) - number)";

#[test]
fn objects_follow_the_constants() {
    let problem = problem(&domain(SMALL), "(:objects a - u b - (either t u)) (:init) (:goal ())");
    let names: Vec<&str> = problem.objects.iter().map(|object| object.name.as_str()).collect();
    assert_eq!(names, ["k", "a", "b"]);
    assert_eq!(problem.objects[2].types, [TypeId(1), TypeId(2)]);
    assert_eq!(problem.goal, Formula::TRUE);
}

#[test]
fn an_object_declared_twice_has_both_types() {
    let parsed = problem_with_warnings(&domain(SMALL), "(:objects k - u a - t a - u) (:init) (:goal ())");
    assert_eq!(parsed.warnings.len(), 2);
    assert_eq!(parsed.value.objects.len(), 2);
    assert!(parsed.value.objects.iter().all(|object| object.types == [TypeId(1), TypeId(2)]));
}

#[test]
fn an_atom_that_holds_and_does_not_hold_is_an_error() {
    let domain = domain("(:predicates (p ?x))");
    let init = |init: &str| format!("(:objects a b) (:init {init}) (:goal (p a))");
    for contradiction in ["(p a) (not (p a))", "(not (p a)) (p b) (p a)"] {
        assert_eq!(error_of_problem(&domain, &init(contradiction)), "the same atom holds and does not hold");
    }
    assert_eq!(problem(&domain, &init("(not (p a)) (p b) (not (p a))")).init.len(), 1);
}

#[test]
fn initial_atoms_are_kept_once_in_order() {
    let problem = problem(
        &domain(SMALL),
        "(:objects 7 - t) (:init (q k 7) (p 7) (not (q 7 k)) (= k k) (q K 7) (p k)) (:goal (p k))",
    );
    let ground = |predicate, args: &[u32]| GroundAtom {
        predicate: PredicateId(predicate),
        args: args.iter().map(|&id| ObjectId(id)).collect(),
    };
    assert_eq!(problem.init, [ground(1, &[0, 1]), ground(0, &[1]), ground(0, &[0])]);
}

#[test]
fn function_values_leave_out_the_total_cost() {
    let problem = problem(
        &domain(SMALL),
        "(:objects a - t) (:init (= (total-cost) 0) (= (f a) 3) (= (f k) 4.0) (= (f a) 3)) (:goal (p a))",
    );
    let values: Vec<(u32, u64)> = problem.values.iter().map(|value| (value.args[0].0, value.value)).collect();
    assert_eq!(values, [(1, 3), (0, 4)]);
}

#[test]
fn goals_may_bind_variables() {
    let problem = problem(&domain(SMALL), "(:init) (:goal (forall (?x ?y - t) (q ?x ?y)))");
    assert_eq!(problem.goal_variables.len(), 2);
    let inner = Formula::Atom(atom(1, &[var(0), var(1)]));
    assert_eq!(problem.goal, Formula::Forall(vec![VariableId(0), VariableId(1)], Box::new(inner)));
}

#[test]
fn the_metric_says_what_a_plan_costs() {
    let domain = domain(SMALL);
    let metric = |text: &str| problem(&domain, &format!("(:init) (:goal ()) {text}")).metric;
    assert_eq!(metric(""), Metric::PlanLength);
    assert_eq!(metric("(:metric minimize (total-cost))"), Metric::TotalCost);
    assert_eq!(metric("(:metric minimize total-cost)"), Metric::TotalCost);
    assert_eq!(metric("(:metric minimize (total-time))"), Metric::PlanLength);
}

#[test]
fn at_is_a_predicate_like_any_other() {
    let domain = domain("(:predicates (at ?x ?y))");
    let problem = problem(&domain, "(:objects 5 home) (:init (at 5 home)) (:goal ())");
    assert_eq!(problem.init.len(), 1);
}

#[test]
fn strictness_makes_warnings_errors() {
    let text = "(define (domain d) (:types a - b))";
    let source = Source::new("domain.pddl", text);
    let lenient = parse_domain(&source, Strictness::Lenient).unwrap();
    let strict = parse_domain(&source, Strictness::Strict).unwrap_err();
    assert_eq!(strict.severity, Severity::Error);
    assert_eq!(strict.message, lenient.warnings[0].message);
}

#[test]
fn unsupported_features_are_told_from_errors() {
    let text = "(define (domain d) (:durative-action a))";
    let error = parse_domain(&Source::new("domain.pddl", text), Strictness::Lenient).unwrap_err();
    assert_eq!(error.severity, Severity::Unsupported);
}

#[test]
fn declaring_numeric_functions_is_no_use_of_them() {
    let parsed = domain_with_warnings("(:requirements :fluents) (:functions (fuel ?x) (speed ?x) - number)");
    assert_eq!(parsed.value.functions.len(), 2);
    assert_eq!(parsed.warnings, []);
}

#[test]
fn places_count_lines_and_characters_from_one() {
    let text = "(define (domain d)\r\n  ; é\r\n  (:predicates (é) (é)))";
    let error = parse_domain(&Source::new("domain.pddl", text), Strictness::Lenient).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (3, 21));
    assert_eq!(error.place.excerpt, "  (:predicates (é) (é)))");
    assert_eq!((error.place.mark_start, error.place.mark_width), (20, 1));
}
