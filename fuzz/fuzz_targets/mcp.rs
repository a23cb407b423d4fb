//! Agents' messages: no panic or hang, and whatever came before, the next message is answered.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use mcp::{Options, serve};

fuzz_target!(|bytes: &[u8]| {
    let ping = b"\n{\"jsonrpc\": \"2.0\", \"id\": \"the last\", \"method\": \"ping\"}\n";
    let options = Options { time_limit: Duration::from_secs(1), ..Options::default() };
    let mut output = Vec::new();
    serve(&[bytes, ping].concat()[..], &mut output, &options).expect("a list can be written to");
    let answers = String::from_utf8(output).expect("answers are text");
    assert!(answers.lines().any(|answer| answer.contains("\"the last\"")), "{answers}");
});
