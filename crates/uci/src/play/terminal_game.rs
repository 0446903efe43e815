//! [`TerminalGame`]: a person against the program.

use crate::explanation;
use crate::play::ending::Ending;
use crate::play::entry::{Entry, HELP};
use crate::searcher::Searcher;
use plywood_core::{Color, History};
use plywood_notation::pgn::{PgnGame, TagError};
use plywood_notation::san;
use plywood_search::{Limits, Score};
use std::io::{self, BufRead, Write};

/// How the board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum BoardStyle {
    /// With chess symbols.
    #[default]
    Figurines,
    /// With letters.
    Letters,
}

/// Who plays, and how.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The color of the person.
    pub(crate) person: Color,
    /// The program's limits for a move.
    pub(crate) limits: Limits,
    /// The evaluator that explains positions.
    pub(crate) evaluator: String,
    /// How the board is drawn.
    pub(crate) style: BoardStyle,
}

/// Who searches.
#[derive(Debug)]
pub(crate) struct Players {
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
    players: Players,
    input: R,
    output: W,
    bottom: Color,
    ending: Option<Ending>,
}

/// Whether the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Leave,
}

impl<R: BufRead, W: Write> TerminalGame<R, W> {
    pub(crate) fn new(
        setting: Setting,
        game: History,
        players: Players,
        (input, output): (R, W),
    ) -> Self {
        Self {
            bottom: setting.person,
            setting,
            game,
            players,
            input,
            output,
            ending: None,
        }
    }

    /// Plays until the game is over or the person leaves, and returns the game.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub(crate) fn play(mut self) -> io::Result<PgnGame> {
        writeln!(
            self.output,
            "You play {}. Type help for what you can type.",
            self.setting.person
        )?;
        self.draw()?;
        loop {
            self.ending = self.ending.or(self.game.outcome().map(Ending::Rules));
            if let Some(ending) = self.ending {
                writeln!(self.output, "{ending}")?;
                break;
            }
            if self.game.position().side_to_move() != self.setting.person {
                self.reply()?;
            } else if self.ask()? == Next::Leave {
                break;
            }
        }
        Ok(self.record())
    }

    /// The game as PGN.
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
        let board = match self.setting.style {
            BoardStyle::Figurines => board.figurines(),
            BoardStyle::Letters => board,
        };
        writeln!(self.output, "\n{board}\n")
    }

    /// The program's move.
    fn reply(&mut self) -> io::Result<()> {
        let report = self
            .players
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
        let text = self.numbered(mv);
        if self.game.play(mv).is_ok() {
            writeln!(self.output, "I play {text}")?;
            self.draw()?;
        }
        Ok(())
    }

    /// Asks the person for a move or a command.
    fn ask(&mut self) -> io::Result<Next> {
        if let Some(claim) = self.game.claim() {
            writeln!(
                self.output,
                "You can claim a draw: {claim}. Type draw to do so."
            )?;
        }
        write!(self.output, "{} to move> ", self.setting.person)?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            return Ok(Next::Leave);
        }
        match Entry::read(&line, self.game.position()) {
            Ok(Entry::Quit) => return Ok(Next::Leave),
            Ok(entry) => self.obey(entry)?,
            Err(error) => writeln!(self.output, "{error}. Type help for what you can type.")?,
        }
        Ok(Next::Continue)
    }

    fn obey(&mut self, entry: Entry) -> io::Result<()> {
        match entry {
            Entry::Quit => Ok(()),
            Entry::Move(mv) => match self.game.play(mv) {
                Ok(()) => Ok(()),
                Err(error) => writeln!(self.output, "{error}"),
            },
            Entry::Board => self.draw(),
            Entry::TakeBack => self.take_back(),
            Entry::Hint => self.hint(),
            Entry::Moves => {
                let position = self.game.position();
                let moves = position.legal_moves();
                let moves: Vec<String> = moves
                    .iter()
                    .map(|&mv| san::write(position, mv).to_string())
                    .collect();
                writeln!(self.output, "{}", moves.join(" "))
            }
            Entry::Eval => {
                let text = explanation::explain(&self.setting.evaluator, self.game.position());
                writeln!(self.output, "{text}")
            }
            Entry::Flip => {
                self.bottom = !self.bottom;
                self.draw()
            }
            Entry::Fen => writeln!(self.output, "{}", self.game.position()),
            Entry::Pgn => {
                let pgn = self.record();
                writeln!(self.output, "{pgn}")
            }
            Entry::Draw => self.claim(),
            Entry::Resign => {
                self.ending = Some(Ending::Resigned(self.setting.person));
                Ok(())
            }
            Entry::Help => writeln!(self.output, "{HELP}"),
        }
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
            .players
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

    fn numbered(&self, mv: plywood_core::Move) -> String {
        san::write_line(self.game.position(), &[mv])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_options::EngineOptions;

    fn played(person: Color, fen: &str, typed: &str) -> (String, PgnGame) {
        let setting = Setting {
            person,
            limits: Limits::depth(2),
            evaluator: "classical".to_owned(),
            style: BoardStyle::Letters,
        };
        let game = History::new(fen.parse().unwrap());
        let searcher = || Searcher::new(&EngineOptions::default()).unwrap();
        let players = Players {
            opponent: searcher(),
            adviser: searcher(),
        };
        let mut output = Vec::new();
        let ends = (typed.as_bytes(), &mut output);
        let pgn = TerminalGame::new(setting, game, players, ends)
            .play()
            .unwrap();
        (String::from_utf8(output).unwrap(), pgn)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_move_is_answered_and_taken_back() {
        let (text, pgn) = played(Color::White, START, "e4\nback\nback\nd4\nquit\n");
        assert!(text.contains("I play 1... "), "{text}");
        assert!(text.contains("There is no move of yours to take back."));
        assert_eq!(
            pgn.main_line()
                .next()
                .map(|node| node.san().to_string())
                .as_deref(),
            Some("d4")
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
        assert!(text.contains("no legal move here is \"Ke2\""), "{text}");
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
    fn resigning_loses() {
        let (text, pgn) = played(Color::Black, START, "resign\n");
        assert!(text.contains("Black resigns. 1-0"), "{text}");
        assert_eq!(pgn.result().as_str(), "1-0");
    }
}
