use super::*;
use crate::cost_range::CostRange;
use crate::examples::Examples;
use crate::features::{FeatureKind, FeatureRows};
use crate::head::{Head, Prior, Sigma};
use crate::metrics;
use belief::{Admissibility, Calibration, Reading, Value};
use network::{Activation, SparseRows};

const THREE: InputSizes = InputSizes::Numbers(3);

/// States of three bits whose cost is the number of ones, and a half for the last.
fn examples() -> Examples {
    let mut rows = SparseRows::new();
    let (mut known, mut targets) = (Vec::new(), Vec::new());
    for state in 0..8_u32 {
        rows.push((0..3).filter(|bit| state >> bit & 1 == 1));
        known.push(Prior { lower: 0.0, ..Prior::default() });
        targets.push(CostRange::exact(f64::from(state.count_ones())));
    }
    Examples { known, targets, ..Examples::new(FeatureRows::Ones(rows)) }
}

fn config(head: Head) -> Config {
    Config {
        features: FeatureKind::Facts,
        hidden: Hidden::Widths(vec![6]),
        activation: Activation::Tanh,
        head,
        residual: None,
        lower: None,
        batch: 3,
        steps: 400,
        learning_rate: 0.02,
        clip: None,
        dropout: 0.0,
        validate_every: 2,
        select: Metric::Mse,
        ..Config::default()
    }
}

fn run(config: &Config) -> (Vec<Epoch>, Progress) {
    let examples = examples();
    let mut trainer = Trainer::new(config, THREE, &examples, &examples).unwrap();
    let mut epochs = Vec::new();
    while !trainer.is_done() {
        epochs.push(trainer.epoch(&Budget::unlimited()).unwrap().unwrap());
    }
    (epochs, trainer.progress)
}

#[test]
fn every_head_learns_to_count() {
    for head in [
        Head::Point,
        Head::Gaussian { sigma: Sigma::Learned },
        Head::Truncated { sigma: Sigma::Learned },
        Head::Truncated { sigma: Sigma::Fixed(1.0) },
        Head::Categorical { highest: 3 },
    ] {
        let (_, progress) = run(&config(head));
        let best = progress.best.iter().find(|best| best.metric == Metric::Mse).unwrap();
        assert!(best.found.scores.mse.unwrap() < 0.05, "{head:?}: {:?}", best.found);
    }
}

#[test]
fn the_same_seed_gives_the_same_weights_and_another_others() {
    let first = config(Head::Point);
    assert_eq!(run(&first), run(&first));
    let other = Config { seed: 1, ..first.clone() };
    assert_ne!(run(&first).1.best, run(&other).1.best);
}

#[test]
fn training_that_is_stopped_after_any_epoch_goes_on_to_the_same_bytes() {
    let config =
        Config { steps: 30, attempts: 2, dropout: 0.2, ..config(Head::Truncated { sigma: Sigma::Learned }) };
    let examples = examples();
    let whole = run(&config);
    let bytes = whole.1.write(&config, "data").unwrap();
    for stop in 0..whole.0.len() {
        let mut trainer = Trainer::new(&config, THREE, &examples, &examples).unwrap();
        let mut epochs: Vec<Epoch> =
            (0..stop).map(|_| trainer.epoch(&Budget::unlimited()).unwrap().unwrap()).collect();
        let checkpoint = trainer.progress().write(&config, "data").unwrap();
        let progress = Progress::read(&checkpoint, &config, "data", THREE).unwrap().unwrap();
        let mut trainer = Trainer::resume(&config, THREE, &examples, &examples, progress).unwrap();
        while !trainer.is_done() {
            epochs.push(trainer.epoch(&Budget::unlimited()).unwrap().unwrap());
        }
        assert_eq!(epochs, whole.0);
        assert_eq!(trainer.progress().write(&config, "data").unwrap(), bytes);
    }
}

#[test]
fn a_checkpoint_of_other_options_or_data_is_not_gone_on_from() {
    let config = Config { steps: 3, ..config(Head::Point) };
    let bytes = run(&config).1.write(&config, "data").unwrap();
    assert!(Progress::read(&bytes, &config, "data", THREE).unwrap().is_some());
    assert!(Progress::read(&bytes, &config, "other", THREE).unwrap().is_none());
    let other = Config { steps: 4, ..config };
    assert!(Progress::read(&bytes, &other, "data", THREE).unwrap().is_none());
}

#[test]
fn patience_ends_an_attempt() {
    let config = Config { patience: Some(3), steps: 1_000_000, learning_rate: 0.0, ..config(Head::Point) };
    let (epochs, _) = run(&config);
    assert_eq!(epochs.len(), 8, "the first of four validations is the best; one in two epochs");
}

#[test]
fn devices_are_named() {
    for (text, device) in [("cpu", Device::Cpu), ("cuda:1", Device::Cuda(1)), ("cuda", Device::Cuda(0))] {
        assert_eq!(text.parse(), Ok(device));
    }
    assert_eq!(Device::Cuda(1).to_string(), "cuda:1");
    assert!("gpu".parse::<Device>().is_err() && "cuda:x".parse::<Device>().is_err());
}

#[test]
fn an_epoch_that_is_stopped_has_not_begun() {
    let config = config(Head::Point);
    let examples = examples();
    let mut trainer = Trainer::new(&config, THREE, &examples, &examples).unwrap();
    trainer.epoch(&Budget::unlimited()).unwrap();
    let before = trainer.progress.clone();
    let spent = Budget::unlimited().with_time(std::time::Duration::ZERO);
    assert_eq!(trainer.epoch(&spent), Ok(None));
    assert_eq!(trainer.progress, before);
}

/// Of the sums over the bits, the true costs alone are in all ranges: without bits at least 0, with one at most 1, with two
/// at least 2.
#[test]
fn costs_are_learned_from_ranges() {
    let mut ranges = examples();
    for (state, target) in ranges.targets.iter_mut().enumerate() {
        let cost = f64::from(state.count_ones());
        *target = if cost == 1.0 { CostRange::new(-1.0, cost) } else { CostRange::new(cost, cost + 2.0) };
    }
    let narrow = Sigma::Fixed(0.1);
    for head in [Head::Truncated { sigma: narrow }, Head::Gaussian { sigma: narrow }, Head::Point] {
        let config = Config { hidden: Hidden::Widths(Vec::new()), steps: 3_000, ..config(head) };
        let mut trainer = Trainer::new(&config, THREE, &ranges, &ranges).unwrap();
        while !trainer.is_done() {
            trainer.epoch(&Budget::unlimited()).unwrap();
        }
        let best = trainer.progress.best.iter().find(|best| best.metric == Metric::Mse).unwrap();
        let judged = metrics::judge(head, &best.network, &examples(), 1);
        let error = judged.iter().map(|one| (one.mean - one.target).abs()).fold(0.0, f64::max);
        assert!(error < 0.25, "{head:?}: {error}");
    }
}

#[test]
fn by_admissibility_the_most_probable_cost_is_one_that_is_never_too_high() {
    // Of three states that look alike, two cost 3 and one costs 2.
    let mut rows = SparseRows::new();
    (0..3).for_each(|_| rows.push([0]));
    let targets = [2.0, 3.0, 3.0].map(CostRange::exact).to_vec();
    let known = vec![Prior::default(); 3];
    let alike = Examples { known, targets, ..Examples::new(FeatureRows::Ones(rows)) };
    let most_probable = |admissibility, select| {
        let config = Config { admissibility, select, ..config(Head::Categorical { highest: 3 }) };
        let mut trainer = Trainer::new(&config, THREE, &alike, &alike).unwrap();
        while !trainer.is_done() {
            trainer.epoch(&Budget::unlimited()).unwrap();
        }
        let best = trainer.best().unwrap();
        assert_eq!(best.found.scores.loss.is_some(), admissibility.is_some());
        let argmax = Reading::of(Value::Argmax).reader(&Calibration::default()).unwrap();
        metrics::read(config.head, &best.network, &alike, &argmax)[0].0
    };
    let mild = Admissibility { strength: 1.0, sharpness: 0.1 };
    assert_eq!(most_probable(None, Metric::Nll), 3.0);
    assert_eq!(most_probable(Some(mild), Metric::Loss), 2.0);
}

#[test]
fn a_network_that_was_shown_noise_is_unsure_of_it_and_sure_of_states() {
    // Of eight inputs, exactly one is true in a state.
    let mut rows = SparseRows::new();
    (0..8_u32).for_each(|state| rows.push([state]));
    let known = vec![Prior::default(); 8];
    let targets = (0..8).map(|cost| CostRange::exact(f64::from(cost))).collect();
    let examples = Examples { known, targets, ..Examples::new(FeatureRows::Ones(rows)) };
    let confidence = |noise: Option<&str>, ones: &[u32]| {
        let noise = noise.map(|noise| noise.parse().unwrap());
        let head = Head::Categorical { highest: 7 };
        let config =
            Config { noise, hidden: Hidden::Widths(vec![16]), batch: 8, steps: 2000, ..config(head) };
        let mut trainer = Trainer::new(&config, InputSizes::Numbers(8), &examples, &examples).unwrap();
        while !trainer.is_done() {
            trainer.epoch(&Budget::unlimited()).unwrap();
        }
        let mut asked = SparseRows::new();
        asked.push(ones.iter().copied());
        let asked = Examples {
            known: vec![Prior::default()],
            targets: vec![CostRange::exact(0.0)],
            ..Examples::new(FeatureRows::Ones(asked))
        };
        metrics::judge(head, &trainer.best().unwrap().network, &asked, 1)[0].confidence
    };
    for noise in ["uniform:0.5", "weighted:0.5"] {
        // Noise may look like a state, and weighted noise does so often: 0.75 is what can be had.
        assert!(confidence(Some(noise), &[3]) > 0.7, "{noise}");
        assert!(confidence(Some(noise), &[0, 2, 3, 5]) < 0.5, "{noise}");
    }
    assert!(confidence(None, &[0, 2, 3, 5]) > 0.5);
}
