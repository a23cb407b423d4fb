//! The options of `hstar learn` for rules.

use std::path::Path;

use clap::{Args, value_parser};
use data::DataSet;
use rules::domain::Size;
use rules::ladder::Effort;
use search::Budget;

use super::training_args::{from_one, positive};
use planner::learning::rules::{RuleKind, RuleLearning, rule_kind};

/// The options of learning rules.
#[derive(Args, Clone, Debug)]
pub(super) struct RuleArgs {
    /// Learn rules instead of a network: act (from problems: they make plans without search), about goals (the cost of each
    /// open goal by itself; the value of a state is the sum) or about states (a lower bound on the cost of the state). The
    /// model is a text
    #[arg(long, value_name = "act|goals|states", help_heading = "Rules", value_parser = rule_kind)]
    rules: Option<RuleKind>,
    /// The most literals of a rule
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = value_parser!(u16).range(1..=32), help_heading = "Rules")]
    literals: u16,
    /// The most literals of a part of a rule that is connected by shared objects
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..=32), help_heading = "Rules")]
    condition_literals: u16,
    /// The most objects that a rule may mention
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u16).range(1..=15), help_heading = "Rules")]
    objects: u16,
    /// About how many bodies of rules are tried
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = from_one(), help_heading = "Rules")]
    bodies: u64,
    /// The least number of examples that a rule has to hold for: one that holds for few may do so by chance
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = positive, help_heading = "Rules")]
    support: usize,
    /// The most examples to learn from
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = positive, help_heading = "Rules")]
    max_examples: usize,
}

impl RuleArgs {
    /// Are rules to be learned that act?
    pub(super) fn act(&self) -> bool {
        self.rules == Some(None)
    }

    /// Are rules to be learned?
    pub(super) fn is_asked_for(&self) -> bool {
        self.rules.is_some()
    }

    /// The learning of rules, if that is what is asked for.
    pub(super) fn learning<'a>(
        &self,
        data: &'a DataSet,
        model: &'a Path,
        threads: usize,
        budget: &'a Budget,
    ) -> Option<RuleLearning<'a>> {
        let subject = self.rules??;
        Some(RuleLearning {
            data,
            subject,
            size: Size { literals: self.literals.into(), objects: self.objects.into() },
            effort: Effort {
                condition_literals: self.condition_literals.into(),
                bodies: self.bodies,
                support: self.support,
                threads,
            },
            most_examples: self.max_examples,
            model,
            budget,
        })
    }
}
