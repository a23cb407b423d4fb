//! A heuristic whose every estimate is shown.

use std::collections::HashMap;

use search::{Batch, Estimates, Heuristic, StateId, States, WhenUntrusted};
use task::Space;

use crate::tree::NodeId;
use crate::{Believe, Debugger};

/// The most states that are shown: nobody looks at more, and no editor draws them.
const MOST_STATES: usize = 50_000;

/// A heuristic of a search that is shown.
pub(crate) struct Watched<'a> {
    debugger: &'a Debugger<'a>,
    heuristic: Box<dyn Heuristic<Space> + 'a>,
    believe: Option<Believe<'a>>,
    /// The states of this search that were shown.
    shown: HashMap<StateId, NodeId>,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(
        debugger: &'a Debugger<'a>,
        heuristic: Box<dyn Heuristic<Space> + 'a>,
        believe: Option<Believe<'a>>,
    ) -> Self {
        Self { debugger, heuristic, believe, shown: HashMap::new() }
    }

    /// Shows the states of a batch, whose estimates begin at `first`.
    fn show(&mut self, batch: &Batch, estimates: &Estimates, first: usize) {
        let Debugger { task, tree, outbox } = self.debugger;
        let (mut tree, mut outbox) = (tree.borrow_mut(), outbox.borrow_mut());
        if tree.len() > MOST_STATES {
            outbox.stop(format!("it has seen {MOST_STATES} states"));
            return;
        }
        let parent = batch.parent().and_then(|parent| self.shown.get(&parent).copied());
        for (index, (id, state, action)) in batch.iter().enumerate() {
            let node = match (self.shown.get(&id), parent) {
                (Some(&node), _) => node,
                (None, None) if batch.parent().is_some() => continue,
                (None, parent) => {
                    let (node, (path, message)) = match parent {
                        Some(parent) => tree.add(task, parent, action),
                        None => tree.add_initial(),
                    };
                    self.shown.insert(id, node);
                    outbox.post(path, &message);
                    node
                }
            };
            let Some(&estimate) = estimates.estimates().get(first + index) else { continue };
            let belief = self.believe.as_mut().and_then(|believe| believe(state));
            let (path, message) =
                tree.estimate(task, node, estimate, estimates.preferred(first + index), belief);
            outbox.post(path, &message);
        }
    }
}

impl Heuristic<Space> for Watched<'_> {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        let first = estimates.estimates().len();
        self.heuristic.estimate(space, batch, estimates);
        self.show(batch, estimates, first);
    }

    fn estimate_after(
        &mut self,
        space: &Space,
        batch: &Batch,
        earlier: &[Estimates],
        estimates: &mut Estimates,
    ) {
        let first = estimates.estimates().len();
        self.heuristic.estimate_after(space, batch, earlier, estimates);
        self.show(batch, estimates, first);
    }

    fn estimates_cost(&self) -> bool {
        self.heuristic.estimates_cost()
    }

    fn begin_search(&mut self) {
        self.shown.clear();
        self.heuristic.begin_search();
    }

    fn depends_on_path(&self) -> bool {
        self.heuristic.depends_on_path()
    }

    fn meet_again(&mut self, space: &Space, states: &States, parent: StateId, id: StateId) {
        self.heuristic.meet_again(space, states, parent, id);
    }

    fn when_untrusted(&self) -> WhenUntrusted {
        self.heuristic.when_untrusted()
    }

    // It keeps data by number: it must not be quick, nor free.

    fn is_free(&self) -> bool {
        false
    }

    fn effort(&self) -> u64 {
        self.heuristic.effort()
    }
}
