//! As much of HTTP/1.1 as it takes to post messages to a server nearby.

use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

/// How long a server may take to be reached, and to take or answer a message.
const PATIENCE: Duration = Duration::from_secs(3);

/// The most bytes of an answer that are read: nobody has anything to say here.
const LONGEST: u64 = 1 << 20;

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    host: String,
    port: u16,
    /// What all paths begin with, without a slash at its end.
    prefix: String,
}

impl FromStr for Server {
    type Err = String;

    fn from_str(url: &str) -> Result<Self, String> {
        let wrong = |why: &str| format!("{why}: a URL is wanted, such as http://localhost:8000");
        let rest = match url.split_once("://") {
            Some(("http", rest)) => rest,
            Some(_) => return Err(wrong("only http is spoken")),
            None => url,
        };
        let (place, prefix) = rest.split_once('/').map_or((rest, ""), |(place, prefix)| (place, prefix));
        let has_port = place.rfind(':').is_some_and(|colon| !place[colon..].contains(']'));
        let (host, port) = match place.rsplit_once(':').filter(|_| has_port) {
            Some((host, port)) => {
                (host, port.parse().map_err(|_| wrong("that port is no number up to 65535"))?)
            }
            None => (place, 80),
        };
        let is_plain =
            |text: &str| text.chars().all(|c| c.is_ascii_graphic() && !"\"<>\\^`{|}@?#".contains(c));
        if host.is_empty() || !is_plain(host) || !is_plain(prefix) {
            return Err(wrong("that names no host"));
        }
        let prefix = prefix.trim_end_matches('/');
        let prefix = if prefix.is_empty() { String::new() } else { format!("/{prefix}") };
        Ok(Self { host: host.to_owned(), port, prefix })
    }
}

impl Display for Server {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}:{}{}", self.host, self.port, self.prefix)
    }
}

impl Server {
    pub(crate) fn connect(&self) -> io::Result<Connection> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let mut error = io::Error::from(io::ErrorKind::NotFound);
        for address in (host, self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(PATIENCE))?;
                    stream.set_write_timeout(Some(PATIENCE))?;
                    stream.set_nodelay(true)?;
                    return Ok(Connection { stream: BufReader::new(stream), is_fresh: true });
                }
                Err(refused) => error = refused,
            }
        }
        Err(error)
    }
}

/// A connection that is used again as long as the server keeps it.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    is_fresh: bool,
}

impl Connection {
    /// Has nothing been sent by it yet?
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Posts a message. True if the connection can be used again.
    pub(crate) fn post(&mut self, server: &Server, path: &str, message: &[u8]) -> io::Result<bool> {
        self.is_fresh = false;
        let head = format!(
            "POST {}{path} HTTP/1.1\r\nHost: {}:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            server.prefix,
            server.host,
            server.port,
            message.len()
        );
        // One piece, so that it is one packet if it is short.
        self.stream.get_mut().write_all(&[head.as_bytes(), message].concat())?;
        self.answer()
    }

    fn answer(&mut self) -> io::Result<bool> {
        let status = self.line()?;
        let code = status.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5));
        let code: u16 =
            code.and_then(|code| code.parse().ok()).ok_or_else(|| bad("it does not speak HTTP"))?;
        let (mut length, mut keeps) = (None, true);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            match line.split_once(':').map(|(name, value)| (name, value.trim())) {
                Some(("content-length", value)) => length = value.parse::<u64>().ok(),
                Some(("connection", "close")) => keeps = false,
                _ => {}
            }
        }
        let length = match (length, code) {
            (Some(length), _) => length,
            (None, 204) => 0,
            // It ends with the connection, or in a way that is not worth knowing here.
            (None, _) => {
                keeps = false;
                0
            }
        };
        if length > LONGEST {
            return Err(bad("its answer is too long"));
        }
        io::copy(&mut self.stream.by_ref().take(length), &mut io::sink())?;
        if (200..300).contains(&code) {
            Ok(keeps)
        } else {
            Err(bad(&format!("it answers with status {code}")))
        }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        self.stream.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if line.pop() != Some(b'\n') {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
}

fn bad(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_read_or_refused() {
        for (url, read) in [
            ("http://localhost:8000", "http://localhost:8000"),
            ("localhost:8000/", "http://localhost:8000"),
            ("http://127.0.0.1/debug/", "http://127.0.0.1:80/debug"),
            ("http://[::1]:9", "http://[::1]:9"),
        ] {
            assert_eq!(url.parse::<Server>().map(|server| server.to_string()).as_deref(), Ok(read));
        }
        for url in [
            "",
            "http://",
            "https://localhost:1",
            "http://localhost:x",
            "http://a b",
            "http://a/\r\nx",
            "http://u@a:1",
        ] {
            assert!(url.parse::<Server>().is_err(), "{url}");
        }
    }
}
