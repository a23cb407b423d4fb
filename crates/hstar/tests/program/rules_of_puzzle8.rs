//! `hstar rules puzzle8` and what becomes of its rules.

use crate::support::Place;

const SMALL: [&str; 8] = ["rules", "puzzle8", "--samples", "60", "--bodies", "20000", "--seed", "3"];

fn with<'a>(words: &[&'a str], further: &[&'a str]) -> Vec<&'a str> {
    [words, further].concat()
}

#[test]
fn rules_are_the_same_from_run_to_run_on_any_number_of_threads() {
    let place = Place::new("rules-puzzle8-same");
    let run = place.run(&with(&SMALL, &["--out", "one", "--threads", "1"])).expect(0);
    assert!(run.stdout.contains("Cost 31:"), "{}", run.stdout);
    place.run(&with(&SMALL, &["--out", "two", "--threads", "2"])).expect(0);
    assert_eq!(place.read("one/rules.pl"), place.read("two/rules.pl"));
    place.run(&with(&SMALL, &["--out", "three", "--reuse"])).expect(0);
    assert_ne!(place.read("one/rules.pl"), place.read("three/rules.pl"));
}

#[test]
fn stopped_learning_goes_on_to_the_same_rules() {
    let place = Place::new("rules-puzzle8-stopped");
    place.run(&with(&SMALL, &["--out", "whole", "--reuse"])).expect(0);
    // Wherever that stops it.
    place.run(&with(&SMALL, &["--out", "parts", "--reuse", "--time-limit", "0.2s"]));
    place.run(&with(&SMALL, &["--out", "parts", "--reuse", "--time-limit", "0.4s"]));
    place.run(&with(&SMALL, &["--out", "parts", "--reuse"])).expect(0);
    assert_eq!(place.read("whole/rules.pl"), place.read("parts/rules.pl"));
    let other = with(&SMALL, &["--out", "whole"]);
    assert!(place.run(&other).expect(31).stderr.contains("it was made with other options"));
    place.run(&with(&other, &["--restart"])).expect(0);
}

#[test]
fn rules_from_all_states_never_say_too_much_and_are_tried_on_states_of_files() {
    let place = Place::new("rules-puzzle8-all");
    let all = ["rules", "puzzle8", "--all-states", "--max-body", "3", "--out", "all"];
    let said = place.run(&all).expect(0).stdout;
    for part in ["50 of 50 solved, 50 of these optimally", "Manhattan distance: R²"] {
        assert!(said.contains(part), "`{part}` is not in\n{said}");
    }
    place.write(
        "states.csv",
        "state,cost\n\"[1, 0, 2, 3, 4, 5, 6, 7, 8]\",1\n\"[1, 4, 2, 3, 0, 5, 6, 7, 8]\",2\n",
    );
    let test = ["rules", "test", "all/rules.pl", "--states", "states.csv"];
    let said = place.run(&test).expect(0).says("On 2 states of states.csv:").stdout;
    assert!(said.contains("2 of 2 solved, 2 of these optimally, mean length 1.50"), "{said}");
    place.write("states.csv", "\"[1, 0, 2, 3, 4, 5, 6, 7, 8]\",1\n\"[1, 4, 2, 3, 0, 5, 6, 7, 8]\",3\n");
    let said = place.run(&test).expect(31).stderr;
    assert!(said.contains("states.csv:2"), "{said}");
    place.write("other.pl", "% hstar rules 1\n% about: blocks\n");
    let said = place.run(&["rules", "test", "other.pl"]).expect(31).stderr;
    assert!(said.contains("about blocks"), "{said}");
    place.write("broken.pl", "% hstar rules 1\n% about: 8-puzzle\ncost_1_rule_1(A):- nowhere(A).\n");
    let said = place.run(&["rules", "test", "broken.pl"]).expect(31).stderr;
    assert!(said.contains("broken.pl:3") && said.contains("nothing is known of `nowhere`"), "{said}");
}

#[test]
fn explain_tells_which_rule_counts_and_why() {
    let place = Place::new("rules-puzzle8-explain");
    place.write(
        "rules.pl",
        "% hstar rules 1\n% about: 8-puzzle\n\
         cost_1_rule_1(S):- tile(T),not_inplace_clause(S,T).\n\
         cost_2_rule_1(S):- tile3(T),indx1(I),onrow(S,T,I).\n",
    );
    place
        .run(&["explain", "rules.pl", "[3, 1, 2, 0, 4, 5, 6, 7, 8]", "102345678", "012345678"])
        .expect(0)
        .says("[3, 1, 2, 0, 4, 5, 6, 7, 8]: 2, since tile 3 lies on square 1 (cost_2_rule_1); a cheapest plan costs 1")
        .says("[1, 0, 2, 3, 4, 5, 6, 7, 8]: 1, since the blank is out of place (cost_1_rule_1); a cheapest plan costs 1")
        .says("[0, 1, 2, 3, 4, 5, 6, 7, 8]: 0, since no rule holds; a cheapest plan costs 0");
    place.write(
        "states.csv",
        "state,cost\n\"[1, 0, 2, 3, 4, 5, 6, 7, 8]\",1\n\"[1, 4, 2, 3, 0, 5, 6, 7, 8]\",2\n",
    );
    place
        .run(&["explain", "rules.pl", "states.csv", "--report", "report.html"])
        .expect(0)
        .says("2 states; of 2 rules, 1 never counts");
    assert!(place.read("report.html").contains("<svg"));
}

#[test]
fn rules_that_hold_in_too_many_ways_are_refused_not_left_out() {
    let place = Place::new("rules-puzzle8-ways");
    place.write(
        "many.pl",
        "% hstar rules 1\n% about: 8-puzzle\ncost_1_rule_1(S):- onrow(S,A,I),onrow(S,B,J),onrow(S,C,K),onrow(S,D,L),\
         distinct_indices(I,J),distinct_indices(J,K),distinct_indices(K,L).\n",
    );
    place.run(&["rules", "test", "many.pl"]).expect(34).complains("can hold in more than a million ways");
}

#[test]
fn rules_guide_searches_for_the_puzzle_they_are_about() {
    let place = Place::new("rules-puzzle8-solve");
    place.run(&["rules", "puzzle8", "--all-states", "--max-body", "3", "--out", "all"]).expect(0);
    let solve = ["solve", "tiles:3x3", "random:3", "--model", "all/rules.pl", "--stats", "stats.jsonl"];
    place.run(&solve).expect(0).says("Search: astar(model)");
    let costs = |place: &Place| -> Vec<u64> {
        let line =
            |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["cost"].as_u64().unwrap();
        place.read("stats.jsonl").lines().map(line).collect()
    };
    let by_rules = costs(&place);
    place.run(&[&solve[..], &["--search", "ida(model)"]].concat()).expect(0);
    assert_eq!(costs(&place), by_rules, "rules from all states never say too much");
    place.run(&["solve", "tiles:3x3", "random:3", "--stats", "stats.jsonl"]).expect(0);
    assert_eq!(costs(&place), by_rules);
    place.run(&[&solve[..], &["--search", "gbfs(model)"]].concat()).expect(0);
    place
        .run(&[&solve[..], &["--search", "gbfs(model@adaptive:40)"]].concat())
        .expect(33)
        .complains("rules say nothing of how sure they are");
    // hstar eval takes what hstar rules test takes.
    place.write("states.csv", "\"[1, 0, 2, 3, 4, 5, 6, 7, 8]\",1\n");
    place.run(&["eval", "all/rules.pl", "states.csv"]).expect(0).says("On 1 state of states.csv:");
}

#[test]
fn explain_prints_rules_with_the_names_of_the_file() {
    let place = Place::new("rules-puzzle8-names");
    place.write(
        "rules.pl",
        "% hstar rules 1\n% about: 8-puzzle\n% by hand\n\
         cost_1_rule_7(S):- tile(T),not_inplace_clause(S,T).\n\
         cost_2_rule_40(S):- tile3(T),indx1(I),onrow(S,T,I).\n",
    );
    place
        .run(&["explain", "rules.pl"])
        .expect(0)
        .says("2 rules")
        .says("% about: 8-puzzle")
        .says("% by hand")
        .says("cost_2_rule_40(S):- tile3(T),indx1(I),onrow(S,T,I).");
    place
        .run(&["explain", "rules.pl", "[3, 1, 2, 0, 4, 5, 6, 7, 8]"])
        .expect(0)
        .says("[3, 1, 2, 0, 4, 5, 6, 7, 8]: 2, since tile 3 lies on square 1 (cost_2_rule_40); a cheapest plan costs 1");
    place.write("states.csv", "\"[3, 1, 2, 0, 4, 5, 6, 7, 8]\",1\n");
    let said = place.run(&["explain", "rules.pl", "states.csv"]).expect(0).stdout;
    assert!(said.contains("cost_2_rule_40"), "{said}");
}
