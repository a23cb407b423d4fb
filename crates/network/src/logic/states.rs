//! The inputs of a machine: states, given by their facts.

use super::shape::{ARITIES, Shape};

/// A feature that holds for some objects of a state.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// Its number among the input features of its arity.
    pub feature: usize,
    /// As many objects as its arity, each below the state's number of objects.
    pub objects: &'a [u32],
}

/// A batch of states, each with objects of its own. Clearing keeps the memory for the next batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States {
    features: [usize; ARITIES],
    objects: Vec<usize>,
    facts: [Facts; ARITIES],
}

/// The facts of one arity, state by state.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Facts {
    /// Those of state `s` are `facts[offsets[s]..offsets[s + 1]]`.
    offsets: Vec<usize>,
    facts: Vec<Place>,
}

/// A position where a state's tensor of input features is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The objects read as digits, the first the most significant.
    pub row: usize,
    pub feature: usize,
}

impl States {
    /// No states, for machines of a shape.
    pub fn new(shape: &Shape) -> Self {
        States::with_features(shape.levels()[0])
    }

    /// No states; `features` are the numbers of features of each arity, all of which machines use.
    pub fn with_features(features: [usize; ARITIES]) -> Self {
        let none = || Facts { offsets: vec![0], facts: Vec::new() };
        States { features, objects: Vec::new(), facts: std::array::from_fn(|_| none()) }
    }

    /// Removes all states.
    pub fn clear(&mut self) {
        self.objects.clear();
        for facts in &mut self.facts {
            facts.offsets.truncate(1);
            facts.facts.clear();
        }
    }

    /// Appends a state with `objects` objects, in which exactly these facts hold. Duplicate facts count once.
    ///
    /// # Panics
    /// If a fact has a feature or an object that does not exist.
    pub fn push<'a>(&mut self, objects: usize, facts: impl IntoIterator<Item = Fact<'a>>) {
        for fact in facts {
            let arity = fact.objects.len();
            assert!(arity < ARITIES && fact.feature < self.features[arity], "a feature that is not there");
            let row = fact.objects.iter().fold(0, |row, &object| {
                assert!((object as usize) < objects, "an object that is not there");
                row * objects + object as usize
            });
            self.facts[arity].facts.push(Place { row, feature: fact.feature });
        }
        self.objects.push(objects);
        self.facts.iter_mut().for_each(|facts| facts.offsets.push(facts.facts.len()));
    }

    /// Appends a state of another batch.
    ///
    /// # Panics
    /// If there is no such state, or the other batch has other features.
    pub fn push_state_of(&mut self, others: &Self, state: usize) {
        assert_eq!(self.features, others.features, "states with the same features");
        self.objects.push(others.objects[state]);
        for (arity, own) in self.facts.iter_mut().enumerate() {
            own.facts.extend_from_slice(others.facts(state, arity));
            own.offsets.push(own.facts.len());
        }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Are there no states?
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The number of objects of a state.
    pub fn objects(&self, state: usize) -> usize {
        self.objects[state]
    }

    /// The number of features of each arity.
    pub fn features(&self) -> &[usize; ARITIES] {
        &self.features
    }

    /// The facts of an arity that hold in a state.
    pub(crate) fn facts(&self, state: usize, arity: usize) -> &[Place] {
        let Facts { offsets, facts } = &self.facts[arity];
        &facts[offsets[state]..offsets[state + 1]]
    }
}
