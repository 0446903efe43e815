//! Clients that want to take the server from others. Each kind has an address of its own, and does what it does until the end.

use crate::http::{Connection, JSON, Site, get, post, with};
use crate::latencies::Latencies;
use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

const LONG: &str = r#"{"strategy":"minimax","limits":{"depth":30}}"#;
const PAUSE: Duration = Duration::from_millis(100);
const SECOND: Duration = Duration::from_secs(1);

/// One connection of a client, until it is closed or the client leaves; its answers, if it reads them.
type Attack = fn(&mut Connection, Instant, &mut Latencies) -> io::Result<()>;

const KINDS: [Attack; 10] = [
    slow_head,
    slow_body,
    unread,
    cut,
    empty_games,
    declared,
    long_searches,
    idle,
    foreign,
    garbage,
];

/// A client whose number says of which kind it is.
pub(crate) fn client(site: &Site, number: u16, end: Instant) -> Latencies {
    let mut answers = Latencies::default();
    let kind = usize::from(number) % KINDS.len();
    let from = [127, 0, 1, u8::try_from(kind).unwrap_or(0)];
    while Instant::now() < end {
        // That the server closes such a connection, or does not open it, is what it should do.
        let connection = Connection::open(site, from).and_then(|opened| opened.until(end));
        if let Ok(mut connection) = connection {
            let _closed = KINDS[kind](&mut connection, end, &mut answers);
        }
        sleep(PAUSE);
    }
    answers
}

/// Sends a byte a second.
fn drip(connection: &mut Connection, end: Instant) -> io::Result<()> {
    while Instant::now() < end {
        connection.send("x")?;
        sleep(SECOND);
    }
    Ok(())
}

fn slow_head(connection: &mut Connection, end: Instant, _: &mut Latencies) -> io::Result<()> {
    connection.send("GET /api/v1/health HTTP/1.1\r\nX-Slow: ")?;
    drip(connection, end)
}

fn slow_body(connection: &mut Connection, end: Instant, _: &mut Latencies) -> io::Result<()> {
    let head = format!("Content-Type: {JSON}\r\nContent-Length: 60000\r\n");
    connection.send(&with("POST", "/api/v1/play", &head))?;
    drip(connection, end)
}

/// Sends requests and reads no answer.
fn unread(connection: &mut Connection, end: Instant, _: &mut Latencies) -> io::Result<()> {
    while Instant::now() < end {
        connection.send(&get("/api/v1/openapi.json"))?;
    }
    Ok(())
}

/// Leaves in the middle of a search.
fn cut(connection: &mut Connection, _: Instant, _: &mut Latencies) -> io::Result<()> {
    connection.send(&post(JSON, "/api/v1/best-move", LONG))?;
    sleep(Duration::from_millis(5));
    Ok(())
}

fn empty_games(
    connection: &mut Connection,
    end: Instant,
    answers: &mut Latencies,
) -> io::Result<()> {
    let text = "*\n\n".repeat(1 << 19);
    again(
        "empty games",
        &post("text/plain", "/api/v1/pgn", &text),
        connection,
        (end, answers),
    )
}

/// Says that it will send ten megabytes, and sends little of it.
fn declared(connection: &mut Connection, end: Instant, _: &mut Latencies) -> io::Result<()> {
    let head = "Content-Type: text/plain\r\nContent-Length: 10485760\r\n";
    connection.send(&with("POST", "/api/v1/pgn", head))?;
    drip(connection, end)
}

fn long_searches(
    connection: &mut Connection,
    end: Instant,
    answers: &mut Latencies,
) -> io::Result<()> {
    again(
        "searches",
        &post(JSON, "/api/v1/best-move", LONG),
        connection,
        (end, answers),
    )
}

fn idle(connection: &mut Connection, _: Instant, _: &mut Latencies) -> io::Result<()> {
    connection.wait_for_the_end()
}

/// What a page of another site sends.
fn foreign(connection: &mut Connection, end: Instant, answers: &mut Latencies) -> io::Result<()> {
    let length = LONG.len();
    let head = format!(
        "Origin: http://evil.example\r\nContent-Type: {JSON}\r\nContent-Length: {length}\r\n"
    );
    let request = with("POST", "/api/v1/search", &head) + LONG;
    again("foreign", &request, connection, (end, answers))
}

fn garbage(connection: &mut Connection, _: Instant, answers: &mut Latencies) -> io::Result<()> {
    let noise: String = std::iter::repeat_with(|| fastrand::char(..))
        .take(2_000)
        .collect();
    let started = Instant::now();
    let answer = connection.ask(&noise)?;
    answers.add("garbage", &answer, started.elapsed());
    Ok(())
}

/// Sends a request again and again, and reads the answers.
fn again(
    kind: &'static str,
    request: &str,
    connection: &mut Connection,
    (end, answers): (Instant, &mut Latencies),
) -> io::Result<()> {
    while Instant::now() < end {
        let started = Instant::now();
        let answer = connection.ask(request)?;
        answers.add(kind, &answer, started.elapsed());
        sleep(PAUSE);
    }
    Ok(())
}
