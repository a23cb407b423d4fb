//! Escaping. Names come from other people's files, and must not be read as HTML, script or links.

use std::fmt::Write;

/// Text escaped for the content and the quoted attributes of HTML and SVG.
pub fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // HTML forbids control characters, even as character references.
            character if character.is_control() && !character.is_whitespace() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A name as HTML that may be broken into lines after punctuation.
pub fn breakable(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(['(', ',', '@', ':', '-', '_']) {
        escaped += &html(&rest[..=at]);
        escaped += "<wbr>";
        rest = &rest[at + 1..];
    }
    escaped + &html(rest)
}

/// JSON for a `script` element, escaped so that no string in it can end the element.
pub fn json_in_html(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The path of a file, relative to the page, as the value of a `href`, with all special characters escaped.
pub fn href(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                escaped.push(byte.into())
            }
            _ => {
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}

/// A number with no more digits than a drawing can show.
pub fn coordinate(out: &mut String, value: f64) {
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
    fn links_lead_to_files_whatever_their_names() {
        assert_eq!(href("../runs/ff-é #1?.log"), "../runs/ff-%C3%A9%20%231%3F.log");
    }

    #[test]
    fn strings_in_json_cannot_end_the_script() {
        let json = json_in_html("\"</script><!--\u{2028}\"");
        assert_eq!(json, r#""\u003c/script>\u003c!--\u2028""#);
    }
}
