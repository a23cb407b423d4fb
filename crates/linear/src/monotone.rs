//! Costs by scores: a fit that never falls, with a spread.

/// A cost and a spread for each score, rising with it.
#[derive(Clone, Debug, PartialEq)]
pub struct MonotoneFit {
    knots: Vec<Knot>,
}

/// Between knots, costs and spreads lie on straight lines; beyond the last on a line that goes on as steeply as all of them do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knot {
    /// The score.
    pub score: f64,
    /// The cost that is expected for it.
    pub cost: f64,
    /// The standard deviation of the costs.
    pub spread: f64,
}

/// Spreads are never less than this: examples may fit by chance.
const LEAST_SPREAD: f64 = 0.1;
/// How many examples a spread is of, at least, as far as there are as many.
const LEAST_GROUP: usize = 20;
/// The cost of the first knot, at least: lower scores have lower ones, and none is negative.
const LEAST_COST: f64 = 0.1;
/// A fit of one point, and one whose costs do not rise, rise by this much of a cost with a score of 1.
const LEAST_SLOPE: f64 = 1e-3;

impl MonotoneFit {
    /// The fit with the least squared error among those that never fall, by pooling adjacent violators (Ayer et al. 1955), made to
    /// rise everywhere so that no two scores have the same cost, and none is negative. Examples are scores and costs.
    pub fn new(mut examples: Vec<(f64, f64)>) -> Self {
        examples.retain(|(score, cost)| score.is_finite() && cost.is_finite());
        examples.sort_by(|first, second| first.partial_cmp(second).unwrap_or(std::cmp::Ordering::Equal));
        let mut pools: Vec<Pool> = Vec::new();
        for (score, cost) in examples {
            let mut pool = Pool { scores: score, costs: cost, squares: cost * cost, count: 1.0 };
            while let Some(last) = pools.last()
                && (last.cost() >= pool.cost() || last.score() >= pool.score())
            {
                pool.add(last);
                pools.pop();
            }
            pools.push(pool);
        }
        let spreads: Vec<f64> = (0..pools.len()).map(|pool| spread_near(&pools, pool)).collect();
        let knots = pools.iter().zip(spreads);
        let knots = knots.map(|(pool, spread)| Knot { score: pool.score(), cost: pool.cost(), spread });
        let mut knots: Vec<Knot> = knots.collect();
        // Below the first knot, costs come ever closer to 0 from one that is above it.
        if let Some(first) = knots.first().copied().filter(|first| first.cost < LEAST_COST) {
            knots.retain(|knot| knot.cost > LEAST_COST);
            knots.insert(0, Knot { cost: LEAST_COST, ..first });
        }
        Self { knots }
    }

    /// From knots, if they are by ascending scores and costs. Files may come from anybody.
    pub fn from_knots(knots: Vec<Knot>) -> Option<Self> {
        let is_finite =
            |knot: &Knot| knot.score.is_finite() && knot.cost.is_finite() && knot.spread.is_finite();
        let rises =
            knots.is_sorted_by(|first, second| first.score < second.score && first.cost < second.cost);
        let is_spread = knots.iter().all(|knot| is_finite(knot) && knot.spread > 0.0 && knot.cost > 0.0);
        (rises && is_spread).then_some(Self { knots })
    }

    /// The knots, by ascending score.
    pub fn knots(&self) -> &[Knot] {
        &self.knots
    }

    /// By how much costs rise with a score of 1, from the first knot to the last.
    pub fn slope(&self) -> f64 {
        let (Some(first), Some(last)) = (self.knots.first(), self.knots.last()) else { return 1.0 };
        let rise = (last.cost - first.cost) / (last.score - first.score).max(1e-9);
        if rise > LEAST_SLOPE { rise } else { LEAST_SLOPE }
    }

    /// The cost that is expected for a score, and its spread.
    pub fn at(&self, score: f64) -> (f64, f64) {
        let (Some(first), Some(last)) = (self.knots.first(), self.knots.last()) else { return (score, 1.0) };
        let after = self.knots.partition_point(|knot| knot.score < score);
        if after > 0 && after < self.knots.len() {
            let (low, high) = (&self.knots[after - 1], &self.knots[after]);
            let share = (score - low.score) / (high.score - low.score);
            let between = |low: f64, high: f64| low + share * (high - low);
            return (between(low.cost, high.cost), between(low.spread, high.spread));
        }
        if after == 0 {
            // Costs are not negative: they come ever closer to 0, and scores still differ.
            let below = self.slope() * (first.score - score);
            return (first.cost * first.cost / (first.cost + below), first.spread);
        }
        let cost = last.cost + self.slope() * (score - last.score);
        // Far beyond what was seen, what is not known grows with the cost.
        (cost, last.spread * (cost / last.cost).max(1.0))
    }
}

/// Examples that have one cost together.
#[derive(Clone, Copy, Debug)]
struct Pool {
    scores: f64,
    costs: f64,
    squares: f64,
    count: f64,
}

impl Pool {
    fn score(&self) -> f64 {
        self.scores / self.count
    }

    fn cost(&self) -> f64 {
        self.costs / self.count
    }

    fn add(&mut self, other: &Self) {
        self.scores += other.scores;
        self.costs += other.costs;
        self.squares += other.squares;
        self.count += other.count;
    }

    /// The sum of the squared differences from the pool's cost.
    fn errors(&self) -> f64 {
        (self.squares - self.costs * self.cost()).max(0.0)
    }
}

/// The deviation of examples from the fit, over the pools around one that have enough of them together.
fn spread_near(pools: &[Pool], pool: usize) -> f64 {
    let (mut from, mut to) = (pool, pool + 1);
    let count = |from: usize, to: usize| pools[from..to].iter().map(|pool| pool.count).sum::<f64>();
    while count(from, to) < LEAST_GROUP as f64 && (from > 0 || to < pools.len()) {
        from = from.saturating_sub(1);
        to = (to + 1).min(pools.len());
    }
    let errors: f64 = pools[from..to].iter().map(Pool::errors).sum();
    (errors / count(from, to)).sqrt().max(LEAST_SPREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_rise_with_scores_also_where_examples_fall() {
        let examples = vec![(0.0, 0.0), (1.0, 3.0), (2.0, 2.0), (3.0, 2.5), (4.0, 9.0), (4.0, 11.0)];
        let fit = MonotoneFit::new(examples);
        assert_eq!(fit.at(2.0).0, 2.5);
        assert_eq!(fit.at(4.0).0, 10.0);
        let costs: Vec<f64> = (-200..1000).map(|score| fit.at(f64::from(score) / 100.0).0).collect();
        assert!(costs.is_sorted_by(|first, second| first < second), "{costs:?}");
        assert!(fit.at(100.0).1 > fit.at(4.0).1);
        assert_eq!(MonotoneFit::from_knots(fit.knots().to_vec()), Some(fit));
    }
}
