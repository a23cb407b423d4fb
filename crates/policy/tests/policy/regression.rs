//! Rules do what regression proves of them.

use std::sync::Arc;

use pddl::{Domain, ObjectId, Problem, Term};
use policy::maps::Maps;
use policy::moves::{Moves, moves};
use policy::query::{Query, Search};
use policy::rule::{Literal, Rule, Step};
use policy::schema::Schemas;
use policy::world::{GroundAction, World};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::support::{draw, generated, learned};

/// All bindings of a rule for a goal, up to a number of them, with what the rule says they cost.
fn matches(
    world: &World<'_>,
    maps: &mut Maps,
    rule: &Rule,
    goal: policy::database::AtomId,
) -> Vec<(Vec<ObjectId>, u64)> {
    let mut bound = vec![None; rule.variables()];
    for (term, &object) in rule.goal.args.iter().zip(world.database.args(goal)) {
        match term {
            Term::Object(own) if *own != object => return Vec::new(),
            Term::Object(_) => {}
            Term::Variable(variable) => {
                if *bound[variable.index()].get_or_insert(object) != object {
                    return Vec::new();
                }
            }
        }
    }
    let is_bound: Vec<bool> = bound.iter().map(Option::is_some).collect();
    let query = Query::new(&rule.condition, &rule.types, &is_bound, world);
    let mut found = Vec::new();
    Search::new(world, maps, 20_000).run(&query, &bound, |_, binding, cost| {
        found.push((binding.to_vec(), rule.cost + cost));
        (found.len() >= 30).then_some(0)
    });
    found
}

/// Takes all steps of a rule. Returns what they cost and how many actions they were.
fn execute(
    world: &mut World<'_>,
    maps: &mut Maps,
    rule: &Rule,
    binding: &[ObjectId],
) -> Result<(u64, usize), String> {
    let object = |term: &Term| match term {
        Term::Object(object) => *object,
        Term::Variable(variable) => binding[variable.index()],
    };
    let (mut cost, mut count) = (0, 0);
    let mut take = |world: &mut World<'_>, action: &GroundAction| {
        if !world.is_applicable(action) {
            return Err(format!("{} is not applicable", world.text(action)));
        }
        cost += world.cost(action).unwrap();
        count += 1;
        world.apply(action);
        Ok(())
    };
    for step in &rule.steps {
        match step {
            Step::Act { action, args } => {
                take(world, &GroundAction { action: *action, args: args.iter().map(object).collect() })?;
            }
            Step::Go(path) => {
                let mover: Vec<ObjectId> = path.mover.iter().map(object).collect();
                let (mut at, to) = (object(&path.from), object(&path.to));
                while at != to {
                    let action = maps.first(world, path.moves, &mover, at, to).ok_or("there is no path")?;
                    let kinds = Arc::clone(&maps.moves);
                    take(world, &action)?;
                    let (moved, from, next) = kinds[path.moves].read(&action).ok_or("this is no move")?;
                    assert_eq!((moved, from), (mover.clone(), at));
                    at = next;
                }
            }
        }
    }
    Ok((cost, count))
}

/// Tries rules in states on random ways through problems. Returns how many matches were tried.
pub(crate) fn check_rules(
    domain: &Domain,
    problems: &[Problem],
    rules: &[Rule],
    has_exact_costs: bool,
) -> usize {
    let schemas = Schemas::new(domain);
    let kinds: Arc<[Moves]> = moves(&schemas).into();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut tried = 0;
    for problem in problems {
        let mut maps = Maps::new(Arc::clone(&kinds));
        let mut world = World::new(domain, problem, &schemas).unwrap();
        for _ in 0..25 {
            for rule in rules {
                let open = |goal: &&u32| !world.database.holds(**goal);
                let goals: Vec<u32> = world.goals.iter().filter(open).copied().collect();
                let own = |goal: &&u32| world.database.predicate(**goal) == rule.goal.predicate;
                for &goal in goals.iter().filter(own).take(4) {
                    for (binding, expected) in matches(&world, &mut maps, rule, goal) {
                        tried += 1;
                        let mut after = world.clone();
                        let about = || {
                            let text = policy::text::in_words(rule, domain, &kinds);
                            format!("{text} {rule:?} with {binding:?} for {}", world.atom_text(goal))
                        };
                        let executed = execute(&mut after, &mut maps, rule, &binding);
                        let (cost, _) = executed.unwrap_or_else(|why| panic!("{why}: {}", about()));
                        assert!(after.database.holds(goal), "the goal does not hold after {}", about());
                        if has_exact_costs {
                            assert_eq!(cost, expected, "another cost of {}", about());
                        }
                    }
                }
            }
            let Some(action) = draw(&world, &mut random) else { break };
            world.apply(&action);
            // What holds now is a goal for later.
            let added = world.last_changes().iter().filter(|(_, added)| *added).map(|(atom, _)| *atom);
            let added: Vec<u32> = added.filter(|atom| !world.goals.contains(atom)).collect();
            world.goals.extend(added.choose(&mut random));
        }
    }
    tried
}

fn is_exact(rule: &&Rule) -> bool {
    !rule.condition.iter().any(|literal| matches!(literal, Literal::Leads { .. }))
}

#[test]
fn the_steps_of_rules_achieve_their_goals_at_their_costs() {
    for (name, small, larger) in [
        ("ipc23-ferry", &[("cars", 2), ("locations", 4)][..], &[("cars", 4), ("locations", 6)][..]),
        ("gripper", &[("balls", 3)], &[("balls", 5)]),
        ("blocksworld", &[("blocks", 4)], &[("blocks", 6)]),
        (
            "ipc23-transport",
            &[("vehicles", 2), ("packages", 2), ("locations", 4)],
            &[("vehicles", 3), ("packages", 3), ("locations", 6)],
        ),
        ("ipc23-rovers", &[("rovers", 1), ("waypoints", 4)], &[("rovers", 2), ("waypoints", 5)]),
        ("ipc23-satellite", &[("satellites", 2), ("directions", 4)], &[("satellites", 2), ("directions", 6)]),
        ("logistics", &[("packages", 2)], &[("packages", 3)]),
        ("transport", &[("packages", 2)], &[("packages", 3)]),
    ] {
        let (domain, problems) = generated(name, small, 1..=4);
        let strategy = learned(&domain, &problems).strategy;
        let rules: Vec<Rule> = strategy.rules.iter().filter(is_exact).cloned().collect();
        assert!(!rules.is_empty(), "{name}");
        let (_, larger) = generated(name, larger, 11..=14);
        let tried = check_rules(&domain, &larger, &rules, true);
        assert!(tried > 50, "{name}: only {tried} matches of {} rules", rules.len());
    }
}
