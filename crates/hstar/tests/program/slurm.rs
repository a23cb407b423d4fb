//! `hstar lab run --on slurm`, on a real Slurm where there is one: `.ci/slurm` starts one.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::lab::properties;
use crate::support::{LIGHTS, Place, Run, forty_lights};

/// Is there a Slurm that answers? If not, says so, and fails where there has to be one.
fn has_slurm(test: &str) -> bool {
    let why = match Command::new("sinfo").arg("--noheader").output() {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => format!("sinfo: {error}"),
    };
    assert!(env::var_os("HSTAR_REQUIRE_SLURM").is_none(), "no Slurm: {why}");
    // Unlike with `eprintln!`, it is seen though the test goes well.
    let skipped = format!("{test}: skipped, since there is no Slurm: {why}\n");
    io::stderr().write_all(skipped.as_bytes()).unwrap();
    false
}

/// Seven problems of a domain, and one that takes a while.
fn place(test: &str) -> Place {
    let place = Place::new(test);
    place.run(&["generate", "gripper", "--balls", "3", "--count", "7", "--out", "gripper"]).expect(0);
    place.write("lights/domain.pddl", LIGHTS);
    place.write("lights/forty.pddl", &forty_lights());
    place
}

/// A hundred runs: a job that makes data, one that learns from it, seven runs with what it has learned, 84 without, and
/// seven that take a while.
fn hundred_runs() -> String {
    let mut text = r#"
        baselines = false
        [limits]
        evaluations = 100000
        time = "60s"
        memory = "1G"
        [[problems]]
        name = "quick"
        files = ["gripper"]
        [[problems]]
        name = "slow"
        files = ["lights"]
        [[job]]
        name = "labels"
        command = ["data", "gripper", "--out", "data.parquet", "--teacher", "gbfs(ff)"]
        makes = ["data.parquet"]
        [[job]]
        name = "training"
        command = ["learn", "model.hstar", "data.parquet", "--steps", "100"]
        makes = ["model.hstar"]
        [[algorithm]]
        name = "learned"
        search = "gbfs(model)"
        model = "model.hstar"
        problems = ["quick"]
    "#
    .to_owned();
    let algorithm = |name: String, search: &str, problems: &str| {
        format!("[[algorithm]]\nname = \"{name}\"\nsearch = \"{search}\"\nproblems = [\"{problems}\"]\n")
    };
    let searches = ["gbfs(ff)", "gbfs(blind)", "gbfs(add)", "astar(max)", "wastar(ff, w=3)", "lazy(ff)"];
    text.extend((0..12).map(|number| algorithm(format!("quick{number}"), searches[number % 6], "quick")));
    text.extend((0..7).map(|number| algorithm(format!("slow{number}"), "astar(blind)", "slow")));
    text
}

/// Runs a program that has to go well, and tells what it says.
fn output(program: &str, words: &[&str]) -> String {
    let output = Command::new(program).args(words).output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Tries until there is something.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < patience, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The process that does a task of an array of the first round.
fn process_of_task(folder: &Path, array: usize) -> Option<String> {
    let words = format!("\0lab\0work\0.\x001\0{array}\0");
    let folder = fs::canonicalize(folder).ok()?;
    fs::read_dir("/proc").ok()?.find_map(|entry| {
        let process = entry.ok()?.path();
        let line = fs::read(process.join("cmdline")).ok()?;
        let is_task = String::from_utf8_lossy(&line).contains(&words);
        let is_ours = is_task && fs::read_link(process.join("cwd")).ok()? == folder;
        is_ours.then(|| process.file_name().unwrap_or_default().to_string_lossy().into_owned())
    })
}

/// The jobs of the first round.
fn jobs(folder: &Path) -> Option<Vec<String>> {
    let journal: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("slurm.json")).ok()?).ok()?;
    Some(journal["rounds"][0]["jobs"].as_array()?.iter().map(ToString::to_string).collect())
}

#[test]
fn an_experiment_survives_lost_tasks_and_ends_as_on_this_machine() {
    if !has_slurm("an_experiment_survives_lost_tasks_and_ends_as_on_this_machine") {
        return;
    }
    let place = place("slurm-whole");
    place.write("experiment.toml", &hundred_runs());
    let on_slurm =
        ["lab", "run", "experiment.toml", "--out", "slurm", "--on", "slurm", "--follow", "--chunk", "7"];
    let follower = place.command(&on_slurm).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let folder = place.path("slurm");
    // In this order: labels, runs that need nothing, training, runs that need what was learned.
    let jobs = wait_for("four arrays", || jobs(&folder).filter(|jobs| jobs.len() == 4));
    // One task is killed, and a job that others need is cancelled.
    wait_for("a task to kill", || {
        let kill =
            Command::new("kill").args(["-9", &process_of_task(&folder, 1)?]).stderr(Stdio::null()).status();
        kill.ok().filter(ExitStatus::success)
    });
    Command::new("scancel").arg(&jobs[2]).status().unwrap();
    let said = Run::new(follower.wait_with_output().unwrap()).expect(0).stdout;
    assert!(said.contains("100 runs submitted: 16 tasks, jobs "), "{said}");
    assert!(said.contains(" got lost, submitted again: "), "{said}");

    place.run(&["lab", "run", "experiment.toml", "--out", "here"]).expect(0);
    let here = properties(&place, "here");
    assert_eq!(here.runs.len(), 98);
    assert!(here.runs.values().any(|record| record.is_solved()));
    assert_eq!(properties(&place, "slurm"), here);
    let again = place.run(&on_slurm).expect(0);
    assert!(again.stdout.contains("100 runs, 100 of them done before"), "{}", again.stdout);
}

#[test]
fn who_does_not_wait_can_come_back_and_nobody_gets_in_the_way() {
    if !has_slurm("who_does_not_wait_can_come_back_and_nobody_gets_in_the_way") {
        return;
    }
    let place = place("slurm-later");
    let experiment = |algorithms: &[&str]| {
        let mut text = "[limits]\nevaluations = 1000\n[[problems]]\nfiles = [\"gripper\"]\n".to_owned();
        text.extend(algorithms.iter().map(|name| format!("[[algorithm]]\nname = \"{name}\"\n")));
        text
    };
    place.write("experiment.toml", &experiment(&["one"]));
    let here = ["lab", "run", "experiment.toml"];
    let on_slurm = [&here[..], &["--on", "slurm", "--chunk", "4", "--slurm-option=--hold"]].concat();
    let said = place.run(&on_slurm).expect(0).stdout;
    assert!(said.contains("7 runs submitted: 2 tasks, job "), "{said}");
    assert!(said.contains("scancel --name=hstar-"), "{said}");
    let said = place.run(&on_slurm).expect(0).stdout;
    assert!(said.contains("7 runs are left; of the tasks 0 run and 2 wait"), "{said}");
    place.run(&here).expect(36).complains("0 run and 2 wait");
    place.write("experiment.toml", &experiment(&["one", "two"]));
    place.run(&on_slurm).expect(36).complains("of this experiment as it was before");
    place.write("experiment.toml", &experiment(&["one"]));

    let follow = [&on_slurm[..], &["--follow"]].concat();
    let mut follower = place.command(&follow).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(follower.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("7 runs are left")));
    output("kill", &["-INT", &follower.id().to_string()]);
    assert!(lines.any(|line| line.contains("the jobs go on")));
    assert_eq!(follower.wait().unwrap().code(), Some(130));

    let job = &jobs(&place.path("experiment.run")).unwrap()[0];
    output("scontrol", &["release", job]);
    place.run(&follow).expect(0);
    assert_eq!(properties(&place, "experiment.run").runs.len(), 7);
    assert_eq!(jobs(&place.path("experiment.run")).unwrap().len(), 1);
}

#[test]
fn where_there_is_no_slurm_that_is_said() {
    let place = place("slurm-missing");
    place.write("experiment.toml", "[[problems]]\nfiles = [\"gripper\"]\n[[algorithm]]\nname = \"one\"\n");
    let run = |words: &[&str]| {
        let words = [&["lab", "run", "experiment.toml"], words].concat();
        Run::new(place.command(&words).env("PATH", place.path("nowhere")).output().unwrap())
    };
    run(&["--on", "slurm"]).expect(36).complains("there is no Slurm here: `squeue` is not found");
    run(&["--follow"]).expect(36).complains("--on");
    run(&["--on", "slurm", "--slurm-option=--array=1"]).expect(36).complains("given by the experiment");
    // What was tried there does not get in the way here.
    run(&[]).expect(0);
}
