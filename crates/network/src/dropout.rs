//! Inverted dropout of hidden values in training.

use rand::Rng;

/// The dropout masks of the forward pass, for the backward pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Dropout {
    probability: f32,
    hidden: Vec<Dropped>,
    bytes: Vec<u8>,
}

/// The mask of one hidden layer.
#[derive(Clone, Debug, Default)]
struct Dropped {
    /// The factor of each value: 0, or 1 / (1 − probability), which keeps the mean.
    factors: Vec<f32>,
    /// The values before dropout.
    values: Vec<f32>,
}

impl Dropout {
    /// Turns dropout off until the next [`set`](Self::set).
    pub fn clear(&mut self) {
        self.probability = 0.0;
    }

    pub fn set(&mut self, probability: f32) {
        self.probability = probability;
    }

    /// Drops some of a hidden layer's values.
    pub fn drop(&mut self, index: usize, values: &mut [f32], rng: &mut impl Rng) {
        if self.probability <= 0.0 {
            return;
        }
        if self.hidden.len() <= index {
            self.hidden.resize_with(index + 1, Dropped::default);
        }
        let dropped = &mut self.hidden[index];
        dropped.values.clear();
        dropped.values.extend_from_slice(values);
        self.bytes.resize(4 * values.len(), 0);
        rng.fill_bytes(&mut self.bytes);
        let threshold = (f64::from(self.probability) * 2_f64.powi(32)) as u32;
        let factor = 1.0 / (1.0 - self.probability);
        let draws = self.bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
        dropped.factors.clear();
        dropped.factors.extend(draws.map(|draw| if draw < threshold { 0.0 } else { factor }));
        values.iter_mut().zip(&dropped.factors).for_each(|(value, factor)| *value *= factor);
    }

    /// Turns the gradient by a hidden layer's values into that by the values before dropout. Returns these values.
    pub fn undo<'a>(&'a self, index: usize, values: &'a [f32], gradients: &mut [f32]) -> &'a [f32] {
        match self.hidden.get(index) {
            Some(dropped) if self.probability > 0.0 => {
                gradients.iter_mut().zip(&dropped.factors).for_each(|(gradient, factor)| *gradient *= factor);
                &dropped.values
            }
            _ => values,
        }
    }

    /// The factors of a row.
    #[cfg(test)]
    pub fn factors(&self, index: usize, row: usize, width: usize) -> Vec<f32> {
        self.hidden[index].factors[row * simd::panels::padded(width)..][..width].to_vec()
    }
}
