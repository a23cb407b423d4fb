//! The target of a training example: a cost, or a range that it lies in.

/// A range of a state's cost to the goal; a single number if the cost is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostRange {
    least: f64,
    most: f64,
}

impl CostRange {
    /// A known cost.
    pub fn exact(cost: f64) -> Self {
        Self { least: cost, most: cost }
    }

    /// A range between two bounds. If they contradict each other, the upper one wins: there is a plan of that cost.
    pub fn new(least: f64, most: f64) -> Self {
        Self { least: least.min(most), most }
    }

    /// The range narrowed by further bounds. A known cost (a teacher's) stays as it is, unless a cheaper plan is known.
    pub fn within(self, lower: f64, upper: f64) -> Self {
        match self.known() {
            Some(cost) => Self::exact(cost.min(upper)),
            None => Self::new(self.least.max(lower), self.most.min(upper)),
        }
    }

    /// The lower end.
    pub fn least(self) -> f64 {
        self.least
    }

    /// The upper end.
    pub fn most(self) -> f64 {
        self.most
    }

    /// The cost, if it is known.
    pub fn known(self) -> Option<f64> {
        (self.least == self.most).then_some(self.least)
    }

    /// The cost in the range that is nearest to an estimate.
    pub fn nearest(self, estimate: f64) -> f64 {
        estimate.max(self.least).min(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_narrow_ranges_and_cheaper_plans_replace_costs() {
        let range = CostRange::new(2.0, 9.0);
        assert_eq!(range.within(3.0, 7.0), CostRange::new(3.0, 7.0));
        assert_eq!(range.within(f64::NEG_INFINITY, f64::INFINITY), range);
        assert_eq!(CostRange::exact(20.0).within(1.0, 15.0), CostRange::exact(15.0));
        assert_eq!(CostRange::exact(20.0).within(25.0, 30.0), CostRange::exact(20.0));
        assert_eq!(CostRange::new(12.0, 8.0).known(), Some(8.0));
    }

    #[test]
    fn the_nearest_cost_of_a_range_is_never_outside() {
        let nearest = |estimate| CostRange::new(2.0, 9.0).nearest(estimate);
        assert_eq!([1.0, 4.5, 12.0, f64::INFINITY].map(nearest), [2.0, 4.5, 9.0, 9.0]);
        assert!((2.0..=9.0).contains(&nearest(f64::NAN)));
        assert_eq!(CostRange::exact(f64::NAN).nearest(1.0), 1.0);
    }
}
