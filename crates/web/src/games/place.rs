//! [`Place`]: a position together with the game that led to it, read from a request.

use crate::games::WebGame;
use crate::games::name::GameName;
use crate::problem::Problem;
use plywood_search::Game;

/// The most moves of a request. The longest possible game of chess has about twice as many.
pub(crate) const MOST_MOVES: usize = 4_096;

/// A position as a request writes it: where the game began, and the moves since then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceText<'a> {
    pub(crate) game: GameName,
    pub(crate) position: Option<&'a str>,
    pub(crate) moves: &'a [String],
}

/// A position and the game that led to it.
#[derive(Debug, Clone)]
pub(crate) struct Place<G: Game> {
    game: GameName,
    start_text: String,
    start: G,
    played: Vec<(G::Move, G)>,
}

impl<G: WebGame> Place<G> {
    /// Reads a position and plays the moves.
    pub(crate) fn read(text: PlaceText<'_>) -> Result<Self, Problem> {
        let start_text = match text.position {
            None | Some("startpos") => G::start_text(),
            Some(position) => position,
        };
        let start = G::read(start_text).map_err(|failure| {
            Problem::value("position", failure.to_string()).hint(G::POSITION_HINT)
        })?;
        if text.moves.len() > MOST_MOVES {
            let detail = format!("the game has {} moves", text.moves.len());
            let hint = format!("send at most {MOST_MOVES} moves, or a later position");
            return Err(Problem::value("moves", detail).hint(hint));
        }
        let mut place = Self {
            game: text.game,
            start_text: start_text.to_owned(),
            start,
            played: Vec::with_capacity(text.moves.len()),
        };
        for (number, mv) in (1..).zip(text.moves) {
            place.play(mv).map_err(|reason| {
                Problem::value("moves", format!("move {number}: {reason}"))
                    .hint("send the moves in the order of the game, each as the API writes moves")
            })?;
        }
        Ok(place)
    }

    /// Plays a move; the error says what is wrong with it.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        let position = self.position();
        if G::is_over(position) {
            return Err(format!("{text:?} cannot be played, since the game is over"));
        }
        let mv = position.read_move(text)?;
        let after = position.after(mv);
        self.played.push((mv, after));
        Ok(())
    }

    pub(crate) const fn game(&self) -> GameName {
        self.game
    }

    /// The text of the position from which the moves were played.
    pub(crate) fn start_text(&self) -> &str {
        &self.start_text
    }

    /// The position before the first move.
    pub(crate) const fn start(&self) -> &G {
        &self.start
    }

    /// The position after the last move.
    pub(crate) fn position(&self) -> &G {
        self.played
            .last()
            .map_or(&self.start, |(_, position)| position)
    }

    /// The moves.
    pub(crate) fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> {
        self.played.iter().map(|(mv, _)| *mv)
    }

    /// The moves, each with the position before it and the position after it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&G, G::Move, &G)> {
        let after = self.played.iter().map(|(_, position)| position);
        let before = std::iter::once(&self.start).chain(after);
        let steps = before.zip(&self.played);
        steps.map(|(before, (mv, after))| (before, *mv, after))
    }
}
