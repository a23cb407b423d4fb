//! Escapes text for the format it is put into: names come from files of others.

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
            '·' => escaped.push_str("$\\cdot$"),
            character if raised(character).is_some() => {
                // What is raised together is set together.
                if escaped.ends_with("}$") {
                    escaped.truncate(escaped.len() - 2)
                } else {
                    escaped.push_str("$^{")
                }
                escaped.extend(raised(character));
                escaped.push_str("}$");
            }
            character if character.is_control() => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}

/// The ordinary character for a raised digit or sign.
fn raised(character: char) -> Option<char> {
    let place = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|other| other == character)?;
    "-0123456789".chars().nth(place)
}

/// A field of a CSV file that holds text. Text that a spreadsheet would run as a formula is marked as text.
pub(super) fn csv(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if text.contains([',', '"', '\n', '\r', '\'', ';', '\t']) {
        format!("\"{mark}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{mark}{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latex_specials_are_text() {
        assert_eq!(latex("50%_$x^2$\\{a}"), "50\\%\\_\\$x\\textasciicircum{}2\\$\\textbackslash{}\\{a\\}");
        assert_eq!(latex("1.23·10⁻¹⁴"), "1.23$\\cdot$10$^{-14}$");
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
}
