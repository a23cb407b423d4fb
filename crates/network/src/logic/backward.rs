//! The backward pass: from the gradient by the outputs to that by all parameters, layer by layer.

use super::super::{Gradients, Layer};
use super::groups::{GROUP, add_to, derive, load, store};
use super::layout::StateRows;
use super::packed::{Packed, Transposed, transpose};
use super::pairs::Spread;
use super::pass::{KEPT, Pass, Plan, Scratch, Trace};
use super::shape::orders;
use super::states::States;
use super::triples_backward::{Below, FromDirect, FromReduced, PairGradients, SpreadPairs};
use simd::Aligned;
use simd::panels::{Matrix, padded};
use simd::product::{self, ColumnSums, Destination, Product, Rows};
use simd::{Kernel, Vector};

/// Buffers for gradients.
#[derive(Clone, Debug, Default)]
pub(super) struct Slopes {
    /// By the rows of each level and arity, padded.
    values: Vec<[Aligned; KEPT]>,
    /// By the features of triples of each level.
    triples: Vec<Aligned>,
    /// By products.
    inner: Aligned,
    outer: Aligned,
    /// By the terms of pairs in triples.
    pair_terms: Aligned,
    /// By a packed matrix, and by its transpose.
    weights: Aligned,
    transposed: Aligned,
    biases: Aligned,
    product: Aligned,
}

/// The backward pass of some states.
pub(super) struct Backward<'a> {
    pub plan: &'a Plan,
    pub transposed: &'a [Transposed],
    pub trace: &'a mut Trace,
    pub scratch: &'a mut Scratch,
    pub slopes: &'a mut Slopes,
}

impl Backward<'_> {
    /// Runs it, from the gradient by the states' outputs.
    pub fn run(&mut self, states: &States, output_gradient: &[f32], gradients: &mut Gradients) {
        let Backward { plan, trace, scratch, .. } = self;
        Pass { plan, trace, scratch, choosing: false }.triples_again(states);
        self.begin(output_gradient);
        for level in (1..=self.plan.depth()).rev() {
            self.layer(level, &mut gradients.layers);
        }
    }

    /// Reserves memory, and copies the gradient by the outputs.
    fn begin(&mut self, output_gradient: &[f32]) {
        let Backward { plan, trace, slopes, .. } = self;
        slopes.values.resize_with(plan.tensors.len(), Default::default);
        slopes.triples.resize_with(plan.tensors.len(), Aligned::default);
        for (level, tensors) in plan.tensors.iter().enumerate().skip(1) {
            for (arity, tensor) in tensors.iter().enumerate().take(KEPT) {
                let size = trace.totals[arity] * padded(tensor.width());
                slopes.values[level][arity].reserve(size);
                slopes.values[level][arity][..size].fill(0.0);
            }
            if !plan.one_at_a_time(level) {
                let size = trace.totals[3] * tensors[3].own;
                slopes.triples[level].reserve(size);
                slopes.triples[level][..size].fill(0.0);
            }
        }
        let stride = padded(plan.tensors[plan.depth()][0].width());
        let rows = slopes.values[plan.depth()][0].chunks_exact_mut(stride.max(1));
        for (to, from) in rows.zip(output_gradient.chunks_exact(plan.shape.outputs.max(1))) {
            to[..plan.shape.outputs].copy_from_slice(from);
        }
    }

    fn layer(&mut self, level: usize, layers: &mut [Layer]) {
        let plan = self.plan;
        for (index, packed) in plan.packed.iter().enumerate().filter(|(_, packed)| packed.level == level) {
            let transposed = &self.transposed[index];
            self.slopes.weights.reserve(packed.numbers());
            self.slopes.biases.reserve(packed.columns);
            self.undo_reduction(packed);
            if packed.arity == 3 {
                self.triples(packed, transposed);
                self.outer_gradients(packed, transposed);
            } else {
                if level < plan.depth() {
                    self.derive(packed);
                }
                self.spread(packed);
                self.inner_gradients(packed, transposed);
                if packed.outer > 0 {
                    self.outer_gradients(packed, transposed);
                }
            }
            packed.unpack(&self.slopes.weights, &self.slopes.biases, &mut layers[index]);
        }
    }

    /// Adds gradients by least and greatest values to those by the features that attain them.
    fn undo_reduction(&mut self, packed: &Packed) {
        let Backward { plan, trace, slopes, .. } = self;
        let Packed { level, arity, .. } = *packed;
        let Some(below) = arity.checked_sub(1) else { return };
        let (from, to) = (plan.tensors[level][below], plan.tensors[level][arity]);
        if from.reduced == 0 || arity == 3 && plan.one_at_a_time(level) {
            return;
        }
        let (lower, upper) = slopes.values[level].split_at_mut(arity);
        let (target, stride) = match upper.first_mut() {
            Some(values) => (values, padded(to.width())),
            None => (&mut slopes.triples[level], to.own),
        };
        let from_stride = padded(from.width());
        for state in trace.rows.iter().filter(|state| state.objects > 0) {
            plan.processor.run(UndoReduction {
                objects: state.objects,
                width: from.reduced,
                from: &lower[below][state.first[below] * from_stride + from.own..],
                from_stride,
                choices: &trace.choices[level][below][state.first[below] * 2 * from.reduced..],
                tuples: state.of(below).len(),
                to: &mut target[state.first[arity] * stride..],
                to_stride: stride,
            });
        }
    }

    /// Turns gradients by features into those by sums.
    fn derive(&mut self, packed: &Packed) {
        let Backward { plan, trace, slopes, .. } = self;
        let Packed { level, arity, own, .. } = *packed;
        let stride = plan.tensors[level][arity].width();
        plan.processor.run(Derive {
            own,
            values: &trace.values[level][arity][..trace.totals[arity] * stride],
            stride,
            gradients: &mut slopes.values[level][arity],
            gradient_stride: padded(stride),
        });
    }

    /// Turns gradients by sums into those by products.
    fn spread(&mut self, packed: &Packed) {
        let Backward { plan, trace, slopes, .. } = self;
        let Packed { level, arity, own, columns, .. } = *packed;
        let stride = padded(plan.tensors[level][arity].width());
        let below = arity.saturating_sub(1);
        slopes.inner.reserve(trace.totals[arity] * columns);
        slopes.outer.reserve(trace.totals[below] * columns);
        for state in &trace.rows {
            let rows = if packed.outer > 0 { state.of(below) } else { 0..0 };
            plan.processor.run(Spread {
                arity,
                objects: state.objects,
                own,
                sums: &slopes.values[level][arity][state.first[arity] * stride..],
                stride,
                inner: &mut slopes.inner[state.first[arity] * columns..],
                outer: &mut slopes.outer[rows.start * columns..rows.end * columns],
                columns,
            });
        }
    }

    /// The gradients by the weights and biases for inputs of the same arity, and by these inputs.
    fn inner_gradients(&mut self, packed: &Packed, transposed: &Transposed) {
        let Backward { plan, trace, slopes, .. } = self;
        let Packed { level, arity, columns, .. } = *packed;
        let rows = trace.totals[arity];
        let values = &slopes.inner[..rows * columns];
        let right = Matrix::Rows { values, stride: columns };
        let stride = plan.tensors[level - 1][arity].width();
        plan.processor.run(ColumnSums { values, stride: columns, result: &mut slopes.biases });
        plan.processor.run(Product {
            left: product::Transposed(Rows { values: &trace.values[level - 1][arity], stride }),
            rows: packed.inner,
            depth: rows,
            right,
            start: None,
            result: Destination { values: &mut slopes.weights, stride: columns, columns },
        });
        if level > 1 {
            let stride = padded(stride);
            plan.processor.run(Product {
                left: Rows { values, stride: columns },
                rows,
                depth: orders(arity) * packed.own,
                right: transposed.inner(),
                start: None,
                result: Destination { values: &mut slopes.values[level - 1][arity], stride, columns: stride },
            });
        }
    }

    /// The gradients by the weights for inputs of the arity below, and by these inputs. The biases of triples belong here, too.
    fn outer_gradients(&mut self, packed: &Packed, transposed: &Transposed) {
        let Backward { plan, trace, slopes, .. } = self;
        let Packed { level, arity, columns, .. } = *packed;
        let (arity, triples) = (arity - 1, arity == 3);
        let rows = trace.totals[arity];
        let values = &slopes.outer[..rows * columns];
        let stride = plan.tensors[level - 1][arity].width();
        if triples {
            plan.processor.run(ColumnSums { values, stride: columns, result: &mut slopes.biases });
        }
        plan.processor.run(Product {
            left: product::Transposed(Rows { values: &trace.values[level - 1][arity], stride }),
            rows: packed.outer,
            depth: rows,
            right: Matrix::Rows { values, stride: columns },
            start: None,
            result: Destination {
                values: &mut slopes.weights[packed.inner * columns..],
                stride: columns,
                columns,
            },
        });
        if level > 1 && packed.outer > 0 {
            let product_stride = transposed.outer_stride;
            slopes.product.reserve(rows * product_stride);
            plan.processor.run(Product {
                left: Rows { values, stride: columns },
                rows,
                depth: orders(packed.arity) * packed.own,
                right: transposed.outer(),
                start: None,
                result: Destination {
                    values: &mut slopes.product,
                    stride: product_stride,
                    columns: product_stride,
                },
            });
            plan.processor.run(AddRows {
                width: packed.outer,
                from: &slopes.product[..rows * product_stride],
                from_stride: product_stride,
                to: &mut slopes.values[level - 1][arity],
                to_stride: padded(stride),
            });
        }
    }

    /// Turns gradients by features of triples, or by their least and greatest values, into those by products.
    fn triples(&mut self, packed: &Packed, transposed: &Transposed) {
        let (rows, columns) = (self.trace.totals[2], packed.columns);
        self.slopes.outer.reserve(rows * columns);
        self.slopes.transposed.reserve(transposed.inner.len());
        self.slopes.transposed[..transposed.inner.len()].fill(0.0);
        for state in 0..self.trace.rows.len() {
            self.triples_of(packed, transposed, state);
        }
        let count = orders(3) * packed.own;
        let weights = &mut self.slopes.weights[..packed.inner * columns];
        let from = &self.slopes.transposed[..count * transposed.inner_stride];
        transpose(from, transposed.inner_stride, weights, columns);
    }

    fn triples_of(&mut self, packed: &Packed, transposed: &Transposed, state: usize) {
        let Backward { plan, trace, scratch, slopes, .. } = self;
        let Packed { level, own, columns, inner: width, .. } = *packed;
        let StateRows { objects, first } = trace.rows[state];
        slopes.pair_terms.reserve(3 * objects * objects * own);
        let count = objects * objects * objects;
        let (lower, upper) = slopes.triples.split_at_mut(level);
        let asked = width > 0 && level > 1;
        let below = Below {
            width,
            values: if width > 0 { &scratch.triples[level - 1][first[3] * width..] } else { &[] },
            gradients: if asked { &mut lower[level - 1][first[3] * width..] } else { &mut [] },
            weights: &transposed.inner,
            weight_gradients: &mut slopes.transposed,
            stride: transposed.inner_stride,
        };
        let pairs = PairGradients { objects, own, terms: &mut slopes.pair_terms };
        if plan.one_at_a_time(level) {
            let tensor = plan.tensors[level][2];
            let (value_stride, gradient_stride) = (tensor.width(), padded(tensor.width()));
            plan.processor.run(FromReduced {
                values: &trace.values[level][2][first[2] * value_stride + tensor.own..],
                value_stride,
                gradients: &slopes.values[level][2][first[2] * gradient_stride + tensor.own..],
                gradient_stride,
                choices: &trace.choices[level][2][first[2] * 2 * own..],
                pairs,
                below,
            });
        } else {
            let range = first[3] * own..(first[3] + count) * own;
            let (values, gradients) = (&scratch.triples[level][range.clone()], &mut upper[0][range]);
            plan.processor.run(FromDirect { values, gradients, pairs, below });
        }
        plan.processor.run(SpreadPairs {
            pairs: PairGradients { objects, own, terms: &mut slopes.pair_terms },
            outer: &mut slopes.outer[first[2] * columns..],
        });
    }
}

/// Adds a state's gradients by reduced values to those by the features that attain them.
struct UndoReduction<'a> {
    objects: usize,
    /// The number of reduced features.
    width: usize,
    from: &'a [f32],
    from_stride: usize,
    choices: &'a [u32],
    /// The number of rows of reduced values.
    tuples: usize,
    to: &'a mut [f32],
    to_stride: usize,
}

impl Kernel for UndoReduction<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let rows = self.choices.chunks_exact(2 * self.width).take(self.tuples);
        for (tuple, choices) in rows.enumerate() {
            let from = &self.from[tuple * self.from_stride..][..2 * self.width];
            for (number, (&object, &gradient)) in choices.iter().zip(from).enumerate() {
                let row = tuple * self.objects + object as usize;
                self.to[row * self.to_stride + number % self.width] += gradient;
            }
        }
    }
}

/// Multiplies the first numbers of each row of gradients by the sigmoid's derivative.
struct Derive<'a> {
    own: usize,
    values: &'a [f32],
    stride: usize,
    gradients: &'a mut [f32],
    gradient_stride: usize,
}

impl Kernel for Derive<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let gradients = self.gradients.chunks_exact_mut(self.gradient_stride.max(1));
        for (gradients, values) in gradients.zip(self.values.chunks_exact(self.stride.max(1))) {
            for group in (0..self.own).step_by(GROUP) {
                store(gradients, group, derive(load(gradients, group), load(values, group)));
            }
        }
    }
}

/// Adds the first numbers of each row to those of others.
struct AddRows<'a> {
    width: usize,
    from: &'a [f32],
    from_stride: usize,
    to: &'a mut [f32],
    to_stride: usize,
}

impl Kernel for AddRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let rows = self.to.chunks_exact_mut(self.to_stride.max(1));
        for (to, from) in rows.zip(self.from.chunks_exact(self.from_stride.max(1))) {
            for group in (0..self.width).step_by(GROUP) {
                add_to(to, group, load(from, group));
            }
        }
    }
}
