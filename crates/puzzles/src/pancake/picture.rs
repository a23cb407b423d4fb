//! A stack as text art.

use super::State;
use std::fmt;

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let widest = 2 * usize::from(self.size);
        for &pancake in self.pancakes() {
            let width = 2 * usize::from(pancake) + 1;
            writeln!(f, "{pancake:>2} {}{}", " ".repeat((widest - width) / 2 + 1), "▄".repeat(width))?;
        }
        write!(f, "   {}", "▔".repeat(widest + 1))
    }
}
