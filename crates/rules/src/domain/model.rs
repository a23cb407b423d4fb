//! Rules about a domain as text.

use induction::Source;
use induction::diagnostic::{self, Span};
use induction::language::MOST_VARIABLES;
use pddl::{Diagnostic, Domain};

use super::Subject;
use super::background::{Background, Size};
use crate::ladder::{self, Ladder};

/// Rules about the states of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainRules {
    pub(crate) background: Background,
    pub(crate) ladder: Ladder,
}

impl DomainRules {
    /// The rules as the text of a file, with remarks before them.
    pub fn write(&self, remarks: &[String]) -> String {
        let Background { subject, domain, .. } = &self.background;
        let text = ladder::write(&self.ladder, &self.vocabulary(), &format!("{subject} of {domain}"));
        let rules_begin =
            text.lines().take_while(|line| line.starts_with('%')).map(|line| line.len() + 1).sum();
        let (head, rules) = text.split_at_checked(rules_begin).unwrap_or((&text, ""));
        let remarks: String = remarks.iter().map(|remark| format!("% {remark}\n")).collect();
        format!("{head}{remarks}{rules}")
    }

    /// The subject of a file, states or goals, and its domain. `None` if the text does not name them.
    pub fn about(text: &str) -> Option<(Subject, &str)> {
        let (subject, domain) = ladder::about(text)?.split_once(" of ")?;
        Some((subject.parse().ok()?, domain))
    }

    /// The rules in the text of a file.
    ///
    /// # Errors
    /// When the rules are of another domain, or the text is wrong.
    pub fn parse(source: Source<'_>, domain: &Domain) -> Result<Self, Diagnostic> {
        let refusal = |message: String| Err(diagnostic::error(source, Span::default(), message));
        let Some((subject, about)) = Self::about(source.text) else {
            let help = format!("`% about: goals of {}`, or `states of`", domain.name);
            return refusal(format!("these rules are not about the states of a domain, as in {help}"));
        };
        if about != domain.name {
            return refusal(format!("these rules are about the domain `{about}`, not `{}`", domain.name));
        }
        let background = Background::new(domain, subject);
        let ladder = ladder::parse(source, &vocabulary(&background))?;
        for (number, clause) in ladder.clauses.iter().enumerate() {
            let variables = clause.body.iter().flat_map(|literal| &literal.arguments).max();
            if variables.is_some_and(|&most| usize::from(most) >= MOST_VARIABLES) {
                return refusal(format!("rule {} has more than {MOST_VARIABLES} variables", number + 1));
            }
            if !clause.calls.is_empty() {
                return refusal(format!(
                    "rule {} calls another, which rules about a domain can't",
                    number + 1
                ));
            }
        }
        Ok(Self { background, ladder })
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.ladder.clauses.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.ladder.clauses.is_empty()
    }

    /// The predicates that they may use.
    pub fn background(&self) -> &Background {
        &self.background
    }

    /// The names of the rules, as in the file that they were read from.
    pub fn names(&self) -> Vec<String> {
        self.ladder.names()
    }

    /// The text of a rule, by its number.
    pub fn rule(&self, number: usize) -> String {
        let clause = self.ladder.clauses.get(number);
        let vocabulary = self.vocabulary();
        let literals = clause.iter().flat_map(|clause| &clause.body).map(|literal| {
            let name = &vocabulary.frame().body[usize::from(literal.predicate)].name;
            let variables: Vec<String> =
                literal.arguments.iter().skip(1).map(|variable| format!("V{variable}")).collect();
            if variables.is_empty() { name.clone() } else { format!("{name}({})", variables.join(", ")) }
        });
        literals.collect::<Vec<_>>().join(", ")
    }

    fn vocabulary(&self) -> crate::Vocabulary {
        vocabulary(&self.background)
    }
}

/// A vocabulary with the predicates of a background, and without objects.
fn vocabulary(background: &Background) -> crate::Vocabulary {
    let counts = vec![0; background.kinds.names.len()];
    background.vocabulary(&counts, Size { literals: usize::MAX, objects: MOST_VARIABLES - 1 })
}
