//! Networks as a GPU sees them: whole numbers in, whole numbers out.

/// A network with one hidden layer that sees whole numbers: the costs of all patterns, the estimates by all partitions,
/// Manhattan distance, the number of tiles out of place, and the cell of the blank. Estimates are no less than those of the
/// databases.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraiser {
    /// The units of the hidden layer, a multiple of four.
    pub width: usize,
    /// What each number of each feature adds to the sums of the units, one row after the other.
    pub rows: Vec<i32>,
    /// By feature: where its rows begin.
    pub firsts: Vec<u32>,
    /// What the sums begin with.
    pub biases: Vec<i32>,
    /// The outputs: of a unit's sum, if it is above 0, so much goes into the mean, ...
    pub mean: Output,
    /// ... and so much into the number that says how much is added to the mean.
    pub addition: Option<(Output, Addition)>,
}

/// An output of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// By unit.
    pub weights: Vec<f32>,
    /// What is added.
    pub bias: f32,
}

/// What is added to a mean, by the second output.
#[derive(Clone, Debug, PartialEq)]
pub struct Addition {
    /// The first terms of a series at each of 128 places, 16 of which are from one whole number to the next, the first at -5.
    pub series: Vec<[f32; 4]>,
    /// The means below which that counts.
    pub trusted_below: f32,
    /// What is added to others.
    pub beyond: f32,
}

/// The places of a series.
#[cfg(feature = "cuda")]
const PLACES: usize = 128;

#[cfg(feature = "cuda")]
impl Appraiser {
    /// Adds nothing to what databases say.
    pub(super) fn nobody(partitions: usize) -> Self {
        const WIDTH: usize = 4;
        Self {
            width: WIDTH,
            rows: Vec::new(),
            firsts: vec![0; partitions + 3],
            biases: vec![0; WIDTH],
            mean: Output { weights: vec![0.0; WIDTH], bias: 0.0 },
            addition: None,
        }
    }

    /// Is all there, for features of which these are the greatest numbers?
    pub(super) fn has_rows_for(&self, greatest: &[u32]) -> bool {
        let Self { width, rows, firsts, biases, mean, addition } = self;
        let has_row = |(&first, &number): (&u32, &u32)| {
            u64::from(first) + u64::from(number) < (rows.len() / width) as u64
        };
        let fits = |output: &Output| output.weights.len() == *width;
        width % 4 == 0
            && *width > 0
            && rows.len() % width == 0
            && firsts.len() == greatest.len()
            && firsts.iter().zip(greatest).all(has_row)
            && biases.len() == *width
            && fits(mean)
            && addition.as_ref().is_none_or(|(phi, addition)| fits(phi) && addition.series.len() == PLACES)
    }

    /// All but the rows, in the order of the program.
    pub(super) fn words(&self) -> Vec<u32> {
        let none = (
            Output { weights: vec![0.0; self.width], bias: 0.0 },
            Addition { series: vec![[0.0; 4]; PLACES], trusted_below: 0.0, beyond: 0.0 },
        );
        let (phi, addition) = self.addition.as_ref().unwrap_or(&none);
        let numbers = [self.mean.bias, phi.bias, addition.trusted_below, addition.beyond];
        let floats =
            self.mean.weights.iter().chain(&phi.weights).chain(&numbers).map(|float| float.to_bits());
        let mut words: Vec<u32> = self.biases.iter().map(|&bias| bias as u32).chain(floats).collect();
        words.extend([u32::from(self.addition.is_some()), 0, 0, 0]);
        words.extend(addition.series.as_flattened().iter().map(|term| term.to_bits()));
        words
    }
}

#[cfg(test)]
#[cfg(feature = "cuda")]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_noticed() {
        let whole = Appraiser { rows: vec![0; 4 * 3], firsts: vec![0, 1], ..Appraiser::nobody(1) };
        assert!(whole.has_rows_for(&[0, 1]));
        for greatest in [&[0, 2][..], &[3, 1], &[0], &[0, 1, 0]] {
            assert!(!whole.has_rows_for(greatest), "{greatest:?}");
        }
        let short = Output { weights: vec![0.0; 3], bias: 0.0 };
        let addition = Addition { series: vec![[0.0; 4]; PLACES - 1], trusted_below: 0.0, beyond: 0.0 };
        for damaged in [
            Appraiser { width: 0, ..whole.clone() },
            Appraiser { width: 3, ..whole.clone() },
            Appraiser { biases: vec![0; 8], ..whole.clone() },
            Appraiser { mean: short, ..whole.clone() },
            Appraiser { addition: Some((whole.mean.clone(), addition)), ..whole.clone() },
        ] {
            assert!(!damaged.has_rows_for(&[0, 1]), "{damaged:?}");
        }
    }
}
