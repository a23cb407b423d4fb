//! Queries against trying all tuples of objects.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pddl::{Atom, Domain, ObjectId, PredicateId, Term, TypeNames, VariableId};
use policy::maps::Maps;
use policy::moves::{Moves, moves};
use policy::query::{Query, Search};
use policy::rule::{Exception, Literal, Path};
use policy::schema::Schemas;
use policy::world::World;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{parse_domain, parse_problem};

const DOMAIN: &str = "
(define (domain relations)
  (:requirements :typing :action-costs)
  (:types a b - object c - a)
  (:constants k - a l - b)
  (:predicates (o) (p ?x) (q ?x ?y) (r ?x ?y ?z) (s ?x ?y) (at ?x ?y) (road ?x ?y))
  (:functions (total-cost) - number (length ?x ?y) - number)
  (:action change :parameters (?x ?y ?z)
    :effect (and (o) (p ?x) (q ?x ?y) (r ?x ?y ?z) (s ?x ?y)))
  (:action move :parameters (?m ?from ?to)
    :precondition (and (at ?m ?from) (road ?from ?to))
    :effect (and (not (at ?m ?from)) (at ?m ?to) (increase (total-cost) (length ?from ?to)))))
";

/// A problem of up to seven objects, with relations of all densities, and its roads.
fn problem(random: &mut ChaCha8Rng) -> (String, BTreeMap<(usize, usize), u64>) {
    let objects = random.random_range(2..=5);
    let types: Vec<&str> = (0..objects).map(|_| *["a", "b", "c", "object"].choose(random).unwrap()).collect();
    let mut text = "(define (problem some) (:domain relations) (:objects".to_owned();
    types.iter().enumerate().for_each(|(index, of)| text += &format!(" x{index} - {of}"));
    text += ") (:init (= (total-cost) 0)";
    // The constants come first.
    let name = |index: usize| match index {
        0 => "k".to_owned(),
        1 => "l".to_owned(),
        _ => format!("x{}", index - 2),
    };
    let all = objects + 2;
    let mut roads = BTreeMap::new();
    for (predicate, arity) in [("o", 0), ("p", 1), ("q", 2), ("r", 3), ("s", 2), ("at", 2), ("road", 2)] {
        let density = [0.05, 0.2, 0.4, 0.7][random.random_range(0..4)];
        for number in 0..usize::pow(all, arity) {
            if random.random_bool(density) {
                let args = (0..arity).map(|place| number / all.pow(place) % all);
                let args: Vec<usize> = args.collect();
                let names: Vec<String> = args.iter().map(|index| name(*index)).collect();
                text += &format!(" ({predicate} {})", names.join(" "));
                if predicate == "road" {
                    let length = random.random_range(0..5);
                    text += &format!(" (= (length {}) {length})", names.join(" "));
                    roads.insert((args[0], args[1]), length);
                }
            }
        }
    }
    (text + ") (:goal (and)) (:metric minimize (total-cost)))", roads)
}

fn term(variables: usize, random: &mut ChaCha8Rng) -> Term {
    if variables == 0 || random.random_bool(0.1) {
        return Term::Object(ObjectId(random.random_range(0..2)));
    }
    Term::Variable(VariableId::from_index(random.random_range(0..variables)))
}

fn atom(domain: &Domain, variables: usize, random: &mut ChaCha8Rng) -> Atom {
    let predicate = random.random_range(0..domain.predicates.len());
    let args = domain.predicates[predicate].parameters.iter().map(|_| term(variables, random)).collect();
    Atom { predicate: PredicateId::from_index(predicate), args }
}

fn literal(domain: &Domain, variables: usize, random: &mut ChaCha8Rng) -> Literal {
    match random.random_range(0..20) {
        0..11 => Literal::Holds(atom(domain, variables, random)),
        11..14 => Literal::Fails(atom(domain, variables, random)),
        14..16 => Literal::Different(term(variables, random), term(variables, random)),
        16..18 => {
            let named = ["q", "s"].choose(random).unwrap();
            let predicate = domain.predicates.iter().position(|predicate| predicate.name == *named).unwrap();
            let (from, to) = (term(variables, random), term(variables, random));
            let each = random.random_range(0..4);
            Literal::Leads { predicate: PredicateId::from_index(predicate), from, to, each }
        }
        _ => {
            let mut term = || term(variables, random);
            Literal::Path(Path { moves: 0, mover: vec![term()], from: term(), to: term() })
        }
    }
}

fn types(domain: &Domain, random: &mut ChaCha8Rng) -> TypeNames {
    let of = |name: &str| {
        let place = domain.types.iter().position(|of| of.name == name).unwrap();
        pddl::TypeId::from_index(place)
    };
    match random.random_range(0..8) {
        0 => vec![of("a")],
        1 => vec![of("b")],
        2 => vec![of("c")],
        3 => vec![of("b"), of("c")],
        _ => vec![of("object")],
    }
}

/// A condition with all that belongs to it.
struct Case {
    condition: Vec<Literal>,
    types: Vec<TypeNames>,
    exceptions: Vec<Exception>,
    /// Values that some variables have.
    bound: Vec<Option<ObjectId>>,
    /// Which of them the query knows of beforehand.
    is_bound: Vec<bool>,
}

impl Case {
    fn new(domain: &Domain, objects: usize, random: &mut ChaCha8Rng) -> Self {
        let variables = random.random_range(1..=4);
        let condition = (0..random.random_range(1..=6)).map(|_| literal(domain, variables, random)).collect();
        let exceptions = if random.random_bool(0.3) { random.random_range(1..=2) } else { 0 };
        let exceptions = (0..exceptions).map(|_| {
            let own = random.random_range(0..=1);
            let atoms =
                (0..random.random_range(1..=2)).map(|_| atom(domain, variables + own, random)).collect();
            Exception { atoms, types: (0..own).map(|_| types(domain, random)).collect() }
        });
        let exceptions = exceptions.collect();
        let mut bound = vec![None; variables];
        let mut is_bound = vec![false; variables];
        for variable in 0..variables {
            if random.random_bool(0.2) {
                bound[variable] = Some(ObjectId::from_index(random.random_range(0..objects)));
                is_bound[variable] = random.random_bool(0.7);
            }
        }
        Self {
            condition,
            types: (0..variables).map(|_| types(domain, random)).collect(),
            exceptions,
            bound,
            is_bound,
        }
    }
}

/// Relations, by definition.
struct Definition<'a> {
    domain: &'a Domain,
    objects: Vec<TypeNames>,
    atoms: BTreeSet<(usize, Vec<usize>)>,
    /// The lengths of chains, by predicate, and of paths last.
    distances: BTreeMap<Option<usize>, Vec<Vec<Option<u64>>>>,
}

impl<'a> Definition<'a> {
    fn new(world: &World<'a>, roads: &BTreeMap<(usize, usize), u64>) -> Self {
        let mut atoms = BTreeSet::new();
        for predicate in 0..world.domain.predicates.len() {
            for &atom in world.database.all(PredicateId::from_index(predicate)) {
                let args = world.database.args(atom).iter().map(|object| object.index()).collect();
                atoms.insert((predicate, args));
            }
        }
        let count = world.problem.objects.len();
        let binary = |(_, args): &&(usize, Vec<usize>)| args.len() == 2;
        let mut edges: BTreeMap<Option<usize>, Vec<(usize, usize, u64)>> = BTreeMap::new();
        for (predicate, args) in atoms.iter().filter(binary) {
            edges.entry(Some(*predicate)).or_default().push((args[0], args[1], 1));
        }
        edges.insert(None, roads.iter().map(|(&(from, to), &length)| (from, to, length)).collect());
        let distances = edges.into_iter().map(|(of, edges)| (of, all_distances(count, &edges))).collect();
        let objects = world.problem.objects.iter().map(|object| object.types.clone()).collect();
        Self { domain: world.domain, objects, atoms, distances }
    }

    fn fits(&self, object: usize, types: &TypeNames) -> bool {
        self.domain.types.fits(&self.objects[object], types)
    }

    fn holds(&self, atom: &Atom, binding: &[usize]) -> bool {
        let args = atom.args.iter().map(|term| value(*term, binding)).collect();
        self.atoms.contains(&(atom.predicate.index(), args))
    }

    fn distance(&self, of: Option<usize>, from: usize, to: usize) -> Option<u64> {
        if from == to {
            return Some(0);
        }
        self.distances.get(&of)?[from][to]
    }

    /// What a condition costs, if it holds.
    fn cost(&self, case: &Case, binding: &[usize]) -> Option<u64> {
        let typed = binding.iter().zip(&case.types).all(|(&object, types)| self.fits(object, types));
        let is_given = case.bound.iter().zip(binding);
        let is_given =
            is_given.into_iter().all(|(bound, &object)| bound.is_none_or(|own| own.index() == object));
        if !typed || !is_given || case.exceptions.iter().any(|exception| self.is_excepted(exception, binding))
        {
            return None;
        }
        let literal = |literal: &Literal| match literal {
            Literal::Holds(atom) => self.holds(atom, binding).then_some(0),
            Literal::Fails(atom) => (!self.holds(atom, binding)).then_some(0),
            Literal::Different(left, right) => (value(*left, binding) != value(*right, binding)).then_some(0),
            Literal::Leads { predicate, from, to, each } => self
                .distance(Some(predicate.index()), value(*from, binding), value(*to, binding))
                .map(|length| each * length),
            Literal::Path(path) => self.distance(None, value(path.from, binding), value(path.to, binding)),
        };
        case.condition.iter().map(literal).sum()
    }

    fn is_excepted(&self, exception: &Exception, binding: &[usize]) -> bool {
        tuples(self.objects.len(), exception.types.len()).any(|own| {
            let all: Vec<usize> = binding.iter().chain(&own).copied().collect();
            own.iter().zip(&exception.types).all(|(&object, types)| self.fits(object, types))
                && exception.atoms.iter().all(|atom| self.holds(atom, &all))
        })
    }

    fn answers(&self, case: &Case) -> BTreeMap<Vec<usize>, u64> {
        let tuples = tuples(self.objects.len(), case.types.len());
        tuples.filter_map(|tuple| self.cost(case, &tuple).map(|cost| (tuple, cost))).collect()
    }
}

fn value(term: Term, binding: &[usize]) -> usize {
    match term {
        Term::Object(object) => object.index(),
        Term::Variable(variable) => binding[variable.index()],
    }
}

fn tuples(objects: usize, length: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..objects.pow(length as u32))
        .map(move |number| (0..length).map(|place| number / objects.pow(place as u32) % objects).collect())
}

/// The algorithm of Floyd and Warshall.
fn all_distances(objects: usize, edges: &[(usize, usize, u64)]) -> Vec<Vec<Option<u64>>> {
    let mut distance = vec![vec![None; objects]; objects];
    let shorter = |one: Option<u64>, other: u64| Some(one.map_or(other, |one| one.min(other)));
    for &(from, to, length) in edges {
        distance[from][to] = shorter(distance[from][to], length);
    }
    for over in 0..objects {
        for from in 0..objects {
            for to in 0..objects {
                if let (Some(one), Some(other)) = (distance[from][over], distance[over][to]) {
                    distance[from][to] = shorter(distance[from][to], one + other);
                }
            }
        }
    }
    distance
}

#[test]
fn queries_find_what_trying_all_tuples_finds() {
    let domain = parse_domain(DOMAIN);
    let schemas = Schemas::new(&domain);
    let kinds: Arc<[Moves]> = moves(&schemas).into();
    assert_eq!(kinds.len(), 1);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut with_answers, mut without) = (0, 0);
    for number in 0..400 {
        let (text, roads) = problem(&mut random);
        let problem = parse_problem(&domain, &text);
        let mut world = World::new(&domain, &problem, &schemas).unwrap();
        // The lists of the database have to stay right where atoms come and go.
        for _ in 0..random.random_range(0..20) {
            let predicate = PredicateId::from_index(random.random_range(0..6));
            let args = domain.predicates[predicate.index()].parameters.iter();
            let objects = problem.objects.len();
            let args = args.map(|_| ObjectId::from_index(random.random_range(0..objects)));
            let args: Vec<ObjectId> = args.collect();
            let atom = world.database.number(predicate, &args);
            if !world.database.remove(atom) {
                world.database.insert(atom);
            }
        }
        let definition = Definition::new(&world, &roads);
        for _ in 0..8 {
            let case = Case::new(&domain, problem.objects.len(), &mut random);
            let answers = definition.answers(&case);
            let (condition, types) = (&case.condition, &case.types);
            let mut maps = Maps::new(Arc::clone(&kinds));
            let query =
                Query::with_paths(condition, types, &case.is_bound, (&world, &mut maps), &case.exceptions);
            let mut shown = BTreeMap::new();
            Search::new(&world, &mut maps, u64::MAX).run(&query, &case.bound, |_, binding, cost| {
                let binding: Vec<usize> = binding.iter().map(|object| object.index()).collect();
                assert!(shown.insert(binding, cost).is_none(), "shown twice");
                None
            });
            let about = || format!("{number}: {:?}, unless {:?}\n{text}", case.condition, case.exceptions);
            assert_eq!(shown, answers, "{}", about());
            let mut cheapest = None;
            Search::new(&world, &mut maps, u64::MAX).run(&query, &case.bound, |_, _, cost| {
                assert!(cheapest.is_none_or(|before| cost < before), "{}", about());
                cheapest = Some(cost);
                cheapest
            });
            assert_eq!(cheapest, answers.values().min().copied(), "{}", about());
            *(if answers.is_empty() { &mut without } else { &mut with_answers }) += 1;
        }
    }
    // The cases are no trivial ones.
    assert!(with_answers > 200 && without > 200, "{with_answers} {without}");
}
