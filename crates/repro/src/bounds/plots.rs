//! Plots of trainings: the paper's figure 2, for all domains and configurations.

use std::collections::BTreeMap;

use page::{Plot, Series, Side, Style};

use super::family::{Family, SEEDS};
use super::setup::Setup;
use crate::kept::Kept;
use crate::problem_set::DOMAINS;

/// Plots with their names: for each domain and configuration that was trained, the curves of the Gaussian and the truncated
/// one.
pub(super) fn of_training(families: &[Family], kept: &Kept<'_>) -> Vec<(String, Plot)> {
    let parts = families.iter().flat_map(|family| DOMAINS.iter().map(move |set| (*family, set.domain)));
    parts.flat_map(|(family, domain)| of_part(family, domain, kept)).collect()
}

fn of_part(family: Family, domain: &str, kept: &Kept<'_>) -> Vec<(String, Plot)> {
    let part = family.part(domain);
    let of_pair = |pair: &[Setup]| {
        let label = pair.first()?.label();
        let series: Vec<Series> =
            pair.iter().filter_map(|setup| series(family, domain, *setup, kept)).collect();
        let plot = Plot {
            title: format!("{part}, {label}: squared error in training"),
            x: Side::linear("training steps"),
            y: Side::logarithmic("mean squared error, validation states"),
            series,
        };
        let name = format!("training-{}-{}", part.replace(", ", "-"), label.replace('/', "-"));
        (!plot.series.is_empty()).then_some((name, plot))
    };
    Setup::all().chunks(2).filter_map(of_pair).collect()
}

/// The mean over seeds, by steps that all of them have.
fn series(family: Family, domain: &str, setup: Setup, kept: &Kept<'_>) -> Option<Series> {
    let curve = |&seed: &u64| kept.curve(&family.training_name(setup, domain, seed));
    let curves: Vec<_> = SEEDS.iter().filter_map(curve).collect();
    let mut errors: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (step, error) in curves.iter().flat_map(|curve| curve.squared_errors()) {
        errors.entry(step).or_default().push(error);
    }
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len() as f64;
    let common = errors.iter().filter(|(_, errors)| errors.len() == curves.len());
    let points: Vec<(f64, f64)> =
        common.map(|(&step, errors)| (step as f64, mean(errors).max(1e-9))).collect();
    let name = match curves.len() {
        1 => setup.belief().to_owned(),
        count => format!("{}, mean of {count} seeds", setup.belief()),
    };
    (!points.is_empty()).then_some(Series { name, style: Style::Line, points })
}
