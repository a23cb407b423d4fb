//! Coverage against evaluations.

use std::path::Path;

use belief::Trust;

use super::Kind;
use super::guidance::Guidance;
use super::searches::{Found, Searches};
use super::training::Training;
use crate::plot::{Plot, Series, Style};

/// Files with names for the folder of a table.
pub(super) fn pages(kind: Kind, tasks: &[String], shared: &Path) -> Vec<(String, String)> {
    use Trust::{Adaptive, Mean, Priority};
    let found = |training, guidance| found(tasks, shared, training, guidance);
    let by_guidance = |guidances: &[Guidance]| -> Vec<Series> {
        let line = |guidance: &Guidance| line(&guidance.row(), &found(Training::W50, *guidance));
        guidances.iter().map(line).collect()
    };
    match kind {
        Kind::Confidence => Vec::new(),
        Kind::Searches => {
            let single = [None, Some(Mean(5)), Some(Mean(40)), Some(Adaptive(5)), Some(Adaptive(40))];
            let dual = [None, Some(Mean(40)), Some(Adaptive(40)), Some(Adaptive(80)), Some(Priority(20))];
            vec![
                file("single", "One queue: W50 networks", by_guidance(&single.map(Guidance::single))),
                file("dual", "Two queues: W50 networks and ff", by_guidance(&dual.map(Guidance::dual))),
            ]
        }
        Kind::Trainings => {
            let trainings = [Training::STANDARD, Training::U50, Training::U90, Training::W50, Training::W90];
            vec![file("dual", "Two queues, A40", by_training(&trainings, super::A40, found))]
        }
        Kind::Near => {
            let trainings = [Training::STANDARD, Training::U50, Training::W50, Training::N50];
            let plots = super::NEAR.into_iter().map(|(name, guidance)| {
                let mut series = by_training(&trainings, guidance, found);
                series.push(line("ff", &found(Training::STANDARD, Guidance::Ff)));
                file(&name.replace(", ", "-").replace(' ', "-"), name, series)
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

/// What came of all searches of one kind.
fn found(tasks: &[String], shared: &Path, training: Training, guidance: Guidance) -> Vec<Found> {
    let kept = tasks.iter().filter_map(|task| Searches::kept(shared, task, training, guidance));
    kept.flat_map(|searches| searches.found).collect()
}

fn file(name: &str, title: &str, series: Vec<Series>) -> (String, String) {
    let plot = Plot {
        title: title.to_owned(),
        x_label: "evaluations, as powers of ten".to_owned(),
        y_label: "share of problems solved".to_owned(),
        series,
    };
    (format!("coverage-{name}.svg"), plot.to_svg())
}

/// The share of problems solved within so many evaluations.
fn line(name: &str, found: &[Found]) -> Series {
    let mut solved: Vec<u64> =
        found.iter().filter(|found| found.is_solved).map(|found| found.evaluations).collect();
    solved.sort_unstable();
    let share = |count: usize| count as f64 / found.len() as f64;
    let last = found.iter().map(|found| found.evaluations).max().unwrap_or(1);
    let place = |evaluations: u64| (evaluations.max(1) as f64).log10();
    let steps = solved.iter().enumerate().flat_map(|(index, &evaluations)| {
        [(place(evaluations), share(index)), (place(evaluations), share(index + 1))]
    });
    let end = (place(last), share(solved.len()));
    Series { name: name.to_owned(), style: Style::Line, points: steps.chain([end]).collect() }
}
