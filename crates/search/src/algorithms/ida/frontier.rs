//! Dividing an iteration among threads.

use super::subtree::{Root, Total, work};
use crate::{Counters, PathCost, PathHeuristic, Reversible};

/// The states within the bound at some depth, in the order in which one thread would come to them, and what was
/// seen above them.
pub(super) struct Frontier<S: Reversible, H: PathHeuristic<S>> {
    pub roots: Vec<Root<S, H>>,
    /// For each root, the work above that one thread would have done when it comes there.
    pub before: Vec<Counters>,
    /// All work above.
    pub counters: Counters,
    pub least_above: Total<S, H>,
}

impl<S: Reversible, H: PathHeuristic<S>> Frontier<S, H> {
    /// The frontier is not sought deeper than this: what is so narrow is not worth dividing.
    const DEEPEST: usize = 64;

    /// Descends from `start` until there are `enough` roots, if there ever are.
    pub(super) fn new(
        space: &S,
        heuristic: &mut H,
        start: &Root<S, H>,
        bound: Total<S, H>,
        enough: usize,
    ) -> Self {
        let mut frontier = Self {
            roots: vec![start.clone()],
            before: vec![Counters::default()],
            counters: Counters::default(),
            least_above: H::Cost::INFINITE,
        };
        for _ in 0..Self::DEEPEST {
            if (enough..).contains(&frontier.roots.len()) || frontier.roots.is_empty() {
                break;
            }
            frontier.descend(space, heuristic, bound);
        }
        frontier
    }

    /// Puts the children of each root in its place. Goals stay.
    fn descend(&mut self, space: &S, heuristic: &mut H, bound: Total<S, H>) {
        let (mut children, mut level) = (Vec::new(), Level::default());
        for (number, root) in std::mem::take(&mut self.roots).into_iter().enumerate() {
            let above = &self.before[number];
            if space.is_goal(&root.state) {
                level.reach(above);
                children.push(root);
                continue;
            }
            level.expanded += 1;
            for made in space.moves(&root.state, root.way.last().copied()) {
                level.generated += 1;
                let so_far = root.so_far.saturating_add(space.cost(made));
                let value = heuristic.step(space, root.value, &root.state, made);
                let total = heuristic.h(value).total(so_far);
                if total <= bound {
                    let mut state = root.state;
                    space.apply(&mut state, made);
                    let way = root.way.iter().copied().chain([made]).collect();
                    level.reach(above);
                    children.push(Root { state, so_far, value, way });
                } else if total < self.least_above {
                    self.least_above = total;
                }
            }
        }
        self.counters.add(&work(level.expanded, level.generated));
        (self.roots, self.before) = (children, level.before);
    }
}

/// The work at one depth. It has no types of spaces, so that it need not be compiled for each.
#[derive(Default)]
struct Level {
    expanded: u64,
    generated: u64,
    /// For each state that was reached, the work that one thread would have done above it.
    before: Vec<Counters>,
}

impl Level {
    /// A state is reached by a root that has so much work above it.
    fn reach(&mut self, above: &Counters) {
        let mut before = work(self.expanded, self.generated);
        before.add(above);
        self.before.push(before);
    }
}
