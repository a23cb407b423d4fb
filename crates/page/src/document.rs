//! The frame of a page: style, script, shapes, and a content security policy that forbids loading anything from elsewhere.

use crate::SHAPES;
use crate::escape::html;

/// A page that refers to no other file.
#[derive(Clone, Debug, Default)]
pub struct Page<'a> {
    /// Its heading.
    pub title: &'a str,
    /// A line about its subject, below the heading.
    pub about: &'a str,
    /// Notes that readers should see first.
    pub notes: Vec<String>,
    /// Its parts; those without content are left out.
    pub sections: Vec<Section>,
    /// Data for its script, as JSON; empty for none.
    pub data: String,
    /// Script of its own, beyond sorting tables and showing what the pointer is on.
    pub script: &'a str,
}

/// A part of a page.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The target of links to it.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its content, as HTML.
    pub body: String,
}

impl Section {
    /// A part with this content, as HTML.
    pub fn new(id: impl Into<String>, title: impl Into<String>, body: String) -> Self {
        Self { id: id.into(), title: title.into(), body }
    }

    fn html(&self) -> String {
        format!("<section id=\"{}\"><h2>{}</h2>{}</section>\n", html(&self.id), html(&self.title), self.body)
    }

    fn link(&self) -> String {
        format!("<a href=\"#{}\">{}</a>", html(&self.id), html(&self.title))
    }
}

impl Page<'_> {
    /// The text of the page.
    pub fn html(&self) -> String {
        let title = html(if self.title.is_empty() { "Report" } else { self.title });
        let sections: Vec<&Section> =
            self.sections.iter().filter(|section| !section.body.is_empty()).collect();
        let links = if sections.len() > 1 {
            let links: String = sections.iter().map(|section| section.link()).collect();
            format!("<nav aria-label=\"Sections\">{links}</nav>")
        } else {
            String::new()
        };
        let notes: String =
            self.notes.iter().map(|note| format!("<p class=\"note\">{}</p>", html(note))).collect();
        let about = if self.about.is_empty() {
            String::new()
        } else {
            format!("<p class=\"what\">{}</p>", html(self.about))
        };
        let body: String = sections.iter().map(|section| section.html()).collect();
        let data = if self.data.is_empty() { "{}" } else { &self.data };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'; img-src data:\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{COLOURS}{PLOTS}{style}</style>\n</head>\n\
             <body>\n<svg class=\"shapes\" aria-hidden=\"true\">{shapes}</svg>\n\
             <header><h1>{title}</h1>{about}{notes}{links}</header>\n\
             <main>\n{body}</main>\n<div id=\"tip\" role=\"status\" hidden></div>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n\
             <script>\n(() => {{\n'use strict';\n{script}{own}}})();\n</script>\n</body>\n</html>\n",
            style = include_str!("page.css"),
            shapes = shapes(),
            script = include_str!("page.js"),
            own = self.script,
        )
    }
}

/// Colours for light and dark screens and for paper.
pub(crate) const COLOURS: &str = include_str!("colours.css");

/// How plots look.
pub(crate) const PLOTS: &str = include_str!("plots.css");

/// The shapes that points refer to, and the same, smaller, for dots.
pub(crate) fn shapes() -> String {
    let both = |(i, path): (usize, &&str)| {
        format!("<path id=\"s{i}\" d=\"{path}\"/><path id=\"t{i}\" d=\"{path}\" transform=\"scale(.62)\"/>")
    };
    let shapes: String = SHAPES.iter().enumerate().map(both).collect();
    format!("<defs>{shapes}</defs>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_without_content_are_left_out() {
        let sections = vec![
            Section::new("one", "One", "<p>1</p>".to_owned()),
            Section::new("two", "Two", String::new()),
            Section::new("three", "<Three>", "<p>3</p>".to_owned()),
        ];
        let page = Page { title: "<b>", sections, ..Page::default() }.html();
        assert!(page.contains("<h1>&lt;b&gt;</h1>") && !page.contains("Two"), "{page}");
        assert!(page.contains(
            "<nav aria-label=\"Sections\"><a href=\"#one\">One</a><a href=\"#three\">&lt;Three&gt;</a></nav>"
        ));
    }
}
