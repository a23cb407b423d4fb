//! Feed-forward networks: training and evaluation.
