//! Built-in goals that have at most one solution, whatever the program.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::Machine;
use super::arithmetic::Number;
use super::instance::{Instance, Value};
use crate::engine::Stop;
use crate::{Node, TermId, Terms, names};

impl Machine<'_> {
    /// Does the goal hold? Gives values to its variables.
    pub(super) fn decide(&mut self, goal: Instance) -> Result<bool, Stop> {
        let arity = self.terms.arity(goal.term);
        let Some(indicator) = self.indicator(goal) else { return Ok(false) };
        let text = self.terms.text(indicator.0);
        if arity == 2
            && let Some(accepts) = comparison(text)
        {
            return self.compare_numbers(goal, accepts);
        }
        match (text, arity) {
            ("true" | "nl" | "otherwise", 0) | ("write" | "print" | "writeln", 1) => Ok(true),
            ("fail" | "false", 0) => Ok(false),
            ("=", 2) => self.unify(self.argument(goal, 0), self.argument(goal, 1)),
            ("is", 2) => {
                let Some(value) = self.evaluate(self.argument(goal, 1), goal.term)? else { return Ok(false) };
                let value = self.number(value);
                self.unify(self.argument(goal, 0), value)
            }
            ("#=", 2) => self.equate(self.argument(goal, 0), self.argument(goal, 1), goal.term),
            ("length", 2) => self.length(goal),
            ("=..", 2) => self.univ(goal),
            ("dif", 2) => self.differ(goal, true),
            ("\\=" | "!=", 2) => self.differ(goal, false),
            ("==" | "\\==" | "@<" | "@>" | "@=<" | "@>=", 2) => self.compare_terms(goal),
            ("sort" | "msort", 2) => self.sort(goal),
            (
                "var" | "nonvar" | "ground" | "atom" | "atomic" | "number" | "integer" | "float" | "compound"
                | "is_list" | "callable",
                1,
            ) => self.is_of_kind(goal),
            _ if self.program.is_dynamic(indicator) => Ok(false),
            _ => Err(Stop::Undefined(indicator)),
        }
    }

    fn compare_numbers(&mut self, goal: Instance, accepts: fn(Ordering) -> bool) -> Result<bool, Stop> {
        let left = self.evaluate(self.argument(goal, 0), goal.term)?;
        let right = self.evaluate(self.argument(goal, 1), goal.term)?;
        Ok(left.zip(right).and_then(|(left, right)| left.compare(right)).is_some_and(accepts))
    }

    fn differ(&mut self, goal: Instance, is_lasting: bool) -> Result<bool, Stop> {
        self.need_ground(goal, goal.term)?;
        let before = self.trail.len();
        let unifiable = self.unify(self.argument(goal, 0), self.argument(goal, 1))?;
        let given = self.trail.split_off(before);
        for &cell in &given {
            self.cells[cell as usize] = None;
        }
        if unifiable && is_lasting && !given.is_empty() {
            return Err(Stop::Floundered(goal.term));
        }
        Ok(!unifiable)
    }

    fn compare_terms(&mut self, goal: Instance) -> Result<bool, Stop> {
        self.need_ground(goal, goal.term)?;
        let mut variables = FxHashMap::default();
        let left = self.resolve(self.argument(goal, 0), &mut variables)?;
        let right = self.resolve(self.argument(goal, 1), &mut variables)?;
        let order = standard_order(self.terms, left, right);
        let text = self.indicator(goal).map_or("", |(name, _)| self.terms.text(name));
        Ok(match text {
            "==" => left == right,
            "\\==" => left != right,
            "@<" => order.is_lt(),
            "@>" => order.is_gt(),
            "@=<" => order.is_le(),
            _ => order.is_ge(),
        })
    }

    fn is_of_kind(&mut self, goal: Instance) -> Result<bool, Stop> {
        let argument = self.argument(goal, 0);
        self.need_ground(argument, goal.term)?;
        let node = self.node(argument);
        let text = self.indicator(goal).map_or("", |(name, _)| self.terms.text(name));
        Ok(match text {
            "var" => matches!(node, Node::Variable(_)),
            "nonvar" => !matches!(node, Node::Variable(_)),
            "atom" => matches!(node, Node::Atom(_)),
            "atomic" => matches!(node, Node::Atom(_) | Node::Integer(_) | Node::Float(_)),
            "number" => matches!(node, Node::Integer(_) | Node::Float(_)),
            "integer" => matches!(node, Node::Integer(_)),
            "float" => matches!(node, Node::Float(_)),
            "compound" => matches!(node, Node::Compound(_)),
            "callable" => matches!(node, Node::Compound(_) | Node::Atom(_)),
            "ground" => self.ground(argument)?.is_some(),
            _ => self.is_list(argument)?,
        })
    }

    fn is_list(&mut self, list: Instance) -> Result<bool, Stop> {
        let (_, rest) = self.list_elements(list)?;
        Ok(matches!(rest, Value::Bound(rest) if self.terms.node(rest.term) == Node::Atom(names::NIL)))
    }

    fn length(&mut self, goal: Instance) -> Result<bool, Stop> {
        let (list, length) = (self.argument(goal, 0), self.argument(goal, 1));
        let (elements, rest) = self.list_elements(list)?;
        match (rest, self.node(length)) {
            (Value::Bound(rest), _) => {
                if self.terms.node(rest.term) != Node::Atom(names::NIL) {
                    return Ok(false);
                }
                let count = self.number(Number::Integer(elements.len() as i64));
                self.unify(length, count)
            }
            (Value::Unbound(_), Node::Variable(_)) => Err(Stop::Floundered(goal.term)),
            (Value::Unbound(cell), Node::Integer(wanted)) => {
                let Some(missing) = wanted.checked_sub(elements.len() as i64).filter(|&missing| missing >= 0)
                else {
                    return Ok(false);
                };
                let frame = self.new_frame(u32::try_from(missing).unwrap_or(u32::MAX))?;
                let variable = self.cell_variable;
                let fresh: Vec<Instance> = (0..missing as u32)
                    .map(|number| Instance { term: variable, frame: frame + number })
                    .collect();
                let tail = self.make_list(&fresh)?;
                self.unify(Instance { term: variable, frame: cell }, tail)
            }
            _ => Ok(false),
        }
    }

    /// `Term =.. [Name | Arguments]`.
    fn univ(&mut self, goal: Instance) -> Result<bool, Stop> {
        let (term, list) = (self.argument(goal, 0), self.argument(goal, 1));
        if let Value::Bound(bound) = self.value(term) {
            let arity = self.terms.arity(bound.term);
            let name = match self.terms.node(bound.term) {
                Node::Compound(name) => self.terms.atom(name),
                _ => bound.term,
            };
            let mut parts = vec![Instance { term: name, frame: 0 }];
            parts.extend((0..arity).map(|place| self.argument(bound, place)));
            let parts = self.make_list(&parts)?;
            return self.unify(list, parts);
        }
        let (parts, _) = self.list_elements(list)?;
        let Some((&name, arguments)) = parts.split_first() else { return Err(Stop::Floundered(goal.term)) };
        let Node::Atom(name) = self.node(name) else { return Err(Stop::Floundered(goal.term)) };
        let frame = self.new_frame(arguments.len() as u32)?;
        for (place, &argument) in arguments.iter().enumerate() {
            self.cells[frame as usize + place] = Some(argument);
        }
        let variables: Vec<TermId> =
            (0..arguments.len() as u32).map(|number| self.terms.variable(number)).collect();
        let built = self.terms.compound(name, &variables);
        self.unify(term, Instance { term: built, frame })
    }

    fn sort(&mut self, goal: Instance) -> Result<bool, Stop> {
        let removes_duplicates =
            self.indicator(goal).is_some_and(|(name, _)| self.terms.text(name) == "sort");
        let Some(list) = self.ground(self.argument(goal, 0))? else {
            return Err(Stop::Floundered(goal.term));
        };
        let (elements, _) = self.list_elements(Instance { term: list, frame: 0 })?;
        let mut elements: Vec<TermId> = elements.into_iter().map(|element| element.term).collect();
        let terms = &*self.terms;
        elements.sort_by(|&left, &right| standard_order(terms, left, right));
        if removes_duplicates {
            elements.dedup();
        }
        let nil = self.terms.atom(names::NIL);
        let sorted = self.terms.list(&elements, nil);
        self.unify(self.argument(goal, 1), Instance { term: sorted, frame: 0 })
    }
}

fn comparison(text: &str) -> Option<fn(Ordering) -> bool> {
    Some(match text {
        "<" | "#<" => Ordering::is_lt,
        ">" | "#>" => Ordering::is_gt,
        "=<" | "#=<" | "<=" => Ordering::is_le,
        ">=" | "#>=" => Ordering::is_ge,
        "=:=" => Ordering::is_eq,
        "=\\=" | "#\\=" => Ordering::is_ne,
        _ => return None,
    })
}

/// Variables come before numbers, those before atoms, those before other terms.
fn standard_order(terms: &Terms, left: TermId, right: TermId) -> Ordering {
    let mut open = vec![(left, right)];
    while let Some((left, right)) = open.pop() {
        if left == right {
            continue;
        }
        let order = node_order(terms, left, right);
        if order != Ordering::Equal {
            return order;
        }
        open.extend(terms.arguments(left).iter().copied().zip(terms.arguments(right).iter().copied()).rev());
    }
    Ordering::Equal
}

fn node_order(terms: &Terms, left: TermId, right: TermId) -> Ordering {
    let rank = |node: Node| match node {
        Node::Variable(_) => 0,
        Node::Integer(_) | Node::Float(_) => 1,
        Node::Atom(_) => 2,
        Node::Compound(_) => 3,
    };
    let number = |node: Node| match node {
        Node::Integer(value) => Number::Integer(value),
        Node::Float(bits) => Number::Float(f64::from_bits(bits)),
        _ => Number::Integer(0),
    };
    let (left_node, right_node) = (terms.node(left), terms.node(right));
    match (left_node, right_node) {
        (Node::Variable(left), Node::Variable(right)) => left.cmp(&right),
        (Node::Atom(left), Node::Atom(right)) => terms.text(left).cmp(terms.text(right)),
        (Node::Compound(left_name), Node::Compound(right_name)) => terms
            .arity(left)
            .cmp(&terms.arity(right))
            .then_with(|| terms.text(left_name).cmp(terms.text(right_name))),
        _ => rank(left_node).cmp(&rank(right_node)).then_with(|| {
            let order = number(left_node).total_order(number(right_node));
            // 1.0 comes before 1.
            order.then_with(|| {
                matches!(left_node, Node::Integer(_)).cmp(&matches!(right_node, Node::Integer(_)))
            })
        }),
    }
}
