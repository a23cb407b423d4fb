//! A state space of your own, with A\*, IDA\* and a learned heuristic: `cargo run --example own_space`.
#![expect(clippy::print_stdout, reason = "examples show what comes of them")]

use hstar::belief::Distribution;
use hstar::learn::{Regressor, training::Config};
use hstar::search::{Budget, ByState, Ida, Implicit, Limits, astar, ida};

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
    let mut blind = ByState(|&square: &Square| u32::from(square != GOAL));
    let mut examples = Vec::new();
    for start in (0..400).step_by(3).map(|number| (number / 20, number % 20)) {
        let space = Implicit::new(start, leaps, |&square| square == GOAL);
        let cost = astar(&space, &mut blind, 1.0, &limits, &mut ()).cost();
        examples.extend(cost.map(|cost| (features(&start), cost as u32)));
    }
    let config = Config { steps: 4000, clip: None, ..Regressor::config() };
    let mut regressor = Regressor::fit(&examples, &config, &Budget::unlimited())?;
    let mut learned = ByState(|square: &Square| {
        let low = regressor.believe(&features(square), |belief| belief.quantile(0.1));
        low.map_or(0, |h| h as u32)
    });

    let space = Implicit::new((0, 1), leaps, |&square| square == GOAL);
    let by_learned = astar(&space, &mut learned, 1.0, &limits, &mut ());
    let by_blind = astar(&space, &mut blind, 1.0, &limits, &mut ());
    let with_table = Ida { table: Some(1 << 20), ..Ida::default() };
    let by_ida = ida(&space, &blind, space.start(), &with_table, &limits, &mut ());
    println!("{:?}", by_learned.plan().map(|plan| space.path(plan)));
    println!("{:?} leaps, at least {:?}", by_learned.cost(), by_ida.cost());
    let [expanded, blindly] = [&by_learned, &by_blind].map(|report| report.counters.expanded);
    println!("{expanded} states expanded by what was learned, {blindly} without");
    assert!(expanded < blindly && by_learned.cost() >= by_ida.cost());
    Ok(())
}
