//! Marks: hashes of tables. Parts that cover the same examples with the same values have the same mark, whatever their
//! literals, so that only one of them has to be extended.

use crate::{Constant, Type};

/// A hash of the rows of a table, the same for every order of rows and columns. It has 128 bits, so that two different tables
/// practically never share it.
pub(crate) type Mark = (u64, u64);

/// The mark of rows with columns of these types, given the hashes of their sets of contexts.
pub(crate) fn of(values: &[Constant], looks: &[u64], types: &[Type]) -> Mark {
    let width = types.len();
    let columns = in_order(values, looks, types);
    let mut mark = (0_u64, 0_u64);
    for (count, (look, _)) in columns.iter().enumerate() {
        mark.0 = mark.0.wrapping_add(mix(look.wrapping_add(count as u64)));
    }
    for (number, &look) in looks.iter().enumerate() {
        let values = &values[number * width..][..width];
        let mut own = look;
        for &(_, column) in &columns {
            own = mix(own ^ u64::from(values[column]) << 20);
        }
        mark.0 = mark.0.wrapping_add(own);
        mark.1 = mark.1.wrapping_add((own ^ own >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ own >> 17);
    }
    mark
}

/// The columns in an order that depends only on their contents.
fn in_order(values: &[Constant], looks: &[u64], types: &[Type]) -> Vec<(u64, usize)> {
    let mut columns: Vec<(u64, usize)> = types.iter().map(|&of| mix(u64::from(of) + 1)).zip(0..).collect();
    if let [_] = columns[..] {
        return columns;
    }
    for (&set, values) in looks.iter().zip(values.chunks_exact(types.len().max(1))) {
        for ((look, _), &value) in columns.iter_mut().zip(values) {
            *look = look.wrapping_add(mix(set ^ u64::from(value) << 32));
        }
    }
    columns.sort_unstable();
    columns
}

/// The hash of a set of contexts.
pub(crate) fn look(words: &[u64]) -> u64 {
    words.iter().fold(1, |look, word| mix(look ^ word))
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(rows: &[([u32; 2], u64)], types: [Type; 2]) -> Mark {
        let values: Vec<Constant> = rows.iter().flat_map(|(values, _)| *values).collect();
        let looks: Vec<u64> = rows.iter().map(|(_, contexts)| look(&[*contexts])).collect();
        of(&values, &looks, &types)
    }

    #[test]
    fn the_order_of_rows_and_columns_does_not_count_but_what_is_in_them_does() {
        let one = marked(&[([1, 5], 1), ([2, 6], 1), ([1, 6], 8)], [0, 1]);
        assert_eq!(one, marked(&[([2, 6], 1), ([1, 5], 1), ([1, 6], 8)], [0, 1]));
        assert_eq!(one, marked(&[([5, 1], 1), ([6, 2], 1), ([6, 1], 8)], [1, 0]));
        for other in [
            marked(&[([1, 6], 1), ([2, 5], 1), ([1, 6], 8)], [0, 1]),
            marked(&[([1, 5], 1), ([2, 6], 2), ([1, 6], 8)], [0, 1]),
            marked(&[([1, 5], 1), ([2, 6], 1)], [0, 1]),
            marked(&[([1, 5], 1), ([2, 6], 1), ([1, 6], 8)], [0, 2]),
        ] {
            assert_ne!(one, other);
        }
        assert_ne!(of(&[], &[look(&[0b1001])], &[]), of(&[], &[look(&[0b0110])], &[]));
    }
}
