//! A game that may be edited: its position can change other than by legal moves, and need not be legal.

use crate::history::game_of;
use crate::porting::arrangement;
use crate::porting::moves::{AnyMove, IllegalMoveError, PlainMove, unreadable_san, unreadable_uci};
use crate::porting::pieces::read_fen;
use crate::porting::squares::At;
use crate::porting::stack::Stack;
use crate::position::{AnyPosition, exact_fen};
use crate::values::wrong;
use plywood_core::{
    self as chess, Bitboard, CastlingFen, CastlingRights, Claim, Color, History, MoveFilter, Piece,
    PieceKind, Position, PositionError, Setup, Square, attacks,
};
use plywood_notation::uci::CastlingForm;
use plywood_notation::{san, uci};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::mem;

/// The texts of a null move in SAN.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// A game of chess that changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Game {
    /// The games before each change other than a legal move, and the change. They have none before them.
    earlier: Vec<(Self, Left)>,
    current: History,
    /// The current arrangement of the pieces, while it is not legal.
    setup: Option<Box<Setup>>,
    /// The castling rights and the en passant square of an arrangement that has impossible ones. A rook may still be put on its square.
    told: Option<(CastlingRights, Option<Square>)>,
    /// The pieces that were promoted before the current history.
    promoted: Bitboard,
    pub(crate) stack: Stack,
    pub(crate) is_chess960: bool,
}

/// The way in which a game was left for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// By a null move, or another that is not legal.
    ByMove(PlainMove),
    ByEditing,
}

/// A start and the moves from there; the arrangement, unless it is the position; and the promoted pieces of the start.
type Written = (String, Vec<String>, Option<String>, u64);

/// A game for pickle: the earlier games, and the moves that left them; the current one; and whether it is Chess960.
pub(crate) type State = (Vec<(Written, Option<String>)>, Written, bool);

/// The first argument of a board, which is optional.
pub(crate) struct Start<'py>(pub(crate) Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Start<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(Some(object.to_owned())))
    }
}

impl Start<'_> {
    pub(crate) fn game(&self, is_chess960: bool) -> PyResult<Game> {
        let Some(start) = &self.0 else {
            return Ok(Game::new(chess::History::default(), is_chess960));
        };
        if start.is_none() {
            return Ok(Game::from_setup(Setup::EMPTY, is_chess960));
        }
        if let Ok(fen) = start.cast::<PyString>() {
            return Game::from_fen(fen.to_str()?, is_chess960);
        }
        let history = match game_of(start)? {
            Some(history) => history,
            None => chess::History::new(start.extract::<AnyPosition>()?.0),
        };
        Ok(Game::from_history(history, is_chess960))
    }
}

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
        let told = (setup.castling, setup.en_passant);
        if !is_chess960 {
            setup.castling = CastlingRights::from_rooks(standard_rooks(&setup));
        }
        if let Ok((position, _)) = Position::new_lenient(&setup) {
            let now = position.setup();
            game.told = ((now.castling, now.en_passant) != told).then_some(told);
            game.current = History::new(position);
        } else {
            setup.castling = arrangement::possible_rights(&setup);
            setup.fullmove_number = setup.fullmove_number.max(1);
            let now = (setup.castling, setup.en_passant);
            game.told = (now != told).then_some(told);
            game.setup = Some(Box::new(setup));
        }
        game
    }

    /// Makes a game that begins with a FEN, which may mark promoted pieces.
    pub(crate) fn from_fen(fen: &str, is_chess960: bool) -> PyResult<Self> {
        let (setup, promoted) = read_fen(fen)?;
        let mut game = Self::from_setup(setup, is_chess960);
        game.promoted = promoted;
        Ok(game)
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

    /// The arrangement with all castling rights and the en passant square that it was given.
    pub(crate) fn given(&self) -> Setup {
        let mut setup = self.setup();
        if let Some(told) = self.told {
            (setup.castling, setup.en_passant) = told;
        }
        setup
    }

    /// Returns true if all that it was given is possible.
    pub(crate) fn is_as_told(&self) -> bool {
        self.told.is_none()
    }

    /// The pieces that were pawns.
    pub(crate) fn promoted(&self) -> Bitboard {
        self.promoted_after(self.current.moves().len())
    }

    fn promoted_after(&self, plies: usize) -> Bitboard {
        let moves = self.current.moves()[..plies].iter();
        let plain = moves.map(|mv| self.plain(*mv));
        plain.fold(self.promoted, with_promoted)
    }

    /// Changes the position. The earlier moves are kept before it, and pop goes back to them.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.given();
        change(&mut setup);
        let edited = Self::from_setup(setup, self.is_chess960);
        let current = edited.current;
        (self.setup, self.told) = (edited.setup, edited.told);
        // Positions are equal if they differ only in a square on which nothing can be captured; setups are not.
        let setup = current.position().setup();
        if self.setup.is_some() || self.current.position().setup() == setup {
            return;
        }
        if let Some((left, _)) = self
            .earlier
            .pop_if(|(left, by)| *by == Left::ByEditing && left.current.position().setup() == setup)
        {
            // The change was undone, for example by passing the turn and taking it back.
            self.current = left.current;
            self.promoted = left.promoted;
        } else if self.current.moves().is_empty() {
            self.current = current;
        } else {
            let told = self.told.take();
            let mut next = Self::new(current, self.is_chess960);
            next.promoted = self.promoted();
            self.leave(Left::ByEditing, next);
            self.told = told;
        }
    }

    fn leave(&mut self, by: Left, mut next: Self) {
        next.stack = mem::take(&mut self.stack);
        next.earlier = mem::take(&mut self.earlier);
        let left = mem::replace(self, next);
        self.earlier.push((left, by));
    }

    /// Starts over from a changed position and the pieces that count as promoted, without the earlier moves.
    pub(crate) fn begin(&mut self, change: impl FnOnce(&mut Setup, &mut Bitboard)) {
        let (mut setup, mut promoted) = (self.given(), self.promoted());
        change(&mut setup, &mut promoted);
        self.replace(Self::from_setup(setup, self.is_chess960));
        self.promoted = promoted;
    }

    /// Replaces the game. Python's list of the moves becomes that of the other one.
    pub(crate) fn replace(&mut self, by: Self) {
        let mut stack = mem::take(&mut self.stack);
        stack.listed = 0;
        *self = Self { stack, ..by };
    }

    /// Replaces the moves so far by others that did not lead to the position.
    pub(crate) fn tell(&mut self, moves: Vec<PlainMove>) {
        let bare = self.bare();
        let earlier = moves.into_iter().map(|mv| (bare.clone(), Left::ByMove(mv)));
        let earlier = earlier.collect();
        *self = Self { earlier, ..bare };
    }

    /// The castling form of the moves that are returned.
    pub(crate) fn form(&self) -> CastlingForm {
        form(self.is_chess960)
    }

    pub(crate) fn plain(&self, mv: chess::Move) -> PlainMove {
        PlainMove::of(mv, self.form())
    }

    pub(crate) fn plain_or_null(&self, mv: Meant) -> PlainMove {
        mv.map_or(PlainMove::NULL, |mv| self.plain(mv))
    }

    /// Plays a legal move, or a null move if that is legal.
    pub(crate) fn push(&mut self, mv: Meant) -> PyResult<()> {
        let position = self.position()?;
        if let Some(mv) = mv {
            self.current.play_unchecked(mv);
            self.told = None;
            return Ok(());
        }
        let passed = position.after_null();
        let passed = passed.ok_or_else(|| not_legal("a null move is not legal in check"))?;
        let mut next = Self::new(History::new(passed), self.is_chess960);
        next.promoted = self.promoted();
        self.leave(Left::ByMove(PlainMove::NULL), next);
        Ok(())
    }

    /// Plays a move that is legal, or pseudo-legal.
    pub(crate) fn push_any(&mut self, mv: &AnyMove) -> PyResult<()> {
        match self.meant(mv) {
            Ok(mv) => self.push(mv),
            Err(error) => {
                self.push_free(self.pseudo_legal(mv).ok_or(error)?);
                Ok(())
            }
        }
    }

    /// The squares of a move, if it is pseudo-legal.
    fn pseudo_legal(&self, mv: &AnyMove) -> Option<PlainMove> {
        mv.squares().ok().filter(|mv| self.is_pseudo_legal(*mv))
    }

    /// Plays a move that need not be legal.
    pub(crate) fn push_free(&mut self, mv: PlainMove) {
        let (mut setup, promoted) = (self.setup(), self.promoted());
        arrangement::play(&mut setup, mv);
        let mut next = Self::from_setup(setup, self.is_chess960);
        next.promoted = with_promoted(promoted, mv);
        self.leave(Left::ByMove(mv), next);
    }

    /// Returns true if a move is legal except that it may leave the king in check. A null move is, on a board without a legal position.
    pub(crate) fn is_pseudo_legal(&self, mv: PlainMove) -> bool {
        if mv.is_null() {
            return self.position().is_err();
        }
        let setup = self.setup();
        let castles = arrangement::is_castling(&setup.board, setup.side_to_move, mv);
        let of = |chess960| {
            let to = [mv.to.into(), Bitboard::FULL][usize::from(castles)];
            arrangement::moves(&setup, chess960, mv.from.into(), to).contains(&mv)
        };
        of(self.is_chess960) || castles && of(!self.is_chess960)
    }

    /// The legal moves from and to certain squares, in python-chess's order. Without a legal position, they are those that leave no king in
    /// check.
    pub(crate) fn legal_moves(&self, from: Bitboard, to: Bitboard) -> Vec<PlainMove> {
        let setup = self.setup();
        match self.position() {
            Ok(position) => {
                let moves = position.moves(MoveFilter::ALL.from(from).to(to));
                let mut moves: Vec<_> = moves.into_iter().map(|mv| self.plain(mv)).collect();
                arrangement::sort(&mut moves, &setup, true);
                moves
            }
            Err(_) => arrangement::legal(&setup, self.is_chess960, from, to),
        }
    }

    /// Reads a move that is legal on a board without a legal position.
    pub(crate) fn read_free(&self, text: &str) -> PyResult<PlainMove> {
        if NULL_MOVES.contains(&text) {
            return Ok(PlainMove::NULL);
        }
        let setup = self.setup();
        let plain = |san: &str| san.trim_end_matches(['+', '#']).replace('=', "");
        let is_meant = |mv: &PlainMove| {
            let san = arrangement::san(&setup, self.is_chess960, *mv);
            mv.uci() == text || plain(&san) == plain(text)
        };
        let mut moves = self.legal_moves(Bitboard::FULL, Bitboard::FULL).into_iter();
        let fen = setup.fen_with(CastlingFen::XFen);
        let error = || not_legal(format!("illegal move: {text} in {fen}"));
        moves.find(is_meant).ok_or_else(error)
    }

    /// Takes the last move back.
    pub(crate) fn pop(&mut self) -> Option<PlainMove> {
        let count = self.count().checked_sub(1)?;
        self.stack.listed = self.stack.listed.min(count);
        (self.setup, self.told) = (None, None);
        loop {
            if let Some(mv) = self.current.undo() {
                return Some(self.plain(mv));
            }
            let (left, by) = self.earlier.pop()?;
            *self = Self {
                earlier: mem::take(&mut self.earlier),
                stack: mem::take(&mut self.stack),
                ..left
            };
            if let Left::ByMove(mv) = by {
                return Some(mv);
            }
        }
    }

    /// The number of moves, including null moves.
    pub(crate) fn count(&self) -> usize {
        let earlier = self.earlier.iter();
        let of = |game: &Self| game.current.moves().len();
        of(self)
            + earlier
                .map(|(game, by)| of(game) + usize::from(*by != Left::ByEditing))
                .sum::<usize>()
    }

    pub(crate) fn last(&self) -> Option<PlainMove> {
        let last = self.current.moves().last();
        last.map_or_else(|| self.moves(0).pop(), |mv| Some(self.plain(*mv)))
    }

    /// All moves but the first ones, including null moves.
    pub(crate) fn moves(&self, skipped: usize) -> Vec<PlainMove> {
        let of = |game: &Self, from: usize| -> Vec<_> {
            let moves = game.current.moves()[from..].iter();
            moves.map(|mv| self.plain(*mv)).collect()
        };
        let last = self.current.moves().len();
        if let Some(from) = (skipped + last).checked_sub(self.count()) {
            return of(self, from);
        }
        let mut all = Vec::new();
        for (game, by) in &self.earlier {
            all.extend(of(game, 0));
            if let Left::ByMove(mv) = by {
                all.push(*mv);
            }
        }
        all.extend(of(self, 0));
        all.split_off(skipped)
    }

    /// The position where the game began.
    pub(crate) fn root(&self) -> Self {
        let first = self.earlier.first().map_or(self, |(game, _)| game);
        if first.current.moves().is_empty() {
            return first.bare();
        }
        let start = History::new(first.current.start().clone());
        let mut root = Self::new(start, self.is_chess960);
        root.promoted = first.promoted;
        root
    }

    /// The current position, as a game without moves.
    pub(crate) fn bare(&self) -> Self {
        let mut bare = Self::from_setup(self.given(), self.is_chess960);
        bare.promoted = self.promoted();
        bare
    }

    /// The game with only its last moves.
    pub(crate) fn with_last(&self, mut plies: usize) -> Self {
        let mut kept = self.last_of(&mut plies);
        for (game, left) in self.earlier.iter().rev() {
            if plies == 0 {
                break;
            }
            plies -= usize::from(*left != Left::ByEditing);
            kept.earlier.push((game.last_of(&mut plies), *left));
        }
        kept.earlier.reverse();
        kept
    }

    /// The last moves of the current history, at most as many as are still wanted.
    fn last_of(&self, plies: &mut usize) -> Self {
        let moves = self.current.moves();
        let kept = moves.len().min(*plies);
        *plies -= kept;
        let skipped = moves.len() - kept;
        let start = self.current.positions().nth(skipped);
        let mut last = History::new(start.unwrap_or(self.current.position()).clone());
        for mv in &moves[skipped..] {
            last.play_unchecked(*mv);
        }
        Self {
            earlier: Vec::new(),
            current: last,
            setup: self.setup.clone(),
            promoted: self.promoted_after(skipped),
            stack: Stack::default(),
            ..*self
        }
    }

    /// The game as a value that Python can pickle.
    pub(crate) fn state(&self) -> State {
        let by = |left: Left| match left {
            Left::ByMove(mv) => Some(mv.uci()),
            Left::ByEditing => None,
        };
        let earlier = self.earlier.iter();
        let earlier = earlier.map(|(game, left)| (game.written(), by(*left)));
        (earlier.collect(), self.written(), self.is_chess960)
    }

    fn written(&self) -> Written {
        let start = exact_fen(self.current.start());
        let moves = self.current.moves().iter().map(|mv| format!("{mv:#}"));
        let is_given = self.setup.is_some() || self.told.is_some();
        let given = is_given.then(|| self.given().fen_with(CastlingFen::Shredder).to_string());
        (start, moves.collect(), given, self.promoted.0)
    }

    /// The game of such a value.
    pub(crate) fn of_state((earlier, current, is_chess960): State) -> PyResult<Self> {
        let read = |(fen, moves, given, promoted): Written| {
            let setup = |fen: &str| Setup::from_fen_lenient(fen).map_err(wrong);
            let mut game = Self::from_setup(setup(&fen)?, is_chess960);
            game.promoted = Bitboard(promoted);
            for text in moves {
                let mv = game.read_uci(&text)?;
                game.push(mv)?;
            }
            if let Some(given) = given {
                let given = Self::from_setup(setup(&given)?, is_chess960);
                (game.setup, game.told) = (given.setup, given.told);
            }
            Ok::<_, PyErr>(game)
        };
        let mut game = read(current)?;
        for (written, by) in earlier {
            let by = match by {
                Some(text) => Left::ByMove(PlainMove::parse(&text)?),
                None => Left::ByEditing,
            };
            game.earlier.push((read(written)?, by));
        }
        Ok(game)
    }

    /// Reads a move from Python, if it is legal. A null move is None.
    pub(crate) fn meant(&self, mv: &AnyMove) -> PyResult<Meant> {
        let position = self.position()?;
        let error = |text: String| not_legal(format!("illegal move: {text} in {position}"));
        match mv {
            AnyMove::Squares(mv) if mv.is_null() => Ok(None),
            AnyMove::Squares(mv) if mv.is_drop() => Err(error(mv.uci())),
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

    /// A move in UCI notation.
    pub(crate) fn uci(&self, mv: &AnyMove, chess960: Option<bool>) -> PyResult<String> {
        let Ok(meant) = self.meant(mv) else {
            return mv.squares().map(|mv| mv.uci());
        };
        let form = form(chess960.unwrap_or(self.is_chess960));
        Ok(uci::write(meant, form).to_string())
    }

    /// A legal or pseudo-legal move in SAN.
    pub(crate) fn san(&self, mv: &AnyMove) -> PyResult<String> {
        match self.meant(mv) {
            Ok(meant) => Ok(san::write(self.position()?, meant).to_string()),
            Err(error) => {
                let mv = self.pseudo_legal(mv).ok_or(error)?;
                Ok(arrangement::san(&self.setup(), self.is_chess960, mv))
            }
        }
    }

    /// Returns true if a legal or pseudo-legal move gives check.
    pub(crate) fn gives_check(&self, mv: &AnyMove) -> PyResult<bool> {
        match self.legal(mv) {
            Ok(mv) => Ok(self.position()?.gives_check(mv)),
            Err(error) => {
                let mut after = self.setup();
                arrangement::play(&mut after, self.pseudo_legal(mv).ok_or(error)?);
                Ok(arrangement::is_in_check(&after.board, after.side_to_move))
            }
        }
    }

    /// Returns true if a move is legal.
    pub(crate) fn is_legal(&self, mv: &AnyMove) -> PyResult<bool> {
        if self.position().is_err() {
            let mv = mv.squares()?;
            let is_legal = !mv.is_null() && self.is_pseudo_legal(mv);
            return Ok(is_legal && !arrangement::is_into_check(&self.setup(), mv));
        }
        let meant = self.meant(mv).ok().flatten();
        Ok(match mv {
            // In Chess960, python-chess lists castling only as the king taking its rook.
            AnyMove::Squares(told) if self.is_chess960 => {
                meant.is_some_and(|mv| mv.to() == told.to)
            }
            _ => meant.is_some(),
        })
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
        if NULL_MOVES.contains(&text) {
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
        arrangement::king(self.board(), color)
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
        let is_pinned = snipers.into_iter().any(pins);
        [Bitboard::FULL, line][usize::from(is_pinned)]
    }

    /// Returns true if the side to move can claim a draw for a reason, now or by a move that it announces.
    pub(crate) fn can_claim(&self, reason: Claim) -> PyResult<bool> {
        let history = self.history()?;
        let position = history.position();
        if reason == Claim::FiftyMoves && position.halfmove_clock() < 99 {
            return Ok(false);
        }
        let announced = |mv: &chess::Move| match reason {
            Claim::FiftyMoves => position.play_unchecked(*mv).can_claim_fifty_moves(),
            Claim::ThreefoldRepetition => history.claim_with(*mv) == Some(reason),
        };
        let is_now = match reason {
            Claim::FiftyMoves => position.can_claim_fifty_moves(),
            Claim::ThreefoldRepetition => history.occurrences() >= 3,
        };
        Ok(is_now || position.legal_moves().iter().any(announced))
    }
}

fn form(is_chess960: bool) -> CastlingForm {
    [CastlingForm::Landing, CastlingForm::TakesRook][usize::from(is_chess960)]
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

/// The promoted pieces after a move.
fn with_promoted(promoted: Bitboard, mv: PlainMove) -> Bitboard {
    let others = promoted - mv.from - mv.to;
    let is_promoted = mv.promotion.is_some() || promoted.contains(mv.from);
    [others, others | mv.to][usize::from(is_promoted)]
}

/// Returns true if python-chess also reads these squares as this move: it takes the king's target square only for castling in standard chess.
fn is_written(mv: chess::Move, to: Square) -> bool {
    to == mv.to() || to == mv.written_to()
}

fn not_legal(reason: impl ToString) -> PyErr {
    IllegalMoveError::new_err(reason.to_string())
}
