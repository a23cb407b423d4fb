//! The tasks of the paper on confidence.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::Scale;
use generators::{Generator, Size};

use planner::{Error, ErrorKind};

/// A task: objects and a goal that many problems share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PaperTask {
    /// Its domain, by the name of its column in the tables.
    pub(super) column: &'static str,
    pub(super) difficulty: Difficulty,
    /// A unique name.
    pub(super) name: String,
    source: Source,
}

/// The difficulty of a task, as given in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difficulty {
    Moderate,
    Hard,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// A problem of a built-in generator.
    Generated { domain: &'static Family, size: Size, number: u64 },
    /// Files of a benchmark collection.
    Files { domain: PathBuf, problem: PathBuf },
}

/// The tasks of a domain.
#[derive(Debug, PartialEq, Eq)]
struct Family {
    column: &'static str,
    /// The built-in generator.
    generator: &'static str,
    /// Values of its parameters for moderate tasks, where those of medium problems are too hard or too easy for a hundredth of
    /// the paper's effort.
    moderate: &'static [(&'static str, u32)],
    /// The folder of the benchmark collection.
    folder: &'static str,
    /// The paper's tasks there, or the beginnings of their names; the first is the one whose data takes least time.
    published: [&'static [&'static str]; 2],
}

static FAMILIES: [Family; 8] = [
    Family {
        column: "depot",
        generator: "depots",
        moderate: &[],
        folder: "depot",
        published: [
            &["p16", "p05", "p08", "p09", "p11", "p15"],
            &["p06", "p12", "p14", "p18", "p19", "p20", "p22"],
        ],
    },
    Family {
        column: "grid",
        generator: "grid",
        moderate: &[("columns", 6), ("rows", 6), ("keys", 8), ("locks", 9), ("goals", 3)],
        folder: "grid",
        published: [
            &["prob03", "prob04"],
            &["prob04-2", "prob04-3", "prob04-4", "prob05-0", "prob05-1", "prob05-2", "prob05-3", "prob05-4"],
        ],
    },
    Family {
        column: "pipes",
        generator: "pipesworld-notankage",
        moderate: &[("areas", 4), ("pipes", 3), ("max-length", 2), ("batches", 12), ("goals", 3)],
        folder: "pipesworld-notankage",
        published: [
            &["p21", "p19", "p24", "p27", "p28", "p30", "p31", "p32", "p34", "p41"],
            &[
                "p22", "p25", "p26", "p29", "p33", "p35", "p36", "p37", "p38", "p39", "p40", "p42", "p43",
                "p44", "p45", "p46", "p47", "p48", "p49", "p50",
            ],
        ],
    },
    Family {
        column: "block",
        generator: "blocksworld",
        moderate: &[("blocks", 14)],
        folder: "blocks",
        published: [
            &["probBLOCKS-14-0", "probBLOCKS-15-0", "probBLOCKS-15-1", "probBLOCKS-16-1", "probBLOCKS-17-0"],
            &["probBLOCKS-18-4", "probBLOCKS-20-1", "probBLOCKS-25-2", "probBLOCKS-30-1", "probBLOCKS-35-2"],
        ],
    },
    Family {
        column: "rover",
        generator: "rovers",
        moderate: &[],
        folder: "rovers",
        published: [
            &["p11", "p18", "p20", "p21", "p22", "p23", "p26", "p28"],
            &[
                "p19", "p24", "p27", "p29", "p30", "p31", "p32", "p33", "p34", "p35", "p36", "p37", "p38",
                "p39", "p40",
            ],
        ],
    },
    Family {
        column: "scan",
        generator: "scanalyzer",
        moderate: &[],
        folder: "scanalyzer-opt11-strips",
        published: [&["p13", "p07", "p10", "p15", "p16", "p20"], &["p17", "p18", "p19"]],
    },
    Family {
        column: "stora",
        generator: "storage",
        moderate: &[],
        folder: "storage",
        published: [&["p18", "p20", "p21", "p23"], &[]],
    },
    Family {
        column: "trans",
        generator: "transport",
        moderate: &[],
        folder: "transport-opt14-strips",
        published: [
            &["p10", "p11", "p12", "p16", "p17", "p18", "p19", "p20"],
            &["p31", "p32", "p33", "p34", "p35"],
        ],
    },
];

/// How many other problems of a domain are looked at.
const OTHERS: usize = 4;

/// The seed of generated problems.
const SEED: u64 = 1;

/// The tasks at a scale, from a benchmark collection or else from the generators. Tasks whose files are missing are left out.
pub(super) fn tasks(scale: Scale, benchmarks: Option<&Path>) -> Vec<PaperTask> {
    let of_difficulty = |&difficulty: &Difficulty| {
        FAMILIES.iter().flat_map(move |family| family.tasks(difficulty, scale, benchmarks))
    };
    difficulties(scale).iter().flat_map(of_difficulty).collect()
}

/// The tasks of a scale that a benchmark collection does not have.
pub(super) fn missing(scale: Scale, benchmarks: &Path) -> Vec<String> {
    let found = |family: &Family, name: &str| file(&benchmarks.join(family.folder), name).is_some();
    let names = FAMILIES.iter().flat_map(|family| {
        let names = difficulties(scale).iter().flat_map(|&difficulty| family.names(difficulty, scale));
        names.filter(|name| !found(family, name)).map(|name| format!("{}/{name}", family.folder))
    });
    names.collect()
}

fn difficulties(scale: Scale) -> &'static [Difficulty] {
    if scale == Scale::Full { &[Difficulty::Moderate, Difficulty::Hard] } else { &[Difficulty::Moderate] }
}

impl Family {
    fn tasks(
        &'static self,
        difficulty: Difficulty,
        scale: Scale,
        benchmarks: Option<&Path>,
    ) -> Vec<PaperTask> {
        let published = self.names(difficulty, scale);
        let task = |index: usize| {
            let (name, source) = match benchmarks {
                None => {
                    (format!("{}-{}", self.generator, index + 1), self.generated(difficulty, scale, index))
                }
                Some(folder) => (
                    format!("{}-{}", self.folder, published[index]),
                    files(&folder.join(self.folder), published[index])?,
                ),
            };
            let name = if difficulty == Difficulty::Hard { format!("{name}-hard") } else { name };
            Some(PaperTask { column: self.column, difficulty, name, source })
        };
        (0..published.len()).filter_map(task).collect()
    }

    /// The published names of the tasks at a scale.
    fn names(&self, difficulty: Difficulty, scale: Scale) -> &'static [&'static str] {
        let names = self.published[difficulty as usize];
        if scale == Scale::Full { names } else { &names[..names.len().min(1)] }
    }

    fn generated(&'static self, difficulty: Difficulty, scale: Scale, index: usize) -> Source {
        let size = match (difficulty, scale) {
            (_, Scale::Smoke) => Size::Small,
            (Difficulty::Moderate, _) => Size::Medium,
            (Difficulty::Hard, _) => Size::Large,
        };
        Source::Generated { domain: self, size, number: index as u64 + 1 }
    }
}

impl Family {
    /// The PDDL texts of the domain and a generated problem.
    fn text(&self, size: Size, number: u64) -> Result<[String; 2], Error> {
        let found = generators::find(self.generator).ok_or_else(|| Error::internal(self.generator))?;
        let mut generator = Generator::new(found, size);
        if size == Size::Medium {
            for (name, value) in self.moderate {
                generator.set(name, *value).map_err(Error::internal)?;
            }
        }
        Ok([found.pddl.to_owned(), generator.problem(SEED, number).map_err(Error::internal)?])
    }
}

fn files(folder: &Path, problem: &str) -> Option<Source> {
    let domain = folder.join("domain.pddl");
    Some(Source::Files { domain: domain.is_file().then_some(domain)?, problem: file(folder, problem)? })
}

/// The problem of this name, or whose name continues after it with a dash.
fn file(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(format!("{name}.pddl"));
    if exact.is_file() {
        return Some(exact);
    }
    let begins = format!("{name}-");
    let entries = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(&begins) && name.ends_with(".pddl"))
    };
    entries.filter(is_wanted).min()
}

impl PaperTask {
    /// The PDDL texts of domain and problem.
    pub(super) fn texts(&self) -> Result<[String; 2], Error> {
        match &self.source {
            Source::Files { domain, problem } => Ok([read(domain)?, read(problem)?]),
            Source::Generated { domain, size, number } => domain.text(*size, *number),
        }
    }

    /// The PDDL texts of some other problems of the domain: of a collection the next ones, which are about as large.
    pub(super) fn others(&self) -> Result<Vec<String>, Error> {
        match &self.source {
            Source::Files { domain, problem } => {
                let folder = problem.parent().unwrap_or(problem);
                let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
                let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
                files
                    .retain(|file| file != domain && file.extension().is_some_and(|ending| ending == "pddl"));
                files.sort_by_key(|file| (file < problem, file.clone()));
                files.iter().filter(|file| *file != problem).take(OTHERS).map(|file| read(file)).collect()
            }
            Source::Generated { domain, size, number } => {
                let numbers = number + 1..=number + OTHERS as u64;
                numbers.map(|number| domain.text(*size, number).map(|[_, problem]| problem)).collect()
            }
        }
    }
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::new(ErrorKind::Input, format_args!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_tasks_as_in_the_paper() {
        let count = |index: usize| FAMILIES.iter().map(|family| family.published[index].len()).sum::<usize>();
        assert_eq!((count(0), count(1)), (49, 63));
        assert_eq!(tasks(Scale::Full, None).len(), 112);
    }

    #[test]
    fn a_task_of_each_domain_can_be_made() {
        for scale in [Scale::Smoke, Scale::Laptop] {
            let tasks = tasks(scale, None);
            assert_eq!(tasks.len(), 8);
            tasks.iter().for_each(|task| assert!(task.texts().is_ok(), "{}", task.name));
        }
    }

    #[test]
    fn what_a_collection_lacks_is_left_out_and_told() {
        let nowhere = Path::new("no such folder");
        assert!(tasks(Scale::Full, Some(nowhere)).is_empty());
        assert_eq!(missing(Scale::Full, nowhere).len(), 112);
        assert_eq!(missing(Scale::Paper, nowhere).len(), 8);
    }
}
