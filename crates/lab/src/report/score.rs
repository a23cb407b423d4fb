//! Scores of a run between 0 and 1, as competitions and Lab compute them.

/// The satisficing score of a plan: the cost of the cheapest known plan divided by that of this one.
pub(super) fn quality(cost: f64, cheapest: f64) -> f64 {
    if cost <= cheapest { 1.0 } else { cheapest / cost }
}

/// The agile score of an effort: 1 up to an effort of 1, 0 from the limit on, and logarithmic between.
pub(super) fn agility(effort: f64, limit: f64) -> f64 {
    if effort <= 1.0 {
        1.0
    } else if effort >= limit {
        0.0
    } else {
        1.0 - effort.ln() / limit.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_is_the_share_of_the_cheapest_cost() {
        assert_eq!(quality(10.0, 10.0), 1.0);
        assert_eq!(quality(20.0, 10.0), 0.5);
        assert_eq!(quality(0.0, 0.0), 1.0);
        assert_eq!(quality(3.0, 0.0), 0.0);
    }

    #[test]
    fn agility_falls_with_the_logarithm_of_the_effort() {
        assert_eq!(agility(0.0, 1800.0), 1.0);
        assert_eq!(agility(1.0, 1800.0), 1.0);
        assert!((agility(100.0, 10_000.0) - 0.5).abs() < 1e-12);
        assert_eq!(agility(1800.0, 1800.0), 0.0);
        assert_eq!(agility(f64::INFINITY, 1800.0), 0.0);
        assert_eq!(agility(0.5, 0.5), 1.0);
    }
}
