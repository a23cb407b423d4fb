//! Tuples of at most two objects: from products to sums, and for gradients from sums to products.

use super::groups::{GROUP, add, add_to, load, store};
use simd::{Kernel, Vector};

/// Sums the products of a state.
pub(super) struct Gather<'a> {
    pub arity: usize,
    pub objects: usize,
    /// The width of a tuple's features.
    pub own: usize,
    /// The products of the rows of this arity, for each order.
    pub inner: &'a [f32],
    /// The products of the rows of the arity below, for each order; empty if there are none.
    pub outer: &'a [f32],
    /// The distance from one row of these to the next.
    pub columns: usize,
    /// Begins with the state's first row.
    pub sums: &'a mut [f32],
    /// The distance from one row of sums to the next.
    pub stride: usize,
}

impl Kernel for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        for group in (0..self.own).step_by(GROUP) {
            match self.arity {
                0 => store(self.sums, group, load(self.inner, group)),
                1 => self.objects(group),
                _ => self.pairs(group),
            }
        }
    }
}

impl Gather<'_> {
    #[inline(always)]
    fn objects(&mut self, group: usize) {
        for object in 0..self.objects {
            let mut sum = load(self.inner, object * self.columns + group);
            if !self.outer.is_empty() {
                sum = add(sum, load(self.outer, group));
            }
            store(self.sums, object * self.stride + group, sum);
        }
    }

    #[inline(always)]
    fn pairs(&mut self, group: usize) {
        let (n, swapped) = (self.objects, self.own + group);
        for a in 0..n {
            for b in 0..n {
                let there = load(self.inner, (a * n + b) * self.columns + group);
                let back = load(self.inner, (b * n + a) * self.columns + swapped);
                let mut sum = add(there, back);
                if !self.outer.is_empty() {
                    sum = add(sum, load(self.outer, a * self.columns + group));
                    sum = add(sum, load(self.outer, b * self.columns + swapped));
                }
                store(self.sums, (a * n + b) * self.stride + group, sum);
            }
        }
    }
}

/// Distributes the gradients by the sums of a state to the products.
pub(super) struct Spread<'a> {
    pub arity: usize,
    pub objects: usize,
    /// The width of a tuple's features.
    pub own: usize,
    /// The gradients by the sums, from the state's first row on.
    pub sums: &'a [f32],
    /// The distance from one row of sums to the next.
    pub stride: usize,
    /// The gradients by the products of the rows of this arity, for each order.
    pub inner: &'a mut [f32],
    /// The gradients by the products of the rows of the arity below; empty if there are none.
    pub outer: &'a mut [f32],
    /// The distance from one row of these to the next.
    pub columns: usize,
}

impl Kernel for Spread<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        self.outer.fill(0.0);
        for group in (0..self.own).step_by(GROUP) {
            match self.arity {
                0 => store(self.inner, group, load(self.sums, group)),
                1 => self.objects(group),
                _ => self.pairs(group),
            }
        }
    }
}

impl Spread<'_> {
    #[inline(always)]
    fn objects(&mut self, group: usize) {
        for object in 0..self.objects {
            let gradient = load(self.sums, object * self.stride + group);
            store(self.inner, object * self.columns + group, gradient);
            if !self.outer.is_empty() {
                add_to(self.outer, group, gradient);
            }
        }
    }

    #[inline(always)]
    fn pairs(&mut self, group: usize) {
        let (n, swapped) = (self.objects, self.own + group);
        for a in 0..n {
            for b in 0..n {
                let gradient = load(self.sums, (a * n + b) * self.stride + group);
                store(self.inner, (a * n + b) * self.columns + group, gradient);
                store(self.inner, (b * n + a) * self.columns + swapped, gradient);
                if !self.outer.is_empty() {
                    add_to(self.outer, a * self.columns + group, gradient);
                    add_to(self.outer, b * self.columns + swapped, gradient);
                }
            }
        }
    }
}
