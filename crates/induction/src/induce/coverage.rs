//! The examples that a body covers.

use crate::bits::Bits;

/// The examples that a body covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Coverage {
    pub(crate) positive: Bits,
    pub(crate) negative: Bits,
}
