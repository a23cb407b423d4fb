//! Learning that is stopped, and goes on.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use policy::example::Effort;
use policy::learn::learn;
use policy::notebook::Notebook;
use search::Budget;

use crate::support::{examples, generated, learned};

#[test]
fn learning_that_was_stopped_goes_on_to_the_same_rules() {
    let (domain, problems) = generated("blocksworld", &[("blocks", 4)], 1..=12);
    let whole = learned(&domain, &problems);
    let effort = Effort::default();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stopped.jsonl");
    let _ = std::fs::remove_file(&path);
    let examples = examples(&domain, &problems);
    let mut known = 0;
    // It is stopped at its first words, then at its third, and so on, until it has said all.
    for words in (0..).step_by(2) {
        let notebook = Notebook::open(&path, "blocks").unwrap();
        assert!(notebook.searches() >= known);
        known = notebook.searches();
        assert_eq!(known > 0, words > 0);
        let interrupted = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_interrupt(Arc::clone(&interrupted));
        let mut said = 0;
        let lesson = learn(&domain, &examples, &effort, 2, &budget, &notebook, |_| {
            interrupted.store(said >= words, Ordering::Relaxed);
            said += 1;
        });
        if budget.check().is_ok() {
            assert_eq!(lesson.strategy, whole.strategy);
            break;
        }
    }
    // With all known, nothing is searched for, and it comes to the same.
    let notebook = Notebook::open(&path, "blocks").unwrap();
    let again = learn(&domain, &examples, &effort, 1, &Budget::unlimited(), &notebook, |_| ());
    assert_eq!(again.strategy, whole.strategy);
    assert_eq!(Notebook::open(&path, "blocks").unwrap().searches(), notebook.searches());
}
