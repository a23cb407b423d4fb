//! The type hierarchy.

use crate::TypeId;

/// One declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// Its name, in lower case.
    pub name: String,
    /// The direct supertypes: usually one, several for `- (either a b)`, none for `object`.
    pub parents: Vec<TypeId>,
}

/// All types of a domain, with the subtype relation closed under transitivity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Types {
    types: Vec<Type>,
    /// `ancestors[t]` holds `t` and everything above it, sorted.
    ancestors: Vec<Vec<TypeId>>,
}

/// Why types form no hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HierarchyError {
    /// The type is its own ancestor.
    Cycle(TypeId),
    /// The type has more than [`Types::MAX_ANCESTORS`] ancestors.
    TooDeep(TypeId),
}

/// The type annotation of an object or variable: one type, or several for `(either …)`.
///
/// For a variable it means "any of these"; for an object, "all of these".
pub type TypeNames = Vec<TypeId>;

impl Types {
    /// The root type `object`, always present.
    pub const OBJECT: TypeId = TypeId(0);

    /// The most supertypes a type may have: the closure of a chain grows with its square.
    pub const MAX_ANCESTORS: usize = 256;

    /// Closes the hierarchy. `types[0]` must be `object` without parents.
    ///
    /// # Errors
    /// If the types form a cycle, or a type has too many ancestors.
    pub fn new(types: Vec<Type>) -> Result<Self, HierarchyError> {
        let mut ancestors: Vec<Vec<TypeId>> = Vec::with_capacity(types.len());
        for start in 0..types.len() {
            let mut seen = vec![TypeId::from_index(start)];
            let mut next = 0;
            while next < seen.len() {
                for &parent in &types[seen[next].index()].parents {
                    if parent.index() == start {
                        return Err(HierarchyError::Cycle(parent));
                    }
                    if !seen.contains(&parent) {
                        seen.push(parent);
                    }
                    if seen.len() > Self::MAX_ANCESTORS {
                        return Err(HierarchyError::TooDeep(seen[0]));
                    }
                }
                next += 1;
            }
            if !seen.contains(&Self::OBJECT) {
                seen.push(Self::OBJECT);
            }
            seen.sort_unstable();
            ancestors.push(seen);
        }
        Ok(Self { types, ancestors })
    }

    /// Is every object of type `below` also of type `above`?
    pub fn is_subtype(&self, below: TypeId, above: TypeId) -> bool {
        self.ancestors[below.index()].binary_search(&above).is_ok()
    }

    /// May an object annotated with `object` stand where `wanted` is asked for?
    pub fn fits(&self, object: &[TypeId], wanted: &[TypeId]) -> bool {
        wanted.iter().any(|&above| object.iter().any(|&below| self.is_subtype(below, above)))
    }

    /// The number of types, `object` included.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never: `object` is always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The types in order of id.
    pub fn iter(&self) -> impl Iterator<Item = &Type> {
        self.types.iter()
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;

    fn index(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }
}
