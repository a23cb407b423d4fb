//! Measures tables and stores them in folders, as text, pages, CSV and JSON.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use page::Plot;
use planner::{Error, ErrorKind};
use search::Exhausted;
use tools::whole_file;

use crate::{Comparison, Context, Extras, Ledger, Paper, RunError, Scale, Step, Table, Value, Work, measure};

/// The options of measuring a table.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// How much work to put into it.
    pub scale: Scale,
    /// The folder of all papers.
    pub out: PathBuf,
    /// Only steps whose names contain this.
    pub only: Option<String>,
    /// Measure again what has been measured?
    pub again: bool,
}

/// The result of measuring a table.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The table, and how long it took; `None` if nothing is measured yet.
    pub text: Option<String>,
    /// The folder it is stored in.
    pub folder: PathBuf,
    /// The names of the files besides the table.
    pub files: Vec<String>,
    /// The error that stopped measuring, if one did.
    pub failed: Option<Error>,
}

impl Reproduction {
    /// Is a step wanted?
    pub fn wants(&self, step: &Step) -> bool {
        self.only.as_ref().is_none_or(|text| step.name.contains(text.as_str()))
    }

    /// Writes the experiments of the lab that a table's figures come from, where they do. Returns their files.
    ///
    /// # Errors
    /// When they can't be written.
    pub fn prepare(&self, paper: &Paper, work: &dyn Work) -> Result<Vec<PathBuf>, Error> {
        work.prepare(self.scale, &self.shared(paper), &|step| self.wants(step))
    }

    /// The folder that all tables of a paper share.
    fn shared(&self, paper: &Paper) -> PathBuf {
        self.out.join(&paper.name).join(format!("shared-{}", self.scale))
    }

    /// Measures a table, as far as it was not measured before, and stores it as text, page, CSV and JSON.
    ///
    /// # Errors
    /// When nothing can be stored. If a step fails, the results so far are stored, and the error is part of what is returned.
    pub fn measure(
        &self,
        paper: &Paper,
        table: &Table,
        mut work: Box<dyn Work>,
        context: &Context<'_>,
    ) -> Result<Kept, Error> {
        let folder = self.out.join(&paper.name).join(format!("{}-{}", table.name, self.scale));
        let shared = self.shared(paper);
        for folder in [&folder, &shared] {
            fs::create_dir_all(folder).map_err(|error| Error::unwritable(folder, &error))?;
        }
        let mut ledger = open(&folder.join("measured.jsonl"))?;
        let steps = work.steps(self.scale);
        if self.again {
            let wanted: Vec<Step> = steps.iter().filter(|step| self.wants(step)).cloned().collect();
            ledger.forget(&wanted).map_err(|error| Error::unwritable(&folder, &error))?;
            work.repeat();
        }
        work.is_done_by(ledger.program());
        let wanted = &|step: &Step| self.wants(step);
        let result = measure(table, self.scale, &mut *work, &mut ledger, &shared, context, wanted);
        context.progress.now(format_args!(""));
        let mut measured = ledger.measured(table, &steps);
        for value in work.derived(table, &measured) {
            if !measured.add(table, &value) {
                return Err(failure(RunError::NoPlace(value), &folder, 0, steps.len()));
            }
        }
        let mut comparison = Comparison::new(paper, table, self.scale, &measured);
        comparison.departures = work.departures(self.scale);
        comparison.seconds = ledger.seconds(&steps);
        let (mut text, mut files) = (None, Vec::new());
        if !measured.is_empty() {
            let spent = spent(self.scale, &ledger, &steps);
            let extras = work.extras(table, &measured, &shared);
            let table = format!("{}\n{spent}", comparison.to_text(paper));
            write(&folder, paper, &comparison, &table, &extras)?;
            let others = extras.all_files();
            others.iter().try_for_each(|(name, content)| write_file(&folder.join(name), content))?;
            files = others.into_iter().map(|(name, _)| name).collect();
            text = Some(table);
        }
        let failed = result.err().map(|error| failure(error, &folder, ledger.count(&steps), steps.len()));
        Ok(Kept { text, folder, files, failed })
    }
}

/// How long it took, and how many steps were done before.
fn spent(scale: Scale, ledger: &Ledger, steps: &[Step]) -> String {
    let seconds = ledger.seconds(steps);
    let time = if seconds < 120.0 { format!("{seconds:.1} s") } else { format!("{:.0} min", seconds / 60.0) };
    let mut text = format!("Measured at scale {scale} in {time}");
    if ledger.count(steps) < steps.len() {
        text += &format!("; {} of {} steps are done", ledger.count(steps), steps.len());
    }
    match ledger.by_others(steps) {
        0 => {}
        others => {
            text += &format!(
                "; {others} of {} steps by another build of hstar (--again repeats them)",
                steps.len()
            )
        }
    }
    text
}

fn failure(error: RunError, folder: &Path, done: usize, of: usize) -> Error {
    match error {
        RunError::Step(error) if error.kind() == ErrorKind::Exhausted(Exhausted::Interrupted) => {
            let message = format!(
                "interrupted; what is done is kept in {} ({done} of {of} steps)\n  = help: the same command goes on from there",
                folder.display()
            );
            Error::new(ErrorKind::Exhausted(Exhausted::Interrupted), message)
        }
        RunError::Step(error) => error,
        RunError::File(error) => Error::unwritable(folder, &error),
        RunError::NoPlace(Value { part, row, column, .. }) => {
            let message = format_args!("the table has no place for {part}, {row}, {column}");
            Error::internal(message)
        }
    }
}

fn open(path: &Path) -> Result<Ledger, Error> {
    let program = lab::own_program();
    program.and_then(|program| Ledger::open(path, &program)).map_err(|error| {
        Error::new(ErrorKind::Input, format_args!("cannot read {}: {error}", path.display()))
    })
}

fn write(
    folder: &Path,
    paper: &Paper,
    comparison: &Comparison<'_>,
    text: &str,
    extras: &Extras,
) -> Result<(), Error> {
    let plots: Vec<&Plot> = extras.plots.iter().map(|(_, plot)| plot).collect();
    let json = serde_json::to_string_pretty(comparison).map_err(Error::internal)?;
    let files = [
        ("table.txt", text),
        ("table.html", &comparison.to_html(paper, &plots, &extras.sections)),
        ("table.csv", &comparison.to_csv()),
        ("table.json", &json),
    ];
    for (name, content) in files {
        write_file(&folder.join(name), content)?;
    }
    Ok(())
}

fn write_file(path: &Path, content: &str) -> Result<(), Error> {
    whole_file::write(path, |out| out.write_all(content.as_bytes()))
        .map_err(|error| Error::unwritable(path, &error))
}
