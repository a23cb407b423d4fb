//! Grows a heuristic from the goal of the 8-puzzle, and solves with it: `cargo run --release --example grown_puzzle`.
#![expect(clippy::print_stdout, reason = "examples show what comes of them")]

use hstar::growing::{Growing, PuzzleTarget};
use hstar::likely::growth::Options;
use hstar::likely::puzzles::Setting;
use hstar::puzzle::{PuzzleGuide, solve, tables};
use hstar::{Budget, Limits};

fn main() -> Result<(), hstar::Error> {
    let (space, setting) = ("tiles:3x3", Setting::Eight);
    let file = std::env::temp_dir().join(format!("eight-{}.hstar", std::process::id()));
    let target = PuzzleTarget { space, setting: &setting, tables: tables(None), gpu: None, instances: None };
    // As few as are enough for an example: more iterations make better heuristics.
    let options = Options { iterations: 2, tasks: 4, nodes: Some(100_000), ..Options::of(&setting) };
    let (model, budget) = (file.as_path(), &Budget::unlimited());
    Growing { target: &target, options: &options, model, calibrates: true, threads: 1, budget }.run(&())?;

    let model = PuzzleGuide::read(&file, space)?;
    let start = "3 1 2 4 0 5 6 7 8";
    let near = solve(space, start, Some("ida(model@quantile:0.9)"), Some(&model), &Limits::default())?;
    let least = solve(space, start, None, None, &Limits::default())?;
    println!("{}", near.moves.unwrap_or_default());
    println!("{:?} moves, at least {:?}", near.cost, least.cost);
    assert!(near.cost >= least.cost);
    Ok(())
}
