//! A model says the same in every search.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use belief::{Calibration, Deviations, Reading};
use learn::Head;
use learn::features::FeatureKind;
use likely::puzzles::DatabaseSource;
use network::{Activation, Network, Shape};
use puzzle_models::{PuzzleModel, Unusable};
use puzzles::tables::Tables;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::Budget;
use solver::{Algorithm, AnySpace, PUZZLES, Start};

const IDA: Algorithm = Algorithm::Ida { table: None };

fn eight_puzzle() -> Box<dyn AnySpace> {
    let tiles = PUZZLES.iter().find(|puzzle| puzzle.name == "tiles").unwrap();
    (tiles.open)("3x3").unwrap()
}

/// A model as if it had been grown.
fn grown() -> PuzzleModel {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let shape = Shape { inputs: 54, hidden: vec![20], outputs: 2, activation: Activation::Relu };
    let mut network = Network::new(&shape, &mut random);
    network.layers[1].biases[0] = 2.0;
    PuzzleModel {
        space: "tiles:3x3".to_owned(),
        features: FeatureKind::Places,
        network,
        head: Head::Scaled { scale: 10.0, open: None },
        lower: None,
        calibration: Calibration::default(),
    }
}

fn with_workshop<T>(deed: impl FnOnce(&mut DatabaseSource) -> T) -> T {
    let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
    deed(&mut DatabaseSource {
        tables: &tables,
        threads: 1,
        budget: &budget,
        gpu: None,
        watch: &mut |_, _| (),
    })
}

#[test]
fn ida_that_is_compiled_reads_a_model_as_all_other_searches_do() {
    let (space, mut random) = (eight_puzzle(), ChaCha8Rng::seed_from_u64(2));
    let states: Vec<Start> = (0..1000).map(|_| space.random(&mut random)).collect();
    let dial = Deviations::new((0..50).map(|cost| ((30.0, 4.0), f64::from(cost)))).map(|known| known.dial());
    for dial in [None, dial] {
        let mut model = grown();
        model.calibration.dial = dial;
        for text in ["mean", "location", "argmax", "quantile:0.9", "quantile:0.25"] {
            let reading: Reading = text.parse().unwrap();
            let estimates = |algorithm| {
                let mut solver =
                    with_workshop(|source| model.solver(&*space, algorithm, reading, source).unwrap());
                states.iter().map(|state| solver.estimate(state)).collect::<Vec<u32>>()
            };
            let (compiled, others) = (estimates(IDA), estimates(Algorithm::Gbfs));
            let differences = compiled.iter().zip(&others).map(|(one, other)| one.abs_diff(*other));
            // Rounding goes another way where a value is next to the middle between two numbers.
            assert!(differences.clone().all(|difference| difference <= 1), "{text}");
            assert!(differences.filter(|&difference| difference > 0).count() < 5, "{text}");
        }
    }
}

#[test]
fn what_can_not_be_is_refused_for_its_reason() {
    let space = eight_puzzle();
    let reason = |model: &PuzzleModel, algorithm, reading: &str| {
        let reading = reading.parse().unwrap();
        with_workshop(|source| model.solver(&*space, algorithm, reading, source).err())
    };
    let model = grown();
    assert_eq!(reason(&model, IDA, "adaptive:40"), Some(Unusable::NotHeeded));
    assert_eq!(reason(&model, Algorithm::Gbfs, "adaptive:40"), Some(Unusable::NotCalibrated));
    let other = PuzzleModel { features: FeatureKind::Facts, ..model.clone() };
    assert!(matches!(reason(&other, Algorithm::Gbfs, "mean"), Some(Unusable::NoFeatures { .. })));
    let lower = PuzzleModel { lower: Some("gap".to_owned()), ..model.clone() };
    assert_eq!(reason(&lower, IDA, "mean"), Some(Unusable::NoLower("gap".to_owned())));
    let databases = PuzzleModel { features: FeatureKind::Databases, ..model };
    assert_eq!(
        reason(&databases, Algorithm::Gbfs, "mean"),
        Some(Unusable::Inputs { found: 54, expected: 9 })
    );
}
