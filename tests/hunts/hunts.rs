//! Hunts: tests that make random cases from a seed, for the programs that `cargo build` has built. `cargo test` leaves them out.
#![cfg(unix)]

#[path = "../../crates/console/tests/harness/mod.rs"]
#[expect(dead_code, reason = "the programs' own tests use the rest")]
mod harness;
mod hunt;
#[path = "../../crates/console/tests/harness/patience.rs"]
mod patience;

mod damaged_lab;
mod damaged_uci;
mod killed_lab;
mod killed_uci;
