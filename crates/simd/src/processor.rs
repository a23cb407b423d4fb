//! Kernels compiled for each set of instructions, one of which is chosen at run time.
//!
//! A kernel is written once, over a [`Vector`], and inlined as a whole into one function for each set of instructions.
//! Simple loops over slices need no [`Vector`]: the compiler vectorises them inside those functions. Sums that have to
//! stay in registers are beyond it, and are written with [`Vector`].
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "instructions that not every processor has can only be reached by unsafe calls"
    )
)]

/// Work that gains from wide vectors. All it calls in its loops must be inlined to be compiled for them.
pub trait Kernel {
    /// The result.
    type Output;

    /// Does the work with vectors of type `V`.
    fn run<V: Vector>(self) -> Self::Output;
}

/// A vector register: numbers that one instruction works on together.
///
/// The types are private to this module: other code sees one only in [`Kernel::run`], which is only called where the
/// processor has the instructions. All of the safety of this module rests on that.
pub trait Vector: Copy {
    /// The number of numbers in a vector.
    const LANES: usize;

    /// How many vectors of sums fit into the registers for each of six rows. It is one where blocks of sums gain
    /// nothing, so that no code is compiled for them.
    const TILE: usize;

    /// The same number in every lane.
    fn splat(value: f32) -> Self;

    /// The first numbers of a slice.
    fn load(from: &[f32]) -> Self;

    /// Overwrites the first numbers of a slice.
    fn store(self, to: &mut [f32]);

    /// `self + other`
    fn add(self, other: Self) -> Self;

    /// `self · factor + term`, rounded once.
    fn mul_add(self, factor: Self, term: Self) -> Self;
}

/// A set of instructions that this processor has: only [`detect`](Self::detect) and [`all`](Self::all) make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processor(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Processor {
    /// The best set of instructions of this processor.
    #[inline]
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            let widest = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
            return Processor(if widest { Instructions::Avx512 } else { Instructions::Avx2 });
        }
        Processor(Instructions::Baseline)
    }

    /// Does the work with these instructions.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Instructions::Baseline => with_baseline(kernel),
            // SAFETY: `detect` has seen that the processor has these instructions.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::with_avx2(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::with_avx512(kernel) },
        }
    }

    /// All sets of instructions that this processor has, for tests that compare them.
    pub fn all() -> Vec<Self> {
        let every = [
            Instructions::Baseline,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512,
        ];
        let best = every.iter().position(|&instructions| Processor(instructions) == Self::detect());
        every.into_iter().take(best.map_or(1, |best| best + 1)).map(Processor).collect()
    }
}

/// Compiled once for each kernel, not again in each place where the instructions are chosen.
#[inline(never)]
fn with_baseline<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<[f32; 4]>()
}

/// For processors without any of the other sets of instructions.
impl Vector for [f32; 4] {
    const LANES: usize = 4;
    // On processors of the x86 kind that are left to this, a fused multiply-add is a call.
    const TILE: usize = if cfg!(target_arch = "x86_64") { 1 } else { 4 };

    #[inline(always)]
    fn splat(value: f32) -> Self {
        [value; 4]
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        [from[0], from[1], from[2], from[3]]
    }

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        to[..4].copy_from_slice(&self);
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        [self[0] + other[0], self[1] + other[1], self[2] + other[2], self[3] + other[3]]
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        let lane = |lane: usize| self[lane].mul_add(factor[lane], term[lane]);
        [lane(0), lane(1), lane(2), lane(3)]
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Kernel, Vector};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2,fma")]
    pub fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Avx2>()
    }

    #[target_feature(enable = "avx512f,avx512vl,avx2,fma")]
    pub fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Avx512>()
    }

    #[derive(Clone, Copy)]
    struct Avx2(__m256);

    #[derive(Clone, Copy)]
    struct Avx512(__m512);

    /// The operations of both, which differ in nothing but their width.
    macro_rules! vector {
        ($name:ident, $lanes:literal, $tile:literal, $splat:ident, $load:ident, $store:ident, $add:ident, $mul_add:ident) => {
            impl Vector for $name {
                const LANES: usize = $lanes;
                const TILE: usize = $tile;

                #[inline(always)]
                fn splat(value: f32) -> Self {
                    // SAFETY: a vector of this type is only asked for where the processor has its instructions.
                    $name(unsafe { $splat(value) })
                }

                #[inline(always)]
                fn load(from: &[f32]) -> Self {
                    let from = &from[..$lanes];
                    // SAFETY: as above, and as many numbers as are read have been seen to be there.
                    $name(unsafe { $load(from.as_ptr()) })
                }

                #[inline(always)]
                fn store(self, to: &mut [f32]) {
                    let to = &mut to[..$lanes];
                    // SAFETY: as above, and as many numbers as are written have been seen to be there.
                    unsafe { $store(to.as_mut_ptr(), self.0) }
                }

                #[inline(always)]
                fn add(self, other: Self) -> Self {
                    // SAFETY: as above.
                    $name(unsafe { $add(self.0, other.0) })
                }

                #[inline(always)]
                fn mul_add(self, factor: Self, term: Self) -> Self {
                    // SAFETY: as above.
                    $name(unsafe { $mul_add(self.0, factor.0, term.0) })
                }
            }
        };
    }

    vector!(Avx2, 8, 2, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_add_ps, _mm256_fmadd_ps);
    vector!(Avx512, 16, 4, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_add_ps, _mm512_fmadd_ps);
}
