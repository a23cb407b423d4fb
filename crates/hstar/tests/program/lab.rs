//! `hstar lab`: experiments that can be killed, resumed and trusted.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use lab::{MEASURED, Properties};

use crate::support::Place;

/// Ten problems of a domain, with few enough states.
fn place(test: &str) -> Place {
    let place = Place::new(test);
    let gripper = ["generate", "gripper", "--balls", "3", "--count", "10", "--out", "gripper"];
    place.run(&gripper).expect(0);
    place
}

/// Two problem sets and `algorithms` algorithms, with limits that don't depend on the machine.
fn experiment(algorithms: usize) -> String {
    let mut text = "[limits]\nevaluations = 500\n[[problems]]\nfiles = [\"gripper\"]\n".to_owned();
    for (number, search) in ["gbfs(ff)", "gbfs(blind)", "gbfs(add)", "astar(max)", "wastar(ff, w=3)"]
        .iter()
        .cycle()
        .take(algorithms)
        .enumerate()
    {
        text += &format!("[[algorithm]]\nname = \"a{number}\"\nsearch = \"{search}\"\n");
    }
    text
}

/// What came of an experiment, but for what is measured.
pub fn properties(place: &Place, folder: &str) -> Properties {
    let mut all = Properties::read(&place.path(folder).join("properties")).unwrap();
    for record in all.runs.values_mut() {
        record.attributes.retain(|name, _| !MEASURED.contains(&name.as_str()));
    }
    all
}

fn start(place: &Place, arguments: &[&str]) -> Child {
    place.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The processes that work in a place, other than `runner`, where the operating system has files for them.
fn workers(place: &Place, runner: u32) -> Vec<u32> {
    let inside = place.path("").display().to_string();
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = processes.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    let works = |&process: &u32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        process != runner && String::from_utf8_lossy(&line).contains(&inside)
    };
    numbers.filter(works).collect()
}

#[test]
fn the_log_of_a_run_has_the_lines_that_labs_parsers_read_and_the_end_is_a_summary() {
    let place = place("lab-log");
    place.write("experiment.toml", &experiment(2));
    let run = place.run(&["lab", "run", "experiment.toml", "--out", "out"]).expect(0);
    let solved = properties(&place, "out").runs.values().filter(|record| record.is_solved()).count();
    assert!(run.stdout.contains(&format!("\nSolved: {solved} of 20")), "{}", run.stdout);
    assert_eq!(run.stderr, "");
    let log = place.read("out/runs/a0-gripper-p01.pddl/output.log");
    for line in [
        "Initial heuristic value for ff: ",
        "Solution found!",
        "Plan cost: ",
        "Evaluations: ",
        "Search time: ",
    ] {
        assert!(log.lines().any(|logged| logged.starts_with(line)), "`{line}` is not in\n{log}");
    }
}

#[test]
fn an_experiment_that_is_killed_again_and_again_ends_with_the_same_properties() {
    let place = place("lab-killed");
    place.write("experiment.toml", &experiment(20));
    let run = |out: &'static str| ["lab", "run", "experiment.toml", "--out", out];
    place.run(&run("whole")).expect(0).says("200 runs, 0 of them done before");
    let whole = properties(&place, "whole");
    assert_eq!(whole.runs.len(), 200);
    assert!(whole.runs.values().any(|record| record.is_solved()));

    let mut kills = 0;
    for pause in [40, 70, 20, 90, 50, 60, 30, 80, 100, 110] {
        let mut runner = start(&place, &run("killed"));
        thread::sleep(Duration::from_millis(pause));
        // Every second time a worker is killed before its runner.
        let worker = workers(&place, runner.id()).first().copied().filter(|_| kills % 2 == 1);
        if let Some(worker) = worker {
            let _ = Command::new("kill").args(["-9", &worker.to_string()]).stderr(Stdio::null()).status();
            thread::sleep(Duration::from_millis(5));
        }
        runner.kill().unwrap();
        kills += usize::from(!runner.wait().unwrap().success());
        assert_nothing_runs_on(&place, runner.id());
    }
    assert!(kills >= 5, "killed {kills} times only");
    place.run(&run("killed")).expect(0);
    assert_eq!(properties(&place, "killed"), whole);
}

fn assert_nothing_runs_on(place: &Place, runner: u32) {
    let patience = Instant::now() + Duration::from_secs(10);
    while !workers(place, runner).is_empty() {
        assert!(Instant::now() < patience, "still running: {:?}", workers(place, runner));
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_is_done_is_not_done_again_and_what_changed_is_noticed() {
    let place = place("lab-resumed");
    let run = ["lab", "run", "experiment.toml"];
    place.write("experiment.toml", &experiment(1));
    place.run(&run).expect(0).says("10 runs, 0 of them done before");
    place.write("experiment.toml", &experiment(2));
    place.run(&run).expect(0).says("20 runs, 10 of them done before");

    let problem = place.read("gripper/p01.pddl");
    place.write("gripper/p01.pddl", &format!("{problem}; changed\n"));
    let said = place.run(&run).expect(36).stderr;
    assert!(said.contains("2 of 20 results were made by another hstar or from other files"), "{said}");
    place.run(&[&run[..], &["--keep"]].concat()).expect(0).says("20 runs, 20 of them done before");
    place.run(&[&run[..], &["--redo"]].concat()).expect(0).says("20 runs, 18 of them done before");
    place.run(&run).expect(0).says("20 runs, 20 of them done before");
}

#[test]
fn failures_are_told_with_their_reasons_and_can_be_retried() {
    let place = place("lab-failures");
    // What a job makes can't be looked at before.
    let wrong = r#"
        baselines = false
        [[problems]]
        files = ["gripper"]
        [[algorithm]]
        name = "wrong"
        search = "gbfs(model)"
        model = "no-model"
        [[job]]
        name = "maker"
        command = ["translate", "gripper/domain.pddl", "gripper/p01.pddl", "--sas", "no-model"]
        makes = ["no-model"]
    "#;
    place.write("experiment.toml", wrong);
    let said = place.run(&["lab", "run", "experiment.toml"]).expect(32).stderr;
    assert!(said.contains("10 of 11 runs failed"), "{said}");
    assert!(said.contains("(and 9 more)"), "{said}");
    let all = properties(&place, "experiment.run");
    assert!(all.runs.values().all(|record| record.text("error") == "model-refused"), "{all:?}");
    let retry = place.run(&["lab", "run", "experiment.toml", "--retry"]).expect(32);
    assert!(retry.stdout.contains("11 runs, 1 of them done before"), "{}", retry.stdout);
}

#[test]
fn what_is_wrong_with_an_experiment_is_told_before_anything_is_run() {
    let place = place("lab-checked");
    place.write("broken/domain.pddl", &place.read("gripper/domain.pddl"));
    place.write(
        "broken/p01.pddl",
        "(define (problem p) (:domain gripper)\n  (:init (nowhere))\n  (:goal (and)))",
    );
    place.write("no.hstar", "nothing");
    let refused = |algorithm: &str, files: &str, expected: &[&str]| {
        let text =
            format!("[[problems]]\nfiles = [\"{files}\"]\n[[algorithm]]\nname = \"mine\"\n{algorithm}\n");
        place.write("experiment.toml", &text);
        let said = place.run(&["lab", "run", "experiment.toml"]).expect(31).stderr;
        let said_all = expected.iter().chain(&["experiment.toml: nothing was run", "algorithm `mine`"]);
        said_all.for_each(|words| assert!(said.contains(words), "{words}: {said}"));
        assert_eq!(said.matches("algorithm `mine`").count(), 1, "{said}");
        assert!(!place.has("experiment.run/properties"), "{said}");
    };
    refused("search = \"gbsf(ff)\"", "gripper", &["gbsf", "gbfs"]);
    refused("search = \"gbfs(nothing)\"", "gripper", &["nothing"]);
    refused("options = [\"--quickly\"]", "gripper", &["--quickly"]);
    refused("search = \"gbfs(model)\"", "gripper", &["model"]);
    refused("search = \"gbfs(ff)\"\nmodel = \"no.hstar\"", "gripper", &["does not use it"]);
    refused("search = \"gbfs(model)\"\nmodel = \"no.hstar\"", "gripper", &["no.hstar is no model"]);
    refused("search = \"gbfs(ff)\"", "broken", &["broken/p01.pddl", "nowhere"]);
    // The corrected experiment runs in the same folder.
    place.write("experiment.toml", &experiment(1));
    place.run(&["lab", "run", "experiment.toml"]).expect(0).says("10 runs, 0 of them done before");
}

#[test]
fn puzzles_are_looked_at_before_they_are_run() {
    let place = Place::new("lab-checked-puzzles");
    let refused = |set: &str, search: &str, expected: &str| {
        let text = format!("[[problems]]\n{set}\n[[algorithm]]\nname = \"mine\"\nsearch = \"{search}\"\n");
        place.write("experiment.toml", &text);
        let said = place.run(&["lab", "run", "experiment.toml"]).expect(31).stderr;
        assert!(said.contains("algorithm `mine`") && said.contains(expected), "{said}");
    };
    refused("space = \"tiles:3x3\"\ninstances = \"random:2\"", "ida(mb)", "mb");
    refused("space = \"tiles:3x3\"\ninstances = \"random:none\"", "ida(md)", "random:none");
    refused("space = \"tile:3x3\"\ninstances = \"random:2\"", "ida(md)", "unknown space `tile`");
    refused("space = \"tiles:3x3\"\ninstances = \"random:2\"", "ida(model)", "needs a model");
}

#[test]
fn reports_call_domains_by_their_names_and_link_to_logs() {
    let place = place("lab-names");
    let domain = place.read("gripper/domain.pddl");
    place.write("mine/domain.pddl", &domain.replace("(domain gripper)", "(domain my-own)"));
    place.write(
        "mine/p01.pddl",
        &place.read("gripper/p01.pddl").replace("(:domain gripper)", "(:domain my-own)"),
    );
    place.write(
        "experiment.toml",
        "[limits]\ntime = \"30s\"\n[[problems]]\nfiles = [\"mine\"]\n[[algorithm]]\nname = \"a\"\nsearch = \"gbfs(ff)\"\n",
    );
    place.run(&["lab", "run", "experiment.toml"]).expect(0);
    let all = properties(&place, "experiment.run");
    let record = &all.runs["a-my-own-p01.pddl"];
    assert_eq!((record.text("domain"), record.text("run_dir")), ("my-own", "runs/a-mine-p01.pddl"));
    for (out, way) in [(None, "../"), (Some("elsewhere/deep"), "../../experiment.run/")] {
        let options = out.map_or(Vec::new(), |out| vec!["--out", out]);
        place.run(&[&["lab", "report", "experiment.run"], &options[..]].concat()).expect(0);
        let folder = out.unwrap_or("experiment.run/report");
        let page = place.read(&format!("{folder}/index.html"));
        let link = format!("{way}runs/a-mine-p01.pddl/output.log");
        assert!(page.contains(&format!("<a href=\"{link}\">log</a>")), "{page}");
        assert!(place.has(&format!("{folder}/{link}")));
        for said in ["my-own", "gbfs(ff)", "Limits of each run: 30 seconds.", "Run by hstar 0."] {
            assert!(page.contains(said), "{said}: {page}");
        }
    }
}

#[test]
fn a_run_refused_for_its_model_is_no_translate_input_error_and_no_defeat() {
    let place = place("lab-refused");
    let text = r#"
        [limits]
        evaluations = 1000
        [[problems]]
        files = ["gripper/p01.pddl", "to-c.pddl"]
        [[algorithm]]
        name = "learned"
        search = "gbfs(model)"
        model = "model.hstar"
        [[job]]
        name = "labels"
        command = ["data", "gripper", "--out", "data.parquet", "--teacher", "gbfs(ff)"]
        makes = ["data.parquet"]
        [[job]]
        name = "training"
        command = ["learn", "model.hstar", "data.parquet", "--steps", "100"]
        makes = ["model.hstar"]
    "#;
    place.write("experiment.toml", text);
    let said = place.run(&["lab", "run", "experiment.toml"]).expect(32).stderr;
    assert!(said.contains("1 of 8 runs failed"), "{said}");
    let all = properties(&place, "experiment.run");
    let refused: Vec<_> = all.runs.values().filter(|record| record.was_refused()).collect();
    assert_eq!(refused.len(), 1, "{all:?}");
    assert_eq!((refused[0].text("error"), refused[0].text("problem")), ("model-refused", "to-c.pddl"));
    let report = place.run(&["lab", "report", "experiment.run"]).expect(0).stdout;
    assert!(report.contains("1 run was refused"), "{report}");
    assert!(!report.contains("Beaten"), "{report}");
}

#[test]
fn training_is_a_job_like_any_other_and_baselines_stand_beside_what_is_learned() {
    let place = place("lab-training");
    let text = r#"
        seeds = [1, 2]
        [limits]
        evaluations = 1000
        [[problems]]
        files = ["gripper"]
        [[algorithm]]
        name = "learned"
        search = "gbfs(model)"
        model = "model-{seed}.hstar"
        [[job]]
        name = "labels"
        command = ["data", "gripper", "--out", "data.parquet", "--teacher", "gbfs(ff)"]
        makes = ["data.parquet"]
        [[job]]
        name = "training"
        command = ["learn", "model-{seed}.hstar", "data.parquet", "--seed", "{seed}", "--steps", "100"]
        makes = ["model-{seed}.hstar"]
    "#;
    place.write("experiment.toml", text);
    place.run(&["lab", "run", "experiment.toml"]).expect(0).says("43 runs, 0 of them done before");
    let all = properties(&place, "experiment.run");
    let algorithms: Vec<&str> = ["ff", "lama-first", "learned-1", "learned-2"].to_vec();
    for algorithm in algorithms {
        let count = all.runs.values().filter(|record| record.text("algorithm") == algorithm).count();
        assert_eq!(count, 10, "{algorithm}");
    }
    assert!(place.has("experiment.run/made/model-2.hstar"));
}

/// A model from a data set that is there, and what uses it.
const TRAINING: &str = r#"
    [limits]
    evaluations = 100
    [[problems]]
    files = ["gripper"]
    [[algorithm]]
    name = "learned"
    search = "gbfs(model)"
    model = "model.hstar"
    [[job]]
    name = "training"
    command = ["learn", "model.hstar", "data.parquet", "--steps", "10"]
    makes = ["model.hstar"]
"#;

fn write_data(place: &Place, problem: &str) {
    let _ = fs::remove_file(place.path("data.parquet"));
    place
        .run(&["data", "gripper/domain.pddl", problem, "--out", "data.parquet", "--teacher", "gbfs(ff)"])
        .expect(0);
}

#[test]
fn a_job_that_fails_leaves_out_what_needs_it_until_it_is_mended() {
    let place = place("lab-left-out");
    place.write("experiment.toml", TRAINING);
    let run = ["lab", "run", "experiment.toml"];
    for _ in 0..2 {
        let said = place.run(&run).expect(32).stderr;
        assert!(said.contains("11 of 31 runs failed"), "{said}");
        assert!(said.contains("data.parquet"), "{said}");
        assert!(said.contains("waited for what failed"), "{said}");
    }
    write_data(&place, "gripper/p01.pddl");
    place.run(&[&run[..], &["--retry"]].concat()).expect(0).says("31 runs, 20 of them done before");
}

#[test]
fn what_is_made_from_something_kept_is_made_again_with_it() {
    let place = place("lab-kept");
    let run = |more: &[&str]| place.run(&[&["lab", "run", "experiment.toml"], more].concat());
    let few = TRAINING.replace("[\"gripper\"]", "[\"gripper/p01.pddl\"]");
    place.write("experiment.toml", &few);
    write_data(&place, "gripper/p01.pddl");
    run(&[]).expect(0).says("4 runs, 0 of them done before");

    write_data(&place, "gripper/p02.pddl");
    place.write("experiment.toml", TRAINING);
    run(&["--keep"]).expect(0).says("31 runs, 4 of them done before");
    // Of all that was made, only the baselines did not see the old model.
    run(&["--redo"]).expect(0).says("31 runs, 20 of them done before");

    fs::remove_file(place.path("experiment.run/made/model.hstar")).unwrap();
    run(&[]).expect(0).says("31 runs, 30 of them done before");
}

#[test]
fn a_refusal_changes_nothing() {
    let place = place("lab-refusal");
    place.write("experiment.toml", &experiment(1));
    place.run(&["lab", "run", "experiment.toml"]).expect(0);
    let problem = place.read("gripper/p01.pddl");
    place.write("gripper/p01.pddl", &format!("{problem}; changed\n"));
    let arguments = ["lab", "run", "experiment.toml", "--on", "slurm", "--redo"];
    let output = place.command(&arguments).env("PATH", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(36));
    place.run(&["lab", "run", "experiment.toml", "--keep"]).expect(0).says("10 runs, 10 of them done before");
}

#[test]
fn puzzles_have_a_record_for_each_instance() {
    let place = place("lab-puzzles");
    let text = "[[problems]]\nspace = \"tiles:3x3\"\ninstances = \"random:3\"\n[[algorithm]]\nname = \"md\"\nsearch = \"ida(md)\"\n";
    place.write("experiment.toml", text);
    place.run(&["lab", "run", "experiment.toml"]).expect(0).says("1 run, 0 of them done before");
    let all = properties(&place, "experiment.run");
    assert_eq!(all.runs.len(), 3);
    assert!(all.runs.values().all(|record| record.is_solved()));
}

#[test]
fn wrong_experiments_are_refused_with_the_place() {
    let place = place("lab-wrong");
    for (text, expected) in [
        ("seeds = 3", "seeds = 3"),
        ("[[problems]]\nfiles = [\"nowhere\"]\n[[algorithm]]\nname = \"a\"", "nowhere"),
        ("", "is empty, not an experiment"),
    ] {
        place.write("experiment.toml", text);
        let said = place.run(&["lab", "run", "experiment.toml"]).expect(31).stderr;
        assert!(said.contains("experiment.toml") && said.contains(expected), "{said}");
    }
    assert!(place.run(&["lab", "run", "missing.toml"]).expect(31).stderr.contains("missing.toml"));
}

#[test]
fn a_report_has_a_page_and_tables_for_programs_and_papers() {
    let place = place("lab-report");
    place.write("experiment.toml", &experiment(2));
    place.run(&["lab", "run", "experiment.toml"]).expect(0);
    let said = place.run(&["lab", "report", "experiment.run"]).expect(0).stdout;
    assert!(said.contains("a0 solves 10 of 10 problems"), "{said}");
    let report = |name: &str| place.read(&format!("experiment.run/report/{name}"));
    assert!(report("index.html").starts_with("<!DOCTYPE html>"));
    assert!(report("coverage.csv").contains("gripper"));
    assert!(report("coverage.tex").contains("tabular"));

    // What Downward Lab has collected is as good.
    fs::create_dir(place.path("labs-eval")).unwrap();
    fs::copy(place.path("experiment.run/properties"), place.path("labs-eval/properties")).unwrap();
    let said = place.run(&["lab", "report", "labs-eval", "--out", "elsewhere"]).expect(0).stdout;
    assert!(said.contains("a0 solves 10 of 10 problems"), "{said}");
    assert!(place.has("elsewhere/index.html"));
    assert!(
        place.run(&["lab", "report", "gripper"]).expect(31).stderr.contains("folder that hstar lab run made")
    );
}

#[test]
fn a_damaged_result_is_not_called_a_run_that_was_not_done() {
    let place = place("lab-damaged");
    place.write("experiment.toml", &experiment(1));
    place.run(&["lab", "run", "experiment.toml"]).expect(0);
    let runs = fs::read_dir(place.path("experiment.run/runs")).unwrap();
    let mut results: Vec<_> = runs.map(|run| run.unwrap().path().join("result.json")).collect();
    results.sort();
    fs::write(&results[0], "{\"key\": ").unwrap();
    place.run(&["lab", "report", "experiment.run"]).expect(0);
    let page = place.read("experiment.run/report/index.html");
    assert!(page.contains("The results of 1 of 10 runs are damaged and left out"), "{page}");
    assert!(!page.contains("not done yet"), "{page}");
    place.run(&["lab", "run", "experiment.toml"]).expect(0);
    place.run(&["lab", "report", "experiment.run"]).expect(0);
    assert!(!place.read("experiment.run/report/index.html").contains("damaged"));
}

#[test]
fn algorithms_and_experiments_are_compared() {
    let place = place("lab-compare");
    place.write("experiment.toml", &experiment(2));
    place.run(&["lab", "run", "experiment.toml"]).expect(0);
    let run = ["lab", "compare", "a0", "a1", "--in", "experiment.run", "--report", "comparison.html"];
    let said = place.run(&run).expect(0).stdout;
    assert!(said.contains("A: a0\nB: a1"), "{said}");
    assert!(place.read("comparison.html").starts_with("<!DOCTYPE html>"));
    place.run(&["lab", "compare", "experiment.run", "experiment.run"]).expect(0);
    let wrong = place.run(&["lab", "compare", "a0", "b", "--in", "experiment.run"]).expect(31).stderr;
    assert!(wrong.contains("no runs of `b`; there are runs of a0, a1"), "{wrong}");
}

#[test]
fn what_has_failed_is_done_again_once_something_was_mended() {
    let place = place("lab-mended");
    place.run(&["data", "gripper/p01.pddl", "--out", "data.parquet"]).expect(0);
    place.write("model.hstar", "no model yet");
    let text = "baselines = false\n[[problems]]\nfiles = [\"gripper/p01.pddl\"]\n[[algorithm]]\nname = \"learned\"\n\
                search = \"gbfs(model)\"\nmodel = \"model.hstar\"\n";
    place.write("experiment.toml", text);
    let run = place.run(&["lab", "run", "experiment.toml"]);
    assert_ne!(run.code, 0, "{}", run.stdout);
    fs::remove_file(place.path("model.hstar")).unwrap();
    place.run(&["learn", "model.hstar", "data.parquet", "--steps", "50"]).expect(0);
    place.run(&["lab", "run", "experiment.toml"]).expect(0);
}
