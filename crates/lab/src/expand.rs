//! Expands an experiment to its runs.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use tools::units;

use crate::Record;
use crate::experiment::{Algorithm, Experiment, Job, Limits, ProblemSet};
use crate::problems::{self, Problem};
use crate::run::{Purpose, Run, Word};

/// The runs of an experiment whose file is in `folder`: first those that make files, in an order in which each comes after
/// those that it needs.
///
/// # Errors
/// When problems are missing, two runs have the same name, or jobs wait for each other.
pub fn expand(experiment: &Experiment, folder: &Path) -> Result<Vec<Run>, String> {
    let jobs = jobs_in_order(experiment)?;
    let makers: BTreeMap<&str, usize> = jobs
        .iter()
        .enumerate()
        .flat_map(|(number, job)| job.makes.iter().map(move |m| (m.as_str(), number)))
        .collect();
    let words = Words { folder, makers: &makers };
    let mut runs: Vec<Run> = jobs.iter().map(|job| words.job(job)).collect();
    let mut sets = Vec::new();
    for set in &experiment.problems {
        sets.push((set, problems_of(set, folder)?));
    }
    problems::name_domains(sets.iter_mut().flat_map(|(_, problems)| problems));
    for (algorithm, chosen) in contestants(experiment) {
        for (set, problems) in chosen.into_iter().map(|number| &sets[number]) {
            let is_seeded = algorithm.is_seeded() || set.is_seeded();
            for seed in seeds(experiment, is_seeded) {
                let variant = Variant::new(&algorithm, seed, experiment.limits);
                runs.extend(words.solve(&variant, set, problems)?);
            }
        }
    }
    check_names(&runs)?;
    Ok(runs)
}

/// The algorithms with the numbers of the sets they are for: those of the experiment, and if any of them is learned, the usual
/// baselines, unless they are there already or not wanted.
fn contestants(experiment: &Experiment) -> Vec<(Algorithm, Vec<usize>)> {
    let sets = 0..experiment.problems.len();
    let chosen = |algorithm: &Algorithm| -> Vec<usize> {
        sets.clone().filter(|&set| is_for(algorithm, &experiment.problems[set])).collect()
    };
    let mut all: Vec<(Algorithm, Vec<usize>)> =
        experiment.algorithms.iter().map(|algorithm| (algorithm.clone(), chosen(algorithm))).collect();
    if !experiment.baselines {
        return all;
    }
    for (name, search) in [("ff", "gbfs(ff)"), ("lama-first", "lama-first")] {
        let runs_on = |set: usize, wanted: &dyn Fn(&Algorithm) -> bool| {
            all.iter().any(|(algorithm, sets)| wanted(algorithm) && sets.contains(&set))
        };
        let is_same = |algorithm: &Algorithm| {
            algorithm.name == name || algorithm.model.is_none() && algorithm.search.as_deref() == Some(search)
        };
        let lacks = |&set: &usize| {
            let is_pddl = experiment.problems[set].space.is_none();
            is_pddl && runs_on(set, &|algorithm| algorithm.model.is_some()) && !runs_on(set, &is_same)
        };
        let chosen: Vec<usize> = sets.clone().filter(lacks).collect();
        let (name, search) = (name.to_owned(), Some(search.to_owned()));
        all.push((Algorithm { name, search, baseline: true, ..Algorithm::default() }, chosen));
    }
    all
}

fn is_for(algorithm: &Algorithm, set: &ProblemSet) -> bool {
    match &algorithm.problems {
        Some(names) => set.name.as_ref().is_some_and(|name| names.contains(name)),
        None => true,
    }
}

fn seeds(experiment: &Experiment, is_seeded: bool) -> Vec<Option<u64>> {
    if is_seeded { experiment.seeds.iter().copied().map(Some).collect() } else { vec![None] }
}

/// Each job for each seed, each after those that make what it needs.
fn jobs_in_order(experiment: &Experiment) -> Result<Vec<Job>, String> {
    let mut waiting: Vec<Job> = Vec::new();
    for job in &experiment.jobs {
        waiting.extend(seeds(experiment, job.is_seeded()).into_iter().map(|seed| of_seed(job, seed)));
    }
    let mut makers: BTreeMap<&str, &str> = BTreeMap::new();
    for job in &waiting {
        for file in &job.makes {
            if let Some(other) = makers.insert(file, &job.name) {
                return Err(format!("the jobs `{other}` and `{}` make the same file, `{file}`", job.name));
            }
        }
    }
    let made: BTreeSet<String> = waiting.iter().flat_map(|job| job.makes.iter().cloned()).collect();
    let mut ordered: Vec<Job> = Vec::new();
    let mut ready: BTreeSet<String> = BTreeSet::new();
    while !waiting.is_empty() {
        let is_ready = |job: &Job| {
            job.command
                .iter()
                .all(|word| !made.contains(word) || ready.contains(word) || job.makes.contains(word))
        };
        let Some(next) = waiting.iter().position(is_ready) else {
            let names: Vec<&str> = waiting.iter().map(|job| job.name.as_str()).collect();
            return Err(format!("jobs wait for what each other make: {}", names.join(", ")));
        };
        let job = waiting.remove(next);
        ready.extend(job.makes.iter().cloned());
        ordered.push(job);
    }
    Ok(ordered)
}

fn of_seed(job: &Job, seed: Option<u64>) -> Job {
    let with = |text: &String| with_seed(text, seed);
    Job {
        name: name_with_seed(&job.name, seed),
        command: job.command.iter().map(with).collect(),
        makes: job.makes.iter().map(with).collect(),
        limits: job.limits,
    }
}

fn name_with_seed(name: &str, seed: Option<u64>) -> String {
    match seed {
        Some(seed) if !name.contains("{seed}") => format!("{name}-{seed}"),
        _ => with_seed(name, seed),
    }
}

fn with_seed(text: &str, seed: Option<u64>) -> String {
    seed.map_or_else(|| text.to_owned(), |seed| text.replace("{seed}", &seed.to_string()))
}

fn problems_of(set: &ProblemSet, folder: &Path) -> Result<Vec<Problem>, String> {
    let domain = set.domain.as_ref().map(|domain| folder.join(domain));
    let mut all = Vec::new();
    for file in &set.files {
        all.extend(problems::find(&folder.join(file), domain.as_deref())?);
    }
    Ok(all)
}

/// Makes command lines.
struct Words<'a> {
    folder: &'a Path,
    makers: &'a BTreeMap<&'a str, usize>,
}

impl Words<'_> {
    /// A word as it is meant: a file that a job makes, an existing file, or just a word.
    fn word(&self, text: &str) -> Word {
        if let Some(&maker) = self.makers.get(text) {
            return Word::Made(text.to_owned(), maker);
        }
        let path = self.folder.join(text);
        let may_be_file = !text.starts_with('-') && text.parse::<f64>().is_err();
        if may_be_file && path.exists() { Word::Input(path) } else { Word::Text(text.to_owned()) }
    }

    fn job(&self, job: &Job) -> Run {
        // The domain that is generated may well be called like the folder it is written to.
        let plain = if job.command[0] == "generate" { 2 } else { 1 };
        let (plain, others) = job.command.split_at(plain.min(job.command.len()));
        let mut words: Vec<Word> = plain.iter().cloned().map(Word::Text).collect();
        words.extend(others.iter().map(|word| self.word(word)));
        let own = |word: &Word| matches!(word, Word::Made(name, _) if job.makes.contains(name));
        let needs = needs(words.iter().filter(|word| !own(word)));
        run(job.name.clone(), words, Purpose::Make(job.makes.clone()), needs, &job.limits)
    }

    /// The runs of an algorithm on a set of problems.
    fn solve(&self, variant: &Variant, set: &ProblemSet, problems: &[Problem]) -> Result<Vec<Run>, String> {
        let options = self.options(variant)?;
        let needs = needs(options.iter());
        // A run's own name has the folder's: that stays when another domain of the same name comes in.
        let make = |folder: &str, domain: &str, problem: &str, words: Vec<Word>, limits: &Limits| {
            let name = format!("{}-{folder}-{problem}", variant.name);
            let words = words.into_iter().chain(options.iter().cloned()).collect();
            run(name, words, Purpose::Solve(variant.record(domain, problem)), needs.clone(), limits)
        };
        let mut runs = Vec::new();
        for Problem { domain_file, file, domain, folder, name } in problems {
            let mut words = vec![Word::Text("plan".to_owned())];
            words.extend([domain_file, file].map(|file| Word::Input(file.clone())));
            words.extend([Word::Text("--plan-file".to_owned()), Word::Own(PLAN.to_owned())]);
            // The log of a run has the lines that Lab's parsers look for.
            words.extend(["--log", "fd"].map(|word| Word::Text(word.to_owned())));
            runs.push(make(folder, domain, name, words, &variant.limits));
        }
        if let (Some(space), Some(instances)) = (&set.space, &set.instances) {
            let instances = with_seed(instances, variant.seed);
            let mut words = ["solve", space].map(|word| Word::Text(word.to_owned())).to_vec();
            words.push(self.word(&instances));
            // The time is for each instance, and nobody knows here how many there are.
            runs.push(make(space, space, &instances, words, &Limits { time: None, ..variant.limits }));
        }
        Ok(runs)
    }

    /// The options that all runs of an algorithm share.
    fn options(&self, variant: &Variant) -> Result<Vec<Word>, String> {
        let mut words = Vec::new();
        if let Some(search) = &variant.search {
            words.extend(["--search", search].map(|word| Word::Text(word.to_owned())));
        }
        if let Some(model) = &variant.model {
            let file = self.word(model);
            if matches!(file, Word::Text(_)) {
                return Err(format!(
                    "the model `{model}` of `{}` is not there, and no job makes it",
                    variant.name
                ));
            }
            words.extend([Word::Text("--model".to_owned()), file]);
        }
        words.extend(
            variant.algorithm.options.iter().map(|option| self.word(&with_seed(option, variant.seed))),
        );
        words.extend([Word::Text("--stats".to_owned()), Word::Own(STATS.to_owned())]);
        words.extend(limit_words(&variant.limits));
        Ok(words)
    }
}

/// An algorithm with one of the seeds.
struct Variant<'a> {
    algorithm: &'a Algorithm,
    seed: Option<u64>,
    limits: Limits,
    name: String,
    search: Option<String>,
    model: Option<String>,
}

impl<'a> Variant<'a> {
    fn new(algorithm: &'a Algorithm, seed: Option<u64>, limits: Limits) -> Self {
        let with = |text: &Option<String>| text.as_ref().map(|text| with_seed(text, seed));
        let name = name_with_seed(&algorithm.name, seed);
        Self { algorithm, seed, limits, name, search: with(&algorithm.search), model: with(&algorithm.model) }
    }

    /// The attributes of a run that are known beforehand.
    fn record(&self, domain: &str, problem: &str) -> Record {
        let mut record = Record::default();
        record.set("algorithm", self.name.as_str());
        record.set("configuration", self.algorithm.name.as_str());
        record.set("domain", domain);
        record.set("problem", problem);
        let mut set =
            |name: &str, value: Option<Value>| value.into_iter().for_each(|value| record.set(name, value));
        set("search", self.search.as_deref().map(Value::from));
        set("model", self.model.as_deref().map(Value::from));
        let options: Vec<String> =
            self.algorithm.options.iter().map(|option| with_seed(option, self.seed)).collect();
        set("options", (!options.is_empty()).then(|| Value::from(options.join(" "))));
        set("seed", self.seed.map(Value::from));
        set("baseline", self.algorithm.baseline.then(|| Value::from(true)));
        set("limit_evaluations", self.limits.evaluations.map(Value::from));
        set("limit_expansions", self.limits.expansions.map(Value::from));
        set("limit_memory", self.limits.memory.map(Value::from));
        set("limit_search_time", self.limits.time.map(|time| Value::from(time.as_secs_f64())));
        record
    }
}

/// The file to which a run writes its statistics.
pub(crate) const STATS: &str = "stats.json";
const PLAN: &str = "sas_plan";

fn run(name: String, words: Vec<Word>, purpose: Purpose, needs: Vec<usize>, limits: &Limits) -> Run {
    Run { name: plain(&name), words, purpose, needs, time: limits.time, memory: limits.memory }
}

/// The name as that of a folder.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.,+=@()".contains(c) { c } else { '_' };
    name.chars().map(plain).collect::<String>().trim_start_matches('.').to_owned()
}

fn needs<'a>(words: impl Iterator<Item = &'a Word>) -> Vec<usize> {
    let makers: BTreeSet<usize> =
        words.filter_map(|word| if let Word::Made(_, maker) = word { Some(*maker) } else { None }).collect();
    makers.into_iter().collect()
}

fn limit_words(limits: &Limits) -> Vec<Word> {
    let flags = [
        ("--time-limit", limits.time.map(|time| format!("{}s", time.as_secs_f64()))),
        ("--memory-limit", limits.memory.map(units::of_memory)),
        ("--max-evaluations", limits.evaluations.map(|limit| limit.to_string())),
        ("--max-expansions", limits.expansions.map(|limit| limit.to_string())),
    ];
    let given = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?]));
    given.flatten().map(Word::Text).collect()
}

fn check_names(runs: &[Run]) -> Result<(), String> {
    if runs.iter().any(|run| run.name.is_empty()) {
        return Err(
            "a job has no name that a folder could have\n  = help: give it one with letters".to_owned()
        );
    }
    let mut seen = BTreeSet::new();
    match runs.iter().find(|run| !seen.insert(run.name.to_lowercase())) {
        Some(run) => Err(format!(
            "two runs would be called `{}`\n  = help: give algorithms, jobs and the folders of domains different names, and \
             name problems only once",
            run.name
        )),
        None => Ok(()),
    }
}
