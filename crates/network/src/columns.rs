//! Sparse inputs transposed: the rows of each input.

/// For each input, the rows in which it is 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// The rows of input `i` are `rows[offsets[i]..offsets[i + 1]]`.
    pub offsets: Vec<u32>,
    /// In ascending order for each input.
    pub rows: Vec<u32>,
}

impl Columns {
    /// Transposes rows, given by the indices of their ones, which are below `inputs`.
    pub fn fill(&mut self, inputs: usize, offsets: &[u32], ones: &[u32]) {
        let rows = || offsets.windows(2).map(|bounds| &ones[bounds[0] as usize..bounds[1] as usize]);
        // Counts are stored two entries further on, so that filling in the rows moves each offset to its place.
        self.offsets.clear();
        self.offsets.resize(inputs + 2, 0);
        rows().flatten().for_each(|&one| self.offsets[one as usize + 2] += 1);
        for input in 2..self.offsets.len() {
            self.offsets[input] += self.offsets[input - 1];
        }
        self.rows.resize(*self.offsets.last().unwrap_or(&0) as usize, 0);
        for (row, ones) in rows().enumerate() {
            for &one in ones {
                let place = &mut self.offsets[one as usize + 1];
                self.rows[*place as usize] = row as u32;
                *place += 1;
            }
        }
        self.offsets.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_input_has_its_rows_in_order() {
        let mut columns = Columns::default();
        columns.fill(2, &[0, 1], &[1]);
        columns.fill(5, &[0, 2, 2, 5, 7], &[0, 3, 3, 0, 1, 3, 3]);
        let of = |input: usize| {
            &columns.rows[columns.offsets[input] as usize..columns.offsets[input + 1] as usize]
        };
        let all: Vec<&[u32]> = (0..5).map(of).collect();
        assert_eq!(all, [&[0, 2][..], &[2], &[], &[0, 2, 3, 3], &[]]);
    }
}
