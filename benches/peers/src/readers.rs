//! Games read by plywood and by pgn-reader (GPL), the reader that goes with shakmaty.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, SanPlus};
use plywood_core::Position;
use plywood_notation::pgn::{MoveToken, Reader, Tag, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

/// A main line played to its end, or to the first move that is not legal.
#[derive(Debug, Clone)]
pub struct Played<P> {
    pub position: P,
    pub moves: u64,
}

/// A reader of PGN that can play the moves.
pub trait GameReader: 'static {
    type Position;
    const NAME: &'static str;

    /// Plays main lines with every move checked, and passes on how each ended.
    fn replay(pgn: &[u8], end: impl FnMut(&Played<Self::Position>));

    /// Counts the games and reads nothing of them.
    fn skip(pgn: &[u8]) -> u64;
}

pub struct PlywoodReader;

impl GameReader for PlywoodReader {
    type Position = Position;

    const NAME: &'static str = "plywood";

    fn replay(pgn: &[u8], end: impl FnMut(&Played<Position>)) {
        let mut replay = Replay {
            game: Played {
                position: Position::START,
                moves: 0,
            },
            end,
        };
        let mut reader = Reader::new(pgn);
        while !matches!(reader.read_game(&mut replay), Ok(None)) {}
    }

    fn skip(pgn: &[u8]) -> u64 {
        let mut reader = Reader::new(pgn);
        let mut games = 0;
        while !matches!(reader.skip_game(), Ok(None)) {
            games += 1;
        }
        games
    }
}

struct Replay<F> {
    game: Played<Position>,
    end: F,
}

impl<F: FnMut(&Played<Position>)> Visitor for Replay<F> {
    fn begin_game(&mut self) {
        self.game = Played {
            position: Position::START,
            moves: 0,
        };
    }

    fn tag(&mut self, tag: Tag<'_>) {
        if tag.name().as_bytes() == b"FEN"
            && let Ok((position, _)) = Position::from_fen_lenient(&tag.value())
        {
            self.game.position = position;
        }
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<()> {
        let Ok(Some(mv)) = token.find(&self.game.position) else {
            return ControlFlow::Break(());
        };
        self.game.position = self.game.position.play_unchecked(mv);
        self.game.moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn end_game(&mut self) {
        (self.end)(&self.game);
    }
}

pub struct PeerReader;

impl GameReader for PeerReader {
    type Position = Chess;

    const NAME: &'static str = "pgn-reader";

    fn replay(pgn: &[u8], mut end: impl FnMut(&Played<Chess>)) {
        let mut reader = pgn_reader::Reader::new(pgn);
        for game in reader.read_games(&mut PeerReplay) {
            end(&game.expect("bytes can be read"));
        }
    }

    fn skip(pgn: &[u8]) -> u64 {
        let mut reader = pgn_reader::Reader::new(pgn);
        let mut games = 0;
        while reader.skip_game().expect("bytes can be read") {
            games += 1;
        }
        games
    }
}

struct PeerReplay;

impl pgn_reader::Visitor for PeerReplay {
    type Tags = Chess;
    type Movetext = Played<Chess>;
    type Output = Played<Chess>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(
        &mut self,
        position: &mut Chess,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN"
            && let Ok(fen) = Fen::from_ascii(value.as_bytes())
            && let Ok(other) = fen.into_position(CastlingMode::Chess960)
        {
            *position = other;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, position: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(Played { position, moves: 0 })
    }

    fn san(&mut self, game: &mut Self::Movetext, text: SanPlus) -> ControlFlow<Self::Output> {
        let Ok(mv) = text.san.to_move(&game.position) else {
            return ControlFlow::Break(game.clone());
        };
        game.position.play_unchecked(mv);
        game.moves += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Self::Movetext) -> Self::Output {
        game
    }
}
