//! Small typed indices, so that a predicate's number is never taken for an object's.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as a position in the table it points into.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the entry at `index`.
            pub fn from_index(index: usize) -> Self {
                debug_assert!(u32::try_from(index).is_ok());
                Self(index as u32)
            }
        }
    };
}

id! {
    /// A type, as a position in [`Types`](crate::Types).
    TypeId
}
id! {
    /// A constant or problem object, as a position in [`Problem::objects`](crate::Problem::objects)
    /// (the domain's constants come first there, so that ids agree).
    ObjectId
}
id! {
    /// A predicate, as a position in [`Domain::predicates`](crate::Domain::predicates).
    PredicateId
}
id! {
    /// A numeric function, as a position in [`Domain::functions`](crate::Domain::functions).
    FunctionId
}
id! {
    /// A variable, as a position in the variable list of the action, axiom or goal it stands in.
    VariableId
}
