//! Hints to the processor and the kernel about memory that is accessed at random.
//!
//! A search spends half its time waiting for memory. Neither hint can change the results of a program.
#![cfg_attr(
    any(target_arch = "x86_64", target_os = "linux"),
    expect(unsafe_code, reason = "hints to the processor and the kernel have no safe interface")
)]

/// Begins to load an item that will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program can see, and may be given any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// Asks the kernel for huge pages for the vector's whole capacity, best before any of it is used: with tables of
/// gigabytes in small pages, almost every access costs a walk through the page tables.
pub fn ask_for_huge_pages<T>(items: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const HUGE: usize = 2 << 20;
        let start = items.as_mut_ptr().addr();
        let end = start + items.capacity() * size_of::<T>();
        let (start, end) = (start.next_multiple_of(HUGE), end / HUGE * HUGE);
        if start < end {
            let first = items.as_mut_ptr().cast::<libc::c_void>().with_addr(start);
            // SAFETY: the pages from `start` to `end` lie within the vector's own allocation, and this advice
            // changes how they are mapped but never what they hold. Failure leaves them as they are.
            unsafe { libc::madvise(first, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = items;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_change_nothing() {
        let mut items: Vec<u64> = Vec::with_capacity(1 << 20);
        ask_for_huge_pages(&mut items);
        items.extend(0..1 << 20);
        prefetch(&items[5]);
        ask_for_huge_pages(&mut items);
        assert!(items.iter().copied().eq(0..1 << 20));
        ask_for_huge_pages(&mut Vec::<u64>::new());
    }
}
