//! Cycles of a graph.

use task::Rows;

use super::transposed;

/// Which nodes lie on a cycle of the graph with these successors of each node?
///
/// Nodes are on a common cycle if each can be reached from the other (Kosaraju's algorithm): the node that a
/// depth-first search leaves last reaches every node from which it can be reached.
pub(super) fn on_cycle(successors: &Rows<u32>) -> Vec<bool> {
    let nodes = successors.len();
    let predecessors = transposed(successors, nodes);
    let mut result = vec![false; nodes];
    for (node, successors) in successors.iter().enumerate() {
        result[node] = successors.contains(&(node as u32));
    }
    let mut seen = vec![false; nodes];
    for &root in left_in_order(successors).iter().rev() {
        let mut component = vec![root];
        let mut next = 0;
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        while let Some(&node) = component.get(next) {
            next += 1;
            for &predecessor in &predecessors[node as usize] {
                if !std::mem::replace(&mut seen[predecessor as usize], true) {
                    component.push(predecessor);
                }
            }
        }
        if component.len() > 1 {
            component.iter().for_each(|&node| result[node as usize] = true);
        }
    }
    result
}

/// The nodes in the order in which a depth-first search leaves them.
fn left_in_order(successors: &Rows<u32>) -> Vec<u32> {
    let mut order = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..successors.len() as u32 {
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        path.push((root, 0));
        while let Some((node, edge)) = path.last_mut() {
            if let Some(&successor) = successors[*node as usize].get(*edge) {
                *edge += 1;
                if !std::mem::replace(&mut seen[successor as usize], true) {
                    path.push((successor, 0));
                }
            } else {
                order.push(*node);
                path.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_between_cycles_are_on_none() {
        // 0 <-> 1 -> 2 -> 3 <-> 4, 5 -> 5, 6
        let graph: Rows<u32> =
            [vec![1], vec![0, 2], vec![3], vec![4], vec![3], vec![5], vec![]].into_iter().collect();
        assert_eq!(on_cycle(&graph), [true, true, false, true, true, true, false]);
    }

    #[test]
    fn a_long_cycle_does_not_overflow_the_stack() {
        let nodes = 200_000u32;
        let graph: Rows<u32> = (0..nodes).map(|node| [(node + 1) % nodes]).collect();
        assert!(on_cycle(&graph).into_iter().all(|on_cycle| on_cycle));
    }
}
