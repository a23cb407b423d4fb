//! The rules found so far, and the best program that they make.

use super::coverage::Coverage;
use crate::bits::Bits;
use crate::language::{Atom, Body};

/// The rules found so far that may be of use, and the best program that they make.
pub(crate) trait Pool: Sync {
    /// Adds a rule.
    fn add(&mut self, body: &[Atom], coverage: Coverage);

    /// Are rules that hold for negative examples of no use?
    fn is_strict(&self) -> bool;

    /// Could a rule of at least this size that holds at most for these positive examples be part of a program that is better than the best?
    fn is_promising(&self, positive: &Bits, size: usize) -> bool;

    /// From which size on rules that extend one of this size, which holds for these, are no better than that.
    fn end_of_extending(&self, coverage: &Coverage, size: usize) -> usize;

    /// Could a rule of this size be part of a better program, whatever it holds for?
    fn has_room_for(&self, size: usize) -> bool;

    /// All rules of this size and smaller ones are known from now on.
    fn has_all_of(&mut self, size: usize);

    /// Looks quickly for a better program.
    fn improve(&mut self);

    /// Looks for a better program once all rules of a size are known. False if there was no time for it.
    fn choose(&mut self, is_over: &dyn Fn() -> bool) -> bool;

    /// Finds the best program of all rules, which are known now. False if it is not certain that there is none better.
    fn prove(&mut self, is_over: &dyn Fn() -> bool) -> bool;

    /// What the best program costs so far, and how many positive examples it does not cover.
    fn standing(&self) -> (usize, usize);

    /// The best program: its bodies, and which examples it holds for.
    fn program(&self) -> (Vec<Body>, Coverage);
}
