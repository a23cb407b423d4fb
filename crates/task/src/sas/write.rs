//! Writes a task as SAS+ text.

use std::io::{self, Write};

use crate::{Effect, Fact, Operators, Task, Variables};

/// Writes `task` as a SAS+ file.
///
/// # Errors
/// Those of `out`.
pub fn write(task: &Task, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Text { out, buffer: Vec::with_capacity(2 * CHUNK) };
    text.section("version", |text| text.number_line(3))?;
    text.section("metric", |text| text.number_line(u32::from(task.has_costs)))?;
    write_variables(&task.variables, &mut text)?;
    text.count(task.mutex_groups.len())?;
    for group in task.mutex_groups.iter() {
        text.section("mutex_group", |text| text.counted_facts(group))?;
    }
    text.section("state", |text| task.initial.iter().try_for_each(|&value| text.number_line(value)))?;
    text.section("goal", |text| text.counted_facts(&task.goal))?;
    write_operators(&task.operators, task.variables.len(), &mut text)?;
    write_axioms(task, &mut text)?;
    text.flush()
}

fn write_variables(variables: &Variables, text: &mut Text<'_>) -> io::Result<()> {
    text.count(variables.len())?;
    for (variable, layer) in variables.layers.iter().enumerate() {
        text.section("variable", |text| {
            text.line(&variables.names[variable])?;
            match layer {
                Some(layer) => text.number_line(*layer)?,
                None => text.line("-1")?,
            }
            text.count(variables.domain_size(variable))?;
            let facts = variables.fact_offsets[variable]..variables.fact_offsets[variable + 1];
            facts.into_iter().try_for_each(|fact| text.line(&variables.fact_names[fact as usize]))
        })?;
    }
    Ok(())
}

fn write_operators(operators: &Operators, variable_count: usize, text: &mut Text<'_>) -> io::Result<()> {
    // The value that the operator at hand requires of each variable.
    let mut required: Vec<Option<u32>> = vec![None; variable_count];
    let mut affected = vec![false; variable_count];
    text.count(operators.len())?;
    for operator in 0..operators.len() {
        let preconditions = &operators.preconditions[operator];
        let effects = &operators.effects[operator];
        preconditions.iter().for_each(|fact| required[fact.variable as usize] = Some(fact.value));
        effects.iter().for_each(|effect| affected[effect.fact.variable as usize] = true);

        text.section("operator", |text| {
            text.line(&operators.names[operator])?;
            let prevails = || preconditions.iter().filter(|fact| !affected[fact.variable as usize]);
            text.count(prevails().count())?;
            prevails().try_for_each(|&fact| text.fact_line(fact))?;
            text.count(effects.len())?;
            for effect in effects {
                let condition = &operators.effect_conditions[effect.condition as usize];
                write_effect(*effect, condition, required[effect.fact.variable as usize], text)?;
            }
            text.number_line(operators.costs[operator])
        })?;

        preconditions.iter().for_each(|fact| required[fact.variable as usize] = None);
        effects.iter().for_each(|effect| affected[effect.fact.variable as usize] = false);
    }
    Ok(())
}

fn write_effect(
    effect: Effect,
    condition: &[Fact],
    required: Option<u32>,
    text: &mut Text<'_>,
) -> io::Result<()> {
    text.number(condition.len() as u64);
    for fact in condition {
        text.raw(b" ");
        text.fact(*fact);
    }
    text.raw(b" ");
    text.transition(effect.fact, required);
    text.end_line()
}

fn write_axioms(task: &Task, text: &mut Text<'_>) -> io::Result<()> {
    text.count(task.axioms.len())?;
    for (head, conditions) in task.axioms.heads.iter().zip(task.axioms.conditions.iter()) {
        text.section("rule", |text| {
            text.counted_facts(conditions)?;
            text.transition(*head, Some(task.initial[head.variable as usize]));
            text.end_line()
        })?;
    }
    Ok(())
}

/// The text is written out when the buffer holds this many bytes.
const CHUNK: usize = 1 << 16;

/// Buffered text. It has no type parameter, so that it is compiled here, for speed.
struct Text<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
}

impl Text<'_> {
    fn raw(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    fn number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.raw(&digits[start..]);
    }

    fn fact(&mut self, fact: Fact) {
        self.number(u64::from(fact.variable));
        self.raw(b" ");
        self.number(u64::from(fact.value));
    }

    /// `variable old new`, -1 for an old value that does not matter.
    fn transition(&mut self, to: Fact, from: Option<u32>) {
        self.number(u64::from(to.variable));
        match from {
            Some(value) => {
                self.raw(b" ");
                self.number(u64::from(value));
            }
            None => self.raw(b" -1"),
        }
        self.raw(b" ");
        self.number(u64::from(to.value));
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.raw(b"\n");
        if self.buffer.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.raw(line.as_bytes());
        self.end_line()
    }

    fn number_line(&mut self, number: u32) -> io::Result<()> {
        self.number(u64::from(number));
        self.end_line()
    }

    fn fact_line(&mut self, fact: Fact) -> io::Result<()> {
        self.fact(fact);
        self.end_line()
    }

    fn count(&mut self, count: usize) -> io::Result<()> {
        self.number(count as u64);
        self.end_line()
    }

    fn counted_facts(&mut self, facts: &[Fact]) -> io::Result<()> {
        self.count(facts.len())?;
        facts.iter().try_for_each(|&fact| self.fact_line(fact))
    }

    /// Writes a section: `content` between `begin_name` and `end_name`.
    fn section(&mut self, name: &str, content: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.raw(b"begin_");
        self.line(name)?;
        content(self)?;
        self.raw(b"end_");
        self.line(name)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
