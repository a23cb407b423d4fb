//! `:requirements`: read, and compared with the features that a file uses.

use tools::nearest;

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::Node;
use crate::{Requirement, Requirements};

use super::define::Section;
use super::notes::Notes;

use Requirement::{
    ActionCosts, ConditionalEffects, DerivedPredicates, DisjunctivePreconditions, Equality,
    ExistentialPreconditions, NegativePreconditions, Strips, Typing, UniversalPreconditions,
};

/// Names that stand for several requirements, or for one with a wider meaning than is supported.
const GROUPS: [(&str, &[Requirement]); 5] = [
    (":quantified-preconditions", &[ExistentialPreconditions, UniversalPreconditions]),
    (
        ":adl",
        &[
            Strips,
            Typing,
            Equality,
            NegativePreconditions,
            DisjunctivePreconditions,
            ExistentialPreconditions,
            UniversalPreconditions,
            ConditionalEffects,
        ],
    ),
    (":domain-axioms", &[DerivedPredicates]),
    (":fluents", &[ActionCosts]),
    (":numeric-fluents", &[ActionCosts]),
];

/// Names of features that are not supported. Only their use is refused, not their declaration: many files declare more
/// than they use.
const UNSUPPORTED: [&str; 16] = [
    ":action-expansions",
    ":constraints",
    ":continuous-effects",
    ":dag-expansions",
    ":duration-inequalities",
    ":durative-actions",
    ":durative-inequalities",
    ":expression-evaluation",
    ":goal-utilities",
    ":object-fluents",
    ":open-world",
    ":preferences",
    ":safety-constraints",
    ":time",
    ":timed-initial-literals",
    ":true-negation",
];

/// Reads a section's content.
pub(crate) fn requirements(section: Section<'_>, notes: &mut Notes) -> Result<Requirements> {
    let mut declared = Requirements::default();
    for node in section.content() {
        let word = node.word();
        if let Some((requirement, _)) = Requirement::ALL.iter().find(|(_, name)| *name == word) {
            declared.insert(*requirement);
        } else if let Some((_, group)) = GROUPS.iter().find(|(name, _)| *name == word) {
            group.iter().for_each(|&requirement| declared.insert(requirement));
        } else if !UNSUPPORTED.contains(&word) {
            notes.warn(unknown_requirement(node))?;
        }
    }
    Ok(declared)
}

fn unknown_requirement(node: Node<'_>) -> Box<Fault> {
    if node.is_list() {
        return Fault::error(node.span(), "expected a requirement").label("a list");
    }
    let known = Requirement::ALL.iter().map(|&(_, name)| name);
    let known = known.chain(GROUPS.iter().map(|&(name, _)| name)).chain(UNSUPPORTED);
    Fault::error(node.span(), format!("unknown requirement {}", quoted(node.word())))
        .suggest(nearest(node.word(), known))
}

/// Warns at `place`, once for the whole file, of features that are used but not declared.
pub(crate) fn check_declared(declared: Requirements, place: Node<'_>, notes: &mut Notes) -> Result<()> {
    let missing: Vec<&str> = notes.used().without(declared).map(Requirement::name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let missing = missing.join(" ");
    notes.warn(
        Fault::error(place.span(), format!("used but not declared: {missing}"))
            .help(format!("add to the domain's requirements: `(:requirements … {missing})`")),
    )
}
