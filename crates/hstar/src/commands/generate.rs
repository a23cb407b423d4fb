//! `hstar generate`

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand, ValueEnum, value_parser};
use generators::{DOMAINS, Domain, Generator, Size};

use crate::pddl_folder::{self, DOMAIN_FILE, check_same, write};
use crate::{Exit, Failure, Log, generator_help};

/// What to generate; has a subcommand for each domain.
#[derive(Debug)]
pub enum Generate {
    /// Tell which domains there are.
    List,
    /// Write the problems of a domain.
    Problems(Problems),
}

/// Problems to write.
#[derive(Debug)]
pub struct Problems {
    generator: Generator,
    options: Options,
}

#[derive(Args, Debug)]
struct Options {
    /// The parameters, where not given: for problems like the IPC's easy tasks, those in the middle, or its hard ones
    #[arg(long, default_value = "small")]
    size: SizeArg,
    /// How many problems
    #[arg(long, value_name = "N", default_value = "10", value_parser = value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// Other seeds give other problems; the same seed gives the same ones, however many there are
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The folder to write to; it is made where there is none [default: the name of the domain]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files that are there already. Without it nothing is written when one of them differs
    #[arg(long)]
    force: bool,
}

const REPLACE: &str = "--force replaces it, --out DIR writes elsewhere";

const ABOUT: &str = "Generate problems of well-known domains, all of them solvable";
const LONG_ABOUT: &str = "\
Generate problems of well-known domains, all of them solvable

Writes DIR/domain.pddl, DIR/p01.pddl, DIR/p02.pddl and so on. A comment in each problem says which command \
makes it again.";
const EXAMPLES: &str = "\
Examples:
  hstar generate list
  hstar generate blocksworld --blocks 10 --count 5 --seed 7 --out blocks
  hstar generate logistics --size medium --cities 4
  hstar generate rovers --help

Exit codes: see hstar --help";

impl Generate {
    fn describe(command: Command) -> Command {
        // Other commands shall not have to wait for all these arguments.
        command.about(ABOUT).long_about(LONG_ABOUT).after_help(EXAMPLES).defer(add_names)
    }

    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        match self {
            Self::List => log.line(generator_help::list().trim_end()),
            Self::Problems(problems) => problems.write(log)?,
        }
        Ok(Exit::Success)
    }
}

fn add_names(command: Command) -> Command {
    let list = Command::new("list").about("Tell all domains with their parameters and an example");
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand_value_name("NAME")
        .subcommand_help_heading("Names")
        .subcommand(list)
        .subcommands(DOMAINS.map(subcommand))
}

fn subcommand(domain: &'static Domain) -> Command {
    let parameters = domain.parameters.iter().map(|parameter| {
        Arg::new(parameter.name)
            .long(parameter.name)
            .value_name("N")
            .help(generator_help::parameter(parameter))
            .help_heading("Parameters")
            .allow_hyphen_values(true)
            .value_parser(|text: &str| parameter.parse(text))
    });
    let command = Command::new(domain.name)
        .about(domain.summary)
        .after_help(format!("Example:\n  {}", generator_help::example(domain)))
        .args(parameters);
    Options::augment_args(command)
}

impl Subcommand for Generate {
    fn augment_subcommands(command: Command) -> Command {
        Self::describe(command)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::describe(command)
    }

    fn has_subcommand(name: &str) -> bool {
        name == "list" || generators::find(name).is_some()
    }
}

impl FromArgMatches for Generate {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (domain, matches) = match matches.subcommand() {
            Some((name, matches)) => (generators::find(name), matches),
            None => (None, matches),
        };
        let Some(domain) = domain else { return Ok(Self::List) };
        let options = Options::from_arg_matches(matches)?;
        let mut generator = Generator::new(domain, options.size.0);
        for parameter in domain.parameters {
            if let Some(&number) = matches.get_one(parameter.name) {
                generator
                    .set(parameter.name, number)
                    .map_err(|error| clap::Error::raw(clap::error::ErrorKind::ValueValidation, error))?;
            }
        }
        Ok(Self::Problems(Problems { generator, options }))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Problems {
    fn write(&self, log: &mut Log) -> Result<(), Failure> {
        let (domain, count, folder) = (self.generator.domain(), self.options.count, self.folder());
        if !self.options.force {
            self.refuse_to_replace()?;
        }
        // Parameters that contradict each other leave no empty folder behind.
        self.problem(1)?;
        pddl_folder::create(&folder)?;
        write(&folder.join(DOMAIN_FILE), domain.pddl)?;
        for number in 1..=count {
            write(&self.file(number), &self.problem(number)?)?;
        }
        let what =
            if count == 1 { "1 problem and its".into() } else { format!("{count} problems and their") };
        log.line(format_args!("Wrote {what} domain to {}", folder.display()));
        log.line(format_args!("Try: hstar plan {}", self.file(1).display()));
        Ok(())
    }

    fn refuse_to_replace(&self) -> Result<(), Failure> {
        check_same(&self.folder().join(DOMAIN_FILE), self.generator.domain().pddl, REPLACE)?;
        for number in 1..=self.options.count {
            let file = self.file(number);
            if file.exists() {
                check_same(&file, &self.problem(number)?, REPLACE)?;
            }
        }
        Ok(())
    }

    fn folder(&self) -> PathBuf {
        self.options.out.clone().unwrap_or_else(|| self.generator.domain().name.into())
    }

    fn file(&self, number: u64) -> PathBuf {
        let width = self.options.count.to_string().len().max(2);
        self.folder().join(format!("p{number:0width$}.pddl"))
    }

    fn problem(&self, number: u64) -> Result<String, Failure> {
        let problem = self.generator.problem(self.options.seed, number);
        problem.map_err(|error| Failure::new(Exit::Usage, error))
    }
}

/// A size as a word of the command line.
#[derive(Clone, Copy, Debug)]
struct SizeArg(Size);

impl ValueEnum for SizeArg {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self(Size::Small), Self(Size::Medium), Self(Size::Large)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}
