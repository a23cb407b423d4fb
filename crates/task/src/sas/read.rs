//! Reads a task from SAS+ text.

use super::lines::{Fields, Lines, SasError};
use crate::{Effect, Fact, Task};

/// Reads a SAS+ file. The text may be anything: every number is checked before it is used.
///
/// # Errors
/// With the line, and what was expected there.
pub fn read(text: &str) -> Result<Task, SasError> {
    let mut reader = Reader { lines: Lines::new(text), task: Task::default() };
    if u32::try_from(text.len()).is_err() {
        return Err(reader.lines.error("at most 4 GiB of text", "more"));
    }
    reader.version()?;
    reader.metric()?;
    reader.variables()?;
    reader.mutex_groups()?;
    reader.initial_state()?;
    reader.goal()?;
    reader.operators()?;
    reader.axioms()?;
    reader.lines.end()?;
    Ok(reader.task)
}

/// A task in the making. Each section is checked against those before it, so they are read in the order of the file.
struct Reader<'a> {
    lines: Lines<'a>,
    task: Task,
}

impl Reader<'_> {
    fn version(&mut self) -> Result<(), SasError> {
        self.lines.keyword("begin_version")?;
        let version = self.lines.number("the version 3")?;
        if version != 3 {
            return Err(self.lines.error("the version 3", version));
        }
        self.lines.keyword("end_version")
    }

    fn metric(&mut self) -> Result<(), SasError> {
        const METRIC: &str = "0 (each operator costs 1) or 1 (operators have costs)";
        self.lines.keyword("begin_metric")?;
        self.task.has_costs = match self.lines.number(METRIC)? {
            0 => false,
            1 => true,
            other => return Err(self.lines.error(METRIC, other)),
        };
        self.lines.keyword("end_metric")
    }

    fn variables(&mut self) -> Result<(), SasError> {
        self.task.variables.fact_offsets.push(0);
        for _ in 0..self.lines.number("the number of variables")? {
            self.variable()?;
        }
        Ok(())
    }

    fn variable(&mut self) -> Result<(), SasError> {
        const LAYER: &str = "an axiom layer, or -1 for a variable that is not derived";
        self.lines.keyword("begin_variable")?;
        let name = self.lines.next("the name of a variable")?;
        let mut fields = self.lines.fields(LAYER)?;
        let layer = fields.optional_number()?;
        fields.end()?;
        let size = self.lines.number("the number of values of the variable")?;
        if size == 0 || (layer.is_some() && size > 2) {
            let expected = if size == 0 { "at least one value" } else { "two values of a derived variable" };
            return Err(self.lines.error(expected, size));
        }
        for _ in 0..size {
            let fact = self.lines.next("the name of a value")?;
            self.task.variables.fact_names.push(fact);
        }
        self.lines.keyword("end_variable")?;
        self.task.variables.names.push(name);
        self.task.variables.layers.push(layer);
        // The text is shorter than 4 GiB, and so is everything counted in it.
        self.task.variables.fact_offsets.push(self.task.variables.fact_names.len() as u32);
        Ok(())
    }

    fn mutex_groups(&mut self) -> Result<(), SasError> {
        for _ in 0..self.lines.number("the number of mutex groups")? {
            self.lines.keyword("begin_mutex_group")?;
            let facts = self.counted_facts("the number of facts of the mutex group")?;
            let mut sorted = facts.clone();
            sorted.sort_unstable();
            if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(self.lines.error("each fact of a mutex group once", twice_text(twice)));
            }
            self.task.mutex_groups.push(facts);
            self.lines.keyword("end_mutex_group")?;
        }
        Ok(())
    }

    fn initial_state(&mut self) -> Result<(), SasError> {
        self.lines.keyword("begin_state")?;
        for variable in 0..self.task.variables.len() {
            let value = self.lines.number("the value of a variable at the start")?;
            let fact = self.checked_fact(variable as u32, value)?;
            self.task.initial.push(fact.value);
        }
        self.lines.keyword("end_state")
    }

    fn goal(&mut self) -> Result<(), SasError> {
        self.lines.keyword("begin_goal")?;
        let facts = self.counted_facts("the number of goal facts")?;
        self.task.goal = self.conjunction(facts, "the goal")?;
        self.lines.keyword("end_goal")
    }

    fn operators(&mut self) -> Result<(), SasError> {
        for _ in 0..self.lines.number("the number of operators")? {
            self.operator()?;
        }
        Ok(())
    }

    fn operator(&mut self) -> Result<(), SasError> {
        self.lines.keyword("begin_operator")?;
        let name = self.lines.next("the name of an operator")?;
        let prevails = self.counted_facts("the number of prevail conditions")?;
        let mut preconditions = self.conjunction(prevails, "the prevail conditions")?;
        let mut effects = Vec::new();
        for _ in 0..self.lines.number("the number of effects")? {
            let (effect, required) = self.effect()?;
            effects.push(effect);
            preconditions.extend(required);
        }
        self.check_effects(&effects)?;
        preconditions.sort_unstable();
        preconditions.dedup();
        let preconditions = self.conjunction(preconditions, "the precondition")?;
        let cost = self.lines.number("the cost of the operator")?;
        self.lines.keyword("end_operator")?;

        let operators = &mut self.task.operators;
        operators.names.push(name);
        operators.preconditions.push(preconditions);
        operators.effects.push(effects);
        operators.costs.push(if self.task.has_costs { cost } else { 1 });
        Ok(())
    }

    /// An effect, and the value that it requires of its variable.
    fn effect(&mut self) -> Result<(Effect, Option<Fact>), SasError> {
        const EFFECT: &str =
            "an effect: number of conditions, conditions, variable, old value or -1, new value";
        let mut fields = self.lines.fields(EFFECT)?;
        let mut condition = Vec::new();
        for _ in 0..fields.number()? {
            condition.push(self.fact(&mut fields)?);
        }
        let condition = self.conjunction(condition, "the condition of an effect")?;
        let (required, fact) = self.transition(&mut fields)?;
        if self.task.variables.layers[fact.variable as usize].is_some() {
            let found = format!("variable {}, which is derived", fact.variable);
            return Err(self.lines.error("an effect on a variable that is not derived", found));
        }
        let conditions = &mut self.task.operators.effect_conditions;
        let condition = if condition.is_empty() { 0 } else { conditions.push(condition) as u32 };
        Ok((Effect { fact, condition }, required))
    }

    fn check_effects(&self, effects: &[Effect]) -> Result<(), SasError> {
        let always = effects.iter().filter(|effect| effect.condition == 0).map(|effect| effect.fact);
        self.conjunction(always.collect(), "the unconditional effects")?;
        Ok(())
    }

    fn axioms(&mut self) -> Result<(), SasError> {
        for _ in 0..self.lines.number("the number of axiom rules")? {
            self.axiom()?;
        }
        Ok(())
    }

    fn axiom(&mut self) -> Result<(), SasError> {
        self.lines.keyword("begin_rule")?;
        let condition = self.counted_facts("the number of conditions of the rule")?;
        let condition = self.conjunction(condition, "the condition of a rule")?;
        let mut fields = self.lines.fields("a derived variable, its default value and its derived value")?;
        let (default, head) = self.transition(&mut fields)?;
        self.check_axiom(default, head, &condition)?;
        self.lines.keyword("end_rule")?;
        self.task.axioms.heads.push(head);
        self.task.axioms.conditions.push(condition);
        Ok(())
    }

    /// Checks that the rule sets a derived variable to other than its default, and that its condition
    /// is settled when the rule's layer is evaluated.
    fn check_axiom(&self, default: Option<Fact>, head: Fact, condition: &[Fact]) -> Result<(), SasError> {
        let variable = head.variable;
        let initial = self.task.initial[variable as usize];
        let Some(layer) = self.task.variables.layers[variable as usize] else {
            let found = format!("variable {variable}, which has no axiom layer");
            return Err(self.lines.error("a rule for a derived variable", found));
        };
        if default.is_none_or(|default| default.value != initial) || head.value == initial {
            let expected =
                format!("a rule that changes variable {variable} from its default value {initial}");
            let found = default.map_or("-1".to_owned(), |default| default.value.to_string());
            return Err(self.lines.error(expected, format!("one from {found} to {}", head.value)));
        }
        let unsettled = condition.iter().find(|fact| {
            let is_default = fact.value == self.task.initial[fact.variable as usize];
            let below = self.task.variables.layers[fact.variable as usize];
            below.is_some_and(|below| below > layer || (below == layer && is_default))
        });
        match unsettled {
            None => Ok(()),
            Some(fact) => {
                let expected = format!("conditions that layer {layer} can rely on");
                let found = format!("`{} {}`, which a later layer decides", fact.variable, fact.value);
                Err(self.lines.error(expected, found))
            }
        }
    }

    fn counted_facts(&mut self, count: &'static str) -> Result<Vec<Fact>, SasError> {
        let mut facts = Vec::new();
        for _ in 0..self.lines.number(count)? {
            let mut fields = self.lines.fields("a variable and a value")?;
            facts.push(self.fact(&mut fields)?);
            fields.end()?;
        }
        Ok(facts)
    }

    fn fact(&self, fields: &mut Fields) -> Result<Fact, SasError> {
        let variable = fields.number()?;
        let value = fields.number()?;
        self.checked_fact(variable, value)
    }

    /// `variable old new`: the old fact, if there is one, and the new.
    fn transition(&self, fields: &mut Fields) -> Result<(Option<Fact>, Fact), SasError> {
        let variable = fields.number()?;
        let old = fields.optional_number()?.map(|value| self.checked_fact(variable, value)).transpose()?;
        let value = fields.number()?;
        fields.end()?;
        Ok((old, self.checked_fact(variable, value)?))
    }

    fn checked_fact(&self, variable: u32, value: u32) -> Result<Fact, SasError> {
        let variables = &self.task.variables;
        if variable as usize >= variables.len() {
            let expected = format!("a variable below {}", variables.len());
            return Err(self.lines.error(expected, variable));
        }
        let size = variables.domain_size(variable as usize);
        if value as usize >= size {
            let expected = format!("a value of variable {variable} below {size}");
            return Err(self.lines.error(expected, value));
        }
        Ok(Fact { variable, value })
    }

    /// The facts by ascending variable, each of which may occur once.
    fn conjunction(&self, mut facts: Vec<Fact>, what: &str) -> Result<Vec<Fact>, SasError> {
        facts.sort_unstable();
        match facts.windows(2).find(|pair| pair[0].variable == pair[1].variable) {
            None => Ok(facts),
            Some(twice) => {
                Err(self.lines.error(format!("each variable at most once in {what}"), twice_text(twice)))
            }
        }
    }
}

fn twice_text(pair: &[Fact]) -> String {
    let values: Vec<String> = pair.iter().map(|fact| format!("`{} {}`", fact.variable, fact.value)).collect();
    values.join(" and ")
}
