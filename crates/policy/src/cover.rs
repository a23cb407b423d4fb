//! Rules that others make superfluous.

use pddl::{Atom, Term, Types};

use crate::rule::{Literal, Path, Rule};

/// Drops rules that another one covers, and adds what was seen of them to it.
pub fn without_covered(types: &Types, mut rules: Vec<Rule>) -> Vec<Rule> {
    rules.sort_by(|one, other| {
        let key = |rule: &Rule| (rule.cost, rule.condition.len());
        key(one).cmp(&key(other)).then_with(|| other.record.seen.cmp(&one.record.seen))
    });
    let mut kept: Vec<Rule> = Vec::new();
    for rule in rules {
        match kept.iter_mut().find(|other| covers(types, other, &rule)) {
            Some(other) => other.record.seen += rule.record.seen,
            None => {
                // Longer conditions may cost less where chains are short.
                kept.retain(|other| !(other.cost >= rule.cost && covers(types, &rule, other)));
                kept.push(rule);
            }
        }
    }
    kept
}

/// Does the first rule match wherever the second does, at no higher cost?
pub fn covers(types: &Types, general: &Rule, special: &Rule) -> bool {
    if general.goal.predicate != special.goal.predicate || general.cost > special.cost {
        return false;
    }
    let has = |literal: &Literal| {
        special.condition.iter().any(|other| match (literal, other) {
            (Literal::Holds(one), Literal::Holds(other)) | (Literal::Fails(one), Literal::Fails(other)) => {
                one.predicate == other.predicate
            }
            (Literal::Path(one), Literal::Path(other)) => one.moves == other.moves,
            (Literal::Different(..), _) => matches!(other, Literal::Different(..)),
            (Literal::Leads { .. }, _) => true,
            _ => false,
        })
    };
    if !general.condition.iter().all(has) {
        return false;
    }
    let mut covering =
        Covering { types, general, special, binding: vec![None; general.variables()], patience: 20_000 };
    covering.unify_all(&general.goal.args, &special.goal.args).is_some() && {
        // Atoms bind variables; what they leave open is tested afterwards.
        let rank = |literal: &&Literal| match literal {
            Literal::Holds(_) => 0,
            Literal::Path(_) => 1,
            Literal::Fails(_) => 2,
            Literal::Different(..) => 3,
            Literal::Leads { .. } => 4,
        };
        let mut order: Vec<&Literal> = general.condition.iter().collect();
        order.sort_by_key(rank);
        covering.cover(&order, general.cost)
    }
}

struct Covering<'a> {
    types: &'a Types,
    general: &'a Rule,
    special: &'a Rule,
    binding: Vec<Option<Term>>,
    patience: u32,
}

impl Covering<'_> {
    fn cover(&mut self, left: &[&Literal], cost: u64) -> bool {
        if self.patience == 0 || cost > self.special.cost {
            return false;
        }
        self.patience -= 1;
        let Some((first, rest)) = left.split_first() else { return true };
        if let Literal::Leads { predicate, from, to, each } = first {
            let (Some(from), Some(to)) = (self.bound(*from), self.bound(*to)) else { return false };
            return self
                .chain(*predicate, from, to, *each)
                .is_some_and(|length| self.cover(rest, cost.saturating_add(each.saturating_mul(length))));
        }
        let special = self.special;
        for other in &special.condition {
            let before = self.binding.clone();
            let unified = match (first, other) {
                (Literal::Holds(one), Literal::Holds(other))
                | (Literal::Fails(one), Literal::Fails(other)) => self.unify_atoms(one, other),
                (Literal::Path(one), Literal::Path(other)) => self.unify_paths(one, other),
                (Literal::Different(a, b), Literal::Different(c, d)) => {
                    let same = self.unify_all(&[*a, *b], &[*c, *d]);
                    same.or_else(|| {
                        self.binding.clone_from(&before);
                        self.unify_all(&[*a, *b], &[*d, *c])
                    })
                }
                _ => None,
            };
            if unified.is_some() && self.cover(rest, cost) {
                return true;
            }
            self.binding = before;
        }
        false
    }

    fn unify_atoms(&mut self, one: &Atom, other: &Atom) -> Option<()> {
        if one.predicate != other.predicate {
            return None;
        }
        self.unify_all(&one.args, &other.args)
    }

    fn unify_paths(&mut self, one: &Path, other: &Path) -> Option<()> {
        if one.moves != other.moves {
            return None;
        }
        self.unify_all(&one.mover, &other.mover)?;
        self.unify_all(&[one.from, one.to], &[other.from, other.to])
    }

    fn unify_all(&mut self, general: &[Term], special: &[Term]) -> Option<()> {
        general.iter().zip(special).try_for_each(|(one, other)| self.unify(*one, *other))
    }

    fn unify(&mut self, general: Term, special: Term) -> Option<()> {
        let Term::Variable(variable) = general else { return (general == special).then_some(()) };
        match self.binding[variable.index()] {
            Some(bound) => (bound == special).then_some(()),
            None => {
                if let Term::Variable(other) = special {
                    let (wanted, own) =
                        (&self.general.types[variable.index()], &self.special.types[other.index()]);
                    let within = own
                        .iter()
                        .all(|below| wanted.iter().any(|above| self.types.is_subtype(*below, *above)));
                    if !within {
                        return None;
                    }
                }
                self.binding[variable.index()] = Some(special);
                Some(())
            }
        }
    }

    fn bound(&self, term: Term) -> Option<Term> {
        match term {
            Term::Variable(variable) => self.binding[variable.index()],
            Term::Object(_) => Some(term),
        }
    }

    /// The length of the chain that the special rule speaks of.
    fn chain(&self, predicate: pddl::PredicateId, from: Term, to: Term, each: u64) -> Option<u64> {
        let mut reached = vec![(from, 0)];
        let mut next = 0;
        while let Some(&(term, length)) = reached.get(next) {
            if term == to {
                return Some(length);
            }
            next += 1;
            for literal in &self.special.condition {
                let (other, links) = match literal {
                    Literal::Holds(atom)
                        if atom.predicate == predicate && atom.args.first() == Some(&term) =>
                    {
                        (atom.args[1], 1)
                    }
                    Literal::Leads { predicate: own, from, to, each: other }
                        if *own == predicate && *from == term && each <= *other =>
                    {
                        (*to, 0)
                    }
                    _ => continue,
                };
                if !reached.iter().any(|(known, _)| *known == other) {
                    reached.push((other, length + links));
                }
            }
        }
        None
    }
}
