//! Tables of configurations as HTML.

use ::page::Mark;
use ::page::escape::{breakable, html};

use super::super::results::Kind;
use super::super::table::{Cell, Column, Role, Table};

/// Tables with more columns are printed smaller, or in landscape.
const DENSE: usize = 8;
const WIDE: usize = 16;

pub(in super::super) fn table(table: &Table, marks: &[Mark]) -> String {
    let mut out = format!(
        "<div class=\"table{}\"><h3>{}</h3><p class=\"about\">{}</p>\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\
         <table class=\"sortable\" data-name=\"{}\"><thead><tr>",
        match table.columns.len() {
            columns if columns > WIDE => " dense wide",
            columns if columns > DENSE => " dense",
            _ => "",
        },
        html(&table.title),
        html(&table.about),
        html(&table.title),
        table.name,
    );
    head(&mut out, &table.columns, marks);
    out.push_str("</tr></thead><tbody>");
    for cells in &table.rows {
        row(&mut out, cells, &table.columns);
    }
    out.push_str("</tbody>");
    if !table.totals.is_empty() {
        out.push_str("<tfoot>");
        for cells in &table.totals {
            row(&mut out, cells, &table.columns);
        }
        out.push_str("</tfoot>");
    }
    out + "</table></div></div>\n"
}

/// One line of headings, or two where columns have groups. Those without come first.
fn head(out: &mut String, columns: &[Column], marks: &[Mark]) {
    let (alone, grouped): (Vec<&Column>, Vec<&Column>) =
        columns.iter().partition(|column| column.group.is_empty());
    let rows = if grouped.is_empty() { "" } else { " rowspan=\"2\"" };
    for column in alone {
        heading(out, column, marks, rows);
    }
    if grouped.is_empty() {
        return;
    }
    for group in grouped.chunk_by(|left, right| left.group == right.group) {
        *out += &format!("<th scope=\"colgroup\" colspan=\"{}\">{}</th>", group.len(), group[0].group);
    }
    out.push_str("</tr><tr>");
    for column in grouped {
        heading(out, column, marks, "");
    }
}

fn heading(out: &mut String, column: &Column, marks: &[Mark], rows: &str) {
    let name = breakable(&column.name);
    *out += &match column.role {
        Role::Configuration(number, kind) => {
            let chip = marks.get(number).map_or_else(String::new, |mark| mark.chip());
            format!(
                "<th scope=\"col\"{rows} class=\"n {}\"><span>{chip}&#8288;{name}</span>{}</th>",
                class(kind),
                tag(kind)
            )
        }
        Role::Number => format!("<th scope=\"col\"{rows} class=\"n\"><span>{name}</span></th>"),
        Role::Label | Role::Text => format!("<th scope=\"col\"{rows}><span>{name}</span></th>"),
    };
}

fn row(out: &mut String, cells: &[Cell], columns: &[Column]) {
    out.push_str("<tr>");
    for (cell, column) in cells.iter().zip(columns) {
        let text = html(&cell.text);
        if column.role == Role::Label {
            *out += &format!("<th scope=\"row\"><span>{}</span></th>", breakable(&cell.text));
            continue;
        }
        let mut classes = Vec::new();
        if column.is_numeric() {
            classes.push("n");
        }
        if let Role::Configuration(_, kind) = column.role {
            classes.push(class(kind));
        }
        if cell.is_best {
            classes.push("best");
        }
        let value = cell.value.map_or_else(String::new, |value| format!(" data-v=\"{value}\""));
        *out += &format!("<td class=\"{}\"{value}>{text}</td>", classes.join(" ").trim_end());
    }
    out.push_str("</tr>\n");
}

pub(super) fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Baseline => "baseline",
        Kind::Other => "",
        Kind::Learned => "learned",
    }
}

pub(super) fn tag(kind: Kind) -> &'static str {
    match kind {
        Kind::Baseline => "<small class=\"tag\">baseline</small>",
        Kind::Other => "",
        Kind::Learned => "<small class=\"tag\">learned</small>",
    }
}
