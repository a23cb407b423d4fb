//! The tree of the states that were shown, and the messages that show them.

use std::collections::HashMap;

use search::{Action, Estimate};
use serde_json::{Value, json};
use task::Task;

/// The number of a state in the debugger.
pub(crate) type NodeId = usize;

/// A message, with its path on the server.
pub(crate) type Post = (&'static str, Value);

/// The most steps that are told of the way to a state: the extension takes no message beyond 100 kB.
const MOST_STEPS: usize = 300;

/// All states that were shown.
#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    children: HashMap<(NodeId, Action), NodeId>,
}

#[derive(Clone, Copy)]
struct Node {
    /// The parent, and the action that leads from it; `None` for an initial state.
    from: Option<(NodeId, Action)>,
    depth: usize,
    cost: u64,
}

impl Tree {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds the initial state of a search.
    pub(crate) fn add_initial(&mut self) -> (NodeId, Post) {
        let id = self.nodes.len();
        self.nodes.push(Node { from: None, depth: 0, cost: 0 });
        let message = json!({
            "id": id.to_string(), "g": 0, "earliestTime": 0, "appliedAction": null, "planHead": [], "satisfiedLandmarks": 0,
        });
        (id, ("/state/initial", message))
    }

    /// Adds a state.
    pub(crate) fn add(&mut self, task: &Task, parent: NodeId, action: Action) -> (NodeId, Post) {
        let id = self.nodes.len();
        let Node { depth, cost, .. } = self.nodes[parent];
        let own = if task.has_costs { u64::from(task.operators.costs[action as usize]) } else { 1 };
        self.nodes.push(Node { from: Some((parent, action)), depth: depth + 1, cost: cost + own });
        self.children.insert((parent, action), id);
        (id, ("/state", self.message(task, id)))
    }

    /// A state and the way to it.
    fn message(&self, task: &Task, id: NodeId) -> Value {
        let Node { from, depth, cost } = self.nodes[id];
        let mut head = Vec::new();
        let mut at = from;
        while let (Some((parent, action)), true) = (at, head.len() < MOST_STEPS) {
            head.push(happening(task, action, self.nodes[parent].depth + 1));
            at = self.nodes[parent].from;
        }
        head.reverse();
        json!({
            "id": id.to_string(),
            "parentId": from.map(|(parent, _)| parent.to_string()),
            "g": cost,
            "earliestTime": depth,
            "appliedAction": from.map(|(_, action)| happening(task, action, depth)),
            "planHead": head,
            "satisfiedLandmarks": 0,
        })
    }

    /// The estimate of a state: without `h` it is a dead end, as the extension has it.
    pub(crate) fn estimate(
        &self,
        task: &Task,
        id: NodeId,
        Estimate { h, trusted }: Estimate,
        preferred: &[Action],
        belief: Option<Value>,
    ) -> Post {
        let depth = self.nodes[id].depth;
        let mut message = json!({"id": id.to_string(), "trusted": trusted});
        if h.is_finite() {
            let helpful = preferred.iter().take(MOST_STEPS);
            message["h"] = h.into();
            message["totalMakespan"] = (depth as f32 + h).into();
            message["helpfulActions"] =
                helpful.map(|&action| json!({"actionName": name(task, action), "kind": KIND})).collect();
            message["relaxedPlan"] = json!([]);
        }
        if let Some(belief) = belief {
            message["belief"] = belief;
        }
        ("/state/heuristic", message)
    }

    /// A plan: its states that were not shown, for a cheaper way may have led around them, and its last one as its end.
    pub(crate) fn plan(&mut self, task: &Task, plan: &[Action]) -> Vec<Post> {
        let mut posts = Vec::new();
        if self.nodes.is_empty() {
            posts.push(self.add_initial().1);
        }
        let mut at = 0;
        for &action in plan {
            at = match self.children.get(&(at, action)) {
                Some(&child) => child,
                None => {
                    let (child, post) = self.add(task, at, action);
                    posts.push(post);
                    child
                }
            };
        }
        posts.push(("/plan", self.message(task, at)));
        posts
    }
}

/// Actions here take no time.
const KIND: &str = "INSTANTANEOUS";

/// A step of a plan, as the extension has them: time is the number of the step.
fn happening(task: &Task, action: Action, time: usize) -> Value {
    json!({
        "earliestTime": time, "actionName": name(task, action), "shotCounter": 0, "iterations": 1, "kind": KIND,
    })
}

fn name(task: &Task, action: Action) -> &str {
    task.operators.names[action as usize].trim_end()
}
