//! What is asked of a crate that knows the rules of chess.

/// The rules of chess as one crate offers them. Each function does its work the fastest way that
/// the crate's public and documented interface has.
pub trait Rules: 'static {
    /// A legal position.
    type Position: Clone;

    /// The name and version of the crate.
    const NAME: &'static str;

    /// Reads a FEN and checks the position.
    fn read(fen: &str) -> Self::Position;

    /// Counts the leaves of the tree of legal moves; those of the last ply are not made.
    fn perft(position: &Self::Position, depth: u32) -> u64;

    /// Counts the same leaves, and makes every one of them.
    fn perft_making_leaves(position: &Self::Position, depth: u32) -> u64;
}
