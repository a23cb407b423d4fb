//! Integrals of smooth functions over the unit interval.

/// A node of the ten-point Gauss–Legendre rule on 0..1 as its distance from ½, and half its weight on −1..1.
const NODES: [(f64, f64); 5] = [
    (0.074_437_169_490_815_61, 0.147_762_112_357_376_44),
    (0.216_697_697_064_623_6, 0.134_633_359_654_998_17),
    (0.339_704_784_149_512_2, 0.109_543_181_257_991_02),
    (0.432_531_683_344_492_27, 0.074_725_674_575_290_3),
    (0.486_953_264_258_585_87, 0.033_335_672_154_344_07),
];

/// ∫₀¹ f(x)·w(x) dx for several weights w at once. Both `f` and `weights` are given x − ½, not x.
pub(crate) fn integrate<const N: usize>(
    f: impl Fn(f64) -> f64,
    weights: impl Fn(f64) -> [f64; N],
) -> [f64; N] {
    let mut sums = [0.0; N];
    for (node, weight) in NODES {
        for offset in [-node, node] {
            let mass = weight * f(offset);
            for (sum, factor) in sums.iter_mut().zip(weights(offset)) {
                *sum += mass * factor;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_up_to_degree_nineteen_are_integrated_exactly() {
        for degree in 0..20 {
            let [integral] = integrate(|offset| (offset + 0.5).powi(degree), |_| [1.0]);
            let exact = 1.0 / f64::from(degree + 1);
            assert!((integral / exact - 1.0).abs() < 4e-15, "x^{degree}: {integral}");
        }
    }

    #[test]
    fn weights_see_the_distance_from_the_middle() {
        assert_eq!(integrate(|_| 1.0, |offset| [offset])[0], 0.0);
        assert!((integrate(|_| 1.0, |offset| [offset * offset])[0] * 12.0 - 1.0).abs() < 1e-15);
    }
}
