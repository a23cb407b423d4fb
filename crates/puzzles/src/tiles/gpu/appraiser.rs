//! Networks in the form that the GPU program takes: integer features in, an integer estimate out.

/// A network with one hidden layer and integer inputs: the costs of all patterns, the estimates by all partitions, Manhattan
/// distance, the number of tiles out of place, and the cell of the blank. Estimates are at least those of the databases.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraiser {
    /// The number of hidden units, a multiple of four.
    pub width: usize,
    /// For each value of each feature, a row with its contribution to the sum of every hidden unit.
    pub rows: Vec<i32>,
    /// By feature: where its rows begin.
    pub firsts: Vec<u32>,
    /// The initial sums of the hidden units.
    pub biases: Vec<i32>,
    /// The first output: the mean.
    pub mean: Output,
    /// The second output, and its effect on the estimate: what it adds to the mean.
    pub addition: Option<(Output, Addition)>,
}

/// An output of a network: a weighted sum of the hidden units after relu.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// By hidden unit.
    pub weights: Vec<f32>,
    /// The bias.
    pub bias: f32,
}

/// The number added to the mean to give a quantile, as a function of the second output.
#[derive(Clone, Debug, PartialEq)]
pub struct Addition {
    /// The Taylor coefficients of this function at 128 points, 16 to a unit, the first at -5.
    pub series: Vec<[f32; 4]>,
    /// The function applies to means below this.
    pub trusted_below: f32,
    /// The number added to other means.
    pub beyond: f32,
}

/// The number of points of a series.
#[cfg(feature = "cuda")]
const PLACES: usize = 128;

#[cfg(feature = "cuda")]
impl Appraiser {
    /// A network whose estimates are those of the databases.
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

    /// Do all sizes fit, and is there a row for each value of each feature, given their largest values?
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

    /// All but the rows, in the order of the GPU program.
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
