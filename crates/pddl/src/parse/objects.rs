//! `:constants` and `:objects`.

use crate::fault::{Fault, Result, counted, quoted};
use crate::sexpr::{Node, Nodes, Tree};
use crate::symbols::Names;
use crate::{Object, ObjectId, TypeNames};

use super::notes::Notes;
use super::type_table::{MAX_EITHER, TypeTable};
use super::typed_list::typed_words;

/// Constants and objects by name.
pub(crate) struct Objects<'t> {
    pub list: Vec<Object>,
    pub ids: Names<ObjectId>,
    /// Where each was declared, if in this file.
    places: Vec<Option<Node<'t>>>,
}

impl<'t> Objects<'t> {
    /// Starts with the constants that the domain of a problem has.
    pub(crate) fn new(tree: &Tree, constants: &[Object]) -> Self {
        let names = constants.iter().map(|constant| constant.name.as_str());
        let ids = Names::of(&tree.symbols, names, ObjectId::from_index);
        Self { list: constants.to_vec(), ids, places: vec![None; constants.len()] }
    }

    /// Reads a section's content.
    pub(crate) fn read(
        &mut self,
        section: Nodes<'t>,
        table: &TypeTable<'_>,
        notes: &mut Notes,
    ) -> Result<()> {
        for item in typed_words(section, "an object's name")? {
            if item.name.word().starts_with('?') {
                let fault = Fault::error(item.name.span(), "expected an object's name, found a variable");
                return Err(fault.label("names beginning with `?` are variables"));
            }
            let names = table.resolve(item.annotation, notes)?;
            self.add(item.name, names, notes)?;
        }
        Ok(())
    }

    fn add(&mut self, name: Node<'t>, types: TypeNames, notes: &mut Notes) -> Result<()> {
        let Some(symbol) = name.symbol() else { return Ok(()) };
        if let Some(id) = self.ids.get(symbol) {
            return self.merge(id, name, &types, notes);
        }
        self.ids.set(symbol, Some(ObjectId::from_index(self.list.len())));
        self.list.push(Object { name: name.word().to_owned(), types });
        self.places.push(Some(name));
        Ok(())
    }

    fn merge(&mut self, id: ObjectId, name: Node<'t>, types: &TypeNames, notes: &mut Notes) -> Result<()> {
        let fault = Fault::error(name.span(), format!("object {} is declared twice", quoted(name.word())));
        notes.warn(match self.places[id.index()] {
            Some(first) => fault.see("first declared", first.span()),
            None => fault.label("already a constant of the domain"),
        })?;
        let merged = &mut self.list[id.index()].types;
        for r#type in types {
            if !merged.contains(r#type) {
                merged.push(*r#type);
            }
        }
        if merged.len() > MAX_EITHER {
            let what = format!("an object of more than {}", counted(MAX_EITHER, "type"));
            return Err(Fault::unsupported(name.span(), what));
        }
        Ok(())
    }
}
