//! Spanner: spanners at random places of a corridor, and all nuts at its end.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-spanner",
    pddl_name: "spanner",
    summary: "A man picks up spanners on his way to the nuts, and can't go back",
    pddl: include_str!("../../../domains/ipc23/spanner.pddl"),
    parameters: &[
        Parameter { name: "nuts", help: "nuts", least: 1, most: 1000, defaults: [3, 33, 150] },
        Parameter {
            name: "spanners",
            help: "spanners, at least one for each nut",
            least: 1,
            most: 1000,
            defaults: [6, 60, 300],
        },
        Parameter {
            name: "locations",
            help: "locations between the shed and the gate",
            least: 1,
            most: 500,
            defaults: [7, 30, 75],
        },
    ],
    draw,
};

const MAN: &str = "bob";
const SHED: &str = "shed";
const GATE: &str = "gate";

/// Solvable since the man can pick up all spanners on his way to the gate, and there is one for each nut.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let nuts = numbered("nut", values.get("nuts"));
    let spanners = numbered("spanner", values.get("spanners"));
    let locations = numbered("location", values.get("locations"));
    Refusal::unless(spanners.len() >= nuts.len(), || {
        format!("spanners has to be at least {0}, since there are {0} nuts", nuts.len())
    })?;
    let corridor = [&[SHED.to_owned()][..], &locations, &[GATE.to_owned()]].concat();
    let mut problem = Problem::default();
    problem.typed("man", &[MAN.to_owned()]);
    problem.typed("spanner", &spanners);
    problem.typed("nut", &nuts);
    problem.typed("location", &corridor);
    problem.init(&["at", MAN, SHED]);
    for spanner in &spanners {
        problem.init(&["at", spanner, random.name_of(&locations)]);
        problem.init(&["usable", spanner]);
    }
    for nut in &nuts {
        problem.init(&["at", nut, GATE]);
        problem.init(&["loose", nut]);
        problem.goal(&["tightened", nut]);
    }
    corridor.windows(2).for_each(|pair| problem.init(&["link", &pair[0], &pair[1]]));
    Ok(problem)
}
