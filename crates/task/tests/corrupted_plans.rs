//! Plans with one thing wrong, and what the validator says about them.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::path::Path;

use task::{Plan, Verdict};

fn verdict(task: &str, plan: &str) -> Verdict {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tasks").join(task);
    let source = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        pddl::Source::new(format!("{task}/{name}"), text)
    };
    let domain = pddl::parse_domain(&source("domain.pddl"), pddl::Strictness::Strict).unwrap().value;
    let problem = source("problem.pddl");
    let problem = pddl::parse_problem(&domain, &problem, pddl::Strictness::Strict).unwrap().value;
    task::validate(&domain, &problem, &Plan::parse(plan).unwrap()).unwrap()
}

/// A plan of steps written as `a b c | d e`.
fn plan(steps: &str) -> String {
    steps
        .split('|')
        .filter(|step| !step.trim().is_empty())
        .map(|step| format!("({})\n", step.trim()))
        .collect()
}

#[test]
fn sound_plans_are_valid_and_have_their_costs() {
    let table = [
        (
            "cups",
            "lift red blue | put-back red | take blue | nest blue green | take red | nest red blue",
            "the plan is valid: 6 steps, cost 6",
        ),
        (
            "delivery",
            "load letter bee depot | charge bee | fly bee depot lake | unload letter bee lake | drive van1 depot mill \
             | load box van1 mill | drive van1 mill depot | unload box van1 depot",
            "the plan is valid: 8 steps, cost 16",
        ),
        (
            "office",
            "switch ann ceiling | ring-bell eve | lock eve lab | walk eve hall yard | lock eve hall",
            "the plan is valid: 5 steps, cost 5",
        ),
        (
            "office",
            "switch bob ceiling | walk ann lab hall | walk bob lab hall | lock ann lab | walk bob hall yard \
             | walk ann hall yard | walk eve hall yard | lock eve hall",
            "the plan is valid: 8 steps, cost 8",
        ),
        (
            "pipes",
            "close inlet | mend riser | open inlet | open branch",
            "the plan is valid: 4 steps, cost 4",
        ),
        (
            "pipes",
            "open branch | close inlet | mend riser | open inlet",
            "the plan is valid: 4 steps, cost 4",
        ),
    ];
    for (task, steps, expected) in table {
        assert_eq!(verdict(task, &plan(steps)).to_string(), expected, "{task}: {steps}");
    }
}

#[test]
fn a_wrong_cost_in_the_plan_is_noted() {
    let steps = plan("close inlet | mend riser | open inlet | open branch");
    let says = |cost: &str| verdict("pipes", &format!("{steps}; cost = {cost}\n")).to_string();
    assert_eq!(says("4 (unit cost)"), "the plan is valid: 4 steps, cost 4");
    assert_eq!(says("5 (unit cost)"), "the plan is valid: 4 steps, cost 4 (the plan states a cost of 5)");
}

#[test]
fn corrupted_plans_fail_for_the_right_reason() {
    for (task, steps, expected) in CORRUPTED {
        let verdict = verdict(task, &plan(steps)).to_string();
        assert_eq!(verdict, format!("the plan is invalid: {expected}"), "{task}: {steps}");
    }
}

/// Task, plan, and what is wrong with it.
const CORRUPTED: &[(&str, &str, &str)] = &[
    // STRIPS.
    ("cups", "", "the goal is not satisfied: (inside blue green) does not hold"),
    (
        "cups",
        "put-back red | take blue",
        "step 1 (line 1), (put-back red): unsatisfied precondition: (holding red) does not hold",
    ),
    (
        "cups",
        "lift red blue | take blue | nest blue green | take red | nest red blue",
        "step 2 (line 2), (take blue): unsatisfied precondition: (hand-free) does not hold",
    ),
    (
        "cups",
        "lift red blue | put-back red | nest blue green | take blue | take red | nest red blue",
        "step 3 (line 3), (nest blue green): unsatisfied precondition: (holding blue) does not hold",
    ),
    (
        "cups",
        "lift red blue | put-back red | take blue | nest blue green | take red",
        "the goal is not satisfied: (inside red blue) does not hold",
    ),
    (
        "cups",
        "lift red blue | put-back red | take blue | nest blue green | nest blue green",
        "step 5 (line 5), (nest blue green): unsatisfied precondition: (holding blue) does not hold; \
         (open green) does not hold",
    ),
    (
        "cups",
        "lift red green | put-back red",
        "step 1 (line 1), (lift red green): unsatisfied precondition: (inside red green) does not hold",
    ),
    (
        "cups",
        "lift red blue | put-back red | take saucer",
        "step 3 (line 3), (take saucer): unsatisfied precondition: (cup saucer) does not hold; (on-shelf \
         saucer) does not hold; (open saucer) does not hold",
    ),
    (
        "cups",
        "lift red blue | putback red",
        "step 2 (line 2), (putback red): unknown action `putback`; did you mean `put-back`?",
    ),
    (
        "cups",
        "lift red blue | put-back read",
        "step 2 (line 2), (put-back read): unknown object `read`; did you mean `red`?",
    ),
    ("cups", "lift red | put-back red", "step 1 (line 1), (lift red): the action takes 2 arguments, given 1"),
    (
        "cups",
        "lift red blue | put-back red green",
        "step 2 (line 2), (put-back red green): the action takes 1 argument, given 2",
    ),
    (
        "cups",
        "lift red blue | nest red red",
        "step 2 (line 2), (nest red red): unsatisfied precondition: (open red) does not hold",
    ),
    ("cups", "fill red", "step 1 (line 1), (fill red): unknown action `fill`"),
    // Types, constants, equality, costs.
    (
        "delivery",
        "load letter bee depot | fly bee depot lake",
        "step 2 (line 2), (fly bee depot lake): unsatisfied precondition: (charged bee) does not hold",
    ),
    (
        "delivery",
        "charge bee | charge bee",
        "step 2 (line 2), (charge bee): unsatisfied precondition: (not (charged bee)) does not hold",
    ),
    (
        "delivery",
        "charge bee | fly bee depot depot",
        "step 2 (line 2), (fly bee depot depot): unsatisfied precondition: (not (= depot depot)) does not \
         hold",
    ),
    (
        "delivery",
        "charge bee | fly bee depot lake | charge bee",
        "step 3 (line 3), (charge bee): unsatisfied precondition: (at bee depot) does not hold",
    ),
    (
        "delivery",
        "drive bee depot mill",
        "step 1 (line 1), (drive bee depot mill): `bee` is given for `?v`, but is not of type van",
    ),
    (
        "delivery",
        "load letter cart depot",
        "step 1 (line 1), (load letter cart depot): `cart` is given for `?v`, but is not of type (either \
         van drone)",
    ),
    (
        "delivery",
        "load van1 bee depot",
        "step 1 (line 1), (load van1 bee depot): `van1` is given for `?p`, but is not of type parcel",
    ),
    (
        "delivery",
        "drive van1 depot mill | drive van1 mill lake",
        "step 2 (line 2), (drive van1 mill lake): the cost (distance mill lake) has no value in the \
         initial state",
    ),
    (
        "delivery",
        "drive van1 depot lake",
        "step 1 (line 1), (drive van1 depot lake): unsatisfied precondition: (road depot lake) does not \
         hold",
    ),
    (
        "delivery",
        "load letter van1 depot | drive van1 depot mill | load box van1 mill",
        "step 3 (line 3), (load box van1 mill): unsatisfied precondition: (empty van1) does not hold",
    ),
    (
        "delivery",
        "load letter bee depot | charge bee | fly bee depot lake | unload letter bee lake",
        "the goal is not satisfied: (at box depot) does not hold",
    ),
    (
        "delivery",
        "drive van1 depot vann",
        "step 1 (line 1), (drive van1 depot vann): unknown object `vann`; did you mean `van1`?",
    ),
    // Quantifiers, disjunction, implication, conditional and universal effects.
    (
        "office",
        "lock eve lab",
        "step 1 (line 1), (lock eve lab): unsatisfied precondition: (not (exists (?q - person) (in ?q \
         lab))) does not hold for ?q = ann: (not (in ann lab)) does not hold; (forall (?l - lamp) (imply \
         (lamp-in ?l lab) (not (lit ?l)))) does not hold for ?l = ceiling: (imply (lamp-in ceiling lab) \
         (not (lit ceiling))) does not hold, though its premise does: (not (lit ceiling)) does not hold",
    ),
    (
        "office",
        "walk ann lab hall | walk bob lab hall | lock ann lab",
        "step 3 (line 3), (lock ann lab): unsatisfied precondition: (forall (?l - lamp) (imply (lamp-in \
         ?l lab) (not (lit ?l)))) does not hold for ?l = ceiling: (imply (lamp-in ceiling lab) (not (lit \
         ceiling))) does not hold, though its premise does: (not (lit ceiling)) does not hold",
    ),
    (
        "office",
        "switch ann ceiling | walk bob lab hall | lock ann lab",
        "step 3 (line 3), (lock ann lab): unsatisfied precondition: (not (exists (?q - person) (in ?q \
         lab))) does not hold for ?q = ann: (not (in ann lab)) does not hold; (exists (?s - room) (and (or \
         (door lab ?s) (door ?s lab)) (in ann ?s))) does not hold (no such objects)",
    ),
    (
        "office",
        "walk ann lab yard",
        "step 1 (line 1), (walk ann lab yard): unsatisfied precondition: (or (door lab yard) (door yard \
         lab)) does not hold (none of its alternatives does)",
    ),
    (
        "office",
        "switch eve ceiling",
        "step 1 (line 1), (switch eve ceiling): unsatisfied precondition: (exists (?r - room) (and (in \
         eve ?r) (lamp-in ceiling ?r))) does not hold (no such objects)",
    ),
    (
        "office",
        "ring-bell eve | ring-bell eve",
        "step 2 (line 2), (ring-bell eve): unsatisfied precondition: (not (quiet)) does not hold",
    ),
    (
        "office",
        "ring-bell ann",
        "step 1 (line 1), (ring-bell ann): unsatisfied precondition: (guard ann) does not hold",
    ),
    (
        "office",
        "switch ann ceiling | ring-bell eve | lock bob lab",
        "step 3 (line 3), (lock bob lab): unsatisfied precondition: (or (guard bob) (has-key bob lab)) \
         does not hold (none of its alternatives does); (exists (?s - room) (and (or (door lab ?s) (door \
         ?s lab)) (in bob ?s))) does not hold (no such objects)",
    ),
    (
        "office",
        "switch ann ceiling | ring-bell eve | lock eve lab | walk ann yard lab",
        "step 4 (line 4), (walk ann yard lab): unsatisfied precondition: (or (door yard lab) (door lab \
         yard)) does not hold (none of its alternatives does); (not (locked lab)) does not hold",
    ),
    (
        "office",
        "switch ann ceiling | ring-bell eve | lock eve lab | walk eve hall lab",
        "step 4 (line 4), (walk eve hall lab): unsatisfied precondition: (not (locked lab)) does not hold",
    ),
    (
        "office",
        "switch ann ceiling | ring-bell eve | lock eve lab | walk eve hall yard",
        "the goal is not satisfied: (forall (?r - room) (or (= ?r yard) (locked ?r))) does not hold for \
         ?r = hall: (or (= hall yard) (locked hall)) does not hold (none of its alternatives does)",
    ),
    (
        "office",
        "switch ann ceiling | switch ann ceiling | ring-bell eve | lock eve lab",
        "step 4 (line 4), (lock eve lab): unsatisfied precondition: (forall (?l - lamp) (imply (lamp-in \
         ?l lab) (not (lit ?l)))) does not hold for ?l = ceiling: (imply (lamp-in ceiling lab) (not (lit \
         ceiling))) does not hold, though its premise does: (not (lit ceiling)) does not hold",
    ),
    (
        "office",
        "switch ann ceiling | ring-bell eve | walk eve hall yard | lock eve lab",
        "step 4 (line 4), (lock eve lab): unsatisfied precondition: (exists (?s - room) (and (or (door \
         lab ?s) (door ?s lab)) (in eve ?s))) does not hold (no such objects)",
    ),
    (
        "office",
        "switch ann ceiling | switch eve desk | ring-bell eve | lock eve lab",
        "the goal is not satisfied: (forall (?r - room) (or (= ?r yard) (locked ?r))) does not hold for \
         ?r = hall: (or (= hall yard) (locked hall)) does not hold (none of its alternatives does); (not \
         (exists (?l - lamp) (lit ?l))) does not hold for ?l = desk: (not (lit desk)) does not hold",
    ),
    (
        "office",
        "walk ann hall desk",
        "step 1 (line 1), (walk ann hall desk): `desk` is given for `?to`, but is not of type room",
    ),
    // Derived predicates.
    (
        "pipes",
        "mend riser | open branch",
        "step 1 (line 1), (mend riser): unsatisfied precondition: (dry riser) does not hold",
    ),
    ("pipes", "close inlet | mend riser | open inlet", "the goal is not satisfied: (all-run) does not hold"),
    ("pipes", "close inlet | mend riser | open branch", "the goal is not satisfied: (all-run) does not hold"),
    (
        "pipes",
        "close inlet | mend inlet",
        "step 2 (line 2), (mend inlet): unsatisfied precondition: (cracked inlet) does not hold; (dry \
         inlet) does not hold",
    ),
    (
        "pipes",
        "close inlet | open riser",
        "step 2 (line 2), (open riser): unsatisfied precondition: (closed riser) does not hold; (not \
         (cracked riser)) does not hold",
    ),
    (
        "pipes",
        "open inlet",
        "step 1 (line 1), (open inlet): unsatisfied precondition: (closed inlet) does not hold",
    ),
    (
        "pipes",
        "close inlet | open inlet | mend riser",
        "step 3 (line 3), (mend riser): unsatisfied precondition: (dry riser) does not hold",
    ),
    (
        "pipes",
        "close branch",
        "step 1 (line 1), (close branch): unsatisfied precondition: (not (closed branch)) does not hold",
    ),
    (
        "pipes",
        "close main",
        "step 1 (line 1), (close main): `main` is given for `?p`, but is not of type pipe",
    ),
];
