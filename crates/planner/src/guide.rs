//! Model files, and models as guides of searches.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use belief::{Calibration, Reader, Reading, Value};
use learn::{About, DomainSignature, Learned, Model, UpperBound, Usage, model_file, tensor_file};
use pddl::{Domain, GroundAtom, ObjectId, PredicateId, Problem};
use policy::acting_rules::ActingRules;
use policy::heuristic::{ActHeuristic, Adviser};
use puzzle_models::PuzzleModel;
use rules::domain::{DomainRules, RulesHeuristic, World};
use rules::ladder;
use rules::puzzle8::ABOUT as PUZZLE8;
use search::{Batch, Budget, Estimates, Heuristic};
use task::{Keep, Space, Task};

use crate::bundle::Bundle;
use crate::file_kind::mistaken;
use crate::grown::{self, GrownModel};
use crate::planning::Modelled;
use crate::searches::{WITH_ACTING_RULES, WITH_MODEL, WITH_QUICK_MODEL, WITHOUT_MODEL};
use crate::{Error, ErrorKind, PlanningTask, files};

/// A model and where it was read from.
#[derive(Clone, Debug)]
pub struct ModelFile {
    path: PathBuf,
    /// The model.
    pub content: Content,
    /// What was measured of it, and the search that goes with it, if it is in a bundle.
    pub bundle: Option<Bundle>,
}

/// The content of a model file.
#[derive(Clone, Debug)]
pub enum Content {
    /// A network.
    Network(Box<Model>),
    /// Rules, as text.
    Rules(String),
    /// A heuristic that was grown for a puzzle.
    Grown(Box<GrownModel>),
    /// None: it is a bundle, and says that nothing that was learned does better than a search without a model.
    Nothing,
}

/// A model that is known to fit a task.
#[derive(Debug)]
pub struct Guide<'a> {
    pub(crate) file: &'a ModelFile,
    pub(crate) fitting: Fitting<'a>,
    usages: RefCell<Vec<Arc<Usage>>>,
}

#[derive(Debug)]
pub(crate) enum Fitting<'a> {
    /// With the rules that bound its belief from above, if there are such.
    Network(&'a Model, Option<Box<Acting<'a>>>),
    Rules(Box<(DomainRules, World)>),
    Acting(Box<Acting<'a>>),
    Nothing,
}

/// Rules that act, and the task that they are asked about.
#[derive(Debug)]
pub(crate) struct Acting<'a> {
    rules: ActingRules,
    domain: &'a Domain,
    problem: &'a Problem,
}

impl Acting<'_> {
    /// The rules as judges of the states of the ground task.
    pub(crate) fn adviser(&self, task: &Task) -> Result<Adviser<'_, '_>, Error> {
        Ok(Adviser::new(self.rules.actor(self.domain, self.problem)?, task))
    }
}

/// Does the content of a file begin as rules do?
pub fn are_rules(bytes: &[u8]) -> bool {
    bytes.starts_with(b"% hstar rules ")
}

impl ModelFile {
    /// Reads a model.
    ///
    /// # Errors
    /// When the file can't be read or is no model.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = files::input_name(path);
        let bytes = files::read(path)
            .map_err(|error| Error::new(ErrorKind::Input, format_args!("cannot read {name}: {error}")))?;
        let no_model =
            |why: &dyn Display| Error::new(ErrorKind::Input, format_args!("{name} is no model: {why}"));
        let (bundle, bytes) = match Bundle::is_one(&bytes) {
            true => {
                let (bundle, model) = Bundle::read(&bytes).map_err(|error| no_model(&error))?;
                (Some(bundle), model.to_vec())
            }
            false => (None, bytes),
        };
        let content = match tensor_file::kind(&bytes).as_deref() {
            _ if bundle.is_some() && bytes.is_empty() => Content::Nothing,
            _ if are_rules(&bytes) => {
                Content::Rules(String::from_utf8(bytes).map_err(|error| no_model(&error))?)
            }
            Some(grown::KIND) => {
                Content::Grown(Box::new(GrownModel::parse(&bytes).map_err(|error| no_model(&error))?))
            }
            Some(model_file::KIND) => {
                Content::Network(Box::new(model_file::read(&bytes).map_err(|error| no_model(&error))?))
            }
            _ => {
                let other = |error| mistaken(path, "a model").unwrap_or_else(|| no_model(&error));
                Content::Network(Box::new(model_file::read(&bytes).map_err(other)?))
            }
        };
        Ok(Self { path: path.to_owned(), content, bundle })
    }

    /// The name of its file.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The model of a puzzle in it, if it is one.
    pub fn of_puzzle(&self) -> Option<PuzzleModel> {
        match &self.content {
            Content::Network(model) => PuzzleModel::of(model),
            Content::Grown(grown) => Some(grown.model()),
            Content::Rules(_) | Content::Nothing => None,
        }
    }

    /// The specification of the search where none is named.
    pub fn usual_search(&self) -> &str {
        if let Some(bundle) = &self.bundle {
            return &bundle.search;
        }
        match &self.content {
            Content::Network(model) if model.is_quick() => WITH_QUICK_MODEL,
            Content::Rules(text) if policy::text::about(text).is_some() => WITH_ACTING_RULES,
            _ => WITH_MODEL,
        }
    }

    /// The domain or puzzle that it was made for, if the file names it.
    pub fn made_for(&self) -> Option<String> {
        if let Some(bundle) = &self.bundle {
            return Some(bundle.domain.clone());
        }
        match &self.content {
            Content::Network(model) => {
                let About { training, signature, .. } = &model.about;
                let puzzle = signature.puzzle.as_ref().map(|puzzle| puzzle.space.clone());
                puzzle
                    .or_else(|| training.domain.clone())
                    .or_else(|| Some(signature.domain.as_ref()?.name.clone()))
            }
            Content::Rules(text) => match (DomainRules::about(text), policy::text::about(text)) {
                (Some((_, domain)), _) | (None, Some(domain)) => Some(domain.to_owned()),
                (None, None) => ladder::about(text).map(str::to_owned),
            },
            Content::Grown(grown) => Some(grown.space().to_owned()),
            Content::Nothing => None,
        }
    }

    /// The ground task of an input, with all facts that are inputs of the model.
    ///
    /// # Errors
    /// When the budget does not suffice or the task is ill-defined.
    pub fn ground<'i>(&self, input: &'i PlanningTask, budget: &Budget) -> Result<Cow<'i, Task>, Error> {
        match (&self.content, input) {
            (Content::Network(model), PlanningTask::Lifted { domain, problem, .. }) => {
                let atoms = atoms(&model.about.signature.inputs, domain, problem);
                input.ground_keeping(Keep::Atoms(&atoms), budget)
            }
            _ => input.ground(budget),
        }
    }

    /// The rules, for a domain.
    ///
    /// # Errors
    /// When they are about another domain.
    pub fn rules(&self, text: &str, domain: &Domain) -> Result<DomainRules, Error> {
        let name = self.path.display().to_string();
        Ok(DomainRules::parse(rules::Source { name: &name, text }, domain)?)
    }

    /// The rules that act, for a domain.
    ///
    /// # Errors
    /// When it has none, or they are about another domain.
    pub fn acting_rules(&self, domain: &Domain) -> Result<ActingRules, Error> {
        match &self.content {
            Content::Rules(text) if policy::text::about(text).is_some() => {
                Ok(ActingRules::parse(rules::Source { name: &self.name(), text }, domain)?)
            }
            _ => {
                let why = "it has no rules that act, which hstar learn --rules act makes";
                Err(self.failure(ErrorKind::Argument, why))
            }
        }
    }

    /// Refuses tasks of a domain that it is not for. A task of its own domain may still differ from those it was trained on.
    ///
    /// # Errors
    /// Says what differs.
    pub fn check_domain(&self, domain: &Domain) -> Result<(), Error> {
        match &self.content {
            Content::Network(model) if model.about.signature.puzzle.is_some() => Err(self.for_puzzles()),
            Content::Network(model) => match &model.about.signature.domain {
                Some(own) => own
                    .check(&DomainSignature::new(domain))
                    .map_err(|mismatch| self.failure(ErrorKind::Input, mismatch)),
                None => Ok(()),
            },
            Content::Rules(text) if policy::text::about(text).is_some() => {
                self.acting_rules(domain).map(drop)
            }
            Content::Rules(text) => self.rules(text, domain).map(drop),
            Content::Grown(_) => Err(self.for_puzzles()),
            Content::Nothing => Ok(()),
        }
    }

    /// The model as a guide for a task.
    ///
    /// # Errors
    /// When the model was made for other tasks.
    pub fn guide<'a>(&'a self, input: &'a PlanningTask, task: &Task) -> Result<Guide<'a>, Error> {
        let fitting = match (&self.content, input) {
            (Content::Network(model), _) if model.about.signature.puzzle.is_some() => {
                return Err(self.for_puzzles());
            }
            (Content::Network(model), _) => {
                let domain = match input {
                    PlanningTask::Lifted { domain, .. } => Some(DomainSignature::new(domain)),
                    PlanningTask::Ground(_) => None,
                };
                let check = model.about.signature.check(domain.as_ref(), task);
                check.map_err(|mismatch| self.failure(ErrorKind::Input, mismatch))?;
                Fitting::Network(model, self.bounding_rules(model, input)?)
            }
            (Content::Grown(_), _) => return Err(self.for_puzzles()),
            (Content::Nothing, _) => Fitting::Nothing,
            (Content::Rules(text), _) if ladder::about(text) == Some(PUZZLE8) => {
                return Err(self.for_puzzles());
            }
            (Content::Rules(text), PlanningTask::Lifted { domain, problem, .. })
                if policy::text::about(text).is_some() =>
            {
                Fitting::Acting(Box::new(Acting { rules: self.acting_rules(domain)?, domain, problem }))
            }
            (Content::Rules(text), PlanningTask::Lifted { domain, problem, .. }) => {
                let rules = self.rules(text, domain)?;
                let world = World::new(rules.background(), domain, problem, task);
                Fitting::Rules(Box::new((rules, world)))
            }
            (Content::Rules(_), PlanningTask::Ground(_)) => {
                let why = "rules need the PDDL of domain and problem, and this task is in SAS+";
                return Err(self.failure(ErrorKind::Unsupported, why));
            }
        };
        Ok(Guide { file: self, fitting, usages: RefCell::default() })
    }

    /// The rules by which a model's belief is bounded from above.
    fn bounding_rules<'a>(
        &self,
        model: &Model,
        input: &'a PlanningTask,
    ) -> Result<Option<Box<Acting<'a>>>, Error> {
        match (&model.about.upper, input) {
            (Some(UpperBound::Rules(text)), PlanningTask::Lifted { domain, problem, .. }) => {
                let rules = ActingRules::parse(rules::Source { name: &self.name(), text }, domain)?;
                Ok(Some(Box::new(Acting { rules, domain, problem })))
            }
            _ => Ok(None),
        }
    }

    /// The error for a model of a puzzle where one for planning tasks is needed.
    fn for_puzzles(&self) -> Error {
        let wanted = "a model for planning tasks";
        mistaken(&self.path, wanted).unwrap_or_else(|| self.failure(ErrorKind::Input, wanted))
    }

    /// The error for a bundle without a model where one is needed.
    pub fn holds_none(&self) -> Error {
        let search = self.bundle.as_ref().map_or(WITHOUT_MODEL, |bundle| &bundle.search);
        let why = format!(
            "it holds none, since nothing that was learned did better than {search}\n  = help: leave out --search"
        );
        self.failure(ErrorKind::Argument, why)
    }

    pub(crate) fn failure(&self, kind: ErrorKind, why: impl Display) -> Error {
        let message = format_args!("the model {} can't be used here: {why}", self.path.display());
        Error::new(kind, message).of_model()
    }
}

/// The atoms with these texts, as in `(on a b)`, as far as the problem has their predicates and objects.
fn atoms(texts: &[String], domain: &Domain, problem: &Problem) -> Vec<GroundAtom> {
    let predicates = domain.predicates.iter().enumerate();
    let predicates: HashMap<&str, PredicateId> = predicates
        .map(|(index, predicate)| (predicate.name.as_str(), PredicateId::from_index(index)))
        .collect();
    let objects = problem.objects.iter().enumerate();
    let objects: HashMap<&str, ObjectId> =
        objects.map(|(index, object)| (object.name.as_str(), ObjectId::from_index(index))).collect();
    let atom = |text: &String| {
        let mut words = text.strip_prefix('(')?.strip_suffix(')')?.split(' ');
        let predicate = *predicates.get(words.next()?)?;
        let args: Option<_> = words.map(|word| objects.get(word).copied()).collect();
        Some(GroundAtom { predicate, args: args? })
    };
    texts.iter().filter_map(atom).collect()
}

impl Modelled for Guide<'_> {
    fn heuristic(
        &self,
        reading: Option<Reading>,
        task: &Task,
    ) -> Result<Box<dyn Heuristic<Space> + '_>, Error> {
        let reading = reading.unwrap_or_else(|| match &self.fitting {
            Fitting::Network(model, _) => model.about.head.usual_reading(),
            Fitting::Rules(_) | Fitting::Acting(_) | Fitting::Nothing => Reading::of(Value::Mean),
        });
        let (heuristic, usage): (Box<dyn Heuristic<Space>>, _) = match &self.fitting {
            Fitting::Network(model, bounding) => {
                let learned = self.learned((model, bounding), reading, task)?;
                let usage = learned.usage();
                (Box::new(learned), usage)
            }
            Fitting::Rules(fitting) => {
                let (rules, world) = &**fitting;
                counted(RulesHeuristic::new(rules, world.clone(), self.rules_reader(reading)?))
            }
            Fitting::Acting(acting) => {
                counted(ActHeuristic::new(acting.adviser(task)?, self.rules_reader(reading)?))
            }
            Fitting::Nothing => return Err(self.file.holds_none()),
        };
        self.usages.borrow_mut().push(usage);
        Ok(heuristic)
    }
}

impl Guide<'_> {
    /// A network as a heuristic, with the rules that bound it.
    pub(crate) fn learned<'g>(
        &self,
        (model, bounding): (&Model, &'g Option<Box<Acting<'g>>>),
        reading: Reading,
        task: &Task,
    ) -> Result<Learned<'g>, Error> {
        let rules = bounding.as_ref().map(|rules| rules.adviser(task)).transpose()?;
        Learned::with_rules(model, reading, task, rules)
            .map_err(|error| self.file.failure(ErrorKind::Unsupported, error))
    }

    fn rules_reader(&self, reading: Reading) -> Result<Reader, Error> {
        reading
            .reader(&Calibration::default())
            .map_err(|_| self.file.failure(ErrorKind::Unsupported, "rules say nothing of how sure they are"))
    }

    /// How many states the model has evaluated.
    pub fn evaluations(&self) -> u64 {
        self.usages.borrow().iter().map(|usage| usage.states()).sum()
    }

    /// The seconds that its network or its rules took.
    pub fn seconds(&self) -> f64 {
        self.usages.borrow().iter().map(|usage| usage.seconds()).sum()
    }
}

/// A heuristic, and the count of its evaluations.
fn counted<'h>(heuristic: impl Heuristic<Space> + 'h) -> (Box<dyn Heuristic<Space> + 'h>, Arc<Usage>) {
    let usage = Arc::<Usage>::default();
    (Box::new(Counted { heuristic, usage: Arc::clone(&usage) }), usage)
}

/// A heuristic with a count of its evaluations and their time.
struct Counted<H> {
    heuristic: H,
    usage: Arc<Usage>,
}

impl<H: Heuristic<Space>> Heuristic<Space> for Counted<H> {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        let start = Instant::now();
        self.heuristic.estimate(space, batch, estimates);
        self.usage.add(batch.len(), start);
    }

    fn begin_search(&mut self) {
        self.heuristic.begin_search();
    }

    fn effort(&self) -> u64 {
        self.heuristic.effort()
    }
}
