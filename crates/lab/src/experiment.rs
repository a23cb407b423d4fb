//! Experiment files: which algorithms are run on which problems.

use std::fmt::{self, Display};
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use tools::units;

/// An experiment: algorithms × problems × seeds, and the jobs that have to be done before.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The values of `{seed}`.
    #[serde(default)]
    pub seeds: Vec<u64>,
    /// The limits of each run.
    #[serde(default)]
    pub limits: Limits,
    /// Are `ff` and `lama-first` to be run beside learned heuristics?
    #[serde(default = "yes")]
    pub baselines: bool,
    /// Jobs that make files: data sets, models.
    #[serde(default, rename = "job")]
    pub jobs: Vec<Job>,
    /// The algorithms that are compared.
    #[serde(default, rename = "algorithm")]
    pub algorithms: Vec<Algorithm>,
    /// The problems they are compared on.
    #[serde(default)]
    pub problems: Vec<ProblemSet>,
}

/// An algorithm with its options.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Algorithm {
    /// Its name in tables.
    pub name: String,
    /// The value of `--search`.
    pub search: Option<String>,
    /// The value of `--model`: a file, or one that a job makes.
    pub model: Option<String>,
    /// More words of the command line.
    #[serde(default)]
    pub options: Vec<String>,
    /// The names of the sets of problems it is for; all unless said otherwise.
    pub problems: Option<Vec<String>>,
    /// Is it a baseline?
    #[serde(default)]
    pub baseline: bool,
}

/// Problems: PDDL files, or instances of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemSet {
    /// Its name, by which algorithms refer to it.
    pub name: Option<String>,
    /// PDDL problems, or folders of them.
    #[serde(default)]
    pub files: Vec<String>,
    /// Their domain, where it can't be found by name or place.
    pub domain: Option<String>,
    /// A puzzle, as in `tiles:4x4`.
    pub space: Option<String>,
    /// Which of its instances, as in `korf100:1-10`.
    pub instances: Option<String>,
}

/// A job that makes files for others.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Its name.
    pub name: String,
    /// The words of an hstar command.
    pub command: Vec<String>,
    /// The files that it makes, as they are named in commands.
    pub makes: Vec<String>,
    /// The time and memory at which it is stopped from outside; the limits of the runs do not apply to it.
    #[serde(default)]
    pub limits: Limits,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Time, as in `"30s"`.
    #[serde(default, deserialize_with = "time")]
    pub time: Option<Duration>,
    /// Memory in bytes, as in `"4G"`.
    #[serde(default, deserialize_with = "memory")]
    pub memory: Option<u64>,
    /// States evaluated.
    pub evaluations: Option<u64>,
    /// States expanded.
    pub expansions: Option<u64>,
}

/// An error in an experiment file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentError(String);

impl Experiment {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Says what is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let experiment: Self =
            toml::from_str(text).map_err(|error| ExperimentError(error.to_string().trim_end().to_owned()))?;
        experiment.check().map_err(ExperimentError)?;
        Ok(experiment)
    }

    fn check(&self) -> Result<(), String> {
        if self.algorithms.is_empty() && self.jobs.is_empty() {
            return Err("there is nothing to run\n  = help: say [[algorithm]] or [[job]]".to_owned());
        }
        if !self.algorithms.is_empty() && self.problems.is_empty() {
            return Err("there are no problems to run on\n  = help: say [[problems]]".to_owned());
        }
        for (index, set) in self.problems.iter().enumerate() {
            let wrong = |why: &str| format!("[[problems]] number {}: {why}", index + 1);
            set.check().map_err(wrong)?;
            check_seeds(set.instances.iter(), self).map_err(|why| wrong(&why))?;
        }
        for algorithm in &self.algorithms {
            algorithm.check(self).map_err(|why| format!("algorithm `{}`: {why}", algorithm.name))?;
        }
        for job in &self.jobs {
            job.check(self).map_err(|why| format!("job `{}`: {why}", job.name))?;
        }
        Ok(())
    }
}

impl ProblemSet {
    /// Is it run once for each seed?
    pub fn is_seeded(&self) -> bool {
        self.instances.as_deref().is_some_and(mentions_seed)
    }

    fn check(&self) -> Result<(), &'static str> {
        match (self.files.is_empty(), &self.space, &self.instances) {
            (false, None, None) => Ok(()),
            (true, Some(_), Some(_)) if self.domain.is_none() => Ok(()),
            (true, Some(_), None) => Err("which instances of the puzzle? say instances = \"…\""),
            (true, None, _) => Err("say files = [\"…\"] for PDDL, or space and instances for a puzzle"),
            _ => Err("files and domain are for PDDL, space and instances for puzzles: two sets"),
        }
    }
}

impl Algorithm {
    fn check(&self, experiment: &Experiment) -> Result<(), String> {
        if self.name.is_empty() {
            return Err("it needs a name".to_owned());
        }
        if let Some(option) = self.options.iter().find(|option| GIVEN.contains(&flag(option))) {
            let flag = flag(option);
            return Err(format!(
                "{flag} is given by the experiment\n  = help: see search, model and [limits]"
            ));
        }
        if self.problems.as_ref().is_some_and(Vec::is_empty) {
            return Err(
                "it is for no problems at all\n  = help: leave out problems for all of them".to_owned()
            );
        }
        let known = |name: &&String| experiment.problems.iter().any(|set| set.name.as_ref() == Some(*name));
        match self.problems.iter().flatten().find(|name| !known(name)) {
            Some(name) => Err(format!("there is no [[problems]] with name = \"{name}\"")),
            None => Ok(()),
        }?;
        let texts = self.options.iter().chain(&self.search).chain(&self.model);
        check_seeds(texts, experiment)
    }

    /// Is it run once for each seed?
    pub fn is_seeded(&self) -> bool {
        self.options.iter().chain(&self.search).chain(&self.model).any(|text| mentions_seed(text))
    }
}

impl Job {
    fn check(&self, experiment: &Experiment) -> Result<(), String> {
        match self.command.first().map(String::as_str) {
            None => return Err("its command is empty".to_owned()),
            Some("lab" | "demo" | "repro") => {
                return Err("its command would run others: say them one by one".to_owned());
            }
            Some(_) => {}
        }
        if self.limits.evaluations.is_some() || self.limits.expansions.is_some() {
            return Err("a job has limits on time and memory only; others belong into its command".to_owned());
        }
        if self.makes.is_empty() {
            return Err("it makes nothing\n  = help: say makes = [\"…\"], the files it writes".to_owned());
        }
        if let Some(file) = self.makes.iter().find(|file| !is_plain_name(file)) {
            return Err(format!("`{file}` has to be a plain name: it goes into the experiment's folder"));
        }
        if let Some(file) = self.makes.iter().find(|file| !self.command.contains(file)) {
            return Err(format!("it makes `{file}`, and its command does not name that"));
        }
        check_seeds(self.command.iter().chain(&self.makes), experiment)?;
        if self.is_seeded() && self.makes.iter().any(|file| !mentions_seed(file)) {
            return Err("what it makes has to have {seed} in its name, too, or all seeds make the same file"
                .to_owned());
        }
        Ok(())
    }

    /// Is it run once for each seed?
    pub fn is_seeded(&self) -> bool {
        self.command.iter().any(|word| mentions_seed(word))
    }
}

/// Options that the experiment sets itself.
const GIVEN: [&str; 14] = [
    "--search",
    "--model",
    "--plan-file",
    "--stats",
    "--log",
    "--json",
    "--quiet",
    "-q",
    "--verbose",
    "-v",
    "--time-limit",
    "--memory-limit",
    "--max-evaluations",
    "--max-expansions",
];

/// An option without its value.
fn flag(option: &str) -> &str {
    option.split('=').next().unwrap_or(option)
}

fn mentions_seed(text: &str) -> bool {
    text.contains("{seed}")
}

fn check_seeds<'a>(
    mut texts: impl Iterator<Item = &'a String>,
    experiment: &Experiment,
) -> Result<(), String> {
    if experiment.seeds.is_empty() && texts.any(|text| mentions_seed(text)) {
        return Err(
            "it has {seed}, and there are no seeds\n  = help: say seeds = [1, 2, 3] at the top".to_owned()
        );
    }
    Ok(())
}

fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\'])
}

fn yes() -> bool {
    true
}

/// An amount with or without a unit.
#[derive(Deserialize)]
#[serde(untagged)]
enum Amount {
    Text(String),
    Number(f64),
}

impl Amount {
    fn read<T>(&self, read: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
        match self {
            Self::Text(text) => read(text),
            Self::Number(number) => read(&number.to_string()),
        }
    }
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    Amount::deserialize(deserializer)?.read(units::time).map(Some).map_err(serde::de::Error::custom)
}

fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Amount::deserialize(deserializer)?.read(units::memory).map(Some).map_err(serde::de::Error::custom)
}

impl Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ExperimentError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_is_read() {
        let experiment = Experiment::parse(
            r#"
            seeds = [1, 2]
            [limits]
            time = "30s"
            memory = "2G"
            evaluations = 1000
            [[problems]]
            files = ["gripper"]
            [[problems]]
            name = "korf"
            space = "tiles:4x4"
            instances = "korf100:1-10"
            [[algorithm]]
            name = "learned"
            search = "gbfs(model)"
            model = "model-{seed}.hstar"
            [[job]]
            name = "training"
            command = ["learn", "model-{seed}.hstar", "data.parquet", "--seed", "{seed}"]
            makes = ["model-{seed}.hstar"]
            "#,
        )
        .unwrap();
        assert_eq!(experiment.limits.time, Some(Duration::from_secs(30)));
        assert_eq!(experiment.limits.memory, Some(2 << 30));
        assert!(experiment.algorithms[0].is_seeded());
        assert!(experiment.jobs[0].is_seeded());
        assert_eq!(experiment.problems[1].space.as_deref(), Some("tiles:4x4"));
        let limits = Experiment::parse(
            "[limits]\ntime = 60\n[[job]]\nname = \"j\"\ncommand = [\"data\", \"a\"]\nmakes = [\"a\"]",
        );
        assert_eq!(limits.unwrap().limits.time, Some(Duration::from_secs(60)));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let problems = "[[problems]]\nfiles = [\"f\"]\n";
        for (text, expected) in [
            ("", "nothing to run"),
            ("[[algorithm]]\nname = \"a\"", "no problems"),
            ("[limits]\ntime = \"soon\"", "number of seconds"),
            ("[[algorithm]]\nnam = \"a\"", "unknown field `nam`"),
            ("[[problems]]\n[[algorithm]]\nname = \"a\"", "[[problems]] number 1: say files"),
            ("[[problems]]\nspace = \"tiles:3x3\"\n[[algorithm]]\nname = \"a\"", "which instances"),
            (
                &format!("{problems}[[algorithm]]\nname = \"a\"\nproblems = [\"x\"]"),
                "no [[problems]] with name = \"x\"",
            ),
            (&format!("{problems}[[algorithm]]\nname = \"a\"\nmodel = \"m{{seed}}\""), "there are no seeds"),
            (
                &format!("{problems}[[algorithm]]\nname = \"a\"\noptions = [\"--stats=x\"]"),
                "--stats is given",
            ),
            (&format!("{problems}[[algorithm]]\nname = \"a\"\nproblems = []"), "no problems at all"),
            (
                "[[problems]]\nspace = \"t\"\ninstances = \"{seed}\"\n[[algorithm]]\nname = \"a\"",
                "number 1: it has {seed}",
            ),
            (
                "[[job]]\nname = \"j\"\ncommand = [\"data\", \"a\"]\nmakes = [\"a\"]\nlimits = { evaluations = 1 }",
                "time and memory only",
            ),
            ("[[job]]\nname = \"j\"\ncommand = []\nmakes = [\"a\"]", "empty"),
            ("[[job]]\nname = \"j\"\ncommand = [\"lab\"]\nmakes = [\"a\"]", "run others"),
            ("[[job]]\nname = \"j\"\ncommand = [\"data\"]\nmakes = [\"../a\"]", "plain name"),
            ("[[job]]\nname = \"j\"\ncommand = [\"data\"]\nmakes = [\"a\"]", "does not name that"),
            (
                "seeds = [1]\n[[job]]\nname = \"j\"\ncommand = [\"data\", \"a\", \"{seed}\"]\nmakes = [\"a\"]",
                "{seed} in its name",
            ),
        ] {
            let error = Experiment::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
