//! The forward pass from facts to outputs, layer by layer, shared by training and evaluation.

use super::Machine;
use super::groups::{GROUP, load, store};
use super::layout::{StateRows, Tensor, place, tensors};
use super::packed::Packed;
use super::pairs::Gather;
use super::reduction::Reduce;
use super::shape::{ARITIES, Shape};
use super::states::States;
use super::triples::{All, Blocks, Finish, FromPairs, FromTriples, PairTerms, Sums, Terms};
use simd::Aligned;
use simd::math::sigmoid;
use simd::product::{Destination, Product, Rows};
use simd::{Kernel, Processor, Vector};
use std::ops::Range;

/// The number of arities whose features are kept for the backward pass: all but triples, which are so many that it is cheaper to
/// compute them again.
pub(super) const KEPT: usize = 3;

/// A machine's packed parameters, and the layout of its features.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub processor: Processor,
    pub tensors: Vec<[Tensor; ARITIES]>,
    /// In the order of [`Machine::layers`].
    pub packed: Vec<Packed>,
    pub shape: Shape,
    /// The numbers of input features.
    features: [usize; ARITIES],
}

impl Plan {
    /// A plan for machines of one shape.
    pub fn new(machine: &Machine) -> Self {
        let shape = machine.shape();
        let (levels, tensors) = (shape.levels(), tensors(shape));
        let pack = |place: (usize, usize)| {
            let (level, arity) = place;
            Packed::new(place, levels[level][arity], &levels[level - 1], &tensors[level - 1])
        };
        let packed = shape.places().into_iter().map(pack).collect();
        Plan { processor: Processor::detect(), tensors, packed, shape: shape.clone(), features: levels[0] }
    }

    /// Checks that machine and states have this shape.
    pub fn check(&self, machine: &Shape, states: &States) {
        assert_eq!(*machine, self.shape, "a machine of another shape");
        assert_eq!(*states.features(), self.features, "states for machines of another shape");
    }

    /// Copies a machine's parameters.
    pub fn fill(&mut self, machine: &Machine) {
        self.packed.iter_mut().zip(&machine.layers).for_each(|(packed, layer)| packed.fill(layer));
    }

    /// Are a level's triples used only for least and greatest values, so that those of one state at a time are enough?
    pub fn one_at_a_time(&self, level: usize) -> bool {
        level > 0 && !self.tensors[level][3].direct
    }

    /// Does any layer compute triples?
    pub fn has_triples(&self) -> bool {
        self.packed.iter().any(|packed| packed.arity == 3)
    }

    /// The number of levels without the inputs.
    pub fn depth(&self) -> usize {
        self.tensors.len() - 1
    }
}

/// The features of states in a forward pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    pub states: Range<usize>,
    pub rows: Vec<StateRows>,
    /// The number of rows of each arity.
    pub totals: [usize; ARITIES],
    /// By level and arity: the features.
    pub values: Vec<[Aligned; KEPT]>,
    /// By level and arity: the object that attains each reduced value of the arity above.
    pub choices: Vec<[Vec<u32>; KEPT]>,
}

/// Buffers for values that are not kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub inner: Aligned,
    pub outer: Aligned,
    pub pair_terms: Aligned,
    /// By level: the features of triples, of all states if they are read directly, else of one state at a time.
    pub triples: Vec<Aligned>,
    products: Aligned,
}

/// The forward pass of some states.
pub(super) struct Pass<'a> {
    pub plan: &'a Plan,
    pub trace: &'a mut Trace,
    pub scratch: &'a mut Scratch,
    /// Are the choices recorded, for a backward pass?
    pub choosing: bool,
}

impl Pass<'_> {
    /// Evaluates some states; the rows of `outputs` receive their outputs.
    pub fn run(&mut self, states: &States, range: Range<usize>, outputs: &mut [f32]) {
        self.begin(states, range);
        for packed in &self.plan.packed {
            if packed.arity == 3 {
                self.triples(packed, true);
            } else {
                self.fewer_than_three(packed);
            }
        }
        self.finish(outputs);
    }

    /// Copies the outputs.
    pub fn finish(&self, outputs: &mut [f32]) {
        let (columns, level) = (self.plan.shape.outputs, self.plan.depth());
        let stride = self.plan.tensors[level][0].width();
        let rows = self.trace.values[level][0].chunks_exact(stride.max(1));
        for (to, from) in outputs.chunks_exact_mut(columns.max(1)).zip(rows) {
            to.copy_from_slice(&from[..columns]);
        }
    }

    /// Reserves memory, and reads the facts.
    pub fn begin(&mut self, states: &States, range: Range<usize>) {
        let Pass { plan, trace, .. } = self;
        trace.totals = place(states, range.clone(), &mut trace.rows);
        trace.states = range;
        trace.values.resize_with(plan.tensors.len(), Default::default);
        trace.choices.resize_with(plan.tensors.len(), Default::default);
        for (level, tensors) in plan.tensors.iter().enumerate() {
            for (arity, tensor) in tensors.iter().enumerate().take(KEPT) {
                trace.values[level][arity].reserve(trace.totals[arity] * tensor.width());
                if self.choosing {
                    trace.choices[level][arity].resize(trace.totals[arity] * 2 * tensor.reduced, 0);
                }
            }
        }
        for (arity, tensor) in plan.tensors[0].iter().enumerate().take(KEPT) {
            let values = &mut trace.values[0][arity];
            take_in(states, trace.states.clone(), &trace.rows, arity, tensor.width(), values);
        }
        self.take_in_triples(states);
        for arity in 1..ARITIES {
            self.reduce(0, arity, 0..self.trace.rows.len());
        }
    }

    /// Computes again those features of triples that are read directly.
    pub fn triples_again(&mut self, states: &States) {
        let plan = self.plan;
        self.take_in_triples(states);
        for packed in plan.packed.iter().filter(|packed| packed.arity == 3) {
            if !plan.one_at_a_time(packed.level) {
                self.triples(packed, false);
            }
        }
    }

    /// Reads the input features of triples.
    fn take_in_triples(&mut self, states: &States) {
        let Pass { plan, trace, scratch, .. } = self;
        scratch.triples.resize_with(plan.tensors.len(), Aligned::default);
        let own = plan.tensors[0][3].own;
        if own > 0 {
            let triples = &mut scratch.triples[0];
            triples.reserve(trace.totals[3] * own);
            take_in(states, trace.states.clone(), &trace.rows, 3, own, triples);
        }
    }

    /// Computes a layer's tuples of at most two objects, and their reductions.
    pub fn fewer_than_three(&mut self, packed: &Packed) {
        self.inner_product(packed);
        if packed.outer > 0 {
            self.outer_product(packed, 0..self.trace.totals[packed.arity - 1]);
        }
        self.gather(packed);
        if packed.level < self.plan.depth() {
            self.activate(packed);
        }
        self.reduce(packed.level, packed.arity, 0..self.trace.rows.len());
    }

    fn inner_product(&mut self, packed: &Packed) {
        let Pass { plan, trace, scratch, .. } = self;
        let (rows, columns) = (trace.totals[packed.arity], packed.columns);
        scratch.inner.reserve(rows * columns);
        plan.processor.run(Product {
            left: Rows {
                values: &trace.values[packed.level - 1][packed.arity],
                stride: plan.tensors[packed.level - 1][packed.arity].width(),
            },
            rows,
            depth: packed.inner,
            right: packed.inner(),
            start: Some(&packed.biases),
            result: Destination { values: &mut scratch.inner, stride: columns, columns },
        });
    }

    /// The products of some rows of the arity below. The biases of triples are added here, since there are fewer pairs.
    fn outer_product(&mut self, packed: &Packed, rows: Range<usize>) {
        let Pass { plan, trace, scratch, .. } = self;
        let (level, arity, columns) = (packed.level - 1, packed.arity - 1, packed.columns);
        let stride = plan.tensors[level][arity].width();
        scratch.outer.reserve(rows.len() * columns);
        plan.processor.run(Product {
            left: Rows { values: &trace.values[level][arity][rows.start * stride..], stride },
            rows: rows.len(),
            depth: packed.outer,
            right: packed.outer(),
            start: (packed.arity == 3).then_some(&packed.biases),
            result: Destination { values: &mut scratch.outer, stride: columns, columns },
        });
    }

    fn gather(&mut self, packed: &Packed) {
        let Pass { plan, trace, scratch, .. } = self;
        let Packed { level, arity, own, columns, .. } = *packed;
        let stride = plan.tensors[level][arity].width();
        for state in &trace.rows {
            let (first, below) = (state.first[arity], arity.saturating_sub(1));
            plan.processor.run(Gather {
                arity,
                objects: state.objects,
                own,
                inner: &scratch.inner[first * columns..],
                outer: if packed.outer > 0 { &scratch.outer[state.first[below] * columns..] } else { &[] },
                columns,
                sums: &mut trace.values[level][arity][first * stride..],
                stride,
            });
        }
    }

    fn activate(&mut self, packed: &Packed) {
        let Packed { level, arity, own, .. } = *packed;
        let stride = self.plan.tensors[level][arity].width();
        let values = &mut self.trace.values[level][arity];
        self.plan.processor.run(Activate { values, stride, width: own, rows: self.trace.totals[arity] });
    }

    /// Computes least and greatest values for some states, from an arity to the one below, if they are needed.
    fn reduce(&mut self, level: usize, arity: usize, states: Range<usize>) {
        let Some(below) = arity.checked_sub(1) else { return };
        for state in states {
            let tuples = self.trace.rows[state].of(below).len();
            self.reduce_to(level, below, state, 0..tuples);
        }
    }

    /// Computes least and greatest values for some tuples of an arity of a state, from the tuples with one object more.
    pub fn reduce_to(&mut self, level: usize, below: usize, state: usize, tuples: Range<usize>) {
        let Pass { plan, trace, scratch, .. } = self;
        let arity = below + 1;
        let (from, to) = (plan.tensors[level][arity], plan.tensors[level][below]);
        if to.reduced == 0 {
            return;
        }
        let are_sums = arity == 3 && plan.one_at_a_time(level);
        let (lower, upper) = trace.values[level].split_at_mut(arity);
        let state = &trace.rows[state];
        let (first, rows) = (state.first[below] + tuples.start, tuples.len());
        let above = if are_sums { 0 } else { state.first[arity] } + tuples.start * state.objects;
        let reduce = Reduce {
            objects: state.objects,
            from: match upper.first() {
                Some(values) => &values[above * from.width()..],
                None => &scratch.triples[level][above * from.width()..],
            },
            from_stride: from.width(),
            width: to.reduced,
            to: &mut lower[below][first * to.width() + to.own..],
            to_stride: to.width(),
            choices: (),
            tuples: rows,
        };
        if self.choosing {
            let choices = &mut trace.choices[level][below][first * 2 * to.reduced..];
            plan.processor.run(reduce.choosing(choices));
        } else {
            plan.processor.run(reduce);
        }
        if are_sums {
            // The sigmoid is monotone, so that it can be applied after the reduction.
            plan.processor.run(Activate {
                values: &mut lower[below][first * to.width() + to.own..],
                stride: to.width(),
                width: 2 * to.reduced,
                rows,
            });
        }
    }

    /// Computes a layer's triples and, if `reduced`, their reductions.
    pub fn triples(&mut self, packed: &Packed, reduced: bool) {
        let processor = self.plan.processor;
        for state in 0..self.trace.rows.len() {
            self.pair_terms(packed, state);
            if packed.inner == 0 {
                let (pairs, sums) = self.pairs_and_triples(packed, state);
                processor.run(FromPairs { pairs, sums });
            } else {
                self.triples_from_below(packed, state, All(self.trace.rows[state].objects), Sums);
            }
            if !self.plan.one_at_a_time(packed.level) {
                let (_, values) = self.pairs_and_triples(packed, state);
                let (width, rows) = (packed.own, values.len() / packed.own);
                processor.run(Activate { values, stride: width, width, rows });
            }
            if reduced {
                self.reduce(packed.level, 3, state..state + 1);
            }
        }
    }

    /// Computes the terms of a state's pairs in its triples.
    pub fn pair_terms(&mut self, packed: &Packed, state: usize) {
        self.outer_product(packed, self.trace.rows[state].of(2));
        let Pass { plan, trace, scratch, .. } = self;
        let (objects, own) = (trace.rows[state].objects, packed.own);
        scratch.pair_terms.reserve(3 * objects * objects * own);
        plan.processor.run(PairTerms { objects, own, outer: &scratch.outer, terms: &mut scratch.pair_terms });
    }

    /// The terms of a state's pairs in its triples, and the triples.
    pub fn pairs_and_triples(&mut self, packed: &Packed, state: usize) -> (Terms<'_>, &mut [f32]) {
        let Pass { plan, trace, scratch, .. } = self;
        let Packed { level, own, .. } = *packed;
        let (direct, state) = (!plan.one_at_a_time(level), &trace.rows[state]);
        let (first, count) = (if direct { state.first[3] } else { 0 }, state.of(3).len());
        let triples = &mut scratch.triples[level];
        triples.reserve(if direct { trace.totals[3] } else { count } * own);
        let pairs = Terms { objects: state.objects, own, terms: &scratch.pair_terms };
        (pairs, &mut triples[first * own..][..count * own])
    }

    /// Computes some of a state's triples from those of the level below.
    pub fn triples_from_below(
        &mut self,
        packed: &Packed,
        state: usize,
        blocks: impl Blocks,
        finish: impl Finish,
    ) {
        let processor = self.plan.processor;
        let StateRows { objects, first } = self.trace.rows[state];
        let Packed { level, columns, inner: depth, .. } = *packed;
        let below = std::mem::take(&mut self.scratch.triples[level - 1]);
        let mut products = std::mem::take(&mut self.scratch.products);
        products.reserve(6 * objects * columns);
        let (pairs, results) = self.pairs_and_triples(packed, state);
        processor.run(FromTriples {
            pairs,
            blocks,
            finish,
            below: &below[first[3] * depth..],
            depth,
            weights: packed.inner_rows(),
            products: &mut products,
            results,
        });
        self.scratch.triples[level - 1] = below;
        self.scratch.products = products;
    }
}

/// Overwrites rows of an arity with the facts of states.
fn take_in(
    states: &States,
    range: Range<usize>,
    rows: &[StateRows],
    arity: usize,
    stride: usize,
    values: &mut [f32],
) {
    for (state, rows) in range.zip(rows) {
        let rows = rows.of(arity);
        let values = &mut values[rows.start * stride..rows.end * stride];
        values.fill(0.0);
        states.facts(state, arity).iter().for_each(|place| values[place.row * stride + place.feature] = 1.0);
    }
}

/// Takes the sigmoid of the first numbers of each row.
struct Activate<'a> {
    values: &'a mut [f32],
    stride: usize,
    /// The number of values of each row, in whole groups.
    width: usize,
    rows: usize,
}

impl Kernel for Activate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let Activate { values, stride, width, rows } = self;
        if stride == width {
            values[..rows * width].iter_mut().for_each(|x| *x = sigmoid(*x));
            return;
        }
        // Groups are gathered side by side, since vectors are wider than groups.
        const TOGETHER: usize = 32;
        let mut together = [0.0; TOGETHER * GROUP];
        for group in (0..width).step_by(GROUP) {
            for first in (0..rows).step_by(TOGETHER) {
                let places = (first..rows.min(first + TOGETHER)).map(|row| row * stride + group);
                let together = &mut together[..places.len() * GROUP];
                for (n, place) in places.clone().enumerate() {
                    store(together, n * GROUP, load(values, place));
                }
                together.iter_mut().for_each(|x| *x = sigmoid(*x));
                for (n, place) in places.enumerate() {
                    store(values, place, load(together, n * GROUP));
                }
            }
        }
    }
}
