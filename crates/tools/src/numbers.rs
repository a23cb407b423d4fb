//! Numbers as people read them.

/// A number without decimals if it is whole, else with one; thousands separated.
pub fn count(value: f64) -> String {
    if value.fract() == 0.0 { grouped(value, 0) } else { grouped(value, 1) }
}

/// A number with `decimals` decimals, thousands separated.
pub fn grouped(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut text = String::with_capacity(plain.len() + whole.len() / 3 + 3);
    if value < 0.0 && plain.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
        text.push('−');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + fraction
}

/// A number with three significant digits, or all digits before the point.
pub fn significant(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !(1e-3..1e9).contains(&size) {
        scientific(value)
    } else if size >= 99.95 {
        grouped(value, 0)
    } else if size >= 9.995 {
        grouped(value, 1)
    } else if size >= 0.9995 {
        grouped(value, 2)
    } else {
        grouped(value, if size >= 0.1 { 3 } else { 4 })
    }
}

/// A number and a power of ten, as in 1.23·10⁻⁴.
fn scientific(value: f64) -> String {
    let text = format!("{value:.2e}");
    match text.split_once('e').and_then(|(digits, exponent)| Some((digits, exponent.parse().ok()?))) {
        Some((digits, exponent)) => format!("{}·{}", digits.replace('-', "−"), power(exponent)),
        None => text,
    }
}

/// A power of ten, as in 10³; 10⁰ and 10¹ as 1 and 10.
pub fn power(exponent: i32) -> String {
    match exponent {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        _ => format!("10{}", exponent.to_string().chars().map(raised).collect::<String>()),
    }
}

/// A digit or a minus sign as a superscript.
fn raised(character: char) -> char {
    match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' | '4'..='9' => char::from_u32('⁰' as u32 + character as u32 - '0' as u32).unwrap_or(character),
        other => other,
    }
}

/// A measured number: all digits if it is whole, else three significant ones.
pub fn plain(value: f64) -> String {
    if value.fract() == 0.0 { grouped(value, 0) } else { significant(value) }
}

/// A p-value.
pub fn probability(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else if p < 0.01 {
        format!("{p:.4}")
    } else {
        format!("{p:.2}")
    }
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A number of things, as in `1 state` and `2,000 states`.
pub fn counted(number: impl TryInto<usize>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(usize::MAX);
    format!("{} {}", grouped(number as f64, 0), inflected(number, noun))
}

/// The noun as it follows a number: in the plural unless that is 1. A consonant and `y` at the end become `ies`, and `ch` becomes `ches`.
pub fn inflected(number: usize, noun: &str) -> String {
    let ends_in_vowel_and_y = ["ay", "ey", "oy", "uy"].iter().any(|end| noun.ends_with(end));
    match noun.strip_suffix('y') {
        _ if number == 1 => noun.to_owned(),
        Some(stem) if !ends_in_vowel_and_y => format!("{stem}ies"),
        _ if noun.ends_with("ch") => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(count(0.0), "0");
        assert_eq!(count(999.0), "999");
        assert_eq!(count(1000.0), "1,000");
        assert_eq!(count(1_234_567.0), "1,234,567");
        assert_eq!(count(-1234.5), "−1,234.5");
        assert_eq!(grouped(-0.001, 2), "0.00");
        assert_eq!(grouped(f64::NAN, 2), "–");
    }

    #[test]
    fn three_digits_are_enough() {
        assert_eq!(significant(0.0), "0");
        assert_eq!(significant(0.000_123_4), "1.23·10⁻⁴");
        assert_eq!(significant(0.0123), "0.0123");
        assert_eq!(significant(0.123_45), "0.123");
        assert_eq!(significant(1.2345), "1.23");
        assert_eq!(significant(12.345), "12.3");
        assert_eq!(significant(123_456.7), "123,457");
        assert_eq!(significant(2.5e12), "2.50·10¹²");
    }

    #[test]
    fn powers_of_ten_are_written_with_raised_exponents() {
        let powers = [-10, -3, -1, 0, 1, 2, 3, 4, 15, 106].map(power);
        assert_eq!(powers, ["10⁻¹⁰", "10⁻³", "10⁻¹", "1", "10", "10²", "10³", "10⁴", "10¹⁵", "10¹⁰⁶"]);
    }

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(counted(1, "problem"), "1 problem");
        assert_eq!(counted(0, "state"), "0 states");
        assert_eq!(counted(12_000_u64, "test state"), "12,000 test states");
        assert_eq!(counted(1, "body"), "1 body");
        assert_eq!(counted(2, "body"), "2 bodies");
        assert_eq!(counted(2, "key"), "2 keys");
        assert_eq!(counted(11, "search"), "11 searches");
    }
}
