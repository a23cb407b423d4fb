//! Backpropagation from the sums of triples to their terms.

use super::groups::{GROUP, add, add_to, derive, known, load, mul_add, store};
use super::shape::{ORDERS, arrange};
use super::triples::PAIR_ORDERS;
use simd::panels::padded;
use simd::{Kernel, Vector};

/// Gradients by the terms of pairs in triples, in the layout of [`PairTerms`](super::triples::PairTerms).
pub(super) struct PairGradients<'a> {
    pub objects: usize,
    pub own: usize,
    pub terms: &'a mut [f32],
}

impl PairGradients<'_> {
    #[inline(always)]
    fn places(&self, [x, y, z]: [usize; 3], own: usize) -> [usize; 3] {
        let n = self.objects;
        [x * n + y, n * n + x * n + z, 2 * n * n + y * n + z].map(|row| row * own)
    }
}

/// The destination of gradients by products of triples. Without features of triples below, it is not used.
pub(super) struct Below<'a> {
    /// The distance from one triple to the next; 0 if there are no features.
    pub width: usize,
    pub values: &'a [f32],
    /// The gradients by them; empty if they are not needed.
    pub gradients: &'a mut [f32],
    /// The transposed weights: a row for each order and output.
    pub weights: &'a [f32],
    /// The gradients by them.
    pub weight_gradients: &'a mut [f32],
    /// The distance from one of their rows to the next.
    pub stride: usize,
}

impl Below<'_> {
    /// Backpropagates the gradient by one sum.
    #[inline(always)]
    fn hand_on(&mut self, sum: Sum) {
        self.order::<0>(sum);
        self.order::<1>(sum);
        self.order::<2>(sum);
        self.order::<3>(sum);
        self.order::<4>(sum);
        self.order::<5>(sum);
    }

    #[inline(always)]
    fn order<const ORDER: usize>(&mut self, sum: Sum) {
        let Sum { objects: n, own, triple, feature, gradient } = sum;
        let [x, y, z] = arrange(ORDERS[ORDER], triple);
        let row = ((x * n + y) * n + z) * self.width;
        let weight = (ORDER * own + feature) * self.stride;
        for group in (0..self.width).step_by(GROUP) {
            let (row, weight) = (row + group, weight + group);
            let sum = load(self.weight_gradients, weight);
            store(self.weight_gradients, weight, mul_add(gradient, load(self.values, row), sum));
            if !self.gradients.is_empty() {
                let sum = load(self.gradients, row);
                store(self.gradients, row, mul_add(gradient, load(self.weights, weight), sum));
            }
        }
    }
}

/// A sum of one triple, and the gradient by it.
#[derive(Clone, Copy)]
struct Sum {
    objects: usize,
    own: usize,
    triple: [usize; 3],
    feature: usize,
    gradient: f32,
}

/// A state's triples that are used only through their least and greatest sums: all other gradients are 0.
pub(super) struct FromReduced<'a> {
    /// The sigmoids of the least and the greatest sums of each pair.
    pub values: &'a [f32],
    /// The distance from one pair to the next.
    pub value_stride: usize,
    /// The gradients by them.
    pub gradients: &'a [f32],
    /// The distance from one pair to the next.
    pub gradient_stride: usize,
    /// The objects that attain them, pair by pair.
    pub choices: &'a [u32],
    pub pairs: PairGradients<'a>,
    pub below: Below<'a>,
}

impl Kernel for FromReduced<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        // In machines of the published size, both widths are those of one group, or there are no triples below: written as constants,
        // though they have these values, so that loops over them are compiled for them.
        if self.below.width == 0 {
            self.below.width = 0;
            known!(self.pairs.own, |own| self.all(own));
        } else if (self.pairs.own, self.below.width) == (GROUP, GROUP) {
            self.below.width = GROUP;
            self.all(GROUP);
        } else {
            self.all(self.pairs.own);
        }
    }
}

impl FromReduced<'_> {
    #[inline(always)]
    fn all(&mut self, own: usize) {
        let n = self.pairs.objects;
        self.pairs.terms[..3 * n * n * own].fill(0.0);
        for x in 0..n {
            for y in 0..n {
                for group in (0..2 * own).step_by(GROUP) {
                    self.group(x, y, group, own);
                }
            }
        }
    }

    #[inline(always)]
    fn group(&mut self, x: usize, y: usize, group: usize, own: usize) {
        let n = self.pairs.objects;
        let pair = x * n + y;
        let values = load(self.values, pair * self.value_stride + group);
        let gradients = derive(load(self.gradients, pair * self.gradient_stride + group), values);
        let choices = &self.choices[pair * 2 * own + group..][..GROUP];
        for (number, (&z, gradient)) in choices.iter().zip(gradients).enumerate() {
            let (triple, feature) = ([x, y, z as usize], (group + number) % own);
            for place in self.pairs.places(triple, own) {
                self.pairs.terms[place + feature] += gradient;
            }
            if self.below.width > 0 {
                self.below.hand_on(Sum { objects: n, own, triple, feature, gradient });
            }
        }
    }
}

/// A state's triples that are read directly.
pub(super) struct FromDirect<'a> {
    /// Their features.
    pub values: &'a [f32],
    /// The gradients by them; those by their sums afterwards.
    pub gradients: &'a mut [f32],
    pub pairs: PairGradients<'a>,
    pub below: Below<'a>,
}

impl Kernel for FromDirect<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        known!(self.pairs.own, |own| self.all(own));
        if self.below.width > 0 {
            self.hand_on();
        }
    }
}

impl FromDirect<'_> {
    #[inline(always)]
    fn all(&mut self, own: usize) {
        let n = self.pairs.objects;
        self.pairs.terms[..3 * n * n * own].fill(0.0);
        for x in 0..n {
            for y in 0..n {
                for group in (0..own).step_by(GROUP) {
                    self.line(x, y, group, own);
                }
            }
        }
    }

    /// All triples of a pair.
    #[inline(always)]
    fn line(&mut self, x: usize, y: usize, group: usize, own: usize) {
        let n = self.pairs.objects;
        let mut sum = [0.0; GROUP];
        for z in 0..n {
            let at = ((x * n + y) * n + z) * own + group;
            let gradient = derive(load(self.gradients, at), load(self.values, at));
            store(self.gradients, at, gradient);
            sum = add(sum, gradient);
            let [_, first_third, second_third] = self.pairs.places([x, y, z], own);
            add_to(self.pairs.terms, first_third + group, gradient);
            add_to(self.pairs.terms, second_third + group, gradient);
        }
        store(self.pairs.terms, (x * n + y) * own + group, sum);
    }

    #[inline(always)]
    fn hand_on(&mut self) {
        let (n, own) = (self.pairs.objects, self.pairs.own);
        for (row, gradients) in self.gradients.chunks_exact(own).enumerate() {
            let triple = [row / n / n, row / n % n, row % n];
            for (feature, &gradient) in gradients.iter().enumerate() {
                self.below.hand_on(Sum { objects: n, own, triple, feature, gradient });
            }
        }
    }
}

/// Distributes the gradients by a state's pair terms to the products of pairs.
pub(super) struct SpreadPairs<'a> {
    pub pairs: PairGradients<'a>,
    /// For each pair, the gradients by its product for each order; padded.
    pub outer: &'a mut [f32],
}

impl Kernel for SpreadPairs<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        known!(self.pairs.own, |own| self.all(own));
    }
}

impl SpreadPairs<'_> {
    #[inline(always)]
    fn all(&mut self, own: usize) {
        let (n, columns) = (self.pairs.objects, padded(ORDERS.len() * own));
        for (which, [there, back]) in PAIR_ORDERS.into_iter().enumerate() {
            let terms = &self.pairs.terms[which * n * n * own..][..n * n * own];
            for a in 0..n {
                for b in 0..n {
                    for group in (0..own).step_by(GROUP) {
                        let gradient = load(terms, (a * n + b) * own + group);
                        store(self.outer, (a * n + b) * columns + there * own + group, gradient);
                        store(self.outer, (b * n + a) * columns + back * own + group, gradient);
                    }
                }
            }
        }
    }
}
