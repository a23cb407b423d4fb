//! Errors as exceptions, with the same messages.

use hstar::ErrorKind;
use hstar::search::Exhausted;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::{PyErr, create_exception};

create_exception!(hstar, Error, PyException, "The base of all errors of hstar.");
create_exception!(hstar, InputError, Error, "A file or a text can't be read, or is wrong.");
create_exception!(hstar, UnsupportedError, Error, "The input uses something that is not supported.");
create_exception!(hstar, SpecificationError, Error, "A search is specified wrongly.");
create_exception!(
    hstar,
    ArgumentError,
    Error,
    "Arguments contradict each other, or name something that does not exist."
);
create_exception!(hstar, LimitError, Error, "A limit of time or memory was reached.");
create_exception!(hstar, OutputError, Error, "A file can't be written.");
create_exception!(hstar, InternalError, Error, "An internal error: please report it.");

/// The exception for an error.
pub fn exception(error: &hstar::Error) -> PyErr {
    let message = error.to_string();
    match error.kind() {
        ErrorKind::BeforeSearch(Exhausted::Interrupted) | ErrorKind::Exhausted(Exhausted::Interrupted) => {
            PyKeyboardInterrupt::new_err(message)
        }
        ErrorKind::BeforeSearch(_) | ErrorKind::Exhausted(_) => LimitError::new_err(message),
        ErrorKind::Input | ErrorKind::Unsolvable => InputError::new_err(message),
        ErrorKind::Unsupported => UnsupportedError::new_err(message),
        ErrorKind::Specification => SpecificationError::new_err(message),
        ErrorKind::Argument => ArgumentError::new_err(message),
        ErrorKind::Output => OutputError::new_err(message),
        ErrorKind::Internal => InternalError::new_err(message),
    }
}

/// The exception for an argument that is wrong.
pub fn wrong(message: impl std::fmt::Display) -> PyErr {
    ArgumentError::new_err(message.to_string())
}
