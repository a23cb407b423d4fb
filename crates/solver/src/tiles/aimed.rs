//! Sliding tiles that are not searched as the user sees them: with another goal, or with more rows than columns.

use puzzles::Packed;
use puzzles::tiles::{Arrangement, Board, Goal, InstanceError, OnBoard, Slide, Tiles, on_board, pddl};
use rand_chacha::ChaCha8Rng;
use search::Action;

use super::{MOVES, Open, direction};
use crate::{AnySpace, NoSolver, Refusal, Resources, Search, Solver, Start, StateHeuristic};

/// Sliding tiles with any goal and size. Boards are read and printed as the user sees them, and translated to states of a space of
/// [`Tiles`] for the search: heuristics know only its standard goal, and boards with no more rows than columns.
pub(crate) struct Aimed {
    goal: Goal,
    inside: Box<dyn AnySpace>,
}

impl Aimed {
    /// The space with this goal; `None` if there are no boards of its size.
    pub fn new(goal: Goal) -> Option<Self> {
        let (rows, columns) = goal.inner_size();
        Some(Self { goal, inside: on_board(rows, columns, Open)? })
    }

    fn board(&self, start: &Start) -> Arrangement {
        let (rows, columns) = self.goal.inner_size();
        let state = on_board(rows, columns, Unpacked(start));
        // There are boards of this size: one was opened.
        state.map_or_else(|| self.goal.board().clone(), |state| self.goal.outside(&state))
    }

    fn slide(&self, action: Action) -> Slide {
        self.goal.outer_slide(Slide::from_number(action as u8))
    }
}

/// A state, given as the words it is packed into.
struct Unpacked<'a>(&'a Start);

impl OnBoard for Unpacked<'_> {
    type Output = Arrangement;

    fn on<B: Board>(self) -> Arrangement {
        Tiles::<B>::new().read(self.0).arrangement()
    }
}

impl AnySpace for Aimed {
    fn words(&self) -> usize {
        self.inside.words()
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.inside.is_goal(state)
    }

    fn moves(&self, state: &[u64], last: Option<Action>) -> Vec<Action> {
        self.inside.moves(state, last)
    }

    fn apply(&self, state: &mut [u64], made: Action) {
        self.inside.apply(state, made);
    }

    fn inverse(&self, made: Action) -> Action {
        self.inside.inverse(made)
    }

    fn cost(&self, made: Action) -> u32 {
        self.inside.cost(made)
    }

    fn cheapest(&self) -> u32 {
        self.inside.cheapest()
    }

    fn numbers(&self) -> usize {
        self.inside.numbers()
    }

    fn parse(&self, text: &str) -> Result<Start, Refusal> {
        let board = Arrangement::read(text, self.goal.board().size());
        match board.and_then(|board| self.goal.inside(&board)) {
            Ok(state) => self.inside.parse(&state.line()),
            Err(error) => Err(refusal(&error, text, self.goal.board())),
        }
    }

    fn goal(&self) -> Start {
        self.inside.goal()
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> Start {
        self.inside.random(rng)
    }

    fn walk(&self, steps: usize, rng: &mut ChaCha8Rng) -> Start {
        self.inside.walk(steps, rng)
    }

    fn picture(&self, start: &Start) -> String {
        self.board(start).to_string()
    }

    fn domain(&self) -> &'static str {
        pddl::DOMAIN
    }

    fn problem(&self, start: &Start) -> String {
        pddl::problem(&self.board(start), self.goal.board())
    }

    fn describe(&self, _: &Start, plan: &[Action]) -> String {
        let words = plan.iter().map(|&action| format!(" {}", direction(self.slide(action))));
        format!("Moves ({}):{}", MOVES, words.collect::<String>())
    }

    /// Played on the board that the user sees.
    fn replay(&self, start: &Start, plan: &[Action]) -> Result<u64, String> {
        let mut board = self.board(start);
        for (index, &action) in plan.iter().enumerate() {
            let after = board.after(self.slide(action));
            board = after.ok_or_else(|| format!("move {} cannot be made", index + 1))?;
        }
        if board == *self.goal.board() {
            Ok(plan.len() as u64)
        } else {
            Err("it does not lead to the goal".to_owned())
        }
    }

    fn along(&self, start: &Start, plan: &[Action]) -> Vec<(Start, u64)> {
        self.inside.along(start, plan)
    }

    fn solver(&self, search: &Search, resources: &mut Resources) -> Result<Box<dyn Solver + '_>, NoSolver> {
        // Patterns name tiles as the user does.
        let number = |word: &String| {
            let number = word.parse().ok().and_then(|tile| self.goal.number(tile));
            number.map_or_else(|| word.clone(), |number| number.to_string())
        };
        let arguments = search.arguments.iter().map(|words| words.iter().map(number).collect()).collect();
        self.inside.solver(&Search { arguments, ..search.clone() }, resources)
    }

    fn heuristic(&self, name: &str, resources: &mut Resources) -> Result<Box<dyn StateHeuristic>, NoSolver> {
        self.inside.heuristic(name, resources)
    }
}

/// Why a board is refused. If the goal can't be reached, the message shows the goal, and names another one that can, if any.
pub(crate) fn refusal(error: &InstanceError, text: &str, goal: &Arrangement) -> Refusal {
    if *error != InstanceError::Unsolvable {
        return Refusal::wrong(error);
    }
    let mut message = format!("{error}\nThe goal:\n{goal}");
    let leads_to = |name: &&str| {
        let board = Arrangement::read(text, goal.size()).ok();
        let other = Goal::read(name, goal.size()).ok();
        board.zip(other).is_some_and(|(board, other)| other.inside(&board).is_ok())
    };
    if let Some(name) = Goal::NAMES.into_iter().find(leads_to) {
        message += &format!("\n  = help: moves lead from here to another goal: --goal {name}");
    }
    Refusal { message, is_unsolvable: true }
}
