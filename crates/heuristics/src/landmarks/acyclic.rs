//! Keeping a growing graph free of cycles.

/// A directed graph without cycles, kept in topological order (Pearce & Kelly, *A dynamic topological sort algorithm
/// for directed acyclic graphs*, 2006).
#[derive(Clone, Debug)]
pub(super) struct Acyclic {
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
    /// Where each node is in the order.
    position: Vec<u32>,
    is_seen: Vec<bool>,
}

impl Acyclic {
    /// A graph of so many nodes, without edges.
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            successors: vec![Vec::new(); nodes],
            predecessors: vec![Vec::new(); nodes],
            position: (0..nodes as u32).collect(),
            is_seen: vec![false; nodes],
        }
    }

    /// Adds an edge; false if it would close a cycle.
    pub(super) fn insert(&mut self, from: u32, to: u32) -> bool {
        let (low, high) = (self.position[to as usize], self.position[from as usize]);
        if low == high {
            return false;
        }
        if low < high {
            let after = reachable(&self.successors, &mut self.is_seen, to, |node| {
                self.position[node as usize] <= high
            });
            if after.contains(&from) {
                return false;
            }
            let before = reachable(&self.predecessors, &mut self.is_seen, from, |node| {
                self.position[node as usize] >= low
            });
            self.reorder(before, after);
        }
        self.successors[from as usize].push(to);
        self.predecessors[to as usize].push(from);
        true
    }

    /// Moves all of `before` ahead of all of `after`, within the positions that they have.
    fn reorder(&mut self, mut before: Vec<u32>, mut after: Vec<u32>) {
        before.sort_unstable_by_key(|&node| self.position[node as usize]);
        after.sort_unstable_by_key(|&node| self.position[node as usize]);
        before.append(&mut after);
        let mut positions: Vec<u32> = before.iter().map(|&node| self.position[node as usize]).collect();
        positions.sort_unstable();
        for (&node, position) in before.iter().zip(positions) {
            self.position[node as usize] = position;
        }
    }
}

/// The nodes that can be reached from `start` through nodes that `is_near` admits.
fn reachable(
    targets: &[Vec<u32>],
    is_seen: &mut [bool],
    start: u32,
    is_near: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let mut found = vec![start];
    is_seen[start as usize] = true;
    let mut next = 0;
    while let Some(&node) = found.get(next) {
        next += 1;
        for &target in &targets[node as usize] {
            if is_near(target) && !std::mem::replace(&mut is_seen[target as usize], true) {
                found.push(target);
            }
        }
    }
    found.iter().for_each(|&node| is_seen[node as usize] = false);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_refused_if_and_only_if_it_closes_a_cycle() {
        const NODES: u32 = 12;
        let mut graph = Acyclic::new(NODES as usize);
        let mut reaches = [[false; NODES as usize]; NODES as usize];
        (0..NODES as usize).for_each(|node| reaches[node][node] = true);
        let mut seed = 1_u32;
        for _ in 0..200 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (from, to) = ((seed >> 8) % NODES, (seed >> 20) % NODES);
            let closes_cycle = reaches[to as usize][from as usize];
            assert_eq!(graph.insert(from, to), !closes_cycle, "{from} → {to}");
            if !closes_cycle {
                for a in 0..NODES as usize {
                    for b in 0..NODES as usize {
                        reaches[a][b] |= reaches[a][from as usize] && reaches[to as usize][b];
                    }
                }
            }
        }
    }
}
