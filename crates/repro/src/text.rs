//! Comparisons as text for a terminal.

mod body;

use std::fmt::{self, Display};

pub(super) use self::body::{direction, measured, printed, size};
use self::body::{published_body, side_by_side, stacked};
use super::figure::written;
use super::{Comparison, JudgedClaim, JudgedPair, Paper, Table, Tolerance};

/// The width of a terminal.
const MOST_WIDTH: usize = 110;

/// At most this many deviating comparisons are listed; the file has them all.
const MOST_TOLD: usize = 4;

pub(super) const YES: &str = "✓";
pub(super) const NO: &str = "✗";

/// The published figures alone.
pub fn published(paper: &Paper, table: &Table) -> String {
    let mut text = heading(paper, table) + "\n" + &published_body(table);
    if !table.claims.is_empty() {
        text += "\nWhat it is said to show:\n";
        table.claims.iter().for_each(|claim| text += &format!("  · {}\n", claim.says));
    }
    text
}

fn heading(paper: &Paper, table: &Table) -> String {
    format!("{} {}: {}\n{}\n", paper.name, table.name, table.caption, paper.citation())
}

impl Comparison<'_> {
    /// The whole comparison as text.
    pub fn to_text(&self, paper: &Paper) -> String {
        let mut text = heading(paper, self.table) + "\n";
        let beside = side_by_side(self);
        let body = if beside.width() <= MOST_WIDTH { beside.text() } else { stacked(self).text() };
        text += &format!("{}\n", body.trim_end());
        text += &self.unmeasured_parts();
        text += &self.legend();
        text += &self.claims_text();
        text += &format!("\n{}\n", self.summary());
        if !self.departures.is_empty() {
            text += "\nNot as in the paper:\n";
            self.departures.iter().for_each(|sentence| text += &format!("  · {sentence}\n"));
        }
        text
    }

    /// A line on how many directions agree, and one on sizes.
    pub fn summary(&self) -> String {
        let directions = self.claims.iter().map(JudgedClaim::agreeing);
        let (same, judged) = directions.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let sizes: Vec<_> = self.cells.iter().filter_map(|cell| cell.size).collect();
        let count = |better: Option<bool>| {
            sizes.iter().filter(|size| !size.agrees && size.is_better == better).count()
        };
        let agreeing = sizes.iter().filter(|size| size.agrees).count();
        let mut text = format!("Direction: {same} of {judged} comparisons as published\n");
        text += &format!("Size: {agreeing} of {} figures as published", sizes.len());
        for (number, word) in
            [(count(Some(true)), "better"), (count(Some(false)), "worse"), (count(None), "different")]
        {
            if number > 0 {
                text += &format!(", {number} {word}");
            }
        }
        if agreeing < sizes.len() && !self.departures.is_empty() {
            text += "; mind what is not as in the paper";
        }
        text
    }

    /// Has anything been measured in a part?
    fn has_part(&self, part: usize) -> bool {
        self.cells.iter().any(|cell| cell.place.part == part && cell.measured.is_some())
    }

    fn unmeasured_parts(&self) -> String {
        let parts = self.table.parts.iter().enumerate().filter(|(index, _)| !self.has_part(*index));
        let names: Vec<&str> = parts.map(|(_, part)| part.name.as_str()).collect();
        if names.is_empty() { String::new() } else { format!("\nNot measured: {}\n", names.join("; ")) }
    }

    fn legend(&self) -> String {
        let tolerances =
            self.table.columns.iter().filter_map(|column| Some((&column.name, column.tolerance?)));
        let mut kinds: Vec<(Tolerance, Vec<&str>)> = Vec::new();
        for (name, tolerance) in tolerances {
            match kinds.iter_mut().find(|(other, _)| *other == tolerance) {
                Some((_, names)) => names.push(name),
                None => kinds.push((tolerance, vec![name])),
            }
        }
        let kind = |(tolerance, names): &(Tolerance, Vec<&str>)| {
            let within = match tolerance {
                Tolerance::Absolute(most) => format!("{most}"),
                Tolerance::Relative(share) => format!("{} %", 100.0 * share),
            };
            format!("{within} ({})", names.join(", "))
        };
        let within: Vec<String> = kinds.iter().map(kind).collect();
        let size = match within.as_slice() {
            [] => String::new(),
            _ => format!("size  {YES} within {} of the published figure\n", within.join(", ")),
        };
        format!(
            "\n{size}dir   {YES} on the published side in all comparisons below, {NO} not in all of them\n"
        )
    }

    fn claims_text(&self) -> String {
        if self.claims.is_empty() {
            return String::new();
        }
        let mut text = String::from("\nDoes it show what the paper says? Comparisons as published:\n");
        self.claims.iter().for_each(|claim| text += &claim_text(claim));
        text
    }
}

fn claim_text(claim: &JudgedClaim) -> String {
    let (same, judged) = claim.agreeing();
    let (holding, told) = claim.holding();
    let (mark, count) = match (same, judged) {
        (_, 0) => ("·", "-".to_owned()),
        (same, judged) if same == judged => (YES, format!("{same} of {judged}")),
        _ => (NO, format!("{same} of {judged}")),
    };
    let mut text = format!("  {mark} {count:<9} {}", claim.says);
    if holding < told {
        text += &format!(" (published: in {holding} of {told})");
    }
    text.push('\n');
    let others: Vec<&JudgedPair> = claim.pairs.iter().filter(|pair| pair.agrees() == Some(false)).collect();
    for pair in others.iter().take(MOST_TOLD) {
        text += &format!("                {pair}\n");
    }
    if others.len() > MOST_TOLD {
        text += &format!("                and {} more\n", others.len() - MOST_TOLD);
    }
    text
}

impl Display for JudgedPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |pair: Option<(f64, f64)>| pair.map_or("?".to_owned(), both);
        write!(f, "{}: published {}, measured {}", self.what, told(self.published), told(self.measured))
    }
}

/// Two figures, with as many digits as needed to distinguish them.
fn both((left, right): (f64, f64)) -> String {
    let sign = if left < right {
        "<"
    } else if left > right {
        ">"
    } else {
        "="
    };
    let first = if left.abs().max(right.abs()) >= 1000.0 { 0 } else { 2 };
    let pair = |decimals| (written(left, decimals, false), written(right, decimals, false));
    let told = (first..=6).map(pair).find(|(left, right)| left != right);
    let (left, right) = told.unwrap_or_else(|| pair(first));
    format!("{left} {sign} {right}")
}
