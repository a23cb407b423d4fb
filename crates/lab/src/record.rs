//! Converts the statistics of a run to the attributes that Lab's reports expect.

use serde_json::{Map, Value};

use crate::properties::MODEL_REFUSED;
use crate::{Properties, Record};

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal.
    Killed,
    /// It was stopped since it exceeded its time limit.
    OutOfTime,
    /// It was stopped since it exceeded its memory limit.
    OutOfMemory,
}

/// Attributes that are measured, and so differ between runs.
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

    /// Was it ended from outside? A process that is interrupted exits with 130, perhaps before its runner knows of it.
    pub(crate) fn is_from_outside(self) -> bool {
        matches!(self, Self::Killed | Self::Exited(130))
    }

    /// Did something go wrong that may go well another time? Otherwise it is a result.
    pub fn is_failure(self) -> bool {
        match self {
            Self::Exited(code) => !matches!(code, 0 | 11 | 12 | 20..=23 | 34),
            Self::Killed => true,
            Self::OutOfTime | Self::OutOfMemory => false,
        }
    }
}

/// The records of a run, from the attributes `known` beforehand and its `stats`, which are JSON objects: one for each instance
/// that was tried if it `has_instances`. `said` is its standard error.
pub(crate) fn records(
    known: &Record,
    has_instances: bool,
    stats: &[u8],
    ending: Ending,
    said: &str,
) -> Properties {
    let mut objects: Vec<Map<String, Value>> =
        serde_json::Deserializer::from_slice(stats).into_iter().map_while(Result::ok).collect();
    // Where it ended before it could tell, something was not solved.
    let is_cut_short = !matches!(ending, Ending::Exited(0 | 11 | 12 | 20..=23));
    if objects.is_empty() || has_instances && is_cut_short {
        objects.push(Map::new());
    }
    let mut all = Properties::default();
    for (number, stats) in objects.iter().enumerate() {
        let mut record = known.clone();
        if has_instances {
            record.set("problem", format!("{}#{:03}", known.text("problem"), number + 1));
        }
        complete(&mut record, stats, ending, said, has_instances && !stats.is_empty());
        all.runs.insert(name_of(&record), record);
    }
    all
}

/// Updates the attributes known beforehand: the experiment may have changed them since.
pub(crate) fn update(record: &mut Record, known: &Record) {
    record.attributes.retain(|name, _| !KNOWN.contains(&name.as_str()));
    let known = known.attributes.iter().filter(|(name, _)| KNOWN.contains(&name.as_str()));
    known.for_each(|(name, value)| record.set(name, value.clone()));
    set_id(record);
}

/// Attributes known beforehand that may change without changing the result.
const KNOWN: [&str; 3] = ["configuration", "baseline", "domain"];

fn set_id(record: &mut Record) {
    let id = ["algorithm", "domain", "problem"].map(|part| Value::from(record.text(part)));
    record.set("id", id.to_vec());
}

/// The name of a run in Lab's files.
pub(crate) fn name_of(record: &Record) -> String {
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
    is_one_of_many: bool,
) {
    set_id(record);
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
    let error = match ending {
        _ if status == Some(MODEL_REFUSED) => MODEL_REFUSED,
        _ if is_one_of_many => of_status(status),
        Ending::Exited(0) if !is_solved => "no-result",
        _ => ending.error(),
    };
    record.set("error", error);
    if let (Ending::Exited(code), false) = (ending, is_one_of_many) {
        record.set("planner_exit_code", code);
    }
    if !is_one_of_many && (ending.is_failure() || error == "no-result") {
        let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        record.set("unexplained_errors", vec![Value::from(format!("{error}: {first}"))]);
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
        let all = records(&known(), false, stats, Ending::Exited(0), "");
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
    fn a_run_refused_for_its_model_is_no_translate_input_error() {
        let said = "error: the model m.hstar can't be used here: it is for gripper";
        let stats = br#"{"status": "model-refused", "cost": null}"#;
        let all = records(&known(), false, stats, Ending::Exited(31), said);
        let record = &all.runs["ff-gripper-p1.pddl"];
        assert_eq!(record.text("error"), "model-refused");
        assert!(record.was_refused() && !record.is_solved());
        assert_eq!(
            record.attributes["unexplained_errors"],
            serde_json::json!([format!("model-refused: {said}")])
        );
        // A puzzle's run tells it in the line of the first instance.
        let all = records(&known(), true, stats, Ending::Exited(31), said);
        assert!(all.runs.values().all(Record::was_refused), "{all:?}");
        let all = records(&known(), false, b"", Ending::Exited(31), "error: p1.pddl: no such type");
        assert_eq!(all.runs["ff-gripper-p1.pddl"].text("error"), "translate-input-error");
    }

    #[test]
    fn every_instance_of_a_puzzle_has_a_record() {
        let stats = b"{\"status\": \"solved\"}\n{\"status\": \"time-limit\"}\n{\"status\": \"so";
        let all = records(&known(), true, stats, Ending::Exited(23), "");
        let names: Vec<&String> = all.runs.keys().collect();
        assert_eq!(names, ["ff-gripper-p1.pddl#001", "ff-gripper-p1.pddl#002"]);
        let errors: Vec<&str> = all.runs.values().map(|record| record.text("error")).collect();
        assert_eq!(errors, ["success", "search-out-of-time"]);
    }

    #[test]
    fn what_tells_nothing_is_a_record_still() {
        let all = records(&known(), false, b"", Ending::Killed, "\nthe first word\nlast\n\n");
        let record = &all.runs["ff-gripper-p1.pddl"];
        assert_eq!(record.number("coverage"), Some(0.0));
        assert_eq!(record.attributes["unexplained_errors"], serde_json::json!(["killed: the first word"]));
        assert_eq!(records(&known(), false, b"", Ending::OutOfTime, "").runs.len(), 1);
    }

    #[test]
    fn a_puzzle_run_that_is_killed_has_not_solved_what_it_was_at() {
        let stats = b"{\"status\": \"solved\"}\n";
        let all = records(&known(), true, stats, Ending::Killed, "");
        let solved: Vec<bool> = all.runs.values().map(Record::is_solved).collect();
        assert_eq!(solved, [true, false]);
        let errors: Vec<&str> = all.runs.values().map(|record| record.text("error")).collect();
        assert_eq!(errors, ["success", "killed"]);
    }

    #[test]
    fn a_run_that_ends_well_and_tells_nothing_has_no_result() {
        let all = records(&known(), false, b"", Ending::Exited(0), "");
        assert_eq!(all.runs["ff-gripper-p1.pddl"].text("error"), "no-result");
    }

    #[test]
    fn what_the_experiment_says_now_counts() {
        let mut record = records(&known(), false, b"{\"status\": \"solved\"}", Ending::Exited(0), "")
            .runs
            .remove("ff-gripper-p1.pddl")
            .unwrap();
        let mut now = known();
        now.set("baseline", true);
        update(&mut record, &now);
        assert_eq!(record.attributes["baseline"], true);
        update(&mut record, &known());
        assert!(!record.attributes.contains_key("baseline") && record.is_solved());
    }
}
