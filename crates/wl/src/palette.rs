//! The colours that were met in training.

use std::collections::hash_map::Entry;
use std::fmt::{self, Display};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use task::Space;

use crate::key::{edge_key, own_key};
use crate::{Colour, Graph, Neighbour, Neighbours, Options, Vocabulary};

/// The colours that were met in training, numbered from 0 in the order in which they were met. A node whose surroundings were never
/// met has the colour [`unseen`](Self::unseen), and so have its neighbours after the next refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    options: Options,
    vocabulary: Vocabulary,
    colours: Vec<Colour>,
    /// By colour: how many refinements made it.
    iterations: Vec<u8>,
    numbers: FxHashMap<Colour, u32>,
}

/// A palette as files have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaletteText {
    /// How graphs are made and refined.
    pub options: Options,
    /// The names in them.
    pub vocabulary: Vocabulary,
    /// Each colour, as [`Colour::text`] writes it.
    pub colours: Vec<String>,
}

/// Why a text is no palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPalette {
    /// Its options or names could not be those of a palette.
    Options,
    /// The colour of this number is none.
    Colour(usize),
}

impl Palette {
    /// Without colours.
    pub fn new(options: Options, vocabulary: Vocabulary) -> Self {
        let (colours, iterations, numbers) = (Vec::new(), Vec::new(), FxHashMap::default());
        Self { options, vocabulary, colours, iterations, numbers }
    }

    /// How graphs are made and refined.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The names in graphs.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The number of colours.
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// Are there no colours?
    pub fn is_empty(&self) -> bool {
        self.colours.is_empty()
    }

    /// What nodes have whose colour is not among these: the number after the last.
    pub fn unseen(&self) -> u32 {
        self.colours.len() as u32
    }

    /// What a colour stands for.
    pub fn colour(&self, number: u32) -> &Colour {
        &self.colours[number as usize]
    }

    /// How many refinements made a colour.
    pub fn iteration(&self, number: u32) -> u8 {
        self.iterations[number as usize]
    }

    /// The graph of a task's states.
    ///
    /// # Errors
    /// When the task has none.
    pub fn graph(&self, task: &task::Task) -> Result<Graph, crate::NoGraph> {
        Graph::new(task, &self.vocabulary, &self.options)
    }

    /// Adds the colours of a state that it does not have.
    pub fn learn(&mut self, graph: &Graph, space: &Space, state: &[u64]) {
        let Options { iterations, neighbours, .. } = self.options;
        let mut add = |colour: Colour, iteration: u8| {
            let number = self.colours.len() as u32;
            Some(match self.numbers.entry(colour) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    self.colours.push(entry.key().clone());
                    self.iterations.push(iteration);
                    *entry.insert(number)
                }
            })
        };
        refine(graph, space, state, iterations, neighbours, &mut add);
    }

    /// How many nodes of a state have each colour after each number of refinements, and last how many have one that is not known: by
    /// the definition, from nothing.
    pub fn count(&self, graph: &Graph, space: &Space, state: &[u64]) -> Vec<u32> {
        let mut counts = vec![0; self.len() + 1];
        let mut look_up = |colour: Colour, _| self.numbers.get(&colour).copied();
        let Options { iterations, neighbours, .. } = self.options;
        for colour in refine(graph, space, state, iterations, neighbours, &mut look_up).into_iter().flatten()
        {
            counts[colour.unwrap_or(self.unseen()) as usize] += 1;
        }
        counts
    }

    /// As files have it.
    pub fn to_text(&self) -> PaletteText {
        PaletteText {
            options: self.options,
            vocabulary: self.vocabulary.clone(),
            colours: self.colours.iter().map(|colour| colour.text(&self.vocabulary).to_string()).collect(),
        }
    }

    /// From a file.
    ///
    /// # Errors
    /// When it is none that a palette could have been written to.
    pub fn from_text(text: &PaletteText) -> Result<Self, NoPalette> {
        let PaletteText { options, vocabulary, colours } = text;
        if options.iterations > Options::MOST_ITERATIONS || !vocabulary.is_well_formed() {
            return Err(NoPalette::Options);
        }
        let mut palette = Self::new(*options, vocabulary.clone());
        let mut keys = FxHashMap::default();
        for (number, text) in colours.iter().enumerate() {
            let wrong = NoPalette::Colour(number);
            let colour = Colour::parse(text, vocabulary).ok_or(wrong.clone())?;
            let iteration = palette.iteration_of(&colour).ok_or(wrong.clone())?;
            let is_new = keys.insert(colour.key(), ()).is_none();
            if !is_new || palette.numbers.insert(colour.clone(), number as u32).is_some() {
                return Err(wrong);
            }
            palette.colours.push(colour);
            palette.iterations.push(iteration);
        }
        Ok(palette)
    }

    /// How many refinements made a colour; `None` if it is of colours that are not there, or of different iterations.
    fn iteration_of(&self, colour: &Colour) -> Option<u8> {
        match colour {
            Colour::Object(_) | Colour::Atom { .. } => Some(0),
            Colour::Refined { own, neighbours } => {
                let before = *self.iterations.get(*own as usize)?;
                let positions = self.vocabulary.positions();
                let fits = |neighbour: &Neighbour| {
                    self.iterations.get(neighbour.colour as usize) == Some(&before)
                        && usize::from(neighbour.position) < positions
                        && (neighbour.count == 1 || self.options.neighbours == Neighbours::Multiset)
                };
                (before < self.options.iterations && neighbours.iter().all(fits)).then_some(before + 1)
            }
        }
    }
}

impl Colour {
    /// What a follower looks it up by, for a colour that is made by a refinement.
    pub(crate) fn key(&self) -> u128 {
        match self {
            // First colours are looked up by what they stand for; these keys only have to differ.
            Self::Object(_) | Self::Atom { .. } => crate::key::text_key(&format!("{self:?}")),
            Self::Refined { own, neighbours } => {
                let edge = |neighbour: &Neighbour| {
                    edge_key(neighbour.position, neighbour.colour).wrapping_mul(neighbour.count.into())
                };
                neighbours.iter().map(edge).fold(own_key(*own), u128::wrapping_add)
            }
        }
    }
}

/// The colours of all nodes after each number of refinements, objects first, as numbers that `number` knows for them. A node is
/// `None` if it, or a neighbour before the refinement, has no number.
fn refine(
    graph: &Graph,
    space: &Space,
    state: &[u64],
    iterations: u8,
    neighbours: Neighbours,
    number: &mut impl FnMut(Colour, u8) -> Option<u32>,
) -> Vec<Vec<Option<u32>>> {
    let nodes = graph.nodes(space, state);
    let mut edges: Vec<Vec<(u8, usize)>> = vec![Vec::new(); graph.objects() + nodes.len()];
    let mut first: Vec<Option<u32>> =
        graph.kinds.iter().map(|kind| number(Colour::Object(kind.clone()), 0)).collect();
    for (place, &(atom, status)) in nodes.iter().enumerate() {
        let (predicate, objects) = graph.atom_parts(atom);
        first.push(number(Colour::Atom { predicate, status }, 0));
        let node = graph.objects() + place;
        for (position, &object) in objects.iter().enumerate() {
            edges[node].push((position as u8, object as usize));
            edges[object as usize].push((position as u8, node));
        }
    }
    let mut colours = vec![first];
    for iteration in 1..=iterations {
        let before = &colours[usize::from(iteration) - 1];
        let after = edges.iter().zip(before).map(|(edges, own)| {
            let around = |&(position, node): &(u8, usize)| Some((position, before[node]?));
            let mut around: Vec<(u8, u32)> = edges.iter().map(around).collect::<Option<_>>()?;
            around.sort_unstable();
            let counted = around.chunk_by(|first, second| first == second).map(|same| {
                let count = if neighbours == Neighbours::Multiset { same.len() as u32 } else { 1 };
                Neighbour { position: same[0].0, colour: same[0].1, count }
            });
            number(Colour::Refined { own: (*own)?, neighbours: counted.collect() }, iteration)
        });
        let after = after.collect();
        colours.push(after);
    }
    colours
}

impl Display for NoPalette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Options => f.write_str("its options or names are none of a palette"),
            Self::Colour(number) => write!(f, "its colour {number} is none"),
        }
    }
}

impl std::error::Error for NoPalette {}
