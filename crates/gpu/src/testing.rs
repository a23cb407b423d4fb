//! Support for tests that compare a GPU with the processor. Without a GPU such tests are skipped, and say so.

use crate::{CudaError, Gpu};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Mutex;
use std::{env, thread};

/// Is there a GPU, `cuda:0`? If not, says on standard error that the test is skipped.
///
/// # Panics
/// If there is none and `HSTAR_REQUIRE_GPU` is set, or if it fails.
pub fn is_there() -> bool {
    if_there(Gpu::new(0)).is_some()
}

/// Unwraps an object made on a GPU. If there is no GPU, says on standard error that the test is skipped.
///
/// # Panics
/// If there is none and `HSTAR_REQUIRE_GPU` is set, or if making it has failed for another reason.
pub fn if_there<T>(made: Result<T, CudaError>) -> Option<T> {
    let is_required = env::var_os("HSTAR_REQUIRE_GPU").is_some();
    made_or_skipped(made, is_required).unwrap_or_else(|why| {
        tell_skipped(&why);
        None
    })
}

/// Says once of the test that runs on this thread that it is skipped.
fn tell_skipped(why: &CudaError) {
    static TOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    // The thread of a test is named after it.
    let test = thread::current().name().unwrap_or("a test").to_owned();
    if TOLD.lock().is_ok_and(|mut told| told.insert(test.clone())) {
        // Unlike the output of `eprintln!`, this is shown even if the test passes. A failure to write can't be
        // reported anywhere.
        let _ = io::stderr().write_all(format!("{test}: skipped, since {why}\n").as_bytes());
    }
}

/// The object, or why there is no GPU to make it on.
fn made_or_skipped<T>(made: Result<T, CudaError>, is_required: bool) -> Result<Option<T>, CudaError> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(why @ (CudaError::NoDriver | CudaError::NoDevice { .. } | CudaError::NoCompiler))
            if !is_required =>
        {
            Err(why)
        }
        Err(error) => panic!("{error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MISSING: [CudaError; 3] =
        [CudaError::NoDriver, CudaError::NoDevice { device: 0, devices: 0 }, CudaError::NoCompiler];

    #[test]
    fn where_there_is_no_gpu_a_test_is_skipped_unless_one_is_required() {
        for why in MISSING {
            assert_eq!(made_or_skipped::<()>(Err(why.clone()), false), Err(why.clone()));
            assert!(std::panic::catch_unwind(|| made_or_skipped::<()>(Err(why), true)).is_err());
        }
        assert_eq!(made_or_skipped(Ok(7), true), Ok(Some(7)));
    }

    #[test]
    #[should_panic(expected = "the GPU fails: out of memory")]
    fn a_gpu_that_fails_is_no_reason_to_skip_a_test() {
        let _ = made_or_skipped::<()>(Err(CudaError::failed("out of memory")), false);
    }
}
