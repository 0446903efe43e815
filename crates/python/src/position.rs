//! `Position`: the rules of chess.

use crate::drawing;
use crate::moves::{Move, text_of};
use crate::run::Run;
use crate::values::{
    List, Written, class_of, hint, no_attribute, one_of, parsed, square_name, square_names, wrong,
};
use plywood_catalog::Playable;
use plywood_core as chess;
use plywood_core::cpu::{Cpu, Multiversion, dispatch};
use plywood_core::{
    ByColor, CastlingFen, Color, EnPassantFen, FenFormat, MoveFilter, Outcome, Piece, PieceKind,
    PieceValues, Square, perft,
};
use plywood_notation::uci::CastlingForm;
use plywood_notation::{polyglot, san, uci};
use plywood_search::StopHandle;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use pyo3::{Borrowed, intern};
use std::collections::HashMap;
use std::convert::Infallible;

/// A position of chess. It never changes: play returns the next one.
///
/// Position() is the start of a game; Position(fen) reads a FEN, or takes the position of a board or a game. Positions are equal if no rule
/// tells them apart, clocks included, and can be keys of a dictionary.
#[pyclass(frozen, eq, hash, module = "plywood", str = "{0}")]
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) chess::Position);

/// Deeper counts take longer than a lifetime.
const DEEPEST_PERFT: u32 = 30;
/// A count of this depth takes less than the time between two checks for signals.
const UNWATCHED_PERFT: u32 = 4;

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(fen: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(fen) = fen else {
            return Ok(Self(chess::Position::START));
        };
        match fen.cast::<PyString>() {
            Ok(fen) => fen.to_str()?.parse().map(Self).map_err(wrong),
            Err(_) => Ok(Self(fen.extract::<AnyPosition>()?.0)),
        }
    }

    /// Read a FEN that may have small mistakes, and return the repairs: `position, repairs = Position.lenient(fen)`.
    #[staticmethod]
    fn lenient(fen: &str) -> PyResult<(Self, Vec<String>)> {
        let (position, repairs) = chess::Position::from_fen_lenient(fen).map_err(wrong)?;
        let repairs = repairs.iter().map(ToString::to_string);
        Ok((Self(position), repairs.collect()))
    }

    /// The start of Chess960 with this number, from 0 to 959; with two numbers White's and Black's differ.
    #[staticmethod]
    #[pyo3(signature = (number, black=None))]
    fn chess960(number: i64, black: Option<i64>) -> PyResult<Self> {
        let [white, black] = [number, black.unwrap_or(number)]
            .map(|number| u16::try_from(number).unwrap_or(u16::MAX));
        let position = chess::Position::double_chess960(ByColor { white, black });
        position
            .map(Self)
            .ok_or_else(|| PyValueError::new_err("Chess960 numbers go from 0 to 959"))
    }

    /// The FEN; it includes the en passant square only if the capture is legal.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_string()
    }

    /// The FEN in another form: castling "x-fen" or "shredder"; en_passant "legal", "pseudo-legal" or "always".
    #[pyo3(signature = (*, castling="x-fen", en_passant="legal"))]
    fn fen_with(&self, castling: &str, en_passant: &str) -> PyResult<String> {
        let castling_forms = [
            ("x-fen", CastlingFen::XFen),
            ("shredder", CastlingFen::Shredder),
        ];
        let en_passant_forms = [
            ("legal", EnPassantFen::Legal),
            ("pseudo-legal", EnPassantFen::PseudoLegal),
            ("always", EnPassantFen::Always),
        ];
        let format = FenFormat {
            castling: one_of("castling", castling, &castling_forms)?,
            en_passant: one_of("en_passant", en_passant, &en_passant_forms)?,
        };
        Ok(self.0.fen_with(format).to_string())
    }

    /// The side to move: "white" or "black".
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match self.0.side_to_move() {
            Color::White => intern!(py, "white"),
            Color::Black => intern!(py, "black"),
        }
    }

    /// The castling rights as in FEN, "KQkq" or "-".
    #[getter]
    fn castling(&self) -> String {
        let fen = self.fen();
        fen.split(' ').nth(2).unwrap_or("-").to_owned()
    }

    /// The square on which a pawn can be captured en passant, or None.
    #[getter]
    fn en_passant(&self) -> Option<&'static str> {
        self.0.en_passant().map(square_name)
    }

    /// Plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.0.halfmove_clock()
    }

    /// The move number, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.0.fullmove_number()
    }

    /// The 64-bit Zobrist key.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The key of Polyglot's opening books.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        polyglot::key(&self.0)
    }

    /// The Chess960 number of this start position, or None.
    #[getter]
    fn chess960_number(&self) -> Option<u16> {
        self.0.chess960_number()
    }

    /// All legal moves.
    fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves().into_iter().map(Move).collect()
    }

    /// The legal moves of a kind: "captures", "quiets" or "noisy" (captures and promotions); from and to certain squares.
    #[pyo3(signature = (kind="all", *, from_squares=None, to_squares=None))]
    fn moves(
        &self,
        kind: &str,
        from_squares: Option<List<Written<Square>>>,
        to_squares: Option<List<Written<Square>>>,
    ) -> PyResult<Vec<Move>> {
        let set = |squares: List<Written<Square>>| -> chess::Bitboard {
            squares.0.iter().map(|square| square.0).collect()
        };
        let kinds = [
            ("all", MoveFilter::ALL),
            ("captures", MoveFilter::CAPTURES),
            ("quiets", MoveFilter::QUIETS),
            ("noisy", MoveFilter::NOISY),
        ];
        let mut filter = one_of("kind", kind, &kinds)?;
        if let Some(squares) = from_squares {
            filter = filter.from(set(squares));
        }
        if let Some(squares) = to_squares {
            filter = filter.to(set(squares));
        }
        Ok(self.0.moves(filter).into_iter().map(Move).collect())
    }

    /// The number of legal moves, counted without listing them.
    fn legal_move_count(&self) -> usize {
        self.0.legal_move_count()
    }

    /// The positions after every legal move, in the order of legal_moves.
    fn children(&self) -> Vec<Self> {
        let moves = self.0.legal_moves();
        let after = moves.iter().map(|mv| Self(self.0.play_unchecked(*mv)));
        after.collect()
    }

    /// The position after a move, given as a Move, in SAN ("Nf3") or in UCI notation ("g1f3").
    #[pyo3(name = "play")]
    fn play_any(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mv = self.read(mv)?;
        self.0.play(mv).map(Self).map_err(wrong)
    }

    /// Play several moves, one after the other.
    #[pyo3(signature = (*moves))]
    fn play_all(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let start = Self(self.0.clone());
        moves
            .iter()
            .try_fold(start, |position, mv| position.play_any(&mv))
    }

    /// The legal move for a string, in SAN or in UCI notation.
    #[pyo3(name = "move")]
    fn move_of(&self, text: &str) -> PyResult<Move> {
        self.parsed(text).map(Move)
    }

    /// A move in SAN, such as "Nf3".
    fn san(&self, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = self.legal(mv)?;
        Ok(san::write(&self.0, mv).to_string())
    }

    /// Moves that follow one another from here, in SAN, such as "1. e4 e5 2. Nf3".
    fn san_line(&self, moves: List<Bound<'_, PyAny>>) -> PyResult<String> {
        let (mut position, mut line) = (Self(self.0.clone()), Vec::new());
        for mv in &moves.0 {
            let mv = position.legal(mv)?;
            line.push(mv);
            position = Self(position.0.play_unchecked(mv));
        }
        Ok(san::write_line(&self.0, &line))
    }

    /// A move in UCI notation; for Chess960 castling is the king taking its rook.
    #[pyo3(signature = (mv, *, chess960=false))]
    fn uci(&self, mv: &Bound<'_, PyAny>, chess960: bool) -> PyResult<String> {
        let form = [CastlingForm::Landing, CastlingForm::TakesRook][usize::from(chess960)];
        Ok(uci::write(self.legal(mv)?, form).to_string())
    }

    /// True if a move is legal here.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        match mv.cast::<Move>() {
            Ok(mv) => Ok(self.0.is_legal(mv.get().0)),
            Err(_) => Ok(self.parsed(&text_of(mv)?).is_ok()),
        }
    }

    /// True if a legal move captures.
    fn is_capture(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.is_capture(self.legal(mv)?))
    }

    /// True if a legal move gives check.
    fn gives_check(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.gives_check(self.legal(mv)?))
    }

    /// The centipawns that a capture wins or loses if both sides keep capturing on its square.
    fn see(&self, mv: &Bound<'_, PyAny>) -> PyResult<i32> {
        let mv = self.legal(mv)?;
        Ok(self.0.see(mv, &PieceValues::BLOGCHESS))
    }

    /// True if the side to move is in check.
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// True if the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.0.is_checkmate()
    }

    /// True if the side to move is stalemated.
    fn is_stalemate(&self) -> bool {
        self.0.is_stalemate()
    }

    /// True if neither side can ever mate; with a color, if that side cannot.
    #[pyo3(signature = (side=None))]
    fn is_insufficient_material(&self, side: Option<Written<Color>>) -> bool {
        match side {
            None => self.0.is_insufficient_material(),
            Some(side) => self.0.has_insufficient_material(side.0),
        }
    }

    /// True if the side to move can claim a draw by the fifty-move rule.
    fn can_claim_fifty_moves(&self) -> bool {
        self.0.can_claim_fifty_moves()
    }

    /// The result here, as (result, reason), such as ("1-0", "checkmate"); None while the game goes on.
    fn outcome(&self) -> Option<(String, String)> {
        self.0.outcome().map(outcome_text)
    }

    /// The letter of the piece on a square, as in FEN, or None.
    fn piece_at(&self, square_name: Written<Square>) -> Option<char> {
        self.0.piece_at(square_name.0).map(Piece::letter)
    }

    fn __getitem__(&self, square_name: &str) -> PyResult<Option<char>> {
        let square = square_name.parse::<Square>();
        let square = square.map_err(|error| PyKeyError::new_err(error.to_string()))?;
        Ok(self.0.piece_at(square).map(Piece::letter))
    }

    /// All pieces: a dictionary of squares and letters.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, piece) in self.0.board().iter() {
            pieces.set_item(square_name(square), piece.letter())?;
        }
        Ok(pieces)
    }

    /// The squares of a piece, such as "N" or "black pawn".
    fn squares(&self, piece_name: Written<Piece>) -> Vec<&'static str> {
        square_names(self.set_of(piece_name))
    }

    /// The squares of a piece as a 64-bit number, a1 the lowest bit.
    fn bitboard(&self, piece_name: Written<Piece>) -> u64 {
        self.set_of(piece_name).0
    }

    /// The number of a piece, such as "N" or "black pawn".
    fn count(&self, piece_name: Written<Piece>) -> u32 {
        self.set_of(piece_name).len()
    }

    /// The number of each piece, in the order "PNBRQKpnbrqk".
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, dispatch(Counting(&self.0)))
    }

    /// The square of a side's king.
    fn king(&self, side: Written<Color>) -> &'static str {
        square_name(self.0.king(side.0))
    }

    /// The squares of the pieces that attack a square, of both sides or of one.
    #[pyo3(signature = (square_name, side=None))]
    fn attackers(
        &self,
        square_name: Written<Square>,
        side: Option<Written<Color>>,
    ) -> Vec<&'static str> {
        let attackers = self.0.attackers(square_name.0);
        let side = side.map_or(chess::Bitboard::FULL, |side| self.0.board().color(side.0));
        square_names(attackers & side)
    }

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<&'static str> {
        square_names(self.0.checkers())
    }

    /// The squares of the pieces of the side to move that are pinned.
    fn pinned(&self) -> Vec<&'static str> {
        square_names(self.0.pinned())
    }

    /// The number of move sequences of this length.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > DEEPEST_PERFT {
            return Err(wrong(format!("perft is counted to depth {DEEPEST_PERFT}")));
        }
        if depth < UNWATCHED_PERFT {
            return Ok(perft(&self.0, depth));
        }
        let run = Run::new();
        let count = || Ok::<_, Infallible>(counted(&self.0, depth, &run.stop));
        run.watch_to_the_end(py, count)
    }

    /// The perft of each legal move: a list of (move, count).
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(Move, u64)>> {
        if depth == 0 {
            return Ok(Vec::new());
        }
        let children = self.0.legal_moves().into_iter().map(|mv| {
            let child = Self(self.0.play_unchecked(mv));
            Ok((Move(mv), child.perft(py, depth - 1)?))
        });
        children.collect()
    }

    /// True if the position is the same for a repetition: pieces, side to move, castling and en passant.
    fn is_same(&self, other: &Self) -> bool {
        self.0.is_same(&other.0)
    }

    /// The position with the colors exchanged.
    fn flip_colors(&self) -> Self {
        Self(self.0.flip_colors())
    }

    /// The position with left and right exchanged; None if a side may castle.
    fn mirror(&self) -> Option<Self> {
        self.0.mirror().map(Self)
    }

    /// The board as text.
    #[pyo3(signature = (*, figurines=false, seen_by="white", coordinates=true))]
    fn text(&self, figurines: bool, seen_by: &str, coordinates: bool) -> PyResult<String> {
        let mut board = self.0.to_text().seen_by(parsed(seen_by)?);
        if figurines {
            board = board.figurines();
        }
        if !coordinates {
            board = board.without_coordinates();
        }
        Ok(board.to_string())
    }

    /// The board as SVG. An arrow is a Move, (from, to) or (from, to, color); marks are squares with their colors.
    #[pyo3(signature = (*, size=360, seen_by="white", coordinates="inside", last_move=None, arrows=List::default(), marks=HashMap::new(), **others))]
    fn svg(
        &self,
        size: u32,
        seen_by: &str,
        coordinates: &str,
        last_move: Option<PyRef<'_, Move>>,
        arrows: List<Bound<'_, PyAny>>,
        marks: HashMap<String, String>,
        others: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        if let Some((name, _)) = others.and_then(|others| others.iter().next()) {
            let hint = hint(name.py(), "svg", &name.to_string());
            return Err(PyTypeError::new_err(format!(
                "svg has no argument {name}{hint}"
            )));
        }
        let arrows = arrows.0.iter().map(drawing::arrow);
        let arrows = arrows.collect::<PyResult<Vec<_>>>()?;
        let marks = marks.iter().map(drawing::mark);
        let marks = marks.collect::<PyResult<Vec<_>>>()?;
        let prefix = drawing::picture_id();
        let board = self.0.to_svg().size(size).seen_by(parsed(seen_by)?);
        let coordinates = one_of("coordinates", coordinates, &drawing::COORDINATES)?;
        let board = board.coordinates(coordinates);
        let mut board = board.arrows(&arrows).marks(&marks).id_prefix(&prefix);
        if let Some(mv) = last_move {
            board = board.last_move(mv.0);
        }
        Ok(board.to_string())
    }

    pub(crate) fn _repr_svg_(&self) -> PyResult<String> {
        let (arrows, marks) = (List::default(), HashMap::new());
        self.svg(360, "white", "inside", None, arrows, marks, None)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        Err(no_attribute(py, "Position", name))
    }

    fn __repr__(&self) -> String {
        format!("Position({:?})", self.fen())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (exact_fen(&self.0),)).into_pyobject(py)
    }
}

impl Position {
    /// Reads a move from a `Move`, a string or a python-chess move; only a `Move` is not yet known to be legal.
    pub(crate) fn read(&self, mv: &Bound<'_, PyAny>) -> PyResult<chess::Move> {
        match mv.cast::<Move>() {
            Ok(mv) => Ok(mv.get().0),
            Err(_) => self.parsed(&text_of(mv)?),
        }
    }

    fn parsed(&self, text: &str) -> PyResult<chess::Move> {
        let read = uci::parse(&self.0, text).or_else(|_| san::parse(&self.0, text));
        read.map_err(wrong)
    }

    /// Reads a legal move from Python.
    fn legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<chess::Move> {
        let mv = self.read(mv)?;
        let error = || wrong(format!("{mv} is not legal in {}", self.0));
        self.0.is_legal(mv).then_some(mv).ok_or_else(error)
    }

    fn set_of(&self, Written(piece): Written<Piece>) -> chess::Bitboard {
        self.0.pieces(piece.color, piece.kind)
    }
}

/// Counts all pieces. Python evaluators call this at every leaf, so it uses the processor's instruction.
struct Counting<'a>(&'a chess::Position);

impl Multiversion for Counting<'_> {
    type Output = [u32; 12];

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn run<M: Cpu>(self) -> [u32; 12] {
        let mut counts = [0; 12];
        for (index, count) in counts.iter_mut().enumerate() {
            let (color, kind) = (Color::ALL[index / 6], PieceKind::ALL[index % 6]);
            *count = self.0.pieces(color, kind).0.count_ones();
        }
        counts
    }
}

/// The FEN from which exactly this position is read again: Polyglot's keys need the square of a double push.
pub(crate) fn exact_fen(position: &chess::Position) -> String {
    let format = FenFormat {
        en_passant: EnPassantFen::Always,
        castling: CastlingFen::Shredder,
    };
    position.fen_with(format).to_string()
}

/// The result and its reason.
pub(crate) fn outcome_text(outcome: Outcome) -> (String, String) {
    let reason = match outcome {
        Outcome::Checkmate { .. } => "checkmate".to_owned(),
        Outcome::Draw(draw) => draw.to_string(),
    };
    (outcome.to_string(), reason)
}

/// Perft that can be stopped; then the count is useless, and the siblings at all plies above are skipped as well.
fn counted(position: &chess::Position, depth: u32, stop: &StopHandle) -> u64 {
    if stop.is_stopped() {
        return 0;
    }
    if depth <= UNWATCHED_PERFT {
        return perft(position, depth);
    }
    let children = position.legal_moves().into_iter();
    let counts = children.map(|mv| counted(&position.play_unchecked(mv), depth - 1, stop));
    counts.fold(0, u64::wrapping_add)
}

/// A position from Python: a `Position`, an object that has one, a FEN, or a python-chess board.
pub(crate) struct AnyPosition(pub(crate) chess::Position);

impl<'py> FromPyObject<'_, 'py> for AnyPosition {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Self(position.get().0.clone()));
        }
        // A History, a board of plywood.chess, a place in a game.
        if let Ok(position) = object.getattr("position")
            && let Ok(position) = position.cast::<Position>()
        {
            return Ok(Self(position.get().0.clone()));
        }
        let fen = if is_board(&object)? {
            object.call_method0("fen")?
        } else {
            object.to_owned()
        };
        let fen = fen
            .cast::<PyString>()
            .map_err(|_| not_a_position(&object))?;
        let position = <chess::Position as Playable>::read(fen.to_str()?);
        position.map(Self).map_err(wrong)
    }
}

/// Returns `true` if an object has the attributes of python-chess boards. Variants are not chess.
pub(crate) fn is_board(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !object.hasattr("move_stack")? || !object.hasattr("fen")? {
        return Ok(false);
    }
    match object
        .getattr("uci_variant")
        .and_then(|name| name.extract::<String>())
    {
        Ok(variant) if variant != "chess" => Err(wrong(format!("{variant} is not chess"))),
        Ok(_) | Err(_) => Ok(true),
    }
}

/// The `TypeError` for something that is not a position.
pub(crate) fn not_a_position(found: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "expected a position: Position, History, a FEN, a board of python-chess, or an object with legal_moves, play, ending and key; found {}",
        class_of(found)
    ))
}
