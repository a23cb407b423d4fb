//! The domains of the track, and how large their problems are.

use generators::{Generator, Size};
use planner::Error;

use super::{SIZES, TESTS};

/// A domain of the track.
#[derive(Debug)]
pub(super) struct TrackDomain {
    /// Its name in the track.
    pub(super) name: &'static str,
    /// Its parameters, with their least and greatest number for each size.
    parameters: &'static [(&'static str, [(u32, u32); 3])],
}

pub(super) static DOMAINS: [TrackDomain; 10] = [
    TrackDomain { name: "blocksworld", parameters: &[("blocks", [(5, 29), (35, 149), (160, 499)])] },
    TrackDomain {
        name: "childsnack",
        parameters: &[
            ("children", [(4, 10), (15, 40), (50, 300)]),
            ("allergic", [(0, 6), (15, 25), (50, 150)]),
            ("trays", [(1, 3), (2, 5), (4, 10)]),
            ("sandwiches", [(4, 15), (15, 60), (50, 450)]),
        ],
    },
    TrackDomain {
        name: "ferry",
        parameters: &[
            ("cars", [(2, 20), (10, 100), (200, 1000)]),
            ("locations", [(5, 15), (20, 50), (100, 500)]),
        ],
    },
    TrackDomain {
        name: "floortile",
        parameters: &[
            ("robots", [(1, 3), (4, 15), (15, 34)]),
            ("rows", [(3, 4), (10, 13), (25, 28)]),
            ("columns", [(3, 6), (10, 19), (25, 34)]),
        ],
    },
    TrackDomain {
        name: "miconic",
        parameters: &[
            ("passengers", [(1, 10), (20, 80), (50, 500)]),
            ("floors", [(4, 20), (30, 60), (80, 200)]),
        ],
    },
    TrackDomain {
        name: "rovers",
        parameters: &[
            ("rovers", [(1, 4), (5, 10), (15, 30)]),
            ("waypoints", [(4, 10), (15, 90), (100, 200)]),
            ("cameras", [(1, 4), (5, 50), (60, 100)]),
            ("objectives", [(1, 10), (15, 80), (100, 200)]),
        ],
    },
    TrackDomain {
        name: "satellite",
        parameters: &[
            ("satellites", [(3, 10), (15, 40), (50, 100)]),
            ("instruments", [(3, 20), (15, 80), (50, 200)]),
            ("modes", [(1, 3), (3, 5), (5, 10)]),
            ("directions", [(4, 10), (15, 30), (40, 100)]),
        ],
    },
    TrackDomain {
        name: "sokoban",
        parameters: &[("boxes", [(1, 4), (5, 35), (40, 80)]), ("side", [(8, 13), (20, 50), (60, 100)])],
    },
    TrackDomain {
        name: "spanner",
        parameters: &[
            ("nuts", [(1, 5), (15, 50), (50, 250)]),
            ("spanners", [(1, 10), (30, 90), (100, 500)]),
            ("locations", [(4, 10), (15, 45), (50, 100)]),
        ],
    },
    TrackDomain {
        name: "transport",
        parameters: &[
            ("vehicles", [(3, 6), (10, 20), (30, 50)]),
            ("max-capacity", [(2, 2), (4, 4), (10, 10)]),
            ("locations", [(5, 15), (20, 40), (50, 100)]),
            ("packages", [(1, 15), (5, 45), (20, 200)]),
        ],
    },
];

/// The seeds of training problems begin here, far from those of tests.
const TRAINING: u64 = 1001;

impl TrackDomain {
    /// The PDDL text of the domain.
    pub(super) fn text(&self) -> Result<&'static str, Error> {
        Ok(self.generator()?.domain().pddl)
    }

    /// A test of a size, by its number in the track's series from 1 to [`TESTS`].
    pub(super) fn test(&self, size: usize, number: usize) -> Result<String, Error> {
        self.problem(size, number - 1, TESTS, number as u64)
    }

    /// A training problem, by its number in a series of so many.
    pub(super) fn training(&self, number: usize, of: usize) -> Result<String, Error> {
        self.problem(0, number - 1, of, TRAINING + number as u64)
    }

    fn generator(&self) -> Result<Generator, Error> {
        let domain = generators::find(&format!("ipc23-{}", self.name));
        let domain = domain.ok_or_else(|| Error::internal(self.name))?;
        Ok(Generator::new(domain, Size::Small))
    }

    /// The problem at a place of a series in which every parameter goes from its least number to its greatest one.
    fn problem(&self, size: usize, index: usize, of: usize, seed: u64) -> Result<String, Error> {
        debug_assert!(size < SIZES.len() && index < of);
        let internal = |error| Error::internal(format_args!("{}: {error}", self.name));
        let mut generator = self.generator()?;
        for (name, ends) in self.parameters {
            let (least, most) = ends[size];
            let number = least + (most + 1 - least) * index as u32 / of as u32;
            generator.set(name, number).map_err(internal)?;
        }
        generator.problem(seed, 1).map_err(internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_domains_have_problems_of_all_sizes() {
        for domain in &DOMAINS {
            assert!(domain.text().unwrap().contains("(define (domain"));
            for size in 0..2 {
                assert_ne!(
                    domain.test(size, 1).unwrap(),
                    domain.test(size, TESTS).unwrap(),
                    "{}",
                    domain.name
                );
            }
            assert_ne!(domain.training(1, 10).unwrap(), domain.test(0, 1).unwrap());
        }
    }

    #[test]
    fn the_smallest_and_the_largest_ferry_have_as_many_cars_as_in_the_track() {
        let cars = |text: &str| text.matches("(at car").count() / 2;
        let ferry = &DOMAINS[2];
        assert_eq!(cars(&ferry.test(0, 1).unwrap()), 2);
        assert_eq!(cars(&ferry.test(2, TESTS).unwrap()), 974);
    }
}
