//! A progress line for long work.
//!
//! On a terminal it is one line on standard error, rewritten again and again, and erased when something else is printed
//! or the work is done. Elsewhere it is a plain line once a minute. Nothing is printed in the first second, and nothing
//! at all to a runner of experiments, which takes output on standard error for a complaint. Where work is part of other
//! work, the part that began last is shown.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tools::threads::locked;
use tools::{END_WITH_INPUT, terminal, units};

/// When the first line is written on a terminal.
const FIRST: Duration = Duration::from_secs(1);
/// How often it is written again.
const OFTEN: Duration = Duration::from_millis(200);
/// How often a line is written where there is no terminal.
const SELDOM: Duration = Duration::from_secs(60);

/// Shows the progress of work until it is dropped.
#[derive(Debug)]
pub struct ProgressLine {
    /// `None` where nothing is to be shown.
    ticker: Option<Ticker>,
}

#[derive(Debug)]
struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// The data shared by the thread that writes and the one that works.
#[derive(Default)]
struct Shared {
    telling: Mutex<Telling>,
    over: Condvar,
}

#[derive(Default)]
struct Telling {
    /// Makes the text of the line.
    describe: Option<Box<dyn Fn() -> String + Send>>,
    is_over: bool,
}

impl ProgressLine {
    /// A progress line on standard error.
    pub fn new() -> Self {
        let is_terminal = io::stderr().is_terminal();
        let is_run = std::env::var_os(END_WITH_INPUT).is_some();
        if is_run && !is_terminal {
            return Self::silent();
        }
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let thread = thread::Builder::new().spawn(move || own.tick(is_terminal, Instant::now()));
        // Without a thread there is just no progress to see.
        Self { ticker: thread.ok().map(|thread| Ticker { shared, thread: Some(thread) }) }
    }

    /// A progress line that is never shown.
    pub fn silent() -> Self {
        Self { ticker: None }
    }

    /// From now on shows this text.
    pub fn show(&self, text: impl Display) {
        if self.ticker.is_some() {
            let text = text.to_string();
            self.watch(move || text.clone());
        }
    }

    /// From now on shows the text of this function, called anew each time.
    pub fn watch(&self, describe: impl Fn() -> String + Send + 'static) {
        if let Some(ticker) = &self.ticker {
            ticker.shared.telling().describe = Some(Box::new(describe));
            screen().begin(ticker.number());
        }
    }

    /// Erases the line, and shows nothing until the next text.
    pub fn clear(&self) {
        if let Some(ticker) = &self.ticker {
            ticker.end();
        }
    }
}

impl Default for ProgressLine {
    fn default() -> Self {
        Self::new()
    }
}

impl Ticker {
    /// A number that no other ticker has.
    fn number(&self) -> usize {
        Arc::as_ptr(&self.shared).addr()
    }

    fn end(&self) {
        self.shared.telling().describe = None;
        screen().end(self.number());
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.telling().is_over = true;
        self.shared.over.notify_all();
        // A thread that has panicked is over, too.
        let _ = self.thread.take().map(JoinHandle::join);
        self.end();
    }
}

impl Shared {
    fn telling(&self) -> MutexGuard<'_, Telling> {
        locked(&self.telling)
    }

    /// Writes lines until it is over.
    fn tick(self: &Arc<Self>, is_terminal: bool, start: Instant) {
        let number = Arc::as_ptr(self).addr();
        let mut pause = if is_terminal { FIRST } else { SELDOM };
        let mut telling = self.telling();
        loop {
            let waited = self.over.wait_timeout_while(telling, pause, |telling| !telling.is_over);
            telling = waited.unwrap_or_else(PoisonError::into_inner).0;
            if telling.is_over {
                return;
            }
            if let Some(describe) = &telling.describe {
                let text = with_time(&describe(), start.elapsed());
                screen().write(number, &text, is_terminal);
            }
            pause = if is_terminal { OFTEN } else { SELDOM };
        }
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

fn with_time(text: &str, elapsed: Duration) -> String {
    format!("[{}] {text}", units::spoken_time(Duration::from_secs(elapsed.as_secs())))
}

/// The last line of the terminal, which all progress lines share.
#[derive(Default)]
pub(crate) struct Screen {
    /// Is there a line of progress on the terminal?
    is_shown: bool,
    /// The numbers of the tickers that have something to show, the latest last.
    tellers: Vec<usize>,
}

static SCREEN: Mutex<Screen> = Mutex::new(Screen { is_shown: false, tellers: Vec::new() });

fn screen() -> MutexGuard<'static, Screen> {
    locked(&SCREEN)
}

/// Erases the progress line, if there is one, and keeps it from being written until the returned guard is dropped.
pub(crate) fn make_way() -> MutexGuard<'static, Screen> {
    let mut screen = screen();
    screen.erase();
    screen
}

impl Screen {
    fn begin(&mut self, teller: usize) {
        if !self.tellers.contains(&teller) {
            self.tellers.push(teller);
        }
    }

    fn end(&mut self, teller: usize) {
        if self.tellers.last() == Some(&teller) {
            self.erase();
        }
        self.tellers.retain(|other| *other != teller);
    }

    fn erase(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            // A failure to write can't be reported anywhere.
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }

    fn write(&mut self, teller: usize, text: &str, is_terminal: bool) {
        if self.tellers.last() != Some(&teller) {
            return;
        }
        let text = terminal::lines(text);
        let line = match is_terminal {
            // Turns wrapping off, so that a line wider than the terminal is cut: wrapped lines could not be erased.
            true => format!("\r\x1b[K\x1b[?7l{text}\x1b[?7h"),
            false => format!("{text}\n"),
        };
        let _ = io::stderr().write_all(line.as_bytes());
        self.is_shown = is_terminal;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_with_whole_seconds() {
        assert_eq!(with_time("Grounding", Duration::from_millis(3999)), "[3 s] Grounding");
        assert_eq!(with_time("2 of 9 runs", Duration::from_secs(200)), "[3 min 20 s] 2 of 9 runs");
    }

    #[test]
    fn the_part_that_began_last_is_told() {
        let mut screen = Screen::default();
        screen.begin(1);
        screen.begin(2);
        screen.begin(1);
        assert_eq!(screen.tellers, [1, 2]);
        screen.end(2);
        assert_eq!(screen.tellers, [1]);
    }
}
