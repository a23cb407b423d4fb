//! The constraints of a bias that are understood: literals or variables that rules must or must not have.

use crate::problem::Variable;
use crate::prolog::{Name, Node, TermId, Terms, names};

/// A constraint that is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Restriction {
    /// The least and the greatest number of variables of the type in a rule.
    TypeCount(Name, usize, usize),
    /// The variable of the head occurs in the body.
    Required(Variable),
    /// No literal is like this.
    Forbidden(Pattern),
}

/// Literals of a predicate, or of all with that many arguments, by conditions on the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub predicate: Option<Name>,
    /// None if the literal is forbidden whatever its arguments.
    pub arguments: Option<Vec<Option<(bool, Variable)>>>,
}

/// The restriction that a constraint stands for, if it is understood.
pub(super) fn recognise(terms: &Terms, sentence: TermId) -> Option<Restriction> {
    if let Some(&[body]) = terms.matches(sentence, names::NECK, 1) {
        let goals: Vec<TermId> =
            terms.conjuncts(body).into_iter().filter(|&goal| !is(terms, goal, "clause", 1)).collect();
        return match goals[..] {
            [goal] => {
                type_count(terms, goal).or_else(|| required(terms, goal)).or_else(|| forbidden(terms, &goals))
            }
            _ => forbidden(terms, &goals),
        };
    }
    let (head, body) = terms.clause(sentence);
    let &[predicate, tuple] = terms.arguments(head) else { return None };
    pattern(terms, predicate, tuple, &body.map_or_else(Vec::new, |body| terms.conjuncts(body)))
}

fn is(terms: &Terms, goal: TermId, text: &str, arity: usize) -> bool {
    terms.functor(goal).is_some_and(|(name, count)| terms.text(name) == text && count == arity)
}

/// `#count{V : var_type(C,V,t)} != n` and other comparisons.
fn type_count(terms: &Terms, goal: TermId) -> Option<Restriction> {
    let &[left, right] = terms.arguments(goal) else { return None };
    let operator = terms.text(terms.functor(goal)?.0);
    let (counted, limit, operator) = match integer(terms, right) {
        Some(limit) => (left, limit, operator),
        None => (right, integer(terms, left)?, mirrored(operator)?),
    };
    let limit = usize::try_from(limit).ok()?;
    let name = counted_type(terms, counted)?;
    let (least, most) = match operator {
        "!=" => (limit, limit),
        "<" => (limit, usize::MAX),
        "<=" => (limit.checked_add(1)?, usize::MAX),
        ">" => (0, limit),
        ">=" => (0, limit.checked_sub(1)?),
        "=" | "==" if limit == 0 => (1, usize::MAX),
        _ => return None,
    };
    Some(Restriction::TypeCount(name, least, most))
}

fn mirrored(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "!=" => "!=",
        "=" | "==" => "=",
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        _ => return None,
    })
}

/// The type of the variables in `#count{V : var_type(C,V,t)}`, where `clause_var(C,V)` may stand too.
fn counted_type(terms: &Terms, counted: TermId) -> Option<Name> {
    let &[set] = terms.matches(counted, names::COUNT, 1)? else { return None };
    let &[element] = terms.matches(set, names::BRACES, 1)? else { return None };
    let &[tuple, conditions] = terms.matches(element, names::ELEMENT, 2)? else { return None };
    let &[variable] = terms.matches(tuple, names::TUPLE, 1)? else { return None };
    let mut counted = None;
    for &condition in terms.arguments(conditions) {
        match *terms.arguments(condition) {
            [_, of] if is(terms, condition, "clause_var", 2) && of == variable => {}
            [_, of, by] if is(terms, condition, "var_type", 3) && of == variable && counted.is_none() => {
                let Node::Atom(name) = terms.node(by) else { return None };
                counted = Some(name);
            }
            _ => return None,
        }
    }
    counted
}

/// `not body_var(_, n)`.
fn required(terms: &Terms, goal: TermId) -> Option<Restriction> {
    let &[inner] = terms.matches(goal, names::NOT, 1)? else { return None };
    let &[_, variable] = terms.arguments(inner) else { return None };
    is(terms, inner, "body_var", 2).then_some(())?;
    Some(Restriction::Required(Variable::try_from(integer(terms, variable)?).ok()?))
}

/// `body_literal(C, P, A, Vars)` with conditions on `Vars`.
fn forbidden(terms: &Terms, goals: &[TermId]) -> Option<Restriction> {
    let (literals, conditions): (Vec<TermId>, Vec<TermId>) =
        goals.iter().partition(|&&goal| is(terms, goal, "body_literal", 4));
    let [literal] = literals[..] else { return None };
    let &[_, predicate, _, tuple] = terms.arguments(literal) else { return None };
    pattern(terms, predicate, tuple, &conditions)
}

fn pattern(terms: &Terms, predicate: TermId, mut tuple: TermId, goals: &[TermId]) -> Option<Restriction> {
    let predicate = match terms.node(predicate) {
        Node::Atom(name) => Some(name),
        Node::Variable(_) => None,
        _ => return None,
    };
    let mut conditions = Vec::new();
    for &goal in goals.iter().filter(|&&goal| !is(terms, goal, "vars", 2)) {
        let &[left, right] = terms.arguments(goal) else { return None };
        let holds = match terms.functor(goal)?.0 {
            names::EQUAL => true,
            names::UNEQUAL => false,
            _ => return None,
        };
        if left == tuple && holds && matches!(terms.node(right), Node::Compound(names::TUPLE)) {
            tuple = right;
        } else {
            let (variable, number) =
                if integer(terms, right).is_some() { (left, right) } else { (right, left) };
            conditions.push((variable, holds, Variable::try_from(integer(terms, number)?).ok()?));
        }
    }
    let arguments = match terms.node(tuple) {
        Node::Variable(_) => None,
        Node::Compound(names::TUPLE) => Some(arguments(terms, terms.arguments(tuple), &mut conditions)?),
        _ => return None,
    };
    if predicate.is_none() && arguments.is_none() || !conditions.is_empty() {
        return None;
    }
    Some(Restriction::Forbidden(Pattern { predicate, arguments }))
}

/// Conditions by argument; those used are taken out.
fn arguments(
    terms: &Terms,
    tuple: &[TermId],
    conditions: &mut Vec<(TermId, bool, Variable)>,
) -> Option<Vec<Option<(bool, Variable)>>> {
    let mut arguments = Vec::with_capacity(tuple.len());
    for (place, &entry) in tuple.iter().enumerate() {
        if tuple[..place].contains(&entry) {
            return None;
        }
        arguments.push(match terms.node(entry) {
            Node::Integer(number) => Some((true, Variable::try_from(number).ok()?)),
            Node::Variable(_) => conditions
                .iter()
                .position(|&(variable, ..)| variable == entry)
                .map(|index| conditions.swap_remove(index))
                .map(|(_, holds, number)| (holds, number)),
            _ => return None,
        });
    }
    Some(arguments)
}

/// The number that a term is.
fn integer(terms: &Terms, term: TermId) -> Option<i64> {
    match terms.node(term) {
        Node::Integer(value) => Some(value),
        _ => None,
    }
}
