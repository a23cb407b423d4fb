//! A state space of your own, with A\*, IDA\* and a learned heuristic: `cargo run --example own_space`.
#![expect(clippy::print_stdout, reason = "examples show what comes of them")]

use hstar::belief::Distribution;
use hstar::learn::{Regressor, training::Config};
use hstar::search::{Budget, ByState, Ida, Implicit, Limits, Outcome, astar, ida};

/// A knight's squares on a board of 20 by 20: the space.
type Square = (i32, i32);

const GOAL: Square = (10, 10);

fn leaps(&(x, y): &Square) -> Vec<(Square, u32)> {
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let squares = leaps.map(|(right, up)| ((x + right, y + up), 1));
    squares.into_iter().filter(|((x, y), _)| (0..20).contains(x) && (0..20).contains(y)).collect()
}

fn features(&(x, y): &Square) -> Vec<f32> {
    let (dx, dy) = ((x - GOAL.0).abs() as f32, (y - GOAL.1).abs() as f32);
    vec![1.0, dx / 20.0, dy / 20.0, dx.max(dy) / 20.0]
}

fn main() -> Result<(), hstar::learn::FitError> {
    let limits = Limits::default();
    let blind = ByState(|&square: &Square| u32::from(square != GOAL));
    let cost = |start| {
        let space = Implicit::new(start, leaps, |&square| square == GOAL);
        match astar(&space, &mut blind.clone(), 1.0, &limits, &mut ()).outcome {
            Outcome::Solved { cost, .. } => cost as u32,
            _ => unreachable!("a knight gets everywhere"),
        }
    };
    let squares = (0..20).flat_map(|x| (0..20).step_by(3).map(move |y| (x, y)));
    let examples: Vec<(Vec<f32>, u32)> = squares.map(|square| (features(&square), cost(square))).collect();
    let config = Config { steps: 4000, clip: None, ..Regressor::config() };
    let mut regressor = Regressor::fit(&examples, &config, &Budget::unlimited())?;

    let space = Implicit::new((0, 1), leaps, |&square| square == GOAL);
    let mut learned = ByState(|square: &Square| match *square == GOAL {
        true => 0,
        false => regressor
            .believe(&features(square), |belief| belief.quantile(0.1))
            .map_or(1, |h| h.max(1.0) as u32),
    });
    let by_learned = astar(&space, &mut learned, 1.0, &limits, &mut ());
    let by_blind = astar(&space, &mut blind.clone(), 1.0, &limits, &mut ());
    let by_ida =
        ida(&space, &blind, space.start(), &Ida { table: Some(1 << 20), ..Ida::default() }, &limits, &mut ());
    let (Outcome::Solved { plan, cost }, Outcome::Solved { cost: least, .. }) =
        (&by_learned.outcome, &by_ida.outcome)
    else {
        unreachable!("a knight gets everywhere");
    };
    println!("{:?}: {cost} leaps, {least} at least", space.path(plan));
    println!(
        "{} states by what was learned, {} without",
        by_learned.counters.expanded, by_blind.counters.expanded
    );
    assert!(cost >= least && by_learned.counters.expanded < by_blind.counters.expanded);
    Ok(())
}
