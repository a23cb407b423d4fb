//! Buffers of `f32` that begin at a cache line.

use std::ops::{Deref, DerefMut};

/// How many numbers a cache line holds, and the widest vector.
pub const LINE: usize = 16;

/// Numbers of which the first lies at the beginning of a cache line, so that no vector spans two lines.
#[derive(Debug, Default)]
pub struct Aligned {
    values: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// `len` zeros.
    pub fn zeros(len: usize) -> Self {
        let values = vec![0.0_f32; len + LINE];
        // The offset is `usize::MAX` where it cannot be computed; then the buffer is not aligned, which costs only time.
        let start = values.as_ptr().align_offset(LINE * size_of::<f32>());
        Aligned { values, start: if start < LINE { start } else { 0 }, len }
    }

    /// Makes room for at least `len` numbers. If there was too little, all are set to zero.
    pub fn reserve(&mut self, len: usize) {
        if self.len < len {
            *self = Aligned::zeros(len);
        }
    }
}

impl Deref for Aligned {
    type Target = [f32];

    #[inline]
    fn deref(&self) -> &[f32] {
        &self.values[self.start..self.start + self.len]
    }
}

impl DerefMut for Aligned {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.values[self.start..self.start + self.len]
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        let mut copy = Aligned::zeros(self.len);
        copy.copy_from_slice(self);
        copy
    }
}
