//! The problems of the paper on bounds.

use crate::Scale;
use data::{Problem, Split, Tally};
use generators::{Generator, Size};

use planner::Error;

/// Problems of a domain, spread over all combinations of the values of its parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProblemSet {
    /// The domain.
    pub(super) domain: &'static str,
    parameters: &'static [Parameter],
    /// How many problems are for training, validation and test in the paper.
    published: [usize; 3],
    /// How many there are at scale laptop: fewer where they take long to label, more where they are smaller than the paper's.
    laptop: [usize; 3],
}

/// A place for a problem: its split, its seed and its combination of parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    split: Split,
    seed: u64,
    /// Its position among those of the same split, from 1.
    position: usize,
    /// The number of its combination of parameters.
    number: u64,
}

/// The values of a parameter.
#[derive(Clone, Copy, Debug)]
struct Parameter {
    name: &'static str,
    /// In the paper.
    numbers: &'static [u32],
    /// For problems most of which are labelled quickly.
    laptop: &'static [u32],
    /// For problems that are labelled in seconds.
    smoke: &'static [u32],
}

const fn parameter(name: &'static str, numbers: &'static [u32], smoke: &'static [u32]) -> Parameter {
    Parameter { name, numbers, laptop: numbers, smoke }
}

/// The paper's domains. Six cities are left out: the generator of the paper demands a truck for each.
pub(super) const DOMAINS: [ProblemSet; 3] = [
    ProblemSet {
        domain: "blocksworld",
        parameters: &[Parameter {
            name: "blocks",
            numbers: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
            laptop: &[5, 6, 7, 8, 9, 10, 11, 12, 13],
            smoke: &[5, 6],
        }],
        published: [400, 132, 132],
        laptop: [800, 132, 132],
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
        laptop: [204, 60, 100],
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
        laptop: [204, 60, 288],
    },
];

const SPLITS: [Split; 3] = [Split::Train, Split::Validation, Split::Test];

impl ProblemSet {
    /// How many problems are for training, validation and test.
    pub(super) fn counts(&self, scale: Scale) -> [usize; 3] {
        match scale {
            Scale::Smoke => [16, 8, 8],
            Scale::Laptop => self.laptop,
            Scale::Paper | Scale::Full => self.published,
        }
    }

    /// A text of everything that the problems depend on.
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

    /// Places for all problems. Combinations that allow no problem worth solving are left out.
    pub(super) fn places(&self, scale: Scale) -> Result<Vec<Place>, Error> {
        let mut places = Vec::new();
        for (seed, (split, count)) in (1..).zip(SPLITS.into_iter().zip(self.counts(scale))) {
            let before = places.len();
            for number in 0..2 * (count + self.combinations(scale)) as u64 {
                let place = Place { split, seed, position: places.len() - before + 1, number };
                if place.position <= count && self.problem(&place, 1, scale).is_ok() {
                    places.push(place);
                }
            }
            if places.len() - before < count {
                return Err(internal("there are too few problems worth solving"));
            }
        }
        Ok(places)
    }

    /// The problem that is drawn for a place in the first or a later draw, without states.
    pub(super) fn problem(&self, place: &Place, draw: u64, scale: Scale) -> Result<Problem, Error> {
        let combinations = self.combinations(scale);
        let combination = place.number as usize * stride(combinations) % combinations;
        // The seeds of draws are those of the three splits, then others.
        let seed = place.seed + (draw - 1) * SPLITS.len() as u64;
        let text = self.generator(scale, combination)?.problem(seed, place.number + 1).map_err(internal)?;
        let name = format!("{}-{:03}", place.split.name(), place.position);
        Ok(Problem { name, split: place.split, searches: Tally::default(), text })
    }

    fn combinations(&self, scale: Scale) -> usize {
        self.parameters.iter().map(|parameter| parameter.at(scale).len()).product()
    }

    /// The generator of a combination, by its number.
    fn generator(&self, scale: Scale, mut combination: usize) -> Result<Generator, Error> {
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
        match scale {
            Scale::Smoke => self.smoke,
            Scale::Laptop => self.laptop,
            Scale::Paper | Scale::Full => self.numbers,
        }
    }
}

/// A stride that visits each of `combinations` combinations, with neighbours far apart.
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

fn internal(error: impl std::fmt::Display) -> Error {
    Error::internal(error)
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
                let places = set.places(scale).unwrap();
                let drawn = |draw| places.iter().map(move |place| set.problem(place, draw, scale));
                let texts: BTreeSet<String> = drawn(1).map(|problem| problem.unwrap().text).collect();
                assert_eq!(texts.len(), set.counts(scale).iter().sum::<usize>(), "{}", set.domain);
                let again = drawn(2).filter_map(|problem| Some(problem.ok()?.text));
                assert!(again.filter(|text| texts.contains(text)).count() <= texts.len() / 2);
            }
        }
    }
}
