//! `:metric`.

use tools::nearest;

use crate::Metric;
use crate::fault::{Fault, Result};
use crate::sexpr::Node;
use crate::symbols::keyword;

use super::cost::undeclared_total_cost;
use super::define::Section;
use super::notes::Notes;
use super::vocabulary::Vocabulary;

/// Reads a section's content.
pub(crate) fn metric(section: Section<'_>, vocabulary: &Vocabulary<'_>, notes: &mut Notes) -> Result<Metric> {
    let mut content = section.content();
    let (Some(direction), Some(measure), None) = (content.next(), content.next(), content.next()) else {
        let fault = Fault::error(section.node.span(), "expected a direction and what to measure");
        return Err(fault.help("write `(:metric minimize (total-cost))`"));
    };
    match direction.symbol() {
        Some(keyword::MINIMIZE) => {}
        Some(keyword::MAXIMIZE) => return Err(Fault::unsupported(direction.span(), "maximising a metric")),
        _ => {
            let fault = Fault::error(direction.span(), "expected `minimize`");
            return Err(fault.suggest(nearest(direction.word(), ["minimize"])));
        }
    }
    let alone = measure.children().count() == 1;
    let name = measure.head().filter(|_| alone).map_or(measure, |(name, _)| name);
    match name.symbol() {
        Some(keyword::TOTAL_COST) => {
            if vocabulary.function_ids.get(keyword::TOTAL_COST).is_none() {
                notes.warn(undeclared_total_cost(measure))?;
            }
            Ok(Metric::TotalCost)
        }
        Some(keyword::TOTAL_TIME) => {
            let fault = Fault::error(measure.span(), "actions take no time here");
            notes.warn(fault.label("the number of actions is minimised instead"))?;
            Ok(Metric::PlanLength)
        }
        _ => Err(other_metric(measure)),
    }
}

fn other_metric(measure: Node<'_>) -> Box<Fault> {
    let fault = Fault::unsupported(measure.span(), "metrics other than `(total-cost)`");
    fault.help("write `(:metric minimize (total-cost))`, or leave it out to minimise the number of actions")
}
