//! Depots: crates in random towers, to be restacked into others.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "depots",
    pddl_name: "depots",
    summary: "Hoists and trucks restack crates at depots and distributors",
    pddl: include_str!("../../domains/depots.pddl"),
    parameters: &[
        Parameter { name: "depots", help: "depots", least: 1, most: 50, defaults: [1, 1, 4] },
        Parameter { name: "distributors", help: "distributors", least: 1, most: 50, defaults: [2, 2, 4] },
        Parameter { name: "trucks", help: "trucks", least: 1, most: 50, defaults: [2, 2, 4] },
        Parameter {
            name: "pallets",
            help: "pallets, at least one for each place",
            least: 2,
            most: 200,
            defaults: [3, 6, 10],
        },
        Parameter {
            name: "hoists",
            help: "hoists, at least one for each place",
            least: 2,
            most: 200,
            defaults: [3, 3, 8],
        },
        Parameter { name: "crates", help: "crates", least: 1, most: 200, defaults: [4, 10, 15] },
    ],
    draw,
};

/// Every goal is reachable: every place has a hoist, so that one truck can collect all crates, and bring them where they
/// belong, the lower ones first.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let depots = numbered("depot", values.get("depots"));
    let distributors = numbered("distributor", values.get("distributors"));
    let places = [&depots[..], &distributors].concat();
    let trucks = numbered("truck", values.get("trucks"));
    let pallets = numbered("pallet", values.get("pallets"));
    let hoists = numbered("hoist", values.get("hoists"));
    let crates = numbered("crate", values.get("crates"));
    for (name, things) in [("pallets", &pallets), ("hoists", &hoists)] {
        Refusal::unless(things.len() >= places.len(), || {
            let (at_least, depots, distributors) = (places.len(), depots.len(), distributors.len());
            format!(
                "{name} has to be at least {at_least}, one for each of {depots} depots and {distributors} \
                 distributors"
            )
        })?;
    }

    let mut problem = Problem::default();
    problem.typed("depot", &depots);
    problem.typed("distributor", &distributors);
    problem.typed("truck", &trucks);
    problem.typed("pallet", &pallets);
    problem.typed("hoist", &hoists);
    problem.typed("crate", &crates);
    trucks.iter().for_each(|truck| problem.init(&["at", truck, random.name_of(&places)]));
    for (hoist, place) in hoists.iter().zip(one_each_and_more(&places, hoists.len(), random)) {
        problem.init(&["at", hoist, &place]);
        problem.init(&["available", hoist]);
    }
    let places_of_pallets = one_each_and_more(&places, pallets.len(), random);
    pallets.iter().zip(&places_of_pallets).for_each(|(pallet, place)| problem.init(&["at", pallet, place]));
    for (tower, place) in random_towers(&pallets, &crates, random).iter().zip(&places_of_pallets) {
        for pair in tower.windows(2) {
            problem.init(&["at", &pair[1], place]);
            problem.init(&["on", &pair[1], &pair[0]]);
        }
        tower.last().into_iter().for_each(|top| problem.init(&["clear", top]));
    }
    for tower in random_towers(&pallets, &crates, random) {
        tower.windows(2).for_each(|pair| problem.goal(&["on", &pair[1], &pair[0]]));
    }
    Ok(problem)
}

/// Each place once, then random places until there are `count`.
fn one_each_and_more(places: &[String], count: usize, random: &mut Random) -> Vec<String> {
    let more = places.len()..count;
    let more: Vec<String> = more.map(|_| random.one_of(places).clone()).collect();
    [places, &more].concat()
}

/// Towers from the pallet up; the crates are put on random ones in random order.
fn random_towers(pallets: &[String], crates: &[String], random: &mut Random) -> Vec<Vec<String>> {
    let mut towers: Vec<Vec<String>> = pallets.iter().map(|pallet| vec![pallet.clone()]).collect();
    for crate_ in random.some_of(crates.len(), crates) {
        let tower = random.below(towers.len());
        towers[tower].push(crate_);
    }
    towers
}
