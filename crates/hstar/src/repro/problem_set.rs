//! The problems of the paper on bounds.

use generators::{Generator, Size};
use lab::repro::Scale;
use learn::data::{Problem, Split, Tally};

use crate::{Exit, Failure};

/// Problems of a domain: all numbers of its parameters are combined, and problems are spread over the combinations.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProblemSet {
    /// The domain.
    pub(super) domain: &'static str,
    parameters: &'static [Parameter],
    /// How many problems are for training, validation and test in the paper.
    published: [usize; 3],
}

/// The numbers of a parameter.
#[derive(Clone, Copy, Debug)]
struct Parameter {
    name: &'static str,
    /// In the paper.
    numbers: &'static [u32],
    /// For problems that take no time.
    smoke: &'static [u32],
}

const fn parameter(name: &'static str, numbers: &'static [u32], smoke: &'static [u32]) -> Parameter {
    Parameter { name, numbers, smoke }
}

/// The paper's domains. Six cities have no place here: the generator of the paper demands a truck for each.
pub(super) const DOMAINS: [ProblemSet; 3] = [
    ProblemSet {
        domain: "blocksworld",
        parameters: &[parameter("blocks", &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], &[5, 6])],
        published: [400, 132, 132],
    },
    ProblemSet {
        domain: "logistics",
        parameters: &[
            parameter("airplanes", &[1, 2, 3, 4], &[1]),
            parameter("cities", &[1, 2, 3, 4, 5], &[2]),
            parameter("city-size", &[1, 2, 3, 4], &[2]),
            parameter("packages", &[3, 4, 5, 6], &[2, 3]),
            parameter("trucks", &[5], &[2]),
        ],
        published: [400, 384, 384],
    },
    ProblemSet {
        domain: "satellite",
        parameters: &[
            parameter("satellites", &[1, 2, 3, 4, 5, 6], &[1, 2]),
            parameter("max-instruments", &[3], &[2]),
            parameter("modes", &[3, 4, 5, 6], &[3]),
            parameter("targets", &[7, 10, 15], &[3]),
            parameter("observations", &[3, 4, 5, 6], &[2]),
        ],
        published: [400, 288, 288],
    },
];

const SPLITS: [Split; 3] = [Split::Train, Split::Validation, Split::Test];

impl ProblemSet {
    /// How many problems are for training, validation and test.
    pub(super) fn counts(&self, scale: Scale) -> [usize; 3] {
        match scale {
            Scale::Smoke => [16, 8, 8],
            Scale::Laptop => [204, 60, 60],
            Scale::Full => self.published,
        }
    }

    /// All that the problems depend on, in words.
    pub(super) fn described(&self, scale: Scale) -> String {
        let numbers =
            self.parameters.iter().map(|parameter| format!("{} {:?}", parameter.name, parameter.at(scale)));
        let numbers: Vec<String> = numbers.collect();
        format!("{} {:?} problems, {}", self.domain, self.counts(scale), numbers.join(", "))
    }

    /// The PDDL text of the domain.
    pub(super) fn domain_text(&self) -> &'static str {
        generators::find(self.domain).map_or("", |domain| domain.pddl)
    }

    /// The problems, without states.
    pub(super) fn problems(&self, scale: Scale) -> Result<Vec<Problem>, Failure> {
        let mut problems = Vec::new();
        for (index, (split, count)) in SPLITS.into_iter().zip(self.counts(scale)).enumerate() {
            let texts = self.texts(scale, index as u64 + 1, count)?;
            let named = texts.into_iter().enumerate().map(|(number, text)| Problem {
                name: format!("{}-{:03}", split.name(), number + 1),
                split,
                searches: Tally::default(),
                text,
            });
            problems.extend(named);
        }
        Ok(problems)
    }

    /// So many problems. Combinations that leave no room for a problem worth solving are left out.
    fn texts(&self, scale: Scale, seed: u64, count: usize) -> Result<Vec<String>, Failure> {
        let combinations: usize = self.parameters.iter().map(|parameter| parameter.at(scale).len()).product();
        let stride = stride(combinations);
        let mut texts = Vec::new();
        for number in 0..2 * (count + combinations) {
            if texts.len() == count {
                return Ok(texts);
            }
            let generator = self.generator(scale, number * stride % combinations)?;
            texts.extend(generator.problem(seed, number as u64 + 1));
        }
        if texts.len() == count {
            Ok(texts)
        } else {
            Err(internal("there are too few problems worth solving"))
        }
    }

    /// The generator of a combination, by its number.
    fn generator(&self, scale: Scale, mut combination: usize) -> Result<Generator, Failure> {
        let domain = generators::find(self.domain).ok_or_else(|| internal(self.domain))?;
        let mut generator = Generator::new(domain, Size::Small);
        for parameter in self.parameters {
            let numbers = parameter.at(scale);
            generator.set(parameter.name, numbers[combination % numbers.len()]).map_err(internal)?;
            combination /= numbers.len();
        }
        Ok(generator)
    }
}

impl Parameter {
    fn at(&self, scale: Scale) -> &'static [u32] {
        if scale == Scale::Smoke { self.smoke } else { self.numbers }
    }
}

/// Steps of this length come by all of so many combinations, and by neighbours late.
fn stride(combinations: usize) -> usize {
    let is_coprime = |stride: &usize| {
        let (mut larger, mut smaller) = (combinations, *stride);
        while smaller > 0 {
            (larger, smaller) = (smaller, larger % smaller);
        }
        larger == 1
    };
    let golden = combinations * 618 / 1000;
    (golden.max(1)..=combinations).find(is_coprime).unwrap_or(1)
}

fn internal(error: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::SearchCritical, error)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn strides_come_by_all_combinations() {
        for combinations in 1..400 {
            let stride = stride(combinations);
            let seen: BTreeSet<usize> =
                (0..combinations).map(|number| number * stride % combinations).collect();
            assert_eq!(seen.len(), combinations);
        }
    }

    #[test]
    fn problems_are_as_many_as_wanted_and_all_different() {
        for set in DOMAINS {
            for scale in [Scale::Smoke, Scale::Laptop] {
                let problems = set.problems(scale).unwrap();
                let texts: BTreeSet<&str> = problems.iter().map(|problem| problem.text.as_str()).collect();
                assert_eq!(texts.len(), set.counts(scale).iter().sum::<usize>(), "{}", set.domain);
            }
        }
    }
}
