//! Splits work among threads.

use std::sync::Mutex;

use tools::threads::{in_parallel, locked};

/// At least this many pieces make a thread worthwhile.
const LEAST: usize = 8;

/// The results of `work` for all pieces, in their order. Each worker has a state of its own and takes a contiguous share of the
/// pieces; there has to be at least one worker.
pub(crate) fn map<S: Send, T: Sync, R: Send>(
    states: &mut [S],
    pieces: &[T],
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let share = pieces.len().div_ceil(states.len().max(1)).max(LEAST);
    let shares: Vec<_> = states.iter_mut().map(Mutex::new).zip(pieces.chunks(share)).collect();
    let results = in_parallel(shares.len(), shares.len(), |number| {
        let (state, pieces) = &shares[number];
        let mut state = locked(state);
        pieces.iter().map(|piece| work(&mut state, piece)).collect::<Vec<R>>()
    });
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_for_any_number_of_workers() {
        let pieces: Vec<usize> = (0..100).collect();
        for count in [1, 2, 3, 200] {
            let mut states = vec![0; count];
            let squares = map(&mut states, &pieces, |seen, &piece| {
                *seen += 1;
                piece * piece
            });
            assert_eq!(squares, pieces.iter().map(|piece| piece * piece).collect::<Vec<_>>());
            assert_eq!(states.iter().sum::<usize>(), 100);
        }
        assert!(map(&mut [0], &[], |_, piece: &usize| *piece).is_empty());
    }
}
