//! Between ground tasks, whose facts and operators have names, and what rules speak of.

use pddl::{Domain, GroundAtom, ObjectId, PredicateId, Problem};
use rustc_hash::FxHashMap;
use task::{Fact, Task};

use crate::world::GroundAction;

/// Objects, predicates and actions by name.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    objects: FxHashMap<&'a str, ObjectId>,
    predicates: FxHashMap<&'a str, PredicateId>,
    actions: FxHashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    /// Those of a problem.
    pub fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        let objects = problem.objects.iter().enumerate();
        let predicates = domain.predicates.iter().enumerate();
        let actions = domain.actions.iter().enumerate();
        Self {
            objects: objects
                .map(|(index, object)| (object.name.as_str(), ObjectId::from_index(index)))
                .collect(),
            predicates: predicates
                .map(|(index, predicate)| (predicate.name.as_str(), PredicateId::from_index(index)))
                .collect(),
            actions: actions.map(|(index, action)| (action.name.as_str(), index)).collect(),
        }
    }

    /// The atom of a fact such as `Atom on(a, b)`.
    pub fn atom(&self, fact: &str) -> Option<GroundAtom> {
        let (predicate, args) = task::atom_parts(fact)?;
        let args: Option<_> = args.map(|name| self.objects.get(name).copied()).collect();
        Some(GroundAtom { predicate: *self.predicates.get(predicate)?, args: args? })
    }

    /// The facts of a task ground from the problem, by their atoms.
    pub fn facts(&self, task: &Task) -> FxHashMap<GroundAtom, Fact> {
        let mut facts = FxHashMap::default();
        for (variable, range) in task.variables.fact_offsets.windows(2).enumerate() {
            for index in range[0]..range[1] {
                if let Some(atom) = self.atom(&task.variables.fact_names[index as usize]) {
                    facts.insert(atom, Fact { variable: variable as u32, value: index - range[0] });
                }
            }
        }
        facts
    }

    /// The action that an operator is, by its name, as in `stack a b`.
    pub fn action(&self, operator: &str) -> Option<GroundAction> {
        let mut words = operator.split_ascii_whitespace();
        let action = *self.actions.get(words.next()?)?;
        let args: Option<_> = words.map(|word| self.objects.get(word).copied()).collect();
        Some(GroundAction { action, args: args? })
    }

    /// The actions that operators of a task ground from the problem are.
    pub fn actions(&self, task: &Task, plan: &[u32]) -> Option<Vec<GroundAction>> {
        plan.iter().map(|&operator| self.action(&task.operators.names[operator as usize])).collect()
    }
}
