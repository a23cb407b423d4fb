//! A domain file.

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::{Node, Nodes, Tree};
use crate::symbols::{Names, keyword};
use crate::{Action, Axiom, Domain, Requirements};

use super::action::{action, action_name};
use super::body::Body;
use super::define::{Section, definition, unknown_section, warn_if_repeated};
use super::derived::{derived, derived_predicate};
use super::hierarchy::hierarchy;
use super::notes::Notes;
use super::objects::Objects;
use super::requirements::{check_declared, requirements};
use super::scope::Scope;
use super::signatures::{Functions, Predicates};
use super::type_table::TypeTable;
use super::vocabulary::Vocabulary;

/// A domain's sections by kind: they may come in any order, but are read in this one.
#[derive(Default)]
struct Sections<'t> {
    requirements: Vec<Section<'t>>,
    types: Vec<Section<'t>>,
    constants: Vec<Section<'t>>,
    predicates: Vec<Section<'t>>,
    functions: Vec<Section<'t>>,
    derived: Vec<Section<'t>>,
    actions: Vec<Section<'t>>,
}

const KNOWN: [&str; 7] =
    [":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived"];

/// Reads and checks a domain.
pub(crate) fn domain(tree: &Tree, notes: &mut Notes) -> Result<Domain> {
    let definition = definition(tree, keyword::DOMAIN)?;
    let sections = Sections::sort(definition.sections, notes)?;
    let mut declared = Requirements::default();
    for &section in &sections.requirements {
        declared = declared.union(requirements(section, notes)?);
    }
    let types = hierarchy(tree, sections.types.iter().map(|section| section.content()), notes)?;
    let table = TypeTable::new(tree, &types);
    let mut constants = Objects::new(tree, &[]);
    for section in &sections.constants {
        constants.read(section.content(), &table, notes)?;
    }
    let mut predicates = Predicates::new(tree);
    for section in &sections.predicates {
        predicates.read(section.content(), &table, notes)?;
    }
    let mut functions = Functions::new(tree);
    for section in &sections.functions {
        functions.read(section.content(), &table, notes)?;
    }
    let mut vocabulary = Vocabulary {
        types: &table,
        objects: &constants,
        predicates: &predicates.list,
        predicate_ids: &predicates.ids,
        functions: &functions.list,
        function_ids: &functions.ids,
        derived: vec![false; predicates.list.len()],
    };
    for &section in &sections.derived {
        let predicate = derived_predicate(section, &vocabulary)?;
        vocabulary.derived[predicate.index()] = true;
    }
    let (axioms, actions) = rules_and_actions(tree, &sections, &vocabulary, notes)?;
    let place = sections.requirements.first().map_or(definition.name, |section| section.keyword);
    check_declared(declared, place, notes)?;
    Ok(Domain {
        name: definition.name.word().to_owned(),
        requirements: declared,
        constants: constants.list,
        predicates: predicates.list,
        functions: functions.list,
        types,
        actions,
        axioms,
    })
}

fn rules_and_actions(
    tree: &Tree,
    sections: &Sections<'_>,
    vocabulary: &Vocabulary<'_>,
    notes: &mut Notes,
) -> Result<(Vec<Axiom>, Vec<Action>)> {
    let mut scope = Scope::new(tree);
    let mut body = Body::new(vocabulary, &mut scope, notes);
    let axioms =
        sections.derived.iter().map(|&section| derived(section, &mut body)).collect::<Result<_>>()?;
    let mut first_of_name: Names<Node<'_>> = Names::new(&tree.symbols);
    let mut actions = Vec::with_capacity(sections.actions.len());
    for &section in &sections.actions {
        let (name, symbol) = action_name(section)?;
        if let Some(first) = first_of_name.set(symbol, Some(name)) {
            let message = format!("action {} is declared twice", quoted(name.word()));
            return Err(Fault::error(name.span(), message).see("first declared", first.span()));
        }
        actions.push(action(section, &mut body)?);
    }
    Ok((axioms, actions))
}

impl<'t> Sections<'t> {
    fn sort(nodes: Nodes<'t>, notes: &mut Notes) -> Result<Self> {
        let mut sections = Self::default();
        for node in nodes {
            let section = Section::new(node, &KNOWN)?;
            match section.keyword.symbol() {
                Some(keyword::REQUIREMENTS_SECTION) => sections.requirements.push(section),
                Some(keyword::TYPES_SECTION) => sections.types.push(section),
                Some(keyword::CONSTANTS_SECTION) => sections.constants.push(section),
                Some(keyword::PREDICATES_SECTION) => sections.predicates.push(section),
                Some(keyword::FUNCTIONS_SECTION) => sections.functions.push(section),
                Some(keyword::DERIVED_SECTION) => sections.derived.push(section),
                Some(keyword::ACTION_SECTION) => sections.actions.push(section),
                _ => return Err(unsupported_or_unknown(section)),
            }
        }
        let Self { requirements, types, constants, predicates, functions, .. } = &sections;
        for repeated in [requirements, types, constants, predicates, functions] {
            warn_if_repeated(repeated, notes)?;
        }
        Ok(sections)
    }
}

fn unsupported_or_unknown(section: Section<'_>) -> Box<Fault> {
    let place = section.keyword.span();
    match section.keyword.word() {
        ":durative-action" => Fault::unsupported(place, "durative actions"),
        ":constraints" => Fault::unsupported(place, "constraints"),
        ":process" | ":event" => Fault::unsupported(place, "processes and events"),
        ":task" | ":method" => Fault::unsupported(place, "hierarchical tasks"),
        ":axiom" => Fault::unsupported(place, "`:axiom`").help("write `(:derived (predicate …) condition)`"),
        word @ (":objects" | ":init" | ":goal" | ":metric") => {
            Fault::error(place, format!("{} belongs into a problem, not a domain", quoted(word)))
        }
        _ => unknown_section(section, &KNOWN),
    }
}
