//! The pictures of a comparison with what is said about them.

use plywood_core::diagram::Paint;

/// A board with the moves that the strategies chose.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub(super) svg: Option<String>,
    pub(super) choices: Vec<Choice>,
}

/// A move, and the strategies that chose it.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) mv: String,
    pub(super) paint: Paint,
    pub(super) strategies: Vec<usize>,
}

/// A drawn tree with its description.
#[derive(Debug, Clone)]
pub(super) struct DrawnTree {
    pub(super) strategy: usize,
    pub(super) svg: String,
    pub(super) depth: u32,
    pub(super) visited: usize,
    pub(super) of: usize,
    /// Which pass is drawn, if there are several.
    pub(super) pass: Option<String>,
    /// The number of nodes of all passes.
    pub(super) explored: u64,
    /// The number of nodes below the part that is drawn.
    pub(super) below: u64,
    pub(super) cuts: Vec<String>,
}
