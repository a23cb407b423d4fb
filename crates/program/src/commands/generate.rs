//! `hstar generate`

mod series;
mod walks;

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand, ValueEnum, value_parser};
use generators::{DOMAINS, Domain, Generator, Size};

use self::series::Series;
use self::walks::Walks;
use crate::{Exit, Failure, Log};

/// A thing to generate; has a subcommand for each domain, and a few more.
#[derive(Debug)]
pub enum Generate {
    /// List the domains.
    List,
    /// Write the problems of a domain.
    Problems(Problems),
    /// Write problems from where random walks end.
    Walks(Walks),
}

/// Problems to write.
#[derive(Debug)]
pub struct Problems {
    generator: Generator,
    options: Options,
}

#[derive(Args, Debug)]
struct Options {
    /// The size of problems, which sets the parameters that are not given: like the IPC's easy, medium or hard tasks
    #[arg(long, default_value = "small")]
    size: SizeArg,
    /// The number of problems
    #[arg(long, value_name = "N", default_value = "10", value_parser = value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// Other seeds give other problems; the same seed gives the same ones, however many there are
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The folder to write to; it is made where there is none; - writes the problems alone to standard output [default: the name of the domain]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files that are there already. Without it nothing is written when one of them differs
    #[arg(long)]
    force: bool,
}

/// The subcommands besides the domains.
const LIST: &str = "list";
const WALKS: &str = "walks";

const ABOUT: &str =
    "Generate problems of well-known domains, all of them solvable, or from a problem's random walks";
const LONG_ABOUT: &str = "\
Generate problems of well-known domains, all of them solvable, or from a problem's random walks

Writes DIR/domain.pddl, DIR/p01.pddl, DIR/p02.pddl and so on. A comment in each problem says which command \
makes it again.";
const EXAMPLES: &str = "\
Examples:
  hstar generate list
  hstar generate blocksworld --blocks 10 --count 5 --seed 7 --out blocks
  hstar generate logistics --size medium --cities 4
  hstar generate ipc23-ferry --size large --count 30
  hstar generate rovers --help
  hstar generate walks domain.pddl p07.pddl --count 60

Exit codes: see hstar --help";

impl Generate {
    fn describe(command: Command) -> Command {
        // Other commands do not have to wait for all these arguments.
        command.about(ABOUT).long_about(LONG_ABOUT).after_help(EXAMPLES).defer(add_names)
    }

    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        match self {
            Self::List => log.line(generators::help::list().trim_end()),
            Self::Problems(problems) => problems.write(log)?,
            Self::Walks(walks) => walks.write(log)?,
        }
        Ok(Exit::Success)
    }
}

fn add_names(command: Command) -> Command {
    let list = Command::new(LIST).about("Tell all domains with their parameters and an example");
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .subcommand_value_name("NAME")
        .subcommand_help_heading("Names")
        .subcommand(list)
        .subcommand(
            Walks::augment_args(Command::new(WALKS)).mut_arg("problem", |arg| arg.help("The PDDL problem")),
        )
        .subcommands(DOMAINS.map(subcommand))
}

fn subcommand(domain: &'static Domain) -> Command {
    let parameters = domain.parameters.iter().map(|parameter| {
        Arg::new(parameter.name)
            .long(parameter.name)
            .value_name("N")
            .help(generators::help::parameter(parameter))
            .help_heading("Parameters")
            .allow_hyphen_values(true)
            .value_parser(|text: &str| parameter.parse(text))
    });
    let command = Command::new(domain.name)
        .about(domain.summary)
        .after_help(format!("Example:\n  {}", generators::help::example(domain)))
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
        [LIST, WALKS].contains(&name) || generators::find(name).is_some()
    }
}

impl FromArgMatches for Generate {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (domain, matches) = match matches.subcommand() {
            Some((WALKS, matches)) => return Walks::from_arg_matches(matches).map(Self::Walks),
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
        let Self { generator, options } = self;
        let domain = generator.domain();
        let series = Series {
            folder: options.out.clone().unwrap_or_else(|| domain.name.into()),
            domain: domain.pddl,
            prefix: "p",
            count: options.count,
            force: options.force,
        };
        let problem = |number| generator.problem(options.seed, number);
        series.write(|number| problem(number).map_err(|error| Failure::new(Exit::Usage, error)), log)
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
