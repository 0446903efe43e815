//! A game with all its variations, in one list of moves.

mod walk;
mod edit;

use std::fmt;
use std::num::NonZeroU32;

use plywood_core::{History, Move, Outcome, Position};

use crate::pgn::comment::Comment;
use crate::pgn::nag::Nag;
use crate::pgn::problem::PgnError;
use crate::pgn::tags::{GameResult, TagError, Tags};
use crate::san;
use crate::text::MoveText;

pub use edit::NodeMut;
pub(super) use walk::Event;
pub use walk::Step;

/// A game: its tags, start position, moves, variations, comments and glyphs.
///
/// Every move is legal, or a null move. The moves are one list with links between them, so that a game of any depth is walked and dropped
/// without recursion. [`steps`](Self::steps) walks it with positions, [`root_mut`](Self::root_mut) adds to it, and [`remove`](Self::remove)
/// and [`make_main_line`](Self::make_main_line) change its variations.
///
/// ```
/// use plywood_notation::pgn::PgnGame;
///
/// let game: PgnGame =
///     "[White \"Légal\"]\n\n1. e4 e5 (1... c5) 2. Bc4 {develops} d6 1-0".parse()?;
/// assert_eq!(game.tags().get("White"), Some("Légal"));
/// assert_eq!(game.main_line().count(), 4);
///
/// let first = game.root().next().expect("there are moves");
/// let answers: Vec<String> =
///     first.continuations().map(|node| node.san().to_string()).collect();
/// assert_eq!(answers, ["e5", "c5"]);
/// # Ok::<(), plywood_notation::pgn::PgnError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PgnGame {
    pub(super) tags: Tags,
    start: Position,
    /// The entries; the first is the start position. Removed moves keep their places, so that identifiers stay valid.
    entries: Vec<Entry>,
    removed: usize,
    notes: Vec<Notes>,
    pub(super) errors: Vec<PgnError>,
    pub(super) warnings: Vec<PgnError>,
}

impl Default for PgnGame {
    fn default() -> Self {
        Self::new()
    }
}

impl PgnGame {
    /// Makes a game without moves.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tags: Tags::default(),
            start: Position::START,
            entries: vec![Entry::default()],
            removed: 0,
            notes: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Makes a game without moves that begins with a position. It is tagged as Chess960 if only those rules allow its castling.
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
        game.set_start(start);
        game
    }

    /// Returns the start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Changes the start position of a game without moves.
    pub(super) fn set_start(&mut self, start: Position) {
        self.tags.name_variant(&start);
        self.start = start;
    }

    /// Returns the tags.
    #[doc(alias = "headers")]
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Sets a tag.
    ///
    /// # Errors
    /// Those of [`Tags::set`].
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        self.tags.set(name, value)
    }

    /// Removes a tag and returns its value. A tag of the roster becomes unknown.
    pub fn remove_tag(&mut self, name: &str) -> Option<String> {
        self.tags.remove(name)
    }

    /// Returns the result.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.tags.result()
    }

    /// Sets the result, which is also the `Result` tag.
    pub fn set_result(&mut self, result: GameResult) {
        self.tags.set_result(result);
    }

    /// Returns the errors found when the game was read. The game contains everything before them.
    ///
    /// ```
    /// use plywood_notation::pgn::Games;
    ///
    /// let game =
    ///     Games::new("1. e4 e5 2. Ke3 *".as_bytes()).next().expect("there is a game")?;
    /// assert_eq!((game.len(), game.errors().len()), (2, 1));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn errors(&self) -> &[PgnError] {
        &self.errors
    }

    /// Returns the repairs made when the game was read, such as a dropped castling right in its FEN tag. The game is nevertheless complete.
    #[must_use]
    pub fn warnings(&self) -> &[PgnError] {
        &self.warnings
    }

    /// Returns the game if it has no errors, otherwise the first error.
    ///
    /// # Errors
    /// The first of [`errors`](Self::errors).
    pub fn into_result(mut self) -> Result<Self, PgnError> {
        if self.errors.is_empty() {
            Ok(self)
        } else {
            Err(self.errors.swap_remove(0))
        }
    }

    /// Returns the start of the game, before any move.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node::new(self, NodeId::ROOT)
    }

    /// Returns the start of the game, to add moves and notes.
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

    /// Finds a move by its identifier, [`Node::id`]; `None` if there is no such move, or it was removed.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        let entry = self.entries.get(id.index())?;
        (!entry.is_removed).then(|| Node::new(self, id))
    }

    /// Finds a move by its identifier, to add moves and notes there. Its position is found by playing the game up to it; to go through a
    /// line, use [`NodeMut::advance`].
    ///
    /// ```
    /// use plywood_notation::pgn::{PgnGame, Nag};
    ///
    /// let mut game: PgnGame = "1. e4 e5 *".parse()?;
    /// game.node_mut(game.last_added()).expect("the game named it").add_nag(Nag::GOOD);
    /// assert!(game.to_string().ends_with("1. e4 e5 $1 *\n"));
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn node_mut(&mut self, id: NodeId) -> Option<NodeMut<'_>> {
        let position = self.node(id)?.position();
        Some(NodeMut::new(self, id, position))
    }

    /// Returns the moves of the main line. [`main_line_steps`](Self::main_line_steps) also gives positions.
    ///
    /// ```
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let game: PgnGame = "1. e4 (1. d4 d5) 1... e5 *".parse()?;
    /// let line: Vec<_> =
    ///     game.main_line().filter_map(|node| node.mv()).map(|mv| mv.to_string()).collect();
    /// assert_eq!(line, ["e2e4", "e7e5"]);
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        std::iter::successors(self.root().next(), |node| node.next())
    }

    /// Returns the last position of the main line.
    #[must_use]
    pub fn final_position(&self) -> Position {
        let last = self.main_line_steps().last();
        last.map_or_else(|| self.start.clone(), |step| step.after)
    }

    /// Returns the number of moves, including variations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() - 1 - self.removed
    }

    /// Returns `true` if the game has no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the identifier of the last added move; the root if there are no moves.
    #[must_use]
    pub fn last_added(&self) -> NodeId {
        let last = self.entries.iter().rposition(|entry| !entry.is_removed);
        NodeId::from_index(last.unwrap_or_default())
    }

    /// Adds a legal move as the last alternative.
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

    /// Returns the previous move; the root's is the root.
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

/// The identifier of a move in its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The root of a game.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    pub(super) fn from_index(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.expect("four billion moves do not fit in memory"))
    }

    pub(super) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A move in the form that the game stores.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The move; `None` for a null move, and for the root.
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
pub(super) struct Notes {
    pub(super) before: Vec<Comment>,
    pub(super) after: Vec<Comment>,
    pub(super) nags: Vec<Nag>,
}

/// A move of a game with its comments and glyphs, or the root of the game.
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

    /// Returns the identifier that finds the move again in the game.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// Returns the move; `None` for a null move and for the root.
    #[must_use]
    pub fn mv(self) -> Option<Move> {
        self.entry().mv
    }

    /// Returns `true` if this is the root.
    #[must_use]
    pub fn is_root(self) -> bool {
        self.id == NodeId::ROOT
    }

    /// Returns `true` if this is a null move: a pass.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.mv().is_none() && !self.is_root()
    }

    /// Returns the previous move; `None` for the root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = Self::new(self.game, self.entry().parent);
        (!self.is_root()).then_some(parent)
    }

    /// Returns the next move of this line.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        let child = self.entry().first_child?;
        Some(Self::new(self.game, child))
    }

    /// Returns all moves that follow: the next move of this line, then those that begin variations.
    pub fn continuations(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.next(), |node| {
            let sibling = node.entry().next_sibling?;
            Some(Self::new(node.game, sibling))
        })
    }

    /// Returns `true` if the move belongs to the main line, and not to a variation.
    #[must_use]
    pub fn is_main_line(self) -> bool {
        let mut line = std::iter::successors(Some(self), |node| node.parent());
        line.all(|node| {
            let first = node.parent().and_then(Self::next);
            first.is_none_or(|first| first.id == node.id)
        })
    }

    /// Returns the number of moves up to this one.
    #[must_use]
    pub fn ply(self) -> usize {
        std::iter::successors(self.parent(), |node| node.parent()).count()
    }

    /// Returns the position after the move, found by playing the game up to it. To go through a whole game, use [`PgnGame::steps`], which
    /// makes each move once.
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

    /// Returns the move in SAN; `--` for a null move, and an empty string for the root. Like [`position`](Self::position), it plays the
    /// game up to the move.
    #[must_use]
    pub fn san(self) -> MoveText {
        match self.parent() {
            Some(parent) => san::write(&parent.position(), self.mv()),
            None => MoveText::default(),
        }
    }

    /// Returns the comments before the move. Only a move that begins a variation has any; for other moves they follow the previous move.
    #[must_use]
    pub fn comments_before(self) -> &'a [Comment] {
        self.notes().map_or(&[], |notes| &notes.before)
    }

    /// Returns the comments after the move.
    #[must_use]
    pub fn comments(self) -> &'a [Comment] {
        self.notes().map_or(&[], |notes| &notes.after)
    }

    /// Returns the glyphs of the move.
    #[must_use]
    pub fn nags(self) -> &'a [Nag] {
        self.notes().map_or(&[], |notes| &notes.nags)
    }

    /// Returns the position after the move, given the one before it.
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

impl PgnGame {
    /// Returns the main line as a [`History`], which has repetitions and all draw rules. `None` if one of its moves is a null move.
    ///
    /// ```
    /// use plywood_core::{Draw, Outcome};
    /// use plywood_notation::pgn::PgnGame;
    ///
    /// let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4) + "1/2-1/2";
    /// let history = shuffle.parse::<PgnGame>()?.to_history().expect("no null moves");
    /// assert_eq!(history.outcome(), Some(Outcome::Draw(Draw::FivefoldRepetition)));
    ///
    /// // And back, with the result and the reason.
    /// let game = PgnGame::from(&history);
    /// assert_eq!(game.tags().get("Termination"), Some("normal"));
    /// let last = game.main_line().last().expect("there are moves");
    /// assert_eq!(last.comments()[0].text(), "fivefold repetition");
    /// # Ok::<(), plywood_notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn to_history(&self) -> Option<History> {
        let mut history = History::new(self.start().clone());
        for node in self.main_line() {
            history.play(node.mv()?).ok()?;
        }
        Some(history)
    }
}

/// Makes the moves the main line. If the game has ended by the rules, the result and the termination are set, and a comment names the kind
/// of a draw. Set the result of a claimed draw yourself, since the moves do not show it.
impl From<&History> for PgnGame {
    fn from(history: &History) -> Self {
        let mut game = Self::from_position(history.start().clone());
        let mut last = NodeId::ROOT;
        for &mv in history.moves() {
            last = game.push(last, Some(mv));
        }
        if let Some(outcome) = history.outcome() {
            game.set_result(GameResult::from(outcome));
            let set = game.set_tag("Termination", "normal");
            debug_assert!(set.is_ok(), "the name of the tag is valid");
            match outcome {
                Outcome::Checkmate { .. } => {}
                Outcome::Draw(draw) => game
                    .comments_mut(last)
                    .push(Comment::new(&draw.to_string())),
            }
        }
        game
    }
}
