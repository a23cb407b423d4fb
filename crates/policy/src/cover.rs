//! Rules that others make superfluous.

use pddl::{Atom, Term, Types};
use search::Budget;

use crate::rule::{Literal, Path, Rule};

/// Drops rules that another one covers, and adds what was seen of them to it. What there is no time for stays.
pub fn without_covered(types: &Types, mut rules: Vec<Rule>, budget: &Budget) -> Vec<Rule> {
    rules.sort_by(|one, other| {
        let key = |rule: &Rule| (rule.cost, rule.condition.len());
        key(one).cmp(&key(other)).then_with(|| other.record.seen.cmp(&one.record.seen))
    });
    let mut kept: Vec<Rule> = Vec::new();
    for rule in rules {
        if budget.check().is_err() {
            kept.push(rule);
            continue;
        }
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
    let mut covering = Covering {
        types,
        general,
        special,
        binding: vec![None; general.variables()],
        trail: Vec::new(),
        patience: 20_000,
    };
    covering.unify_all(&general.goal.args, &special.goal.args).is_some()
        && covering.cover(&in_order(general), general.cost)
}

/// The literals of a rule's condition, those first that leave the fewest choices: each time one with the fewest variables that
/// neither the goal has nor a literal before it. Atoms bind variables; what they leave open is tested afterwards.
fn in_order(rule: &Rule) -> Vec<&Literal> {
    let rank = |literal: &Literal| match literal {
        Literal::Holds(_) => 0,
        Literal::Path(_) => 1,
        Literal::Fails(_) => 2,
        Literal::Different(..) => 3,
        Literal::Leads { .. } => 4,
    };
    let mut is_bound = vec![false; rule.variables()];
    let bind = |is_bound: &mut Vec<bool>, terms: &[Term]| {
        for term in terms {
            if let Term::Variable(variable) = term {
                is_bound[variable.index()] = true;
            }
        }
    };
    bind(&mut is_bound, &rule.goal.args);
    let mut left: Vec<(&Literal, Vec<Term>)> =
        rule.condition.iter().map(|literal| (literal, literal.terms())).collect();
    let mut order = Vec::with_capacity(left.len());
    let is_open = |is_bound: &[bool], term: &Term| matches!(term, Term::Variable(variable) if !is_bound[variable.index()]);
    while let Some(place) = (0..left.len()).min_by_key(|&place| {
        let (literal, terms) = &left[place];
        (rank(literal), terms.iter().filter(|term| is_open(&is_bound, term)).count())
    }) {
        let (literal, terms) = left.remove(place);
        bind(&mut is_bound, &terms);
        order.push(literal);
    }
    order
}

struct Covering<'a> {
    types: &'a Types,
    general: &'a Rule,
    special: &'a Rule,
    binding: Vec<Option<Term>>,
    /// The variables that are bound, in the order in which they were.
    trail: Vec<usize>,
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
            let before = self.trail.len();
            let unified = match (first, other) {
                (Literal::Holds(one), Literal::Holds(other))
                | (Literal::Fails(one), Literal::Fails(other)) => self.unify_atoms(one, other),
                (Literal::Path(one), Literal::Path(other)) => self.unify_paths(one, other),
                (Literal::Different(a, b), Literal::Different(c, d)) => {
                    let same = self.unify_all(&[*a, *b], &[*c, *d]);
                    same.or_else(|| {
                        self.undo(before);
                        self.unify_all(&[*a, *b], &[*d, *c])
                    })
                }
                _ => None,
            };
            if unified.is_some() && self.cover(rest, cost) {
                return true;
            }
            self.undo(before);
        }
        false
    }

    /// Unbinds all variables but those that were bound first.
    fn undo(&mut self, bound: usize) {
        for variable in self.trail.drain(bound..) {
            self.binding[variable] = None;
        }
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
                self.trail.push(variable.index());
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
