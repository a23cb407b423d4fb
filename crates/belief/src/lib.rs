//! Distributions over h*, their numerics, and how a search reads them.
