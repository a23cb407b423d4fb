//! Any belief, any reading, any search, any space: all of them together, and why where they can't be.

use crate::support::{Place, Run};

/// Readings without a threshold of trust, and with one.
const VALUES: [&str; 5] = ["model", "model@mean", "model@location", "model@argmax", "model@quantile:0.9"];
const THRESHOLDS: [&str; 4] =
    ["model@mean-threshold:5", "model@adaptive:5", "model@priority:20", "model@mean+adaptive:5"];

const BELIEFS: [&str; 4] = ["point", "gaussian", "truncated", "categorical"];

/// Searches that order states by what a plan through them costs, and those that don't.
const BY_COST: [&str; 2] = ["astar(H)", "wastar(H, w=3)"];
const IDA: [&str; 2] = ["ida(H)", "ida(H, table=64K)"];
const GREEDY_FOR_TASKS: [&str; 2] = ["gbfs(H)", "lazy(H)"];

/// Plans with a model by every reading and every search. What can't be is refused with its reason.
fn goes_through(searches: &[&str], greedy: &[&str], is_calibrated: bool, plan: impl Fn(&str) -> Run) {
    let with = |search: &str, reading: &str| plan(&search.replace('H', reading));
    for search in searches.iter().chain(greedy) {
        VALUES.iter().for_each(|reading| drop(with(search, reading).expect(0)));
    }
    for reading in THRESHOLDS {
        for search in searches {
            with(search, reading).expect(33).complains("only greedy searches heed thresholds of trust");
        }
        for search in greedy {
            match is_calibrated {
                true => drop(with(search, reading).expect(0)),
                false => drop(with(search, reading).expect(34).complains("it was not calibrated")),
            }
        }
    }
}

/// Every belief about a puzzle, learned from cheapest plans. Plans are played before they are reported.
fn puzzle(space: &str, lessons: &str, start: &str, features: &str) -> Place {
    let place = Place::new(&format!("product-{}", space.replace(':', "-")));
    let options = ["--features", features, "--hidden", "9", "--steps", "300"];
    for belief in BELIEFS {
        let learn = ["learn", "m.hstar", space, lessons, "--belief", belief];
        place.run(&[&learn[..], &options].concat()).expect(0);
        goes_through(&[BY_COST, IDA].concat(), &["gbfs(H)"], true, |search| {
            place.run(&["solve", space, start, "--model", "m.hstar", "--search", search])
        });
    }
    place
}

/// Every belief about a planning task. Plans are validated before they are reported.
fn task(place: &Place, domain: &str, problem: &str, options: &[&str]) {
    for belief in BELIEFS {
        let learn = ["learn", "m.hstar", "data.parquet", "--belief", belief, "--steps", "300"];
        place.run(&[&learn[..], options].concat()).expect(0);
        goes_through(&BY_COST, &GREEDY_FOR_TASKS, true, |search| {
            place.run(&["plan", domain, problem, "--model", "m.hstar", "--search", search])
        });
    }
    let grow = ["learn", "grown.hstar", domain, problem, "--method", "likely", "--iterations", "4"];
    place.run(&[&grow[..], &["--nodes", "2000", "--as", "code", "--calibrate", "off"]].concat()).expect(0);
    goes_through(&BY_COST, &GREEDY_FOR_TASKS, false, |search| {
        place.run(&["plan", domain, problem, "--model", "grown.hstar", "--search", search])
    });
    for search in IDA {
        place
            .run(&["plan", domain, problem, "--model", "m.hstar", "--search", &search.replace('H', "model")])
            .expect(33)
            .complains("`ida` is a search for puzzles");
    }
}

#[test]
fn every_belief_reading_and_search_solves_the_8_puzzle() {
    let place = puzzle("tiles:3x3", "walk:20:60", "1 4 2 3 0 5 6 7 8", "places");
    let solve = |model: &'static str| {
        let place = &place;
        move |search: &str| {
            place.run(&["solve", "tiles:3x3", "1 4 2 3 0 5 6 7 8", "--model", model, "--search", search])
        }
    };
    let searches = [BY_COST, IDA].concat();
    let grow = ["learn", "grown.hstar", "tiles:3x3", "--method", "likely", "--iterations", "4"];
    place.run(&[&grow[..], &["--nodes", "2000", "--as", "code", "--calibrate", "off"]].concat()).expect(0);
    goes_through(&searches, &["gbfs(H)"], false, solve("grown.hstar"));
    place
        .run(&[&grow[..], &["--nodes", "2000", "--settle", "0", "--calibrate", "walk:12:30"]].concat())
        .expect(0);
    goes_through(&searches, &["gbfs(H)"], true, solve("grown.hstar"));
    let rules = "% hstar rules 1\n% about: 8-puzzle\ncost_1_rule_1(S):- tile(T),not_inplace_clause(S,T).\n";
    place.write("eight.rules", rules);
    for (search, reading) in searches.iter().flat_map(|search| VALUES.map(|reading| (search, reading))) {
        solve("eight.rules")(&search.replace('H', reading)).expect(0);
    }
    for search in searches.iter().chain(&["gbfs(H)"]) {
        for reading in THRESHOLDS {
            let run = solve("eight.rules")(&search.replace('H', reading));
            run.expect(33).complains("rules say nothing of how sure they are");
        }
    }
}

#[test]
fn every_belief_reading_and_search_sorts_pancakes() {
    let place = puzzle("pancake:5", "random:60", "4 2 3 1 0", "databases");
    place
        .run(&["learn", "grown.hstar", "pancake:5", "--method", "likely"])
        .expect(36)
        .complains("for these it can: tiles:3x3");
    let noisy = ["learn", "n.hstar", "pancake:5", "random:60", "--belief", "categorical", "--steps", "200"];
    let noise = ["--noise", "uniform:0.5", "--features"];
    place.run(&[&noisy[..], &noise, &["places"]].concat()).expect(0);
    place.run(&["solve", "pancake:5", "random:3", "--model", "n.hstar"]).expect(0);
    place.run(&[&noisy[..], &noise, &["databases"]].concat()).expect(36).complains("facts or places");
}

#[test]
fn every_belief_reading_and_search_stacks_blocks() {
    let place = puzzle("blocks:4", "random:60", "0 1 0 3", "places");
    let learn = |space: &str, features: &str| {
        place.run(&["learn", "m.hstar", space, "walk:9:9", "--features", features, "--force"])
    };
    learn("tiles:3x4", "databases").expect(36).complains("there are no features `databases` of tiles:3x4");
    learn("blocks:4", "facts").expect(36).complains("places or databases");
    let folded = ["learn", "m.hstar", "blocks:4", "walk:9:9", "--fold", "1/5"];
    place.run(&folded).expect(36).complains("--fold is for planning tasks, and this is a puzzle");
    let plan = ["plan", "domain.pddl", "to-c.pddl", "--model", "m.hstar"];
    place.run(&plan).expect(31).complains("a model of blocks:4");
}

#[test]
fn every_belief_reading_and_search_plans_a_delivery() {
    let place = Place::new("product-delivery");
    place.run(&["data", "domain.pddl", "to-c.pddl", "--out", "data.parquet"]).expect(0);
    task(&place, "domain.pddl", "to-c.pddl", &["--features", "facts"]);
}

#[test]
fn every_belief_reading_and_search_plans_in_the_blocks_world() {
    let place = Place::new("product-blocksworld");
    place.run(&["generate", "blocksworld", "--blocks", "3", "--out", "blocks"]).expect(0);
    place.run(&["data", "blocks", "--out", "data.parquet"]).expect(0);
    task(&place, "blocks/domain.pddl", "blocks/p01.pddl", &["--features", "planning"]);
    place
        .run(&["learn", "m.hstar", "data.parquet", "--features", "places"])
        .expect(36)
        .complains("--features places is for puzzles");
}
