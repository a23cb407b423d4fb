//! Models with logic features.

use network::logic::{Evaluator, Fact, Machine, Shape, States as LogicStates};
use pddl::{Formula, GroundAtom, Term};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{Net, Signature};

#[test]
fn a_machine_learns_what_small_problems_cost_and_knows_something_of_larger_ones() {
    let (small, larger) = (blocks(&[3, 4, 4]), blocks(&[5]));
    let (before, after) = (trained(&small, logic(1)), trained(&small, logic(400)));
    assert!(
        mse(&after, &small) < 0.3 * mse(&before, &small),
        "{} {}",
        mse(&before, &small),
        mse(&after, &small)
    );
    assert!(mse(&after, &larger) < 0.7 * mse(&before, &larger));
}

#[test]
fn files_of_machines_that_cannot_be_are_refused() {
    let model = trained(&blocks(&[3]), logic(3));
    let Net::Logic(machine) = &model.network else { panic!("no machine") };
    let refused = |shape: Shape| {
        let network = Net::Logic(Machine::zeros(&shape));
        let bytes = model_file::write(&Model { network, ..model.clone() }).unwrap();
        model_file::read(&bytes).unwrap_err().to_string()
    };
    let shape = machine.shape().clone();
    let of_inputs = Shape { inputs: [2, 2, 2, 2], ..shape.clone() };
    for other in [of_inputs, Shape { outputs: 3, ..shape }] {
        assert!(refused(other).contains("does not fit its inputs and outputs"));
    }
    let mut broken = model.clone();
    let Net::Logic(machine) = &mut broken.network else { panic!("no machine") };
    machine.parameters_mut().for_each(|numbers| numbers.fill(f32::NAN));
    assert!(model_file::read(&model_file::write(&broken).unwrap()).is_err());
}

#[test]
fn a_machine_needs_objects() {
    let blocks_task = task("blocksworld");
    let signature = Signature::new(FeatureKind::Logic, None, [&blocks_task].into_iter());
    let from_sas = Task { setting: None, ..blocks_task };
    assert_eq!(signature.check(None, &from_sas), Err(Mismatch::NoObjects));
}

const SWITCH: &str = "(define (domain d) (:predicates (wide ?a ?b ?c ?d) (on))
    (:action flip :parameters () :precondition (not (on)) :effect (on)))";

#[test]
fn what_machines_cannot_see_is_refused() {
    let refusal = |domain: &str, goal: &str| refusal(FeatureKind::Logic, domain, "", goal);
    assert_eq!(refusal(SWITCH, "(on)"), Some(Mismatch::Arity(vec!["wide/4".to_owned()])));
    let narrow = SWITCH.replace("?a ?b ?c ?d", "?a ?b ?c");
    assert_eq!(refusal(&narrow, "(on)"), None);
    assert_eq!(refusal(&narrow, "(and (on) (and))"), None);
    assert_eq!(refusal(&narrow, "(or (on) (wide a a a))"), Some(Mismatch::GoalForm));
}

/// The features of the initial state as the paper has them, straight from the text.
fn by_definition(domain: &Domain, problem: &Lifted, states: &mut LogicStates) {
    let mut names: Vec<(&str, usize)> =
        domain.predicates.iter().map(|one| (one.name.as_str(), one.parameters.len())).collect();
    names.sort_unstable();
    let Formula::And(goal) = &problem.goal else { panic!("no conjunction") };
    let goal = goal.iter().map(|part| match part {
        Formula::Atom(atom) => {
            let object = |term: &Term| match term {
                Term::Object(object) => *object,
                Term::Variable(_) => panic!("no atom"),
            };
            GroundAtom { predicate: atom.predicate, args: atom.args.iter().map(object).collect() }
        }
        _ => panic!("no atom"),
    });
    let state = problem.init.iter().map(|atom| (atom.clone(), false));
    let atoms: Vec<(usize, Vec<u32>)> = state
        .chain(goal.map(|atom| (atom, true)))
        .map(|(atom, is_goal)| {
            let predicate = &domain.predicates[atom.predicate.index()];
            let arity = predicate.parameters.len();
            let mut same = names.iter().filter(|name| name.1 == arity);
            let number = same.clone().position(|name| name.0 == predicate.name).unwrap();
            let offset = if is_goal { same.by_ref().count() } else { 0 };
            (offset + number, atom.args.iter().map(|object| object.0).collect())
        })
        .collect();
    states.push(
        problem.objects.len(),
        atoms.iter().map(|(feature, objects)| Fact { feature: *feature, objects }),
    );
}

#[test]
fn a_machine_sees_the_facts_of_state_and_goal_also_those_that_never_change() {
    for name in ["blocksworld", "logistics", "satellite"] {
        let (domain, problem) = lifted(name);
        let task = task::ground(&domain, &problem, &Budget::unlimited()).unwrap();
        let signature =
            Signature::new(FeatureKind::Logic, Some(DomainSignature::new(&domain)), [&task].into_iter());
        let mut rows = signature.rows();
        let space = Space::new(&task);
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        signature.features_of(&task).unwrap().push(&space, &state, &mut rows);
        let states = rows.relations().unwrap();
        let inputs = *states.features();
        let shape = Shape { inputs, depth: 4, breadth: 3, width: 5, outputs: 2 };
        let machine = Machine::new(&shape, &mut ChaCha8Rng::seed_from_u64(1));
        let mut expected = LogicStates::with_features(inputs);
        by_definition(&domain, &problem, &mut expected);
        let outputs = |states: &LogicStates| Evaluator::new(&machine).evaluate(states).to_vec();
        assert_eq!(outputs(states), outputs(&expected), "{name}");
    }
}

const TYPED: &str = "(define (domain d) (:requirements :typing) (:types truck plane - vehicle)
    (:constants t - truck p - plane) (:predicates (on ?a - vehicle))
    (:action start :parameters (?a - vehicle) :precondition () :effect (on ?a)))";

#[test]
fn a_machine_tells_objects_apart_by_their_types_if_it_is_to() {
    let domain = pddl::Source::new("domain", TYPED);
    let domain = pddl::parse_domain(&domain, Strictness::Lenient).unwrap().value;
    let problem =
        pddl::Source::new("problem", "(define (problem q) (:domain d) (:init) (:goal (and (on t) (on p))))");
    let problem = pddl::parse_problem(&domain, &problem, Strictness::Lenient).unwrap().value;
    let task = task::ground(&domain, &problem, &Budget::unlimited()).unwrap();
    let signature =
        |kind| Signature::new(kind, Some(DomainSignature::new(&domain)), [&task, &task].into_iter());
    assert_eq!(signature(FeatureKind::Logic).inputs, ["on/1"]);
    let typed = signature(FeatureKind::TypedLogic);
    assert_eq!(typed.inputs, [":plane/1", ":truck/1", ":vehicle/1", "on/1"]);
    assert!(typed.is_well_formed());

    let mut rows = typed.rows();
    let space = Space::new(&task);
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    typed.features_of(&task).unwrap().push(&space, &state, &mut rows);
    let mut expected = LogicStates::with_features(*rows.relations().unwrap().features());
    // In the state: p is a plane, t is a truck, both are vehicles. In the goal, both are on.
    let place = |name: &str| problem.objects.iter().position(|object| object.name == name).unwrap() as u32;
    let facts = [(0, "p"), (1, "t"), (2, "p"), (2, "t"), (7, "p"), (7, "t")];
    let facts = facts.map(|(feature, name)| (feature, [place(name)]));
    expected.push(2, facts.iter().map(|(feature, objects)| Fact { feature: *feature, objects }));
    let shape = Shape { inputs: *expected.features(), depth: 3, breadth: 2, width: 5, outputs: 1 };
    let machine = Machine::new(&shape, &mut ChaCha8Rng::seed_from_u64(1));
    let outputs = |states: &LogicStates| Evaluator::new(&machine).evaluate(states).to_vec();
    assert_eq!(outputs(rows.relations().unwrap()), outputs(&expected));
}
