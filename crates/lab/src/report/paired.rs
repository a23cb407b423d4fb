//! Two configurations on the same problems, with the same seeds where both have several.

use std::collections::BTreeMap;

use super::attributes::Attribute;
use super::results::{Algorithm, Results};
use super::statistics::{Interval, mean, mean_interval, sign_test};
use crate::Record;

/// Smaller differences between means over seeds are rounding errors.
const SMALLEST_DIFFERENCE: f64 = 1e-12;

/// Two runs on the same problem, with one seed.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    pub(super) problem: usize,
    pub(super) first: &'a Record,
    pub(super) second: &'a Record,
}

/// The outcome of a comparison by one measure. Each problem counts once, by its mean over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    /// The number of problems on which the first is better, the second is better, and neither is.
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) equal: usize,
    /// The p-value of the sign test.
    pub(super) p: f64,
    /// For coverage, how much more the second has, as a share of the problems; for attributes, the ratio of the second to the
    /// first. `None` for one problem.
    pub(super) difference: Option<Interval>,
}

/// The runs of both sides, by problem and seed. A side with one algorithm is compared with every seed of the other.
pub(super) fn pairs<'a>(results: &Results<'a>, first: &[usize], second: &[usize]) -> Vec<Pair<'a>> {
    matched(results, first, second)
        .into_iter()
        .flat_map(|(first, second)| common_runs(&results.algorithms[first], &results.algorithms[second]))
        .collect()
}

fn common_runs<'a>(first: &Algorithm<'a>, second: &Algorithm<'a>) -> Vec<Pair<'a>> {
    let pair = |(&problem, &first)| Some(Pair { problem, first, second: second.runs.get(&problem)? });
    first.runs.iter().filter_map(pair).collect()
}

fn matched(results: &Results, first: &[usize], second: &[usize]) -> Vec<(usize, usize)> {
    match (first, second) {
        (&[first], _) => second.iter().map(|&second| (first, second)).collect(),
        (_, &[second]) => first.iter().map(|&first| (first, second)).collect(),
        _ => {
            let seed = |number: &usize| results.algorithms[*number].seed;
            let of_seed: BTreeMap<_, usize> = second.iter().map(|number| (seed(number), *number)).collect();
            let same: Vec<_> =
                first.iter().filter_map(|number| Some((*number, *of_seed.get(&seed(number))?))).collect();
            // Seeds that have nothing to do with each other: any order is as good.
            if same.is_empty() { first.iter().copied().zip(second.iter().copied()).collect() } else { same }
        }
    }
}

/// For each problem, the mean over its pairs of a value that some have: seeds of one problem are not independent.
pub(super) fn per_problem<'a: 'b, 'b>(
    pairs: impl IntoIterator<Item = &'b Pair<'a>>,
    value: impl Fn(&Pair) -> Option<f64>,
) -> Vec<f64> {
    let mut by_problem: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for pair in pairs {
        if let Some(value) = value(pair) {
            by_problem.entry(pair.problem).or_default().push(value);
        }
    }
    by_problem.values().filter_map(|values| mean(values)).collect()
}

/// Compares coverage.
pub(super) fn coverage(pairs: &[Pair]) -> Verdict {
    let solved = |record: &Record| f64::from(u8::from(record.is_solved()));
    let verdict = verdict(&per_problem(pairs, |pair| Some(solved(pair.first) - solved(pair.second))));
    let reversed =
        |Interval { estimate, low, high }| Interval { estimate: -estimate, low: -high, high: -low };
    Verdict { difference: verdict.difference.map(reversed), ..verdict }
}

/// Compares an attribute, where both have a plan; less is better.
pub(super) fn attribute(pairs: &[Pair], attribute: &Attribute) -> Verdict {
    let verdict = verdict(&per_problem(pairs, |pair| log_ratio(pair, attribute)));
    Verdict { difference: verdict.difference.map(|interval| interval.map(f64::exp)), ..verdict }
}

/// The ratio of an attribute of the second to that of the first, as the geometric mean where both have a plan.
pub(super) fn ratio(pairs: &[&Pair], attribute: &Attribute) -> Option<f64> {
    mean(&per_problem(pairs.iter().copied(), |pair| log_ratio(pair, attribute))).map(f64::exp)
}

fn log_ratio(pair: &Pair, attribute: &Attribute) -> Option<f64> {
    Some(attribute.positive(pair.second)?.ln() - attribute.positive(pair.first)?.ln())
}

/// From the difference of each problem, which is positive where the first is better.
fn verdict(differences: &[f64]) -> Verdict {
    let how_many = |is_counted: &dyn Fn(f64) -> bool| {
        differences.iter().filter(|&&difference| is_counted(difference)).count()
    };
    let first = how_many(&|difference| difference > SMALLEST_DIFFERENCE);
    let second = how_many(&|difference| difference < -SMALLEST_DIFFERENCE);
    Verdict {
        first,
        second,
        equal: differences.len() - first - second,
        p: sign_test(first, second),
        difference: mean_interval(differences),
    }
}

#[cfg(test)]
mod tests {
    use super::super::attributes::EVALUATIONS;
    use super::super::example::Runs;
    use super::*;
    use crate::Properties;

    fn pairs_of(properties: &Properties, check: impl Fn(&[Pair])) {
        let results = Results::new(&[properties]);
        let [first, second] = &results.configurations[..] else { panic!("not two configurations") };
        check(&pairs(&results, &first.algorithms, &second.algorithms));
    }

    #[test]
    fn coverage_is_compared_where_both_were_run() {
        let properties = Runs::default()
            .solved("a", "d", "p1", &[])
            .solved("b", "d", "p1", &[])
            .unsolved("a", "d", "p2", "")
            .solved("b", "d", "p2", &[])
            .solved("a", "d", "p3", &[])
            .properties();
        pairs_of(&properties, |pairs| {
            let verdict = coverage(pairs);
            assert_eq!((verdict.first, verdict.second, verdict.equal, verdict.p), (0, 1, 1, 1.0));
            assert_eq!(verdict.difference.unwrap().estimate, 0.5);
        });
    }

    #[test]
    fn ratios_are_of_what_both_solve() {
        let properties = Runs::default()
            .solved("a", "d", "p1", &[("evaluations", 10.0)])
            .solved("b", "d", "p1", &[("evaluations", 1000.0)])
            .solved("a", "d", "p2", &[("evaluations", 10.0)])
            .solved("b", "d", "p2", &[("evaluations", 10.0)])
            .solved("a", "d", "p3", &[("evaluations", 1.0)])
            .unsolved("b", "d", "p3", "")
            .properties();
        pairs_of(&properties, |pairs| {
            let verdict = attribute(pairs, &EVALUATIONS);
            assert_eq!((verdict.first, verdict.second, verdict.equal), (1, 0, 1));
            assert!((verdict.difference.unwrap().estimate - 10.0).abs() < 1e-9);
        });
    }

    #[test]
    fn seeds_meet_their_own_or_the_only_one() {
        let seeded = |name: &str, seeds: &[u64]| {
            seeds
                .iter()
                .fold(Runs::default(), |runs, &seed| runs.seeded(name, seed, "d", "p", Some(seed as f64)))
        };
        let same = seeded("a", &[1, 2]).and(seeded("b", &[2, 3])).properties();
        pairs_of(&same, |pairs| assert_eq!((pairs.len(), pairs[0].first.seed()), (1, Some(2))));
        let foreign = seeded("a", &[1, 2]).and(seeded("b", &[3, 4, 5])).properties();
        pairs_of(&foreign, |pairs| assert_eq!(pairs.len(), 2));
        let alone = seeded("a", &[1, 2, 3]).and(Runs::default().solved("b", "d", "p", &[])).properties();
        pairs_of(&alone, |pairs| assert_eq!(pairs.len(), 3));
    }

    #[test]
    fn sign_tests_count_each_problem_once_however_many_seeds_it_has() {
        let mut runs = Runs::default().solved("ff", "d", "p1", &[("evaluations", 10.0)]).solved(
            "ff",
            "d",
            "p2",
            &[("evaluations", 10.0)],
        );
        for seed in 0..10 {
            runs = runs.seeded("m", seed, "d", "p1", Some(16.0)).seeded("m", seed, "d", "p2", Some(16.4));
        }
        pairs_of(&runs.properties(), |pairs| {
            let verdict = attribute(pairs, &EVALUATIONS);
            assert_eq!((verdict.first, verdict.second, verdict.equal, verdict.p), (2, 0, 0, 0.5));
        });
    }

    #[test]
    fn seeds_that_even_out_are_equal() {
        let seeded = |name: &str, efforts: [f64; 3]| {
            (0..).zip(efforts).fold(Runs::default(), |runs, (seed, evaluations)| {
                runs.seeded(name, seed, "d", "p", Some(evaluations))
            })
        };
        let properties = seeded("a", [3.0, 7.0, 11.0]).and(seeded("b", [11.0, 3.0, 7.0])).properties();
        pairs_of(&properties, |pairs| {
            let verdict = attribute(pairs, &EVALUATIONS);
            assert_eq!((verdict.first, verdict.second, verdict.equal), (0, 0, 1));
        });
    }
}
