//! The rules found so far, and the best program that they make.

use super::coverage::Coverage;
use crate::bits::Bits;
use crate::language::{Atom, Body};

/// The rules found so far that may be useful, and the best program that they make.
pub(crate) trait Pool: Sync {
    /// Adds a rule.
    fn add(&mut self, body: &[Atom], coverage: Coverage);

    /// Are rules that cover a negative example useless?
    fn is_strict(&self) -> bool;

    /// Could a rule of at least this size that covers at most these positive examples be part of a program better than the
    /// best?
    fn is_promising(&self, positive: &Bits, size: usize) -> bool;

    /// The size from which on rules that extend one of this size and coverage are no better than it.
    fn end_of_extending(&self, coverage: &Coverage, size: usize) -> usize;

    /// Could a rule of this size be part of a better program, whatever it covers?
    fn has_room_for(&self, size: usize) -> bool;

    /// Tells that all rules up to this size are known.
    fn has_all_of(&mut self, size: usize);

    /// Looks for a better program by a quick method.
    fn improve(&mut self);

    /// Looks for a better program once all rules of a size are known. False if time ran out.
    fn choose(&mut self, is_over: &dyn Fn() -> bool) -> bool;

    /// Finds the best program, now that all rules are known. False if it is not certain that there is none better.
    fn prove(&mut self, is_over: &dyn Fn() -> bool) -> bool;

    /// The cost of the best program so far, and the number of positive examples that it does not cover.
    fn standing(&self) -> (usize, usize);

    /// The best program: its bodies, and the examples that it covers.
    fn program(&self) -> (Vec<Body>, Coverage);
}
