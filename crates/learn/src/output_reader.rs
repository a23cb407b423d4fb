//! From a network's outputs to what a search sees.

use belief::{Belief, Calibration, NotCalibrated, Reader, Reading, Trust};
use search::{Estimate, WhenUntrusted};

use crate::head::{Head, Prior};

/// What is said of a state when the network's outputs are not finite.
const UNTRUSTED: Estimate = Estimate { h: 0.0, trusted: false };

/// From a network's outputs to what a search sees: the belief that they express, by a reading of it, within what is known.
#[derive(Clone, Debug)]
pub struct OutputReader {
    head: Head,
    reader: Reader,
    trust: Option<Trust>,
    room: Vec<f32>,
}

impl OutputReader {
    /// For outputs that mean what the head says.
    ///
    /// # Errors
    /// When the reading needs thresholds, and there are none.
    pub fn new(head: Head, reading: Reading, calibration: &Calibration) -> Result<Self, NotCalibrated> {
        let reader = reading.reader(calibration)?;
        Ok(Self { head, reader, trust: reading.trust, room: Vec::new() })
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.head.outputs()
    }

    /// What a search is told of a state.
    pub fn estimate(&mut self, outputs: &[f32], known: Prior) -> Estimate {
        let belief = self.head.belief(outputs, known, &mut self.room);
        let estimate = belief.map_or(UNTRUSTED, |belief: Belief<'_>| self.reader.read(&belief));
        // Only heuristics that know it may call a state a dead end.
        let h = known.clip(self.head.meant(estimate.h)).min(f32::MAX);
        Estimate { h, trusted: estimate.trusted || self.trust.is_none() }
    }

    /// Reads the belief that outputs express; `None` if they are not finite.
    pub fn believe<T>(
        &mut self,
        outputs: &[f32],
        known: Prior,
        read: impl FnOnce(&Belief<'_>) -> T,
    ) -> Option<T> {
        self.head.belief(outputs, known, &mut self.room).map(|belief| read(&belief))
    }

    /// What becomes of states that are not trusted.
    pub fn when_untrusted(&self) -> WhenUntrusted {
        self.trust.map_or(WhenUntrusted::Prune, Trust::when_untrusted)
    }
}
