use std::fs;
use std::path::PathBuf;

use super::*;

/// A folder with two problems of a domain.
fn folder(test: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("hstar-lab-expand-{test}-{}", std::process::id()));
    fs::create_dir_all(root.join("gripper")).unwrap();
    for file in ["gripper/domain.pddl", "gripper/p1.pddl", "gripper/p2.pddl"] {
        fs::write(root.join(file), file).unwrap();
    }
    root
}

fn expanded(test: &str, text: &str) -> Result<Vec<Run>, String> {
    let root = folder(test);
    let result = expand(&Experiment::parse(text).unwrap(), &root);
    fs::remove_dir_all(root).unwrap();
    result
}

const PROBLEMS: &str = "[[problems]]\nfiles = [\"gripper\"]\n";

#[test]
fn models_are_made_first_and_baselines_stand_beside_them() {
    let text = format!(
        r#"
        seeds = [7, 8]
        [limits]
        evaluations = 10
        {PROBLEMS}
        [[algorithm]]
        name = "learned"
        search = "gbfs(model)"
        model = "m{{seed}}"
        [[job]]
        name = "training"
        command = ["learn", "m{{seed}}", "d", "--seed", "{{seed}}"]
        makes = ["m{{seed}}"]
        [[job]]
        name = "labels"
        command = ["data", "gripper", "--out", "d"]
        makes = ["d"]
        "#
    );
    let runs = expanded("models", &text).unwrap();
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    let expected = [
        "labels",
        "training-7",
        "training-8",
        "learned-7-gripper-p1.pddl",
        "learned-7-gripper-p2.pddl",
        "learned-8-gripper-p1.pddl",
        "learned-8-gripper-p2.pddl",
        "ff-gripper-p1.pddl",
        "ff-gripper-p2.pddl",
        "lama-first-gripper-p1.pddl",
        "lama-first-gripper-p2.pddl",
    ];
    assert_eq!(names, expected);
    let needs: Vec<&[usize]> = runs.iter().map(|run| &*run.needs).collect();
    assert_eq!(needs[..6], [&[][..], &[0], &[0], &[1], &[1], &[2]]);
    assert!(needs[7..].iter().all(|needs| needs.is_empty()));
    let line: Vec<PathBuf> = runs[3].command_line(Path::new("x"));
    let words: Vec<String> = line.iter().map(|word| word.display().to_string()).collect();
    assert_eq!(
        words[3..],
        [
            "--plan-file",
            "x/runs/learned-7-gripper-p1.pddl/sas_plan",
            "--log",
            "fd",
            "--search",
            "gbfs(model)",
            "--model",
            "x/made/m7",
            "--stats",
            "x/runs/learned-7-gripper-p1.pddl/stats.json",
            "--max-evaluations",
            "10",
        ]
    );
    let Purpose::Solve(record) = &runs[3].purpose else { panic!("{:?}", runs[3]) };
    assert_eq!((record.text("algorithm"), record.text("configuration")), ("learned-7", "learned"));
    assert_eq!(record.seed(), Some(7));
}

#[test]
fn baselines_are_for_the_pddl_problems_of_what_is_learned() {
    let set = |name: &str, rest: &str| format!("[[problems]]\nname = \"{name}\"\n{rest}\n");
    let text = set("one", "files = [\"gripper/p1.pddl\"]")
        + &set("two", "files = [\"gripper/p2.pddl\"]")
        + &set("tiles", "space = \"tiles:3x3\"\ninstances = \"random:1\"")
        + "[[algorithm]]\nname = \"learned\"\nmodel = \"gripper/p1.pddl\"\nproblems = [\"one\", \"tiles\"]\n"
        + "[[algorithm]]\nname = \"greedy\"\nsearch = \"gbfs(ff)\"\nproblems = [\"two\"]\n";
    let names: Vec<String> = expanded("baselines", &text).unwrap().into_iter().map(|run| run.name).collect();
    let expected = [
        "learned-gripper-p1.pddl",
        "learned-tiles_3x3-random_1",
        "greedy-gripper-p2.pddl",
        "ff-gripper-p1.pddl",
        "lama-first-gripper-p1.pddl",
    ];
    assert_eq!(names, expected);
}

#[test]
fn instances_that_mention_the_seed_are_run_for_each() {
    let text = "seeds = [4, 5]\n[[problems]]\nspace = \"tiles:3x3\"\ninstances = \"korf:{seed}\"\n\
                [[algorithm]]\nname = \"md-{seed}\"\nsearch = \"ida(md)\"\n";
    let names: Vec<String> = expanded("seeds", text).unwrap().into_iter().map(|run| run.name).collect();
    assert_eq!(names, ["md-4-tiles_3x3-korf_4", "md-5-tiles_3x3-korf_5"]);
}

#[test]
fn numbers_and_what_is_generated_are_no_files() {
    let root = folder("words");
    fs::write(root.join("20"), "").unwrap();
    let text = "[[job]]\nname = \"g\"\nmakes = [\"out\"]\ncommand = [\"generate\", \"gripper\", \"--count\", \"20\", \
                \"--out\", \"out\"]";
    let runs = expand(&Experiment::parse(text).unwrap(), &root).unwrap();
    fs::remove_dir_all(&root).unwrap();
    assert!(runs[0].words[..4].iter().all(|word| matches!(word, Word::Text(_))), "{:?}", runs[0]);
}

#[test]
fn what_cannot_be_run_is_told_before_anything_is() {
    let job = |name: &str, word: &str, makes: &str| {
        format!(
            "[[job]]\nname = \"{name}\"\ncommand = [\"data\", \"{makes}\", \"{word}\"]\nmakes = [\"{makes}\"]\n"
        )
    };
    for (text, expected) in [
        (format!("{PROBLEMS}[[algorithm]]\nname = \"a\"\nmodel = \"m\""), "no job makes it"),
        (
            format!("{PROBLEMS}[[algorithm]]\nname = \"a\"\n[[algorithm]]\nname = \"A\""),
            "two runs would be called",
        ),
        (format!("{PROBLEMS}{PROBLEMS}[[algorithm]]\nname = \"a\""), "two runs would be called"),
        (job("a", "y", "x") + &job("b", "x", "y"), "wait for what each other make: a, b"),
        (job("a", "z", "x") + &job("b", "z", "x"), "make the same file"),
        (job("..", "z", "x"), "no name that a folder could have"),
        ("[[problems]]\nfiles = [\"nowhere\"]\n[[algorithm]]\nname = \"a\"".to_owned(), "cannot read"),
    ] {
        let error = expanded("wrong", &text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
