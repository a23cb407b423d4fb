//! Features of pancakes from pattern databases.

use super::database_source::{DatabaseSource, NoDatabases, greatest_cost};
use super::features::{self, Divisors, FeatureNetwork, Followed, Numbers};
use super::follow::{Follow, WithHeuristic, at_width};
use super::unfit::Unfit;
use crate::{CompiledReading, Encoding};
use network::Network;
use puzzles::PatternError;
use puzzles::pancake::databases::{self, Databases, build};
use puzzles::pancake::{Flip, Pancakes, State};
use search::PathHeuristic;
use std::sync::Arc;

/// Features of pancakes: the cost of every pattern and the sum of every set, each divided by its largest value; whether the middle
/// pancake is in place; and the number of the largest pancake out of place (0 if there is none), divided by the number of
/// pancakes.
#[derive(Clone, Debug)]
pub struct PancakeFeatures {
    databases: Databases,
    divisors: Divisors,
    /// Where the patterns of each set end.
    ends: Vec<usize>,
}

impl PancakeFeatures {
    /// The features of these sets of patterns; the patterns of a set are disjoint. Marom and Rosman (2020) use
    /// [`SETS_OF_24`](databases::SETS_OF_24).
    ///
    /// # Errors
    /// Says what is wrong with the sets, or that their databases can't be built.
    pub fn open<S: AsRef<[P]>, P: AsRef<[u8]>>(
        space: &Pancakes,
        sets: &[S],
        source: &mut DatabaseSource,
    ) -> Result<Self, NoDatabases> {
        let ends: Vec<usize> = sets
            .iter()
            .scan(0, |end, set| {
                *end += set.as_ref().len();
                Some(*end)
            })
            .collect();
        let room = (features::MOST - 2).checked_sub(ends.len());
        if room.is_none_or(|room| ends.last().is_some_and(|&patterns| patterns > room)) {
            return Err(PatternError::TooMany { most: room.unwrap_or(0) }.into());
        }
        let mut greatest: Vec<u32> = Vec::new();
        let databases = Databases::new(space, sets, |pattern| {
            let table = source.table(&pattern.name(), pattern.entries(), |budget| build(pattern, budget))?;
            greatest.push(greatest_cost(&table).into());
            Ok::<_, NoDatabases>(table)
        })?;
        let sums: Vec<u32> = sets_of(&ends).map(|patterns| greatest[patterns].iter().sum()).collect();
        let others = [1, space.size() as u32];
        let divisors = Divisors::new(greatest.into_iter().chain(sums).chain(others));
        Ok(Self { databases, divisors, ends })
    }

    fn known(&self, space: &Pancakes, state: &State) -> PathValue {
        let middle = space.size() / 2;
        PathValue {
            costs: self.databases.clone().begin(space, state),
            is_middle_in_place: usize::from(state.pancakes()[middle]) == middle,
            largest: largest_out_of_place(state.pancakes()),
        }
    }

    #[inline(always)]
    fn numbers(&self, known: &PathValue) -> Numbers {
        let mut numbers = [0; _];
        let patterns = self.ends.last().map_or(0, |&end| end);
        for (number, &cost) in numbers.iter_mut().zip(&known.costs.costs()[..patterns]) {
            *number = cost.into();
        }
        let mut next = patterns;
        for of_set in sets_of(&self.ends) {
            numbers[next] = numbers[of_set].iter().sum();
            next += 1;
        }
        numbers[next] = known.is_middle_in_place.into();
        numbers[next + 1] = known.largest.into();
        numbers
    }
}

/// The range of patterns of each set, given where they end.
#[inline(always)]
fn sets_of(ends: &[usize]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let begins = std::iter::once(&0).chain(ends);
    begins.zip(ends).map(|(&begin, &end)| begin..end)
}

/// The largest pancake out of place; 0 if there is none, which is unambiguous, since pancake 0 is never the only one.
fn largest_out_of_place(pancakes: &[u8]) -> u8 {
    let is_out_of_place = |&(place, pancake): &(usize, &u8)| place != usize::from(*pancake);
    pancakes.iter().enumerate().rfind(is_out_of_place).map_or(0, |(place, _)| place as u8)
}

impl Encoding<Pancakes> for PancakeFeatures {
    fn inputs(&self) -> usize {
        self.divisors.count()
    }

    fn encode(&self, space: &Pancakes, state: &State, inputs: &mut Vec<(u32, f32)>) {
        self.divisors.encode(&self.numbers(&self.known(space, state)), inputs);
    }

    fn lower_bound(&self, space: &Pancakes, state: &State) -> u32 {
        self.databases.h(self.databases.clone().begin(space, state))
    }
}

impl Follow<Pancakes> for PancakeFeatures {
    fn follow<D: WithHeuristic<Pancakes>>(
        &self,
        network: &Network,
        reading: &CompiledReading,
        action: D,
    ) -> Result<D::Output, Unfit> {
        at_width!(network, WIDTH => {
            let network = FeatureNetwork::<WIDTH>::new(network, &self.divisors, reading)?;
            Ok(action.with(Followed { features: self.clone(), network: Arc::new(network) }))
        })
    }
}

/// The features of a stack before division, updated flip by flip.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathValue {
    costs: databases::PathValue,
    is_middle_in_place: bool,
    /// The largest pancake out of place, or 0.
    largest: u8,
}

impl PathValue {
    /// The largest pancake out of place after a flip.
    #[inline(always)]
    fn largest_after(&self, before: &[u8], length: usize) -> u8 {
        let largest = usize::from(self.largest);
        if length > largest + 1 {
            // The lowest pancake turned over was in place, and is the largest out of place now.
            length as u8 - 1
        } else if length <= largest || before[0] != self.largest {
            self.largest
        } else {
            let after = |place: usize| before[length - 1 - place];
            (0..largest).rfind(|&place| usize::from(after(place)) != place).unwrap_or(0) as u8
        }
    }
}

impl<const WIDTH: usize> PathHeuristic<Pancakes> for Followed<PancakeFeatures, WIDTH> {
    type Value = PathValue;
    type Cost = u32;

    fn begin(&mut self, space: &Pancakes, state: &State) -> PathValue {
        self.features.known(space, state)
    }

    #[inline(always)]
    fn step(&mut self, space: &Pancakes, parent: PathValue, before: &State, flip: Flip) -> PathValue {
        let (pancakes, length, middle) = (before.pancakes(), flip.length(), space.size() / 2);
        let comes_from = if length > middle { length - 1 - middle } else { middle };
        PathValue {
            costs: self.features.databases.step(space, parent.costs, before, flip),
            is_middle_in_place: usize::from(pancakes[comes_from]) == middle,
            largest: parent.largest_after(pancakes, length),
        }
    }

    #[inline(always)]
    fn h(&self, value: PathValue) -> u32 {
        self.network.estimate(&self.features.numbers(&value), self.features.databases.h(value.costs))
    }
}
