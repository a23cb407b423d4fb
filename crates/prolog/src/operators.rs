//! Priorities of operators.

/// On which side of an infix operator another one of the same priority may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Associativity {
    None,
    Left,
    Right,
}

/// The highest priority that an argument may have.
pub(super) const ARGUMENT: u32 = 999;
/// The highest priority there is.
pub(super) const LOOSEST: u32 = 1200;
/// The priority of `,`.
pub(super) const COMMA: u32 = 1000;

/// The priority and associativity of an infix operator.
pub(super) fn infix(text: &str) -> Option<(u32, Associativity)> {
    use Associativity::{Left, None, Right};
    Some(match text {
        ":-" | "-->" => (1200, None),
        ";" | "|" => (1100, Right),
        "->" | "*->" => (1050, Right),
        "," => (COMMA, Right),
        "=" | "\\=" | "==" | "\\==" | "@<" | "@>" | "@=<" | "@>=" | "=.." | "is" | "=:=" | "=\\=" | "<"
        | ">" | "=<" | ">=" | "!=" | "<=" | "#=" | "#\\=" | "#<" | "#>" | "#=<" | "#>=" => (700, None),
        ".." => (450, None),
        "+" | "-" => (500, Left),
        "*" | "/" | "//" | "mod" | "rem" | "div" => (400, Left),
        "**" => (200, None),
        "^" | ":" => (200, Right),
        _ => return Option::None,
    })
}

/// How a prefix operator binds, and how loosely its argument may.
pub(super) fn prefix(text: &str) -> Option<(u32, u32)> {
    Some(match text {
        ":-" | "?-" => (1200, 1199),
        "dynamic" | "discontiguous" | "table" | "module_transparent" | "initialization" => (1150, 1149),
        "\\+" | "not" => (900, 900),
        "-" | "+" | "\\" => (200, 200),
        _ => return None,
    })
}
