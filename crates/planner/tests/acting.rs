//! Planning by rules that act, where the rules are of little use, or none.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

use std::path::PathBuf;
use std::time::Duration;

use belief::Distribution;
use planner::acting::act;
use planner::{ModelFile, PlanningTask, Search};
use search::{Budget, Limits, Outcome};
use task::Verdict;

/// The model of a text of rules, in a file of this name.
fn model(name: &str, text: &str) -> ModelFile {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rules"));
    std::fs::write(&path, text).unwrap();
    ModelFile::read(&path).unwrap()
}

/// How planning by rules ends: the number of steps of a plan that was validated again, or why there is none.
fn planned(name: &str, domain: &str, rules: &str, problem: &str) -> Result<usize, Outcome> {
    let given = PlanningTask::from_pddl(domain, problem).unwrap();
    let about = domain.split("(domain ").nth(1).unwrap().split(')').next().unwrap();
    let rules = format!("% hstar rules 1\n% about: acts of {about}\n{rules}");
    // Enough for all of these; what cycles forever ends here.
    let budget = Budget::unlimited().with_time(Duration::from_secs(20));
    let limits = Limits { budget, max_expansions: None, max_evaluations: None };
    let found = act(&given, &model(name, &rules), &limits).unwrap();
    match (found.plan, found.ended.report.outcome) {
        (Some(plan), Outcome::Solved { cost, .. }) => {
            let verdict = given.validate(&plan).unwrap();
            assert!(matches!(verdict, Verdict::Valid { cost: valid, .. } if valid == cost), "{verdict}");
            Ok(plan.steps.len())
        }
        (None, outcome) => Err(outcome),
        (Some(_), outcome) => panic!("a plan, but {outcome:?}"),
    }
}

const ROOMS: &str = "
(define (domain rooms)
  (:requirements :strips :typing)
  (:types ball room)
  (:predicates (robot ?r - room) (at ?b - ball ?r - room) (carry ?b - ball) (free) (door ?r ?s - room))
  (:action move :parameters (?r ?s - room) :precondition (and (robot ?r) (door ?r ?s))
    :effect (and (robot ?s) (not (robot ?r))))
  (:action pick :parameters (?b - ball ?r - room) :precondition (and (robot ?r) (at ?b ?r) (free))
    :effect (and (carry ?b) (not (at ?b ?r)) (not (free))))
  (:action drop :parameters (?b - ball ?r - room) :precondition (and (robot ?r) (carry ?b))
    :effect (and (at ?b ?r) (free) (not (carry ?b)))))
";

const BALLS: &str = "
(define (problem balls) (:domain rooms) (:objects a b c - ball r s t - room)
  (:init (robot r) (free) (at a r) (at b s) (at c s) (door r s) (door s r) (door s t) (door t s))
  (:goal (and (at a t) (at b r) (at c t))))
";

#[test]
fn without_rules_a_search_plans() {
    assert!(planned("none", ROOMS, "", BALLS).is_ok());
}

#[test]
fn a_useless_rule_does_not_keep_from_a_plan() {
    let rules = "achieve(at(B,R),1,[drop(B,R)]):- carry(B),robot(R).";
    assert!(planned("useless", ROOMS, rules, BALLS).is_ok());
}

#[test]
fn rules_that_go_in_circles_do_not_keep_from_a_plan() {
    let rules = "
        achieve(at(B,R),5,[move(S,T)]):- robot(S),door(S,T).
        achieve(at(B,R),1,[pick(C,S)]):- robot(S),at(C,S),free.
        achieve(at(B,R),1,[drop(C,S)]):- robot(S),carry(C).";
    assert!(planned("circles", ROOMS, rules, BALLS).is_ok());
}

#[test]
fn what_holds_already_needs_no_plan() {
    let problem = "(define (problem none) (:domain rooms) (:objects a - ball r s - room)
        (:init (robot r) (at a s) (door r s)) (:goal (and (at a s) (door r s))))";
    assert_eq!(planned("holds", ROOMS, "", problem), Ok(0));
}

const SWITCHES: &str = "
(define (domain switches)
  (:requirements :strips)
  (:predicates (one) (other) (ready))
  (:action light-one :effect (one))
  (:action dim-one :precondition (one) :effect (not (one)))
  (:action get-ready :effect (ready))
  (:action light-other :precondition (ready) :effect (other)))
";

#[test]
fn rules_that_undo_again_and_again_what_a_search_achieves_end() {
    let rules = "
        achieve(one,1,['light-one']):- not(one).
        achieve(other,1,['dim-one']):- one.";
    let problem = "(define (problem both) (:domain switches) (:init) (:goal (and (one) (other))))";
    assert!(planned("undo", SWITCHES, rules, problem).is_ok());
}

const LOCKS: &str = "
(define (domain locks)
  (:requirements :strips :typing)
  (:types key chest)
  (:predicates (fits ?k - key ?c - chest) (master ?k - key) (whole ?k - key) (open ?c - chest))
  (:action unlock :parameters (?k - key ?c - chest) :precondition (and (fits ?k ?c) (whole ?k))
    :effect (and (open ?c) (not (whole ?k)))))
";

#[test]
fn rules_that_lead_into_a_dead_end_do_not_keep_from_a_plan() {
    let rules = "achieve(open(C),1,[unlock(K,C)]):- fits(K,C),whole(K),master(K).";
    let problem = "(define (problem two) (:domain locks) (:objects c d - chest k m - key)
        (:init (whole k) (whole m) (master m) (fits k c) (fits m c) (fits m d)) (:goal (and (open c) (open d))))";
    assert_eq!(planned("dead-end", LOCKS, rules, problem), Ok(2));
}

#[test]
fn what_has_no_plan_is_said_to_have_none() {
    let rules = "achieve(open(C),1,[unlock(K,C)]):- fits(K,C),whole(K).";
    // Too few keys, and none that fits.
    for (number, fits) in ["(fits m c) (fits m d)", "(fits m c)"].into_iter().enumerate() {
        let problem = format!(
            "(define (problem two) (:domain locks) (:objects c d - chest m - key)
              (:init (whole m) {fits}) (:goal (and (open c) (open d))))"
        );
        let name = format!("unsolvable-{number}");
        assert_eq!(planned(&name, LOCKS, rules, &problem), Err(Outcome::Unsolvable));
        assert_eq!(planned(&name, LOCKS, "", &problem), Err(Outcome::Unsolvable));
    }
}

/// Rules do not take actions with conditional effects, but a search does.
#[test]
fn actions_that_rules_do_not_take_are_left_to_a_search() {
    let domain = "
(define (domain bulbs)
  (:requirements :adl)
  (:types bulb)
  (:predicates (wired ?b - bulb) (lit ?b - bulb) (seen ?b - bulb))
  (:action press :effect (forall (?b - bulb) (when (wired ?b) (lit ?b))))
  (:action wire :parameters (?b - bulb) :precondition (not (wired ?b)) :effect (wired ?b))
  (:action look :parameters (?b - bulb) :precondition (lit ?b) :effect (seen ?b)))
";
    let rules = "achieve(seen(B),1,[look(B)]):- lit(B).";
    let problem = "(define (problem bulbs) (:domain bulbs) (:objects a b - bulb)
        (:init (wired a)) (:goal (and (lit a) (seen a) (lit b) (seen b))))";
    assert!(planned("conditional", domain, rules, problem).is_ok());
}

/// Whether an atom holds that axioms define, rules can't tell.
#[test]
fn goals_that_axioms_define_are_left_to_a_search() {
    let domain = "
(define (domain beads)
  (:requirements :strips :derived-predicates)
  (:predicates (tied ?a ?b) (joined ?a ?b) (red ?a))
  (:derived (joined ?a ?b) (or (tied ?a ?b) (exists (?c) (and (tied ?a ?c) (joined ?c ?b)))))
  (:action tie :parameters (?a ?b) :effect (tied ?a ?b))
  (:action paint :parameters (?a) :effect (red ?a)))
";
    let rules = "achieve(red(A),1,[paint(A)]):- not(red(A)).";
    let problem = "(define (problem beads) (:domain beads) (:objects a b c)
        (:init (tied a b)) (:goal (and (red a) (joined a c) (red c))))";
    assert!(planned("axioms", domain, rules, problem).is_ok());
}

/// Rules guide other searches, too: as a queue with its preferred operators, by any reading of a value.
#[test]
fn rules_that_act_guide_searches() {
    let rules = "% hstar rules 1\n% about: acts of rooms
        achieve(at(B,R),1,[drop(B,R)]):- carry(B),robot(R).
        achieve(at(B,R),1,[go(robot,S,R),drop(B,R)]):- carry(B),robot(S),path(robot,S,R).
        achieve(at(B,R),2,[pick(B,S),go(robot,S,R),drop(B,R)]):- at(B,S),robot(S),free,path(robot,S,R).
        achieve(at(B,R),2,[go(robot,T,S),pick(B,S),go(robot,S,R),drop(B,R)]):-
            at(B,S),robot(T),free,path(robot,T,S),path(robot,S,R).";
    let given = PlanningTask::from_pddl(ROOMS, BALLS).unwrap();
    let model = model("guides", rules);
    for search in [
        "lazy(model, ff, preferred)",
        "gbfs(model, preferred)",
        "astar(model)",
        "race(gbfs(model), lama-first)",
    ] {
        let search: Search = search.parse().unwrap();
        let found = planner::plan(&given, &search, Some(&model), &Limits::default(), &mut ()).unwrap();
        assert!(found.plan.is_some(), "{search}");
        assert!(!found.ended.is_optimal, "{search}");
    }
    // Only by what rules would do, with fewer states; of plans by all actions, these may cost less.
    let [pruned, best] = ["astar(lmcut, pruned=model)", "astar(lmcut)"].map(|search| {
        let search = search.parse().unwrap();
        planner::plan(&given, &search, Some(&model), &Limits::default(), &mut ()).unwrap().ended
    });
    assert!(pruned.is_pruned && !pruned.is_optimal && best.is_optimal && !best.is_pruned);
    assert!(pruned.report.counters.evaluated < best.report.counters.evaluated);
    let plan =
        planner::plan(&given, &"act(model)".parse().unwrap(), Some(&model), &Limits::default(), &mut ());
    let plan = plan.unwrap().plan.unwrap();
    let beliefs = model.believe_along(&given, &plan, &Budget::unlimited(), |belief| belief.mean()).unwrap();
    assert_eq!(beliefs.len(), plan.steps.len() + 1);
    assert_eq!(beliefs.last(), Some(&Some(0.0)));
    assert!(beliefs[0] > Some(5.0), "{beliefs:?}");
    // Rules do not know how sure they are.
    let search = "lazy(model@adaptive:40, ff)".parse().unwrap();
    assert!(planner::plan(&given, &search, Some(&model), &Limits::default(), &mut ()).is_err());
}
