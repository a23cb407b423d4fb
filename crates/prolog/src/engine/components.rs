//! Predicates that call each other.

use rustc_hash::FxHashMap;

/// Groups of nodes that reach each other, those that are reached before those that reach them.
///
/// Tarjan's algorithm, without calling itself. Node `n` has edges to the nodes in `edges[n]`.
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut state = State { order: FxHashMap::default(), open: Vec::new(), found: Vec::new() };
    let mut is_done = vec![false; edges.len()];
    for root in 0..edges.len() {
        if !state.order.contains_key(&root) {
            state.explore(root, edges, &mut is_done);
        }
    }
    state.found
}

struct State {
    /// When a node was reached, and the earliest one that it is known to reach.
    order: FxHashMap<usize, (usize, usize)>,
    open: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl State {
    fn enter(&mut self, node: usize) -> (usize, usize) {
        let order = self.order.len();
        self.order.insert(node, (order, order));
        self.open.push(node);
        (node, 0)
    }

    fn reaches(&mut self, node: usize, earliest: usize) {
        if let Some((_, low)) = self.order.get_mut(&node) {
            *low = earliest.min(*low);
        }
    }

    fn explore(&mut self, root: usize, edges: &[Vec<usize>], is_done: &mut [bool]) {
        let mut path = vec![self.enter(root)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if let Some(&target) = edges[node].get(*next) {
                *next += 1;
                match self.order.get(&target) {
                    None => {
                        let entered = self.enter(target);
                        path.push(entered);
                    }
                    Some(&(order, _)) if !is_done[target] => self.reaches(node, order),
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            let (order, low) = self.order[&node];
            if let Some(&(caller, _)) = path.last() {
                self.reaches(caller, low);
            }
            if order == low {
                let start = self.open.iter().rposition(|&member| member == node).unwrap_or(0);
                let mut members = self.open.split_off(start);
                members.iter().for_each(|&member| is_done[member] = true);
                members.sort_unstable();
                self.found.push(members);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn those_that_are_reached_come_first() {
        let edges = [vec![1], vec![2, 3], vec![1], vec![3], vec![0]];
        assert_eq!(components(&edges), [vec![3], vec![1, 2], vec![0], vec![4]]);
    }

    #[test]
    fn long_chains_do_not_matter() {
        let edges: Vec<Vec<usize>> = (0..100_000).map(|node| vec![(node + 1) % 100_000]).collect();
        assert_eq!(components(&edges).len(), 1);
    }
}
