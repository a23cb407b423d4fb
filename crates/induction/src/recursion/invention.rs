//! Programs with a predicate of their own, which is defined by clauses over the background knowledge.
//!
//! What a definition says is a table. So each definition, the smallest of those that say the same, is added to the background
//! knowledge in turn, and the rest of the program is sought as usual.

use rustc_hash::FxHashSet;

use super::bases::answer;
use super::clauses::Clauses;
use super::dependencies::dependencies;
use super::knowledge::{Knowledge, Tuple};
use super::plan::Plan;
use super::search::{Over, Search};
use super::{Clause, Recursive, most_literals, with_own};
use crate::induce::{Standing, Watch, Watched};
use crate::language::{Atom, Language, MOST_PREDICATES};
use crate::{Constant, Predicate, Problem, Relation, Type};

/// How long a body may take to be written out.
const STEPS: u64 = 1_000_000;
/// The most arguments of a predicate of the program's own.
const MOST_ARGUMENTS: usize = 2;

/// The definition of a predicate of the program's own.
struct Definition {
    predicate: Predicate,
    bodies: Vec<Vec<Atom>>,
    tuples: Vec<Constant>,
}

/// The bodies that clauses of a predicate with these arguments may have, by size, and what each of them says.
struct Form {
    problem: Problem,
    bodies: Vec<Vec<Written>>,
}

type Written = (Vec<Atom>, Vec<Tuple>);

/// The smallest program, and the problem that its literals are of: its predicates are those of the background knowledge,
/// perhaps one of its own, and the one to define.
pub(crate) fn search(problem: &Problem, watch: &dyn Watch) -> (Recursive, Problem) {
    let watched = Watched::new(watch);
    let plain = with_own(problem);
    let language = Language::new(&plain);
    let own = plain.body.len() - 1;
    let mut pure = Search::new(&language, own, None, &watched, false);
    let mut forms = forms(problem);
    let mut seen = FxHashSet::default();
    let mut definitions: Vec<Vec<Definition>> = Vec::new();
    let none = |is_certain| Recursive {
        clauses: None,
        is_certain,
        has_given_up: watched.has_given_up(),
        tried: watched.tried(),
        troubles: Vec::new(),
        judged: None,
    };
    for size in 2..=most_literals(problem) {
        let uncovered = problem.examples.positive.len();
        watch.see(&Standing { size, tried: watched.tried(), cost: 0, uncovered });
        let found = match pure.of_size(size) {
            Err(Over) => return (none(false), plain),
            Ok(found) => found,
        };
        if let Some(bodies) = found {
            let clauses = bodies.into_iter().map(|body| Clause { head: own, body }).collect();
            return (Recursive { clauses: Some(clauses), ..none(true) }, plain);
        }
        while definitions.len() + 1 < size {
            match of_size(definitions.len(), &mut forms, &mut seen, &watched) {
                Ok(found) => definitions.push(found),
                Err(Over) => return (none(false), plain),
            }
        }
        for (own_size, all) in definitions.iter().enumerate() {
            for definition in all {
                match with(problem, definition, size - own_size, &watched) {
                    Ok(None) => {}
                    Ok(Some((clauses, extended))) => {
                        return (Recursive { clauses: Some(clauses), ..none(true) }, extended);
                    }
                    Err(Over) => return (none(false), plain),
                }
            }
        }
    }
    (none(true), plain)
}

/// The rest of a program with a definition, if there is one of that size, and the problem that it is of.
fn with(
    problem: &Problem,
    definition: &Definition,
    size: usize,
    watched: &Watched<'_>,
) -> Result<Option<(Vec<Clause>, Problem)>, Over> {
    let mut extended = problem.clone();
    extended.body.push(definition.predicate.clone());
    let arity = definition.predicate.arity();
    extended.relations.push(Relation { arity, tuples: definition.tuples.clone() });
    let extended = with_own(&extended);
    let own = extended.body.len() - 1;
    let language = Language::new(&extended);
    let mut search = Search::new(&language, own, None, watched, false);
    let Some(bodies) = search.of_size(size)? else { return Ok(None) };
    let invented = definition.bodies.iter().map(|body| Clause { head: own - 1, body: body.clone() });
    let clauses = invented.chain(bodies.into_iter().map(|body| Clause { head: own, body })).collect();
    Ok(Some((clauses, extended)))
}

/// One form for each number of arguments and their types.
fn forms(problem: &Problem) -> Vec<Form> {
    if problem.body.len() + 2 > MOST_PREDICATES {
        return Vec::new();
    }
    let mut all: Vec<Vec<Type>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..MOST_ARGUMENTS.min(problem.bias.max_variables) {
        last = last
            .iter()
            .flat_map(|types| (0..problem.types.len()).map(|of| [&types[..], &[of as Type]].concat()))
            .collect();
        all.extend(last.iter().cloned());
    }
    let form = |types: Vec<Type>| {
        let mut problem = problem.clone();
        problem.head = Predicate { name: "inv1".to_owned(), types, directions: None };
        // What a bias says about variables by number is about the head's.
        (problem.bias.required, problem.bias.forbidden) = (Vec::new(), Vec::new());
        problem.bias.allows_recursion = false;
        Form { problem: with_own(&problem), bodies: Vec::new() }
    };
    all.into_iter().skip(1).map(form).collect()
}

/// All definitions of a size, each of which says something that none before does.
fn of_size(
    size: usize,
    forms: &mut [Form],
    seen: &mut FxHashSet<(Vec<Type>, Vec<Tuple>)>,
    watched: &Watched<'_>,
) -> Result<Vec<Definition>, Over> {
    let mut found = Vec::new();
    for form in forms {
        form.write_out(size, watched)?;
        let most = form.problem.bias.max_clauses.max(2) - 1;
        form.combine(size, (size, usize::MAX), most, &mut Vec::new(), &mut |bodies| {
            let mut tuples: Vec<Tuple> =
                bodies.iter().flat_map(|(_, tuples)| tuples.iter().copied()).collect();
            tuples.sort_unstable();
            tuples.dedup();
            let predicate = form.problem.head.clone();
            let is_known = tuples.is_empty() || form.says_known(&tuples);
            if !is_known && seen.insert((predicate.types.clone(), tuples.clone())) {
                let arity = predicate.arity();
                let tuples = tuples.iter().flat_map(|tuple| tuple[..arity].to_vec()).collect();
                let bodies = bodies.iter().rev().map(|(body, _)| body.clone()).collect();
                found.push(Definition { predicate, bodies, tuples });
            }
        });
    }
    Ok(found)
}

impl Form {
    /// Does a predicate of the background knowledge say this?
    fn says_known(&self, tuples: &[Tuple]) -> bool {
        let arity = self.problem.head.arity();
        self.problem.body.iter().zip(&self.problem.relations).any(|(predicate, relation)| {
            predicate.types == self.problem.head.types
                && relation.len() == tuples.len()
                && relation.iter().zip(tuples).all(|(one, other)| one == &other[..arity])
        })
    }

    /// Makes all clauses up to this size known, with what they say.
    fn write_out(&mut self, size: usize, watched: &Watched<'_>) -> Result<(), Over> {
        let language = Language::new(&self.problem);
        let own = self.problem.body.len() - 1;
        let mut knowledge = Knowledge::new(&self.problem, None, watched);
        let mut clauses = Clauses::new(&language, own, dependencies(&language, own, None));
        while clauses.size + 1 < size && !clauses.is_exhausted() {
            let layer = clauses.grow(watched, &mut |_| true).ok_or(Over)?;
            if self.bodies.len() > clauses.size + 1 {
                continue;
            }
            self.bodies.resize_with(clauses.size + 1, Vec::new);
            let mut said = FxHashSet::default();
            let mut written = Vec::new();
            for body in layer.bases.iter() {
                if watched.is_over() {
                    return Err(Over);
                }
                let plan = Plan::new(&language, &mut knowledge, own, &[], body);
                let mut tuples = Vec::new();
                let is_short =
                    answer(&plan, &[], &Tuple::default(), &mut knowledge, &mut STEPS.clone(), &mut tuples)
                        .is_ok();
                watched.count(1);
                if !is_short {
                    watched.give_up();
                }
                let is_known = self.bodies.iter().flatten().any(|(_, before)| *before == tuples);
                if is_short && !is_known && said.insert(tuples.clone()) {
                    written.push((plan.body, tuples));
                }
            }
            self.bodies.push(written);
        }
        Ok(())
    }

    /// All sets of clauses of that size in all, the largest clause first.
    fn combine<'f>(
        &'f self,
        left: usize,
        (largest, before): (usize, usize),
        most: usize,
        chosen: &mut Vec<&'f Written>,
        note: &mut dyn FnMut(&[&Written]),
    ) {
        for size in
            (2..=largest.min(left)).rev().filter(|&size| size == left || (size + 2 <= left && most > 1))
        {
            let bodies = self.bodies.get(size).map_or(&[][..], Vec::as_slice);
            let end = if size == largest { before.min(bodies.len()) } else { bodies.len() };
            for (number, body) in bodies[..end].iter().enumerate() {
                chosen.push(body);
                if size == left {
                    note(chosen);
                } else {
                    self.combine(left - size, (size, number), most - 1, chosen, note);
                }
                chosen.pop();
            }
        }
    }
}
