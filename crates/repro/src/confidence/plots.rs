//! Plots of coverage against evaluations.

use std::path::Path;

use page::{Plot, Series, Side, Style};

use super::Kind;
use super::guidance::Guidance;
use super::searches::{Found, Searches};
use super::training::Training;

/// The plots of a table, with their names.
pub(super) fn of_searches(kind: Kind, tasks: &[String], shared: &Path) -> Vec<(String, Plot)> {
    let found = |training, guidance| found(tasks, shared, training, guidance);
    let by_guidance = |guidances: &[Guidance]| -> Vec<Series> {
        let line = |guidance: &Guidance| line(&guidance.row(), &found(Training::W50, *guidance));
        guidances.iter().map(line).collect()
    };
    match kind {
        Kind::Confidence => Vec::new(),
        Kind::Searches => {
            let (single, dual): (Vec<_>, Vec<_>) =
                Guidance::table(false).into_iter().partition(|one| one.queues() == "single queue");
            vec![
                named("single", "One queue: W50 networks", by_guidance(&single)),
                named("dual", "Two queues: W50 networks and ff", by_guidance(&dual)),
            ]
        }
        Kind::Trainings => {
            vec![named("dual", "Two queues, A40", by_training(&Training::PUBLISHED, super::A40, found))]
        }
        Kind::Near => {
            let plots = super::NEAR.into_iter().map(|(name, guidance)| {
                let mut series = by_training(&Training::NEAR_AND_OTHERS, guidance, found);
                series.push(line("ff", &found(Training::STANDARD, Guidance::Ff)));
                named(&name.replace(", ", "-").replace(' ', "-"), name, series)
            });
            plots.collect()
        }
    }
}

fn by_training(
    trainings: &[Training],
    guidance: Guidance,
    found: impl Fn(Training, Guidance) -> Vec<Found>,
) -> Vec<Series> {
    trainings.iter().map(|&training| line(&training.label(), &found(training, guidance))).collect()
}

/// The results of all searches of one kind.
fn found(tasks: &[String], shared: &Path, training: Training, guidance: Guidance) -> Vec<Found> {
    let kept = tasks.iter().filter_map(|task| Searches::kept(shared, task, training, guidance));
    kept.flat_map(|searches| searches.found).collect()
}

fn named(name: &str, title: &str, series: Vec<Series>) -> (String, Plot) {
    let plot = Plot {
        title: title.to_owned(),
        x: Side::logarithmic("evaluations"),
        y: Side::linear("share of problems solved"),
        series,
    };
    (format!("coverage-{name}"), plot)
}

/// The share of problems that were solved, by the number of evaluations allowed.
fn line(name: &str, found: &[Found]) -> Series {
    let mut solved: Vec<u64> =
        found.iter().filter(|found| found.is_solved).map(|found| found.evaluations).collect();
    solved.sort_unstable();
    let share = |count: usize| count as f64 / found.len() as f64;
    let last = found.iter().map(|found| found.evaluations).max().unwrap_or(1);
    let place = |evaluations: u64| evaluations.max(1) as f64;
    let steps = solved.iter().enumerate().flat_map(|(index, &evaluations)| {
        [(place(evaluations), share(index)), (place(evaluations), share(index + 1))]
    });
    let end = (place(last), share(solved.len()));
    Series { name: name.to_owned(), style: Style::Line, points: steps.chain([end]).collect() }
}
