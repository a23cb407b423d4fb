//! Rules for the default values of derived variables, so that the relaxed task can achieve them as well.

use task::{Fact, Rows, Task};

use super::conjunction::conjunction;
use super::{cycles, transposed};

/// A variable whose axioms negate into more facts than this is taken to keep its default for free.
const MOST_FACTS: usize = 20_000;

/// Rules for the default values of derived variables that conditions ask for, each a head and its conditions.
///
/// A derived variable keeps its default if each of its axioms has a condition that does not hold. If the variable
/// depends on itself, that is not all, and the default is taken to come for free.
pub(crate) fn default_rules(task: &Task) -> Vec<(Fact, Vec<Fact>)> {
    let heads: Rows<u32> = task.axioms.heads.iter().map(|head| [head.variable]).collect();
    let axioms_of = transposed(&heads, task.variables.len());
    let recursive = recursive(task, &axioms_of);
    let mut defaults = Defaults { task, needed: vec![false; task.variables.len()], pending: Vec::new() };
    defaults.need(&task.goal);
    defaults.need(task.operators.preconditions.items());
    defaults.need(task.operators.effect_conditions.items());
    defaults.need(task.axioms.conditions.items());
    let mut rules = Vec::new();
    while let Some(variable) = defaults.pending.pop() {
        let at = variable as usize;
        let negated = if recursive[at] { None } else { negated(task, &axioms_of[at]) };
        for condition in negated.unwrap_or_else(|| vec![Vec::new()]) {
            defaults.need(&condition);
            rules.push((Fact { variable, value: task.initial[at] }, condition));
        }
    }
    rules
}

/// The derived variables whose defaults are asked for.
struct Defaults<'a> {
    task: &'a Task,
    needed: Vec<bool>,
    pending: Vec<u32>,
}

impl Defaults<'_> {
    fn need(&mut self, facts: &[Fact]) {
        for fact in facts {
            let variable = fact.variable as usize;
            let is_derived = self.task.variables.layers[variable].is_some();
            if is_derived && fact.value == self.task.initial[variable] && !self.needed[variable] {
                self.needed[variable] = true;
                self.pending.push(fact.variable);
            }
        }
    }
}

/// Which variables depend on themselves?
fn recursive(task: &Task, axioms_of: &Rows<u32>) -> Vec<bool> {
    let conditions_of = |axioms: &[u32]| -> Vec<u32> {
        let conditions = axioms.iter().flat_map(|&axiom| &task.axioms.conditions[axiom as usize]);
        conditions.map(|fact| fact.variable).collect()
    };
    cycles::on_cycle(&axioms_of.iter().map(conditions_of).collect())
}

/// All minimal sets of facts with which every one of the axioms fails; `None` if there are too many.
fn negated(task: &Task, axioms: &[u32]) -> Option<Vec<Vec<Fact>>> {
    let mut ways: Vec<Vec<Fact>> = vec![Vec::new()];
    for &axiom in axioms {
        let failures: Vec<Fact> = task.axioms.conditions[axiom as usize]
            .iter()
            .flat_map(|&fact| other_values(task, fact))
            .collect();
        let mut longer: Vec<Vec<Fact>> = Vec::new();
        let mut facts = 0;
        for way in &ways {
            if way.iter().any(|fact| failures.contains(fact)) {
                longer.push(way.clone());
                continue;
            }
            for &failure in &failures {
                longer.extend(conjunction(way, &[failure]));
                facts += way.len() + 1;
                if facts > MOST_FACTS {
                    return None;
                }
            }
        }
        ways = without_supersets(longer);
    }
    Some(ways)
}

fn other_values(task: &Task, fact: Fact) -> impl Iterator<Item = Fact> {
    let values = 0..task.variables.domain_size(fact.variable as usize) as u32;
    values.filter(move |&value| value != fact.value).map(move |value| Fact { value, ..fact })
}

/// Without conditions that include all facts of another one.
fn without_supersets(mut conditions: Vec<Vec<Fact>>) -> Vec<Vec<Fact>> {
    conditions.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let mut kept: Vec<Vec<Fact>> = Vec::new();
    for condition in conditions {
        if !kept.iter().any(|known| known.iter().all(|fact| condition.contains(fact))) {
            kept.push(condition);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(variable: u32, value: u32) -> Fact {
        Fact { variable, value }
    }

    /// Variables of two values each, the last one derived; its default, 0, is the goal.
    fn task(variables: u32, axioms: &[&[Fact]]) -> Task {
        let mut task = Task { initial: vec![0; variables as usize], ..Task::default() };
        task.variables.layers = vec![None; variables as usize];
        task.variables.layers[variables as usize - 1] = Some(0);
        task.variables.fact_offsets = (0..=variables).map(|variable| 2 * variable).collect();
        task.goal = vec![fact(variables - 1, 0)];
        for axiom in axioms {
            task.axioms.heads.push(fact(variables - 1, 1));
            task.axioms.conditions.push(axiom.iter().copied());
        }
        task
    }

    #[test]
    fn every_axiom_must_fail() {
        let task = task(4, &[&[fact(0, 1), fact(1, 1)], &[fact(0, 1), fact(2, 0)]]);
        let rules = default_rules(&task);
        assert_eq!(rules, [(fact(3, 0), vec![fact(0, 0)]), (fact(3, 0), vec![fact(1, 0), fact(2, 1)])]);
    }

    #[test]
    fn what_holds_unconditionally_cannot_fail() {
        assert!(default_rules(&task(2, &[&[]])).is_empty());
        assert_eq!(default_rules(&task(2, &[])), [(fact(1, 0), vec![])]);
    }

    #[test]
    fn a_recursive_variable_keeps_its_default_for_free() {
        assert_eq!(default_rules(&task(2, &[&[fact(0, 1), fact(1, 1)]])), [(fact(1, 0), vec![])]);
    }

    #[test]
    fn contradictory_ways_to_fail_are_no_ways() {
        assert!(default_rules(&task(2, &[&[fact(0, 0)], &[fact(0, 1)]])).is_empty());
    }

    #[test]
    fn too_many_ways_to_fail_are_approximated() {
        let pairs: Vec<[Fact; 2]> = (0..30).map(|pair| [fact(2 * pair, 1), fact(2 * pair + 1, 1)]).collect();
        let axioms: Vec<&[Fact]> = pairs.iter().map(|pair| &pair[..]).collect();
        assert_eq!(default_rules(&task(61, &axioms)), [(fact(60, 0), vec![])]);
    }
}
