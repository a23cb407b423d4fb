//! Help texts about generators, made from their declarations.

use std::fmt::Write;

use crate::{DOMAINS, Domain, Parameter, Size};

/// All domains with their parameters, and an example each.
pub fn list() -> String {
    let mut text = String::new();
    for domain in DOMAINS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}: {}", domain.name, domain.summary);
        let width = domain.parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0);
        let columns = ["range", "small", "medium", "large"];
        let _ = writeln!(text, "    {:width$}   {}", "", row(columns));
        for parameter in domain.parameters {
            let [small, medium, large] = parameter.defaults.map(|number| number.to_string());
            let row = row([&range(parameter), &small, &medium, &large]);
            let _ = writeln!(text, "  --{:width$} N {row}  {}", parameter.name, parameter.help);
        }
        let _ = writeln!(text, "  Example: {}\n", example(domain));
    }
    text
}

fn row([range, small, medium, large]: [&str; 4]) -> String {
    format!("{range:>9}  {small:>5}  {medium:>6}  {large:>5}")
}

fn range(parameter: &Parameter) -> String {
    format!("{} to {}", parameter.least, parameter.most)
}

/// A line on a parameter: what it counts, its range and its defaults.
pub fn parameter(parameter: &Parameter) -> String {
    let [first, ..] = parameter.defaults;
    let defaults = if parameter.defaults == [first; 3] {
        format!("default: {first}")
    } else {
        Size::ALL.map(|size| format!("{}: {}", size.name(), parameter.default(size))).join(", ")
    };
    format!("{}; {} [{defaults}]", parameter.help, range(parameter))
}

/// A command that asks for one more of the last parameter, which no other depends on.
pub fn example(domain: &Domain) -> String {
    let mut command = format!("hstar generate {}", domain.name);
    if let Some(last) = domain.parameters.last() {
        let _ = write!(command, " --{} {}", last.name, last.default(Size::Small) + 1);
    }
    command + " --count 5 --seed 7"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_fits_into_a_hundred_columns() {
        let list = list();
        let wide: Vec<&str> = list.lines().filter(|line| line.chars().count() > 100).collect();
        assert!(wide.is_empty(), "{wide:?}");
    }

    #[test]
    fn a_parameter_tells_its_range_and_its_defaults() {
        let legs =
            Parameter { name: "legs", help: "legs of a table", least: 3, most: 9, defaults: [3, 4, 6] };
        assert_eq!(parameter(&legs), "legs of a table; 3 to 9 [small: 3, medium: 4, large: 6]");
        let legs = Parameter { defaults: [4; 3], ..legs };
        assert_eq!(parameter(&legs), "legs of a table; 3 to 9 [default: 4]");
    }
}
