use std::sync::Arc;

use generators::{Generator, Size};
use pddl::{Domain, ObjectId, Problem, Source, Strictness};
use policy::act::{Actor, Ended};
use policy::example::{Effort, Example};
use policy::learn::{Lesson, learn};
use policy::moves::moves;
use policy::notebook::Notebook;
use policy::ready::Ready;
use policy::rule::Strategy;
use policy::schema::Schemas;
use policy::world::{GroundAction, World};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::Budget;

pub(crate) fn parse_domain(domain: &str) -> Domain {
    pddl::parse_domain(&Source::new("domain", domain), Strictness::Lenient).unwrap().value
}

pub(crate) fn parse_problem(domain: &Domain, problem: &str) -> Problem {
    pddl::parse_problem(domain, &Source::new("problem", problem), Strictness::Lenient).unwrap().value
}

/// A domain, and a problem of each number, generated with parameters of these values.
pub(crate) fn generated(
    name: &str,
    parameters: &[(&str, u32)],
    numbers: impl IntoIterator<Item = u64>,
) -> (Domain, Vec<Problem>) {
    let known = generators::find(name).unwrap();
    let mut generator = Generator::new(known, Size::Small);
    for &(parameter, value) in parameters {
        generator.set(parameter, value).unwrap();
    }
    let domain = parse_domain(known.pddl);
    let problem = |number| parse_problem(&domain, &generator.problem(7, number).unwrap());
    let problems = numbers.into_iter().map(problem).collect();
    (domain, problems)
}

pub(crate) fn examples(domain: &Domain, problems: &[Problem]) -> Vec<Example> {
    let example = |problem: &Problem| {
        let task = task::ground(domain, problem, &Budget::unlimited()).unwrap();
        Example { problem: problem.clone(), task }
    };
    let mut examples: Vec<Example> = problems.iter().map(example).collect();
    examples.sort_by_key(|example| example.task.operators.costs.len());
    examples
}

pub(crate) fn learned_with(domain: &Domain, problems: &[Problem], effort: &Effort, threads: usize) -> Lesson {
    learn(
        domain,
        &examples(domain, problems),
        effort,
        threads,
        &Budget::unlimited(),
        &Notebook::default(),
        |_| (),
    )
}

pub(crate) fn learned_by(domain: &Domain, problems: &[Problem], seed: u64, threads: usize) -> Lesson {
    learned_with(domain, problems, &Effort { seed, ..Effort::default() }, threads)
}

pub(crate) fn learned(domain: &Domain, problems: &[Problem]) -> Lesson {
    learned_by(domain, problems, 1, 2)
}

/// How acting by a strategy ends, and the plan.
pub(crate) fn acted(domain: &Domain, problem: &Problem, strategy: &Strategy) -> (Ended, Vec<GroundAction>) {
    let schemas = Schemas::new(domain);
    let world = World::new(domain, problem, &schemas).unwrap();
    let ready = Ready::new(strategy, moves(&schemas).into(), &world);
    let mut actor = Actor::new(world, Arc::new(ready));
    let ended = actor.run(|| false);
    (ended, actor.taken.into_iter().map(|taken| taken.action).collect())
}

/// Can all actions be applied, one after the other, and do all goals hold then? By the validator of tasks, not by the actor's world.
pub(crate) fn is_plan(domain: &Domain, problem: &Problem, actions: &[GroundAction]) -> bool {
    let schemas = Schemas::new(domain);
    let world = World::new(domain, problem, &schemas).unwrap();
    let names: Vec<String> =
        actions.iter().map(|action| world.text(action).trim_matches(['(', ')']).to_owned()).collect();
    let plan: task::Plan = names.iter().map(String::as_str).collect();
    matches!(task::validate(domain, problem, &plan), Ok(task::Verdict::Valid { .. }))
}

/// Any applicable action.
pub(crate) fn draw(world: &World<'_>, random: &mut ChaCha8Rng) -> Option<GroundAction> {
    for _ in 0..20_000 {
        let action = random.random_range(0..world.schemas.actions.len());
        let Some(schema) = &world.schemas.actions[action] else { continue };
        let object = |types: &Vec<pddl::TypeId>| match world.objects_of(types) {
            Some(objects) => objects.choose(random).copied(),
            None => Some(ObjectId::from_index(random.random_range(0..world.database.objects()))),
        };
        let Some(args) = schema.types.iter().map(object).collect() else { continue };
        let action = GroundAction { action, args };
        if world.is_applicable(&action) {
            return Some(action);
        }
    }
    None
}
