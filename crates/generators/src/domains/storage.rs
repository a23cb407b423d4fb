//! Storage: full containers, and depots that are empty except for the hoists.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "storage",
    pddl_name: "storage",
    summary: "Hoists move crates from containers into the areas of depots",
    pddl: include_str!("../../domains/storage.pddl"),
    parameters: &[
        Parameter { name: "depots", help: "depots, in a row", least: 1, most: 20, defaults: [2, 2, 3] },
        Parameter {
            name: "columns",
            help: "columns of areas of a depot",
            least: 1,
            most: 20,
            defaults: [2, 3, 4],
        },
        Parameter { name: "rows", help: "rows of areas of a depot", least: 1, most: 20, defaults: [2, 2, 2] },
        Parameter {
            name: "crates",
            help: "crates, no more than all depots have areas",
            least: 1,
            most: 200,
            defaults: [3, 6, 12],
        },
        Parameter {
            name: "hoists",
            help: "hoists, no more than all depots have areas",
            least: 1,
            most: 50,
            defaults: [2, 2, 3],
        },
    ],
    draw,
};

/// A container holds at most this many crates.
const CRATES_PER_CONTAINER: usize = 4;

const LOAD_AREA: &str = "loadarea";

/// Solvable: the hoists leave for the load area, those nearest to it first. One of them then fills the depots, the farthest
/// areas of each first, so that the way there is free, and the last one from the load area.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let layout =
        Layout { depots: values.get("depots"), columns: values.get("columns"), rows: values.get("rows") };
    let crates = numbered("crate", values.get("crates"));
    let hoists = numbered("hoist", values.get("hoists"));
    let depots = numbered("depot", layout.depots);
    let areas = layout.areas();
    for (name, things) in [("crates", &crates), ("hoists", &hoists)] {
        Refusal::unless(things.len() <= areas.len(), || {
            format!("{name} has to be at most {0}, since all depots have {0} areas", areas.len())
        })?;
    }
    let containers = numbered("container", crates.len().div_ceil(CRATES_PER_CONTAINER));
    let container_areas: Vec<String> = (0..crates.len())
        .map(|index| {
            let (container, area) = (index / CRATES_PER_CONTAINER, index % CRATES_PER_CONTAINER);
            format!("container{}-{}", container + 1, area + 1)
        })
        .collect();
    let transit_areas = numbered("transit", layout.depots - 1);

    let mut problem = Problem::default();
    problem.typed("depot", &depots);
    problem.typed("container", &containers);
    problem.typed("storearea", &areas.iter().map(|area| area.name.clone()).collect::<Vec<_>>());
    problem.typed("storearea", &container_areas);
    problem.typed("transitarea", &[&[LOAD_AREA.to_owned()][..], &transit_areas].concat());
    problem.typed("crate", &crates);
    problem.typed("hoist", &hoists);
    layout.connect_within_depots(&areas, &mut problem);
    layout.connect_with_transit(&transit_areas, &mut problem, random);
    areas.iter().for_each(|area| problem.init(&["in", &area.name, &depots[area.depot]]));
    for (index, (crate_, area)) in crates.iter().zip(&container_areas).enumerate() {
        let container = &containers[index / CRATES_PER_CONTAINER];
        connect(&mut problem, LOAD_AREA, area);
        problem.init(&["in", area, container]);
        problem.init(&["in", crate_, container]);
        problem.init(&["on", crate_, area]);
    }
    let places = random.distinct_below(hoists.len(), areas.len());
    for (hoist, &place) in hoists.iter().zip(&places) {
        problem.init(&["available", hoist]);
        problem.init(&["at", hoist, &areas[place].name]);
    }
    for (index, area) in areas.iter().enumerate() {
        if !places.contains(&index) {
            problem.init(&["clear", &area.name]);
        }
    }
    // One area for each crate, so that no depot gets more crates than it has areas.
    for (crate_, area) in crates.iter().zip(random.distinct_below(crates.len(), areas.len())) {
        problem.goal(&["in", crate_, &depots[areas[area].depot]]);
    }
    Ok(problem)
}

fn connect(problem: &mut Problem, a: &str, b: &str) {
    problem.init(&["connected", a, b]);
    problem.init(&["connected", b, a]);
}

/// Depots are equal rectangles of areas.
struct Layout {
    depots: usize,
    columns: usize,
    rows: usize,
}

struct Area {
    name: String,
    depot: usize,
    column: usize,
    row: usize,
}

impl Layout {
    fn name(&self, depot: usize, column: usize, row: usize) -> String {
        format!("depot{}-{}-{}", depot + 1, column + 1, row + 1)
    }

    fn areas(&self) -> Vec<Area> {
        let of_depot = |depot| (0..self.rows * self.columns).map(move |area| (depot, area));
        let area = |(depot, index): (usize, usize)| {
            let (column, row) = (index % self.columns, index / self.columns);
            Area { name: self.name(depot, column, row), depot, column, row }
        };
        (0..self.depots).flat_map(of_depot).map(area).collect()
    }

    fn connect_within_depots(&self, areas: &[Area], problem: &mut Problem) {
        for area in areas {
            if area.column + 1 < self.columns {
                connect(problem, &area.name, &self.name(area.depot, area.column + 1, area.row));
            }
            if area.row + 1 < self.rows {
                connect(problem, &area.name, &self.name(area.depot, area.column, area.row + 1));
            }
        }
    }

    /// The load area is beside the first row of each depot, a transit area between each depot and the next.
    fn connect_with_transit(&self, transit_areas: &[String], problem: &mut Problem, random: &mut Random) {
        for depot in 0..self.depots {
            connect(problem, LOAD_AREA, &self.name(depot, random.below(self.columns), 0));
        }
        for (left, transit) in transit_areas.iter().enumerate() {
            let row = random.below(self.rows);
            connect(problem, transit, &self.name(left, self.columns - 1, row));
            connect(problem, transit, &self.name(left + 1, 0, row));
        }
    }
}
