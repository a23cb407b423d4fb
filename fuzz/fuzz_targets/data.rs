//! The reader of data sets: no panic, hang or memory blow-up; and what it accepts is written and read back the same.

#![no_main]

use data::DataSet;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match DataSet::from_bytes(bytes.to_vec()) {
        Err(error) => drop(error.to_string()),
        Ok(set) => {
            let written = set.to_bytes().expect("what was read can be written");
            assert_eq!(DataSet::from_bytes(written).expect("what was written can be read"), set);
        }
    }
});
