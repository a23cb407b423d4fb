//! Reads messages, and answers them.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use serde_json::{Map, Value, json};
use tools::threads::{both, locked};

use crate::desk::{Call, Desk};
use crate::folder::Folder;
use crate::lines::{self, Line};
use crate::message::{Message, Refusal, answer};
use crate::{Options, toolbox};

/// The protocol's versions that are spoken, the latest last.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The longest message, in bytes.
const LONGEST: usize = 32 << 20;

/// How many calls may wait.
const MOST_WAITING: usize = 100;

const INSTRUCTIONS: &str = "Planning by hstar. Write a domain and a problem in PDDL; `plan` finds a plan, which is always \
validated; `validate` executes a plan of yours and says at which step and for which condition it fails, and what could be done; \
`ground` tells how large a task is; `generate` writes problems of well-known domains; `explain` tells what a trained model is.";

/// Calls of tools that are answered together.
struct Job {
    calls: Vec<Call>,
    /// The other answers of a batch; `None` if it was no batch.
    batch: Option<Vec<Value>>,
}

/// Answers all messages until there are no more, and what was asked for by then.
///
/// # Errors
/// When messages can't be read or answers can't be written any more, or the folder can't be used.
pub fn serve(input: impl BufRead, output: impl Write + Send, options: &Options) -> io::Result<()> {
    let folder = options.folder.clone().map(|folder: PathBuf| Folder::new(&folder)).transpose()?;
    let output = &Mutex::new(output);
    let desk = &Desk::new(folder, options);
    let (jobs, waiting) = sync_channel(MOST_WAITING);
    let server = Server { output, desk, jobs };
    let (read, answered) = both(2, move || server.read(input), move || work(&waiting, desk, output));
    read.and(answered)
}

/// Does the calls, one after the other.
fn work(waiting: &Receiver<Job>, desk: &Desk, output: &Mutex<impl Write>) -> io::Result<()> {
    for Job { calls, batch } in waiting {
        let mut answers = calls.iter().filter_map(|call| Some(answer(call.id(), Ok(desk.answer(call)?))));
        match batch {
            None => answers.try_for_each(|answer| write(output, &answer))?,
            Some(mut batch) => {
                batch.extend(answers);
                if !batch.is_empty() {
                    write(output, &Value::Array(batch))?;
                }
            }
        }
    }
    Ok(())
}

fn write(output: &Mutex<impl Write>, message: &Value) -> io::Result<()> {
    let mut output = locked(output);
    writeln!(output, "{message}")?;
    output.flush()
}

struct Server<'a, W> {
    output: &'a Mutex<W>,
    desk: &'a Desk,
    jobs: SyncSender<Job>,
}

impl<W: Write> Server<'_, W> {
    fn read(self, mut input: impl BufRead) -> io::Result<()> {
        while let Some(line) = lines::next(&mut input, LONGEST)? {
            let value = match line {
                Line::Whole(line) if line.trim_ascii().is_empty() => continue,
                Line::Whole(line) => serde_json::from_slice(&line).map_err(Refusal::no_json),
                Line::TooLong => Err(Refusal::no_request("the message is too long")),
            };
            match value {
                Err(refusal) => self.write(&answer(&Value::Null, Err(refusal)))?,
                Ok(Value::Array(batch)) if !batch.is_empty() => self.batch(batch)?,
                Ok(value) => match self.receive(value) {
                    Some(Reply::Now(answer)) => self.write(&answer)?,
                    Some(Reply::Later(call)) => self.enqueue(vec![call], None)?,
                    None => {}
                },
            }
        }
        Ok(())
    }

    fn batch(&self, batch: Vec<Value>) -> io::Result<()> {
        let (mut answers, mut calls) = (Vec::new(), Vec::new());
        for reply in batch.into_iter().filter_map(|value| self.receive(value)) {
            match reply {
                Reply::Now(answer) => answers.push(answer),
                Reply::Later(call) => calls.push(call),
            }
        }
        match (answers.is_empty(), calls.is_empty()) {
            (true, true) => Ok(()),
            (false, true) => self.write(&Value::Array(answers)),
            (_, false) => self.enqueue(calls, Some(answers)),
        }
    }

    fn enqueue(&self, calls: Vec<Call>, batch: Option<Vec<Value>>) -> io::Result<()> {
        match self.jobs.try_send(Job { calls, batch }) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(job)) => {
                let refuse = |call: &Call| {
                    self.desk.leave(call);
                    let refusal =
                        Refusal::busy("too many calls wait already: ask again when some are answered");
                    answer(call.id(), Err(refusal))
                };
                let mut refused = job.calls.iter().map(refuse);
                match job.batch {
                    None => refused.try_for_each(|answer| self.write(&answer)),
                    Some(batch) => self.write(&Value::Array(batch.into_iter().chain(refused).collect())),
                }
            }
            Err(TrySendError::Disconnected(_)) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// What to reply to a message, if anything.
    fn receive(&self, value: Value) -> Option<Reply> {
        match Message::read(value) {
            Ok(Message::Request { id, method, params }) => Some(self.request(id, &method, params)),
            Ok(Message::Notification { method, params }) => {
                if method == "notifications/cancelled"
                    && let Some(id) = params.get("requestId")
                {
                    self.desk.cancel(id);
                }
                None
            }
            Ok(Message::Answer) => None,
            Err((id, refusal)) => Some(Reply::Now(answer(&id, Err(refusal)))),
        }
    }

    fn request(&self, id: Value, method: &str, params: Map<String, Value>) -> Reply {
        let result = match method {
            "initialize" => Ok(welcome(&params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({"tools": toolbox::declarations(self.desk.has_folder())})),
            "tools/call" => match self.desk.accept(&id, params) {
                Ok(call) => return Reply::Later(call),
                Err(refusal) => Err(refusal),
            },
            _ => Err(Refusal::no_method(method)),
        };
        Reply::Now(answer(&id, result))
    }

    fn write(&self, message: &Value) -> io::Result<()> {
        write(self.output, message)
    }
}

enum Reply {
    Now(Value),
    Later(Call),
}

/// The answer to `initialize`: in the version that the client speaks, if it is known here, else in the latest that is.
fn welcome(params: &Map<String, Value>) -> Value {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|&version| Some(version) == asked);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[VERSIONS.len() - 1]),
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "hstar", "title": "hstar, a planner", "version": env!("CARGO_PKG_VERSION")},
        "instructions": INSTRUCTIONS,
    })
}
