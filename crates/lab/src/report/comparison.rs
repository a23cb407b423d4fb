//! Compares two algorithms, or two experiments.

mod contest;

use std::collections::BTreeMap;
use std::fmt;

use ::page::escape::html;
use ::page::{Page, Section};

use super::numbers::counted;
use super::page;
use super::results::{Configuration, Results};
use super::table::Table;
use super::terminal;
use crate::Properties;
use contest::Contest;

/// In a terminal and as plots, more contests than these are shown only in the overview.
const MOST_IN_TERMINAL: usize = 4;
const MOST_PLOTTED: usize = 8;

/// A comparison of two algorithms on the same problems; or of two experiments, configuration by configuration.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The names of A and B.
    names: [String; 2],
    results: Results<'a>,
    contests: Vec<Contest<'a>>,
    remarks: Vec<String>,
}

/// There are no runs of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm {
    /// The name that was asked for.
    pub name: String,
    /// The algorithms that have runs.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.known.is_empty() {
            write!(f, "no runs of `{}`, nor of any other algorithm", self.name)
        } else {
            write!(f, "no runs of `{}`; there are runs of {}", self.name, self.known.join(", "))
        }
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl<'a> Comparison<'a> {
    /// Compares two algorithms of an experiment, or two configurations with all their seeds.
    ///
    /// # Errors
    /// When there are no runs of one.
    pub fn of_algorithms(
        properties: &'a Properties,
        first: &str,
        second: &str,
    ) -> Result<Self, UnknownAlgorithm> {
        let results = Results::new(&[properties]);
        let contest = Contest::new(
            &results,
            String::new(),
            &algorithms(&results, first)?,
            &algorithms(&results, second)?,
        );
        let names = [first.to_owned(), second.to_owned()];
        Ok(Self { remarks: left_out([&contest]), names, contests: vec![contest], results })
    }

    /// Compares configurations of the same name in two experiments, such as before and after a change. Each experiment is given
    /// with its name.
    pub fn of_experiments(first: (&str, &'a Properties), second: (&str, &'a Properties)) -> Self {
        let results = Results::new(&[first.1, second.1]);
        let mut by_name: BTreeMap<&str, [Option<&Configuration>; 2]> = BTreeMap::new();
        for configuration in &results.configurations {
            by_name.entry(&configuration.name).or_default()[configuration.folder] = Some(configuration);
        }
        let mut contests = Vec::new();
        let mut alone: [Vec<&str>; 2] = Default::default();
        for (name, sides) in by_name {
            match sides {
                [Some(first), Some(second)] => {
                    contests.push(Contest::new(
                        &results,
                        name.to_owned(),
                        &first.algorithms,
                        &second.algorithms,
                    ));
                }
                [Some(_), None] => alone[0].push(name),
                _ => alone[1].push(name),
            }
        }
        let mut remarks = left_out(&contests);
        for (side, names) in ["A", "B"].into_iter().zip(&alone) {
            if !names.is_empty() {
                remarks.push(format!("Only {side} has runs of {}.", names.join(", ")));
            }
        }
        Self { names: [first.0.to_owned(), second.0.to_owned()], results, contests, remarks }
    }

    /// For a terminal of 100 columns.
    pub fn terminal(&self) -> String {
        let mut text = String::new();
        for (side, name) in ["A", "B"].into_iter().zip(&self.names) {
            text += &format!("{side}: {}\n", tools::terminal::line(name));
        }
        for remark in &self.remarks {
            terminal::paragraph(&mut text, remark, "");
        }
        let overview = self.overview();
        text.extend(overview.iter().map(|overview| format!("\n{}", terminal::table(overview))));
        if overview.is_none() || self.contests.len() <= MOST_IN_TERMINAL {
            for contest in &self.contests {
                text.push('\n');
                terminal::paragraph(&mut text, &contest.sentence(), "");
                for table in [contest.by_domain(&self.results), contest.verdicts()] {
                    text += &format!("\n{}", terminal::table(&table));
                }
            }
        }
        text
    }

    /// One self-contained page.
    pub fn html(&self) -> String {
        let ids: Vec<String> = (0..self.contests.len()).map(|i| format!("contest-{i}")).collect();
        let mut sections = Vec::new();
        if let Some(overview) = self.overview() {
            sections.push(Section::new("overview", "Overview", tables(&[overview])));
        }
        for (contest, id) in self.contests.iter().zip(ids) {
            let mut body = format!("<p>{}</p>", html(&contest.sentence()));
            body += &tables(&[contest.by_domain(&self.results), contest.verdicts()]);
            if self.contests.len() <= MOST_PLOTTED {
                body += &contest.plots(&self.results, &id, &self.names);
            }
            let title = if contest.name.is_empty() { "A and B" } else { &contest.name };
            sections.push(Section::new(id, title, body));
        }
        let [first, second] = &self.names;
        Page {
            title: &format!("{first} against {second}"),
            about: &format!("A is {first} · B is {second}"),
            notes: self.remarks.clone(),
            sections,
            ..Page::default()
        }
        .html()
    }

    /// A table of all contests, unless there is exactly one.
    fn overview(&self) -> Option<Table> {
        (self.contests.len() != 1).then(|| contest::overview(&self.contests))
    }
}

fn tables(tables: &[Table]) -> String {
    let tables: String = tables.iter().map(|table| page::table(table, &[])).collect();
    format!("<div class=\"tables\">{tables}</div>")
}

/// The algorithms of a configuration, or the one algorithm of that name.
fn algorithms(results: &Results, name: &str) -> Result<Vec<usize>, UnknownAlgorithm> {
    if let Some(configuration) =
        results.configurations.iter().find(|configuration| configuration.name == name)
    {
        return Ok(configuration.algorithms.clone());
    }
    let number = results.algorithms.iter().position(|algorithm| algorithm.name == name);
    number.map(|number| vec![number]).ok_or_else(|| UnknownAlgorithm {
        name: name.to_owned(),
        known: results.configurations.iter().map(|configuration| configuration.name.clone()).collect(),
    })
}

fn left_out<'a: 'b, 'b>(contests: impl IntoIterator<Item = &'b Contest<'a>>) -> Vec<String> {
    let left_out: usize = contests.into_iter().map(|contest| contest.left_out).sum();
    if left_out == 0 {
        return Vec::new();
    }
    vec![format!("{} of one side alone left out.", counted(left_out, "run"))]
}

#[cfg(test)]
mod tests {
    use super::super::example::Runs;
    use super::*;

    fn example(factor: f64) -> Runs {
        let mut runs = Runs::default();
        for problem in 0..8 {
            let name = format!("p{problem}");
            let numbers = [("evaluations", 10.0 * factor), ("search_time", 1.0), ("cost", 5.0)];
            runs = runs.solved("ff", "d", &name, &numbers);
            runs = if problem < 6 {
                runs.solved("<m>", "d", &name, &[("evaluations", 40.0), ("search_time", 1.0), ("cost", 4.0)])
            } else {
                runs.unsolved("<m>", "d", &name, "out-of-time")
            };
        }
        runs
    }

    #[test]
    fn algorithms_are_compared_by_domain_and_measure() {
        let properties = example(1.0).properties();
        let text = Comparison::of_algorithms(&properties, "ff", "<m>").unwrap().terminal();
        let expected = "A: ff\nB: <m>\n\n\
            A solves more: 8 against 6 of 8 problems (p = 0.50). Where both have a plan, B needs 4.00 times the\n\
            evaluations (p = 0.03), 1.00 times the search time (p = 1.00), 0.800 times the plan cost (p = 0.03).\n";
        assert!(text.starts_with(expected), "{text}");
        assert!(
            text.contains(
                "d              8         8         6       2       0             4.00             1.00     0.800"
            ),
            "{text}"
        );
    }

    #[test]
    fn seeds_do_not_make_differences_significant() {
        let mut runs = Runs::default();
        for (problem, evaluations) in [("p1", 15.0), ("p2", 17.5)] {
            runs = runs.solved("ff", "d", problem, &[("evaluations", 10.0)]);
            for seed in 0..10 {
                let is_solved = seed != 0 || problem == "p1";
                runs = runs.seeded("m", seed, "d", problem, is_solved.then_some(evaluations));
            }
        }
        let properties = runs.properties();
        let text = Comparison::of_algorithms(&properties, "ff", "m").unwrap().terminal();
        let expected = "A solves more: 2 against 1.9 of 2 problems, in the mean over seeds (p = 1.00). Where both have a\n\
            plan, B needs 1.62 times the evaluations (p = 0.50).\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn unknown_algorithms_are_refused_with_the_known() {
        let properties = example(1.0).properties();
        let error = Comparison::of_algorithms(&properties, "ff", "gg").unwrap_err();
        assert_eq!(error.to_string(), "no runs of `gg`; there are runs of ff, <m>");
    }

    #[test]
    fn experiments_are_compared_by_name() {
        let before = example(1.0).properties();
        let after = example(0.5).solved("new", "d", "p0", &[]).properties();
        let comparison = Comparison::of_experiments(("before", &before), ("after", &after));
        let text = comparison.terminal();
        assert!(text.contains("Only B has runs of new."), "{text}");
        assert!(text.contains("0.500"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }

    #[test]
    fn pages_escape_names() {
        let properties = example(1.0).properties();
        let page = Comparison::of_algorithms(&properties, "ff", "<m>").unwrap().html();
        assert!(page.contains("&lt;m&gt;") && !page.contains("<m>"));
        // Two plots with a point for each of the 8 problems, and the legend's.
        assert_eq!(page.matches("<use ").count(), 2 * 8 + 1);
    }

    #[test]
    fn nothing_in_common_is_no_reason_to_fail() {
        let before = Runs::default().solved("a", "d", "p", &[]).properties();
        let after = Runs::default().solved("b", "d", "p", &[]).properties();
        let comparison = Comparison::of_experiments(("before", &before), ("after", &after));
        assert!(comparison.terminal().contains("Only A has runs of a."));
        assert!(comparison.html().contains("Only B has runs of b."));
    }
}
