//! Tasks that a heuristic cannot handle.

use std::error::Error;
use std::fmt;

use task::Task;

/// A task uses a feature that a heuristic cannot handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The heuristic's name.
    pub heuristic: &'static str,
    /// The feature.
    pub feature: Feature,
}

/// A feature of tasks that not every heuristic can handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Derived variables.
    Axioms,
    /// Effects that take place only under a condition of their own.
    ConditionalEffects,
}

impl Unsupported {
    /// Refuses a task with axioms or conditional effects.
    pub(crate) fn unless_plain(task: &Task, heuristic: &'static str) -> Result<(), Self> {
        let refuse = |feature| Err(Self { heuristic, feature });
        if !task.axioms.is_empty() {
            refuse(Feature::Axioms)
        } else if task.operators.effects.items().iter().any(|effect| effect.condition != 0) {
            refuse(Feature::ConditionalEffects)
        } else {
            Ok(())
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the heuristic {} does not support {}", self.heuristic, self.feature)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Axioms => "axioms (derived predicates)",
            Self::ConditionalEffects => "conditional effects",
        })
    }
}

impl Error for Unsupported {}
