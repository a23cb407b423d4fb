//! Plans as text: one `(action argument…)` per line.

use std::fmt::{self, Display, Formatter};

/// A sequential plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The actions, in order.
    pub steps: Vec<Step>,
    /// The plan's cost according to its text, in a comment `; cost = 12 (unit cost)`.
    pub cost: Option<u64>,
}

/// An action with its arguments, by name: names in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The action's name.
    pub name: String,
    /// The names of the objects it is applied to.
    pub args: Vec<String>,
    /// The line of the text it stands in, from 1.
    pub line: usize,
}

/// Why a text is not a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanSyntaxError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// The text found there, cut short; empty at the end of the line.
    pub found: String,
}

impl Plan {
    /// Reads a plan.
    ///
    /// Besides `(action argument…)`, a step may have the time and duration that temporal planners write,
    /// `3.000: (action argument…) [1.0]`; times may not decrease. A `;` begins a comment.
    ///
    /// # Errors
    /// For the first text that is neither a step nor a comment.
    pub fn parse(text: &str) -> Result<Self, PlanSyntaxError> {
        let mut plan = Self::default();
        let mut now = 0.0;
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            Line { number: index + 1, text: line, rest: line }.read(&mut plan, &mut now)?;
        }
        Ok(plan)
    }

    /// The text of a plan file, which ends in the plan's cost. `unit_cost` says that all actions cost one.
    pub fn with_cost(&self, cost: u64, unit_cost: bool) -> impl Display {
        let kind = if unit_cost { "unit cost" } else { "general cost" };
        fmt::from_fn(move |f| writeln!(f, "{self}; cost = {cost} ({kind})"))
    }
}

impl<'a> FromIterator<&'a str> for Plan {
    /// The plan of operators called `action argument…`, each on a line of its own.
    fn from_iter<I: IntoIterator<Item = &'a str>>(operators: I) -> Self {
        let steps = operators.into_iter().enumerate().map(|(index, operator)| {
            let mut words = operator.split_ascii_whitespace().map(str::to_ascii_lowercase);
            Step { name: words.next().unwrap_or_default(), args: words.collect(), line: index + 1 }
        });
        Self { steps: steps.collect(), cost: None }
    }
}

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.name)?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))?;
        write!(f, ")")
    }
}

/// A line being read.
struct Line<'a> {
    number: usize,
    text: &'a str,
    rest: &'a str,
}

impl<'a> Line<'a> {
    fn read(mut self, plan: &mut Plan, now: &mut f64) -> Result<(), PlanSyntaxError> {
        loop {
            self.skip_space();
            if self.rest.is_empty() {
                return Ok(());
            }
            if let Some(comment) = self.rest.strip_prefix(';') {
                plan.cost = cost_in_comment(comment).or(plan.cost);
                return Ok(());
            }
            if !self.rest.starts_with('(') {
                self.read_time(now)?;
            }
            plan.steps.push(self.read_step()?);
            self.skip_duration()?;
        }
    }

    fn read_time(&mut self, now: &mut f64) -> Result<(), PlanSyntaxError> {
        const EXPECTED: &str = "an action in parentheses, as in `(stack a b)`";
        let Some((text, rest)) = self.rest.split_once(':') else { return Err(self.error(EXPECTED)) };
        match text.trim().parse::<f64>() {
            Ok(time) if time.is_finite() && time >= *now => *now = time,
            Ok(time) if time.is_finite() => {
                return Err(self.error("a time not before that of the step above"));
            }
            _ => return Err(self.error(EXPECTED)),
        }
        self.rest = rest;
        self.skip_space();
        Ok(())
    }

    fn read_step(&mut self) -> Result<Step, PlanSyntaxError> {
        self.expect('(', "`(`")?;
        let name = self.read_word().ok_or_else(|| self.error("the name of an action"))?;
        let mut args = Vec::new();
        while let Some(arg) = self.read_word() {
            args.push(arg);
        }
        self.expect(')', "`)`")?;
        Ok(Step { name, args, line: self.number })
    }

    fn read_word(&mut self) -> Option<String> {
        self.skip_space();
        // Brackets are part of a name, as in `a[1]`.
        let ends_word = |c: char| c.is_whitespace() || "();".contains(c);
        let end = self.rest.find(ends_word).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.skip_space();
        (!word.is_empty()).then(|| word.to_ascii_lowercase())
    }

    /// Some planners write more than a number into the brackets, even a `;`.
    fn skip_duration(&mut self) -> Result<(), PlanSyntaxError> {
        self.skip_space();
        if let Some(duration) = self.rest.strip_prefix('[') {
            self.rest = duration.split_once(']').ok_or_else(|| self.error("`]` to close this `[`"))?.1;
        }
        Ok(())
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), PlanSyntaxError> {
        self.rest = self.rest.strip_prefix(wanted).ok_or_else(|| self.error(expected))?;
        Ok(())
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn error(&self, expected: &'static str) -> PlanSyntaxError {
        const SHOWN: usize = 40;
        let read = &self.text[..self.text.len() - self.rest.len()];
        PlanSyntaxError {
            line: self.number,
            column: read.chars().count() + 1,
            expected,
            found: self.rest.chars().take(SHOWN).collect(),
        }
    }
}

/// The number in ` cost = 12 (unit cost)`.
fn cost_in_comment(comment: &str) -> Option<u64> {
    let value = comment.trim_start().strip_prefix("cost")?.trim_start().strip_prefix('=')?;
    value.split_whitespace().next()?.parse().ok()
}

impl Display for PlanSyntaxError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: expected {}, found ", self.line, self.column, self.expected)?;
        if self.found.is_empty() { f.write_str("the end of the line") } else { write!(f, "`{}`", self.found) }
    }
}

impl std::error::Error for PlanSyntaxError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in r"(\PC|[()\[\];:.0-9 \nä])*") {
            if let Ok(plan) = Plan::parse(&text) {
                let again = Plan::parse(&plan.with_cost(3, true).to_string()).unwrap();
                prop_assert_eq!(plan.to_string(), again.to_string());
                prop_assert_eq!(again.cost, Some(3));
            }
        }

        #[test]
        fn what_is_nearly_a_plan_is_read_or_refused(text in r"([0-9.]{0,2}:? ?\(?[a-z]{0,3} ?[A-Z]?\)? ?(\[1;?\])?\n?){0,5}") {
            let _ = Plan::parse(&text).map_err(|error| error.to_string());
        }
    }

    fn steps(text: &str) -> Vec<String> {
        Plan::parse(text).unwrap().steps.iter().map(Step::to_string).collect()
    }

    #[test]
    fn steps_comments_and_cost_are_read() {
        let plan = Plan::parse(
            "; made by hand\n(PICK-UP a) ; first\n\n  ( stack  A\tB )\r\n; cost = 2 (unit cost)\n",
        );
        let plan = plan.unwrap();
        assert_eq!(plan.to_string(), "(pick-up a)\n(stack a b)\n");
        assert_eq!(plan.cost, Some(2));
        assert_eq!(plan.steps.iter().map(|step| step.line).collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn times_and_durations_are_left_out() {
        assert_eq!(steps("0: (a x) [1]\n1.50: (b)\n 2.0: (C y) [D:1.00; C:1.00]"), ["(a x)", "(b)", "(c y)"]);
        assert_eq!(steps("0: (a) 0: (b) [1] 1: (c)"), ["(a)", "(b)", "(c)"]);
    }

    #[test]
    fn names_may_have_brackets() {
        assert_eq!(steps("0: (go[1] A[2] [b]) [1]"), ["(go[1] a[2] [b])"]);
    }

    #[test]
    fn the_empty_text_is_the_empty_plan() {
        assert_eq!(Plan::parse("").unwrap(), Plan::default());
        assert_eq!(Plan::parse("\u{feff}\n;cost=0").unwrap().cost, Some(0));
    }

    #[test]
    fn a_cost_that_is_no_number_is_a_comment() {
        assert_eq!(Plan::parse("; cost = high\n; cost: 3\n; costs = 4").unwrap().cost, None);
    }

    #[test]
    fn wrong_text_is_refused_where_it_stands() {
        for (text, message) in [
            ("(a b", "line 1, column 5: expected `)`, found the end of the line"),
            ("(a)\n(b (c))", "line 2, column 4: expected `)`, found `(c))`"),
            ("()", "line 1, column 2: expected the name of an action, found `)`"),
            ("stack a b", "expected an action in parentheses, as in `(stack a b)`, found `stack a b`"),
            ("step: (a)", "expected an action in parentheses"),
            ("nan: (a)", "expected an action in parentheses"),
            ("3: (a)\n2: (b)", "line 2, column 1: expected a time not before that of the step above"),
            ("3: a", "line 1, column 4: expected `(`, found `a`"),
            ("(a) [1", "column 5: expected `]` to close this `[`, found `[1`"),
            ("(a) )", "line 1, column 5: expected an action in parentheses"),
            ("(ä;b)", "line 1, column 3: expected `)`, found `;b)`"),
        ] {
            let error = Plan::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_plan_file_ends_in_its_cost() {
        let plan: Plan = ["pick-up a", "noop "].into_iter().collect();
        assert_eq!(plan.with_cost(7, false).to_string(), "(pick-up a)\n(noop)\n; cost = 7 (general cost)\n");
        assert_eq!(Plan::parse(&plan.with_cost(2, true).to_string()).unwrap().cost, Some(2));
    }
}
