//! Tests rules for the 8-puzzle beside heuristics of a few lines.

use std::path::PathBuf;
use std::time::Instant;

use rules::Source;
use rules::ladder::{Ladder, Lookup};
use rules::puzzle8::metrics::{Accuracy, LIMIT, Searches, WEIGHTS};
use rules::puzzle8::test_set::{self, ACCURACY, SEARCH, Solved};
use rules::puzzle8::{AStar, Puzzle8, Rules, Space, State, each, manhattan};

use tools::numbers::counted;

use crate::file_kind::read_text;
use crate::{Error, ErrorKind, Progress};

/// The states on which rules are tested.
pub struct TestStates {
    /// The sets, with their names.
    sets: Vec<(String, Vec<Solved>)>,
}

/// The seed of the states that are drawn, so that they are always the same.
const SEED: u64 = 1;

/// Sets of more states than this are used for errors only, not for searches.
const SEARCHED: usize = 100;

impl TestStates {
    /// The states of files, or if there are none two sets as in the paper.
    pub fn read(space: &Space, files: &[PathBuf]) -> Result<Self, Error> {
        let read = |path: &PathBuf| {
            let name = path.display().to_string();
            let text = read_text(path, "it has lines such as `\"[0, 1, 2, 3, 4, 5, 6, 7, 8]\",0`")?;
            let states = test_set::read(space, Source { name: &name, text: &text })?;
            Ok::<_, Error>((format!("{} of {name}", counted(states.len(), "state")), states))
        };
        let drawn = |what: &str, counts| {
            let states = test_set::draw(space, counts, SEED);
            (format!("{} {what}", counted(states.len(), "state")), states)
        };
        let sets = match files {
            [] => vec![drawn("of all costs", &ACCURACY), drawn("to search from", &SEARCH)],
            files => files.iter().map(read).collect::<Result<_, _>>()?,
        };
        Ok(Self { sets })
    }

    /// Reports errors and searches, and how fast the rules are.
    pub fn report(
        &self,
        puzzle: &Puzzle8,
        ladder: &Ladder,
        reading: Lookup,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        let mut rules =
            Rules::new(puzzle, ladder, reading).map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
        for (name, states) in &self.sets {
            progress.line(format_args!("On {name}:"));
            told(progress, "rules", states, |states, values| rules.values(states, values));
            told(progress, "Manhattan distance", states, each(manhattan));
        }
        let states: Vec<State> = self
            .sets
            .iter()
            .flat_map(|(_, states)| states)
            .map(|solved| solved.state)
            .cycle()
            .take(200_000)
            .collect();
        let mut values = vec![0; states.len()];
        let start = Instant::now();
        rules.values(&states, &mut values);
        progress.line(format_args!(
            "The rules value {:.0} states per second on one core",
            states.len() as f64 / start.elapsed().as_secs_f64()
        ));
        Ok(())
    }
}

fn told(
    progress: &dyn Progress,
    name: &str,
    states: &[Solved],
    mut heuristic: impl FnMut(&[State], &mut [u32]),
) {
    if let Some(Accuracy { mse, r_squared }) = Accuracy::of(states, &mut heuristic) {
        progress.line(format_args!("  {name}: R² {r_squared:.3}, mean squared error {mse:.3}"));
    }
    if states.len() > SEARCHED {
        return;
    }
    let mut astar = AStar::new();
    for weight in WEIGHTS {
        let start = Instant::now();
        let searches = Searches::run(states, weight, LIMIT, &mut astar, &mut heuristic);
        let rate = searches.all_expansions as f64 / start.elapsed().as_secs_f64();
        let or_none = |figure: Option<f64>| figure.map_or("–".to_owned(), |figure| format!("{figure:.2}"));
        progress.line(format_args!(
            "  {name}, A* with {weight} g + h: {} of {} solved, {} of these optimally, mean length {}, mean expansions {}, \
             {rate:.0} expansions per second",
            searches.solved,
            searches.states,
            searches.optimal,
            or_none(searches.mean_length()),
            or_none(searches.mean_expansions()),
        ));
    }
}
