//! Features of blocks from pattern databases.

use super::database_source::{DatabaseSource, NoDatabases, greatest_cost};
use super::features::{Divisors, FeatureNetwork, Followed, Numbers};
use super::follow::{Follow, WithHeuristic, at_width};
use super::unfit::Unfit;
use crate::{CompiledReading, Encoding};
use network::Network;
use puzzles::blocks::databases::{self, Databases, build};
use puzzles::blocks::{Blocks, Misplaced, Move, State, TABLE};
use search::PathHeuristic;
use std::sync::Arc;

/// Features of blocks: the cost of every pattern, divided by its largest value; the number of misplaced blocks and the number of
/// towers, both divided by the number of blocks.
#[derive(Clone, Debug)]
pub struct BlockFeatures {
    databases: Databases,
    divisors: Divisors,
    patterns: usize,
}

impl BlockFeatures {
    /// The features of these patterns. Marom and Rosman (2020) use [`PATTERNS_OF_15`](databases::PATTERNS_OF_15).
    ///
    /// # Errors
    /// Says what is wrong with the patterns, or that their databases can't be built.
    pub fn open<P: AsRef<[u8]>>(
        space: &Blocks,
        patterns: &[P],
        source: &mut DatabaseSource,
    ) -> Result<Self, NoDatabases> {
        let mut greatest: Vec<u32> = Vec::new();
        let databases = Databases::new(space, patterns, |pattern| {
            let table = source.table(&pattern.name(), pattern.entries(), |budget| build(pattern, budget))?;
            greatest.push(greatest_cost(&table).into());
            Ok::<_, NoDatabases>(table)
        })?;
        let divisors = Divisors::new(greatest.into_iter().chain([space.size() as u32; 2]));
        Ok(Self { databases, divisors, patterns: patterns.len() })
    }

    fn known(&self, space: &Blocks, state: &State) -> PathValue {
        PathValue {
            costs: self.databases.clone().begin(space, state),
            misplaced: Misplaced.begin(space, state),
            towers: (1..=space.size() as u8).filter(|&block| state.is_clear(block)).count() as u16,
        }
    }

    #[inline(always)]
    fn numbers(&self, known: &PathValue) -> Numbers {
        let mut numbers = [0; _];
        for (number, &cost) in numbers.iter_mut().zip(&known.costs.costs()[..self.patterns]) {
            *number = cost.into();
        }
        numbers[self.patterns] = known.misplaced as u16;
        numbers[self.patterns + 1] = known.towers;
        numbers
    }

    #[inline(always)]
    fn bound(&self, known: &PathValue) -> u32 {
        self.databases.h(known.costs).max(known.misplaced)
    }
}

impl Encoding<Blocks> for BlockFeatures {
    fn inputs(&self) -> usize {
        self.divisors.count()
    }

    fn encode(&self, space: &Blocks, state: &State, inputs: &mut Vec<(u32, f32)>) {
        self.divisors.encode(&self.numbers(&self.known(space, state)), inputs);
    }

    fn lower_bound(&self, space: &Blocks, state: &State) -> u32 {
        self.bound(&self.known(space, state))
    }
}

impl Follow<Blocks> for BlockFeatures {
    fn follow<D: WithHeuristic<Blocks>>(
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

/// The features of a state before division, updated move by move.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathValue {
    costs: databases::PathValue,
    misplaced: u32,
    towers: u16,
}

impl<const WIDTH: usize> PathHeuristic<Blocks> for Followed<BlockFeatures, WIDTH> {
    type Value = PathValue;
    type Cost = u32;

    fn begin(&mut self, space: &Blocks, state: &State) -> PathValue {
        self.features.known(space, state)
    }

    #[inline(always)]
    fn step(&mut self, space: &Blocks, parent: PathValue, before: &State, made: Move) -> PathValue {
        PathValue {
            costs: self.features.databases.step(space, parent.costs, before, made),
            misplaced: Misplaced.step(space, parent.misplaced, before, made),
            towers: parent.towers + u16::from(made.to == TABLE) - u16::from(made.from == TABLE),
        }
    }

    #[inline(always)]
    fn h(&self, value: PathValue) -> u32 {
        self.network.estimate(&self.features.numbers(&value), self.features.bound(&value))
    }
}
