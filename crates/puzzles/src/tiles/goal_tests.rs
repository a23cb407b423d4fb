use super::*;
use crate::planner::least_cost;
use std::collections::{HashMap, VecDeque};

const EIGHT: (usize, usize) = (3, 3);

fn arranged(tiles: &[u8], (rows, columns): (usize, usize)) -> Arrangement {
    Arrangement::checked(tiles.to_vec(), (rows, columns)).unwrap()
}

/// Every board with the number of moves from it to the goal, by breadth-first search on the boards themselves.
fn breadth_first(goal: &Arrangement, most: u32) -> HashMap<Vec<u8>, u32> {
    let columns = goal.size().1;
    let goal = goal.tiles().to_vec();
    let mut costs = HashMap::from([(goal.clone(), 0)]);
    let mut open = VecDeque::from([goal]);
    while let Some(board) = open.pop_front() {
        let cost = costs[&board];
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        for other in 0..board.len() {
            let (row, column) = (blank / columns, blank % columns);
            if row.abs_diff(other / columns) + column.abs_diff(other % columns) == 1 && cost < most {
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
    let usual = breadth_first(Goal::read("blank-first", EIGHT).unwrap().board(), 99);
    for goal in ["blank-last", "3 1 0 2 8 4 7 6 5", "5 4 3 6 7 8 0 2 1"] {
        let goal = Goal::read(goal, EIGHT).unwrap();
        let costs = breadth_first(goal.board(), 99);
        assert_eq!(costs.len(), 181_440);
        for (board, cost) in &costs {
            let board = arranged(board, EIGHT);
            let state = goal.inside(&board).unwrap();
            assert_eq!(usual[state.tiles()], *cost);
            assert_eq!(goal.outside(&state), board);
        }
    }
}

#[test]
fn half_of_all_boards_do_not_lead_to_a_goal() {
    for goal in Goal::NAMES {
        let goal = Goal::read(goal, EIGHT).unwrap();
        let costs = breadth_first(goal.board(), 8);
        for board in costs.keys() {
            let mut board = board.clone();
            let mut tiles = (0..board.len()).filter(|&cell| board[cell] != 0);
            let (first, second) = (tiles.next().unwrap(), tiles.next().unwrap());
            board.swap(first, second);
            assert_eq!(goal.inside(&arranged(&board, EIGHT)), Err(InstanceError::Unsolvable));
        }
    }
}

#[test]
fn the_blank_last_on_a_board_of_sixteen_is_the_other_half() {
    // Moves lead to one of the two goals, never to both.
    let [first, last] = Goal::NAMES.map(|name| Goal::read(name, (4, 4)).unwrap());
    for (board, is_first) in [(first.board(), true), (last.board(), false)] {
        assert_eq!((first.inside(board).is_ok(), last.inside(board).is_ok()), (is_first, !is_first));
    }
}

#[test]
fn slides_are_turned_over_with_the_board() {
    for (size, goals) in [
        (EIGHT, ["blank-first", "blank-last", "3 1 0 2 8 4 7 6 5", "5 4 3 6 7 8 0 2 1"]),
        ((4, 3), ["blank-first", "blank-last", "3 1 0 2 8 4 7 6 5 9 10 11", "5 4 3 6 7 8 11 9 10 0 2 1"]),
    ] {
        for goal in goals {
            let goal = Goal::read(goal, size).unwrap();
            for board in breadth_first(goal.board(), 6).keys() {
                let board = arranged(board, size);
                let state = goal.inside(&board).unwrap();
                let columns = if size == EIGHT { 3 } else { 4 };
                assert_eq!((state.size().1, goal.outside(&state)), (columns, board.clone()));
                let slides =
                    if size == EIGHT { slides::<Grid<3, 3>>(&state) } else { slides::<Grid<3, 4>>(&state) };
                for slide in slides {
                    let seen = board.after(goal.outer_slide(slide)).unwrap();
                    assert_eq!(goal.outside(&state.after(slide).unwrap()), seen);
                }
            }
        }
    }
}

fn slides<B: Board>(state: &Arrangement) -> Vec<Slide> {
    Tiles::<B>::new().moves(&State::pack(state.tiles()), None).collect()
}

#[test]
fn a_slide_leaves_the_blank_on_the_board() {
    let board = arranged(&[0, 1, 2, 3, 4, 5, 6, 7, 8], EIGHT);
    let after = |cell, direction| board.after(Slide::new(cell, direction));
    assert_eq!(after(0, Direction::Right), Some(arranged(&[1, 0, 2, 3, 4, 5, 6, 7, 8], EIGHT)));
    assert_eq!(after(0, Direction::Down), Some(arranged(&[3, 1, 2, 0, 4, 5, 6, 7, 8], EIGHT)));
    assert_eq!(after(0, Direction::Up), None);
    assert_eq!(after(0, Direction::Left), None);
    assert_eq!(after(1, Direction::Left), None, "the blank is elsewhere");
    let last = arranged(&[1, 2, 3, 4, 5, 6, 7, 8, 0], EIGHT);
    assert_eq!(last.after(Slide::new(8, Direction::Right)), None);
    assert_eq!(last.after(Slide::new(8, Direction::Down)), None);
}

#[test]
fn the_pddl_form_has_the_goal() {
    let goal = Goal::read("blank-last", EIGHT).unwrap();
    let costs = breadth_first(goal.board(), 9);
    let far = costs.iter().filter(|(_, cost)| **cost == 9).min().unwrap();
    assert_eq!(least_cost(pddl::DOMAIN, &pddl::problem(&arranged(far.0, EIGHT), goal.board())), 9);
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
        assert_eq!(Goal::read(goal, EIGHT), Err(expected), "{goal}");
    }
    assert_eq!(Goal::read(&text(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), EIGHT), Goal::read("blank-first", EIGHT));
}
