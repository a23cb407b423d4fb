//! Childsnack: children at random tables, and just enough bread and content.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-childsnack",
    pddl_name: "childsnack",
    summary: "Sandwiches are made in the kitchen and served to children, some of them allergic",
    pddl: include_str!("../../../domains/ipc23/childsnack.pddl"),
    parameters: &[
        Parameter { name: "children", help: "children", least: 1, most: 1000, defaults: [7, 28, 175] },
        Parameter {
            name: "allergic",
            help: "children who are allergic to gluten, at most all",
            least: 0,
            most: 1000,
            defaults: [3, 20, 100],
        },
        Parameter { name: "trays", help: "trays", least: 1, most: 100, defaults: [2, 4, 7] },
        Parameter {
            name: "sandwiches",
            help: "sandwiches, at least one for each child",
            least: 1,
            most: 2000,
            defaults: [10, 38, 250],
        },
    ],
    draw,
};

const KITCHEN: &str = "kitchen";
const TABLES: usize = 3;

/// Solvable: make a sandwich without gluten for each allergic child, for which there is just enough, then one for each of
/// the others from what is left. A tray brings all of them to all tables.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let children = numbered("child", values.get("children"));
    let trays = numbered("tray", values.get("trays"));
    let sandwiches = numbered("sandw", values.get("sandwiches"));
    let breads = numbered("bread", children.len());
    let contents = numbered("content", children.len());
    let tables = numbered("table", TABLES);
    let allergic = values.get("allergic");
    Refusal::unless(allergic <= children.len(), || {
        format!("allergic has to be at most {0}, since there are {0} children", children.len())
    })?;
    Refusal::unless(sandwiches.len() >= children.len(), || {
        format!("sandwiches has to be at least {0}, since there are {0} children", children.len())
    })?;

    let mut problem = Problem::default();
    problem.typed("child", &children);
    problem.typed("tray", &trays);
    problem.typed("sandwich", &sandwiches);
    problem.typed("bread-portion", &breads);
    problem.typed("content-portion", &contents);
    problem.typed("place", &tables);
    trays.iter().for_each(|tray| problem.init(&["at", tray, KITCHEN]));
    breads.iter().for_each(|bread| problem.init(&["at_kitchen_bread", bread]));
    contents.iter().for_each(|content| problem.init(&["at_kitchen_content", content]));
    for (predicate, portions) in [("no_gluten_bread", &breads), ("no_gluten_content", &contents)] {
        random.some_of(allergic, portions).iter().for_each(|portion| problem.init(&[predicate, portion]));
    }
    for (index, child) in random.some_of(children.len(), &children).iter().enumerate() {
        let predicate = if index < allergic { "allergic_gluten" } else { "not_allergic_gluten" };
        problem.init(&[predicate, child]);
        problem.init(&["waiting", child, random.name_of(&tables)]);
    }
    sandwiches.iter().for_each(|sandwich| problem.init(&["notexist", sandwich]));
    children.iter().for_each(|child| problem.goal(&["served", child]));
    Ok(problem)
}
