//! The text of a machine's CUDA program, and the order in which a GPU runs its parts.

use super::super::super::logic::{ARITIES, Shape, orders, sources};
use std::fmt::Write;

/// The number of blocks that share sums over all rows, as in the text.
pub(super) const SHARES: usize = 256;

/// The templates of the programs.
const KERNELS: &str = include_str!("kernels.cu");

/// The parameters of every program: the table of buffers, and the amount of work.
const PARAMETERS: &str = "(const u64* at, u32 count)";

/// Macros for the buffers of the table.
const PLACES: &str = "
#define STATES reinterpret_cast<const State*>(at[0])
#define TILES(arity) reinterpret_cast<const Tile*>(at[1 + arity])
#define FACTS(arity) reinterpret_cast<const u64*>(at[5 + arity])
#define FLOATS(slot) reinterpret_cast<float*>(at[slot])
#define CHOICES(slot) reinterpret_cast<u16*>(at[slot])
";

/// A buffer of a batch, by its slot in the table of buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Buffer {
    /// Objects and first rows of each state.
    States,
    /// The tiles of an arity.
    Tiles(usize),
    /// The positions of ones among an arity's input values.
    Facts(usize),
    /// The machine's parameters.
    Numbers,
    /// The partial sums of each block, for each of these.
    Shares,
    /// Something of a level and an arity.
    Of(Kind, usize, usize),
}

/// The kinds of buffers of a level's arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its features.
    Values,
    /// Least and greatest values of the arity above.
    Reduced,
    /// The objects that these values belong to.
    Choices,
    /// The gradients by its sums.
    Slopes,
    /// The gradients by least and greatest values.
    ReducedSlopes,
    /// The gradients by the sums of the arity above at the level above, summed over the last object of each order.
    Sums,
}

impl Buffer {
    /// Its index in the table.
    pub fn slot(self) -> usize {
        match self {
            Buffer::States => 0,
            Buffer::Tiles(arity) => 1 + arity,
            Buffer::Facts(arity) => 5 + arity,
            Buffer::Numbers => 9,
            Buffer::Shares => 10,
            Buffer::Of(kind, level, arity) => 11 + (level * ARITIES + arity) * 6 + kind as usize,
        }
    }
}

/// A buffer with a row for each tuple of objects of an arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub slot: usize,
    pub arity: usize,
    /// The bytes of a row.
    pub bytes: usize,
}

/// The number of blocks that run a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    /// One for each tile of an arity.
    Tiles(usize),
    /// As many as the facts of an arity need.
    Facts(usize),
    /// As many as share the tiles of an arity.
    Shares(usize),
}

/// The programs of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub text: String,
    /// The names of programs in the order in which they run, from facts to outputs.
    pub forward: Vec<(String, Grid)>,
    /// From the gradients by outputs to all shares.
    pub backward: Vec<(String, Grid)>,
    pub rooms: Vec<Room>,
    /// The number of slots.
    pub slots: usize,
    levels: Vec<[usize; ARITIES]>,
    /// By level and arity: where its matrix begins among the parameters.
    starts: Vec<[usize; ARITIES]>,
    /// The number of parameters of the machine.
    pub size: usize,
}

impl Source {
    pub fn new(shape: &Shape) -> Self {
        let levels = shape.levels();
        let mut starts = vec![[0; ARITIES]; levels.len()];
        let mut size = 0;
        for ((level, arity), (inputs, outputs)) in shape.places().into_iter().zip(shape.matrices()) {
            starts[level][arity] = size;
            size += (inputs + 1) * outputs;
        }
        let slots = Buffer::Of(Kind::Values, levels.len(), 0).slot();
        let text = [KERNELS, PLACES].concat();
        let (forward, backward, rooms) = (Vec::new(), Vec::new(), Vec::new());
        let mut source = Source { text, forward, backward, rooms, slots, levels, starts, size };
        source.make_room();
        source.write_forward();
        source.write_backward();
        source
    }

    /// The features of a level's arity.
    fn features(&self, level: usize, arity: usize) -> usize {
        self.levels.get(level).and_then(|level| level.get(arity)).copied().unwrap_or(0)
    }

    /// The numbers of inputs of a matrix for each order: from the arity below, its own, and the one above.
    fn taken(&self, level: usize, arity: usize) -> (usize, usize, usize) {
        let [low, own, reduced, _] = sources(&self.levels[level - 1], arity);
        (low, own, reduced)
    }

    /// A buffer of the outputs.
    pub fn outputs(&self, kind: Kind) -> Room {
        let bytes = self.features(self.depth(), 0) * size_of::<f32>();
        Room { slot: Buffer::Of(kind, self.depth(), 0).slot(), arity: 0, bytes }
    }

    fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// The arities that a level has features of.
    fn arities(&self, level: usize) -> Vec<usize> {
        (0..ARITIES).filter(|&arity| self.features(level, arity) > 0).collect()
    }

    fn make_room(&mut self) {
        const FLOAT: usize = size_of::<f32>();
        const CHOICE: usize = size_of::<u16>();
        let mut rooms = Vec::new();
        let mut add = |kind, level, arity, rows_of, bytes| {
            if bytes > 0 {
                rooms.push(Room { slot: Buffer::Of(kind, level, arity).slot(), arity: rows_of, bytes });
            }
        };
        for level in 0..=self.depth() {
            for arity in self.arities(level) {
                let features = self.features(level, arity);
                add(Kind::Values, level, arity, arity, features * FLOAT);
                if level == 0 {
                    continue;
                }
                let (low, _, reduced) = self.taken(level, arity);
                add(Kind::Slopes, level, arity, arity, features * FLOAT);
                add(Kind::Reduced, level - 1, arity, arity, 2 * reduced * FLOAT);
                add(Kind::Choices, level - 1, arity, arity, 2 * reduced * CHOICE);
                add(Kind::ReducedSlopes, level - 1, arity, arity, 2 * reduced * FLOAT);
                if low > 0 {
                    let columns = orders(arity) * features;
                    add(Kind::Sums, level, arity, arity - 1, columns * FLOAT);
                }
            }
        }
        self.rooms = rooms;
    }

    fn write_forward(&mut self) {
        let mut order = Vec::new();
        for arity in self.arities(0) {
            let values = floats(Kind::Values, 0, arity);
            let call = format!("mark_facts(FACTS({arity}), {values}, count)");
            order.push((self.program(&format!("facts_{arity}"), &call), Grid::Facts(arity)));
        }
        for level in 1..=self.depth() {
            for arity in self.arities(level) {
                let (low, own, reduced) = self.taken(level, arity);
                if reduced > 0 {
                    let call = format!(
                        "reduce<{arity}, {reduced}>(TILES({arity}), STATES, {}, {}, {})",
                        floats(Kind::Values, level - 1, arity + 1),
                        floats(Kind::Reduced, level - 1, arity),
                        choices(level - 1, arity),
                    );
                    order.push((self.program(&format!("reduce_{level}_{arity}"), &call), Grid::Tiles(arity)));
                }
                let outputs = self.features(level, arity);
                let hidden = level < self.depth();
                let call = format!(
                    "forward<{arity}, {low}, {own}, {reduced}, {outputs}, {hidden}>(TILES({arity}), STATES, {}, {}, {}, \
                     {}, {})",
                    below(low, level, arity),
                    only(own > 0, floats(Kind::Values, level - 1, arity)),
                    only(reduced > 0, floats(Kind::Reduced, level - 1, arity)),
                    self.matrix(Buffer::Numbers, level, arity),
                    floats(Kind::Values, level, arity),
                );
                order.push((self.program(&format!("forward_{level}_{arity}"), &call), Grid::Tiles(arity)));
            }
        }
        self.forward = order;
    }

    fn write_backward(&mut self) {
        let mut order = Vec::new();
        for level in (1..=self.depth()).rev() {
            for arity in self.arities(level) {
                self.write_gradients(level, arity, &mut order);
            }
            if level > 1 {
                for arity in self.arities(level - 1) {
                    self.write_slopes(level - 1, arity, &mut order);
                }
            }
        }
        self.backward = order;
    }

    /// Writes the programs from the gradients by a matrix's sums to those by its parameters and inputs.
    fn write_gradients(&mut self, level: usize, arity: usize, order: &mut Vec<(String, Grid)>) {
        let (low, own, reduced) = self.taken(level, arity);
        let (outputs, size) = (self.features(level, arity), self.size);
        let slopes = floats(Kind::Slopes, level, arity);
        let shares = self.matrix(Buffer::Shares, level, arity);
        let call = format!(
            "inner_gradients<{arity}, {low}, {own}, {reduced}, {outputs}>(TILES({arity}), count, STATES, {}, {}, \
             {slopes}, {shares}, {size})",
            only(own > 0, floats(Kind::Values, level - 1, arity)),
            only(reduced > 0, floats(Kind::Reduced, level - 1, arity)),
        );
        order.push((self.program(&format!("inner_gradients_{level}_{arity}"), &call), Grid::Shares(arity)));
        if low > 0 {
            let (lower, inputs) = (arity - 1, low + own + 2 * reduced);
            let sums = floats(Kind::Sums, level, arity);
            let call = format!("sum_slopes<{arity}, {outputs}>(TILES({lower}), STATES, {slopes}, {sums})");
            order.push((self.program(&format!("sum_slopes_{level}_{arity}"), &call), Grid::Tiles(lower)));
            let call = format!(
                "outer_gradients<{arity}, {low}, {inputs}, {outputs}>(TILES({lower}), count, STATES, {}, {sums}, \
                 {shares}, {size})",
                below(low, level, arity),
            );
            order.push((
                self.program(&format!("outer_gradients_{level}_{arity}"), &call),
                Grid::Shares(lower),
            ));
        }
        if reduced > 0 && level > 1 {
            let call = format!(
                "reduced_slopes<{arity}, {low}, {own}, {reduced}, {outputs}>(TILES({arity}), STATES, {slopes}, {}, {})",
                self.matrix(Buffer::Numbers, level, arity),
                floats(Kind::ReducedSlopes, level - 1, arity),
            );
            order.push((self.program(&format!("reduced_slopes_{level}_{arity}"), &call), Grid::Tiles(arity)));
        }
    }

    /// Writes the program for the gradients by the sums of a hidden level's arity, from all uses of it in the level above.
    fn write_slopes(&mut self, level: usize, arity: usize, order: &mut Vec<(String, Grid)>) {
        let features = self.features(level, arity);
        let (same, up) = (self.features(level + 1, arity), self.features(level + 1, arity + 1));
        let inputs = |arity: usize| {
            let (low, own, reduced) = self.taken(level + 1, arity);
            (low, low + own + 2 * reduced)
        };
        let (same_low, same_in) = if same > 0 { inputs(arity) } else { (0, 0) };
        let up_in = if up > 0 { inputs(arity + 1).1 } else { 0 };
        let lower = arity.checked_sub(1).filter(|&lower| self.features(level + 1, lower) > 0);
        let call = format!(
            "hidden_slopes<{arity}, {features}, {same}, {same_in}, {same_low}, {up}, {up_in}, {}>(TILES({arity}), STATES, \
             {}, {}, {}, {}, {}, {}, {}, {})",
            lower.is_some(),
            only(same > 0, floats(Kind::Slopes, level + 1, arity)),
            only(same > 0, self.matrix(Buffer::Numbers, level + 1, arity)),
            only(up > 0, floats(Kind::Sums, level + 1, arity + 1)),
            only(up > 0, self.matrix(Buffer::Numbers, level + 1, arity + 1)),
            lower.map_or(NOTHING.to_owned(), |lower| floats(Kind::ReducedSlopes, level, lower)),
            lower.map_or(NOTHING.to_owned(), |lower| choices(level, lower)),
            floats(Kind::Values, level, arity),
            floats(Kind::Slopes, level, arity),
        );
        order.push((self.program(&format!("hidden_slopes_{level}_{arity}"), &call), Grid::Tiles(arity)));
    }

    /// Do the programs fit into the shared memory of a GPU's blocks? It has to hold the part of a matrix for one order of the
    /// objects.
    pub fn fits(&self) -> bool {
        const ROOM: usize = 12_000;
        let numbers = |level: usize, arity: usize| {
            let (low, own, reduced) = self.taken(level, arity);
            (low + own + 2 * reduced) * self.features(level, arity)
        };
        (1..=self.depth())
            .all(|level| self.arities(level).into_iter().all(|arity| numbers(level, arity) <= ROOM))
    }

    /// The address of a matrix, or of the buffer that corresponds to it.
    fn matrix(&self, buffer: Buffer, level: usize, arity: usize) -> String {
        let start = self.starts.get(level).and_then(|level| level.get(arity)).copied().unwrap_or(0);
        format!("FLOATS({}) + {start}", buffer.slot())
    }

    /// Adds a program that makes a call. Returns its name.
    fn program(&mut self, name: &str, call: &str) -> String {
        // Writing to a string never fails.
        let _ = writeln!(self.text, "extern \"C\" __global__ void {name}{PARAMETERS} {{ {call}; }}");
        name.to_owned()
    }
}

const NOTHING: &str = "nullptr";

fn only(exists: bool, place: String) -> String {
    if exists { place } else { NOTHING.to_owned() }
}

fn floats(kind: Kind, level: usize, arity: usize) -> String {
    format!("FLOATS({})", Buffer::Of(kind, level, arity).slot())
}

fn choices(level: usize, arity: usize) -> String {
    format!("CHOICES({})", Buffer::Of(Kind::Choices, level, arity).slot())
}

/// The values of the arity below that a matrix takes.
fn below(low: usize, level: usize, arity: usize) -> String {
    match arity.checked_sub(1) {
        Some(arity) if low > 0 => floats(Kind::Values, level - 1, arity),
        _ => NOTHING.to_owned(),
    }
}
