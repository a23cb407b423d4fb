//! Merging data sets, and removing duplicates.

use std::fmt::{self, Display};

use rustc_hash::FxHashMap;

use crate::{DataSet, Problem, Row};

/// Why sets can't be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// They have different domains.
    Domain,
    /// They have values of different heuristics.
    Heuristics,
    /// Different problems have this name, or the same problem is in different splits.
    Problem(String),
}

impl DataSet {
    /// Appends the problems and rows of another set. Problems that both have are kept once.
    ///
    /// # Errors
    /// When the sets don't fit together; this set is then unchanged.
    pub fn merge(&mut self, other: Self) -> Result<(), MergeError> {
        if self.domain != other.domain {
            return Err(MergeError::Domain);
        }
        if self.heuristics != other.heuristics {
            return Err(MergeError::Heuristics);
        }
        let own: FxHashMap<&str, usize> =
            self.problems.iter().enumerate().map(|(index, problem)| (&*problem.name, index)).collect();
        let same: Vec<Option<usize>> =
            other.problems.iter().map(|problem| own.get(&*problem.name).copied()).collect();
        for (problem, same) in other.problems.iter().zip(&same) {
            if same.is_some_and(|index| !self.problems[index].is_same(problem)) {
                return Err(MergeError::Problem(problem.name.clone()));
            }
        }
        let mut positions = Vec::with_capacity(same.len());
        for (problem, same) in other.problems.into_iter().zip(same) {
            positions.push(same.unwrap_or(self.problems.len()) as u32);
            match same {
                Some(index) => self.problems[index].searches.add(problem.searches),
                None => self.problems.push(problem),
            }
        }
        // The states of a plan are found by problem, walk and step: walks of different sets stay apart.
        let mut walks = vec![0; self.problems.len()];
        for row in &self.rows {
            let next = &mut walks[row.problem as usize];
            *next = row.origin.walk.saturating_add(1).max(*next);
        }
        self.rows.extend(other.rows.into_iter().map(|mut row| {
            row.problem = positions[row.problem as usize];
            row.origin.walk = row.origin.walk.saturating_add(walks[row.problem as usize]);
            row
        }));
        for recipe in other.recipes {
            if !self.recipes.contains(&recipe) {
                self.recipes.push(recipe);
            }
        }
        Ok(())
    }

    /// Keeps one row for each state of a problem, at its first position: the row with the best label (an optimal one, or else
    /// the cheapest), with the tightest bounds of all.
    pub fn deduplicate(&mut self) {
        let mut kept: Vec<Row> = Vec::with_capacity(self.rows.len());
        let mut positions: FxHashMap<(u32, String), usize> = FxHashMap::default();
        for row in self.rows.drain(..) {
            let next = kept.len();
            match *positions.entry((row.problem, row.state.clone())).or_insert(next) {
                position if position == next => kept.push(row),
                position => kept[position].absorb(row),
            }
        }
        self.rows = kept;
    }
}

impl Problem {
    fn is_same(&self, other: &Self) -> bool {
        (&self.text, self.split) == (&other.text, other.split)
    }
}

impl Row {
    /// Merges another row of the same state into this one: the better label, the tighter bounds.
    fn absorb(&mut self, mut other: Self) {
        let rank = |row: &Self| (!row.optimal, row.target.unwrap_or(f64::INFINITY));
        if rank(&other) < rank(self) {
            std::mem::swap(self, &mut other);
        }
        self.lower = tighter(self.lower, other.lower, f64::max);
        self.upper = tighter(self.upper, other.upper, f64::min);
    }
}

fn tighter(one: Option<f64>, other: Option<f64>, choose: fn(f64, f64) -> f64) -> Option<f64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(choose(one, other)),
        _ => one.or(other),
    }
}

impl Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain => f.write_str("the sets have different domains"),
            Self::Heuristics => f.write_str("the sets have values of different heuristics"),
            Self::Problem(name) => write!(f, "the sets have different problems of the name `{name}`"),
        }
    }
}

impl std::error::Error for MergeError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, Source, Split, Tally};

    fn problem(name: &str) -> Problem {
        let searches = Tally { solved: 1, unsolvable: 0, stopped: 2, unvalued: 0 };
        Problem { name: name.to_owned(), split: Split::Train, searches, text: format!("text of {name}") }
    }

    fn row(problem: u32, state: &str, target: Option<f64>, optimal: bool) -> Row {
        let origin = Origin { source: Source::Plans, teacher: None, seed: 1, walk: 0, step: 0 };
        Row {
            problem,
            state: state.to_owned(),
            target,
            optimal,
            lower: None,
            upper: target,
            heuristics: Vec::new(),
            origin,
        }
    }

    fn set(problems: &[&str], rows: Vec<Row>) -> DataSet {
        let problems = problems.iter().map(|name| problem(name)).collect();
        DataSet { problems, rows, ..DataSet::default() }
    }

    #[test]
    fn rows_follow_their_problems() {
        let mut all = set(&["a", "b"], vec![row(1, "(x)", None, false)]);
        all.merge(set(&["c", "b"], vec![row(0, "(y)", None, false), row(1, "(z)", None, false)])).unwrap();
        let names: Vec<&str> = all.problems.iter().map(|problem| &*problem.name).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let of: Vec<u32> = all.rows.iter().map(|row| row.problem).collect();
        assert_eq!(of, [1, 2, 1]);
        assert_eq!(all.problems[1].searches, Tally { solved: 2, unsolvable: 0, stopped: 4, unvalued: 0 });
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let mut all = set(&["a"], Vec::new());
        let before = all.clone();
        let other_domain = DataSet { domain: "other".to_owned(), ..set(&["b"], Vec::new()) };
        assert_eq!(all.merge(other_domain), Err(MergeError::Domain));
        let other_heuristics = DataSet { heuristics: vec!["ff".to_owned()], ..set(&["b"], Vec::new()) };
        assert_eq!(all.merge(other_heuristics), Err(MergeError::Heuristics));
        let mut other_split = set(&["b", "a"], Vec::new());
        other_split.problems[1].split = Split::Test;
        assert_eq!(all.merge(other_split), Err(MergeError::Problem("a".to_owned())));
        assert_eq!(all, before);
    }

    #[test]
    fn the_best_of_equal_states_is_kept_with_the_tightest_bounds() {
        let tight = Row { lower: Some(4.0), upper: Some(5.0), ..row(0, "(x)", None, false) };
        let rows = vec![
            row(0, "(x)", Some(9.0), false),
            row(1, "(x)", Some(1.0), true),
            row(0, "(y)", Some(2.0), false),
            tight,
            row(0, "(x)", Some(8.0), false),
            row(0, "(x)", Some(8.5), true),
        ];
        let mut all = set(&["a", "b"], rows);
        all.deduplicate();
        let states: Vec<(u32, &str)> = all.rows.iter().map(|row| (row.problem, &*row.state)).collect();
        assert_eq!(states, [(0, "(x)"), (1, "(x)"), (0, "(y)")]);
        let best = &all.rows[0];
        assert_eq!((best.target, best.optimal), (Some(8.5), true));
        assert_eq!((best.lower, best.upper), (Some(4.0), Some(5.0)));
    }
}
