//! A checked problem of a domain: objects, initial state, goal and metric.

use crate::{Formula, FunctionId, GroundAtom, Object, ObjectId, TypeId, Types, Variable};

/// A checked problem. It belongs to the domain it was parsed against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its name, in lower case (as all names here).
    pub name: String,
    /// The domain's constants, in their order, then the problem's own objects.
    pub objects: Vec<Object>,
    /// The atoms that hold at the start, each once, in the order of the text.
    pub init: Vec<GroundAtom>,
    /// The values of the numeric functions at the start, `total-cost` left out.
    pub values: Vec<FunctionValue>,
    /// The goal.
    pub goal: Formula,
    /// The variables bound by quantifiers in the goal.
    pub goal_variables: Vec<Variable>,
    /// The measure of a plan's cost.
    pub metric: Metric,
}

impl Problem {
    /// The objects that fit any of these types, in order.
    pub fn objects_of(&self, types: &Types, wanted: &[TypeId]) -> impl Iterator<Item = ObjectId> {
        let fits = |(_, object): &(usize, &Object)| types.fits(&object.types, wanted);
        self.objects.iter().enumerate().filter(fits).map(|(index, _)| ObjectId::from_index(index))
    }
}

/// `(= (function objects…) value)` in the initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    /// The function.
    pub function: FunctionId,
    /// Its arguments.
    pub args: Box<[ObjectId]>,
    /// The value.
    pub value: u64,
}

/// The measure of a plan's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Each action costs one: there is no `:metric`.
    PlanLength,
    /// Each action costs what it adds to `total-cost`: `(:metric minimize (total-cost))`.
    TotalCost,
}
