//! Notes taken while a file is read: warnings, and the features it uses.

use crate::fault::{Fault, Result, counted};
use crate::{Diagnostic, Requirement, Requirements, Source, Strictness};

/// Further warnings are only counted: a file often repeats one mistake thousands of times.
const MAX_WARNINGS: usize = 20;

/// Notes taken while a file is read.
pub(crate) struct Notes {
    strictness: Strictness,
    warnings: Vec<Fault>,
    last: Option<Box<Fault>>,
    not_shown: usize,
    used: Requirements,
}

impl Notes {
    pub(crate) fn new(strictness: Strictness) -> Self {
        Self { strictness, warnings: Vec::new(), last: None, not_shown: 0, used: Requirements::default() }
    }

    /// Keeps the fault as a warning, or returns it as the error it is when strict.
    pub(crate) fn warn(&mut self, fault: Box<Fault>) -> Result<()> {
        if self.strictness == Strictness::Strict {
            return Err(fault);
        }
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(*fault.into_warning());
        } else {
            self.not_shown += 1;
            self.last = Some(fault.into_warning());
        }
        Ok(())
    }

    /// Notes that the file needs `requirement`.
    pub(crate) fn uses(&mut self, requirement: Requirement) {
        self.used.insert(requirement);
    }

    pub(crate) fn used(&self) -> Requirements {
        self.used
    }

    pub(crate) fn into_warnings(self, source: &Source) -> Vec<Diagnostic> {
        let mut warnings: Vec<Diagnostic> =
            self.warnings.into_iter().map(|fault| fault.locate(source)).collect();
        if let Some(last) = self.last {
            let mut last = last.locate(source);
            if self.not_shown > 1 {
                let others = counted(self.not_shown - 1, "more warning");
                last.message.push_str(&format!(" (and {others} before this one)"));
            }
            warnings.push(last);
        }
        warnings
    }
}
