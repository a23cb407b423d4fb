//! The instances to solve: the `INSTANCES` of the command line.

use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{AnySpace, Instance, PUZZLES, instance_file, range_list, refused};
use crate::{Error, ErrorKind, files};

/// Instances; random ones are made on demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instances {
    /// Those given.
    Listed(Vec<Instance>),
    /// As many as the number says, drawn from all states with equal probability.
    Random(usize),
    /// The ends of random walks from the goal.
    Walks {
        /// The number of moves of each.
        steps: usize,
        /// The number of walks.
        count: usize,
    },
}

/// The most instances, or steps, that may be asked for.
const MOST: usize = 1_000_000;

/// How instances can be given, and what each means.
pub const FORMS: &[(&str, &str)] = &[
    (
        "FILE",
        "a file with a state on each line, and the cost of its cheapest plan after it if that is known; - is standard input",
    ),
    ("\"1 2 0 …\"", "a single state"),
    ("random:N", "N random states, all equally likely"),
    ("walk:STEPS:N", "N states that so many random moves lead to from the goal"),
];

impl Instances {
    /// Reads the instances given on the command line for a space with this name.
    ///
    /// # Errors
    /// Says what is wrong with it, and what would be right.
    pub fn read(text: &str, name: &str, space: &dyn AnySpace) -> Result<Self, Error> {
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        match word {
            "random" => Ok(Self::Random(amount(text, rest)?)),
            "walk" => {
                let (steps, count) = rest.and_then(|rest| rest.split_once(':')).unzip();
                Ok(Self::Walks { steps: amount(text, steps)?, count: amount(text, count)? })
            }
            _ => match benchmark(word, rest, name, space)? {
                Some(listed) => Ok(Self::Listed(listed)),
                None => given(text, name, space).map(Self::Listed),
            },
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Listed(listed) => listed.len(),
            Self::Random(count) | Self::Walks { count, .. } => *count,
        }
    }

    /// Do they depend on a seed?
    pub fn are_random(&self) -> bool {
        !matches!(self, Self::Listed(_))
    }

    /// Is the cost of a cheapest plan known for any of them?
    pub fn have_costs(&self) -> bool {
        matches!(self, Self::Listed(listed) if listed.iter().any(|instance| instance.optimal.is_some()))
    }

    /// All of them. Each random one has a stream of random numbers of its own, so that none depends on how many there are.
    pub fn iter(&self, space: &dyn AnySpace, seed: u64) -> impl Iterator<Item = Instance> {
        let random = move |number: usize| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(number as u64);
            rng
        };
        (1..=self.count()).map(move |number| match self {
            Self::Listed(listed) => listed[number - 1].clone(),
            Self::Random(_) => Instance { number, start: space.random(&mut random(number)), optimal: None },
            Self::Walks { steps, .. } => {
                Instance { number, start: space.walk(*steps, &mut random(number)), optimal: None }
            }
        })
    }
}

fn amount(text: &str, number: Option<&str>) -> Result<usize, Error> {
    let number = number.and_then(|number| number.parse().ok()).filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| {
        let help = format!("it is random:N or walk:STEPS:N, with numbers from 1 to {MOST}");
        Error::new(ErrorKind::Argument, format_args!("wrong instances `{text}`\n  = help: {help}"))
    })
}

/// The instances of a set of this name, if there is one.
fn benchmark(
    word: &str,
    ranges: Option<&str>,
    name: &str,
    space: &dyn AnySpace,
) -> Result<Option<Vec<Instance>>, Error> {
    let all = PUZZLES.iter().flat_map(|puzzle| puzzle.benchmarks);
    let Some(benchmark) = all.into_iter().find(|benchmark| benchmark.name == word) else { return Ok(None) };
    if benchmark.space != name {
        let right = benchmark.space;
        let message = format!("{word} is for {right}, not for {name}\n  = help: hstar solve {right} {word}");
        return Err(Error::new(ErrorKind::Argument, message));
    }
    let states = (benchmark.instances)();
    let numbers = match ranges {
        None => (1..=states.len()).collect(),
        Some(ranges) => range_list::parse(ranges, states.len()).map_err(|error| {
            let help = format!("it is {word}, {word}:1-10 or {word}:3,7");
            Error::new(ErrorKind::Argument, format_args!("{word}: {error}\n  = help: {help}"))
        })?,
    };
    let instance = |number: usize| {
        let (state, cost) = &states[number - 1];
        let start = space.parse(state).map_err(|refusal| refused(&refusal, word))?;
        Ok(Instance { number, start, optimal: Some((*cost).into()) })
    };
    numbers.into_iter().map(instance).collect::<Result<_, _>>().map(Some)
}

/// The instances of a file, or the one that is written out.
fn given(text: &str, name: &str, space: &dyn AnySpace) -> Result<Vec<Instance>, Error> {
    let path = Path::new(text);
    let is_state =
        text.contains(|c: char| c == ',' || c.is_whitespace()) && text.contains(|c: char| c.is_ascii_digit());
    if is_state && !path.exists() {
        let start = space.parse(text).map_err(|refusal| refused(&refusal, "the instance"))?;
        return Ok(vec![Instance { number: 1, start, optimal: None }]);
    }
    let content = files::read(path).map_err(|error| {
        let sets = PUZZLES.iter().flat_map(|puzzle| puzzle.benchmarks).filter(|set| set.space == name);
        let mut known: Vec<&str> = sets.map(|set| set.name).collect();
        known.extend(FORMS.iter().map(|(form, _)| *form));
        let message =
            format_args!("cannot read {text}: {error}\n  = help: instances are {}", known.join(", "));
        Error::new(ErrorKind::Input, message)
    })?;
    instance_file::read(&String::from_utf8_lossy(&content), text, space)
}
