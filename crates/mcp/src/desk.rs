//! Where calls of tools are taken and done: each on a thread of its own, until it ends, is cancelled, or its time is up.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};

use search::Budget;
use serde_json::{Map, Value, json};
use tools::threads::locked;

use crate::Options;
use crate::folder::Folder;
use crate::message::Refusal;
use crate::toolbox::{self, Tool};

/// What all tools may use.
pub(crate) struct Means {
    pub(crate) folder: Option<Folder>,
    pub(crate) time_limit: Duration,
    memory_limit: Option<u64>,
}

/// Takes calls, and does them.
pub(crate) struct Desk {
    means: Arc<Means>,
    /// The calls that are not answered yet.
    open: Mutex<Vec<(Value, Arc<AtomicBool>)>>,
    /// The threads that run.
    running: Arc<AtomicUsize>,
}

/// A call of a tool that has been taken.
#[derive(Clone)]
pub(crate) struct Call {
    id: Value,
    tool: &'static Tool,
    arguments: Map<String, Value>,
    cancelled: Arc<AtomicBool>,
}

impl Call {
    pub(crate) fn id(&self) -> &Value {
        &self.id
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

impl Means {
    /// The limits on a call that begins now, for which so many seconds were asked.
    pub(crate) fn budget(&self, asked: Option<f64>, cancelled: &Arc<AtomicBool>) -> Budget {
        let asked = asked.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let time = asked.map_or(self.time_limit, |asked| asked.min(self.time_limit));
        let budget = Budget::unlimited().with_time(time).with_interrupt(Arc::clone(cancelled));
        self.memory_limit.map_or(budget.clone(), |bytes| budget.with_memory(bytes))
    }
}

impl Desk {
    /// How much longer than its time a call may take to notice that it is up. After that nobody waits for it.
    const GRACE: Duration = Duration::from_secs(5);

    /// How often somebody looks whether a call was cancelled.
    const GLANCE: Duration = Duration::from_millis(20);

    /// How many calls may go on that nobody waits for any more.
    const MOST_LOST: usize = 3;

    /// Enough for conditions that are nested as deeply as they may be, also where code is not optimised.
    const STACK: usize = 256 << 20;

    /// The longest answer of a tool, in bytes.
    const LONGEST: usize = 4 << 20;

    pub(crate) fn new(folder: Option<Folder>, options: &Options) -> Self {
        let Options { time_limit, memory_limit, .. } = *options;
        let means = Means { folder, time_limit, memory_limit };
        Self { means: Arc::new(means), open: Mutex::default(), running: Arc::default() }
    }

    pub(crate) fn has_folder(&self) -> bool {
        self.means.folder.is_some()
    }

    /// Takes a call.
    pub(crate) fn accept(&self, id: &Value, mut params: Map<String, Value>) -> Result<Call, Refusal> {
        let Some(Value::String(name)) = params.remove("name") else {
            return Err(Refusal::wrong_params("tools/call needs the name of a tool"));
        };
        let arguments = match params.remove("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(arguments)) => arguments,
            Some(_) => return Err(Refusal::wrong_params("the arguments of a tool are an object")),
        };
        let tool = toolbox::find(&name).map_err(Refusal::wrong_params)?;
        let mut open = locked(&self.open);
        if open.iter().any(|(other, _)| other == id) {
            return Err(Refusal::no_request("a request of this id is not answered yet"));
        }
        let cancelled = Arc::<AtomicBool>::default();
        open.push((id.clone(), Arc::clone(&cancelled)));
        Ok(Call { id: id.clone(), tool, arguments, cancelled })
    }

    /// Has a call end early, which is not answered then.
    pub(crate) fn cancel(&self, id: &Value) {
        if let Some((_, flag)) = locked(&self.open).iter().find(|(other, _)| other == id) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets a call.
    pub(crate) fn leave(&self, call: &Call) {
        locked(&self.open).retain(|(id, _)| id != call.id());
    }

    /// Does a call. `None` if it was cancelled.
    pub(crate) fn answer(&self, call: &Call) -> Option<Value> {
        let result = if call.is_cancelled() { None } else { self.perform(call) };
        self.leave(call);
        let text = |text: &str| json!([{"type": "text", "text": text}]);
        let failed = |message: &str| json!({"content": text(message), "isError": true});
        Some(match result.filter(|_| !call.is_cancelled())? {
            Err(message) => failed(&message),
            Ok(object) => {
                let told = object.to_string();
                if told.len() > Self::LONGEST {
                    let megabytes = told.len() >> 20;
                    return Some(failed(&format!("the answer would have {megabytes} MB: ask for less")));
                }
                json!({"content": text(&told), "structuredContent": object, "isError": false})
            }
        })
    }

    fn perform(&self, call: &Call) -> Option<Result<Value, String>> {
        if self.running.load(Ordering::Relaxed) > Self::MOST_LOST {
            let message = "earlier calls still go on, long after their time was up; start the server again";
            return Some(Err(message.to_owned()));
        }
        self.running.fetch_add(1, Ordering::Relaxed);
        let (done, result) = sync_channel(1);
        let (means, own, running) = (Arc::clone(&self.means), call.clone(), Arc::clone(&self.running));
        // Nobody waits for it longer than its time: what can't be interrupted must not end the server.
        let started = Builder::new().stack_size(Self::STACK).spawn(move || {
            let _leaving = Leaving(running);
            // If nobody waits any more, nobody is told.
            let _ = done.send(own.tool.run(&own.arguments, &means, &own.cancelled));
        });
        if started.is_err() {
            self.running.fetch_sub(1, Ordering::Relaxed);
            return Some(Err("there is no memory for another thread".to_owned()));
        }
        // A limit too far away is none.
        let mut end = Instant::now().checked_add(self.means.time_limit.saturating_add(Self::GRACE));
        loop {
            match result.recv_timeout(Self::GLANCE) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err("an internal error: please report it".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if end.is_some_and(|end| Instant::now() >= end) => {
                    return Some(Err("the time was up, and it did not end".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if call.is_cancelled() => {
                    let soon = Instant::now() + Self::GRACE;
                    end = Some(end.map_or(soon, |end| end.min(soon)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Counts a thread down when it ends, however it does.
struct Leaving(Arc<AtomicUsize>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
