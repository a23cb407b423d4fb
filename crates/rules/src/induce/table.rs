//! All ways in which a body holds for examples.

use super::bits::Bits;
use super::body::Atom;
use super::index::Index;
use crate::Constant;

/// All ways in which a part of a body holds, for each context a row with the values of all variables. The rows of a context
/// stand together.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The contexts that have rows.
    contexts: Vec<u32>,
    /// Where the rows of each begin, and where all end.
    starts: Vec<u32>,
    /// How many columns there are.
    pub(crate) width: usize,
    values: Vec<Constant>,
}

impl Table {
    /// One row without columns, in the one context that there is when nothing counts.
    pub(crate) fn of_nothing() -> Self {
        Self { contexts: vec![0], starts: vec![0, 1], width: 0, values: Vec::new() }
    }

    /// For `count` other contexts: each has the rows of one of these, and further values, which `origin` tells.
    pub(crate) fn widened<V: ExactSizeIterator<Item = Constant> + Clone>(
        &self,
        count: usize,
        origin: impl Fn(usize) -> (u32, V),
    ) -> Self {
        let mut places = vec![u32::MAX; self.contexts.iter().max().map_or(0, |&last| last as usize + 1)];
        self.contexts.iter().zip(0..).for_each(|(&context, place)| places[context as usize] = place);
        let mut table = Self { contexts: Vec::new(), starts: vec![0], width: self.width, values: Vec::new() };
        let mut rows = 0;
        for context in 0..count {
            let (before, further) = origin(context);
            table.width = self.width + further.len();
            let Some(&place) = places.get(before as usize).filter(|&&place| place != u32::MAX) else {
                continue;
            };
            let (start, end) =
                (self.starts[place as usize] as usize, self.starts[place as usize + 1] as usize);
            for row in start..end {
                table.values.extend_from_slice(&self.values[row * self.width..][..self.width]);
                table.values.extend(further.clone());
            }
            rows += (end - start) as u32;
            table.contexts.push(context as u32);
            table.starts.push(rows);
        }
        table
    }

    /// The rows of the context at a place among those that have any.
    #[inline]
    fn rows(&self, place: usize) -> std::slice::ChunksExact<'_, Constant> {
        let (start, end) = (self.starts[place] as usize, self.starts[place + 1] as usize);
        self.values[start * self.width..end * self.width].chunks_exact(self.width)
    }

    /// The table with a literal more, or `None` if it would have more than `most` rows. New variables follow the others.
    pub(crate) fn joined(&self, atom: Atom, index: &Index, arity: usize, most: usize) -> Option<Self> {
        let joint = Joint::new(atom, arity, self.width, index);
        let mut table =
            Self { contexts: Vec::new(), starts: vec![0], width: joint.width, values: Vec::new() };
        let mut rows = 0_usize;
        for (place, &context) in self.contexts.iter().enumerate() {
            for row in self.rows(place) {
                joint.for_each(row, index, |tuple| {
                    table.values.extend_from_slice(row);
                    table.values.extend(joint.fresh.iter().map(|&(_, place)| tuple[place]));
                    rows += 1;
                    true
                });
                if rows > most {
                    return None;
                }
            }
            if rows > table.starts.last().map_or(0, |&end| end as usize) {
                table.contexts.push(context);
                table.starts.push(rows as u32);
            }
        }
        Some(table)
    }

    /// The contexts, of so many, for which a literal holds in any row.
    pub(crate) fn covered(&self, joint: &Joint, index: &Index, of: usize) -> Bits {
        let mut covered = Bits::none(of);
        for (place, &context) in self.contexts.iter().enumerate() {
            if self.rows(place).any(|row| joint.holds(row, index)) {
                covered.insert(context as usize);
            }
        }
        covered
    }

    /// Does a literal fail for any row of a context that counts?
    pub(crate) fn fails_somewhere(&self, joint: &Joint, index: &Index, counts: &[bool]) -> bool {
        let places = (0..self.contexts.len()).filter(|&place| counts[self.contexts[place] as usize]);
        places.into_iter().any(|place| self.rows(place).any(|row| !joint.holds(row, index)))
    }
}

/// How a literal is looked up, given the values of the variables before it.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// The places of arguments that are known, with the column of each.
    known: Vec<(usize, usize)>,
    /// New columns, with the place of the argument.
    fresh: Vec<(usize, usize)>,
    /// The known place that leaves the fewest tuples.
    by: (usize, usize),
    arity: usize,
    width: usize,
}

impl Joint {
    /// For rows of `width` columns.
    pub(crate) fn new(atom: Atom, arity: usize, width: usize, index: &Index) -> Self {
        let (mut known, mut fresh) = (Vec::new(), Vec::new());
        for (place, variable) in atom.arguments(arity).map(usize::from).enumerate() {
            if variable < width { known.push((place, variable)) } else { fresh.push((variable, place)) }
        }
        fresh.sort_unstable();
        let least = |&&(place, _): &&(usize, usize)| (index.spread(place) * 1024.0) as u64;
        let by = known.iter().min_by_key(least).copied().unwrap_or((0, 0));
        Self { width: width + fresh.len(), known, fresh, by, arity }
    }

    /// Does it bring new variables?
    pub(crate) fn is_open(&self) -> bool {
        !self.fresh.is_empty()
    }

    #[inline]
    pub(crate) fn holds(&self, row: &[Constant], index: &Index) -> bool {
        if self.fresh.is_empty() {
            let mut tuple = [0; super::body::MOST_ARGUMENTS];
            self.known.iter().for_each(|&(place, column)| tuple[place] = row[column]);
            return index.contains(&tuple[..self.arity]);
        }
        let mut found = false;
        self.for_each(row, index, |_| {
            found = true;
            false
        });
        found
    }

    /// Calls `visit` with all tuples that fit a row, until it returns false.
    #[inline]
    pub(crate) fn for_each(
        &self,
        row: &[Constant],
        index: &Index,
        mut visit: impl FnMut(&[Constant]) -> bool,
    ) {
        let (place, column) = self.by;
        for tuple in index.with(place, row[column]) {
            if self.known.iter().all(|&(place, column)| tuple[place] == row[column]) && !visit(tuple) {
                return;
            }
        }
    }
}
