//! Features of sliding tiles from pattern databases.

use super::database_source::{DatabaseSource, NoDatabases};
use super::features::{Divisors, FeatureNetwork, Followed, Numbers};
use super::follow::{Follow, Search, SearchProblem, WithHeuristic, at_width};
use super::no_search::NoSearch;
use super::unfit::Unfit;
use crate::{CompiledReading, Encoding};
use network::Network;
use puzzles::tiles::databases::{DatabaseError, Databases, Event, MOST_PARTITIONS, Partition, Placements};
use puzzles::tiles::gpu::GpuTiles;
use puzzles::tiles::{Board, Misplaced, Slide, State, Tiles};
use search::{Observer, PathHeuristic, Report};
use std::sync::Arc;

/// The largest number of patterns in all partitions.
const MOST_PATTERNS: usize = 10;

/// Features of sliding tiles: the cost of every pattern and the estimate of every partition, each divided by its largest value;
/// Manhattan distance, divided by an upper bound; the number of tiles out of place and the cell of the blank, divided by the
/// number of cells.
#[derive(Clone, Debug)]
pub struct TileFeatures<B: Board> {
    databases: Databases<B, MOST_PATTERNS>,
    layout: Arc<Layout>,
    /// The GPU to search on, if not on the processor.
    gpu: Option<Arc<GpuTiles<B>>>,
}

/// The order of features: first the patterns, then the partitions, then Manhattan distance, tiles out of place, blank.
#[derive(Debug)]
struct Layout {
    divisors: Divisors,
    partitions: usize,
    /// By tile and partition: the tile's pattern.
    patterns_of: [[Option<u8>; MOST_PARTITIONS]; 36],
    first_sum: usize,
    manhattan: usize,
    misplaced: usize,
    blank: usize,
}

impl<B: Board> TileFeatures<B> {
    /// The names of the partitions of the 24-puzzle that Marom and Rosman (2020) use.
    pub const OF_THE_24_PUZZLE: [&str; 2] = ["5-5-5-5-4-a", "5-5-5-5-4-b"];

    /// The features of these partitions.
    ///
    /// # Errors
    /// If there are too many of them, or their databases can't be built.
    pub fn open(partitions: &[Partition<B>], source: &mut DatabaseSource) -> Result<Self, NoDatabases> {
        // Checked first, since building takes a while.
        source.gpu.map(GpuTiles::<B>::check).transpose().map_err(NoDatabases::Gpu)?;
        let mut building = String::new();
        let DatabaseSource { tables, threads, budget, gpu, watch } = source;
        let mut watch = |name: &str, event: Event| match event {
            Event::Opened(origin) => watch(name, Some(&origin)),
            Event::Building(_) if building == name => (),
            Event::Building(_) => {
                building = name.into();
                watch(name, None);
            }
        };
        let databases = Databases::open(partitions, tables, *threads, budget, &mut watch);
        let databases = databases.map_err(|error| match error {
            DatabaseError::Exhausted(exhausted) => NoDatabases::Stopped(exhausted),
            error @ DatabaseError::TooMany { .. } => NoDatabases::Tiles(error),
        })?;
        let layout = Layout::new(partitions, &databases.greatest_costs());
        let gpu = gpu.map(|device| GpuTiles::new(device, &databases).map(Arc::new)).transpose();
        Ok(Self { databases, layout: Arc::new(layout), gpu: gpu.map_err(NoDatabases::Gpu)? })
    }

    fn known(&self, state: &State<B>) -> PathValue {
        let (mut databases, layout, space) = (self.databases.clone(), &self.layout, Tiles::<B>::new());
        let placements = databases.begin(&space, state);
        let mut numbers = [0; _];
        numbers.iter_mut().zip(databases.costs(state)).for_each(|(number, cost)| *number = cost as u16);
        layout.estimates(&mut numbers, &placements);
        numbers[layout.misplaced] = Misplaced.begin(&space, state) as u16;
        numbers[layout.blank] = state.blank() as u16;
        PathValue { placements, numbers }
    }
}

impl Layout {
    fn new<B: Board>(partitions: &[Partition<B>], greatest: &[u32]) -> Self {
        let mut patterns_of = [[None; MOST_PARTITIONS]; 36];
        let (mut sums, mut pattern) = (Vec::new(), 0);
        for (index, partition) in partitions.iter().enumerate() {
            // Tiles in no pattern count by their Manhattan distance.
            let mut sum: u32 = (1..B::SIZE).map(farthest::<B>).sum();
            for tiles in partition.patterns() {
                for &tile in tiles {
                    patterns_of[usize::from(tile)][index] = Some(pattern as u8);
                    sum -= farthest::<B>(tile.into());
                }
                sum += greatest[pattern];
                pattern += 1;
            }
            sums.push(sum);
        }
        let manhattan = pattern + partitions.len();
        let steps = (B::SIZE - 1) * (B::ROWS + B::COLUMNS - 3);
        let others = [steps, B::SIZE, B::SIZE].map(|divisor| divisor as u32);
        Self {
            divisors: Divisors::new(greatest.iter().copied().chain(sums).chain(others)),
            partitions: partitions.len(),
            patterns_of,
            first_sum: pattern,
            manhattan,
            misplaced: manhattan + 1,
            blank: manhattan + 2,
        }
    }

    #[inline(always)]
    fn estimates(&self, numbers: &mut Numbers, placements: &Placements<MOST_PATTERNS>) {
        for (partition, &estimate) in placements.estimates()[..self.partitions].iter().enumerate() {
            numbers[self.first_sum + partition] = estimate as u16;
        }
        numbers[self.manhattan] = placements.manhattan() as u16;
    }
}

/// The largest distance of a tile from its goal cell.
fn farthest<B: Board>(tile: usize) -> u32 {
    let (row, column) = (tile / B::COLUMNS, tile % B::COLUMNS);
    (row.max(B::ROWS - 1 - row) + column.max(B::COLUMNS - 1 - column)) as u32
}

impl<B: Board> Encoding<Tiles<B>> for TileFeatures<B> {
    fn inputs(&self) -> usize {
        self.layout.divisors.count()
    }

    fn encode(&self, _: &Tiles<B>, state: &State<B>, inputs: &mut Vec<(u32, f32)>) {
        self.layout.divisors.encode(&self.known(state).numbers, inputs);
    }

    fn lower_bound(&self, space: &Tiles<B>, state: &State<B>) -> u32 {
        let mut databases = self.databases.clone();
        let placements = databases.begin(space, state);
        databases.h(placements)
    }
}

impl<B: Board> Follow<Tiles<B>> for TileFeatures<B> {
    fn follow<D: WithHeuristic<Tiles<B>>>(
        &self,
        network: &Network,
        reading: &CompiledReading,
        action: D,
    ) -> Result<D::Output, Unfit> {
        at_width!(network, WIDTH => {
            let network = FeatureNetwork::<WIDTH>::new(network, &self.layout.divisors, reading)?;
            Ok(action.with(Followed { features: self.clone(), network: Arc::new(network) }))
        })
    }

    fn search(
        &self,
        network: &Network,
        reading: &CompiledReading,
        problem: &SearchProblem<Tiles<B>>,
        observer: &mut dyn Observer,
    ) -> Result<Report<Slide>, NoSearch> {
        let Some(gpu) = &self.gpu else {
            return Ok(self.follow(network, reading, Search { problem, observer })?);
        };
        at_width!(network, WIDTH => {
            let network = FeatureNetwork::<WIDTH>::new(network, &self.layout.divisors, reading)?;
            let appraiser = network.appraiser();
            let heuristic = Followed { features: self.clone(), network: Arc::new(network) };
            let SearchProblem { start, ida, limits, .. } = problem;
            Ok(gpu.ida(Some(&appraiser), &heuristic, start, ida, limits, observer)?)
        })
    }
}

/// The features of a state before division, updated move by move.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathValue {
    placements: Placements<MOST_PATTERNS>,
    numbers: Numbers,
}

impl<B: Board, const WIDTH: usize> PathHeuristic<Tiles<B>> for Followed<TileFeatures<B>, WIDTH> {
    type Value = PathValue;
    type Cost = u32;

    fn begin(&mut self, _: &Tiles<B>, state: &State<B>) -> PathValue {
        self.features.known(state)
    }

    #[inline(always)]
    fn step(&mut self, space: &Tiles<B>, parent: PathValue, before: &State<B>, slide: Slide) -> PathValue {
        let TileFeatures { databases, layout, .. } = &mut self.features;
        let placements = databases.step(space, parent.placements, before, slide);
        let mut numbers = parent.numbers;
        let steps = placements.manhattan() as u16;
        for pattern in
            layout.patterns_of[usize::from(before.moved(slide))][..layout.partitions].iter().flatten()
        {
            let pattern = usize::from(*pattern);
            let [excess, was] =
                [&placements, &parent.placements].map(|known| u16::from(known.excess()[pattern]));
            let number = &mut numbers[pattern];
            *number = (*number + steps + 2 * excess) - (parent.numbers[layout.manhattan] + 2 * was);
        }
        layout.estimates(&mut numbers, &placements);
        let misplaced = parent.numbers[layout.misplaced].into();
        numbers[layout.misplaced] = Misplaced.step(space, misplaced, before, slide) as u16;
        numbers[layout.blank] = slide.to::<B>() as u16;
        PathValue { placements, numbers }
    }

    #[inline(always)]
    fn h(&self, value: PathValue) -> u32 {
        self.network.estimate(&value.numbers, self.features.databases.h(value.placements))
    }
}
