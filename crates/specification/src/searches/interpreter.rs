//! Turns a parsed specification into the search that it means.

use std::fmt::Display;
use std::ops::Range;

use belief::{Reading, Trust};
use heuristics::{CATALOG, CostKind, Entry, Width};
use search::{Criterion, MOST_KEYS};

use super::declarations::{
    ACT, COST, Declaration, LARGEST, MODEL, NOVELTY, PRESETS, PUZZLE_SEARCHES, RACE, SEARCHES, TIEBREAKING,
    preset,
};
use super::{GreedyKind, HeuristicKind, Search};
use crate::language::{Argument, Call, SpecError, Text};

/// Interprets calls.
pub(super) struct Interpreter<'a> {
    pub(super) text: Text<'a>,
}

/// The arguments of a search.
#[derive(Default)]
struct Arguments {
    heuristics: Vec<HeuristicKind>,
    orders: Vec<Vec<Criterion>>,
    preferred: bool,
    boost: Option<u32>,
    weight: Option<f32>,
    scout: Option<u32>,
    pruned: Option<HeuristicKind>,
}

impl Arguments {
    /// The criterion that is a heuristic, which is one of the search from now on, after those that it is made from.
    fn criterion(&mut self, heuristic: HeuristicKind) -> Criterion {
        if let HeuristicKind::Novelty { of, .. } = &heuristic {
            of.iter().for_each(|other| {
                self.criterion(other.clone());
            });
        }
        let known = self.heuristics.iter().position(|other| *other == heuristic);
        Criterion::Heuristic(known.unwrap_or_else(|| {
            self.heuristics.push(heuristic);
            self.heuristics.len() - 1
        }))
    }
}

impl Interpreter<'_> {
    pub(super) fn search(&self, call: &Call) -> Result<Search, SpecError> {
        let declared = SEARCHES.iter().find(|search| search.is_called(&call.name));
        let Some(declared) = declared else {
            if PUZZLE_SEARCHES.iter().any(|search| search.is_called(&call.name)) {
                let message = format_args!("`{}` is a search for puzzles", call.name);
                let help = "hstar solve knows it; here, astar(lmcut) finds plans of least cost";
                return Err(self.text.error(call.place.clone(), message, help));
            }
            let known =
                SEARCHES.iter().map(|search| search.name).chain(PRESETS.iter().map(|preset| preset.0));
            return Err(self.text.unknown("search", call, known.collect()));
        };
        if declared.name == RACE {
            return self.race(call, declared);
        }
        let arguments = self.arguments(call, declared)?;
        if declared.name == ACT {
            return match (&arguments.heuristics[..], arguments.orders.len()) {
                ([HeuristicKind::Model(None)], 1) => Ok(Search::Act),
                _ => Err(self.error(call.place.clone(), "only the rules of the model act", declared)),
            };
        }
        let is_lazy = declared.name != "gbfs";
        let greedy = |default_boost: u32| GreedyKind {
            is_lazy,
            heuristics: arguments.heuristics.clone(),
            orders: arguments.orders.clone(),
            preferred: arguments.preferred,
            boost: arguments.boost.unwrap_or(default_boost),
            weight: arguments.weight,
            scout: arguments.scout,
        };
        match declared.name {
            "astar" | "wastar" => {
                if arguments
                    .heuristics
                    .iter()
                    .any(|heuristic| matches!(heuristic, HeuristicKind::Novelty { .. }))
                {
                    let message = "only greedy searches heed novelty";
                    return Err(self.error(call.place.clone(), message, declared));
                }
                let ([heuristic], 1) = (&arguments.heuristics[..], arguments.orders.len()) else {
                    return Err(self.error(call.place.clone(), "takes exactly one heuristic", declared));
                };
                if matches!(heuristic, HeuristicKind::Model(Some(reading)) if reading.trust.is_some()) {
                    let message = "only greedy searches heed thresholds of trust";
                    return Err(self.error(call.place.clone(), message, declared));
                }
                let heuristic = heuristic.clone();
                let weight = if declared.name == "astar" { 1.0 } else { arguments.weight.unwrap_or(2.0) };
                Ok(Search::AStar { heuristic, weight, pruned: arguments.pruned })
            }
            "gbfs" => Ok(Search::Greedy(greedy(0))),
            "lazy" => Ok(Search::Greedy(greedy(1000))),
            _ => Ok(Search::Anytime(greedy(1000))),
        }
    }

    fn race(&self, call: &Call, declared: &Declaration) -> Result<Search, SpecError> {
        let mut kinds = Vec::new();
        for argument in &call.arguments {
            if let Some(keyword) = &argument.keyword {
                let message = format_args!("`{RACE}` has no option `{keyword}`");
                return Err(self.error(argument.place.clone(), message, declared));
            }
            for value in &argument.values {
                let search = match preset(&value.name).filter(|_| value.arguments.is_empty()) {
                    Some(spec) => spec.parse()?,
                    None => self.search(value)?,
                };
                let Search::Greedy(kind) = search else {
                    let message = "only greedy searches race, gbfs and lazy";
                    return Err(self.error(value.place.clone(), message, declared));
                };
                kinds.push(kind);
            }
        }
        if kinds.len() < 2 {
            return Err(self.error(call.place.clone(), "takes two searches or more", declared));
        }
        Ok(Search::Race(kinds))
    }

    fn arguments(&self, call: &Call, declared: &Declaration) -> Result<Arguments, SpecError> {
        let mut arguments = Arguments::default();
        // The cost of all heuristics may be named after them.
        let mut cost = None;
        let is_cost = |argument: &&Argument| argument.keyword.as_deref() == Some("cost_type");
        for argument in call.arguments.iter().filter(is_cost) {
            if declared.keywords.contains(&"cost_type") {
                cost = Some(self.cost(argument)?);
            }
        }
        for argument in &call.arguments {
            match argument.keyword.as_deref() {
                None => {
                    for value in &argument.values {
                        match value.name == "preferred" && declared.keywords.contains(&"preferred") {
                            true => arguments.preferred = true,
                            false => self.order(value, declared, cost, &mut arguments)?,
                        }
                    }
                }
                Some(keyword) if !declared.keywords.contains(&keyword) => {
                    let message = format_args!("`{}` has no option `{keyword}`", declared.name);
                    return Err(self.error(argument.place.clone(), message, declared));
                }
                // Fast Downward lists heuristics here; all that know preferred operators are asked anyway.
                Some("preferred") => arguments.preferred = !argument.values.is_empty(),
                Some("boost") => arguments.boost = Some(self.text.number(argument)?),
                Some("scout") => arguments.scout = Some(self.text.turns(argument)?),
                Some("pruned") => arguments.pruned = Some(self.pruned(argument, cost, declared)?),
                Some("w") => arguments.weight = Some(self.text.weight(argument)?),
                // Costs were read before, and only a search by cost reopens.
                Some(_) => {}
            }
        }
        if arguments.heuristics.is_empty() {
            return Err(self.error(call.place.clone(), "takes a heuristic", declared));
        }
        if arguments.scout.is_some() {
            let leads = |heuristic: &HeuristicKind| {
                matches!(
                    heuristic,
                    HeuristicKind::Model(Some(Reading { trust: Some(Trust::Priority(_)), .. }))
                )
            };
            if arguments.heuristics.len() == 1 {
                return Err(self.error(
                    call.place.clone(),
                    "a scout needs another heuristic before it",
                    declared,
                ));
            }
            let is_scout = [Criterion::Heuristic(arguments.heuristics.len() - 1)];
            let shares = arguments.orders.iter().filter(|order| order.contains(&is_scout[0])).count() > 1;
            if shares || arguments.orders.last().is_none_or(|order| order[..] != is_scout) {
                let message =
                    "the last queue is a scout's, whose heuristic must be used nowhere else in the search";
                return Err(self.error(call.place.clone(), message, declared));
            }
            if arguments.heuristics.iter().any(leads) {
                let message = "a queue that leads can't have a scout beside it";
                return Err(self.error(call.place.clone(), message, declared));
            }
        }
        Ok(arguments)
    }

    /// The heuristic whose preferred actions are the only ones.
    fn pruned(
        &self,
        argument: &Argument,
        cost: Option<CostKind>,
        declared: &Declaration,
    ) -> Result<HeuristicKind, SpecError> {
        let heuristic = match &argument.values[..] {
            [value] => self.heuristic(value, cost)?,
            _ => return Err(self.error(argument.place.clone(), "takes one heuristic", declared)),
        };
        let prefers = match &heuristic {
            HeuristicKind::Declared { entry, .. } => entry.name == "ff",
            HeuristicKind::Model(_) => true,
            HeuristicKind::Largest(_) | HeuristicKind::Novelty { .. } => false,
        };
        let message = "prefers no actions: rules that act do, and ff";
        prefers.then_some(heuristic).ok_or_else(|| self.error(argument.place.clone(), message, declared))
    }

    /// Adds the order of an open list: a heuristic, or several criteria. `cost` is that of all heuristics, if the search names one.
    fn order(
        &self,
        call: &Call,
        declared: &Declaration,
        cost: Option<CostKind>,
        arguments: &mut Arguments,
    ) -> Result<(), SpecError> {
        // Only greedy searches have more than one open list, and so those for preferred operators.
        let is_greedy = declared.keywords.contains(&"preferred");
        if is_greedy && call.name == COST {
            let message = format_args!("`{COST}` alone orders no queue of a greedy search");
            let help = format_args!("it breaks ties, as in {TIEBREAKING}(ff, {COST})");
            return Err(self.text.error(call.place.clone(), message, help));
        }
        if !is_greedy || call.name != TIEBREAKING {
            let heuristic = self.heuristic(call, cost)?;
            let criterion = arguments.criterion(heuristic);
            arguments.orders.push(vec![criterion]);
            return Ok(());
        }
        let mut order = Vec::new();
        let help = format_args!("it is written as in {TIEBREAKING}({NOVELTY}(ff), ff, {COST})");
        for argument in &call.arguments {
            if let Some(keyword) = &argument.keyword {
                let message = format_args!("`{TIEBREAKING}` has no option `{keyword}`");
                return Err(self.text.error(argument.place.clone(), message, help));
            }
            for criterion in &argument.values {
                order.push(match criterion.name == COST && criterion.arguments.is_empty() {
                    true => Criterion::Cost,
                    false => arguments.criterion(self.heuristic(criterion, cost)?),
                });
            }
        }
        if !(1..=MOST_KEYS).contains(&order.len()) {
            let message = format_args!("takes one to {MOST_KEYS} criteria");
            return Err(self.text.error(call.place.clone(), message, help));
        }
        if order.iter().all(|criterion| *criterion == Criterion::Cost) {
            let message = format_args!("`{COST}` alone orders no queue of a greedy search");
            return Err(self.text.error(call.place.clone(), message, help));
        }
        arguments.orders.push(order);
        Ok(())
    }

    /// Novelty among states with the same values of the heuristics that are its arguments.
    fn novelty(&self, call: &Call, cost: Option<CostKind>) -> Result<HeuristicKind, SpecError> {
        let (mut of, mut width) = (Vec::new(), Width::Two);
        for argument in &call.arguments {
            match (argument.keyword.as_deref(), argument.word()) {
                (None, _) => {
                    for value in &argument.values {
                        of.push(self.heuristic(value, cost)?);
                    }
                }
                (Some("width"), Some("1")) => width = Width::One,
                (Some("width"), Some("2")) => width = Width::Two,
                _ => {
                    return Err(self
                        .text
                        .bad_value(argument, "width=1 and width=2 are all the options there are"));
                }
            }
        }
        Ok(HeuristicKind::Novelty { of, width })
    }

    /// The largest of several estimates.
    fn largest(&self, call: &Call, cost: Option<CostKind>) -> Result<HeuristicKind, SpecError> {
        let help = format_args!("it is written as in {LARGEST}({MODEL}@quantile:0.9, lmcut)");
        let mut of = Vec::new();
        for argument in &call.arguments {
            if let Some(keyword) = &argument.keyword {
                let message = format_args!("`{LARGEST}` of several heuristics has no option `{keyword}`");
                return Err(self.text.error(argument.place.clone(), message, help));
            }
            for value in &argument.values {
                let heuristic = self.heuristic(value, cost)?;
                let message = match &heuristic {
                    HeuristicKind::Novelty { .. } => Some("novelty is no estimate of a cost"),
                    HeuristicKind::Model(Some(Reading { trust: Some(_), .. })) => {
                        Some("thresholds of trust are for a model that has a queue of its own")
                    }
                    _ => None,
                };
                if let Some(message) = message {
                    return Err(self.text.error(value.place.clone(), message, help));
                }
                of.push(heuristic);
            }
        }
        match of.is_empty() {
            true => Err(self.text.error(call.place.clone(), "takes a heuristic or more", help)),
            false => Ok(HeuristicKind::Largest(of)),
        }
    }

    /// `cost` is that of heuristics in a search that names one for all.
    fn heuristic(&self, call: &Call, cost: Option<CostKind>) -> Result<HeuristicKind, SpecError> {
        if call.name == NOVELTY {
            return self.novelty(call, cost);
        }
        if call.name == LARGEST && call.arguments.iter().any(|argument| argument.keyword.is_none()) {
            return self.largest(call, cost);
        }
        let (name, reading) = call.name.split_once('@').unwrap_or((&call.name, ""));
        if name == MODEL && call.arguments.is_empty() {
            return self.model(call, reading);
        }
        let Some(entry) = Entry::find(&call.name) else {
            return Err(self.text.unknown(
                "heuristic",
                call,
                CATALOG.iter().map(|entry| entry.name).chain([MODEL, NOVELTY, TIEBREAKING]).collect(),
            ));
        };
        let mut own_cost = CostKind::default();
        for argument in &call.arguments {
            match argument.keyword.as_deref() {
                Some("cost" | "cost_type") => own_cost = self.cost(argument)?,
                _ => {
                    let message = format_args!("`{}` has no such option", call.name);
                    let help = "the option of a heuristic is cost=normal|one|plusone";
                    return Err(self.text.error(argument.place.clone(), message, help));
                }
            }
        }
        Ok(HeuristicKind::Declared { entry, cost: cost.unwrap_or(own_cost) })
    }

    /// The model, by the reading that may follow an `@`.
    fn model(&self, call: &Call, reading: &str) -> Result<HeuristicKind, SpecError> {
        if reading.is_empty() {
            return Ok(HeuristicKind::Model(None));
        }
        Ok(HeuristicKind::Model(Some(self.text.reading(call, reading)?)))
    }

    fn cost(&self, argument: &Argument) -> Result<CostKind, SpecError> {
        match argument.word() {
            Some("normal") => Ok(CostKind::Normal),
            Some("one") => Ok(CostKind::One),
            Some("plusone") => Ok(CostKind::PlusOne),
            _ => Err(self.text.bad_value(argument, "cost is one of normal, one, plusone")),
        }
    }

    fn error(&self, place: Range<usize>, message: impl Display, declared: &Declaration) -> SpecError {
        self.text.error(place, message, format_args!("it is written {}", declared.usage))
    }
}
