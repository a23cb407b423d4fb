//! Training curves of models: small plots on the same axes.

use ::page::{Axis, Frame, escape, frame, range};

use super::super::{TrainingCurve, TrainingPoint};

/// At most this many plots are shown.
const MOST: usize = 24;

/// A plot for each curve.
pub(in super::super) fn training(curves: &[TrainingCurve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let losses = || points().flat_map(|point| [Some(point.loss), point.validation]).flatten();
    let last = range(points().map(|point| point.step)).map_or(1.0, |(_, high)| high);
    let x = Axis::linear(0.0, last, 58.0, 310.0);
    let y = match range(losses()) {
        Some((low, high)) if low > 0.0 && high > 20.0 * low => Axis::logarithmic(losses(), 170.0, 12.0),
        Some((low, high)) => Axis::linear(low.min(0.0), high, 170.0, 12.0),
        None => Axis::linear(0.0, 1.0, 170.0, 12.0),
    };
    let frame = Frame { x, y };
    let mut out = String::new();
    for (i, curve) in curves.iter().take(MOST).enumerate() {
        out.push_str("<figure>");
        frame::open(
            &mut out,
            &format!("training-{i}"),
            325,
            215,
            &format!("Loss of {} over training", curve.name),
        );
        frame.draw(&mut out, "training steps", "loss");
        draw(&mut out, &frame, "l k0 d0", curve, |point| Some(point.loss));
        draw(&mut out, &frame, "l k1 d1", curve, |point| point.validation);
        out.push_str("</svg><figcaption>");
        out.push_str(&escape::html(&caption(curve)));
        out.push_str("</figcaption></figure>");
    }
    if curves.len() > MOST {
        out.push_str(&format!("<p class=\"about\">{} more are in training.csv.</p>", curves.len() - MOST));
    }
    out
}

fn draw(
    out: &mut String,
    frame: &Frame,
    class: &str,
    curve: &TrainingCurve,
    loss: impl Fn(&TrainingPoint) -> Option<f64>,
) {
    let places = curve.points.iter().filter_map(|point| {
        let loss = loss(point).filter(|loss| loss.is_finite())?;
        point.step.is_finite().then(|| (frame.x.position(point.step), frame.y.position(loss)))
    });
    let places: Vec<_> = places.collect();
    if !places.is_empty() {
        frame::path(out, class, places.into_iter());
    }
}

fn caption(curve: &TrainingCurve) -> String {
    let best = range(curve.points.iter().filter_map(|point| point.validation)).map(|(low, _)| low);
    match best {
        Some(best) => {
            format!("{}: lowest validation loss {}", curve.name, super::super::numbers::significant(best))
        }
        None => curve.name.clone(),
    }
}
