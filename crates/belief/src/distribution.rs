//! The interface of all distributions over h*.

/// A probability distribution over h*.
pub trait Distribution {
    /// The logarithm of the density at `value`, or of the probability of exactly `value` where that is a number
    /// above zero: in a [`Categorical`](crate::Categorical) and a [`Point`](crate::Point). Outside the support it
    /// is −∞.
    fn log_density(&self, value: f64) -> f64;

    /// E\[h*\].
    fn mean(&self) -> f64;

    /// E\[(h* − E\[h*\])²\].
    fn variance(&self) -> f64;

    /// P(h* ≤ `value`).
    fn cdf(&self, value: f64) -> f64;

    /// The least value v with P(h* ≤ v) ≥ `level`, for a level within 0 and 1.
    fn quantile(&self, level: f64) -> f64;

    /// The most probable value; of several the least.
    fn mode(&self) -> f64;

    /// The largest probability that any half-open interval as long as one unit of cost holds: how sure one can be
    /// of h* to a whole number. It is the top probability of a [`Categorical`](crate::Categorical) (*confidence*,
    /// c^NN), falls as a Gaussian gets wider, and is 1 for a [`Point`](crate::Point).
    fn confidence(&self) -> f64;
}
