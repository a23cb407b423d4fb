//! What is around the content of a page: style, script, shapes, and a policy that lets nothing in or out.

use super::super::escape::html;
use super::super::plots::SHAPES;
use super::html::section;

/// A page with a heading, a line on what it is about, notes (as HTML), and sections of an id, a title and HTML. The data is
/// JSON that is safe within HTML.
pub(in super::super) fn shell(
    title: &str,
    about: &str,
    notes: &str,
    sections: &[(&str, &str, String)],
    data: &str,
) -> String {
    let title = html(if title.is_empty() { "Report" } else { title });
    let links: Vec<String> = sections
        .iter()
        .filter(|(.., body)| !body.is_empty())
        .map(|(id, title, _)| format!("<a href=\"#{id}\">{}</a>", html(title)))
        .collect();
    let links = if links.len() > 1 {
        format!("<nav aria-label=\"Sections\">{}</nav>", links.concat())
    } else {
        String::new()
    };
    let shapes: String =
        SHAPES.iter().enumerate().map(|(i, path)| format!("<path id=\"s{i}\" d=\"{path}\"/>")).collect();
    let body: String = sections.iter().map(section).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n\
         <svg class=\"shapes\" aria-hidden=\"true\"><defs>{shapes}</defs></svg>\n\
         <header><h1>{title}</h1><p class=\"what\">{about}</p>{notes}{links}</header>\n\
         <main>\n{body}</main>\n<div id=\"tip\" role=\"status\" hidden></div>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{script}</script>\n</body>\n</html>\n",
        about = html(about),
        style = include_str!("page.css"),
        script = include_str!("page.js"),
    )
}
