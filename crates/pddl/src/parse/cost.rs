//! `(increase (total-cost) …)`.

use crate::fault::{Fault, Result, in_parentheses};
use crate::sexpr::Node;
use crate::symbols::keyword;
use crate::{Cost, Requirement};

use super::body::Body;
use super::formula::exactly;
use super::number::number;
use super::unknown::unknown_function;

impl Body<'_> {
    /// Is this `(increase …)`? A predicate may be called `increase` too.
    pub(crate) fn is_increase(&self, node: Node<'_>) -> bool {
        node.head().is_some_and(|(_, symbol)| symbol == keyword::INCREASE)
            && self.vocabulary.predicate_ids.get(keyword::INCREASE).is_none()
    }

    /// Reads `(increase (total-cost) amount)`. Without `costs`, it is refused here.
    pub(crate) fn increase(&mut self, node: Node<'_>, costs: Option<&mut Vec<Cost>>) -> Result<()> {
        let [target, amount] = exactly(node)?;
        let name = target.head().map_or(target, |(name, _)| name);
        if name.symbol() != Some(keyword::TOTAL_COST) {
            return Err(self.increase_of_other(node, name));
        }
        let Some(costs) = costs else {
            return Err(Fault::unsupported(node.span(), "costs that depend on a condition")
                .label("only outside of `when` and `forall`"));
        };
        if target.children().count() != 1 {
            return Err(Fault::error(target.span(), "expected `(total-cost)`"));
        }
        if self.vocabulary.function_ids.get(keyword::TOTAL_COST).is_none() {
            self.notes.warn(undeclared_total_cost(target))?;
        }
        self.notes.uses(Requirement::ActionCosts);
        costs.push(self.cost(amount)?);
        Ok(())
    }

    fn increase_of_other(&self, node: Node<'_>, name: Node<'_>) -> Box<Fault> {
        match name.symbol() {
            Some(symbol) if self.vocabulary.function_ids.get(symbol).is_none() => {
                unknown_function(self.vocabulary, name)
            }
            _ => Fault::unsupported(node.span(), "numeric effects other than `(increase (total-cost) …)`"),
        }
    }

    fn cost(&mut self, amount: Node<'_>) -> Result<Cost> {
        if let Some(symbol) = amount.symbol() {
            let is_function = self.vocabulary.function_ids.get(symbol).is_some();
            let help = |fault: Box<Fault>| {
                if is_function { fault.help(in_parentheses(amount.word())) } else { fault }
            };
            return number(amount).map(Cost::Number).map_err(help);
        }
        let Some((head, symbol)) = amount.head() else {
            return Err(Fault::error(amount.span(), "expected a number or `(function …)`"));
        };
        if matches!(head.word(), "+" | "-" | "*" | "/") {
            let fault = Fault::unsupported(amount.span(), "arithmetic in costs");
            return Err(fault.help("several `increase` effects of one action are added up"));
        }
        let Some(function) = self.vocabulary.function_ids.get(symbol) else {
            return Err(unknown_function(self.vocabulary, head));
        };
        if symbol == keyword::TOTAL_COST {
            return Err(Fault::unsupported(amount.span(), "costs that depend on `total-cost`"));
        }
        let parameters = &self.vocabulary.functions[function.index()].parameters;
        Ok(Cost::Function(function, self.args(amount, parameters)?))
    }
}

pub(crate) fn undeclared_total_cost(place: Node<'_>) -> Box<Fault> {
    Fault::error(place.span(), "`total-cost` is not declared")
        .help("add `(:functions (total-cost) - number)` to the domain")
}
