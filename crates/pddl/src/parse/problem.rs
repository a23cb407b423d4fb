//! A problem file.

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::{Node, Nodes, Tree};
use crate::symbols::{Names, keyword};
use crate::{Domain, Formula, FunctionId, Metric, PredicateId, Problem, Requirement, Requirements, Variable};

use super::body::Body;
use super::define::{Section, definition, unknown_section, warn_if_repeated};
use super::init::Init;
use super::metric::metric;
use super::notes::Notes;
use super::objects::Objects;
use super::requirements::{check_declared, requirements};
use super::scope::Scope;
use super::type_table::TypeTable;
use super::vocabulary::Vocabulary;

/// A problem's sections by kind.
#[derive(Default)]
pub(super) struct Sections<'t> {
    domain: Option<Section<'t>>,
    requirements: Option<Section<'t>>,
    objects: Vec<Section<'t>>,
    pub(super) init: Vec<Section<'t>>,
    pub(super) goal: Option<Section<'t>>,
    metric: Option<Section<'t>>,
}

const KNOWN: [&str; 6] = [":domain", ":requirements", ":objects", ":init", ":goal", ":metric"];

/// Reads a problem and checks it against its domain.
pub(crate) fn problem(domain: &Domain, tree: &Tree, notes: &mut Notes) -> Result<Problem> {
    let definition = definition(tree, keyword::PROBLEM)?;
    let sections = Sections::sort(definition.sections, notes)?;
    check_domain_name(domain, &definition.name, sections.domain, notes)?;
    let declared = match sections.requirements {
        Some(section) => requirements(section, notes)?,
        None => Requirements::default(),
    };
    let table = TypeTable::new(tree, &domain.types);
    let mut objects = Objects::new(tree, &domain.constants);
    for section in &sections.objects {
        objects.read(section.content(), &table, notes)?;
    }
    let predicate_names = domain.predicates.iter().map(|predicate| predicate.name.as_str());
    let function_names = domain.functions.iter().map(|function| function.name.as_str());
    let vocabulary = Vocabulary {
        types: &table,
        objects: &objects,
        predicates: &domain.predicates,
        predicate_ids: &Names::of(&tree.symbols, predicate_names, PredicateId::from_index),
        functions: &domain.functions,
        function_ids: &Names::of(&tree.symbols, function_names, FunctionId::from_index),
        derived: domain.derived_predicates(),
    };
    if sections.init.is_empty() {
        let fault = Fault::error(definition.name.span(), "the problem has no initial state");
        notes.warn(fault.help("add `(:init (predicate object …) …)`"))?;
    }
    let mut init = Init::new(&vocabulary);
    for section in &sections.init {
        init.read(section.content(), notes)?;
    }
    let (atoms, values) = init.finish()?;
    let Some(goal_section) = sections.goal else {
        let fault = Fault::error(definition.name.span(), "the problem has no goal");
        return Err(fault.help("add `(:goal condition)`"));
    };
    let (goal, goal_variables) = goal(tree, goal_section, &vocabulary, notes)?;
    let metric = match sections.metric {
        Some(section) => metric(section, &vocabulary, notes)?,
        None => Metric::PlanLength,
    };
    check_goal_features(domain, declared, goal_section, notes)?;
    Ok(Problem {
        name: definition.name.word().to_owned(),
        init: atoms,
        values,
        goal,
        goal_variables,
        metric,
        objects: objects.list,
    })
}

fn check_domain_name(
    domain: &Domain,
    problem_name: &Node<'_>,
    section: Option<Section<'_>>,
    notes: &mut Notes,
) -> Result<()> {
    let help = || format!("write `(:domain {})`", domain.name);
    let Some(section) = section else {
        let fault = Fault::error(problem_name.span(), "the problem does not say which domain it belongs to");
        return notes.warn(fault.help(help()));
    };
    let mut content = section.content();
    match (content.next(), content.next()) {
        (Some(name), None) if !name.is_list() => {
            if name.word() == domain.name {
                return Ok(());
            }
            let message = format!("the problem is for domain {}", quoted(name.word()));
            let label = format!("the domain given is {}", quoted(&domain.name));
            notes.warn(Fault::error(name.span(), message).label(label))
        }
        _ => Err(Fault::error(section.node.span(), "expected the domain's name").help(help())),
    }
}

fn goal(
    tree: &Tree,
    section: Section<'_>,
    vocabulary: &Vocabulary<'_>,
    notes: &mut Notes,
) -> Result<(Formula, Vec<Variable>)> {
    let mut content = section.content();
    let Some(condition) = content.next() else {
        return Err(
            Fault::error(section.keyword.span(), "the goal is missing").help("write `(:goal condition)`")
        );
    };
    if let Some(extra) = content.next() {
        let fault = Fault::error(extra.span(), "the goal is one condition").label("a second one");
        return Err(fault.help("write `(:goal (and …))`"));
    }
    let mut scope = Scope::new(tree);
    let goal = Body::new(vocabulary, &mut scope, notes).formula(condition)?;
    Ok((goal, scope.finish()))
}

/// Types and costs are the domain's affair; a goal can ask for more than the domain declares.
fn check_goal_features(
    domain: &Domain,
    declared: Requirements,
    goal: Section<'_>,
    notes: &mut Notes,
) -> Result<()> {
    let mut declared = declared.union(domain.requirements);
    declared.insert(Requirement::Typing);
    declared.insert(Requirement::ActionCosts);
    check_declared(declared, goal.keyword, notes)
}

impl<'t> Sections<'t> {
    pub(super) fn sort(nodes: Nodes<'t>, notes: &mut Notes) -> Result<Self> {
        let mut sections = Self::default();
        for node in nodes {
            let section = Section::new(node, &KNOWN)?;
            let slot = match section.keyword.symbol() {
                Some(keyword::OBJECTS_SECTION) => {
                    sections.objects.push(section);
                    continue;
                }
                Some(keyword::INIT_SECTION) => {
                    sections.init.push(section);
                    continue;
                }
                Some(keyword::DOMAIN_SECTION) => &mut sections.domain,
                Some(keyword::REQUIREMENTS_SECTION) => &mut sections.requirements,
                Some(keyword::GOAL_SECTION) => &mut sections.goal,
                Some(keyword::METRIC_SECTION) => &mut sections.metric,
                _ if section.keyword.word() == ":length" => {
                    notes.warn(Fault::error(section.keyword.span(), "`:length` has no effect"))?;
                    continue;
                }
                _ => return Err(unsupported_or_unknown(section)),
            };
            if let Some(first) = slot.replace(section) {
                let message = format!("{} is given twice", quoted(section.keyword.word()));
                let fault = Fault::error(section.keyword.span(), message);
                return Err(fault.see("first given", first.keyword.span()));
            }
        }
        warn_if_repeated(&sections.objects, notes)?;
        warn_if_repeated(&sections.init, notes)?;
        Ok(sections)
    }
}

fn unsupported_or_unknown(section: Section<'_>) -> Box<Fault> {
    let place = section.keyword.span();
    match section.keyword.word() {
        ":constraints" => Fault::unsupported(place, "constraints"),
        ":htn" => Fault::unsupported(place, "hierarchical tasks"),
        word @ (":types" | ":constants" | ":predicates" | ":functions" | ":action" | ":derived") => {
            Fault::error(place, format!("{} belongs into a domain, not a problem", quoted(word)))
        }
        _ => unknown_section(section, &KNOWN),
    }
}
