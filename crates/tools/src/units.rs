//! Amounts of time and memory as people write them.

use std::time::Duration;

/// Reads `30m`, `10s`, `1h` or `0.5`; without a unit, seconds.
///
/// # Errors
/// With the expected form.
pub fn time(text: &str) -> Result<Duration, String> {
    let seconds = amount(text, &[("s", 1.0), ("m", 60.0), ("h", 3600.0)])
        .ok_or("expected a number of seconds, or one with the unit s, m or h, such as 30m")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "that is too long".to_owned())
}

/// Reads `4G`, `500M` or `2000K` as bytes; without a unit, megabytes.
///
/// # Errors
/// With the expected form.
pub fn memory(text: &str) -> Result<u64, String> {
    const KILO: f64 = 1024.0;
    let bytes =
        amount(text, &[("k", KILO), ("g", KILO * KILO * KILO), ("m", KILO * KILO), ("", KILO * KILO)])
            .ok_or("expected a number of megabytes, or one with the unit K, M or G, such as 4G")?;
    Ok(bytes as u64)
}

/// Reads `1/10`: a part, counted from 1, and the number of parts.
///
/// # Errors
/// With the expected form.
pub fn part(text: &str) -> Result<(u32, u32), String> {
    let numbers =
        text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    let numbers = numbers.filter(|&(number, count)| 1 <= number && number <= count && count >= 2);
    numbers.ok_or_else(|| "expected a part and the number of parts, as in 1/10".to_owned())
}

/// Bytes as [`memory`] reads them.
pub fn of_memory(bytes: u64) -> String {
    let units = [(1 << 30, "G"), (1 << 20, "M")];
    let (factor, unit) =
        units.into_iter().find(|(factor, _)| bytes.is_multiple_of(*factor)).unwrap_or((1 << 10, "K"));
    format!("{}{unit}", bytes as f64 / factor as f64)
}

/// A time as people say it: `0.02 s`, `12.5 s`, `3 min 20 s`, `2 h 5 min`.
pub fn spoken_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let decimals = match seconds {
        s if s < 0.01 => 3,
        s if s < 10.0 => 2,
        s if s < 60.0 => 1,
        _ => {
            let whole = seconds.round() as u64;
            let (large, factor, small) = if whole < 3600 { ("min", 60, "s") } else { ("h", 3600, "min") };
            let rest = whole % factor / (factor / 60);
            let rest = if rest > 0 { format!(" {rest} {small}") } else { String::new() };
            return format!("{} {large}{rest}", whole / factor);
        }
    };
    let digits = format!("{seconds:.decimals$}");
    format!("{} s", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// An amount of memory as people say it: `12 MB`, `1.5 GB`.
pub fn spoken_memory(bytes: u64) -> String {
    match bytes as f64 / f64::from(1 << 20) {
        megabytes if megabytes < 1024.0 => format!("{megabytes:.0} MB"),
        megabytes => {
            let gigabytes = format!("{:.1}", megabytes / 1024.0);
            format!("{} GB", gigabytes.trim_end_matches(".0"))
        }
    }
}

/// The number times the factor of its unit; a unit is a suffix in either case.
fn amount(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let lower = text.trim().to_ascii_lowercase();
    let (number, factor) = units
        .iter()
        .find_map(|&(unit, factor)| Some((lower.strip_suffix(unit)?, factor)))
        .unwrap_or((&lower, 1.0));
    let number: f64 = number.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("10"), Ok(Duration::from_secs(10)));
        assert_eq!(time("0.5s"), Ok(Duration::from_millis(500)));
        assert_eq!(time("30m"), Ok(Duration::from_secs(1800)));
        assert_eq!(time("1H"), Ok(Duration::from_secs(3600)));
    }

    #[test]
    fn memory_has_units() {
        assert_eq!(memory("2000K"), Ok(2000 << 10));
        assert_eq!(memory("500m"), Ok(500 << 20));
        assert_eq!(memory("4G"), Ok(4 << 30));
        assert_eq!(memory("3584"), Ok(3584 << 20));
    }

    #[test]
    fn memory_that_is_written_is_read_back() {
        for (bytes, text) in [(4 << 30, "4G"), (1536 << 20, "1536M"), (2000 << 10, "2000K"), (512, "0.5K")] {
            assert_eq!(of_memory(bytes), text);
            assert_eq!(memory(text), Ok(bytes));
        }
    }

    #[test]
    fn amounts_are_said_shortly() {
        for (seconds, text) in [
            (0.0, "0 s"),
            (0.0042, "0.004 s"),
            (0.0234, "0.02 s"),
            (0.1, "0.1 s"),
            (30.0, "30 s"),
            (59.5, "59.5 s"),
            (60.0, "1 min"),
            (200.0, "3 min 20 s"),
            (1800.0, "30 min"),
            (7500.0, "2 h 5 min"),
            (360_000.0, "100 h"),
        ] {
            assert_eq!(spoken_time(Duration::from_secs_f64(seconds)), text);
        }
        for (megabytes, text) in [(12, "12 MB"), (1023, "1023 MB"), (1024, "1 GB"), (1536, "1.5 GB")] {
            assert_eq!(spoken_memory(megabytes << 20), text);
        }
    }

    #[test]
    fn other_things_are_refused() {
        for wrong in ["", "m", "ten", "-1s", "1e400", "inf", "nan", "5d"] {
            assert!(time(wrong).is_err(), "{wrong}");
            assert!(memory(wrong).is_err(), "{wrong}");
        }
        assert!(time("1e300").is_err());
    }
}
