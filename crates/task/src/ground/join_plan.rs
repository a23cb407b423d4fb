//! Plans joins: in which order the atoms of a rule are joined, and through which indexes.

use super::domains::ObjectSet;
use super::rule::{Rule, RuleAtom, is_bound};
use crate::relation::{Relation, key_is_exact};
use pddl::Term;

/// One step of a join.
#[derive(Debug)]
pub(super) enum Step {
    /// For each matching tuple, bind the variables that are not bound yet.
    Match {
        relation: usize,
        index: usize,
        /// The bound arguments that make the key.
        key: Vec<Term>,
        pattern: Pattern,
        /// May it match the very tuple that set off the join?
        inclusive: bool,
    },
    /// Is this tuple there?
    Check {
        atom: RuleAtom,
        inclusive: bool,
    },
    /// For each object of the variable's domain.
    Objects {
        variable: usize,
    },
    /// A variable that must be equal to something bound.
    Bind {
        variable: usize,
        term: Term,
    },
    Equal(Term, Term),
    Different(Term, Term),
    Absent(RuleAtom),
}

/// The form that a tuple must have, and the variables that it binds.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    /// Positions and the variables that get bound there.
    pub binds: Vec<(usize, usize)>,
    /// Positions and the terms that they must be equal to.
    pub checks: Vec<(usize, Term)>,
}

/// How to find all instances of a rule that use one particular new tuple.
#[derive(Debug)]
pub(super) struct JoinPlan {
    pub rule: usize,
    /// The form that the new tuple must have.
    pub pattern: Pattern,
    pub steps: Vec<Step>,
}

/// How large relations are, or are expected to become.
pub(super) struct Sizes {
    /// By relation.
    relations: Vec<f64>,
    /// By relation, by position: how many different objects stand there.
    distinct: Vec<Vec<f64>>,
    /// By domain.
    domains: Vec<usize>,
}

impl Sizes {
    /// Relations that don't grow are counted. The others are expected to grow to the geometric mean of their present
    /// size and the size that the `positions`' domains allow.
    pub(super) fn new(
        relations: &[Relation],
        grows: &[bool],
        positions: &[Vec<usize>],
        domains: &[ObjectSet],
        objects: usize,
    ) -> Self {
        let domains: Vec<usize> = domains.iter().map(|domain| domain.members.len()).collect();
        let distinct: Vec<Vec<f64>> = (0..relations.len())
            .map(|relation| {
                let at = |position: usize| match grows[relation] {
                    true => domains[positions[relation][position]],
                    false => relations[relation].distinct(position, objects),
                };
                (0..positions[relation].len()).map(|position| at(position) as f64).collect()
            })
            .collect();
        let size = |relation: usize| match grows[relation] {
            true => {
                let most: f64 = distinct[relation].iter().product();
                (most * f64::from(relations[relation].len()).max(1.0)).sqrt()
            }
            false => f64::from(relations[relation].len()),
        };
        let relations = (0..relations.len()).map(size).collect();
        Self { relations, distinct, domains }
    }

    /// How many tuples of the atom's relation are expected to agree with the bound arguments.
    fn matches(&self, atom: &RuleAtom, bound: &[bool]) -> f64 {
        let terms = atom.args.iter().zip(&self.distinct[atom.relation]);
        let selective = terms.filter(|(term, _)| is_bound(**term, bound));
        selective.fold(self.relations[atom.relation], |size, (_, distinct)| size / distinct.max(1.0))
    }
}

impl JoinPlan {
    /// Plans the join that starts with body atom `trigger`, or with nothing.
    pub(super) fn new(
        rule_number: usize,
        rule: &Rule,
        trigger: Option<usize>,
        sizes: &Sizes,
        relations: &mut [Relation],
    ) -> Self {
        let mut planner = Planner {
            rule,
            trigger,
            bound: vec![false; rule.domains.len()],
            atoms: (0..rule.body.len()).filter(|&atom| Some(atom) != trigger).collect(),
            equal: rule.equal.clone(),
            different: rule.different.clone(),
            absent: rule.absent.clone(),
            steps: Vec::new(),
        };
        let pattern = match trigger {
            Some(trigger) => planner.bind(&rule.body[trigger].args, &[]),
            None => Pattern::default(),
        };
        planner.plan(sizes, relations);
        JoinPlan { rule: rule_number, pattern, steps: planner.steps }
    }
}

struct Planner<'a> {
    rule: &'a Rule,
    trigger: Option<usize>,
    bound: Vec<bool>,
    /// The atoms that are still to be placed.
    atoms: Vec<usize>,
    equal: Vec<(Term, Term)>,
    different: Vec<(Term, Term)>,
    absent: Vec<RuleAtom>,
    steps: Vec<Step>,
}

impl Planner<'_> {
    fn plan(&mut self, sizes: &Sizes, relations: &mut [Relation]) {
        loop {
            self.place_filters();
            if let Some(atom) = self.cheapest_atom(sizes) {
                self.place_match(atom, relations);
            } else if let Some(variable) = self.smallest_unbound(sizes) {
                self.bound[variable] = true;
                self.steps.push(Step::Objects { variable });
            } else {
                return;
            }
        }
    }

    /// Places all filters whose variables are bound already, cheap ones before expensive ones.
    fn place_filters(&mut self) {
        let bound = &mut self.bound;
        let steps = &mut self.steps;
        let mut changed = true;
        while changed {
            changed = false;
            self.equal.retain(|&(left, right)| {
                let step = match (left, is_bound(left, bound), right, is_bound(right, bound)) {
                    (_, true, _, true) => Step::Equal(left, right),
                    (Term::Variable(variable), false, term, true)
                    | (term, true, Term::Variable(variable), false) => {
                        bound[variable.index()] = true;
                        Step::Bind { variable: variable.index(), term }
                    }
                    _ => return true,
                };
                steps.push(step);
                changed = true;
                false
            });
        }
        self.different.retain(|&(left, right)| {
            let ready = is_bound(left, bound) && is_bound(right, bound);
            if ready {
                steps.push(Step::Different(left, right));
            }
            !ready
        });
        let trigger = self.trigger;
        let rule = self.rule;
        self.atoms.retain(|&atom| {
            let ready = rule.body[atom].is_bound(bound);
            if ready {
                let inclusive = is_inclusive(rule, atom, trigger);
                steps.push(Step::Check { atom: rule.body[atom].clone(), inclusive });
            }
            !ready
        });
        self.absent.retain(|atom| {
            let ready = atom.is_bound(bound);
            if ready {
                steps.push(Step::Absent(atom.clone()));
            }
            !ready
        });
    }

    /// The atom that is expected to have the fewest matches. Atoms without bound arguments come last: they multiply the
    /// partial matches without testing them.
    fn cheapest_atom(&self, sizes: &Sizes) -> Option<usize> {
        let expected = |&atom: &usize| {
            let atom = &self.rule.body[atom];
            let is_apart = !atom.args.iter().any(|&term| is_bound(term, &self.bound));
            (is_apart, sizes.matches(atom, &self.bound))
        };
        let order =
            |one: &(bool, f64), other: &(bool, f64)| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1));
        self.atoms.iter().copied().min_by(|one, other| order(&expected(one), &expected(other)))
    }

    fn place_match(&mut self, atom: usize, relations: &mut [Relation]) {
        self.atoms.retain(|&other| other != atom);
        let RuleAtom { relation, args } = &self.rule.body[atom];
        let positions: Vec<usize> =
            (0..args.len()).filter(|&position| is_bound(args[position], &self.bound)).collect();
        let key = positions.iter().map(|&position| args[position]).collect();
        let index = relations[*relation].index_on(&positions);
        let exact = if key_is_exact(positions.len()) { &positions[..] } else { &[] };
        let pattern = self.bind(args, exact);
        let inclusive = is_inclusive(self.rule, atom, self.trigger);
        self.steps.push(Step::Match { relation: *relation, index, key, pattern, inclusive });
    }

    /// Binds the unbound variables of `args`, checks the others except at the positions in `known`.
    fn bind(&mut self, args: &[Term], known: &[usize]) -> Pattern {
        let mut pattern = Pattern::default();
        for (position, &term) in args.iter().enumerate() {
            match term {
                Term::Variable(variable) if !self.bound[variable.index()] => {
                    self.bound[variable.index()] = true;
                    pattern.binds.push((position, variable.index()));
                }
                _ if known.contains(&position) => {}
                _ => pattern.checks.push((position, term)),
            }
        }
        pattern
    }

    fn smallest_unbound(&self, sizes: &Sizes) -> Option<usize> {
        let unbound = self.rule.variables.iter().copied().filter(|&variable| !self.bound[variable]);
        unbound.min_by_key(|&variable| sizes.domains[self.rule.domains[variable]])
    }
}

/// May an atom match the very tuple that set off the join? Each combination of tuples must be found once, when its last
/// tuple is new. Where a relation occurs twice in the body, the same new tuple may match both places: then only the
/// join set off at the first place finds it.
fn is_inclusive(rule: &Rule, atom: usize, trigger: Option<usize>) -> bool {
    trigger.is_some_and(|trigger| atom > trigger && rule.body[atom].relation == rule.body[trigger].relation)
}
