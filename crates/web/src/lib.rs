//! A web service and a page: play against any strategy, compare strategies live, and look inside a search.
//!
//! The program `plywood-web` serves both. As a library, the crate is the same program for your own games ([`main`]), or starts the server
//! inside another one:
//!
//! ```
//! use clap::Parser;
//! use plywood_web::{Options, Server};
//!
//! # let runtime = tokio::runtime::Runtime::new()?;
//! # runtime.block_on(async {
//! let options = Options::parse_from(["plywood-web", "--port", "0"]);
//! let server = Server::start(&options, &plywood_catalog::Catalog::connect_four()).await?;
//! println!("http://{}", server.address()?);
//! // Dropping the future of `run` ends the server.
//! let stop = async { /* wait for a signal */ };
//! tokio::select! { ended = server.run() => ended?, () = stop => {} }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(clippy::print_stdout)]

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod options;
mod refusal;
mod pool;
mod page;
mod hosts;
mod app;
mod status;
mod api;
mod assets;
mod layers;
mod site;
mod router;
mod server;
mod program;

pub use options::Options;
pub use plywood_service::games;
pub use program::main;
pub use server::{Server, StartError};
