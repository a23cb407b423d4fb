//! A problem of induction: the predicate to define, the background knowledge as tables, the bias and the examples.

use std::fmt::{self, Display};

/// The number of a constant.
pub type Constant = u32;

/// The number of a type.
pub type Type = u16;

/// The number of a variable in a rule: those of the head come first.
pub type Variable = u8;

/// A problem of induction: examples, background knowledge about the constants in them, and the form that rules may take.
///
/// All background knowledge is stored as tables. A predicate that can be asked only with some arguments given is asked about
/// all constants that can come up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The text of each constant.
    pub constants: Vec<String>,
    /// The name of each type; one for all if none are declared.
    pub types: Vec<String>,
    /// The predicate to define.
    pub head: Predicate,
    /// The predicates that bodies may use.
    pub body: Vec<Predicate>,
    /// The tuples of each body predicate.
    pub relations: Vec<Relation>,
    /// The form that rules may take.
    pub bias: Bias,
    /// The positive and negative examples.
    pub examples: Examples,
}

/// A predicate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The type of each argument.
    pub types: Vec<Type>,
    /// Which arguments have to be known before it can be asked; `None` if nothing is declared.
    pub directions: Option<Vec<Direction>>,
}

/// Does an argument have to be known?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It has to be known before.
    In,
    /// It is found.
    Out,
}

/// The tuples for which a predicate holds, one after the other, each once, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// The number of arguments.
    pub arity: usize,
    /// All arguments of all tuples.
    pub tuples: Vec<Constant>,
}

/// For each argument of a literal the variable that it is (`true`) or is not (`false`); `None` if it may be any.
pub type Pattern = Vec<Option<(bool, Variable)>>;

/// The form that rules may take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bias {
    /// How many variables a rule may have.
    pub max_variables: usize,
    /// How many literals a body may have.
    pub max_body: usize,
    /// May a variable of the head be missing in the body?
    pub allows_unused_head: bool,
    /// How many variables of a type a rule has to have: at least and at most.
    pub type_counts: Vec<(Type, usize, usize)>,
    /// Literals that no rule may have: the number of a predicate, and for each argument the variable that it has to be
    /// (`Some(true, v)`), must not be (`Some(false, v)`), or `None` if it may be any. A literal that matches is forbidden.
    pub forbidden: Vec<(usize, Pattern)>,
    /// Variables of the head that the body has to have.
    pub required: Vec<Variable>,
    /// May rules call the predicate that they define?
    pub allows_recursion: bool,
    /// May programs define predicates of their own?
    pub allows_invention: bool,
    /// How many clauses of a program are recursive, and how many define a predicate of its own: at most one less than this,
    /// each.
    pub max_clauses: usize,
}

/// The examples: tuples of the head's arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examples {
    /// Tuples for which the head has to hold.
    pub positive: Relation,
    /// Tuples for which the head must not hold.
    pub negative: Relation,
}

/// A predicate with variables for arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The number of the predicate.
    pub predicate: u16,
    /// Its arguments.
    pub arguments: Vec<Variable>,
}

/// The head holds where all of the body does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// The literals that have to hold.
    pub body: Vec<Literal>,
}

impl Predicate {
    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.types.len()
    }
}

impl Relation {
    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.tuples.len().checked_div(self.arity).unwrap_or(0)
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// The tuples.
    pub fn iter(&self) -> impl Iterator<Item = &[Constant]> {
        self.tuples.chunks_exact(self.arity.max(1))
    }
}

impl Rule {
    /// Its size, as programs are measured: the head and each literal count one.
    pub fn size(&self) -> usize {
        self.body.len() + 1
    }

    /// The rule as Prolog, with the names of a problem.
    pub fn display<'a>(&'a self, problem: &'a Problem) -> impl Display + 'a {
        fmt::from_fn(move |f| {
            let variables = |f: &mut fmt::Formatter<'_>, arguments: &mut dyn Iterator<Item = Variable>| {
                for (place, variable) in arguments.enumerate() {
                    write!(f, "{}V{variable}", if place > 0 { "," } else { "" })?;
                }
                Ok(())
            };
            write!(f, "{}(", problem.head.name)?;
            variables(f, &mut (0..problem.head.arity() as Variable))?;
            f.write_str("):- ")?;
            for (place, literal) in self.body.iter().enumerate() {
                let name = &problem.body[usize::from(literal.predicate)].name;
                write!(f, "{}{name}(", if place > 0 { "," } else { "" })?;
                variables(f, &mut literal.arguments.iter().copied())?;
                f.write_str(")")?;
            }
            f.write_str(".")
        })
    }
}
