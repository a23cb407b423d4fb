//! The meaning of type annotations.

use tools::nearest;

use crate::fault::{Fault, Result, counted, quoted};
use crate::sexpr::{Node, Nodes, Tree};
use crate::symbols::{Names, keyword};
use crate::{Requirement, TypeId, TypeNames, Types};

use super::notes::Notes;

/// The most types in one `(either …)`, and of one object: annotations are copied and compared often.
pub(crate) const MAX_EITHER: usize = 64;

/// Types by name.
pub(crate) struct TypeTable<'a> {
    pub types: &'a Types,
    ids: Names<TypeId>,
    /// Types with several direct supertypes: where unrelated types can have objects in common.
    joints: Vec<TypeId>,
}

impl<'a> TypeTable<'a> {
    pub(crate) fn new(tree: &Tree, types: &'a Types) -> Self {
        let names = types.iter().map(|known| known.name.as_str());
        let several = types.iter().enumerate().filter(|(_, known)| known.parents.len() > 1);
        Self {
            types,
            ids: Names::of(&tree.symbols, names, TypeId::from_index),
            joints: several.map(|(index, _)| TypeId::from_index(index)).collect(),
        }
    }

    /// The types that an annotation names; `object` where there is none.
    pub(crate) fn resolve(&self, annotation: Option<Node<'_>>, notes: &mut Notes) -> Result<TypeNames> {
        let Some(annotation) = annotation else { return Ok(vec![Types::OBJECT]) };
        notes.uses(Requirement::Typing);
        let mut names = TypeNames::new();
        for name in alternatives(annotation)? {
            let id = name.symbol().and_then(|symbol| self.ids.get(symbol));
            let id = id.ok_or_else(|| unknown_type(name, self.types))?;
            if !names.contains(&id) {
                names.push(id);
            }
        }
        Ok(names)
    }

    /// Can some object be both of one of the types `left` and of one of the types `right`?
    pub(crate) fn overlap(&self, left: &[TypeId], right: &[TypeId]) -> bool {
        let types = self.types;
        let below = |joint: TypeId, any: &[TypeId]| any.iter().any(|&above| types.is_subtype(joint, above));
        types.fits(left, right)
            || types.fits(right, left)
            || self.joints.iter().any(|&joint| below(joint, left) && below(joint, right))
    }
}

fn unknown_type(name: Node<'_>, types: &Types) -> Box<Fault> {
    Fault::error(name.span(), format!("unknown type {}", quoted(name.word())))
        .label("not declared in :types")
        .suggest(nearest(name.word(), types.iter().map(|known| known.name.as_str())))
}

/// The names in `t` or `(either t…)`.
pub(crate) fn alternatives(annotation: Node<'_>) -> Result<Nodes<'_>> {
    let mut names = annotation.as_nodes();
    if annotation.is_list() {
        names = annotation.children();
        if names.next().and_then(Node::symbol) != Some(keyword::EITHER) {
            return Err(
                Fault::error(annotation.span(), "expected a type").help("write `t` or `(either t …)`")
            );
        }
    }
    let mut count = 0;
    for name in names.clone() {
        if name.is_list() {
            return Err(Fault::error(name.span(), "expected a type's name"));
        }
        count += 1;
    }
    match count {
        0 => Err(Fault::error(annotation.span(), "expected types after `either`")),
        1..=MAX_EITHER => Ok(names),
        _ => {
            let what = format!("an `either` of more than {}", counted(MAX_EITHER, "type"));
            Err(Fault::unsupported(annotation.span(), what))
        }
    }
}
