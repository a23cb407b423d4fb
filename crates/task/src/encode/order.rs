//! Finds the variables that matter for the goal, and orders them by the causal graph.

use std::collections::BTreeSet;

use super::Draft;
use crate::{Fact, Rows, scc};

/// An arc of the causal graph: its target, a variable whose changes depend on the arc's source, and the number of
/// effects in which they do.
#[derive(Clone, Copy, Debug)]
struct Arc {
    effect: u32,
    weight: u64,
}

/// The weight that each arc to a goal variable adds for good: goals come last among variables that depend on each other.
const GOAL_WEIGHT: u64 = 100_000;

/// The variables that can influence a goal variable, or a variable to be kept, through operators and axioms; causes
/// before effects.
///
/// Variables that depend on each other in a cycle are ordered such that the arcs from later ones to earlier ones weigh
/// little: the next one is always the variable with the least weight of arcs from the remaining ones. (Helmert, *The
/// Fast Downward Planning System*, 2006; goals and ties as in the planner itself.) The order matters to searches: it
/// decides which operators are tried first among equals.
pub(super) fn relevant_in_order(draft: &Draft) -> Vec<u32> {
    let arcs = causal_graph(draft);
    let is_relevant = relevant(draft, &arcs);
    let mut is_goal = vec![false; draft.ranges.len()];
    draft.goal.iter().for_each(|fact| is_goal[fact.variable as usize] = true);
    let graph: Rows<u32> = arcs.iter().map(|arcs| arcs.iter().map(|arc| arc.effect)).collect();
    let mut places = vec![None; draft.ranges.len()];
    let mut order = Vec::new();
    // Tarjan's algorithm finds effects first, and lists the members of a component backwards.
    let components: Vec<Vec<u32>> = scc::components(&graph).iter().map(<[u32]>::to_vec).collect();
    for mut members in components.into_iter().rev() {
        members.reverse();
        order.append(&mut break_cycles(members, &arcs, &is_goal, &mut places));
    }
    order.retain(|&variable| is_relevant[variable as usize]);
    order
}

fn relevant(draft: &Draft, arcs: &Rows<Arc>) -> Vec<bool> {
    if draft.keeps_changing {
        return draft.ranges.iter().map(|&range| range > 1).collect();
    }
    let mut causes: Vec<Vec<u32>> = vec![Vec::new(); draft.ranges.len()];
    for (cause, arcs) in arcs.iter().enumerate() {
        arcs.iter().for_each(|arc| causes[arc.effect as usize].push(cause as u32));
    }
    let mut is_relevant = vec![false; draft.ranges.len()];
    let mut queue: Vec<u32> = Vec::new();
    let mut see = |variable: u32, queue: &mut Vec<u32>| {
        if !std::mem::replace(&mut is_relevant[variable as usize], true) {
            queue.push(variable);
        }
    };
    for fact in &draft.goal {
        see(fact.variable, &mut queue);
    }
    for variable in (0..draft.ranges.len()).filter(|&variable| draft.wanted[variable]) {
        see(variable as u32, &mut queue);
    }
    while let Some(variable) = queue.pop() {
        for &cause in &causes[variable as usize] {
            see(cause, &mut queue);
        }
    }
    is_relevant
}

/// Orders the variables of a component. `places` is working memory: where each is in the component, and `None` for others.
fn break_cycles(
    members: Vec<u32>,
    arcs: &Rows<Arc>,
    is_goal: &[bool],
    places: &mut [Option<usize>],
) -> Vec<u32> {
    if members.len() < 2 {
        return members;
    }
    for (place, &member) in members.iter().enumerate() {
        places[member as usize] = Some(place);
    }
    let inside = |member: u32| {
        arcs[member as usize].iter().filter_map(|arc| {
            let is_goal = is_goal[arc.effect as usize];
            Some((places[arc.effect as usize]?, if is_goal { 2 * arc.weight } else { arc.weight }, is_goal))
        })
    };
    let mut weights = vec![0; members.len()];
    for (place, weight, is_goal) in members.iter().flat_map(|&member| inside(member)) {
        weights[place] += weight + if is_goal { GOAL_WEIGHT } else { 0 };
    }
    // Among equal weights, the one whose weight has not changed for longest comes first.
    let mut changes: Vec<usize> = (0..members.len()).collect();
    let mut left: BTreeSet<(u64, usize, usize)> =
        (0..members.len()).map(|place| (weights[place], changes[place], place)).collect();
    let mut change = members.len();
    let mut order = Vec::with_capacity(members.len());
    while let Some((.., place)) = left.pop_first() {
        order.push(members[place]);
        for (to, weight, _) in inside(members[place]) {
            if left.remove(&(weights[to], changes[to], to)) {
                weights[to] -= weight;
                changes[to] = change;
                change += 1;
                left.insert((weights[to], changes[to], to));
            }
        }
    }
    members.iter().for_each(|&member| places[member as usize] = None);
    order
}

/// By variable: the variables whose changes depend on it, ascending.
fn causal_graph(draft: &Draft) -> Rows<Arc> {
    let mut graph = CausalGraph { by_cause: vec![(Vec::new(), FEW); draft.ranges.len()] };
    let operators = &draft.operators;
    for operator in 0..operators.len() {
        for effect in &operators.effects[operator] {
            let condition = &operators.effect_conditions[effect.condition as usize];
            graph.add(effect.fact, operators.preconditions[operator].iter().chain(condition));
        }
    }
    for (&head, condition) in draft.axioms.heads.iter().zip(draft.axioms.conditions.iter()) {
        graph.add(head, condition.iter());
    }
    graph.by_cause.iter_mut().for_each(|(arcs, _)| compact(arcs));
    graph.by_cause.into_iter().map(|(arcs, _)| arcs).collect()
}

/// Up to this many arcs from a variable are kept before those to the same variable are first added up.
const FEW: usize = 64;

struct CausalGraph {
    /// The arcs from each variable, and how many there may be until they are added up.
    by_cause: Vec<(Vec<Arc>, usize)>,
}

impl CausalGraph {
    fn add<'a>(&mut self, effect: Fact, condition: impl Iterator<Item = &'a Fact>) {
        for cause in condition.filter(|cause| cause.variable != effect.variable) {
            let (arcs, most) = &mut self.by_cause[cause.variable as usize];
            arcs.push(Arc { effect: effect.variable, weight: 1 });
            // Keeps memory in proportion to the graph rather than to the operators.
            if arcs.len() > *most {
                compact(arcs);
                *most = 2 * arcs.len() + FEW;
            }
        }
    }
}

/// Adds up the weights of arcs to the same variable.
fn compact(arcs: &mut Vec<Arc>) {
    arcs.sort_unstable_by_key(|arc| arc.effect);
    arcs.dedup_by(|arc, kept| {
        let same = kept.effect == arc.effect;
        if same {
            kept.weight += arc.weight;
        }
        same
    });
}
