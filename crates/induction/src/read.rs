//! Reads a problem of induction from the three texts that Popper reads.

mod bias;
mod constraints;
mod declarations;
mod domains;
mod examples;
mod questions;
mod tables;
#[cfg(test)]
mod tests;

use pddl::Diagnostic;

use crate::diagnostic::{self, Source};
use crate::engine::Program;
use crate::problem::Problem;
use crate::prolog::Terms;

/// A problem, and warnings about its texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The problem.
    pub problem: Problem,
    /// Warnings about what has no effect, in the order of the texts.
    pub warnings: Vec<Diagnostic>,
    /// Constraints of the bias that are not understood, as they are written: rules are learned without them.
    pub ignored_constraints: Vec<String>,
}

/// Reads background knowledge (`bk.pl`), a bias (`bias.pl`) and examples (`exs.pl`).
pub fn read(bk: Source<'_>, bias: Source<'_>, exs: Source<'_>) -> Result<Reading, Diagnostic> {
    let mut terms = Terms::default();
    let mut warnings = Vec::new();
    let mut bias = bias::read(bias, &mut terms, &mut warnings)?;
    let mut program = Program::read(bk, &mut terms)?;
    warnings.extend(program.directives.iter().map(|directive| {
        diagnostic::warning(bk, directive.span, "directives are passed over")
            .with_help("what Prolog's libraries for lists, arithmetic and clpfd bring along is known without")
    }));
    program.link(&mut terms);
    let examples = examples::read(exs, &bias, &mut terms, &mut warnings)?;
    let ignored_constraints = std::mem::take(&mut bias.ignored);
    let problem = tables::write_out(bk, &program, &mut terms, bias, &examples, &mut warnings)?;
    Ok(Reading { problem, warnings, ignored_constraints })
}
