//! Lists the tables that can be reproduced.

use tools::terminal::wrapped;

use crate::{Material, Paper, Table, papers, work};

/// Lines no longer than this fit into every terminal.
const WIDTH: usize = 80;

/// All papers with their tables, and which of these can be measured.
pub fn list() -> String {
    let mut text = String::new();
    for paper in papers() {
        text += &format!("{}: {}\n    {} ({})\n", paper.name, paper.title, paper.authors, paper.venue);
        paper.tables.iter().for_each(|table| text += &listed(paper, table));
        text.push('\n');
    }
    text + "✓ can be measured, · not yet\n\
            hstar repro PAPER [TABLE] --scale SCALE measures; with --published it tells the figures of the paper"
}

/// A table with whether it can be measured, and at which scales.
fn listed(paper: &Paper, table: &Table) -> String {
    let (mark, when) = match work(paper, table, &Material::default()) {
        Some(work) => ("✓", work.scale_names()),
        None => ("·", format!("needs {}", table.needs)),
    };
    let group = table.group.as_ref().map_or(String::new(), |group| format!("{group}: "));
    let names = paper.tables.iter().map(|table| table.name.chars().count());
    let column = names.max().unwrap_or(0) + 2;
    let indent = format!("\n{:1$}", "", 4 + column);
    let below = |text: &str| wrapped(text, WIDTH - 4 - column).join(&indent);
    format!("  {mark} {:<column$}{}{indent}{}\n", table.name, below(&table.caption), below(&(group + &when)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_names_of_tables_do_not_run_into_their_captions() {
        let list = list();
        for table in papers().iter().flat_map(|paper| &paper.tables) {
            let first_word = table.caption.split(' ').next().unwrap();
            let line = list.lines().find(|line| {
                let mut words = line.split_whitespace().skip(1);
                words.next() == Some(&table.name) && words.next() == Some(first_word)
            });
            assert!(line.is_some(), "{}: {list}", table.name);
        }
    }

    #[test]
    fn no_two_steps_have_the_same_name() {
        for paper in papers() {
            for work in paper.tables.iter().filter_map(|table| work(paper, table, &Material::default())) {
                for &scale in work.scales() {
                    let steps = work.steps(scale);
                    let names: BTreeSet<&str> = steps.iter().map(|step| step.name.as_str()).collect();
                    assert!(!names.is_empty() && names.len() == steps.len(), "{names:?}");
                }
            }
        }
    }
}
