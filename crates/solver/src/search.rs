//! A search as the user specifies it.

/// A search, with its heuristic given by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The name of the heuristic.
    pub heuristic: String,
    /// The arguments of the heuristic; each is a word or a list of words.
    pub arguments: Vec<Vec<String>>,
}

/// The search algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// IDA\*.
    Ida {
        /// The size of its transposition table in bytes, if it has one.
        table: Option<usize>,
    },
    /// A\*.
    AStar {
        /// The weight of the heuristic; 1 for plain A\*.
        weight: f32,
    },
    /// Greedy best-first search.
    Gbfs,
}
