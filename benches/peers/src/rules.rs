//! The functions of each crate that are measured.

/// The rules of chess in one crate's interface. Each function uses the fastest way of the crate's public, documented interface.
pub trait Rules: 'static {
    /// A legal position.
    type Position: Clone;
    /// A move in the form for the crate's functions.
    type Move: Copy + PartialEq;

    /// The name of the crate.
    const NAME: &'static str;
    /// The number of FEN fields that survive being read and written.
    const FEN_FIELDS: usize = 6;

    /// Reads a FEN and checks the position.
    fn read(fen: &str) -> Self::Position;

    /// Counts the leaves of the tree of legal moves; those of the last ply are not made.
    fn perft(position: &Self::Position, depth: u32) -> u64;

    /// Counts the same leaves, and makes every one of them.
    fn perft_making_leaves(position: &Self::Position, depth: u32) -> u64;

    /// Returns the FEN of a position; not measured.
    fn fen(position: &Self::Position) -> String;

    /// Returns the legal moves; not measured.
    fn moves(position: &Self::Position) -> Vec<Self::Move>;

    /// Returns a move in the notation of programs, castling as `e1g1`; not measured.
    fn uci(position: &Self::Position, mv: Self::Move) -> String;

    /// Returns the key of a position; not measured.
    fn key(position: &Self::Position) -> u64;
}

/// The status of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Ongoing,
    Checkmate,
    Stalemate,
}

/// Converts a position and a string to a legal move.
pub type ReadMove<R> = fn(&<R as Rules>::Position, &str) -> Option<<R as Rules>::Move>;

/// A question about a move in a position.
pub type AskMove<R> = fn(&<R as Rules>::Position, <R as Rules>::Move) -> bool;

/// Converts a position and a legal move to a string, which is written into the buffer or passed to `black_box`.
pub type WriteMove<R> = fn(&<R as Rules>::Position, <R as Rules>::Move, &mut String);

/// Single operations. Those that a crate does not offer are `None`.
pub trait Operations: Rules {
    /// Lists the legal moves, and passes the list to `black_box`.
    fn list(position: &Self::Position);

    /// Returns the number of legal moves.
    fn count(position: &Self::Position) -> usize;

    /// Makes a legal move and passes the child to `black_box`; the parent is unchanged.
    fn make(position: &mut Self::Position, mv: Self::Move);

    /// Makes a move like [`make`](Self::make), and returns the key of the child. The parent's key is passed in for crates that do not keep
    /// it.
    fn make_with_key(position: &mut Self::Position, key: u64, mv: Self::Move) -> u64;

    /// Writes the FEN into the buffer, or passes it to `black_box` if the crate returns a string.
    fn write_fen(position: &Self::Position, text: &mut String);

    const READ_SAN: Option<ReadMove<Self>> = None;
    const WRITE_SAN: Option<WriteMove<Self>> = None;
    const READ_UCI: Option<ReadMove<Self>> = None;

    /// Returns the SAN of a legal move, if the crate writes it; not measured.
    fn san(position: &Self::Position, mv: Self::Move) -> Option<String> {
        Self::WRITE_SAN.map(|write| {
            let mut text = String::new();
            write(position, mv, &mut text);
            text
        })
    }

    /// Tells if a move from anywhere, such as a table, is legal.
    const IS_LEGAL: Option<AskMove<Self>> = None;

    /// Tells if a legal move gives check.
    const GIVES_CHECK: Option<AskMove<Self>> = None;

    /// Checkmate, stalemate, or neither.
    const STATUS: Option<fn(&Self::Position) -> Status> = None;
}
