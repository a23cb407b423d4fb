//! The validator against the definition: on random tasks with every kind of formula, effect and axiom, it
//! must say what going through all objects, as the semantics is written down, says.

#[expect(dead_code, reason = "not every test needs all of it")]
mod definition;

use definition::{Choices, Ending, World, step_text};
use proptest::collection::vec;
use proptest::prelude::*;
use task::validate::{Flaw, Reason};
use task::{Plan, Verdict, validate};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_verdict_is_that_of_the_definition(bytes in vec(any::<u8>(), 0..800)) {
        let mut choices = Choices(bytes.into_iter());
        let domain = choices.domain();
        let problem = choices.problem();
        let steps = choices.steps(&domain, &problem);
        let names: Vec<String> =
            steps.iter().map(|(action, args)| step_text(&domain, &problem, *action, args)).collect();
        let plan: Plan = names.iter().map(String::as_str).collect();

        let found = match validate(&domain, &problem, &plan).unwrap() {
            Verdict::Valid { cost, .. } => Ending::Goal { cost },
            Verdict::Invalid(Flaw::Step { number, reason: Reason::UndefinedCost(_), .. }) => {
                Ending::FailsAt(number)
            }
            Verdict::Invalid(Flaw::Step { number, reason: Reason::UnsatisfiedPrecondition(unmet), .. }) => {
                prop_assert!(!unmet.is_empty());
                Ending::FailsAt(number)
            }
            Verdict::Invalid(Flaw::Goal(unmet)) => {
                prop_assert!(!unmet.is_empty());
                Ending::NoGoal
            }
            other => panic!("{other}"),
        };
        let expected = World::new(&domain, &problem).run(&steps);
        prop_assert_eq!(found, expected, "{:#?}", (&domain.axioms, &domain.actions, &problem));
    }
}
