//! Calibration plots of models: small plots on the same axes.

use ::page::{Axis, Frame, Mark, escape, frame};

use super::super::CalibrationCurve;
use super::super::numbers::percent;
use super::super::statistics::mean;

/// At most this many plots are shown.
const MOST: usize = 24;

/// A plot for each curve.
pub(in super::super) fn calibration(curves: &[CalibrationCurve]) -> String {
    let frame = Frame { x: Axis::linear(0.0, 1.0, 58.0, 258.0), y: Axis::linear(0.0, 1.0, 212.0, 12.0) };
    let mut out = String::new();
    for (i, curve) in curves.iter().take(MOST).enumerate() {
        let points: Vec<(f64, f64)> = curve
            .points
            .iter()
            .map(|point| (point.predicted, point.observed))
            .filter(|(predicted, observed)| predicted.is_finite() && observed.is_finite())
            .collect();
        let places: Vec<_> =
            points.iter().map(|&(x, y)| (frame.x.position(x), frame.y.position(y))).collect();
        out.push_str("<figure>");
        frame::open(
            &mut out,
            &format!("calibration-{i}"),
            272,
            256,
            &format!("Calibration of {}", curve.name),
        );
        frame.draw(&mut out, "predicted probability", "observed share");
        frame::line(&mut out, "diagonal", (58.0, 212.0), (258.0, 12.0));
        if !places.is_empty() {
            frame::path(&mut out, "l k0 d0", places.iter().copied());
        }
        for (x, y) in places {
            Mark::of(0).point(&mut out, x, y);
        }
        out.push_str("</svg><figcaption>");
        out.push_str(&escape::html(&caption(curve, &points)));
        out.push_str("</figcaption></figure>");
    }
    if curves.len() > MOST {
        out.push_str(&format!("<p class=\"about\">{} more are in calibration.csv.</p>", curves.len() - MOST));
    }
    out
}

fn caption(curve: &CalibrationCurve, points: &[(f64, f64)]) -> String {
    let distances: Vec<f64> =
        points.iter().map(|(predicted, observed)| (predicted - observed).abs()).collect();
    match mean(&distances) {
        Some(distance) => format!("{}: off by {} in the mean of the points", curve.name, percent(distance)),
        None => curve.name.clone(),
    }
}
