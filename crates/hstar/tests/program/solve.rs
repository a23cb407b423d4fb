//! `hstar solve`

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{LIMITS_MEMORY, Place, Run};

/// The objects that a run with these arguments writes with `--stats`, one for each instance.
fn stats(place: &Place, code: i32, arguments: &[&str]) -> Vec<Value> {
    place.run(&[&["solve", "--stats", "stats.jsonl"], arguments].concat()).expect(code);
    place.read("stats.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn all(stats: &[Value], key: &str) -> Vec<Value> {
    stats.iter().map(|object| object[key].clone()).collect()
}

#[test]
fn easy_instances_of_korf_cost_what_he_said_and_take_as_many_nodes() {
    let place = Place::new("solve-korf");
    let run = place.run(&["solve", "tiles:4x4", "korf100:79,12,42", "--search", "ida(md)"]).expect(0);
    assert_eq!(run.stderr, "");
    let rows: Vec<Vec<&str>> = run.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["Space:", "tiles:4x4"]);
    assert_eq!(rows[1], ["Search:", "ida(md)"]);
    assert_eq!(rows[2], ["instance", "cost", "optimal", "expanded", "generated", "time", "nodes/s"]);
    assert_eq!(rows[3][..5], ["79", "42", "42", "262911", "540859"]);
    assert_eq!(rows[4][..5], ["12", "45", "45", "269709", "546343"]);
    assert_eq!(rows[5][..3], ["42", "42", "42"]);
    assert!(run.stdout.contains("\nSolved 3 of 3; mean cost 43.00, mean generated "), "{}", run.stdout);
    run.says("Costs: all 3 those given as optimal");
}

#[test]
fn all_optimal_searches_agree_and_the_others_find_plans() {
    let place = Place::new("solve-agree");
    let costs = |search| all(&stats(&place, 0, &["tiles:3x3", "walk:25:6", "--search", search]), "cost");
    let least = costs("ida(lc)");
    for search in ["ida(md)", "ida(misplaced)", "astar(md)", "astar(lc)", "astar(misplaced)", "astar(blind)"]
    {
        assert_eq!(costs(search), least, "{search}");
    }
    for search in ["gbfs(md)", "wastar(md, w=2)", "wastar(lc, w=5)"] {
        let found = costs(search);
        assert!(found.iter().zip(&least).all(|(found, least)| found.as_u64() >= least.as_u64()), "{search}");
    }
}

#[test]
fn databases_give_the_same_costs_and_are_kept() {
    let place = Place::new("solve-tables");
    for (space, plain, databases) in [
        ("tiles:3x3", "ida(md)", "ida(pdb(4-4))"),
        ("tiles:3x4", "ida(lc)", "ida(pdb([1,2,4],[3,5,6]))"),
        ("pancake:7", "ida(gap)", "ida(pdb([0,1,2],[4,5,6]))"),
        ("blocks:5", "ida(exact)", "astar(pdb([1,2],[3]))"),
    ] {
        let arguments = [space, "walk:12:4", "--tables", "tables", "--search"];
        let costs = |search| all(&stats(&place, 0, &[&arguments[..], &[search]].concat()), "cost");
        let least = costs(plain);
        assert_eq!(costs(databases), least, "{space}");
        assert_eq!(costs(databases), least, "{space}, kept");
    }
    assert!(std::fs::read_dir(place.path("tables")).unwrap().count() >= 6);
}

#[test]
fn damaged_tables_are_told_and_built_again() {
    let place = Place::new("solve-damaged");
    for (space, search) in [("tiles:3x3", "ida(pdb(4-4))"), ("pancake:7", "ida(pdb([0,1,2],[4,5,6]))")] {
        let run =
            || place.run(&["solve", space, "walk:12:1", "--tables", "tables", "--search", search]).expect(0);
        assert_eq!(run().stderr, "");
        for entry in std::fs::read_dir(place.path("tables")).unwrap() {
            let path = entry.unwrap().path();
            let mut bytes = std::fs::read(&path).unwrap();
            *bytes.last_mut().unwrap() ^= 1;
            std::fs::write(&path, bytes).unwrap();
        }
        run().complains("was damaged; it has been built again");
        assert_eq!(run().stderr, "");
        std::fs::remove_dir_all(place.path("tables")).unwrap();
    }
}

#[test]
fn every_space_has_a_default_search_and_pictures() {
    let place = Place::new("solve-spaces");
    for (space, moves) in [
        ("tiles:3x3", "Moves (the blank goes): "),
        ("pancake:9", "Moves (so many pancakes are turned over): "),
        ("blocks:7", "Moves (block>onto, 0 for the table): "),
    ] {
        let run = place.run(&["solve", space, "random:2", "--show"]).expect(0);
        assert_eq!(run.stdout.matches(moves).count(), 2, "{}", run.stdout);
        assert!(run.stdout.contains("Solved 2 of 2;"), "{}", run.stdout);
    }
}

#[test]
fn a_single_state_is_solved_and_its_moves_are_told() {
    let place = Place::new("solve-state");
    let run = place.run(&["solve", "tiles:3x3", "1 4 2 3 0 5 6 7 8", "--show"]).expect(0);
    run.says("│  1 │  4 │  2 │").says("Moves (the blank goes): up left");
    place
        .run(&["solve", "pancake:4", "1,0,2,3", "--show"])
        .expect(0)
        .says("Moves (so many pancakes are turned over): 2");
    place
        .run(&["solve", "tiles:3x3", "0 1 2 3 4 5 6 7 8", "--show"])
        .expect(0)
        .says("Moves (the blank goes):");
}

#[test]
fn instances_of_files_are_read_and_their_costs_compared() {
    let place = Place::new("solve-file");
    place.write(
        "with-costs.csv",
        "state,cost\n\"[1, 0, 2, 3, 4, 5, 6, 7, 8]\",1\n\"[1, 4, 2, 3, 0, 5, 6, 7, 8]\",2\n",
    );
    place
        .run(&["solve", "tiles:3x3", "with-costs.csv"])
        .expect(0)
        .says("Costs: all 2 those given as optimal");
    place.write("plain.csv", "# mine\n1,0,2,3,4,5,6,7,8\n1,4,2,3,0,5,6,7,8\n");
    let run = place.run(&["solve", "tiles:3x3", "plain.csv"]).expect(0);
    assert!(!run.stdout.contains("optimal"), "{}", run.stdout);
    place.write("wrong.csv", "1,0,2,3,4,5,6,7,8,3\n1,4,2,3,0,5,6,7,8,0\n");
    let run = place.run(&["solve", "tiles:3x3", "wrong.csv"]).expect(0);
    assert!(run.stdout.contains("  ! 2 less than optimal\n"), "{}", run.stdout);
    assert!(run.stdout.contains("  ! 2 more than optimal\n"), "{}", run.stdout);
    run.says("Costs: 2 of 2 not those given as optimal")
        .complains("warning: instance 1 is said to cost 3, but its cheapest plan costs 1");
    place
        .run(&["solve", "tiles:3x3", "wrong.csv", "--stats", "wrong.csv"])
        .expect(36)
        .complains("would replace");
    assert!(place.read("wrong.csv").starts_with("1,0,2"));
}

#[test]
fn the_same_seed_gives_the_same_instances_however_many_there_are() {
    let place = Place::new("solve-seed");
    let generated =
        |instances, seed| all(&stats(&place, 0, &["tiles:3x3", instances, "--seed", seed]), "generated");
    let five = generated("random:5", "7");
    assert_eq!(generated("random:5", "7"), five);
    assert_eq!(generated("random:3", "7"), five[..3]);
    assert_ne!(generated("random:5", "8"), five);
    let walks = generated("walk:30:4", "7");
    assert_eq!(generated("walk:30:2", "7"), walks[..2]);
}

#[test]
fn threads_change_neither_cost_nor_length() {
    let place = Place::new("solve-threads");
    let run = |threads| {
        let arguments = ["tiles:4x4", "korf100:79,12", "--search", "ida(md)", "--threads", threads];
        let stats = stats(&place, 0, &arguments);
        (all(&stats, "cost"), all(&stats, "plan_length"))
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn a_table_of_states_does_not_change_costs() {
    let place = Place::new("solve-remembering");
    for (space, plain, with_table) in [
        ("tiles:3x4", "ida(md)", "ida(md, table=1M)"),
        ("tiles:3x4", "ida(md)", "ida(lc, table=0.5K)"),
        ("pancake:12", "ida(gap)", "ida(gap, table=1M)"),
        ("blocks:7", "ida(exact)", "ida(misplaced, table=1M)"),
    ] {
        let arguments = [space, "walk:40:3", "--search"];
        let costs = |search: &[&str]| all(&stats(&place, 0, &[&arguments[..], search].concat()), "cost");
        let least = costs(&[plain]);
        assert_eq!(costs(&[with_table]), least, "{with_table}");
        assert_eq!(costs(&[with_table, "--threads", "2"]), least, "{with_table}");
    }
}

#[test]
fn stats_are_one_object_for_each_instance_with_the_keys_of_plan() {
    let place = Place::new("solve-stats");
    let plan = place.stats(&["to-c.pddl"]);
    // Beside what a run took, that of plan has its answer.
    let answer = ["plan", "plan_file", "plans", "optimal", "pruned", "error"];
    let keys = plan.as_object().unwrap().keys();
    let plan: Vec<&String> = keys.filter(|key| !answer.contains(&key.as_str())).collect();
    let solved = stats(&place, 0, &["tiles:3x3", "random:3", "--seed", "5"]);
    assert_eq!(solved.len(), 3);
    for object in &solved {
        assert_eq!(object.as_object().unwrap().keys().collect::<Vec<_>>(), plan);
        assert_eq!(
            (&object["status"], &object["seed"], &object["search"]),
            (&"solved".into(), &5.into(), &"ida(lc)".into())
        );
        assert_eq!(object["cost"], object["plan_length"]);
        assert!(object["total_s"].as_f64() >= object["search_s"].as_f64());
    }
    let listed = stats(&place, 0, &["tiles:3x3", "1 0 2 3 4 5 6 7 8"]);
    assert_eq!(all(&listed, "seed"), [Value::Null]);
    let refused = stats(&place, 33, &["tiles:3x3", "random:3", "--search", "ida(mdd)"]);
    assert_eq!(all(&refused, "status"), ["input-error"]);
    place
        .run(&["solve", "tiles:3x3", "random:1", "--stats", "nowhere/stats"])
        .expect(32)
        .complains("cannot write");
}

#[test]
fn limits_hold_for_each_instance_and_have_their_codes() {
    let place = Place::new("solve-limits");
    let hard = ["tiles:5x5", "korf50:1,2", "--search"];
    for (code, status, arguments) in [
        (12, "expansion-limit", &["ida(md)", "--max-expansions", "1000"][..]),
        (12, "evaluation-limit", &["ida(md)", "--max-evaluations", "1000"]),
        (12, "cost-limit", &["ida(md)", "--max-cost", "60"]),
        (23, "time-limit", &["ida(md)", "--time-limit", "0.1"]),
        (23, "time-limit", &["astar(md)", "--time-limit", "0.1"]),
        (22, "memory-limit", &["astar(md)", "--memory-limit", "1M"]),
    ] {
        if status == "memory-limit" && !LIMITS_MEMORY {
            continue;
        }
        let stats = stats(&place, code, &[&hard[..], arguments].concat());
        assert_eq!(all(&stats, "status"), [status, status], "{arguments:?}");
    }
    let run = place.run(&["solve", "tiles:4x4", "korf100:88,79", "--max-expansions", "500000"]).expect(12);
    assert!(run.stdout.contains("  limit on expansions\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\nSolved 1 of 2; mean cost 42.00"), "{}", run.stdout);
    place.run(&["solve", "tiles:4x4", "korf100:79", "--max-cost", "42"]).expect(0);
    place.run(&["solve", "tiles:4x4", "korf100:79", "--max-cost", "41"]).expect(12);
}

#[test]
fn building_pattern_databases_heeds_time_and_memory() {
    let place = Place::new("solve-building");
    let solve = ["solve", "tiles:4x4", "korf100:1", "--tables", "tables", "--search", "ida(pdb(7-8))"];
    let start = Instant::now();
    let run = place.run(&[&solve[..], &["--time-limit", "0.2"]].concat()).expect(23);
    run.complains("time limit reached while making pdb");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    if LIMITS_MEMORY {
        let run = place.run(&[&solve[..], &["--memory-limit", "100M"]].concat()).expect(22);
        run.complains("memory limit reached while making pdb");
    }
    assert!(!place.has("tables"));
}

#[test]
fn what_is_wrong_is_told_with_what_would_be_right() {
    let place = Place::new("solve-errors");
    place.write("bad.csv", "state,cost\n1,0,2,3,4,5,6,7,8,1\n1,0,2,3,4,5,6,7,7,1\n");
    place.write("odd.csv", "0,2,1,3,4,5,6,7,8\n");
    place.write("empty.csv", "# nothing\n");
    let state = "1 0 2 3 4 5 6 7 8";
    for (code, arguments, complaint) in [
        (36, &["tils:3x3", state][..], "unknown space `tils`\n  = help: did you mean `tiles`?"),
        (36, &["rubik:3", state], "known: tiles:RxC, pancake:N, blocks:N"),
        (
            36,
            &["tiles", state],
            "`tiles` has no size\n  = help: it is tiles:RxC, each of R and C from 3 to 6",
        ),
        (36, &["tiles:2x2", state], "there is no `tiles:2x2`"),
        (
            36,
            &["pancake:33", state],
            "there is no `pancake:33`\n  = help: it is pancake:N, with N from 2 to 32",
        ),
        (36, &["blocks:0", state], "there is no `blocks:0`"),
        (
            36,
            &["tiles:3x3", "korf100"],
            "korf100 is for tiles:4x4, not for tiles:3x3\n  = help: hstar solve tiles:4x4 korf100",
        ),
        (36, &["tiles:4x4", "korf100:99-101"], "korf100: `99-101` is not within 1 to 100"),
        (36, &["tiles:4x4", "korf100:a"], "`a` is neither a number nor a range such as 1-10"),
        (36, &["tiles:3x3", "random"], "it is random:N or walk:STEPS:N, with numbers from 1 to 1000000"),
        (36, &["tiles:3x3", "random:0"], "wrong instances `random:0`"),
        (36, &["tiles:3x3", "walk:5"], "wrong instances `walk:5`"),
        (36, &["tiles:3x3", state, "--threads", "0"], "--threads"),
        (
            36,
            &["tiles:3x3", state, "--search", "astar(md)", "--threads", "2"],
            "--threads is only for ida, not for astar(md)",
        ),
        (36, &["tiles:3x3", state, "--search", "gbfs(md)", "--max-cost", "2"], "--max-cost is only for ida"),
        (31, &["tiles:3x3", "missing.csv"], "cannot read missing.csv: "),
        (31, &["tiles:4x4", "korf10"], "instances are korf100, FILE, "),
        (31, &["tiles:3x3", "empty.csv"], "empty.csv: there are no instances in it"),
        (31, &["tiles:3x3", "bad.csv"], "bad.csv: line 3: tile 7 is there twice"),
        (31, &["tiles:3x3", "1 2 3"], "the instance: 3 numbers for 9 cells (row by row, 0 for the blank)"),
        (31, &["tiles:3x3", "1 0 2 3 4 5 6 7 9"], "there is no tile 9, only 0 to 8"),
        (31, &["tiles:3x3", "1 0 2 3 4 5 6 7 x"], "`x` is not the number of a tile"),
        (31, &["pancake:4", "0 1 2 2"], "the instance: "),
        (31, &["blocks:3", "2 3 1"], "the instance: "),
        (11, &["tiles:3x3", "0 2 1 3 4 5 6 7 8"], "no moves lead from here to the goal"),
        (11, &["tiles:3x3", "odd.csv"], "odd.csv: line 1: no moves lead from here to the goal"),
        (
            33,
            &["tiles:3x3", state, "--search", "ida(mdd)"],
            "unknown heuristic `mdd`\n  --search ida(mdd)\n               ^^^\n  = help: did you mean `md`?",
        ),
        (33, &["tiles:3x3", state, "--search", "ida(gap)"], "known: md, lc, misplaced, pdb, blind"),
        (33, &["pancake:9", "random:1", "--search", "ida(md)"], "known: gap, pdb, blind"),
        (33, &["tiles:3x3", state, "--search", "ida(md(3))"], "`md` has no options"),
        (33, &["tiles:3x3", state, "--search", "lazy(md)"], "`lazy` is a search for planning tasks"),
        (
            33,
            &["tiles:3x3", state, "--search", "ida(pdb(4-5))"],
            "`4-5` is neither the number of a tile nor a partition with a name (4-4)",
        ),
        (
            33,
            &["tiles:3x3", state, "--search", "ida(md, table=0)"],
            "this value does not fit\n  --search ida(md, table=0)\n                   ^^^^^^^\n  = help: an amount of memory",
        ),
        (33, &["tiles:3x3", state, "--search", "astar(md, table=1M)"], "`astar` has no option `table`"),
        (33, &["tiles:3x3", state, "--search", "ida(pdb)"], "takes a partition of the tiles"),
        (33, &["pancake:9", "random:1", "--search", "ida(pdb([1,2],[2,3]))"], "= help: it is written pdb("),
    ] {
        place.run(&[&["solve"], arguments].concat()).expect(code).complains(complaint);
    }
    place.run(&["plan", "to-c.pddl", "--search", "ida(md)"]).expect(33).complains("hstar solve knows it");
}

#[test]
fn gpus_are_asked_for_what_they_know() {
    let place = Place::new("solve-on-gpu");
    let solve = |space: &'static str, search: &'static str| {
        place.run(&["solve", space, "random:1", "--search", search, "--device", "cuda:0"])
    };
    for (space, search) in [
        ("tiles:4x4", "ida(md)"),
        ("tiles:3x3", "astar(pdb(4-4))"),
        ("tiles:3x3", "ida(pdb(4-4), table=64M)"),
        ("pancake:9", "ida(pdb([0,1,2]))"),
    ] {
        solve(space, search)
            .expect(36)
            .complains("is a search for the processor: leave --device cuda:0 away");
    }
    place
        .run(&["solve", "tiles:3x3", "random:1", "--device", "gpu"])
        .expect(36)
        .complains("expected cpu, or cuda:0");
    if !cfg!(feature = "cuda") {
        solve("tiles:3x3", "ida(pdb(4-4))")
            .expect(34)
            .complains("this hstar was built without support for GPUs");
    }
}

#[test]
fn instances_become_pddl_that_can_be_planned_at_the_same_cost() {
    let place = Place::new("solve-pddl");
    for (space, folder) in [("tiles:3x3", "tiles"), ("pancake:4", "pancakes"), ("blocks:4", "towers")] {
        let instances = [space, "walk:6:2", "--seed", "3"];
        place.run(&[&["solve"], &instances[..], &["--pddl", folder]].concat()).expect(0);
        let costs = all(&stats(&place, 0, &instances), "cost");
        for (number, cost) in costs.iter().enumerate() {
            let problem = format!("{folder}/p{:03}.pddl", number + 1);
            assert_eq!(place.stats(&[&problem, "--search", "astar(blind)"])["cost"], *cost, "{space}");
        }
        let again = [&["solve"], &instances[..3], &["4", "--pddl", folder]].concat();
        place.run(&again).expect(36).complains("is there and differs");
    }
}

#[test]
fn another_goal_is_kept_in_all_that_is_told() {
    let place = Place::new("solve-goal");
    let near = ["solve", "tiles:3x3", "1 2 3 4 5 6 0 7 8", "--goal", "blank-last"];
    let run = place.run(&[&near[..], &["--show"]].concat()).expect(0);
    assert!(run.stdout.contains("Goal:\n┌────┬────┬────┐\n│  1 │  2 │  3 │\n"), "{}", run.stdout);
    run.says("│    │  7 │  8 │").says("Moves (the blank goes): right right");
    // By whatever heuristic, also one of patterns that are named by the user's tiles.
    for search in ["ida(md)", "ida(lc)", "ida(misplaced)", "astar(md)", "ida(pdb([1,2,3,4],[5,6,7,8]))"] {
        let run = [
            "solve",
            "tiles:3x3",
            "8 6 7 2 5 4 3 0 1",
            "--goal",
            "blank-last",
            "--search",
            search,
            "--tables",
            "t",
        ];
        assert_eq!(all(&stats(&place, 0, &run[1..]), "cost"), [31], "{search}");
    }
    place.run(&[&near[..], &["--pddl", "tiles"]].concat()).expect(0);
    assert_eq!(place.stats(&["tiles/p001.pddl", "--search", "astar(blind)"])["cost"], 2);
    let written_out =
        place.run(&["solve", "tiles:3x3", "1 2 3 4 5 6 0 7 8", "--goal", "1 2 3 4 5 6 7 8 0"]).expect(0);
    assert!(written_out.stdout.contains("Solved 1 of 1;"), "{}", written_out.stdout);
}

#[test]
fn boards_that_do_not_lead_to_the_goal_are_told_with_it_and_with_one_they_lead_to() {
    let place = Place::new("solve-no-goal");
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
    place
        .run(&["solve", "tiles:4x4", board])
        .expect(11)
        .complains("no moves lead from here to the goal")
        .complains("The goal:\n┌────┬────┬────┬────┐\n│    │  1 │  2 │  3 │\n")
        .complains("= help: moves lead from here to another goal: --goal blank-last");
    place.run(&["solve", "tiles:4x4", board, "--goal", "blank-last"]).expect(0);
    let wrong = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";
    place
        .run(&["solve", "tiles:4x4", wrong, "--goal", "blank-last"])
        .expect(11)
        .complains("│ 13 │ 14 │ 15 │    │\n")
        .complains("--goal blank-first");
}

#[test]
fn goals_that_are_not_understood_are_refused() {
    let place = Place::new("solve-wrong-goal");
    for (space, instances, goal, complaint) in [
        ("tiles:3x3", "random:1", "1 2 3 8 0 4 7 6 5", "its blank is in no corner"),
        ("tiles:3x3", "random:1", "blank-middle", "= help: it is blank-first, blank-last, "),
        ("tiles:4x4", "korf100:1", "blank-last", "the instances of korf100 have a goal of their own"),
        ("pancake:4", "random:1", "blank-last", "pancake:4 has only one goal"),
        ("tiles:9x9", "random:1", "blank-last", "there is no `tiles:9x9`"),
    ] {
        place.run(&["solve", space, instances, "--goal", goal]).expect(36).complains(complaint);
    }
}

#[test]
fn help_tells_all_spaces_heuristics_and_sets() {
    let place = Place::new("solve-help");
    let output = place.command(&["solve", "--help"]).env("COLUMNS", "200").output().unwrap();
    let help = Run::new(output).expect(0).stdout;
    let (_, fixed) = help.split_once("\nExamples:\n").unwrap();
    assert!(fixed.lines().all(|line| line.chars().count() <= 80), "{fixed}");
    for part in [
        "tiles:RxC",
        "pancake:N",
        "blocks:N",
        "korf100",
        "korf50",
        "\n  ida(H, table=64M)",
        "\nGoals of tiles:\n",
        "\n  blank-last ",
        "\n  md ",
        "\n  gap ",
        "random:N",
    ] {
        assert!(fixed.contains(part), "`{part}` is not in\n{fixed}");
    }
    assert!(help.contains("Stop an instance after this time"), "{help}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_done() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let place = Place::new("solve-interrupt");
    place.write("two.csv", &format!("{}\n{}\n", GOAL_OF_24, HARD_24));
    let mut command = place.command(&[
        "solve",
        "tiles:5x5",
        "two.csv",
        "--search",
        "ida(md)",
        "--stats",
        "s.jsonl",
        "--time-limit",
        "1m",
    ]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("       1") {
        line.clear();
        assert!(stdout.read_line(&mut line).unwrap() > 0);
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.contains("  interrupted\n") && rest.contains("\nSolved 1 of 2; "), "{rest}");
    let stats = place.read("s.jsonl");
    assert!(stats.lines().count() == 2 && stats.contains("\"interrupted\""), "{stats}");
}

#[cfg(unix)]
const GOAL_OF_24: &str = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24";
#[cfg(unix)]
const HARD_24: &str = "14,5,9,2,18,8,23,19,12,17,15,0,10,20,4,6,11,21,1,7,24,3,16,22,13";
