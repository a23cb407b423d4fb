//! Numbers that begin where a cache line does.

use std::ops::{Deref, DerefMut};

/// The numbers of a cache line, and of the widest vectors.
pub const LINE: usize = 16;

/// Numbers whose first lies at the beginning of a cache line, so that no vector of them lies in two.
#[derive(Debug, Default)]
pub struct Aligned {
    values: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// As many zeros.
    pub fn zeros(len: usize) -> Self {
        let values = vec![0.0_f32; len + LINE];
        // The offset is the largest number where it cannot be told; then alignment is given up, which costs time only.
        let start = values.as_ptr().align_offset(LINE * size_of::<f32>());
        Aligned { values, start: if start < LINE { start } else { 0 }, len }
    }

    /// Makes room for at least `len` numbers; what was there is lost if there was not enough.
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
