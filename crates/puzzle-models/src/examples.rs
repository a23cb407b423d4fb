//! Training examples from states of a puzzle whose costs are known.

use learn::features::FeatureKind;
use learn::{CostRange, Examples, Prepared, PuzzleSignature, Signature};
use linear::Pairs;
use solver::{AnySpace, Start};

use crate::Sight;

/// The states along optimal plans, one list per plan, each state with its cost-to-go.
pub type Lessons = Vec<Vec<(Start, u64)>>;

/// Examples of states and their costs.
pub fn examples<'a>(sight: &mut Sight, states: impl IntoIterator<Item = &'a (Start, u64)>) -> Examples {
    let mut examples = Examples::new(sight.rows());
    for (state, cost) in states {
        sight.push(state, &mut examples.rows);
        examples.known.extend(sight.known(&[state]));
        examples.targets.push(CostRange::exact(*cost as f64));
    }
    examples
}

/// Plans are split round-robin into this many parts: the last but one is for validation, the last for the test. States of one plan
/// stay together, since they are much alike.
const PARTS: usize = 10;

/// The number of plans in the training set, out of `plans`.
pub fn learned_from(plans: usize) -> usize {
    (0..plans).filter(|number| number % PARTS < PARTS - 2).count()
}

/// The examples of all plans, split into training, validation and test set. The goal, at cost 0, is added to the training set.
pub fn lessons(
    name: &str,
    space: &dyn AnySpace,
    features: FeatureKind,
    sight: &mut Sight,
    plans: &Lessons,
) -> Prepared {
    let goal = (space.goal(), 0);
    let part = |wanted: &dyn Fn(usize) -> bool| {
        plans
            .iter()
            .enumerate()
            .filter(|(number, _)| wanted(number % PARTS))
            .flat_map(|(_, plan)| plan)
            .collect::<Vec<_>>()
    };
    let signature =
        Signature::for_puzzle(features, PuzzleSignature { space: name.to_owned(), inputs: sight.inputs() });
    Prepared {
        pairs: Pairs::new(),
        signature,
        train: examples(sight, std::iter::once(&goal).chain(part(&|number| number < PARTS - 2))),
        validation: examples(sight, part(&|number| number == PARTS - 2)),
        test: examples(sight, part(&|number| number == PARTS - 1)),
    }
}
