//! Figures as printed.

use serde::Serialize;

/// A figure as printed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The number, usually a mean.
    pub value: f64,
    /// The number after ±, if there is one.
    pub deviation: Option<f64>,
    /// The number of digits after the decimal point.
    pub decimals: usize,
}

impl Figure {
    /// Reads a figure, as in `12`, `-.5`, `+.02`, `1,234.5` or `18.96±0.33`; `?` stands for one that was not published.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn read(text: &str) -> Result<Option<Self>, String> {
        if text == "?" {
            return Ok(None);
        }
        let (value, deviation) = match text.split_once('±') {
            Some((value, deviation)) => (value, Some(number(deviation)?)),
            None => (text, None),
        };
        let decimals = value.split_once('.').map_or(0, |(_, digits)| digits.len());
        Ok(Some(Self { value: number(value)?, deviation, decimals }))
    }
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.replace(',', "").parse().ok();
    number.filter(|number: &f64| number.is_finite()).ok_or_else(|| format!("`{text}` is no figure"))
}

/// A number with `decimals` digits after the decimal point, and commas between thousands; with its sign if it is a difference.
pub(super) fn written(value: f64, decimals: usize, is_difference: bool) -> String {
    if !value.is_finite() {
        return "NaN".to_owned();
    }
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let is_zero = plain.chars().all(|c| c == '0' || c == '.');
    let sign = match (is_zero, value < 0.0, is_difference) {
        (true, _, _) | (false, false, false) => "",
        (false, true, _) => "-",
        (false, false, true) => "+",
    };
    let mut grouped = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_printed() {
        let figure = |value, deviation, decimals| Ok(Some(Figure { value, deviation, decimals }));
        assert_eq!(Figure::read("-.05"), figure(-0.05, None, 2));
        assert_eq!(Figure::read("65,135,068,005"), figure(65_135_068_005.0, None, 0));
        assert_eq!(Figure::read("18.96±0.33"), figure(18.96, Some(0.33), 2));
        assert_eq!(Figure::read("?"), Ok(None));
        for wrong in ["", "-", "1.2.3", "nan", "1±", "x"] {
            assert!(Figure::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_written_to_be_read() {
        assert_eq!(written(363_028_080.4, 0, false), "363,028,080");
        assert_eq!(written(48_599.5, 1, false), "48,599.5");
        assert_eq!(written(-0.126, 2, false), "-0.13");
        assert_eq!(written(0.05, 2, true), "+0.05");
        assert_eq!(written(-0.001, 2, true), "0.00");
        assert_eq!(written(f64::NAN, 2, false), "NaN");
    }
}
