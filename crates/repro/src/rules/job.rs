//! The steps of the tables.

use crate::Scale;

use super::Kind;
use super::known::Known;
use super::program::{Program, Way, reuse};

/// The work of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// A heuristic to compare with.
    Known(Known),
    /// A learned program.
    Learned(Program),
    /// A program learned by trying this many bodies.
    Tried(Way, u64),
    /// The first rules of a program, for each of the numbers in `FIRST`.
    First(Way),
}

const KNOWN: [Known; 3] = [Known::Manhattan, Known::Nothing, Known::Perfect];

/// How many states are drawn for each cost.
const SIZES: [usize; 5] = [50, 100, 500, 1000, 2000];

/// The numbers of first rules that are measured alone, if there are more.
pub(super) const FIRST: [usize; 14] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

impl Job {
    /// All steps of a table.
    pub(super) fn all(kind: Kind, scale: Scale) -> Vec<Self> {
        let known = KNOWN.map(Self::Known);
        let ways: &[Way] = match scale {
            Scale::Smoke => &[Way::Plain],
            _ => &[Way::Plain, Way::Wide, Way::Reuse],
        };
        let all = ways.iter().map(|&way| Self::Learned(Program::All(way)));
        match kind {
            Kind::SampleSearches => known.into_iter().chain(all).chain(samples(&SIZES[3..], scale)).collect(),
            Kind::Accuracy | Kind::Searches => known.into_iter().chain(all).collect(),
            Kind::SampleAccuracy => {
                [Self::Known(Known::Manhattan)].into_iter().chain(samples(&SIZES, scale)).collect()
            }
            Kind::Reach => samples(&SIZES, scale),
            Kind::Beyond => {
                let samples = samples(&SIZES[3..], scale);
                known.into_iter().chain(all).chain(efforts(scale)).chain(samples).collect()
            }
        }
    }

    /// A short description.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Known(known) => known.name().to_owned(),
            Self::Learned(program) => program.name(),
            Self::Tried(way, bodies) => format!("{}, {bodies} bodies", way.name()),
            Self::First(way) => format!("{}, first rules", way.name()),
        }
    }

    /// A text of everything that the values depend on, except the program and the states.
    pub(super) fn described(&self, scale: Scale) -> String {
        match self {
            Self::Known(known) => known.name().to_owned(),
            Self::Learned(program) => program.described(scale),
            Self::Tried(way, bodies) => way.described(*bodies),
            Self::First(way) => format!("{}, first {FIRST:?}", way.described(way.bodies(scale))),
        }
    }

    /// The part of the table of questions that are not in the paper.
    pub(super) fn part(&self) -> &'static str {
        match self {
            Self::Known(_) | Self::Learned(_) => "heuristics",
            Self::Tried(Way::Plain, _) => "none, bodies tried",
            Self::Tried(Way::Wide, _) => "wide, bodies tried",
            Self::Tried(Way::Reuse, _) => "reuse, bodies tried for each cost",
            Self::First(Way::Wide) => "wide, first rules",
            Self::First(_) => "none, first rules",
        }
    }

    /// The row of a table.
    pub(super) fn row(&self, kind: Kind) -> String {
        match (*self, kind) {
            (Self::Learned(Program::All(way)), Kind::SampleSearches) => format!("181440 {}", way.name()),
            (Self::Learned(Program::All(Way::Plain)), Kind::Accuracy | Kind::Searches) => {
                "none 120 h".to_owned()
            }
            (Self::Learned(Program::All(Way::Reuse)), Kind::Accuracy | Kind::Searches) => {
                "reuse 1 h".to_owned()
            }
            (Self::Learned(Program::All(way)), _) => way.name().to_owned(),
            (Self::Learned(Program::Sample { states, .. }), Kind::Reach) => states.to_string(),
            (Self::Learned(Program::Sample { states, reuses, .. }), _) => {
                format!("{states} {}", reuse(reuses))
            }
            (Self::Tried(_, bodies), _) => bodies.to_string(),
            (Self::Known(_) | Self::First(_), _) => self.name(),
        }
    }

    /// The column of the table of costs that are predicted exactly.
    pub(super) fn column(&self) -> &'static str {
        match self {
            Self::Learned(Program::Sample { reuses, .. }) => reuse(*reuses),
            _ => "",
        }
    }
}

/// Programs from samples of these sizes, ordered so that a run stopped early has some results of every size.
fn samples(sizes: &[usize], scale: Scale) -> Vec<Job> {
    let (seeds, most) = match scale {
        Scale::Smoke => (1..=1, 100),
        Scale::Laptop | Scale::Paper | Scale::Full => (1..=5, usize::MAX),
    };
    let sizes: Vec<usize> = sizes.iter().copied().filter(|&size| size <= most).collect();
    let of_seed = |seed| {
        let both = sizes.iter().flat_map(|&states| [(states, false), (states, true)]);
        both.map(move |(states, reuses)| Job::Learned(Program::Sample { states, reuses, seed }))
    };
    seeds.flat_map(of_seed).collect()
}

/// Steps that show how programs improve with effort and with the number of rules.
fn efforts(scale: Scale) -> Vec<Job> {
    let tried =
        |way, bodies: &[u64]| bodies.iter().map(|&bodies| Job::Tried(way, bodies)).collect::<Vec<_>>();
    let mut jobs = vec![Job::First(Way::Plain)];
    if scale == Scale::Smoke {
        jobs.extend(tried(Way::Plain, &[10_000]));
        return jobs;
    }
    jobs.push(Job::First(Way::Wide));
    jobs.extend(tried(Way::Plain, &[10_000, 30_000, 100_000, 300_000]));
    jobs.extend(tried(Way::Wide, &[100_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000]));
    jobs.extend(tried(Way::Reuse, &[10_000, 100_000]));
    jobs
}

#[cfg(test)]
mod tests {
    use crate::papers;

    use super::*;

    #[test]
    fn all_rows_have_a_place_in_their_tables() {
        let tables = [
            (Kind::SampleSearches, "1", "50 states", "nodes"),
            (Kind::Accuracy, "2", "942 states", "R²"),
            (Kind::Searches, "3", "50 states, weight 1", "nodes"),
            (Kind::SampleAccuracy, "fig1", "942 states", "MSE"),
            (Kind::Reach, "fig2", "942 states", ""),
            (Kind::Beyond, "beyond", "", "states/s"),
        ];
        let paper = papers().iter().find(|paper| paper.name == "rules").unwrap();
        for (kind, name, part, column) in tables {
            let table = paper.tables.iter().find(|table| table.name == name).unwrap();
            for job in Scale::USUAL.into_iter().flat_map(|scale| Job::all(kind, scale)) {
                let part = if kind == Kind::Beyond { job.part() } else { part };
                let column = if kind == Kind::Reach { job.column() } else { column };
                let rows = match job {
                    Job::First(_) => vec!["first 1000".to_owned(), "all".to_owned()],
                    _ => vec![job.row(kind)],
                };
                for row in rows {
                    assert!(table.place(part, &row, column).is_some(), "{name}: {part}, {row}, {column}");
                }
            }
        }
    }
}
