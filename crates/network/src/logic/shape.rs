//! The sizes of a machine, and the order of its matrices.

use serde::{Deserialize, Serialize};

/// The number of arities: properties of a state, of objects, of pairs and of triples.
pub const ARITIES: usize = 4;

/// The sizes of a [`Machine`](super::Machine).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The number of input features of each arity.
    pub inputs: [usize; ARITIES],
    /// The number of layers; at least one.
    pub depth: usize,
    /// The largest arity; at most 3. Inputs of larger arities are ignored.
    pub breadth: usize,
    /// The number of features of each arity that a layer but the last computes.
    pub width: usize,
    /// The number of outputs.
    pub outputs: usize,
}

impl Shape {
    /// By level: the number of features of each arity. Level 0 are the inputs, and layer `l` computes level `l`. A level has an
    /// arity only if a later layer can use it, and if there is anything to compute it from.
    pub fn levels(&self) -> Vec<[usize; ARITIES]> {
        let mut inputs = self.inputs;
        inputs.iter_mut().skip(self.breadth + 1).for_each(|features| *features = 0);
        let mut levels = vec![inputs];
        for level in 1..self.depth {
            let below = levels[level - 1];
            let largest = self.breadth.min(self.depth - level);
            levels.push(std::array::from_fn(|arity| {
                if arity <= largest && sources(&below, arity).iter().sum::<usize>() > 0 {
                    self.width
                } else {
                    0
                }
            }));
        }
        levels.push([self.outputs, 0, 0, 0]);
        levels
    }

    /// Layer and arity of each matrix, in the order of [`Machine::layers`](super::Machine::layers).
    pub fn places(&self) -> Vec<(usize, usize)> {
        let levels = self.levels();
        let all = (1..levels.len()).flat_map(|level| (0..ARITIES).map(move |arity| (level, arity)));
        all.filter(|&(level, arity)| levels[level][arity] > 0).collect()
    }

    /// The number of inputs and of outputs of each matrix, in the order of [`Machine::layers`](super::Machine::layers).
    pub fn matrices(&self) -> Vec<(usize, usize)> {
        let levels = self.levels();
        let size = |(level, arity): (usize, usize)| {
            let inputs = orders(arity) * sources(&levels[level - 1], arity).iter().sum::<usize>();
            (inputs, levels[level][arity])
        };
        self.places().into_iter().map(size).collect()
    }
}

/// The numbers of features that an arity takes from the level below: of the arity below it, of its own, and as least and as
/// greatest values of the arity above.
pub(crate) fn sources(below: &[usize; ARITIES], arity: usize) -> [usize; 4] {
    let of = |arity: Option<usize>| arity.and_then(|arity| below.get(arity)).copied().unwrap_or(0);
    let above = of(Some(arity + 1));
    [of(arity.checked_sub(1)), of(Some(arity)), above, above]
}

/// The number of orders of `arity` objects.
pub(crate) fn orders(arity: usize) -> usize {
    (1..=arity).product()
}

/// All orders of three objects, as lists of positions, in lexicographic order.
pub(super) const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The objects of a triple in an order: the `d`th object goes to position `order[d]`.
#[inline(always)]
pub(super) const fn arrange(order: [usize; 3], objects: [usize; 3]) -> [usize; 3] {
    let mut arranged = [0; 3];
    arranged[order[0]] = objects[0];
    arranged[order[1]] = objects[1];
    arranged[order[2]] = objects[2];
    arranged
}
