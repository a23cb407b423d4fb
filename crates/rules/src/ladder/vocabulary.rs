//! The predicates that rules about states of one kind may use.

use induction::{Bias, Predicate, Problem, Type};

/// A value of a variable: its number among those of its type.
pub type Value = u8;

/// The predicates that rules about states of one kind may use: over a state and values, of which each type has few.
///
/// A state is described by its *ground atoms*: whether each predicate of a state holds for each choice of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// The head, the predicates and the bias; without examples and tuples. The head has one argument, the state, and of each
    /// predicate at most the first argument is a state.
    frame: Problem,
    /// How many values each type has.
    counts: Vec<usize>,
    meanings: Vec<Meaning>,
    atoms: usize,
    /// Predicates that name the topic of an example (the goal that it is about): one ground atom of all of them holds in each.
    /// Empty if examples have no topic.
    topics: Vec<usize>,
}

/// The meaning of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It is about values alone, and holds for these tuples.
    OfValues(Vec<Box<[Value]>>),
    /// It is about a state and values. Its ground atoms begin with this one; the last value counts fastest.
    OfState(usize),
}

impl Vocabulary {
    /// The vocabulary of predicates over types whose numbers of values are `counts`. `holds` are the tuples of predicates over
    /// values alone, `None` for predicates of a state.
    pub fn new(frame: Problem, counts: Vec<usize>, holds: Vec<Option<Vec<Box<[Value]>>>>) -> Self {
        let mut vocabulary = Self { frame, counts, meanings: Vec::new(), atoms: 0, topics: Vec::new() };
        for (number, tuples) in holds.into_iter().enumerate() {
            let meaning = match tuples {
                Some(tuples) => Meaning::OfValues(tuples),
                None => {
                    let first = vocabulary.atoms;
                    vocabulary.atoms += vocabulary.sizes(number).product::<usize>();
                    Meaning::OfState(first)
                }
            };
            vocabulary.meanings.push(meaning);
        }
        vocabulary
    }

    /// The head, the predicates and the bias.
    pub fn frame(&self) -> &Problem {
        &self.frame
    }

    /// The same with other limits on rules.
    pub fn with_bias(&self, bias: Bias) -> Self {
        Self { frame: Problem { bias, ..self.frame.clone() }, ..self.clone() }
    }

    /// The same with predicates that name the topic of an example: one ground atom of all of them holds in each.
    pub(crate) fn with_topics(self, topics: Vec<usize>) -> Self {
        Self { topics, ..self }
    }

    /// Predicates that name the topic of an example, if there are such.
    pub(crate) fn topics(&self) -> &[usize] {
        &self.topics
    }

    /// How many ground atoms there are.
    pub fn atoms(&self) -> usize {
        self.atoms
    }

    /// The number of values of a type.
    pub fn values(&self, of: Type) -> usize {
        self.counts[usize::from(of)]
    }

    /// The number of a predicate, by its name.
    pub fn predicate(&self, name: &str) -> Option<usize> {
        self.frame.body.iter().position(|predicate| predicate.name == name)
    }

    /// The first ground atom of a predicate, if it is about a state.
    pub fn first_atom(&self, predicate: usize) -> Option<usize> {
        match self.meanings[predicate] {
            Meaning::OfState(first) => Some(first),
            Meaning::OfValues(_) => None,
        }
    }

    pub(crate) fn meaning(&self, predicate: usize) -> &Meaning {
        &self.meanings[predicate]
    }

    /// The ground atom of a predicate and values.
    #[inline]
    pub(crate) fn atom(&self, predicate: usize, first: usize, values: impl Iterator<Item = Value>) -> usize {
        first
            + self
                .sizes(predicate)
                .zip(values)
                .fold(0, |number, (size, value)| number * size + usize::from(value))
    }

    /// The number of values of each argument that is not a state.
    fn sizes(&self, predicate: usize) -> impl Iterator<Item = usize> {
        let Predicate { types, .. } = &self.frame.body[predicate];
        let state = self.frame.head.types[0];
        types.iter().filter(move |&&of| of != state).map(|&of| self.counts[usize::from(of)])
    }
}
