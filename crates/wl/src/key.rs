//! Numbers that colours are looked up by.
//!
//! A follower does not list the neighbours of a node: it adds up a pseudo-random number for each, so that a neighbour that comes or
//! goes takes one addition. Different neighbourhoods have different sums but for one chance in 2¹²⁸.

/// For a node's own colour.
pub(crate) fn own_key(colour: u32) -> u128 {
    key(1 << 40 | u64::from(colour))
}

/// For a neighbour of a colour at a position.
pub(crate) fn edge_key(position: u8, colour: u32) -> u128 {
    key(2 << 40 | u64::from(position) << 32 | u64::from(colour))
}

/// For what is told apart by its text.
pub(crate) fn text_key(text: &str) -> u128 {
    text.bytes().fold(key(3 << 40), |sum, byte| {
        let low = mix(sum as u64 ^ u64::from(byte));
        u128::from(mix((sum >> 64) as u64 ^ low)) << 64 | u128::from(low)
    })
}

fn key(number: u64) -> u128 {
    u128::from(mix(number ^ 0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(mix(number ^ 0xd1b5_4a32_d192_ed03))
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
fn mix(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
