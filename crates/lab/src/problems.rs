//! The problems that an experiment names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pddl::domain_file;

/// A PDDL problem with its domain, and their names in tables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    pub(crate) domain_file: PathBuf,
    pub(crate) file: PathBuf,
    /// The name of its domain in tables; see [`name_domains`].
    pub(crate) domain: String,
    /// The folder that the domain is in, which distinguishes runs.
    pub(crate) folder: String,
    /// The path from there to the problem.
    pub(crate) name: String,
}

/// The problems in a file or a folder, in the order of their names.
///
/// # Errors
/// Says what can't be read, and which domain is missing.
pub(crate) fn find(path: &Path, domain: Option<&Path>) -> Result<Vec<Problem>, String> {
    let metadata = fs::metadata(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let mut files = Vec::new();
    if metadata.is_dir() {
        list(path, DEEPEST, &mut files)
            .map_err(|error| format!("cannot read the folder {}: {error}", path.display()))?;
        files.sort();
    } else {
        files.push(path.to_owned());
    }
    if files.is_empty() {
        return Err(format!("there is no problem in the folder {}", path.display()));
    }
    files.into_iter().map(|file| Problem::new(file, domain)).collect()
}

/// How deep problems are searched for: links may form a cycle.
const DEEPEST: u32 = 8;

fn list(folder: &Path, deepest: u32, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if deepest > 0 {
                list(&path, deepest - 1, files)?;
            }
        } else if is_problem(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// By the conventions of benchmark collections, a file with `domain` in its name is a domain.
fn is_problem(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".pddl") && !name.contains("domain")
}

impl Problem {
    fn new(file: PathBuf, domain: Option<&Path>) -> Result<Self, String> {
        let domain_file = match (domain_file::find(&file), domain) {
            (Ok(found), _) => found,
            (Err(_), Some(domain)) => domain.to_owned(),
            (Err(tried), None) => {
                let tried: Vec<String> = tried.iter().map(|path| path.display().to_string()).collect();
                return Err(format!(
                    "no domain found for {}; tried {}\n  = help: say domain = \"…\" in its [[problems]]",
                    file.display(),
                    tried.join(", ")
                ));
            }
        };
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (whole_domain, whole_file) = (whole(&domain_file), whole(&file));
        let folder = whole_domain.parent().unwrap_or(Path::new(""));
        let own = folder.file_name().map_or_else(|| "domain".to_owned(), |name| text(Path::new(name)));
        let name = match whole_file.strip_prefix(folder) {
            Ok(below) => text(below),
            Err(_) => text(Path::new(whole_file.file_name().unwrap_or_default())),
        };
        Ok(Self { domain_file, file, domain: own.clone(), folder: own, name })
    }
}

/// Names the domain of the problems of each folder as its domain file does. If the domains in one folder have different names,
/// the folder's name is used; if several folders have domains of one name, the folder's name is added.
pub(crate) fn name_domains<'a>(problems: impl Iterator<Item = &'a mut Problem>) {
    let mut problems: Vec<&mut Problem> = problems.collect();
    let mut names: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
    let mut of_folders: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
    for problem in &problems {
        let read = || domain_file::name(&String::from_utf8_lossy(&fs::read(&problem.domain_file).ok()?));
        let name = names.entry(problem.domain_file.clone()).or_insert_with(read);
        of_folders.entry(problem.folder.clone()).or_default().insert(name.clone());
    }
    let mut shown: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for (folder, names) in &of_folders {
        let only = if names.len() == 1 { names.first().cloned().flatten() } else { None };
        shown.entry(only.unwrap_or_else(|| folder.clone())).or_default().push(folder);
    }
    for problem in &mut problems {
        let of_folder = shown.iter().find(|(_, folders)| folders.contains(&&problem.folder));
        let Some((name, folders)) = of_folder else { continue };
        let is_alone = folders.len() == 1 || *name == problem.folder;
        problem.domain = if is_alone { name.clone() } else { format!("{name} ({})", problem.folder) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_named_by_their_way_from_the_domain() {
        let root = std::env::temp_dir().join(format!("hstar-lab-problems-{}", std::process::id()));
        for file in
            ["gripper/domain.pddl", "gripper/test/easy/p1.pddl", "gripper/p0.pddl", "gripper/notes.txt"]
        {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = find(&root.join("gripper"), None).unwrap();
        let names: Vec<(&str, &str)> = found.iter().map(|p| (p.domain.as_str(), p.name.as_str())).collect();
        assert_eq!(names, [("gripper", "p0.pddl"), ("gripper", "test/easy/p1.pddl")]);
        assert!(find(&root.join("missing"), None).unwrap_err().contains("cannot read"));
        fs::create_dir_all(root.join("empty")).unwrap();
        assert!(find(&root.join("empty"), None).unwrap_err().contains("no problem"));
        fs::write(root.join("empty/p.pddl"), "").unwrap();
        assert!(find(&root.join("empty"), None).unwrap_err().contains("no domain found"));
        // The domain that is named is for those that have none of their own.
        let domain = root.join("gripper/domain.pddl");
        assert_eq!(find(&root.join("empty"), Some(&domain)).unwrap()[0].domain_file, domain);
        fs::write(root.join("empty/domain.pddl"), "").unwrap();
        assert_ne!(find(&root.join("empty"), Some(&domain)).unwrap()[0].domain_file, domain);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_domain_is_called_by_its_own_name_rather_than_its_folders() {
        let root = std::env::temp_dir().join(format!("hstar-lab-domains-{}", std::process::id()));
        let write = |file: &str, text: &str| {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("one/domain.pddl", "(define (domain Gripper)");
        write("two/domain.pddl", "(define (domain Barman)");
        write("three/domain.pddl", "(define (domain barman)");
        write("four/p-domain.pddl", "(define (domain a)");
        write("four/q-domain.pddl", "(define (domain b)");
        write("five/domain.pddl", "nothing");
        for file in ["one/p.pddl", "two/p.pddl", "three/p.pddl", "four/p.pddl", "four/q.pddl", "five/p.pddl"]
        {
            write(file, "");
        }
        let mut found = find(&root, None).unwrap();
        name_domains(found.iter_mut());
        let names: Vec<(&str, &str)> = found.iter().map(|p| (p.folder.as_str(), p.domain.as_str())).collect();
        assert_eq!(
            names,
            [
                ("five", "five"),
                ("four", "four"),
                ("four", "four"),
                ("one", "gripper"),
                ("three", "barman (three)"),
                ("two", "barman (two)")
            ]
        );
        fs::remove_dir_all(root).unwrap();
    }
}
