//! Least and greatest values over the last object of each tuple.

use super::groups::{GROUP, Group, load, store};
use simd::{Kernel, Vector};

/// Records the object that attains the least or the greatest value; of several, the first.
pub(super) trait Choices {
    /// Records those of the group at an index.
    fn keep(&mut self, at: usize, choices: [u32; GROUP]);
}

impl Choices for &mut [u32] {
    #[inline(always)]
    fn keep(&mut self, at: usize, choices: [u32; GROUP]) {
        self[at..at + GROUP].copy_from_slice(&choices);
    }
}

/// Records nothing.
impl Choices for () {
    #[inline(always)]
    fn keep(&mut self, _at: usize, _choices: [u32; GROUP]) {}
}

/// The reductions of a state's tuples of one arity.
pub(super) struct Reduce<'a, C> {
    pub objects: usize,
    /// The rows of the arity.
    pub from: &'a [f32],
    /// The distance from one of these rows to the next.
    pub from_stride: usize,
    /// The number of features of each row that are reduced, in whole groups.
    pub width: usize,
    /// The rows of the arity below, from where the least values go. The greatest follow them.
    pub to: &'a mut [f32],
    /// The distance from one of these rows to the next.
    pub to_stride: usize,
    /// As many rows, of width `2 * width`.
    pub choices: C,
    /// The number of rows of the arity below.
    pub tuples: usize,
}

impl<'a> Reduce<'a, ()> {
    /// The same, recording the objects.
    pub fn choosing(self, choices: &'a mut [u32]) -> Reduce<'a, &'a mut [u32]> {
        let Reduce { objects, from, from_stride, width, to, to_stride, choices: (), tuples } = self;
        Reduce { objects, from, from_stride, width, to, to_stride, choices, tuples }
    }
}

impl<C: Choices> Kernel for Reduce<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        for tuple in 0..self.tuples {
            for group in (0..self.width).step_by(GROUP) {
                self.reduce(tuple, group);
            }
        }
    }
}

impl<C: Choices> Reduce<'_, C> {
    #[inline(always)]
    fn reduce(&mut self, tuple: usize, group: usize) {
        let at = tuple * self.to_stride + group;
        if self.objects == 0 {
            store(self.to, at, [0.0; GROUP]);
            store(self.to, at + self.width, [0.0; GROUP]);
            return;
        }
        let from = &self.from[tuple * self.objects * self.from_stride + group..];
        let mut least = Extreme::new(load(from, 0));
        let mut greatest = least;
        for object in 1..self.objects {
            let values = load(from, object * self.from_stride);
            least.see(object, values, |new, old| new < old);
            greatest.see(object, values, |new, old| new > old);
        }
        store(self.to, at, least.values);
        store(self.to, at + self.width, greatest.values);
        let at = tuple * 2 * self.width + group;
        self.choices.keep(at, least.objects);
        self.choices.keep(at + self.width, greatest.objects);
    }
}

/// The most extreme values so far, and their objects.
#[derive(Clone, Copy)]
struct Extreme {
    values: Group,
    objects: [u32; GROUP],
}

impl Extreme {
    #[inline(always)]
    fn new(values: Group) -> Self {
        Extreme { values, objects: [0; GROUP] }
    }

    #[inline(always)]
    fn see(&mut self, object: usize, values: Group, better: impl Fn(f32, f32) -> bool) {
        let mut is_better = [false; GROUP];
        for n in 0..GROUP {
            is_better[n] = better(values[n], self.values[n]);
        }
        for n in 0..GROUP {
            self.values[n] = if is_better[n] { values[n] } else { self.values[n] };
            self.objects[n] = if is_better[n] { object as u32 } else { self.objects[n] };
        }
    }
}
