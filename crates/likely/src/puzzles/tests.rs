use super::*;
use crate::testing::at;
use crate::{CompiledReading, Encoding, LearnedCosts};
use ::puzzles::blocks::Blocks;
use ::puzzles::pancake::Pancakes;
use ::puzzles::tables::Tables;
use ::puzzles::tiles::databases::Partition;
use ::puzzles::tiles::{Board, Grid, State, Tiles};
use ::puzzles::{PatternError, Ranked, distances};
use belief::{OPEN, Scaled};
use network::{Activation, Network, Shape};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Budget, Ida, Limits, Outcome, PathHeuristic, Reversible, ida};

/// Readings at α, or of the mean; the cost that a mean of 1 stands for; and which costs are learned.
const READINGS: [(Option<f64>, f32, LearnedCosts); 5] = [
    (None, 10.0, LearnedCosts::All),
    (Some(0.95), 10.0, LearnedCosts::All),
    (Some(0.25), 1.0, LearnedCosts::All),
    (Some(0.9), 10.0, LearnedCosts::Below(20.0)),
    (Some(0.9), 10.0, LearnedCosts::None),
];

fn read(how: (Option<f64>, f32, LearnedCosts)) -> CompiledReading {
    match how {
        (None, scale, _) => CompiledReading::of_mean(scale),
        (Some(alpha), scale, learned) => at(alpha, scale, learned),
    }
}

/// A network that gives estimates of all sizes.
fn network(inputs: usize, hidden: usize, outputs: usize, rng: &mut ChaCha8Rng) -> Network {
    let shape = Shape { inputs, hidden: vec![hidden], outputs, activation: Activation::Relu };
    let mut network = Network::new(&shape, rng);
    network.layers[0].weights.iter_mut().for_each(|weight| *weight *= 4.0);
    network.layers[1].weights.iter_mut().for_each(|weight| *weight *= 4.0);
    network.layers[1].biases[0] = 2.0;
    network
}

/// The value of a state as the definition has it, and what it becomes.
fn by_definition<S: Reversible>(
    encoding: &impl Encoding<S>,
    network: &Network,
    reading: (Option<f64>, f32, LearnedCosts),
    space: &S,
    state: &S::State,
) -> (f64, u32) {
    let mut inputs = Vec::new();
    encoding.encode(space, state, &mut inputs);
    let [first, last] = &network.layers[..] else { panic!("layers") };
    let sum = |unit: usize| {
        let of_input = |&(place, input): &(u32, f32)| {
            f64::from(input) * f64::from(first.weights[place as usize * first.outputs + unit])
        };
        f64::from(first.biases[unit]) + inputs.iter().map(of_input).sum::<f64>()
    };
    let output = |output: usize| {
        let of_unit =
            |unit: usize| sum(unit).max(0.0) * f64::from(last.weights[unit * last.outputs + output]);
        f64::from(last.biases[output]) + (0..last.inputs).map(of_unit).sum::<f64>()
    };
    let (alpha, scale, trusted) = reading;
    let mean = f64::from(scale) * output(0);
    let deviation = match trusted {
        LearnedCosts::None => 1.0,
        LearnedCosts::Below(cost) if mean >= f64::from(cost) => 1.0,
        _ if alpha.is_none() => 0.0,
        _ => f64::from(scale) * output(1).clamp(-5.0, 1.0).exp().ln_1p(),
    };
    let value = mean + alpha.map_or(0.0, |alpha| belief::normal::quantile(1.0 - alpha) * deviation);
    (value, (value.round_ties_even() as u32).max(encoding.lower_bound(space, state)))
}

/// Walks at random, and compares what is followed with what is computed anew.
struct Walk<'a, S: Reversible, E> {
    space: &'a S,
    encoding: &'a E,
    network: &'a Network,
    reading: (Option<f64>, f32, LearnedCosts),
    start: S::State,
    rng: &'a mut ChaCha8Rng,
}

impl<S: Reversible, E: Encoding<S>> WithHeuristic<S> for Walk<'_, S, E> {
    /// How many estimates there were.
    type Output = usize;

    fn with<H: PathHeuristic<S, Cost = u32> + Clone + Send + Sync>(self, mut heuristic: H) -> usize {
        let Walk { space, encoding, network, reading, start: mut state, rng } = self;
        let mut value = heuristic.begin(space, &state);
        let mut estimates = std::collections::BTreeSet::new();
        for _ in 0..400 {
            let moves: Vec<_> = space.moves(&state, None).collect();
            let made = moves[rng.random_range(0..moves.len())];
            value = heuristic.step(space, value, &state, made);
            space.apply(&mut state, made);
            let h = heuristic.h(value);
            let anew = heuristic.begin(space, &state);
            assert_eq!(h, heuristic.h(anew), "the estimate depends on the path");
            let (exact, expected) = by_definition(encoding, network, reading, space, &state);
            let from_tie = (exact - exact.floor() - 0.5).abs();
            assert!(h == expected || from_tie < 1e-4, "{h} instead of {expected} from {exact}");
            estimates.insert(h);
        }
        estimates.len()
    }
}

/// Follows networks of several widths with all readings.
fn follows<S: Reversible, E: Follow<S>>(space: &S, encoding: &E, start: S::State) {
    let rng = &mut ChaCha8Rng::seed_from_u64(3);
    for hidden in [1, 8, 13, 20, 24, 64] {
        for reading in READINGS {
            let outputs = if reading.0.is_some() { 2 } else { rng.random_range(1..=2) };
            let network = &network(encoding.inputs(), hidden, outputs, rng);
            let walk = Walk { space, encoding, network, reading, start, rng };
            let estimates = encoding.follow(network, &read(reading), walk).unwrap();
            assert!(estimates > 1 || hidden == 1, "one estimate only with {hidden}");
        }
    }
}

/// All states of a space cost at least their lower bound, and some no more.
fn keeps_below_the_costs<S: Ranked>(space: &S, encoding: &impl Encoding<S>) {
    let costs = distances(space, 1 << 20).unwrap();
    let mut tight = 0;
    for (state, cost) in costs.iter(space) {
        let bound = encoding.lower_bound(space, &state);
        assert!(bound <= cost, "{bound} > {cost}");
        tight += usize::from(bound == cost);
    }
    assert!(tight > 1);
}

fn in_workshop<T>(action: impl FnOnce(&mut DatabaseSource) -> T) -> T {
    let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
    action(&mut DatabaseSource {
        tables: &tables,
        threads: 1,
        budget: &budget,
        gpu: None,
        watch: &mut |_, _| (),
    })
}

fn inputs<S: Reversible>(encoding: &impl Encoding<S>, space: &S, state: &S::State) -> Vec<(u32, f32)> {
    let mut inputs = Vec::new();
    encoding.encode(space, state, &mut inputs);
    inputs
}

fn random_tiles<B: Board>() -> State<B> {
    State::random(&mut ChaCha8Rng::seed_from_u64(5))
}

#[test]
fn raw_tiles_are_a_column_and_a_row_for_each_number() {
    let space = Tiles::<Grid<4, 4>>::new();
    assert_eq!(Encoding::<Tiles<Grid<4, 4>>>::inputs(&RawTiles), 128);
    assert_eq!(Encoding::<Tiles<Grid<3, 5>>>::inputs(&RawTiles), 15 * 8);
    // Number n of the goal is in column n % 4 and row n / 4.
    let of_goal = (0..16).flat_map(|n| [(8 * n + n % 4, 1.0), (8 * n + 4 + n / 4, 1.0)]);
    assert_eq!(inputs(&RawTiles, &space, &State::GOAL), of_goal.collect::<Vec<_>>());
    let oblong: State<Grid<3, 4>> = State::new(&[4, 1, 2, 3, 0, 5, 6, 7, 8, 9, 10, 11]).unwrap();
    let moved = inputs(&RawTiles, &Tiles::new(), &oblong);
    assert_eq!((&moved[..2], &moved[8..10]), (&[(0, 1.0), (5, 1.0)][..], &[(28, 1.0), (32, 1.0)][..]));
    assert_eq!(RawTiles.lower_bound(&space, &random_tiles()), 0);
}

#[test]
fn raw_tiles_are_followed() {
    follows(&Tiles::<Grid<4, 4>>::new(), &RawTiles, random_tiles());
    follows(&Tiles::<Grid<3, 5>>::new(), &RawTiles, random_tiles());
    follows(&Tiles::<Grid<5, 5>>::new(), &RawTiles, random_tiles());
}

/// A network that says `tenths` tenths of the Manhattan distance.
fn manhattan(tenths: f32) -> Network {
    let mut network = network(54, 3, 1, &mut ChaCha8Rng::seed_from_u64(1));
    let [first, last] = &mut network.layers[..] else { panic!("layers") };
    for (input, row) in first.weights.chunks_mut(3).enumerate() {
        let (number, place) = (input / 6, input % 6);
        let steps = if place < 3 { place.abs_diff(number % 3) } else { (place - 3).abs_diff(number / 3) };
        row.fill(if number == 0 { 0.0 } else { steps as f32 });
    }
    first.biases.fill(0.0);
    last.weights.fill(tenths / 3.0);
    last.biases.fill(0.0);
    network
}

struct Solve(State<Grid<3, 3>>);

impl WithHeuristic<Tiles<Grid<3, 3>>> for Solve {
    type Output = (u64, u64);

    fn with<H: PathHeuristic<Tiles<Grid<3, 3>>, Cost = u32> + Clone + Send + Sync>(
        self,
        heuristic: H,
    ) -> (u64, u64) {
        let report = ida(&Tiles::new(), &heuristic, &self.0, &Ida::default(), &Limits::default(), &mut ());
        let Outcome::Solved { cost, .. } = report.outcome else { panic!("solvable") };
        (cost, report.counters.generated)
    }
}

#[test]
fn searches_find_plans_with_networks() {
    let reading = CompiledReading::of_mean(10.0);
    let space = Tiles::<Grid<3, 3>>::new();
    let costs = distances(&space, 1 << 20).unwrap();
    let rng = &mut ChaCha8Rng::seed_from_u64(7);
    let (mut generated, mut generated_boldly) = (0, 0);
    for _ in 0..20 {
        let start = State::random(rng);
        let (cost, states) = RawTiles.follow(&manhattan(0.1), &reading, Solve(start)).unwrap();
        assert_eq!(Some(cost as u32), costs.cost(&space, &start));
        generated += states;
        let (cost, states) = RawTiles.follow(&manhattan(0.2), &reading, Solve(start)).unwrap();
        assert!(Some(cost as u32) >= costs.cost(&space, &start));
        generated_boldly += states;
    }
    assert!(generated_boldly < generated / 2);
}

#[test]
fn networks_that_can_not_be_followed_are_refused() {
    let refusal = |change: &dyn Fn(&mut Network), alpha: Option<f64>| {
        let mut network = manhattan(0.1);
        change(&mut network);
        RawTiles.follow(&network, &read((alpha, 10.0, LearnedCosts::All)), Solve(State::GOAL)).unwrap_err()
    };
    let rng = || ChaCha8Rng::seed_from_u64(1);
    assert_eq!(refusal(&|_| (), Some(0.5)), Unfit::Outputs { found: 1 });
    let truncated = CompiledReading::below(Scaled::new(10.0, Some(OPEN)), 0.0);
    let followed = RawTiles.follow(&network(54, 4, 2, &mut rng()), &truncated, Solve(State::GOAL));
    assert_eq!(followed.unwrap_err(), Unfit::Truncated);
    assert_eq!(refusal(&|other| *other = network(54, 4, 3, &mut rng()), None), Unfit::Outputs { found: 3 });
    let inputs = Unfit::Inputs { found: 53, expected: 54 };
    assert_eq!(refusal(&|other| *other = network(53, 4, 1, &mut rng()), None), inputs);
    for found in [0, 65] {
        let width = Unfit::Width { found, most: 64 };
        assert_eq!(refusal(&|other| *other = network(54, found, 1, &mut rng()), None), width);
    }
    assert_eq!(refusal(&|network| network.layers.truncate(1), None), Unfit::Layers { hidden: 0 });
    assert_eq!(refusal(&|network| network.layers.clear(), None), Unfit::Layers { hidden: 0 });
    assert_eq!(refusal(&|network| network.activation = Activation::Tanh, None), Unfit::Activation);
    assert_eq!(refusal(&|network| network.layers[0].biases[0] = f32::NAN, None), Unfit::Numbers);
    assert_eq!(refusal(&|network| network.layers[1].weights.truncate(1), None), Unfit::Numbers);
}

struct EstimateGoal;

impl WithHeuristic<Tiles<Grid<3, 3>>> for EstimateGoal {
    type Output = u32;

    fn with<H: PathHeuristic<Tiles<Grid<3, 3>>, Cost = u32> + Clone + Send + Sync>(
        self,
        mut heuristic: H,
    ) -> u32 {
        let value = heuristic.begin(&Tiles::new(), &State::GOAL);
        heuristic.h(value)
    }
}

#[test]
fn networks_with_huge_numbers_do_no_harm() {
    let mut network = network(54, 5, 2, &mut ChaCha8Rng::seed_from_u64(1));
    for weights in [[f32::MAX, f32::MIN], [f32::MIN, f32::MAX], [f32::MAX, f32::MAX]] {
        network.layers.iter_mut().zip(weights).for_each(|(layer, weight)| layer.weights.fill(weight));
        for alpha in [0.2, 0.8] {
            let reading = at(alpha, 1e30, LearnedCosts::All);
            assert!(RawTiles.follow(&network, &reading, EstimateGoal).is_ok_and(|h| h < 1 << 22));
        }
    }
}

fn tile_features<B: Board>(partitions: &[&str]) -> TileFeatures<B> {
    let partitions: Vec<Partition<B>> = partitions.iter().map(|text| text.parse().unwrap()).collect();
    in_workshop(|source| TileFeatures::open(&partitions, source)).unwrap()
}

#[test]
fn tile_features_are_costs_sums_distances_and_the_blank() {
    let space = Tiles::<Grid<3, 3>>::new();
    let features = tile_features(&["1,2/3,4,5/6,7,8", "4-4"]);
    assert_eq!(Encoding::<Tiles<Grid<3, 3>>>::inputs(&features), 5 + 2 + 3);
    assert_eq!(inputs(&features, &space, &State::GOAL), []);
    // One move of tile 1 away from the goal, with the blank on cell 1.
    let state = State::new(&[1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let found = inputs(&features, &space, &state);
    assert_eq!(found.iter().map(|&(place, _)| place).collect::<Vec<_>>(), [0, 3, 5, 6, 7, 8, 9]);
    assert_eq!(found[4..], [(7, 1.0 / 24.0), (8, 1.0 / 9.0), (9, 1.0 / 9.0)]);
    assert_eq!(features.lower_bound(&space, &state), 1);
}

#[test]
fn tile_features_are_at_most_one_and_get_there() {
    let space = Tiles::<Grid<3, 3>>::new();
    let features = tile_features(&["1,2/3,4,5/6,7,8", "4-4"]);
    let mut greatest = [0.0_f32; 10];
    for (state, _) in distances(&space, 1 << 20).unwrap().iter(&space) {
        for (place, input) in inputs(&features, &space, &state) {
            greatest[place as usize] = greatest[place as usize].max(input);
        }
    }
    assert!(greatest.iter().all(|&input| input <= 1.0));
    assert_eq!((&greatest[..5], greatest[9]), (&[1.0; 5][..], 8.0 / 9.0));
}

#[test]
fn tile_features_are_followed() {
    follows(&Tiles::<Grid<3, 3>>::new(), &tile_features(&["1,2/3,4,5/6,7,8", "4-4"]), random_tiles());
    follows(&Tiles::<Grid<4, 4>>::new(), &tile_features(&["1,2,3/5,6/9,10"]), random_tiles());
    follows(
        &Tiles::<Grid<3, 4>>::new(),
        &tile_features(&["1,2/3,4,7/10,11", "1,5,9", "4,8"]),
        random_tiles(),
    );
}

#[test]
fn tile_features_bound_costs_from_below() {
    keeps_below_the_costs(&Tiles::<Grid<3, 3>>::new(), &tile_features(&["4-4", "1,2,5/3,4"]));
}

fn pancake_features(space: &Pancakes, sets: &[&[&[u8]]]) -> PancakeFeatures {
    in_workshop(|source| PancakeFeatures::open(space, sets, source)).unwrap()
}

const SETS_OF_7: [&[&[u8]]; 2] = [&[&[0, 1, 2], &[3, 4], &[5, 6]], &[&[0, 6], &[1, 2, 3, 4]]];

#[test]
fn pancake_features_are_costs_sums_the_middle_one_and_the_largest_out_of_place() {
    let space = Pancakes::new(7).unwrap();
    let features = pancake_features(&space, &SETS_OF_7);
    assert_eq!(features.inputs(), 5 + 2 + 2);
    assert_eq!(inputs(&features, &space, &space.goal()), [(7, 1.0)]);
    let state = space.parse("2 1 0 3 4 5 6").unwrap();
    let found = inputs(&features, &space, &state);
    let places: Vec<u32> = found.iter().map(|&(place, _)| place).collect();
    assert_eq!((places, found[4..].to_vec()), (vec![0, 4, 5, 6, 7, 8], vec![(7, 1.0), (8, 2.0 / 7.0)]));
    assert_eq!(features.lower_bound(&space, &state), 1);
}

#[test]
fn pancake_features_are_followed() {
    for size in [7, 8] {
        let space = Pancakes::new(size).unwrap();
        let start = space.random(&mut ChaCha8Rng::seed_from_u64(5));
        follows(&space, &pancake_features(&space, &SETS_OF_7), start);
        follows(&space, &pancake_features(&space, &SETS_OF_7), space.goal());
    }
}

#[test]
fn pancake_features_bound_costs_from_below() {
    let space = Pancakes::new(7).unwrap();
    keeps_below_the_costs(&space, &pancake_features(&space, &SETS_OF_7));
}

#[test]
fn too_many_patterns_or_sets_are_refused() {
    let space = Pancakes::new(12).unwrap();
    let set: Vec<[u8; 1]> = (0..12).map(|pancake| [pancake]).collect();
    let opened = in_workshop(|source| PancakeFeatures::open(&space, &[&set[..], &set], source));
    let error = PatternError::TooMany { most: 16 };
    assert_eq!(opened.unwrap_err(), NoDatabases::Pattern(error));
    let none: [&[&[u8]]; 19] = [&[]; 19];
    let opened = in_workshop(|source| PancakeFeatures::open(&space, &none, source));
    let error = PatternError::TooMany { most: 0 };
    assert_eq!(opened.unwrap_err(), NoDatabases::Pattern(error));
}

fn block_features(space: &Blocks) -> BlockFeatures {
    let patterns: [&[u8]; 3] = [&[1, 2, 3], &[2, 4], &[5, 6]];
    in_workshop(|source| BlockFeatures::open(space, &patterns, source)).unwrap()
}

#[test]
fn block_features_are_costs_misplaced_ones_and_towers() {
    let space = Blocks::new(6).unwrap();
    let features = block_features(&space);
    assert_eq!(features.inputs(), 3 + 2);
    assert_eq!(inputs(&features, &space, &space.goal()), [(4, 1.0 / 6.0)]);
    let state = space.parse("0 1 2 3 4 0").unwrap();
    let found = inputs(&features, &space, &state);
    assert_eq!(found[found.len() - 2..], [(3, 1.0 / 6.0), (4, 2.0 / 6.0)]);
    assert_eq!(features.lower_bound(&space, &state), 1);
}

#[test]
fn block_features_are_followed() {
    for size in [6, 7] {
        let space = Blocks::new(size).unwrap();
        let start = space.random(&mut ChaCha8Rng::seed_from_u64(5));
        follows(&space, &block_features(&space), start);
    }
}

#[test]
fn block_features_bound_costs_from_below() {
    let space = Blocks::new(6).unwrap();
    keeps_below_the_costs(&space, &block_features(&space));
}
