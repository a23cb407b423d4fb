//! Training and evaluation against each other, against a machine written down literally in `f64`, and against finite
//! differences.

use super::super::{Adam, AdamSettings, Gradients};
use super::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use simd::Processor;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn published(inputs: [usize; ARITIES]) -> Shape {
    Shape { inputs, depth: 5, breadth: 3, width: 8, outputs: 2 }
}

/// The published one, and such with absent arities, inputs of triples, other depths, breadths and widths.
fn shapes() -> Vec<Shape> {
    vec![
        published([2, 6, 2, 0]),
        published([0, 4, 6, 0]),
        published([1, 2, 3, 4]),
        published([0, 0, 0, 9]),
        published([3, 0, 0, 0]),
        published([0, 0, 0, 0]),
        Shape { depth: 1, ..published([1, 2, 1, 1]) },
        Shape { depth: 2, ..published([1, 2, 1, 1]) },
        Shape { depth: 3, ..published([1, 2, 1, 1]) },
        Shape { depth: 4, ..published([1, 2, 1, 1]) },
        Shape { depth: 7, ..published([1, 2, 10, 0]) },
        Shape { breadth: 0, ..published([1, 2, 1, 1]) },
        Shape { breadth: 1, ..published([1, 2, 1, 1]) },
        Shape { breadth: 2, width: 3, outputs: 1, ..published([1, 2, 1, 1]) },
        Shape { width: 11, ..published([1, 2, 1, 1]) },
    ]
}

/// A state by its objects, and by the feature and the objects of its facts.
type State = (usize, Vec<(usize, Vec<u32>)>);

fn random_state(shape: &Shape, objects: usize, rng: &mut impl Rng) -> State {
    let mut facts = Vec::new();
    for (arity, &features) in shape.levels()[0].iter().enumerate() {
        if arity > 0 && objects == 0 {
            continue;
        }
        for _ in 0..features * (1 + objects) {
            let tuple = (0..arity).map(|_| rng.random_range(0..objects as u32)).collect();
            facts.push((rng.random_range(0..features), tuple));
        }
    }
    (objects, facts)
}

fn push(states: &mut States, (objects, facts): &State) {
    states.push(*objects, facts.iter().map(|(feature, objects)| Fact { feature: *feature, objects }));
}

fn collected(shape: &Shape, list: &[State]) -> States {
    let mut states = States::new(shape);
    list.iter().for_each(|state| push(&mut states, state));
    states
}

/// States of 0, 1, 2 and some more objects, mixed.
fn mixed(shape: &Shape, rng: &mut impl Rng) -> Vec<State> {
    [3, 0, 1, 6, 2, 4, 0, 5, 1].map(|objects| random_state(shape, objects, rng)).to_vec()
}

/// A tensor with as many axes of objects as its arity says, and one of features.
#[derive(Clone)]
struct Tensor {
    arity: usize,
    objects: usize,
    features: usize,
    values: Vec<f64>,
}

impl Tensor {
    fn new(arity: usize, objects: usize, features: usize, value: impl Fn(&[usize]) -> Vec<f64>) -> Self {
        let mut values = Vec::new();
        for number in 0..objects.pow(arity as u32) {
            let mut tuple = vec![0; arity];
            let mut rest = number;
            for object in tuple.iter_mut().rev() {
                (*object, rest) = (rest % objects, rest / objects);
            }
            let row = value(&tuple);
            assert_eq!(row.len(), features);
            values.extend(row);
        }
        Tensor { arity, objects, features, values }
    }

    fn row(&self, tuple: &[usize]) -> &[f64] {
        assert_eq!(tuple.len(), self.arity);
        let number = tuple.iter().fold(0, |number, object| number * self.objects + object);
        &self.values[number * self.features..][..self.features]
    }

    fn permuted(&self, order: &[usize]) -> Tensor {
        Tensor::new(self.arity, self.objects, self.features, |tuple| {
            let mut from = vec![0; self.arity];
            order.iter().zip(tuple).for_each(|(&place, &object)| from[place] = object);
            self.row(&from).to_vec()
        })
    }

    fn expanded(&self) -> Tensor {
        Tensor::new(self.arity + 1, self.objects, self.features, |tuple| {
            self.row(&tuple[..self.arity]).to_vec()
        })
    }

    fn reduced(&self, better: fn(f64, f64) -> bool) -> Tensor {
        Tensor::new(self.arity - 1, self.objects, self.features, |tuple| {
            let mut best: Option<Vec<f64>> = None;
            for object in 0..self.objects {
                let row = self.row(&[tuple, &[object]].concat()).to_vec();
                best = Some(best.map_or(row.clone(), |best| {
                    best.iter()
                        .zip(&row)
                        .map(|(&old, &new)| if better(new, old) { new } else { old })
                        .collect()
                }));
            }
            best.unwrap_or(vec![0.0; self.features])
        })
    }

    fn concatenated(parts: &[Tensor]) -> Tensor {
        let Tensor { arity, objects, .. } = parts[0];
        let features = parts.iter().map(|part| part.features).sum();
        Tensor::new(arity, objects, features, |tuple| {
            parts.iter().flat_map(|part| part.row(tuple).to_vec()).collect()
        })
    }
}

fn permutations(arity: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..arity {
        let longer = |order: &Vec<usize>| {
            let rest = (0..arity).filter(|place| !order.contains(place));
            rest.map(|place| [order.as_slice(), &[place]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// The outputs for one state by the definition: with expanded, reduced, permuted and concatenated tensors.
fn naive(machine: &Machine, (objects, facts): &State) -> Vec<f64> {
    let shape = machine.shape();
    let levels = shape.levels();
    let input = |arity: usize| {
        Tensor::new(arity, *objects, levels[0][arity], |tuple| {
            let holds = |feature| {
                let same = |fact: &[u32]| fact.iter().map(|&x| x as usize).eq(tuple.iter().copied());
                facts.iter().any(|(f, fact)| *f == feature && same(fact))
            };
            (0..levels[0][arity]).map(|feature| f64::from(holds(feature))).collect()
        })
    };
    let mut tensors: Vec<Tensor> = (0..ARITIES).map(input).collect();
    let mut layers = machine.layers().iter();
    for (level, features) in levels.iter().enumerate().skip(1) {
        let next = |arity: usize| {
            let mut parts = Vec::new();
            if arity > 0 {
                parts.push(tensors[arity - 1].expanded());
            }
            parts.push(tensors[arity].clone());
            if arity + 1 < ARITIES {
                parts.push(tensors[arity + 1].reduced(|a, b| a < b));
                parts.push(tensors[arity + 1].reduced(|a, b| a > b));
            }
            let all = Tensor::concatenated(&parts);
            let orders: Vec<Tensor> = permutations(arity).iter().map(|order| all.permuted(order)).collect();
            let inputs = Tensor::concatenated(&orders);
            let layer = layers.next().unwrap();
            assert_eq!((layer.inputs, layer.outputs), (inputs.features, features[arity]));
            Tensor::new(arity, *objects, layer.outputs, |tuple| {
                let row = inputs.row(tuple);
                let sum = |o: usize| {
                    let weight = |i: usize| f64::from(layer.weights[i * layer.outputs + o]);
                    let terms = row.iter().enumerate().map(|(i, x)| x * weight(i));
                    f64::from(layer.biases[o]) + terms.sum::<f64>()
                };
                let sums = (0..layer.outputs).map(sum);
                let last = level + 1 == levels.len();
                sums.map(|x| if last { x } else { 1.0 / (1.0 + (-x).exp()) }).collect()
            })
        };
        let absent = |arity| Tensor::new(arity, *objects, 0, |_| Vec::new());
        let mut next = next;
        tensors =
            (0..ARITIES).map(|arity| if features[arity] > 0 { next(arity) } else { absent(arity) }).collect();
    }
    tensors[0].values.clone()
}

fn assert_near(found: &[f32], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let error = (f64::from(*found) - expected).abs();
        assert!(error <= tolerance * (1.0 + expected.abs()), "{found} {expected}");
    }
}

/// A machine whose sums are spread more widely than at the beginning of training.
fn machine(shape: &Shape, rng: &mut impl Rng) -> Machine {
    let mut machine = Machine::new(shape, rng);
    machine.parameters_mut().flatten().for_each(|x| *x *= 4.0);
    machine
}

#[test]
fn arities_are_computed_where_they_can_be_used() {
    let levels = published([2, 6, 2, 0]).levels();
    assert_eq!(levels, [[2, 6, 2, 0], [8; 4], [8; 4], [8, 8, 8, 0], [8, 8, 0, 0], [2, 0, 0, 0]]);
    let machine = Machine::new(&published([2, 6, 2, 0]), &mut rng(1));
    let second: Vec<usize> = machine.layers()[4..8].iter().map(|layer| layer.inputs).collect();
    assert_eq!(second, [24, 32, 64, 96]);
    assert_eq!(published([3, 0, 0, 0]).levels()[1..3], [[8, 8, 0, 0], [8, 8, 8, 0]]);
}

#[test]
#[should_panic(expected = "an object that is not there")]
fn objects_beyond_their_number_are_refused() {
    States::new(&published([0, 0, 1, 0])).push(2, [Fact { feature: 0, objects: &[1, 2] }]);
}

#[test]
#[should_panic(expected = "a feature that is not there")]
fn features_beyond_their_number_are_refused() {
    States::new(&published([0, 0, 1, 0])).push(2, [Fact { feature: 0, objects: &[1] }]);
}

#[test]
#[should_panic(expected = "states for machines of another shape")]
fn states_for_another_machine_are_refused() {
    let machine = Machine::zeros(&published([0, 0, 1, 0]));
    Evaluator::new(&machine).evaluate(&States::new(&published([0, 1, 1, 0])));
}

#[test]
fn outputs_are_those_of_the_definition() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(seed as u64);
        let machine = machine(shape, &mut rng);
        let list = mixed(shape, &mut rng);
        let expected: Vec<f64> = list.iter().flat_map(|state| naive(&machine, state)).collect();
        let found = Evaluator::new(&machine).evaluate(&collected(shape, &list)).to_vec();
        assert_near(&found, &expected, 2e-5);
    }
}

#[test]
fn evaluation_has_the_bits_of_training_and_one_state_those_of_a_batch() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(100 + seed as u64);
        let machine = machine(shape, &mut rng);
        let mut list = mixed(shape, &mut rng);
        // More than go through together.
        list.extend((0..6).map(|_| random_state(shape, 17, &mut rng)));
        let states = collected(shape, &list);
        let mut evaluator = Evaluator::new(&machine);
        let together = evaluator.evaluate(&states).to_vec();
        assert_eq!(Training::new(&machine, 2).forward(&machine, &states), together);
        let alone = list
            .iter()
            .flat_map(|state| evaluator.evaluate(&collected(shape, std::slice::from_ref(state))).to_vec());
        assert_eq!(alone.collect::<Vec<_>>(), together);
    }
}

/// States of one number of objects after the other, each with a few facts more and less than the one before.
fn neighbours(shape: &Shape, rng: &mut impl Rng) -> Vec<State> {
    let mut list = Vec::new();
    for (objects, count) in [(7, 10), (0, 2), (1, 4), (12, 10), (3, 5), (66, 4)] {
        let mut state = random_state(shape, objects, rng);
        for _ in 0..count {
            list.push(state.clone());
            let mut others = random_state(shape, objects, rng).1;
            for _ in 0..rng.random_range(0..4).min(others.len()) {
                state.1.push(others.swap_remove(rng.random_range(0..others.len())));
                state.1.swap_remove(rng.random_range(0..state.1.len()));
            }
        }
    }
    list
}

#[test]
fn siblings_have_the_bits_that_they_have_alone() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(400 + seed as u64);
        let machine = machine(shape, &mut rng);
        let states = collected(shape, &neighbours(shape, &mut rng));
        let mut evaluator = Evaluator::new(&machine);
        let bits = |outputs: &[f32]| outputs.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        for _ in 0..2 {
            let expected = bits(evaluator.evaluate(&states));
            assert_eq!(bits(evaluator.evaluate_siblings(&states)), expected, "shape {seed}");
        }
    }
}

#[test]
fn all_processors_yield_the_same_bits() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(300 + seed as u64);
        let machine = machine(shape, &mut rng);
        let states = collected(shape, &mixed(shape, &mut rng));
        let expected = gradient(&mut Training::new(&machine, 1), &machine, &states);
        for processor in Processor::all() {
            let mut training = Training::on(processor, &machine);
            assert_eq!(gradient(&mut training, &machine, &states), expected);
        }
    }
}

#[test]
fn the_order_of_objects_does_not_matter() {
    let shape = published([1, 2, 3, 1]);
    let mut rng = rng(5);
    let machine = machine(&shape, &mut rng);
    let mut evaluator = Evaluator::new(&machine);
    for objects in 1..8 {
        let state = random_state(&shape, objects, &mut rng);
        let mut names: Vec<u32> = (0..objects as u32).collect();
        (1..objects).for_each(|last| names.swap(last, rng.random_range(0..=last)));
        let rename = |tuple: &[u32]| tuple.iter().map(|&object| names[object as usize]).collect();
        let facts = state.1.iter().map(|(feature, tuple)| (*feature, rename(tuple)));
        let renamed = (objects, facts.collect());
        let expected: Vec<f64> =
            evaluator.evaluate(&collected(&shape, &[state])).iter().copied().map(f64::from).collect();
        assert_near(evaluator.evaluate(&collected(&shape, &[renamed])), &expected, 1e-5);
    }
}

/// A loss that weights all outputs differently, and its gradient.
fn gradient(training: &mut Training, machine: &Machine, states: &States) -> Gradients {
    let outputs = training.forward(machine, states).len();
    let slope: Vec<f32> = (0..outputs).map(|n| (n as f32).sin()).collect();
    training.backward(machine, states, &slope).clone()
}

fn loss(machine: &Machine, list: &[State]) -> f64 {
    let outputs = list.iter().flat_map(|state| naive(machine, state));
    outputs.enumerate().map(|(n, output)| f64::from((n as f32).sin()) * output).sum()
}

#[test]
fn gradients_are_those_of_finite_differences() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(200 + seed as u64);
        let mut machine = machine(shape, &mut rng);
        let list = [3, 0, 1, 4, 2].map(|objects| random_state(shape, objects, &mut rng));
        let states = collected(shape, &list);
        let found = gradient(&mut Training::new(&machine, 1), &machine, &states);
        let slices = machine.parameters().count();
        for slice in 0..slices {
            let numbers = machine.parameters().nth(slice).map_or(0, <[f32]>::len);
            for number in (0..numbers).step_by(1 + numbers / 4) {
                let mut at = |change: f32| {
                    let value = &mut machine.parameters_mut().nth(slice).unwrap()[number];
                    let before = *value;
                    *value += change;
                    let loss = (f64::from(*value), loss(&machine, &list));
                    machine.parameters_mut().nth(slice).unwrap()[number] = before;
                    loss
                };
                let ((x, low), (y, high)) = (at(-1e-4), at(1e-4));
                let expected = (high - low) / (y - x);
                let found = f64::from(found.parameters().nth(slice).unwrap()[number]);
                let near = (found - expected).abs() <= 2e-3 * (0.1 + expected.abs());
                assert!(near, "shape {seed}, slice {slice}, number {number}: {found} {expected}");
            }
        }
    }
}

#[test]
fn threads_change_no_bytes() {
    let shape = published([2, 6, 2, 0]);
    let mut rng = rng(7);
    let machine = machine(&shape, &mut rng);
    let list: Vec<State> = (0..60).map(|n| random_state(&shape, n % 17, &mut rng)).collect();
    let states = collected(&shape, &list);
    let expected = gradient(&mut Training::new(&machine, 1), &machine, &states);
    for threads in [2, 3, 7] {
        let mut training = Training::new(&machine, threads);
        // Traces of other batches are left behind.
        gradient(&mut training, &machine, &collected(&shape, &list[..23]));
        assert_eq!(gradient(&mut training, &machine, &states), expected);
    }
    let empty = gradient(&mut Training::new(&machine, 2), &machine, &States::new(&shape));
    assert_eq!(empty.norm(), 0.0);
}

/// Blocks in random towers, and how many have another block on them that is not there in the goal.
fn towers(shape: &Shape, count: usize, rng: &mut impl Rng) -> (States, Vec<f32>) {
    let (mut states, mut targets) = (States::new(shape), Vec::new());
    for _ in 0..count {
        let objects = rng.random_range(2..7);
        let mut stack = || (1..objects).map(|x| (rng.random_bool(0.7), [x - 1, x])).collect::<Vec<_>>();
        let (now, goal) = (stack(), stack());
        let on = |feature, list: &[(bool, [u32; 2])]| {
            list.iter().filter(|(on, _)| *on).map(|(_, pair)| (feature, pair.to_vec())).collect::<Vec<_>>()
        };
        let wrong = now.iter().zip(&goal).filter(|((now, _), (goal, _))| *goal && !now).count();
        push(&mut states, &(objects as usize, [on(0, &now), on(1, &goal)].concat()));
        targets.push(wrong as f32);
    }
    (states, targets)
}

#[test]
fn counting_is_learned_well_enough_to_beat_the_mean() {
    let shape = Shape { outputs: 1, ..published([0, 0, 2, 0]) };
    let mut rng = rng(11);
    let mut machine = Machine::new(&shape, &mut rng);
    let mut training = Training::new(&machine, 1);
    let settings = AdamSettings { learning_rate: 0.01, ..AdamSettings::default() };
    let mut adam = Adam::new(settings, &machine);
    let (states, targets) = towers(&shape, 64, &mut rng);
    let mean = targets.iter().sum::<f32>() / targets.len() as f32;
    let variance = targets.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / targets.len() as f32;
    let mut error = f32::INFINITY;
    for _ in 0..400 {
        let outputs = training.forward(&machine, &states);
        let differences: Vec<f32> = outputs.iter().zip(&targets).map(|(a, b)| a - b).collect();
        error = differences.iter().map(|x| x * x).sum::<f32>() / targets.len() as f32;
        let slope: Vec<f32> = differences.iter().map(|x| 2.0 * x / targets.len() as f32).collect();
        let gradients = training.backward(&machine, &states, &slope);
        gradients.clip_norm(0.1);
        adam.step(&mut machine, gradients);
    }
    assert!(error < 0.2 * variance, "{error} of {variance}");
}
