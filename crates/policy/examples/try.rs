#![expect(clippy::print_stdout, clippy::unwrap_used, missing_docs)]
use std::sync::Arc;
use std::time::Instant;
use policy::act::{Actor, Ready};
use policy::example::{Effort, Example};
use policy::{learn, moves, schema, text, world::World};
use pddl::{Source, Strictness};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let domain_text = std::fs::read_to_string(&args[1]).unwrap();
    let domain = pddl::parse_domain(&Source::new("domain", &domain_text), Strictness::Lenient).unwrap().value;
    let budget = search::Budget::default();
    let schemas = schema::Schemas::new(&domain);
    let kinds: Arc<[moves::Moves]> = moves::moves(&schemas).into();
    let read = |path: &std::path::Path| {
        let t = std::fs::read_to_string(path).unwrap();
        pddl::parse_problem(&domain, &Source::new("problem", &t), Strictness::Lenient).unwrap().value
    };
    let strategy = if args[2].ends_with(".rules") {
        let t = std::fs::read_to_string(&args[2]).unwrap();
        text::parse(induction::Source { name: &args[2], text: &t }, &domain, &schemas, &kinds).unwrap_or_else(|e| panic!("{e}"))
    } else {
        let mut files: Vec<_> = std::fs::read_dir(&args[2]).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "pddl") && !p.ends_with("domain.pddl")).collect();
        files.sort();
        let mut examples = Vec::new();
        let begin = Instant::now();
        for f in &files {
            let problem = read(f);
            let task = task::ground(&domain, &problem, &budget).unwrap();
            examples.push(Example { problem, task });
        }
        examples.sort_by_key(|e| e.task.operators.costs.len());
        let effort = Effort { orders: 3, expansions: 1000, seed: 1 };
        let lesson = learn::learn(&domain, &examples, &effort, 2, &budget, |line| println!("{:.1} {line}", begin.elapsed().as_secs_f64()));
        println!("given up {} achieved {} seconds {:.1}", lesson.given_up, lesson.achieved, begin.elapsed().as_secs_f64());
        let t = text::write(&lesson.strategy, &domain, &kinds, &[]);
        std::fs::write(&args[3], &t).unwrap();
        let back = text::parse(induction::Source { name: &args[3], text: &t }, &domain, &schemas, &kinds).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(back.rules.len(), lesson.strategy.rules.len());
        for (a, b) in back.rules.iter().zip(&lesson.strategy.rules) { if (&a.goal, a.condition.len(), a.steps.len(), a.types.len()) != (&b.goal, b.condition.len(), b.steps.len(), b.types.len()) { println!("ROUNDTRIP {a:?}\n{b:?}"); } }
        lesson.strategy
    };
    println!("{} rules, {} orders", strategy.rules.len(), strategy.orders.len());
    for f in args.iter().skip(if args[2].ends_with(".rules") { 3 } else { 4 }) {
        let problem = read(std::path::Path::new(f));
        let begin = Instant::now();
        let world = World::new(&domain, &problem, &schemas).unwrap();
        let ready = Arc::new(Ready::new(&strategy, Arc::clone(&kinds), &world));
        let all = world.goals.len();
        let mut actor = Actor::new(world, Arc::clone(&ready));
        let ended = actor.run(|| begin.elapsed().as_secs() > 60);
        let cost: u64 = actor.taken.iter().filter_map(|t| actor.world.cost(&t.action)).sum();
        if std::env::var("SHOW").is_ok() && actor.world.open_goals() > 0 {
            for t in actor.taken.iter().rev().take(30).rev() { println!("{} rule {} goal {}", actor.world.text(&t.action), t.rule, actor.world.atom_text(actor.world.goals[t.goal])); }
            for g in &actor.world.goals { if !actor.world.database.holds(*g) { println!("OPEN {}", actor.world.atom_text(*g)); } }
            for (i, _) in domain.predicates.iter().enumerate() { if schemas.is_fluent[i] { for a in actor.world.database.all(pddl::PredicateId::from_index(i)).iter().take(12) { print!(" {}", actor.world.atom_text(*a)); } println!(); } }
        }
        println!("{} {ended:?} steps {} cost {cost} open {} of {all}, {:.2} s", f.rsplit('/').next().unwrap(), actor.taken.len(), actor.world.open_goals(), begin.elapsed().as_secs_f64());
    }
}
