use std::sync::Arc;

use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;

use super::*;
use crate::{Origin, Problem, Row, Source, Split, Tally};

fn problem(name: &str, split: Split) -> Problem {
    let searches = Tally { solved: 3, unsolvable: 2, stopped: 1, unvalued: 0 };
    Problem { name: name.to_owned(), split, searches, text: format!("(define (problem {name}) …)") }
}

fn row(number: u32) -> Row {
    let teacher: Option<Arc<str>> = (!number.is_multiple_of(3)).then(|| "astar(lmcut)".into());
    Row {
        problem: number % 2,
        state: format!("(at p{number}) (on a b)"),
        target: teacher.as_ref().map(|_| f64::from(number)),
        optimal: number.is_multiple_of(2),
        lower: (number > 5).then_some(f64::from(number) - 0.5),
        upper: Some(f64::from(number) + 1.0),
        heuristics: vec![Some(f64::INFINITY), None],
        origin: Origin { source: Source::Walks, teacher, seed: u64::MAX, walk: number, step: u32::MAX },
    }
}

fn data_set(rows: u32) -> DataSet {
    DataSet {
        recipes: vec![json!({"seed": 7})],
        domain: "(define (domain ä))".to_owned(),
        problems: vec![problem("p1", Split::Train), problem("p2", Split::Test)],
        heuristics: vec!["ff".to_owned(), "lmcut".to_owned()],
        rows: (0..rows).map(row).collect(),
    }
}

#[test]
fn a_set_comes_back_as_it_was() {
    for rows in [0, 1, 100, 70_000] {
        let set = data_set(rows);
        let bytes = set.to_bytes().unwrap();
        assert_eq!(bytes, set.to_bytes().unwrap());
        assert!(DataSet::from_bytes(bytes).unwrap() == set, "{rows} rows");
    }
}

#[test]
fn the_checksum_tells_sets_apart() {
    let (set, mut other) = (data_set(20), data_set(20));
    assert_eq!(set.checksum().unwrap(), other.checksum().unwrap());
    other.rows[3].upper = None;
    assert_ne!(set.checksum().unwrap(), other.checksum().unwrap());
}

#[test]
fn rows_that_do_not_fit_are_not_written() {
    let mut set = data_set(3);
    set.rows[1].problem = 2;
    assert!(matches!(set.to_bytes(), Err(DataFileError::Wrong(_))));
    let mut set = data_set(3);
    set.rows[1].heuristics.clear();
    assert!(matches!(set.to_bytes(), Err(DataFileError::Wrong(_))));
}

#[test]
fn every_flipped_bit_is_noticed() {
    let whole = data_set(20).to_bytes().unwrap();
    for position in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[position] ^= 1 << (position % 8);
        assert!(DataSet::from_bytes(bytes).is_err(), "byte {position}");
    }
}

#[test]
fn every_truncation_and_extension_is_noticed() {
    let whole = data_set(20).to_bytes().unwrap();
    for length in 0..whole.len() {
        assert!(DataSet::from_bytes(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
    assert!(DataSet::from_bytes([&whole[..], b"\0"].concat()).is_err());
}

/// Damage behind a checksum that fits: what only a forger makes.
#[test]
fn forged_files_are_refused_or_read_but_never_panic() {
    let whole = data_set(50).to_bytes().unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..3000 {
        let mut bytes = whole.clone();
        for _ in 0..random.random_range(1..4) {
            let position = random.random_range(seal::EMPTY.len() + 4..bytes.len());
            bytes[position] ^= 1 << random.random_range(0..8);
        }
        seal::close(&mut bytes);
        let _ = DataSet::from_bytes(bytes);
    }
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let refusal = |bytes: &[u8]| DataSet::from_bytes(bytes.to_vec()).unwrap_err().to_string();
    assert_eq!(refusal(b""), "it is no Parquet file");
    assert_eq!(refusal(b"problem,state\n"), "it is no Parquet file");
    assert!(refusal(b"PAR1").starts_with("it can't be decoded: "), "{}", refusal(b"PAR1"));
    let set = data_set(5);
    let mut foreign = rows::table(&set).unwrap();
    foreign.notes.clear();
    let foreign = refusal(&foreign.to_parquet(b"").unwrap());
    assert!(foreign.starts_with("it is a Parquet file, but no data set: "), "{foreign}");
}

#[test]
fn what_other_programs_have_written_again_is_read() {
    let set = data_set(5);
    let unsealed = rows::table(&set).unwrap().to_parquet(b"").unwrap();
    assert_eq!(DataSet::from_bytes(unsealed).unwrap(), set);
}

#[test]
fn later_versions_are_refused_as_such() {
    let mut bytes = data_set(5).to_bytes().unwrap();
    let version = bytes.windows(4).position(|digits| digits == b"0001").unwrap();
    bytes[version + 3] = b'2';
    assert!(matches!(DataSet::from_bytes(bytes), Err(DataFileError::OtherFormat(2))));
}

#[test]
fn sealed_tables_that_are_no_data_sets_are_refused() {
    let refusal = |change: fn(&mut table::Table)| {
        let set = data_set(5);
        let mut table = rows::table(&set).unwrap();
        change(&mut table);
        let mut bytes = table.to_parquet(&seal::EMPTY).unwrap();
        seal::close(&mut bytes);
        DataSet::from_bytes(bytes).unwrap_err().to_string()
    };
    let lacking = "it is a Parquet file, but no data set: it lacks the metadata hstar.recipes, hstar.domain, hstar.problems";
    assert_eq!(refusal(|table| table.notes.clear()), lacking);
    assert_eq!(refusal(|table| table.notes.truncate(2)), "there is no `hstar.problems`");
    assert_eq!(
        refusal(|table| table.columns.retain(|(name, _)| name != "upper")),
        "there is no column `upper` of the right kind"
    );
    assert_eq!(
        refusal(|table| table.columns[0].0 = "other".to_owned()),
        "there is no column `problem` of the right kind"
    );
    assert_eq!(
        refusal(|table| table.columns.push(("more".to_owned(), table::Column::Flag(vec![true; 5])))),
        "`more` is no column of a data set"
    );
    assert_eq!(
        refusal(|table| table.columns[3].1 = table::Column::Number(vec![Some(f64::NAN); 5])),
        "a target is no cost"
    );
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(DataSet::from_bytes(bytes.clone()).is_err());
        prop_assert!(DataSet::from_bytes([&b"PAR1 hstar data set, format 0001, checksum "[..], &bytes].concat()).is_err());
    }
}
