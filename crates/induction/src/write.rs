//! Writes a problem of induction as the three texts that Popper reads.

use std::fmt::Write;

use crate::problem::{Direction, Predicate, Problem, Relation};
use crate::prolog::atom_text;

/// A problem as Popper reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// Background knowledge, as facts.
    pub bk: String,
    /// The bias.
    pub bias: String,
    /// The examples.
    pub exs: String,
}

/// The texts of a problem: those that [`read`](crate::read()) reads it from, up to the order of constants.
pub fn write(problem: &Problem) -> Texts {
    let mut bk = String::new();
    for (predicate, relation) in problem.body.iter().zip(&problem.relations) {
        facts(problem, predicate, relation, ("", ""), &mut bk);
    }
    let mut exs = String::new();
    facts(problem, &problem.head, &problem.examples.positive, ("pos(", ")"), &mut exs);
    facts(problem, &problem.head, &problem.examples.negative, ("neg(", ")"), &mut exs);
    Texts { bk, bias: bias(problem), exs }
}

fn facts(
    problem: &Problem,
    predicate: &Predicate,
    relation: &Relation,
    around: (&str, &str),
    out: &mut String,
) {
    let name = atom_text(&predicate.name);
    for tuple in relation.iter() {
        out.push_str(around.0);
        out.push_str(&name);
        for (place, &constant) in tuple.iter().enumerate() {
            out.push(if place == 0 { '(' } else { ',' });
            out.push_str(problem.constants.get(constant as usize).map_or("'?'", String::as_str));
        }
        out.push(')');
        out.push_str(around.1);
        out.push_str(".\n");
    }
}

fn bias(problem: &Problem) -> String {
    let limits = &problem.bias;
    let mut out = format!("max_vars({}).\nmax_body({}).\n", limits.max_variables, limits.max_body);
    if limits.allows_unused_head {
        out.push_str("non_datalog.\n");
    }
    declare(problem, "head_pred", &problem.head, &mut out);
    for predicate in &problem.body {
        declare(problem, "body_pred", predicate, &mut out);
    }
    constraints(problem, &mut out);
    out
}

fn declare(problem: &Problem, kind: &str, predicate: &Predicate, out: &mut String) {
    let name = atom_text(&predicate.name);
    line(out, format_args!("{kind}({name},{}).", predicate.arity()));
    let types =
        predicate.types.iter().map(|&of| problem.types.get(usize::from(of)).map_or("any", String::as_str));
    line(out, format_args!("type({name},{}).", tuple(types.map(atom_text))));
    if let Some(directions) = &predicate.directions {
        let words = directions.iter().map(|direction| match direction {
            Direction::In => "in".to_owned(),
            Direction::Out => "out".to_owned(),
        });
        line(out, format_args!("direction({name},{}).", tuple(words)));
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(text);
    out.push('\n');
}

/// Entries as a tuple: one alone has a comma behind it.
fn tuple(entries: impl Iterator<Item = String>) -> String {
    let entries: Vec<String> = entries.collect();
    format!("({}{})", entries.join(","), if entries.len() == 1 { "," } else { "" })
}

fn constraints(problem: &Problem, out: &mut String) {
    let bias = &problem.bias;
    for variable in &bias.required {
        line(out, format_args!(":- not body_var(_,{variable})."));
    }
    for &(of, least, most) in &bias.type_counts {
        let name = problem.types.get(usize::from(of)).map_or("any", String::as_str);
        let count = format!(":- clause(C), #count{{V : var_type(C,V,{})}}", atom_text(name));
        if least == most {
            line(out, format_args!("{count} != {least}."));
            continue;
        }
        if least > 0 {
            line(out, format_args!("{count} < {least}."));
        }
        if most < usize::MAX {
            line(out, format_args!("{count} > {most}."));
        }
    }
    for (predicate, pattern) in &bias.forbidden {
        let Some(predicate) = problem.body.get(*predicate) else { continue };
        let variables = tuple((0..pattern.len()).map(|place| format!("V{place}")));
        let mut conditions = String::new();
        for (place, condition) in pattern.iter().enumerate() {
            if let Some((holds, variable)) = condition {
                conditions += &format!(", V{place} {} {variable}", if *holds { "=" } else { "!=" });
            }
        }
        let name = atom_text(&predicate.name);
        line(out, format_args!("bad_body({name},Vars):- vars(_,Vars), Vars = {variables}{conditions}."));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::write;
    use crate::{Problem, Source, read};

    fn problem(bk: &str, bias: &str, exs: &str) -> Problem {
        let source = |name, text| Source { name, text };
        let reading = read(source("bk.pl", bk), source("bias.pl", bias), source("exs.pl", exs)).unwrap();
        assert_eq!(reading.warnings, []);
        reading.problem
    }

    fn lines(text: &str) -> BTreeSet<&str> {
        text.lines().collect()
    }

    #[test]
    fn what_is_written_reads_as_the_same() {
        let first = problem(
            "q('A b',[1,-2.5]). q(c,w(x)). r(X) :- q(X,_).",
            "max_vars(4). max_body(3). non_datalog. head_pred(f,1). body_pred(q,2). body_pred(r,1).
             type(f,(t,)). type(q,(t,'U')). type(r,(t,)). direction(f,(in,)). direction(q,(in,out)). direction(r,(in,)).
             :- not body_var(_,0). :- clause(C), #count{V : var_type(C,V,t)} != 1.
             :- clause(C), #count{V : var_type(C,V,'U')} > 2.
             bad_body(q,Vars):- vars(_,Vars), Vars = (V,1), V != 0.",
            "pos(f('A b')). neg(f(c)).",
        );
        let texts = write(&first);
        let second = problem(&texts.bk, &texts.bias, &texts.exs);
        let again = write(&second);
        assert_eq!(lines(&again.bk), lines(&texts.bk));
        assert_eq!((again.bias, again.exs), (texts.bias, texts.exs));
        assert_eq!(second.bias, first.bias);
        assert_eq!(
            lines(&texts.bk),
            BTreeSet::from(["q('A b',[1,-2.5]).", "q(c,w(x)).", "r('A b').", "r(c)."])
        );
    }
}
