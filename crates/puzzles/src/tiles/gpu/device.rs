//! Searches on a GPU, by the CUDA program `search.cu`, which is compiled at run time for the sizes at hand.
//!
//! Estimates equal those of the processor to the last bit, and the same moves are made. So the outcomes and counters of searches
//! are the same, too.

use super::super::databases::Databases;
use super::super::{Board, Slide, State, Tiles};
use super::constants::{Constants, NONE, SLOTS, directions};
use super::{Appraiser, NoGpu};
use cudarc::driver::sys::{CUdevice_attribute, CUfunction_attribute_enum};
use cudarc::driver::{CudaFunction, CudaSlice, LaunchConfig, PushKernelArg};
use gpu::{CudaError, Gpu};
use search::{
    Budget, Device, Exhausted, Ida, Limits, Observer, PathHeuristic, Report, Searched, StopReason,
    SubtreeRoot, ida_on_device,
};
use std::marker::PhantomData;
use std::sync::Mutex;
use tools::threads::locked;

const SEARCH: &str = include_str!("search.cu");

/// The number of threads of a block.
const BLOCK: usize = 512;

/// The number of blocks that each multiprocessor runs at once. With two, a thread's state fits into registers; the threads of a
/// third would crowd the others' paths out of the cache.
const BLOCKS: usize = 2;

/// The length of the longest path.
const DEEPEST: usize = 256;

/// The number of pieces of work that may wait: at least four times the number of threads.
const RING: usize = 1 << 20;

/// The size of a piece of work in bytes: four words, and two bits for each move of a path.
const PIECE: usize = 16 + DEEPEST / 4;

/// Databases on a GPU.
#[derive(Debug)]
pub struct GpuTiles<B> {
    gpu: Gpu,
    tables: CudaSlice<u8>,
    constants: CudaSlice<u32>,
    partitions: usize,
    /// By feature of a network: its largest value.
    greatest: Vec<u32>,
    /// Locked by a search, so that searches run one after the other.
    room: Mutex<Room>,
    board: PhantomData<B>,
}

/// Memory and compiled programs that searches share.
#[derive(Debug)]
struct Room {
    pieces: CudaSlice<u8>,
    are_up: CudaSlice<u32>,
    /// Compiled programs by their text, one for all appraisers of the same sizes.
    compiled: Vec<(String, CudaFunction)>,
}

/// The GPU set up to search with one appraiser.
#[derive(Debug)]
pub(super) struct GpuSearch<'a, B> {
    tiles: &'a GpuTiles<B>,
    function: CudaFunction,
    launch: LaunchConfig,
    rows: CudaSlice<i32>,
    head: CudaSlice<u32>,
    /// The error that ended the search, if there was one.
    pub(super) failure: Option<CudaError>,
}

/// The joint result of all threads, as the GPU program leaves it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shared {
    solved: u32,
    least_above: u32,
    has_overflowed: u32,
}

impl<B: Board> GpuTiles<B> {
    /// Is there a GPU of this number?
    ///
    /// # Errors
    /// Says what is missing.
    pub fn check(device: usize) -> Result<(), NoGpu> {
        Gpu::new(device).map(drop).map_err(NoGpu::from)
    }

    /// Copies databases to a GPU.
    ///
    /// # Errors
    /// If there is no GPU of this number, counted from 0, or the databases are too large for it.
    pub fn new<const PATTERNS: usize>(
        device: usize,
        databases: &Databases<B, PATTERNS>,
    ) -> Result<Self, NoGpu> {
        let gpu = Gpu::new(device)?;
        let constants = Constants::new(databases)?;
        Ok(Self {
            tables: gpu.upload(&constants.tables)?,
            constants: gpu.upload(&constants.words())?,
            partitions: constants.partitions.len(),
            greatest: constants.greatest,
            room: Mutex::new(Room {
                pieces: gpu.zeros(RING * PIECE)?,
                are_up: gpu.zeros(RING)?,
                compiled: Vec::new(),
            }),
            gpu,
            board: PhantomData,
        })
    }

    /// Searches for a plan as [`search::ida`] does with one thread, with the same outcome and counters. The heuristic is that of
    /// the databases, or the appraiser.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn ida(
        &self,
        appraiser: Option<&Appraiser>,
        heuristic: &(impl PathHeuristic<Tiles<B>, Cost = u32> + Clone + Send),
        start: &State<B>,
        options: &Ida,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report<Slide>, NoGpu> {
        let mut device = self.device(appraiser)?;
        let report = ida_on_device(&Tiles::new(), heuristic, start, options, limits, observer, &mut device);
        device.failure.map_or(Ok(report), |error| Err(error.into()))
    }

    /// Sets up a search with an appraiser.
    pub(super) fn device(&self, appraiser: Option<&Appraiser>) -> Result<GpuSearch<'_, B>, CudaError> {
        self.gpu.bind()?;
        if appraiser.is_some_and(|appraiser| !appraiser.has_rows_for(&self.greatest)) {
            return Err(CudaError::failed("the network does not see what the databases say"));
        }
        let nobody = Appraiser::nobody(self.partitions);
        let (appraiser, has_network) = (appraiser.unwrap_or(&nobody), appraiser.is_some());
        let head = appraiser.words();
        let text = self.text(appraiser, has_network);
        let words = SLOTS * BLOCK + Constants::words_of(self.partitions) + head.len() + appraiser.rows.len();
        let shared_mem_bytes = (4 * words + B::SIZE * BLOCK) as u32;
        let most =
            self.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        if shared_mem_bytes > most {
            return Err(CudaError::failed("the network's hidden layer is too wide for this GPU"));
        }
        let mut room = locked(&self.room);
        let function = self.function(&mut room, text, shared_mem_bytes)?;
        // All threads have to be resident at once, since they wait for each other.
        let per_processor = function
            .occupancy_max_active_blocks_per_multiprocessor(BLOCK as u32, shared_mem_bytes as usize, None)
            .map_err(CudaError::failed)?;
        let processors = self.attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        // More pieces than threads may wait while all threads give work away at once.
        let blocks = (per_processor.min(BLOCKS as u32) * processors).min((RING / BLOCK / 4) as u32);
        let launch =
            LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (BLOCK as u32, 1, 1), shared_mem_bytes };
        let (rows, head) = (self.gpu.upload(&appraiser.rows)?, self.gpu.upload(&head)?);
        Ok(GpuSearch { tiles: self, function, launch, rows, head, failure: None })
    }

    fn attribute(&self, attribute: CUdevice_attribute) -> Result<u32, CudaError> {
        self.gpu.stream.context().attribute(attribute).map(|value| value as u32).map_err(CudaError::failed)
    }

    /// The text of the program for appraisers of these sizes.
    fn text(&self, appraiser: &Appraiser, has_network: bool) -> String {
        let Appraiser { width, rows, firsts, .. } = appraiser;
        let firsts: Vec<String> = firsts.iter().map(u32::to_string).collect();
        let sizes = [
            ("COLUMNS", B::COLUMNS),
            ("CELLS", B::SIZE),
            ("PARTITIONS", self.partitions),
            ("SLOTS", SLOTS),
            ("NONE", NONE),
            ("FEATURES", firsts.len()),
            ("HAS_NETWORK", has_network.into()),
            ("WIDTH", *width),
            ("ROWS", rows.len() / width),
            ("DEEPEST", DEEPEST),
            ("BLOCK", BLOCK),
            ("BLOCKS", BLOCKS),
            ("RING", RING),
        ];
        let sizes: String = sizes.iter().map(|(name, size)| format!("#define {name} {size}\n")).collect();
        format!("{sizes}#define FIRSTS {{{}}}\n{SEARCH}", firsts.join(", "))
    }

    fn function(&self, room: &mut Room, text: String, shared: u32) -> Result<CudaFunction, CudaError> {
        if let Some((_, function)) = room.compiled.iter().find(|(other, _)| *other == text) {
            return Ok(function.clone());
        }
        let function = self.gpu.compile(&text)?.get("search")?;
        let most = CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        function.set_attribute(most, shared as i32).map_err(CudaError::failed)?;
        room.compiled.push((text, function.clone()));
        Ok(function)
    }
}

impl<B: Board> GpuSearch<'_, B> {
    fn look(&self, bound: u32, roots: &[SubtreeRoot<Tiles<B>>], budget: &Budget) -> Result<Searched, Failed> {
        let GpuTiles { gpu, tables, constants, room, .. } = self.tiles;
        let count = roots.len() as u32;
        let words: Option<Vec<[u32; 12]>> = roots.iter().map(words::<B>).collect();
        let words = words.ok_or_else(|| CudaError::failed("a board has not every tile once"))?.concat();
        let room = &mut *locked(room);
        // Other searches may have held the lock for long.
        budget.check()?;
        let there = gpu.upload(&words)?;
        let mut shared = gpu.upload(&Shared::before(count))?;
        let (mut expanded, mut generated) = (gpu.zeros::<u64>(roots.len())?, gpu.zeros::<u64>(roots.len())?);
        let mut launch = gpu.stream.launch_builder(&self.function);
        launch.arg(tables).arg(constants).arg(&self.rows).arg(&self.head).arg(&there).arg(&count).arg(&bound);
        launch.arg(&mut shared).arg(&mut room.pieces).arg(&mut room.are_up);
        launch.arg(&mut expanded).arg(&mut generated);
        #[expect(unsafe_code)]
        // SAFETY: the arguments are those of `search`, which was compiled for rows, constants and a head of these sizes, which
        // `Appraiser::has_rows_for` has checked, and for as many pieces; there is a root, and room to count, for each of `count`.
        // Numbers of placements stay within the tables, since boards have every tile once, as `words` has checked. Paths are no
        // longer than DEEPEST, as bounds are not higher.
        unsafe { launch.launch_cooperative(self.launch) }.map_err(CudaError::failed)?;
        let download = |slice: &CudaSlice<u64>| gpu.stream.clone_dtoh(slice).map_err(CudaError::failed);
        let shared = Shared::after(&gpu.stream.clone_dtoh(&shared).map_err(CudaError::failed)?);
        let work = download(&expanded)?.into_iter().zip(download(&generated)?).take(roots.len()).collect();
        if shared.has_overflowed != 0 {
            gpu.stream.memset_zeros(&mut room.are_up).map_err(CudaError::failed)?;
            return Err(CudaError::failed("a search has put up more work than there is room for").into());
        }
        let solved = (shared.solved < count).then_some(shared.solved as usize);
        Ok(Searched { work, least_above: shared.least_above.into(), solved })
    }
}

impl<B: Board> Device<Tiles<B>> for GpuSearch<'_, B> {
    fn search(
        &mut self,
        bound: u64,
        roots: &[SubtreeRoot<Tiles<B>>],
        budget: &Budget,
    ) -> Result<Searched, StopReason> {
        let Some(bound) = u32::try_from(bound).ok().filter(|&bound| bound <= DEEPEST as u32) else {
            self.failure =
                Some(CudaError::failed(format_args!("plans of {bound} moves are too long for a GPU")));
            return Err(StopReason::Device);
        };
        self.look(bound, roots, budget).map_err(|failed| match failed {
            Failed::Exhausted(exhausted) => exhausted.into(),
            Failed::Gpu(error) => {
                self.failure = Some(error);
                StopReason::Device
            }
        })
    }
}

/// Why a search on the device failed.
enum Failed {
    Exhausted(Exhausted),
    Gpu(CudaError),
}

impl From<Exhausted> for Failed {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

impl From<CudaError> for Failed {
    fn from(error: CudaError) -> Self {
        Self::Gpu(error)
    }
}

/// The root of a subtree in the form of the GPU program. `None` if some tile is missing.
fn words<B: Board>(root: &SubtreeRoot<Tiles<B>>) -> Option<[u32; 12]> {
    let (mut words, mut seen) = ([0; 12], 0_u64);
    for (cell, tile) in root.state.tiles().enumerate() {
        words[cell / 4] |= u32::from(tile) << (8 * (cell % 4));
        seen |= 1 << tile;
    }
    if seen != (1 << B::SIZE) - 1 {
        return None;
    }
    let blank = root.state.blank();
    let back = root.last.map_or(0, |last| 1 << (3 - last.direction() as u32));
    words[8] = blank as u32;
    words[9] = root.so_far;
    words[10] = directions::<B>(blank) & !back;
    Some(words)
}

impl From<CudaError> for NoGpu {
    fn from(error: CudaError) -> Self {
        Self(error.to_string())
    }
}

impl Shared {
    /// The shared words of the program before a search from `count` roots: no ticket is drawn, and each root is offered.
    fn before(count: u32) -> [u32; 6] {
        [0, count, u32::MAX, u32::MAX, 0, 0]
    }

    /// The result, from these words after a search.
    fn after(words: &[u32]) -> Self {
        let [_, _, solved, least_above, has_overflowed] =
            std::array::from_fn(|place| words.get(place).copied().unwrap_or(0));
        Self { solved, least_above, has_overflowed }
    }
}
