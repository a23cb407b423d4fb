//! Messages on their way: they wait in line, and a thread posts them, so that the search goes on meanwhile.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::http::{Connection, Server};

/// How many messages may wait.
const MOST_WAITING: usize = 1000;

/// How long a search waits until messages can be taken again, and in the end until all have gone.
const PATIENCE: Duration = Duration::from_secs(10);

type Message = (&'static str, Vec<u8>);

/// Posts messages to a server, until one does not arrive.
pub(crate) struct Outbox {
    server: Server,
    /// `None` when no more are posted.
    messages: Option<SyncSender<Message>>,
    /// Tells how it ended: how many messages arrived, and why no more.
    end: Receiver<(usize, Option<io::Error>)>,
    /// Why none are posted any more.
    lost: Option<String>,
}

impl Outbox {
    /// Opens a connection to the server.
    ///
    /// # Errors
    /// Says that there is no server, and what to do.
    pub(crate) fn open(server: Server) -> Result<Self, String> {
        let connection = server.connect().map_err(|error| {
            format!("no search debugger at {server}: {error}; start it first (PDDL: Start search debugger in VS Code)")
        })?;
        let (messages, waiting) = sync_channel(MOST_WAITING);
        let (ended, end) = sync_channel(1);
        let own = server.clone();
        // Nobody waits for it longer than for a while: a server that never answers must not hold up the program.
        let started = thread::Builder::new().spawn(move || {
            let mut arrived = 0;
            let error = deliver(&waiting, &own, connection, &mut arrived).err();
            // If nobody waits any more, nobody is told.
            let _ = ended.send((arrived, error));
        });
        started.map_err(|error| format!("no thread for the search debugger: {error}"))?;
        Ok(Self { server, messages: Some(messages), end, lost: None })
    }

    /// Posts a message soon, unless one before it did not arrive.
    pub(crate) fn post(&mut self, path: &'static str, message: &Value) {
        let Some(messages) = &self.messages else { return };
        let mut message = (path, message.to_string().into_bytes());
        let start = Instant::now();
        loop {
            message = match messages.try_send(message) {
                Ok(()) => return,
                Err(TrySendError::Full(message)) if start.elapsed() < PATIENCE => message,
                Err(TrySendError::Full(_)) => {
                    self.lost = Some("it is too slow".to_owned());
                    break;
                }
                Err(TrySendError::Disconnected(_)) => break,
            };
            thread::sleep(Duration::from_millis(1));
        }
        self.messages = None;
    }

    /// Stops here, for this reason.
    pub(crate) fn stop(&mut self, reason: String) {
        if self.messages.take().is_some() {
            self.lost = Some(reason);
        }
    }

    /// Waits until all messages have arrived, though not for long. Says what was lost.
    pub(crate) fn close(mut self) -> Option<String> {
        drop(self.messages.take());
        let server = &self.server;
        match (self.end.recv_timeout(PATIENCE), self.lost.take()) {
            (Ok((arrived, Some(error))), _) => Some(format!(
                "the search debugger at {server} was lost after {arrived} messages: {}",
                words(&error)
            )),
            (Ok((arrived, None)), Some(lost)) => Some(format!(
                "the search debugger at {server} shows the first {arrived} messages only: {lost}"
            )),
            (Ok((_, None)), None) => None,
            (Err(_), _) => {
                Some(format!("the search debugger at {server} does not show all of it: it is too slow"))
            }
        }
    }
}

fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => "it did not answer in time".to_owned(),
        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
        _ => error.to_string(),
    }
}

/// Posts messages until there are no more, or one does not arrive.
fn deliver(
    messages: &Receiver<Message>,
    server: &Server,
    connection: Connection,
    arrived: &mut usize,
) -> io::Result<()> {
    let mut connection = Some(connection);
    for (path, message) in messages {
        let open = |connection: Option<Connection>| connection.map_or_else(|| server.connect(), Ok);
        let mut current = open(connection.take())?;
        let keeps = match current.post(server, path, &message) {
            // A server may close a connection that was used before at any time: then there is a new one.
            Err(error) if !current.is_fresh() && is_closed(&error) => {
                current = server.connect()?;
                current.post(server, path, &message)?
            }
            result => result?,
        };
        connection = keeps.then_some(current);
        *arrived += 1;
    }
    Ok(())
}

fn is_closed(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    [BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof].contains(&error.kind())
}
