//! The states on which heuristics are tested.

use std::path::{Path, PathBuf};

use rules::Source;
use rules::puzzle8::Space;
use rules::puzzle8::test_set::{self, Solved};

use planner::Error;
use planner::planning_task::read_text;

/// The states on which heuristics of the 8-puzzle are tested: for accuracy, and in search.
#[derive(Clone, Debug, Default)]
pub enum TestStates {
    /// Drawn, with as many of each cost as the authors have.
    #[default]
    Drawn,
    /// Read from two files.
    Read {
        /// The folder of the files.
        folder: PathBuf,
        /// For accuracy.
        accuracy: Vec<Solved>,
        /// For search.
        search: Vec<Solved>,
    },
}

/// The seed of drawn states.
const SEED: u64 = 1;

/// The names of the authors' files.
const FILES: [&str; 2] = ["puzzle8-test942.csv", "puzzle8-astar50.csv"];

impl TestStates {
    /// The states of the authors' files in a folder.
    ///
    /// # Errors
    /// When a file can't be read, or is wrong.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let space = Space::new();
        let [accuracy, search] = FILES.map(|name| set(&space, &folder.join(name)));
        Ok(Self::Read { folder: folder.to_owned(), accuracy: accuracy?, search: search? })
    }

    /// The states for accuracy, and those for search.
    pub(super) fn sets(&self, space: &Space) -> [Vec<Solved>; 2] {
        match self {
            Self::Drawn => {
                [test_set::ACCURACY, test_set::SEARCH].map(|counts| test_set::draw(space, &counts, SEED))
            }
            Self::Read { accuracy, search, .. } => [accuracy.clone(), search.clone()],
        }
    }

    /// A text of everything that the states depend on.
    pub(super) fn described(&self) -> String {
        match self {
            Self::Drawn => format!("states drawn with seed {SEED}"),
            Self::Read { accuracy, search, .. } => {
                format!("states read {:016x} {:016x}", checksum(accuracy), checksum(search))
            }
        }
    }
}

fn set(space: &Space, path: &Path) -> Result<Vec<Solved>, Error> {
    let text = read_text(path)?;
    Ok(test_set::read(space, Source { name: &path.display().to_string(), text: &text })?)
}

/// The FNV-1a checksum.
fn checksum(set: &[Solved]) -> u64 {
    let bytes = set.iter().flat_map(|solved| solved.state.squares());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
