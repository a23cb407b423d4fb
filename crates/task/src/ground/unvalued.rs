//! Actions that can't be applied since the initial state gives no value to their cost.

use super::reach::{Reachability, fill};
use super::rules::UnvaluedRule;
use crate::Unvalued;
use pddl::{Cost, Domain, Problem};
use search::{Budget, Exhausted};

/// An action that would be reachable if its cost had a value, given the fixed point without such actions. If there is
/// none, the fixed point would be the same with them.
pub(super) fn find(
    domain: &Domain,
    problem: &Problem,
    reachability: &mut Reachability,
    rules: &[UnvaluedRule],
    budget: &Budget,
) -> Result<Option<Box<Unvalued>>, Exhausted> {
    for &UnvaluedRule { rule, action, cost } in rules {
        let Some(binding) = reachability.any_instance(rule, budget)? else { continue };
        let action = &domain.actions[action];
        let Cost::Function(function, args) = &action.cost[cost] else { continue };
        let mut tuple = Vec::new();
        fill(&mut tuple, args, &binding);
        let text = |name: &str, objects: &[u32]| {
            let objects = objects.iter().map(|&object| problem.objects[object as usize].name.as_str());
            let words: Vec<&str> = [name].into_iter().chain(objects).collect();
            format!("({})", words.join(" "))
        };
        return Ok(Some(Box::new(Unvalued {
            action: text(&action.name, &binding[..action.arity]),
            cost: text(&domain.functions[function.index()].name, &tuple),
        })));
    }
    Ok(None)
}
