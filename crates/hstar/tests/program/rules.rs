//! `hstar rules`: programs from examples.

use crate::support::Place;

const KNOWN: &str = "\
parent(ann,bob). parent(bob,cat). parent(bob,dan). parent(eve,fay). parent(fay,gus).
old(ann). old(eve).
";
const BIAS: &str =
    "head_pred(grandparent,2).\nbody_pred(parent,2).\nbody_pred(old,1).\nmax_vars(3).\nmax_body(3).\n";
const EXAMPLES: &str = "\
pos(grandparent(ann,cat)). pos(grandparent(ann,dan)). pos(grandparent(eve,gus)).
neg(grandparent(ann,bob)). neg(grandparent(bob,cat)). neg(grandparent(eve,cat)). neg(grandparent(ann,gus)).
";

fn place(test: &str) -> Place {
    let place = Place::new(test);
    place.write("family/bk.pl", KNOWN);
    place.write("family/bias.pl", BIAS);
    place.write("family/exs.pl", EXAMPLES);
    place
}

#[test]
fn the_smallest_program_is_found_and_said_to_be_the_smallest() {
    place("rules-smallest")
        .run(&["rules", "learn", "family"])
        .expect(0)
        .says("Examples: 3 positive, 4 negative")
        .says("grandparent(V0,V1):- parent(V0,V2),parent(V2,V1).")
        .says("Size 3: holds for 3 of 3 positive examples and for no negative one; no smaller program does that");
}

#[test]
fn what_no_rule_can_tell_apart_is_named_with_what_limits_rules() {
    let place = place("rules-none");
    let said = place.run(&["rules", "learn", "family", "--max-vars", "2"]).expect(11).stdout;
    assert!(said.contains("Not covered: grandparent(ann,cat)"), "{said}");
    assert!(said.contains("at most 2 variables and 3 literals"), "{said}");
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    let place = place("rules-wrong");
    place.write("family/bias.pl", "head_pred(grandparent,2).\nbody_pred(parent,2.\n");
    let said = place.run(&["rules", "learn", "family"]).expect(31).stderr;
    assert!(said.contains("bias.pl:2:"), "{said}");
    assert!(place.run(&["rules", "learn", "nowhere"]).expect(31).stderr.contains("as Popper reads them"));
}
