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
use crate::problem::Problem;
use crate::prolog::Terms;
use crate::recursion::{Background, Prolog};
use prolog::engine::Program;

/// A problem, and warnings about its texts.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The problem.
    pub problem: Problem,
    /// Warnings about what has no effect, in the order of the texts.
    pub warnings: Vec<Diagnostic>,
    /// Constraints of the bias that are not understood, as they are written: rules are learned without them.
    pub ignored_constraints: Vec<String>,
    /// Background knowledge as it is, for programs that recur or have predicates of their own.
    pub(crate) prolog: Option<Prolog>,
    /// Is it asked when programs call it, since its predicates have directions?
    pub(crate) is_asked: bool,
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
    let goes_far = bias.allows_recursion || bias.allows_invention;
    let plain = goes_far.then(|| program.clone());
    program.link(&mut terms);
    bias.prepare_invention(&program, &terms)?;
    let examples = examples::read(exs, &bias, &mut terms, &mut warnings)?;
    let ignored_constraints = std::mem::take(&mut bias.ignored);
    let is_asked = bias.asks_when_called();
    let names = bias.body.iter().map(|predicate| predicate.name).collect();
    let (problem, constants) = tables::write_out(bk, &program, &mut terms, bias, &examples, &mut warnings)?;
    let prolog = plain
        .map(|plain| Prolog { program: plain, background: Background { program, terms, constants, names } });
    Ok(Reading { problem, warnings, ignored_constraints, prolog, is_asked })
}
