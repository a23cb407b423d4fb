//! Arrays of numpy, over memory that was written here and is not copied.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

/// Numbers of which numpy has arrays.
pub trait Number: Copy {
    /// The name of their type.
    const NAME: &'static str;
    /// Writes the number as it lies in memory.
    fn write(self, bytes: &mut Vec<u8>);
}

impl Number for f32 {
    const NAME: &'static str = "float32";
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_ne_bytes());
    }
}

impl Number for f64 {
    const NAME: &'static str = "float64";
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_ne_bytes());
    }
}

impl Number for i32 {
    const NAME: &'static str = "int32";
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_ne_bytes());
    }
}

/// An array of these numbers, with as many columns if there are several.
pub fn of<'py, N: Number>(
    py: Python<'py>,
    numbers: &[N],
    columns: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = Vec::with_capacity(size_of_val(numbers));
    numbers.iter().for_each(|number| number.write(&mut bytes));
    let array = py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, &bytes), N::NAME))?;
    match columns {
        None => Ok(array),
        Some(columns) => {
            let rows = numbers.len().checked_div(columns).unwrap_or(0);
            array.call_method1("reshape", ((rows, columns),))
        }
    }
}

/// The numbers of anything that numpy can make an array of.
pub fn numbers(values: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    let array = values.py().import("numpy")?.call_method1("asarray", (values, "float32"))?;
    let bytes = array.call_method0("tobytes")?.cast_into::<PyBytes>()?;
    let number = |bytes: &[u8; 4]| f32::from_ne_bytes(*bytes);
    Ok(bytes.as_bytes().as_chunks().0.iter().map(number).collect())
}
