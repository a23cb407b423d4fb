mod on_a_line;

use super::*;
use crate::bayes::FitSettings;
use crate::planning::{BeliefKind, PlanningSettings};
use crate::puzzles::RawTiles;
use crate::testing::{Line, OneHot};
use crate::{Outright, Rows, StateFormat};
use puzzles::tiles::{Grid, State, Tiles};
use search::{Ida, Reversible, ida};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

type Board = Grid<3, 3>;

const SPACE: Tiles<Board> = Tiles::new();
const DOMAIN: Domain<Tiles<Board>, RawTiles> =
    Domain { space: &SPACE, encoding: &RawTiles, goals: &[State::GOAL], starts: &[] };

/// Small enough for tests.
fn options(how: As) -> Options {
    Options {
        how,
        iterations: 6,
        nodes: Some(100_000),
        planning: PlanningSettings { hidden: 12, ..PlanningSettings::default() },
        fit: FitSettings { rounds: 12, ..FitSettings::default() },
        ..Options::default()
    }
}

fn solve(request: &Request<Tiles<Board>>) -> Attempt<State<Board>> {
    by_ida(&RawTiles, request).unwrap()
}

fn grown(options: &Options, threads: usize) -> Growth<State<Board>> {
    let mut growth = Growth::new(options.clone(), DOMAIN.inputs());
    while growth.advance(DOMAIN, solve, threads, &Budget::unlimited()).unwrap().is_some() {}
    growth
}

#[test]
fn the_neighbourhood_of_the_goal_is_learned() {
    for how in [As::Paper, As::Code] {
        let growth = grown(&options(how), 1);
        let walked = |iteration: &Iteration| iteration.tasks.iter().map(|task| task.steps).max().unwrap();
        let [first, .., last] = growth.iterations() else { panic!() };
        assert_eq!((walked(first), first.solved), (1, 10));
        assert!(walked(last) > 5, "{last:?}");
        let has_goal = growth.buffer().records().any(|&(_, cost)| cost == 0);
        assert_eq!(has_goal, how == As::Code);

        // LearnedCosts values tell states near the goal from others.
        let network = Arc::new(growth.planning().network.clone());
        let mut heuristic = Outright::new(&RawTiles, network, growth.reading(0.0));
        let mut off = 0.0;
        for &(state, cost) in growth.buffer().records() {
            off +=
                f64::from(heuristic.estimate(&SPACE, &state).abs_diff(cost)) / growth.buffer().len() as f64;
        }
        assert!(off < 1.5, "{how:?}: {off}");
    }
}

#[test]
fn what_is_far_is_less_certain_than_what_was_learned() {
    let growth = grown(&Options { iterations: 4, ..options(As::Code) }, 1);
    let known = Rows::of(&SPACE, &RawTiles, growth.buffer().records().map(|(state, _)| state));
    let mut random = stream(1, Purpose::Walk, [0, 0]);
    let far: Vec<State<Board>> = (0..200).map(|_| DOMAIN.at_random(200, &mut random).state).collect();
    let mean = |rows: &Rows| {
        growth.bayes().uncertainty(rows, 100, 1, 1).into_iter().sum::<f32>() / rows.len() as f32
    };
    let (known, far) = (mean(&known), mean(&Rows::of(&SPACE, &RawTiles, &far)));
    assert!(far > 1.5 * known, "{known} {far}");
}

#[test]
fn neither_threads_nor_interruptions_change_anything() {
    let options = Options { iterations: 3, ..options(As::Code) };
    let whole = grown(&options, 1).save(&SPACE);
    assert_eq!(grown(&options, 3).save(&SPACE), whole);

    let mut growth = Growth::new(options.clone(), DOMAIN.inputs());
    let stopped = Budget::unlimited().with_interrupt(Arc::new(AtomicBool::new(true)));
    while !growth.is_done() {
        let before = growth.save(&SPACE);
        assert_eq!(growth.advance(DOMAIN, solve, 1, &stopped), Err(Exhausted::Interrupted));
        assert_eq!(growth.save(&SPACE), before);
        growth.advance(DOMAIN, solve, 1, &Budget::unlimited()).unwrap();
        let text = serde_json::to_string(&growth.save(&SPACE)).unwrap();
        growth = Growth::restore(DOMAIN, &options, serde_json::from_str(&text).unwrap()).unwrap();
    }
    assert_eq!(growth.save(&SPACE), whole);
    assert_eq!(growth.advance(DOMAIN, solve, 1, &Budget::unlimited()), Ok(None));
}

#[test]
fn what_can_not_have_been_saved_is_refused() {
    let options = Options { iterations: 1, ..options(As::Paper) };
    let saved = serde_json::to_value(grown(&options, 1).save(&SPACE)).unwrap();
    let restore = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut saved = saved.clone();
        change(&mut saved);
        Growth::restore(DOMAIN, &options, serde_json::from_value(saved).unwrap()).map(|_| ())
    };
    assert_eq!(restore(&|_| ()), Ok(()));
    assert_eq!(restore(&|saved| saved["options"]["seed"] = 2.into()), Err(NotRestored::OtherOptions));
    for numbers in ["network", "adam_first", "adam_second"] {
        let shorten = |saved: &mut serde_json::Value| drop(saved[numbers].as_array_mut().unwrap().pop());
        assert_eq!(restore(&shorten), Err(NotRestored::Damaged("weights")), "{numbers}");
    }
    let states = Err(NotRestored::Damaged("states"));
    assert_eq!(restore(&|saved| saved["states"] = [u64::MAX; 3].as_slice().into()), states);
    assert_eq!(restore(&|saved| saved["costs"] = serde_json::json!([])), states);
    assert_eq!(
        restore(&|saved| saved["bayes"]["hidden"] = 1_000_000.into()),
        Err(NotRestored::Damaged("weights"))
    );
}

/// All places in a JSON value but those of long lists, of which the ends do.
fn places(value: &serde_json::Value, path: &str, found: &mut Vec<String>) {
    found.push(path.into());
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| places(value, &format!("{path}/{name}"), found));
        }
        serde_json::Value::Array(values) => {
            let ends = (0..values.len()).filter(|&index| index == 0 || index + 1 == values.len());
            ends.for_each(|index| places(&values[index], &format!("{path}/{index}"), found));
        }
        _ => (),
    }
}

/// As for a file of which nothing is known.
fn look_at(saved: &Saved) {
    if let Ok(growth) = Growth::restore(DOMAIN, saved.options(), saved.clone()) {
        let readings = [growth.reading(belief::promised(0.9)), growth.reading_while_learning()];
        assert!(readings.iter().all(|reading| reading.outputs() == growth.network().outputs()));
        growth.is_done();
    }
}

#[test]
fn sizes_that_a_file_tells_are_not_believed() {
    let options = Options { iterations: 1, ..options(As::Paper) };
    let mut saved = serde_json::to_value(Growth::new(options, DOMAIN.inputs()).save(&SPACE)).unwrap();
    for hidden in [0, 1 << 20, 1 << 40, u64::MAX] {
        saved["options"]["planning"]["hidden"] = hidden.into();
        saved["bayes"]["hidden"] = hidden.into();
        let saved: Saved = serde_json::from_value(saved.clone()).unwrap();
        let restored = Growth::restore(DOMAIN, &saved.options().clone(), saved).map(|_| ());
        assert_eq!(restored, Err(NotRestored::Damaged("weights")), "{hidden}");
    }
}

#[test]
fn forged_files_do_no_harm() {
    let small = options(As::Code);
    let fit = FitSettings { rounds: 1, steps_per_round: 2, samples: 3, ..small.fit };
    let planning = PlanningSettings { steps: 4, ..small.planning };
    let options = Options { iterations: 2, tasks: 2, nodes: Some(1000), planning, fit, ..small };
    let mut growth = Growth::new(options.clone(), DOMAIN.inputs());
    growth.advance(DOMAIN, solve, 1, &Budget::unlimited()).unwrap();
    let saved = serde_json::to_value(growth.save(&SPACE)).unwrap();
    let mut all = Vec::new();
    places(&saved, "", &mut all);
    let forgeries =
        ["null", "true", "\"\"", "[]", "{}", "-1", "0", "0.3", "1e300", "1e38", "-1e38", "4294967295"];
    let (mut restored, mut refused) = (0, 0);
    for place in all {
        for forgery in forgeries.into_iter().chain(["18446744073709551615"]) {
            let mut forged = saved.clone();
            *forged.pointer_mut(&place).unwrap() = serde_json::from_str(forgery).unwrap();
            let Ok(forged) = serde_json::from_value::<Saved>(forged) else { continue };
            look_at(&forged);
            let Ok(mut growth) = Growth::restore(DOMAIN, &options, forged) else {
                refused += 1;
                continue;
            };
            // With numbers that were made up, a network may be one that no search can use.
            let solve = |request: &Request<Tiles<Board>>| {
                by_ida(&RawTiles, request).unwrap_or(Attempt { path: None, generated: 0, exhausted: None })
            };
            growth.advance(DOMAIN, solve, 1, &Budget::unlimited()).unwrap();
            let _: Vec<u64> = growth.iterations().iter().map(Iteration::nodes).collect();
            restored += 1;
        }
    }
    assert!(restored > 50 && refused > 100, "{restored} {refused}");
}

#[test]
fn counts_that_iterations_can_not_have_come_to_are_refused() {
    let options = Options { iterations: 1, ..options(As::Paper) };
    let saved = serde_json::to_value(grown(&options, 1).save(&SPACE)).unwrap();
    let restore = |place: &str, forged: serde_json::Value| {
        let mut saved = saved.clone();
        *saved.pointer_mut(place).unwrap() = forged;
        Growth::restore(DOMAIN, &options, serde_json::from_value(saved).unwrap()).map(|_| ())
    };
    for steps in ["/adam_steps", "/moments/steps"] {
        assert_eq!(restore(steps, u64::MAX.into()), Err(NotRestored::Damaged("numbers of steps")), "{steps}");
    }
    for (place, forged) in [("/alpha", 7.0), ("/alpha", 0.3), ("/beta", -1.0)] {
        assert_eq!(restore(place, forged.into()), Err(NotRestored::Damaged("α and β")), "{place}");
    }
    let iterations = Err(NotRestored::Damaged("iterations"));
    assert_eq!(restore("/iterations/0/solved", 3.into()), iterations);
    assert_eq!(restore("/iterations/0/tasks", serde_json::json!([])), iterations);
    let twice = serde_json::json!([saved["iterations"][0], saved["iterations"][0]]);
    assert_eq!(restore("/iterations", twice), iterations);
    assert_eq!(restore("/moments/second/0", (-1.0).into()), Err(NotRestored::Damaged("weights")));
}

#[test]
fn walks_that_find_no_uncertainty_are_a_move_shorter_in_the_code() {
    let domain = Domain { space: &Line { length: 24 }, encoding: &OneHot, goals: &[0], starts: &[] };
    for (how, steps) in [(As::Paper, 5), (As::Code, 4)] {
        let generation = Generation::Uncertainty { enough: 1e9, max_steps: 5 };
        let mut growth = Growth::<u32>::new(Options { generation, ..options(how) }, 24);
        growth.moments.steps = 1;
        let uncertainty = Uncertainty::new(&growth.bayes, growth.options.fit.samples);
        assert_eq!(growth.generate(domain, &uncertainty, 0).steps, steps);
    }
}

#[test]
fn where_too_little_is_solved_alpha_falls_to_its_least() {
    let options = Options { iterations: 4, alpha_step: 0.2, ..options(As::Code) };
    let mut growth = Growth::new(options, 24);
    let domain = Domain { space: &Line { length: 24 }, encoding: &OneHot, goals: &[0], starts: &[] };
    let give_up = |_: &Request<Line>| Attempt { path: None, generated: 7, exhausted: None };
    while growth.advance(domain, give_up, 2, &Budget::unlimited()).unwrap().is_some() {}
    let alphas: Vec<f64> = growth.iterations().iter().map(|iteration| iteration.alpha).collect();
    assert!(alphas.iter().zip([0.99, 0.79, 0.59, 0.5]).all(|(found, alpha)| (found - alpha).abs() < 1e-9));
    assert!(growth.iterations().iter().all(|iteration| iteration.beta == 0.05 && iteration.nodes() == 70));
    assert!(growth.buffer().is_empty());
}

#[test]
fn plans_that_do_not_end_in_a_goal_are_none() {
    let line = Line { length: 9 };
    assert_eq!(solve::costs_along(&line, 2, &[false, false]), Some(vec![(2, 2), (1, 1), (0, 0)]));
    assert_eq!(solve::costs_along(&line, 2, &[false]), None);
}

#[test]
fn tasks_of_a_length_are_learned_without_uncertainty() {
    let planning = PlanningSettings { spread: false, ..options(As::Code).planning };
    let generation = Generation::Length(2);
    let options = Options { iterations: 3, generation, planning, ..options(As::Code) };
    let mut growth = Growth::new(options, 24);
    // Two goals, of which a space knows by itself only one: walks from the other are not what plans lead back to.
    let domain = Domain { space: &Line { length: 24 }, encoding: &OneHot, goals: &[0, 1], starts: &[] };
    let solve = |request: &Request<Line>| {
        let network = Arc::new(request.network.clone());
        let heuristic = Outright::new(&OneHot, network, request.reading.clone());
        let report =
            ida(request.space, &heuristic, &request.start, &Ida::default(), &request.limits, &mut ());
        Attempt::new(report, |plan| solve::costs_along(request.space, request.start, plan))
    };
    while growth.advance(domain, solve, 2, &Budget::unlimited()).unwrap().is_some() {}
    for (number, iteration) in (1..).zip(growth.iterations()) {
        assert!(iteration.tasks.iter().all(|task| task.steps == 2 * number && task.cost.is_some()));
        assert_eq!((iteration.solved, iteration.bayes), (10, None));
    }
}

#[test]
fn tasks_given_up_for_want_of_memory_do_not_pass_for_hard_ones() {
    let domain = Domain { space: &Line { length: 24 }, encoding: &OneHot, goals: &[0], starts: &[] };
    let exhausted =
        |reason| move |_: &Request<Line>| Attempt { path: None, generated: 7, exhausted: Some(reason) };
    for reason in [Exhausted::Memory, Exhausted::Interrupted, Exhausted::Time] {
        let mut growth = Growth::new(Options { iterations: 2, ..Options::default() }, 24);
        let result = growth.advance(domain, exhausted(reason), 1, &Budget::unlimited());
        assert_eq!(result.map(|_| ()), Err(reason));
        assert!(growth.iterations().is_empty());
    }
    let mut growth = Growth::new(Options { iterations: 2, seconds: Some(1.0), ..Options::default() }, 24);
    let result = growth.advance(domain, exhausted(Exhausted::Time), 1, &Budget::unlimited());
    assert_eq!(result.unwrap().unwrap().solved, 0);
}
