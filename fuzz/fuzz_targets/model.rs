//! The reader of model files: no panic, hang or memory blow-up; and what it accepts is written and read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match learn::model_file::read(bytes) {
        Err(error) => drop(error.to_string()),
        Ok(model) => {
            let written = learn::model_file::write(&model).expect("what was read can be written");
            assert_eq!(learn::model_file::read(&written).expect("what was written can be read"), model);
        }
    }
});
