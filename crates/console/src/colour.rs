//! Messages in colour, where they are read on a terminal.

use std::env;
use std::io::{self, IsTerminal};

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const CYAN: &str = "\x1b[36m";
const END: &str = "\x1b[0m";

/// Is colour wanted on standard error? Not where `NO_COLOR` is set (see no-color.org), or the terminal knows none.
pub(crate) fn is_wanted() -> bool {
    let says_no = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stderr().is_terminal() && !says_no && !is_dumb
}

/// A message with its severity, the marked place and the help in colour.
pub(crate) fn painted(message: &str) -> String {
    let lines: Vec<String> = message.split('\n').map(painted_line).collect();
    lines.join("\n")
}

fn painted_line(line: &str) -> String {
    const STARTS: [(&str, &str); 5] = [
        ("error:", RED),
        ("unsupported:", RED),
        ("warning:", YELLOW),
        ("  = help:", CYAN),
        ("   = help:", CYAN),
    ];
    for (start, colour) in STARTS {
        if let Some(rest) = line.strip_prefix(start) {
            return format!("{colour}{start}{END}{rest}");
        }
    }
    // A line with only the margin before the `^` marks the place of an error.
    match line.find('^') {
        Some(first) if line[..first].chars().all(|c| " |".contains(c)) => {
            format!("{}{RED}{}{END}", &line[..first], &line[first..])
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_where_and_what_helps_is_in_colour() {
        let message = "error: unknown search `x`\n  --search x\n           ^\n  = help: known: lazy";
        let expected = format!(
            "{RED}error:{END} unknown search `x`\n  --search x\n           {RED}^{END}\n{CYAN}  = help:{END} known: lazy"
        );
        assert_eq!(painted(message), expected);
        assert_eq!(painted("warning: 2^3"), format!("{YELLOW}warning:{END} 2^3"));
        assert_eq!(painted("x ^ y"), "x ^ y");
    }
}
