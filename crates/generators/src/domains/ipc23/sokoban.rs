//! Sokoban: a game played at random in an empty room, with walls where it never went.

use std::collections::VecDeque;

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-sokoban",
    pddl_name: "sokoban",
    summary: "A robot pushes boxes, each to a place of its own, in a room with walls",
    pddl: include_str!("../../../domains/ipc23/sokoban.pddl"),
    parameters: &[
        Parameter { name: "boxes", help: "boxes", least: 1, most: 200, defaults: [3, 20, 60] },
        Parameter {
            name: "side",
            help: "locations along a side of the room, with its walls",
            least: 6,
            most: 200,
            defaults: [11, 35, 80],
        },
    ],
    draw,
};

/// A box is pushed in at most this many straight lines.
const LINES: usize = 4;

/// Of the locations that the game left alone, at least so many percent become walls, and fewer than so many.
const WALLS: (usize, usize) = (30, 80);

/// Solvable since the goal is where a game has brought the boxes, and what is added to the room after the game is on
/// locations that it did without.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let room = Room::played(values.get("side"), values.get("boxes"), random)?;
    Ok(room.problem())
}

/// What is known of a location. Locations have numbers, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Wall,
    /// No robot and no box has ever been there.
    Untouched,
    /// It has to stay as it is.
    Touched,
    /// A box that has arrived is there.
    Taken,
}

struct Room {
    side: usize,
    places: Vec<Place>,
    /// Where the robot starts.
    start: usize,
    /// The first and the last location of each box.
    boxes: Vec<(usize, usize)>,
}

impl Room {
    /// The room after a random game: the boxes come in one after the other, each to an untouched location, so that it could
    /// have been there from the start, and are pushed somewhere at once, where they stay.
    fn played(side: usize, boxes: usize, random: &mut Random) -> Result<Self, Refusal> {
        let mut room = Self { side, places: Vec::new(), start: 0, boxes: Vec::new() };
        let is_inside = |place| room.distance_to_border(place) > 0;
        room.places = (0..side * side)
            .map(|place| if is_inside(place) { Place::Untouched } else { Place::Wall })
            .collect();
        room.start = *random.one_of(&room.untouched(1));
        room.places[room.start] = Place::Touched;
        let mut robot = room.start;
        for _ in 0..boxes {
            let possible = room.untouched(2);
            if possible.is_empty() {
                return Err(Refusal::Unlucky);
            }
            let first = *random.one_of(&possible);
            room.places[first] = Place::Touched;
            let mut last = first;
            for _ in 0..LINES {
                (robot, last) = room.push(robot, last, random);
            }
            if last == first {
                return Err(Refusal::Unlucky);
            }
            room.places[last] = Place::Taken;
            room.boxes.push((first, last));
        }
        random.shuffle(&mut room.boxes);
        let mut untouched = room.untouched(1);
        random.shuffle(&mut untouched);
        let walls = untouched.len() * (WALLS.0 + random.below(WALLS.1 - WALLS.0)) / 100;
        untouched.iter().take(walls).for_each(|&place| room.places[place] = Place::Wall);
        Ok(room)
    }

    /// Walks to the box and pushes it along a random line, if there is one; tells where robot and box are then.
    fn push(&mut self, robot: usize, at: usize, random: &mut Random) -> (usize, usize) {
        let came_from = self.ways(robot, at);
        let can_push = |&step: &isize| {
            let behind = at.wrapping_add_signed(-step);
            came_from[behind].is_some() && self.has_room_for_box(at.wrapping_add_signed(step))
        };
        let steps: Vec<isize> = self.steps().map(|(_, step)| step).into_iter().filter(can_push).collect();
        if steps.is_empty() {
            return (robot, at);
        }
        let step = *random.one_of(&steps);
        let mut place = at.wrapping_add_signed(-step);
        while let Some(from) = came_from[place].filter(|&from| from != place) {
            self.places[place] = Place::Touched;
            place = from;
        }
        let mut line = vec![at.wrapping_add_signed(step)];
        while self.has_room_for_box(line[line.len() - 1].wrapping_add_signed(step)) {
            line.push(line[line.len() - 1].wrapping_add_signed(step));
        }
        line.truncate(1 + random.below(line.len()));
        line.iter().for_each(|&place| self.places[place] = Place::Touched);
        let last = line[line.len() - 1];
        (last.wrapping_add_signed(-step), last)
    }

    /// For each location that the robot can walk to, around the box, the one before it on a shortest way; for that where the
    /// robot is, itself.
    fn ways(&self, robot: usize, at: usize) -> Vec<Option<usize>> {
        let mut came_from = vec![None; self.places.len()];
        came_from[robot] = Some(robot);
        let mut open = VecDeque::from([robot]);
        while let Some(place) = open.pop_front() {
            for (_, step) in self.steps() {
                let next = place.wrapping_add_signed(step);
                if next != at && came_from[next].is_none() && self.is_free(next) {
                    came_from[next] = Some(place);
                    open.push_back(next);
                }
            }
        }
        came_from
    }

    fn is_free(&self, place: usize) -> bool {
        matches!(self.places[place], Place::Untouched | Place::Touched)
    }

    /// A box beside the border could never be brought away from it.
    fn has_room_for_box(&self, place: usize) -> bool {
        self.distance_to_border(place) > 1 && self.is_free(place)
    }

    /// Directions with what they add to the number of a location.
    fn steps(&self) -> [(&'static str, isize); 4] {
        let row = self.side.cast_signed();
        [("down", row), ("left", -1), ("up", -row), ("right", 1)]
    }

    fn distance_to_border(&self, place: usize) -> usize {
        let (row, column) = (place / self.side, place % self.side);
        row.min(column).min(self.side - 1 - row).min(self.side - 1 - column)
    }

    /// The untouched locations, at least so far from the border.
    fn untouched(&self, distance: usize) -> Vec<usize> {
        let is_meant = |&place: &usize| {
            self.places[place] == Place::Untouched && self.distance_to_border(place) >= distance
        };
        (0..self.places.len()).filter(is_meant).collect()
    }

    fn problem(&self) -> Problem {
        let name = |place: usize| format!("loc_{}_{}", place / self.side + 1, place % self.side + 1);
        let locations: Vec<String> = (0..self.places.len()).map(name).collect();
        let boxes = numbered("box", self.boxes.len());
        let mut problem = Problem::default();
        problem.typed("location", &locations);
        problem.typed("box", &boxes);
        problem.init(&["at-robot", &locations[self.start]]);
        for (box_, &(first, last)) in boxes.iter().zip(&self.boxes) {
            problem.init(&["at", box_, &locations[first]]);
            problem.goal(&["at", box_, &locations[last]]);
        }
        let is_wall = |place: usize| self.places[place] == Place::Wall;
        let inside: Vec<usize> = (0..self.places.len()).filter(|&place| !is_wall(place)).collect();
        for &place in &inside {
            if !self.boxes.iter().any(|&(first, _)| first == place) {
                problem.init(&["clear", &locations[place]]);
            }
        }
        for &place in &inside {
            for (direction, step) in self.steps() {
                let next = place.wrapping_add_signed(step);
                if !is_wall(next) {
                    problem.init(&["adjacent", &locations[place], &locations[next], direction]);
                }
            }
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Can the boxes of a room be pushed to where they belong? Looks at all that can happen.
    fn is_solvable(room: &Room) -> bool {
        let (first, goal): (Vec<usize>, Vec<usize>) = room.boxes.iter().copied().unzip();
        let mut open = vec![(room.start, first)];
        let mut seen: HashSet<_> = open.iter().cloned().collect();
        while let Some((robot, boxes)) = open.pop() {
            if boxes == goal {
                return true;
            }
            for (_, step) in room.steps() {
                let next = robot.wrapping_add_signed(step);
                let mut boxes = boxes.clone();
                if let Some(pushed) = boxes.iter().position(|&at| at == next) {
                    let beyond = next.wrapping_add_signed(step);
                    if room.places[beyond] == Place::Wall || boxes.contains(&beyond) {
                        continue;
                    }
                    boxes[pushed] = beyond;
                }
                if room.places[next] != Place::Wall && seen.insert((next, boxes.clone())) {
                    open.push((next, boxes));
                }
            }
        }
        false
    }

    #[test]
    fn rooms_can_be_solved() {
        let mut solved = 0;
        for number in 1..=40 {
            if let Ok(room) = Room::played(8, 2, &mut Random::new(1, number)) {
                assert!(is_solvable(&room), "{number}");
                solved += 1;
            }
        }
        assert!(solved > 20, "{solved}");
    }

    #[test]
    fn no_two_boxes_share_a_first_or_a_last_location() {
        let room = Room::played(20, 15, &mut Random::new(1, 1)).unwrap();
        let first: HashSet<usize> = room.boxes.iter().map(|places| places.0).collect();
        let last: HashSet<usize> = room.boxes.iter().map(|places| places.1).collect();
        assert_eq!((first.len(), last.len()), (15, 15));
    }
}
