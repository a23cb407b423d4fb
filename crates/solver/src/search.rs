//! A search as it is asked for.

/// A search, its heuristic still to be looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The name of the heuristic.
    pub heuristic: String,
    /// What is said of it beside its name: words, and lists of words.
    pub arguments: Vec<Vec<String>>,
}

/// How states are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// IDA\*.
    Ida {
        /// How many bytes it may remember states in, if any.
        table: Option<usize>,
    },
    /// A\*.
    AStar {
        /// How much the heuristic counts; 1 for plain A\*.
        weight: f32,
    },
    /// Greedy best-first search.
    Gbfs,
}
