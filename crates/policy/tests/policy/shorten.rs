//! Plans without what they don't need.

use generators::{Generator, Size};
use pddl::{Domain, ObjectId, PredicateId, Problem, Source, Strictness};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use policy::database::AtomId;
use policy::schema::Schemas;
use policy::shorten::{eliminate, shorten};
use policy::world::{GroundAction, World};

fn parse(domain: &str, problem: &str) -> (Domain, Problem) {
    let domain = pddl::parse_domain(&Source::new("domain", domain), Strictness::Lenient).unwrap().value;
    let problem = pddl::parse_problem(&domain, &Source::new("problem", problem), Strictness::Lenient);
    let problem = problem.unwrap().value;
    (domain, problem)
}

fn generated(name: &str, parameters: &[(&str, u32)], number: u64) -> (Domain, Problem) {
    let domain = generators::find(name).unwrap();
    let mut generator = Generator::new(domain, Size::Small);
    for &(parameter, value) in parameters {
        generator.set(parameter, value).unwrap();
    }
    parse(domain.pddl, &generator.problem(7, number).unwrap())
}

/// The action of a text as `stack a b`.
fn action(world: &World<'_>, text: &str) -> GroundAction {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap();
    let action = world.domain.actions.iter().position(|action| &*action.name == name).unwrap();
    let object = |name: &str| {
        let place = world.problem.objects.iter().position(|object| &*object.name == name);
        ObjectId::from_index(place.unwrap())
    };
    GroundAction { action, args: words.map(object).collect() }
}

fn plan_of(world: &World<'_>, lines: &[&str]) -> Vec<GroundAction> {
    lines.iter().map(|line| action(world, line)).collect()
}

fn cost(world: &World<'_>, plan: &[GroundAction]) -> u64 {
    plan.iter().map(|action| world.cost(action).unwrap()).sum()
}

fn is_valid(world: &mut World<'_>, plan: &[GroundAction]) -> bool {
    let mut applied = 0;
    while applied < plan.len() && world.is_applicable(&plan[applied]) {
        world.apply(&plan[applied]);
        applied += 1;
    }
    let is_valid = applied == plan.len() && world.open_goals() == 0;
    (0..applied).for_each(|_| world.undo());
    is_valid
}

/// Any applicable action.
fn draw(world: &World<'_>, random: &mut ChaCha8Rng) -> Option<GroundAction> {
    for _ in 0..100_000 {
        let action = random.random_range(0..world.schemas.actions.len());
        let schema = world.schemas.actions[action].as_ref().unwrap();
        let args = schema.types.iter().map(|_| random.random_range(0..world.database.objects()));
        let action = GroundAction { action, args: args.map(ObjectId::from_index).collect() };
        if world.is_applicable(&action) {
            return Some(action);
        }
    }
    None
}

/// A random walk; many of the atoms that hold at its end become the goals.
fn walk(world: &mut World<'_>, steps: usize, random: &mut ChaCha8Rng) -> Vec<GroundAction> {
    let mut plan = Vec::new();
    for _ in 0..steps {
        let Some(action) = draw(world, random) else { break };
        world.apply(&action);
        plan.push(action);
    }
    let predicates = (0..world.domain.predicates.len()).map(PredicateId::from_index);
    let fluent = predicates.filter(|predicate| !world.schemas.is_static(*predicate));
    let holding: Vec<AtomId> = fluent.flat_map(|predicate| world.database.all(predicate).to_vec()).collect();
    world.goals = holding.into_iter().filter(|_| random.random_bool(0.7)).collect();
    plan.iter().for_each(|_| world.undo());
    plan
}

/// Action elimination by its definition.
fn eliminate_by_definition(world: &mut World<'_>, plan: &[GroundAction]) -> Vec<GroundAction> {
    let mut plan = plan.to_vec();
    loop {
        let before = plan.len();
        let mut place = 0;
        while place < plan.len() {
            let mut kept = plan[..place].to_vec();
            kept.iter().for_each(|action| world.apply(action));
            for action in &plan[place + 1..] {
                if world.is_applicable(action) {
                    world.apply(action);
                    kept.push(action.clone());
                }
            }
            let is_plan = world.open_goals() == 0;
            kept.iter().for_each(|_| world.undo());
            if is_plan {
                plan = kept;
            } else {
                place += 1;
            }
        }
        if plan.len() == before {
            return plan;
        }
    }
}

const DOMAINS: [(&str, &[(&str, u32)]); 6] = [
    ("gripper", &[("balls", 4)]),
    ("blocksworld", &[("blocks", 5)]),
    ("transport", &[("city-size", 4), ("packages", 3)]),
    ("ipc23-ferry", &[]),
    ("ipc23-spanner", &[]),
    ("ipc23-floortile", &[]),
];

#[test]
fn elimination_is_that_of_the_definition_on_random_walks() {
    let mut shorter = 0;
    for (name, parameters) in DOMAINS {
        for number in 1..=30 {
            let (domain, problem) = generated(name, parameters, number);
            let schemas = Schemas::new(&domain);
            let mut world = World::new(&domain, &problem, &schemas).unwrap();
            let hash = world.database.hash();
            let plan = walk(&mut world, 40, &mut ChaCha8Rng::seed_from_u64(number));
            let reduced = eliminate(&mut world, &plan, || false);
            assert_eq!(reduced, eliminate_by_definition(&mut world, &plan), "{name} {number}");
            assert!(is_valid(&mut world, &reduced));
            assert_eq!(world.database.hash(), hash);
            shorter += usize::from(reduced.len() < plan.len());
        }
    }
    assert!(shorter > 100, "{shorter}");
}

#[test]
fn shortened_walks_are_plans_that_cost_no_more() {
    for (name, parameters) in DOMAINS {
        for number in 1..=5 {
            let (domain, problem) = generated(name, parameters, number);
            let schemas = Schemas::new(&domain);
            let mut world = World::new(&domain, &problem, &schemas).unwrap();
            let hash = world.database.hash();
            let plan = walk(&mut world, 40, &mut ChaCha8Rng::seed_from_u64(number));
            let reduced = eliminate(&mut world, &plan, || false);
            let shortened = shorten(&mut world, &plan, || false);
            assert!(is_valid(&mut world, &shortened), "{name} {number}");
            assert!(cost(&world, &shortened) <= cost(&world, &reduced));
            assert_eq!(world.database.hash(), hash);
            assert_eq!(shortened, shorten(&mut world, &plan, || false));
        }
    }
}

#[test]
fn stopped_at_any_time_it_is_a_plan() {
    let (domain, problem) = generated("transport", &[("city-size", 4), ("packages", 3)], 1);
    let schemas = Schemas::new(&domain);
    let mut world = World::new(&domain, &problem, &schemas).unwrap();
    let hash = world.database.hash();
    let plan = walk(&mut world, 40, &mut ChaCha8Rng::seed_from_u64(1));
    for patience in (0..200).step_by(7) {
        let mut asked = 0;
        let shortened = shorten(&mut world, &plan, || {
            asked += 1;
            asked > patience
        });
        assert!(is_valid(&mut world, &shortened));
        assert!(cost(&world, &shortened) <= cost(&world, &plan));
        assert_eq!(world.database.hash(), hash);
    }
}

const GRIPPER: &str = "(define (problem two) (:domain gripper) (:objects a b l r x y)
    (:init (room a) (room b) (gripper l) (gripper r) (ball x) (ball y)
        (at-robby a) (free l) (free r) (at x a) (at y a))
    (:goal (and (at x b) (at y b))))";

fn in_gripper(test: impl FnOnce(&mut World<'_>)) {
    let (domain, problem) = parse(generators::find("gripper").unwrap().pddl, GRIPPER);
    let schemas = Schemas::new(&domain);
    test(&mut World::new(&domain, &problem, &schemas).unwrap());
}

#[test]
fn detours_are_left_out() {
    in_gripper(|world| {
        let short = ["pick x a l", "pick y a r", "move a b", "drop x b l", "drop y b r"];
        let long = ["move a b", "move b a", "pick x a l", "drop x a l", "pick x a l", "pick y a r"];
        let long: Vec<&str> =
            long.into_iter().chain(["move a b", "drop x b l", "drop y b r", "move b a"]).collect();
        let long = plan_of(world, &long);
        assert_eq!(eliminate(world, &long, || false), plan_of(world, &short));
    });
}

#[test]
fn two_ways_with_one_ball_each_become_one_with_both() {
    in_gripper(|world| {
        let lines =
            ["pick x a l", "move a b", "drop x b l", "move b a", "pick y a l", "move a b", "drop y b l"];
        let plan = plan_of(world, &lines);
        assert_eq!(eliminate(world, &plan, || false), plan);
        let shortened = shorten(world, &plan, || false);
        assert!(is_valid(world, &shortened));
        // The other hand occurs nowhere in the plan, and is not thought of.
        assert_eq!(shortened.len(), 7);
        let lines =
            ["pick x a r", "move a b", "drop x b r", "move b a", "pick y a l", "move a b", "drop y b l"];
        let shortened = shorten(world, &plan_of(world, &lines), || false);
        assert!(is_valid(world, &shortened));
        assert_eq!(shortened.len(), 5);
    });
}

#[test]
fn what_is_no_plan_is_returned_as_it_is() {
    in_gripper(|world| {
        let plan = plan_of(world, &["move a b", "move a b"]);
        assert_eq!(shorten(world, &plan, || false), plan);
        let plan = plan_of(world, &["move a b"]);
        assert_eq!(shorten(world, &plan, || false), plan);
        let wrong = [
            GroundAction { action: 99, args: Vec::new() },
            GroundAction { action: 0, args: Vec::new() },
            GroundAction { action: 0, args: vec![ObjectId(99), ObjectId(98)] },
        ];
        for action in wrong {
            assert_eq!(shorten(world, std::slice::from_ref(&action), || false), [action]);
        }
    });
}

/// Goes by the least number of drives.
fn way(world: &World<'_>, from: ObjectId, to: ObjectId) -> Vec<ObjectId> {
    let road = predicate(world, "road");
    let mut towards = vec![None; world.database.objects()];
    let mut queue = std::collections::VecDeque::from([to]);
    while let Some(place) = queue.pop_front() {
        for &atom in world.database.with(road, 1, place) {
            let before = world.database.args(atom)[0];
            if before != to && towards[before.index()].is_none() {
                towards[before.index()] = Some(place);
                queue.push_back(before);
            }
        }
    }
    std::iter::successors(Some(from), |place| towards[place.index()]).collect()
}

fn predicate(world: &World<'_>, name: &str) -> PredicateId {
    let place = world.domain.predicates.iter().position(|predicate| &*predicate.name == name);
    PredicateId::from_index(place.unwrap())
}

/// Brings each package on its own, with the vehicles in turn, to its place.
fn one_by_one(world: &mut World<'_>, vehicles: usize) -> Vec<GroundAction> {
    let at = predicate(world, "at");
    let name = |world: &World<'_>, object: ObjectId| world.problem.objects[object.index()].name.to_string();
    let place = |world: &World<'_>, thing| world.database.args(world.database.with(at, 0, thing)[0])[1];
    let mut plan = Vec::new();
    for (number, goal) in world.goals.clone().into_iter().enumerate() {
        let [package, to] = *world.database.args(goal) else { panic!("an atom of two objects") };
        let vehicle = format!("truck{}", number % vehicles + 1);
        let mover = world.problem.objects.iter().position(|object| *object.name == *vehicle).unwrap();
        let free = world.database.with(predicate(world, "capacity"), 0, ObjectId::from_index(mover))[0];
        let more = world.database.args(free)[1];
        let less = world.database.with(predicate(world, "capacity-predecessor"), 1, more)[0];
        let numbers = format!("{} {}", name(world, world.database.args(less)[0]), name(world, more));
        let from = place(world, package);
        let mut lines = Vec::new();
        for (start, end, what) in
            [(place(world, ObjectId::from_index(mover)), from, "pick-up"), (from, to, "drop")]
        {
            let way = way(world, start, end);
            lines.extend(way.windows(2).map(|places| {
                format!("drive {vehicle} {} {}", name(world, places[0]), name(world, places[1]))
            }));
            lines.push(format!("{what} {vehicle} {} {} {numbers}", name(world, end), name(world, package)));
        }
        for line in lines {
            let action = action(world, &line);
            assert!(world.is_applicable(&action), "{line}");
            world.apply(&action);
            plan.push(action);
        }
    }
    plan.iter().for_each(|_| world.undo());
    plan
}

#[test]
fn deliveries_one_by_one_are_shortened() {
    let parameters = [("city-size", 40), ("packages", 10), ("vehicles", 3)];
    let (domain, problem) = generated("transport", &parameters, 1);
    let schemas = Schemas::new(&domain);
    let mut world = World::new(&domain, &problem, &schemas).unwrap();
    let plan = one_by_one(&mut world, 3);
    assert!(is_valid(&mut world, &plan));
    let shortened = shorten(&mut world, &plan, || false);
    assert!(is_valid(&mut world, &shortened));
    assert!(cost(&world, &shortened) < cost(&world, &plan));
}
