//! Training and calibration curves of the models of an experiment, from the files that its jobs have made.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::report::{CalibrationCurve, CalibrationPoint, TrainingCurve, TrainingPoint};
use crate::run::Run;

/// The line that `hstar learn` writes for an epoch.
#[derive(Deserialize)]
struct Epoch {
    attempt: u32,
    steps: u64,
    /// NaN is written as null.
    loss: Option<f64>,
    validation: Option<Scores>,
}

#[derive(Deserialize)]
struct Scores {
    nll: Option<f64>,
    mse: Option<f64>,
    /// Where training makes no likelihood small.
    loss: Option<f64>,
}

/// The part of the output of `hstar eval --stats` that is used here.
#[derive(Deserialize)]
struct Evaluation {
    calibration: Vec<(f64, f64)>,
}

/// The curves of all models that runs have made, one for each attempt. Files of another form are skipped.
pub(crate) fn training(made: &Path, runs: &[Run]) -> Vec<TrainingCurve> {
    let mut curves = Vec::new();
    for model in runs.iter().flat_map(Run::makes) {
        let Ok(text) = fs::read_to_string(made.join(format!("{model}.run/events.jsonl"))) else { continue };
        let mut attempts: Vec<(u32, Vec<TrainingPoint>)> = Vec::new();
        for epoch in text.lines().filter_map(|line| serde_json::from_str::<Epoch>(line).ok()) {
            let Some(loss) = epoch.loss else { continue };
            let validation = epoch.validation.and_then(|scores| scores.loss.or(scores.nll).or(scores.mse));
            let point = TrainingPoint { step: epoch.steps as f64, loss, validation };
            match attempts.last_mut() {
                Some((attempt, points)) if *attempt == epoch.attempt => points.push(point),
                _ => attempts.push((epoch.attempt, vec![point])),
            }
        }
        let is_one = attempts.len() == 1;
        curves.extend(attempts.into_iter().map(|(attempt, points)| {
            let name = if is_one { model.clone() } else { format!("{model}, attempt {attempt}") };
            TrainingCurve { name, points }
        }));
    }
    curves
}

/// The curves of all evaluations that runs have made. Files of another form are skipped.
pub(crate) fn calibration(made: &Path, runs: &[Run]) -> Vec<CalibrationCurve> {
    let mut curves = Vec::new();
    for name in runs.iter().flat_map(Run::makes).filter(|name| name.ends_with(".json")) {
        let Ok(bytes) = fs::read(made.join(name)) else { continue };
        let Ok(evaluation) = serde_json::from_slice::<Evaluation>(&bytes) else { continue };
        let point = |(predicted, observed)| CalibrationPoint { predicted, observed };
        let points: Vec<CalibrationPoint> = evaluation.calibration.into_iter().map(point).collect();
        if !points.is_empty() {
            curves.push(CalibrationCurve { name: name.trim_end_matches(".json").to_owned(), points });
        }
    }
    curves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Purpose;

    #[test]
    fn curves_are_found_in_what_jobs_make() {
        let made = std::env::temp_dir().join(format!("hstar-lab-curves-{}", std::process::id()));
        fs::create_dir_all(made.join("m.hstar.run")).unwrap();
        let events = r#"{"attempt":1,"epoch":1,"steps":4,"loss":2.5,"validation":null,"is_best":false}
            {"attempt":1,"epoch":2,"steps":8,"loss":null,"validation":null,"is_best":false}
            {"attempt":2,"epoch":1,"steps":4,"loss":1.5,"validation":{"nll":3.0,"mse":1.0},"is_best":true}
            {"attempt":2,"epo"#;
        fs::write(made.join("m.hstar.run/events.jsonl"), events).unwrap();
        fs::write(made.join("eval.json"), r#"{"calibration": [[0.5, 0.25], [1.0, 1.0]], "states": 4}"#)
            .unwrap();
        fs::write(made.join("other.json"), "[]").unwrap();
        let makes = ["m.hstar", "eval.json", "other.json"].map(str::to_owned).to_vec();
        let run = Run {
            name: "job".to_owned(),
            words: Vec::new(),
            purpose: Purpose::Make(makes),
            needs: Vec::new(),
            time: None,
            memory: None,
        };
        fs::create_dir_all(made.join("earlier.hstar.run")).unwrap();
        fs::write(made.join("earlier.hstar.run/events.jsonl"), events).unwrap();
        let curves = training(&made, std::slice::from_ref(&run));
        let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
        assert_eq!(names, ["m.hstar, attempt 1", "m.hstar, attempt 2"]);
        assert_eq!(curves[1].points, [TrainingPoint { step: 4.0, loss: 1.5, validation: Some(3.0) }]);
        let calibration = calibration(&made, &[run]);
        assert_eq!((calibration.len(), calibration[0].points[0].observed), (1, 0.25));
        fs::remove_dir_all(made).unwrap();
    }
}
