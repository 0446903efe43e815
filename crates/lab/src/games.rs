//! [`LabGame`]: the games the lab can read, search and show; and [`NamedStrategy`], a strategy that searches one of them.

mod grid;
mod chess;
mod small;

use crate::failure::Failure;
use crate::players::move_limits::MoveLimits;
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
    /// What the game is called.
    const NAME: &'static str;

    /// The position that is shown when nobody asks for another, as text.
    const EXAMPLE: &'static str;

    /// A depth that takes about a second from the example.
    const USUAL_DEPTH: u32;

    /// Reads a position.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    fn read(text: &str) -> Result<Self, Failure>;

    /// Reads a line of a file of positions, with the name it gives the position or else the line itself.
    ///
    /// # Errors
    /// Says what is wrong with the line.
    fn read_line(line: &str) -> Result<(String, Self), Failure> {
        Ok((line.to_owned(), Self::read(line)?))
    }

    /// The names of the strategies that can play it, the simplest first.
    fn strategies() -> Vec<&'static str>;

    /// A strategy told in text, over the evaluator of that name if the text names none.
    ///
    /// # Errors
    /// Says what is not known, and what is.
    fn named_strategy(text: &str, evaluator: Option<&str>) -> Result<NamedStrategy<Self>, Failure>;

    /// A move as people write it.
    fn written(&self, mv: Self::Move) -> String {
        mv.to_string()
    }

    /// The position drawn as SVG with these moves on it, if the game has a board. `id` keeps apart the boards of a page.
    fn picture(&self, moves: &[(Self::Move, Paint)], id: &str) -> Option<String>;

    /// The position in a few lines of text.
    fn lines(&self) -> String;
}

/// A strategy under its name, with limits of its own if it has any.
pub struct NamedStrategy<G: LabGame> {
    name: String,
    limits: MoveLimits,
    make: Box<dyn Fn() -> AnyStrategy<G>>,
}

impl<G: LabGame> NamedStrategy<G> {
    /// A strategy made anew for each search.
    pub fn new(
        name: &str,
        limits: MoveLimits,
        make: impl Fn() -> AnyStrategy<G> + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            limits,
            make: Box::new(make),
        }
    }

    /// What tables call it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its own limits.
    #[must_use]
    pub const fn limits(&self) -> MoveLimits {
        self.limits
    }

    /// The strategy, which remembers nothing.
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
