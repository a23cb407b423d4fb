//! Bayesian linear regression in closed form.

use search::{Budget, Exhausted};

use crate::sparse::{SparseMatrix, dot};

/// What is known of weights after learning: y = w·x + ε with w ~ N(0, 1/α) before learning and ε ~ N(0, 1/β), so that after it
/// w ~ N(m, A⁻¹) with A = αI + βXᵀX and m = βA⁻¹Xᵀy (Bishop 2006, section 3.3).
#[derive(Clone, Debug, PartialEq)]
pub struct Posterior {
    /// m: the weights that are expected.
    pub weights: Vec<f64>,
    /// Row by row the lower triangle R of A = RRᵀ, with the squares of which variances are computed: xᵀA⁻¹x = ‖R⁻¹x‖².
    pub factor: Vec<f64>,
    /// 1/α: the variance of a weight before anything is known of it.
    pub prior_variance: f64,
    /// 1/β: the variance of what weights can't explain.
    pub noise_variance: f64,
}

/// Costs above this are divided by a unit first.
const LARGE: f64 = 1000.0;

/// How often α and β are fitted at most.
const ROUNDS: u32 = 12;

/// The α and β under which the examples are likeliest, and the weights they lead to (MacKay 1992; Bishop, section 3.5.2).
///
/// # Errors
/// When the budget is spent.
pub fn regress(
    rows: &SparseMatrix,
    costs: &[f64],
    columns: usize,
    budget: &Budget,
) -> Result<Posterior, Exhausted> {
    // The fit of α and β begins where weights are small numbers.
    let largest = costs.iter().fold(0.0, |largest: f64, cost| largest.max(cost.abs()));
    if largest <= LARGE || !largest.is_finite() {
        return regress_small(rows, costs, columns, budget);
    }
    let unit = largest / LARGE;
    let costs: Vec<f64> = costs.iter().map(|cost| cost / unit).collect();
    let Posterior { mut weights, mut factor, prior_variance, noise_variance } =
        regress_small(rows, &costs, columns, budget)?;
    weights.iter_mut().for_each(|weight| *weight *= unit);
    factor.iter_mut().for_each(|entry| *entry /= unit);
    let (prior_variance, noise_variance) = (prior_variance * unit * unit, noise_variance * unit * unit);
    Ok(Posterior { weights, factor, prior_variance, noise_variance })
}

/// The same for costs that are not large.
fn regress_small(
    rows: &SparseMatrix,
    costs: &[f64],
    columns: usize,
    budget: &Budget,
) -> Result<Posterior, Exhausted> {
    let mut squares = vec![0.0; columns * columns];
    let mut products = vec![0.0; columns];
    for (row, cost) in rows.rows().zip(costs) {
        for &(first, value) in row {
            products[first as usize] += f64::from(value) * cost;
            for &(second, other) in row.iter().take_while(|(second, _)| *second <= first) {
                squares[first as usize * columns + second as usize] += f64::from(value) * f64::from(other);
            }
        }
    }
    let count = costs.len().max(1) as f64;
    let spread = costs.iter().map(|cost| cost * cost).sum::<f64>() / count;
    let (mut alpha, mut beta) = (1.0, 1.0 / (0.01 * spread).max(1e-3));
    let mut posterior = None;
    for _ in 0..ROUNDS {
        budget.check()?;
        let mut factor: Vec<f64> = squares.iter().map(|square| beta * square).collect();
        (0..columns).for_each(|column| factor[column * columns + column] += alpha);
        cholesky(&mut factor, columns, alpha);
        let mut weights: Vec<f64> = products.iter().map(|product| beta * product).collect();
        solve(&factor, &mut weights);
        let errors: f64 = rows.rows().zip(costs).map(|(row, cost)| (dot(row, &weights) - cost).powi(2)).sum();
        let size: f64 = weights.iter().map(|weight| weight * weight).sum();
        // How many weights the examples determine: γ = M − α tr A⁻¹.
        let determined = (columns as f64 - alpha * trace_of_inverse(&factor, columns, budget)?).max(0.0);
        posterior =
            Some(Posterior { weights, factor, prior_variance: 1.0 / alpha, noise_variance: 1.0 / beta });
        let (old_alpha, old_beta) = (alpha, beta);
        alpha = (determined.max(1e-3) / size.max(1e-9)).clamp(1e-6, 1e6);
        beta = ((count - determined).max(1.0) / errors.max(1e-6 * count)).clamp(1e-6, 1e6);
        if (alpha / old_alpha).ln().abs() + (beta / old_beta).ln().abs() < 1e-2 {
            break;
        }
    }
    Ok(posterior.unwrap_or_else(|| Posterior {
        weights: Vec::new(),
        factor: Vec::new(),
        prior_variance: 1.0,
        noise_variance: 1.0,
    }))
}

impl Posterior {
    /// The variance of w·x: what examples have not determined. `room` is overwritten.
    pub fn variance(&self, row: &[(u32, f32)], room: &mut Vec<f64>) -> f64 {
        room.clear();
        room.resize(self.weights.len(), 0.0);
        row.iter().for_each(|&(column, value)| room[column as usize] = value.into());
        forward(&self.factor, room, row.first().map_or(0, |entry| entry.0 as usize));
        room.iter().map(|part| part * part).sum()
    }
}

/// Replaces the lower triangle of a positive definite matrix by R, with RRᵀ the matrix, whose pivots are at least so much but for
/// rounding.
fn cholesky(matrix: &mut [f64], size: usize, least: f64) {
    for row in 0..size {
        let (above, rest) = matrix.split_at_mut(row * size);
        let own = &mut rest[..size];
        for column in 0..row {
            let other = &above[column * size..][..column + 1];
            let sum: f64 = product(&own[..column], &other[..column]);
            own[column] = (own[column] - sum) / other[column];
        }
        let sum = product(&own[..row], &own[..row]);
        own[row] = (own[row] - sum).max(least).sqrt();
    }
}

/// A sum of products, four at a time so that the processor need not wait for one sum.
fn product(first: &[f64], second: &[f64]) -> f64 {
    let (fours, ones) = first.as_chunks::<4>();
    let (other_fours, other_ones) = second.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (first, second) in fours.iter().zip(other_fours) {
        (0..4).for_each(|lane| sums[lane] += first[lane] * second[lane]);
    }
    let rest: f64 = ones.iter().zip(other_ones).map(|(first, second)| first * second).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// R⁻¹x in place of x, of which all before `first` is 0.
fn forward(factor: &[f64], vector: &mut [f64], first: usize) {
    let size = vector.len();
    for row in first..size {
        let own = &factor[row * size..][..row + 1];
        let sum = product(&own[first..row], &vector[first..row]);
        vector[row] = (vector[row] - sum) / own[row];
    }
}

/// A⁻¹x in place of x.
fn solve(factor: &[f64], vector: &mut [f64]) {
    let size = vector.len();
    forward(factor, vector, 0);
    for row in (0..size).rev() {
        vector[row] /= factor[row * size + row];
        let (before, own) = vector.split_at_mut(row);
        before.iter_mut().zip(&factor[row * size..][..row]).for_each(|(x, r)| *x -= r * own[0]);
    }
}

/// tr A⁻¹ = ‖R⁻¹‖².
fn trace_of_inverse(factor: &[f64], size: usize, budget: &Budget) -> Result<f64, Exhausted> {
    let mut sum = 0.0;
    let mut unit = vec![0.0; size];
    for column in 0..size {
        budget.check()?;
        unit[..column].fill(0.0);
        unit[column..].fill(0.0);
        unit[column] = 1.0;
        forward(factor, &mut unit, column);
        sum += unit[column..].iter().map(|part| part * part).sum::<f64>();
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn weights_are_found_again_and_what_was_never_seen_is_uncertain() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let hidden = [2.0, -1.0, 0.5];
        let (mut rows, mut costs) = (SparseMatrix::new(), Vec::new());
        for _ in 0..400 {
            let row: Vec<(u32, f32)> =
                (0..3).map(|column| (column, random.random_range(0..5) as f32)).collect();
            costs.push(dot(&row, &hidden) + random.random_range(-0.5..0.5));
            rows.push(row);
        }
        let posterior = regress(&rows, &costs, 4, &Budget::unlimited()).unwrap();
        for (found, hidden) in posterior.weights.iter().zip(hidden) {
            assert!((found - hidden).abs() < 0.1, "{posterior:?}");
        }
        // ε is uniform on a range of 1.
        assert!((posterior.noise_variance - 1.0 / 12.0).abs() < 0.02, "{posterior:?}");
        let mut room = Vec::new();
        let seen = posterior.variance(&[(0, 3.0), (1, 2.0)], &mut room);
        let far = posterior.variance(&[(0, 30.0), (1, 20.0)], &mut room);
        let unseen = posterior.variance(&[(3, 1.0)], &mut room);
        assert!((far / seen - 100.0).abs() < 1e-6);
        assert!((unseen - posterior.prior_variance).abs() < 1e-9 * unseen);
        assert!(seen < 0.01 && unseen > 0.3, "{seen} {unseen}");
    }
    #[test]
    fn costs_in_another_unit_give_weights_in_that_unit() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let (mut rows, mut costs) = (SparseMatrix::new(), Vec::new());
        for _ in 0..200 {
            let row: Vec<(u32, f32)> =
                (0..3).map(|column| (column, random.random_range(0..5) as f32)).collect();
            costs.push(dot(&row, &[3.0, 1.0, 2.0]) + random.random_range(-0.5..0.5));
            rows.push(row);
        }
        let small = regress(&rows, &costs, 3, &Budget::unlimited()).unwrap();
        let scaled: Vec<f64> = costs.iter().map(|cost| 1e7 * cost).collect();
        let large = regress(&rows, &scaled, 3, &Budget::unlimited()).unwrap();
        for (large, small) in large.weights.iter().zip(&small.weights) {
            assert!((large / (1e7 * small) - 1.0).abs() < 1e-2, "{large} {small}");
        }
        assert!((large.noise_variance / (1e14 * small.noise_variance) - 1.0).abs() < 0.1);
    }
}
