//! How often rules decide the value of a state, and at which costs: as a table and as a page.

use std::cmp::Reverse;

use page::{Column, Page, Plot, Section, Series, Side, Style};

use tools::numbers::counted;

use super::Explanation;

/// How often each rule decides the value of a state of a data set.
#[derive(Clone, Debug)]
pub(super) struct Usages {
    states: usize,
    /// For each rule, and last for states without one.
    all: Vec<Usage>,
    /// Costs of states, each with the rule that decides, if one does.
    places: Vec<(f64, Option<usize>)>,
}

/// How often a rule decides.
#[derive(Clone, Debug, Default)]
struct Usage {
    times: usize,
    /// The sum of the costs of the states.
    costs: f64,
    value: u32,
}

const HEADS: [&str; 5] = ["rule", "cost", "times", "mean cost", "says"];

/// More rows than this are shown only in the report.
const MOST_ROWS: usize = 30;

/// More points than these make a page heavy and a plot no clearer.
const MOST_POINTS: usize = 5000;

impl Usages {
    /// Of `rules` rules in `states` states.
    pub(super) fn new(rules: usize, states: usize) -> Self {
        Self { states, all: vec![Usage::default(); rules + 1], places: Vec::new() }
    }

    /// Counts a rule, if one holds, in a state of a cost, and the value that it gives.
    pub(super) fn count(&mut self, rule: Option<usize>, cost: f64, value: u32) {
        let number = rule.unwrap_or(self.all.len() - 1);
        let usage = &mut self.all[number];
        usage.times += 1;
        usage.costs += cost;
        usage.value = value;
        self.places.push((cost, rule));
    }

    /// Shows the most frequent rules by their names, and all on a page if one is wanted. `text` is the text of a rule, or the
    /// words for none.
    pub(super) fn tell(
        &self,
        names: &[String],
        text: impl Fn(Option<usize>) -> String,
        wants_page: bool,
        told: &mut Explanation,
    ) {
        let rows = self.rows(names, text);
        told.line(self.summary());
        for row in [HEADS.map(str::to_owned)].iter().chain(rows.iter().take(MOST_ROWS)) {
            told.line(format_args!("{:>16}{:>7}{:>9}{:>11}  {}", row[0], row[1], row[2], row[3], row[4]));
        }
        if rows.len() > MOST_ROWS {
            told.line(format_args!("and {} more", rows.len() - MOST_ROWS));
        }
        if wants_page {
            told.page = Some(self.page(rows));
        }
    }

    fn summary(&self) -> String {
        let rules = self.all.len() - 1;
        let never = self.all[..rules].iter().filter(|usage| usage.times == 0).count();
        let never = if never == 1 { "1 never counts".to_owned() } else { format!("{never} never count") };
        format!("{}; of {}, {never}", counted(self.states, "state"), counted(rules, "rule"))
    }

    /// A row for each rule that decides any value, the most frequent first.
    fn rows(&self, names: &[String], text: impl Fn(Option<usize>) -> String) -> Vec<[String; 5]> {
        let rules = self.all.len() - 1;
        let mut used: Vec<(usize, &Usage)> =
            self.all.iter().enumerate().filter(|(_, usage)| usage.times > 0).collect();
        used.sort_by_key(|(number, usage)| (Reverse(usage.times), *number));
        let row = |(number, usage): (usize, &Usage)| {
            let rule = (number < rules).then_some(number);
            [
                rule.map_or("none".to_owned(), |number| names[number].clone()),
                usage.value.to_string(),
                usage.times.to_string(),
                format!("{:.2}", usage.costs / usage.times as f64),
                text(rule),
            ]
        };
        used.into_iter().map(row).collect()
    }

    /// The states by the rule that decides, and below all rules those for which none does.
    fn series(&self) -> Vec<Series> {
        let every = self.places.len().div_ceil(MOST_POINTS).max(1);
        let places = || self.places.iter().step_by(every);
        let by_rule = places().filter_map(|&(cost, rule)| Some((cost, rule? as f64 + 1.0))).collect();
        let by_none = places().filter(|(_, rule)| rule.is_none()).map(|&(cost, _)| (cost, 0.0)).collect();
        [("a rule counts", by_rule), ("none does", by_none)]
            .into_iter()
            .filter(|(_, points): &(_, Vec<_>)| !points.is_empty())
            .map(|(name, points)| Series { name: name.to_owned(), style: Style::Dots, points })
            .collect()
    }

    fn page(&self, rows: Vec<[String; 5]>) -> String {
        let plot = Plot {
            title: "Where rules count".to_owned(),
            x: Side::linear("cost of the state"),
            y: Side::linear("number of the rule"),
            series: self.series(),
        };
        let [rule, cost, times, mean, says] = HEADS;
        let columns = [
            Column::Label(rule),
            Column::Number(cost),
            Column::Number(times),
            Column::Number(mean),
            Column::Code(says),
        ];
        let rows: Vec<Vec<String>> = rows.into_iter().map(Into::into).collect();
        Page {
            title: "Rules",
            about: &self.summary(),
            sections: vec![
                Section::new("plot", "Where they count", page::plots([plot.figure("places")])),
                Section::new("rules", "Those that count", page::table("", "", &columns, &rows)),
            ],
            ..Page::default()
        }
        .html()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_of_rules_does_not_count_none_as_a_rule() {
        let mut usages = Usages::new(2, 3);
        usages.count(Some(0), 1.0, 1);
        usages.count(Some(1), 2.0, 2);
        usages.count(None, 3.0, 0);
        let series = usages.series();
        assert_eq!(series[0].points, [(1.0, 1.0), (2.0, 2.0)]);
        assert_eq!(series[1].points, [(3.0, 0.0)]);
    }
}
