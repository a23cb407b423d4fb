//! From what a run says of itself to what Lab's reports look for.

use serde_json::{Map, Value};

use crate::{Properties, Record};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal from elsewhere.
    Killed,
    /// It was stopped since it ran for longer than its limit allows.
    OutOfTime,
    /// It was stopped since it used more memory than its limit allows.
    OutOfMemory,
}

/// Attributes that are measured, and so differ from time to time.
pub const MEASURED: [&str; 5] = ["search_time", "total_time", "translator_time", "memory", "model_time"];

impl Ending {
    /// In Lab's words.
    fn error(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::OutOfTime => "search-out-of-time",
            Self::OutOfMemory => "search-out-of-memory",
            Self::Exited(code) => match code {
                0 => "success",
                11 => "search-unsolvable",
                12 => "search-unsolvable-incomplete",
                20 => "translate-out-of-memory",
                21 => "translate-out-of-time",
                22 => "search-out-of-memory",
                23 => "search-out-of-time",
                30 => "translate-critical-error",
                31 => "translate-input-error",
                32 => "search-critical-error",
                33 => "search-input-error",
                34 => "search-unsupported",
                36 => "usage-error",
                130 => "interrupted",
                _ => "unexplained-exit-code",
            },
        }
    }

    /// Was it somebody else's will? A process that is asked to stop says 130, perhaps before its runner has heard of it.
    pub(crate) fn is_from_outside(self) -> bool {
        matches!(self, Self::Killed | Self::Exited(130))
    }

    /// Is it a result, or did something go wrong that may go well another time?
    pub fn is_failure(self) -> bool {
        match self {
            Self::Exited(code) => !matches!(code, 0 | 11 | 12 | 20..=23 | 34),
            Self::Killed => true,
            Self::OutOfTime | Self::OutOfMemory => false,
        }
    }
}

/// What came of a run: of `known` and `stats`, which are JSON objects, one for each instance that was tried. `said` is
/// what the run complained of.
pub(crate) fn records(known: &Record, stats: &[u8], ending: Ending, said: &str) -> Properties {
    let mut all = Properties::default();
    let objects: Vec<Map<String, Value>> =
        serde_json::Deserializer::from_slice(stats).into_iter().map_while(Result::ok).collect();
    // A puzzle's instances share a run; a run that was stopped before it could tell has none.
    let has_instances = objects.len() > 1;
    let nothing = [Map::new()];
    for (number, stats) in (if objects.is_empty() { &nothing[..] } else { &objects }).iter().enumerate() {
        let mut record = known.clone();
        if has_instances {
            record.set("problem", format!("{}#{:03}", known.text("problem"), number + 1));
        }
        complete(&mut record, stats, ending, said, has_instances);
        all.runs.insert(name_of(&record), record);
    }
    all
}

fn name_of(record: &Record) -> String {
    ["algorithm", "domain", "problem"].map(|part| record.text(part)).join("-")
}

/// The names in hstar's statistics, and Lab's.
const NAMES: [(&str, &str); 13] = [
    ("cost", "cost"),
    ("plan_length", "plan_length"),
    ("expanded", "expansions"),
    ("evaluated", "evaluations"),
    ("generated", "generated"),
    ("reopened", "reopened"),
    ("dead_ends", "dead_ends"),
    ("ground_s", "translator_time"),
    ("search_s", "search_time"),
    ("total_s", "total_time"),
    ("peak_memory_kb", "memory"),
    ("model_evaluations", "model_evaluations"),
    ("model_s", "model_time"),
];

fn complete(
    record: &mut Record,
    stats: &Map<String, Value>,
    ending: Ending,
    said: &str,
    has_instances: bool,
) {
    let id = ["algorithm", "domain", "problem"].map(|part| Value::from(record.text(part)));
    record.set("id", id.to_vec());
    for (own, labs) in NAMES {
        if let Some(value) = stats.get(own).filter(|value| !value.is_null()) {
            record.set(labs, value.clone());
        }
    }
    let status = stats.get("status").and_then(Value::as_str);
    let is_solved = status == Some("solved");
    record.set("coverage", u8::from(is_solved));
    record.set("unsolvable", u8::from(status == Some("unsolvable")));
    // The exit code of a run with many instances says what became of the first that was not solved.
    let error = if has_instances { of_status(status) } else { ending.error() };
    record.set("error", error);
    if let (Ending::Exited(code), false) = (ending, has_instances) {
        record.set("planner_exit_code", code);
    }
    if ending.is_failure() {
        let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        record.set("unexplained_errors", vec![Value::from(format!("{error}: {last}"))]);
    }
}

fn of_status(status: Option<&str>) -> &'static str {
    match status {
        Some("solved") => "success",
        Some("unsolvable") => "search-unsolvable",
        Some("time-limit") => "search-out-of-time",
        Some("memory-limit") => "search-out-of-memory",
        Some("expansion-limit" | "evaluation-limit" | "cost-limit") => "search-unsolvable-incomplete",
        _ => "search-critical-error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Record {
        let mut record = Record::default();
        for (name, value) in [("algorithm", "ff"), ("domain", "gripper"), ("problem", "p1.pddl")] {
            record.set(name, value);
        }
        record
    }

    #[test]
    fn statistics_get_labs_names() {
        let stats = br#"{"status": "solved", "cost": 7, "expanded": 3, "search_s": 0.5, "reopened": null}"#;
        let all = records(&known(), stats, Ending::Exited(0), "");
        let record = &all.runs["ff-gripper-p1.pddl"];
        assert!(record.is_solved());
        assert_eq!(record.number("cost"), Some(7.0));
        assert_eq!(record.number("expansions"), Some(3.0));
        assert_eq!(record.number("search_time"), Some(0.5));
        assert_eq!(record.text("error"), "success");
        assert!(!record.attributes.contains_key("reopened"));
        assert!(!record.attributes.contains_key("unexplained_errors"));
    }

    #[test]
    fn every_instance_of_a_puzzle_has_a_record() {
        let stats = b"{\"status\": \"solved\"}\n{\"status\": \"time-limit\"}\n{\"status\": \"so";
        let all = records(&known(), stats, Ending::Exited(23), "");
        let names: Vec<&String> = all.runs.keys().collect();
        assert_eq!(names, ["ff-gripper-p1.pddl#001", "ff-gripper-p1.pddl#002"]);
        let errors: Vec<&str> = all.runs.values().map(|record| record.text("error")).collect();
        assert_eq!(errors, ["success", "search-out-of-time"]);
    }

    #[test]
    fn what_tells_nothing_is_a_record_still() {
        let all = records(&known(), b"", Ending::Killed, "first\nthe last word\n\n");
        let record = &all.runs["ff-gripper-p1.pddl"];
        assert_eq!(record.number("coverage"), Some(0.0));
        assert_eq!(record.attributes["unexplained_errors"], serde_json::json!(["killed: the last word"]));
        assert_eq!(records(&known(), b"", Ending::OutOfTime, "").runs.len(), 1);
    }
}
