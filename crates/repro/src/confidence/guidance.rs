//! The searches of the paper.

use std::fmt::{self, Display};

use belief::{Reading, Trust, Value};

/// The guidance of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guidance {
    /// The heuristic ff alone.
    Ff,
    /// A network.
    Network {
        /// Is there a second queue, by ff?
        has_ff: bool,
        /// Which states of the network's queue are trusted; `None`: all.
        trust: Option<Trust>,
    },
}

impl Guidance {
    /// A network alone.
    pub(super) const fn single(trust: Option<Trust>) -> Self {
        Self::Network { has_ff: false, trust }
    }

    /// A network and ff, in alternating queues.
    pub(super) const fn dual(trust: Option<Trust>) -> Self {
        Self::Network { has_ff: true, trust }
    }

    /// The rows of the second table, in its order.
    pub(super) fn table(difficulty_is_hard: bool) -> Vec<Self> {
        use Trust::{Adaptive, Mean, Priority};
        let single = [None, Some(Mean(5)), Some(Mean(40)), Some(Adaptive(5)), Some(Adaptive(40))];
        let moderate = [
            None,
            Some(Mean(40)),
            Some(Mean(80)),
            Some(Adaptive(40)),
            Some(Adaptive(80)),
            Some(Priority(20)),
            Some(Priority(80)),
        ];
        let hard = [None, Some(Adaptive(40)), Some(Adaptive(80)), Some(Priority(20)), Some(Priority(80))];
        if difficulty_is_hard {
            return hard.map(Self::dual).into();
        }
        single.map(Self::single).into_iter().chain(moderate.map(Self::dual)).collect()
    }

    /// The reading of the network's beliefs.
    pub(super) fn reading(trust: Option<Trust>) -> Reading {
        Reading { trust, ..Reading::of(Value::Argmax) }
    }

    /// The row of the second table.
    pub(super) fn row(self) -> String {
        match self {
            Self::Ff => "ff".to_owned(),
            Self::Network { trust, .. } => match trust {
                None => "Base".to_owned(),
                Some(Trust::Mean(percent)) => format!("M{percent}"),
                Some(Trust::Adaptive(percent)) => format!("A{percent}"),
                Some(Trust::Priority(percent)) => format!("P{percent}"),
            },
        }
    }

    /// The number of queues, in the words of the tables.
    pub(super) fn queues(self) -> &'static str {
        match self {
            Self::Ff | Self::Network { has_ff: false, .. } => "single queue",
            Self::Network { has_ff: true, .. } => "dual queue",
        }
    }
}

impl Display for Guidance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.queues(), self.row())
    }
}
