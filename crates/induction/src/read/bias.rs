//! The bias: predicates with their types and directions, and the form that rules may take.

use rustc_hash::{FxHashMap, FxHashSet};

use super::constraints::{self, Restriction};
use super::declarations::declarations;
use pddl::Diagnostic;

use crate::diagnostic::{self, Source, Span};
use crate::problem::{Direction, Type};
use crate::prolog::{Dialect, Name, Sentence, Sentences, TermId, Terms, names};
use prolog::engine::Program;

/// A bias as read, before the tables are made.
pub(super) struct BiasText<'a> {
    pub source: Source<'a>,
    pub head: Declared,
    pub body: Vec<Declared>,
    /// The names of the types.
    pub types: Vec<String>,
    pub max_variables: usize,
    pub max_body: usize,
    pub allows_unused_head: bool,
    pub allows_recursion: bool,
    pub allows_invention: bool,
    pub max_clauses: usize,
    pub restrictions: Vec<Restriction>,
    /// Constraints that are not understood.
    pub ignored: Vec<String>,
}

/// A predicate that a bias declares.
pub(super) struct Declared {
    pub name: Name,
    pub text: String,
    pub types: Vec<Type>,
    pub directions: Option<Vec<Direction>>,
    pub span: Span,
}

/// Popper's defaults.
const MAX_VARIABLES: usize = 6;
const MAX_BODY: usize = 10;
const MAX_CLAUSES: usize = 2;

/// The declarations that a bias may contain, with their numbers of arguments.
const KNOWN: [(&str, usize); 12] = [
    ("head_pred", 2),
    ("body_pred", 2),
    ("type", 2),
    ("direction", 2),
    ("constant", 2),
    ("max_vars", 1),
    ("max_body", 1),
    ("max_clauses", 1),
    ("non_datalog", 0),
    ("allow_singletons", 0),
    ("enable_recursion", 0),
    ("enable_pi", 0),
];

pub(super) fn read<'a>(
    source: Source<'a>,
    terms: &mut Terms,
    warnings: &mut Vec<Diagnostic>,
) -> Result<BiasText<'a>, Diagnostic> {
    let mut sentences = read_sentences(source, terms)?;
    warn_of_unknown(source, &sentences, terms, warnings);
    let program = &mut sentences.program;
    program.link(terms);
    let mut has = |text| declarations(source, program, terms, (text, 0)).map(|all| !all.is_empty());
    let (allows_recursion, allows_invention) = (has("enable_recursion")?, has("enable_pi")?);
    let allows_unused_head = has("non_datalog")?;
    let (head, body) = predicates(source, program, terms, allows_recursion)?;
    let number = |terms: &mut Terms, text, default| -> Result<usize, Diagnostic> {
        let all = declarations(source, program, terms, (text, 1))?;
        all.last().map_or(Ok(default), |declaration| declaration.number(source, terms))
    };
    let max_variables = number(terms, "max_vars", MAX_VARIABLES)?;
    let max_body = number(terms, "max_body", MAX_BODY)?;
    let max_clauses = number(terms, "max_clauses", MAX_CLAUSES)?;
    if !allows_recursion && !allows_invention {
        for declaration in declarations(source, program, terms, ("max_clauses", 1))? {
            let message = "this has no effect: without recursion, programs have as many rules as they need";
            warnings.push(diagnostic::warning(source, declaration.span, message));
        }
    }
    let mut bias = BiasText {
        source,
        head,
        body,
        types: Vec::new(),
        max_variables,
        max_body,
        allows_unused_head,
        allows_recursion,
        allows_invention,
        max_clauses,
        restrictions: Vec::new(),
        ignored: Vec::new(),
    };
    if bias.head.types.len() > max_variables {
        return Err(diagnostic::error(
            source,
            bias.head.span,
            format!(
                "rules may have {max_variables} variables, but the head has {} already",
                bias.head.types.len()
            ),
        )
        .with_help(format!("add `max_vars({}).` or more", bias.head.types.len() + 1)));
    }
    types(&mut bias, program, terms)?;
    directions(&mut bias, program, terms)?;
    for &constraint in &sentences.constraints {
        match constraints::recognise(terms, constraint.term) {
            Some(restriction) if bias.can_be_met(&restriction) => bias.restrictions.push(restriction),
            _ => sentences.unread.push(constraint.span),
        }
    }
    sentences.unread.sort_by_key(|span| span.start);
    for span in sentences.unread {
        bias.ignored.push(source.text[span.start as usize..span.end as usize].trim().to_owned());
        warnings.push(not_understood(source, span));
    }
    Ok(bias)
}

impl BiasText<'_> {
    /// Are predicates asked when a program calls them, and not written out before?
    pub(super) fn asks_when_called(&self) -> bool {
        self.allows_recursion && !self.allows_invention && self.head.directions.is_some()
    }

    /// Predicates of a program's own are tables, in which nothing has to be known before. Facts can do without directions.
    pub(super) fn prepare_invention(&mut self, program: &Program, terms: &Terms) -> Result<(), Diagnostic> {
        if !self.allows_invention || self.head.directions.is_none() {
            return Ok(());
        }
        for predicate in &self.body {
            let definition = program.definition((predicate.name, predicate.types.len()));
            if definition.is_some_and(|definition| !definition.is_table(terms)) {
                let message = format!(
                    "predicates can't be invented where some have directions and are no facts, as `{}`",
                    predicate.text
                );
                return Err(diagnostic::unsupported(self.source, predicate.span, message)
                    .with_help("take out `enable_pi.`, or all directions if the predicates can do without"));
            }
        }
        self.body.iter_mut().chain([&mut self.head]).for_each(|predicate| predicate.directions = None);
        Ok(())
    }

    fn can_be_met(&self, restriction: &Restriction) -> bool {
        match restriction {
            // Variables that are not the head's have no fixed numbers.
            Restriction::Required(variable) => usize::from(*variable) < self.head.types.len(),
            Restriction::TypeCount(..) | Restriction::Forbidden(_) => true,
        }
    }
}

fn not_understood(source: Source<'_>, span: Span) -> Diagnostic {
    diagnostic::warning(source, span, "this constraint is not understood: rules are learned without it")
        .with_help(
            "understood are `:- clause(C), #count{V : var_type(C,V,t)} != 1.`, `:- not body_var(_,1).`, \
         and `bad_body(p,Vars):- vars(_,Vars), Vars = (V,_), V != 0.`",
        )
}

struct BiasSentences {
    program: Program,
    constraints: Vec<Sentence>,
    /// Sentences that can't be read but look like constraints.
    unread: Vec<Span>,
    all: Vec<Sentence>,
}

fn read_sentences(source: Source<'_>, terms: &mut Terms) -> Result<BiasSentences, Diagnostic> {
    let mut read = BiasSentences {
        program: Program::default(),
        constraints: Vec::new(),
        unread: Vec::new(),
        all: Vec::new(),
    };
    let mut sentences = Sentences::new(source, Dialect::Asp, terms)?;
    loop {
        let start = sentences.start();
        let sentence = match sentences.next_sentence() {
            Ok(Some(sentence)) => sentence,
            Ok(None) => return Ok(read),
            Err(error) => {
                let Span { end, .. } = sentences.recover()?;
                let text = &source.text[start as usize..end as usize];
                if !text.starts_with(":-") && !text.contains(['#', '{']) {
                    return Err(error);
                }
                read.unread.push(Span { start, end });
                continue;
            }
        };
        let terms = sentences.terms();
        if is_constraint(terms, sentence.term) {
            read.constraints.push(sentence);
        } else {
            read.program.add(source, sentence, terms)?;
        }
        read.all.push(sentence);
    }
}

fn is_constraint(terms: &Terms, sentence: TermId) -> bool {
    if terms.matches(sentence, names::NECK, 1).is_some() {
        return true;
    }
    let (head, _) = terms.clause(sentence);
    terms.functor(head).is_some_and(|(name, arity)| terms.text(name) == "bad_body" && arity == 2)
}

/// A fact that nothing else uses may be a misspelt one.
fn warn_of_unknown(
    source: Source<'_>,
    sentences: &BiasSentences,
    terms: &Terms,
    warnings: &mut Vec<Diagnostic>,
) {
    let mut used = FxHashSet::default();
    for sentence in &sentences.all {
        if let Some((names::NECK, _)) = terms.functor(sentence.term) {
            let mut open: Vec<TermId> = terms.arguments(sentence.term).last().copied().into_iter().collect();
            while let Some(term) = open.pop() {
                used.extend(terms.functor(term));
                open.extend(terms.arguments(term));
            }
        }
    }
    let mut warned = FxHashSet::default();
    for sentence in &sentences.all {
        let (head, _) = terms.clause(sentence.term);
        let Some((name, arity)) = terms.functor(head) else { continue };
        let is_known = KNOWN.contains(&(terms.text(name), arity)) || is_constraint(terms, sentence.term);
        if !is_known && !used.contains(&(name, arity)) && warned.insert((name, arity)) {
            let message =
                format!("`{}/{arity}` means nothing in a bias, and nothing here uses it", terms.text(name));
            let known: Vec<&str> = KNOWN.iter().map(|&(known, _)| known).collect();
            let help = format!("known are {}", known.join(", "));
            warnings.push(diagnostic::warning(source, sentence.span, message).with_help(help));
        }
    }
}

fn predicates(
    source: Source<'_>,
    program: &Program,
    terms: &mut Terms,
    allows_recursion: bool,
) -> Result<(Declared, Vec<Declared>), Diagnostic> {
    let mut read = |text| -> Result<Vec<Declared>, Diagnostic> {
        let mut all = Vec::new();
        let mut seen = FxHashSet::default();
        for declaration in declarations(source, program, terms, (text, 2))? {
            let (name, arity) = declaration.predicate(source, terms)?;
            if seen.insert((name, arity)) {
                let text = terms.text(name).to_owned();
                let types = vec![0; arity];
                all.push(Declared { name, text, types, directions: None, span: declaration.span });
            }
        }
        Ok(all)
    };
    let mut heads = read("head_pred")?;
    let mut body = read("body_pred")?;
    if let Some(second) = heads.get(1) {
        let message = format!("`{}` is a second head; rules are learned for one", second.text);
        return Err(diagnostic::error(source, second.span, message).with_help("keep one `head_pred`"));
    }
    let end = Span { start: source.text.len() as u32, end: source.text.len() as u32 };
    let Some(head) = heads.pop() else {
        return Err(diagnostic::error(source, end, "nothing says what is to be learned")
            .with_help("add, for example, `head_pred(f,2).`"));
    };
    if body.is_empty() {
        return Err(diagnostic::error(source, end, "nothing says what rules may use")
            .with_help("add, for example, `body_pred(father,2).`"));
    }
    if let Some(recursive) =
        body.iter().position(|p| p.name == head.name && p.types.len() == head.types.len())
    {
        if !allows_recursion {
            let message = "the head among the body's predicates would be recursion, which is not enabled";
            return Err(diagnostic::error(source, body[recursive].span, message)
                .with_help("add `enable_recursion.`, or take it out here"));
        }
        body.remove(recursive);
    }
    if body.len() > usize::from(u16::MAX) {
        return Err(diagnostic::error(source, end, "these are more predicates than there are numbers for"));
    }
    Ok((head, body))
}

type Tuples = FxHashMap<(Name, usize), Vec<Name>>;

/// The tuples that facts give predicates. None if there are no such facts; an error unless all predicates have one.
fn tuples(
    bias: &BiasText<'_>,
    program: &Program,
    terms: &mut Terms,
    text: &str,
) -> Result<Option<Tuples>, Diagnostic> {
    let source = bias.source;
    let mut tuples = Tuples::default();
    let all = declarations(source, program, terms, (text, 2))?;
    for declaration in &all {
        let (name, entries) = declaration.tuple(source, terms)?;
        let key = (name, entries.len());
        if tuples.get(&key).is_some_and(|before| *before != entries) {
            let message = format!("another `{text}` of `{}` says otherwise", terms.text(name));
            return Err(diagnostic::error(source, declaration.span, message).with_help("keep one of them"));
        }
        tuples.insert(key, entries);
    }
    if all.is_empty() {
        return Ok(None);
    }
    let predicates = || std::iter::once(&bias.head).chain(&bias.body);
    let missing: Vec<&Declared> =
        predicates().filter(|p| !tuples.contains_key(&(p.name, p.types.len()))).collect();
    let Some(first) = missing.first() else { return Ok(Some(tuples)) };
    let other = all.iter().find(|declaration| {
        declaration.tuple(source, terms).is_ok_and(|(name, _)| name == first.name)
            && predicates().all(|p| p.name != first.name || p.span == first.span)
    });
    let arity = first.types.len();
    let entry = if text == "type" { "t" } else { "in" };
    let example = if arity == 1 { format!("{entry},") } else { vec![entry; arity].join(",") };
    let help = format!("add `{text}({},({example})).`; all predicates need a {text}, or none", first.text);
    if let Some(other) = other {
        let message = format!("`{}` has {arity} arguments, but not as many entries here", first.text);
        return Err(diagnostic::error(source, other.span, message).with_help(help));
    }
    let names: Vec<String> = missing.iter().map(|p| format!("{}/{}", p.text, p.types.len())).collect();
    let message = format!("there is no {text} for {}", names.join(", "));
    Err(diagnostic::error(source, first.span, message).with_help(help))
}

fn types(bias: &mut BiasText<'_>, program: &Program, terms: &mut Terms) -> Result<(), Diagnostic> {
    let Some(tuples) = tuples(bias, program, terms, "type")? else {
        bias.types.push("any".to_owned());
        return Ok(());
    };
    let mut numbers: FxHashMap<Name, Type> = FxHashMap::default();
    let source = bias.source;
    for predicate in std::iter::once(&mut bias.head).chain(&mut bias.body) {
        let Some(entries) = tuples.get(&(predicate.name, predicate.types.len())) else { continue };
        for (place, entry) in predicate.types.iter_mut().zip(entries) {
            let next = Type::try_from(numbers.len())
                .map_err(|_| diagnostic::error(source, predicate.span, "there are too many types"))?;
            *place = *numbers.entry(*entry).or_insert_with(|| {
                bias.types.push(terms.text(*entry).to_owned());
                next
            });
        }
    }
    Ok(())
}

fn directions(bias: &mut BiasText<'_>, program: &Program, terms: &mut Terms) -> Result<(), Diagnostic> {
    let Some(tuples) = tuples(bias, program, terms, "direction")? else { return Ok(()) };
    let source = bias.source;
    for predicate in std::iter::once(&mut bias.head).chain(&mut bias.body) {
        let Some(entries) = tuples.get(&(predicate.name, predicate.types.len())) else { continue };
        let direction = |&entry: &Name| match terms.text(entry) {
            "in" => Some(Direction::In),
            "out" => Some(Direction::Out),
            _ => None,
        };
        predicate.directions =
            Some(entries.iter().map(direction).collect::<Option<_>>().ok_or_else(|| {
                let message = format!("a direction of `{}` is neither `in` nor `out`", predicate.text);
                diagnostic::error(source, predicate.span, message)
            })?);
    }
    Ok(())
}
