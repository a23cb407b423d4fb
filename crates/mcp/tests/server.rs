//! The server as clients meet it: by lines of JSON.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::fs;
use std::io::{BufRead, BufReader, Write, pipe};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mcp::{Options, serve};
use proptest::prelude::*;
use serde_json::{Value, json};

const DOMAIN: &str = "(define (domain post) (:predicates (at ?x) (road ?x ?y))
    (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)))))";
const PROBLEM: &str = "(define (problem p) (:domain post) (:objects a b c)
    (:init (at a) (road a b) (road b c)) (:goal (at c)))";

/// All answers to these lines.
fn answers(input: &[u8], options: &Options) -> Vec<Value> {
    let mut output = Vec::new();
    serve(input, &mut output, options).unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answer(message: &Value, options: &Options) -> Value {
    let answers = answers(format!("{message}\n").as_bytes(), options);
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    answer.clone()
}

fn request(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

fn call(tool: &str, arguments: Value) -> Value {
    request("tools/call", json!({"name": tool, "arguments": arguments}))
}

/// What a tool answers.
#[track_caller]
fn result(tool: &str, arguments: Value, options: &Options) -> Value {
    let answer = answer(&call(tool, arguments), options);
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    answer["result"]["structuredContent"].clone()
}

/// Why a tool fails.
#[track_caller]
fn failure(tool: &str, arguments: Value, options: &Options) -> String {
    let answer = answer(&call(tool, arguments), options);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
}

/// A folder with a task in it, beside one with a secret; removed in the end.
struct Place(PathBuf);

impl Place {
    fn new(test: &str) -> Self {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mcp-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        for folder in ["inside/deep", "outside"] {
            fs::create_dir_all(place.join(folder)).unwrap();
        }
        fs::write(place.join("inside/domain.pddl"), DOMAIN).unwrap();
        fs::write(place.join("inside/deep/p.pddl"), PROBLEM).unwrap();
        fs::write(place.join("outside/p.pddl"), PROBLEM).unwrap();
        Self(place)
    }

    fn options(&self) -> Options {
        Options { folder: Some(self.0.join("inside")), ..Options::default() }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_version_is_the_clients_if_it_is_known() {
    for (asked, told) in
        [("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")]
    {
        let hello = request("initialize", json!({"protocolVersion": asked, "capabilities": {}}));
        let result = &answer(&hello, &Options::default())["result"];
        assert_eq!(
            (&result["protocolVersion"], &result["serverInfo"]["name"]),
            (&told.into(), &"hstar".into())
        );
        assert!(result["capabilities"]["tools"].is_object());
    }
}

#[test]
fn tools_are_listed_with_what_they_take() {
    let names = |options: &Options| -> Vec<String> {
        let listed = answer(&request("tools/list", json!({})), options);
        let tools = listed["result"]["tools"].as_array().unwrap().clone();
        assert!(tools.iter().all(|tool| tool["inputSchema"]["type"] == "object"));
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&Options::default()), ["plan", "validate", "ground", "generate"]);
    assert_eq!(names(&Place::new("list").options()), ["plan", "validate", "explain", "ground", "generate"]);
}

#[test]
fn each_tool_does_its_work() {
    let options = &Options::default();
    let found = result("plan", json!({"domain": DOMAIN, "problem": PROBLEM}), options);
    assert_eq!(found["plan"], json!(["(walk a b)", "(walk b c)"]));
    assert_eq!((&found["status"], &found["cost"]), (&"solved".into(), &2.into()));
    let found = result("plan", json!({"domain": DOMAIN, "problem": PROBLEM, "optimal": true}), options);
    assert_eq!(found["optimal"], true);
    let trace = result(
        "validate",
        json!({"domain": DOMAIN, "problem": PROBLEM, "plan": "(walk a b) (walk a c)"}),
        options,
    );
    assert_eq!((&trace["valid"], &trace["failure"]["step"]), (&false.into(), &2.into()));
    let brief = json!({"domain": DOMAIN, "problem": PROBLEM, "plan": "(walk a b) (walk b c)", "brief": true});
    assert_eq!(result("validate", brief, options)["steps"], Value::Null);
    let ground = result("ground", json!({"domain": DOMAIN, "problem": PROBLEM, "list": 1}), options);
    assert_eq!((&ground["size"]["operators"], &ground["operators"]), (&2.into(), &json!(["walk a b"])));
    let made =
        result("generate", json!({"name": "blocksworld", "parameters": {"blocks": 4}, "count": 2}), options);
    assert_eq!(made["problems"].as_array().unwrap().len(), 2);
    let problem = &made["problems"][0];
    assert_eq!(
        result("plan", json!({"domain": made["domain"], "problem": problem}), options)["status"],
        "solved"
    );
    assert!(result("generate", json!({}), options)["domains"].as_str().unwrap().contains("blocksworld"));
}

#[test]
fn files_of_the_folder_are_read_and_written() {
    let place = Place::new("files");
    let options = &place.options();
    let task = json!({"domain_file": "domain.pddl", "problem_file": "./deep/p.pddl"});
    let mut asked = task.clone();
    asked["save_as"] = "plans/of/p".into();
    assert_eq!(result("plan", asked, options)["cost"], 2);
    assert!(
        fs::read_to_string(place.0.join("inside/plans/of/p"))
            .unwrap()
            .starts_with("(walk a b)\n(walk b c)\n; cost")
    );
    let mut asked = task;
    asked["plan_file"] = "plans/of/p".into();
    assert_eq!(result("validate", asked, options)["valid"], true);
    let made = result("generate", json!({"name": "gripper", "count": 2, "save_in": "gripper"}), options);
    assert_eq!(made["files"], json!(["gripper/domain.pddl", "gripper/p01.pddl", "gripper/p02.pddl"]));
    assert!(place.0.join("inside/gripper/p02.pddl").is_file());
    let rules = "no model";
    fs::write(place.0.join("inside/model"), rules).unwrap();
    assert!(failure("explain", json!({"model_file": "model"}), options).contains("model"));
}

#[test]
fn what_is_wrong_is_told_in_the_planners_words() {
    let options = &Options::default();
    for (arguments, words) in [
        (json!({}), "give the problem"),
        (json!({"problem": PROBLEM}), "give the domain"),
        (json!({"problem": 3}), "`problem` is a string"),
        (json!({"problme": PROBLEM}), "did you mean `problem`?"),
        (json!({"domain": "(define (domain", "problem": PROBLEM}), "error"),
        (json!({"domain": DOMAIN, "problem": PROBLEM.replace("(at a)", "(art a)")}), "did you mean `at`?"),
        (json!({"domain": DOMAIN, "problem": PROBLEM, "search": "astar(lmcat)"}), "did you mean `lmcut`?"),
        (json!({"domain": DOMAIN, "problem": PROBLEM, "search": "gbfs(model)"}), "none is given"),
        (json!({"domain": DOMAIN, "problem_file": "p.pddl"}), "no folder"),
        (json!({"domain": DOMAIN, "problem": PROBLEM, "time_limit": -1}), "a number of seconds"),
    ] {
        let said = failure("plan", arguments, options);
        assert!(said.contains(words), "{said}");
    }
    let refused = |message: &Value| answer(message, options)["error"]["code"].clone();
    assert_eq!(refused(&call("plann", json!({}))), -32602);
    assert_eq!(refused(&request("tools/cull", json!({}))), -32601);
    assert_eq!(refused(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []})), -32602);
    assert_eq!(refused(&json!({"jsonrpc": "1.0", "id": 1, "method": "ping"})), -32600);
    assert_eq!(refused(&json!([])), -32600);
    assert_eq!(refused(&json!({"jsonrpc": "2.0", "id": {}, "method": "ping"})), -32600);
}

#[test]
fn nothing_leaves_the_folder() {
    let place = Place::new("folder");
    let options = &place.options();
    let outside = place.0.join("outside/p.pddl");
    let absolute = outside.to_str().unwrap();
    let mut paths = vec![
        "../outside/p.pddl",
        "deep/../../outside/p.pddl",
        absolute,
        "/etc/passwd",
        "",
        "..",
        "deep/../deep/p.pddl",
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        let inside = place.0.join("inside");
        symlink(&outside, inside.join("link.pddl")).unwrap();
        symlink("../outside", inside.join("links")).unwrap();
        symlink("/dev/zero", inside.join("zeros")).unwrap();
        symlink("../outside/new.pddl", inside.join("dangling")).unwrap();
        paths.extend(["link.pddl", "links/p.pddl", "zeros", "deep"]);
    }
    for path in &paths {
        let read = failure("plan", json!({"domain_file": "domain.pddl", "problem_file": path}), options);
        assert!(read.contains("folder") || read.contains("no file"), "{path}: {read}");
        failure("validate", json!({"domain": DOMAIN, "problem": PROBLEM, "plan_file": path}), options);
        failure("explain", json!({"model_file": path}), options);
    }
    let unchanged = fs::read(&outside).unwrap();
    paths.extend(["dangling", "links/new", "links/new/deeper", "domain.pddl/x"]);
    for path in paths {
        failure("plan", json!({"domain": DOMAIN, "problem": PROBLEM, "save_as": path}), options);
        if path != "deep" {
            failure("generate", json!({"name": "gripper", "save_in": path}), options);
        }
    }
    assert_eq!(fs::read(&outside).unwrap(), unchanged);
    assert_eq!(fs::read_dir(place.0.join("outside")).unwrap().count(), 1);
    let mut there: Vec<_> = fs::read_dir(&place.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    there.sort();
    assert_eq!(there, ["inside", "outside"]);
}

#[test]
fn a_call_ends_at_its_time_limit() {
    let start = Instant::now();
    let arguments =
        json!({"domain": LIGHTS, "problem": lights(), "search": "astar(blind)", "time_limit": 0.2});
    assert_eq!(result("plan", arguments, &Options::default())["status"], "time-limit");
    let options = Options { time_limit: Duration::from_millis(200), ..Options::default() };
    let arguments =
        json!({"domain": LIGHTS, "problem": lights(), "search": "astar(blind)", "time_limit": 1e9});
    assert_eq!(result("plan", arguments, &options)["status"], "time-limit");
    assert!(start.elapsed() < Duration::from_secs(30));
}

const LIGHTS: &str = "(define (domain lights) (:predicates (on ?l))
    (:action on :parameters (?l) :precondition (not (on ?l)) :effect (on ?l))
    (:action off :parameters (?l) :precondition (on ?l) :effect (not (on ?l))))";

/// A problem that blind search does not finish in this life.
fn lights() -> String {
    let lights: String = (0..60).map(|light| format!(" l{light}")).collect();
    format!("(define (problem p) (:domain lights) (:objects{lights}) (:init) (:goal (forall (?l) (on ?l))))")
}

#[test]
fn a_cancelled_call_ends_without_an_answer_and_others_go_on() {
    let (input, mut sender) = pipe().unwrap();
    let (receiver, output) = pipe().unwrap();
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| serve(BufReader::new(input), output, &Options::default()).unwrap());
        let mut say = |message: Value| writeln!(sender, "{message}").unwrap();
        let mut arguments = json!({"domain": LIGHTS, "problem": lights(), "search": "astar(blind)"});
        say(call("plan", arguments.clone()));
        let mut again = call("plan", arguments.clone());
        say(again.clone());
        let mut lines = BufReader::new(receiver)
            .lines()
            .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
        assert_eq!(lines.next().unwrap()["error"]["code"], -32600, "its id is in use");
        again["id"] = "second".into();
        say(again);
        say(json!({"jsonrpc": "2.0", "id": "ping", "method": "ping"}));
        assert_eq!(lines.next().unwrap()["id"], "ping");
        for id in [json!(1), json!("second"), json!("unknown")] {
            say(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}));
        }
        arguments["problem"] = lights().replace("(forall (?l) (on ?l))", "(on l0)").into();
        let mut third = call("plan", arguments);
        third["id"] = 3.into();
        say(third);
        let answer = lines.next().unwrap();
        assert_eq!((&answer["id"], &answer["result"]["structuredContent"]["cost"]), (&3.into(), &1.into()));
        drop(sender);
        assert_eq!(lines.next(), None);
    });
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_batch_is_answered_by_one() {
    let ping = request("ping", json!({}));
    let note = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let mut plan = call("plan", json!({"domain": DOMAIN, "problem": PROBLEM}));
    plan["id"] = 2.into();
    let batch = answer(&json!([ping, note, 7, plan]), &Options::default());
    let ids: Vec<&Value> = batch.as_array().unwrap().iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &Value::Null, &json!(2)]);
    assert!(answers(format!("{}\n", json!([note])).as_bytes(), &Options::default()).is_empty());
}

#[test]
fn a_message_that_is_too_long_is_refused_and_the_next_is_not() {
    let long = format!("{}\n{}\n", "x".repeat(33 << 20), request("ping", json!({})));
    let answers = answers(long.as_bytes(), &Options::default());
    assert_eq!((&answers[0]["error"]["code"], &answers[1]["result"]), (&(-32600).into(), &json!({})));
}

#[test]
fn a_client_that_is_gone_ends_the_server() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let text = format!("{}\n", request("ping", json!({}))).repeat(1000);
    assert_eq!(
        serve(text.as_bytes(), Gone, &Options::default()).unwrap_err().kind(),
        std::io::ErrorKind::BrokenPipe
    );
}

/// JSON of all kinds, not too deep.
fn any_json() -> BoxedStrategy<Value> {
    let word = prop_oneof![
        Just("plan"),
        Just("validate"),
        Just("explain"),
        Just("ground"),
        Just("generate"),
        Just("tools/call"),
        Just("tools/list"),
        Just("initialize"),
        Just("ping"),
        Just("notifications/cancelled"),
        Just("2.0"),
        Just("domain"),
        Just("problem"),
        Just("blocksworld"),
        Just("../x"),
        Just("(define (domain d))"),
        Just(""),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
        "\\PC{0,9}".prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("jsonrpc"),
        Just("id"),
        Just("method"),
        Just("params"),
        Just("name"),
        Just("arguments"),
        Just("domain"),
        Just("problem"),
        Just("plan"),
        Just("count"),
        Just("parameters"),
        Just("requestId"),
        Just("result"),
        Just("problem_file"),
    ];
    leaf.prop_recursive(4, 24, 6, move |inner| {
        let fields = proptest::collection::vec((key.clone(), inner.clone()), 0..6);
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            fields.prop_map(|fields| fields
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<Value>()),
        ]
    })
    .boxed()
}

/// Messages that are nearly right.
fn any_message() -> impl Strategy<Value = Vec<u8>> {
    let methods = ["initialize", "ping", "tools/list", "tools/call", "notifications/cancelled", "tools/cell"];
    let nearly = (0..methods.len(), any_json(), any_json(), any_json()).prop_map(
        move |(method, id, name, arguments)| {
            let params = json!({"name": name, "arguments": arguments, "requestId": id});
            json!({"jsonrpc": "2.0", "id": id, "method": methods[method], "params": params})
        },
    );
    let nearly = nearly.boxed();
    prop_oneof![
        nearly.clone().prop_map(|message| message.to_string().into_bytes()),
        any_json().prop_map(|message| message.to_string().into_bytes()),
        proptest::collection::vec(any::<u8>(), 0..60),
        // Cut short, or with a byte that is another.
        (nearly, any::<prop::sample::Index>(), any::<u8>()).prop_map(|(message, at, byte)| {
            let mut bytes = message.to_string().into_bytes();
            let at = at.index(bytes.len());
            if byte < 128 {
                bytes[at] = byte
            } else {
                bytes.truncate(at)
            }
            bytes
        }),
        Just("[".repeat(5000).into_bytes()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_comes_in_the_next_message_is_answered(messages in proptest::collection::vec(any_message(), 1..6)) {
        let mut input = messages.join(&b'\n');
        input.extend_from_slice(b"\n{\"jsonrpc\": \"2.0\", \"id\": \"the last\", \"method\": \"ping\"}\n");
        let answers = answers(&input, &Options { time_limit: Duration::from_secs(2), ..Options::default() });
        let replies = answers.iter().flat_map(|answer| answer.as_array().cloned().unwrap_or(vec![answer.clone()]));
        for reply in replies {
            prop_assert_eq!(&reply["jsonrpc"], "2.0");
            prop_assert!(reply.get("result").is_some() != reply.get("error").is_some(), "{}", reply);
        }
        prop_assert!(answers.iter().any(|answer| answer["id"] == "the last"));
    }
}
