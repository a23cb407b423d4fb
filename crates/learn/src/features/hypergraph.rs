//! The delete relaxation as a hypergraph: features for hypergraph networks.

use std::sync::Arc;

use heuristics::{RelaxedAction, RelaxedHypergraph};
use network::hypergraph::{Edge, Graph, Roles, States};
use task::{Fact, Space, Task};

use crate::mismatch::{MOST_FACTS_AND_ACTIONS, Mismatch};

/// The hypergraph of the delete relaxation: its nodes are the facts that are relevant for the goal, its edges the relaxed actions.
/// The features of a node are whether the fact holds and whether it is a goal; those of an edge are its cost and its numbers of
/// preconditions and effects; those of the whole graph are its numbers of facts and actions.
#[derive(Clone, Debug)]
pub struct HypergraphFeatures {
    graph: Arc<Graph>,
    /// By node: its fact.
    facts: Vec<NodeFact>,
    /// A buffer for the values of the variables in a state.
    values: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct NodeFact {
    fact: Fact,
    is_goal: bool,
}

/// Enough roles for the actions of all tasks.
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

/// Checks that there are not too many facts and actions, and that there are roles for all facts of every action.
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
    /// Features for the states of `task`, and networks with these roles.
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

    /// Appends a state.
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

/// The rank of each fact by name, so that the facts of an action have a consistent order within a domain.
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
