#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod balance;
mod diagnostic;
mod domain;
pub mod domain_file;
mod excerpt;
mod fault;
mod formula;
mod ids;
mod parse;
mod problem;
mod reader;
mod requirements;
mod sexpr;
mod source;
mod symbols;
mod types;

pub use diagnostic::{Diagnostic, Place, Severity};
pub use domain::{Action, Axiom, Cost, Domain, Effect, Function, Object, Predicate};
pub use formula::{Atom, Formula, GroundAtom, Term, Variable};
pub use ids::{FunctionId, ObjectId, PredicateId, TypeId, VariableId};
pub use parse::{Parsed, Strictness, init_place, parse_domain, parse_problem, with_init};
pub use problem::{FunctionValue, Metric, Problem};
pub use requirements::{Requirement, Requirements};
pub use source::Source;
pub use types::{HierarchyError, Type, TypeNames, Types};
