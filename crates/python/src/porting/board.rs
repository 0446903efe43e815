//! `plywood.chess.Board`, except the part written in Python.

use crate::drawing::picture_id;
use crate::history::History;
use crate::porting::arrangement;
use crate::porting::game::{Game, Start, State};
use crate::porting::moves::{AnyMove, MoveObject, PlainMove, kind_of};
use crate::porting::pieces::{ColoredPiece, with_marks};
use crate::porting::squares::{At, Side, SquareSet, Squares, drawn};
use crate::porting::status::{Ending, ended, fen_of, status};
use crate::position::Position;
use crate::values::{List, one_of};
use plywood_core::{
    self as chess, Bitboard, CastlingFen, CastlingRights, Claim, Color, EnPassantFen, PieceKind,
};
use plywood_notation::{lan, san};
use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyIterator, PyList, PyString, PyTuple, PyType};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game of chess that changes: push plays a move, pop takes it back.
///
/// Board() is the start of a game, Board(fen) another position, Board(None) an empty board. It also takes any position, and a game with its
/// moves. It plays legal and pseudo-legal moves. The pieces may be in an illegal arrangement, for example without kings: its legal moves are
/// those that leave no king in check.
///
/// Legal moves come in python-chess's order: pieces, castling, pawns; each from h8 to a1.
#[pyclass(frozen, subclass, name = "Board", module = "plywood.chess")]
#[derive(Debug, Default)]
pub(crate) struct Board(Mutex<Game>);

/// Reads a string as a move; None is a null move.
type Reading = fn(&Game, &str) -> PyResult<Option<chess::Move>>;

impl Board {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, with the changes that Python has made to the list of its moves.
    fn told(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Game>> {
        let game = self.lock();
        let Some(list) = game.stack.changed(py) else {
            return Ok(game);
        };
        drop(game);
        self.set_move_stack(list)?;
        Ok(self.lock())
    }

    /// A board of the same class as another one. One of your own is called, and ours needs no start of its own.
    fn like<'py>(class: &Bound<'py, PyType>, game: Game) -> PyResult<Bound<'py, Self>> {
        static OURS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let is_ours = class.is(OURS.import(class.py(), "plywood.chess", "Board")?);
        let bare = || class.call_method1(intern!(class.py(), "__new__"), (class,));
        let board = if is_ours { bare() } else { class.call0() };
        let board = board?.cast_into::<Self>()?;
        board.get().lock().replace(game);
        Ok(board)
    }

    /// Reads a move from a string.
    fn read(&self, py: Python<'_>, read: Reading, text: &str) -> PyResult<Py<MoveObject>> {
        let game = self.lock();
        let mv = match game.position() {
            Ok(_) => game.plain_or_null(read(&game, text)?),
            Err(_) => game.read_free(text)?,
        };
        drop(game);
        mv.shared(py)
    }

    /// Plays a move from a string, and returns it.
    fn played(&self, py: Python<'_>, read: Reading, text: &str) -> PyResult<Py<MoveObject>> {
        let mut game = self.told(py)?;
        let mv = if game.position().is_ok() {
            let meant = read(&game, text)?;
            game.push(meant)?;
            // A position doesn't change the form of moves.
            game.plain_or_null(meant)
        } else {
            let mv = game.read_free(text)?;
            game.push_free(mv);
            mv
        };
        drop(game);
        mv.shared(py)
    }

    fn pieces_of(&self, kind: usize, color: Side) -> PyResult<Bitboard> {
        Ok(self.lock().board().pieces(color.0, kind_of(kind)?))
    }

    fn moves(&self, from: Squares, to: Squares) -> Vec<PlainMove> {
        self.lock().legal_moves(from.0, to.0)
    }

    /// Returns true if the side to move has a legal move.
    fn can_move(&self) -> bool {
        let game = self.lock();
        match game.position() {
            Ok(position) => position.has_legal_move(),
            Err(_) => !game.legal_moves(Bitboard::FULL, Bitboard::FULL).is_empty(),
        }
    }
}

fn shared(py: Python<'_>, moves: Vec<PlainMove>) -> PyResult<Bound<'_, PyList>> {
    let moves = moves.into_iter().map(|mv| mv.shared(py));
    PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (*_start, **_more))]
    fn new(_start: &Bound<'_, PyTuple>, _more: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    #[pyo3(signature = (fen=Start(None), *, chess960=false))]
    fn __init__(&self, fen: Start<'_>, chess960: bool) -> PyResult<()> {
        let board = fen.0.as_ref().and_then(|start| start.cast::<Self>().ok());
        let game = match board {
            Some(board) => board.get().lock().clone(),
            None => fen.game(chess960)?,
        };
        self.lock().replace(game);
        Ok(())
    }

    /// True if castling is written as the king taking its rook, as in Chess960.
    #[getter]
    fn chess960(&self) -> bool {
        self.lock().is_chess960
    }

    #[setter]
    fn set_chess960(&self, chess960: bool) {
        self.lock().set_chess960(chess960);
    }

    /// The current position; it never changes.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        Ok(Position(self.lock().position()?.clone()))
    }

    /// A copy of the game since the last null move or change of the position.
    #[getter]
    fn history(&self) -> PyResult<History> {
        Ok(History::of(self.lock().history()?.clone()))
    }

    /// Play a legal or pseudo-legal move, or a null move where there is no check.
    fn push(&self, py: Python<'_>, r#move: AnyMove) -> PyResult<()> {
        self.told(py)?.push_any(&r#move)
    }

    /// Play a move in SAN, and return it.
    fn push_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<MoveObject>> {
        self.played(py, Game::read_san, san)
    }

    /// Play a move in UCI notation, and return it.
    fn push_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<MoveObject>> {
        self.played(py, Game::read_uci, uci)
    }

    /// Take the last move back and return it.
    fn pop(&self, py: Python<'_>) -> PyResult<Py<MoveObject>> {
        let last = self.told(py)?.pop();
        let last = last.ok_or_else(|| PyIndexError::new_err("pop from an empty move stack"))?;
        last.shared(py)
    }

    /// The last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<MoveObject>> {
        let last = self.told(py)?.last();
        let last = last.ok_or_else(|| PyIndexError::new_err("the move stack is empty"))?;
        last.shared(py)
    }

    /// The moves so far, as one list that is brought up to date here. Changing its length changes what pop and peek return, and not the
    /// position.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.told(py)?;
        let (list, kept) = (game.stack.list(py), game.stack.listed);
        let moves = game.moves(kept);
        drop(game);
        list.set_slice(kept, list.len(), shared(py, moves)?.as_any())?;
        self.lock().stack.show(&list);
        Ok(list)
    }

    #[setter]
    fn set_move_stack(&self, list: Bound<'_, PyList>) -> PyResult<()> {
        let moves = list.extract::<List<AnyMove>>()?.0;
        let moves: PyResult<Vec<_>> = moves.iter().map(AnyMove::squares).collect();
        let moves = moves?;
        let mut game = self.lock();
        // What is removed with the other list may run code.
        let _other = mem::take(&mut game.stack);
        game.tell(moves);
        game.stack.show(&list);
        drop(game);
        Ok(())
    }

    /// The number of plies since the start of a game.
    fn ply(&self) -> u32 {
        let game = self.lock();
        let black = u32::from(game.side_to_move() == Color::Black);
        2 * game.setup().fullmove_number.saturating_sub(1) + black
    }

    /// A board with the position in which this one began.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let game = slf.get().told(slf.py())?.root();
        Self::like(&slf.get_type(), game)
    }

    /// A copy, with all its moves, none of them (False) or the last ones (a number).
    #[pyo3(signature = (*, stack=None))]
    fn copy<'py>(
        slf: &Bound<'py, Self>,
        stack: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Self>> {
        let plies = match stack {
            None => usize::MAX,
            Some(stack) => match stack.extract::<bool>() {
                Ok(true) => usize::MAX,
                Ok(false) => 0,
                Err(_) => stack.extract()?,
            },
        };
        let game = match (slf.get().told(slf.py())?, plies) {
            (game, usize::MAX) => game.clone(),
            (game, 0) => game.bare(),
            (game, plies) => game.with_last(plies),
        };
        Self::like(&slf.get_type(), game)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let new = py.import("copyreg")?.getattr("__newobj__")?;
        let attributes = slf.getattr_opt("__dict__")?;
        let state = (slf.get().told(py)?.state(), attributes);
        (new, (slf.get_type(),), state).into_pyobject(py)
    }

    fn __setstate__<'py>(
        slf: &Bound<'py, Self>,
        state: (State, Option<Bound<'py, PyDict>>),
    ) -> PyResult<()> {
        let (state, attributes) = state;
        slf.get().lock().replace(Game::of_state(state)?);
        for (name, value) in attributes.into_iter().flatten() {
            slf.setattr(name.cast::<PyString>()?, value)?;
        }
        Ok(())
    }

    /// The legal moves, to iterate over, to count and to test for membership.
    #[getter]
    fn legal_moves(slf: Py<Self>) -> LegalMoves {
        LegalMoves(slf)
    }

    /// The legal moves from and to certain squares.
    #[pyo3(signature = (from_mask=Squares(Bitboard::FULL), to_mask=Squares(Bitboard::FULL)))]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: Squares,
        to_mask: Squares,
    ) -> PyResult<Bound<'py, PyIterator>> {
        shared(py, self.moves(from_mask, to_mask))?.try_iter()
    }

    /// The pseudo-legal moves from and to certain squares: they may leave the king in check.
    #[pyo3(signature = (from_mask=Squares(Bitboard::FULL), to_mask=Squares(Bitboard::FULL)))]
    fn generate_pseudo_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: Squares,
        to_mask: Squares,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let game = self.lock();
        let (setup, chess960) = (game.setup(), game.is_chess960);
        drop(game);
        let moves = arrangement::moves(&setup, chess960, from_mask.0, to_mask.0);
        shared(py, moves)?.try_iter()
    }

    /// True if a move is legal except that it may leave the king in check.
    fn is_pseudo_legal(&self, r#move: AnyMove) -> PyResult<bool> {
        let mv = r#move.squares()?;
        Ok(!mv.is_null() && self.lock().is_pseudo_legal(mv))
    }

    /// True if a pseudo-legal move leaves the king in check.
    fn is_into_check(&self, r#move: AnyMove) -> PyResult<bool> {
        let mv = r#move.squares()?;
        Ok(arrangement::is_into_check(&self.lock().setup(), mv))
    }

    /// True if the side that has just moved is in check.
    fn was_into_check(&self) -> bool {
        let game = self.lock();
        arrangement::is_in_check(game.board(), !game.side_to_move())
    }

    /// True if a move is legal.
    fn is_legal(&self, r#move: AnyMove) -> PyResult<bool> {
        self.lock().is_legal(&r#move)
    }

    /// True if a move captures.
    fn is_capture(&self, r#move: AnyMove) -> PyResult<bool> {
        let game = self.lock();
        let mv = r#move.squares()?;
        // A null move touches nothing.
        let touched = Bitboard::from(mv.from) ^ Bitboard::from(mv.to);
        let is_taken = touched.intersects(game.board().color(!game.side_to_move()));
        Ok(is_taken || game.is_en_passant(mv))
    }

    /// True if a move captures en passant.
    fn is_en_passant(&self, r#move: AnyMove) -> PyResult<bool> {
        Ok(self.lock().is_en_passant(r#move.squares()?))
    }

    /// True if a legal or pseudo-legal move gives check.
    fn gives_check(&self, r#move: AnyMove) -> PyResult<bool> {
        self.lock().gives_check(&r#move)
    }

    /// True if a move castles: the king goes two squares or more, or takes its rook.
    fn is_castling(&self, r#move: AnyMove) -> bool {
        let game = self.lock();
        if let AnyMove::Squares(mv) = r#move {
            return arrangement::is_castling(game.board(), game.side_to_move(), mv);
        }
        let mv = game.meant(&r#move);
        mv.is_ok_and(|mv| mv.is_some_and(|mv| mv.castling_rook().is_some()))
    }

    /// The legal move for a string in SAN.
    fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<MoveObject>> {
        self.read(py, Game::read_san, san)
    }

    /// The legal move for a string in UCI notation.
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<MoveObject>> {
        self.read(py, Game::read_uci, uci)
    }

    /// A legal or pseudo-legal move in SAN.
    fn san(&self, r#move: AnyMove) -> PyResult<String> {
        self.lock().san(&r#move)
    }

    /// A legal move in long algebraic notation.
    fn lan(&self, r#move: AnyMove) -> PyResult<String> {
        let game = self.lock();
        let mv = game.meant(&r#move)?;
        Ok(lan::write(game.position()?, mv).to_string())
    }

    /// A move in UCI notation.
    #[pyo3(signature = (r#move, *, chess960=None))]
    fn uci(&self, r#move: AnyMove, chess960: Option<bool>) -> PyResult<String> {
        self.lock().uci(&r#move, chess960)
    }

    /// Moves that follow one another from here, in SAN with numbers.
    fn variation_san(&self, variation: List<AnyMove>) -> PyResult<String> {
        let mut game = self.lock().bare();
        let mut line = Vec::new();
        let start = game.position()?.clone();
        for mv in &variation.0 {
            let mv = game.legal(mv)?;
            line.push(mv);
            game.push(Some(mv))?;
        }
        // We write it with a space, python-chess without one.
        Ok(san::write_line(&start, &line).replacen("... ", "...", 1))
    }

    /// The FEN. en_passant is "legal", "xfen" (if a pawn attacks the square) or "fen" (after every double push).
    #[pyo3(signature = (*, shredder=false, en_passant="legal", promoted=None))]
    fn fen(&self, shredder: bool, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
        let forms = [
            ("legal", EnPassantFen::Legal),
            ("xfen", EnPassantFen::PseudoLegal),
            ("fen", EnPassantFen::Always),
        ];
        let en_passant = one_of("en_passant", en_passant, &forms)?;
        let castling = [CastlingFen::XFen, CastlingFen::Shredder][usize::from(shredder)];
        let game = self.lock();
        let fen = fen_of(&game, en_passant, castling);
        Ok(match promoted {
            Some(true) => with_marks(&fen, game.promoted()),
            _ => fen,
        })
    }

    /// Exchange the colors. The game starts over.
    fn apply_mirror(&self) {
        self.lock().begin(|setup, promoted| {
            *setup = setup.flip_colors();
            *promoted = promoted.flip();
        });
    }

    /// Start over with the position of a FEN.
    fn set_fen(&self, fen: &str) -> PyResult<()> {
        let mut game = self.lock();
        let read = Game::from_fen(fen, game.is_chess960)?;
        game.replace(read);
        Ok(())
    }

    /// Put a piece on a square, or None to clear it. The game starts over.
    #[pyo3(signature = (square, piece, promoted=false))]
    fn set_piece_at(&self, square: At, piece: Option<PyRef<'_, ColoredPiece>>, promoted: bool) {
        self.lock().begin(|setup, marked| {
            *marked -= square.0;
            match &piece {
                Some(piece) => {
                    setup.board.put(square.0, piece.0);
                    if promoted {
                        *marked |= square.0;
                    }
                }
                None => setup.board.take(square.0),
            }
        });
    }

    /// Set up the pieces of a dictionary of squares. The game starts over.
    fn set_piece_map(&self, pieces: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut board = chess::Board::EMPTY;
        for (square, piece) in pieces {
            let piece = piece.cast::<ColoredPiece>()?.get().0;
            board.put(square.extract::<At>()?.0, piece);
        }
        self.lock().begin(|setup, promoted| {
            (setup.board, *promoted) = (board, Bitboard::EMPTY);
        });
        Ok(())
    }

    /// The side to move: WHITE or BLACK, that is True or False.
    #[getter]
    fn turn(&self) -> bool {
        self.lock().side_to_move() == Color::White
    }

    #[setter]
    fn set_turn(&self, turn: Side) {
        self.lock().edit(|setup| setup.side_to_move = turn.0);
    }

    /// The move number, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.lock().setup().fullmove_number
    }

    #[setter]
    fn set_fullmove_number(&self, number: u32) {
        self.lock().edit(|setup| setup.fullmove_number = number);
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.lock().setup().halfmove_clock
    }

    #[setter]
    fn set_halfmove_clock(&self, plies: u32) {
        self.lock().edit(|setup| setup.halfmove_clock = plies);
    }

    /// The square that a pawn has just passed, even if it cannot be captured there.
    #[getter]
    fn ep_square(&self) -> Option<u8> {
        self.lock().given().en_passant.map(|square| square as u8)
    }

    #[setter]
    fn set_ep_square(&self, square: Option<At>) {
        self.lock()
            .edit(|setup| setup.en_passant = square.map(|square| square.0));
    }

    /// A mask of the rooks with which the sides may castle, as it was set.
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.lock().given().castling.all_rooks().0
    }

    /// The castling rights that are possible: king and rook are on their squares.
    fn clean_castling_rights(&self) -> u64 {
        self.lock().setup().castling.all_rooks().0
    }

    #[setter]
    fn set_castling_rights(&self, rooks: Squares) {
        self.lock()
            .edit(|setup| setup.castling = CastlingRights::from_rooks(rooks.0));
    }

    /// True if a pawn can be captured en passant.
    fn has_legal_en_passant(&self) -> bool {
        let game = self.lock();
        game.position()
            .is_ok_and(|position| position.en_passant().is_some())
    }

    /// A mask of the pieces that were pawns.
    #[getter]
    fn promoted(&self) -> u64 {
        self.lock().promoted().0
    }

    /// The piece on a square.
    fn piece_at(&self, py: Python<'_>, square: At) -> PyResult<Option<Py<ColoredPiece>>> {
        let piece = self.lock().board().piece_at(square.0);
        piece
            .map(|piece| ColoredPiece(piece).shared(py))
            .transpose()
    }

    /// All pieces, or those on certain squares: a dictionary of squares and pieces.
    #[pyo3(signature = (*, mask=Squares(Bitboard::FULL)))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: Squares) -> PyResult<Bound<'py, PyDict>> {
        let (board, pieces) = (*self.lock().board(), PyDict::new(py));
        let mut all: Vec<_> = board.iter().collect();
        all.retain(|(square, _)| mask.0.contains(*square));
        for (square, piece) in all.into_iter().rev() {
            pieces.set_item(square as u8, ColoredPiece(piece).shared(py)?)?;
        }
        Ok(pieces)
    }

    /// The squares of a piece.
    fn pieces(&self, piece_type: usize, color: Side) -> PyResult<SquareSet> {
        self.pieces_of(piece_type, color).map(SquareSet::from)
    }

    /// A mask of the squares of a piece.
    fn pieces_mask(&self, piece_type: usize, color: Side) -> PyResult<u64> {
        self.pieces_of(piece_type, color).map(|squares| squares.0)
    }

    /// A mask of all pieces.
    #[getter]
    fn occupied(&self) -> u64 {
        self.lock().board().occupied().0
    }

    /// Masks of Black's pieces and White's, by color.
    #[getter]
    fn occupied_co(&self) -> [u64; 2] {
        let board = *self.lock().board();
        [Color::Black, Color::White].map(|color| board.color(color).0)
    }

    /// A mask of all pawns.
    #[getter]
    fn pawns(&self) -> u64 {
        self.lock().board().kind(PieceKind::Pawn).0
    }

    /// A mask of all knights.
    #[getter]
    fn knights(&self) -> u64 {
        self.lock().board().kind(PieceKind::Knight).0
    }

    /// A mask of all bishops.
    #[getter]
    fn bishops(&self) -> u64 {
        self.lock().board().kind(PieceKind::Bishop).0
    }

    /// A mask of all rooks.
    #[getter]
    fn rooks(&self) -> u64 {
        self.lock().board().kind(PieceKind::Rook).0
    }

    /// A mask of all queens.
    #[getter]
    fn queens(&self) -> u64 {
        self.lock().board().kind(PieceKind::Queen).0
    }

    /// A mask of all kings.
    #[getter]
    fn kings(&self) -> u64 {
        self.lock().board().kind(PieceKind::King).0
    }

    /// The square of a side's king, or None.
    fn king(&self, color: Side) -> Option<u8> {
        self.lock().king(color.0).map(|square| square as u8)
    }

    /// A mask of the squares that the piece on a square attacks.
    fn attacks_mask(&self, square: At) -> u64 {
        self.lock().attacks(square).0
    }

    /// A mask of a side's pieces that attack a square; occupied replaces the squares that block.
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers_mask(&self, color: Side, square: At, occupied: Option<Squares>) -> u64 {
        let game = self.lock();
        let occupied = occupied.map_or(game.board().occupied(), |occupied| occupied.0);
        game.attackers(color.0, square.0, occupied).0
    }

    /// A mask of the line on which a piece is pinned.
    fn pin_mask(&self, color: Side, square: At) -> u64 {
        self.lock().pin(color.0, square.0).0
    }

    /// A mask of the pieces that give check.
    fn checkers_mask(&self) -> u64 {
        self.lock().checkers().0
    }

    /// True if the side to move is in check.
    fn is_check(&self) -> bool {
        !self.lock().checkers().is_empty()
    }

    /// True if the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.is_check() && !self.can_move()
    }

    /// True if the side to move is stalemated.
    fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.can_move()
    }

    /// True if neither side can ever mate.
    fn is_insufficient_material(&self) -> PyResult<bool> {
        Ok(self.lock().position()?.is_insufficient_material())
    }

    /// True if a side can never mate.
    fn has_insufficient_material(&self, color: Side) -> PyResult<bool> {
        Ok(self.lock().position()?.has_insufficient_material(color.0))
    }

    /// True if the position has occurred this often.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: usize) -> PyResult<bool> {
        Ok(self.lock().history()?.occurrences() >= count)
    }

    /// True if the side to move can claim a draw by the fifty-move rule, now or by a move that it announces.
    fn can_claim_fifty_moves(&self) -> PyResult<bool> {
        self.lock().can_claim(Claim::FiftyMoves)
    }

    /// True if the side to move can claim a draw by repetition, now or by a move that it announces.
    fn can_claim_threefold_repetition(&self) -> PyResult<bool> {
        self.lock().can_claim(Claim::ThreefoldRepetition)
    }

    /// The name of the reason the game is over, and the winner.
    fn _ended(&self, claim_draw: bool) -> PyResult<Ending> {
        ended(&self.lock(), claim_draw)
    }

    /// The reasons why the position is not legal, as bits of a Status.
    fn _status(&self) -> u32 {
        status(&self.lock())
    }

    /// True if the game has ended.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(&self, claim_draw: bool) -> PyResult<bool> {
        Ok(ended(&self.lock(), claim_draw)?.is_some())
    }

    /// True if the position is legal: its status is VALID.
    fn is_valid(&self) -> bool {
        status(&self.lock()) == 0
    }

    /// A key that is equal for positions that are the same for repetitions.
    fn _transposition_key(&self) -> PyResult<u64> {
        Ok(self.lock().position()?.key())
    }

    fn _repr_svg_(&self) -> String {
        let (game, prefix) = (self.lock(), picture_id());
        let board = game.board().to_svg().size(360);
        board.id_prefix(&prefix).to_string()
    }

    fn __eq__(&self, other: &Self) -> bool {
        let other = other.lock().clone();
        let game = self.lock();
        match (game.position(), other.position()) {
            (Ok(position), Ok(other)) => position == other,
            _ => game.setup() == other.setup(),
        }
    }

    fn __str__(&self) -> String {
        let board = *self.lock().board();
        drawn(|square| board.piece_at(square).map_or('.', chess::Piece::letter))
    }

    fn __repr__(&self) -> String {
        let game = self.lock();
        let fen = fen_of(&game, EnPassantFen::Legal, CastlingFen::XFen);
        let chess960 = ["", ", chess960=True"][usize::from(game.is_chess960)];
        format!("Board('{fen}'{chess960})")
    }
}

/// The legal moves of the board's current position.
#[pyclass(frozen, module = "plywood.chess")]
pub(crate) struct LegalMoves(Py<Board>);

#[pymethods]
impl LegalMoves {
    #[new]
    fn new(board: Py<Board>) -> Self {
        Self(board)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let all = Squares(Bitboard::FULL);
        shared(py, self.0.get().moves(all, all))?.try_iter()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match r#move.extract::<AnyMove>() {
            Ok(mv) => self.0.get().is_legal(mv),
            Err(_) => Ok(false),
        }
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __bool__(&self) -> bool {
        self.0.get().can_move()
    }

    /// The number of legal moves.
    fn count(&self) -> usize {
        let game = self.0.get().lock();
        match game.position() {
            Ok(position) => position.legal_move_count(),
            Err(_) => game.legal_moves(Bitboard::FULL, Bitboard::FULL).len(),
        }
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = self.0.get().lock();
        let moves = game.legal_moves(Bitboard::FULL, Bitboard::FULL).into_iter();
        let moves: PyResult<Vec<_>> = moves.map(|mv| game.san(&AnyMove::Squares(mv))).collect();
        Ok(format!("<LegalMoves ({})>", moves?.join(", ")))
    }
}
