//! The runs of an experiment, arranged by algorithm and problem.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::attributes::Attribute;
use super::natural;
use super::statistics::{Interval, mean_interval};
use crate::{Properties, Record};

/// The role of an algorithm in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A baseline, which others have to beat.
    Baseline,
    Other,
    /// It uses a model.
    Learned,
}

/// A configuration with one seed, which is run on each problem at most once.
#[derive(Debug)]
pub(super) struct Algorithm<'a> {
    pub(super) name: String,
    /// Its number among the configurations.
    pub(super) configuration: usize,
    pub(super) seed: Option<u64>,
    /// The runs by problem.
    pub(super) runs: BTreeMap<usize, &'a Record>,
    /// Runs that were refused, by problem: nothing was tried, so that they count neither as solved nor as unsolved.
    pub(super) refused: BTreeMap<usize, &'a Record>,
}

/// Algorithms that differ in the seed alone.
#[derive(Debug)]
pub(super) struct Configuration {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// The number of its folder.
    pub(super) folder: usize,
    /// Numbers of algorithms; never empty.
    pub(super) algorithms: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct Problem<'a> {
    /// Its number among the domains.
    pub(super) domain: usize,
    pub(super) name: &'a str,
}

/// The runs of an experiment, or of several.
#[derive(Debug)]
pub(super) struct Results<'a> {
    /// Baselines first, learned ones last.
    pub(super) configurations: Vec<Configuration>,
    pub(super) algorithms: Vec<Algorithm<'a>>,
    pub(super) domains: Vec<&'a str>,
    /// By domain.
    pub(super) problems: Vec<Problem<'a>>,
    /// Problems that every algorithm that was run on them has solved, and at least two configurations were, if there are two.
    /// Algorithms that solve nothing don't count.
    pub(super) common: Vec<usize>,
    /// How many runs repeat the algorithm and problem of another, which is used instead.
    pub(super) repeated: usize,
    /// How many configurations are left out since there are too many.
    pub(super) unlisted: usize,
}

/// The runs of an algorithm by their problems: those that count, and those that were refused.
#[derive(Debug, Default)]
struct Series<'a> {
    runs: BTreeMap<usize, &'a Record>,
    refused: BTreeMap<usize, &'a Record>,
}

/// The key of a series of runs: folder, configuration, algorithm, seed.
type Key<'a> = (usize, &'a str, &'a str, Option<u64>);

impl<'a> Results<'a> {
    pub(super) fn new(folders: &[&'a Properties]) -> Self {
        Self::limited(folders, usize::MAX)
    }

    /// With the first configurations only: the size of a report grows with their number times that of domains.
    pub(super) fn limited(folders: &[&'a Properties], most_configurations: usize) -> Self {
        let runs: Vec<(usize, &Record)> = folders
            .iter()
            .enumerate()
            .flat_map(|(folder, properties)| properties.runs.values().map(move |record| (folder, record)))
            .collect();
        let (domains, problems) = problems(&runs);
        let numbers: BTreeMap<(&str, &str), usize> = problems
            .iter()
            .enumerate()
            .map(|(i, problem)| ((domains[problem.domain], problem.name), i))
            .collect();

        let mut series: BTreeMap<Key, Series> = BTreeMap::new();
        let mut repeated = 0;
        for (folder, record) in runs {
            let key = (folder, record.configuration(), record.text("algorithm"), record.seed());
            let problem = numbers[&(record.text("domain"), record.text("problem"))];
            let Series { runs, refused } = series.entry(key).or_default();
            if runs.contains_key(&problem) || refused.contains_key(&problem) {
                repeated += 1;
            } else {
                let place = if record.was_refused() { refused } else { runs };
                place.insert(problem, record);
            }
        }
        let mut configurations = configurations(&series);
        let unlisted = configurations.len().saturating_sub(most_configurations);
        configurations.truncate(most_configurations);
        let mut results = Self {
            configurations,
            algorithms: Vec::new(),
            domains,
            problems,
            common: Vec::new(),
            repeated,
            unlisted,
        };
        results.add_algorithms(series);
        results.common = results.commonly_solved();
        results
    }

    fn add_algorithms(&mut self, series: BTreeMap<Key<'a>, Series<'a>>) {
        let mut by_configuration: BTreeMap<(usize, &str), Vec<(Key, _)>> = BTreeMap::new();
        for (key, series) in series {
            by_configuration.entry((key.0, key.1)).or_default().push((key, series));
        }
        for (number, configuration) in self.configurations.iter_mut().enumerate() {
            let mut members = by_configuration
                .remove(&(configuration.folder, configuration.name.as_str()))
                .unwrap_or_default();
            members.sort_by(|((.., name, seed), _), ((.., other_name, other_seed), _)| {
                seed.cmp(other_seed).then_with(|| natural::order(name, other_name))
            });
            let names: Vec<&str> = members.iter().map(|((.., name, _), _)| *name).collect();
            for ((_, _, name, seed), Series { runs, refused }) in members {
                let is_unique = names.iter().filter(|other| **other == name).count() == 1;
                let name = match seed {
                    Some(seed) if !is_unique => format!("{name} (seed {seed})"),
                    _ => name.to_owned(),
                };
                configuration.algorithms.push(self.algorithms.len());
                self.algorithms.push(Algorithm { name, configuration: number, seed, runs, refused });
            }
        }
    }

    fn commonly_solved(&self) -> Vec<usize> {
        let solving: Vec<_> = self.algorithms.iter().filter(|algorithm| algorithm.solved() > 0).collect();
        let enough = configurations_of(&solving).min(2);
        let is_common = |problem: &usize| {
            let run: Vec<_> =
                solving.iter().copied().filter(|algorithm| algorithm.runs.contains_key(problem)).collect();
            !run.is_empty()
                && run.iter().all(|algorithm| algorithm.has_solved(*problem))
                && configurations_of(&run) >= enough
        };
        (0..self.problems.len()).filter(is_common).collect()
    }

    /// The algorithms of a configuration.
    pub(super) fn members(
        &self,
        configuration: &Configuration,
    ) -> impl Iterator<Item = &Algorithm<'a>> + Clone {
        configuration.algorithms.iter().map(|&number| &self.algorithms[number])
    }

    /// The mean over the seeds of a configuration of a sum over its runs.
    pub(super) fn mean_sum(
        &self,
        configuration: &Configuration,
        measure: impl Fn(usize, &Record) -> f64,
    ) -> f64 {
        let sum: f64 = self
            .members(configuration)
            .flat_map(|algorithm| &algorithm.runs)
            .map(|(&problem, record)| measure(problem, record))
            .sum();
        sum / configuration.algorithms.len() as f64
    }

    /// How many problems a configuration solves, in the mean over its seeds.
    pub(super) fn coverage(&self, configuration: &Configuration) -> f64 {
        self.mean_sum(configuration, |_, record| f64::from(u8::from(record.is_solved())))
    }

    /// A 95 % confidence interval over seeds for the number of problems that a configuration solves; `None` for one seed.
    pub(super) fn coverage_interval(&self, configuration: &Configuration) -> Option<Interval> {
        let solved: Vec<f64> =
            self.members(configuration).map(|algorithm| algorithm.solved() as f64).collect();
        let most = self.attempted(configuration) as f64;
        mean_interval(&solved).map(|interval| interval.map(|bound| bound.clamp(0.0, most)))
    }

    /// How many problems a configuration was run on.
    pub(super) fn attempted(&self, configuration: &Configuration) -> usize {
        let problems: BTreeSet<usize> =
            self.members(configuration).flat_map(|algorithm| algorithm.runs.keys().copied()).collect();
        problems.len()
    }

    /// How many runs a configuration lacks on problems that it was run on with other seeds.
    pub(super) fn missing(&self, configuration: &Configuration) -> usize {
        let runs: usize = self.members(configuration).map(|algorithm| algorithm.runs.len()).sum();
        configuration.algorithms.len() * self.attempted(configuration) - runs
    }

    /// How many runs of a configuration were refused.
    pub(super) fn refused(&self, configuration: &Configuration) -> usize {
        self.members(configuration).map(|algorithm| algorithm.refused.len()).sum()
    }

    /// On how many problems a configuration was neither run nor refused.
    pub(super) fn not_run_on(&self, configuration: &Configuration) -> usize {
        let given = |problem: &usize| {
            let mut members = self.members(configuration);
            members.any(|member| member.runs.contains_key(problem) || member.refused.contains_key(problem))
        };
        (0..self.problems.len()).filter(|problem| !given(problem)).count()
    }

    pub(super) fn was_run(&self, configuration: &Configuration, problem: usize) -> bool {
        self.members(configuration).any(|algorithm| algorithm.runs.contains_key(&problem))
    }

    /// Does any run with a plan have the attribute?
    pub(super) fn has(&self, attribute: &Attribute) -> bool {
        self.runs().any(|(_, _, record)| attribute.of(record).is_some())
    }

    pub(super) fn has_seeds(&self) -> bool {
        self.configurations.iter().any(|configuration| configuration.algorithms.len() > 1)
    }

    /// All runs, also those that were refused, by algorithm and problem.
    pub(super) fn all_runs(&self) -> impl Iterator<Item = (&Algorithm<'a>, usize, &'a Record)> {
        self.algorithms.iter().flat_map(|algorithm| {
            algorithm.all_runs().into_iter().map(move |(problem, record)| (algorithm, problem, record))
        })
    }

    /// All runs that count, by algorithm and problem.
    pub(super) fn runs(&self) -> impl Iterator<Item = (&Algorithm<'a>, usize, &'a Record)> {
        self.algorithms.iter().flat_map(|algorithm| {
            algorithm.runs.iter().map(move |(&problem, &record)| (algorithm, problem, record))
        })
    }
}

impl<'a> Algorithm<'a> {
    /// Runs that count and runs that were refused, by problem.
    pub(super) fn all_runs(&self) -> Vec<(usize, &'a Record)> {
        let mut all: Vec<(usize, &'a Record)> =
            self.runs.iter().chain(&self.refused).map(|(&problem, &record)| (problem, record)).collect();
        all.sort_by_key(|(problem, _)| *problem);
        all
    }

    pub(super) fn has_solved(&self, problem: usize) -> bool {
        self.runs.get(&problem).is_some_and(|record| record.is_solved())
    }

    pub(super) fn solved(&self) -> usize {
        self.runs.values().filter(|record| record.is_solved()).count()
    }
}

fn configurations_of(algorithms: &[&Algorithm]) -> usize {
    algorithms.iter().map(|algorithm| algorithm.configuration).collect::<BTreeSet<_>>().len()
}

fn problems<'a>(runs: &[(usize, &'a Record)]) -> (Vec<&'a str>, Vec<Problem<'a>>) {
    let names: BTreeSet<(&str, &str)> =
        runs.iter().map(|(_, record)| (record.text("domain"), record.text("problem"))).collect();
    let mut names: Vec<_> = names.into_iter().collect();
    names
        .sort_by(|left, right| natural::order(left.0, right.0).then_with(|| natural::order(left.1, right.1)));
    let mut domains = Vec::new();
    let mut problems = Vec::with_capacity(names.len());
    for (domain, name) in names {
        if domains.last() != Some(&domain) {
            domains.push(domain);
        }
        problems.push(Problem { domain: domains.len() - 1, name });
    }
    (domains, problems)
}

fn configurations<'a>(series: &BTreeMap<Key<'a>, Series<'a>>) -> Vec<Configuration> {
    let mut kinds: BTreeMap<(usize, &str), Kind> = BTreeMap::new();
    for (&(folder, name, ..), Series { runs, refused }) in series {
        let kind = runs
            .values()
            .chain(refused.values())
            .map(|record| kind(name, record))
            .find(|kind| *kind != Kind::Other);
        let known = kinds.entry((folder, name)).or_insert(Kind::Other);
        *known = kind.unwrap_or(*known);
    }
    let mut configurations: Vec<Configuration> = kinds
        .into_iter()
        .map(|((folder, name), kind)| Configuration {
            name: name.to_owned(),
            kind,
            folder,
            algorithms: Vec::new(),
        })
        .collect();
    configurations.sort_by(|left, right| {
        left.kind
            .cmp(&right.kind)
            .then_with(|| natural::order(&left.name, &right.name))
            .then(left.folder.cmp(&right.folder))
    });
    configurations
}

fn kind(configuration: &str, record: &Record) -> Kind {
    if matches!(configuration, "ff" | "lama-first") || is_given(record, "baseline") {
        Kind::Baseline
    } else if is_given(record, "model") {
        Kind::Learned
    } else {
        Kind::Other
    }
}

fn is_given(record: &Record, name: &str) -> bool {
    match record.attributes.get(name) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::Runs;
    use super::*;

    #[test]
    fn baselines_come_first_and_learned_last() {
        let properties = Runs::default()
            .solved("a", "d", "p", &[])
            .mark("a", "model", "a.hstar")
            .solved("z", "d", "p", &[])
            .mark("z", "baseline", "yes")
            .solved("lama-first", "d", "p", &[])
            .solved("b10", "d", "p", &[])
            .solved("b9", "d", "p", &[])
            .properties();
        let results = Results::new(&[&properties]);
        let names: Vec<_> = results.configurations.iter().map(|c| (c.name.as_str(), c.kind)).collect();
        let expected = [
            ("lama-first", Kind::Baseline),
            ("z", Kind::Baseline),
            ("b9", Kind::Other),
            ("b10", Kind::Other),
            ("a", Kind::Learned),
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn runs_of_the_same_algorithm_and_problem_count_once() {
        let mut properties = Runs::default().solved("a", "d", "p", &[]).properties();
        let record = properties.runs.values().next().unwrap().clone();
        properties.runs.insert("again".to_owned(), record);
        let results = Results::new(&[&properties]);
        assert_eq!((results.runs().count(), results.repeated), (1, 1));
    }

    #[test]
    fn a_refused_run_is_listed_and_counts_nowhere() {
        let properties = Runs::default()
            .solved("m", "d", "p", &[])
            .unsolved("m", "d", "q", "model-refused")
            .unsolved("m", "d", "r", "search-out-of-time")
            .properties();
        let results = Results::new(&[&properties]);
        let configuration = &results.configurations[0];
        assert_eq!((results.runs().count(), results.all_runs().count()), (2, 3));
        assert_eq!((results.attempted(configuration), results.refused(configuration)), (2, 1));
        assert_eq!((results.not_run_on(configuration), results.missing(configuration)), (0, 0));
    }

    #[test]
    fn seeds_make_algorithms_of_one_configuration() {
        let properties =
            Runs::default().seeded("m", 2, "d", "p", Some(1.0)).seeded("m", 10, "d", "p", None).properties();
        let results = Results::new(&[&properties]);
        let names: Vec<_> = results.algorithms.iter().map(|algorithm| algorithm.name.as_str()).collect();
        assert_eq!((results.configurations.len(), names), (1, vec!["m-2", "m-10"]));
        assert_eq!(results.coverage(&results.configurations[0]), 0.5);
        assert_eq!(results.common, [0]);
    }

    #[test]
    fn too_many_configurations_are_left_out() {
        let runs = (0..5).fold(Runs::default(), |runs, i| runs.solved(&format!("a{i}"), "d", "p", &[]));
        let properties = runs.properties();
        let results = Results::limited(&[&properties], 3);
        assert_eq!((results.configurations.len(), results.algorithms.len(), results.unlisted), (3, 3, 2));
    }

    #[test]
    fn what_was_not_run_on_a_problem_does_not_keep_it_from_being_common() {
        let properties = Runs::default()
            .solved("x", "one", "p", &[])
            .solved("y", "one", "p", &[])
            .solved("y", "three", "p", &[])
            .solved("y", "two", "p", &[])
            .solved("z", "two", "p", &[])
            .unsolved("z", "two", "q", "")
            .solved("y", "two", "q", &[])
            .properties();
        let results = Results::new(&[&properties]);
        let common: Vec<_> = results
            .common
            .iter()
            .map(|&problem| {
                (results.domains[results.problems[problem].domain], results.problems[problem].name)
            })
            .collect();
        assert_eq!(common, [("one", "p"), ("two", "p")]);
    }

    #[test]
    fn intervals_stay_within_the_problems_and_missing_runs_are_counted() {
        let runs = (0..4)
            .fold(Runs::default(), |runs, i| runs.seeded("m", 1, "d", &format!("p{i}"), Some(1.0)))
            .seeded("m", 2, "d", "p0", Some(1.0));
        let properties = runs.properties();
        let results = Results::new(&[&properties]);
        let configuration = &results.configurations[0];
        let interval = results.coverage_interval(configuration).unwrap();
        assert_eq!((interval.low, interval.estimate, interval.high), (0.0, 2.5, 4.0));
        assert_eq!(results.missing(configuration), 3);
    }
}
