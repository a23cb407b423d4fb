//! Files of instances: a state on each line, and the cost of its cheapest plan after it where that is known.
//!
//! A state is written with commas or space between its numbers, or as a quoted list such as `"[1, 0, 2]"`. Lines that
//! begin with `#`, empty ones, and a first line that names the columns count for nothing.

use super::{AnySpace, Instance, refused};
use crate::{Error, ErrorKind};

/// The instances of a file of this name.
///
/// # Errors
/// Says which line is wrong, and how.
pub(super) fn read(text: &str, name: &str, space: &dyn AnySpace) -> Result<Vec<Instance>, Error> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#')).peekable();
    lines.next_if(|(_, line)| names_columns(line));
    let mut instances = Vec::new();
    for (index, line) in lines {
        let place = format!("{name}: line {}", index + 1);
        let (state, cost) = split(line, space.numbers());
        let optimal = match cost {
            None => None,
            Some(cost) => Some(cost.parse().map_err(|_| {
                let message =
                    "is not a cost; after the state comes nothing but the cost of its cheapest plan";
                Error::new(ErrorKind::Input, format_args!("{place}: `{cost}` {message}"))
            })?),
        };
        let start = space.parse(&state).map_err(|refusal| refused(&refusal, &place))?;
        instances.push(Instance { number: instances.len() + 1, start, optimal });
    }
    if instances.is_empty() {
        return Err(Error::new(ErrorKind::Input, format_args!("{name}: there are no instances in it")));
    }
    Ok(instances)
}

/// Is there no number in the line?
fn names_columns(line: &str) -> bool {
    let mut fields = line.split(|c: char| c.is_whitespace() || "\"[],".contains(c));
    fields.all(|field| field.parse::<f64>().is_err())
}

/// The state of a line, and what comes after it.
fn split(line: &str, numbers: usize) -> (String, Option<String>) {
    let line = line.trim();
    if let Some((state, after)) = line.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
        let after = after.trim().trim_start_matches(',').trim();
        return (state.replace(['[', ']'], " "), (!after.is_empty()).then(|| after.to_owned()));
    }
    let fields = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|field| !field.is_empty());
    let mut fields: Vec<&str> = fields.collect();
    let cost = if fields.len() == numbers + 1 { fields.pop() } else { None };
    (fields.join(" "), cost.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle;

    fn read_eight(text: &str) -> Result<Vec<Instance>, Error> {
        let (_, space) = puzzle::open("tiles:3x3").unwrap();
        read(text, "f.csv", &*space)
    }

    #[test]
    fn all_forms_of_lines_are_read() {
        let text = "\u{feff}# some\nstate,cost\n\n\"[1, 0, 2, 3, 4, 5, 6, 7, 8]\",1\r\n1,0,2,3,4,5,6,7,8,1\n\
                    1 0 2 3 4 5 6 7 8\n\"1 0 2 3 4 5 6 7 8\"\n# more";
        let instances = read_eight(text).unwrap();
        assert!(instances.iter().all(|instance| instance.start == instances[0].start));
        let numbers: Vec<_> = instances.iter().map(|instance| (instance.number, instance.optimal)).collect();
        assert_eq!(numbers, [(1, Some(1)), (2, Some(1)), (3, None), (4, None)]);
    }

    #[test]
    fn wrong_lines_are_refused_with_their_number() {
        for (text, exit, expected) in [
            ("", ErrorKind::Input, "f.csv: there are no instances in it"),
            ("a,b\n", ErrorKind::Input, "f.csv: there are no instances in it"),
            ("t1,t2\n1,2", ErrorKind::Input, "f.csv: line 2: 2 numbers for 9 cells"),
            ("0,1,2,3,4,5,6,7,7,1", ErrorKind::Input, "f.csv: line 1: tile 7 is there twice"),
            ("0,1,2,3,4,5,6,7,8,x", ErrorKind::Input, "f.csv: line 1: `x` is not a cost"),
            ("0,1,2,3,4,5,6,7,8,0,3", ErrorKind::Input, "f.csv: line 1: 11 numbers for 9 cells"),
            ("\"0,1,2,3,4,5,6,7,8\",0,3", ErrorKind::Input, "f.csv: line 1: `0,3` is not a cost"),
            (
                "#\n0,2,1,3,4,5,6,7,8",
                ErrorKind::Unsolvable,
                "f.csv: line 2: no moves lead from here to the goal",
            ),
            ("a,b\nc,d", ErrorKind::Input, "f.csv: line 2: `c` is not the number of a tile"),
        ] {
            let failure = read_eight(text).unwrap_err();
            assert_eq!(failure.kind(), exit);
            assert!(failure.to_string().starts_with(expected), "{failure}");
        }
    }
}
