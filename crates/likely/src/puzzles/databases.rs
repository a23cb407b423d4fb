//! Encodings by the costs in pattern databases.

use super::{DatabaseSource, NoDatabases, Setting, TileFeatures};
use crate::AnyEncoding;
use crate::encoded_space::EncodedSpace;
use puzzles::tiles::databases::Partition;
use puzzles::tiles::{Board, Grid, Tiles};

/// The number of pancakes or blocks of a pattern, for sizes that Marom and Rosman (2020) don't have.
const PATTERN: usize = 4;

/// The encoding of a puzzle's states by the costs in pattern databases and a few other numbers. `None` if there are no patterns
/// for it.
///
/// # Errors
/// If the databases can't be built.
pub fn databases(
    space: &str,
    source: &mut DatabaseSource,
) -> Option<Result<Box<dyn AnyEncoding>, NoDatabases>> {
    Some(match space {
        "tiles:3x3" => tiles::<Grid<3, 3>>("4-4", source),
        "tiles:4x4" => tiles::<Grid<4, 4>>("5-5-5", source),
        _ => setting(space)?.field(source).map(|field| field as Box<dyn AnyEncoding>),
    })
}

/// The paper's patterns, or others of a few consecutive numbers each.
fn setting(space: &str) -> Option<Setting> {
    if let Some(setting) = Setting::of(space) {
        return Some(setting);
    }
    let (name, size) = space.split_once(':')?;
    let size: usize = size.parse().ok().filter(|size| (1..=32).contains(size))?;
    let neighbours = |first: u8| -> Vec<Vec<u8>> {
        let all: Vec<u8> = (first..first + size as u8).collect();
        all.chunks(PATTERN).map(<[u8]>::to_vec).collect()
    };
    match name {
        "pancake" => Some(Setting::Pancakes { size, sets: vec![neighbours(0)] }),
        "blocks" => Some(Setting::Blocks { size, patterns: neighbours(1) }),
        _ => None,
    }
}

/// The encoding by a partition and its reflection.
fn tiles<B: Board>(name: &str, source: &mut DatabaseSource) -> Result<Box<dyn AnyEncoding>, NoDatabases> {
    let partition: Partition<B> = name.parse().map_err(NoDatabases::Partition)?;
    let partitions: Vec<_> = [Some(partition.clone()), partition.reflected()].into_iter().flatten().collect();
    let encoding = TileFeatures::open(&partitions, source)?;
    Ok(Box::new(EncodedSpace { space: Tiles::<B>::new(), encoding, goals: Vec::new() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzles::tables::Tables;
    use search::Budget;

    #[test]
    fn inputs_are_from_0_to_1_and_0_where_there_is_nothing_to_do() {
        let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
        let mut source =
            DatabaseSource { tables: &tables, threads: 1, budget: &budget, gpu: None, watch: &mut |_, _| () };
        for (space, goal, inputs) in
            [("tiles:3x3", 0x8_7654_3210_u64, 9), ("pancake:5", 0, 5), ("blocks:5", 0, 4)]
        {
            let encoding = databases(space, &mut source).unwrap().unwrap();
            assert_eq!(encoding.inputs(), inputs, "{space}");
            let mut found = Vec::new();
            if space.starts_with("tiles") {
                encoding.encode(&[goal], &mut found);
                assert!(found.is_empty(), "{found:?}");
            }
        }
        assert!(databases("tiles:3x4", &mut source).is_none());
    }
}
