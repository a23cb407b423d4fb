//! Conversion between data sets and tables.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::table::{Column, DOMAIN, PROBLEMS, RECIPES, STATE, Table};
use crate::{DataSet, Origin, Problem, Row, Source};

/// The prefix of the names of columns with heuristic values.
const HEURISTIC: &str = "h_";

/// The table of a data set, or an error if one of its rows does not fit.
pub(super) fn table(set: &DataSet) -> Result<Table<'_>, String> {
    let rows = set.rows.iter().map(|row| {
        let problem = set.problems.get(row.problem as usize);
        let problem = problem.ok_or("a row is of a problem that is not there")?;
        if row.heuristics.len() == set.heuristics.len() {
            Ok((row, problem))
        } else {
            Err("a row has more or fewer values of heuristics than there should be")
        }
    });
    let rows: Vec<(&Row, &Problem)> = rows.collect::<Result<_, _>>()?;
    let columns = [
        ("problem", texts(&rows, |_, problem| Some(&problem.name))),
        ("split", texts(&rows, |_, problem| Some(problem.split.name()))),
        (STATE, texts(&rows, |row, _| Some(&row.state))),
        ("target", numbers(&rows, |row| row.target)),
        ("optimal", Column::Flag(rows.iter().map(|(row, _)| row.optimal).collect())),
        ("lower", numbers(&rows, |row| row.lower)),
        ("upper", numbers(&rows, |row| row.upper)),
        ("source", texts(&rows, |row, _| Some(row.origin.source.name()))),
        ("teacher", texts(&rows, |row, _| row.origin.teacher.as_deref())),
        ("seed", whole(&rows, |row| row.origin.seed)),
        ("walk", whole(&rows, |row| row.origin.walk.into())),
        ("step", whole(&rows, |row| row.origin.step.into())),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name.to_owned(), column));
    let heuristics = set
        .heuristics
        .iter()
        .enumerate()
        .map(|(index, name)| (format!("{HEURISTIC}{name}"), numbers(&rows, |row| row.heuristics[index])));
    let notes = vec![
        (RECIPES, Cow::Owned(to_json(&set.recipes)?)),
        (DOMAIN, Cow::Borrowed(&*set.domain)),
        (PROBLEMS, Cow::Owned(to_json(&set.problems)?)),
    ];
    Ok(Table { notes, columns: columns.chain(heuristics).collect(), rows: rows.len() })
}

fn texts<'a>(
    rows: &[(&'a Row, &'a Problem)],
    text: impl Fn(&'a Row, &'a Problem) -> Option<&'a str>,
) -> Column<'a> {
    Column::Text(rows.iter().map(|(row, problem)| text(row, problem).map(Cow::Borrowed)).collect())
}

fn numbers(rows: &[(&Row, &Problem)], number: impl Fn(&Row) -> Option<f64>) -> Column<'static> {
    Column::Number(rows.iter().map(|(row, _)| number(row)).collect())
}

fn whole(rows: &[(&Row, &Problem)], number: impl Fn(&Row) -> u64) -> Column<'static> {
    Column::Whole(rows.iter().map(|(row, _)| number(row)).collect())
}

/// The data set of a table, or an error if it is none.
pub(super) fn data_set(mut table: Table<'static>) -> Result<DataSet, String> {
    let problems: Vec<Problem> = from_json(PROBLEMS, &table.note(PROBLEMS)?)?;
    let positions = positions(&problems)?;
    let mut teachers = Vec::new();
    let mut rows = vec![blank(); table.rows];

    fill(&mut rows, table.texts("problem")?, |row, name| {
        row.problem = *positions.get(&*present(name)?).ok_or("a row is of a problem that is not there")?;
        Ok(())
    })?;
    fill(&mut rows, table.texts("split")?, |row, split| {
        let right = problems[row.problem as usize].split.name();
        if present(split)? == right { Ok(()) } else { Err("a row's split is not that of its problem".into()) }
    })?;
    fill(&mut rows, table.texts(STATE)?, |row, state| set(&mut row.state, Ok(present(state)?.into_owned())))?;
    fill(&mut rows, table.numbers("target")?, |row, target| set(&mut row.target, cost("target", target)))?;
    fill(&mut rows, table.flags("optimal")?, |row, optimal| set(&mut row.optimal, Ok(optimal)))?;
    fill(&mut rows, table.numbers("lower")?, |row, lower| set(&mut row.lower, number(lower)))?;
    fill(&mut rows, table.numbers("upper")?, |row, upper| set(&mut row.upper, cost("upper bound", upper)))?;
    fill(&mut rows, table.texts("source")?, |row, name| set(&mut row.origin.source, present(name)?.parse()))?;
    fill(&mut rows, table.texts("teacher")?, |row, name| {
        set(&mut row.origin.teacher, Ok(name.map(|name| shared(&mut teachers, &name))))
    })?;
    fill(&mut rows, table.whole("seed")?, |row, seed| set(&mut row.origin.seed, Ok(seed)))?;
    fill(&mut rows, table.whole("walk")?, |row, walk| set(&mut row.origin.walk, small(walk)))?;
    fill(&mut rows, table.whole("step")?, |row, step| set(&mut row.origin.step, small(step)))?;

    let recipes = from_json(RECIPES, &table.note(RECIPES)?)?;
    let domain = table.note(DOMAIN)?.into_owned();
    let mut heuristics = Vec::new();
    for (name, column) in table.columns {
        let (Some(heuristic), Column::Number(values)) = (name.strip_prefix(HEURISTIC), column) else {
            return Err(format!("`{name}` is no column of a data set"));
        };
        heuristics.push(heuristic.to_owned());
        fill(&mut rows, values, |row, value| {
            row.heuristics.push(number(value)?);
            Ok(())
        })?;
    }
    Ok(DataSet { recipes, domain, problems, heuristics, rows })
}

/// A row to be filled.
fn blank() -> Row {
    let origin = Origin { source: Source::Plans, teacher: None, seed: 0, walk: 0, step: 0 };
    Row {
        problem: 0,
        state: String::new(),
        target: None,
        optimal: false,
        lower: None,
        upper: None,
        heuristics: Vec::new(),
        origin,
    }
}

fn fill<T>(
    rows: &mut [Row],
    values: Vec<T>,
    mut set: impl FnMut(&mut Row, T) -> Result<(), String>,
) -> Result<(), String> {
    rows.iter_mut().zip(values).try_for_each(|(row, value)| set(row, value))
}

fn set<T>(place: &mut T, value: Result<T, String>) -> Result<(), String> {
    *place = value?;
    Ok(())
}

fn positions(problems: &[Problem]) -> Result<FxHashMap<&str, u32>, String> {
    let mut positions = FxHashMap::default();
    for (index, problem) in (0u32..).zip(problems) {
        if positions.insert(&*problem.name, index).is_some() {
            return Err(format!("there are two problems `{}`", problem.name));
        }
    }
    Ok(positions)
}

impl Table<'static> {
    fn note(&mut self, name: &str) -> Result<Cow<'static, str>, String> {
        let position = self.notes.iter().position(|(other, _)| *other == name);
        position.map(|position| self.notes.remove(position).1).ok_or_else(|| format!("there is no `{name}`"))
    }

    fn column(&mut self, name: &str) -> Option<Column<'static>> {
        let position = self.columns.iter().position(|(other, _)| other == name);
        position.map(|position| self.columns.remove(position).1)
    }

    fn texts(&mut self, name: &str) -> Result<Vec<Option<Cow<'static, str>>>, String> {
        if let Some(Column::Text(texts)) = self.column(name) { Ok(texts) } else { Err(missing(name)) }
    }

    fn numbers(&mut self, name: &str) -> Result<Vec<Option<f64>>, String> {
        if let Some(Column::Number(numbers)) = self.column(name) { Ok(numbers) } else { Err(missing(name)) }
    }

    fn whole(&mut self, name: &str) -> Result<Vec<u64>, String> {
        if let Some(Column::Whole(numbers)) = self.column(name) { Ok(numbers) } else { Err(missing(name)) }
    }

    fn flags(&mut self, name: &str) -> Result<Vec<bool>, String> {
        if let Some(Column::Flag(flags)) = self.column(name) { Ok(flags) } else { Err(missing(name)) }
    }
}

fn missing(name: &str) -> String {
    format!("there is no column `{name}` of the right kind")
}

fn present<T>(value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| "a row lacks what it has to have".to_owned())
}

fn number(value: Option<f64>) -> Result<Option<f64>, String> {
    if value.is_some_and(f64::is_nan) { Err("a number is none".to_owned()) } else { Ok(value) }
}

fn cost(what: &str, value: Option<f64>) -> Result<Option<f64>, String> {
    let is_cost = value.is_none_or(|cost| cost.is_finite() && cost >= 0.0);
    if is_cost { Ok(value) } else { Err(format!("a {what} is no cost")) }
}

fn small(number: u64) -> Result<u32, String> {
    u32::try_from(number).map_err(|_| format!("{number} is too large for the number of a walk or step"))
}

/// One shared copy of equal texts.
fn shared(known: &mut Vec<Arc<str>>, text: &str) -> Arc<str> {
    let same = known.iter().position(|other| **other == *text).unwrap_or_else(|| {
        known.push(text.into());
        known.len() - 1
    });
    Arc::clone(&known[same])
}

fn to_json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn from_json<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("`{name}`: {error}"))
}
