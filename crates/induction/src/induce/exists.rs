//! Whether literals can hold together.

use std::ops::Range;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::index::Index;
use super::joint::Joint;
use crate::Constant;
use crate::language::MOST_VARIABLES;

/// Whether literals can hold together, given the values of the variables before them. Answers that depend on at most two of
/// those are cached.
pub(crate) struct Exists<'a> {
    goals: Vec<Goal<'a>>,
    /// Shall the last one, which brings no variables then, fail?
    is_last_to_fail: bool,
}

struct Goal<'a> {
    joint: &'a Joint,
    index: &'a Index,
    /// The columns on which this literal and all after it depend, if they are few.
    needs: Option<Vec<usize>>,
    known: HashMap<u64, bool, FxBuildHasher>,
}

/// At most this many answers are cached.
const MOST_KNOWN: usize = 1 << 20;

impl<'a> Exists<'a> {
    /// For literals in the order in which they bring variables.
    pub(crate) fn new(joints: &[(&'a Joint, &'a Index)], is_last_to_fail: bool) -> Self {
        let goal = |(place, &(joint, index)): (usize, &(&'a Joint, &'a Index))| {
            let brings = joints[place..].iter().any(|(joint, _)| joint.is_open());
            let needs = Some(needs(&joints[place..])).filter(|needs| brings && needs.len() <= 2);
            Goal { joint, index, needs, known: HashMap::default() }
        };
        Self { goals: joints.iter().enumerate().map(goal).collect(), is_last_to_fail }
    }

    /// Do they need to know any of these columns?
    pub(crate) fn needs_any(&self, columns: Range<usize>) -> bool {
        self.goals.iter().flat_map(|goal| goal.joint.needs()).any(|column| columns.contains(&column))
    }

    /// Can all literals from one on hold? The recursion is as deep as there are literals.
    pub(crate) fn holds(&mut self, row: &mut [Constant; MOST_VARIABLES], from: usize) -> bool {
        let last = self.goals.len().saturating_sub(1);
        let Some(Goal { joint, index, needs, known }) = self.goals.get(from) else { return true };
        let (joint, index) = (*joint, *index);
        let key = needs
            .as_ref()
            .map(|needs| needs.iter().fold(0, |key, &column| key << 32 | u64::from(row[column])));
        if let Some(&holds) = key.and_then(|key| known.get(&key)) {
            return holds;
        }
        let holds = if from == last {
            joint.holds(row, index) != self.is_last_to_fail
        } else {
            joint.any_filled(row, index, |row, _| self.holds(row, from + 1))
        };
        if let Some(key) = key
            && self.goals[from].known.len() < MOST_KNOWN
        {
            self.goals[from].known.insert(key, holds);
        }
        holds
    }
}

/// The columns on which literals depend, other than those that they add.
fn needs(joints: &[(&Joint, &Index)]) -> Vec<usize> {
    let first = joints.first().map_or(0, |(joint, _)| joint.known_width());
    let mut needs: Vec<usize> =
        joints.iter().flat_map(|(joint, _)| joint.needs()).filter(|&column| column < first).collect();
    needs.sort_unstable();
    needs.dedup();
    needs
}
