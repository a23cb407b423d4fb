//! Atoms and terms.

use tools::nearest;

use crate::fault::{Fault, Result, counted, quoted};
use crate::sexpr::Node;
use crate::symbols::Symbol;
use crate::{Atom, ObjectId, PredicateId, Term, TypeNames, Variable, VariableId};

use super::body::Body;
use super::notes::Notes;
use super::unknown::{nested_term, unknown_object, unknown_predicate};
use super::vocabulary::Vocabulary;

impl Body<'_> {
    /// `(predicate term…)`, where `name` is the first word.
    pub(crate) fn atom(&mut self, node: Node<'_>, name: Node<'_>, symbol: Symbol) -> Result<Atom> {
        let predicate = predicate(self.vocabulary, node, name, symbol)?;
        let args = self.args(node, &self.vocabulary.predicates[predicate.index()].parameters)?;
        Ok(Atom { predicate, args })
    }

    /// The arguments of `(name term…)`, checked against the declared parameters.
    pub(crate) fn args(&mut self, node: Node<'_>, parameters: &[TypeNames]) -> Result<Vec<Term>> {
        let terms = node.tail();
        check_count(node, terms.clone().count(), parameters)?;
        let mut args = Vec::with_capacity(parameters.len());
        for (argument, wanted) in terms.zip(parameters) {
            let term = self.term(argument)?;
            match term {
                Term::Object(object) => check_object(self.vocabulary, self.notes, argument, object, wanted)?,
                Term::Variable(variable) => self.check_variable(argument, variable, wanted)?,
            }
            args.push(term);
        }
        Ok(args)
    }

    /// Warns if the variable named at `place` can never stand for an object of a wanted type.
    pub(crate) fn check_variable(
        &mut self,
        place: Node<'_>,
        variable: VariableId,
        wanted: &TypeNames,
    ) -> Result<()> {
        let vocabulary = self.vocabulary;
        let Variable { name, types } = self.scope.variable(variable);
        if vocabulary.types.overlap(types, wanted) {
            return Ok(());
        }
        let message = format!("{} is of type {}", quoted(name), type_names(vocabulary, types, " or "));
        let label = format!("expected {}", type_names(vocabulary, wanted, " or "));
        self.notes.warn(Fault::error(place.span(), message).label(label))
    }

    /// A variable or object.
    pub(crate) fn term(&mut self, node: Node<'_>) -> Result<Term> {
        let Some(symbol) = node.symbol() else { return Err(nested_term(self.vocabulary, node)) };
        if node.word().starts_with('?') {
            let variable = self.scope.get(symbol).map(Term::Variable);
            return variable.ok_or_else(|| self.unknown_variable(node));
        }
        let object = self.vocabulary.objects.ids.get(symbol).map(Term::Object);
        object.ok_or_else(|| self.unknown_object(node))
    }

    fn unknown_object(&self, node: Node<'_>) -> Box<Fault> {
        let fault = unknown_object(self.vocabulary, node);
        let variable = format!("?{}", node.word());
        if self.scope.names().any(|name| name == variable) {
            return fault.help(format!("variables begin with `?`: write {}", quoted(&variable)));
        }
        fault
    }

    fn unknown_variable(&self, node: Node<'_>) -> Box<Fault> {
        let fault = Fault::error(node.span(), format!("unknown variable {}", quoted(node.word())))
            .label("neither a parameter nor bound by a quantifier around it");
        if self.scope.names().any(|name| name == node.word()) {
            return fault.help("the quantifier that binds it ends before this place");
        }
        fault.suggest(nearest(node.word(), self.scope.names()))
    }
}

/// An object's name, where no variables are around.
pub(crate) fn object(vocabulary: &Vocabulary<'_>, node: Node<'_>) -> Result<ObjectId> {
    let Some(symbol) = node.symbol() else { return Err(nested_term(vocabulary, node)) };
    vocabulary.objects.ids.get(symbol).ok_or_else(|| {
        if node.word().starts_with('?') {
            let fault = Fault::error(node.span(), "expected an object, found a variable");
            return fault.label("there are no variables here");
        }
        unknown_object(vocabulary, node)
    })
}

/// The arguments of `(name object…)`, checked against the declared parameters.
pub(crate) fn objects(
    vocabulary: &Vocabulary<'_>,
    notes: &mut Notes,
    node: Node<'_>,
    parameters: &[TypeNames],
) -> Result<Box<[ObjectId]>> {
    let nodes = node.tail();
    check_count(node, nodes.clone().count(), parameters)?;
    let mut args = Vec::with_capacity(parameters.len());
    for (argument, wanted) in nodes.zip(parameters) {
        let id = object(vocabulary, argument)?;
        check_object(vocabulary, notes, argument, id, wanted)?;
        args.push(id);
    }
    Ok(args.into_boxed_slice())
}

/// The predicate that `name` in `node` must be.
pub(crate) fn predicate(
    vocabulary: &Vocabulary<'_>,
    node: Node<'_>,
    name: Node<'_>,
    symbol: Symbol,
) -> Result<PredicateId> {
    vocabulary.predicate_ids.get(symbol).ok_or_else(|| unknown_predicate(vocabulary, node, name))
}

pub(crate) fn check_count(node: Node<'_>, given: usize, parameters: &[TypeNames]) -> Result<()> {
    if given == parameters.len() {
        return Ok(());
    }
    let name = node.head().map_or("", |(name, _)| name.word());
    let wanted = counted(parameters.len(), "argument");
    Err(Fault::error(node.span(), format!("{} takes {wanted}, given {given}", quoted(name))))
}

fn check_object(
    vocabulary: &Vocabulary<'_>,
    notes: &mut Notes,
    argument: Node<'_>,
    object: ObjectId,
    wanted: &TypeNames,
) -> Result<()> {
    let types = &vocabulary.objects.list[object.index()].types;
    if vocabulary.types.types.fits(types, wanted) {
        return Ok(());
    }
    let message =
        format!("{} is of type {}", quoted(argument.word()), type_names(vocabulary, types, " and "));
    let label = format!("expected {}", type_names(vocabulary, wanted, " or "));
    notes.warn(Fault::error(argument.span(), message).label(label))
}

fn type_names(vocabulary: &Vocabulary<'_>, types: &TypeNames, between: &str) -> String {
    let names: Vec<String> = types.iter().map(|&id| quoted(&vocabulary.types.types[id].name)).collect();
    names.join(between)
}
