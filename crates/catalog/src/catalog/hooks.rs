//! What a catalog knows of its game beside its rules.

use crate::catalog::Catalog;
use crate::playable::Playable;
use plywood_search::games::{Board, BoardRules};

impl<R: BoardRules> Catalog<Board<R>> {
    /// A game on a board of cells.
    ///
    /// # Panics
    /// If the rules' [`START`](BoardRules::START) is no position.
    #[must_use]
    pub fn board(name: &'static str) -> Self {
        Self::keyed(name, Board::start())
    }
}

/// What is known of the game beside its rules.
impl<G: Playable> Catalog<G> {
    /// The same with a name for titles; otherwise it is the name with spaces for hyphens.
    #[must_use]
    pub fn title(self, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..self
        }
    }

    /// The same with a position that shows more than the first one, for comparisons and trees.
    #[must_use]
    pub fn example(self, example: G) -> Self {
        Self {
            example: Some(example),
            ..self
        }
    }

    /// The same with another depth that takes about a second from the example; otherwise it is 4.
    #[must_use]
    pub fn usual_depth(self, plies: u32) -> Self {
        Self {
            usual_depth: plies,
            ..self
        }
    }

    /// The same with moves written in another way for programs; otherwise it is their `Display`.
    #[must_use]
    pub fn moves_as(self, move_text: fn(G::Move) -> String) -> Self {
        Self { move_text, ..self }
    }

    /// The name, as command lines take it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name, as titles show it.
    #[must_use]
    pub fn title_text(&self) -> &str {
        &self.title
    }

    /// The position at the start of a game.
    #[must_use]
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// A position to compare strategies on.
    #[must_use]
    pub fn example_position(&self) -> &G {
        self.example.as_ref().unwrap_or(&self.start)
    }

    /// The depth that takes about a second from the example.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.usual_depth
    }

    /// Whether positions can be repeated, and a repetition is a draw.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.in_game.is_some()
    }

    /// A move as programs read it.
    #[must_use]
    pub fn spelled(&self, _position: &G, mv: G::Move) -> String {
        (self.move_text)(mv)
    }
}
