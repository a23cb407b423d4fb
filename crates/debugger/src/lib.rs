//! Shows a search, state by state, in the search debugger of VS Code's PDDL extension, or in whatever listens as it does.
//!
//! What a debugger sees is what a heuristic is asked: [`Debugger::watch`] puts itself around a search's first heuristic, and is so
//! told of every state that is evaluated, with its parent and its action. The messages are the extension's: a POST to
//! `/state/initial`, `/state`, `/state/heuristic` and `/plan`, each with a JSON object. They go out on a thread of their own.
#![forbid(unsafe_code)]

mod http;
mod outbox;
mod tree;
mod watched;

use std::cell::RefCell;

use search::{Action, Heuristic};
use serde_json::Value;
use task::{Space, Task};

use outbox::Outbox;
use tree::Tree;
use watched::Watched;

pub use http::Server;

/// What a model believes about a state, for the debugger to show.
pub type Believe<'a> = Box<dyn FnMut(&[u64]) -> Option<Value> + 'a>;

/// A debugger that searches of a task are shown in.
pub struct Debugger<'a> {
    task: &'a Task,
    tree: RefCell<Tree>,
    outbox: RefCell<Outbox>,
}

impl<'a> Debugger<'a> {
    /// A debugger that listens there.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn connect(server: Server, task: &'a Task) -> Result<Self, String> {
        let outbox = Outbox::open(server)?;
        Ok(Self { task, tree: RefCell::default(), outbox: RefCell::new(outbox) })
    }

    /// The heuristic, watched: the states of its search are shown, with its estimates and with what is believed of them.
    pub fn watch<'h>(
        &'h self,
        heuristic: Box<dyn Heuristic<Space> + 'h>,
        believe: Option<Believe<'h>>,
    ) -> Box<dyn Heuristic<Space> + 'h> {
        Box::new(Watched::new(self, heuristic, believe))
    }

    /// Shows a plan.
    pub fn plan_found(&self, plan: &[Action]) {
        let mut tree = self.tree.borrow_mut();
        let messages = tree.plan(self.task, plan);
        messages.into_iter().for_each(|(path, message)| self.outbox.borrow_mut().post(path, &message));
    }

    /// Waits until all is shown, though not for long. Says what was not, if anything, and why.
    pub fn finish(self) -> Option<String> {
        self.outbox.into_inner().close()
    }
}

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
