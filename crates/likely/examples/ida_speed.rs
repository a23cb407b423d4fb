//! How many states per second IDA\* generates with networks, by one thread.
//!
//! Takes the name of a puzzle or `all`, the folder where pattern databases are kept, and how many states to generate for
//! each figure; what is left out has a default. The networks are not trained but made, so that they say roughly what a
//! simple heuristic says.

#![expect(clippy::print_stdout, reason = "it is a program")]

use belief::{Scaled, promised};
use likely::CompiledReading;
use likely::puzzles::{
    BlockFeatures, DatabaseSource, Follow, PancakeFeatures, RawTiles, TileFeatures, WithHeuristic,
};
use network::{Activation, Layer, Network};
use puzzles::blocks::{Blocks, databases::PATTERNS_OF_15};
use puzzles::pancake::{Pancakes, databases::SETS_OF_24};
use puzzles::tables::Tables;
use puzzles::tiles::{Board, Grid, Tiles, korf};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Budget, Ida, Limits, Outcome, PathHeuristic, Reversible, ida};
use std::error::Error;
use std::fs;

type Fifteen = Grid<4, 4>;
type TwentyFour = Grid<5, 5>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let which = arguments.next().unwrap_or("all".into());
    let tables = arguments.next().map_or_else(Tables::in_memory, Tables::kept_in);
    let enough = arguments.next().map_or(Ok(100_000_000), |number| number.parse())?;
    let budget = Budget::unlimited();
    let source = &mut DatabaseSource {
        tables: &tables,
        threads: 1,
        budget: &budget,
        gpu: None,
        watch: &mut |_, _| (),
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    if ["all", "15-puzzle"].contains(&which.as_str()) {
        fifteen_puzzle(rng, enough)?;
    }
    if ["all", "24-puzzle"].contains(&which.as_str()) {
        twenty_four_puzzle(source, rng, enough)?;
    }
    if ["all", "24-pancake"].contains(&which.as_str()) {
        pancakes(source, rng, enough)?;
    }
    if ["all", "15-blocksworld"].contains(&which.as_str()) {
        blocks(source, rng, enough)?;
    }
    Ok(())
}

fn fifteen_puzzle(rng: &mut ChaCha8Rng, enough: u64) -> Result<(), Box<dyn Error>> {
    let network = roughly(&manhattan::<Fifteen>(), 20, rng);
    let starts: Vec<_> = korf::fifteen().iter().map(|instance| instance.start).collect();
    race("15-puzzle, raw, 128-20-2", &Tiles::<Fifteen>::new(), &RawTiles, &network, &starts, enough)
}

fn twenty_four_puzzle(
    source: &mut DatabaseSource,
    rng: &mut ChaCha8Rng,
    enough: u64,
) -> Result<(), Box<dyn Error>> {
    let [a, b] = TileFeatures::<TwentyFour>::OF_THE_24_PUZZLE.map(str::parse);
    let features = TileFeatures::<TwentyFour>::open(&[a?, b?], source)?;
    let network = roughly(&[&[0.0; 10][..], &[7.2, 7.1, 0.0, 0.0, 0.0]].concat(), 8, rng);
    let starts: Vec<_> = korf::twenty_four().iter().map(|instance| instance.start).collect();
    race("24-puzzle, databases, 15-8-2", &Tiles::<TwentyFour>::new(), &features, &network, &starts, enough)
}

fn pancakes(source: &mut DatabaseSource, rng: &mut ChaCha8Rng, enough: u64) -> Result<(), Box<dyn Error>> {
    let space = Pancakes::new(24).ok_or("pancakes")?;
    let features = PancakeFeatures::open(&space, &SETS_OF_24, source)?;
    let network = roughly(&[&[0.0; 10][..], &[1.3, 1.3, 0.0, 0.1]].concat(), 8, rng);
    let starts: Vec<_> = (0..50).map(|_| space.random(rng)).collect();
    race("24-pancake, databases, 14-8-2", &space, &features, &network, &starts, enough)
}

fn blocks(source: &mut DatabaseSource, rng: &mut ChaCha8Rng, enough: u64) -> Result<(), Box<dyn Error>> {
    let space = Blocks::new(15).ok_or("blocks")?;
    let features = BlockFeatures::open(&space, &PATTERNS_OF_15, source)?;
    let network = roughly(&[&[0.0; 12][..], &[1.8, 0.0]].concat(), 8, rng);
    let starts: Vec<_> = (0..50).map(|_| space.random(rng)).collect();
    race("15-blocksworld, databases, 14-8-2", &space, &features, &network, &starts, enough)
}

/// For each raw input, what it adds to a tenth of Manhattan distance.
fn manhattan<B: Board>() -> Vec<f32> {
    let steps = |number: usize, place: usize| match place.checked_sub(B::COLUMNS) {
        _ if number == 0 => 0,
        None => place.abs_diff(number % B::COLUMNS),
        Some(row) => row.abs_diff(number / B::COLUMNS),
    };
    let places = B::COLUMNS + B::ROWS;
    (0..B::SIZE * places).map(|input| 0.1 * steps(input / places, input % places) as f32).collect()
}

/// A network whose mean is roughly a linear function of the inputs.
fn roughly(linear: &[f32], hidden: usize, rng: &mut ChaCha8Rng) -> Network {
    let (mut first, mut last) = (Layer::random(linear.len(), hidden, rng), Layer::random(hidden, 2, rng));
    for (row, &weight) in first.weights.chunks_mut(hidden).zip(linear) {
        row.iter_mut().for_each(|entry| *entry = 0.2 * *entry + weight * rng.random_range(0.5..1.5));
    }
    for pair in last.weights.chunks_mut(2) {
        pair[0] = rng.random_range(0.8..1.2) / hidden as f32;
        pair[1] *= 0.3;
    }
    last.biases = vec![0.0, -1.0];
    Network { activation: Activation::Relu, layers: vec![first, last] }
}

/// Searches with the mean and with a quantile.
fn race<S: Reversible + Sync>(
    name: &str,
    space: &S,
    encoding: &impl Follow<S>,
    network: &Network,
    starts: &[S::State],
    enough: u64,
) -> Result<(), Box<dyn Error>> {
    let quantile = CompiledReading::below(Scaled::new(10.0, None), promised(0.75));
    for (what, reading) in [("mean", CompiledReading::of_mean(10.0)), ("α = 0.75", quantile)] {
        let result = encoding.follow(network, &reading, Runner { space, starts, enough })?;
        println!("{name}, {what}: {result}");
    }
    Ok(())
}

/// Searches from one start after the other until enough states are generated.
struct Runner<'a, S: Reversible> {
    space: &'a S,
    starts: &'a [S::State],
    enough: u64,
}

impl<S: Reversible + Sync> WithHeuristic<S> for Runner<'_, S> {
    type Output = String;

    fn with<H: PathHeuristic<S, Cost = u32> + Clone + Send + Sync>(self, heuristic: H) -> String {
        let limits = Limits { max_evaluations: Some(self.enough / 10), ..Limits::default() };
        let (mut generated, mut solved, mut searches) = (0, 0, 0);
        let begin = processor_seconds();
        for start in self.starts.iter().cycle() {
            let report = ida(self.space, &heuristic, start, &Ida::default(), &limits, &mut ());
            generated += report.counters.generated;
            solved += u32::from(matches!(report.outcome, Outcome::Solved { .. }));
            searches += 1;
            if generated > self.enough {
                break;
            }
        }
        let millions = generated as f64 / (processor_seconds() - begin) / 1e6;
        format!("{millions:.1} million states per second ({solved} of {searches} solved)")
    }
}

/// The time that this thread has had a processor, which others on the machine don't change by much.
fn processor_seconds() -> f64 {
    let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    nanoseconds.split(' ').next().and_then(|number| number.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e9
}
