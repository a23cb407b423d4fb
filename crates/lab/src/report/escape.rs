//! Names come from files of others: text that means nothing to the format it is put into.

use std::fmt::Write;

/// For the text and the quoted attributes of HTML and SVG.
pub(crate) fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // No page may hold them, not even as references.
            character if character.is_control() && !character.is_whitespace() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A name in HTML that may be broken into lines where people would break it.
pub(super) fn breakable(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(['(', ',', '@', ':', '-', '_']) {
        escaped += &html(&rest[..=at]);
        escaped += "<wbr>";
        rest = &rest[at + 1..];
    }
    escaped + &html(rest)
}

/// JSON within a `script` element, which nothing in a string may end.
pub(super) fn json_in_html(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The text of a LaTeX document.
pub(super) fn latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '−' => escaped.push_str("$-$"),
            '–' => escaped.push_str("--"),
            '×' => escaped.push_str("$\\times$"),
            '±' => escaped.push_str("$\\pm$"),
            character if character.is_control() => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A field of a CSV file that holds text. What a spreadsheet would run as a formula is marked as text.
pub(super) fn csv(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if text.contains([',', '"', '\n', '\r', '\'', ';', '\t']) {
        format!("\"{mark}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{mark}{text}")
    }
}

/// One line for a terminal, which no name may steer.
pub(super) fn terminal(text: &str) -> String {
    text.chars().map(|character| if is_steering(character) { '\u{fffd}' } else { character }).collect()
}

/// Control characters, and those that turn the direction of what follows.
fn is_steering(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number with no more digits than a drawing can show.
pub(super) fn coordinate(out: &mut String, value: f64) {
    let rounded = (value * 10.0).round() / 10.0;
    // Adding zero turns a negative zero into a plain one.
    let _ = write!(out, "{}", rounded + 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "<script>alert(\"1\")</script>&'\u{1b}[31m";

    #[test]
    fn markup_in_names_is_text() {
        assert_eq!(html(HOSTILE), "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;\u{fffd}[31m");
    }

    #[test]
    fn names_break_after_punctuation() {
        assert_eq!(breakable("gbfs(<m>, é-ff)"), "gbfs(<wbr>&lt;m&gt;,<wbr> é-<wbr>ff)");
    }

    #[test]
    fn strings_in_json_cannot_end_the_script() {
        let json = json_in_html(&serde_json::to_string("</script><!--\u{2028}").unwrap());
        assert_eq!(json, r#""\u003c/script>\u003c!--\u2028""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), "</script><!--\u{2028}");
    }

    #[test]
    fn latex_specials_are_text() {
        assert_eq!(latex("50%_$x^2$\\{a}"), "50\\%\\_\\$x\\textasciicircum{}2\\$\\textbackslash{}\\{a\\}");
    }

    #[test]
    fn csv_fields_are_quoted_and_no_formulas() {
        assert_eq!(csv("plain"), "plain");
        assert_eq!(csv("a,b"), "\"a,b\"");
        assert_eq!(csv("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(csv("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(csv("@a,b"), "\"'@a,b\"");
        assert_eq!(csv("two\nlines"), "\"two\nlines\"");
    }

    #[test]
    fn terminals_are_not_steered() {
        assert_eq!(terminal("a\u{1b}[2Jb\u{202e}"), "a\u{fffd}[2Jb\u{fffd}");
    }
}
