//! Safetensors files with a description: the format of models and checkpoints.
//!
//! The only entry of the file's metadata, `hstar`, is a JSON object: `format`, the version of its layout; `kind`;
//! `checksum`, of the description and all tensors, to detect damage; and `description`.

use std::collections::HashMap;
use std::fmt::{self, Display};

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use tools::Checksum;

/// The version of the layout: the only one that is written and read.
pub const FORMAT: u32 = 1;

/// The key of the metadata.
const KEY: &str = "hstar";

/// A named tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name.
    pub name: String,
    /// Its size in each dimension.
    pub shape: Vec<usize>,
    /// Its numbers in row-major order: the last dimension runs fastest.
    pub numbers: Vec<f32>,
}

/// Why a file can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TensorFileError {
    /// It is no safetensors file, or its end is missing.
    NotSafetensors,
    /// It is a safetensors file, but not one of hstar's.
    Foreign,
    /// It is one of hstar's, but of another kind than the one wanted.
    OtherKind {
        /// Its kind.
        found: String,
        /// The kind wanted.
        wanted: &'static str,
    },
    /// Its layout has another version.
    OtherFormat(u32),
    /// It was changed since it was written, or is inconsistent.
    Damaged(String),
}

#[derive(Serialize)]
struct Written<'a> {
    format: u32,
    kind: &'a str,
    checksum: String,
    description: &'a RawValue,
}

/// The metadata as it is read; later versions may differ in all but `format`.
#[derive(Deserialize)]
struct Read {
    format: u32,
    kind: Option<String>,
    checksum: Option<String>,
    description: Option<Box<RawValue>>,
}

/// The bytes of a file.
///
/// # Errors
/// When the description can't be written as JSON, or the number of a tensor's elements does not fit its shape.
pub fn write(
    kind: &'static str,
    description: &impl Serialize,
    tensors: &[Tensor],
) -> Result<Vec<u8>, TensorFileError> {
    let description = to_raw_value(description).map_err(damaged)?;
    let bytes: Vec<Vec<u8>> = tensors.iter().map(|tensor| bytes_of(&tensor.numbers)).collect();
    let parts = tensors.iter().zip(&bytes).map(|(tensor, bytes)| (&*tensor.name, &*tensor.shape, &**bytes));
    let checksum = checksum(kind, description.get(), parts);
    let written = Written { format: FORMAT, kind, checksum, description: &description };
    let metadata = HashMap::from([(KEY.to_owned(), serde_json::to_string(&written).map_err(damaged)?)]);
    let mut views = Vec::with_capacity(tensors.len());
    for (tensor, bytes) in tensors.iter().zip(&bytes) {
        let view = TensorView::new(Dtype::F32, tensor.shape.clone(), bytes).map_err(damaged)?;
        views.push((&*tensor.name, view));
    }
    safetensors::serialize(views, Some(metadata)).map_err(damaged)
}

/// The kind of a file, if hstar wrote it.
pub fn kind(bytes: &[u8]) -> Option<String> {
    let (_, header) = SafeTensors::read_metadata(bytes).ok()?;
    serde_json::from_str::<Read>(header.metadata().as_ref()?.get(KEY)?).ok()?.kind
}

/// The description and the tensors, by ascending name, of a file.
///
/// # Errors
/// Says why the file can't be used.
pub fn read<D: DeserializeOwned>(
    bytes: &[u8],
    wanted: &'static str,
) -> Result<(D, Vec<Tensor>), TensorFileError> {
    let not_safetensors = |_: safetensors::SafeTensorError| TensorFileError::NotSafetensors;
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(not_safetensors)?;
    let entry = header.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
    let read: Read = serde_json::from_str(entry.ok_or(TensorFileError::Foreign)?).map_err(damaged)?;
    if read.format != FORMAT {
        return Err(TensorFileError::OtherFormat(read.format));
    }
    let (Some(kind), Some(sum), Some(description)) = (read.kind, read.checksum, read.description) else {
        return Err(TensorFileError::Damaged("its description is incomplete".to_owned()));
    };
    if kind != wanted {
        return Err(TensorFileError::OtherKind { found: kind, wanted });
    }
    let file = SafeTensors::deserialize(bytes).map_err(not_safetensors)?;
    let mut views = file.tensors();
    views.sort_unstable_by(|first, second| first.0.cmp(&second.0));
    let parts = views.iter().map(|(name, view)| (name.as_str(), view.shape(), view.data()));
    if checksum(&kind, description.get(), parts) != sum {
        return Err(TensorFileError::Damaged("its checksum does not fit its content".to_owned()));
    }
    let description = serde_json::from_str(description.get()).map_err(damaged)?;
    let tensors = views.into_iter().map(|(name, view)| tensor(name, &view)).collect::<Result<_, _>>()?;
    Ok((description, tensors))
}

fn tensor(name: String, view: &TensorView<'_>) -> Result<Tensor, TensorFileError> {
    if view.dtype() != Dtype::F32 {
        return Err(TensorFileError::Damaged(format!("`{name}` does not consist of 32-bit numbers")));
    }
    let numbers =
        view.data().chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    Ok(Tensor { name, shape: view.shape().to_vec(), numbers: numbers.collect() })
}

fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A checksum of everything that is read from a file, with the tensors in the order of their names.
fn checksum<'a>(
    kind: &str,
    description: &str,
    tensors: impl Iterator<Item = (&'a str, &'a [usize], &'a [u8])>,
) -> String {
    let mut checksum = Checksum::new();
    checksum.add(kind.as_bytes());
    checksum.add(description.as_bytes());
    let mut tensors: Vec<_> = tensors.collect();
    tensors.sort_unstable();
    for (name, shape, bytes) in tensors {
        checksum.add(name.as_bytes());
        checksum.add(format!("{shape:?}").as_bytes());
        checksum.add(bytes);
    }
    checksum.to_string()
}

fn damaged(error: impl Display) -> TensorFileError {
    TensorFileError::Damaged(error.to_string())
}

impl Display for TensorFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSafetensors => f.write_str("it is no safetensors file, or not all of it"),
            Self::Foreign => f.write_str("it is a safetensors file, but was not written by hstar"),
            Self::OtherKind { found, wanted } => write!(f, "it is a {found}, and a {wanted} is wanted"),
            Self::OtherFormat(format) => write!(
                f,
                "its layout has version {format}, and this hstar reads version {FORMAT}: it needs another hstar"
            ),
            Self::Damaged(why) => write!(f, "it is damaged: {why}"),
        }
    }
}

impl std::error::Error for TensorFileError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensors() -> Vec<Tensor> {
        vec![
            Tensor {
                name: "b".to_owned(),
                shape: vec![2, 3],
                numbers: vec![1.0, -2.5, 0.0, f32::MIN, 1e-40, 7.0],
            },
            Tensor { name: "a".to_owned(), shape: vec![1], numbers: vec![0.1] },
        ]
    }

    fn read_text(bytes: &[u8]) -> Result<(String, Vec<Tensor>), TensorFileError> {
        read(bytes, "model")
    }

    #[test]
    fn what_is_written_is_read_back() {
        let bytes = write("model", &"text", &tensors()).unwrap();
        let (description, mut read) = read_text(&bytes).unwrap();
        read.reverse();
        assert_eq!((description.as_str(), read), ("text", tensors()));
        assert_eq!(bytes, write("model", &"text", &tensors()).unwrap());
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let foreign = safetensors::serialize(Vec::<(&str, TensorView)>::new(), None).unwrap();
        assert_eq!(read_text(&foreign), Err(TensorFileError::Foreign));
        assert!(read_text(b"PAR1 and so on") == Err(TensorFileError::NotSafetensors));
        assert!(read_text(b"") == Err(TensorFileError::NotSafetensors));
        let other = write("checkpoint", &"text", &tensors()).unwrap();
        let wanted = "model";
        assert_eq!(
            read_text(&other),
            Err(TensorFileError::OtherKind { found: "checkpoint".to_owned(), wanted })
        );
    }

    #[test]
    fn files_of_the_future_are_refused_as_such() {
        let metadata = HashMap::from([(KEY.to_owned(), r#"{"format":2,"news":[]}"#.to_owned())]);
        let future = safetensors::serialize(Vec::<(&str, TensorView)>::new(), Some(metadata)).unwrap();
        assert_eq!(read_text(&future), Err(TensorFileError::OtherFormat(2)));
    }

    #[test]
    fn cut_off_files_are_refused() {
        let bytes = write("model", &"text", &tensors()).unwrap();
        for length in 0..bytes.len() {
            assert!(read_text(&bytes[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn a_flipped_bit_is_noticed_or_changes_nothing() {
        let bytes = write("model", &"text", &tensors()).unwrap();
        let whole = read_text(&bytes).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            if let Ok(read) = read_text(&damaged) {
                assert_eq!(read, whole, "bit {bit}");
            }
        }
    }
}
