//! The measured values of a table.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Place, Summary, Table, Value};

/// The measured values of a table.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    samples: BTreeMap<Place, Sample>,
}

/// The values of a figure over seeds or runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Sample {
    /// The values, at least one.
    pub values: Vec<f64>,
}

impl Sample {
    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len() as f64
    }

    /// The middle value, or the mean of the two in the middle.
    pub fn median(&self) -> f64 {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = |index: usize| sorted.get(index).copied().unwrap_or(f64::NAN);
        (middle(sorted.len().saturating_sub(1) / 2) + middle(sorted.len() / 2)) / 2.0
    }

    /// Their mean or median.
    pub fn summary(&self, summary: Summary) -> f64 {
        match summary {
            Summary::Mean => self.mean(),
            Summary::Median => self.median(),
        }
    }

    /// Their standard deviation, if there are at least two.
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean();
        let squares: f64 = self.values.iter().map(|value| (value - mean).powi(2)).sum();
        (self.values.len() >= 2).then(|| (squares / (self.values.len() - 1) as f64).sqrt())
    }
}

impl Measured {
    /// Adds a value; false if the table has no place for it.
    #[must_use]
    pub fn add(&mut self, table: &Table, value: &Value) -> bool {
        let Some(place) = table.place(&value.part, &value.row, &value.column) else { return false };
        self.samples.entry(place).or_default().values.push(value.value.unwrap_or(f64::NAN));
        true
    }

    /// The values measured at a place. Where the table shows differences, these are still the values themselves.
    pub fn sample(&self, place: Place) -> Option<&Sample> {
        self.samples.get(&place)
    }

    /// Is there nothing?
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The mean or median of the values measured at a place.
    pub fn summary(&self, table: &Table, place: Place) -> Option<f64> {
        let column = table.columns.get(place.column)?;
        self.sample(place).map(|sample| sample.summary(column.summary))
    }

    /// The number to show at a place: the mean or median, or the difference to that of the first row.
    pub fn shown(&self, table: &Table, place: Place) -> Option<f64> {
        let value = self.summary(table, place)?;
        if table.is_difference(place) {
            return Some(value - self.summary(table, place.base())?);
        }
        Some(value)
    }
}
