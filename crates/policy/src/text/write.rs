//! Writes strategies.

use std::fmt::Write;

use induction::prolog::atom_text;
use pddl::{Atom, Domain, Term, TypeNames, Types};

use super::{ABOUT, DO, HOLDS, STEPS, TITLE, WORDS, name_of_moves};
use crate::moves::Moves;
use crate::regress::is_narrower;
use crate::rule::{Exception, Literal, Order, Path, Rule, Step, Strategy};

/// The text of a strategy, with remarks before it.
pub fn write(strategy: &Strategy, domain: &Domain, moves: &[Moves], remarks: &[String]) -> String {
    let mut text = format!("{TITLE}\n{ABOUT}{}\n", domain.name);
    for remark in remarks {
        let _ = writeln!(text, "% {remark}");
    }
    let writer = Writer { domain, moves };
    for rule in &strategy.rules {
        let _ = write!(text, "\n{}", writer.rule(rule));
    }
    if !strategy.orders.is_empty() {
        text.push('\n');
    }
    for order in &strategy.orders {
        text.push_str(&writer.order(order));
    }
    text
}

/// What a rule says, as a sentence.
pub fn in_words(rule: &Rule, domain: &Domain, moves: &[Moves]) -> String {
    let writer = Writer { domain, moves };
    writer.in_words(rule, &writer.names(&rule.types, ""))
}

/// Writes rules of a domain.
pub(crate) struct Writer<'a> {
    pub(crate) domain: &'a Domain,
    pub(crate) moves: &'a [Moves],
}

impl Writer<'_> {
    /// A rule, with a comment in words.
    pub(crate) fn rule(&self, rule: &Rule) -> String {
        let names = self.names(&rule.types, "");
        let steps: Vec<String> = rule.steps.iter().map(|step| self.step(step, &names)).collect();
        let mut body: Vec<String> = Vec::new();
        let inferred = inferred_types(self.domain, self.moves, rule);
        for (number, types) in rule.types.iter().enumerate() {
            if *types != inferred[number] {
                body.push(self.is(types, &names[number]));
            }
        }
        body.extend(rule.condition.iter().map(|literal| self.literal(literal, &names)));
        body.extend(rule.unless.iter().map(|exception| self.exception(exception, &names)));
        let record = &rule.record;
        let tried = match record.tried {
            0 => String::new(),
            tried => format!(
                "; taken {tried} times on the examples, the goal held in the end {} times",
                record.held
            ),
        };
        let head = format!("achieve({},{},[{}])", self.atom(&rule.goal, &names), rule.cost, steps.join(","));
        let body = if body.is_empty() { String::new() } else { format!(":- {}", body.join(",")) };
        format!(
            "% {}\n% (regressed {} times{tried})\n{head}{body}.\n",
            self.in_words(rule, &names),
            record.seen
        )
    }

    /// What a rule says, as a sentence.
    fn in_words(&self, rule: &Rule, names: &[String]) -> String {
        let plain = |atom: &Atom| {
            let args: Vec<String> = atom.args.iter().map(|term| self.term(*term, names)).collect();
            format!("{} {}", self.domain.predicates[atom.predicate.index()].name, args.join(" "))
                .trim()
                .to_owned()
        };
        let of_step = |step: &Step| match step {
            Step::Act { action, args } => {
                let args: Vec<String> = args.iter().map(|term| self.term(*term, names)).collect();
                format!("{} {}", self.domain.actions[*action].name, args.join(" ")).trim().to_owned()
            }
            Step::Go(path) => {
                let mover: Vec<String> = path.mover.iter().map(|term| self.term(*term, names)).collect();
                let (from, to) = (self.term(path.from, names), self.term(path.to, names));
                let what =
                    if mover.is_empty() { "go".to_owned() } else { format!("take {}", mover.join(" ")) };
                format!("{what} from {from} to {to} on a shortest path")
            }
        };
        let steps: Vec<String> = rule.steps.iter().map(of_step).collect();
        let goes_on = rule.condition.iter().any(|literal| matches!(literal, Literal::Leads { .. }));
        let more = if goes_on { ", and so on" } else { "" };
        format!("To have {}: {}{more}", plain(&rule.goal), steps.join(", "))
    }

    pub(crate) fn order(&self, order: &Order) -> String {
        let variables = [&order.first, &order.then].into_iter().chain(&order.condition);
        let most = variables.flat_map(|atom| &atom.args).filter_map(|term| match term {
            Term::Variable(variable) => Some(variable.index() + 1),
            Term::Object(_) => None,
        });
        let names: Vec<String> = (0..most.max().unwrap_or(0)).map(|number| format!("V{number}")).collect();
        let (first, then) = (self.atom(&order.first, &names), self.atom(&order.then, &names));
        let condition: Vec<String> = order.condition.iter().map(|atom| self.atom(atom, &names)).collect();
        let body = if condition.is_empty() { String::new() } else { format!(":- {}", condition.join(",")) };
        format!("% The goal {first} comes before {then}\nfirst({first},{then}){body}.\n")
    }

    fn literal(&self, literal: &Literal, names: &[String]) -> String {
        match literal {
            Literal::Holds(atom) => self.atom(atom, names),
            Literal::Fails(atom) => format!("not({})", self.atom(atom, names)),
            Literal::Different(left, right) => {
                format!("different({},{})", self.term(*left, names), self.term(*right, names))
            }
            Literal::Path(path) => self.path("path", path, names),
            Literal::Leads { predicate, from, to, each } => format!(
                "leads({},{},{},{each})",
                atom_text(&self.domain.predicates[predicate.index()].name),
                self.term(*from, names),
                self.term(*to, names)
            ),
        }
    }

    fn exception(&self, exception: &Exception, names: &[String]) -> String {
        let own = self.names(&exception.types, "Other");
        let all: Vec<String> = names.iter().chain(&own).cloned().collect();
        let mut parts: Vec<String> = exception.atoms.iter().map(|atom| self.atom(atom, &all)).collect();
        parts.extend(exception.types.iter().zip(&own).map(|(types, name)| self.is(types, name)));
        format!("unless({})", parts.join(","))
    }

    fn step(&self, step: &Step, names: &[String]) -> String {
        match step {
            Step::Act { action, args } => {
                let name = &self.domain.actions[*action].name;
                wrapped(DO, &STEPS, name, self.term_text(name, args, names))
            }
            Step::Go(path) => self.path("go", path, names),
        }
    }

    fn path(&self, word: &str, path: &Path, names: &[String]) -> String {
        let name = atom_text(&name_of_moves(self.domain, self.moves, path.moves));
        let terms = path.mover.iter().chain([&path.from, &path.to]);
        let terms: Vec<String> = terms.map(|term| self.term(*term, names)).collect();
        format!("{word}({name},{})", terms.join(","))
    }

    fn atom(&self, atom: &Atom, names: &[String]) -> String {
        let name = &self.domain.predicates[atom.predicate.index()].name;
        wrapped(HOLDS, &WORDS, name, self.term_text(name, &atom.args, names))
    }

    fn term_text(&self, name: &str, args: &[Term], names: &[String]) -> String {
        let args: Vec<String> = args.iter().map(|term| self.term(*term, names)).collect();
        if args.is_empty() { atom_text(name) } else { format!("{}({})", atom_text(name), args.join(",")) }
    }

    fn term(&self, term: Term, names: &[String]) -> String {
        match term {
            Term::Object(object) => {
                let constant = self.domain.constants.get(object.index());
                constant.map_or_else(|| "?".to_owned(), |constant| atom_text(&constant.name))
            }
            Term::Variable(variable) => names[variable.index()].clone(),
        }
    }

    fn is(&self, types: &TypeNames, name: &str) -> String {
        let types: Vec<String> = types.iter().map(|of| atom_text(&self.domain.types[*of].name)).collect();
        format!("is({name},{})", types.join(","))
    }

    /// Names of variables by their types: `Truck`, `Location`, `Location2`.
    fn names(&self, types: &[TypeNames], before: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(types.len());
        for types in types {
            let of = types.first().filter(|of| **of != Types::OBJECT);
            let base = of.map_or("X".to_owned(), |of| capitalised(&self.domain.types[*of].name));
            let base = format!("{before}{base}");
            let same = |name: &&String| name.trim_end_matches(|c: char| c.is_ascii_digit()) == base;
            let count = names.iter().filter(same).count();
            let number = if count == 0 && of.is_some() { String::new() } else { (count + 1).to_string() };
            names.push(format!("{base}{number}"));
        }
        names
    }
}

/// The text of what has a name, inside of a wrapper if the name is one of the words.
fn wrapped(wrapper: &str, words: &[&str], name: &str, text: String) -> String {
    if words.contains(&name) { format!("{wrapper}({text})") } else { text }
}

/// A name as that of a variable: letters only, the first of each word a capital.
fn capitalised(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphabetic());
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
    };
    let joined: String = words.map(word).collect();
    if joined.is_empty() { "X".to_owned() } else { joined }
}

/// The types that the places of a rule's variables imply.
pub(super) fn inferred_types(domain: &Domain, moves: &[Moves], rule: &Rule) -> Vec<TypeNames> {
    let mut types: Vec<TypeNames> = vec![vec![Types::OBJECT]; rule.variables()];
    let mut meet = |term: &Term, of: &TypeNames| {
        if let Term::Variable(variable) = term {
            let known = &mut types[variable.index()];
            if is_narrower(&domain.types, of, known) {
                known.clone_from(of);
            }
        }
    };
    let mut meet_atom = |atom: &Atom| {
        let parameters = &domain.predicates[atom.predicate.index()].parameters;
        atom.args.iter().zip(parameters).for_each(|(term, of)| meet(term, of));
    };
    meet_atom(&rule.goal);
    for literal in &rule.condition {
        match literal {
            Literal::Holds(atom) => meet_atom(atom),
            Literal::Path(path) => {
                let at = moves[path.moves].atom(&path.mover, path.from);
                meet_atom(&at);
            }
            _ => {}
        }
    }
    for step in &rule.steps {
        if let Step::Act { action, args } = step {
            let parameters = domain.actions[*action].variables.iter().map(|variable| &variable.types);
            args.iter().zip(parameters).for_each(|(term, of)| meet(term, of));
        }
    }
    types
}
