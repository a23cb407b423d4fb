//! From a network's outputs to the estimate for a search.

use belief::{Belief, Calibration, NotCalibrated, Reader, Reading, Trust};
use search::{Estimate, WhenUntrusted};

use crate::head::{Head, Prior};

/// The estimate when the network's outputs are not finite.
const UNTRUSTED: Estimate = Estimate { h: 0.0, trusted: false };

/// Turns a network's outputs into an estimate: the value of their belief by a reading, clipped to the bounds.
#[derive(Clone, Debug)]
pub struct OutputReader {
    head: Head,
    reader: Reader,
    trust: Option<Trust>,
    room: Vec<f32>,
}

impl OutputReader {
    /// A reader for outputs of this head.
    ///
    /// # Errors
    /// When the reading needs calibrated thresholds, and there are none.
    pub fn new(head: Head, reading: Reading, calibration: &Calibration) -> Result<Self, NotCalibrated> {
        let reader = reading.reader(calibration)?;
        Ok(Self { head, reader, trust: reading.trust, room: Vec::new() })
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.head.outputs()
    }

    /// The estimate for a state.
    pub fn estimate(&mut self, outputs: &[f32], known: Prior) -> Estimate {
        let belief = self.head.belief(outputs, known, &mut self.room);
        let estimate = belief.map_or(UNTRUSTED, |belief: Belief<'_>| self.reader.read(&belief));
        // A belief is no proof of a dead end, so that estimates are finite.
        let h = known.clip(self.head.meant(estimate.h)).min(f32::MAX);
        Estimate { h, trusted: estimate.trusted || self.trust.is_none() }
    }

    /// Passes the belief of these outputs to `read`; `None` if they are not finite.
    pub fn believe<T>(
        &mut self,
        outputs: &[f32],
        known: Prior,
        read: impl FnOnce(&Belief<'_>) -> T,
    ) -> Option<T> {
        self.head.belief(outputs, known, &mut self.room).map(|belief| read(&belief))
    }

    /// How searches treat states that are not trusted.
    pub fn when_untrusted(&self) -> WhenUntrusted {
        self.trust.map_or(WhenUntrusted::Prune, Trust::when_untrusted)
    }
}
