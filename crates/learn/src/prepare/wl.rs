//! The colours of a data set's states, and its pairs of states of which one is better.

use data::{DataSet, Row, Source, Split, StateText};
use linear::{Pairs, SparseMatrix};
use rustc_hash::FxHashMap;
use search::{Budget, StateSpace};
use task::{Space, Task};
use wl::{ColourCounts, Follower, Palette, Vocabulary};

use super::{Wrong, rows_by_problem};
use crate::PrepareError;
use crate::features::WlSignature;
use crate::training::WlDesign;

/// The colours of all training states, with those that tell something as inputs.
pub(super) fn signature(
    data: &DataSet,
    tasks: &[Task],
    design: &WlDesign,
    vocabulary: Vocabulary,
    budget: &Budget,
) -> Result<WlSignature, PrepareError> {
    let mut palette = Palette::new(design.graph, vocabulary);
    let rows = rows_by_problem(data);
    let trained = || (0..tasks.len()).filter(|&problem| data.problems[problem].split == Split::Train);
    let mut states = FxHashMap::default();
    for problem in trained() {
        let wrong = |error: Wrong| error.of(data.problems[problem].name.clone());
        let (task, space) = (&tasks[problem], Space::new(&tasks[problem]));
        let graph = palette.graph(task).map_err(|why| wrong(Wrong::Mismatch(why.into())))?;
        let packed = packed(task, &space, &rows[problem], budget).map_err(wrong)?;
        for state in &packed {
            budget.check().map_err(PrepareError::Exhausted)?;
            palette.learn(&graph, &space, state);
        }
        states.insert(problem, packed);
    }
    let mut columns = Columns::new(palette.len());
    for problem in trained() {
        let wrong = |error: Wrong| error.of(data.problems[problem].name.clone());
        let space = Space::new(&tasks[problem]);
        let graph = palette.graph(&tasks[problem]).map_err(|why| wrong(Wrong::Mismatch(why.into())))?;
        let mut follower = Follower::new(&palette, graph, &space, ColourCounts::new(palette.len()));
        for state in states.remove(&problem).unwrap_or_default() {
            budget.check().map_err(PrepareError::Exhausted)?;
            columns.add(follower.go_to(&space, &state).counts());
        }
    }
    let is_first = |colour: u32| palette.iteration(colour) == 0;
    let inputs = columns.chosen(design, is_first);
    Ok(WlSignature::new(palette, inputs))
}

/// The states of rows.
fn packed(task: &Task, space: &Space, rows: &[&Row], budget: &Budget) -> Result<Vec<Vec<u64>>, Wrong> {
    let text = StateText::new(task);
    let mut scratch = space.scratch();
    let pack = |row: &&Row| {
        budget.check().map_err(Wrong::Exhausted)?;
        let values = text.read(&row.state).map_err(Wrong::State)?;
        let mut words = vec![0; space.words()];
        space.pack(&values, &mut scratch, &mut words);
        Ok(words)
    };
    rows.iter().map(pack).collect()
}

/// What is known of how often each colour occurs.
struct Columns {
    states: u128,
    totals: Vec<u64>,
    /// Sums by which columns of the same numbers are found.
    sums: Vec<u128>,
}

impl Columns {
    fn new(colours: usize) -> Self {
        Self { states: 0, totals: vec![0; colours], sums: vec![0; colours] }
    }

    fn add(&mut self, counts: &[u32]) {
        self.states += 1;
        // Any odd multiplier of 128 bits would do.
        let factor = self.states.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) | 1;
        let factor = factor.wrapping_mul(factor >> 61 | 1);
        for ((total, sum), &count) in self.totals.iter_mut().zip(&mut self.sums).zip(counts) {
            *total += u64::from(count);
            *sum = sum.wrapping_add(factor.wrapping_mul(count.into()));
        }
    }

    /// The colours that are no rare ones, and whose counts are not those of an earlier one. First colours are among them in any
    /// case: they tell how large a task is.
    fn chosen(&self, design: &WlDesign, is_first: impl Fn(u32) -> bool) -> Vec<u32> {
        let least = design.rare * self.states as f64;
        let mut seen = FxHashMap::default();
        let is_chosen = |&colour: &u32| {
            let place = colour as usize;
            let is_frequent = self.totals[place] as f64 > least;
            let is_new = seen.insert(self.sums[place], ()).is_none();
            is_first(colour) || (is_frequent && (is_new || !design.prune_equal))
        };
        (0..self.totals.len() as u32).filter(is_chosen).collect()
    }
}

/// Pairs of states of which one is better, from the rows of one split: on each plan, the state that comes next is better than the one
/// before it, and better than the other successors of that, but for those that are known to be as good.
pub(super) fn pairs(
    data: &DataSet,
    tasks: &[Task],
    split: Split,
    signature: &WlSignature,
    budget: &Budget,
) -> Result<Pairs, PrepareError> {
    let mut pairs = Pairs::new();
    let rows = rows_by_problem(data);
    for problem in (0..tasks.len()).filter(|&problem| data.problems[problem].split == split) {
        let wrong = |error: Wrong| error.of(data.problems[problem].name.clone());
        let (task, space) = (&tasks[problem], Space::new(&tasks[problem]));
        let states = packed(task, &space, &rows[problem], budget).map_err(wrong)?;
        let mut features = SparseMatrix::new();
        let counts = ColourCounts::new(signature.palette().len());
        let mut follower = signature.follower(task, counts).map_err(|why| wrong(Wrong::Mismatch(why)))?;
        for state in &states {
            let counts = follower.go_to(&space, state).counts();
            let inputs =
                (0u32..).zip(signature.inputs()).map(|(input, &colour)| (input, counts[colour as usize]));
            features.push(inputs.filter(|(_, count)| *count > 0).map(|(input, count)| (input, count as f32)));
        }
        // By walk and step: the state on the plan.
        let on_plans: FxHashMap<(u32, u32), usize> = rows[problem]
            .iter()
            .enumerate()
            .filter(|(_, row)| {
                matches!(row.origin.source, Source::Plans | Source::Walks) && row.target.is_some()
            })
            .map(|(place, row)| ((row.origin.walk, row.origin.step), place))
            .collect();
        for (place, row) in rows[problem].iter().enumerate() {
            let (walk, step) = (row.origin.walk, row.origin.step);
            let is_sibling = row.origin.source == Source::Siblings;
            let better = on_plans.get(&(walk, if is_sibling { step } else { step.saturating_add(1) }));
            let is_as_good = is_sibling && row.target.is_some();
            if let Some(&better) = better.filter(|_| !is_as_good && row.origin.source != Source::Backward) {
                pairs.push(features.row(better), features.row(place));
            }
        }
    }
    Ok(pairs)
}
