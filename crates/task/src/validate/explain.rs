//! Finds the parts of a false condition that are to blame.

use std::ops::ControlFlow;

use pddl::{Formula, VariableId};

use super::condition::Condition;
use super::error::TooComplex;
use super::relation::Relation;
use super::scope::Scope;
use super::solve::{Binding, Solver};
use super::text::Writer;
use super::verdict::{Cause, Unmet};

/// A state to explain conditions in.
#[derive(Clone, Copy)]
pub(super) struct Explainer<'a> {
    pub(super) facts: &'a [Relation],
    pub(super) scope: &'a Scope,
    /// How to write conditions, and what their variables are bound to.
    pub(super) writer: Writer<'a>,
}

impl Explainer<'_> {
    /// The smallest parts for which the formula is not true (or not false) as wanted.
    pub(super) fn unmet(self, formula: &Formula, wanted: bool) -> Result<Vec<Unmet>, TooComplex> {
        let cause = match formula {
            Formula::Not(part) => return self.unmet(part, !wanted),
            Formula::And(parts) if wanted => return self.unmet_parts(parts.iter().map(|part| (part, true))),
            Formula::Or(parts) if !wanted => return self.unmet_parts(parts.iter().map(|part| (part, false))),
            Formula::Imply(premise, conclusion) if !wanted => {
                return self.unmet_parts([(&**premise, true), (conclusion, false)]);
            }
            Formula::Imply(_, conclusion) => Cause::Conclusion(self.unmet(conclusion, true)?),
            Formula::Forall(variables, body) if wanted => self.exception(variables, body, true)?,
            Formula::Exists(variables, body) if !wanted => self.exception(variables, body, false)?,
            Formula::Or(_) => Cause::NoAlternative,
            Formula::Exists(..) => Cause::NoWitness,
            Formula::Atom(_) | Formula::Equal(..) | Formula::And(_) | Formula::Forall(..) => Cause::Plain,
        };
        Ok(vec![Unmet { condition: self.writer.condition(formula, wanted), cause }])
    }

    fn unmet_parts<'f>(
        self,
        parts: impl IntoIterator<Item = (&'f Formula, bool)>,
    ) -> Result<Vec<Unmet>, TooComplex> {
        let mut unmet = Vec::new();
        for (part, wanted) in parts {
            if !self.solver().holds(&Condition::new(part, wanted))? {
                unmet.extend(self.unmet(part, wanted)?);
            }
        }
        Ok(unmet)
    }

    /// Objects for which `body` is not as wanted.
    fn exception(self, variables: &[VariableId], body: &Formula, wanted: bool) -> Result<Cause, TooComplex> {
        let mut exception = self.writer.binding.to_vec();
        let unwanted = Condition::new(body, !wanted);
        self.solver().each(vec![&unwanted], variables, &mut |binding: &Binding| {
            for variable in variables {
                exception[variable.index()] = binding[variable.index()];
            }
            ControlFlow::Break(())
        })?;
        let writer = Writer { binding: &exception, ..self.writer };
        let objects = variables.iter().map(|&variable| {
            let object = exception[variable.index()].map(|id| &self.writer.problem.objects[id.index()]);
            (
                writer.variable(variable).to_owned(),
                object.map_or_else(String::new, |object| object.name.clone()),
            )
        });
        let unmet = Explainer { writer, ..self }.unmet(body, wanted)?;
        Ok(Cause::Exception { objects: objects.collect(), unmet })
    }

    fn solver(&self) -> Solver<'_> {
        Solver::new(self.facts, self.scope, self.writer.binding.to_vec())
    }
}
