//! One move of a game, seen from outside.

use std::fmt;
use std::num::NonZeroU32;

use plywood_core::{Move, Position};

use crate::san;
use crate::text::MoveText;

use crate::pgn::comment::Comment;
use crate::pgn::nag::Nag;
use crate::pgn::tree::PgnGame;

/// The name of a move in its game.
///
/// ```
/// use plywood_notation::pgn::PgnGame;
///
/// let game: PgnGame = "1. e4 e5 *".parse()?;
/// let name = game.last();
/// assert_eq!(game.node(name).map(|node| node.ply()), Some(2));
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// What stands for the beginning of a game.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    pub(super) fn from_index(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("four billion moves do not fit in memory"))
    }

    pub(super) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What a game keeps of a move.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// `None` for a null move, and for the beginning.
    pub(super) mv: Option<Move>,
    pub(super) parent: NodeId,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// Where its notes lie; most moves have none.
    pub(super) notes: Option<NodeId>,
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
        }
    }
}

/// What is said of a move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::pgn) struct Notes {
    pub(in crate::pgn) before: Vec<Comment>,
    pub(in crate::pgn) after: Vec<Comment>,
    pub(in crate::pgn) nags: Vec<Nag>,
}

/// A move of a game with what is said of it, or the beginning of the game.
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

    /// The name by which the game finds the move again.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 *".parse()?;
    /// assert_eq!(game.root().next().map(|node| node.id()), Some(game.last()));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// The move; `None` for a null move and for the beginning.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 *".parse()?;
    /// let first = game.root().next().expect("there is a move");
    /// assert_eq!(first.mv().map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
    /// assert_eq!(game.root().mv(), None);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn mv(self) -> Option<Move> {
        self.entry().mv
    }

    /// Whether this is the beginning.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 *".parse()?;
    /// let first = game.root().next().expect("there is a move");
    /// assert!(game.root().is_root() && !first.is_root());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn is_root(self) -> bool {
        self.id == NodeId::ROOT
    }

    /// Whether the side to move passes.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. -- *".parse()?;
    /// let first = game.root().next().expect("there is a move");
    /// assert!(first.is_null() && !game.root().is_null());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn is_null(self) -> bool {
        self.mv().is_none() && !self.is_root()
    }

    /// The move before; `None` for the beginning.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 *".parse()?;
    /// let first = game.root().next().expect("there is a move");
    /// assert_eq!(first.parent().map(|node| node.id()), Some(game.root().id()));
    /// assert!(game.root().parent().is_none());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = Self::new(self.game, self.entry().parent);
        (!self.is_root()).then_some(parent)
    }

    /// The move that follows in this line.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 e5 *".parse()?;
    /// let second = game.root().next().and_then(|node| node.next());
    /// assert_eq!(second.map(|node| node.id()), Some(game.last()));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn next(self) -> Option<Self> {
        let child = self.entry().first_child?;
        Some(Self::new(self.game, child))
    }

    /// All moves that follow: the one of this line, then those that begin variations.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 (1. d4) (1. c4) *".parse()?;
    /// assert_eq!(game.root().continuations().count(), 3);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn continuations(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.next(), |node| {
            let sibling = node.entry().next_sibling?;
            Some(Self::new(node.game, sibling))
        })
    }

    /// Whether the move is played in the game, and not in a variation.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 (1. d4) *".parse()?;
    /// let last = game.node(game.last()).expect("the game named it");
    /// assert!(game.root().is_main_line() && !last.is_main_line());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn is_main_line(self) -> bool {
        let mut line = std::iter::successors(Some(self), |node| node.parent());
        line.all(|node| {
            let first = node.parent().and_then(Self::next);
            first.is_none_or(|first| first.id == node.id)
        })
    }

    /// How many moves were made up to this one.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 e5 2. Nf3 *".parse()?;
    /// let last = game.node(game.last()).expect("the game named it");
    /// assert_eq!(last.ply(), 3);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn ply(self) -> usize {
        std::iter::successors(self.parent(), |node| node.parent()).count()
    }

    /// The position after the move, found by playing the game up to it.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
    /// let last = game.node(game.last()).expect("the game named it");
    /// assert!(last.position().is_checkmate());
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn position(self) -> Position {
        let line = std::iter::successors(Some(self), |node| node.parent());
        let mut moves: Vec<_> = line.map(Self::mv).collect();
        // The last is the beginning.
        moves.pop();
        let mut position = self.game.start.clone();
        for mv in moves.into_iter().rev() {
            let next = match mv {
                Some(mv) => Some(position.play_unchecked(mv)),
                None => position.after_null(),
            };
            position = next.unwrap_or(position);
        }
        position
    }

    /// The move as SAN; `None` for a null move and for the beginning.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. g1f3 *".parse()?;
    /// let first = game.root().next().expect("there is a move");
    /// assert_eq!(first.san().map(|san| san.to_string()).as_deref(), Some("Nf3"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn san(self) -> Option<MoveText> {
        let before = self.parent()?.position();
        self.mv().map(|mv| san::write(&before, mv))
    }

    /// The comments before the move. Only a move that begins a variation has any: those of the
    /// others stand behind the move before.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 ({or} 1. d4) *".parse()?;
    /// let last = game.node(game.last()).expect("the game named it");
    /// assert_eq!(last.comments_before()[0].text(), "or");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn comments_before(self) -> &'a [Comment] {
        self.notes().map_or(&[], |notes| &notes.before)
    }

    /// The comments behind the move.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 {best by test} *".parse()?;
    /// let first = game.root().next().expect("there is a move");
    /// assert_eq!(first.comments()[0].text(), "best by test");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn comments(self) -> &'a [Comment] {
        self.notes().map_or(&[], |notes| &notes.after)
    }

    /// The glyphs of the move.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4! $10 *".parse()?;
    /// let first = game.root().next().expect("there is a move");
    /// assert_eq!(first.nags().len(), 2);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn nags(self) -> &'a [Nag] {
        self.notes().map_or(&[], |notes| &notes.nags)
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
