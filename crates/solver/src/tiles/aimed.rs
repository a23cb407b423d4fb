//! Sliding tiles with a goal given by the user.

use puzzles::Packed;
use puzzles::tiles::{Board, Goal, InstanceError, Slide, State, Tiles, pddl};
use rand_chacha::ChaCha8Rng;
use search::Action;

use super::direction;
use crate::puzzle::Puzzle;
use crate::{AnySpace, NoSolver, Refusal, Resources, Search, Solver, Start, StateHeuristic};

/// Sliding tiles with a goal given by the user. Boards are read and printed with this goal, and translated to states of [`Tiles`]
/// for the search: heuristics know only its standard goal.
pub(crate) struct Aimed<B: Board> {
    pub goal: Goal<B>,
}

impl<B: Board> Aimed<B> {
    const SPACE: Tiles<B> = Tiles::new();

    fn board(&self, start: &Start) -> State<B> {
        self.goal.outside(&Self::SPACE.read(start))
    }

    fn slide(&self, action: Action) -> Slide {
        self.goal.turned_slide(Self::SPACE.made(action))
    }
}

impl<B: Board> AnySpace for Aimed<B> {
    fn words(&self) -> usize {
        AnySpace::words(&Self::SPACE)
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        AnySpace::is_goal(&Self::SPACE, state)
    }

    fn moves(&self, state: &[u64], last: Option<Action>) -> Vec<Action> {
        AnySpace::moves(&Self::SPACE, state, last)
    }

    fn apply(&self, state: &mut [u64], made: Action) {
        AnySpace::apply(&Self::SPACE, state, made);
    }

    fn inverse(&self, made: Action) -> Action {
        AnySpace::inverse(&Self::SPACE, made)
    }

    fn cost(&self, made: Action) -> u32 {
        AnySpace::cost(&Self::SPACE, made)
    }

    fn cheapest(&self) -> u32 {
        AnySpace::cheapest(&Self::SPACE)
    }

    fn numbers(&self) -> usize {
        B::SIZE
    }

    fn parse(&self, text: &str) -> Result<Start, Refusal> {
        let state = State::arranged(text).and_then(|board| self.goal.inside(&board));
        let mut start = vec![0; self.words()];
        Self::SPACE.write(&state.map_err(|error| refusal(&error, text, self.goal.board()))?, &mut start);
        Ok(start)
    }

    fn goal(&self) -> Start {
        AnySpace::goal(&Self::SPACE)
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> Start {
        AnySpace::random(&Self::SPACE, rng)
    }

    fn walk(&self, steps: usize, rng: &mut ChaCha8Rng) -> Start {
        Self::SPACE.walk(steps, rng)
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
        format!("Moves ({}):{}", Tiles::<B>::MOVES, words.collect::<String>())
    }

    /// Played on the board that the user sees.
    fn replay(&self, start: &Start, plan: &[Action]) -> Result<u64, String> {
        let mut board = self.board(start);
        for (index, &action) in plan.iter().enumerate() {
            let slide = self.slide(action);
            if slide.from() != board.blank() || slide.to::<B>() >= B::SIZE {
                return Err(format!("move {} cannot be made", index + 1));
            }
            search::Reversible::apply(&Self::SPACE, &mut board, slide);
        }
        if board == *self.goal.board() {
            Ok(plan.len() as u64)
        } else {
            Err("it does not lead to the goal".to_owned())
        }
    }

    fn along(&self, start: &Start, plan: &[Action]) -> Vec<(Start, u64)> {
        Self::SPACE.along(start, plan)
    }

    fn solver(&self, search: &Search, resources: &mut Resources) -> Result<Box<dyn Solver + '_>, NoSolver> {
        // Patterns name tiles as the user does.
        let number = |word: &String| {
            let number = word.parse().ok().and_then(|tile| self.goal.number(tile));
            number.map_or_else(|| word.clone(), |number| number.to_string())
        };
        let arguments = search.arguments.iter().map(|words| words.iter().map(number).collect()).collect();
        AnySpace::solver(const { &Self::SPACE }, &Search { arguments, ..search.clone() }, resources)
    }

    fn heuristic(&self, name: &str, resources: &mut Resources) -> Result<Box<dyn StateHeuristic>, NoSolver> {
        AnySpace::heuristic(&Self::SPACE, name, resources)
    }
}

/// Why a board is refused. If the goal can't be reached, the message shows the goal, and names another one that can, if any.
pub(crate) fn refusal<B: Board>(error: &InstanceError, text: &str, goal: &State<B>) -> Refusal {
    if *error != InstanceError::Unsolvable {
        return Refusal::wrong(error);
    }
    let mut message = format!("{error}\nThe goal:\n{goal}");
    let leads_to = |name: &&str| {
        let board = State::arranged(text).ok();
        let other = Goal::<B>::read(name).ok();
        board.zip(other).is_some_and(|(board, other)| other.inside(&board).is_ok())
    };
    if let Some(name) = Goal::<B>::NAMES.into_iter().find(leads_to) {
        message += &format!("\n  = help: moves lead from here to another goal: --goal {name}");
    }
    Refusal { message, is_unsolvable: true }
}
