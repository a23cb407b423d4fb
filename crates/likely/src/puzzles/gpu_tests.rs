use super::{DatabaseSource, Follow, SearchProblem, TileFeatures};
use crate::testing::at;
use crate::{CompiledReading, Encoding, LearnedCosts};
use network::{Activation, Network, Shape};
use puzzles::tables::Tables;
use puzzles::tiles::databases::Partition;
use puzzles::tiles::{Grid, State, Tiles};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Budget, Ida, Limits, Outcome};

type Board24 = Grid<5, 5>;

fn features(gpu: Option<usize>) -> TileFeatures<Board24> {
    let first = Partition::new(&[vec![1, 2, 7], vec![5, 10, 11], vec![24, 23]]).unwrap();
    let partitions = [first.clone(), first.reflected().unwrap()];
    let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
    let source =
        &mut DatabaseSource { tables: &tables, threads: 1, budget: &budget, gpu, watch: &mut |_, _| () };
    TileFeatures::open(&partitions, source).unwrap()
}

#[test]
fn a_gpu_searches_as_the_processor_does() {
    if !gpu::testing::is_there() {
        return;
    }
    let (there, here) = (features(Some(0)), features(None));
    let (space, mut random) = (Tiles::new(), ChaCha8Rng::seed_from_u64(2));
    let limits = Limits { max_evaluations: Some(3_000_000), ..Limits::default() };
    let mut most = 0;
    for (alpha, trusted) in [
        (Some(0.9), LearnedCosts::All),
        (Some(0.25), LearnedCosts::Below(40.0)),
        (Some(0.75), LearnedCosts::None),
        (None, LearnedCosts::All),
    ] {
        let outputs = if alpha.is_some() { 2 } else { 1 };
        let shape = Shape { inputs: here.inputs(), hidden: vec![8], outputs, activation: Activation::Relu };
        let mut network = Network::new(&shape, &mut random);
        network.layers[1].biases[0] = 2.0;
        let reading = alpha.map_or(CompiledReading::of_mean(10.0), |alpha| at(alpha, 10.0, trusted));
        for moves in (20..160).step_by(10) {
            let mut start = State::GOAL;
            puzzles::walk(&space, &mut start, moves, &mut random);
            let problem = SearchProblem { space: &space, start, ida: &Ida::default(), limits: &limits };
            let [found, expected] = [&there, &here]
                .map(|features| features.search(&network, &reading, &problem, &mut ()).unwrap());
            assert_eq!(
                (&found.outcome, found.until_last_jump),
                (&expected.outcome, expected.until_last_jump)
            );
            if let Outcome::Solved { .. } = expected.outcome {
                assert_eq!(found, expected);
            }
            most = most.max(expected.until_last_jump.generated);
        }
    }
    assert!(most > 300_000, "{most}: little was done on the GPU");
}
