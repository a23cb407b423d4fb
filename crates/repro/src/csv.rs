//! A comparison as comma-separated values.

use super::{Cell, Comparison, Sample};

/// The names of the columns of [`Comparison::to_csv`].
pub const CSV_HEADER: &str = "paper,table,scale,part,row,column,published,published_deviation,measured,\
                              measured_deviation,runs,difference,ratio,size_agrees,direction_agrees";

impl Comparison<'_> {
    /// A line for each cell, after [`CSV_HEADER`].
    pub fn to_csv(&self) -> String {
        let mut text = format!("{CSV_HEADER}\n");
        for cell in &self.cells {
            text += &self.line(cell).join(",");
            text.push('\n');
        }
        text
    }

    fn line(&self, cell: &Cell) -> Vec<String> {
        let part = &self.table.parts[cell.place.part];
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let flag = |value: Option<bool>| {
            value.map_or(String::new(), |value| if value { "yes" } else { "no" }.to_owned())
        };
        vec![
            quoted(self.paper),
            quoted(&self.table.name),
            self.scale.to_string(),
            quoted(&part.name),
            quoted(&part.rows[cell.place.row].label),
            quoted(&self.table.columns[cell.place.column].name),
            number(cell.published.map(|figure| figure.value)),
            number(cell.published.and_then(|figure| figure.deviation)),
            number(cell.measured),
            number(cell.sample.as_ref().and_then(Sample::deviation)),
            cell.sample.as_ref().map_or(String::new(), |sample| sample.values.len().to_string()),
            number(cell.size.map(|size| size.difference)),
            number(cell.size.and_then(|size| size.ratio)),
            flag(cell.size.map(|size| size.agrees)),
            flag(cell.direction),
        ]
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
