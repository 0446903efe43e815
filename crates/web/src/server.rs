//! [`Server`]: listens, serves connections, and stops cleanly.

use crate::app::App;
use crate::assets::Assets;
use crate::hosts::Hosts;
use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use crate::options::Options;
use crate::pool::{Pool, PoolSize};
use crate::service::service;
use crate::strategies::Strategies;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// More connections wait until others are closed.
const MOST_CONNECTIONS: usize = 4_096;
/// The head of a request must have arrived after this time.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// Connections are closed this long after the server was asked to stop.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

/// A server that listens and has not begun to answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    service: Router,
}

/// Why a server cannot start.
#[derive(Debug, Error)]
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
    /// The folder of the page cannot be used.
    #[error("{}: expected a folder with the files of the page, among them index.html", .0.display())]
    Assets(PathBuf),
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// The address or the folder of the page cannot be used.
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        if let Some(folder) = &options.assets
            && !folder.join("index.html").is_file()
        {
            return Err(StartError::Assets(folder.clone()));
        }
        let address = SocketAddr::new(options.bind, options.port);
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| StartError::Listen { address, error })?;
        let threads = options.threads.map_or_else(processors, usize::from);
        let metrics = Arc::new(Metrics::default());
        let size = PoolSize {
            threads,
            queue: usize::from(options.queue),
        };
        let assets = options
            .assets
            .clone()
            .map_or(Assets::BuiltIn, Assets::Folder);
        let app = Arc::new(App {
            pool: Pool::new(size, Arc::clone(&metrics)),
            limits: ServerLimits {
                time: options.max_time,
                ..ServerLimits::default()
            },
            strategies: Strategies::new(),
            metrics,
            hosts: Hosts::with(&options.hosts),
            assets,
            open_connections: AtomicUsize::new(0),
        });
        let service = service(Arc::clone(&app));
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
            .header_read_timeout(HEAD_PATIENCE);
        let open = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        tokio::pin!(stop);
        loop {
            let accepted = async {
                let place = Arc::clone(&places).acquire_owned().await;
                (self.listener.accept().await, place)
            };
            let (accepted, place) = tokio::select! {
                accepted = accepted => accepted,
                () = &mut stop => break,
            };
            let Some(stream) = usable(accepted).await else {
                continue;
            };
            let service = TowerToHyperService::new(self.service.clone());
            let connection = open.watch(http.serve_connection(TokioIo::new(stream), service));
            let app = Arc::clone(&self.app);
            app.metrics.connections.add(1);
            app.open_connections.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(async move {
                // A connection that breaks off is the client's own affair.
                drop(connection.await);
                app.open_connections.fetch_sub(1, Ordering::Relaxed);
                drop(place);
            });
        }
        drop(self.listener);
        self.app.pool.close();
        if tokio::time::timeout(STOP_PATIENCE, open.shutdown())
            .await
            .is_err()
        {
            tracing::warn!("some connections were cut off");
        }
    }
}

/// The connection, if it could be accepted.
async fn usable(accepted: io::Result<(TcpStream, SocketAddr)>) -> Option<TcpStream> {
    match accepted {
        Ok((stream, _)) => {
            // Small answers must not wait for more data.
            drop(stream.set_nodelay(true));
            Some(stream)
        }
        Err(error) => {
            tracing::warn!(%error, "a connection could not be accepted");
            // Without a free descriptor the next attempt would fail at once, too.
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
