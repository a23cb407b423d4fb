//! Reads strategies. Texts are edited by people: every error points at the rule and says what would be right.

use induction::Source;
use induction::diagnostic::{self, Span};
use induction::prolog::{Dialect, Node, Sentence, Sentences, TermId, Terms};
use pddl::{Atom, Diagnostic, Domain, ObjectId, PredicateId, Term, TypeId, TypeNames, Types};
use rustc_hash::FxHashMap;
use tools::nearest;

use super::write::inferred_types;
use super::{DO, HOLDS, MOST_VARIABLES, about, name_of_moves};
use crate::moves::{Moves, variable};
use crate::query::MOST_ARGUMENTS;
use crate::rule::{Exception, Literal, Order, Path, Record, Rule, Step, Strategy};
use crate::schema::Schemas;

/// The strategy in the text of a file.
///
/// # Errors
/// When the rules are of another domain, or the text is wrong.
pub fn parse(
    source: Source<'_>,
    domain: &Domain,
    schemas: &Schemas,
    moves: &[Moves],
) -> Result<Strategy, Diagnostic> {
    let refusal = |message: String| diagnostic::error(source, Span::default(), message);
    match about(source.text) {
        None => {
            return Err(refusal(format!(
                "these are no rules that act, as in `% about: acts of {}`",
                domain.name
            )));
        }
        Some(other) if other != domain.name => {
            return Err(refusal(format!(
                "these rules are about the domain `{other}`, not `{}`",
                domain.name
            )));
        }
        Some(_) => {}
    }
    let mut terms = Terms::default();
    let mut sentences = Sentences::new(source, Dialect::Prolog, &mut terms)?;
    let reader = Reader { source, domain, schemas, moves };
    let mut strategy = Strategy::default();
    while let Some(sentence) = sentences.next_sentence()? {
        reader.add(sentences.terms(), &sentence, &mut strategy)?;
    }
    Ok(strategy)
}

struct Reader<'a> {
    source: Source<'a>,
    domain: &'a Domain,
    schemas: &'a Schemas,
    moves: &'a [Moves],
}

/// The variables of a rule so far, and the types that it names.
#[derive(Default)]
struct Scope {
    numbers: FxHashMap<u32, usize>,
    types: Vec<Option<TypeNames>>,
}

impl Scope {
    fn number(&mut self, named: u32) -> usize {
        let next = self.types.len();
        let number = *self.numbers.entry(named).or_insert(next);
        if number == next {
            self.types.push(None);
        }
        number
    }
}

impl Reader<'_> {
    fn add(&self, terms: &Terms, sentence: &Sentence, strategy: &mut Strategy) -> Result<(), Diagnostic> {
        let span = sentence.span;
        let (head, body) = terms.clause(sentence.term);
        let body: Vec<TermId> = body.map(|body| terms.conjuncts(body)).unwrap_or_default();
        let functor = terms.functor(head).map(|(name, arity)| (terms.text(name), arity));
        match functor {
            Some(("achieve", 3)) => strategy.rules.push(self.rule(terms, head, &body, span)?),
            Some(("first", 2)) => strategy.orders.push(self.order(terms, head, &body, span)?),
            _ => {
                let help = "a rule is written `achieve(Goal,Cost,[Step,…]):- Condition,….`, an order of goals \
                            `first(Goal,Goal).`";
                return Err(self.error(span, "this is neither a rule nor an order of goals").with_help(help));
            }
        }
        Ok(())
    }

    fn rule(&self, terms: &Terms, head: TermId, body: &[TermId], span: Span) -> Result<Rule, Diagnostic> {
        let &[goal, cost, steps] = terms.arguments(head) else {
            return Err(self.error(span, "this is no rule"));
        };
        let mut scope = Scope::default();
        let goal = self.atom(terms, goal, span, &mut scope)?;
        if self.schemas.is_static(goal.predicate) {
            let name = &self.domain.predicates[goal.predicate.index()].name;
            return Err(self.error(span, format!("nothing changes `{name}`, so that no rule can achieve it")));
        }
        let cost = self.number(terms, cost, span)?;
        let steps = self.list(terms, steps, span)?;
        let steps = steps.into_iter().map(|step| self.step(terms, step, span, &mut scope));
        let steps = steps.collect::<Result<Vec<Step>, Diagnostic>>()?;
        if steps.is_empty() {
            return Err(self.error(span, "this rule has no steps"));
        }
        let (mut condition, mut exceptions) = (Vec::new(), Vec::new());
        for &part in body {
            let functor = terms.functor(part).map(|(name, arity)| (terms.text(name), arity));
            match functor {
                Some(("unless", 1..)) => exceptions.push(part),
                Some(("is", 2..)) => self.is(terms, part, span, &mut scope)?,
                _ => condition.push(self.literal(terms, part, span, &mut scope)?),
            }
        }
        let mut rule = Rule {
            goal,
            types: vec![vec![Types::OBJECT]; scope.types.len()],
            condition,
            unless: Vec::new(),
            steps,
            cost,
            record: Record::default(),
        };
        let inferred = inferred_types(self.domain, self.moves, &rule);
        rule.types = scope
            .types
            .iter()
            .zip(inferred)
            .map(|(named, inferred)| named.clone().unwrap_or(inferred))
            .collect();
        for exception in exceptions {
            rule.unless.push(self.exception(terms, exception, span, &scope)?);
        }
        if rule.variables() > MOST_VARIABLES {
            return Err(self.error(span, format!("this rule has more than {MOST_VARIABLES} variables")));
        }
        Ok(rule)
    }

    fn exception(
        &self,
        terms: &Terms,
        term: TermId,
        span: Span,
        outer: &Scope,
    ) -> Result<Exception, Diagnostic> {
        let mut scope = Scope { numbers: outer.numbers.clone(), types: outer.types.clone() };
        let mut atoms = Vec::new();
        for &part in terms.arguments(term) {
            let functor = terms.functor(part).map(|(name, arity)| (terms.text(name), arity));
            match functor {
                Some(("is", 2..)) => self.is(terms, part, span, &mut scope)?,
                _ => atoms.push(self.atom(terms, part, span, &mut scope)?),
            }
        }
        let own = &scope.types[outer.types.len()..];
        if own.len() + outer.types.len() > MOST_VARIABLES {
            return Err(self.error(span, format!("this rule has more than {MOST_VARIABLES} variables")));
        }
        let types = own.iter().map(|named| named.clone().unwrap_or_else(|| vec![Types::OBJECT])).collect();
        Ok(Exception { atoms, types })
    }

    fn order(&self, terms: &Terms, head: TermId, body: &[TermId], span: Span) -> Result<Order, Diagnostic> {
        let &[first, then] = terms.arguments(head) else {
            return Err(self.error(span, "this is no order of goals"));
        };
        let mut scope = Scope::default();
        let first = self.atom(terms, first, span, &mut scope)?;
        let then = self.atom(terms, then, span, &mut scope)?;
        let of_goals = scope.types.len();
        let condition = body.iter().map(|part| self.atom(terms, *part, span, &mut scope));
        let condition = condition.collect::<Result<Vec<Atom>, Diagnostic>>()?;
        if scope.types.len() > of_goals {
            return Err(self.error(span, "an order of goals speaks of their objects only"));
        }
        if let Some(fluent) = condition.iter().find(|atom| !self.schemas.is_static(atom.predicate)) {
            let name = &self.domain.predicates[fluent.predicate.index()].name;
            return Err(self
                .error(span, format!("an order of goals may not depend on `{name}`, which actions change")));
        }
        Ok(Order { first, then, condition })
    }

    fn literal(
        &self,
        terms: &Terms,
        term: TermId,
        span: Span,
        scope: &mut Scope,
    ) -> Result<Literal, Diagnostic> {
        let functor = terms.functor(term).map(|(name, arity)| (terms.text(name), arity));
        let arguments = terms.arguments(term);
        match (functor, arguments) {
            (Some(("not", 1)), &[inner]) => Ok(Literal::Fails(self.atom(terms, inner, span, scope)?)),
            (Some(("different", 2)), &[left, right]) => {
                let (left, right) =
                    (self.term(terms, left, span, scope)?, self.term(terms, right, span, scope)?);
                Ok(Literal::Different(left.min(right), left.max(right)))
            }
            (Some(("path", 3..)), _) => Ok(Literal::Path(self.path(terms, term, span, scope)?)),
            (Some(("leads", 4)), &[relation, from, to, each]) => {
                let name = self.name(terms, relation, span)?;
                let predicate = self.predicate(name, 2, span)?;
                let (from, to) = (self.term(terms, from, span, scope)?, self.term(terms, to, span, scope)?);
                Ok(Literal::Leads { predicate, from, to, each: self.number(terms, each, span)? })
            }
            _ => Ok(Literal::Holds(self.atom(terms, term, span, scope)?)),
        }
    }

    fn step(&self, terms: &Terms, term: TermId, span: Span, scope: &mut Scope) -> Result<Step, Diagnostic> {
        let inner = unwrapped(DO, terms, term);
        let (term, is_wrapped) = (inner.unwrap_or(term), inner.is_some());
        let Some((name, arity)) = terms.functor(term) else {
            return Err(self.error(span, "a step is written as an action of variables"));
        };
        let name = terms.text(name);
        if name == "go" && arity >= 3 && !is_wrapped {
            return Ok(Step::Go(self.path(terms, term, span, scope)?));
        }
        let known = self.domain.actions.iter().position(|action| action.name == name);
        let Some(action) = known else {
            let names = self.domain.actions.iter().map(|action| action.name.as_str());
            let error = self.error(span, format!("the domain has no action `{name}`"));
            return Err(match nearest(name, names) {
                Some(close) => error.with_help(format!("did you mean `{close}`?")),
                None => error,
            });
        };
        if self.schemas.actions[action].is_none() {
            let message = format!(
                "rules can't take the action `{name}`: its condition is no conjunction of literals, or an effect conditional"
            );
            return Err(self.error(span, message));
        }
        let wanted = self.domain.actions[action].arity;
        if wanted != arity {
            return Err(self
                .error(span, format!("the action `{name}` takes {wanted} arguments, and has {arity} here")));
        }
        let args = terms.arguments(term).iter().map(|arg| self.term(terms, *arg, span, scope));
        Ok(Step::Act { action, args: args.collect::<Result<Vec<Term>, Diagnostic>>()? })
    }

    /// `path(at,Truck,A,B)` and `go(at,Truck,A,B)`.
    fn path(&self, terms: &Terms, term: TermId, span: Span, scope: &mut Scope) -> Result<Path, Diagnostic> {
        let [name, args @ ..] = terms.arguments(term) else {
            return Err(self.error(span, "a path needs a name"));
        };
        let name = self.name(terms, *name, span)?;
        let known = (0..self.moves.len()).find(|&kind| name_of_moves(self.domain, self.moves, kind) == name);
        let Some(moves) = known else {
            let names: Vec<String> =
                (0..self.moves.len()).map(|kind| name_of_moves(self.domain, self.moves, kind)).collect();
            let error = self.error(span, format!("nothing moves by `{name}` along a map that never changes"));
            return Err(match names.is_empty() {
                true => error,
                false => error.with_help(format!("known are {}", names.join(", "))),
            });
        };
        let predicate = &self.domain.predicates[self.moves[moves].predicate.index()];
        let arity = predicate.parameters.len() + 1;
        if args.len() != arity {
            let message =
                format!("a path by `{name}` takes what moves, where from and where to: {arity} arguments");
            return Err(self.error(span, message));
        }
        let args = args.iter().map(|arg| self.term(terms, *arg, span, scope));
        let mut args = args.collect::<Result<Vec<Term>, Diagnostic>>()?;
        let to = args.pop();
        let from = args.pop();
        match (from, to) {
            (Some(from), Some(to)) => Ok(Path { moves, mover: args, from, to }),
            _ => Err(self.error(span, "a path needs two ends")),
        }
    }

    fn is(&self, terms: &Terms, term: TermId, span: Span, scope: &mut Scope) -> Result<(), Diagnostic> {
        let [subject, types @ ..] = terms.arguments(term) else { return Ok(()) };
        let Node::Variable(named) = terms.node(*subject) else {
            return Err(self.error(span, "`is` tells the type of a variable, as in `is(X,truck)`"));
        };
        let mut known: TypeNames = Vec::new();
        for of in types {
            let name = self.name(terms, *of, span)?;
            let found = self.domain.types.iter().position(|of| of.name == name);
            known.push(TypeId::from_index(
                found.ok_or_else(|| self.error(span, format!("the domain has no type `{name}`")))?,
            ));
        }
        let number = scope.number(named);
        scope.types[number] = Some(known);
        Ok(())
    }

    fn atom(&self, terms: &Terms, term: TermId, span: Span, scope: &mut Scope) -> Result<Atom, Diagnostic> {
        let term = unwrapped(HOLDS, terms, term).unwrap_or(term);
        let Some((name, arity)) = terms.functor(term) else {
            return Err(self.error(span, "what has to hold is not written as predicates of variables"));
        };
        let predicate = self.predicate(terms.text(name), arity, span)?;
        let args = terms.arguments(term).iter().map(|arg| self.term(terms, *arg, span, scope));
        Ok(Atom { predicate, args: args.collect::<Result<Vec<Term>, Diagnostic>>()? })
    }

    fn predicate(&self, name: &str, arity: usize, span: Span) -> Result<PredicateId, Diagnostic> {
        let Some(index) = self.domain.predicates.iter().position(|predicate| predicate.name == name) else {
            let names = self.domain.predicates.iter().map(|predicate| predicate.name.as_str());
            let error = self.error(span, format!("the domain has no predicate `{name}`"));
            return Err(match nearest(name, names) {
                Some(close) => error.with_help(format!("did you mean `{close}`?")),
                None => error,
            });
        };
        let wanted = self.domain.predicates[index].parameters.len();
        if wanted != arity {
            return Err(self.error(span, format!("`{name}` takes {wanted} arguments, and has {arity} here")));
        }
        if self.schemas.is_derived[index] || arity > MOST_ARGUMENTS {
            return Err(self.error(
                span,
                format!("rules can't speak of `{name}`, which axioms define or which has too many arguments"),
            ));
        }
        Ok(PredicateId::from_index(index))
    }

    fn term(&self, terms: &Terms, term: TermId, span: Span, scope: &mut Scope) -> Result<Term, Diagnostic> {
        match terms.node(term) {
            Node::Variable(named) => Ok(variable(scope.number(named))),
            Node::Atom(name) => {
                let name = terms.text(name);
                let known = self.domain.constants.iter().position(|constant| constant.name == name);
                let known = known.ok_or_else(|| {
                    self.error(span, format!("the domain has no constant `{name}`"))
                        .with_help("variables begin with a capital letter")
                })?;
                Ok(Term::Object(ObjectId::from_index(known)))
            }
            _ => Err(self.error(span, "arguments are variables, or constants of the domain")),
        }
    }

    fn name<'t>(&self, terms: &'t Terms, term: TermId, span: Span) -> Result<&'t str, Diagnostic> {
        match terms.node(term) {
            Node::Atom(name) => Ok(terms.text(name)),
            _ => Err(self.error(span, "a name is wanted here, in lower case or between quotes")),
        }
    }

    fn number(&self, terms: &Terms, term: TermId, span: Span) -> Result<u64, Diagnostic> {
        match terms.node(term) {
            Node::Integer(value) if (0..=1 << 40).contains(&value) => Ok(value as u64),
            _ => Err(self.error(span, "a cost is a whole number, and not negative")),
        }
    }

    fn list(&self, terms: &Terms, list: TermId, span: Span) -> Result<Vec<TermId>, Diagnostic> {
        let (mut items, mut rest) = (Vec::new(), list);
        loop {
            match (terms.functor(rest).map(|(name, arity)| (terms.text(name), arity)), terms.arguments(rest))
            {
                (Some(("[]", 0)), _) => return Ok(items),
                (Some(("[|]", 2)), &[first, others]) => {
                    items.push(first);
                    rest = others;
                }
                _ => return Err(self.error(span, "the steps are a list: `[Step,…]`")),
            }
        }
    }

    fn error(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        diagnostic::error(self.source, span, message)
    }
}

/// What a wrapper is around.
fn unwrapped(wrapper: &str, terms: &Terms, term: TermId) -> Option<TermId> {
    let (name, _) = terms.functor(term)?;
    match terms.arguments(term) {
        &[inner] if terms.text(name) == wrapper && terms.functor(inner).is_some() => Some(inner),
        _ => None,
    }
}
