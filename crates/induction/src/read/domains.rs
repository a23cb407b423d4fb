//! Constants by number, and which are of which type.

use crate::problem::{Constant, Type};
use crate::prolog::{TermId, Terms};

/// More constants than this are taken for an endless number.
pub(super) const MOST_CONSTANTS: usize = 4 << 20;

/// The constants that have come up.
pub(super) struct Domains {
    /// By term, plus one; 0 for those that have not come up.
    numbers: Vec<Constant>,
    constants: Vec<TermId>,
    types: Vec<Domain>,
}

#[derive(Default)]
struct Domain {
    members: Vec<Constant>,
    /// By constant.
    is_member: Vec<bool>,
}

impl Domains {
    pub(super) fn new(types: usize) -> Self {
        Self {
            numbers: Vec::new(),
            constants: Vec::new(),
            types: (0..types).map(|_| Domain::default()).collect(),
        }
    }

    /// The number of a term if it has come up as one of the type.
    pub(super) fn find(&self, term: TermId, of: Type) -> Option<Constant> {
        let constant = self.numbers.get(term.index())?.checked_sub(1)?;
        let domain = &self.types[usize::from(of)];
        domain.is_member.get(constant as usize)?.then_some(constant)
    }

    /// The number of a term that comes up as one of the type.
    pub(super) fn add(&mut self, term: TermId, of: Type) -> Constant {
        if self.numbers.len() <= term.index() {
            self.numbers.resize(term.index() + 1, 0);
        }
        let number = &mut self.numbers[term.index()];
        if *number == 0 {
            self.constants.push(term);
            *number = self.constants.len() as Constant;
        }
        let constant = *number - 1;
        let domain = &mut self.types[usize::from(of)];
        if domain.is_member.len() <= constant as usize {
            domain.is_member.resize(constant as usize + 1, false);
        }
        if !std::mem::replace(&mut domain.is_member[constant as usize], true) {
            domain.members.push(constant);
        }
        constant
    }

    pub(super) fn members(&self, of: Type) -> &[Constant] {
        &self.types[usize::from(of)].members
    }

    pub(super) fn term(&self, constant: Constant) -> TermId {
        self.constants[constant as usize]
    }

    /// The terms of all constants.
    pub(super) fn terms(&self) -> &[TermId] {
        &self.constants
    }

    pub(super) fn len(&self) -> usize {
        self.constants.len()
    }

    /// How many members all types have together.
    pub(super) fn total(&self) -> usize {
        self.types.iter().map(|domain| domain.members.len()).sum()
    }

    pub(super) fn texts(&self, terms: &Terms) -> Vec<String> {
        self.constants.iter().map(|&constant| terms.display(constant)).collect()
    }
}
