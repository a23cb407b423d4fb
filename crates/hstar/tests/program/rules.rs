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
fn rules_call_what_they_define_where_the_bias_allows_it() {
    let place = place("rules-recursive");
    let bias =
        "enable_recursion.\nhead_pred(ancestor,2).\nbody_pred(parent,2).\nmax_vars(3).\nmax_body(3).\n";
    let known = "parent(ann,bob). parent(bob,cat). parent(cat,dan). parent(dan,eve). parent(fay,gus).\n";
    let examples = "\
pos(ancestor(ann,bob)). pos(ancestor(ann,cat)). pos(ancestor(ann,dan)). pos(ancestor(ann,eve)). pos(ancestor(bob,eve)).
neg(ancestor(bob,ann)). neg(ancestor(ann,gus)). neg(ancestor(fay,eve)). neg(ancestor(eve,eve)). neg(ancestor(cat,bob)).
";
    place.write("family/bk.pl", known);
    place.write("family/bias.pl", bias);
    place.write("family/exs.pl", examples);
    let said = place.run(&["rules", "learn", "family"]).expect(0).stdout;
    for part in
        ["ancestor(V0,V1):- parent(V0,V1).\n", "),ancestor(", "Size 5: holds for 5 of 5 positive examples"]
    {
        assert!(said.contains(part), "{said}");
    }
    // Rules as large as there are examples are not worth it where examples may be wrong.
    let said = place.run(&["rules", "learn", "family", "--noisy"]).expect(0).stdout;
    assert!(said.contains("Description length 5: ") && !said.contains(":-"), "{said}");

    let bias = "enable_pi.\nmax_clauses(3).\nhead_pred(relative,2).\nbody_pred(father,2).\nbody_pred(mother,2).\nmax_vars(3).\nmax_body(2).\n";
    place.write("family/bk.pl", "father(a,b). mother(b,c). mother(d,e). father(e,f). father(g,h). father(h,i). mother(j,k). mother(k,l).\n");
    place.write("family/bias.pl", bias);
    let examples = "pos(relative(a,c)). pos(relative(d,f)). pos(relative(g,i)). pos(relative(j,l)).
neg(relative(a,b)). neg(relative(b,a)). neg(relative(c,a)). neg(relative(a,f)). neg(relative(j,k)).\n";
    place.write("family/exs.pl", examples);
    let said = place.run(&["rules", "learn", "family"]).expect(0).stdout;
    place.run(&["rules", "learn", "family", "--noisy"]).expect(34).complains("predicates of their own");
    for part in ["inv1(", "Size 7: ", "no smaller program with one predicate of its own or none does that"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn what_no_rule_can_tell_apart_is_named_with_what_limits_rules() {
    let place = place("rules-none");
    let said = place.run(&["rules", "learn", "family", "--max-vars", "2"]).expect(11).stdout;
    let alike = "Not covered: grandparent(eve,gus); every body that holds for it holds for grandparent(";
    assert!(said.contains(alike), "{said}");
    assert!(said.contains("= help: rules have at most 2 variables (--max-vars)"), "{said}");
}

#[test]
fn where_examples_may_be_wrong_the_shortest_description_is_found() {
    let place = place("rules-noisy");
    // Each grandparent is told apart from what is not one, but for one example.
    let examples: String = ["ann", "eve"]
        .iter()
        .flat_map(|old| {
            (0..5).map(move |number| format!("pos(senior({old}{number})). neg(senior(kid{old}{number})).\n"))
        })
        .collect();
    let known: String = ["ann", "eve"]
        .iter()
        .flat_map(|old| (0..5).map(move |number| format!("grey({old}{number}). tall(kid{old}{number}).\n")))
        .collect();
    place.write("family/bk.pl", &known);
    place.write(
        "family/bias.pl",
        "head_pred(senior,1).\nbody_pred(grey,1).\nbody_pred(tall,1).\nmax_vars(1).\n",
    );
    place.write("family/exs.pl", &(examples + "pos(senior(kidann9)). neg(senior(ann0)).\n"));
    let run = |threads: &str| {
        place.run(&["rules", "learn", "family", "--noisy", "--threads", threads]).expect(0).stdout
    };
    let said = run("1");
    assert!(said.contains("senior(V0):- grey(V0)."), "{said}");
    assert!(said.contains("Description length 4: no program has a smaller one"), "{said}");
    assert!(said.contains("Size 2, tp 10, fn 1, tn 10, fp 1"), "{said}");
    let rules = |said: &str| said.lines().filter(|line| line.contains(":-")).count();
    assert_eq!(rules(&said), rules(&run("2")));
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    let place = place("rules-wrong");
    place.write("family/bias.pl", "head_pred(grandparent,2).\nbody_pred(parent,2.\n");
    let said = place.run(&["rules", "learn", "family"]).expect(31).stderr;
    assert!(said.contains("bias.pl:2:"), "{said}");
    assert!(place.run(&["rules", "learn", "nowhere"]).expect(31).stderr.contains("as Popper reads them"));
}

#[test]
fn without_a_positive_example_there_is_nothing_to_learn() {
    let place = place("rules-nothing");
    for examples in ["", "% none yet\n", "neg(grandparent(ann,bob)).\n"] {
        place.write("family/exs.pl", examples);
        let run = place.run(&["rules", "learn", "family"]).expect(31);
        run.complains("there is nothing to learn: family/exs.pl has no positive example")
            .complains("pos(grandparent(…)).");
    }
}
