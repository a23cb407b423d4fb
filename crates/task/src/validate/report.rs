//! A verdict in the words of VAL, which scripts look for.

use std::fmt::{self, Display, Formatter};

use super::verdict::{Cause, Flaw, Reason, Unmet, Verdict};

/// A verdict in the words of VAL.
struct Report<'a> {
    verdict: &'a Verdict,
    plan_name: &'a str,
}

impl Verdict {
    /// The verdict in the words of VAL, the validator that the field's tools know how to read.
    /// `plan_name` is what to call the plan.
    pub fn report<'a>(&'a self, plan_name: &'a str) -> impl Display + 'a {
        Report { verdict: self, plan_name }
    }
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "Checking plan: {}", self.plan_name)?;
        match self.verdict {
            Verdict::Valid { cost, stated_cost, .. } => {
                writeln!(f, "Plan executed successfully - checking goal\nPlan valid\nFinal value: {cost}")?;
                if let Some(stated) = stated_cost.filter(|stated| stated != cost) {
                    writeln!(f, "Note: the plan states a cost of {stated}")?;
                }
                writeln!(f, "\nSuccessful plans:\nValue: {cost}\n {} {cost}", self.plan_name)
            }
            Verdict::Invalid(flaw) => {
                write_flaw(f, flaw)?;
                writeln!(f, "\nFailed plans:\n {}", self.plan_name)
            }
        }
    }
}

fn write_flaw(f: &mut Formatter<'_>, flaw: &Flaw) -> fmt::Result {
    match flaw {
        Flaw::Step { number, action, reason: Reason::UnsatisfiedPrecondition(unmet), .. } => {
            writeln!(f, "Plan failed because of unsatisfied precondition in:\n{action}\n")?;
            writeln!(f, "Plan failed to execute\n\nPlan Repair Advice:\n")?;
            writeln!(f, "{action} has an unsatisfied precondition at time {number}")?;
            write_advice(f, unmet)
        }
        Flaw::Step { .. } => writeln!(f, "Bad plan description!\n{flaw}\n\nPlan failed to execute"),
        Flaw::Goal(unmet) => {
            writeln!(f, "Plan executed successfully - checking goal\nGoal not satisfied\nPlan invalid\n")?;
            writeln!(f, "Plan Repair Advice:\n\nThe goal is not satisfied")?;
            write_advice(f, unmet)
        }
    }
}

fn write_advice(f: &mut Formatter<'_>, unmet: &[Unmet]) -> fmt::Result {
    for unmet in unmet {
        let negated = unmet.condition.strip_prefix("(not ").and_then(|rest| rest.strip_suffix(')'));
        match (&unmet.cause, negated) {
            (Cause::Plain, Some(condition)) => writeln!(f, "(Set {condition} to false)")?,
            (Cause::Plain, None) => writeln!(f, "(Set {} to true)", unmet.condition)?,
            _ => writeln!(f, "{unmet}")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(condition: &str) -> Unmet {
        Unmet { condition: condition.into(), cause: Cause::Plain }
    }

    #[test]
    fn a_valid_plan_has_its_value() {
        let verdict = Verdict::Valid { steps: 2, cost: 7, stated_cost: Some(8) };
        assert_eq!(
            verdict.report("plan.1").to_string(),
            "Checking plan: plan.1\nPlan executed successfully - checking goal\nPlan valid\nFinal value: 7\n\
             Note: the plan states a cost of 8\n\nSuccessful plans:\nValue: 7\n plan.1 7\n"
        );
    }

    #[test]
    fn a_failing_step_is_named_with_what_it_lacks() {
        let unmet = vec![plain("(clear b)"), plain("(not (wet b))")];
        let reason = Reason::UnsatisfiedPrecondition(unmet);
        let flaw = Flaw::Step { number: 3, line: 4, action: "(stack a b)".into(), reason };
        assert_eq!(
            Verdict::Invalid(flaw).report("p").to_string(),
            "Checking plan: p\nPlan failed because of unsatisfied precondition in:\n(stack a b)\n\n\
             Plan failed to execute\n\nPlan Repair Advice:\n\n\
             (stack a b) has an unsatisfied precondition at time 3\n(Set (clear b) to true)\n\
             (Set (wet b) to false)\n\nFailed plans:\n p\n"
        );
    }

    #[test]
    fn an_open_goal_is_told_from_a_failing_step() {
        let text = Verdict::Invalid(Flaw::Goal(vec![plain("(on a b)")])).report("p").to_string();
        assert!(text.contains("\nGoal not satisfied\nPlan invalid\n"), "{text}");
        assert!(text.contains("\n(Set (on a b) to true)\n"), "{text}");
    }

    #[test]
    fn a_step_that_is_no_action_is_a_bad_plan() {
        let reason = Reason::UnknownAction { name: "stak".into(), similar: Some("stack".into()) };
        let flaw = Flaw::Step { number: 1, line: 1, action: "(stak a b)".into(), reason };
        let text = Verdict::Invalid(flaw).report("p").to_string();
        assert!(text.contains("Bad plan description!\nstep 1 (line 1), (stak a b): unknown action `stak`; did you mean `stack`?\n"), "{text}");
        assert!(text.contains("\nPlan failed to execute\n"), "{text}");
    }
}
