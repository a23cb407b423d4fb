//! Grid: locks and keys at random places.

use crate::domain::Refusal;
use crate::graph::Graph;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "grid",
    pddl_name: "grid",
    summary: "A robot opens locked places and brings keys to where they belong",
    pddl: include_str!("../../domains/grid.pddl"),
    parameters: &[
        Parameter { name: "columns", help: "columns of places", least: 2, most: 50, defaults: [5, 7, 10] },
        Parameter { name: "rows", help: "rows of places", least: 2, most: 50, defaults: [5, 7, 10] },
        Parameter {
            name: "shapes",
            help: "shapes of keys and locks",
            least: 1,
            most: 50,
            defaults: [3, 4, 6],
        },
        Parameter { name: "keys", help: "keys", least: 1, most: 200, defaults: [6, 10, 16] },
        Parameter {
            name: "locks",
            help: "locked places, fewer than all places",
            least: 0,
            most: 2000,
            defaults: [6, 14, 35],
        },
        Parameter {
            name: "goals",
            help: "keys to bring somewhere, at most all keys",
            least: 1,
            most: 200,
            defaults: [2, 4, 8],
        },
    ],
    draw,
};

/// Solvable, since the goal is only about keys and places that the robot can eventually reach. It can reach them all, since
/// locks stay open and the robot can go back for another key from everywhere.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let (columns, rows) = (values.get("columns"), values.get("rows"));
    let (locks, goals) = (values.get("locks"), values.get("goals"));
    let keys = numbered("key", values.get("keys"));
    let shapes = numbered("shape", values.get("shapes"));
    let places: Vec<String> = (0..columns * rows)
        .map(|place| format!("place{}-{}", place % columns + 1, place / columns + 1))
        .collect();
    Refusal::unless(locks < places.len(), || {
        format!("locks has to be at most {}, since there are {} places", places.len() - 1, places.len())
    })?;
    Refusal::unless(goals <= keys.len(), || {
        format!("goals has to be at most {0}, since there are {0} keys", keys.len())
    })?;

    let map = Map::random(grid(columns, rows), locks, shapes.len(), keys.len(), random);
    let is_reachable = map.reachable();
    let reachable_keys: Vec<usize> = (0..keys.len()).filter(|&key| is_reachable[map.keys[key].0]).collect();
    let reachable_places: Vec<usize> = (0..places.len()).filter(|&place| is_reachable[place]).collect();
    if reachable_keys.len() < goals {
        return Err(Refusal::Unlucky);
    }
    let mut problem = map.problem(&places, &shapes, &keys);
    for key in random.some_of(goals, &reachable_keys) {
        problem.goal(&["at", &keys[key], &places[*random.one_of(&reachable_places)]]);
    }
    Ok(problem)
}

/// The graph of a grid, row by row.
fn grid(columns: usize, rows: usize) -> Graph {
    let mut graph = Graph::unconnected(columns * rows);
    for place in 0..columns * rows {
        if (place + 1) % columns > 0 {
            graph.connect(place, place + 1);
        }
        if place + columns < columns * rows {
            graph.connect(place, place + columns);
        }
    }
    graph
}

struct Map {
    graph: Graph,
    /// Where the robot starts.
    start: usize,
    /// The shapes of the locks.
    locks: Vec<Option<usize>>,
    /// The places and the shapes of the keys.
    keys: Vec<(usize, usize)>,
}

impl Map {
    /// The robot starts at a place without a lock; keys may lie anywhere.
    fn random(graph: Graph, locks: usize, shapes: usize, keys: usize, random: &mut Random) -> Self {
        let places = graph.len();
        let mut shuffled = random.distinct_below(places, places);
        let locked = shuffled.split_off(places - locks);
        let start = shuffled[0];
        let mut locks = vec![None; places];
        locked.into_iter().for_each(|place| locks[place] = Some(random.below(shapes)));
        let keys = (0..keys).map(|_| (random.below(places), random.below(shapes))).collect();
        Self { graph, start, locks, keys }
    }

    /// Which places can the robot eventually reach, by unlocking whatever it can?
    fn reachable(&self) -> Vec<bool> {
        let mut is_reachable = vec![false; self.locks.len()];
        is_reachable[self.start] = true;
        loop {
            let has_key = |shape| self.keys.iter().any(|key| key.1 == shape && is_reachable[key.0]);
            let opens = |place: usize| self.locks[place].is_none_or(has_key);
            let is_next = |&place: &usize| {
                let is_beside = self.graph.neighbors(place).iter().any(|&neighbor| is_reachable[neighbor]);
                !is_reachable[place] && is_beside && opens(place)
            };
            let next: Vec<usize> = (0..self.locks.len()).filter(is_next).collect();
            if next.is_empty() {
                return is_reachable;
            }
            next.into_iter().for_each(|place| is_reachable[place] = true);
        }
    }

    /// The problem without its goal.
    fn problem(&self, places: &[String], shapes: &[String], keys: &[String]) -> Problem {
        let mut problem = Problem::default();
        problem.of_kind("place", places);
        problem.of_kind("shape", shapes);
        problem.of_kind("key", keys);
        self.graph.directions().for_each(|(a, b)| problem.init(&["conn", &places[a], &places[b]]));
        for (place, lock) in places.iter().zip(&self.locks) {
            match lock {
                Some(shape) => {
                    problem.init(&["locked", place]);
                    problem.init(&["lock-shape", place, &shapes[*shape]]);
                }
                None => problem.init(&["open", place]),
            }
        }
        for (key, &(place, shape)) in keys.iter().zip(&self.keys) {
            problem.init(&["key-shape", key, &shapes[shape]]);
            problem.init(&["at", key, &places[place]]);
        }
        problem.init(&["at-robot", &places[self.start]]);
        problem.init(&["arm-empty"]);
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_passed_once_its_key_can_be_reached() {
        // At 1 a lock whose key is at 0, and at 2 one whose key lies behind it.
        let locks = vec![None, Some(0), Some(1), None];
        let map = Map { graph: grid(4, 1), start: 0, locks, keys: vec![(0, 0), (3, 1)] };
        assert_eq!(map.reachable(), [true, true, false, false]);
        let map = Map { start: 3, ..map };
        assert_eq!(map.reachable(), [false, false, true, true]);
        let map = Map { start: 0, keys: vec![(0, 0), (1, 1)], ..map };
        assert_eq!(map.reachable(), [true; 4]);
    }
}
