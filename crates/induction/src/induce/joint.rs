//! How the tuples of a literal are looked up, given the values of the variables before it.

use super::index::Index;
use crate::Constant;
use crate::language::{Atom, MOST_ARGUMENTS, MOST_VARIABLES};

/// How the tuples of a literal are looked up, given the values of the variables before it.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    /// The places of arguments that are known, with the column of each.
    known: Vec<(usize, usize)>,
    /// New columns, with the place of the argument.
    fresh: Vec<(usize, usize)>,
    /// The known place that leaves the fewest tuples.
    by: Option<(usize, usize)>,
    pub(crate) predicate: usize,
    arity: usize,
    /// How many columns there are with the new ones.
    pub(crate) width: usize,
}

impl Joint {
    /// For rows of `width` columns, which are the variables of the literal.
    pub(crate) fn new(atom: Atom, arity: usize, width: usize, index: &Index) -> Self {
        let arguments: Vec<usize> = atom.arguments(arity).map(usize::from).collect();
        Self::of_arguments(atom.predicate(), &arguments, width, index)
    }

    /// With these columns for arguments.
    pub(crate) fn of_arguments(predicate: usize, arguments: &[usize], width: usize, index: &Index) -> Self {
        let (mut known, mut fresh) = (Vec::new(), Vec::new());
        for (place, &column) in arguments.iter().enumerate() {
            if column < width { known.push((place, column)) } else { fresh.push((column, place)) }
        }
        fresh.sort_unstable();
        let least = |&&(place, _): &&(usize, usize)| (index.spread(place) * 1024.0) as u64;
        let by = known.iter().min_by_key(least).copied();
        Self { width: width + fresh.len(), known, fresh, by, predicate, arity: arguments.len() }
    }

    /// How many columns there are without the new ones.
    pub(crate) fn known_width(&self) -> usize {
        self.width - self.fresh.len()
    }

    /// The columns that it depends on.
    pub(crate) fn needs(&self) -> impl Iterator<Item = usize> {
        self.known.iter().map(|&(_, column)| column)
    }

    /// Does it add a variable that another one depends on?
    pub(crate) fn brings_for(&self, other: &Self) -> bool {
        let brings = |column: usize| self.fresh.iter().any(|&(fresh, _)| fresh == column);
        other.known.iter().any(|&(_, column)| brings(column))
    }

    /// Does it add new variables?
    pub(crate) fn is_open(&self) -> bool {
        !self.fresh.is_empty()
    }

    #[inline]
    pub(crate) fn holds(&self, row: &[Constant], index: &Index) -> bool {
        if self.fresh.is_empty() {
            let mut tuple = [0; MOST_ARGUMENTS];
            self.known.iter().for_each(|&(place, column)| tuple[place] = row[column]);
            return index.contains(&tuple[..self.arity]);
        }
        self.candidates(row, index).any(|tuple| self.fits(row, tuple))
    }

    /// The tuples that agree with one of the known arguments.
    #[inline]
    fn candidates<'i>(&self, row: &[Constant], index: &'i Index) -> std::slice::ChunksExact<'i, Constant> {
        match self.by {
            Some((place, column)) => index.with(place, row[column]),
            None => index.all(),
        }
    }

    #[inline]
    fn fits(&self, row: &[Constant], tuple: &[Constant]) -> bool {
        self.known.iter().all(|&(place, column)| tuple[place] == row[column])
    }

    /// Fills the new columns of a row in all ways that fit, until `visit`, which is given the tuple as well, returns true. Did
    /// it?
    #[inline]
    pub(crate) fn any_filled(
        &self,
        row: &mut [Constant; MOST_VARIABLES],
        index: &Index,
        mut visit: impl FnMut(&mut [Constant; MOST_VARIABLES], &[Constant]) -> bool,
    ) -> bool {
        self.candidates(row, index).any(|tuple| {
            self.fits(row, tuple) && {
                self.fresh.iter().for_each(|&(column, place)| row[column] = tuple[place]);
                visit(row, tuple)
            }
        })
    }
}
