//! Recursive programs: the smallest set of clauses, some of which call the predicate that they define, that holds for all
//! positive examples and for no negative one.
//!
//! Programs are tried in the order of their size. What a program says is what follows from its clauses, whatever their order,
//! as far as calls do not go deeper than five hundred. A program has at least one clause that does not recur, a *base*; where
//! examples are right, each of them must be right by itself. For recursive clauses, all bases are tried at once (`answers.rs`).

mod answers;
mod bases;
mod check;
mod choose;
mod clauses;
mod dependencies;
mod halves;
pub(crate) mod invention;
mod knowledge;
mod lanes;
mod plan;
mod search;
mod tally;
#[cfg(test)]
mod tests;
mod weigh;

pub(crate) use self::check::{Prolog, Said};
pub(crate) use self::knowledge::Background;
use self::search::Search;
pub(crate) use self::weigh::Judged;
use crate::Problem;
use crate::induce::{Standing, Watch, Watched};
use crate::language::{Atom, Language};
use tools::numbers::grouped;

/// A clause of a program that may define several predicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The number of the predicate that it is a clause of, as in literals.
    pub head: usize,
    pub body: Vec<Atom>,
}

/// The outcome of a search for a recursive program.
pub(crate) struct Recursive {
    /// None if no program was found.
    pub clauses: Option<Vec<Clause>>,
    /// Is it certain that there is no smaller one, or none at all?
    pub is_certain: bool,
    /// Was a program given up on for an example that took too long, or went too deep? Then that is certain of programs within these
    /// limits.
    pub has_given_up: bool,
    pub tried: u64,
    /// What went wrong when predicates were asked.
    pub troubles: Vec<String>,
    /// For which examples the program holds, if they may be wrong.
    pub judged: Option<Judged>,
}

/// The problem with the predicate to define among those of bodies, as the last one.
pub(crate) fn with_own(problem: &Problem) -> Problem {
    let mut extended = problem.clone();
    extended.body.push(problem.head.clone());
    extended.relations.push(crate::Relation { arity: problem.head.arity(), tuples: Vec::new() });
    extended
}

/// Where examples may be wrong, programs that do not recur are tried after recursive ones that are larger by this.
const LAG: usize = 2;

/// The size up to which programs are tried.
pub(crate) fn most_literals(problem: &Problem) -> usize {
    (problem.bias.max_body + 1) * problem.bias.max_clauses.max(2)
}

/// In words: what proofs are limited to where a program was given up on.
pub(crate) fn limits() -> String {
    let steps = grouped(answers::STEPS as f64, 0);
    format!("in {steps} steps and {} calls within calls for each example", answers::DEPTH)
}

/// The smallest program, or where examples may be wrong that of least description length; none if `watch` ends the search before
/// one is found. `background` is asked where predicates have directions; without it tables are complete.
pub(crate) fn search(
    extended: &Problem,
    background: Option<&Background>,
    watch: &dyn Watch,
    is_noisy: bool,
) -> Recursive {
    let language = Language::new(extended);
    let watched = Watched::new(watch);
    let own = extended.body.len() - 1;
    let mut search = Search::new(&language, own, background, &watched, is_noisy);
    let (mut clauses, mut is_certain) = (None, true);
    let mut next_direct = 2;
    for size in 2..=most_literals(extended) {
        let uncovered = extended.examples.positive.len();
        let best = search.best();
        watch.see(&Standing { size, tried: watched.tried(), cost: best.unwrap_or(0), uncovered });
        if let Some(best) = best {
            // What is as large is no better.
            if size >= best {
                break;
            }
            // Bases alone are many, and recursive programs worth more.
            let direct = size.saturating_sub(LAG);
            let mut result = search.weigh_recursive(size);
            if result.is_ok() && direct == next_direct {
                result = search.weigh_direct(direct);
                next_direct += 1;
            }
            if result.is_err() {
                is_certain = false;
                break;
            }
            continue;
        }
        match search.of_size(size) {
            Ok(None) => {}
            Ok(Some(bodies)) => {
                clauses = Some(bodies.into_iter().map(|body| Clause { head: own, body }).collect());
                break;
            }
            Err(search::Over) => {
                is_certain = false;
                break;
            }
        }
    }
    for direct in next_direct..=most_literals(extended) {
        if is_noisy && is_certain && search.best().is_some_and(|best| direct < best) {
            is_certain = search.weigh_direct(direct).is_ok();
        }
    }
    let judged = is_noisy.then(|| search.judge());
    if let (Some(judged), Some(weighing)) = (&judged, &search.weighing) {
        // What took too long with one limit may not have with another.
        is_certain &= weighing.length(judged) == weighing.best;
    }
    if let Some(weighing) = &mut search.weighing {
        let bodies = weighing.program.take().unwrap_or_default();
        clauses = Some(bodies.into_iter().map(|body| Clause { head: own, body }).collect());
    }
    let mut troubles: Vec<(usize, String)> = search.knowledge.troubles.drain().collect();
    troubles.sort();
    let troubles = troubles.into_iter().map(|(_, trouble)| trouble).collect();
    Recursive {
        clauses,
        is_certain,
        has_given_up: watched.has_given_up(),
        tried: watched.tried(),
        troubles,
        judged,
    }
}
