//! Finding the domain file that belongs to a problem file.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The domain file of a problem file, by the benchmark collections' conventions.
///
/// # Errors
/// Returns the paths that were tried.
pub fn find(problem: &Path) -> Result<PathBuf, Vec<PathBuf>> {
    let candidates = candidates(problem);
    match candidates.iter().find(|candidate| candidate.is_file()) {
        Some(found) => Ok(found.clone()),
        None => Err(candidates),
    }
}

/// The name of a domain from its text, in lower case as all names; `None` if the text is no domain.
pub fn name(text: &str) -> Option<String> {
    let code = text.lines().filter_map(|line| line.split(';').next());
    let words = code.flat_map(|line| line.split(|c: char| c.is_whitespace() || "()\u{feff}".contains(c)));
    let mut words = words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase);
    let is_domain = words.next().as_deref() == Some("define") && words.next().as_deref() == Some("domain");
    if is_domain { words.next() } else { None }
}

/// Where a domain file may be, best first.
fn candidates(problem: &Path) -> Vec<PathBuf> {
    let directory = problem.parent().unwrap_or(Path::new(""));
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (name, stem) = (part(problem.file_name()), part(problem.file_stem()));
    let extension =
        problem.extension().map_or(String::new(), |extension| format!(".{}", part(Some(extension))));
    let start: String = name.chars().take(3).collect();
    let mut candidates: Vec<PathBuf> = [
        "domain.pddl".to_owned(),
        format!("{stem}-domain{extension}"),
        format!("{start}-domain.pddl"),
        format!("domain_{name}"),
        format!("domain-{name}"),
    ]
    .map(|name| directory.join(name))
    .into();
    // The learning track's layout: domain.pddl, and problems in training/easy/.
    candidates.extend(["..", "../.."].map(|up| directory.join(up).join("domain.pddl")));
    let mut seen = HashSet::new();
    candidates.retain(|candidate| candidate != problem && seen.insert(candidate.clone()));
    candidates
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A directory of its own with these files in it.
    fn directory(test: &str, files: &[&str]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("hstar-domain-file-{test}-{}", std::process::id()));
        for file in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        root
    }

    #[test]
    fn each_convention_is_known() {
        for (index, (problem, domain)) in [
            ("p01.pddl", "domain.pddl"),
            ("task07.pddl", "task07-domain.pddl"),
            ("p01-airport1.pddl", "p01-domain.pddl"),
            ("f28.pddl", "domain_f28.pddl"),
            ("f28.pddl", "domain-f28.pddl"),
            ("testing/easy/p01.pddl", "domain.pddl"),
            ("instances/p01.pddl", "domain.pddl"),
        ]
        .into_iter()
        .enumerate()
        {
            let root = directory(&format!("convention{index}"), &[problem, domain]);
            let found = find(&root.join(problem)).unwrap();
            assert_eq!(found.canonicalize().unwrap(), root.join(domain).canonicalize().unwrap());
            fs::remove_dir_all(root).unwrap();
        }
    }

    #[test]
    fn a_domain_says_what_it_is_called() {
        assert_eq!(
            name("\u{feff}; (define (domain x))\n( define\n (Domain Gripper-Strips)").unwrap(),
            "gripper-strips"
        );
        assert_eq!(name("(define (problem p) (:domain gripper))"), None);
        assert_eq!(name("(define (domain"), None);
    }

    #[test]
    fn the_plain_name_comes_first() {
        let root = directory("first", &["p01.pddl", "p01-domain.pddl", "domain.pddl"]);
        assert_eq!(find(&root.join("p01.pddl")), Ok(root.join("domain.pddl")));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn no_place_is_tried_twice() {
        for problem in ["p01.pddl", "dir/p01.pddl", "domain.pddl"] {
            let mut tried = candidates(Path::new(problem));
            let count = tried.len();
            tried.sort();
            tried.dedup();
            assert_eq!(tried.len(), count, "{problem}: {tried:?}");
        }
    }

    #[test]
    fn a_domain_is_not_its_own_domain() {
        let root = directory("own", &["domain.pddl"]);
        let tried = find(&root.join("domain.pddl")).unwrap_err();
        assert!(!tried.contains(&root.join("domain.pddl")));
        assert!(tried.contains(&root.join("domain-domain.pddl")));
        fs::remove_dir_all(root).unwrap();
    }
}
