//! `:types`.

use crate::fault::{Fault, Result, counted, quoted};
use crate::sexpr::{Node, Nodes, Tree};
use crate::source::Span;
use crate::symbols::{Names, keyword};
use crate::{HierarchyError, Requirement, Type, TypeId, Types};

use super::notes::Notes;
use super::type_table::alternatives;
use super::typed_list::typed_words;

/// Reads the content of the `:types` sections.
pub(crate) fn hierarchy<'t>(
    tree: &'t Tree,
    sections: impl IntoIterator<Item = Nodes<'t>>,
    notes: &mut Notes,
) -> Result<Types> {
    let mut hierarchy = Hierarchy::new(tree);
    let mut list = Vec::new();
    for section in sections {
        list.extend(typed_words(section, "a type's name")?);
    }
    if !list.is_empty() {
        notes.uses(Requirement::Typing);
    }
    for item in &list {
        hierarchy.declare(item.name);
    }
    for item in &list {
        if let Some(annotation) = item.annotation {
            hierarchy.put_below(item.name, annotation, notes)?;
        }
    }
    hierarchy.finish()
}

/// A hierarchy in the making.
struct Hierarchy<'t> {
    ids: Names<TypeId>,
    types: Vec<Type>,
    /// Where each type is first mentioned; nowhere for `object`.
    places: Vec<Option<Node<'t>>>,
}

impl<'t> Hierarchy<'t> {
    fn new(tree: &Tree) -> Self {
        let mut ids = Names::new(&tree.symbols);
        ids.set(keyword::OBJECT, Some(Types::OBJECT));
        let object = Type { name: "object".to_owned(), parents: Vec::new() };
        Self { ids, types: vec![object], places: vec![None] }
    }

    fn declare(&mut self, name: Node<'t>) -> TypeId {
        let symbol = name.symbol().unwrap_or(keyword::OBJECT);
        self.ids.get(symbol).unwrap_or_else(|| {
            let id = TypeId::from_index(self.types.len());
            self.ids.set(symbol, Some(id));
            self.types.push(Type { name: name.word().to_owned(), parents: Vec::new() });
            self.places.push(Some(name));
            id
        })
    }

    fn put_below(&mut self, name: Node<'t>, annotation: Node<'t>, notes: &mut Notes) -> Result<()> {
        let below = self.declare(name);
        for above in alternatives(annotation)? {
            if above.symbol().is_some_and(|symbol| self.ids.get(symbol).is_none()) {
                notes.warn(
                    Fault::error(above.span(), format!("type {} is not declared", quoted(above.word())))
                        .label("only used as a supertype")
                        .help(format!("add {} to :types", quoted(above.word()))),
                )?;
            }
            let above = self.declare(above);
            if above == Types::OBJECT {
                continue;
            }
            if below == Types::OBJECT {
                return Err(
                    Fault::error(name.span(), "`object` has no supertype").label("above all other types")
                );
            }
            let parents = &mut self.types[below.index()].parents;
            // One too many is enough to have the hierarchy refused.
            if parents.len() <= Types::MAX_ANCESTORS && !parents.contains(&above) {
                parents.push(above);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Types> {
        for r#type in self.types.iter_mut().skip(1) {
            if r#type.parents.is_empty() {
                r#type.parents.push(Types::OBJECT);
            }
        }
        let places = self.places;
        let place_of = |id: TypeId| places[id.index()].map_or(Span::START, Node::span);
        Types::new(self.types).map_err(|error| match error {
            HierarchyError::Cycle(id) => {
                Fault::error(place_of(id), "the types form a cycle").label("this type is its own supertype")
            }
            HierarchyError::TooDeep(id) => {
                let what = format!("more than {}", counted(Types::MAX_ANCESTORS, "supertype"));
                Fault::unsupported(place_of(id), what)
            }
        })
    }
}
