use proptest::prelude::*;

use super::{read, write};
use crate::{Fact, Task};

fn text_of(task: &Task) -> String {
    let mut text = Vec::new();
    write(task, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Two lamps; a derived variable tells whether both are lit.
const LAMPS: &str = "\
begin_version
3
end_version
begin_metric
1
end_metric
3
begin_variable
var0
-1
2
Atom lit(a)
NegatedAtom lit(a)
end_variable
begin_variable
var1
-1
2
Atom lit(b)
NegatedAtom lit(b)
end_variable
begin_variable
var2
0
2
Atom bright()
NegatedAtom bright()
end_variable
1
begin_mutex_group
2
0 1
1 1
end_mutex_group
begin_state
1
0
1
end_state
begin_goal
1
2 0
end_goal
2
begin_operator
light a
1
1 0
1
0 0 1 0
5
end_operator
begin_operator
toggle b
0
2
1 0 0 1 -1 1
2 0 1 2 1 1 -1 0
7
end_operator
1
begin_rule
2
0 0
1 0
2 1 0
end_rule
";

#[test]
fn a_file_is_read_as_it_says() {
    let task = read(LAMPS).unwrap();
    assert!(task.has_costs);
    assert_eq!(task.variables.layers, [None, None, Some(0)]);
    assert_eq!(task.variables.fact_name(Fact { variable: 1, value: 1 }), "NegatedAtom lit(b)");
    assert_eq!(task.initial, [1, 0, 1]);
    assert_eq!(task.goal, [Fact { variable: 2, value: 0 }]);
    assert_eq!(&task.operators.names[1], "toggle b");
    assert_eq!(
        task.operators.preconditions[0],
        [Fact { variable: 0, value: 1 }, Fact { variable: 1, value: 0 }]
    );
    let effects = &task.operators.effects[1];
    assert_eq!(effects[1].fact, Fact { variable: 1, value: 0 });
    assert_eq!(task.operators.effect_conditions[effects[0].condition as usize].len(), 1);
    assert_eq!(task.operators.effect_conditions[effects[1].condition as usize].len(), 2);
    assert_eq!(task.axioms.heads, [Fact { variable: 2, value: 0 }]);
}

#[test]
fn a_canonical_file_is_rewritten_to_the_byte() {
    assert_eq!(text_of(&read(LAMPS).unwrap()), LAMPS);
}

#[test]
fn white_space_and_windows_line_ends_do_not_matter() {
    let plain = read(LAMPS).unwrap();
    assert_eq!(read(&LAMPS.replace('\n', "\r\n")).unwrap(), plain);
    assert_eq!(read(&format!("{}\n \n", LAMPS.replace('\n', " \t\n"))).unwrap(), plain);
    assert_eq!(read(LAMPS.trim_end()).unwrap(), plain);
}

#[test]
fn without_a_metric_each_operator_costs_one() {
    let task = read(&LAMPS.replace("begin_metric\n1", "begin_metric\n0")).unwrap();
    assert_eq!(task.operators.costs, [1, 1]);
}

#[test]
fn errors_name_the_line_what_was_expected_and_what_was_found() {
    let cases = [
        ("3\nend_version", "2\nend_version", "line 2: expected the version 3, found 2"),
        ("end_metric", "end_mtric", "line 6: expected end_metric, found `end_mtric`"),
        (
            "begin_metric\n1",
            "begin_metric\n2",
            "line 5: expected 0 (each operator costs 1) or 1 (operators have costs), found 2",
        ),
        (
            "var0\n-1\n2",
            "var0\n-2\n2",
            "line 10: expected an axiom layer, or -1 for a variable that is not derived, found `-2`",
        ),
        ("var0\n-1\n2", "var0\n-1\n0", "line 11: expected at least one value, found 0"),
        (
            "var0\n-1\n2",
            "var0\n-1\n99999999999",
            "line 11: expected the number of values of the variable, found `99999999999`",
        ),
        ("var2\n0\n2", "var2\n0\n3", "line 25: expected two values of a derived variable, found 3"),
        (
            "2\n0 1\n1 1\n",
            "2\n0 1\n0 1\n",
            "line 33: expected each fact of a mutex group once, found `0 1` and `0 1`",
        ),
        ("2\n0 1\n1 1\n", "2\n0 1\n3 1\n", "line 33: expected a variable below 3, found 3"),
        ("2\n0 1\n1 1\n", "2\n0 1\n1 2\n", "line 33: expected a value of variable 1 below 2, found 2"),
        ("begin_state\n1", "begin_state\n7", "line 36: expected a value of variable 0 below 2, found 7"),
        (
            "1\n2 0\nend_goal",
            "2\n2 0\n2 1\nend_goal",
            "line 43: expected each variable at most once in the goal, found `2 0` and `2 1`",
        ),
        (
            "1 0\n1\n0 0 1 0",
            "0 0\n1\n0 0 1 0",
            "line 50: expected each variable at most once in the precondition, found `0 0` and `0 1`",
        ),
        (
            "0 0 1 0\n5",
            "0 0 1\n5",
            "line 50: expected an effect: number of conditions, conditions, variable, old value or -1, new value, found `0 0 1`",
        ),
        (
            "0 0 1 0\n5",
            "0 0 1 0 0\n5",
            "line 50: expected an effect: number of conditions, conditions, variable, old value or -1, new value, found `0 0 1 0 0`",
        ),
        (
            "0 0 1 0\n5",
            "4000000000 0 1 0\n5",
            "line 50: expected an effect: number of conditions, conditions, variable, old value or -1, new value, found `4000000000 0 1 0`",
        ),
        (
            "0 0 1 0\n5",
            "0 2 1 0\n5",
            "line 50: expected an effect on a variable that is not derived, found variable 2, which is derived",
        ),
        (
            "1\n0 0 1 0\n5",
            "2\n0 0 1 0\n0 0 1 1\n5",
            "line 51: expected each variable at most once in the unconditional effects, found `0 0` and `0 1`",
        ),
        (
            "1 0\n1\n0 0 1 0",
            "1 0\n1\n0 0 1 0\n0 0 1 0",
            "line 51: expected the cost of the operator, found `0 0 1 0`",
        ),
        (
            "1 0\n2 1 0\n",
            "1 0\n1 1 0\n",
            "line 66: expected a rule for a derived variable, found variable 1, which has no axiom layer",
        ),
        (
            "1 0\n2 1 0\n",
            "1 0\n2 0 1\n",
            "line 66: expected a rule that changes variable 2 from its default value 1, found one from 0 to 1",
        ),
        (
            "2\n0 0\n1 0\n2 1 0",
            "2\n0 0\n2 1\n2 1 0",
            "line 66: expected conditions that layer 0 can rely on, found `2 1`, which a later layer decides",
        ),
        ("end_rule", "end_rule\nmore", "line 68: expected the end of the file, found `more`"),
        (
            "2 1 0\nend_rule\n",
            "",
            "line 66: expected a derived variable, its default value and its derived value, found the end of the file",
        ),
    ];
    for (from, to, message) in cases {
        assert!(LAMPS.contains(from), "{from}");
        let error = read(&LAMPS.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn counts_are_not_believed() {
    for count in ["3\nbegin_variable", "1\nbegin_mutex_group", "2\nbegin_operator", "1\nbegin_rule"] {
        let (_, section) = count.split_once('\n').unwrap();
        let error = read(&LAMPS.replace(count, &format!("4294967295\n{section}"))).unwrap_err();
        assert!(error.expected.starts_with("begin_") || error.found == "the end of the file", "{error}");
    }
}

#[test]
fn no_prefix_of_a_file_is_a_file() {
    for end in 0..LAMPS.trim_end().len() {
        assert!(read(&LAMPS[..end]).is_err());
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(task in crate::arbitrary::task()) {
        prop_assert_eq!(read(&text_of(&task)).unwrap(), task);
    }

    #[test]
    fn damaged_files_do_not_panic(position in 0..LAMPS.len(), text in "[ -~\n]{0,4}") {
        let mut damaged = LAMPS.to_owned();
        damaged.insert_str(position, &text);
        let _ = read(&damaged);
    }
}
