//! The validation curve of a training: scores by steps.

use std::fmt::Write;

use super::{Epoch, Scores};

/// The scores on the validation problems, by step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    points: Vec<(u64, Scores)>,
}

const HEADER: &str = "step,nll,mse";

impl Curve {
    /// Adds the scores of an epoch.
    pub fn note(&mut self, epoch: &Epoch) {
        self.points.extend(epoch.validation.map(|scores| (epoch.steps, scores)));
    }

    /// Removes the points after the first `steps` steps.
    pub fn go_back(&mut self, steps: u64) {
        self.points.retain(|(step, _)| *step <= steps);
    }

    /// The mean squared errors by steps.
    pub fn squared_errors(&self) -> impl Iterator<Item = (u64, f64)> {
        self.points.iter().filter_map(|(step, scores)| Some((*step, scores.mse?)))
    }

    /// As CSV.
    pub fn to_csv(&self) -> String {
        let field = |score: Option<f64>| score.map_or(String::new(), |score| score.to_string());
        let mut csv = format!("{HEADER}\n");
        for (step, scores) in &self.points {
            let _ = writeln!(csv, "{step},{},{}", field(scores.nll), field(scores.mse));
        }
        csv
    }

    /// From CSV; invalid lines are ignored.
    pub fn from_csv(csv: &str) -> Self {
        let point = |line: &str| {
            let mut fields = line.split(',');
            let step = fields.next()?.parse().ok()?;
            let mut score = || fields.next().and_then(|field| field.parse().ok());
            Some((step, Scores { nll: score(), mse: score(), loss: None }))
        };
        Self { points: csv.lines().skip(1).filter_map(point).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_read_as_they_were_written() {
        let scores = |nll, mse| Scores { nll: Some(nll), mse, loss: None };
        let mut curve = Curve { points: vec![(10, scores(0.5, None)), (20, scores(-0.25, Some(1.5)))] };
        assert_eq!(Curve::from_csv(&curve.to_csv()), curve);
        curve.go_back(15);
        assert_eq!(curve.to_csv(), "step,nll,mse\n10,0.5,\n");
    }
}
