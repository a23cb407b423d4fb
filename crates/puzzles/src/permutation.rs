//! Ranking and unranking of partial permutations.

/// The number of ways to put `count` distinct things on `places` places; `None` if it overflows.
pub(crate) fn arrangements(places: usize, count: usize) -> Option<usize> {
    (0..count).try_fold(1_usize, |product, taken| product.checked_mul(places.checked_sub(taken)?))
}

/// The rank of a placement of things on `count` places, in lexicographic order.
#[inline(always)]
pub(crate) fn rank(places: &[u8], count: usize) -> usize {
    // Loops of constant length are unrolled by the compiler.
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
        // Comparing all pairs is faster than counting bits on processors without an instruction for it.
        let taken = places[..index].iter().map(|&other| u8::from(other < place)).sum::<u8>();
        rank = rank.wrapping_mul(count - index).wrapping_add(usize::from(place - taken));
    }
    rank
}

/// Fills `places` with the placement of this rank.
pub(crate) fn unrank(mut rank: usize, places: &mut [u8], count: usize) {
    for index in (0..places.len()).rev() {
        places[index] = (rank % (count - index)) as u8;
        rank /= count - index;
        let (earlier, later) = places.split_at_mut(index + 1);
        let place = earlier[index];
        later.iter_mut().filter(|later| **later >= place).for_each(|later| *later += 1);
    }
}
