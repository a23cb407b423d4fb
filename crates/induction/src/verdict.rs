//! A report on a program that was found: how good it is, whether it is proved minimal, and which examples it misses.

use tools::numbers::counted;

use crate::{Ambiguity, Constant, Problem, Program, Relation};

/// At most this many examples are listed.
const TOLD: usize = 10;

impl Program {
    /// How good it is, and how certain that is, in lines. `is_noisy`: examples may be wrong.
    pub fn verdict(&self, problem: &Problem, is_noisy: bool) -> Vec<String> {
        let mut lines = Vec::new();
        if is_noisy {
            tell_length(problem, self, &mut lines);
        } else {
            tell_size(problem, self, &mut lines);
        }
        lines
    }
}

/// How good a program is that holds for no negative example, and how sure that is.
fn tell_size(problem: &Problem, program: &Program, lines: &mut Vec<String>) {
    let (all, left) = (problem.examples.positive.len(), program.uncovered.len());
    let certainty = match (left, program.is_minimal) {
        (0, true) => "; no smaller program does that",
        (0, false) => "; whether there is a smaller one is not known",
        _ => "",
    };
    lines.push(format!(
        "Size {}: holds for {} of {} and for no negative one{certainty}",
        program.size(),
        all - left,
        counted(all, "positive example")
    ));
    if left > 0 {
        tell_uncovered(problem, program, lines);
    }
}

/// How good a program is that may be wrong, and how sure that is.
fn tell_length(problem: &Problem, program: &Program, lines: &mut Vec<String>) {
    let Program { uncovered, covered, .. } = program;
    let (positives, negatives) = (problem.examples.positive.len(), problem.examples.negative.len());
    let certainty = match program.is_minimal {
        true => "no program has a smaller one",
        false => "whether there is a program with a smaller one is not known",
    };
    let counts = [[positives - uncovered.len(), positives], [covered.len(), negatives]];
    lines.extend(length_lines(program.size(), counts, certainty));
}

/// The description length of a program of some size, and what it is made of: how many examples of each kind it holds for, and of
/// how many.
pub(crate) fn length_lines(size: usize, counts: [[usize; 2]; 2], certainty: &str) -> [String; 2] {
    let [[right, positives], [wrong, negatives]] = counts;
    let missed = positives - right;
    [
        format!("Description length {}: {certainty}", size + missed + wrong),
        format!("Size {size}, tp {right}, fn {missed}, tn {}, fp {wrong}", negatives - wrong),
    ]
}

/// Which positive examples are not covered, and why.
fn tell_uncovered(problem: &Problem, program: &Program, lines: &mut Vec<String>) {
    let Program { uncovered, ambiguities, .. } = program;
    for &number in uncovered.iter().take(TOLD) {
        let example = text(problem, &problem.examples.positive, number);
        match ambiguities.iter().find(|ambiguity| ambiguity.positive == number) {
            None => lines.push(format!("Not covered: {example}")),
            Some(&Ambiguity { negative: Some(alike), .. }) => {
                let alike = text(problem, &problem.examples.negative, alike);
                lines.push(format!("Not covered: {example}; every body that holds for it holds for {alike}"));
            }
            Some(_) => lines.push(format!(
                "Not covered: {example}; there are bodies that tell it from each negative example, but none from all"
            )),
        }
    }
    if uncovered.len() > TOLD {
        lines.push(format!("and {} more", uncovered.len() - TOLD));
    }
    if ambiguities.is_empty() {
        lines.push("  = help: more time may help".to_owned());
    } else {
        lines.push(format!("  = help: {}", help(problem, program)));
    }
}

/// What would have to change so that rules tell more examples apart: the limits of the bias, or the predicates.
fn help(problem: &Problem, program: &Program) -> String {
    let variables = format!("at most {} (--max-vars)", counted(problem.bias.max_variables, "variable"));
    let literals =
        format!("at most {} in their bodies (--max-body)", counted(problem.bias.max_body, "literal"));
    match (program.limits.variables, program.limits.literals) {
        (true, true) => format!("rules have {variables} and {literals}"),
        (true, false) => format!("rules have {variables}"),
        (false, true) => format!("rules have {literals}"),
        (false, false) => {
            "more variables or literals would change nothing: it takes other predicates or facts".to_owned()
        }
    }
}

fn text(problem: &Problem, examples: &Relation, number: usize) -> String {
    let name = |constant: &Constant| problem.constants[*constant as usize].clone();
    let arguments: Vec<String> = examples.iter().nth(number).unwrap_or_default().iter().map(name).collect();
    format!("{}({})", problem.head.name, arguments.join(","))
}
