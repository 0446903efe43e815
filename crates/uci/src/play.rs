//! A game in the terminal: draws the board, reads moves in SAN, takes moves back, and gives hints.

use crate::engine_options::plywood;
use crate::explanation;
use crate::searcher::Searcher;
use plywood_catalog::EvaluatorSpec;
use plywood_console::Failure;
use plywood_core::{Claim, Color, Draw, History, Outcome};
use plywood_notation::pgn::{GameResult, PgnGame, TagError};
use plywood_notation::san;
use plywood_search::{Limits, Score};
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;

/// The setup of a game.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The color of the person.
    pub(crate) person: Color,
    /// The program's limits for a move.
    pub(crate) limits: Limits,
    /// The evaluator that explains positions; `None` for the engine's.
    pub(crate) evaluator: Option<EvaluatorSpec>,
    /// `true` to draw the board with letters instead of chess symbols.
    pub(crate) is_ascii: bool,
    /// Plays against the person.
    pub(crate) opponent: Searcher,
    /// Gives hints; a weak opponent would give weak ones.
    pub(crate) adviser: Searcher,
}

/// A game between a person and the program, over any input and output.
#[derive(Debug)]
pub(crate) struct TerminalGame<R, W> {
    setting: Setting,
    game: History,
    input: R,
    output: W,
    bottom: Color,
    ending: Option<Ending>,
    has_begun: bool,
}

/// Saves the game.
type Save<'a> = &'a mut dyn FnMut(&PgnGame) -> Result<(), Failure>;

/// The longest line; input without line ends must not fill the memory.
const LONGEST_LINE: u64 = 64 * 1024;

impl<R: BufRead, W: Write> TerminalGame<R, W> {
    pub(crate) fn new(setting: Setting, game: History, input: R, output: W) -> Self {
        Self {
            bottom: setting.person,
            setting,
            game,
            input,
            output,
            ending: None,
            has_begun: false,
        }
    }

    /// Plays until the game is over or the person leaves. From the first move on the game is saved after each entry, so that nothing is
    /// lost however the program ends.
    ///
    /// # Errors
    /// [`Failure`] if the terminal cannot be read or written, or the game cannot be saved.
    pub(crate) fn play(mut self, save: Save<'_>) -> Result<(), Failure> {
        let played = self.play_on(save);
        self.save(save)?;
        played.map_err(|error| Failure::Work(format!("terminal: {error}")))
    }

    fn play_on(&mut self, save: Save<'_>) -> io::Result<()> {
        writeln!(
            self.output,
            "You play {}. Type help for what you can type.",
            self.setting.person
        )?;
        self.draw()?;
        loop {
            self.ending = self.ending.or(self.game.outcome().map(Ending::Rules));
            if let Some(ending) = self.ending {
                return writeln!(self.output, "{ending}");
            }
            if self.game.position().side_to_move() != self.setting.person {
                self.reply()?;
            } else if self.ask()?.is_break() {
                return Ok(());
            }
            if let Err(failure) = self.save(save) {
                writeln!(self.output, "The game is not saved: {failure}")?;
            }
        }
    }

    fn save(&mut self, save: Save<'_>) -> Result<(), Failure> {
        self.has_begun |= !self.game.moves().is_empty() || self.ending.is_some();
        if self.has_begun {
            save(&self.record())?;
        }
        Ok(())
    }

    /// Returns the game as PGN.
    fn record(&self) -> PgnGame {
        let mut pgn = PgnGame::from(&self.game);
        let names = match self.setting.person {
            Color::White => ["You", "plywood"],
            Color::Black => ["plywood", "You"],
        };
        let set: Result<(), TagError> = pgn
            .set_tag("White", names[0])
            .and_then(|()| pgn.set_tag("Black", names[1]));
        debug_assert!(set.is_ok(), "the names are plain text");
        if let Some(ending) = self.ending {
            pgn.set_result(ending.result());
        }
        pgn
    }

    fn draw(&mut self) -> io::Result<()> {
        let board = self.game.position().to_text().seen_by(self.bottom);
        let board = if self.setting.is_ascii {
            board
        } else {
            board.figurines()
        };
        writeln!(self.output, "\n{board}\n")
    }

    /// Makes the program's move.
    fn reply(&mut self) -> io::Result<()> {
        let report = self
            .setting
            .opponent
            .search(&self.game, &self.setting.limits, &mut ());
        let is_not_better = report.score.is_none_or(|score| score <= Score::DRAW);
        if let Some(claim) = self.game.claim().filter(|_| is_not_better) {
            writeln!(self.output, "I claim a draw.")?;
            self.ending = Some(Ending::Claimed(claim));
            return Ok(());
        }
        let Some(mv) = report.best_move else {
            return Ok(());
        };
        let text = san::write_line(self.game.position(), &[mv]);
        if self.game.play(mv).is_ok() {
            writeln!(self.output, "I play {text}")?;
            self.draw()?;
        }
        Ok(())
    }

    /// Asks the person for a move or a command.
    fn ask(&mut self) -> io::Result<ControlFlow<()>> {
        if let Some(claim) = self.game.claim() {
            writeln!(
                self.output,
                "You can claim a draw: {claim}. Type draw to do so."
            )?;
        }
        write!(self.output, "{} to move> ", self.setting.person)?;
        self.output.flush()?;
        let mut line = Vec::new();
        let mut input = self.input.by_ref().take(LONGEST_LINE);
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(ControlFlow::Break(()));
        }
        self.obey(String::from_utf8_lossy(&line).trim())
    }

    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        match line.to_ascii_lowercase().as_str() {
            "" | "board" | "d" => self.draw()?,
            "back" | "undo" | "takeback" => self.take_back()?,
            "hint" => self.hint()?,
            "moves" => {
                let moves = explanation::legal_moves(self.game.position());
                writeln!(self.output, "{moves}")?;
            }
            "eval" => {
                let position = self.game.position();
                match explanation::explain(&plywood(), self.setting.evaluator.as_ref(), position) {
                    Ok(text) => writeln!(self.output, "{text}")?,
                    Err(error) => writeln!(self.output, "{error}")?,
                }
            }
            "flip" => {
                self.bottom = !self.bottom;
                self.draw()?;
            }
            "fen" => writeln!(self.output, "{}", self.game.position())?,
            "pgn" => {
                let pgn = self.record();
                writeln!(self.output, "{pgn}")?;
            }
            "draw" => self.claim()?,
            "resign" => self.ending = Some(Ending::Resigned(self.setting.person)),
            "help" | "?" => writeln!(self.output, "{HELP}")?,
            "quit" | "exit" => return Ok(ControlFlow::Break(())),
            _ => match san::parse(self.game.position(), line) {
                Ok(mv) => self.game.play(mv).map_err(io::Error::other)?,
                Err(error) => writeln!(self.output, "{error}. Type help for what you can type.")?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn take_back(&mut self) -> io::Result<()> {
        let plies_of_person = self.game.moves().len();
        if plies_of_person < 2 {
            return writeln!(self.output, "There is no move of yours to take back.");
        }
        self.game.undo();
        self.game.undo();
        self.draw()
    }

    fn hint(&mut self) -> io::Result<()> {
        let report = self
            .setting
            .adviser
            .search(&self.game, &self.setting.limits, &mut ());
        let line = san::write_line(self.game.position(), &report.line);
        match report.score {
            Some(score) => writeln!(self.output, "{line} (you are at {score})"),
            None => writeln!(self.output, "{line}"),
        }
    }

    fn claim(&mut self) -> io::Result<()> {
        match self.game.claim() {
            Some(claim) => {
                self.ending = Some(Ending::Claimed(claim));
                Ok(())
            }
            None => writeln!(
                self.output,
                "There is no draw to claim: the position must have come up three times, or fifty moves gone by without a capture or a pawn move."
            ),
        }
    }
}

/// The answer to `help`.
const HELP: &str = "\
Type a move: e4, Nf3, O-O, exd8=Q, or by its squares: e2e4, e7e8q.
  back    take your last move back, and the reply
  hint    suggest a move
  moves   list the legal moves
  eval    explain the evaluation of the position
  flip    turn the board around
  fen     print the position
  pgn     print the game
  draw    claim a draw by repetition or the fifty-move rule
  resign  give up
  quit    leave";

/// The end of a game, as a sentence and as a PGN result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// By a claim.
    Claimed(Claim),
    /// By resignation of this side.
    Resigned(Color),
}

impl Ending {
    fn result(self) -> GameResult {
        let winner = match self {
            Self::Rules(outcome) => outcome.winner(),
            Self::Claimed(_) => None,
            Self::Resigned(loser) => Some(!loser),
        };
        winner.map_or(GameResult::Draw, GameResult::Won)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(Outcome::Checkmate { winner }) => write!(f, "Checkmate. {winner} wins.")?,
            Self::Rules(Outcome::Draw(Draw::Stalemate)) => {
                write!(f, "Stalemate. The game is drawn.")?;
            }
            Self::Rules(Outcome::Draw(draw)) => write!(f, "The game is drawn: {draw}.")?,
            Self::Claimed(claim) => write!(f, "The game is drawn: {claim}.")?,
            Self::Resigned(loser) => write!(f, "{loser} resigns.")?,
        }
        write!(f, " {}", self.result())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_options::EngineOptions;
    use std::cell::RefCell;

    fn setting(person: Color) -> Setting {
        let searcher = || Searcher::new(&EngineOptions::default()).unwrap();
        Setting {
            person,
            limits: Limits::depth(2),
            evaluator: Some(EvaluatorSpec::named("classical")),
            is_ascii: true,
            opponent: searcher(),
            adviser: searcher(),
        }
    }

    /// Returns the output of the terminal, and the game saved last.
    fn played(person: Color, fen: &str, typed: impl AsRef<[u8]>) -> (String, PgnGame) {
        let game = History::new(fen.parse().unwrap());
        let mut output = Vec::new();
        let saved = RefCell::new(PgnGame::default());
        let save = &mut |game: &PgnGame| {
            saved.replace(game.clone());
            Ok(())
        };
        let game = TerminalGame::new(setting(person), game, typed.as_ref(), &mut output);
        game.play(save).unwrap();
        (String::from_utf8(output).unwrap(), saved.into_inner())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_move_is_answered_and_taken_back() {
        let (text, pgn) = played(Color::White, START, "e4\n Undo\nback\nb4\nquit\n");
        assert!(text.contains("I play 1... "), "{text}");
        assert!(text.contains("There is no move of yours to take back."));
        assert_eq!(
            pgn.main_line()
                .next()
                .map(|node| node.san().to_string())
                .as_deref(),
            Some("b4")
        );
        assert_eq!(pgn.len(), 2);
    }

    #[test]
    fn mistakes_are_explained_and_the_end_of_the_input_ends_the_game() {
        let (text, pgn) = played(
            Color::White,
            START,
            "Ke2\nhint\nmoves\neval\nflip\nfen\npgn\ndraw\nhelp",
        );
        assert!(text.contains("\"Ke2\" is not a legal move here"), "{text}");
        assert!(
            text.contains("There is no draw to claim") && text.contains("take your last move back")
        );
        assert!(pgn.is_empty());
    }

    #[test]
    fn mate_ends_the_game() {
        let back_rank = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        let (text, pgn) = played(Color::White, back_rank, "Ra8\n");
        assert!(text.contains("Checkmate. White wins. 1-0"), "{text}");
        assert_eq!(pgn.result().as_str(), "1-0");
        let (text, _) = played(Color::Black, back_rank, "");
        assert!(text.contains("I play 1. Ra8#"), "{text}");
    }

    #[test]
    fn bytes_that_are_no_text_are_a_mistake_like_others() {
        let (text, pgn) = played(Color::White, START, b"e4\n\xff\xfe\nNf3\n");
        assert!(text.contains("Type help for what you can type"), "{text}");
        assert_eq!(pgn.len(), 4);
    }

    #[test]
    fn a_game_that_cannot_be_saved_goes_on_and_fails() {
        let mut output = Vec::new();
        let full = &mut |_: &PgnGame| Err(Failure::Work("full".to_owned()));
        let (setting, start) = (setting(Color::White), History::default());
        let game = TerminalGame::new(setting, start, &b"e4\nmoves\n"[..], &mut output);
        assert!(game.play(full).is_err());
        let text = String::from_utf8(output).unwrap();
        assert_eq!(
            text.matches("The game is not saved: full").count(),
            3,
            "{text}"
        );
    }

    #[test]
    fn resigning_loses() {
        let (text, pgn) = played(Color::Black, START, "resign\n");
        assert!(text.contains("Black resigns. 1-0"), "{text}");
        assert_eq!(pgn.result().as_str(), "1-0");
    }
}
