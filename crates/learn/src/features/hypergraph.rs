//! The delete relaxation as a hypergraph: features for hypergraph networks.

use std::sync::Arc;

use heuristics::{RelaxedAction, RelaxedHypergraph};
use network::hypergraph::{Edge, Graph, Roles, States};
use task::{Fact, Space, Task};

use crate::mismatch::{MOST_FACTS_AND_ACTIONS, Mismatch};

/// The facts that can matter for the goal as nodes, and as edges what leads from some to others if nothing is ever deleted.
/// Of facts it is known whether they hold and whether they are goals; of edges what they cost, and how many facts they come
/// from and lead to; of the whole, how many facts and edges there are.
#[derive(Clone, Debug)]
pub struct HypergraphFeatures {
    graph: Arc<Graph>,
    /// By node.
    facts: Vec<NodeFact>,
    /// The values of the variables in the state looked at.
    values: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct NodeFact {
    fact: Fact,
    is_goal: bool,
}

/// The roles that it takes for the actions of all tasks.
pub(crate) fn roles_for<'a>(tasks: impl Iterator<Item = &'a Task>) -> Roles {
    tasks.map(|task| roles_of(&RelaxedHypergraph::new(task))).fold(Roles::default(), larger)
}

fn roles_of(hypergraph: &RelaxedHypergraph) -> Roles {
    let most = |count: fn(&RelaxedAction) -> usize| hypergraph.actions.iter().map(count).max().unwrap_or(0);
    Roles {
        senders: most(|action| action.preconditions.len()),
        receivers: most(|action| action.effects.len()),
    }
}

fn larger(first: Roles, second: Roles) -> Roles {
    let Roles { senders, receivers } = second;
    Roles { senders: first.senders.max(senders), receivers: first.receivers.max(receivers) }
}

/// Checks that facts and actions are not too many, and that there are roles for all facts of all actions.
pub(crate) fn check_hypergraph(roles: Roles, hypergraph: &RelaxedHypergraph) -> Result<(), Mismatch> {
    let (facts, actions) = (hypergraph.facts.len(), hypergraph.actions.len());
    let needed = roles_of(hypergraph);
    if facts + actions > MOST_FACTS_AND_ACTIONS {
        Err(Mismatch::Hypergraph { facts, actions })
    } else if larger(roles, needed) != roles {
        Err(Mismatch::Roles { model: roles, task: needed })
    } else {
        Ok(())
    }
}

impl HypergraphFeatures {
    /// For the states of `task`, and networks with these roles.
    ///
    /// # Errors
    /// When an action has more preconditions or effects than there are roles, or there are too many actions and facts.
    pub fn new(roles: Roles, task: &Task) -> Result<Self, Mismatch> {
        let hypergraph = RelaxedHypergraph::new(task);
        check_hypergraph(roles, &hypergraph)?;
        let facts: Vec<NodeFact> = node_facts(&hypergraph.facts, task);
        let ranks = ranks(&hypergraph.facts, task);
        let by_name = |facts: &[u32]| {
            let mut facts = facts.to_vec();
            facts.sort_unstable_by_key(|&fact| ranks[fact as usize]);
            facts
        };
        let actions = hypergraph.actions.iter();
        let lists: Vec<_> = actions
            .clone()
            .map(|action| (by_name(&action.preconditions), by_name(&action.effects)))
            .collect();
        let edges = lists.iter().zip(actions).map(|((senders, receivers), action)| Edge {
            senders,
            receivers,
            features: [action.cost as f32, senders.len() as f32, receivers.len() as f32],
        });
        let global = [facts.len() as f32, lists.len() as f32];
        let graph = Graph::new(roles, facts.len(), edges, global)
            .map_err(|_| Mismatch::Roles { model: roles, task: roles_of(&hypergraph) })?;
        Ok(Self { graph: Arc::new(graph), facts, values: vec![0; task.variables.len()] })
    }

    /// Adds a state.
    pub fn push(&mut self, space: &Space, state: &[u64], states: &mut States) {
        let Self { graph, facts, values } = self;
        space.values(state, values);
        let holds = |fact: Fact| values[fact.variable as usize] == fact.value;
        let known = |node: &NodeFact| [holds(node.fact), node.is_goal].map(|is| f32::from(u8::from(is)));
        states.push(graph, facts.iter().map(known));
    }
}

fn node_facts(positions: &[u32], task: &Task) -> Vec<NodeFact> {
    let offsets = &task.variables.fact_offsets;
    let node = |&position: &u32| {
        let variable = offsets.partition_point(|&offset| offset <= position) - 1;
        let fact = Fact { variable: variable as u32, value: position - offsets[variable] };
        NodeFact { fact, is_goal: task.goal.contains(&fact) }
    };
    positions.iter().map(node).collect()
}

/// The place of each fact among them by name, so that in each domain the facts of an action come in an order of its own.
fn ranks(positions: &[u32], task: &Task) -> Vec<u32> {
    let name = |number: &u32| &task.variables.fact_names[positions[*number as usize] as usize];
    let mut numbers: Vec<u32> = (0..positions.len() as u32).collect();
    numbers.sort_by(|first, second| name(first).cmp(name(second)));
    let mut ranks = vec![0; numbers.len()];
    for (rank, number) in (0..).zip(numbers) {
        ranks[number as usize] = rank;
    }
    ranks
}
