//! Pipesworld without tankage: a random network, and goals reached by random pumping.

use std::collections::VecDeque;

use crate::domain::Refusal;
use crate::graph::Graph;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "pipesworld-notankage",
    pddl_name: "pipesworld-notankage",
    summary: "Batches of oil products are pumped through pipes that are always full",
    pddl: include_str!("../../domains/pipesworld-notankage.pddl"),
    parameters: &[
        Parameter { name: "areas", help: "areas", least: 2, most: 50, defaults: [3, 4, 5] },
        Parameter {
            name: "pipes",
            help: "pipes, enough to join all areas",
            least: 1,
            most: 100,
            defaults: [2, 3, 5],
        },
        Parameter {
            name: "max-length",
            help: "batches in a pipe, at most",
            least: 1,
            most: 10,
            defaults: [1, 2, 3],
        },
        Parameter {
            name: "batches",
            help: "batches, more than pipes may hold",
            least: 2,
            most: 200,
            defaults: [8, 14, 26],
        },
        Parameter {
            name: "goals",
            help: "batches needed at some area",
            least: 1,
            most: 200,
            defaults: [3, 5, 6],
        },
    ],
    draw,
};

/// The products; those from `RAT_A` on must not touch `RAT_A`, except itself.
const PRODUCTS: [&str; 5] = ["lco", "gasoleo", "rat-a", "oca1", "oc1b"];
const RAT_A: usize = 2;

/// The number of random pumping steps per batch for drawing a goal.
const STEPS_PER_BATCH: usize = 50;

/// Solvable, since pumping leads from the initial state to one that satisfies the goal.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let areas = numbered("a", values.get("areas"));
    let (pipes, max_length, batches) = (values.get("pipes"), values.get("max-length"), values.get("batches"));
    let fewest = areas.len() - 1;
    let most = areas.len() * fewest / 2;
    Refusal::unless((fewest..=most).contains(&pipes), || {
        format!("pipes has to be a number from {fewest} to {most}, to join {} areas", areas.len())
    })?;
    Refusal::unless(batches > pipes * max_length, || {
        format!("batches has to be more than {}, since pipes may hold as many", pipes * max_length)
    })?;

    let mut network = Network::random(areas.len(), pipes, max_length, batches, random);
    let mut problem = network.problem(&areas);
    let before = network.area_of.clone();
    for _ in 0..STEPS_PER_BATCH * batches {
        network.pump_somewhere(random);
    }
    let moved: Vec<usize> = (0..batches)
        .filter(|&batch| network.area_of[batch].is_some() && network.area_of[batch] != before[batch])
        .collect();
    let goals = values.get("goals");
    if moved.len() < goals {
        return Err(Refusal::Unlucky);
    }
    for batch in random.some_of(goals, &moved) {
        if let Some(area) = network.area_of[batch] {
            problem.goal(&["on", &batch_name(batch), &areas[area]]);
        }
    }
    Ok(problem)
}

fn may_touch(a: usize, b: usize) -> bool {
    let (less, more) = (a.min(b), a.max(b));
    less != RAT_A || more == RAT_A
}

fn batch_name(batch: usize) -> String {
    format!("b{}", batch + 1)
}

struct Pipe {
    from: usize,
    to: usize,
    /// From the first batch to the last.
    batches: VecDeque<usize>,
}

struct Network {
    pipes: Vec<Pipe>,
    /// The products of the batches.
    products: Vec<usize>,
    /// The areas of the batches that are in no pipe.
    area_of: Vec<Option<usize>>,
}

impl Network {
    fn random(areas: usize, pipes: usize, max_length: usize, batches: usize, random: &mut Random) -> Self {
        let mut products: Vec<usize> = Vec::new();
        let pipes: Vec<Pipe> = Graph::connected(areas, pipes, random)
            .edges()
            .map(|(from, to)| {
                let length = 1 + random.below(max_length);
                let first = products.len();
                for batch in first..first + length {
                    let fits = |&product: &usize| batch == first || may_touch(product, products[batch - 1]);
                    let fitting: Vec<usize> = (0..PRODUCTS.len()).filter(fits).collect();
                    products.push(*random.one_of(&fitting));
                }
                Pipe { from, to, batches: (first..first + length).collect() }
            })
            .collect();
        let mut area_of = vec![None; products.len()];
        while products.len() < batches {
            products.push(random.below(PRODUCTS.len()));
            area_of.push(Some(random.below(areas)));
        }
        Self { pipes, products, area_of }
    }

    /// Pumps a random batch into a random pipe, if allowed, and the batch at the other end out into the area there.
    fn pump_somewhere(&mut self, random: &mut Random) {
        let pipe = random.below(self.pipes.len());
        let pipe = &mut self.pipes[pipe];
        let is_push = random.happens(1, 2);
        let (source, destination) = if is_push { (pipe.from, pipe.to) } else { (pipe.to, pipe.from) };
        let waiting: Vec<usize> =
            (0..self.area_of.len()).filter(|&batch| self.area_of[batch] == Some(source)).collect();
        if waiting.is_empty() {
            return;
        }
        let batch = *random.one_of(&waiting);
        let neighbor = if is_push { pipe.batches.front() } else { pipe.batches.back() };
        if !neighbor.is_some_and(|&neighbor| may_touch(self.products[batch], self.products[neighbor])) {
            return;
        }
        let out = if is_push {
            pipe.batches.push_front(batch);
            pipe.batches.pop_back()
        } else {
            pipe.batches.push_back(batch);
            pipe.batches.pop_front()
        };
        self.area_of[batch] = None;
        out.into_iter().for_each(|out| self.area_of[out] = Some(destination));
    }

    /// The problem without its goal.
    fn problem(&self, areas: &[String]) -> Problem {
        let batches: Vec<String> = (0..self.products.len()).map(batch_name).collect();
        let pipes: Vec<String> =
            self.pipes.iter().map(|pipe| format!("s{}-{}", pipe.from + 1, pipe.to + 1)).collect();
        let mut problem = Problem::default();
        problem.typed("batch-atom", &batches);
        problem.typed("area", areas);
        problem.typed("pipe", &pipes);
        for (a, name) in PRODUCTS.iter().enumerate() {
            let touching = (0..PRODUCTS.len()).filter(|&b| may_touch(a, b));
            touching.for_each(|b| problem.init(&["may-interface", name, PRODUCTS[b]]));
        }
        for (name, pipe) in pipes.iter().zip(&self.pipes) {
            problem.init(&["normal", name]);
            problem.init(&[if pipe.batches.len() == 1 { "unitary" } else { "not-unitary" }, name]);
            problem.init(&["connect", &areas[pipe.from], &areas[pipe.to], name]);
            pipe.batches
                .front()
                .into_iter()
                .for_each(|&first| problem.init(&["first", &batches[first], name]));
            pipe.batches.back().into_iter().for_each(|&last| problem.init(&["last", &batches[last], name]));
            for (&previous, &next) in pipe.batches.iter().zip(pipe.batches.iter().skip(1)) {
                problem.init(&["follow", &batches[next], &batches[previous]]);
            }
        }
        for (batch, name) in batches.iter().enumerate() {
            problem.init(&["is-product", name, PRODUCTS[self.products[batch]]]);
            self.area_of[batch].into_iter().for_each(|area| problem.init(&["on", name, &areas[area]]));
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rat_a_is_choosy() {
        let refused: Vec<(&str, &str)> = crate::graph::pairs(PRODUCTS.len())
            .filter(|&(a, b)| !may_touch(a, b))
            .map(|(a, b)| (PRODUCTS[a], PRODUCTS[b]))
            .collect();
        assert_eq!(refused, [("rat-a", "oca1"), ("rat-a", "oc1b")]);
        assert!((0..PRODUCTS.len()).all(|product| may_touch(product, product)));
    }

    #[test]
    fn pumping_keeps_pipes_full_and_products_apart() {
        let mut random = Random::new(1, 1);
        let mut network = Network::random(4, 5, 3, 20, &mut random);
        let lengths: Vec<usize> = network.pipes.iter().map(|pipe| pipe.batches.len()).collect();
        for _ in 0..1000 {
            network.pump_somewhere(&mut random);
            for (pipe, &length) in network.pipes.iter().zip(&lengths) {
                assert_eq!(pipe.batches.len(), length);
                let products = pipe.batches.iter().map(|&batch| network.products[batch]);
                assert!(products.clone().zip(products.skip(1)).all(|(a, b)| may_touch(a, b)));
            }
            let piped: usize = lengths.iter().sum();
            assert_eq!(network.area_of.iter().flatten().count(), 20 - piped);
        }
    }
}
