//! Errors about the values of options, in words.

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use console::wanted_number::wanted;

/// Replaces technical errors about numbers by a sentence that says what would be right.
pub(crate) fn plain(error: Error, command: &mut Command) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let (Some(option), Some(value)) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue)) else {
        return error;
    };
    let source = std::error::Error::source(&error);
    match source.and_then(|source| wanted(&value, source)) {
        Some(wanted) => {
            let message = format!("invalid value '{value}' for '{option}': {wanted}\n");
            Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        }
        None => error,
    }
}
