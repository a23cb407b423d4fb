//! Greedy search as the planning code of the paper on bounds does it.

use learn::features::{FeatureKind, PlanningFeatures};
use learn::trial::Trial;
use learn::{Learned, Model, Net, NotUsable};
use network::Network;
use search::{Action, Batch, Budget, Estimates, Heuristic, Queue, StateId, StateSpace, States};
use task::{Fact, Space, Task};
use tools::threads::in_parallel;

/// Searches for plans with a model, counting at most `most` evaluations on each task: see [`search`], and linear models take
/// the initial state's number of open goals for that of every state. (The paper's training code counts those of each state.)
///
/// # Errors
/// When the model can't be a heuristic for one of the tasks.
pub(super) fn try_model(
    model: &Model,
    tasks: &[Task],
    most: u64,
    threads: usize,
    budget: &Budget,
) -> Result<Trial, NotUsable> {
    let results: Vec<Result<Trial, NotUsable>> = in_parallel(tasks.len(), threads, |task| {
        let task = &tasks[task];
        let model = with_open_goals_of_initial(model, task);
        let mut learned = Learned::new(&model, model.about.head.usual_reading(), task)?;
        Ok(search(&mut learned, task, most, budget))
    });
    let mut sum = Trial::default();
    for result in results {
        sum.add(&result?);
    }
    Ok(sum)
}

/// A model of planning features as if every state had as many open goals as the initial one. Other models are what they were.
fn with_open_goals_of_initial(model: &Model, task: &Task) -> Model {
    let mut model = model.clone();
    let is_linear = model.about.signature.features == FeatureKind::Planning;
    if let Net::Dense(network) = &mut model.network
        && is_linear
    {
        let space = Space::new(task);
        let mut initial = vec![0; space.words()];
        space.initial(&mut initial);
        let is_open = |fact: &&Fact| space.value(&initial, fact.variable) != fact.value;
        fix_input(network, PlanningFeatures::GOAL_COUNT, task.goal.iter().filter(is_open).count() as f32);
    }
    model
}

/// Whatever the input is from now on, it counts as this value: what that adds to sums is among their biases. Of the first
/// input, results are the same to the last bit, for sums begin with biases.
fn fix_input(network: &mut Network, input: usize, value: f32) {
    let first = &mut network.layers[0];
    let weights = &mut first.weights[input * first.outputs..][..first.outputs];
    for (bias, weight) in first.biases.iter_mut().zip(weights) {
        *bias = value.mul_add(*weight, *bias);
        *weight = 0.0;
    }
}

/// Searches for a plan as pyperplan's greedy search does, by which the paper on bounds counts: every successor that is
/// generated counts as evaluated, be it new or not; a goal is found when it is generated; and a state to which a shorter
/// way is found waits again.
pub(super) fn search(heuristic: &mut dyn Heuristic<Space>, task: &Task, most: u64, budget: &Budget) -> Trial {
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
    use network::{Activation, Evaluator, Inputs, Shape};
    use pddl::{Source, Strictness, parse_domain, parse_problem};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use search::Estimate;

    use super::*;

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
        let published = search(&mut Silent, &task, 100, &budget);
        let once = learn::trial::search(&mut Silent, &task, 100, &budget);
        assert_eq!((published.solved, published.evaluations), (1, 6));
        assert_eq!((once.solved, once.evaluations), (1, 4));
    }

    #[test]
    fn what_takes_too_long_counts_as_much_as_was_allowed() {
        let task = task(30);
        let trial = search(&mut Silent, &task, 10, &Budget::unlimited());
        assert_eq!(trial, Trial { tasks: 1, solved: 0, evaluations: 10 });
    }
    #[test]
    fn a_first_input_that_is_fixed_counts_as_its_value_to_the_last_bit() {
        let random = &mut ChaCha8Rng::seed_from_u64(1);
        for hidden in [vec![], vec![7]] {
            let shape = Shape { inputs: 4, hidden, outputs: 2, activation: Activation::Relu };
            let network = Network::new(&shape, random);
            let mut fixed = network.clone();
            fix_input(&mut fixed, PlanningFeatures::GOAL_COUNT, 13.0);
            let (mut network, mut fixed) = (Evaluator::new(&network), Evaluator::new(&fixed));
            for _ in 0..1000 {
                let seen: [f32; 4] = std::array::from_fn(|_| random.random_range(0..50) as f32 / 4.0);
                let meant = [13.0, seen[1], seen[2], seen[3]];
                let wanted = network.evaluate(&Inputs::Dense { rows: 1, values: &meant });
                assert_eq!(fixed.evaluate(&Inputs::Dense { rows: 1, values: &seen }), wanted);
            }
        }
    }
}
