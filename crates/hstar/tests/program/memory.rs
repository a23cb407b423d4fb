//! Memory that is not there: whatever is done ends in order, where the operating system tells what there is.

use std::process::Command;

use crate::support::{LIGHTS, Place, Run, forty_lights};

/// Runs the program with `megabytes` megabytes of address space.
fn run_within(place: &Place, megabytes: u32, arguments: &[&str]) -> Run {
    let limited = format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes << 10);
    let mut command = Command::new("sh");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_hstar")]).args(arguments).current_dir(place.path(""));
    Run::new(command.output().unwrap())
}

#[test]
fn a_network_that_is_too_large_is_refused_before_it_is_made() {
    let place = Place::new("memory-network");
    place.run(&["generate", "blocksworld", "--blocks", "4", "--count", "2", "--out", "blocks"]).expect(0);
    place.run(&["data", "blocks", "--out", "blocks.parquet"]).expect(0);
    for hidden in ["100000,100000", "18446744073709551615", "4294967296,4294967296,4294967296"] {
        place
            .run(&["learn", "g.hstar", "blocks.parquet", "--hidden", hidden])
            .expect(22)
            .complains("of memory, and there is not as much")
            .complains("= help: take fewer or narrower layers");
    }
    place
        .run(&["learn", "g.hstar", "blocks.parquet", "--hidden", "3000,3000", "--memory-limit", "200M"])
        .expect(22)
        .complains("training this network takes 0.");
    place.run(&["learn", "g.hstar", "blocks.parquet", "--steps", "2"]).expect(0);
}

#[test]
fn a_table_that_is_too_large_is_refused_before_it_is_made() {
    let place = Place::new("memory-table");
    let run = place.run(&["solve", "tiles:3x3", "random:1", "--search", "ida(md, table=900000G)"]).expect(22);
    run.complains("there is no memory left for the table");
    place
        .run(&["solve", "tiles:3x3", "random:1", "--memory-limit", "1G", "--search", "ida(md, table=2G)"])
        .expect(22)
        .complains("there is no memory left for the table of ida(md, table=2G)");
}

#[test]
fn searches_end_in_order_where_the_address_space_does() {
    let place = Place::new("memory-search");
    place.write("domain.pddl", LIGHTS);
    place.write("forty.pddl", &forty_lights());
    for megabytes in [100, 200] {
        for search in ["astar(blind)", "gbfs(blind)", "lazy(blind)"] {
            let run = run_within(&place, megabytes, &["plan", "forty.pddl", "--search", search]);
            // Threads that begin take address space for a moment, also before the search.
            assert!([20, 22].contains(&run.code), "{}: {}", run.code, run.stderr);
            assert!((run.stdout + &run.stderr).contains("memory limit"));
        }
        let run = run_within(&place, megabytes, &["solve", "tiles:5x5", "korf50:1", "--search", "astar(md)"]);
        assert!(run.expect(22).stdout.contains("memory limit"));
    }
}
