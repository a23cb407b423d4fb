//! Groups of eight numbers: the features of a tuple of objects in machines of the published width.

/// The size of a group.
pub(super) const GROUP: usize = 8;

/// Numbers that are processed together.
pub(super) type Group = [f32; GROUP];

/// The size of `count` numbers in whole groups.
pub(super) fn in_groups(count: usize) -> usize {
    count.next_multiple_of(GROUP)
}

/// The group that begins at an index.
#[inline(always)]
pub(super) fn load(values: &[f32], at: usize) -> Group {
    let mut group = [0.0; GROUP];
    group.copy_from_slice(&values[at..at + GROUP]);
    group
}

/// Overwrites the group that begins at an index.
#[inline(always)]
pub(super) fn store(values: &mut [f32], at: usize, group: Group) {
    values[at..at + GROUP].copy_from_slice(&group);
}

/// The elementwise sums.
#[inline(always)]
pub(super) fn add(mut a: Group, b: Group) -> Group {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

/// Adds to the group that begins at an index.
#[inline(always)]
pub(super) fn add_to(values: &mut [f32], at: usize, group: Group) {
    store(values, at, add(load(values, at), group));
}

/// `term + factor · group`, each rounded once.
#[inline(always)]
pub(super) fn mul_add(factor: f32, group: Group, mut term: Group) -> Group {
    term.iter_mut().zip(group).for_each(|(term, value)| *term = factor.mul_add(value, *term));
    term
}

/// The gradients by sums, from those by their sigmoids and the sigmoids themselves.
#[inline(always)]
pub(super) fn derive(mut gradients: Group, values: Group) -> Group {
    gradients.iter_mut().zip(values).for_each(|(g, y)| *g *= y * (1.0 - y));
    gradients
}

/// Compiles an expression twice: for a width of one group, and for any width. With the constant width, the loops over groups
/// disappear.
macro_rules! known {
    ($width:expr, |$name:ident| $body:expr) => {
        if $width == $crate::logic::groups::GROUP {
            let $name = $crate::logic::groups::GROUP;
            $body
        } else {
            let $name = $width;
            $body
        }
    };
}
pub(super) use known;
