//! Maps: places and the undirected edges between them.

use crate::random::Random;

/// An undirected graph over the nodes `0..len()`.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    neighbors: Vec<Vec<usize>>,
}

impl Graph {
    /// A graph without edges.
    pub fn unconnected(nodes: usize) -> Self {
        Self { neighbors: vec![Vec::new(); nodes] }
    }

    /// A random tree, and further random edges until there are `edges`, or no more are possible.
    pub fn connected(nodes: usize, edges: usize, random: &mut Random) -> Self {
        let mut graph = Self::unconnected(nodes);
        let mut order = Vec::from_iter(0..nodes);
        random.shuffle(&mut order);
        for index in 1..nodes {
            let earlier = *random.one_of(&order[..index]);
            graph.connect(earlier, order[index]);
        }
        let mut others: Vec<_> = pairs(nodes).filter(|&(a, b)| !graph.has(a, b)).collect();
        random.shuffle(&mut others);
        let missing = edges.saturating_sub(nodes.saturating_sub(1));
        others.into_iter().take(missing).for_each(|(a, b)| graph.connect(a, b));
        graph
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// Adds an edge.
    pub fn connect(&mut self, a: usize, b: usize) {
        self.neighbors[a].push(b);
        self.neighbors[b].push(a);
    }

    /// Is there an edge between the two?
    pub fn has(&self, a: usize, b: usize) -> bool {
        self.neighbors[a].contains(&b)
    }

    /// The neighbors of a node.
    pub fn neighbors(&self, node: usize) -> &[usize] {
        &self.neighbors[node]
    }

    /// All edges, each from the smaller node to the greater, in order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        pairs(self.len()).filter(|&(a, b)| self.has(a, b))
    }

    /// All edges in both directions, in order.
    pub fn directions(&self) -> impl Iterator<Item = (usize, usize)> {
        let nodes = self.len();
        (0..nodes).flat_map(move |a| (0..nodes).map(move |b| (a, b))).filter(|&(a, b)| self.has(a, b))
    }
}

/// All pairs of different nodes, the smaller first, in order.
pub(crate) fn pairs(nodes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..nodes).flat_map(move |a| (a + 1..nodes).map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connected_graph_is_connected_and_has_the_edges_asked_for() {
        for (nodes, asked, edges) in [(1, 5, 0), (2, 1, 1), (6, 3, 5), (6, 9, 9), (5, 99, 10)] {
            let graph = Graph::connected(nodes, asked, &mut Random::new(1, nodes as u64));
            assert_eq!(graph.edges().count(), edges);
            assert_eq!(graph.directions().count(), 2 * edges);
            let mut reached = vec![0];
            let mut next = 0;
            while next < reached.len() {
                for &node in graph.neighbors(reached[next]) {
                    if !reached.contains(&node) {
                        reached.push(node);
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), nodes);
        }
    }
}
