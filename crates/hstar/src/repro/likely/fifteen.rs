//! The 15-puzzle, solved with what was grown from its goal.

use likely::growth::{Request, by_ida};
use likely::puzzles::RawTiles;
use likely::{Domain, Growth, Reading};
use puzzles::Packed;
use puzzles::tiles::{self, Grid, Tiles};
use search::{Action, Limits};

use crate::puzzle::{AnySpace, Start};
use crate::{Exit, Failure};

/// Its name in tables.
pub(super) const PART: &str = "15-puzzle";

pub(super) type Space = Tiles<Grid<4, 4>>;
pub(super) type State = tiles::State<Grid<4, 4>>;

pub(super) const SPACE: Space = Tiles::new();

/// Networks see tiles as they lie.
pub(super) const DOMAIN: Domain<'static, Space, RawTiles> =
    Domain { space: &SPACE, encoding: &RawTiles, goals: &[State::GOAL] };

/// What came of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    /// The cost of a plan that has been played, if one was found.
    pub(super) cost: Option<u64>,
    pub(super) generated: u64,
}

/// Searches for a plan by IDA\* with one thread.
pub(super) fn solve(
    growth: &Growth<State>,
    reading: &Reading,
    start: &Start,
    limits: Limits,
) -> Result<Search, Failure> {
    let request =
        Request { space: &SPACE, start: SPACE.read(start), network: growth.network(), reading, limits };
    let attempt = by_ida(&RawTiles, &request).map_err(|unfit| Failure::new(Exit::SearchCritical, unfit))?;
    let play = |plan: Vec<tiles::Slide>| {
        let actions: Vec<Action> = plan.into_iter().map(|made| SPACE.action(made)).collect();
        SPACE.replay(start, &actions).map_err(|error| Failure::new(Exit::SearchCritical, error))
    };
    Ok(Search { cost: attempt.plan.map(play).transpose()?, generated: attempt.generated })
}
