//! Models with hypergraphs.

use network::hypergraph::{
    Answers, Edge, Evaluator, Graph, Initialisation, Network, Roles, Shape, States as GraphStates,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

use super::*;
use crate::{Head, Net, Sigma, Signature};

/// The variance of what states cost: who is blind to them comes to this.
fn variance(data: &DataSet) -> f64 {
    let costs: Vec<f64> = data.rows.iter().filter_map(|row| row.target).collect();
    let mean = costs.iter().sum::<f64>() / costs.len() as f64;
    costs.iter().map(|cost| (cost - mean).powi(2)).sum::<f64>() / costs.len() as f64
}

#[test]
fn a_network_learns_what_small_problems_cost_and_knows_something_of_larger_ones() {
    let (small, larger) = (blocks(&[3, 4, 4]), blocks(&[5]));
    let without_help = Config { residual: None, lower: None, learning_rate: 0.003, ..hypergraph(800) };
    let model = trained(&small, without_help);
    for (data, share) in [(&small, 0.2), (&larger, 0.8)] {
        let (mse, variance) = (mse(&model, data), variance(data));
        assert!(mse < share * variance, "{mse} {variance}");
    }
}

#[test]
fn all_beliefs_can_be_learned_after_the_last_recursion_or_after_all() {
    let data = blocks(&[3]);
    let heads = [
        Head::Truncated { sigma: Sigma::Learned },
        Head::Truncated { sigma: Sigma::Fixed(1.0) },
        Head::Gaussian { sigma: Sigma::Learned },
        Head::Categorical { highest: 12 },
        Head::Point,
    ];
    for head in heads {
        for answers in [Answers::Last, Answers::All] {
            let usual = hypergraph(20);
            let residual = usual.residual.clone().filter(|_| !matches!(head, Head::Categorical { .. }));
            let design = HypergraphDesign { answers, ..usual.hypergraph };
            let select = if head == Head::Point { Metric::Mse } else { Metric::Nll };
            let config = Config { head, residual, hypergraph: design, select, ..usual };
            let before = trained(&data, Config { steps: 1, ..config.clone() });
            let after = trained(&data, config);
            assert!(mse(&after, &data) < mse(&before, &data), "{head:?} {answers:?}");
        }
    }
}

#[test]
fn files_of_networks_that_cannot_be_are_refused() {
    let model = trained(&blocks(&[3]), hypergraph(1));
    let Net::Hypergraph(network) = &model.network else { panic!("no hypergraph network") };
    let refused = |shape: Shape| {
        let network = Net::Hypergraph(Network::zeros(&shape));
        let bytes = model_file::write(&Model { network, ..model.clone() }).unwrap();
        model_file::read(&bytes).unwrap_err().to_string()
    };
    let shape = network.shape().clone();
    let of_roles = Shape { roles: Roles { senders: 2, receivers: 2 }, ..shape.clone() };
    for other in [of_roles, Shape { outputs: 3, ..shape.clone() }] {
        assert!(refused(other).contains("does not fit its inputs and outputs"));
    }
    for steps in [0, HypergraphDesign::MOST_RECURSIONS + 1] {
        let other = Shape { steps, ..shape.clone() };
        assert!(refused(other).contains("its matrices are not those of its network"));
    }
}

/// The hypergraph of the world of blocks as the paper has it, with what is known of facts in a problem's initial state.
fn by_definition(problem: &Lifted, domain: &Domain, roles: Roles) -> GraphStates {
    let blocks: Vec<&str> = problem.objects.iter().map(|object| &*object.name).collect();
    let mut facts: Vec<String> = vec!["handempty()".to_owned()];
    let mut actions: Vec<[Vec<String>; 2]> = Vec::new();
    for x in &blocks {
        let [clear, holding, on_table] = ["clear", "holding", "ontable"].map(|name| format!("{name}({x})"));
        let on_the_table = vec![clear.clone(), facts[0].clone(), on_table.clone()];
        actions.push([on_the_table.clone(), vec![holding.clone()]]);
        actions.push([vec![holding.clone()], on_the_table]);
        for y in blocks.iter().filter(|y| *y != x) {
            let on = format!("on({x}, {y})");
            let above = vec![clear.clone(), facts[0].clone(), on.clone()];
            let held = vec![format!("clear({y})"), holding.clone()];
            actions.push([above.clone(), held.clone()]);
            actions.push([held, above]);
            facts.push(on);
        }
        facts.extend([clear, holding, on_table]);
    }
    let number = |name: &String| facts.iter().position(|fact| fact == name).unwrap() as u32;
    let numbered = |names: &Vec<String>| names.iter().map(number).collect::<Vec<u32>>();
    let lists: Vec<[Vec<u32>; 2]> = actions.iter().map(|lists| lists.each_ref().map(numbered)).collect();
    let edges = lists.iter().map(|[senders, receivers]| Edge {
        senders,
        receivers,
        features: [1.0, senders.len() as f32, receivers.len() as f32],
    });
    let global = [facts.len() as f32, lists.len() as f32];
    let graph = Arc::new(Graph::new(roles, facts.len(), edges, global).unwrap());
    let task = task::ground(domain, problem, &Budget::unlimited()).unwrap();
    let goal = task.setting.unwrap().goal.unwrap();
    let init = problem.init.iter().map(|atom| {
        let args: Vec<&str> = atom.args.iter().map(|object| blocks[object.index()]).collect();
        format!("{}({})", domain.predicates[atom.predicate.index()].name, args.join(", "))
    });
    let init: Vec<String> = init.collect();
    let mut states = GraphStates::new();
    let known = |fact: &String| {
        let is_goal = goal.iter().any(|name| name.strip_prefix("Atom ") == Some(fact));
        [init.contains(fact), is_goal].map(|is| f32::from(u8::from(is)))
    };
    states.push(&graph, facts.iter().map(known));
    states
}

#[test]
fn a_network_sees_the_delete_relaxation() {
    let (domain, problem) = lifted("blocksworld");
    let task = task::ground(&domain, &problem, &Budget::unlimited()).unwrap();
    let signature = Signature::new(FeatureKind::Hypergraph, None, [&task].into_iter());
    let roles = Roles { senders: 3, receivers: 3 };
    assert_eq!(signature.roles, Some(roles));
    let mut rows = signature.rows();
    let space = Space::new(&task);
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    signature.features_of(&task).unwrap().push(&space, &state, &mut rows);
    let states = rows.hypergraphs().unwrap();
    let expected = by_definition(&problem, &domain, roles);
    let sizes = |states: &GraphStates| (states.graph(0).nodes(), states.graph(0).edges());
    assert_eq!(sizes(states), sizes(&expected));
    let shape = Shape { roles, ..Shape::published(3) };
    let network = Network::new(&shape, Initialisation::Faithful, &mut ChaCha8Rng::seed_from_u64(1));
    let outputs = |states: &GraphStates| Evaluator::new(&network).evaluate(states).to_vec();
    for (output, expected) in outputs(states).into_iter().zip(outputs(&expected)) {
        assert!((output - expected).abs() < 1e-3 * (1.0 + expected.abs()), "{output} {expected}");
    }
}

const ROOMS: &str = "(define (domain d) (:requirements :adl :derived-predicates)
    (:predicates (lit ?r) (open ?r) (bright))
    (:derived (bright) (forall (?r) (lit ?r)))
    (:action press :parameters (?r) :precondition (not (open ?r))
        :effect (and (lit ?r) (when (bright) (open ?r)))))";

#[test]
fn negation_conditions_and_axioms_are_part_of_the_relaxation() {
    assert_eq!(refusal(FeatureKind::Hypergraph, ROOMS, "", "(open a)"), None);
    assert_eq!(refusal(FeatureKind::Hypergraph, ROOMS, "(lit a)", "(and (open a) (not (lit a)))"), None);
}

const FILL: &str = "(define (domain d) (:predicates (empty ?a) (full ?a) (done))
    (:action fill :parameters (?a) :precondition (empty ?a) :effect (and (full ?a) (not (empty ?a))))
    (:action empty :parameters (?a) :precondition (full ?a) :effect (and (empty ?a) (not (full ?a))))
    (:action stop :parameters () :precondition (forall (?a) (full ?a)) :effect (done)))";

#[test]
fn a_problem_whose_actions_need_more_than_any_trained_on_is_refused() {
    let task = |objects: &[&str]| {
        let names = objects.join(" ");
        let init: String = objects.iter().map(|object| format!("(empty {object})")).collect();
        let text =
            format!("(define (problem p) (:domain d) (:objects {names}) (:init {init}) (:goal (done)))");
        let domain = pddl::parse_domain(&pddl::Source::new("d", FILL), Strictness::Lenient).unwrap().value;
        let problem = pddl::parse_problem(&domain, &pddl::Source::new("p", &*text), Strictness::Lenient);
        task::ground(&domain, &problem.unwrap().value, &Budget::unlimited()).unwrap()
    };
    let (small, large) = (task(&["a"]), task(&["a", "b", "c"]));
    let signature = Signature::new(FeatureKind::Hypergraph, None, [&small].into_iter());
    assert_eq!(signature.check(None, &small), Ok(()));
    let refused = signature.check(None, &large).unwrap_err();
    let message = "it can tell apart 1 preconditions and 1 effects of an action, as many as there were where it was \
                   trained, and this task has actions with up to 3 and 1";
    assert_eq!(refused.to_string(), message);
    assert_eq!(signature.features_of(&large).map(drop), Err(refused));
}
