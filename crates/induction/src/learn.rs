//! Learns a program from texts that were read, in the way that their bias asks for, and checks it in another way.

use std::fmt::{self, Display};

use tools::numbers::counted;

use crate::induce::check;
use crate::recursion::{self, Recursive, Said};
use crate::verdict::length_lines;
use crate::{Checker, Reading, Relation, Settings, Unsuitable, Watch, induce};

/// A program that was learned, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// The rules, as Prolog.
    pub rules: Vec<String>,
    /// How good it is, and how certain that is.
    pub verdict: Vec<String>,
    /// How many bodies and programs were tried.
    pub tried: u64,
    /// Does it hold for all positive examples?
    pub is_complete: bool,
}

/// Why nothing was learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It can't be.
    Unsuitable(Unsuitable),
    /// The program found does not do what it should: a mistake of ours.
    Wrong,
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsuitable(why) => why.fmt(f),
            Self::Wrong => f.write_str("the program found does not do what it should"),
        }
    }
}

impl std::error::Error for Failure {}

impl Reading {
    /// How much is known, in words.
    pub fn known(&self) -> String {
        let facts: usize = self.problem.relations.iter().map(Relation::len).sum();
        let predicates = counted(self.problem.body.len(), "predicate");
        match self.is_asked {
            true => format!("{predicates}, asked when they are called"),
            false => format!("{} of {predicates}", counted(facts, "fact")),
        }
    }

    /// Learns the smallest program that the bias allows, or the best until `watch` ends the search.
    ///
    /// # Errors
    /// When a predicate has too many arguments, when there are too many predicates, or when noise is to be allowed for in a
    /// program that has predicates of its own.
    pub fn learn(&self, settings: Settings, watch: &dyn Watch) -> Result<Learned, Failure> {
        if self.prolog.is_some() {
            return self.learn_far(settings, watch);
        }
        let problem = &self.problem;
        let program = induce(problem, settings, watch).map_err(Failure::Unsuitable)?;
        let checked = Checker::new(problem).check(problem, &program.rules);
        if checked.covered != program.covered || checked.uncovered != program.uncovered {
            return Err(Failure::Wrong);
        }
        Ok(Learned {
            rules: program.rules.iter().map(|rule| rule.display(problem).to_string()).collect(),
            verdict: program.verdict(problem, settings.is_noisy),
            tried: program.tried,
            is_complete: program.uncovered.is_empty(),
        })
    }

    /// Programs that recur, or have a predicate of their own.
    fn learn_far(&self, settings: Settings, watch: &dyn Watch) -> Result<Learned, Failure> {
        let Some(prolog) = &self.prolog else { return Err(Failure::Wrong) };
        if settings.is_noisy && self.problem.bias.allows_invention {
            return Err(Failure::Unsuitable(Unsuitable::Noise));
        }
        let extended = recursion::with_own(&self.problem);
        check(&extended).map_err(Failure::Unsuitable)?;
        let (found, extended) = if self.problem.bias.allows_invention {
            recursion::invention::search(&self.problem, watch)
        } else {
            let asked = self.is_asked.then_some(&prolog.background);
            (recursion::search(&extended, asked, watch, settings.is_noisy), extended)
        };
        let Recursive { clauses, is_certain, has_given_up, tried, troubles, judged } = found;
        let limits = if has_given_up { format!(" {}", recursion::limits()) } else { String::new() };
        let positives = counted(self.problem.examples.positive.len(), "positive example");
        let mut learned =
            Learned { rules: Vec::new(), verdict: Vec::new(), tried, is_complete: clauses.is_some() };
        if let Some([positives, _]) = &judged {
            learned.is_complete = positives.iter().all(|one| *one == Some(true));
        }
        let name = |predicate: usize| extended.body[predicate].name.clone();
        if let Some(clauses) = clauses {
            let said = prolog.check(&extended, self.problem.body.len(), &clauses, judged.as_ref());
            if said == Said::Wrong {
                return Err(Failure::Wrong);
            }
            learned.rules = clauses.iter().map(|clause| clause.display(&extended, &name)).collect();
            let size: usize = clauses.iter().map(|clause| clause.body.len() + 1).sum();
            let smaller = match self.problem.bias.allows_invention {
                true => "no smaller program with one predicate of its own or none does that",
                false => "no smaller program does that",
            };
            let count = self.problem.examples.positive.len();
            match &judged {
                Some(judged) => {
                    let [right, wrong] =
                        [0, 1].map(|kind| judged[kind].iter().filter(|one| **one == Some(true)).count());
                    let counts = [[right, count], [wrong, self.problem.examples.negative.len()]];
                    let most = recursion::most_literals(&self.problem);
                    let certainty = match is_certain {
                        true => format!("no program of up to {most} literals has a smaller one{limits}"),
                        false => "whether there is a program with a smaller one is not known".to_owned(),
                    };
                    learned.verdict.extend(length_lines(size, counts, &certainty));
                }
                None => learned.verdict.push(format!(
                    "Size {size}: holds for {count} of {positives} and for no negative one; {smaller}{limits}"
                )),
            }
            if said == Said::Endless && !clauses.is_empty() {
                let (head, arity) = (&self.problem.head.name, self.problem.head.arity());
                learned.verdict.push(format!(
                    "  = help: Prolog goes round in circles unless told `:- table {head}/{arity}.`"
                ));
            }
        } else {
            let most = recursion::most_literals(&self.problem);
            let certainty = match is_certain {
                true => format!(
                    "there is none of up to {most} literals that the bias allows (max_clauses, max_body){limits}"
                ),
                false => "more time may help".to_owned(),
            };
            learned.verdict.push(format!(
                "No program holds for all of {positives} and for no negative one: {certainty}"
            ));
        }
        learned.verdict.extend(troubles.into_iter().map(|trouble| format!("  = note: {trouble}")));
        Ok(learned)
    }
}
