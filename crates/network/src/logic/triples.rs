//! Triples of objects, which are nearly all of the work.
//!
//! The contribution of pairs to a triple is a sum of six terms, one for each ordered pair of its objects. Two by two they
//! are terms of the first and second object, of the first and third, and of the second and third: [`PairTerms`].
//!
//! The contribution of triples of the level below needs only the six triples of the same objects. So these are computed
//! together, as a block, and no triple is read outside its block.

use super::groups::{GROUP, Group, add, known, load, store};
use super::shape::{ORDERS, arrange};
use simd::math::sigmoid;
use simd::panels::{Matrix, padded};
use simd::product::{Block, Destination, Left, Product};
use simd::{Kernel, Vector};
use std::ops::Range;

/// The triples to compute. All triples of the same objects are computed together, so that they are given by their objects in
/// ascending order.
pub(super) trait Blocks: Copy {
    type Thirds: Iterator<Item = usize> + Clone;

    /// The third objects, from the second on, of these triples with the first and the second.
    fn thirds(self, first: usize, second: usize) -> Self::Thirds;
}

/// All triples of the given number of objects.
#[derive(Clone, Copy)]
pub(super) struct All(pub usize);

impl Blocks for All {
    type Thirds = Range<usize>;

    #[inline(always)]
    fn thirds(self, _first: usize, second: usize) -> Range<usize> {
        second..self.0
    }
}

/// The function that is applied to sums. (Closures would not be inlined into kernels.)
pub(super) trait Finish: Copy {
    fn finish(self, sums: Group) -> Group;
}

/// The identity.
#[derive(Clone, Copy)]
pub(super) struct Sums;

impl Finish for Sums {
    #[inline(always)]
    fn finish(self, sums: Group) -> Group {
        sums
    }
}

/// The sigmoid.
#[derive(Clone, Copy)]
pub(super) struct Sigmoids;

impl Finish for Sigmoids {
    #[inline(always)]
    fn finish(self, mut sums: Group) -> Group {
        sums.iter_mut().for_each(|x| *x = sigmoid(*x));
        sums
    }
}

/// The terms of a state's pairs in its triples: objects² rows of [`own`](PairTerms::own) numbers for each of three pairs.
pub(super) struct PairTerms<'a> {
    pub objects: usize,
    /// The width of a triple's features.
    pub own: usize,
    /// The products of the rows of pairs, for each order of a triple; padded.
    pub outer: &'a [f32],
    /// The terms of (first, second), (first, third) and (second, third).
    pub terms: &'a mut [f32],
}

/// For each pair of a triple's objects, the orders whose first two are this pair, and this pair the other way round.
pub(super) const PAIR_ORDERS: [[usize; 2]; 3] = [[0, 2], [1, 3], [4, 5]];

impl Kernel for PairTerms<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        known!(self.own, |own| self.fill(own));
    }
}

impl PairTerms<'_> {
    #[inline(always)]
    fn fill(&mut self, own: usize) {
        let (n, columns) = (self.objects, padded(ORDERS.len() * own));
        for (which, [there, back]) in PAIR_ORDERS.into_iter().enumerate() {
            let terms = &mut self.terms[which * n * n * own..][..n * n * own];
            for a in 0..n {
                for b in 0..n {
                    let forth = &self.outer[(a * n + b) * columns + there * own..][..own];
                    let reversed = &self.outer[(b * n + a) * columns + back * own..][..own];
                    let sums = &mut terms[(a * n + b) * own..][..own];
                    for group in (0..own).step_by(GROUP) {
                        store(sums, group, add(load(forth, group), load(reversed, group)));
                    }
                }
            }
        }
    }
}

/// The terms of a state's pairs, to be read.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    pub objects: usize,
    pub own: usize,
    pub terms: &'a [f32],
}

impl<'a> Terms<'a> {
    /// Those of (first, second), (first, third) and (second, third).
    #[inline(always)]
    fn split(self) -> [&'a [f32]; 3] {
        let size = self.objects * self.objects * self.own;
        let (first, rest) = self.terms.split_at(size);
        let (second, third) = rest.split_at(size);
        [first, second, &third[..size]]
    }
}

/// The sums of triples that have no features below.
pub(super) struct FromPairs<'a> {
    pub pairs: Terms<'a>,
    pub sums: &'a mut [f32],
}

impl Kernel for FromPairs<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        known!(self.pairs.own, |own| self.fill(own));
    }
}

impl FromPairs<'_> {
    #[inline(always)]
    fn fill(&mut self, own: usize) {
        let objects = self.pairs.objects;
        let [first_second, first_third, second_third] = self.pairs.split();
        let line = objects * own;
        let lines = self.sums.chunks_exact_mut(line.max(1)).zip(first_second.chunks_exact(own));
        for (place, (sums, base)) in lines.enumerate() {
            let (first, second) = (place / objects, place % objects);
            let first_third = &first_third[first * line..][..line];
            let second_third = &second_third[second * line..][..line];
            let thirds = first_third.chunks_exact(own).zip(second_third.chunks_exact(own));
            for (sums, (first_third, second_third)) in sums.chunks_exact_mut(own).zip(thirds) {
                for group in (0..own).step_by(GROUP) {
                    let sum = add(load(base, group), load(first_third, group));
                    store(sums, group, add(sum, load(second_third, group)));
                }
            }
        }
    }
}

/// The finished sums of some triples that have no features below. (If all are computed, whole lines of them are faster:
/// [`FromPairs`].)
pub(super) struct SomeFromPairs<'a, B, F> {
    pub pairs: Terms<'a>,
    pub blocks: B,
    pub finish: F,
    pub results: &'a mut [f32],
}

impl<B: Blocks, F: Finish> Kernel for SomeFromPairs<'_, B, F> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        known!(self.pairs.own, |own| self.fill(own));
    }
}

impl<B: Blocks, F: Finish> SomeFromPairs<'_, B, F> {
    #[inline(always)]
    fn fill(&mut self, own: usize) {
        let n = self.pairs.objects;
        for a in 0..n {
            for b in a..n {
                for c in self.blocks.thirds(a, b) {
                    for order in &ORDERS {
                        self.add_up(arrange(*order, [a, b, c]), own);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn add_up(&mut self, [x, y, z]: [usize; 3], own: usize) {
        let n = self.pairs.objects;
        let [first_second, first_third, second_third] = self.pairs.split();
        for group in (0..own).step_by(GROUP) {
            let mut sum = load(first_second, (x * n + y) * own + group);
            sum = add(sum, load(first_third, (x * n + z) * own + group));
            sum = add(sum, load(second_third, (y * n + z) * own + group));
            store(self.results, ((x * n + y) * n + z) * own + group, self.finish.finish(sum));
        }
    }
}

/// The finished sums of triples that have features below.
pub(super) struct FromTriples<'a, B, F> {
    pub pairs: Terms<'a>,
    pub blocks: B,
    pub finish: F,
    /// The triples' features below.
    pub below: &'a [f32],
    /// The distance from one triple below to the next.
    pub depth: usize,
    /// A row for each feature below; padded.
    pub weights: &'a [f32],
    /// A buffer for the products of 6 · objects triples.
    pub products: &'a mut [f32],
    pub results: &'a mut [f32],
}

impl<B: Blocks, F: Finish> Kernel for FromTriples<'_, B, F> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        // In machines of the published size, both widths are those of one group: written as constants, so that loops over them are
        // compiled for this width.
        if (self.pairs.own, self.depth) == (GROUP, GROUP) {
            self.fill::<V>(GROUP, GROUP);
        } else {
            self.fill::<V>(self.pairs.own, self.depth);
        }
    }
}

impl<B: Blocks, F: Finish> FromTriples<'_, B, F> {
    #[inline(always)]
    fn fill<V: Vector>(&mut self, own: usize, depth: usize) {
        let n = self.pairs.objects;
        for a in 0..n {
            for b in a..n {
                // Two loops are faster than one, in which too few registers would be left for the sums.
                let thirds = self.blocks.thirds(a, b);
                for c in thirds.clone() {
                    self.multiply::<V>([a, b, c], own, depth);
                }
                for c in thirds {
                    self.add_up::<0>([a, b, c], own);
                    self.add_up::<1>([a, b, c], own);
                    self.add_up::<2>([a, b, c], own);
                    self.add_up::<3>([a, b, c], own);
                    self.add_up::<4>([a, b, c], own);
                    self.add_up::<5>([a, b, c], own);
                }
            }
        }
    }

    /// The products of all triples of three objects.
    #[inline(always)]
    fn multiply<V: Vector>(&mut self, objects: [usize; 3], own: usize, depth: usize) {
        let n = self.pairs.objects;
        let mut places = [0; 6];
        for (place, order) in places.iter_mut().zip(ORDERS) {
            let [x, y, z] = arrange(order, objects);
            *place = ((x * n + y) * n + z) * depth;
        }
        let stride = padded(ORDERS.len() * own);
        let products = &mut self.products[objects[2] * ORDERS.len() * stride..][..ORDERS.len() * stride];
        let product = Product {
            left: Scattered { values: self.below, places },
            rows: ORDERS.len(),
            depth,
            right: Matrix::Rows { values: self.weights, stride },
            start: None,
            result: Destination { values: products, stride, columns: stride },
        };
        product.run_rows::<V, { ORDERS.len() }>();
    }

    /// The sum of one of them, which has a term of each. It is a constant parameter, so that all offsets are constants.
    #[inline(always)]
    fn add_up<const TRIPLE: usize>(&mut self, objects: [usize; 3], own: usize) {
        let (n, stride) = (self.pairs.objects, padded(ORDERS.len() * own));
        let [x, y, z] = arrange(ORDERS[TRIPLE], objects);
        let [first_second, first_third, second_third] = self.pairs.split();
        let products = &self.products[objects[2] * ORDERS.len() * stride..][..ORDERS.len() * stride];
        for group in (0..own).step_by(GROUP) {
            let mut sum = load(first_second, (x * n + y) * own + group);
            sum = add(sum, load(first_third, (x * n + z) * own + group));
            sum = add(sum, load(second_third, (y * n + z) * own + group));
            for (order, from) in FROM[TRIPLE].into_iter().enumerate() {
                sum = add(sum, load(products, from * stride + order * own + group));
            }
            store(self.results, ((x * n + y) * n + z) * own + group, self.finish.finish(sum));
        }
    }
}

/// For each triple of three objects and each order, the triple that this order makes of it.
const FROM: [[usize; 6]; 6] = {
    let mut from = [[0; 6]; 6];
    let mut line = 0;
    while line < 6 {
        let mut order = 0;
        while order < 6 {
            let triple = arrange(ORDERS[order], arrange(ORDERS[line], [0, 1, 2]));
            let mut other = 0;
            while other < 6 {
                let candidate = arrange(ORDERS[other], [0, 1, 2]);
                if candidate[0] == triple[0] && candidate[1] == triple[1] && candidate[2] == triple[2] {
                    from[line][order] = other;
                }
                other += 1;
            }
            order += 1;
        }
        line += 1;
    }
    from
};

/// Rows at arbitrary offsets.
#[derive(Clone, Copy)]
struct Scattered<'a> {
    values: &'a [f32],
    places: [usize; 6],
}

impl Left for Scattered<'_> {
    #[inline(always)]
    fn rows<const R: usize>(self, block: Block<R>, depth: usize) -> impl Fn(usize) -> [f32; R] {
        let mut rows: [&[f32]; R] = [&[]; R];
        for (r, row) in rows.iter_mut().enumerate() {
            *row = &self.values[self.places[block.row(r)]..][..depth];
        }
        move |k| {
            let mut column = [0.0; R];
            column.iter_mut().zip(rows).for_each(|(number, row)| *number = row[k]);
            column
        }
    }
}
