//! One move of a game, to read it.

use std::fmt;
use std::num::NonZeroU32;

use plywood_core::{Move, Position};

use crate::san;
use crate::text::MoveText;

use crate::pgn::comment::Comment;
use crate::pgn::nag::Nag;
use crate::pgn::tree::PgnGame;

/// The identifier of a move in its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The beginning of a game.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    pub(super) fn from_index(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("four billion moves do not fit in memory"))
    }

    pub(super) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A move as the game stores it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// `None` for a null move, and for the beginning.
    pub(super) mv: Option<Move>,
    pub(super) parent: NodeId,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// The place of its notes; most moves have none.
    pub(super) notes: Option<NodeId>,
    pub(super) is_removed: bool,
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            mv: None,
            parent: NodeId::ROOT,
            first_child: None,
            last_child: None,
            next_sibling: None,
            notes: None,
            is_removed: false,
        }
    }
}

/// The comments and glyphs of a move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::pgn) struct Notes {
    pub(in crate::pgn) before: Vec<Comment>,
    pub(in crate::pgn) after: Vec<Comment>,
    pub(in crate::pgn) nags: Vec<Nag>,
}

/// A move of a game with its comments and glyphs, or the beginning of the game.
///
/// ```
/// use plywood_notation::pgn::{PgnGame, Nag};
///
/// let game: PgnGame = "{a} 1. e4! {b} e5 (1... -- {c}) *".parse()?;
/// let first = game.root().next().expect("there are moves");
/// assert_eq!((first.ply(), first.nags()), (1, &[Nag::GOOD][..]));
/// assert_eq!(first.comments()[0].text(), "b");
/// assert_eq!(game.root().comments()[0].text(), "a");
/// let pass = first.continuations().last().expect("there are two");
/// assert!(pass.is_null() && !pass.is_main_line());
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Node<'a> {
    game: &'a PgnGame,
    id: NodeId,
}

impl<'a> Node<'a> {
    pub(super) const fn new(game: &'a PgnGame, id: NodeId) -> Self {
        Self { game, id }
    }

    fn entry(self) -> &'a Entry {
        &self.game.entries[self.id.index()]
    }

    fn notes(self) -> Option<&'a Notes> {
        let index = self.entry().notes?.index();
        self.game.notes.get(index)
    }

    /// The identifier by which the game finds the move again.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// The move; `None` for a null move and for the beginning.
    #[must_use]
    pub fn mv(self) -> Option<Move> {
        self.entry().mv
    }

    /// Whether this is the beginning.
    #[must_use]
    pub fn is_root(self) -> bool {
        self.id == NodeId::ROOT
    }

    /// Whether this is a null move, with which a side passes.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.mv().is_none() && !self.is_root()
    }

    /// The previous move; `None` for the beginning.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = Self::new(self.game, self.entry().parent);
        (!self.is_root()).then_some(parent)
    }

    /// The next move of this line.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        let child = self.entry().first_child?;
        Some(Self::new(self.game, child))
    }

    /// All moves that follow: the next move of this line, then those that begin variations.
    pub fn continuations(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.next(), |node| {
            let sibling = node.entry().next_sibling?;
            Some(Self::new(node.game, sibling))
        })
    }

    /// Whether the move belongs to the main line, and not to a variation.
    #[must_use]
    pub fn is_main_line(self) -> bool {
        let mut line = std::iter::successors(Some(self), |node| node.parent());
        line.all(|node| {
            let first = node.parent().and_then(Self::next);
            first.is_none_or(|first| first.id == node.id)
        })
    }

    /// The number of moves up to this one.
    #[must_use]
    pub fn ply(self) -> usize {
        std::iter::successors(self.parent(), |node| node.parent()).count()
    }

    /// The position after the move, found by playing the game up to it. To go through a whole game,
    /// use [`PgnGame::steps`], which makes each move once.
    #[must_use]
    pub fn position(self) -> Position {
        let line = std::iter::successors(Some(self), |node| node.parent());
        let mut nodes: Vec<_> = line.filter(|node| !node.is_root()).collect();
        nodes.reverse();
        let start = self.game.start.clone();
        nodes
            .into_iter()
            .fold(start, |position, node| node.after(&position))
    }

    /// The move in SAN; `--` for a null move, and an empty text for the beginning. As
    /// [`position`](Self::position), this plays the game up to the move.
    #[must_use]
    pub fn san(self) -> MoveText {
        match self.parent() {
            Some(parent) => san::write(&parent.position(), self.mv()),
            None => MoveText::default(),
        }
    }

    /// The comments before the move. Only a move that begins a variation has any; for other moves
    /// they stand behind the previous move.
    #[must_use]
    pub fn comments_before(self) -> &'a [Comment] {
        self.notes().map_or(&[], |notes| &notes.before)
    }

    /// The comments behind the move.
    #[must_use]
    pub fn comments(self) -> &'a [Comment] {
        self.notes().map_or(&[], |notes| &notes.after)
    }

    /// The glyphs of the move.
    #[must_use]
    pub fn nags(self) -> &'a [Nag] {
        self.notes().map_or(&[], |notes| &notes.nags)
    }

    /// The position after the move, from the position before it.
    pub(super) fn after(self, before: &Position) -> Position {
        match self.mv() {
            Some(mv) => before.play_unchecked(mv),
            None => before.after_null().unwrap_or_else(|| before.clone()),
        }
    }

    pub(in crate::pgn) fn has_same_notes(self, other: Node<'_>) -> bool {
        self.comments_before() == other.comments_before()
            && self.comments() == other.comments()
            && self.nags() == other.nags()
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node")
            .field("id", &self.id)
            .field("mv", &self.mv())
            .finish_non_exhaustive()
    }
}
