//! Prepares a program for questions: adds the library, and writes out predicates where that is possible.

use super::Program;
use super::negation::note_shared_variables;
use super::write_out::write_out;
use crate::Terms;
use crate::diagnostic::Source;

const LIBRARY: Source<'_> = Source { name: "library", text: include_str!("library.pl") };

impl Program {
    /// Adds what Prolog brings along where it is not defined otherwise, and prepares for questions.
    pub fn link(&mut self, terms: &mut Terms) {
        // Where there are only facts, they are read off and not asked for.
        let has_questions = !self.definitions.values().all(|definition| definition.is_table(terms));
        // The library's text is ours: it can be read.
        if let Ok(library) = Self::read(LIBRARY, terms) {
            for (indicator, mut definition) in library.definitions {
                definition.is_library = true;
                self.definitions.entry(indicator).or_insert(definition);
            }
        }
        for (&(_, arity), definition) in &mut self.definitions {
            for clause in &mut definition.clauses {
                note_shared_variables(clause, terms);
            }
            if has_questions {
                definition.index(arity, terms);
            }
        }
        write_out(self, terms);
    }
}
