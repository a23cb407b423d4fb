//! Tables of the paper on likely-admissible heuristics.

use std::fs;

use crate::support::Place;

/// What was measured, as lines of row, column and figure.
fn measured(place: &Place, table: &str) -> Vec<String> {
    let csv = place.read(&format!("kept/likely/{table}-smoke/table.csv"));
    let cell = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [row, column, figure] = [4, 5, 8].map(|index| fields[index]);
        (!figure.is_empty()).then(|| format!("{row} {column} {figure}"))
    };
    csv.lines().skip(1).filter_map(cell).collect()
}

/// But for seconds, which are never the same.
fn but_time(mut cells: Vec<String>) -> Vec<String> {
    cells.retain(|cell| !cell.contains(" time "));
    cells
}

#[test]
fn the_dial_is_measured_and_goes_on_from_what_was_grown() {
    let place = Place::new("repro-likely-dial");
    let arguments = ["repro", "likely", "1", "--out", "kept"];
    let told = place.run(&arguments).expect(0).stdout;
    for said in ["grown once, not 10 times", "given up after 100000 states", "with trade-15-puzzle.svg"] {
        assert!(told.contains(said), "{told}");
    }
    let first = but_time(measured(&place, "1"));
    assert!(first.contains(&"MD optimal 100".to_owned()) && first.contains(&"MD solved 100".to_owned()));
    for row in ["0.95", "0.9", "0.75", "0.5", "0.25", "0.1", "0.05", "N/A"] {
        let generated = format!("{row} generated ");
        assert!(first.iter().any(|cell| cell.starts_with(&generated)), "{first:?}");
    }

    // Whether it goes on from the last iteration or begins again, the same comes of it.
    let grown = place.path("kept/likely/shared-smoke/growth-15-puzzle-two-outputs-run-1.json");
    let text = fs::read_to_string(&grown).unwrap();
    fs::remove_file(place.path("kept/likely/1-smoke/measured.jsonl")).unwrap();
    place.run(&arguments).expect(0);
    assert_eq!(but_time(measured(&place, "1")), first);
    fs::write(&grown, &text[..text.len() / 2]).unwrap();
    place.run(&[&arguments[..], &["--again"]].concat()).expect(0);
    assert_eq!(but_time(measured(&place, "1")), first);
    assert_eq!(fs::read_to_string(&grown).unwrap(), text);
}

#[test]
fn ways_to_make_tasks_are_measured_in_the_same_way_again() {
    let place = Place::new("repro-likely-lengths");
    let arguments = ["repro", "likely", "2", "--out", "kept"];
    let told = place.run(&arguments).expect(0).stdout;
    assert!(told.contains("2 lists of 30 tasks to test with, not 10 of 100"), "{told}");
    let first = measured(&place, "2");
    assert_eq!(first.len(), 14, "{first:?}");
    // One move from the goal is never too much.
    assert!(first.contains(&"1 train 100".to_owned()), "{first:?}");
    fs::remove_dir_all(place.path("kept")).unwrap();
    place.run(&arguments).expect(0);
    assert_eq!(measured(&place, "2"), first);
}

#[test]
fn other_puzzles_are_measured_beside_heuristics_that_nobody_had_to_learn() {
    let place = Place::new("repro-likely-puzzles");
    let told = place.run(&["repro", "likely", "3", "--out", "kept"]).expect(0).stdout;
    for said in
        ["24-puzzle: 3 tasks are solved, not 50", "24-pancake: Tasks end random walks", "trade-24-puzzle.svg"]
    {
        assert!(told.contains(said), "{told}");
    }
    let cells = measured(&place, "3");
    for cell in ["Gap optimal 100", "Gap solved 100", "Exact optimal 100", "Exact solved 100"] {
        assert!(cells.contains(&cell.to_owned()), "{cells:?}");
    }
    let count = |start: &str| cells.iter().filter(|cell| cell.starts_with(start)).count();
    assert_eq!([count("0.95 generated "), count("N/A generated ")], [3, 3]);
}

#[test]
fn a_dial_is_held_to_its_promise() {
    let place = Place::new("repro-likely-calibration");
    place.run(&["repro", "likely", "dial", "--out", "kept"]).expect(0);
    let cells = measured(&place, "dial");
    assert_eq!(cells.len(), 7 * 6, "{cells:?}");
    assert!(place.read("kept/likely/dial-smoke/calibration.svg").contains("the share that is promised"));
}
