//! Prints how many nodes the engine searches in its benchmark, and how fast: `cargo run --release -p plywood-engine
//! --example bench [DEPTH]`.

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok());
    println!("{}", plywood_engine::bench(depth));
}
