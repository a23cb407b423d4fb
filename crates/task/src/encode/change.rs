//! The effects of an operator before their conditions are numbered.

use crate::{Effect, Fact, Operators};

/// An effect: a variable gets a value if a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    pub fact: Fact,
    pub condition: Vec<Fact>,
}

/// Leaves out repetitions, and conditional changes that take place anyway.
pub(super) fn tidy(changes: &mut Vec<Change>) {
    // A change without condition comes first among those to the same fact.
    changes.sort_unstable();
    changes.dedup_by(|later, earlier| {
        later.fact == earlier.fact && (earlier.condition.is_empty() || later == earlier)
    });
}

/// Adds the changes as the effects of the next operator.
pub(super) fn push_effects(operators: &mut Operators, changes: impl Iterator<Item = Change>) {
    for Change { fact, condition } in changes {
        let condition = match condition.is_empty() {
            true => 0,
            false => operators.effect_conditions.push(condition) as u32,
        };
        operators.effects.push_item(Effect { fact, condition });
    }
    operators.effects.end_row();
}
