//! Numbers: expressions, their comparison, and equations with one unknown.

use std::cmp::Ordering;

use super::Machine;
use super::instance::{Instance, Value};
use crate::engine::Stop;
use crate::{Node, TermId};

/// A number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Float(f64),
}

impl Number {
    fn as_float(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Float(value) => value,
        }
    }

    /// As numbers compare, with what is no number at one of the ends.
    pub(super) fn total_order(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => left.cmp(&right),
            _ => self.as_float().total_cmp(&other.as_float()),
        }
    }

    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(left), Self::Integer(right)) => Some(left.cmp(&right)),
            _ => self.as_float().partial_cmp(&other.as_float()),
        }
    }
}

enum Part {
    Visit(Instance),
    Apply(TermId, usize),
}

fn unary(operator: &str, value: Number) -> Option<Number> {
    use Number::{Float, Integer};
    Some(match (operator, value) {
        ("+" | "abs", Float(value)) if operator == "+" || value >= 0.0 => Float(value),
        ("-" | "abs", Float(value)) => Float(-value),
        ("+", value) => value,
        ("-", Integer(value)) => Integer(value.checked_neg()?),
        ("abs", Integer(value)) => Integer(value.checked_abs()?),
        ("sign", Integer(value)) => Integer(value.signum()),
        ("float", value) => Float(value.as_float()),
        ("integer" | "truncate" | "floor" | "ceiling" | "round", Integer(value)) => Integer(value),
        ("integer" | "round", Float(value)) => whole(value.round())?,
        ("truncate", Float(value)) => whole(value.trunc())?,
        ("floor", Float(value)) => whole(value.floor())?,
        ("ceiling", Float(value)) => whole(value.ceil())?,
        ("sqrt", value) if value.as_float() >= 0.0 => Float(value.as_float().sqrt()),
        _ => return None,
    })
}

fn whole(value: f64) -> Option<Number> {
    (value.abs() < 9e18).then_some(Number::Integer(value as i64))
}

fn binary(operator: &str, left: Number, right: Number) -> Option<Number> {
    use Number::{Float, Integer};
    Some(match (operator, left, right) {
        ("max", ..) => {
            if left.compare(right)? == Ordering::Less {
                right
            } else {
                left
            }
        }
        ("min", ..) => {
            if left.compare(right)? == Ordering::Greater {
                right
            } else {
                left
            }
        }
        (_, Integer(left), Integer(right)) => Integer(match operator {
            "+" => left.checked_add(right)?,
            "-" => left.checked_sub(right)?,
            "*" => left.checked_mul(right)?,
            "//" => left.checked_div(right)?,
            "/" if left.checked_rem(right)? == 0 => left.checked_div(right)?,
            "/" => return Some(Float(left as f64 / right as f64)),
            "rem" => left.checked_rem(right)?,
            "mod" => {
                let rest = left.checked_rem(right)?;
                if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }
            }
            "div" => {
                let rest = left.checked_rem(right)?;
                left.checked_div(right)? - i64::from(rest != 0 && (rest < 0) != (right < 0))
            }
            "^" | "**" => left.checked_pow(u32::try_from(right).ok()?)?,
            _ => return None,
        }),
        ("+", ..) => Float(left.as_float() + right.as_float()),
        ("-", ..) => Float(left.as_float() - right.as_float()),
        ("*", ..) => Float(left.as_float() * right.as_float()),
        ("/", ..) if right.as_float() != 0.0 => Float(left.as_float() / right.as_float()),
        ("^" | "**", ..) => Float(left.as_float().powf(right.as_float())),
        _ => return None,
    })
}

impl Machine<'_> {
    /// The value of an expression; none if it has no value, as `a + 1`. Stops where a variable has none.
    pub(super) fn evaluate(&mut self, expression: Instance, goal: TermId) -> Result<Option<Number>, Stop> {
        let mut open = vec![Part::Visit(expression)];
        let mut done: Vec<Number> = Vec::new();
        while let Some(part) = open.pop() {
            self.step()?;
            let value = match part {
                Part::Apply(term, 1) => done.pop().and_then(|value| unary(self.operator(term), value)),
                Part::Apply(term, _) => match (done.pop(), done.pop()) {
                    (Some(right), Some(left)) => binary(self.operator(term), left, right),
                    _ => None,
                },
                Part::Visit(instance) => {
                    let Value::Bound(bound) = self.value(instance) else {
                        return Err(Stop::Floundered(goal));
                    };
                    match (self.terms.node(bound.term), self.terms.arity(bound.term)) {
                        (Node::Integer(value), _) => Some(Number::Integer(value)),
                        (Node::Float(bits), _) => Some(Number::Float(f64::from_bits(bits))),
                        (Node::Compound(_), arity @ 1..=2) => {
                            open.push(Part::Apply(bound.term, arity));
                            open.extend(
                                (0..arity).rev().map(|place| Part::Visit(self.argument(bound, place))),
                            );
                            continue;
                        }
                        _ => None,
                    }
                }
            };
            match value {
                Some(value) if value.as_float().is_finite() => done.push(value),
                _ => return Ok(None),
            }
        }
        Ok(done.pop())
    }

    fn operator(&self, term: TermId) -> &str {
        self.terms.functor(term).map_or("", |(name, _)| self.terms.text(name))
    }

    pub(super) fn number(&mut self, number: Number) -> Instance {
        let term = match number {
            Number::Integer(value) => self.terms.integer(value),
            Number::Float(value) => self.terms.float(value),
        };
        Instance { term, frame: 0 }
    }

    /// Makes two expressions over integers equal, if at most one variable in them has no value.
    pub(super) fn equate(&mut self, left: Instance, right: Instance, goal: TermId) -> Result<bool, Stop> {
        let (mut unknown, known) = match self.evaluate(left, goal) {
            Err(Stop::Floundered(_)) => (left, right),
            Err(stop) => return Err(stop),
            Ok(_) => (right, left),
        };
        let Some(Number::Integer(mut value)) = self.evaluate(known, goal)? else { return Ok(false) };
        loop {
            self.step()?;
            let bound = match self.value(unknown) {
                Value::Unbound(_) => {
                    let number = self.number(Number::Integer(value));
                    return self.unify(unknown, number);
                }
                Value::Bound(bound) => bound,
            };
            match self.evaluate(bound, goal) {
                Ok(number) => return Ok(number == Some(Number::Integer(value))),
                Err(Stop::Floundered(_)) => {}
                Err(stop) => return Err(stop),
            }
            if self.terms.arity(bound.term) != 2 {
                return Err(Stop::Floundered(goal));
            }
            let (first, second) = (self.argument(bound, 0), self.argument(bound, 1));
            let (part, is_first) = match self.evaluate(first, goal) {
                Ok(part) => (part, true),
                Err(Stop::Floundered(_)) => (self.evaluate(second, goal)?, false),
                Err(stop) => return Err(stop),
            };
            let Some(Number::Integer(part)) = part else { return Ok(false) };
            let rest = match (self.operator(bound.term), is_first) {
                ("+", _) => value.checked_sub(part),
                ("-", true) => part.checked_sub(value),
                ("-", false) => value.checked_add(part),
                ("*", _) if part != 0 && value.checked_rem(part) == Some(0) => value.checked_div(part),
                ("*", _) if part != 0 => None,
                _ => return Err(Stop::Floundered(goal)),
            };
            let Some(rest) = rest else { return Ok(false) };
            value = rest;
            unknown = if is_first { second } else { first };
        }
    }
}
