//! Measures of a heuristic: its errors, and the searches that it guides.

use super::test_set::Solved;
use super::{AStar, Answer, State};

/// The weights of path costs in the searches of tests: as in the authors' program, and as their paper reads.
pub const WEIGHTS: [f64; 2] = [0.8, 1.0];

/// How many nodes the searches of tests may expand.
pub const LIMIT: u32 = 10_000;

/// How close estimates are to costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// The mean squared error.
    pub mse: f64,
    /// The share of the variance of the costs that the estimates explain; negative if the mean would be better.
    pub r_squared: f64,
}

impl Accuracy {
    /// Of a heuristic on states; `None` if their costs are all the same.
    pub fn of(set: &[Solved], mut heuristic: impl FnMut(&[State], &mut [u32])) -> Option<Self> {
        let states: Vec<State> = set.iter().map(|solved| solved.state).collect();
        let mut estimates = vec![0; states.len()];
        heuristic(&states, &mut estimates);
        let count = set.len() as f64;
        let costs = || set.iter().map(|solved| f64::from(solved.cost));
        let mean = costs().sum::<f64>() / count;
        let variance = costs().map(|cost| (cost - mean).powi(2)).sum::<f64>() / count;
        let errors = costs().zip(&estimates).map(|(cost, &estimate)| cost - f64::from(estimate));
        let mse = errors.map(|error| error.powi(2)).sum::<f64>() / count;
        (variance > 0.0).then(|| Self { mse, r_squared: 1.0 - mse / variance })
    }
}

/// The results of searches for solutions of a set of states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searches {
    /// How many there were.
    pub states: usize,
    /// How many found a solution.
    pub solved: usize,
    /// How many found a shortest one.
    pub optimal: usize,
    /// The lengths of all solutions found, added up.
    pub length: u64,
    /// The expansions of those searches that found one, added up.
    pub expansions: u64,
    /// The expansions of all searches, added up.
    pub all_expansions: u64,
}

impl Searches {
    /// Searches from every state, as [`AStar::search`] does.
    pub fn run(
        set: &[Solved],
        weight: f64,
        limit: u32,
        astar: &mut AStar,
        mut heuristic: impl FnMut(&[State], &mut [u32]),
    ) -> Self {
        let mut searches = Self { states: set.len(), ..Self::default() };
        for solved in set {
            let outcome = astar.search(&solved.state, weight, limit, &mut heuristic);
            searches.all_expansions += u64::from(outcome.expansions);
            if let Answer::Cost(length) = outcome.answer {
                searches.solved += 1;
                searches.optimal += usize::from(length == solved.cost);
                searches.length += u64::from(length);
                searches.expansions += u64::from(outcome.expansions);
            }
        }
        searches
    }

    /// The percentage of states that were solved.
    pub fn solved_percent(&self) -> Option<f64> {
        ratio(100 * self.solved as u64, self.states)
    }

    /// The percentage of solutions that are shortest ones.
    pub fn optimal_percent(&self) -> Option<f64> {
        ratio(100 * self.optimal as u64, self.solved)
    }

    /// The mean length of the solutions.
    pub fn mean_length(&self) -> Option<f64> {
        ratio(self.length, self.solved)
    }

    /// The mean number of expansions of the searches that found a solution.
    pub fn mean_expansions(&self) -> Option<f64> {
        ratio(self.expansions, self.solved)
    }
}

fn ratio(sum: u64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

#[cfg(test)]
mod tests {
    use super::super::test_set::{ACCURACY, SEARCH, draw};
    use super::super::{AStar, Space, State, each, manhattan};
    use super::{Accuracy, LIMIT, Searches, WEIGHTS};

    fn rounded(value: f64) -> f64 {
        (value * 1000.0).round() / 1000.0
    }

    #[test]
    fn the_accuracy_of_known_heuristics_is_the_one_known() {
        let space = Space::new();
        let set = draw(&space, &ACCURACY, 1);
        let accuracy = |value: &dyn Fn(&State) -> u32| {
            let Accuracy { mse, r_squared } = Accuracy::of(&set, each(value)).unwrap();
            (rounded(mse), rounded(r_squared))
        };
        assert_eq!(accuracy(&|state| space.cost(state)), (0.0, 1.0));
        assert_eq!(accuracy(&|_| 0), (354.759, -4.957));
        assert_eq!(accuracy(&manhattan), (47.673, 0.2));
    }

    #[test]
    fn the_costs_of_the_test_of_accuracy_have_the_paper_s_mean_and_variance() {
        let set = draw(&Space::new(), &ACCURACY, 1);
        let mean = set.iter().map(|solved| f64::from(solved.cost)).sum::<f64>() / 942.0;
        assert_eq!(rounded(mean), 17.182);
        let Accuracy { mse, r_squared } = Accuracy::of(&set, each(|_| 0)).unwrap();
        assert_eq!(rounded(mse / (1.0 - r_squared)), 59.554);
    }

    #[test]
    fn costs_that_are_all_the_same_have_no_accuracy() {
        let set = draw(&Space::new(), &SEARCH, 1);
        assert_eq!(Accuracy::of(&[], each(|_| 0)), None);
        assert_eq!(Accuracy::of(&set[..1], each(|_| 0)), None);
    }

    #[test]
    fn searches_are_summed_up() {
        let (space, mut astar) = (Space::new(), AStar::new());
        let set = draw(&space, &SEARCH, 1);
        let searches = WEIGHTS.map(|weight| Searches::run(&set, weight, LIMIT, &mut astar, each(manhattan)));
        let all = Searches { states: 50, solved: 50, ..Searches::default() };
        let weighted =
            Searches { optimal: 49, length: 898, expansions: 13_433, all_expansions: 13_433, ..all };
        let plain = Searches { optimal: 50, length: 896, expansions: 26_533, all_expansions: 26_533, ..all };
        assert_eq!(searches, [weighted, plain]);
        assert_eq!((weighted.solved_percent(), weighted.optimal_percent()), (Some(100.0), Some(98.0)));
        assert_eq!((plain.mean_length(), plain.mean_expansions()), (Some(17.92), Some(530.66)));
    }

    #[test]
    fn what_is_not_solved_does_not_count_for_the_means() {
        let (space, mut astar) = (Space::new(), AStar::new());
        let set = draw(&space, &SEARCH, 1);
        let perfect = |state: &State| space.cost(state);
        let searches = Searches::run(&set, 0.8, 11, &mut astar, each(perfect));
        assert_eq!((searches.solved, searches.optimal, searches.length, searches.expansions), (3, 3, 27, 30));
        assert_eq!(searches.all_expansions, 30 + 47 * 11);
        assert_eq!(searches.solved_percent(), Some(6.0));
        let none = Searches::run(&set, 0.8, 1, &mut astar, each(perfect));
        assert_eq!((none.optimal_percent(), none.mean_length(), none.mean_expansions()), (None, None, None));
    }
}
