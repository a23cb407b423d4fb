//! The folder of a training run: its checkpoint, and a log of its epochs.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use tools::whole_file;

/// The folder of a training run.
///
/// - `config.json`: the options, for people to read;
/// - `events.jsonl`: a JSON object for each epoch;
/// - `checkpoint.safetensors`: how far training has come, until it is done.
#[derive(Debug)]
pub(super) struct RunFolder {
    path: PathBuf,
    events: File,
}

/// The path of the folder beside a model; the folder is made if there is none.
pub fn of(model: &Path) -> io::Result<PathBuf> {
    let path = path_of(model);
    fs::create_dir_all(&path)?;
    Ok(path)
}

/// Has training run for this model before, so that its file is one that training writes?
pub(super) fn is_beside(model: &Path) -> bool {
    path_of(model).is_dir()
}

fn path_of(model: &Path) -> PathBuf {
    let mut name = model.file_name().unwrap_or_default().to_owned();
    name.push(".run");
    model.with_file_name(name)
}

impl RunFolder {
    /// The folder beside a model.
    pub(super) fn beside(model: &Path) -> io::Result<Self> {
        let path = of(model)?;
        let events = File::options().create(true).append(true).open(path.join("events.jsonl"))?;
        Ok(Self { path, events })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of the last checkpoint, if there is one.
    pub(super) fn checkpoint(&self) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.checkpoint_path()) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn save_checkpoint(&self, bytes: &[u8]) -> io::Result<()> {
        whole_file::write(&self.checkpoint_path(), |out| out.write_all(bytes))
    }

    /// Forgets the checkpoint: the run is over.
    pub(super) fn remove_checkpoint(&self) -> io::Result<()> {
        match fs::remove_file(self.checkpoint_path()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    pub(super) fn write_config(&self, config: &impl Serialize) -> io::Result<()> {
        whole_file::write(&self.path.join("config.json"), |out| {
            serde_json::to_writer_pretty(&mut *out, config)?;
            writeln!(out)
        })
    }

    /// Keeps only the first events: those after the checkpoint that training continues from will happen again.
    pub(super) fn keep_events(&mut self, count: u64) -> io::Result<()> {
        let path = self.path.join("events.jsonl");
        let lines = BufReader::new(File::open(&path)?).lines().take(count as usize);
        let kept = lines.collect::<io::Result<Vec<String>>>()?;
        whole_file::write(&path, |out| kept.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        self.events = File::options().append(true).open(&path)?;
        Ok(())
    }

    pub(super) fn add_event(&mut self, event: &impl Serialize) -> io::Result<()> {
        let line = serde_json::to_string(event)?;
        writeln!(self.events, "{line}")
    }

    fn checkpoint_path(&self) -> PathBuf {
        self.path.join("checkpoint.safetensors")
    }
}
