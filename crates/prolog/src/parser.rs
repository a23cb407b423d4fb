//! Parses a text into clauses.

use rustc_hash::FxHashMap;

use super::lexer::{Dialect, Kind, Lexer, Token};
use super::operators::{self, ARGUMENT, Associativity, COMMA, LOOSEST};
use super::terms::{Name, TermId, Terms, names};
use pddl::Diagnostic;

use crate::diagnostic::{self, Source, Span};

/// How deep terms may be nested in a text: the parser calls itself once for each level.
const DEEPEST: usize = 300;

/// One clause or directive, as one term.
#[derive(Clone, Copy, Debug)]
pub struct Sentence {
    /// The sentence as a term.
    pub term: TermId,
    /// How many variables it has: they are numbered from 0.
    pub variables: u32,
    /// Where it stands.
    pub span: Span,
}

/// Reads a text sentence by sentence.
pub struct Sentences<'a, 't> {
    source: Source<'a>,
    dialect: Dialect,
    lexer: Lexer<'a>,
    /// The token to come.
    token: Token<'a>,
    terms: &'t mut Terms,
    variables: FxHashMap<&'a str, u32>,
    variable_count: u32,
    depth: usize,
    /// Elements of lists, arguments and tuples being read, those of inner ones behind those of outer ones.
    pending: Vec<TermId>,
}

impl<'a, 't> Sentences<'a, 't> {
    /// Begins with a text; its terms are added to those that are there.
    ///
    /// # Errors
    /// When it does not begin as a sentence can.
    pub fn new(source: Source<'a>, dialect: Dialect, terms: &'t mut Terms) -> Result<Self, Diagnostic> {
        if u32::try_from(source.text.len()).is_err() {
            return Err(diagnostic::error(source, Span::default(), "this text is larger than 4 GiB"));
        }
        let mut lexer = Lexer::new(source, dialect);
        let token = lexer.next()?;
        Ok(Self {
            source,
            dialect,
            lexer,
            token,
            terms,
            variables: FxHashMap::default(),
            variable_count: 0,
            depth: 0,
            pending: Vec::new(),
        })
    }

    /// The next sentence, if there is one.
    ///
    /// # Errors
    /// When it is none.
    pub fn next_sentence(&mut self) -> Result<Option<Sentence>, Diagnostic> {
        if self.token.kind == Kind::End {
            return Ok(None);
        }
        self.variables.clear();
        self.variable_count = 0;
        self.depth = 0;
        self.pending.clear();
        let start = self.token.span.start;
        let term = self.term(LOOSEST)?;
        let end = self.token.span.end;
        if self.token.kind != Kind::Stop {
            return Err(self.unexpected("the clause goes on with something else").with_help(
                "a clause ends with a full stop and a space; is one missing before, or an operator or a comma?",
            ));
        }
        self.advance()?;
        Ok(Some(Sentence { term, variables: self.variable_count, span: Span { start, end } }))
    }

    /// Goes on behind the end of a sentence that could not be read.
    pub fn recover(&mut self) -> Result<Span, Diagnostic> {
        let start = self.token.span.start;
        if self.token.kind != Kind::Stop {
            self.lexer.skip_clause();
        }
        let end = self.lexer.position() as u32;
        self.advance()?;
        Ok(Span { start, end })
    }

    /// Where the next sentence begins.
    pub fn start(&self) -> u32 {
        self.token.span.start
    }

    /// Lines that were passed over.
    pub fn stray(&self) -> &[Span] {
        &self.lexer.stray
    }

    /// The terms so far.
    pub fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    fn advance(&mut self) -> Result<Kind<'a>, Diagnostic> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next).kind)
    }

    fn unexpected(&self, message: &str) -> Diagnostic {
        if self.token.kind == Kind::End {
            return diagnostic::error(self.source, self.token.span, "the text ends within a clause")
                .with_help("is a full stop or a closing bracket missing?");
        }
        diagnostic::error(self.source, self.token.span, message)
    }

    fn is_next(&self, byte: u8) -> bool {
        self.token.kind == Kind::Punctuation(byte)
    }

    fn expect(&mut self, byte: u8) -> Result<(), Diagnostic> {
        if !self.is_next(byte) {
            return Err(self.unexpected(&format!("`{}` should stand here", byte as char)));
        }
        self.advance().map(drop)
    }

    /// A term that binds at most that loosely.
    fn term(&mut self, loosest: u32) -> Result<TermId, Diagnostic> {
        if self.depth == DEEPEST {
            let message = format!("terms are nested more than {DEEPEST} deep here");
            return Err(diagnostic::error(self.source, self.token.span, message));
        }
        self.depth += 1;
        let (mut left, mut binding) = self.primary(loosest)?;
        while let Some((text, strength, associativity)) = self.infix_operator() {
            let left_loosest = strength - u32::from(associativity != Associativity::Left);
            if strength > loosest || binding > left_loosest {
                break;
            }
            self.advance()?;
            left = if strength == COMMA {
                self.conjunction(left)?
            } else {
                let right = self.term(strength - u32::from(associativity != Associativity::Right))?;
                let name = self.terms.name(text);
                self.terms.compound(name, &[left, right])
            };
            binding = strength;
        }
        self.depth -= 1;
        Ok(left)
    }

    /// `first` and what follows the comma just read, without calling itself for each.
    fn conjunction(&mut self, first: TermId) -> Result<TermId, Diagnostic> {
        let outer = self.pending.len();
        self.pending.push(first);
        loop {
            let goal = self.term(ARGUMENT)?;
            self.pending.push(goal);
            if !self.is_next(b',') {
                break;
            }
            self.advance()?;
        }
        let mut conjunction = self.pending[self.pending.len() - 1];
        for index in (outer..self.pending.len() - 1).rev() {
            conjunction = self.terms.compound(names::COMMA, &[self.pending[index], conjunction]);
        }
        self.pending.truncate(outer);
        Ok(conjunction)
    }

    fn infix_operator(&self) -> Option<(&'a str, u32, Associativity)> {
        let text = match self.token.kind {
            Kind::Atom(text) => text,
            Kind::Punctuation(b',') => ",",
            Kind::Punctuation(b'|') => ";",
            _ => return None,
        };
        if self.dialect == Dialect::Asp && text == ":" {
            return None;
        }
        operators::infix(text).map(|(strength, associativity)| (text, strength, associativity))
    }

    /// A term without infix operators, and how loosely it binds.
    fn primary(&mut self, loosest: u32) -> Result<(TermId, u32), Diagnostic> {
        let span = self.token.span;
        let term = match self.advance()? {
            Kind::Integer(value) => self.terms.integer(value),
            Kind::Float(value) => self.terms.float(value),
            Kind::Variable(text) => self.variable(text),
            Kind::Atom(text) => return self.after_atom(text, loosest),
            Kind::Quoted(text) => {
                let name = self.terms.name(&text);
                self.after_name(name)?
            }
            Kind::Punctuation(b'(') => self.parenthesised()?,
            Kind::Punctuation(b'[') => self.list()?,
            Kind::Punctuation(b'{') => self.braces()?,
            Kind::Punctuation(_) | Kind::Stop | Kind::End => {
                return Err(diagnostic::error(self.source, span, "a term should stand here"));
            }
        };
        Ok((term, 0))
    }

    fn variable(&mut self, text: &'a str) -> TermId {
        let count = &mut self.variable_count;
        let mut fresh = || {
            *count += 1;
            *count - 1
        };
        let number = if text == "_" { fresh() } else { *self.variables.entry(text).or_insert_with(fresh) };
        self.terms.variable(number)
    }

    fn after_atom(&mut self, text: &'a str, loosest: u32) -> Result<(TermId, u32), Diagnostic> {
        let name = self.terms.name(text);
        if self.is_next(b'(') && self.token.adjacent {
            return Ok((self.after_name(name)?, 0));
        }
        if text == "-" && self.token.adjacent {
            let number = match self.token.kind {
                Kind::Integer(value) => Some(self.terms.integer(-value)),
                Kind::Float(value) => Some(self.terms.float(-value)),
                _ => None,
            };
            if let Some(number) = number {
                self.advance()?;
                return Ok((number, 0));
            }
        }
        if self.dialect == Dialect::Asp && text.starts_with('#') && self.is_next(b'{') {
            self.advance()?;
            let elements = self.braces()?;
            return Ok((self.terms.compound(name, &[elements]), 0));
        }
        match operators::prefix(text) {
            Some((strength, argument)) if self.begins_term() => {
                let strength = strength.min(loosest);
                let argument = self.term(argument.min(strength))?;
                Ok((self.terms.compound(name, &[argument]), strength))
            }
            _ => Ok((self.terms.atom(name), 0)),
        }
    }

    /// Can what comes be the argument of a prefix operator?
    fn begins_term(&self) -> bool {
        match self.token.kind {
            Kind::Atom(text) => operators::infix(text).is_none() || operators::prefix(text).is_some(),
            Kind::Punctuation(byte) => b"([{".contains(&byte),
            Kind::Stop | Kind::End => false,
            Kind::Quoted(_) | Kind::Variable(_) | Kind::Integer(_) | Kind::Float(_) => true,
        }
    }

    fn after_name(&mut self, name: Name) -> Result<TermId, Diagnostic> {
        if !(self.is_next(b'(') && self.token.adjacent) {
            return Ok(self.terms.atom(name));
        }
        self.advance()?;
        let outer = self.pending.len();
        self.elements(b')')?;
        self.expect(b')')?;
        Ok(self.build(outer, |terms, arguments| terms.compound(name, arguments)))
    }

    fn build(&mut self, outer: usize, build: impl FnOnce(&mut Terms, &[TermId]) -> TermId) -> TermId {
        let term = build(self.terms, &self.pending[outer..]);
        self.pending.truncate(outer);
        term
    }

    /// Terms between commas up to a bracket, put behind what is pending; true if a comma comes last.
    fn elements(&mut self, closing: u8) -> Result<bool, Diagnostic> {
        loop {
            let element = self.term(ARGUMENT)?;
            self.pending.push(element);
            if !self.is_next(b',') {
                return Ok(false);
            }
            self.advance()?;
            if self.dialect == Dialect::Asp && self.is_next(closing) {
                return Ok(true);
            }
        }
    }

    /// The rest of a term after `(`: in a bias, a tuple if there is a comma.
    fn parenthesised(&mut self) -> Result<TermId, Diagnostic> {
        if self.dialect != Dialect::Asp {
            let term = self.term(LOOSEST)?;
            self.expect(b')')?;
            return Ok(term);
        }
        let outer = self.pending.len();
        let is_tuple = self.elements(b')')? || self.pending.len() - outer > 1;
        self.expect(b')')?;
        Ok(self.build(outer, |terms, elements| match elements {
            [term] if !is_tuple => *term,
            _ => terms.compound(names::TUPLE, elements),
        }))
    }

    fn list(&mut self) -> Result<TermId, Diagnostic> {
        let mut tail = self.terms.atom(names::NIL);
        if self.is_next(b']') {
            self.advance()?;
            return Ok(tail);
        }
        let outer = self.pending.len();
        self.elements(b']')?;
        if self.is_next(b'|') {
            self.advance()?;
            tail = self.term(ARGUMENT)?;
        }
        self.expect(b']')?;
        Ok(self.build(outer, |terms, elements| terms.list(elements, tail)))
    }

    /// The rest of a set after `{`: its elements, each terms with conditions.
    fn braces(&mut self) -> Result<TermId, Diagnostic> {
        let sets = self.pending.len();
        while !self.is_next(b'}') {
            let element = self.set_element()?;
            self.pending.push(element);
            match self.token.kind {
                Kind::Atom(";") => drop(self.advance()?),
                _ => break,
            }
        }
        self.expect(b'}')?;
        Ok(self.build(sets, |terms, elements| terms.compound(names::BRACES, elements)))
    }

    fn set_element(&mut self) -> Result<TermId, Diagnostic> {
        let outer = self.pending.len();
        self.elements(b'}')?;
        let tuple = self.build(outer, |terms, elements| terms.compound(names::TUPLE, elements));
        if self.token.kind != Kind::Atom(":") {
            return Ok(tuple);
        }
        self.advance()?;
        self.elements(b'}')?;
        let conditions = self.build(outer, |terms, elements| terms.compound(names::TUPLE, elements));
        Ok(self.terms.compound(names::ELEMENT, &[tuple, conditions]))
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Sentences, Source, Terms};
    use pddl::Diagnostic;

    fn shown(dialect: Dialect, text: &str) -> Result<Vec<String>, Diagnostic> {
        let mut terms = Terms::default();
        let mut sentences = Sentences::new(Source { name: "text", text }, dialect, &mut terms)?;
        let mut shown = Vec::new();
        while let Some(sentence) = sentences.next_sentence()? {
            shown.push(sentences.terms().display(sentence.term));
        }
        Ok(shown)
    }

    #[test]
    fn operators_bind_as_in_prolog() {
        for (text, expected) in [
            ("a:-b,c;d->e.", "':-'(a,';'(','(b,c),'->'(d,e)))"),
            (
                "x :- \\+ p(X), Y is -X+2*3-4.",
                "':-'(x,','('\\\\+'(p(V0)),is(V1,'-'('+'('-'(V0),'*'(2,3)),4))))",
            ),
            (":- dynamic p/1, q/2.", "':-'(dynamic(','('/'(p,1),'/'(q,2))))"),
            ("p(- 1, -1, 1-1, -(1), a- -1).", "p('-'(1),-1,'-'(1,1),'-'(1),'-'(a,-1))"),
            ("p:-X#=Y+1,X\\==Z,X=..L.", "':-'(p,','('#='(V0,'+'(V1,1)),','('\\\\=='(V0,V2),'=..'(V0,V3))))"),
            ("p([a,B|C],[],[[]],{}).", "p([a,V0|V1],[],[[]],'{}')"),
            ("'it''s'(\"x y\",'\\n',_,_).", "'it''s'('x y','\\n',V0,V1)"),
            ("p(1.5,2e3,1.0e-7). % end", "p(1.5,2000.0,1.0e-7)"),
            ("/* a */ p(a). % b", "p(a)"),
        ] {
            assert_eq!(shown(Dialect::Prolog, text).unwrap(), [expected], "{text}");
        }
    }

    #[test]
    fn a_bias_has_tuples_and_sets() {
        for (text, expected) in [
            ("type(p,(a,)).", "type(p,(a,))"),
            ("type(p,(a,b,)).", "type(p,(a,b))"),
            ("max_vars((6)).", "max_vars(6)"),
            (
                ":-clause(C),#count{V:var_type(C,V,ex)}!=1.",
                "':-'(','(clause(V0),'!='('#count'('{}'(':'((V1,),(var_type(V0,V1,ex),)))),1)))",
            ),
        ] {
            assert_eq!(shown(Dialect::Asp, text).unwrap(), [expected], "{text}");
        }
    }

    #[test]
    fn long_texts_are_read_and_deep_ones_refused() {
        let many = vec!["a"; 100_000].join(",");
        assert!(shown(Dialect::Prolog, &format!("p([{many}]):-{many}.")).is_ok());
        for (open, close) in
            [("f(", ")"), ("[", "]"), ("(", ")"), ("\\+ ", ""), ("- ", ""), ("a;", ""), ("{", "}")]
        {
            let deep = format!("{}a{}.", open.repeat(100_000), close.repeat(100_000));
            let error = shown(Dialect::Prolog, &deep).unwrap_err();
            assert!(error.message.contains("nested"), "{error}");
        }
    }
}
