//! The memory that the process holds, and how much more it may take, as reported by the operating system.

use std::fs;
use std::sync::OnceLock;

/// The bytes of memory the process holds now, where the operating system reports it.
pub fn resident_memory() -> Option<u64> {
    pages(1)
}

/// The most bytes of memory the process has held so far, where the operating system reports it.
pub fn peak_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Bytes set aside for memory taken between two checks, by threads that don't check, and for the final report.
const RESERVE: u64 = 48 << 20;

/// Requests for fewer bytes than this are not checked against the memory that the machine has left.
const LARGE: u64 = 256 << 20;

/// Can the process take `bytes` bytes more, and go on for a while?
pub(crate) fn has_room_for(bytes: u64) -> bool {
    let wanted = bytes.saturating_add(RESERVE);
    let fits_address_space = address_space_limit().is_none_or(|limit| {
        // A table that grows is twice as large for a moment; half of all that is held is seldom in one table.
        let used = pages(0).map_or(0, |used| used + used / 2);
        used.saturating_add(wanted) <= limit
    });
    fits_address_space && (bytes < LARGE || machine_left().is_none_or(|left| wanted <= left))
}

/// The limit on the address space of the process, if there is one (`ulimit -v`). Allocations beyond it fail, whereas
/// the limits of a [`Budget`](crate::Budget) are on memory in use.
fn address_space_limit() -> Option<u64> {
    // Nobody changes it while the process runs.
    static LIMIT: OnceLock<Option<u64>> = OnceLock::new();
    *LIMIT.get_or_init(|| limit_in(&fs::read_to_string("/proc/self/limits").ok()?))
}

/// The limit on the address space in the text of `/proc/self/limits`.
fn limit_in(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// How much memory the machine has left.
fn machine_left() -> Option<u64> {
    let swap = kilobytes("/proc/meminfo", "SwapFree:").unwrap_or(0);
    Some(kilobytes("/proc/meminfo", "MemAvailable:")? + swap)
}

/// A number of `/proc/self/statm` in bytes: 0 is the address space, 1 the memory held.
fn pages(number: usize) -> Option<u64> {
    static PAGE: OnceLock<u64> = OnceLock::new();
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(number)?.parse().ok()?;
    let page =
        PAGE.get_or_init(|| fs::read("/proc/self/auxv").ok().and_then(|auxv| page_in(&auxv)).unwrap_or(4096));
    Some(pages * page)
}

/// The bytes of a page in `/proc/self/auxv`, pairs of a key and a value: 4096 on most machines, and up to 65536 on some with ARM
/// processors.
fn page_in(auxv: &[u8]) -> Option<u64> {
    const AT_PAGESZ: usize = 6;
    let mut words = auxv.as_chunks().0.iter().map(|&bytes| usize::from_ne_bytes(bytes));
    let mut pairs = std::iter::from_fn(|| Some((words.next()?, words.next()?)));
    pairs.find(|(key, _)| *key == AT_PAGESZ).map(|(_, bytes)| bytes as u64)
}

/// The bytes in the line of a file that gives kilobytes under this name.
fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_on_the_address_space_are_read() {
        let limits = |soft: &str| {
            format!(
                "Limit   Soft Limit  Hard Limit  Units\nMax cpu time  unlimited  unlimited  seconds\n\
                     Max address space         {soft}           unlimited            bytes     \n"
            )
        };
        assert_eq!(limit_in(&limits("204800000")), Some(204_800_000));
        assert_eq!(limit_in(&limits("unlimited")), None);
        assert_eq!(limit_in(""), None);
    }

    #[test]
    fn the_size_of_pages_is_read() {
        let auxv =
            |words: &[usize]| page_in(&words.iter().flat_map(|word| word.to_ne_bytes()).collect::<Vec<_>>());
        assert_eq!(auxv(&[16, 6, 6, 65536, 0, 0]), Some(65536));
        assert_eq!(auxv(&[16, 6, 0, 0]), None);
        assert_eq!(auxv(&[6]), None);
        if let Ok(auxv) = fs::read("/proc/self/auxv") {
            assert!(page_in(&auxv).is_some_and(|page| page >= 4096 && page.is_power_of_two()));
        }
    }

    #[test]
    fn no_machine_has_room_for_everything() {
        assert!(has_room_for(0) || address_space_limit().is_some());
        if machine_left().is_some() {
            assert!(!has_room_for(u64::MAX));
        }
    }
}
