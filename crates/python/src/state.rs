//! States, one by one and many at a time.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use hstar::search::StateSpace;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyIterator};

use crate::arrays;
use crate::error::wrong;
use crate::ground::{Atom, Ground};
use crate::task::Shared;

/// A state of a task. It never changes, and can be a key of a dictionary.
#[pyclass(frozen, module = "hstar")]
pub struct State {
    pub of: Arc<Shared>,
    pub words: Box<[u64]>,
}

impl State {
    fn ground(&self) -> PyResult<&Ground> {
        self.of.known()
    }
}

/// The text of an atom or an action as it is written here: in lower case, with single spaces, in parentheses.
pub fn normal(text: &str) -> String {
    let inner = text.trim();
    let inner = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner);
    let words: Vec<String> = inner.split_whitespace().map(str::to_lowercase).collect();
    format!("({})", words.join(" "))
}

#[pymethods]
impl State {
    /// The atoms that hold, as in `(on a b)`, beside those that hold in every state.
    #[getter]
    fn atoms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let atoms = self.ground()?.atoms_of(&self.words).map(|atom| &*atom.text);
        PyFrozenSet::new(py, atoms)
    }

    /// Is it a goal state?
    #[getter]
    fn is_goal(&self) -> PyResult<bool> {
        Ok(self.ground()?.space.is_goal(&self.words))
    }

    fn __contains__(&self, atom: &str) -> PyResult<bool> {
        Ok(self.ground()?.holds(&self.words, &normal(atom)))
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.of, &other.of) && self.words == other.words
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.words.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> PyResult<String> {
        let ground = self.ground()?;
        let mut atoms: Vec<&str> = ground.atoms_of(&self.words).map(|atom| &*atom.text).collect();
        atoms.sort_unstable();
        Ok(format!("<hstar.State {}>", shortened(&atoms)))
    }
}

/// The first few words of a long list.
fn shortened(atoms: &[&str]) -> String {
    const MOST: usize = 20;
    let mut text = atoms.iter().take(MOST).copied().collect::<Vec<_>>().join(" ");
    if atoms.len() > MOST {
        // Writing to a string cannot fail.
        let _ = write!(text, " … {} more", atoms.len() - MOST);
    }
    text
}

/// Many states of a task, back to back: a sequence that is made, expanded and evaluated at once.
#[pyclass(frozen, sequence, module = "hstar")]
pub struct States {
    pub of: Arc<Shared>,
    pub words: Vec<u64>,
    pub count: usize,
}

impl States {
    /// The states in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        (0..self.count).map(|index| self.state(index))
    }

    /// One of them, by its place among them.
    fn state(&self, place: usize) -> &[u64] {
        let width = self.words.len() / self.count;
        &self.words[place * width..(place + 1) * width]
    }

    /// The states of a task in anything that has some: `States`, or states one by one.
    pub fn from_any(of: &Arc<Shared>, states: &Bound<'_, PyAny>) -> PyResult<Self> {
        let foreign = || wrong("the states are of another task");
        if let Ok(states) = states.cast::<Self>() {
            let states = states.get();
            if !Arc::ptr_eq(of, &states.of) {
                return Err(foreign());
            }
            return Ok(Self { of: Arc::clone(of), words: states.words.clone(), count: states.count });
        }
        if let Ok(state) = states.cast::<State>() {
            let state = state.get();
            if !Arc::ptr_eq(of, &state.of) {
                return Err(foreign());
            }
            return Ok(Self { of: Arc::clone(of), words: state.words.to_vec(), count: 1 });
        }
        let mut made = Self { of: Arc::clone(of), words: Vec::new(), count: 0 };
        for state in PyIterator::from_object(states)? {
            let state = state?;
            let state = state.cast::<State>()?.get();
            if !Arc::ptr_eq(of, &state.of) {
                return Err(foreign());
            }
            made.words.extend(&*state.words);
            made.count += 1;
        }
        Ok(made)
    }
}

#[pymethods]
impl States {
    fn __len__(&self) -> usize {
        self.count
    }

    fn __getitem__(&self, index: isize) -> PyResult<State> {
        let place = if index < 0 { index + self.count as isize } else { index };
        match usize::try_from(place).ok().filter(|&place| place < self.count) {
            Some(place) => Ok(State { of: Arc::clone(&self.of), words: self.state(place).into() }),
            None => Err(PyIndexError::new_err(format!("there is no state {index} among {}", self.count))),
        }
    }

    /// The atoms that hold in each state, as numbers: for each predicate an array with a row for each atom, the number of the
    /// state first, then those of the objects. With `static`, the atoms that hold in every state are among them.
    #[pyo3(signature = (r#static = false))]
    fn relations<'py>(&self, py: Python<'py>, r#static: bool) -> PyResult<Bound<'py, PyDict>> {
        let ground = self.of.known()?;
        let mut tables: Vec<Vec<i32>> = vec![Vec::new(); ground.predicates.len()];
        for (number, state) in self.iter().enumerate() {
            let always = ground.always.iter().filter(|_| r#static);
            for Atom { predicate, objects, .. } in ground.atoms_of(state).chain(always) {
                tables[*predicate].push(number as i32);
                tables[*predicate].extend(objects);
            }
        }
        named(py, ground, &tables, 1)
    }

    fn __repr__(&self) -> String {
        format!("<hstar.States: {}>", self.count)
    }
}

/// Tables by the names of their predicates. Rows have so many columns before those of the objects.
pub fn named<'py>(
    py: Python<'py>,
    ground: &Ground,
    tables: &[Vec<i32>],
    before: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let named = PyDict::new(py);
    for ((name, arity), table) in ground.predicates.iter().zip(tables) {
        named.set_item(name, arrays::of(py, table, Some(before + arity))?)?;
    }
    Ok(named)
}
