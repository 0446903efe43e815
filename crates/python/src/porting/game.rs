//! A game that may be edited: its position can change other than by legal moves, and need not be legal.

use crate::porting::moves::{AnyMove, IllegalMoveError, PlainMove, unreadable_san, unreadable_uci};
use crate::porting::squares::At;
use crate::values::wrong;
use plywood_core::{
    self as chess, Bitboard, CastlingFen, CastlingRights, Claim, Color, EnPassantFen, FenFormat,
    History, Piece, PieceKind, Position, PositionError, Setup, Square, attacks,
};
use plywood_notation::uci::CastlingForm;
use plywood_notation::{san, uci};
use pyo3::prelude::*;
use std::mem;

/// A game of chess that changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Game {
    /// The games before each change other than a legal move, and the change.
    earlier: Vec<(History, Left)>,
    current: History,
    /// The current arrangement of the pieces, while it is not legal.
    setup: Option<Box<Setup>>,
    /// The castling rights of an arrangement that has impossible ones. A rook may still be put on its square.
    told: Option<CastlingRights>,
    pub(crate) is_chess960: bool,
}

/// The way in which a game was left for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    ByNullMove,
    ByEditing,
}

/// A start and the moves from there.
type Written = (String, Vec<String>);

/// A game for pickle: the earlier games, and whether a null move left them; the current one; the arrangement, unless it is the position; and
/// whether it is Chess960.
pub(crate) type State = (Vec<(Written, bool)>, Written, Option<String>, bool);

/// A move to play: a legal one, or None for a null move.
type Meant = Option<chess::Move>;

impl Game {
    pub(crate) fn new(history: History, is_chess960: bool) -> Self {
        Self {
            current: history,
            is_chess960,
            ..Self::default()
        }
    }

    /// Makes a game that begins with an arrangement of pieces. Impossible castling rights and en passant squares are left out.
    pub(crate) fn from_setup(mut setup: Setup, is_chess960: bool) -> Self {
        let mut game = Self::new(History::default(), is_chess960);
        let told = setup.castling;
        if !is_chess960 {
            setup.castling = CastlingRights::from_rooks(standard_rooks(&setup));
        }
        if let Ok((position, _)) = Position::new_lenient(&setup) {
            game.told = (position.setup().castling != told).then_some(told);
            game.current = History::new(position);
        } else {
            setup.castling = told;
            game.setup = Some(Box::new(setup));
        }
        game
    }

    /// Makes a game from a history. If it castles as only Chess960 does, so does the game.
    pub(crate) fn from_history(history: History, is_chess960: bool) -> Self {
        let start = history.start().setup();
        let is_standard = start.castling.all_rooks() == standard_rooks(&start);
        Self::new(history, is_chess960 || !is_standard)
    }

    /// Sets whether castling is that of Chess960.
    pub(crate) fn set_chess960(&mut self, is_chess960: bool) {
        self.is_chess960 = is_chess960;
        self.edit(|_| ());
    }

    /// The current position, if it is legal.
    pub(crate) fn position(&self) -> PyResult<&Position> {
        let violations = self.violations();
        violations.map_or(Ok(self.current.position()), |error| Err(wrong(error)))
    }

    /// The moves since the last null move or change of the position.
    pub(crate) fn history(&self) -> PyResult<&History> {
        self.position().map(|_| &self.current)
    }

    /// The reasons why the position is not legal.
    pub(crate) fn violations(&self) -> Option<PositionError> {
        let setup = self.setup.as_ref()?;
        Position::new_lenient(setup).err()
    }

    pub(crate) fn board(&self) -> &chess::Board {
        match &self.setup {
            None => self.current.position().board(),
            Some(setup) => &setup.board,
        }
    }

    pub(crate) fn side_to_move(&self) -> Color {
        match &self.setup {
            None => self.current.position().side_to_move(),
            Some(setup) => setup.side_to_move,
        }
    }

    pub(crate) fn setup(&self) -> Setup {
        match &self.setup {
            None => self.current.position().setup(),
            Some(setup) => (**setup).clone(),
        }
    }

    /// The arrangement with all castling rights that it was given.
    fn given(&self) -> Setup {
        let mut setup = self.setup();
        setup.castling = self.told.unwrap_or(setup.castling);
        setup
    }

    /// Returns true if it was given castling rights that are impossible.
    pub(crate) fn has_bad_rights(&self) -> bool {
        self.told.is_some()
    }

    /// Changes the position. The earlier moves are kept before it, and pop goes back to them.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.given();
        change(&mut setup);
        let Self {
            current,
            setup: edited,
            told,
            ..
        } = Self::from_setup(setup, self.is_chess960);
        (self.setup, self.told) = (edited, told);
        // Positions are equal if they differ only in a square on which nothing can be captured; setups are not.
        let setup = current.position().setup();
        if self.setup.is_some() || self.current.position().setup() == setup {
            return;
        }
        if let Some((left, _)) = self
            .earlier
            .pop_if(|(left, by)| *by == Left::ByEditing && left.position().setup() == setup)
        {
            // The change was undone, for example by passing the turn and taking it back.
            self.current = left;
        } else if self.current.moves().is_empty() {
            self.current = current;
        } else {
            self.leave(Left::ByEditing, current);
        }
    }

    fn leave(&mut self, by: Left, next: History) {
        let left = mem::replace(&mut self.current, next);
        self.earlier.push((left, by));
    }

    /// Starts over from a changed position, without the earlier moves.
    pub(crate) fn begin(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.given();
        change(&mut setup);
        *self = Self::from_setup(setup, self.is_chess960);
    }

    /// The castling form of the moves that are returned.
    pub(crate) fn form(&self) -> CastlingForm {
        if self.is_chess960 {
            CastlingForm::TakesRook
        } else {
            CastlingForm::Landing
        }
    }

    pub(crate) fn plain(&self, mv: chess::Move) -> PlainMove {
        PlainMove::of(mv, self.form())
    }

    pub(crate) fn plain_or_null(&self, mv: Meant) -> PlainMove {
        mv.map_or(PlainMove::NULL, |mv| self.plain(mv))
    }

    /// Plays a move that is not yet known to be legal.
    pub(crate) fn push(&mut self, mv: Meant) -> PyResult<()> {
        let position = self.position()?;
        if let Some(mv) = mv {
            self.current.play(mv).map_err(not_legal)?;
            self.told = None;
            return Ok(());
        }
        let passed = position.after_null();
        let passed = passed.ok_or_else(|| not_legal("a null move is not legal in check"))?;
        self.told = None;
        self.leave(Left::ByNullMove, History::new(passed));
        Ok(())
    }

    /// Takes the last move back.
    pub(crate) fn pop(&mut self) -> Option<PlainMove> {
        if !self.has_moves() {
            return None;
        }
        (self.setup, self.told) = (None, None);
        loop {
            if let Some(mv) = self.current.undo() {
                return Some(self.plain(mv));
            }
            let (history, left) = self.earlier.pop()?;
            self.current = history;
            if left == Left::ByNullMove {
                return Some(PlainMove::NULL);
            }
        }
    }

    pub(crate) fn has_moves(&self) -> bool {
        let mut earlier = self.earlier.iter();
        !self.current.moves().is_empty()
            || earlier.any(|(game, left)| *left == Left::ByNullMove || !game.moves().is_empty())
    }

    pub(crate) fn last(&self) -> Option<PlainMove> {
        if let Some(mv) = self.current.moves().last() {
            return Some(self.plain(*mv));
        }
        self.moves().pop()
    }

    /// All moves, including null moves.
    pub(crate) fn moves(&self) -> Vec<PlainMove> {
        let mut all = Vec::new();
        for (game, left) in &self.earlier {
            all.extend(game.moves().iter().map(|mv| self.plain(*mv)));
            all.extend((*left == Left::ByNullMove).then_some(PlainMove::NULL));
        }
        all.extend(self.current.moves().iter().map(|mv| self.plain(*mv)));
        all
    }

    /// The position where the game began.
    pub(crate) fn root(&self) -> Self {
        if !self.has_moves() {
            return self.bare();
        }
        let first = self.earlier.first().map_or(&self.current, |(game, _)| game);
        Self::new(History::new(first.start().clone()), self.is_chess960)
    }

    /// The current position, as a game without moves.
    pub(crate) fn bare(&self) -> Self {
        Self::from_setup(self.given(), self.is_chess960)
    }

    /// The game with only its last moves.
    pub(crate) fn with_last(&self, mut plies: usize) -> Self {
        let mut kept = self.clone();
        kept.current = last_of(&self.current, &mut plies);
        kept.earlier.clear();
        for (game, left) in self.earlier.iter().rev() {
            if plies == 0 {
                break;
            }
            plies -= usize::from(*left == Left::ByNullMove);
            kept.earlier.push((last_of(game, &mut plies), *left));
        }
        kept.earlier.reverse();
        kept
    }

    /// The game as a value that Python can pickle.
    pub(crate) fn state(&self) -> State {
        let written = |history: &History| {
            let moves = history.moves().iter();
            (
                fen(history.start()),
                moves.map(|mv| format!("{mv:#}")).collect(),
            )
        };
        let earlier = self.earlier.iter();
        let earlier = earlier.map(|(game, left)| (written(game), *left == Left::ByNullMove));
        let is_given = self.setup.is_some() || self.told.is_some();
        let given = is_given.then(|| self.given().fen_with(CastlingFen::Shredder).to_string());
        (
            earlier.collect(),
            written(&self.current),
            given,
            self.is_chess960,
        )
    }

    /// The game of such a value.
    pub(crate) fn of_state((earlier, current, given, is_chess960): State) -> PyResult<Self> {
        let read = |(fen, moves): (String, Vec<String>)| {
            let setup = Setup::from_fen_lenient(&fen).map_err(wrong)?;
            let mut game = Self::from_setup(setup, is_chess960);
            for text in moves {
                let mv = game.read_uci(&text)?;
                game.push(mv)?;
            }
            Ok::<_, PyErr>(game.current)
        };
        let mut game = Self::new(read(current)?, is_chess960);
        for (history, is_null) in earlier {
            let left = if is_null {
                Left::ByNullMove
            } else {
                Left::ByEditing
            };
            game.earlier.push((read(history)?, left));
        }
        if let Some(given) = given {
            let given = Setup::from_fen_lenient(&given).map_err(wrong)?;
            let given = Self::from_setup(given, is_chess960);
            (game.setup, game.told) = (given.setup, given.told);
        }
        Ok(game)
    }

    /// Reads a move from Python, if it is legal. A null move is None.
    pub(crate) fn meant(&self, mv: &AnyMove) -> PyResult<Meant> {
        let position = self.position()?;
        let error = |text: String| not_legal(format!("{text} is not legal in {position}"));
        match mv {
            AnyMove::Squares(mv) if mv.is_null() => Ok(None),
            AnyMove::Squares(mv) => {
                let found = position.find_move(mv.from, mv.to, mv.promotion);
                let found = found.filter(|found| is_written(*found, mv.to));
                found.map(Some).ok_or_else(|| error(mv.uci()))
            }
            AnyMove::Known(mv) if position.is_legal(*mv) => Ok(Some(*mv)),
            AnyMove::Known(mv) => Err(error(mv.to_string())),
            AnyMove::Text(text) => self.read_uci(text).or_else(|_| self.read_san(text)),
        }
    }

    /// Reads a legal move from Python; a null move is refused.
    pub(crate) fn legal(&self, mv: &AnyMove) -> PyResult<chess::Move> {
        let meant = self.meant(mv)?;
        meant.ok_or_else(|| not_legal("expected a legal move, found a null move"))
    }

    pub(crate) fn read_uci(&self, text: &str) -> PyResult<Meant> {
        if text == "0000" {
            return Ok(None);
        }
        let found = uci::parse(self.position()?, text).map_err(unreadable_uci)?;
        let is_written = PlainMove::parse(text).is_ok_and(|mv| is_written(found, mv.to));
        let refused = || not_legal(format!("{text} is not legal here"));
        is_written.then_some(Some(found)).ok_or_else(refused)
    }

    pub(crate) fn read_san(&self, text: &str) -> PyResult<Meant> {
        if ["--", "Z0", "0000", "@@@@"].contains(&text) {
            return Ok(None);
        }
        san::parse(self.position()?, text)
            .map(Some)
            .map_err(unreadable_san)
    }

    pub(crate) fn is_en_passant(&self, mv: PlainMove) -> bool {
        let pawns = self.board().pieces(self.side_to_move(), PieceKind::Pawn);
        let is_pawns = pawns.contains(mv.from) && mv.from.file() != mv.to.file();
        is_pawns && self.setup().en_passant == Some(mv.to)
    }

    /// The king of a color, if it has one.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        self.board().pieces(color, PieceKind::King).last()
    }

    /// The pieces of a color that attack a square, where the given squares block.
    pub(crate) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let board = self.board();
        attacks::attackers(board, square, occupied) & board.color(color)
    }

    pub(crate) fn checkers(&self) -> Bitboard {
        let side = self.side_to_move();
        let attackers = |king| self.attackers(!side, king, self.board().occupied());
        self.king(side).map_or(Bitboard::EMPTY, attackers)
    }

    /// The squares that a piece attacks.
    pub(crate) fn attacks(&self, At(square): At) -> Bitboard {
        let board = self.board();
        let attacks = |piece: Piece| attacks::of(piece, square, board.occupied());
        board.piece_at(square).map_or(Bitboard::EMPTY, attacks)
    }

    /// The line on which a piece is pinned to its king; everything if it is not.
    pub(crate) fn pin(&self, color: Color, square: Square) -> Bitboard {
        let Some(king) = self.king(color) else {
            return Bitboard::FULL;
        };
        let (board, line) = (self.board(), attacks::line(king, square));
        let occupied = board.occupied() - square;
        let straight = attacks::rook(king, occupied) & board.straight_sliders();
        let diagonal = attacks::bishop(king, occupied) & board.diagonal_sliders();
        let snipers = (straight | diagonal) & line & board.color(!color);
        let pins = |sniper| attacks::between(king, sniper).contains(square);
        if snipers.into_iter().any(pins) {
            line
        } else {
            Bitboard::FULL
        }
    }

    /// Returns true if the side to move can claim a draw for a reason, now or by a move that it announces.
    pub(crate) fn can_claim(&self, reason: Claim) -> PyResult<bool> {
        let history = self.history()?;
        let position = history.position();
        let (is_now, is_near) = match reason {
            Claim::FiftyMoves => (
                position.can_claim_fifty_moves(),
                position.halfmove_clock() >= 99,
            ),
            Claim::ThreefoldRepetition => (history.occurrences() >= 3, true),
        };
        let announced = |mv: &chess::Move| match reason {
            Claim::FiftyMoves => position.play_unchecked(*mv).can_claim_fifty_moves(),
            Claim::ThreefoldRepetition => history.claim_with(*mv) == Some(reason),
        };
        Ok(is_now || is_near && position.legal_moves().iter().any(announced))
    }
}

/// The rooks with rights to castle as in standard chess.
fn standard_rooks(setup: &Setup) -> Bitboard {
    let of = |color: Color| {
        let [king, rooks @ ..] =
            [Square::E1, Square::A1, Square::H1].map(|square| square.relative_to(color));
        let is_home = setup.board.pieces(color, PieceKind::King).contains(king);
        rooks.into_iter().filter(|_| is_home).collect::<Bitboard>()
    };
    setup.castling.all_rooks() & (of(Color::White) | of(Color::Black))
}

/// The last moves of a game, at most as many as are still wanted.
fn last_of(game: &History, plies: &mut usize) -> History {
    let moves = game.moves();
    let kept = moves.len().min(*plies);
    *plies -= kept;
    let skipped = moves.len() - kept;
    let start = game.positions().nth(skipped).unwrap_or(game.position());
    let mut last = History::new(start.clone());
    for mv in &moves[skipped..] {
        // It was legal in the longer game.
        let _ = last.play(*mv);
    }
    last
}

/// The FEN from which exactly this position is read again.
fn fen(position: &Position) -> String {
    let mut format = FenFormat::default();
    (format.en_passant, format.castling) = (EnPassantFen::Always, CastlingFen::Shredder);
    position.fen_with(format).to_string()
}

/// Returns true if python-chess also reads these squares as this move: it takes the king's target square only for castling in standard chess.
fn is_written(mv: chess::Move, to: Square) -> bool {
    to == mv.to() || to == mv.written_to()
}

fn not_legal(reason: impl ToString) -> PyErr {
    IllegalMoveError::new_err(reason.to_string())
}
