//! Trains a model on small problems and saves it: `cargo run --example train`.
#![expect(clippy::print_stdout, reason = "examples show what comes of them")]

use hstar::generators::{Generator, Size};
use hstar::labelling::label_plans;
use hstar::learn::training::Config;
use hstar::learning::Learning;
use hstar::problem_files::ProblemFiles;
use hstar::{Budget, ModelFile};

fn main() -> Result<(), hstar::Error> {
    let gripper = hstar::generators::find("gripper").expect("a domain that is built in");
    let mut generator = Generator::new(gripper, Size::Small);
    let problem = |balls: u32| {
        generator.set("balls", balls).expect("within its range");
        (format!("{balls} balls"), generator.problem(1, 1).expect("a problem"))
    };
    let problems = ProblemFiles::from_texts(gripper.pddl, (1..=5).map(problem));
    let data = label_plans(&problems, &())?;

    let file = std::env::temp_dir().join(format!("gripper-{}.hstar", std::process::id()));
    let config = Config { steps: 500, ..Config::default() };
    let trained = Learning::new(&data, &config, &file, &Budget::unlimited())?.learn(&())?;
    println!("{} states, weights of step {}", data.rows.len(), trained.model.about.training.found.step);
    assert_eq!(ModelFile::read(&file)?.made_for().as_deref(), Some("gripper"));
    Ok(())
}
