//! [`Playable`]: a game's presentation to people; and strategies whose types are known only at run time.

use crate::grid::{Clicks, Grid, MarkedMove};
use crate::task::Task;
use plywood_eval::{Side, Sides};
use plywood_search::games::{At, BoardGame, BoardRules, Play};
use plywood_search::laws::{BrokenLaw, check_alternation};
use plywood_search::{Ending, FixedDepth, GameOver, Keyed, Played, Strategy, WithPasses};
use std::fmt::Display;
use std::str::FromStr;

/// A game that programs can offer: it reads and writes positions and moves, draws positions, and takes clicks.
///
/// Everything has a default based on `Display` and `FromStr`; override it where the game can do better. A game of letters on cells
/// ([`BoardGame`]) is playable by its rules alone.
///
/// ```
/// use plywood_catalog::{Catalog, Playable};
/// # use plywood_search::games::{ConnectFour, ParseConnectFourError};
/// # use plywood_search::{Ending, Game, Keyed};
/// # #[derive(Clone)]
/// # struct Mine(ConnectFour);
/// # impl Game for Mine {
/// #     type Move = <ConnectFour as Game>::Move;
/// #     type Moves = Vec<Self::Move>;
/// #     fn legal_moves(&self) -> Self::Moves { self.0.legal_moves().to_vec() }
/// #     fn after(&self, mv: Self::Move) -> Self { Self(self.0.after(mv)) }
/// #     fn ending(&self, moves: &[Self::Move]) -> Option<Ending> { self.0.ending(moves) }
/// # }
/// # impl Keyed for Mine {
/// #     fn key(&self) -> u64 { self.0.key() }
/// #     fn move_code(mv: Self::Move) -> u16 { ConnectFour::move_code(mv) }
/// # }
/// # impl std::fmt::Display for Mine {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
/// # }
/// # impl std::str::FromStr for Mine {
/// #     type Err = ParseConnectFourError;
/// #     fn from_str(text: &str) -> Result<Self, Self::Err> { text.parse().map(Self) }
/// # }
///
/// impl Playable for Mine {
///     const PLAYERS: [&'static str; 2] = ["red", "yellow"];
/// }
///
/// let position = Mine::read("ddc")?;
/// assert_eq!(position.read_move("e")?.to_string(), "e");
/// # Ok::<(), String>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "programs do not know how to show `{Self}`",
    label = "this needs `Playable`",
    note = "write `impl plywood_catalog::Playable for {Self} {{}}`; it needs `Keyed`, `Display` and `FromStr`"
)]
pub trait Playable:
    Keyed<Move: Send + Sync, Moves: Send> + Display + FromStr<Err: Display> + Send + Sync + 'static
{
    /// The names of the players, the first one first.
    const PLAYERS: [&'static str; 2] = ["first", "second"];

    /// Reads a position.
    ///
    /// # Errors
    /// The mistake in the text.
    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: Self::Err| error.to_string())
    }

    /// Reads a line of a file: a position, perhaps with its name and solution.
    ///
    /// # Errors
    /// The mistake in the line.
    fn read_task(line: &str) -> Result<Task<Self>, String> {
        Task::read(line, Self::read, Self::read_move)
    }

    /// Reads a legal move in the notation of programs or people.
    ///
    /// # Errors
    /// The mistake in the text.
    fn read_move(&self, text: &str) -> Result<Self::Move, String> {
        let moves = self.legal_moves();
        let mut all = moves.iter().copied();
        let found = all.find(|mv| mv.to_string() == text || self.move_name(*mv) == text);
        found.ok_or_else(|| {
            let known: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let known = known.join(" ");
            format!("{text:?} is not possible here; possible are {known}")
        })
    }

    /// Returns the notation of a move for people, such as `Nf3`; by default its `Display`.
    #[must_use]
    fn move_name(&self, mv: Self::Move) -> String {
        mv.to_string()
    }

    /// Returns the position in lines of text for people; by default its `Display`.
    #[must_use]
    fn shown(&self) -> String {
        self.to_string()
    }

    /// Returns the position as text that the game can read again, in one line if possible; `None` if the game cannot read its own text.
    #[must_use]
    fn text(&self) -> Option<String> {
        let printed = self.to_string();
        let in_a_line: String = printed.lines().collect();
        let is_read = |text: &String| Self::read(text).is_ok_and(|read| read.key() == self.key());
        [in_a_line, printed].into_iter().find(is_read)
    }

    /// Returns the board: a grid of cells with letters or SVG, if the game has one.
    #[must_use]
    fn grid(&self) -> Option<Grid> {
        None
    }

    /// Returns the cells to click for a move, if moves are entered by clicks.
    #[must_use]
    fn clicks(&self, _mv: Self::Move) -> Option<Clicks> {
        None
    }

    /// Returns the position as SVG with these moves on it, each in a color; by default its grid with the cells that change. `id` must
    /// differ for each picture of a page.
    #[must_use]
    fn picture(&self, moves: &[(Self::Move, String)], _id: &str) -> Option<String> {
        let mark = |(mv, color): &(Self::Move, String)| {
            let (after, color) = (self.after(*mv).grid()?, color.clone());
            Some(MarkedMove { after, color })
        };
        let marks: Vec<MarkedMove> = moves.iter().filter_map(mark).collect();
        Some(self.grid()?.to_svg(&marks))
    }

    /// Returns the side to move after this many plies of a game, without the outcomes of chance. The default uses the position if it is known there, and otherwise
    /// alternates from the first player. If a player may move again, override it: `Catalog::check` then detects missing passes.
    #[must_use]
    fn side_to_move(&self, plies: usize) -> Side {
        if plies.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Returns the position with the sides exchanged, which is used to check evaluators.
    #[must_use]
    fn swapped(&self) -> Option<Self> {
        None
    }

    /// Returns the position after a pass, if the rules allow one.
    #[must_use]
    fn after_pass(&self) -> Option<Self> {
        None
    }

    /// Returns the position if the game is chess, for features of chess alone, such as PGN, endgame tables and questions.
    #[cfg(feature = "chess")]
    #[must_use]
    fn as_chess(&self) -> Option<&plywood_core::Position> {
        None
    }

    /// Returns the cell of a king in check, or similar.
    #[must_use]
    fn check(&self) -> Option<String> {
        None
    }

    /// Returns the reason the game is over, such as `four in a row` or `the board is full`, if the game has words for it.
    #[must_use]
    fn reason(&self, _ending: Ending) -> Option<String> {
        None
    }

    /// Returns the result of a game, if it is over. If it `repeats`, threefold repetition is a draw, and so is the limit of a move count
    /// such as the fifty-move rule's.
    #[must_use]
    fn over(game: &Played<Self>, repeats: bool) -> Option<GameOver> {
        let position = game.position();
        let Some(ending) = position.ending_at_leaf() else {
            return game.repetition().filter(|_| repeats);
        };
        let mover = position.side_to_move(game.plies());
        let points = || {
            let Ending::Scored(score) = ending else {
                return None;
            };
            Some(Self::score_text(score.max(-score)))
        };
        Some(GameOver {
            reason: position.reason(ending).or_else(points),
            ..GameOver::of(ending, mover)
        })
    }

    /// Returns the draw that the side to move can claim; without a claim the game goes on.
    #[must_use]
    fn claim(_game: &Played<Self>) -> Option<GameOver> {
        None
    }
}

/// Boards are drawn with their letters and played by clicks on the cells.
impl<R: BoardRules> Playable for BoardGame<R> {
    const PLAYERS: [&'static str; 2] = R::PLAYERS;

    fn shown(&self) -> String {
        format!("{}\n{}", self.to_text(), self.own())
    }

    fn grid(&self) -> Option<Grid> {
        let text = self.to_text();
        let mut letters: Vec<char> = R::SIDES.into_iter().chain(R::START.chars()).collect();
        letters.sort_unstable();
        letters.dedup();
        let pictured = letters
            .into_iter()
            .filter_map(|letter| Some((letter, R::picture(letter)?)));
        Some(pictured.fold(Grid::rows(&text), |grid, (letter, svg)| {
            grid.with_picture(letter, &svg)
        }))
    }

    fn clicks(&self, play: Play) -> Option<Clicks> {
        let row = |cell: At| usize::from(self.rows() - 1 - cell.row);
        let place = |cell: At| (usize::from(cell.column), row(cell));
        let on = |cell| Clicks::on_any([place(cell)]);
        Some(match play {
            Play::Pass => Clicks::default(),
            Play::On(cell) => on(cell),
            Play::Between(from, to) => on(from).then_any([place(to)]),
        })
    }

    fn side_to_move(&self, _plies: usize) -> Side {
        self.side()
    }

    fn reason(&self, _ending: Ending) -> Option<String> {
        R::reason(self)
    }
}

/// A game to which passes were added is shown as the game itself.
impl<G: Playable + Sides> Playable for WithPasses<G> {
    const PLAYERS: [&'static str; 2] = G::PLAYERS;

    fn move_name(&self, mv: Self::Move) -> String {
        let name = |mv| self.position().move_name(mv);
        mv.played().map_or_else(|| mv.to_string(), name)
    }

    fn shown(&self) -> String {
        self.position().shown()
    }

    fn grid(&self) -> Option<Grid> {
        self.position().grid()
    }

    fn clicks(&self, mv: Self::Move) -> Option<Clicks> {
        let clicks = |mv| self.position().clicks(mv);
        mv.played().map_or_else(|| Some(Clicks::default()), clicks)
    }

    fn side_to_move(&self, _plies: usize) -> Side {
        self.to_move()
    }

    fn swapped(&self) -> Option<Self> {
        Some(self.mirrored())
    }
}

/// A strategy whose type is known only at run time; it can be moved to another thread.
pub type AnyStrategy<G> = Box<dyn Strategy<G> + Send>;

/// A fixed-depth strategy whose type is known only at run time; it can be moved to another thread.
pub type AnyFixedDepth<G> = Box<dyn FixedDepth<G> + Send>;

/// Checks along a random game that the sides alternate, if positions contain the side to move; otherwise the number of plies decides.
pub(crate) fn check_turns<G: Playable>(start: &G, seed: u64) -> Result<(), BrokenLaw> {
    let to_move = |position: &G| position.side_to_move(0);
    if to_move(start) == start.side_to_move(1) {
        check_alternation(start, seed, to_move)?;
    }
    Ok(())
}
