//! A search against a server that stands in for VS Code's, and checks every message as the extension reads them.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use debugger::{Debugger, Server};
use planner::{PlanningTask, Search, planning};
use search::{Action, Budget, Limits, Observer, Outcome};
use serde_json::{Value, json};

const DOMAIN: &str =
    "(define (domain post) (:requirements :action-costs) (:predicates (at ?x) (road ?x ?y) (free))
    (:functions (total-cost))
    (:action walk :parameters (?x ?y) :precondition (and (free) (at ?x) (road ?x ?y))
        :effect (and (at ?y) (not (at ?x)) (increase (total-cost) 3)))
    (:action give-up :parameters () :precondition (free) :effect (not (free))))";
const PROBLEM: &str = "(define (problem p) (:domain post) (:objects a b c d e)
    (:init (free) (at a) (road a b) (road b a) (road b c) (road b d) (road d e) (= (total-cost) 0)) (:goal (at e))
    (:metric minimize (total-cost)))";

/// Reads requests, answers each, and returns their paths and messages when the client is gone.
fn serve(listener: &TcpListener, mut answer: impl FnMut(&mut TcpStream)) -> Vec<(String, Value)> {
    let mut received = Vec::new();
    let (stream, _) = listener.accept().unwrap();
    let mut writer = stream.try_clone().unwrap();
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return received;
            }
            match line.trim_end() {
                "" => break,
                line => head.push(line.to_owned()),
            }
        }
        let mut words = head[0].split(' ');
        assert_eq!(words.next(), Some("POST"));
        let path = words.next().unwrap().to_owned();
        assert_eq!(words.next(), Some("HTTP/1.1"));
        let field =
            |name: &str| head.iter().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
        assert_eq!(field("Content-Type:"), "application/json");
        assert!(field("Host:").starts_with("127.0.0.1:"));
        let length: usize = field("Content-Length:").parse().unwrap();
        assert!(length < 100 * 1024, "the extension takes no more");
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        received.push((path, serde_json::from_slice(&body).unwrap()));
        answer(&mut writer);
    }
}

fn created(stream: &mut TcpStream) {
    stream.write_all(b"HTTP/1.1 201 Created\r\nX-Powered-By: nobody\r\nContent-Length: 0\r\n\r\n").unwrap();
}

/// Tells a debugger of plans.
struct Told<'a>(&'a Debugger<'a>);

impl Observer for Told<'_> {
    fn plan_found(&mut self, plan: &[Action], _: u64) {
        self.0.plan_found(plan);
    }
}

/// Searches and shows it; returns the outcome and what was lost.
fn show(search: &str, server: &str) -> (Outcome, Option<String>) {
    let task = PlanningTask::from_pddl(DOMAIN, PROBLEM).unwrap();
    let ground = task.ground(&Budget::unlimited()).unwrap();
    let search: Search = search.parse().unwrap();
    let debugger = Debugger::connect(server.parse::<Server>().unwrap(), &ground).unwrap();
    let believe = || -> debugger::Believe<'_> { Box::new(|state| Some(json!({"mean": state.len()}))) };
    let ended = planning::search_with(
        &search,
        None,
        &ground,
        &Limits::default(),
        &mut Told(&debugger),
        &|heuristic| debugger.watch(heuristic, Some(believe())),
    );
    (ended.unwrap().report.outcome, debugger.finish())
}

/// What the extension needs of a step.
fn check_happening(happening: &Value) {
    assert!(happening["actionName"].is_string() && happening["earliestTime"].is_number(), "{happening}");
    assert_eq!((&happening["kind"], &happening["shotCounter"]), (&"INSTANTANEOUS".into(), &0.into()));
}

#[test]
fn every_message_is_what_the_extension_reads() {
    for search in ["gbfs(ff)", "astar(lmcut)", "astar(blind)", "lazy(ff, preferred=ff)", "nolan", "lama"] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
        let (received, outcome) = thread::scope(|scope| {
            let server = scope.spawn(|| serve(&listener, created));
            let (outcome, lost) = show(search, &url);
            assert_eq!(lost, None, "{search}");
            (server.join().unwrap(), outcome)
        });
        let Outcome::Solved { plan, cost } = outcome else { panic!("{search}: {outcome:?}") };
        // The states, by id: their costs and depths.
        let mut states: HashMap<String, (u64, u64)> = HashMap::new();
        let (mut estimates, mut plans, mut dead_ends) = (0, 0, 0);
        for (path, message) in &received {
            let id = message["id"].as_str().unwrap();
            assert!(id.chars().all(|c| c.is_ascii_digit()), "the extension's pattern for ids");
            let g = || (message["g"].as_u64().unwrap(), message["earliestTime"].as_u64().unwrap());
            match path.as_str() {
                "/state/initial" => {
                    assert_eq!(g(), (0, 0));
                    assert!(states.insert(id.to_owned(), g()).is_none());
                }
                "/state" | "/plan" => {
                    let parent = &states[message["parentId"].as_str().expect("a parent")];
                    let is_walk =
                        message["appliedAction"]["actionName"].as_str().unwrap().starts_with("walk ");
                    assert_eq!(
                        g(),
                        (parent.0 + if is_walk { 3 } else { 0 }, parent.1 + 1),
                        "{search}: {message}"
                    );
                    check_happening(&message["appliedAction"]);
                    let head = message["planHead"].as_array().unwrap();
                    head.iter().for_each(check_happening);
                    assert_eq!(head.len() as u64, g().1);
                    assert_eq!(head.last(), Some(&message["appliedAction"]));
                    if path == "/plan" {
                        plans += 1;
                        assert_eq!(states[id], g());
                    } else {
                        assert!(states.insert(id.to_owned(), g()).is_none(), "{search}: {message}");
                    }
                }
                "/state/heuristic" => {
                    assert!(states.contains_key(id));
                    assert!(message["belief"]["mean"].is_number());
                    estimates += 1;
                    let Some(h) = message.get("h") else {
                        dead_ends += 1;
                        continue;
                    };
                    let total = message["totalMakespan"].as_f64().unwrap();
                    assert_eq!(total, states[id].1 as f64 + h.as_f64().unwrap());
                    for action in message["helpfulActions"].as_array().unwrap() {
                        assert!(action["actionName"].is_string());
                        assert_eq!(action["kind"], "INSTANTANEOUS");
                    }
                    assert_eq!(message["relaxedPlan"], json!([]));
                }
                path => panic!("{path}"),
            }
        }
        assert!(plans >= 1 && estimates >= plan.len(), "{search}: {received:?}");
        assert!(search.contains("blind") || dead_ends > 0, "{search}: giving up is a dead end");
        let (_, last) = received.iter().rfind(|(path, _)| path == "/plan").unwrap();
        assert_eq!(
            (last["g"].as_u64(), last["planHead"].as_array().unwrap().len()),
            (Some(cost), plan.len())
        );
    }
}

#[test]
fn a_server_that_is_not_there_is_told_of_at_once() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let task = PlanningTask::from_pddl(DOMAIN, PROBLEM).unwrap();
    let ground = task.ground(&Budget::unlimited()).unwrap();
    let server: Server = format!("http://127.0.0.1:{port}").parse().unwrap();
    let said = Debugger::connect(server, &ground).err().unwrap();
    assert!(said.starts_with(&format!("no search debugger at http://127.0.0.1:{port}: ")), "{said}");
}

#[test]
fn a_server_that_never_answers_does_not_hold_up_the_search() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    let start = Instant::now();
    let (outcome, lost) = show("gbfs(ff)", &url);
    assert!(matches!(outcome, Outcome::Solved { .. }));
    assert!(lost.as_ref().unwrap().contains("it did not answer in time"), "{lost:?}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_server_that_refuses_or_babbles_is_left_alone() {
    for (answer, why) in [
        (&b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"[..], "status 500"),
        (b"hello\n", "does not speak HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "too long"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
        thread::scope(|scope| {
            // It may be gone before it could answer.
            scope.spawn(|| serve(&listener, |stream| drop(stream.write_all(answer))));
            let (outcome, lost) = show("gbfs(ff)", &url);
            assert!(matches!(outcome, Outcome::Solved { .. }));
            assert!(lost.as_ref().unwrap().contains(why), "{lost:?}");
        });
    }
}

#[test]
fn connections_that_are_closed_after_each_answer_are_opened_again() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
    thread::scope(|scope| {
        scope.spawn(|| {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut first = [0; 1];
                if stream.read(&mut first).unwrap() == 0 {
                    return;
                }
                stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
                while stream.read(&mut [0; 4096]).is_ok_and(|read| read > 0) {}
                stream.write_all(b"HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n").unwrap();
            }
        });
        let (_, lost) = show("gbfs(ff)", &url);
        assert_eq!(lost, None);
        // The last one, so that the server ends.
        drop(TcpStream::connect(listener.local_addr().unwrap()).unwrap());
    });
}
