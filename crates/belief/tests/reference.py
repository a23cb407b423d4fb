#!/usr/bin/env python3
"""Makes reference.csv: truncated Gaussians with their mean, variance, quantile, log-density and its gradient.

The textbook formulas are evaluated as they stand, with so many digits that their cancellation does no harm, and
rounded to 16 digits at the end. The parameters are exactly the doubles that the file names.

    python3 reference.py > reference.csv        (needs mpmath)
"""

import itertools
import random

from mpmath import erfc, exp, inf, log, mp, mpf, pi, sqrt

# 50 digits survive the loss of (width/sigma)^4 in the variance for widths from 1e-16 sigma.
mp.dps = 140

STANDARD = [-1e4, -3e3, -800, -120, -38, -12, -6, -3.5, -2.9, -1.5, -0.6, -0.01, 0, 0.02, 0.7, 1.8, 2.999, 3.001,
            4.5, 7.9, 8.1, 15, 37, 90, 650, 4e3, 1e4]
WIDTHS = [1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3, 0.01, 0.05, 0.2, 0.5, 0.9, 1.3, 1.99, 2.01, 3, 5, 8, 40, 1e3, 2e4]
LOCATIONS = [(0.0, 1.0), (12.5, 1.4142135623730951), (-3.0, 0.1), (40.0, 10.1), (0.75, 1e-3), (250.0, 300.0)]
LEVELS = [1e-15, 1e-9, 1e-3, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.999, 1 - 1e-9, 1 - 2**-50]


def pdf(x):
    return exp(-x * x / 2) / sqrt(2 * pi) if abs(x) != inf else mpf(0)


def upper_tail(x):
    return erfc(x / sqrt(mpf(2))) / 2 if abs(x) != inf else mpf(0 if x > 0 else 1)


def times_pdf(x):
    return x * pdf(x) if abs(x) != inf else mpf(0)


class Standard:
    """The standard normal between alpha and beta, reflected if need be so that alpha is the nearer to zero."""

    def __init__(self, alpha, beta):
        self.sign = 1 if abs(alpha) <= abs(beta) else -1
        self.alpha, self.beta = (alpha, beta) if self.sign > 0 else (-beta, -alpha)
        self.mass = upper_tail(self.alpha) - upper_tail(self.beta)

    def mean(self):
        return self.sign * (pdf(self.alpha) - pdf(self.beta)) / self.mass

    def variance(self):
        return 1 + (times_pdf(self.alpha) - times_pdf(self.beta)) / self.mass - self.mean() ** 2

    def log_density(self, z):
        return log(pdf(z) / self.mass)

    def quantile(self, level):
        """Bisection until Newton's method is safe."""
        level = level if self.sign > 0 else 1 - level
        target = upper_tail(self.alpha) - level * self.mass
        low, high = max(self.alpha, mpf(-50)), self.beta
        reach = low + 60 / max(low, mpf(1)) + (60 if low < 0 else 0)
        high = min(high, reach)
        for _ in range(45):
            middle = (low + high) / 2
            if upper_tail(middle) > target:
                low = middle
            else:
                high = middle
        z = (low + high) / 2
        for _ in range(4):
            z += (upper_tail(z) - target) / pdf(z)
        return self.sign * z


def row(mu, sigma, lower, upper, value, level):
    exact_mu, exact_sigma = mpf(mu), mpf(sigma)
    standard = Standard((mpf(lower) - exact_mu) / exact_sigma, (mpf(upper) - exact_mu) / exact_sigma)
    z = (mpf(value) - exact_mu) / exact_sigma
    mean, variance = standard.mean(), standard.variance()
    results = [
        exact_mu + exact_sigma * mean,
        exact_sigma**2 * variance,
        exact_mu + exact_sigma * standard.quantile(mpf(level)),
        standard.log_density(z) - log(exact_sigma),
        # Of minus the log-density, by mu and sigma.
        (mean - z) / exact_sigma,
        (variance + mean**2 - z**2) / exact_sigma,
    ]
    parameters = [mu, sigma, lower, upper, value, level]
    return ",".join([repr(float(x)) for x in parameters] + [f"{float(x):.16g}" for x in results])


def short(x):
    """Few digits where they will do: the file stays small."""
    return float(f"{x:.7g}")


def value_within(mu, sigma, lower, upper, chance):
    """A value that is not absurdly improbable: within a few lengths of the distribution's bulk."""
    kind = chance.random()
    if kind < 0.1 and lower > -inf:
        return lower
    if kind < 0.2 and upper < inf and (upper - lower) / sigma < 50:
        return upper
    mode = min(max(mu, lower), upper)
    distance = abs(mode - mu) / sigma
    length = min(sigma / max(1, distance), upper - lower) * chance.uniform(0, 3) * chance.choice([-1, 1])
    value = mode + length
    if not lower <= value <= upper:
        value = mode - length
    return value if lower <= value <= upper else mode


def between(near, width, is_lower):
    return (near, near + width) if is_lower else (near - width, near)


def grid():
    """All standard bounds with all widths, at each of several locations, as lower and as upper bounds."""
    for index, alpha in enumerate(STANDARD):
        for width in WIDTHS + [inf]:
            for turn in range(3):
                mu, sigma = LOCATIONS[(index + turn) % len(LOCATIONS)]
                near = short(mu + alpha * sigma)
                yield mu, sigma, *between(near, width * sigma, (index + turn) % 2 == 0)


def bounds_at_zero(chance):
    """Nothing else hides an absolute error there. And widths of 1e-12 that are not in units of sigma."""
    for _ in range(400):
        sigma = short(10 ** chance.uniform(-2, 2))
        mu = short(sigma * chance.choice([-1, 1]) * 10 ** chance.uniform(-2, 4))
        width = chance.choice([inf, 10 ** chance.uniform(-12, 3), 1e-12])
        yield mu, sigma, *between(0.0, width, chance.random() < 0.5)


def seams(chance):
    """Where one way to compute gives place to another."""
    for _ in range(400):
        mu, sigma = chance.choice(LOCATIONS)
        alpha = chance.choice([chance.uniform(-9, 9), chance.uniform(2.9, 3.1), 10 ** chance.uniform(0, 4)])
        folds = chance.choice([chance.uniform(3, 5), chance.uniform(30, 60)])
        width = chance.choice([chance.uniform(1.8, 2.2), folds / max(abs(alpha), 1)])
        yield mu, sigma, *between(short(mu + alpha * sigma), short(width * sigma), chance.random() < 0.5)


def main():
    chance = random.Random(6)
    print("mu,sigma,lower,upper,value,level,mean,variance,quantile,log_density,by_mu,by_sigma")
    for mu, sigma, lower, upper in itertools.chain(grid(), bounds_at_zero(chance), seams(chance)):
        if lower < upper:
            value = value_within(mu, sigma, lower, upper, chance)
            print(row(mu, sigma, lower, upper, value, chance.choice(LEVELS)))


if __name__ == "__main__":
    main()
