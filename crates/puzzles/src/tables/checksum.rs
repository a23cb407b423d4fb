//! A fast checksum, to detect damaged files.

/// Odd multipliers with irregular bits, one per lane.
const FACTORS: [u64; LANES] =
    [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xd6e8_feb8_6659_fd93];

/// The number of words that are hashed in parallel.
const LANES: usize = 4;

const WORD: usize = size_of::<u64>();

/// A number that accidental damage almost surely changes; no protection against malice.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mut lanes = FACTORS;
    let (chunks, rest) = bytes.as_chunks::<{ LANES * WORD }>();
    for chunk in chunks {
        take_in(&mut lanes, chunk);
    }
    let mut last = [0; LANES * WORD];
    last[..rest.len()].copy_from_slice(rest);
    take_in(&mut lanes, &last);
    lanes.into_iter().fold(bytes.len() as u64, mix)
}

fn take_in(lanes: &mut [u64; LANES], chunk: &[u8; LANES * WORD]) {
    let (words, _) = chunk.as_chunks::<WORD>();
    for ((lane, word), factor) in lanes.iter_mut().zip(words).zip(FACTORS) {
        *lane = (*lane ^ u64::from_le_bytes(*word)).wrapping_mul(factor).rotate_left(29);
    }
}

fn mix(sum: u64, lane: u64) -> u64 {
    let mixed = (sum ^ lane).wrapping_mul(FACTORS[0]);
    mixed ^ (mixed >> 32)
}
