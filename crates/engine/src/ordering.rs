//! Step 11, first half: [`Picker`] yields the moves of a node in stages, each legal move once.
//!
//! The table's move comes first, before any other is generated; then captures and promotions to a queen that do not lose material, the most
//! valuable victim first; then quiet moves by their history; then the losing captures. In check all moves are one stage. Most nodes are cut
//! off early, and then the later stages cost nothing.

use crate::history::{
    Earlier, HalfRow, Histories, PieceTo, QuietRow, place_by_threats, place_in_half_row,
};
use crate::numbers::Numbers;
use crate::steps::{Step, Steps};
use plywood_core::{
    Bitboard, Move, MoveFilter, MoveKind, PieceKind, PieceValues, Position, Square, attacks,
};
use std::cell::LazyCell;

/// The values used in exchanges.
pub(crate) const EXCHANGE_VALUES: PieceValues = PieceValues::BLOGCHESS;

/// A move with its rank among the moves of its stage; for a quiet move the rank is its history.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    pub(crate) rank: i32,
}

/// The moves of all nodes on the path, one node after the other. Keeping them in one place keeps the recursion's frames
/// small, and the moves in the cache.
pub(crate) type Arena = Vec<Ranked>;

/// The data that the picker needs to rank moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranking<'a> {
    pub(crate) position: &'a Position,
    pub(crate) histories: &'a Histories,
    pub(crate) steps: Steps,
    pub(crate) numbers: &'a Numbers,
    /// The moves that led to the node.
    pub(crate) earlier: Earlier,
}

/// Yields the moves of one node.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    /// The start of the node's moves in the arena.
    start: usize,
    /// The end of the losing captures, which begin at the start.
    losing_end: usize,
    cursor: usize,
    skips_quiets: bool,
    /// The squares that the enemy attacks, for quiet moves; all before they are generated.
    threats: Bitboard,
}

/// The kind of moves to yield.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All moves of a side that is not in check.
    All,
    /// All moves of a side in check.
    Evasions,
    /// Captures and promotions to a queen.
    Noisy,
    /// Captures and promotions to a queen, followed by the quiet moves that give check.
    NoisyAndChecks,
}

impl Wanted {
    /// Returns all moves.
    #[inline]
    pub(crate) const fn all(is_check: bool) -> Self {
        if is_check { Self::Evasions } else { Self::All }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Noisy,
    GenerateQuiet,
    Quiet,
    Losing,
    GenerateChecks,
    /// All remaining moves, in one stage.
    Rest,
    Done,
}

/// Returns `true` if a move is a capture or a promotion to a queen.
#[inline]
pub(crate) fn is_noisy(position: &Position, mv: Move) -> bool {
    mv.kind() == MoveKind::PromoteQueen
        || mv.kind() != MoveKind::Castling && position.is_capture(mv)
}

/// Returns the squares that the enemy attacks, or all if the histories don't distinguish moves by them.
pub(crate) fn threats(position: &Position, steps: Steps) -> Bitboard {
    if steps.has(Step::ThreatHistory) {
        position.attacked_by(!position.side_to_move())
    } else {
        Bitboard::FULL
    }
}

impl Picker {
    /// Makes a picker of these moves of a node. A table move must be legal, and noisy where only such moves are wanted.
    #[inline]
    pub(crate) fn new(wanted: Wanted, arena: &Arena, table_move: Option<Move>) -> Self {
        Self {
            stage: Stage::TableMove,
            wanted,
            table_move,
            start: arena.len(),
            losing_end: arena.len(),
            cursor: arena.len(),
            skips_quiets: false,
            threats: Bitboard::FULL,
        }
    }

    /// Stops yielding quiet moves. It has no effect in check.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Removes the moves of the node from the arena.
    #[inline]
    pub(crate) fn finish(&self, arena: &mut Arena) {
        arena.truncate(self.start);
    }

    /// Returns the next move to try.
    pub(crate) fn next(&mut self, arena: &mut Arena, ranking: &Ranking) -> Option<Ranked> {
        loop {
            let found = match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Generate;
                    self.table_move.map(|mv| Ranked { mv, rank: 0 })
                }
                Stage::Generate if self.wanted == Wanted::Evasions => {
                    ranking.add_evasions(arena);
                    self.stage = Stage::Rest;
                    None
                }
                Stage::Generate => {
                    ranking.add_noisy(arena);
                    self.stage = Stage::Noisy;
                    None
                }
                Stage::Noisy => self.next_noisy(arena, ranking.position),
                Stage::GenerateQuiet => {
                    self.generate_quiet(arena, ranking);
                    None
                }
                Stage::Quiet if self.skips_quiets => self.enter(Stage::Losing),
                Stage::Quiet => self.best(arena).or_else(|| self.enter(Stage::Losing)),
                Stage::Losing => self.next_losing(arena),
                Stage::GenerateChecks => {
                    arena.truncate(self.start);
                    self.cursor = self.start;
                    ranking.add_checks(arena);
                    self.enter(Stage::Rest)
                }
                Stage::Rest => self.best(arena).or_else(|| self.enter(Stage::Done)),
                Stage::Done => return None,
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Returns `true` if the exchange on the square of the last move is known to lose nothing, so that it need not be computed.
    #[inline]
    pub(crate) fn keeps_material(&self, mv: Move) -> bool {
        let is_examined = self.stage == Stage::Noisy && self.wanted == Wanted::All;
        // Nothing attacks the target, not even a slider through the square that is left. Castling puts a rook elsewhere.
        let is_calm = self.stage == Stage::Quiet
            && place_by_threats(self.threats, mv) == 0
            && mv.kind() != MoveKind::Castling;
        is_examined || is_calm
    }

    /// Advances to a stage.
    fn enter(&mut self, stage: Stage) -> Option<Ranked> {
        if stage == Stage::Losing {
            self.cursor = self.start;
        }
        self.stage = stage;
        None
    }

    /// Returns the best remaining capture. Where all moves are wanted, those that lose material wait for the end, at the beginning of the
    /// list.
    fn next_noisy(&mut self, arena: &mut Arena, position: &Position) -> Option<Ranked> {
        while let Some(ranked) = self.best(arena) {
            if self.wanted != Wanted::All || position.see_at_least(ranked.mv, 0, &EXCHANGE_VALUES) {
                return Some(ranked);
            }
            arena[self.losing_end] = ranked;
            self.losing_end += 1;
        }
        self.enter(match self.wanted {
            Wanted::All => Stage::GenerateQuiet,
            Wanted::NoisyAndChecks => Stage::GenerateChecks,
            Wanted::Noisy | Wanted::Evasions => Stage::Done,
        })
    }

    fn generate_quiet(&mut self, arena: &mut Arena, ranking: &Ranking) {
        arena.truncate(self.losing_end);
        self.cursor = self.losing_end;
        if !self.skips_quiets {
            self.threats = ranking.add_quiet(arena);
        }
        self.stage = Stage::Quiet;
    }

    fn next_losing(&mut self, arena: &Arena) -> Option<Ranked> {
        if self.cursor == self.losing_end {
            return self.enter(Stage::Done);
        }
        self.cursor += 1;
        Some(arena[self.cursor - 1])
    }

    /// Takes the move with the highest rank among the remaining ones; the table's move has been tried already.
    fn best(&mut self, arena: &mut Arena) -> Option<Ranked> {
        loop {
            let rest = &mut arena[self.cursor..];
            let best = first_best(rest)?;
            rest.swap(0, best);
            self.cursor += 1;
            let ranked = rest[0];
            if Some(ranked.mv) != self.table_move {
                return Some(ranked);
            }
        }
    }
}

/// Returns the index of the highest rank, the first one if there are several.
#[inline]
fn first_best(moves: &[Ranked]) -> Option<usize> {
    debug_assert!(moves.len() <= 256 && moves.iter().all(|ranked| ranked.rank.abs() < 1 << 22));
    // Rank and index are one number: a maximum needs no branches, which could not be predicted, and the processor compares four numbers of
    // 32 bits at once.
    let keys = moves
        .iter()
        .enumerate()
        .map(|(index, ranked)| ranked.rank << 8 | (255 - index as i32));
    let best = keys.max()?;
    Some(255 - (best & 255) as usize)
}

/// Captures come before quiet moves where both are in one stage.
const BEFORE_QUIET: i32 = 1 << 20;
/// A promotion to a lesser piece without a capture comes after other quiet moves.
const UNDERPROMOTION: i32 = -40_000;

impl Ranking<'_> {
    /// Adds the captures and promotions to a queen.
    fn add_noisy(&self, arena: &mut Arena) {
        self.position.for_each_move(MoveFilter::NOISY, |kind, mv| {
            let rank = self.noisy_rank(kind, mv);
            arena.push(Ranked { mv, rank });
        });
    }

    /// Adds the other moves. Returns the squares that the enemy attacks.
    fn add_quiet(&self, arena: &mut Arena) -> Bitboard {
        let quiet = QuietRanks::new(self, self.checks());
        self.position.for_each_move(MoveFilter::QUIETS, |kind, mv| {
            if mv.kind() != MoveKind::PromoteQueen {
                let rank = quiet.of(kind, mv);
                arena.push(Ranked { mv, rank });
            }
        });
        quiet.threats
    }

    /// Adds the quiet moves that give check, except promotions.
    fn add_checks(&self, arena: &mut Arena) {
        let checks = CheckSquares::new(self.position);
        let quiet = LazyCell::new(|| QuietRanks::new(self, None));
        self.position.for_each_move(MoveFilter::QUIETS, |kind, mv| {
            let is_check = || mv.promotion().is_none() && checks.has(self.position, kind, mv);
            if checks.may_have(kind, mv) && is_check() {
                let rank = quiet.of(kind, mv);
                arena.push(Ranked { mv, rank });
            }
        });
    }

    /// Adds all moves of a side in check.
    fn add_evasions(&self, arena: &mut Arena) {
        let quiet = QuietRanks::new(self, self.checks());
        self.position.for_each_move(MoveFilter::ALL, |kind, mv| {
            let rank = if is_noisy(self.position, mv) {
                BEFORE_QUIET + self.noisy_rank(kind, mv)
            } else {
                quiet.of(kind, mv)
            };
            arena.push(Ranked { mv, rank });
        });
    }

    /// Returns the squares where quiet moves give check, if such moves should be tried earlier.
    fn checks(&self) -> Option<CheckSquares> {
        let applies = self.steps.has(Step::CheckOrdering);
        applies.then(|| CheckSquares::new(self.position))
    }

    /// Returns the rank of a capture or promotion among its kind. Out of line, since the generator calls it in a dozen places.
    #[inline(never)]
    fn noisy_rank(&self, kind: PieceKind, mv: Move) -> i32 {
        let position = self.position;
        let factor = self.numbers.victim_factor;
        let victim = position.captured(mv);
        let mut rank = factor * victim.map_or(0, |kind| EXCHANGE_VALUES.of(kind));
        if mv.kind() == MoveKind::PromoteQueen {
            rank += factor * EXCHANGE_VALUES.of(PieceKind::Queen);
        } else if mv.promotion().is_some() {
            return rank + UNDERPROMOTION;
        }
        if self.steps.has(Step::CaptureHistory) {
            let piece_to = PieceTo::new(position.side_to_move(), kind, mv.to());
            rank + self.histories.capture.of(piece_to, victim)
        } else {
            rank - kind as i32
        }
    }
}

/// Returns the kind of the piece on a square from which a legal move starts.
#[inline]
pub(crate) fn kind_of(position: &Position, square: Square) -> PieceKind {
    position.board().kind_at(square).unwrap_or(PieceKind::Pawn)
}

/// Ranks quiet moves. Everything that does not depend on the move is looked up once for a node.
struct QuietRanks<'a> {
    position: &'a Position,
    numbers: &'a Numbers,
    threats: Bitboard,
    /// `None` without that step.
    quiet: Option<QuietRow<'a>>,
    continuations: [&'a HalfRow; 3],
    /// `None` if checks count no more than other moves.
    checks: Option<CheckSquares>,
}

impl<'a> QuietRanks<'a> {
    fn new(ranking: &Ranking<'a>, checks: Option<CheckSquares>) -> Self {
        let position = ranking.position;
        let color = position.side_to_move();
        let histories = ranking.histories;
        let earlier = if ranking.steps.has(Step::ContinuationHistory) {
            ranking.earlier
        } else {
            [None; 3]
        };
        let quiet = ranking.steps.has(Step::QuietHistory);
        Self {
            position,
            numbers: ranking.numbers,
            threats: threats(position, ranking.steps),
            quiet: quiet.then(|| histories.quiet.row(color)),
            continuations: earlier.map(|earlier| histories.continuation.row(earlier, color)),
            checks,
        }
    }

    /// Returns the rank of a quiet move. Out of line, since the generator calls it in a dozen places.
    #[inline(never)]
    fn of(&self, kind: PieceKind, mv: Move) -> i32 {
        if mv.promotion().is_some() {
            return UNDERPROMOTION;
        }
        let place = place_in_half_row(kind, mv.to());
        let [last, second, fourth] = self.continuations.map(|row| i32::from(row[place]));
        let quiet = self.quiet.map_or(0, |row| row.of(self.threats, mv));
        let history = quiet + last + second + fourth / 2;
        match &self.checks {
            Some(checks) if checks.may_have(kind, mv) => self.with_check(kind, mv, history),
            Some(_) | None => history,
        }
    }

    /// Returns the rank of a move with this history that may give check. Out of line, since few moves do.
    #[inline(never)]
    fn with_check(&self, kind: PieceKind, mv: Move, history: i32) -> i32 {
        let position = self.position;
        let is_check = self
            .checks
            .as_ref()
            .is_some_and(|checks| checks.has(position, kind, mv));
        let is_safe = || position.see_at_least(mv, -self.numbers.check_loss, &EXCHANGE_VALUES);
        if is_check && is_safe() {
            history + self.numbers.check_bonus
        } else {
            history
        }
    }
}

/// The squares from which a piece of each kind attacks the enemy king, and the pieces that may uncover an attack.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CheckSquares {
    by_kind: [Bitboard; 6],
    /// Friendly pieces in front of a bishop, rook or queen that faces the enemy king.
    screens: Bitboard,
}

impl CheckSquares {
    #[inline]
    pub(crate) fn new(position: &Position) -> Self {
        let (us, board) = (position.side_to_move(), position.board());
        let king = position.king(!us);
        let occupied = board.occupied();
        let (diagonal, straight) = (
            attacks::bishop(king, occupied),
            attacks::rook(king, occupied),
        );
        let own = board.color(us);
        let by_kind = PieceKind::ALL.map(|kind| match kind {
            PieceKind::Pawn => attacks::pawn(!us, king),
            PieceKind::Knight => attacks::knight(king),
            PieceKind::Bishop => diagonal,
            PieceKind::Rook => straight,
            PieceKind::Queen => diagonal | straight,
            PieceKind::King => Bitboard::EMPTY,
        });
        Self {
            by_kind,
            screens: (diagonal | straight) & own,
        }
    }

    /// Returns `true` if a move goes to a square from which it gives check, or may uncover one. Otherwise it gives no check.
    #[inline]
    pub(crate) fn may_have(&self, kind: PieceKind, mv: Move) -> bool {
        self.by_kind[kind as usize].contains(mv.to()) || self.screens.contains(mv.from())
    }

    /// Returns `true` if a legal quiet move of a piece of this kind gives check.
    #[inline]
    pub(crate) fn has(&self, position: &Position, kind: PieceKind, mv: Move) -> bool {
        self.by_kind[kind as usize].contains(mv.to())
            || self.screens.contains(mv.from()) && position.gives_check(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::MoveKind;
    use std::collections::HashSet;

    fn moves_of(position: &Position, table_move: Option<Move>, picker: Picker) -> Vec<Move> {
        let picked = picked(position, picker).into_iter();
        let moves: Vec<Move> = picked.map(|(mv, _)| mv).collect();
        assert!(table_move.is_none() || table_move == moves.first().copied());
        moves
    }

    /// Returns the moves in their order, and whether each is known to keep material.
    fn picked(position: &Position, mut picker: Picker) -> Vec<(Move, bool)> {
        let histories = Histories::new();
        let ranking = Ranking {
            position,
            histories: &histories,
            steps: Steps::ALL,
            numbers: &Numbers::default(),
            earlier: [None; 3],
        };
        let mut arena = Arena::new();
        let next = || {
            let Ranked { mv, .. } = picker.next(&mut arena, &ranking)?;
            Some((mv, picker.keeps_material(mv)))
        };
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn each_legal_move_comes_once_whatever_the_table_says() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..60 {
            let mut position = Position::START;
            for _ in 0..120 {
                let moves = position.legal_moves();
                let Some(&table_move) = random.choice(moves.iter()) else {
                    break;
                };
                let is_check = position.is_check();
                for hint in [None, Some(table_move)] {
                    let picker = Picker::new(Wanted::all(is_check), &Arena::new(), hint);
                    let picked = moves_of(&position, hint, picker);
                    let set: HashSet<Move> = picked.iter().copied().collect();
                    assert_eq!(picked.len(), moves.len(), "{position}");
                    assert_eq!(set, moves.iter().copied().collect(), "{position}");
                }
                if !is_check {
                    let picked = moves_of(
                        &position,
                        None,
                        Picker::new(Wanted::Noisy, &Arena::new(), None),
                    );
                    let noisy = moves.iter().filter(|&&mv| is_noisy(&position, mv));
                    let noisy = noisy.count();
                    assert_eq!(picked.len(), noisy, "{position}");
                    let picker = Picker::new(Wanted::NoisyAndChecks, &Arena::new(), None);
                    let picked = moves_of(&position, None, picker);
                    let checks = moves.iter().filter(|&&mv| {
                        mv.promotion().is_none()
                            && !is_noisy(&position, mv)
                            && position.gives_check(mv)
                    });
                    assert_eq!(picked.len(), noisy + checks.count(), "{position}");
                }
                position = position.play_unchecked(table_move);
            }
        }
    }

    #[test]
    fn what_is_known_to_keep_material_loses_nothing_by_exchange() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut quiet, mut noisy) = (0, 0);
        for _ in 0..60 {
            let mut position = Position::START;
            for _ in 0..120 {
                let wanted = Wanted::all(position.is_check());
                let moves = picked(&position, Picker::new(wanted, &Arena::new(), None));
                let Some(&(next, _)) = random.choice(&moves) else {
                    break;
                };
                for (mv, _) in moves.into_iter().filter(|(_, is_known)| *is_known) {
                    assert!(position.see(mv, &EXCHANGE_VALUES) >= 0, "{mv} {position}");
                    quiet += u32::from(!is_noisy(&position, mv));
                    noisy += u32::from(is_noisy(&position, mv));
                }
                position = position.play_unchecked(next);
            }
        }
        assert!(quiet > 10_000 && noisy > 1_000, "{quiet} and {noisy}");
    }

    #[test]
    fn good_captures_come_first_and_losing_ones_last() {
        let position: Position = "4k3/5p2/4r1p1/8/8/8/3BQ3/4K1N1 w - - 0 1".parse().unwrap();
        let picker = Picker::new(Wanted::All, &Arena::new(), None);
        let picked = moves_of(&position, None, picker);
        let losing = picked.last().unwrap();
        assert_eq!(losing.to_string(), "e2e6", "the rook is defended by a pawn");
    }

    #[test]
    fn the_checks_are_those_of_the_rules() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut checks = 0;
        for _ in 0..60 {
            let mut position = Position::START;
            for _ in 0..120 {
                let moves = position.legal_moves();
                let Some(&next) = random.choice(moves.iter()) else {
                    break;
                };
                let squares = CheckSquares::new(&position);
                let plain = |mv: &&Move| mv.promotion().is_none() && !is_noisy(&position, **mv);
                for &mv in moves.iter().filter(plain) {
                    let is_check = position.play_unchecked(mv).is_check();
                    let found = squares.has(&position, kind_of(&position, mv.from()), mv);
                    assert!(
                        found == is_check || mv.kind() == MoveKind::Castling,
                        "{mv} {position}"
                    );
                    checks += usize::from(found);
                }
                position = position.play_unchecked(next);
            }
        }
        assert!(checks > 100);
    }
}
