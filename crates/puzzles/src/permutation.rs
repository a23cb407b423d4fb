//! Numbering permutations.

/// The number of ways to put `count` things, in order, on `places` places; `None` if too great to count with.
pub(crate) fn arrangements(places: usize, count: usize) -> Option<usize> {
    (0..count).try_fold(1_usize, |product, taken| product.checked_mul(places.checked_sub(taken)?))
}

/// The number of a way to put things on `count` places: by the first place, then the second, and so on.
#[inline(always)]
pub(crate) fn rank(places: &[u8], count: usize) -> usize {
    // Loops of known length are unrolled.
    match *places {
        [a, b, c, d] => rank_of(&[a, b, c, d], count),
        [a, b, c, d, e] => rank_of(&[a, b, c, d, e], count),
        [a, b, c, d, e, f] => rank_of(&[a, b, c, d, e, f], count),
        _ => rank_of(places, count),
    }
}

#[inline(always)]
fn rank_of(places: &[u8], count: usize) -> usize {
    let mut rank = 0_usize;
    for (index, &place) in places.iter().enumerate() {
        // Comparing all pairs is faster than counting bits without an instruction for it.
        let taken = places[..index].iter().map(|&other| u8::from(other < place)).sum::<u8>();
        rank = rank.wrapping_mul(count - index).wrapping_add(usize::from(place - taken));
    }
    rank
}

/// Fills `places` with the way that has a number.
pub(crate) fn unrank(mut rank: usize, places: &mut [u8], count: usize) {
    for index in (0..places.len()).rev() {
        places[index] = (rank % (count - index)) as u8;
        rank /= count - index;
        let (earlier, later) = places.split_at_mut(index + 1);
        let place = earlier[index];
        later.iter_mut().filter(|later| **later >= place).for_each(|later| *later += 1);
    }
}
