//! The labelled states that models of a domain learn from.

use std::path::Path;
use std::time::Duration;

use crate::Scale;
use data::label::{Recipe, SearchLimits, Teacher};
use data::{DataSet, Problem, Row, Source};

use crate::Context;
use crate::problem_set::ProblemSet;
use planner::Error;
use planner::labelling::stored;
use planner::teacher::SearchTeacher;

/// The search that finds the costs, as in the paper.
const TEACHER: &str = "astar(lmcut)";

/// Limits on labelling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labelling {
    /// Limits on a search for a label. Except for the paper's own, they don't depend on the machine.
    pub(super) limits: SearchLimits,
    /// How often a problem is redrawn at most, until one can be solved within the limits.
    pub(super) draws: u64,
}

/// Limits on labelling at a scale.
pub(super) fn labelling(scale: Scale) -> Labelling {
    match scale {
        Scale::Smoke => Labelling { limits: SearchLimits::evaluations(10_000), draws: 1 },
        Scale::Laptop => Labelling { limits: SearchLimits::evaluations(60_000), draws: 4 },
        Scale::Paper | Scale::Full => {
            let (time, memory) = (Some(Duration::from_secs(300)), Some(8 << 30));
            Labelling { limits: SearchLimits { time, memory, ..SearchLimits::default() }, draws: 20 }
        }
    }
}

impl Labelling {
    /// A text of everything that labels depend on.
    pub(super) fn described(&self) -> String {
        let limits = serde_json::to_string(&self.limits).unwrap_or_default();
        format!("{} draws, {limits}", self.draws)
    }
}

/// A problem that was solved, with the states on its plan.
struct Solved {
    problem: Problem,
    rows: Vec<Row>,
}

/// The states on the optimal plans of the problems, with their costs: read from the folder if they are there. As in the paper,
/// a problem that takes too long is drawn again.
///
/// # Errors
/// When they can't be made or stored; after an interruption, the next call continues.
pub(super) fn labelled(
    set: &ProblemSet,
    scale: Scale,
    folder: &Path,
    context: &Context<'_>,
) -> Result<DataSet, Error> {
    let labelling = labelling(scale);
    let teacher = SearchTeacher::new(TEACHER)?;
    let recipe = recipe(&teacher, labelling.limits);
    let json = serde_json::to_value(&recipe).map_err(Error::internal)?;
    let empty = DataSet { recipes: vec![json], domain: set.domain_text().to_owned(), ..DataSet::default() };
    let places = set.places(scale)?;
    let mut solved: Vec<Option<Solved>> = places.iter().map(|_| None).collect();
    for draw in 1..=labelling.draws {
        let open = places.iter().enumerate().filter(|(index, _)| solved[*index].is_none());
        let drawn = open.filter_map(|(index, place)| Some((index, set.problem(place, draw, scale).ok()?)));
        let (indices, problems): (Vec<usize>, Vec<Problem>) = drawn.unzip();
        if problems.is_empty() {
            continue;
        }
        let name = if draw == 1 { set.domain.to_owned() } else { format!("{}-draw-{draw}", set.domain) };
        let base = DataSet { problems, ..empty.clone() };
        let (resources, progress) = (context.for_labelling(None), context.progress);
        let made = stored((folder, &name), &base, &recipe, &teacher, &resources, progress)?;
        note_solved(&indices, made, &mut solved);
    }
    Ok(together(empty, solved.into_iter().flatten()))
}

fn recipe(teacher: &SearchTeacher, limits: SearchLimits) -> Recipe {
    Recipe {
        source: Source::Plans,
        teacher: teacher.name().to_owned(),
        labels_walks_back: false,
        walks: None,
        walk_length: None,
        heuristics: Vec::new(),
        unit_cost: false,
        siblings: false,
        deduplicate: false,
        max_states: None,
        seed: 1,
        limits,
    }
}

/// Records the problems of a set that were solved, each at its index.
fn note_solved(indices: &[usize], made: DataSet, solved: &mut [Option<Solved>]) {
    for (&index, problem) in indices.iter().zip(made.problems) {
        if problem.searches.solved > 0 {
            solved[index] = Some(Solved { problem, rows: Vec::new() });
        }
    }
    for row in made.rows {
        let of = indices.get(row.problem as usize).and_then(|&index| solved[index].as_mut());
        of.into_iter().for_each(|solved| solved.rows.push(row.clone()));
    }
}

fn together(mut data: DataSet, solved: impl Iterator<Item = Solved>) -> DataSet {
    for (index, Solved { problem, rows }) in (0..).zip(solved) {
        data.problems.push(problem);
        data.rows.extend(rows.into_iter().map(|row| Row { problem: index, ..row }));
    }
    data
}
