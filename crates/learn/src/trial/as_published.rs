//! Greedy search with the counting of the paper on bounds.

use search::{Action, Batch, Budget, Estimates, Heuristic, Queue, StateId, StateSpace, States};
use task::{Space, Task};

use super::Trial;

/// Searches for a plan as pyperplan's greedy search does, which the paper on bounds uses: every generated successor counts as
/// evaluated, new or not; goals are detected when they are generated; and a state to which a shorter path is found is put into
/// the open list again.
pub fn search_as_published(
    heuristic: &mut dyn Heuristic<Space>,
    task: &Task,
    most: u64,
    budget: &Budget,
) -> Trial {
    heuristic.begin_search();
    let space = Space::new(task);
    let evaluations = Search::new(&space, heuristic).run(most, budget);
    Trial { tasks: 1, solved: usize::from(evaluations.is_some()), evaluations: evaluations.unwrap_or(most) }
}

struct Search<'a> {
    space: &'a Space,
    heuristic: &'a mut dyn Heuristic<Space>,
    states: States,
    /// The estimate of each state. A state that is generated again is not evaluated again: its estimate would be the same.
    estimates: Estimates,
    /// By state: the length of the shortest path found.
    depths: Vec<u32>,
    /// The open list: states with their depths when they were inserted.
    waiting: Queue<(StateId, u32)>,
    evaluations: u64,
}

impl<'a> Search<'a> {
    fn new(space: &'a Space, heuristic: &'a mut dyn Heuristic<Space>) -> Self {
        Self {
            space,
            heuristic,
            states: States::new(space.words()),
            estimates: Estimates::new(false),
            depths: Vec::new(),
            waiting: Queue::new(),
            evaluations: 0,
        }
    }

    /// The number of evaluations until a plan is found; `None` if there are too many, or there is no plan.
    fn run(&mut self, most: u64, budget: &Budget) -> Option<u64> {
        let mut initial = vec![0; self.space.words()];
        self.space.initial(&mut initial);
        self.states.insert(&initial);
        self.heuristic.estimate(self.space, &Batch::initial(&self.states), &mut self.estimates);
        self.evaluations = 1;
        if self.space.is_goal(&initial) {
            return Some(self.evaluations);
        }
        self.depths.push(0);
        self.wait(0);
        let mut scratch = self.space.scratch();
        while let Some((state, depth)) = self.waiting.pop() {
            if self.evaluations >= most || budget.check().is_err() {
                return None;
            }
            if depth == self.depths[state as usize] && self.expand(state, &mut scratch) {
                return (self.evaluations < most).then_some(self.evaluations);
            }
        }
        None
    }

    /// Expands a state. Is there a goal among its successors?
    fn expand(&mut self, state: StateId, scratch: &mut <Space as StateSpace>::Scratch) -> bool {
        let Self { space, heuristic, states, estimates, depths, evaluations, .. } = self;
        let depth = depths[state as usize] + 1;
        let parent = states[state].to_vec();
        let first = states.len() as StateId;
        let mut actions: Vec<Action> = Vec::new();
        let mut improved: Vec<StateId> = Vec::new();
        let mut is_solved = false;
        space.successors(&parent, scratch, |action, successor| {
            if is_solved {
                return;
            }
            *evaluations += 1;
            is_solved = space.is_goal(successor);
            let (id, is_new) = states.insert(successor);
            if is_new {
                actions.push(action);
                depths.push(depth);
            } else if depth < depths[id as usize] {
                depths[id as usize] = depth;
            } else {
                return;
            }
            improved.push(id);
        });
        if is_solved {
            return true;
        }
        heuristic.estimate(space, &Batch::successors(states, first, state, &actions), estimates);
        improved.into_iter().for_each(|id| self.wait(id));
        false
    }

    /// Inserts a state into the open list by its estimate, unless it is a dead end.
    fn wait(&mut self, id: StateId) {
        let estimate = self.estimates.estimates()[id as usize];
        if !estimate.is_dead_end() {
            self.waiting.push(estimate.h, (id, self.depths[id as usize]));
        }
    }
}

#[cfg(test)]
mod tests {
    use pddl::{Source, Strictness, parse_domain, parse_problem};
    use search::Estimate;

    use super::*;
    use crate::trial::search;

    /// A line of places, and ways in both directions.
    fn task(places: usize) -> Task {
        let domain = "(define (domain line) (:predicates (at ?p) (next ?p ?q))
            (:action go :parameters (?p ?q) :precondition (and (at ?p) (next ?p ?q))
             :effect (and (at ?q) (not (at ?p)))))";
        let names: Vec<String> = (0..places).map(|place| format!("p{place}")).collect();
        let ways = names.windows(2).map(|pair| {
            let (one, other) = (&pair[0], &pair[1]);
            format!("(next {one} {other}) (next {other} {one})")
        });
        let problem = format!(
            "(define (problem walk) (:domain line) (:objects {}) (:init (at p0) {}) (:goal (at p{})))",
            names.join(" "),
            ways.collect::<String>(),
            places - 1
        );
        let domain = parse_domain(&Source::new("domain", domain), Strictness::Lenient).unwrap().value;
        let problem =
            parse_problem(&domain, &Source::new("problem", &*problem), Strictness::Lenient).unwrap();
        task::ground(&domain, &problem.value, &Budget::unlimited()).unwrap()
    }

    /// Knows nothing.
    struct Silent;

    impl Heuristic<Space> for Silent {
        fn estimate(&mut self, _: &Space, batch: &Batch, estimates: &mut Estimates) {
            batch.iter().for_each(|_| estimates.push(Estimate::new(1.0)));
        }
    }

    #[test]
    fn states_that_are_met_again_count_again() {
        let task = task(4);
        let budget = Budget::unlimited();
        // p0; p1 from there; p0 and p2 from p1; p1 and p3 from p2, which is the goal.
        let published = search_as_published(&mut Silent, &task, 100, &budget);
        let once = search(&mut Silent, &task, 100, &budget);
        assert_eq!((published.solved, published.evaluations), (1, 6));
        assert_eq!((once.solved, once.evaluations), (1, 4));
    }

    #[test]
    fn what_takes_too_long_counts_as_much_as_was_allowed() {
        let task = task(30);
        let trial = search_as_published(&mut Silent, &task, 10, &Budget::unlimited());
        assert_eq!(trial, Trial { tasks: 1, solved: 0, evaluations: 10 });
    }
}
