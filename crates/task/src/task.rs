//! A ground planning task over finite-domain variables, in index arrays.

use std::fmt::{self, Display};

use crate::{Names, Rows, Setting};

/// A variable with one of its values: the atom of every condition and effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fact {
    /// The variable's number.
    pub variable: u32,
    /// The value's number.
    pub value: u32,
}

/// A ground planning task. Everything is numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The state variables, derived ones included.
    pub variables: Variables,
    /// Sets of facts of which at most one holds in any reachable state, beyond those that the
    /// variables express.
    pub mutex_groups: Rows<Fact>,
    /// The value of each variable at the start; for a derived variable, its default value.
    pub initial: Vec<u32>,
    /// The goal, by ascending variable.
    pub goal: Vec<Fact>,
    /// The operators.
    pub operators: Operators,
    /// How derived variables get their values.
    pub axioms: Axioms,
    /// Do operators have costs of their own? If not, each costs 1.
    pub has_costs: bool,
    /// The parts of the problem that the variables do not express; `None` for tasks that do not come from PDDL.
    pub setting: Option<Box<Setting>>,
    /// An action that is left out since its cost has no value, if there is one. That no plan is found is then no proof that there
    /// is none.
    pub unvalued: Option<Box<Unvalued>>,
}

/// A ground action that can't be applied since the initial state gives no value to its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unvalued {
    /// The action, as `(load crate)`.
    pub action: String,
    /// The summand of its cost that has no value, as `(weight crate)`.
    pub cost: String,
}

impl Display for Unvalued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the cost `{}` of the action `{}` has no value", self.cost, self.action)
    }
}

/// The state variables of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// The names of the variables.
    pub names: Names,
    /// The axiom layer of each derived variable; `None` for variables that operators change.
    pub layers: Vec<Option<u32>>,
    /// `fact_offsets[v]..fact_offsets[v + 1]` are the positions of the values of `v` in
    /// [`fact_names`](Self::fact_names); starts with 0 and has one entry more than there are variables.
    pub fact_offsets: Vec<u32>,
    /// The names of all values of all variables, as `Atom on(a, b)`, `NegatedAtom clear(a)` or
    /// `<none of those>`.
    pub fact_names: Names,
}

impl Task {
    /// From now on every operator costs 1.
    pub fn count_actions(&mut self) {
        self.operators.costs.fill(1);
        self.has_costs = false;
    }
}

impl Variables {
    /// The number of variables.
    pub fn len(&self) -> usize {
        self.layers.len()
    }

    /// Are there no variables?
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// The number of values of a variable.
    pub fn domain_size(&self, variable: usize) -> usize {
        (self.fact_offsets[variable + 1] - self.fact_offsets[variable]) as usize
    }

    /// The position of a fact among all facts.
    pub fn fact_index(&self, fact: Fact) -> usize {
        (self.fact_offsets[fact.variable as usize] + fact.value) as usize
    }

    /// The name of a fact.
    pub fn fact_name(&self, fact: Fact) -> &str {
        &self.fact_names[self.fact_index(fact)]
    }
}

/// The operators of a task, column by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operators {
    /// The names, as in a plan but without parentheses: `stack a b`.
    pub names: Names,
    /// The costs.
    pub costs: Vec<u32>,
    /// The preconditions of each, by ascending variable, at most one per variable.
    pub preconditions: Rows<Fact>,
    /// The effects of each.
    pub effects: Rows<Effect>,
    /// The conditions of conditional effects, as [`Effect::condition`] names them, by ascending variable.
    /// Row 0 is empty.
    pub effect_conditions: Rows<Fact>,
}

/// An operator's effect on one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The variable and its new value.
    pub fact: Fact,
    /// The row of [`Operators::effect_conditions`] that must hold, beyond the operator's precondition;
    /// 0 for an effect that always takes place.
    pub condition: u32,
}

impl Default for Operators {
    /// No operators, and row 0 of the effect conditions.
    fn default() -> Self {
        let mut effect_conditions = Rows::new();
        effect_conditions.push([]);
        Self {
            names: Names::new(),
            costs: Vec::new(),
            preconditions: Rows::new(),
            effects: Rows::new(),
            effect_conditions,
        }
    }
}

impl Operators {
    /// The number of operators.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Are there no operators?
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }
}

/// The rules of derived variables. A derived variable has its default value unless a rule sets it;
/// layers are evaluated in ascending order, each to a fixed point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Axioms {
    /// The fact that each rule derives.
    pub heads: Vec<Fact>,
    /// The condition of each rule, by ascending variable.
    pub conditions: Rows<Fact>,
}

impl Axioms {
    /// The number of rules.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Are there no rules?
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }
}
