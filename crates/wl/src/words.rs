//! Colours as people read them.

use std::fmt::{self, Display};

use crate::{Colour, Neighbour, Neighbours, Palette, Status};

/// Longer texts nobody reads, and files may have colours of any size.
const MOST: usize = 2000;

impl Palette {
    /// A colour in words: `block x: true on(x, _), open on(_, x)` is the one of blocks that lie on something and that something shall lie
    /// on. How often an atom occurs is told where it counts.
    pub fn words(&self, number: u32) -> String {
        let mut text = String::new();
        self.write(number, "x", &mut text);
        text
    }

    /// Writes a colour of a node called so.
    fn write(&self, number: u32, name: &str, text: &mut String) {
        let (first, around) = self.parts(number);
        match self.colour(first) {
            Colour::Object(kind) => {
                let kind = kind.strip_prefix("object").map_or(kind.as_str(), |types| match types.trim() {
                    "" => "object",
                    types => types,
                });
                text.push_str(&format!("{kind} {name}"));
                if around.is_empty() && first != number {
                    text.push_str(": in no atom");
                }
                let separators = std::iter::once(": ").chain(std::iter::repeat(", "));
                for (neighbour, separator) in around.iter().zip(separators) {
                    if text.len() > MOST {
                        text.push_str(" …");
                        return;
                    }
                    text.push_str(separator);
                    if self.options().neighbours == Neighbours::Multiset {
                        text.push_str(&format!("{} × ", neighbour.count));
                    }
                    self.write_atom(neighbour.colour, Some((neighbour.position, name)), text);
                }
            }
            _ => self.write_atom(number, None, text),
        }
    }

    /// Writes an atom's colour, with the name of the object at one of its positions, if it is seen from there.
    fn write_atom(&self, number: u32, from: Option<(u8, &str)>, text: &mut String) {
        let (first, around) = self.parts(number);
        let Colour::Atom { predicate, status } = self.colour(first) else { return };
        let predicate = self.vocabulary().predicates().get(*predicate as usize).map_or("?/0", String::as_str);
        let (predicate, arity) = predicate.rsplit_once('/').unwrap_or((predicate, "0"));
        let arity: u8 = arity.parse().unwrap_or(0);
        let names: Vec<String> = (0..arity)
            .map(|position| match from {
                Some((own, name)) if own == position => name.to_owned(),
                _ => around
                    .iter()
                    .find(|neighbour| neighbour.position == position)
                    .map_or_else(|| "_".to_owned(), |neighbour| self.object(neighbour.colour)),
            })
            .collect();
        text.push_str(&format!("{status} {predicate}({})", names.join(", ")));
    }

    /// An object seen from an atom: its kind, and in brackets what else is known of it.
    fn object(&self, number: u32) -> String {
        let mut text = String::new();
        self.write(number, "y", &mut text);
        match self.colour(number) {
            Colour::Refined { .. } => format!("[{text}]"),
            _ => match text.trim_end_matches(" y") {
                "object" => "_".to_owned(),
                kind => kind.to_owned(),
            },
        }
    }

    /// The first colour of a node of a colour, and the neighbours it had before the last refinement.
    fn parts(&self, number: u32) -> (u32, &[Neighbour]) {
        let mut first = number;
        let mut around: &[Neighbour] = &[];
        while let Colour::Refined { own, neighbours } = self.colour(first) {
            if around.is_empty() {
                around = neighbours;
            }
            first = *own;
        }
        (first, around)
    }
}

impl Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::True => "true",
            Self::Reached => "reached",
            Self::Open => "open",
        })
    }
}
