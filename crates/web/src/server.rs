//! [`Server`]: listens, serves connections, and stops cleanly.

use crate::app::App;
use crate::options::Options;
use crate::page::{Offered, Page, engine_in};
use crate::pool::Pool;
use crate::router::router;
use axum::Router;
use axum::serve::ListenerExt as _;
use plywood_catalog::{Games, SpecError};
use plywood_service::{Service, ServiceLimits};
use plywood_tables::{OpenError, Syzygy, Tables};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use thiserror::Error;
use tokio::net::TcpListener;

/// A server that listens and has not begun to answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
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
    pub async fn start(options: &Options, games: &impl Games) -> Result<Self, StartError> {
        let tables = options.tables.as_deref().map(Syzygy::open).transpose()?;
        let tables = tables.map(|tables| Arc::new(tables) as Arc<dyn Tables>);
        let mut limits = ServiceLimits::default().with_times(options.max_time, options.live_time);
        limits.tree_bytes = limits.pgn_bytes;
        let service = Service::new(games, tables.as_ref(), limits)?;
        let mut folders = options.assets.iter().chain(&options.book);
        if let Some(wrong) = folders.find(|folder| !folder.join("index.html").is_file()) {
            return Err(StartError::Folder(wrong.clone()));
        }
        let engine = options.wasm.as_deref().map(engine_in).transpose();
        let page = Page::new(Offered {
            has_server: true,
            engine: engine.map_err(StartError::Engine)?.unwrap_or_default(),
            ..Offered::default()
        });
        let address = SocketAddr::new(options.bind, options.port);
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| StartError::Listen { address, error })?;
        let app = App {
            service,
            pool: Pool::new(options.threads.map_or_else(processors, usize::from)),
            has_book: options.book.is_some(),
        };
        let router = router(&Arc::new(app), page, options);
        Ok(Self { listener, router })
    }

    /// Returns the address it listens on.
    ///
    /// # Errors
    /// If the system does not know it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until the future is dropped, and with it the runtime: then searches stop, and connections are closed.
    ///
    /// # Errors
    /// If the system takes the listener away.
    pub async fn run(self) -> io::Result<()> {
        // Small answers must not wait for more data.
        let listener = self
            .listener
            .tap_io(|stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, self.router).await
    }
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
    use futures_util::stream::pending;
    use plywood_catalog::Catalog;
    use plywood_search::games::TicTacToe;
    use plywood_search::{Game, Limits, Observer, Random, Report, Strategy};
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use tower::ServiceExt as _;

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

    /// Returns the status of the answer to a request for a move, and its text.
    async fn ask(server: &Server, body: Body) -> (u16, String) {
        let request = Request::post("/api/v1/best-move").header(HOST, "localhost");
        let request = request.header(CONTENT_TYPE, "application/json");
        let request = request.body(body).unwrap();
        let answer = server.router.clone().oneshot(request).await.unwrap();
        let status = answer.status().as_u16();
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the number of searches that run.
    async fn running(server: &Server) -> serde_json::Value {
        let request = Request::get("/api/v1/health").header(HOST, "localhost");
        let request = request.body(Body::empty()).unwrap();
        let answer = server.router.clone().oneshot(request).await.unwrap();
        let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        let health: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        health["searches"]["running"].clone()
    }

    #[tokio::test(start_paused = true)]
    async fn what_does_not_end_is_given_up() {
        let game = Catalog::keyed("mine", TicTacToe::new());
        let game = game.strategy("stuck", "never stops", |_, _| Stuck);
        let options = Options::parse_from(["plywood-web", "--port", "0", "--threads", "2"]);
        let server = Server::start(&options, &game).await.unwrap();
        let endless = Body::from_stream(pending::<Result<String, Infallible>>());
        let strategy = Body::from(r#"{"strategy": "stuck"}"#);
        for (body, running) in [(endless, 0), (strategy, 1)] {
            let (status, text) = ask(&server, body).await;
            assert!(status == 503 && text.contains("in time"), "{text}");
            assert_eq!(self::running(&server).await, running, "it keeps its thread");
        }
        MAY_END.store(true, Ordering::Relaxed);
    }
}
