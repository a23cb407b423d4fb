//! How strongly operators bind.

/// What stands on the sides of an infix operator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Associativity {
    None,
    Left,
    Right,
}

/// The loosest that an argument may bind.
pub(super) const ARGUMENT: u32 = 999;
/// The loosest that anything binds.
pub(super) const LOOSEST: u32 = 1200;
/// How `,` binds.
pub(super) const COMMA: u32 = 1000;

/// How an infix operator binds.
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
