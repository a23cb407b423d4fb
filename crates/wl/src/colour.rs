//! What a colour stands for, and its text.

use std::fmt::{self, Display};

use crate::{Status, Vocabulary};

/// What a colour stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Before the first refinement, an object: `object`, `object truck vehicle` or `constant table`.
    Object(String),
    /// Before the first refinement, an atom.
    Atom {
        /// Its predicate, as the vocabulary numbers them.
        predicate: u32,
        /// How it stands.
        status: Status,
    },
    /// After a refinement: the colour that a node had before, and those of its neighbours.
    Refined {
        /// The node's colour before.
        own: u32,
        /// Those of its neighbours, by ascending position and colour, none twice.
        neighbours: Box<[Neighbour]>,
    },
}

/// Neighbours of one colour at one position of their atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Neighbour {
    /// The position that labels the edge, from 0.
    pub position: u8,
    /// The neighbours' colour.
    pub colour: u32,
    /// How many there are; 1 where that is not counted.
    pub count: u32,
}

impl Colour {
    /// As text: `object truck`, `open on/2`, or `7 0:3 1:5*2` for colour 7 with a neighbour of colour 3 at position 0 and two of
    /// colour 5 at position 1.
    pub fn text<'a>(&'a self, vocabulary: &'a Vocabulary) -> impl Display + 'a {
        fmt::from_fn(move |out| match self {
            Self::Object(kind) => out.write_str(kind),
            Self::Atom { predicate, status } => {
                let name = vocabulary.predicates().get(*predicate as usize).map_or("?", String::as_str);
                write!(out, "{status} {name}")
            }
            Self::Refined { own, neighbours } => {
                write!(out, "{own}")?;
                for Neighbour { position, colour, count } in neighbours {
                    write!(out, " {position}:{colour}")?;
                    if *count != 1 {
                        write!(out, "*{count}")?;
                    }
                }
                Ok(())
            }
        })
    }

    /// The colour of a text; `None` if it is none.
    pub fn parse(text: &str, vocabulary: &Vocabulary) -> Option<Self> {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        if let Some(status) = Status::ALL.into_iter().find(|status| status.to_string() == first) {
            let predicate = vocabulary.predicates().iter().position(|name| name == rest)?;
            return Some(Self::Atom { predicate: predicate as u32, status });
        }
        if matches!(first, "object" | "constant") {
            return Some(Self::Object(text.to_owned()));
        }
        let own = first.parse().ok()?;
        let neighbours: Box<[Neighbour]> =
            rest.split(' ').filter(|part| !part.is_empty()).map(neighbour).collect::<Option<_>>()?;
        let is_ordered = neighbours
            .is_sorted_by(|first, second| (first.position, first.colour) < (second.position, second.colour));
        is_ordered.then_some(Self::Refined { own, neighbours })
    }
}

fn neighbour(text: &str) -> Option<Neighbour> {
    let (position, rest) = text.split_once(':')?;
    let (colour, count) = rest.split_once('*').unwrap_or((rest, "1"));
    let count: u32 = count.parse().ok().filter(|&count| count > 0)?;
    Some(Neighbour { position: position.parse().ok()?, colour: colour.parse().ok()?, count })
}
