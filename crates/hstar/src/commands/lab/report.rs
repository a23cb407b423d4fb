//! `hstar lab report`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lab::report::{File, Material, Report};
use lab::{Folder, Properties};

use crate::{Exit, Failure, Log, whole_file};

/// Report what came of an experiment: a page, and the same tables as CSV and LaTeX
///
/// The page needs nothing but itself: tables sort, and plots tell which problem a point stands for. A folder with a
/// `properties` file of Downward Lab will do as well.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar lab report experiment.run
  hstar lab report experiment.run --out report")]
pub struct WriteReport {
    /// The folder of the experiment
    folder: PathBuf,
    /// The folder to write to [default: report in the experiment's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl WriteReport {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let out = self.out.clone().unwrap_or_else(|| self.folder.join("report"));
        let mut material = material(&self.folder)?;
        material.folder = way(&out, &self.folder);
        let report = Report::new(&material);
        let page = File { name: "index.html".to_owned(), text: report.html() };
        let files: Vec<File> = std::iter::once(page).chain(report.csv()).chain(report.latex()).collect();
        if self.out.is_none() {
            remove_others(&out, &files)?;
        }
        files.iter().try_for_each(|file| write(&out.join(&file.name), &file.text))?;
        log.line(report.terminal().trim_end());
        log.line(format_args!("\nReport: {}", out.join("index.html").display()));
        Ok(Exit::Success)
    }
}

/// The way from one folder, which is made where there is none, to another, for links. Wherever both are moved together, it stays
/// the same.
fn way(from: &Path, to: &Path) -> Option<String> {
    fs::create_dir_all(from).ok()?;
    let (from, to) = (fs::canonicalize(from).ok()?, fs::canonicalize(to).ok()?);
    let common = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(common).map(|_| "..".to_owned());
    let down = to.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    let way = up.chain(down).collect::<Vec<_>>().join("/");
    Some(if way.is_empty() { ".".to_owned() } else { way })
}

/// Removes the tables of an earlier report that this one does not have.
fn remove_others(folder: &Path, files: &[File]) -> Result<(), Failure> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_table = path.extension().is_some_and(|kind| kind == "csv" || kind == "tex");
        let is_written = files.iter().any(|file| path.file_name().is_some_and(|name| *name == *file.name));
        if is_table && !is_written {
            fs::remove_file(&path)
                .map_err(|error| Failure::unwritable(Exit::SearchCritical, &path, &error))?;
        }
    }
    Ok(())
}

/// What a report is made from, in the folder of an experiment or one of Downward Lab's.
pub(super) fn material(path: &Path) -> Result<Material, Failure> {
    let unreadable = |error: std::io::Error| {
        let message = format!(
            "cannot read the experiment in {}: {error}\n  = help: give the folder that hstar lab run made",
            path.display()
        );
        Failure::new(Exit::InputError, message)
    };
    match Folder::open(path) {
        Ok(folder) => folder.material().map_err(unreadable),
        Err(error) => {
            let file = path.join("properties");
            let properties = if file.is_file() { Properties::read(&file) } else { Err(error) };
            let title = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok(Material { title, properties: properties.map_err(unreadable)?, ..Material::default() })
        }
    }
}

/// Writes a file, in a folder that is made where there is none.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .and_then(|()| whole_file::write(path, |out| out.write_all(text.as_bytes())))
        .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))
}
