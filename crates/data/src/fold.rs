//! Cross-validation.

use rustc_hash::FxHashMap;

use crate::{DataSet, Problem, Split, Tally};

/// The unit that cross-validation does not split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// A plan or walk, so that models are validated on plans they have not seen.
    Walks,
    /// A single state: its neighbours on the plan may be in the training set, as in *confidence*.
    Nothing,
}

impl DataSet {
    /// Divides all data but the test set into `count` folds: the one of this number, from 0, becomes the validation set, the
    /// others the training set. A problem with states in both is listed twice from then on.
    pub fn fold(&mut self, number: u32, count: u32, together: Together) {
        let mut groups: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
        let mut twins: FxHashMap<u32, u32> = FxHashMap::default();
        for problem in &mut self.problems {
            if problem.split == Split::Validation {
                problem.split = Split::Train;
            }
        }
        for row in &mut self.rows {
            if self.problems[row.problem as usize].split == Split::Test {
                continue;
            }
            let next = groups.len() as u32;
            let step = if together == Together::Nothing { row.origin.step } else { 0 };
            let group = *groups.entry((row.problem, row.origin.walk, step)).or_insert(next);
            if group % count.max(1) == number {
                let original = row.problem;
                row.problem = *twins.entry(original).or_insert_with(|| {
                    let problem = &self.problems[original as usize];
                    let name = format!("{} (validation)", problem.name);
                    let searches = Tally::default();
                    let twin =
                        Problem { name, split: Split::Validation, searches, text: problem.text.clone() };
                    self.problems.push(twin);
                    self.problems.len() as u32 - 1
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, Row, Source};

    /// Two problems to learn from and one for testing, with four walks of three states each.
    fn set() -> DataSet {
        let split = |problem| if problem == 2 { Split::Test } else { Split::Train };
        let problem = |number: u32| Problem {
            name: format!("p{number}"),
            split: split(number),
            searches: Tally::default(),
            text: String::new(),
        };
        let row = |problem, walk, step| Row {
            problem,
            state: format!("{problem} {walk} {step}"),
            target: Some(1.0),
            optimal: false,
            lower: None,
            upper: None,
            heuristics: Vec::new(),
            origin: Origin { source: Source::Walks, teacher: None, seed: 0, walk, step },
        };
        let rows = (0..36).map(|number| row(number / 12, number / 3 % 4, number % 3)).collect();
        DataSet { problems: (0..3).map(problem).collect(), rows, ..DataSet::default() }
    }

    #[test]
    fn every_walk_is_set_apart_once_and_as_a_whole() {
        let mut apart: Vec<String> = Vec::new();
        for number in 0..4 {
            let mut set = set();
            set.fold(number, 4, Together::Walks);
            let validation: Vec<&Row> = set.rows_of(Split::Validation).collect();
            assert_eq!((validation.len(), set.rows_of(Split::Test).count()), (6, 12));
            apart.extend(validation.iter().map(|row| row.state.clone()));
        }
        apart.sort();
        apart.dedup();
        assert_eq!(apart.len(), 24);
    }

    #[test]
    fn states_of_a_walk_may_be_parted() {
        let mut set = set();
        set.fold(0, 3, Together::Nothing);
        let walks: std::collections::BTreeSet<(u32, u32)> =
            set.rows_of(Split::Validation).map(|row| (row.problem, row.origin.walk)).collect();
        assert_eq!((set.rows_of(Split::Validation).count(), walks.len()), (8, 8));
    }
}
