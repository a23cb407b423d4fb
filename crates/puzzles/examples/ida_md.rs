//! IDA\* with Manhattan distance on the 15-puzzle, for `bench/ida.py`.
//!
//! Without arguments, prints Korf's instances. With a number of threads, reads such lines, and prints for each: cost,
//! states generated, seconds.

#![expect(clippy::print_stdout, reason = "it is a program")]

use puzzles::tiles::{Grid, Manhattan, State, Tiles, korf};
use search::{Ida, Limits, Outcome, ida};
use std::error::Error;
use std::io::BufRead;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1) {
        None => korf::fifteen().iter().for_each(|instance| println!("{}", instance.start.line())),
        Some(threads) => solve_all(threads.parse()?)?,
    }
    Ok(())
}

fn solve_all(threads: usize) -> Result<(), Box<dyn Error>> {
    let options = Ida { threads, ..Ida::default() };
    for line in std::io::stdin().lock().lines() {
        let start: State<Grid<4, 4>> = line?.parse()?;
        let begin = Instant::now();
        let report = ida(&Tiles::new(), &Manhattan, &start, &options, &Limits::default(), &mut ());
        let seconds = begin.elapsed().as_secs_f64();
        if let Outcome::Solved { cost, .. } = report.outcome {
            println!("{cost} {} {seconds:.6}", report.counters.generated);
        }
    }
    Ok(())
}
