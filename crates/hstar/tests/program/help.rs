//! Help worth reading.

use crate::support::Place;

#[test]
fn help_lists_the_exit_codes() {
    let help = Place::new("help").run(&["--help"]).expect(0).stdout;
    for (exit, meaning) in hstar::Exit::TABLE {
        assert!(help.contains(&format!("{:>3}  {meaning}", exit.code())), "{help}");
    }
}

#[test]
fn each_command_has_an_example() {
    let place = Place::new("examples");
    for command in ["plan", "translate", "validate", "demo"] {
        let help = place.run(&[command, "--help"]).expect(0).stdout;
        assert!(help.contains(&format!("\n  hstar {command}")), "{help}");
    }
}

#[test]
fn the_version_is_told() {
    let version = Place::new("version").run(&["--version"]).expect(0).stdout;
    assert_eq!(version, concat!("hstar ", env!("CARGO_PKG_VERSION"), "\n"));
}
