//! The examples that a body holds for.

use crate::bits::Bits;

/// The examples that a body holds for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Coverage {
    pub(crate) positive: Bits,
    pub(crate) negative: Bits,
}
