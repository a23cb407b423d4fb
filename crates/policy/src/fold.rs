//! Chains: conditions of any length that were seen in several lengths become one.
//!
//! To take a block from under others takes as many steps as there are others, so that regression makes a rule for each height
//! of a tower. They differ in nothing but the length of a chain of atoms, `on(A,B), on(B,C), on(C,D)`, whose inner objects matter to
//! nothing else. Rules that are the same but for that, and whose costs grow with it, are folded into one.

use std::collections::BTreeMap;

use pddl::{PredicateId, Term};

use crate::moves::variable;
use crate::rule::{Literal, Rule};

/// Adds rules about chains of any length.
pub fn with_chains(rules: Vec<Rule>) -> Vec<Rule> {
    let mut groups: BTreeMap<Key, Vec<(u64, Rule)>> = BTreeMap::new();
    for rule in &rules {
        if let Some((folded, links)) = folded(rule) {
            groups.entry(key(&folded)).or_default().push((links, folded));
        }
    }
    let mut all = rules;
    all.extend(groups.into_values().filter_map(|group| together(&group)));
    all
}

/// All that makes a folded rule the same as another: all but its cost.
type Key = (pddl::Atom, Vec<Literal>, Vec<crate::rule::Step>);

fn key(rule: &Rule) -> Key {
    (rule.goal.clone(), rule.condition.clone(), rule.steps.clone())
}

/// One rule for several lengths; `None` if there is only one length, or the cost does not grow with it.
fn together(group: &[(u64, Rule)]) -> Option<Rule> {
    let (shortest, longest) =
        (group.iter().min_by_key(|(links, _)| *links)?, group.iter().max_by_key(|(links, _)| *links)?);
    let links = longest.0.checked_sub(shortest.0).filter(|&links| links > 0)?;
    let least = |links: u64| group.iter().filter(|(own, _)| *own == links).map(|(_, rule)| rule.cost).min();
    let each = least(longest.0)?.checked_sub(least(shortest.0)?)? / links;
    let cost = group.iter().map(|(links, rule)| rule.cost.saturating_sub(each * links)).min()?;
    let mut rule = shortest.1.clone();
    rule.cost = cost;
    rule.record.seen = group.iter().map(|(_, rule)| rule.record.seen).sum();
    for literal in &mut rule.condition {
        if let Literal::Leads { each: own, .. } = literal {
            *own = each;
        }
    }
    Some(rule)
}

/// The rule with its chains folded, and how many atoms they had beyond the first.
fn folded(rule: &Rule) -> Option<(Rule, u64)> {
    let mut rule = rule.clone();
    let mut links = 0;
    while let Some((before, after)) = inner(&rule) {
        fold_at(&mut rule, before, after);
        links += 1;
    }
    if links == 0 {
        return None;
    }
    rule.steps.truncate(1);
    Some((renumbered(&rule), links))
}

/// Two literals that meet in a variable which nothing else speaks of, and which is not needed for the first step, unless it
/// is the object next to the beginning of the chain.
fn inner(rule: &Rule) -> Option<(usize, usize)> {
    let first_step: Vec<Term> = rule.steps.first()?.terms();
    for number in 0..rule.variables() {
        let term = variable(number);
        if rule.goal.args.contains(&term) {
            continue;
        }
        let about: Vec<usize> = (0..rule.condition.len())
            .filter(|&place| {
                let literal = &rule.condition[place];
                !matches!(literal, Literal::Different(..)) && literal.terms().contains(&term)
            })
            .collect();
        let &[one, other] = &about[..] else { continue };
        for (before, after) in [(one, other), (other, one)] {
            let (Some((predicate, _, end, _)), Some((own, start, _, is_chain))) =
                (link(&rule.condition[before]), link(&rule.condition[after]))
            else {
                continue;
            };
            // What follows the first atom is a chain; the chain before is at its end.
            let joins = matches!(rule.condition[before], Literal::Leads { .. }) || !is_chain;
            let is_needed = first_step.contains(&term);
            let begins = matches!(rule.condition[before], Literal::Holds(_));
            if predicate == own && end == term && start == term && joins && (!is_needed || begins) {
                return Some((before, after));
            }
        }
    }
    None
}

/// Predicate, start and end of a literal that may be part of a chain, and whether it is one already.
fn link(literal: &Literal) -> Option<(PredicateId, Term, Term, bool)> {
    match literal {
        Literal::Holds(atom) => match atom.args[..] {
            [from, to] => Some((atom.predicate, from, to, false)),
            _ => None,
        },
        Literal::Leads { predicate, from, to, .. } => Some((*predicate, *from, *to, true)),
        _ => None,
    }
}

/// `p(A,B), p(B,C)` becomes `p(A,B), leads(B,C)`, and `leads(A,B), p(B,C)` becomes `leads(A,C)`.
fn fold_at(rule: &mut Rule, before: usize, after: usize) {
    let (Some((predicate, from, _, is_chain)), Some((_, start, to, _))) =
        (link(&rule.condition[before]), link(&rule.condition[after]))
    else {
        return;
    };
    if is_chain {
        rule.condition[before] = Literal::Leads { predicate, from, to, each: 0 };
        rule.condition.remove(after);
        drop_differences(rule, start);
    } else {
        rule.condition[after] = Literal::Leads { predicate, from: start, to, each: 0 };
        drop_differences(rule, start);
    }
}

/// Objects of a chain differ by themselves.
fn drop_differences(rule: &mut Rule, term: Term) {
    rule.condition.retain(
        |literal| !matches!(literal, Literal::Different(left, right) if *left == term || *right == term),
    );
}

/// The rule with variables numbered by where they come up, so that rules that are the same look the same.
fn renumbered(rule: &Rule) -> Rule {
    let mut numbers: Vec<Option<usize>> = vec![None; rule.variables()];
    let mut types = Vec::new();
    let mut meet = |term: Term, numbers: &mut Vec<Option<usize>>| {
        if let Term::Variable(old) = term
            && numbers[old.index()].is_none()
        {
            numbers[old.index()] = Some(types.len());
            types.push(rule.types[old.index()].clone());
        }
    };
    let named = rule.goal.args.iter().copied().chain(rule.steps.iter().flat_map(crate::rule::Step::terms));
    named.for_each(|term| meet(term, &mut numbers));
    let mut left: Vec<&Literal> = rule.condition.iter().collect();
    let mut condition = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let shown = |literal: &Literal, numbers: &[Option<usize>]| {
            literal.map(|term| match term {
                Term::Variable(old) => variable(numbers[old.index()].unwrap_or(usize::from(u16::MAX))),
                Term::Object(_) => term,
            })
        };
        let next = left.iter().enumerate().min_by_key(|(_, literal)| {
            let unknown = literal
                .terms()
                .into_iter()
                .filter(|term| matches!(term, Term::Variable(old) if numbers[old.index()].is_none()));
            (unknown.count(), shown(literal, &numbers))
        });
        let Some((place, _)) = next else { break };
        let literal = left.remove(place);
        literal.terms().into_iter().for_each(|term| meet(term, &mut numbers));
        condition.push(shown(literal, &numbers));
    }
    condition.sort();
    let renamed = |term: Term| match term {
        Term::Variable(old) => variable(numbers[old.index()].unwrap_or(0)),
        Term::Object(_) => term,
    };
    Rule {
        goal: crate::rule::map_atom(&rule.goal, renamed),
        types,
        condition,
        unless: Vec::new(),
        steps: rule.steps.iter().map(|step| step.map(renamed)).collect(),
        cost: rule.cost,
        record: rule.record,
    }
}
