//! A stub in place of `device.rs` for builds without support for GPUs.

use super::super::databases::Databases;
use super::super::{Board, Slide, State, Tiles};
use super::{Appraiser, NoGpu};
use search::{Ida, Limits, Observer, PathHeuristic, Report};
use std::convert::Infallible;
use std::marker::PhantomData;

/// Databases on a GPU. There are none in this build, without the feature `cuda`.
#[derive(Debug)]
pub struct GpuTiles<B>(Infallible, PhantomData<B>);

impl<B: Board> GpuTiles<B> {
    /// Is there a GPU of this number?
    ///
    /// # Errors
    /// Always.
    pub fn check(_: usize) -> Result<(), NoGpu> {
        Err(not_built())
    }

    /// Copies databases to a GPU.
    ///
    /// # Errors
    /// Always.
    pub fn new<const PATTERNS: usize>(_: usize, _: &Databases<B, PATTERNS>) -> Result<Self, NoGpu> {
        Err(not_built())
    }

    /// Searches for a plan.
    ///
    /// # Errors
    /// Never.
    pub fn ida(
        &self,
        _: Option<&Appraiser>,
        _: &impl PathHeuristic<Tiles<B>, Cost = u32>,
        _: &State<B>,
        _: &Ida,
        _: &Limits,
        _: &mut dyn Observer,
    ) -> Result<Report<Slide>, NoGpu> {
        match self.0 {}
    }
}

fn not_built() -> NoGpu {
    let message = "this hstar was built without support for GPUs\n  = help: build it with cargo build --release --features \
                   cuda, or search on the processor";
    NoGpu(message.to_owned())
}
