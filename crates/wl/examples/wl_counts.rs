//! The colours of states on random walks: what `bench/wl_partition.py` compares.
//!
//!     wl_counts DOMAIN PROBLEM... [--states 20] [--seed 1]
//!
//! Prints for each problem so many different states, `state 3 on a b,clear a` with the problem's place among the arguments
//! and all atoms that hold. Then, for one to three refinements by sets and by multisets, `features 2 set 0.000123` with the
//! seconds that a follower took to go to all of those states in their order, and for each of them `counts 0:4 7:1` with its
//! colours. All colours are known, since the palettes are learned from the same states. Objects have no types, and constants
//! no colours of their own.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use pddl::{Source, Strictness};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Budget, StateSpace};
use task::{Space, Task};
use wl::{ColourCounts, Facts, Follower, Graph, Neighbours, Options, Palette, Status, Vocabulary};

/// Going to all states of a problem is timed so often, and the best time counts.
const ROUNDS: usize = 5;
/// A walk that meets no new state for so many steps is over.
const PATIENCE: usize = 200;

struct Arguments {
    files: Vec<String>,
    states: usize,
    seed: u64,
}

/// A problem, and states of it.
struct Walk {
    task: Task,
    space: Space,
    states: Vec<Vec<u64>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    let (domain, problems) = arguments.files.split_first().ok_or("expected a domain")?;
    let domain = pddl::parse_domain(&source(domain)?, Strictness::Lenient)?.value;
    let name = |predicate: &pddl::Predicate| format!("{}/{}", predicate.name, predicate.parameters.len());
    let vocabulary = Vocabulary::new(domain.predicates.iter().map(name).collect(), Vec::new());
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    let mut walks = Vec::new();
    for problem in problems {
        let problem = pddl::parse_problem(&domain, &source(problem)?, Strictness::Lenient)?.value;
        let task = task::ground(&domain, &problem, &Budget::unlimited())?;
        let space = Space::new(&task);
        let states = walk(&space, arguments.states, &mut random);
        walks.push(Walk { task, space, states });
    }

    let mut out = BufWriter::new(io::stdout().lock());
    let palette = palette(1, Neighbours::Set, &vocabulary);
    for (place, walk) in walks.iter().enumerate() {
        let graph = graph(&palette, &walk.task)?;
        for state in &walk.states {
            writeln!(out, "state {place} {}", atoms(&graph, walk, &vocabulary, state)?.join(","))?;
        }
    }
    for iterations in 1..=3 {
        for neighbours in [Neighbours::Set, Neighbours::Multiset] {
            write_features(&mut out, self::palette(iterations, neighbours, &vocabulary), &walks)?;
        }
    }
    Ok(out.flush()?)
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments { files: Vec::new(), states: 20, seed: 1 };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("expected a number after {word}"));
        match word.as_str() {
            "--states" => arguments.states = value()?.parse()?,
            "--seed" => arguments.seed = value()?.parse()?,
            _ => arguments.files.push(word),
        }
    }
    Ok(arguments)
}

fn source(path: &str) -> io::Result<Source> {
    Ok(Source::new(path, fs::read_to_string(path)?))
}

/// Different states of a random walk from the initial state, which starts again where it can go no further.
fn walk(space: &Space, count: usize, random: &mut ChaCha8Rng) -> Vec<Vec<u64>> {
    let mut scratch = space.scratch();
    let mut initial = vec![0; space.words()];
    space.initial(&mut initial);
    let mut states = vec![initial.clone()];
    let mut state = initial.clone();
    let mut idle = 0;
    while states.len() < count && idle < PATIENCE {
        let mut successors = Vec::new();
        space.successors(&state, &mut scratch, |_, next| successors.push(next.to_vec()));
        state = if successors.is_empty() {
            initial.clone()
        } else {
            successors.swap_remove(random.random_range(0..successors.len()))
        };
        idle += 1;
        if !states.contains(&state) {
            states.push(state.clone());
            idle = 0;
        }
    }
    states.truncate(count);
    states
}

fn palette(iterations: u8, neighbours: Neighbours, vocabulary: &Vocabulary) -> Palette {
    let options = Options { iterations, neighbours, facts: Facts::All, types: false, constants: false };
    Palette::new(options, vocabulary.clone())
}

fn graph(palette: &Palette, task: &Task) -> Result<Graph, String> {
    palette.graph(task).map_err(|reason| format!("no graph: {reason:?}"))
}

/// The atoms of a state that its graph has, as `on a b`.
fn atoms(
    graph: &Graph,
    walk: &Walk,
    vocabulary: &Vocabulary,
    state: &[u64],
) -> Result<Vec<String>, &'static str> {
    let setting = walk.task.setting.as_deref().ok_or("a task without objects")?;
    let nodes = graph.nodes(&walk.space, state).into_iter();
    let holding = nodes.filter(|(_, status)| *status != Status::Open);
    let text = |(atom, _)| {
        let (predicate, objects) = graph.atom_parts(atom);
        let name = &vocabulary.predicates()[predicate as usize];
        let name = name.rsplit_once('/').map_or(name.as_str(), |(name, _)| name);
        let objects = objects.iter().map(|&object| &setting.objects[object as usize]);
        std::iter::once(name).chain(objects).collect::<Vec<_>>().join(" ")
    };
    Ok(holding.map(text).collect())
}

/// Learns a palette from all states, and writes the counts that followers have of them.
fn write_features(out: &mut impl Write, mut palette: Palette, walks: &[Walk]) -> Result<(), Box<dyn Error>> {
    let graphs = walks.iter().map(|walk| graph(&palette, &walk.task));
    let graphs: Vec<Graph> = graphs.collect::<Result<_, _>>()?;
    for (walk, graph) in walks.iter().zip(&graphs) {
        walk.states.iter().for_each(|state| palette.learn(graph, &walk.space, state));
    }
    let mut time = Duration::ZERO;
    let mut lines = Vec::new();
    for (walk, graph) in walks.iter().zip(graphs) {
        let follower = Follower::new(&palette, graph, &walk.space, ColourCounts::new(palette.len()));
        time += (0..ROUNDS).map(|_| time_to_follow(follower.clone(), walk)).min().unwrap_or_default();
        let mut follower = follower;
        for state in &walk.states {
            let counts = follower.go_to(&walk.space, state).counts();
            if counts.last() != Some(&0) {
                return Err("a colour that was learned is not known".into());
            }
            lines.push(counts_text(counts));
        }
    }
    let Options { iterations, neighbours, .. } = palette.options();
    writeln!(out, "features {iterations} {neighbours} {}", time.as_secs_f64())?;
    lines.iter().try_for_each(|line| writeln!(out, "counts {line}"))?;
    Ok(())
}

fn time_to_follow(mut follower: Follower<ColourCounts>, walk: &Walk) -> Duration {
    let start = Instant::now();
    for state in &walk.states {
        black_box(follower.go_to(&walk.space, black_box(state)));
    }
    start.elapsed()
}

/// `0:4 7:1` for four nodes of colour 0 and one of colour 7.
fn counts_text(counts: &[u32]) -> String {
    let some = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    some.map(|(colour, count)| format!("{colour}:{count}")).collect::<Vec<_>>().join(" ")
}
