//! Rules about a small domain of deliveries, against the semantics written down naively.

use std::collections::{BTreeSet, HashMap, VecDeque};

use induction::{Literal, Variable};
use pddl::{Domain, Problem, Source, Strictness};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Budget, StateSpace};
use task::{Fact, Space, Task};

use super::background::Meaning;
use super::*;
use crate::ladder::{Clause, Effort, Ladder};

const DOMAIN: &str = "(define (domain delivery)
  (:types thing place zone - object parcel van - thing)
  (:predicates (at ?t - thing ?p - place) (in ?x - parcel ?v - van) (lies ?p - place ?z - zone)
    (next ?z1 - zone ?z2 - zone) (busy) (fits ?a - thing ?b - thing ?c - thing ?d - thing))
  (:action load :parameters (?x - parcel ?v - van ?p - place)
    :precondition (and (at ?x ?p) (at ?v ?p) (not (busy)))
    :effect (and (in ?x ?v) (not (at ?x ?p)) (busy)))
  (:action unload :parameters (?x - parcel ?v - van ?p - place)
    :precondition (and (in ?x ?v) (at ?v ?p))
    :effect (and (at ?x ?p) (not (in ?x ?v)) (not (busy))))
  (:action drive :parameters (?v - van ?a ?b - place ?y ?z - zone)
    :precondition (and (at ?v ?a) (lies ?a ?y) (lies ?b ?z) (next ?y ?z))
    :effect (and (at ?v ?b) (not (at ?v ?a)))))";

const PROBLEM: &str = "(define (problem p) (:domain delivery)
  (:objects x y - parcel v - van a b c d - place z1 z2 z3 - zone)
  (:init (at x a) (at y b) (at v d) (lies a z1) (lies b z1) (lies c z2) (lies d z3)
    (next z1 z2) (next z2 z3) (next z3 z1))
  (:goal (and (at x c) (at y a))))";

struct Delivery {
    domain: Domain,
    problem: Problem,
    task: Task,
}

fn delivery(problem: &str) -> Delivery {
    let domain = pddl::parse_domain(&Source::new("domain", DOMAIN), Strictness::Lenient).unwrap().value;
    let problem =
        pddl::parse_problem(&domain, &Source::new("problem", problem), Strictness::Lenient).unwrap().value;
    let task = task::ground(&domain, &problem, &Budget::unlimited()).unwrap();
    Delivery { domain, problem, task }
}

impl Delivery {
    fn world(&self, background: &Background) -> World {
        World::new(background, &self.domain, &self.problem, &self.task)
    }

    /// All states with their costs to a goal, where there is a way to it.
    fn costs(&self, goal: &[Fact]) -> Vec<(Vec<u32>, u32)> {
        let space = Space::new(&self.task);
        let mut scratch = space.scratch();
        let mut first = vec![0; space.words()];
        space.initial(&mut first);
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let (mut states, mut before): (_, Vec<Vec<usize>>) = (vec![first], vec![Vec::new()]);
        let mut number = 0;
        while number < states.len() {
            let state = states[number].clone();
            let mut actions = Vec::new();
            space.applicable(&state, &mut scratch, &mut actions);
            for action in actions {
                let mut next = vec![0; space.words()];
                space.apply(&state, action, &mut scratch, &mut next);
                let known = *numbers.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    before.push(Vec::new());
                    states.len() - 1
                });
                before[known].push(number);
            }
            number += 1;
        }
        let values = |state: &Vec<u64>| {
            let mut values = vec![0; self.task.variables.len()];
            space.values(state, &mut values);
            values
        };
        let values: Vec<Vec<u32>> = states.iter().map(values).collect();
        let is_goal =
            |values: &Vec<u32>| goal.iter().all(|fact| values[fact.variable as usize] == fact.value);
        let mut costs = vec![u32::MAX; states.len()];
        let mut queue: VecDeque<usize> =
            (0..states.len()).filter(|&number| is_goal(&values[number])).collect();
        queue.iter().for_each(|&number| costs[number] = 0);
        while let Some(number) = queue.pop_front() {
            for &earlier in &before[number] {
                if costs[earlier] == u32::MAX {
                    costs[earlier] = costs[number] + 1;
                    queue.push_back(earlier);
                }
            }
        }
        values.into_iter().zip(costs).filter(|(_, cost)| *cost < u32::MAX).collect()
    }

    fn examples(&self, subject: Subject) -> Vec<Example> {
        let example = |goal: Option<usize>| {
            move |(values, cost): (Vec<u32>, u32)| Example { cost, world: 0, values, goal }
        };
        match subject {
            Subject::States => self.costs(&self.task.goal).into_iter().map(example(None)).collect(),
            Subject::Goals => (0..self.task.goal.len())
                .flat_map(|goal| {
                    self.costs(&self.task.goal[goal..=goal]).into_iter().map(example(Some(goal)))
                })
                .filter(|example| example.cost > 0)
                .collect(),
        }
    }

    fn lesson(&self, subject: Subject, threads: usize) -> DomainRules {
        let background = Background::new(&self.domain, subject);
        let worlds = [self.world(&background)];
        let size = Size { literals: 5, objects: 6 };
        let material = Material::new(&background, &worlds, self.examples(subject), size).unwrap();
        let effort = Effort { condition_literals: 3, bodies: 300_000, support: 1, threads };
        learn(&material, &effort, &|| false).0
    }
}

fn names(background: &Background) -> Vec<&str> {
    background.terms.iter().map(|term| term.name.as_str()).collect()
}

#[test]
fn a_domain_makes_its_predicates_and_kinds_of_objects() {
    let Delivery { domain, .. } = delivery(PROBLEM);
    let background = Background::new(&domain, Subject::Goals);
    assert_eq!(background.left_out, ["fits"]);
    assert_eq!(
        names(&background),
        [
            "at",
            "want_at",
            "in",
            "want_in",
            "lies",
            "same_lies",
            "apart_lies",
            "next",
            "before_next",
            "busy",
            "not_busy",
            "want_busy",
            "is_parcel",
            "is_van",
            "different_parcel",
            "different_place",
            "different_zone",
        ]
    );
    let about_states = Background::new(&domain, Subject::States);
    assert!(names(&about_states).contains(&"goal_at") && names(&about_states).contains(&"open_in"));
    assert!(!names(&about_states).iter().any(|name| name.starts_with("want_")));
    // Parcels and vans meet in `at`.
    let kinds = |name: &str| &background.terms.iter().find(|term| term.name == name).unwrap().kinds;
    assert_eq!(kinds("at")[0], kinds("in")[0]);
    assert_eq!(kinds("in")[0], kinds("in")[1]);
    assert_eq!(kinds("at")[1], kinds("lies")[0]);
}

/// The atoms that hold in a state, and for a goal that is wanted.
fn holding(background: &Background, world: &World, values: &[u32], goal: Option<usize>) -> BTreeSet<String> {
    let wanted = goal.and_then(|goal| world.goals[goal].wanted);
    let text = |atom: u32| {
        let world::Atom { predicate, members } = &world.atoms[atom as usize];
        let term = &background.terms[usize::from(*predicate)];
        let names =
            members.iter().zip(&term.kinds).map(|(&member, &kind)| format!(" {}", world.name(kind, member)));
        format!("{}{}", term.name, names.collect::<String>())
    };
    world.always.iter().copied().chain(world.holding(values)).chain(wanted).map(text).collect()
}

#[test]
fn states_are_described_by_what_holds_in_them() {
    // A van that comes to every place, and orders that are one.
    let problem =
        PROBLEM.replace("(next z3 z1)", "").replace("(at y b)", "(at y c)").replace("(at v d)", "(at v a)");
    let delivery = delivery(&problem);
    let described = |subject| {
        let background = Background::new(&delivery.domain, subject);
        let world = delivery.world(&background);
        holding(&background, &world, &delivery.task.initial, (subject == Subject::Goals).then_some(0))
    };
    let goals = described(Subject::Goals);
    for atom in [
        "at x a",
        "at v a",
        "lies d z3",
        "before_next z1 z3",
        "before_next z1 z2",
        "not_busy",
        "is_van v",
        "want_at x c",
    ] {
        assert!(goals.contains(atom), "{atom} is not in {goals:?}");
    }
    for atom in ["busy", "want_at y a", "in x v", "before_next z3 z1", "is_parcel v"] {
        assert!(!goals.contains(atom), "{atom} is in {goals:?}");
    }
    let states = described(Subject::States);
    assert!(states.contains("open_at x c") && states.contains("goal_at y a"), "{states:?}");
}

/// Does a rule hold, by trying all objects for all its variables?
fn holds_naively(
    background: &Background,
    world: &World,
    clause: &Clause,
    values: &[u32],
    goal: Option<usize>,
) -> bool {
    let wanted = goal.and_then(|goal| world.goals[goal].wanted);
    let atoms = world.always.iter().copied().chain(world.holding(values)).chain(wanted);
    let holding: BTreeSet<&world::Atom> = atoms.map(|atom| &world.atoms[atom as usize]).collect();
    let mut kinds: Vec<(Variable, u16)> = Vec::new();
    for literal in &clause.body {
        let term = &background.terms[usize::from(literal.predicate)];
        kinds.extend(literal.arguments[1..].iter().copied().zip(term.kinds.iter().copied()));
    }
    kinds.sort_unstable();
    kinds.dedup();
    let counts: Vec<usize> =
        kinds.iter().map(|(_, kind)| world.counts().nth(usize::from(*kind)).unwrap()).collect();
    (0..counts.iter().product::<usize>()).any(|mut choice| {
        let members: HashMap<Variable, u32> = kinds
            .iter()
            .zip(&counts)
            .map(|((variable, _), &count)| {
                let member = (choice % count) as u32;
                choice /= count;
                (*variable, member)
            })
            .collect();
        clause.body.iter().all(|literal| {
            let members: Vec<u32> = literal.arguments[1..].iter().map(|variable| members[variable]).collect();
            match &world.tests[usize::from(literal.predicate)] {
                Some(test) => test.holds(members[0], members[1]),
                None => holding.contains(&world::Atom { predicate: literal.predicate, members }),
            }
        })
    })
}

/// A body whose variables have kinds that fit; tests are asked of variables that others find.
fn random_body(background: &Background, random: &mut ChaCha8Rng) -> Vec<Literal> {
    let mut kinds: Vec<u16> = Vec::new();
    let mut body = Vec::new();
    for _ in 0..random.random_range(1..5) {
        let predicate = random.random_range(0..background.terms.len());
        let term = &background.terms[predicate];
        let mut arguments = vec![0];
        for &kind in &term.kinds {
            let known: Vec<usize> = (0..kinds.len()).filter(|&variable| kinds[variable] == kind).collect();
            let is_new = known.is_empty() || (!term.meaning.is_test() && random.random_bool(0.4));
            let variable = if is_new { kinds.len() } else { known[random.random_range(0..known.len())] };
            if is_new {
                kinds.push(kind);
            }
            arguments.push(variable as Variable + 1);
        }
        body.push(Literal { predicate: predicate as u16, arguments });
    }
    let is_found = |variable: &Variable| {
        let finds = |literal: &&Literal| !background.terms[usize::from(literal.predicate)].meaning.is_test();
        *variable == 0 || body.iter().filter(finds).any(|literal| literal.arguments.contains(variable))
    };
    if body.iter().flat_map(|literal| &literal.arguments).all(is_found) {
        body
    } else {
        random_body(background, random)
    }
}

#[test]
fn joins_find_what_trying_all_objects_finds() {
    let delivery = delivery(PROBLEM);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for subject in Subject::ALL {
        let background = Background::new(&delivery.domain, subject);
        let world = delivery.world(&background);
        let states = delivery.costs(&delivery.task.goal);
        for _ in 0..30 {
            let clause = |random: &mut ChaCha8Rng| Clause {
                cost: random.random_range(2..9),
                body: random_body(&background, random),
                calls: Vec::new(),
            };
            let ladder = Ladder::new((0..4).map(|_| clause(&mut random)).collect());
            let rules = DomainRules { background: background.clone(), ladder };
            let mut judge = Judge::new(&rules, world.clone());
            let asked: Vec<&Vec<u32>> = states.iter().map(|(values, _)| values).step_by(3).collect();
            asked.iter().for_each(|values| judge.push(values));
            assert_eq!(judge.verdicts().len(), asked.len());
            for firing in judge.firings().to_vec() {
                let values = asked[firing.state];
                let naive =
                    |clause: &&Clause| holds_naively(&background, &world, clause, values, firing.goal);
                let best = rules.ladder.clauses.iter().filter(naive).map(|clause| clause.cost).max();
                assert_eq!(firing.value, best.unwrap_or(1), "{}", rules.write(&[]));
                assert_eq!(firing.rule.is_some(), best.is_some());
                let reasons = judge.reasons(values, firing);
                assert_eq!(reasons.is_empty(), best.is_none());
            }
        }
    }
}

#[test]
fn rules_are_true_of_all_they_were_learned_from() {
    let delivery = delivery(PROBLEM);
    for subject in Subject::ALL {
        let rules = delivery.lesson(subject, 1);
        assert!(rules.len() > 3, "{}", rules.write(&[]));
        let mut judge = Judge::new(&rules, delivery.world(rules.background()));
        let examples = delivery.examples(subject);
        examples.iter().for_each(|example| judge.push(&example.values));
        let (mut exact, mut all) = (0, 0);
        for firing in judge.firings() {
            let asked = &examples[firing.state];
            if firing.goal == asked.goal {
                assert!(firing.value <= asked.cost);
                exact += usize::from(firing.value == asked.cost);
                all += 1;
            }
        }
        assert!(exact * 4 > all, "{exact} of {all}");
    }
}

#[test]
fn rules_come_out_the_same_and_can_be_read_again() {
    let delivery = delivery(PROBLEM);
    for subject in Subject::ALL {
        let rules = delivery.lesson(subject, 1);
        let text = rules.write(&["a remark".to_owned()]);
        assert_eq!(delivery.lesson(subject, 3).write(&["a remark".to_owned()]), text);
        assert!(text.contains(&format!("about: {subject} of delivery\n% a remark\n")), "{text}");
        let again = DomainRules::parse(crate::Source { name: "m", text: &text }, &delivery.domain).unwrap();
        assert_eq!(again.ladder, rules.ladder);
    }
}

#[test]
fn rules_that_do_not_fit_are_refused_with_a_reason() {
    let delivery = delivery(PROBLEM);
    let refusal = |text: &str| {
        let text = format!("% hstar rules 1\n% about: {text}");
        let result = DomainRules::parse(crate::Source { name: "m", text: &text }, &delivery.domain);
        result.unwrap_err().to_string()
    };
    for (text, why) in [
        ("goals of blocks\n", "these rules are about the domain `blocks`, not `delivery`"),
        ("the 8-puzzle\n", "these rules are not about the states of a domain"),
        ("goals of delivery\ncost_2_rule_1(V0):- on(V0,V1,V2).", "nothing is known of `on` with 3 arguments"),
        ("states of delivery\ncost_2_rule_1(V0):- want_at(V0,V1,V2).", "nothing is known of `want_at`"),
        ("goals of delivery\ncost_2_rule_1(V0):- at(V0,V1,V1).", "stands for"),
        (
            "goals of delivery\ncost_2_rule_1(V0):- busy(V0).\ncost_3_rule_1(V0):- cost_2_rule_1(V0).",
            "rule 2 calls another",
        ),
    ] {
        let refusal = refusal(text);
        assert!(refusal.contains(why), "{refusal}");
    }
    let many: String = (1..20).map(|number| format!(",at(V0,V{number},V{})", number + 20)).collect();
    assert!(
        refusal(&format!("goals of delivery\ncost_2_rule_1(V0):- busy(V0){many}.")).contains("variables")
    );
}

#[test]
fn conditions_of_a_goal_are_about_the_same_goal() {
    let delivery = delivery(PROBLEM);
    let rules = delivery.lesson(Subject::Goals, 1);
    let is_wanted = |literal: &&Literal| {
        matches!(rules.background.terms[usize::from(literal.predicate)].meaning, Meaning::Wanted(_))
    };
    assert!(rules.ladder.clauses.iter().all(|clause| clause.body.iter().filter(is_wanted).count() <= 1));
}
