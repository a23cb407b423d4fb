//! Checks whether tasks and models can be read and fit each other, before any work is done with them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pddl::{Domain, Strictness};

use crate::Error;
use crate::guide::ModelFile;
use crate::planning_task::TaskText;

/// Checks tasks and models. Each file is read once, however often it is used.
#[derive(Debug)]
pub struct Checker<'a> {
    /// The content of this folder is made later.
    made: &'a Path,
    tasks: Checked<(Option<PathBuf>, PathBuf, bool), Option<Rc<Domain>>>,
    models: Checked<PathBuf, Rc<ModelFile>>,
    fits: Checked<(PathBuf, Option<PathBuf>), ()>,
}

type Checked<K, V> = BTreeMap<K, Result<V, Error>>;

impl<'a> Checker<'a> {
    /// For work that may need files in a folder whose content is made later.
    pub fn new(made: &'a Path) -> Self {
        Self { made, tasks: BTreeMap::new(), models: BTreeMap::new(), fits: BTreeMap::new() }
    }

    /// Is a file made later?
    pub fn is_made_later(&self, file: &Path) -> bool {
        file.starts_with(self.made)
    }

    /// Can a task be read? Returns its domain, if it is in PDDL. Warnings are left to the runs.
    pub fn task(
        &mut self,
        domain: Option<&Path>,
        problem: &Path,
        strictness: Strictness,
    ) -> Result<Option<Rc<Domain>>, Error> {
        let is_strict = strictness == Strictness::Strict;
        let key = (domain.map(Path::to_owned), problem.to_owned(), is_strict);
        let read = || match TaskText::read(domain, problem, &())? {
            TaskText::Sas(_) => Ok(None),
            TaskText::Pddl { domain, problem } => {
                let domain = pddl::parse_domain(&domain, strictness)?.value;
                pddl::parse_problem(&domain, &problem, strictness)?;
                Ok(Some(Rc::new(domain)))
            }
        };
        self.tasks.entry(key).or_insert_with(read).clone()
    }

    /// Can a model be read, and is it for this domain? One that is made later is taken to be.
    pub fn model(
        &mut self,
        path: &Path,
        domain_file: Option<&Path>,
        domain: Option<&Domain>,
    ) -> Result<(), Error> {
        if self.is_made_later(path) {
            return Ok(());
        }
        let read = || ModelFile::read(path).map(Rc::new);
        let model = self.models.entry(path.to_owned()).or_insert_with(read).clone()?;
        let Some(domain) = domain else { return Ok(()) };
        let key = (path.to_owned(), domain_file.map(Path::to_owned));
        self.fits.entry(key).or_insert_with(|| model.check_domain(domain)).clone()
    }
}
