//! PDDL text of conditions, with objects in place of bound variables.

use std::fmt::{self, Display, Formatter};

use pddl::{Atom, Domain, Formula, Problem, Term, TypeId, Variable, VariableId};

use super::solve::{Binding, value};

/// Writes conditions as text, with the names and bindings of their variables.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) domain: &'a Domain,
    pub(super) problem: &'a Problem,
    pub(super) variables: &'a [Variable],
    pub(super) binding: &'a Binding,
}

impl<'a> Writer<'a> {
    pub(super) fn formula(self, formula: &Formula) -> String {
        fmt::from_fn(|f| self.write(f, formula)).to_string()
    }

    /// The condition that the formula is true, or that it is false.
    pub(super) fn condition(self, formula: &Formula, wanted: bool) -> String {
        let formula = self.formula(formula);
        if wanted { formula } else { format!("(not {formula})") }
    }

    pub(super) fn variable(self, variable: VariableId) -> &'a str {
        &self.variables[variable.index()].name
    }

    /// A name applied to terms.
    pub(super) fn application(self, f: &mut Formatter<'_>, name: &str, args: &[Term]) -> fmt::Result {
        write!(f, "({name}")?;
        args.iter().try_for_each(|&arg| write!(f, " {}", self.term(arg)))?;
        write!(f, ")")
    }

    fn write(self, f: &mut Formatter<'_>, formula: &Formula) -> fmt::Result {
        match formula {
            Formula::Atom(Atom { predicate, args }) => {
                self.application(f, &self.domain.predicates[predicate.index()].name, args)
            }
            Formula::Equal(left, right) => write!(f, "(= {} {})", self.term(*left), self.term(*right)),
            Formula::Not(part) => self.write_parts(f, "not", [&**part]),
            Formula::And(parts) => self.write_parts(f, "and", parts),
            Formula::Or(parts) => self.write_parts(f, "or", parts),
            Formula::Imply(premise, conclusion) => self.write_parts(f, "imply", [&**premise, conclusion]),
            Formula::Forall(variables, body) => self.write_quantified(f, "forall", variables, body),
            Formula::Exists(variables, body) => self.write_quantified(f, "exists", variables, body),
        }
    }

    fn write_parts<'f>(
        self,
        f: &mut Formatter<'_>,
        name: &str,
        parts: impl IntoIterator<Item = &'f Formula>,
    ) -> fmt::Result {
        write!(f, "({name}")?;
        for part in parts {
            f.write_str(" ")?;
            self.write(f, part)?;
        }
        f.write_str(")")
    }

    fn write_quantified(
        self,
        f: &mut Formatter<'_>,
        name: &str,
        variables: &[VariableId],
        body: &Formula,
    ) -> fmt::Result {
        write!(f, "({name} (")?;
        for (index, variable) in variables.iter().enumerate() {
            let Variable { name, types } = &self.variables[variable.index()];
            write!(f, "{}{name}", if index == 0 { "" } else { " " })?;
            if types[..] != [pddl::Types::OBJECT] {
                write!(f, " - {}", type_text(self.domain, types))?;
            }
        }
        f.write_str(") ")?;
        self.write(f, body)?;
        f.write_str(")")
    }

    fn term(self, term: Term) -> impl Display {
        fmt::from_fn(move |f| match (value(term, self.binding), term) {
            (Some(object), _) => f.write_str(&self.problem.objects[object.index()].name),
            (None, Term::Variable(variable)) => f.write_str(self.variable(variable)),
            (None, Term::Object(_)) => Ok(()),
        })
    }
}

/// The PDDL of a fact called `Atom on(a, b)` or `NegatedAtom on(a, b)`; other names stay as they are.
pub(super) fn fact_text(name: &str) -> String {
    let atom = |text: &str| {
        let (predicate, args) = text.strip_suffix(')')?.split_once('(')?;
        let words = [predicate].into_iter().chain(args.split(", ").filter(|arg| !arg.is_empty()));
        Some(format!("({})", words.collect::<Vec<_>>().join(" ")))
    };
    let positive = || atom(name.strip_prefix("Atom ")?);
    let negative = || Some(format!("(not {})", atom(name.strip_prefix("NegatedAtom ")?)?));
    positive().or_else(negative).unwrap_or_else(|| name.to_owned())
}

/// A type annotation: `truck` or `(either truck train)`.
pub(super) fn type_text(domain: &Domain, types: &[TypeId]) -> String {
    let names: Vec<&str> = types.iter().map(|&id| domain.types[id].name.as_str()).collect();
    match names[..] {
        [name] => name.to_owned(),
        _ => format!("(either {})", names.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_a_ground_task_read_like_pddl() {
        for (name, text) in [
            ("Atom robot-at(mailroom)", "(robot-at mailroom)"),
            ("Atom on(a[1], b)", "(on a[1] b)"),
            ("NegatedAtom on(a, b)", "(not (on a b))"),
            ("Atom raining()", "(raining)"),
            ("<none of those>", "<none of those>"),
            ("Atom half(a", "Atom half(a"),
        ] {
            assert_eq!(fact_text(name), text);
        }
    }
}
