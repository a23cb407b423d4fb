//! How reliable a model's own probabilities were on the states that its dial is fitted to.

use belief::{Dial, promised};

/// The probabilities told.
const ALPHAS: [f64; 5] = [0.5, 0.75, 0.9, 0.95, 0.99];

/// The reliability curve as a sentence.
pub(super) fn reliability(dial: Option<&Dial>) -> String {
    let Some(dial) = dial else {
        return "not measured: a quantile is that of the belief as it is".to_owned();
    };
    let kept = ALPHAS.map(|alpha| format!("α = {alpha} for {:.0} %", 100.0 * dial.kept(promised(alpha))));
    format!(
        "its own probabilities were kept, of states not learned from, {} at least; the dial makes up for it",
        kept.join(", ")
    )
}
