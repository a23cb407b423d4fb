//! Numbered problems in a folder, with their domain.

use std::path::PathBuf;

use crate::pddl_folder::{self, DOMAIN_FILE, check_same, write};
use crate::{Failure, Log};
use console::files;

/// Numbered problems to write into a folder, with their domain.
pub(super) struct Series<'a> {
    pub folder: PathBuf,
    /// The text of the domain.
    pub domain: &'a str,
    /// The prefix of the problems' names, before the number.
    pub prefix: &'a str,
    pub count: u64,
    /// May files that differ be replaced?
    pub force: bool,
}

const REPLACE: &str = "--force replaces it, --out DIR writes elsewhere";

impl Series<'_> {
    /// Writes all problems, each with the text that belongs to its number, from 1.
    pub(super) fn write(
        &self,
        mut text: impl FnMut(u64) -> Result<String, Failure>,
        log: &mut Log,
    ) -> Result<(), Failure> {
        if files::is_standard(&self.folder) {
            return self.print(text);
        }
        if !self.force {
            self.refuse_to_replace(&mut text)?;
        }
        // Where there can be no problems, no empty folder is left behind.
        text(1)?;
        pddl_folder::create(&self.folder)?;
        write(&self.folder.join(DOMAIN_FILE), self.domain)?;
        for number in 1..=self.count {
            write(&self.file(number), &text(number)?)?;
        }
        let what = match self.count {
            1 => "1 problem and its".to_owned(),
            count => format!("{count} problems and their"),
        };
        log.line(format_args!("Wrote {what} domain to {}", self.folder.display()));
        log.line(format_args!("Try: hstar plan {}", self.file(1).display()));
        Ok(())
    }

    /// Writes all problems, without their domain, to standard output.
    fn print(&self, mut text: impl FnMut(u64) -> Result<String, Failure>) -> Result<(), Failure> {
        (1..=self.count).try_for_each(|number| write(&self.folder, &text(number)?))
    }

    fn refuse_to_replace(&self, mut text: impl FnMut(u64) -> Result<String, Failure>) -> Result<(), Failure> {
        check_same(&self.folder.join(DOMAIN_FILE), self.domain, REPLACE)?;
        for number in 1..=self.count {
            let file = self.file(number);
            if file.exists() {
                check_same(&file, &text(number)?, REPLACE)?;
            }
        }
        Ok(())
    }

    fn file(&self, number: u64) -> PathBuf {
        let width = self.count.to_string().len().max(2);
        self.folder.join(format!("{}{number:0width$}.pddl", self.prefix))
    }
}
