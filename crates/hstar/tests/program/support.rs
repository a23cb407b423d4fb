//! A place to run the program in, and something to run it on.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A parcel has to go from a to c by way of b; carrying costs more than walking.
pub const DELIVERY: &str = "\
(define (domain delivery)
  (:requirements :strips :typing :action-costs)
  (:types place)
  (:predicates (me ?p - place) (parcel ?p - place) (road ?p ?q - place))
  (:functions (total-cost) - number)
  (:action walk :parameters (?p ?q - place)
    :precondition (and (me ?p) (road ?p ?q))
    :effect (and (not (me ?p)) (me ?q) (increase (total-cost) 1)))
  (:action Carry :parameters (?p ?q - place)
    :precondition (and (me ?p) (parcel ?p) (road ?p ?q))
    :effect (and (not (me ?p)) (me ?q) (not (parcel ?p)) (parcel ?q) (increase (total-cost) 3))))
";

pub const TO_C: &str = "\
(define (problem to-c) (:domain delivery)
  (:objects a b c - place)
  (:init (me b) (parcel a) (road a b) (road b a) (road b c) (road c b) (= (total-cost) 0))
  (:goal (parcel c)) (:metric minimize (total-cost)))
";

/// The plan for [`TO_C`].
pub const PLAN_TO_C: &str = "(walk b a)\n(carry a b)\n(carry b c)\n; cost = 7 (general cost)\n";

pub const LIGHTS: &str = "\
(define (domain lights)
  (:requirements :strips :typing :negative-preconditions)
  (:types light)
  (:predicates (on ?l - light))
  (:action switch-on :parameters (?l - light) :precondition (not (on ?l)) :effect (on ?l))
  (:action switch-off :parameters (?l - light) :precondition (on ?l) :effect (not (on ?l))))
";

/// A problem that blind search does not finish in this life.
pub fn forty_lights() -> String {
    let lights: String = (0..40).map(|light| format!(" l{light}")).collect();
    let goal: String = (0..40).map(|light| format!(" (on l{light})")).collect();
    format!(
        "(define (problem forty) (:domain lights) (:objects{lights} - light) (:init) (:goal (and{goal})))"
    )
}

/// Is `--memory-limit` kept here? Elsewhere it is refused.
pub const LIMITS_MEMORY: bool = cfg!(target_os = "linux");

/// A directory of its own, removed in the end, to run the program in.
pub struct Place {
    path: PathBuf,
}

impl Place {
    /// A place named after its test, with [`DELIVERY`] and [`TO_C`] in it.
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        let place = Self { path };
        place.write("domain.pddl", DELIVERY);
        place.write("to-c.pddl", TO_C);
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The files in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.path).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hstar"));
        command.current_dir(&self.path).args(arguments);
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::new(self.command(arguments).output().unwrap())
    }

    /// Runs it with this on its standard input.
    pub fn run_with(&self, input: &[u8], arguments: &[&str]) -> Run {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that does not read it closes it.
        let _ = child.stdin.take().unwrap().write_all(input);
        Run::new(child.wait_with_output().unwrap())
    }

    /// Runs `plan` with `--stats` and returns the object it writes.
    pub fn stats(&self, arguments: &[&str]) -> serde_json::Value {
        self.run(&[&["plan", "--stats", "stats.json"], arguments].concat());
        serde_json::from_str(&self.read("stats.json")).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// What a run of the program left.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn new(output: Output) -> Self {
        Self {
            code: output.status.code().expect("ended by itself"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn says(self, line: &str) -> Self {
        assert!(self.stdout.lines().any(|said| said == line), "`{line}` is not in\n{}", self.stdout);
        self
    }

    /// The last line begins with this.
    #[track_caller]
    pub fn ends(self, beginning: &str) -> Self {
        let last = self.stdout.lines().last().unwrap_or_default();
        assert!(
            last.starts_with(beginning),
            "`{beginning}` does not begin the last line of\n{}",
            self.stdout
        );
        self
    }

    #[track_caller]
    pub fn complains(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "`{text}` is not in\n{}", self.stderr);
        self
    }
}
