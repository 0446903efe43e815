//! Legal moves: all of them, some of them, their number, and whether there is one.
//!
//! One generator ([`generate`]) passes sets of targets to a [`Sink`], which lists, counts, visits or makes the moves. No list of
//! pseudo-legal moves is filtered: pieces off the pin lines move freely, and the few pinned ones have separate loops with the pin line as a
//! mask.

use core::convert::Infallible;
use core::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::board::COLORS;
use crate::castling::CastlingPath;
use crate::checks::{Checks, enemy_reach, is_safe_en_passant, king_square};
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::lines::{KING, KNIGHT, PAWN};
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::side::{Black, Side, White, knight_reach};
use crate::square::{Rank, Square};

/// Selects legal moves by kind and by the squares where they start and end.
///
/// ```
/// use plywood_core::{Bitboard, MoveFilter, Position, Square};
///
/// // 8 . . . n k . . .
/// // 7 . . . . P . . .
/// // 6 . . . . . . . .
/// // 5 . . . . . . . .
/// // 4 . . . . . . . .
/// // 3 . . . . . . . .
/// // 2 . . . . . . . .
/// // 1 . . . . K . . R
/// //   a b c d e f g h
/// let position: Position = "3nk3/4P3/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// // The pawn takes the knight and promotes to one of four pieces.
/// assert_eq!(position.moves(MoveFilter::CAPTURES).len(), 4);
/// // The rook has nine moves, and castling is a move of the king.
/// assert_eq!(position.moves(MoveFilter::ALL.from(Square::H1)).len(), 9);
/// assert_eq!(position.moves(MoveFilter::QUIETS.to(Square::G1)).len(), 2);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveFilter {
    class: Class,
    from: Bitboard,
    to: Bitboard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    All,
    Captures,
    Quiets,
    Noisy,
}

impl MoveFilter {
    /// Every legal move.
    pub const ALL: Self = Self::of(Class::All);
    /// Captures, en passant and promotions that capture among them.
    pub const CAPTURES: Self = Self::of(Class::Captures);
    /// Moves without a capture, promotions and castling among them.
    pub const QUIETS: Self = Self::of(Class::Quiets);
    /// Captures, then promotions to a queen without a capture: the moves that quiescence search usually tries.
    pub const NOISY: Self = Self::of(Class::Noisy);

    const fn of(class: Class) -> Self {
        Self {
            class,
            from: Bitboard::FULL,
            to: Bitboard::FULL,
        }
    }

    /// Keeps only the moves of pieces on the given squares.
    #[inline]
    #[must_use]
    pub fn from(self, squares: impl Into<Bitboard>) -> Self {
        Self {
            from: self.from & squares,
            ..self
        }
    }

    /// Keeps only the moves that end on the given squares; for castling the king's square counts.
    #[inline]
    #[must_use]
    pub fn to(self, squares: impl Into<Bitboard>) -> Self {
        Self {
            to: self.to & squares,
            ..self
        }
    }

    /// Returns the generator's selection for a position, without the promotions of [`NOISY`](Self::NOISY) that do not capture.
    #[inline]
    fn selection(self, position: &Position) -> Selection {
        let enemy = position.board.color(!position.side_to_move());
        let (to, en_passant, castling) = match self.class {
            Class::All => (self.to, true, true),
            // The en passant square is not a target: other pieces go there without a capture.
            Class::Captures | Class::Noisy => (self.to & enemy, true, false),
            // Squares of friendly pieces are targets as well: in Chess960 a king may castle to the square of its rook.
            Class::Quiets => (self.to - enemy, false, true),
        };
        Selection {
            from: self.from.0,
            to: to.0,
            en_passant: if en_passant { self.to.0 } else { 0 },
            castling,
        }
    }
}

impl Position {
    /// Returns all legal moves.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// for mv in Position::START.legal_moves() {
    ///     println!("{mv}");
    /// }
    /// assert_eq!(Position::START.legal_moves().len(), 20);
    /// ```
    #[doc(alias = "generate_moves")]
    // Inlined, the generator would be compiled for each crate.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_move(MoveFilter::ALL, |_, mv| list.push(mv));
        list
    }

    /// Returns the legal moves that a filter selects.
    ///
    /// ```
    /// use plywood_core::{MoveFilter, Position, Square};
    ///
    /// assert_eq!(Position::START.moves(MoveFilter::ALL.from(Square::G1)).len(), 2);
    /// assert!(Position::START.moves(MoveFilter::CAPTURES).is_empty());
    /// ```
    #[must_use]
    pub fn moves(&self, filter: MoveFilter) -> MoveList {
        let mut list = MoveList::new();
        self.for_each_move(filter, |_, mv| list.push(mv));
        list
    }

    /// Returns the number of legal moves. Counting takes less time than listing them.
    #[inline]
    #[must_use]
    pub fn legal_move_count(&self) -> usize {
        self.move_count(self.side_to_move())
    }

    /// Returns the number of moves that a color would have on its turn. If it isn't its turn, it can't capture en passant, and if it gives
    /// check, capturing the king counts as a move.
    ///
    /// ```
    /// use plywood_core::{Color, Position};
    ///
    /// assert_eq!(Position::START.move_count(Color::Black), 20);
    /// // The rook has six moves on its rank and seven on its file, with the capture of the king; White's king has three.
    /// let check: Position = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse()?;
    /// assert_eq!(check.move_count(Color::White), 6 + 7 + 3);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn move_count(&self, color: Color) -> usize {
        dispatch(Count(self, color)) as usize
    }

    /// Returns `true` if there is a legal move. If not, the game is over by checkmate or stalemate.
    #[inline]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        dispatch(Any(self))
    }

    /// Calls a function with each selected legal move and the kind of piece that makes it. No list is built. The generator knows the kind
    /// anyway; looking it up takes longer than generating the move.
    ///
    /// ```
    /// use plywood_core::{MoveFilter, PieceKind, Position};
    ///
    /// let mut by_knights = 0;
    /// Position::START.for_each_move(MoveFilter::QUIETS, |kind, _| {
    ///     by_knights += u32::from(kind == PieceKind::Knight)
    /// });
    /// assert_eq!(by_knights, 4);
    /// ```
    #[inline(always)]
    pub fn for_each_move(&self, filter: MoveFilter, mut visit: impl FnMut(PieceKind, Move)) {
        let ControlFlow::Continue(()) = self.try_for_each_move(filter, move |kind, mv| {
            visit(kind, mv);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// Like [`for_each_move`](Self::for_each_move), but stops when the function breaks, and returns the value of the break.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use plywood_core::{MoveFilter, Position};
    ///
    /// // The first move that gives check, if there is one. Later moves are not generated.
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let check = position.try_for_each_move(MoveFilter::ALL, |_, mv| {
    ///     match position.gives_check(mv) {
    ///         true => ControlFlow::Break(mv),
    ///         false => ControlFlow::Continue(()),
    ///     }
    /// });
    /// assert_eq!(check.break_value().map(|mv| mv.to_string()).as_deref(), Some("h1h8"));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline(always)]
    pub fn try_for_each_move<B>(
        &self,
        filter: MoveFilter,
        mut visit: impl FnMut(PieceKind, Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let only = filter.selection(self);
        match filter.class {
            Class::All if filter == MoveFilter::ALL => dispatch(VisitAll(self, visit)),
            Class::All | Class::Captures | Class::Quiets => dispatch(Visit(self, only, visit)),
            Class::Noisy => {
                dispatch(Visit(self, only, &mut visit))?;
                let side = self.side_to_move();
                let seventh = self.pieces(side, PieceKind::Pawn) & Rank::Seven.relative_to(side);
                if seventh.is_empty() {
                    return ControlFlow::Continue(());
                }
                self.visit_quiet_queen_promotions(filter.from(seventh), visit)
            }
        }
    }

    /// Out of line, since it is seldom called.
    #[inline(never)]
    fn visit_quiet_queen_promotions<B>(
        &self,
        filter: MoveFilter,
        mut visit: impl FnMut(PieceKind, Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let quiets = MoveFilter {
            class: Class::Quiets,
            ..filter
        };
        let moves = self.moves(quiets);
        let mut promotions = moves
            .iter()
            .filter(|mv| mv.kind() == MoveKind::PromoteQueen);
        promotions.try_for_each(|&mv| visit(PieceKind::Pawn, mv))
    }
}

/// Visits every move. Its selection is a constant, so the generator is compiled without masks.
struct VisitAll<'a, F>(&'a Position, F);

impl<B, F: FnMut(PieceKind, Move) -> ControlFlow<B>> Multiversion for VisitAll<'_, F> {
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> ControlFlow<B> {
        Visit(self.0, Selection::ALL, self.1).run::<M>()
    }
}

struct Visit<'a, F>(&'a Position, Selection, F);

impl<B, F: FnMut(PieceKind, Move) -> ControlFlow<B>> Multiversion for Visit<'_, F> {
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> ControlFlow<B> {
        let Self(position, only, visit) = self;
        let mut visitor = Visitor(visit);
        match position.side_to_move() {
            Color::White => generate::<White, M, _>(position, only, &mut visitor),
            Color::Black => generate::<Black, M, _>(position, only, &mut visitor),
        }
    }
}

struct Count<'a>(&'a Position, Color);

impl Multiversion for Count<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<M: Cpu>(self) -> u32 {
        let Self(position, color) = self;
        let only = Selection {
            en_passant: if color == position.side_to_move() {
                !0
            } else {
                0
            },
            ..Selection::ALL
        };
        match color {
            Color::White => Counter::count::<White, M>(position, only),
            Color::Black => Counter::count::<Black, M>(position, only),
        }
    }
}

/// Looks for any legal move. A search asks for it at every leaf.
struct Any<'a>(&'a Position);

impl Multiversion for Any<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Cpu>(self) -> bool {
        match self.0.side_to_move() {
            Color::White => has_move::<White, M>(self.0),
            Color::Black => has_move::<Black, M>(self.0),
        }
    }
}

/// In nearly every position a pawn or knight can move that is on no line from the king and so can't be pinned. A few set operations find
/// it. Otherwise the generator runs, which begins with checks, pins and all squares that the enemy attacks.
#[inline(always)]
fn has_move<S: Side, M: Cpu>(position: &Position) -> bool {
    let board = &position.board;
    let [pawns, knights, bishops, rooks, queens, _, _, _] = board.sets;
    let own = board.sets[COLORS + S::COLOR as usize];
    let enemy = board.sets[COLORS + S::Other::COLOR as usize];
    let king = king_square::<S>(board);
    let diagonal = M::bishop(king, own | enemy);
    let straight = M::rook(king, own | enemy);
    let checkers = PAWN[S::COLOR as usize][king] & pawns
        | KNIGHT[king] & knights
        | diagonal & (bishops | queens)
        | straight & (rooks | queens);
    let free = own & !(diagonal | straight);
    let pushed = S::push(pawns & free) & !(own | enemy);
    let leapt = knight_reach(knights & free) & !own;
    let is_check = checkers & enemy != 0;
    let found_at_once = if is_check { 0 } else { pushed | leapt };
    if found_at_once != 0 {
        return true;
    }
    let mut stop = Visitor(|_, _| ControlFlow::Break(()));
    generate::<S, M, _>(position, Selection::ALL, &mut stop).is_break()
}

/// Receives moves as sets of targets, so that one generator counts, lists, visits or makes them.
/// Any of the sets may be empty. The generator stops when a sink breaks.
pub(crate) trait Sink {
    /// The value with which the sink breaks.
    type Break;

    /// A piece other than a pawn can go from a square to each of the targets.
    fn piece(&mut self, kind: PieceKind, from: Square, targets: u64) -> ControlFlow<Self::Break>;

    /// Pawns go to the targets, none on the last rank, each by the same step in square numbers.
    fn pawns(&mut self, step: i8, targets: u64) -> ControlFlow<Self::Break>;

    /// Pawns promote on the targets, all on the last rank, each by the same step in square numbers.
    fn promotions(&mut self, step: i8, targets: u64) -> ControlFlow<Self::Break>;

    /// Pawns go two squares forward to the targets; `push` is the step of one square.
    fn double_pushes(&mut self, push: i8, targets: u64) -> ControlFlow<Self::Break>;

    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Self::Break>;

    fn castling(&mut self, king: Square, rook: Square) -> ControlFlow<Self::Break>;
}

/// Calls a function with the single moves of each set, and the kind of piece that moves.
struct Visitor<F>(F);

impl<B, F: FnMut(PieceKind, Move) -> ControlFlow<B>> Visitor<F> {
    #[inline(always)]
    fn pawn_moves(&mut self, step: i8, mut targets: u64, kind: MoveKind) -> ControlFlow<B> {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let from = Square::wrap(to.wrapping_add_signed(-step));
            (self.0)(PieceKind::Pawn, Move::new(from, Square::wrap(to), kind))?;
        }
        ControlFlow::Continue(())
    }
}

impl<B, F: FnMut(PieceKind, Move) -> ControlFlow<B>> Sink for Visitor<F> {
    type Break = B;

    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, mut targets: u64) -> ControlFlow<B> {
        while targets != 0 {
            let to = Square::wrap(targets.trailing_zeros() as u8);
            targets &= targets - 1;
            (self.0)(kind, Move::new(from, to, MoveKind::Normal))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, targets: u64) -> ControlFlow<B> {
        self.pawn_moves(step, targets, MoveKind::Normal)
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, targets: u64) -> ControlFlow<B> {
        for kind in [
            MoveKind::PromoteQueen,
            MoveKind::PromoteRook,
            MoveKind::PromoteBishop,
            MoveKind::PromoteKnight,
        ] {
            self.pawn_moves(step, targets, kind)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn double_pushes(&mut self, push: i8, targets: u64) -> ControlFlow<B> {
        self.pawn_moves(2 * push, targets, MoveKind::DoublePush)
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<B> {
        (self.0)(PieceKind::Pawn, Move::new(from, to, MoveKind::EnPassant))
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) -> ControlFlow<B> {
        (self.0)(PieceKind::King, Move::new(king, rook, MoveKind::Castling))
    }
}

/// Counts the moves of each set with one instruction.
pub(crate) struct Counter(u32);

impl Counter {
    #[inline(always)]
    pub(crate) fn count<S: Side, M: Cpu>(position: &Position, only: Selection) -> u32 {
        let mut counter = Self(0);
        let ControlFlow::Continue(()) = generate::<S, M, _>(position, only, &mut counter);
        counter.0
    }

    #[inline(always)]
    fn add(&mut self, moves: u32) -> ControlFlow<Infallible> {
        self.0 += moves;
        ControlFlow::Continue(())
    }
}

impl Sink for Counter {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, targets: u64) -> ControlFlow<Infallible> {
        self.add(targets.count_ones())
    }

    #[inline(always)]
    fn pawns(&mut self, _: i8, targets: u64) -> ControlFlow<Infallible> {
        self.add(targets.count_ones())
    }

    #[inline(always)]
    fn promotions(&mut self, _: i8, targets: u64) -> ControlFlow<Infallible> {
        self.add(4 * targets.count_ones())
    }

    #[inline(always)]
    fn double_pushes(&mut self, _: i8, targets: u64) -> ControlFlow<Infallible> {
        self.add(targets.count_ones())
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.add(1)
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) -> ControlFlow<Infallible> {
        self.add(1)
    }
}

/// The moves to generate.
#[derive(Clone, Copy)]
pub(crate) struct Selection {
    /// The squares where they start.
    from: u64,
    /// The squares where they end.
    to: u64,
    /// The squares where en passant captures end.
    en_passant: u64,
    castling: bool,
}

impl Selection {
    pub(crate) const ALL: Self = Self {
        from: !0,
        to: !0,
        en_passant: !0,
        castling: true,
    };
}

/// Passes the selected moves of `S` to the sink. They are legal if `S` is to move.
#[inline(always)]
pub(crate) fn generate<S: Side, M: Cpu, K: Sink>(
    position: &Position,
    only: Selection,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let board = &position.board;
    let checks = Checks::new::<S, M>(board);
    king_moves::<S, M, K>(position, &checks, only, sink)?;
    if checks.answers == 0 {
        return ControlFlow::Continue(());
    }
    let own = board.sets[COLORS + S::COLOR as usize];
    let enemy = board.sets[COLORS + S::Other::COLOR as usize];
    let targets = checks.answers & !own & only.to;
    let movers = own & only.from;
    let free = movers & !checks.pins();
    let occupied = own | enemy;
    let [_, knights, bishops, rooks, queens, _, _, _] = board.sets;

    each(knights & free, PieceKind::Knight, sink, |from| {
        KNIGHT[from] & targets
    })?;
    each(bishops & free, PieceKind::Bishop, sink, |from| {
        M::bishop(from, occupied) & targets
    })?;
    each(rooks & free, PieceKind::Rook, sink, |from| {
        M::rook(from, occupied) & targets
    })?;
    each(queens & free, PieceKind::Queen, sink, |from| {
        (M::bishop(from, occupied) | M::rook(from, occupied)) & targets
    })?;
    pawn_moves::<S, M, K>(position, &checks, only, sink)?;

    let pinned = movers & checks.pins() & (bishops | rooks | queens);
    if pinned != 0 {
        let diagonal = targets & checks.diagonal_pins;
        let straight = targets & checks.straight_pins;
        let on_diagonal = pinned & checks.diagonal_pins;
        let on_straight = pinned & checks.straight_pins;
        each(bishops & on_diagonal, PieceKind::Bishop, sink, |from| {
            M::bishop(from, occupied) & diagonal
        })?;
        each(queens & on_diagonal, PieceKind::Queen, sink, |from| {
            M::bishop(from, occupied) & diagonal
        })?;
        each(rooks & on_straight, PieceKind::Rook, sink, |from| {
            M::rook(from, occupied) & straight
        })?;
        each(queens & on_straight, PieceKind::Queen, sink, |from| {
            M::rook(from, occupied) & straight
        })?;
    }
    ControlFlow::Continue(())
}

/// Passes on the moves of each piece of a set.
#[inline(always)]
fn each<K: Sink>(
    mut pieces: u64,
    kind: PieceKind,
    sink: &mut K,
    targets: impl Fn(usize) -> u64,
) -> ControlFlow<K::Break> {
    while pieces != 0 {
        let from = pieces.trailing_zeros() as usize & 63;
        pieces &= pieces - 1;
        sink.piece(kind, Square::wrap(from as u8), targets(from))?;
    }
    ControlFlow::Continue(())
}

/// Steps of the king, and castling.
#[inline(always)]
fn king_moves<S: Side, M: Cpu, K: Sink>(
    position: &Position,
    checks: &Checks,
    only: Selection,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let board = &position.board;
    let own = board.sets[COLORS + S::COLOR as usize];
    let king = board.sets[PieceKind::King as usize] & own;
    if king & only.from == 0 {
        return ControlFlow::Continue(());
    }
    let from = Square::wrap(king.trailing_zeros() as u8);
    let steps = KING[from as usize] & !own & only.to;
    let rooks = if checks.checkers == 0 && only.castling {
        free_rooks::<S>(position, only.to)
    } else {
        0
    };
    // The attacked squares are the most expensive part, and often the king has no square to go to.
    if steps | rooks == 0 {
        return ControlFlow::Continue(());
    }
    let banned = enemy_reach::<S, M>(board);
    sink.piece(PieceKind::King, from, steps & !banned)?;
    // A pinned rook would uncover the king.
    for rook in Bitboard(rooks & !checks.straight_pins) {
        if CastlingPath::new(from, rook).walk & banned == 0 {
            sink.castling(from, rook)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the rooks of `S` with the right to castle and no piece in their way or the king's, if the king
/// lands on one of the targets.
#[inline(always)]
fn free_rooks<S: Side>(position: &Position, targets: u64) -> u64 {
    let rooks = position.castling_rooks.0 & S::HOME;
    let mut free = 0;
    if rooks != 0 {
        let occupied = position.board.occupied().0;
        let king = Square::wrap(king_square::<S>(&position.board) as u8);
        for rook in Bitboard(rooks) {
            let path = CastlingPath::new(king, rook);
            if path.way & occupied == 0 && targets & 1 << path.king_to as u8 != 0 {
                free |= 1 << rook as u8;
            }
        }
    }
    free
}

/// Pushes, captures, promotions and en passant of all pawns at once.
#[inline(always)]
fn pawn_moves<S: Side, M: Cpu, K: Sink>(
    position: &Position,
    checks: &Checks,
    only: Selection,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let board = &position.board;
    let own = board.sets[COLORS + S::COLOR as usize];
    let enemy = board.sets[COLORS + S::Other::COLOR as usize];
    let pawns = board.sets[PieceKind::Pawn as usize] & own & only.from;
    let empty = !(own | enemy);

    // A pinned pawn may only move along its line: pushes on files, captures on diagonals.
    let pushers = pawns & !checks.diagonal_pins;
    let tied = S::push(pushers & checks.straight_pins) & checks.straight_pins;
    let pushed = (S::push(pushers & !checks.straight_pins) | tied) & empty;
    let pushed_twice = S::push(pushed & S::THIRD) & empty & checks.answers & only.to;
    let pushed = pushed & checks.answers & only.to;

    let capturers = pawns & !checks.straight_pins;
    let free = capturers & !checks.diagonal_pins;
    let tied = capturers & checks.diagonal_pins;
    let victims = enemy & checks.answers & only.to;
    let west = (S::west(free) | S::west(tied) & checks.diagonal_pins) & victims;
    let east = (S::east(free) | S::east(tied) & checks.diagonal_pins) & victims;

    sink.pawns(S::PUSH, pushed & !S::LAST)?;
    sink.double_pushes(S::PUSH, pushed_twice)?;
    sink.pawns(S::WEST, west & !S::LAST)?;
    sink.pawns(S::EAST, east & !S::LAST)?;
    if (pushed | west | east) & S::LAST != 0 {
        sink.promotions(S::PUSH, pushed & S::LAST)?;
        sink.promotions(S::WEST, west & S::LAST)?;
        sink.promotions(S::EAST, east & S::LAST)?;
    }
    if let Some(to) = position.state.capturable()
        && only.en_passant >> to as u8 & 1 != 0
    {
        for from in Bitboard(PAWN[S::Other::COLOR as usize][to as usize] & pawns) {
            if is_safe_en_passant::<S, M>(board, from, to) {
                sink.en_passant(from, to)?;
            }
        }
    }
    ControlFlow::Continue(())
}
