//! Notes of learning that was stopped.

use policy::notebook::{Notebook, Searched, Wanted};

#[test]
fn what_was_kept_is_known_again_but_a_line_that_was_cut_off() {
    let path = std::env::temp_dir().join(format!("hstar-notebook-{}", std::process::id()));
    let searched = |numbers: &[u64]| -> Vec<Searched> {
        numbers.iter().map(|&evaluated| Searched { plan: Some(vec![3, 1]), evaluated }).collect()
    };
    let notebook = Notebook::open(&path, "these").unwrap();
    notebook.keep(2, Wanted::EachGoal, &searched(&[7]));
    notebook.keep(2, Wanted::EachGoal, &searched(&[7, 8]));
    notebook.keep(0, Wanted::AllGoals, &searched(&[9]));
    drop(notebook);
    let whole = std::fs::read(&path).unwrap();
    for (length, searches) in [(whole.len(), 3), (whole.len() - 2, 2)] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let notebook = Notebook::open(&path, "these").unwrap();
        assert_eq!(notebook.known(2, Wanted::EachGoal), searched(&[7, 8]));
        assert_eq!(notebook.known(2, Wanted::AllGoals), []);
        assert_eq!(notebook.searches(), searches);
        // What comes after a line that was cut off is known as well.
        notebook.keep(5, Wanted::EachGoal, &searched(&[1]));
        assert_eq!(Notebook::open(&path, "these").unwrap().searches(), searches + 1);
    }
    assert_eq!(Notebook::open(&path, "others").unwrap().searches(), 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "others\n");
    std::fs::remove_file(&path).unwrap();
}
