//! The number of problems solved within a time, or within a number of evaluations.

use std::fmt::Write;

use ::page::{Axis, Frame, Mark, frame};

use super::super::attributes::Attribute;
use super::super::results::{Configuration, Results};

/// A curve for each configuration; `None` if no run has the attribute.
pub(in super::super) fn coverage(results: &Results, marks: &[Mark], attribute: &Attribute) -> Option<String> {
    let efforts: Vec<Vec<f64>> = results
        .configurations
        .iter()
        .map(|configuration| efforts(results, configuration, attribute))
        .collect();
    if efforts.iter().all(Vec::is_empty) {
        return None;
    }
    let most = results.configurations.iter().map(|configuration| results.attempted(configuration)).max()?;
    let frame = Frame {
        x: Axis::logarithmic(efforts.iter().flatten().copied(), 58.0, 545.0),
        y: Axis::linear(0.0, most as f64, 300.0, 12.0),
    };
    let id = format!("coverage-{}", attribute.name);
    let mut out = String::new();
    frame::open(&mut out, &id, 560, 345, &format!("Problems solved within {}", attribute.noun));
    frame.draw(&mut out, &attribute.label(), "problems solved");
    for (number, efforts) in efforts.iter().enumerate() {
        let seeds = results.configurations[number].algorithms.len() as f64;
        frame::path(&mut out, &marks[number].line(), steps(&frame, efforts, seeds).into_iter());
    }
    let (low, high) = frame.x.ends();
    // What the page's script needs to tell the numbers below the pointer.
    let _ = write!(
        out,
        "<g class=\"cross\" data-attribute=\"{}\" data-left=\"{}\" data-right=\"{}\" data-low=\"{low}\" data-high=\"{high}\" \
         data-top=\"{}\" data-bottom=\"{}\"></g></svg>",
        attribute.name,
        frame.x.start(),
        frame.x.end(),
        frame.y.end(),
        frame.y.start()
    );
    Some(out)
}

fn efforts(results: &Results, configuration: &Configuration, attribute: &Attribute) -> Vec<f64> {
    let mut efforts: Vec<f64> = results
        .members(configuration)
        .flat_map(|algorithm| algorithm.runs.values())
        .filter_map(|record| attribute.positive(record))
        .collect();
    efforts.sort_unstable_by(f64::total_cmp);
    efforts
}

/// A step up for each solved run, by 1 over the number of seeds; no finer than can be seen.
fn steps(frame: &Frame, efforts: &[f64], seeds: f64) -> Vec<(f64, f64)> {
    let mut places = vec![(frame.x.start(), frame.y.start())];
    let mut y = frame.y.start();
    for (i, &effort) in efforts.iter().enumerate() {
        let x = (frame.x.position(effort) * 4.0).round() / 4.0;
        let is_new = places.last().is_none_or(|&(last, _)| x > last);
        if is_new {
            places.push((x, y));
        }
        y = frame.y.position((i + 1) as f64 / seeds);
        if is_new {
            places.push((x, y));
        } else if let Some(last) = places.last_mut() {
            last.1 = y;
        }
    }
    places.push((frame.x.end(), y));
    places
}

#[cfg(test)]
mod tests {
    use super::super::super::attributes::EVALUATIONS;
    use super::super::super::example::Runs;
    use super::super::marks;
    use super::*;

    #[test]
    fn curves_rise_by_a_step_for_each_problem() {
        let properties = Runs::default()
            .solved("a", "d", "p1", &[("evaluations", 1.0)])
            .solved("a", "d", "p2", &[("evaluations", 100.0)])
            .unsolved("a", "d", "p3", "")
            .properties();
        let results = Results::new(&[&properties]);
        let svg = coverage(&results, &marks(&results.configurations), &EVALUATIONS).unwrap();
        assert!(svg.contains("d=\"M58 204L545 204L545 108L545 108\""), "{svg}");
    }

    #[test]
    fn no_numbers_no_plot() {
        let properties = Runs::default().unsolved("a", "d", "p3", "").properties();
        let results = Results::new(&[&properties]);
        assert_eq!(coverage(&results, &marks(&results.configurations), &EVALUATIONS), None);
    }
}
