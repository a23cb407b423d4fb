//! A summary of a data set, for people to read.

use std::fmt::Write;
use std::time::Duration;

use data::{DataSet, FORMAT, Split, Tally};
use serde_json::{Map, Value};
use tools::numbers::counted;
use tools::units;

/// At most this many problems are listed by name.
const SHOWN: usize = 10;

/// The fields of a recipe that come first.
const FIRST: [&str; 2] = ["source", "teacher"];

/// A summary of a data set.
pub fn summary(set: &DataSet) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let (states, problems) = (counted(set.rows.len(), "state"), counted(set.problems.len(), "problem"));
    let _ = writeln!(text, "Data set: {states} of {problems}, format {FORMAT}");
    for recipe in &set.recipes {
        let _ = writeln!(text, "Made with: {}", recipe_text(recipe));
    }
    let _ = writeln!(text, "Heuristics: {}", set.heuristics.join(", "));
    let mut tally = Tally::default();
    set.problems.iter().for_each(|problem| tally.add(problem.searches));
    let Tally { solved, unsolvable, stopped, .. } = tally;
    let _ = writeln!(text, "Searches: {solved} solved, {unsolvable} without a plan, {stopped} given up");
    let mut names = |heading: &str, is_meant: fn(&Tally) -> bool| {
        let meant = set.problems.iter().filter(|problem| is_meant(&problem.searches));
        let names: Vec<&str> = meant.map(|problem| &*problem.name).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "{heading}: {}", first(&names));
        }
    };
    names("Given up in", |searches| searches.stopped > 0);
    names("Actions left out, since their cost has no value, in", |searches| searches.unvalued > 0);
    for split in Split::ALL {
        let _ = writeln!(text, "{:<11} {}", format!("{split}:"), split_text(set, split));
    }
    text.truncate(text.trim_end().len());
    text
}

fn split_text(set: &DataSet, split: Split) -> String {
    let problems = set.problems.iter().filter(|problem| problem.split == split).count();
    let states = set.rows_of(split).count();
    let mut text = format!("{}, {}", counted(problems, "problem"), counted(states, "state"));
    let targets: Vec<f64> = set.rows_of(split).filter_map(|row| row.target).collect();
    let optimal = set.rows_of(split).filter(|row| row.optimal).count();
    if let Some(greatest) = targets.iter().copied().reduce(f64::max) {
        let least = targets.iter().copied().fold(greatest, f64::min);
        let mean = targets.iter().sum::<f64>() / targets.len() as f64;
        let _ = write!(text, ", {} labelled ({optimal} optimal)", targets.len());
        let _ = write!(text, ", targets {least} to {greatest}, mean {mean:.2}");
    }
    text
}

/// `source plans, teacher astar(lmcut), seed 1` and so on: the fields of the object, the most important first.
pub fn recipe_text(recipe: &Value) -> String {
    let Some(object) = recipe.as_object() else { return recipe.to_string() };
    let (first, others): (Vec<_>, Vec<_>) =
        object.iter().partition(|(name, _)| FIRST.contains(&name.as_str()));
    let pairs = first.into_iter().chain(others).filter_map(|(name, value)| {
        let name = name.replace('_', " ");
        match value {
            Value::Bool(true) => Some(name),
            Value::String(text) => Some(format!("{name} {text}")),
            Value::Number(number) => Some(format!("{name} {number}")),
            Value::Object(limits) => limits_text(limits),
            Value::Null | Value::Bool(false) | Value::Array(_) => None,
        }
    });
    pairs.collect::<Vec<_>>().join(", ")
}

/// The limits of each search; `None` if there are none.
fn limits_text(limits: &Map<String, Value>) -> Option<String> {
    let number = |name: &str| limits.get(name).and_then(Value::as_u64);
    let time = limits.get("time").and_then(|time| {
        let part = |name: &str| time.get(name).and_then(Value::as_u64);
        Some(Duration::new(part("secs")?, part("nanos")?.try_into().ok()?))
    });
    let limits = [
        time.map(units::spoken_time),
        number("memory").map(units::spoken_memory),
        number("max_expansions").map(|count| counted(count, "expansion")),
        number("max_evaluations").map(|count| counted(count, "evaluation")),
    ];
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    (!limits.is_empty()).then(|| format!("each search within {}", limits.join(" and ")))
}

fn first(names: &[&str]) -> String {
    match names.get(SHOWN..) {
        Some(more @ [_, ..]) => format!("{} and {} more", names[..SHOWN].join(", "), more.len()),
        _ => names.join(", "),
    }
}
