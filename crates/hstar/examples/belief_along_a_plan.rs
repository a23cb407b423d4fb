//! Plans with a model, and reads what it believes along the plan: `cargo run --example belief_along_a_plan`.
#![expect(clippy::print_stdout, reason = "examples show what comes of them")]

use hstar::belief::Distribution;
use hstar::generators::{Generator, Size};
use hstar::labelling::label_plans;
use hstar::learn::training::Config;
use hstar::learning::Learning;
use hstar::problem_files::ProblemFiles;
use hstar::{Budget, Limits, ModelFile, PlanningTask, plan};

fn main() -> Result<(), hstar::Error> {
    let gripper = hstar::generators::find("gripper").expect("a domain that is built in");
    let small = Generator::new(gripper, Size::Small).problem(1, 1).expect("a problem");
    let (file, budget) = (std::env::temp_dir().join("gripper-belief.hstar"), Budget::unlimited());
    let data = label_plans(&ProblemFiles::from_texts(gripper.pddl, [("small".to_owned(), small)]), &())?;
    Learning::new(&data, &Config { steps: 500, ..Config::default() }, &file, &budget)?.learn(&())?;

    let larger = Generator::new(gripper, Size::Medium).problem(1, 1).expect("a problem");
    let (task, model) = (PlanningTask::from_pddl(gripper.pddl, &larger)?, ModelFile::read(&file)?);
    let search = "gbfs(model@mean, ff, preferred)".parse()?;
    let found = plan(&task, &search, Some(&model), &Limits::default(), &mut ())?;
    let steps = found.plan.expect("there is a plan");
    let read =
        |belief: &hstar::belief::Belief<'_>| (belief.mean(), belief.quantile(0.05), belief.quantile(0.95));
    let believed = model.believe_along(&task, &steps, &budget, read)?;
    for (togo, (mean, low, high)) in (0..believed.len()).rev().zip(believed.into_iter().flatten()) {
        println!("{togo:>3} steps to go: {mean:6.2}, between {low:6.2} and {high:6.2} in nine of ten cases");
        assert!(low <= high);
    }
    Ok(())
}
