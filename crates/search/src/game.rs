//! [`Game`]: the rules a search needs; [`Keyed`], for tables; [`Tactical`], for quiescence.

use plywood_eval::Score;
use std::fmt::{self, Debug, Display};
use std::ops::DerefMut;

/// A position of a two-player game in which the sides take turns and one side's gain is the other's loss.
///
/// A strategy needs no more than this. [`Keyed`](crate::Keyed) adds what tables need, and [`Tactical`](crate::Tactical) what quiescence
/// needs. [`check_game`](crate::laws::check_game) checks the laws that every game must obey.
///
/// The sides always alternate, because strategies assume that a score good for one side is equally bad for the other. In a game with
/// passes, such as Othello, a pass is a move like any other: list it in [`legal_moves`](Game::legal_moves) when it is legal, and let
/// [`after`](Game::after) change the side to move. Where a player may move twice in a row, as in Kalah, the other side passes in between:
/// [`WithPasses`](crate::WithPasses) adds those passes, and [`check_alternation`](crate::laws::check_alternation) detects a game that lacks
/// them.
///
/// ```
/// use plywood_search::{Ending, Game};
///
/// /// Nim with one heap: take one, two or three matches. The side that takes the last one wins.
/// #[derive(Clone)]
/// struct Nim(u32);
///
/// impl Game for Nim {
///     type Move = u32;
///     type Moves = Vec<u32>;
///
///     fn legal_moves(&self) -> Vec<u32> {
///         (1..=self.0.min(3)).collect()
///     }
///     fn after(&self, taken: u32) -> Self {
///         Nim(self.0 - taken)
///     }
///     fn ending(&self, moves: &[u32]) -> Option<Ending> {
///         moves.is_empty().then_some(Ending::Lost)
///     }
/// }
/// assert_eq!(Nim(4).after(3).legal_moves(), [1]);
/// assert_eq!(Nim(4).after(3).after(1).ending_at_leaf(), Some(Ending::Lost));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a game a strategy can play",
    label = "this needs `Game`",
    note = "implement `Game` for `{Self}`: `legal_moves`, `after` and `ending`"
)]
pub trait Game: Clone {
    /// A move, small enough to copy; its `Display` is for people. A tuple or an array has none, so put it into a type of yours.
    type Move: Copy + Eq + Debug + Display;

    /// A list of moves, such as `Vec` or an array-backed list that needs no heap.
    type Moves: DerefMut<Target = [Self::Move]>;

    /// Returns every legal move, always in the same order. A position that is won, lost or drawn may have some.
    fn legal_moves(&self) -> Self::Moves;

    /// Returns the position after a legal move, with the other side to move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;

    /// Returns the result of the game, if it is over; `moves` are the legal moves of this position.
    ///
    /// The caller passes the list so that moves are not generated twice. A position without moves is over; if this returns `None` for one,
    /// [`check_game`](crate::laws::check_game) reports it, and searches [score it as a draw](Self::ending_in_search).
    fn ending(&self, moves: &[Self::Move]) -> Option<Ending>;

    /// Returns the [`ending`](Self::ending) that searches use: a position with neither moves nor an ending is a draw.
    #[inline]
    fn ending_in_search(&self, moves: &[Self::Move]) -> Option<Ending> {
        let stuck = moves.is_empty().then_some(Ending::Drawn);
        self.ending(moves).or(stuck)
    }

    /// Returns the ending at a leaf, where the moves are not needed otherwise.
    ///
    /// Override it if the end of the game can be detected without listing the moves.
    #[inline]
    fn ending_at_leaf(&self) -> Option<Ending> {
        self.ending(&self.legal_moves())
    }

    /// Declares that some positions wait for chance, and what a win is worth; most games have no chance. Searches that can't handle chance
    /// don't compile for a game that has it.
    const STAKES: Option<Stakes> = None;

    /// Returns `true` if this position waits for chance, such as a roll of dice. Its legal moves are then the outcomes, and the side to
    /// move is the one that moves after them: a move changes the side to move, an outcome doesn't. A ply is a player's move.
    #[inline]
    fn waits_for_chance(&self) -> bool {
        false
    }

    /// Returns the weight of an outcome, among the outcomes that this position waits for: of two dice, a double weighs 1 and any other roll
    /// 2. An outcome of weight 0 never happens. The weights of a position add up to less than 2³².
    #[inline]
    fn weight(&self, _outcome: Self::Move) -> u32 {
        1
    }

    /// Returns a score in the game's notation. Unless overridden, it's in pawns or a mate in full moves, and in a game with chance in points:
    /// `+0.250`.
    ///
    /// ```
    /// use plywood_search::games::{ConnectFour, Tree};
    /// use plywood_search::{Game, Score};
    ///
    /// assert_eq!(ConnectFour::score_text(Score::centipawns(3)), "+0.03");
    /// assert_eq!(Tree::score_text(Score::centipawns(3)), "3");
    /// ```
    #[must_use]
    fn score_text(score: Score) -> String {
        match (Self::STAKES, score.as_centipawns()) {
            (Some(stakes), Some(units)) => format!("{:+.3}", stakes.points(units)),
            _ => score.to_string(),
        }
    }
}

/// The stakes of a game with chance: the worth of a win in its evaluator's units, and with it the highest and lowest value of a position.
///
/// Without chance, a win is above every estimate, however large. An expectation can't be computed from such a score: the smallest chance
/// of a win would be worth more than any material. [`Chances`](crate::Chances) says how it is computed from the stakes. A game with bigger
/// and smaller wins, such as backgammon, declares the worth of the biggest and its [points](Self::in_points), and its endings are
/// [scores](Ending::Scored).
///
/// Values are whole units, so choose stakes that are large enough for the differences that matter: equities of backgammon differ by
/// hundredths of a win.
///
/// ```
/// use plywood_search::{Score, Stakes};
///
/// let backgammon = Stakes::new(Score::centipawns(30_000)).in_points(3);
/// assert_eq!(backgammon.points(20_000), 2.0, "a gammon");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stakes {
    win: i32,
    points: i32,
}

impl Stakes {
    /// Declares what a win is worth. It is the highest value of a position; the lowest is its opposite.
    ///
    /// # Panics
    ///
    /// Panics if a win isn't a positive estimate.
    #[must_use]
    pub const fn new(win: Score) -> Self {
        match win.as_centipawns() {
            Some(win) if win > 0 => Self { win, points: 1 },
            _ => panic!("a win is worth a positive estimate"),
        }
    }

    /// Returns the worth of a win, which is the highest value of a position.
    #[must_use]
    pub const fn win(self) -> i32 {
        self.win
    }

    /// Declares how many points the biggest win is worth, by default one.
    #[must_use]
    pub const fn in_points(self, points: i32) -> Self {
        Self { points, ..self }
    }

    /// Converts a value in the evaluator's units into points.
    #[must_use]
    pub fn points(self, units: i32) -> f64 {
        f64::from(units) * f64::from(self.points) / f64::from(self.win)
    }
}

/// The result of a game from the side to move's point of view.
///
/// ```
/// use plywood_search::Ending;
///
/// assert_eq!(Ending::Lost.to_string(), "lost");
/// assert!(Ending::Repeated.is_draw() && !Ending::Won.is_draw());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// The side to move has lost: it is mated, or the other side has completed its line.
    Lost,
    /// The game is a draw.
    Drawn,
    /// The game is a draw because of the moves that led here; reached another way, the same position would not end it.
    Repeated,
    /// The side to move has won.
    Won,
    /// The game is over with this score for the side to move, as in games that count points. A sure win or loss counts from this position.
    Scored(Score),
}

impl Ending {
    /// Returns `true` for a draw, after which the players may go on if there are moves.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        match self {
            Self::Drawn | Self::Repeated => true,
            Self::Lost | Self::Won | Self::Scored(_) => false,
        }
    }

    /// Returns the score of this ending for the side to move. Wins and losses count from the root, `ply` plies above.
    ///
    /// ```
    /// use plywood_search::{Ending, Score};
    ///
    /// assert_eq!(Ending::Lost.score(4), Score::lost_in(4));
    /// assert_eq!(Ending::Repeated.score(4), Score::DRAW);
    /// ```
    #[must_use]
    #[inline]
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Self::Lost => Score::lost_in(ply),
            Self::Drawn | Self::Repeated => Score::DRAW,
            Self::Won => Score::won_in(ply),
            Self::Scored(score) => score.relative_to_root(ply),
        }
    }
}

/// Writes `won`, `lost` or `drawn` for the side to move, or its score.
impl Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won => f.pad("won"),
            Self::Lost => f.pad("lost"),
            Self::Drawn | Self::Repeated => f.pad("drawn"),
            Self::Scored(score) => Display::fmt(score, f),
        }
    }
}

/// A game whose positions have a 64-bit key, for transposition tables, and whose moves have codes, for tables, killers and history.
///
/// ```
/// use plywood_search::Keyed;
/// use plywood_search::games::ConnectFour;
///
/// let start = ConnectFour::new();
/// let codes: Vec<u16> =
///     [0, 3].map(|column| ConnectFour::move_code(column.into())).to_vec();
/// assert_eq!(codes, [0, 3]);
/// assert_ne!(start.key(), 0);
/// ```
///
/// A table for a game without keys doesn't compile, and the error says what is missing:
///
/// ```compile_fail
/// use plywood_search::{AlphaBeta, Ending, Game, Limits, Score, Strategy, Transpositions};
///
/// #[derive(Clone)]
/// struct Keyless;
/// impl Game for Keyless {
///     type Move = u8;
///     type Moves = Vec<u8>;
///     fn legal_moves(&self) -> Vec<u8> {
///         Vec::new()
///     }
///     fn after(&self, _: u8) -> Self {
///         Keyless
///     }
///     fn ending(&self, _: &[u8]) -> Option<Ending> {
///         Some(Ending::Drawn)
///     }
/// }
/// let mut search =
///     AlphaBeta::new(|_: &Keyless| Score::DRAW).table(Transpositions::exact(1));
/// search.search(&Keyless, &Limits::none());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys and move codes, by which tables, killers and history remember",
    label = "this needs `Keyed`",
    note = "implement `Keyed` for `{Self}`: `key` and `move_code`; or leave these parts out"
)]
pub trait Keyed: Game {
    /// `true` if the ending of a position may depend on how it was reached. A table is then not exact.
    const DEPENDS_ON_HISTORY: bool = false;

    /// Returns a number that two different positions practically never share. Its low bits must be well mixed.
    ///
    /// It depends on everything that affects the rest of the game, including the side to move.
    fn key(&self) -> u64;

    /// Returns a number that no other move of the same position has.
    fn move_code(mv: Self::Move) -> u16;

    /// Returns the number of plies back to the earliest position that could be repeated.
    ///
    /// In chess it is the halfmove clock. The default compares all earlier positions.
    fn reversible_plies(&self) -> u32 {
        u32::MAX
    }

    /// Returns `true` if the game is drawn because nothing irreversible has happened for too long, as by the fifty-move rule.
    fn is_drawn_by_clock(&self) -> bool {
        false
    }
}

/// A game that identifies its noisy moves, so that quiescence can play them out at the horizon.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Game, Tactical};
///
/// // In a written tree the noisy moves are marked with an exclamation mark.
/// let tree: Tree = "(3 !(8 1) !2)".parse().unwrap();
/// assert_eq!(tree.legal_moves().len(), 3);
/// assert_eq!(tree.noisy_moves().len(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which moves are noisy",
    label = "this needs `Tactical`",
    note = "implement `Tactical` for `{Self}`: `noisy_moves` and `capture_rank`; or leave quiescence and capture ordering out"
)]
pub trait Tactical: Game {
    /// Returns the legal moves that change the material or the threats at once, in a fixed order: in chess, captures and promotions to a
    /// queen. For speed, generate them directly instead of filtering all moves.
    fn noisy_moves(&self) -> Self::Moves;

    /// Returns `true` if the side to move must answer a threat, as in check, so that it may not stand pat.
    fn is_check(&self) -> bool {
        false
    }

    /// 0 for a quiet move; for a noisy one a number from 1 to 10,000, higher for one that is likely to win more.
    ///
    /// In chess the victim counts before the attacker: pawn takes queen comes first, queen takes pawn last.
    fn capture_rank(&self, mv: Self::Move) -> i32;

    /// `true` if [`pass`](Self::pass) ever passes, so that null moves can help in this game.
    const PASSES: bool = false;

    /// Returns the position after a null move, which only a search makes: the side to move passes. `None` where passing proves nothing: in
    /// check, and where having to move may be a disadvantage (zugzwang). The default is always `None`, so a search tries no null moves.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Returns the gain of the move if both sides keep exchanging on its square. The default is 0: no move loses by exchange.
    fn exchange(&self, _mv: Self::Move) -> Score {
        Score::DRAW
    }
}
