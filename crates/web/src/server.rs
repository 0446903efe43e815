//! [`Server`]: listens, serves connections, and stops cleanly.

use crate::api::longest_text;
use crate::app::App;
use crate::hosts::Hosts;
use crate::log::{LogLevel, log};
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::page::{Offered, Page, engine_in};
use crate::pool::{Pool, PoolSize};
use crate::router::router;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use plywood_catalog::{Games, SpecError};
use plywood_service::{Service, ServiceLimits};
use plywood_tables::{OpenError, Syzygy, Tables};
use std::hint::black_box;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// The time within which the head of a request must arrive.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// The time after which a connection is closed if its client takes nothing of an answer.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// The bytes that the system and the server buffer of data sent or not read by a client.
const SOCKET_BYTES: u32 = 128 << 10;
const BUFFER_BYTES: usize = 64 << 10;
/// The time after which connections are closed once the server was asked to stop.
const STOP_PATIENCE: Duration = Duration::from_secs(5);
/// The allocator keeps freed memory for a second, since it may be needed again.
const TIDY_PAUSE: Duration = Duration::from_secs(2);
/// The pause after a connection that could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// A server that listens and has not begun to answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    router: Router,
}

/// The reason a server cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The address cannot be used.
    #[error(
        "cannot listen on {address}: {error}; choose another address or port with --bind and --port"
    )]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// The folder of the page or of the book cannot be used.
    #[error("{}: expected a folder with pages, among them index.html", .0.display())]
    Folder(PathBuf),
    /// There is no engine for browsers in the given folder.
    #[error("{0}")]
    Engine(io::Error),
    /// The endgame tables cannot be opened.
    #[error("--tables: {0}")]
    Tables(#[from] OpenError),
    /// A game cannot be offered.
    #[error(transparent)]
    Game(#[from] SpecError),
}

impl Server {
    /// Starts listening, and offers these games.
    ///
    /// # Errors
    /// [`StartError`] if the address, a folder of pages, the engine for browsers, the tables, or one of the games cannot be used.
    #[expect(
        clippy::unused_async,
        reason = "listening needs a runtime, which whoever awaits this has"
    )]
    pub async fn start(options: &Options, games: &impl Games) -> Result<Self, StartError> {
        let tables = options.tables.as_deref().map(Syzygy::open).transpose()?;
        let tables = tables.map(|tables| Arc::new(tables) as Arc<dyn Tables>);
        let limits = ServiceLimits::default()
            .with_times(options.max_time, options.live_time)
            .with_bytes(
                usize::from(options.body) << 10,
                longest_text(usize::from(options.memory) << 20).min(usize::from(options.pgn) << 20),
            );
        let service = Service::new(games, tables.as_ref(), limits)?;
        let mut folders = options.assets.iter().chain(&options.book);
        if let Some(wrong) = folders.find(|folder| !folder.join("index.html").is_file()) {
            return Err(StartError::Folder(wrong.clone()));
        }
        let engine = options.wasm.as_deref().map(engine_in).transpose();
        let page = Page::new(Offered {
            game: Some(service.first_game()),
            engine: engine.map_err(StartError::Engine)?.unwrap_or_default(),
            ..Offered::default()
        });
        let address = SocketAddr::new(options.bind, options.port);
        let listener = listen(address).map_err(|error| StartError::Listen { address, error })?;
        let metrics = Arc::new(Metrics::default());
        let size = PoolSize {
            threads: options.threads.map_or_else(processors, usize::from),
            queue: usize::from(options.queue),
        };
        let most_connections = usize::from(options.connections);
        let app = Arc::new(App {
            service,
            pool: Pool::new(size, Arc::clone(&metrics)),
            metrics,
            hosts: Hosts::with(&options.hosts),
            connections: Arc::new(Semaphore::new(most_connections)),
            most_connections,
            memory: Memory::with_mib(options.memory),
            has_book: options.book.is_some(),
        });
        let router = router(&app, page, options);
        Ok(Self {
            listener,
            app,
            router,
        })
    }

    /// Returns the address it listens on.
    ///
    /// # Errors
    /// If the system does not know it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until the future `stop` is ready. Then searches are stopped and answered with their results so far, and connections
    /// are closed.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(HEAD_PATIENCE)
            .max_buf_size(BUFFER_BYTES);
        let open = GracefulShutdown::new();
        let tidying = tokio::spawn(tidy(Arc::clone(&self.app)));
        tokio::pin!(stop);
        loop {
            let (stream, place) = tokio::select! {
                accepted = accept(&self.listener, &self.app.connections) => accepted,
                () = &mut stop => break,
            };
            self.app.metrics.connections.add(1);
            let service = TowerToHyperService::new(self.router.clone());
            let connection = open.watch(http.serve_connection(patient(stream), service));
            tokio::spawn(async move {
                // A broken connection is the client's own problem.
                drop(connection.await);
                drop(place);
            });
        }
        drop(self.listener);
        tidying.abort();
        self.app.pool.close();
        if timeout(STOP_PATIENCE, open.shutdown()).await.is_err() {
            log(
                LogLevel::Warn,
                format_args!("some connections were cut off"),
            );
        }
    }
}

/// Closes a connection whose client reads nothing. Neither hyper nor tower detects such clients.
fn patient(stream: TcpStream) -> TokioIo<Pin<Box<TimeoutStream<TcpStream>>>> {
    // Small answers must not wait for more data.
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_PATIENCE));
    TokioIo::new(Box::pin(stream))
}

/// Drops what no search uses, and returns memory to the system: the allocator does that when a thread that has used it ends, for memory
/// freed more than a second before.
async fn tidy(app: Arc<App>) {
    loop {
        sleep(TIDY_PAUSE).await;
        let app = Arc::clone(&app);
        drop(thread::Builder::new().spawn(move || {
            app.service.tidy();
            black_box(vec![0_u8; 64])
        }));
    }
}

/// Accepts a connection when there is room for one. Others wait in the system's queue.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, OwnedSemaphorePermit) {
    loop {
        let place = Arc::clone(places).acquire_owned();
        match (place.await, listener.accept().await) {
            (Ok(place), Ok((stream, _))) => return (stream, place),
            // Too many files are open, or the client has gone.
            _ => sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Listens with small buffers, which every connection inherits.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A port on which the server listened a moment ago is free at once, except on Windows, where this option means something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SOCKET_BYTES)?;
    socket.set_recv_buffer_size(SOCKET_BYTES)?;
    socket.bind(address)?;
    socket.listen(1_024)
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use axum::http::header::{CONTENT_TYPE, HOST};
    use clap::Parser as _;
    use hyper::service::Service as _;
    use plywood_catalog::Catalog;
    use plywood_search::games::TicTacToe;
    use plywood_search::{Game, Limits, Observer, Random, Report, Strategy};
    use std::sync::atomic::{AtomicBool, Ordering};

    static MAY_END: AtomicBool = AtomicBool::new(false);

    /// A strategy that ignores its limits.
    struct Stuck;

    impl<G: Game> Strategy<G> for Stuck {
        fn name(&self) -> String {
            "stuck".to_owned()
        }

        fn search_observed(
            &mut self,
            position: &G,
            limits: &Limits,
            observer: &mut dyn Observer<G::Move>,
        ) -> Report<G::Move> {
            while !MAY_END.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            Strategy::<G>::search_observed(&mut Random, position, limits, observer)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_strategy_that_does_not_stop_is_given_up_and_keeps_its_thread() {
        let game = Catalog::keyed("mine", TicTacToe::new());
        let game = game.strategy("stuck", "never stops", |_, _| Stuck);
        let options = Options::parse_from(["plywood-web", "--port", "0", "--threads", "2"]);
        let server = Server::start(&options, &game).await.unwrap();
        let service = TowerToHyperService::new(server.router.clone());
        for (path, body, status, text) in [
            ("best-move", r#"{"strategy": "stuck"}"#, 503, "did not stop"),
            // The stream of events has an end.
            (
                "search",
                r#"{"strategies": [{"strategy": "stuck"}]}"#,
                200,
                "",
            ),
        ] {
            let request = Request::post(format!("/api/v1/{path}"));
            let request = request.header(HOST, "localhost");
            let request = request.header(CONTENT_TYPE, "application/json");
            let request = request.body(Body::from(body)).unwrap();
            let answer = service.call(request).await.unwrap();
            assert_eq!(answer.status(), status);
            let bytes = to_bytes(Body::new(answer.into_body()), 1 << 20)
                .await
                .unwrap();
            let body = String::from_utf8_lossy(&bytes);
            assert!(body.contains(text), "{body}");
        }
        assert_eq!(server.app.pool.running(), 2);
        MAY_END.store(true, Ordering::Relaxed);
    }
}
