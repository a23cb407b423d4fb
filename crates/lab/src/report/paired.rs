//! Two configurations on the same problems, with the same seeds where both have several.

use std::collections::BTreeMap;

use super::attributes::Attribute;
use super::results::{Algorithm, Results};
use super::statistics::{Interval, geometric_mean, mean, mean_interval, sign_test};
use crate::Record;

/// A problem that both sides were run on.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    pub(super) problem: usize,
    pub(super) first: &'a Record,
    pub(super) second: &'a Record,
}

/// What pairs say of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    /// How often the first is better, the second is, and neither.
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) equal: usize,
    /// How likely chance alone splits them as unevenly.
    pub(super) p: f64,
    /// For coverage, what the second has more than the first, as a share of the problems; for attributes, how many times as
    /// much the second has. Over problems, each of which counts once however many seeds it was run with; none for one
    /// problem.
    pub(super) difference: Option<Interval>,
}

/// The runs of both sides, by problem and seed. An algorithm alone on its side is compared with every seed of the other.
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

/// Who solves more.
pub(super) fn coverage(pairs: &[Pair]) -> Verdict {
    let solved = |record: &Record| f64::from(u8::from(record.is_solved()));
    let verdict = verdict(pairs.iter().map(|pair| (pair.problem, solved(pair.first) - solved(pair.second))));
    let reversed =
        |Interval { estimate, low, high }| Interval { estimate: -estimate, low: -high, high: -low };
    Verdict { difference: verdict.difference.map(reversed), ..verdict }
}

/// Who has less of an attribute, where both have a plan.
pub(super) fn attribute(pairs: &[Pair], attribute: &Attribute) -> Verdict {
    let differences = pairs.iter().filter_map(|pair| {
        let (first, second) = (attribute.positive(pair.first)?, attribute.positive(pair.second)?);
        Some((pair.problem, second.ln() - first.ln()))
    });
    let verdict = verdict(differences);
    Verdict { difference: verdict.difference.map(|interval| interval.map(f64::exp)), ..verdict }
}

/// How many times as much of an attribute the second has, in the geometric mean where both have a plan.
pub(super) fn ratio(pairs: &[&Pair], attribute: &Attribute) -> Option<f64> {
    let ratio = |pair: &&Pair| Some(attribute.positive(pair.second)? / attribute.positive(pair.first)?);
    geometric_mean(&pairs.iter().filter_map(ratio).collect::<Vec<_>>())
}

/// Of differences, by problem, that are positive where the first is better.
fn verdict(differences: impl Iterator<Item = (usize, f64)>) -> Verdict {
    let mut by_problem: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    let (mut first, mut second, mut equal) = (0, 0, 0);
    for (problem, difference) in differences {
        match difference {
            _ if difference > 0.0 => first += 1,
            _ if difference < 0.0 => second += 1,
            _ => equal += 1,
        }
        by_problem.entry(problem).or_default().push(difference);
    }
    let means: Vec<f64> = by_problem.values().filter_map(|differences| mean(differences)).collect();
    Verdict { first, second, equal, p: sign_test(first, second), difference: mean_interval(&means) }
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
}
