//! Lines of limited length.

use std::io::{self, BufRead};

/// A line that was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// All of it.
    Whole(Vec<u8>),
    /// It was longer than allowed, and is lost.
    TooLong,
}

/// The next line of at most so many bytes; `None` at the end. Of a longer one, no more than that is ever kept.
pub(crate) fn next(input: &mut impl BufRead, most: usize) -> io::Result<Option<Line>> {
    let (mut line, mut is_too_long, mut has_begun) = (Vec::new(), false, false);
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() && !has_begun {
            return Ok(None);
        }
        has_begun = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        is_too_long |= line.len() + part.len() > most;
        if is_too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let is_done = end.is_some() || buffer.is_empty();
        let taken = end.map_or(buffer.len(), |end| end + 1);
        input.consume(taken);
        if is_done {
            return Ok(Some(if is_too_long { Line::TooLong } else { Line::Whole(line) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn long_lines_are_lost_and_those_after_them_are_not() {
        for capacity in 1..9 {
            let mut input = BufReader::with_capacity(capacity, &b"abc\n\nabcdef\nab"[..]);
            let mut lines = Vec::new();
            while let Ok(Some(line)) = next(&mut input, 3) {
                lines.push(line);
            }
            let whole = |text: &str| Line::Whole(text.into());
            assert_eq!(lines, [whole("abc"), whole(""), Line::TooLong, whole("ab")]);
        }
    }
}
