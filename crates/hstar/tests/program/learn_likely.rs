//! Heuristics that are grown from nothing but the goal of a puzzle.

use std::fs;

use crate::support::Place;

const LEARN: [&str; 11] = [
    "learn",
    "eight.hstar",
    "tiles:3x3",
    "--method",
    "likely",
    "--iterations",
    "6",
    "--nodes",
    "20000",
    "--seed",
    "1",
];

#[test]
fn a_heuristic_grown_from_the_goal_solves_puzzles() {
    let place = Place::new("learn-likely");
    let told = place.run(&LEARN).expect(0).says("Model: eight.hstar after 6 iterations").stdout.clone();
    assert!(told.contains("Iteration 6 of 6: "), "{told}");
    let solve = ["solve", "tiles:3x3", "walk:12:5", "--model", "eight.hstar"];
    place.run(&solve).expect(0).says("Search: ida(model@quantile:0.9)");
    place.run(&[&solve[..], &["--search", "ida(model)", "--threads", "2"]].concat()).expect(0);

    let with = |search: &'static str| place.run(&[&solve[..], &["--search", search]].concat());
    with("ida(model@argmax)").expect(36).complains("read by its mean");
    with("ida(model@quantile:2)").expect(33).complains("needs a probability between 0 and 1");
    with("astar(model)").expect(33).complains("ida(model@quantile:0.9)");
    place
        .run(&["solve", "tiles:4x4", "walk:5:1", "--model", "eight.hstar"])
        .expect(31)
        .complains("grown for tiles:3x3");
    place.run(&["solve", "tiles:3x3", "walk:5:1", "--search", "ida(model)"]).expect(36).complains("--model");
    with("ida(md)").expect(36).complains("does not use the model");
    place
        .run(&[&solve[..], &["--stats", "eight.hstar"]].concat())
        .expect(36)
        .complains("would replace the model");
}

#[test]
fn growth_that_was_stopped_ends_with_the_same_bytes() {
    let place = Place::new("learn-likely-stopped");
    place.run(&LEARN).expect(0);
    let whole = fs::read(place.path("eight.hstar")).unwrap();
    for file in ["eight.hstar", "eight.hstar.run/growth.json"] {
        fs::remove_file(place.path(file)).unwrap();
    }
    // The first of these runs may be stopped before their first iteration is done.
    let stopped = (0..8).find(|doublings| {
        let time = format!("{}s", 0.25 * f64::from(1 << doublings));
        place.run(&[&LEARN[..], &["--threads", "1", "--time-limit", &time]].concat());
        place.has("eight.hstar")
    });
    assert!(stopped.is_some());
    let told = place.run(&LEARN).expect(0).stdout;
    assert!(told.contains("Going on after iteration "), "{told}");
    assert_eq!(fs::read(place.path("eight.hstar")).unwrap(), whole);
    // A model that is gone is written again.
    fs::remove_file(place.path("eight.hstar")).unwrap();
    place.run(&LEARN).expect(0);
    assert_eq!(fs::read(place.path("eight.hstar")).unwrap(), whole);
    // What is done is not done again, and other options begin anew.
    place.run(&LEARN).expect(0).says("Going on after iteration 6");
    place
        .run(&[&LEARN[..10], &["2"]].concat())
        .expect(0)
        .says("Beginning anew: it was begun with other options");
}

#[test]
fn what_can_not_be_grown_is_refused_with_what_can() {
    let place = Place::new("learn-likely-refused");
    let learn = |space: &'static str| place.run(&["learn", "model.hstar", space, "--method", "likely"]);
    place.run(&["learn", "model.hstar", "tiles:3x3"]).expect(36).complains("--method likely");
    place
        .run(&["learn", "model.hstar", "data.parquet", "--nodes", "7"])
        .expect(36)
        .complains("--nodes is for");
    learn("tiles:7x7").expect(36).complains("tiles:4x4, tiles:5x5, pancake:24");
    assert!(!place.has("model.hstar"));
    place.write("notes.txt", "important");
    place.run(&["learn", "notes.txt", "tiles:3x3", "--method", "likely"]).expect(36).complains("no model");
    place.write("broken.hstar", "no tensors");
    place
        .run(&["solve", "tiles:3x3", "walk:5:1", "--model", "broken.hstar"])
        .expect(31)
        .complains("broken.hstar");
}
