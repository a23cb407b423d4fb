//! Colours that follow a search from state to state.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use search::StateSpace;
use task::Space;

use crate::graph::NONE;
use crate::key::{edge_key, own_key};
use crate::{Colour, Graph, Neighbours, Palette};

/// The colour of a node that is not there.
const ABSENT: u32 = u32::MAX;

/// Counts nodes by colour as they change.
pub trait Tally {
    /// One node more has this colour.
    fn add(&mut self, colour: u32);
    /// One node less has this colour.
    fn remove(&mut self, colour: u32);
}

/// The colours of all nodes of one state. Going on to another one takes time by what the two differ in: the atoms that come and go,
/// and the nodes near them.
///
/// Every refinement needs of an object's neighbours only the sum of their keys (`key.rs`), which a changed neighbour changes by
/// one difference. Atoms have few neighbours, so that theirs are added up each time.
#[derive(Clone, Debug)]
pub struct Follower<T> {
    tally: T,
    graph: Graph,
    refinement: Arc<Refinement>,
    places: Places,
    /// Where it is; empty before the first state.
    state: Vec<u64>,
    /// How many values of variables make an atom hold.
    holding: Vec<u32>,
    /// The colours of all nodes, objects first, iteration by iteration.
    colours: Vec<u32>,
    /// The sums of the keys of each object's neighbours, iteration by iteration but for the last.
    sums: Vec<u128>,
    /// How many neighbours of a colour an object has at a position, where they are a set.
    counts: Counts,
    incidence: Incidence,
    changes: Changes,
}

/// A palette as a follower looks colours up.
#[derive(Debug)]
struct Refinement {
    iterations: usize,
    neighbours: Neighbours,
    unseen: u32,
    /// By predicate and status.
    atoms: Vec<u32>,
    objects: FxHashMap<String, u32>,
    refined: FxHashMap<u128, u32>,
    /// By colour.
    own_keys: Vec<u128>,
    /// By colour and position.
    edge_keys: Vec<u128>,
    positions: usize,
}

/// Which variables a bit of a state belongs to.
#[derive(Clone, Debug)]
struct Places {
    /// By bit of each word: the variable, or `NONE`.
    owners: Vec<u32>,
    /// By variable: its bits in its word.
    masks: Vec<u64>,
}

/// How many neighbours of a colour an object has at a position.
#[derive(Clone, Debug, Default)]
struct Counts(FxHashMap<(u32, u32), u32>);

/// The atoms that each object is in, for those iterations in which a change of its colour changes theirs.
#[derive(Clone, Debug)]
struct Incidence {
    /// By object: the places of its edges among all objects of all atoms.
    edges: Vec<Vec<u32>>,
    /// By place: the atom.
    atoms: Vec<u32>,
    /// By place: where it stands in the list of its object.
    slots: Vec<u32>,
}

/// The nodes whose colours may have changed.
#[derive(Clone, Debug)]
struct Changes {
    /// By iteration from 1: the nodes.
    nodes: Vec<Vec<u32>>,
    /// By iteration and node: is it among them?
    is_marked: Vec<bool>,
    /// The atoms that came or went.
    atoms: Vec<u32>,
}

impl<T: Tally> Follower<T> {
    /// Follows the states of a task's space, by the colours of a palette.
    pub fn new(palette: &Palette, graph: Graph, space: &Space, tally: T) -> Self {
        let refinement = Refinement::new(palette, &graph);
        let iterations = refinement.iterations;
        let (objects, atoms) = (graph.objects(), graph.atoms());
        let nodes = objects + atoms;
        Self {
            tally,
            places: Places::new(space, graph.variables()),
            state: Vec::new(),
            holding: vec![0; atoms],
            colours: vec![ABSENT; nodes * (iterations + 1)],
            sums: vec![0; objects * iterations],
            counts: Counts::default(),
            incidence: Incidence::new(&graph, iterations >= 2),
            changes: Changes {
                nodes: vec![Vec::new(); iterations],
                is_marked: vec![false; nodes * iterations],
                atoms: Vec::new(),
            },
            refinement: Arc::new(refinement),
            graph,
        }
    }

    /// What was counted of the state where it is.
    pub fn tally(&self) -> &T {
        &self.tally
    }

    /// Goes on to a state.
    pub fn go_to(&mut self, space: &Space, state: &[u64]) -> &T {
        if self.state.is_empty() {
            self.start(space, state);
        } else {
            let Self { places, graph, state: before, holding, changes, .. } = self;
            places.differences(before, state, |variable| {
                let left = graph.atom(variable, space.value(before, variable));
                let entered = graph.atom(variable, space.value(state, variable));
                for (atom, is_left) in [(left, true), (entered, false)] {
                    if atom != NONE {
                        let count = &mut holding[atom as usize];
                        *count = if is_left { *count - 1 } else { *count + 1 };
                        changes.atoms.push(atom);
                    }
                }
            });
            self.state.copy_from_slice(state);
        }
        self.change_atoms();
        for iteration in 1..=self.refinement.iterations {
            self.refine(iteration);
        }
        &self.tally
    }

    /// Takes all nodes of the first state for changed.
    fn start(&mut self, space: &Space, state: &[u64]) {
        let Self { graph, refinement, holding, changes, .. } = self;
        graph.always.iter().for_each(|&atom| holding[atom as usize] += 1);
        for variable in 0..graph.variables() as u32 {
            let atom = graph.atom(variable, space.value(state, variable));
            if atom != NONE {
                holding[atom as usize] += 1;
            }
        }
        changes.atoms.extend(0..graph.atoms() as u32);
        for (object, kind) in graph.kinds.iter().enumerate() {
            let colour = refinement.objects.get(kind).copied().unwrap_or(refinement.unseen);
            self.colours[object] = colour;
            self.tally.add(colour);
            for iteration in 1..=refinement.iterations {
                changes.mark(iteration, object as u32, graph.objects() + graph.atoms());
            }
        }
        self.state = state.to_vec();
    }

    fn nodes(&self) -> usize {
        self.graph.objects() + self.graph.atoms()
    }

    /// Gives the atoms that came, went or changed how they stand their first colours, and takes those that went out of the graph.
    fn change_atoms(&mut self) {
        let iterations = self.refinement.iterations;
        let mut atoms = std::mem::take(&mut self.changes.atoms);
        for atom in atoms.drain(..) {
            let node = self.graph.objects() + atom as usize;
            let status = self.graph.status(atom, self.holding[atom as usize] > 0);
            let (before, after) = (self.colours[node], self.first_colour(atom, status));
            if before == after {
                continue;
            }
            if before == ABSENT {
                self.incidence.insert(&self.graph, atom);
            }
            if after == ABSENT {
                for iteration in 0..=iterations {
                    self.recolour(iteration, atom, ABSENT);
                }
                self.incidence.remove(&self.graph, atom);
            } else {
                self.recolour(0, atom, after);
                if iterations > 0 {
                    self.changes.mark(1, node as u32, self.nodes());
                }
            }
        }
        self.changes.atoms = atoms;
    }

    fn first_colour(&self, atom: u32, status: Option<crate::Status>) -> u32 {
        let Some(status) = status else { return ABSENT };
        let predicate = self.graph.predicates[atom as usize] as usize;
        self.refinement.atoms[3 * predicate + status as usize]
    }

    /// Gives an atom another colour of an iteration, which its objects see in the next.
    fn recolour(&mut self, iteration: usize, atom: u32, after: u32) {
        let nodes = self.nodes();
        let place = iteration * nodes + self.graph.objects() + atom as usize;
        let before = std::mem::replace(&mut self.colours[place], after);
        if before != ABSENT {
            self.tally.remove(before);
        }
        if after != ABSENT {
            self.tally.add(after);
        }
        let Self { graph, refinement, sums, counts, changes, .. } = self;
        if iteration == refinement.iterations {
            return;
        }
        let first = iteration * graph.objects();
        for (position, &object) in graph.objects[atom as usize].iter().enumerate() {
            let sum = &mut sums[first + object as usize];
            let list = (first as u32) + object;
            if before != ABSENT {
                let edge = refinement.edge(position, before);
                if refinement.neighbours == Neighbours::Multiset || counts.remove(list, edge) {
                    *sum = sum.wrapping_sub(refinement.edge_keys[edge as usize]);
                }
            }
            if after != ABSENT {
                let edge = refinement.edge(position, after);
                if refinement.neighbours == Neighbours::Multiset || counts.add(list, edge) {
                    *sum = sum.wrapping_add(refinement.edge_keys[edge as usize]);
                }
            }
            changes.mark(iteration + 1, object, nodes);
        }
    }

    /// Looks at all nodes whose colours of an iteration may have changed.
    fn refine(&mut self, iteration: usize) {
        let (nodes, objects) = (self.nodes(), self.graph.objects());
        let before = (iteration - 1) * nodes;
        let is_last = iteration == self.refinement.iterations;
        let mut changed = std::mem::take(&mut self.changes.nodes[iteration - 1]);
        for node in changed.drain(..) {
            self.changes.is_marked[before + node as usize] = false;
            let own = self.colours[before + node as usize];
            if own == ABSENT {
                continue;
            }
            let is_object = (node as usize) < objects;
            let around = if is_object {
                self.sums[(iteration - 1) * objects + node as usize]
            } else {
                let around = self.graph.objects[node as usize - objects].iter().enumerate();
                around.fold(0, |sum: u128, (position, &object)| {
                    let edge = self.refinement.edge(position, self.colours[before + object as usize]);
                    sum.wrapping_add(self.refinement.edge_keys[edge as usize])
                })
            };
            let after = self.refinement.refined(own, around);
            let place = iteration * nodes + node as usize;
            if self.colours[place] == after {
                continue;
            }
            if is_object {
                let before = std::mem::replace(&mut self.colours[place], after);
                if before != ABSENT {
                    self.tally.remove(before);
                }
                self.tally.add(after);
                if !is_last {
                    for &edge in &self.incidence.edges[node as usize] {
                        let atom = self.incidence.atoms[edge as usize] + objects as u32;
                        self.changes.mark(iteration + 1, atom, nodes);
                    }
                }
            } else {
                self.recolour(iteration, node - objects as u32, after);
            }
            if !is_last {
                self.changes.mark(iteration + 1, node, nodes);
            }
        }
        self.changes.nodes[iteration - 1] = changed;
    }
}

impl Refinement {
    fn new(palette: &Palette, graph: &Graph) -> Self {
        // Not those of the palette, which a file may give as many as it likes.
        let positions = graph.objects.iter().map(<[u32]>::len).max().unwrap_or(0).max(1);
        let unseen = palette.unseen();
        let numbers = || 0..=unseen;
        let mut refinement = Self {
            iterations: palette.options().iterations.into(),
            neighbours: palette.options().neighbours,
            unseen,
            atoms: vec![unseen; 3 * palette.vocabulary().predicates().len()],
            objects: FxHashMap::default(),
            refined: FxHashMap::default(),
            own_keys: numbers().map(own_key).collect(),
            edge_keys: numbers()
                .flat_map(|colour| (0..positions).map(move |position| edge_key(position as u8, colour)))
                .collect(),
            positions,
        };
        for number in 0..unseen {
            match palette.colour(number) {
                Colour::Object(kind) => {
                    refinement.objects.insert(kind.clone(), number);
                }
                Colour::Atom { predicate, status } => {
                    refinement.atoms[3 * *predicate as usize + *status as usize] = number;
                }
                colour @ Colour::Refined { .. } => {
                    refinement.refined.insert(colour.key(), number);
                }
            }
        }
        refinement
    }

    /// The place of a colour at a position among the keys of edges.
    fn edge(&self, position: usize, colour: u32) -> u32 {
        colour * self.positions as u32 + position as u32
    }

    /// What a node becomes that has a colour and neighbours of this sum. Those that are not seen have keys, too, which are in
    /// the sum of no colour.
    fn refined(&self, own: u32, around: u128) -> u32 {
        let key = self.own_keys[own as usize].wrapping_add(around);
        self.refined.get(&key).copied().unwrap_or(self.unseen)
    }
}

impl Places {
    fn new(space: &Space, variables: usize) -> Self {
        let mut places = Self { owners: vec![NONE; 64 * space.words()], masks: Vec::new() };
        for variable in 0..variables as u32 {
            let (word, mask) = space.place(variable);
            let bits = (0..64).filter(|bit| mask >> bit & 1 == 1);
            bits.for_each(|bit| places.owners[64 * word + bit] = variable);
            places.masks.push(mask);
        }
        places
    }

    /// Visits the variables that two states differ in.
    fn differences(&self, before: &[u64], after: &[u64], mut visit: impl FnMut(u32)) {
        for (word, (before, after)) in before.iter().zip(after).enumerate() {
            let mut different = before ^ after;
            while different != 0 {
                let variable = self.owners[64 * word + different.trailing_zeros() as usize];
                different &= !self.masks[variable as usize];
                visit(variable);
            }
        }
    }
}

impl Counts {
    /// True if it is the first.
    fn add(&mut self, list: u32, edge: u32) -> bool {
        let count = self.0.entry((list, edge)).or_default();
        *count += 1;
        *count == 1
    }

    /// True if it was the last.
    fn remove(&mut self, list: u32, edge: u32) -> bool {
        let count = self.0.entry((list, edge)).or_default();
        debug_assert!(*count > 0, "an edge that was never added");
        *count -= 1;
        *count == 0
    }
}

impl Incidence {
    /// Of no atoms. Empty for ever if it is of no use.
    fn new(graph: &Graph, is_used: bool) -> Self {
        if !is_used {
            return Self { edges: Vec::new(), atoms: Vec::new(), slots: Vec::new() };
        }
        let of_atom = |atom: usize| std::iter::repeat_n(atom as u32, graph.objects[atom].len());
        let places = graph.objects.items().len();
        Self {
            edges: vec![Vec::new(); graph.objects()],
            atoms: (0..graph.atoms()).flat_map(of_atom).collect(),
            slots: vec![0; places],
        }
    }

    fn insert(&mut self, graph: &Graph, atom: u32) {
        if self.edges.is_empty() {
            return;
        }
        for place in graph.objects.range(atom as usize) {
            let edges = &mut self.edges[graph.objects.items()[place] as usize];
            self.slots[place] = edges.len() as u32;
            edges.push(place as u32);
        }
    }

    fn remove(&mut self, graph: &Graph, atom: u32) {
        if self.edges.is_empty() {
            return;
        }
        for place in graph.objects.range(atom as usize) {
            let edges = &mut self.edges[graph.objects.items()[place] as usize];
            let slot = self.slots[place] as usize;
            edges.swap_remove(slot);
            if let Some(&moved) = edges.get(slot) {
                self.slots[moved as usize] = slot as u32;
            }
        }
    }
}

impl Changes {
    fn mark(&mut self, iteration: usize, node: u32, nodes: usize) {
        let mark = &mut self.is_marked[(iteration - 1) * nodes + node as usize];
        if !*mark {
            *mark = true;
            self.nodes[iteration - 1].push(node);
        }
    }
}
