use super::*;
use crate::planner::least_cost;
use std::collections::{HashMap, VecDeque};

type Eight = Grid<3, 3>;

/// Every board with the number of moves from it to the goal, by breadth-first search on the boards themselves.
fn breadth_first<B: Board>(goal: &State<B>, most: u32) -> HashMap<Vec<u8>, u32> {
    let goal: Vec<u8> = goal.tiles().collect();
    let mut costs = HashMap::from([(goal.clone(), 0)]);
    let mut open = VecDeque::from([goal]);
    while let Some(board) = open.pop_front() {
        let cost = costs[&board];
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        for other in 0..board.len() {
            let (rows, columns) = (blank / B::COLUMNS, blank % B::COLUMNS);
            if rows.abs_diff(other / B::COLUMNS) + columns.abs_diff(other % B::COLUMNS) == 1 && cost < most {
                let mut next = board.clone();
                next.swap(blank, other);
                if !costs.contains_key(&next) {
                    costs.insert(next.clone(), cost + 1);
                    open.push_back(next);
                }
            }
        }
    }
    costs
}

fn text(board: &[u8]) -> String {
    board.iter().map(|tile| format!("{tile} ")).collect()
}

#[test]
fn boards_cost_what_breadth_first_search_from_their_goal_says() {
    let usual = breadth_first::<Eight>(&State::GOAL, 99);
    for goal in ["blank-last", "3 1 0 2 8 4 7 6 5", "5 4 3 6 7 8 0 2 1"] {
        let goal = Goal::<Eight>::read(goal).unwrap();
        let costs = breadth_first::<Eight>(goal.board(), 99);
        assert_eq!(costs.len(), 181_440);
        for (board, cost) in &costs {
            let board = State::<Eight>::pack(board);
            let state = goal.inside(&board).unwrap();
            assert_eq!(usual[&state.tiles().collect::<Vec<_>>()], *cost);
            assert_eq!(goal.outside(&state), board);
        }
    }
}

#[test]
fn half_of_all_boards_do_not_lead_to_a_goal() {
    for goal in Goal::<Eight>::NAMES {
        let goal = Goal::<Eight>::read(goal).unwrap();
        let costs = breadth_first::<Eight>(goal.board(), 8);
        for board in costs.keys() {
            let mut board = board.clone();
            let mut tiles = (0..board.len()).filter(|&cell| board[cell] != 0);
            let (first, second) = (tiles.next().unwrap(), tiles.next().unwrap());
            board.swap(first, second);
            assert_eq!(goal.inside(&State::pack(&board)), Err(InstanceError::Unsolvable));
        }
    }
}

#[test]
fn the_blank_last_on_a_board_of_sixteen_is_the_other_half() {
    // Moves lead to one of the two goals, never to both.
    let [first, last] = Goal::<Grid<4, 4>>::NAMES.map(|name| Goal::<Grid<4, 4>>::read(name).unwrap());
    for (board, is_first) in [(first.board(), true), (last.board(), false)] {
        assert_eq!((first.inside(board).is_ok(), last.inside(board).is_ok()), (is_first, !is_first));
    }
}

#[test]
fn slides_are_turned_over_with_the_board() {
    for goal in ["blank-first", "blank-last", "3 1 0 2 8 4 7 6 5", "5 4 3 6 7 8 0 2 1"] {
        let goal = Goal::<Eight>::read(goal).unwrap();
        for board in breadth_first::<Eight>(goal.board(), 6).keys() {
            let board = State::<Eight>::pack(board);
            let state = goal.inside(&board).unwrap();
            for slide in Tiles::<Eight>::new().moves(&state, None) {
                let (mut after, mut seen) = (state, board);
                Tiles::new().apply(&mut after, slide);
                Tiles::new().apply(&mut seen, goal.turned_slide(slide));
                assert_eq!(goal.outside(&after), seen);
            }
        }
    }
}

#[test]
fn the_pddl_form_has_the_goal() {
    let goal = Goal::<Eight>::read("blank-last").unwrap();
    let costs = breadth_first::<Eight>(goal.board(), 9);
    let far = costs.iter().filter(|(_, cost)| **cost == 9).min().unwrap();
    assert_eq!(least_cost(pddl::DOMAIN, &pddl::problem(&State::pack(far.0), goal.board())), 9);
}

#[test]
fn wrong_goals_are_refused() {
    for (goal, expected) in [
        ("1 2 3 8 0 4 7 6 5", GoalError::Blank),
        ("1 0 2 3 4 5 6 7 8", GoalError::Blank),
        ("0 1 2", GoalError::Instance(InstanceError::Count { found: 3, cells: 9 })),
        ("0 1 2 3 4 5 6 7 7", GoalError::Instance(InstanceError::Twice { tile: 7 })),
        ("last", GoalError::Instance(InstanceError::NotANumber { found: "last".to_owned() })),
    ] {
        assert_eq!(Goal::<Eight>::read(goal), Err(expected), "{goal}");
    }
    assert_eq!(Goal::<Eight>::read(&text(&[0, 1, 2, 3, 4, 5, 6, 7, 8])), Goal::read("blank-first"));
}
