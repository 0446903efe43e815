//! [`LabGame`]: the games the lab can read, search and show; and [`NamedStrategy`], a strategy that searches one of them.

mod chess;
mod small;

use crate::players::move_limits::MoveLimits;
use plywood_console::Failure;
use plywood_core::diagram::Paint;
use plywood_search::Keyed;
use plywood_search::strategies::AnyStrategy;
use std::fmt;

/// A game whose positions are read from text, searched by named strategies, and shown to people.
///
/// ```
/// use plywood_lab::LabGame;
/// use plywood_search::games::TicTacToe;
/// use plywood_search::Limits;
///
/// let board = TicTacToe::read("XX. OO. ...")?;
/// let alpha_beta = TicTacToe::named_strategy("alpha-beta", None)?;
/// let report = alpha_beta.strategy().search(&board, &Limits::depth(3));
/// assert_eq!(report.best_move.map(|cell| cell.to_string()).as_deref(), Some("c3"));
/// # Ok::<(), plywood_lab::Failure>(())
/// ```
pub trait LabGame: Keyed + 'static {
    /// The name of the game.
    const NAME: &'static str;

    /// The position that is shown by default, as text.
    const EXAMPLE: &'static str;

    /// The default depth, which takes about a second from the example.
    const USUAL_DEPTH: u32;

    /// Reads a position.
    ///
    /// # Errors
    /// The text is not a position.
    fn read(text: &str) -> Result<Self, Failure>;

    /// Reads a line of a file of positions. Returns the name it gives the position, or else the whole line.
    ///
    /// # Errors
    /// The line is not a position.
    fn read_line(line: &str) -> Result<(String, Self), Failure> {
        Ok((line.to_owned(), Self::read(line)?))
    }

    /// The names of the strategies that can play this game, the simplest first.
    fn strategies() -> Vec<&'static str>;

    /// The strategy of that name in a few words; `None` if there is no such strategy.
    fn describe(name: &str) -> Option<&'static str>;

    /// The strategy described by a text, with this evaluator if the text names none.
    ///
    /// # Errors
    /// A name in the text is unknown; the error lists the known ones.
    fn named_strategy(text: &str, evaluator: Option<&str>) -> Result<NamedStrategy<Self>, Failure>;

    /// A move as people write it.
    fn written(&self, mv: Self::Move) -> String {
        mv.to_string()
    }

    /// The position as SVG with these moves on it, if the game has a board. `id` must differ for each board of a page.
    fn picture(&self, moves: &[(Self::Move, Paint)], id: &str) -> Option<String>;

    /// The position in a few lines of text, one for each row of the board.
    fn lines(&self) -> String;
}

/// A strategy under its name, with limits of its own if it has any.
pub struct NamedStrategy<G: LabGame> {
    name: String,
    limits: MoveLimits,
    make: Box<dyn Fn() -> AnyStrategy<G> + Send + Sync>,
}

impl<G: LabGame> NamedStrategy<G> {
    /// A strategy that is created by a function, anew for each search.
    pub fn new(
        name: &str,
        limits: MoveLimits,
        make: impl Fn() -> AnyStrategy<G> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            limits,
            make: Box::new(make),
        }
    }

    /// The name that tables show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its own limits.
    #[must_use]
    pub const fn limits(&self) -> MoveLimits {
        self.limits
    }

    /// A new strategy, with empty tables.
    #[must_use]
    pub fn strategy(&self) -> AnyStrategy<G> {
        (self.make)()
    }
}

impl<G: LabGame> fmt::Debug for NamedStrategy<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NamedStrategy")
            .field("name", &self.name)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
