//! The SAS+ reader: no panic, hang or memory blow-up; and what it accepts is written and read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match task::sas::read(&text) {
        Err(error) => drop(error.to_string()),
        Ok(task) => {
            let mut written = Vec::new();
            task::sas::write(&task, &mut written).expect("writing to memory does not fail");
            let written = String::from_utf8(written).expect("SAS+ is text");
            assert_eq!(task::sas::read(&written).expect("what was written can be read"), task);
        }
    }
});
