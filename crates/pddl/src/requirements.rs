//! The `:requirements` of PDDL.

/// A feature that a domain declares it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Requirement {
    /// `:strips`
    Strips,
    /// `:typing`
    Typing,
    /// `:equality`
    Equality,
    /// `:negative-preconditions`
    NegativePreconditions,
    /// `:disjunctive-preconditions`
    DisjunctivePreconditions,
    /// `:existential-preconditions`
    ExistentialPreconditions,
    /// `:universal-preconditions`
    UniversalPreconditions,
    /// `:conditional-effects`
    ConditionalEffects,
    /// `:derived-predicates`
    DerivedPredicates,
    /// `:action-costs`
    ActionCosts,
}

impl Requirement {
    /// All supported requirements with their names, without those that stand for several.
    pub const ALL: [(Requirement, &'static str); 10] = [
        (Requirement::Strips, ":strips"),
        (Requirement::Typing, ":typing"),
        (Requirement::Equality, ":equality"),
        (Requirement::NegativePreconditions, ":negative-preconditions"),
        (Requirement::DisjunctivePreconditions, ":disjunctive-preconditions"),
        (Requirement::ExistentialPreconditions, ":existential-preconditions"),
        (Requirement::UniversalPreconditions, ":universal-preconditions"),
        (Requirement::ConditionalEffects, ":conditional-effects"),
        (Requirement::DerivedPredicates, ":derived-predicates"),
        (Requirement::ActionCosts, ":action-costs"),
    ];

    /// As written in PDDL.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A set of requirements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requirements(u16);

impl Requirements {
    /// Adds one.
    pub fn insert(&mut self, requirement: Requirement) {
        self.0 |= 1 << requirement as u16;
    }

    /// Is it in the set?
    pub fn contains(self, requirement: Requirement) -> bool {
        self.0 & (1 << requirement as u16) != 0
    }

    /// Those in either set.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those of `self` that are not in `other`, in the order of [`Requirement::ALL`].
    pub fn without(self, other: Self) -> impl Iterator<Item = Requirement> {
        Requirement::ALL
            .into_iter()
            .map(|(requirement, _)| requirement)
            .filter(move |&requirement| self.contains(requirement) && !other.contains(requirement))
    }
}
