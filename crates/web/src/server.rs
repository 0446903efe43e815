//! [`Server`]: listens, serves connections, and stops cleanly.

use crate::app::App;
use crate::beside::Beside;
use crate::clients::Proxies;
use crate::connections::{Activity, Client, Connections};
use crate::held::holding;
use crate::hosts::Hosts;
use crate::limits::ServerLimits;
use crate::memory::Memory;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::pool::{Pool, PoolSize};
use crate::served::ServedGames;
use crate::service::service;
use axum::Router;
use axum::http::header::ACCEPT_ENCODING;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use plywood_catalog::{Games, SpecError};
use plywood_tables::{OpenError, Syzygy, Tables};
use std::convert::Infallible;
use std::hint::black_box;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// The head of a request must have arrived after this time.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// A connection is closed if its client takes nothing of an answer for this long.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// What the system and the server keep of what a client sends or does not read.
const SOCKET_BYTES: u32 = 128 << 10;
const BUFFER_BYTES: usize = 64 << 10;
/// Connections are closed this long after the server was asked to stop.
const STOP_PATIENCE: Duration = Duration::from_secs(5);
/// The allocator keeps what was freed for a second, since it may be needed again.
const TIDY_PAUSE: Duration = Duration::from_secs(2);

/// A server that listens and has not begun to answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    service: Router,
}

/// Why a server cannot start.
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
        /// Why not.
        error: io::Error,
    },
    /// The folder of the page, or that of the book, cannot be used.
    #[error("{}: expected a folder with pages, among them index.html", .0.display())]
    Folder(PathBuf),
    /// The endgame tables cannot be opened.
    #[error("--tables: {0}")]
    Tables(#[from] OpenError),
    /// A game cannot be offered.
    #[error(transparent)]
    Game(#[from] SpecError),
}

impl Server {
    /// Begins to listen, and offers these games.
    ///
    /// # Errors
    /// The address, a folder of pages, the tables, or one of the games cannot be used.
    #[expect(
        clippy::unused_async,
        reason = "listening needs a runtime, which whoever awaits this has"
    )]
    pub async fn start(options: &Options, games: &impl Games) -> Result<Self, StartError> {
        let tables = options.tables.as_deref().map(Syzygy::open).transpose()?;
        let tables = tables.map(|tables| Arc::new(tables) as Arc<dyn Tables>);
        let games = ServedGames::new(games, tables.as_ref())?;
        let mut folders = options.assets.iter().chain(&options.book);
        if let Some(wrong) = folders.find(|folder| !folder.join("index.html").is_file()) {
            return Err(StartError::Folder(wrong.clone()));
        }
        let address = SocketAddr::new(options.bind, options.port);
        let listener = listen(address).map_err(|error| StartError::Listen { address, error })?;
        let metrics = Arc::new(Metrics::default());
        let size = PoolSize {
            threads: options.threads.map_or_else(processors, usize::from),
            queue: usize::from(options.queue),
        };
        let proxies = Proxies::new(&options.proxies);
        let [most, of_one] = [options.connections, options.per_address].map(usize::from);
        let app = Arc::new(App {
            pool: Pool::new(size, Arc::clone(&metrics)),
            readers: Pool::new(size, Arc::clone(&metrics)),
            beside: Beside::with_threads(processors()),
            limits: ServerLimits {
                time: options.max_time,
                live_time: options.live_time,
                body_bytes: usize::from(options.body) << 10,
                pgn_bytes: usize::from(options.pgn) << 20,
                ..ServerLimits::default()
            },
            games,
            metrics,
            hosts: Hosts::with(&options.hosts),
            connections: Connections::new(most, of_one, proxies.clone()),
            proxies,
            memory: Memory::with_bytes(usize::from(options.memory) << 20),
            has_book: options.book.is_some(),
        });
        let service = service(&app, options);
        Ok(Self {
            listener,
            app,
            service,
        })
    }

    /// The address it listens on.
    ///
    /// # Errors
    /// The system does not know it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until the future `stop` is ready. Then searches are stopped and answered with what they have found,
    /// and connections are closed.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(HEAD_PATIENCE)
            .max_buf_size(BUFFER_BYTES);
        let open = GracefulShutdown::new();
        let tidying = tokio::spawn(tidy(Arc::clone(&self.app)));
        tokio::pin!(stop);
        loop {
            let (stream, address, counted) = tokio::select! {
                accepted = self.app.connections.accept(&self.listener) => accepted,
                () = &mut stop => break,
            };
            self.app.metrics.connections.add(1);
            let activity = Arc::clone(&counted.activity);
            let service = of_connection(self.service.clone(), address, &activity);
            let connection = open.watch(http.serve_connection(patient(stream), service));
            tokio::spawn(async move {
                // A connection that breaks off is the client's own affair.
                tokio::select! {
                    _ = connection => {}
                    () = activity.is_unwanted() => {}
                }
                drop(counted);
            });
        }
        drop(self.listener);
        tidying.abort();
        self.app.pool.close();
        self.app.readers.close();
        // Half of a head is no request.
        self.app.connections.close_idle();
        if timeout(STOP_PATIENCE, open.shutdown()).await.is_err() {
            tracing::warn!("some connections were cut off");
        }
    }
}

/// A connection that is closed if its client reads nothing. Neither hyper nor tower knows of such clients.
fn patient(stream: TcpStream) -> TokioIo<Pin<Box<TimeoutStream<TcpStream>>>> {
    // Small answers must not wait for more data.
    drop(stream.set_nodelay(true));
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_PATIENCE));
    TokioIo::new(Box::pin(stream))
}

/// The service of one connection, which is not idle until an answer is sent.
fn of_connection(
    service: Router,
    address: IpAddr,
    activity: &Arc<Activity>,
) -> impl Service<Request<Incoming>, Response = Response, Error = Infallible, Future: Send> + use<>
{
    let service = TowerToHyperService::new(service);
    let activity = Arc::clone(activity);
    service_fn(move |mut request: Request<Incoming>| {
        let answering = activity.answering();
        let connection = Arc::clone(&activity);
        let encodings = request.headers().get_all(ACCEPT_ENCODING);
        let client = Client {
            address,
            connection,
            encodings: encodings.iter().cloned().collect(),
        };
        request.extensions_mut().insert(client);
        let answer = service.call(request);
        async move {
            let answer = answer.await?;
            Ok(answer.map(|body| holding(body, answering)))
        }
    })
}

/// Gives up what no search uses, and memory back to the system. The allocator does that when a thread ends, but only with what was freed more than a second
/// before; the threads of the searches end too early, and later, when all is quiet, no thread would end.
async fn tidy(app: Arc<App>) {
    loop {
        sleep(TIDY_PAUSE).await;
        let app = Arc::clone(&app);
        drop(thread::Builder::new().spawn(move || {
            app.games.all().for_each(|game| game.tidy(Instant::now()));
            // A thread that has allocated something has a part in the allocator, which is tidied with it. Without one, memory is
            // only given back later.
            black_box(vec![0_u8; 64])
        }));
    }
}

/// Listens with small buffers, which every connection inherits.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A port on which the server listened a moment ago is free at once, except on Windows, where this means another thing.
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
