//! Sliding tiles: their declaration, their heuristics, and IDA\* on a GPU.

mod aimed;

use puzzles::Rooted;
use puzzles::tiles::databases::{DatabaseError, Databases, Event, Partition};
use puzzles::tiles::gpu::{GpuTiles, NoGpu};
use puzzles::tiles::{
    Board, Direction, Goal, LinearConflict, Manhattan, Misplaced, OnBoard, Slide, State, Tiles, korf,
    on_board, pddl,
};
use rand_chacha::ChaCha8Rng;
use search::{Counters, Estimate, Heuristic, Ida, Limits, Observer, Outcome, Report, StopReason};

use self::aimed::{Aimed, refusal};
use crate::heuristic::{Entry, Guide, Made, Notice, Resources, Unmade};
use crate::puzzle::{self, Puzzle};
use crate::{AnySpace, Benchmark, Declaration, Opened, Refusal};

/// A legend for the descriptions of moves.
const MOVES: &str = "the blank goes";

/// The declaration.
pub(crate) const TILES: Declaration = Declaration {
    name: "tiles",
    form: "tiles:RxC",
    sizes: "each of R and C from 3 to 6",
    example: "tiles:4x4",
    help: "sliding tiles on R rows and C columns, written row by row, 0 for the blank; in the goal every \
           tile is on the cell of its number, counted from 0, unless there is another --goal",
    default_search: "ida(lc)",
    heuristics: puzzle::heuristics::<Tiles<puzzles::tiles::Grid<4, 4>>>,
    benchmarks: &[
        Benchmark {
            name: "korf100",
            space: "tiles:4x4",
            help: "100 instances of Korf (1985)",
            instances: || listed(korf::fifteen()),
        },
        Benchmark {
            name: "korf50",
            space: "tiles:5x5",
            help: "50 instances of Korf and Taylor (1996), hard",
            instances: || listed(korf::twenty_four()),
        },
    ],
    goals: &[
        (
            "blank-first",
            "the blank top left, then the tiles in order: the usual one, and that of Korf's instances",
        ),
        ("blank-last", "the tiles in order, then the blank, bottom right"),
        ("\"1 2 3 … 0\"", "any board that has the blank in a corner"),
    ],
    open,
    open_to: Some(open_to),
};

fn open(size: &str) -> Option<Box<dyn AnySpace>> {
    let (rows, columns) = dimensions(size)?;
    if rows > columns {
        let goal = Goal::read(Goal::NAMES[0], (rows, columns)).ok()?;
        return Some(Box::new(Aimed::new(goal)?));
    }
    on_board(rows, columns, Open)
}

fn open_to(size: &str, goal: &str) -> Opened {
    let size = dimensions(size)?;
    match Goal::read(goal, size) {
        Ok(goal) => Some(Ok(Box::new(Aimed::new(goal)?))),
        Err(error) => Some(Err(error.to_string())),
    }
}

/// The rows and columns in a text like 4x4, if there are such boards.
fn dimensions(size: &str) -> Option<(usize, usize)> {
    let (rows, columns) = size.split_once('x')?;
    let number = |text: &str| text.parse().ok().filter(|number| (3..=6).contains(number));
    Some((number(rows)?, number(columns)?))
}

/// Opens the space of boards of a size.
struct Open;

impl OnBoard for Open {
    type Output = Box<dyn AnySpace>;

    fn on<B: Board>(self) -> Self::Output {
        Box::new(Tiles::<B>::new())
    }
}

fn listed<B: Board>(instances: Vec<korf::Instance<B>>) -> Vec<(String, u32)> {
    instances.iter().map(|instance| (instance.start.line(), instance.cost)).collect()
}

/// Pattern databases: each argument names a partition, or lists the tiles of one pattern of a partition of its own. Reflections are
/// added.
fn databases<B: Board>(_: &Tiles<B>, arguments: &[Vec<String>], resources: &mut Resources) -> Made<Tiles<B>> {
    let is_name = |argument: &&Vec<String>| matches!(&argument[..], [word] if word.parse::<u8>().is_err());
    let mut texts: Vec<String> = arguments.iter().filter(is_name).flatten().cloned().collect();
    let patterns: Vec<_> =
        arguments.iter().filter(|argument| !is_name(argument)).map(|tiles| tiles.join(",")).collect();
    if !patterns.is_empty() {
        texts.push(patterns.join("/"));
    }
    if texts.is_empty() {
        return Err(Unmade::wrong("takes a partition of the tiles"));
    }
    let mut partitions: Vec<Partition<B>> = Vec::new();
    for text in texts {
        let partition: Partition<B> = text.parse().map_err(Unmade::wrong)?;
        partitions.extend(partition.reflected());
        partitions.push(partition);
    }
    // Searches copy a number for each of these from state to state: fewer are faster.
    match partitions.iter().map(|partition| partition.patterns().len()).sum() {
        0..=8 => opened::<B, 8>(&partitions, resources),
        _ => opened::<B, 24>(&partitions, resources),
    }
}

fn opened<B: Board, const PATTERNS: usize>(
    partitions: &[Partition<B>],
    resources: &mut Resources,
) -> Made<Tiles<B>> {
    let (tables, threads, budget) = (resources.tables, resources.threads, resources.budget);
    let no_gpu = |error: NoGpu| Unmade::NoGpu(error.to_string());
    // Checked first, since building takes a while.
    resources.gpu.map(GpuTiles::<B>::check).transpose().map_err(no_gpu)?;
    let mut watch = |name: &str, event: Event| match event {
        Event::Building(progress) => {
            let percent = (100 * progress.reached / progress.placements.max(1)) as u8;
            (resources.watch)(Notice::Building { name: name.to_owned(), percent: Some(percent) });
        }
        Event::Opened(origin) => resources.warn(name, &origin),
    };
    match Databases::<B, PATTERNS>::open(partitions, tables, threads, budget, &mut watch) {
        Ok(databases) => Ok(match resources.gpu {
            None => Box::new(databases),
            Some(device) => Box::new(OnGpu::new(device, databases).map_err(no_gpu)?),
        }),
        Err(DatabaseError::Exhausted(exhausted)) => Err(Unmade::Stopped(exhausted)),
        Err(error @ DatabaseError::TooMany { .. }) => Err(Unmade::wrong(error)),
    }
}

/// Databases that IDA\* uses on a GPU.
struct OnGpu<B, const PATTERNS: usize> {
    databases: Databases<B, PATTERNS>,
    gpu: GpuTiles<B>,
}

impl<B: Board, const PATTERNS: usize> OnGpu<B, PATTERNS> {
    fn new(device: usize, databases: Databases<B, PATTERNS>) -> Result<Self, NoGpu> {
        Ok(Self { gpu: GpuTiles::new(device, &databases)?, databases })
    }
}

impl<B: Board, const PATTERNS: usize> Guide<Tiles<B>> for OnGpu<B, PATTERNS> {
    fn estimate(&self, space: &Tiles<B>, state: &State<B>) -> Estimate {
        Guide::estimate(&self.databases, space, state)
    }

    fn ida(
        &self,
        _: &Tiles<B>,
        start: &State<B>,
        options: &Ida,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report<Slide> {
        let report = self.gpu.ida(None, &self.databases, start, options, limits, observer);
        report.unwrap_or_else(|error| {
            observer.device_failed(&error.to_string());
            Report {
                outcome: Outcome::Stopped(StopReason::Device),
                counters: Counters::default(),
                until_last_jump: Counters::default(),
            }
        })
    }

    fn of_states(&self) -> Box<dyn Heuristic<Rooted<Tiles<B>>>> {
        self.databases.of_states()
    }
}

impl<B: Board> Puzzle for Tiles<B> {
    const HEURISTICS: &'static [Entry<Self>] = &[
        Entry {
            name: "md",
            usage: "md",
            help: "Manhattan distance: the steps of all tiles to their cells",
            is_admissible: true,
            make: |_, _, _| Ok(Box::new(Manhattan)),
        },
        Entry {
            name: "lc",
            usage: "lc",
            help: "md, and two more for each tile that has to let another pass",
            is_admissible: true,
            make: |_, _, _| Ok(Box::new(LinearConflict::new::<B>())),
        },
        Entry {
            name: "misplaced",
            usage: "misplaced",
            help: "the number of tiles not on their cells",
            is_admissible: true,
            make: |_, _, _| Ok(Box::new(Misplaced)),
        },
        Entry {
            name: "pdb",
            usage: "pdb(PARTITION, …)",
            help: "additive pattern databases and their reflections, kept on disk: 4-4 (3x3), 5-5-5, 6-6-3, 7-8 (4x4), \
                   6-6-6-6, 5-5-5-5-4-a, 5-5-5-5-4-b (5x5), or the tiles of patterns as in pdb([1,2,3],[4,5,6])",
            is_admissible: true,
            make: databases,
        },
        Entry::BLIND,
    ];

    const DOMAIN: &'static str = pddl::DOMAIN;

    const MOVES: &'static str = MOVES;

    fn numbers(&self) -> usize {
        B::SIZE
    }

    fn parse(&self, text: &str) -> Result<State<B>, Refusal> {
        text.parse().map_err(|error| refusal(&error, text, &State::<B>::GOAL.arrangement()))
    }

    fn goal(&self) -> State<B> {
        State::GOAL
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> State<B> {
        State::random(rng)
    }

    fn picture(&self, state: &State<B>) -> String {
        state.to_string()
    }

    fn problem(&self, state: &State<B>) -> String {
        pddl::problem(&state.arrangement(), &State::<B>::GOAL.arrangement())
    }

    fn describe(&self, _: &State<B>, slide: Slide) -> String {
        direction(slide).to_owned()
    }
}

/// Where the blank goes, in a word.
pub(crate) fn direction(slide: Slide) -> &'static str {
    match slide.direction() {
        Direction::Up => "up",
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Down => "down",
    }
}
