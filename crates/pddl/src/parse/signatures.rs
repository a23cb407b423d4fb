//! `:predicates` and `:functions`.

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::{Node, Nodes, Tree};
use crate::symbols::{Names, Symbol, keyword};
use crate::{Function, FunctionId, Predicate, PredicateId, Requirement, TypeNames};

use super::notes::Notes;
use super::type_table::TypeTable;
use super::typed_list::{typed_list, typed_variables};

/// Words that cannot name a predicate, since formulas could not be told apart from atoms.
const RESERVED: [Symbol; 7] = [
    keyword::AND,
    keyword::OR,
    keyword::NOT,
    keyword::IMPLY,
    keyword::FORALL,
    keyword::EXISTS,
    keyword::WHEN,
];

/// Declared predicates by name.
pub(crate) struct Predicates<'t> {
    pub list: Vec<Predicate>,
    pub ids: Names<PredicateId>,
    places: Vec<Node<'t>>,
}

/// Declared functions by name.
pub(crate) struct Functions<'t> {
    pub list: Vec<Function>,
    pub ids: Names<FunctionId>,
    places: Vec<Node<'t>>,
}

impl<'t> Predicates<'t> {
    pub(crate) fn new(tree: &Tree) -> Self {
        Self { list: Vec::new(), ids: Names::new(&tree.symbols), places: Vec::new() }
    }

    /// Reads a section's content.
    pub(crate) fn read(
        &mut self,
        section: Nodes<'t>,
        table: &TypeTable<'_>,
        notes: &mut Notes,
    ) -> Result<()> {
        for declaration in section {
            let (name, symbol) = declared_name(declaration, "predicate")?;
            if RESERVED.contains(&symbol) {
                let message = format!("{} is a reserved word", quoted(name.word()));
                return Err(Fault::error(name.span(), message).label("cannot name a predicate"));
            }
            if symbol == keyword::EQUAL {
                notes.warn(Fault::error(name.span(), "`=` is built in").label("need not be declared"))?;
                continue;
            }
            let id = PredicateId::from_index(self.list.len());
            if let Some(first) = self.ids.set(symbol, Some(id)) {
                return Err(declared_twice("predicate", name, self.places[first.index()]));
            }
            let parameters = parameters(declaration, table, notes)?;
            self.list.push(Predicate { name: name.word().to_owned(), parameters });
            self.places.push(name);
        }
        Ok(())
    }
}

impl<'t> Functions<'t> {
    pub(crate) fn new(tree: &Tree) -> Self {
        Self { list: Vec::new(), ids: Names::new(&tree.symbols), places: Vec::new() }
    }

    /// Reads a section's content.
    pub(crate) fn read(
        &mut self,
        section: Nodes<'t>,
        table: &TypeTable<'_>,
        notes: &mut Notes,
    ) -> Result<()> {
        for item in typed_list(section, "a function")? {
            let (name, symbol) = declared_name(item.name, "function")?;
            if let Some(value_type) = item.annotation
                && value_type.symbol() != Some(keyword::NUMBER)
            {
                let fault = Fault::unsupported(value_type.span(), "object fluents");
                return Err(fault.label("only functions to `number` can be used"));
            }
            let id = FunctionId::from_index(self.list.len());
            if let Some(first) = self.ids.set(symbol, Some(id)) {
                return Err(declared_twice("function", name, self.places[first.index()]));
            }
            let parameters = parameters(item.name, table, notes)?;
            if symbol == keyword::TOTAL_COST && !parameters.is_empty() {
                return Err(Fault::error(item.name.span(), "`total-cost` takes no arguments"));
            }
            self.list.push(Function { name: name.word().to_owned(), parameters });
            self.places.push(name);
            notes.uses(Requirement::ActionCosts);
        }
        Ok(())
    }
}

/// The name in `(name ?variable…)`.
fn declared_name<'t>(declaration: Node<'t>, what: &str) -> Result<(Node<'t>, Symbol)> {
    let expected = || format!("write `({what}-name ?variable …)`");
    if !declaration.is_list() {
        let message = format!("expected a {what}'s declaration, found {}", quoted(declaration.word()));
        return Err(Fault::error(declaration.span(), message).help(expected()));
    }
    match declaration.head() {
        Some((name, symbol)) if !name.word().starts_with([':', '?']) => Ok((name, symbol)),
        _ => Err(Fault::error(declaration.span(), format!("expected a {what}'s name")).help(expected())),
    }
}

fn parameters(declaration: Node<'_>, table: &TypeTable<'_>, notes: &mut Notes) -> Result<Vec<TypeNames>> {
    let variables = typed_variables(declaration.tail())?;
    variables.iter().map(|item| table.resolve(item.annotation, notes)).collect()
}

fn declared_twice(what: &str, name: Node<'_>, first: Node<'_>) -> Box<Fault> {
    let message = format!("{what} {} is declared twice", quoted(name.word()));
    Fault::error(name.span(), message).see("first declared", first.span())
}
