//! Where other programs come in: agents by `hstar mcp`, editors by `--debugger`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread;

use crate::support::{DELIVERY, LIMITS_MEMORY, Place, TO_C};
use serde_json::{Value, json};

#[test]
fn agents_are_served_on_standard_input_and_output() {
    let place = Place::new("mcp");
    let arguments = json!({"domain": DELIVERY, "problem_file": "to-c.pddl"});
    let params = json!({"name": "plan", "arguments": arguments});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let mut words = vec!["mcp", "--folder", ".", "--time-limit", "20s"];
    if LIMITS_MEMORY {
        words.extend(["--memory-limit", "4G"]);
    }
    let run = place.run_with(format!("{call}\nno JSON\n").as_bytes(), &words).expect(0);
    let answers: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |id: Value| answers.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(of(1.into())["result"]["structuredContent"]["cost"], 7);
    assert_eq!(of(Value::Null)["error"]["code"], -32700);
    assert_eq!(run.stderr, "");
    place.run(&["mcp", "--folder", "nowhere"]).expect(36).complains("nowhere is no folder");
}

#[test]
fn without_a_debugger_there_is_a_warning_and_a_plan() {
    let place = Place::new("no-debugger");
    place
        .run(&["plan", "to-c.pddl", "--debugger", "http://127.0.0.1:9"])
        .expect(0)
        .complains("warning: no search debugger at http://127.0.0.1:9: ");
    place.run(&["plan", "to-c.pddl", "--debugger", "https://a"]).expect(36).complains("only http is spoken");
}

#[test]
fn a_debugger_is_told_what_a_model_believes() {
    let place = Place::new("debugger");
    place.write("training/domain.pddl", DELIVERY);
    place.write("training/p.pddl", TO_C);
    place.run(&["data", "training", "--out", "data.parquet"]).expect(0);
    place.run(&["learn", "m.hstar", "data.parquet", "--steps", "20"]).expect(0);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::scope(|scope| {
        let server = scope.spawn(|| {
            let stream = listener.accept().unwrap().0;
            let (mut writer, mut reader) = (stream.try_clone().unwrap(), BufReader::new(stream));
            let (mut messages, mut length) = (Vec::<Value>::new(), 0);
            let mut line = String::new();
            while reader.read_line(&mut line).unwrap() > 0 {
                if let Some(given) = line.strip_prefix("Content-Length: ") {
                    length = given.trim().parse().unwrap();
                }
                if line == "\r\n" {
                    let mut body = vec![0; length];
                    reader.read_exact(&mut body).unwrap();
                    messages.push(serde_json::from_slice(&body).unwrap());
                    writer.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").unwrap();
                }
                line.clear();
            }
            messages
        });
        let plan = ["plan", "to-c.pddl", "--model", "m.hstar", "--search", "gbfs(model)", "--debugger", &url];
        let run = place.run(&plan).expect(0);
        assert_eq!(run.stderr, "");
        let messages = server.join().unwrap();
        let beliefs: Vec<&Value> = messages.iter().filter_map(|message| message.get("belief")).collect();
        assert!(beliefs.len() > 2, "{messages:?}");
        assert!(
            beliefs.iter().all(|belief| belief["mean"].is_number() && belief["quantiles"]["0.9"].is_number())
        );
        assert_eq!(messages.last().unwrap()["planHead"].as_array().unwrap().len(), 3);
    });
}
