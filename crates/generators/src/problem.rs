//! A problem in the making, and its text.

use std::collections::HashSet;
use std::fmt::Write;

/// Lines of objects are no longer than this.
const WIDTH: usize = 100;

/// A problem in the making: objects, initial state, and a conjunction of facts as the goal.
#[derive(Debug, Default)]
pub(crate) struct Problem {
    /// Names with their type, where they have one.
    objects: Vec<(Vec<String>, Option<&'static str>)>,
    init: Vec<String>,
    goal: Vec<String>,
    minimizes_cost: bool,
}

impl Problem {
    /// Adds objects without a type.
    pub fn objects(&mut self, names: &[String]) {
        self.objects.push((names.to_vec(), None));
    }

    /// Adds objects of a type.
    pub fn typed(&mut self, kind: &'static str, names: &[String]) {
        self.objects.push((names.to_vec(), Some(kind)));
    }

    /// Adds objects whose kind is given by a predicate, for domains without types.
    pub fn of_kind(&mut self, predicate: &'static str, names: &[String]) {
        self.objects(names);
        names.iter().for_each(|name| self.init(&[predicate, name]));
    }

    /// Adds a fact, a predicate and its arguments, to the initial state.
    pub fn init(&mut self, fact: &[&str]) {
        self.init.push(list(fact));
    }

    /// Adds a fact to the goal.
    pub fn goal(&mut self, fact: &[&str]) {
        self.goal.push(list(fact));
    }

    /// Sets the value of a function, given with its arguments.
    pub fn value(&mut self, function: &[&str], value: u64) {
        self.init.push(format!("(= {} {value})", list(function)));
    }

    /// Sets the metric: plans should have least cost.
    pub fn minimize_cost(&mut self) {
        self.minimizes_cost = true;
        self.value(&["total-cost"], 0);
    }

    /// Does the goal hold in the initial state?
    pub fn is_solved(&self) -> bool {
        let init: HashSet<&String> = self.init.iter().collect();
        self.goal.iter().all(|fact| init.contains(fact))
    }

    /// The text of the problem.
    pub fn pddl(&self, name: &str, domain: &str) -> String {
        let mut text = format!("(define (problem {name})\n  (:domain {domain})\n  (:objects");
        for (names, kind) in &self.objects {
            text.push_str(&object_lines(names, *kind));
        }
        text.push_str(")\n  (:init");
        self.init.iter().for_each(|fact| push_line(&mut text, fact));
        text.push_str(")\n  (:goal (and");
        self.goal.iter().for_each(|fact| push_line(&mut text, fact));
        text.push_str("))");
        if self.minimizes_cost {
            text.push_str("\n  (:metric minimize (total-cost))");
        }
        text.push_str(")\n");
        text
    }
}

fn list(words: &[&str]) -> String {
    format!("({})", words.join(" "))
}

fn push_line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\n    {line}");
}

fn object_lines(names: &[String], kind: Option<&str>) -> String {
    let mut text = String::new();
    let mut line = String::new();
    let kind: &[&str] = &kind.map_or(vec![], |kind| vec!["-", kind]);
    for word in names.iter().map(String::as_str).chain(kind.iter().copied()) {
        if line.len() + word.len() > WIDTH {
            push_line(&mut text, line.trim_end());
            line.clear();
        }
        line += word;
        line.push(' ');
    }
    push_line(&mut text, line.trim_end());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::numbered;

    #[test]
    fn a_problem_is_written_line_by_line() {
        let mut problem = Problem::default();
        problem.typed("ball", &numbered("b", 30));
        problem.of_kind("room", &["a".into()]);
        problem.minimize_cost();
        problem.goal(&["at", "b1", "a"]);
        let b = numbered("b", 30);
        let expected = format!(
            "(define (problem p)\n  (:domain d)\n  (:objects\n    {}\n    {} - ball\n    a)\n  (:init\n    (room a)\n    \
             (= (total-cost) 0))\n  (:goal (and\n    (at b1 a)))\n  (:metric minimize (total-cost)))\n",
            b[..27].join(" "),
            b[27..].join(" ")
        );
        assert_eq!(problem.pddl("p", "d"), expected);
    }

    #[test]
    fn a_problem_is_solved_when_the_initial_state_has_all_of_the_goal() {
        let mut problem = Problem::default();
        assert!(problem.is_solved());
        problem.init(&["p", "a"]);
        problem.goal(&["p", "a"]);
        assert!(problem.is_solved());
        problem.goal(&["p", "b"]);
        assert!(!problem.is_solved());
    }
}
