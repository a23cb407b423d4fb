use super::*;
use std::fs;
use std::path::Path;

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hstar-tables-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn content() -> Vec<u8> {
    (0..1000_u32).map(|index| (index * 7) as u8).collect()
}

fn open(tables: &Tables, name: &str) -> Origin {
    let (table, origin) = tables.open(name, 1000, &Budget::unlimited(), || Ok(content())).unwrap();
    assert_eq!(*table, content());
    origin
}

fn built(damage: Option<Damage>) -> Origin {
    Origin::Built { damage, not_kept: None }
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_table_is_built_once_and_then_kept() {
    let folder = Folder::new("kept");
    let tables = Tables::kept_in(folder.0.join("made/when/needed"));
    assert_eq!(open(&tables, "some-table"), built(None));
    assert_eq!(open(&tables, "some-table"), Origin::Kept);
    assert_eq!(open(&tables, "another"), built(None));
    assert_eq!(files(&folder.0.join("made/when/needed")), 2);
}

#[test]
fn without_a_folder_nothing_is_kept() {
    let tables = Tables::in_memory();
    assert_eq!(open(&tables, "some-table"), built(None));
    assert_eq!(open(&tables, "some-table"), built(None));
}

#[test]
fn a_damaged_file_is_built_anew() {
    let folder = Folder::new("damaged");
    let tables = Tables::kept_in(&folder.0);
    open(&tables, "t");
    let path = folder.0.join("t.table");
    let whole = fs::read(&path).unwrap();
    let check = |bytes: &[u8], damage: Damage| {
        fs::write(&path, bytes).unwrap();
        assert_eq!(open(&tables, "t"), built(Some(damage)));
        assert_eq!(open(&tables, "t"), Origin::Kept);
    };
    for length in [0, 5, 20, whole.len() - 1] {
        check(&whole[..length], Damage::Length);
    }
    check(&[&whole[..], b"x"].concat(), Damage::Length);
    for place in [whole.len() - 1000, whole.len() - 1, whole.len() - 1001, whole.len() - 500] {
        let mut changed = whole.clone();
        changed[place] ^= 16;
        check(&changed, Damage::Checksum);
    }
    for place in [0, 8, 16, 17] {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        check(&changed, Damage::Foreign);
    }
}

#[test]
fn a_file_of_something_else_is_built_anew() {
    let folder = Folder::new("foreign");
    let tables = Tables::kept_in(&folder.0);
    open(&tables, "t");
    fs::copy(folder.0.join("t.table"), folder.0.join("u.table")).unwrap();
    assert_eq!(open(&tables, "u"), built(Some(Damage::Foreign)));
    let (_, origin) = tables.open("t", 3, &Budget::unlimited(), || Ok(vec![1, 2, 3])).unwrap();
    assert_eq!(origin, built(Some(Damage::Foreign)), "of another length");
    fs::write(folder.0.join("v.table"), "A text about something else, and long enough.").unwrap();
    assert_eq!(open(&tables, "v"), built(Some(Damage::Foreign)));
}

#[test]
fn where_nothing_can_be_kept_the_table_is_in_memory() {
    let folder = Folder::new("unwritable");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    let origin = open(&Tables::kept_in(&file), "t");
    assert!(matches!(origin, Origin::Built { not_kept: Some(_), .. }), "{origin:?}");
    fs::create_dir_all(folder.0.join("t.table/in-the-way")).unwrap();
    let origin = open(&Tables::kept_in(&folder.0), "t");
    let Origin::Built { damage: Some(Damage::Unreadable(_)), not_kept: Some(_) } = origin else {
        panic!("{origin:?}")
    };
    assert_eq!(files(&folder.0), 2, "nothing unfinished is left");
    let origin = open(&Tables::kept_in(&folder.0), "../t");
    assert!(matches!(origin, Origin::Built { not_kept: Some(_), .. }), "{origin:?}");
}

#[test]
fn an_error_while_building_keeps_nothing() {
    let folder = Folder::new("error");
    let tables = Tables::kept_in(&folder.0);
    let stopped = Exhausted::Interrupted;
    assert_eq!(tables.open("t", 1000, &Budget::unlimited(), || Err(stopped)).map(|_| ()), Err(stopped));
    assert_eq!(open(&tables, "t"), built(None));
}

#[test]
fn many_at_a_time_do_not_disturb_each_other() {
    let folder = Folder::new("many");
    let tables = Tables::kept_in(&folder.0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let origin = open(&tables, "t");
                assert!(origin == Origin::Kept || origin == built(None), "{origin:?}");
            });
        }
    });
    assert_eq!(open(&tables, "t"), Origin::Kept);
    assert_eq!(files(&folder.0), 1);
}
