//! Text that is safe to print on a terminal. Names come from other people's files: control characters, or those that
//! turn the direction of text, would let such a file write on the terminal whatever it likes.

/// The replacement for a character that is not shown.
pub const INSTEAD: char = '\u{fffd}';

/// Is it a control character, or one that turns the direction of text?
pub fn is_steering(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text as one safe line.
pub fn line(text: &str) -> String {
    text.replace(is_steering, INSTEAD.encode_utf8(&mut [0; 4]))
}

/// The text made safe, with its line breaks and tabs.
pub fn lines(text: &str) -> String {
    let is_harmful = |character| !matches!(character, '\n' | '\t') && is_steering(character);
    text.replace(is_harmful, INSTEAD.encode_utf8(&mut [0; 4]))
}

/// The words of a text, in lines of this width.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_not_steered() {
        assert_eq!(line("a\u{1b}[2Jb\u{202e}\n"), "a�[2Jb��");
        assert_eq!(lines("a\x1b[2J\x07\r\u{9b}\u{202e}b"), "a�[2J����b");
        assert_eq!(lines("ä\tb\nc"), "ä\tb\nc");
    }
}
