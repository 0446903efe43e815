//! A game with all its variations, in one list of moves.

mod node;
mod edit;
mod walk;

use plywood_core::{Color, File, Move, Position, Wing};

use crate::pgn::comment::Comment;
use crate::pgn::nag::Nag;
use crate::pgn::problem::PgnError;
use crate::pgn::result::GameResult;
use crate::pgn::tags::{TagError, Tags};

use node::{Entry, Notes};

pub use edit::NodeMut;
pub use node::{Node, NodeId};
pub(super) use walk::Event;

/// A game: tags, the position it begins with, moves with variations, comments and glyphs.
///
/// Every move in it is legal, or a null move. Moves lie in one list and name each other by
/// number, so a game of any depth is dropped and walked without recursion.
///
/// ```
/// use plywood_notation::pgn::PgnGame;
///
/// let game: PgnGame = "[White \"Légal\"]\n\n1. e4 e5 (1... c5) 2. Bc4 {develops} d6 1-0".parse()?;
/// assert_eq!(game.tags().get("White"), Some("Légal"));
/// assert_eq!(game.main_line().count(), 4);
///
/// let first = game.root().next().expect("there are moves");
/// let answers: Vec<_> = first.continuations().filter_map(|node| node.san()).map(|san| san.to_string()).collect();
/// assert_eq!(answers, ["e5", "c5"]);
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PgnGame {
    pub(super) tags: Tags,
    start: Position,
    /// The first entry stands for the start position.
    entries: Vec<Entry>,
    notes: Vec<Notes>,
    pub(super) errors: Vec<PgnError>,
}

impl Default for PgnGame {
    fn default() -> Self {
        Self::new()
    }
}

impl PgnGame {
    /// A game without moves.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// assert!(PgnGame::new().to_string().ends_with("[Result \"*\"]\n\n*\n"));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            tags: Tags::default(),
            start: Position::START,
            entries: vec![Entry::default()],
            notes: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// A game without moves that begins with a position. It is marked as Chess960 if only those
    /// rules allow its castling.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game = PgnGame::from_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?);
    /// assert!(game.to_string().contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]"));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn from_position(start: Position) -> Self {
        let mut game = Self::new();
        if needs_chess960(&start) {
            let known = game.tags.set("Variant", "Chess960");
            debug_assert!(known.is_ok(), "the tag has a good name");
        }
        game.start = start;
        game
    }

    /// The position the game begins with.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// assert_eq!(*PgnGame::new().start(), Position::START);
    /// ```
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The same tags and moves from another position; only for a game without moves yet.
    pub(super) fn set_start(&mut self, start: Position) {
        let variant = self.tags.get("Variant").is_some();
        if needs_chess960(&start) && !variant {
            let known = self.tags.set("Variant", "Chess960");
            debug_assert!(known.is_ok(), "the tag has a good name");
        }
        self.start = start;
    }

    /// The tags.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "[White \"Légal\"] *".parse()?;
    /// assert_eq!(game.tags().get("White"), Some("Légal"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets a tag.
    ///
    /// # Errors
    /// As [`Tags::set`].
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new();
    /// game.set_tag("White", "Légal")?;
    /// assert!(game.to_string().contains("[White \"Légal\"]"));
    /// # Ok::<(), plywood_notation::pgn::TagError>(())
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        self.tags.set(name, value)
    }

    /// Takes a tag away and returns its value; one of the seven becomes unknown.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let mut game: PgnGame = "[ECO \"C41\"] *".parse()?;
    /// assert_eq!(game.remove_tag("ECO").as_deref(), Some("C41"));
    /// assert_eq!(game.tags().get("ECO"), None);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn remove_tag(&mut self, name: &str) -> Option<String> {
        self.tags.remove(name)
    }

    /// How the game ended.
    ///
    /// ```
    /// use plywood_notation::pgn::{PgnGame, GameResult};
    ///
    /// let game: PgnGame = "1. e4 e5 1/2-1/2".parse()?;
    /// assert_eq!(game.result(), GameResult::Draw);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.tags.result()
    }

    /// Sets how the game ended, in its tag as well.
    ///
    /// ```
    /// use plywood_core::Color;
    /// use plywood_notation::pgn::{PgnGame, GameResult};
    ///
    /// let mut game = PgnGame::new();
    /// game.set_result(GameResult::Won(Color::White));
    /// assert_eq!(game.tags().get("Result"), Some("1-0"));
    /// ```
    pub fn set_result(&mut self, result: GameResult) {
        self.tags.set_result(result);
    }

    /// What was wrong with the game when it was read. What came before stands in the game.
    ///
    /// ```
    /// use plywood_notation::pgn::Games;
    ///
    /// let game = Games::new("1. e4 e5 2. Ke3 *".as_bytes()).next().expect("there is a game")?;
    /// assert_eq!((game.len(), game.errors().len()), (2, 1));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn errors(&self) -> &[PgnError] {
        &self.errors
    }

    /// The beginning of the game, before any move.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "{before all} 1. e4 *".parse()?;
    /// assert_eq!(game.root().comments()[0].text(), "before all");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node::new(self, NodeId::ROOT)
    }

    /// The beginning of the game, to add to it.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_notation::{pgn::{Comment, PgnGame, Nag}, san};
    ///
    /// let mut game = PgnGame::new();
    /// let mut node = game.root_mut();
    /// for text in ["e4", "e5", "Nf3"] {
    ///     let mv = san::parse(node.position(), text)?;
    ///     node = node.play(mv)?;
    /// }
    /// node.add_nag(Nag::GOOD);
    /// node.add_comment(Comment::new("a knight"));
    /// assert!(game.to_string().ends_with("1. e4 e5 2. Nf3 $1 {a knight} *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn root_mut(&mut self) -> NodeMut<'_> {
        let position = self.start.clone();
        NodeMut::new(self, NodeId::ROOT, position)
    }

    /// A move of the game by the name that [`Node::id`] gave it; `None` if there is no such move.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 e5 *".parse()?;
    /// let last = game.node(game.last()).expect("the game named it");
    /// assert_eq!(last.san().map(|san| san.to_string()).as_deref(), Some("e5"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        self.entries.get(id.index()).map(|_| Node::new(self, id))
    }

    /// A move of the game, to add to it; `None` if there is no such move.
    ///
    /// ```
    /// use plywood_notation::pgn::{PgnGame, Nag};
    ///
    /// let mut game: PgnGame = "1. e4 e5 *".parse()?;
    /// game.node_mut(game.last()).expect("the game named it").add_nag(Nag::GOOD);
    /// assert!(game.to_string().ends_with("1. e4 e5 $1 *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn node_mut(&mut self, id: NodeId) -> Option<NodeMut<'_>> {
        let position = self.node(id)?.position();
        Some(NodeMut::new(self, id, position))
    }

    /// The moves of the main line, from the first on.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 (1. d4 d5) 1... e5 *".parse()?;
    /// let line: Vec<_> = game.main_line().filter_map(|node| node.mv()).map(|mv| mv.to_string()).collect();
    /// assert_eq!(line, ["e2e4", "e7e5"]);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(self.root().next(), |node| node.next())
    }

    /// The last position of the main line.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
    /// assert!(game.final_position().is_checkmate());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn final_position(&self) -> Position {
        let mut moves = self.main_line();
        moves
            .try_fold(self.start.clone(), |position, node| match node.mv() {
                Some(mv) => Some(position.play_unchecked(mv)),
                None => position.after_null(),
            })
            .unwrap_or_else(|| self.start.clone())
    }

    /// How many moves there are, those of variations included.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// assert_eq!("1. e4 (1. d4 d5) 1... e5 *".parse::<PgnGame>()?.len(), 4);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() - 1
    }

    /// Whether there are no moves.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// assert!("[White \"Légal\"] *".parse::<PgnGame>()?.is_empty());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the move that was added last; the beginning if there is none.
    ///
    /// ```
    /// use plywood_notation::pgn::{PgnGame, NodeId};
    ///
    /// assert_eq!(PgnGame::new().last(), NodeId::ROOT);
    /// ```
    #[must_use]
    pub fn last(&self) -> NodeId {
        NodeId::from_index(self.len())
    }

    /// Adds a move that is known to be legal, after those that are there.
    pub(super) fn push(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId::from_index(self.entries.len());
        self.entries.push(Entry {
            mv,
            parent,
            ..Entry::default()
        });
        let entry = &mut self.entries[parent.index()];
        let last = entry.last_child.replace(id);
        match last {
            None => entry.first_child = Some(id),
            Some(last) => self.entries[last.index()].next_sibling = Some(id),
        }
        id
    }

    /// The move before; the beginning for the beginning.
    pub(super) fn parent(&self, id: NodeId) -> NodeId {
        self.entries[id.index()].parent
    }

    pub(super) fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        let entry = &mut self.entries[id.index()];
        let index = *entry.notes.get_or_insert_with(|| {
            self.notes.push(Notes::default());
            NodeId::from_index(self.notes.len() - 1)
        });
        &mut self.notes[index.index()]
    }

    pub(super) fn comments_mut(&mut self, id: NodeId) -> &mut Vec<Comment> {
        &mut self.notes_mut(id).after
    }

    pub(super) fn nags_mut(&mut self, id: NodeId) -> &mut Vec<Nag> {
        &mut self.notes_mut(id).nags
    }
}

/// Whether the castling rights are not those of standard chess.
fn needs_chess960(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        Wing::ALL.into_iter().any(|wing| {
            let corner = match wing {
                Wing::Kingside => File::H,
                Wing::Queenside => File::A,
            };
            position
                .castling_rook(color, wing)
                .is_some_and(|rook| rook.file() != corner || position.king(color).file() != File::E)
        })
    })
}
