//! The files of a report.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tools::whole_file;

use super::{File, Material, Report};

/// Writes a report on an experiment: a page, and its tables as CSV and LaTeX. In a folder of its own, tables of an earlier report
/// that this one does not have are removed. Returns the report as text for a terminal.
///
/// # Errors
/// Says which file can't be written.
pub fn write(
    material: &mut Material,
    experiment: &Path,
    out: &Path,
    is_own: bool,
) -> Result<String, (PathBuf, io::Error)> {
    material.folder = way(out, experiment);
    let report = Report::new(material);
    let page = File { name: "index.html".to_owned(), text: report.html() };
    let files: Vec<File> = std::iter::once(page).chain(report.csv()).chain(report.latex()).collect();
    if is_own {
        remove_others(out, &files)?;
    }
    files.iter().try_for_each(|file| write_file(&out.join(&file.name), &file.text))?;
    Ok(report.terminal())
}

/// Writes a file; its folder is made if there is none.
///
/// # Errors
/// Says which file can't be written.
pub fn write_file(path: &Path, text: &str) -> Result<(), (PathBuf, io::Error)> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .and_then(|()| whole_file::write(path, |out| out.write_all(text.as_bytes())))
        .map_err(|error| (path.to_owned(), error))
}

/// The relative path from one folder, which is made if there is none, to another, for links. It stays valid if both are moved
/// together.
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
fn remove_others(folder: &Path, files: &[File]) -> Result<(), (PathBuf, io::Error)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_table = path.extension().is_some_and(|kind| kind == "csv" || kind == "tex");
        let is_written = files.iter().any(|file| path.file_name().is_some_and(|name| *name == *file.name));
        if is_table && !is_written {
            fs::remove_file(&path).map_err(|error| (path, error))?;
        }
    }
    Ok(())
}
