//! The ranks of moves: captures by victim, attacker and history, quiet moves by their histories.

use super::check_squares::CheckSquares;
use super::{Arena, EXCHANGE_VALUES, Ranked, Ranking, is_noisy, threats};
use crate::history::PieceTo;
use crate::history::continuation::{HalfRow, place_in_half_row};
use crate::history::quiet::QuietRow;
use crate::steps::Step;
use plywood_core::{Move, MoveFilter, MoveKind, PieceKind, Position, Square};

/// A victim counts this number of times its centipawns; the history of a capture reaches 16,384.
const VICTIM_FACTOR: i32 = 40;
/// Captures come before quiet moves where both are in one stage.
const BEFORE_QUIET: i32 = 1 << 20;
/// A promotion to a lesser piece without a capture comes after other quiet moves.
const UNDERPROMOTION: i32 = -40_000;
/// A quiet move that gives check without losing a piece is worth so much history more. Many tactics begin with one, and few
/// of them are tried often enough to earn a history.
const CHECK_BONUS: i32 = 8_000;
/// So many centipawns a check may lose by exchange.
const CHECK_LOSS: i32 = 75;

impl Ranking<'_> {
    /// Adds the captures and promotions to a queen.
    pub(super) fn add_noisy(&self, arena: &mut Arena) {
        self.position.for_each_move(MoveFilter::NOISY, |kind, mv| {
            let rank = self.noisy_rank(kind, mv);
            arena.push(Ranked { mv, rank });
        });
    }

    /// Adds the other moves.
    pub(super) fn add_quiet(&self, arena: &mut Arena) {
        let quiet = QuietRanks::new(self, self.checks());
        self.position.for_each_move(MoveFilter::QUIETS, |kind, mv| {
            if mv.kind() != MoveKind::PromoteQueen {
                let rank = quiet.of(kind, mv);
                arena.push(Ranked { mv, rank });
            }
        });
    }

    /// Adds the quiet moves that give check, but for promotions.
    pub(super) fn add_checks(&self, arena: &mut Arena) {
        let checks = CheckSquares::new(self.position);
        let quiet = QuietRanks::new(self, None);
        self.position.for_each_move(MoveFilter::QUIETS, |kind, mv| {
            let is_check = || mv.promotion().is_none() && checks.has(self.position, kind, mv);
            if checks.may_have(kind, mv) && is_check() {
                let rank = quiet.of(kind, mv);
                arena.push(Ranked { mv, rank });
            }
        });
    }

    /// Adds all moves of a side in check.
    pub(super) fn add_evasions(&self, arena: &mut Arena) {
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

    /// Where quiet moves give check, if those are to be tried earlier.
    fn checks(&self) -> Option<CheckSquares> {
        let applies = self.steps.has(Step::CheckOrdering);
        applies.then(|| CheckSquares::new(self.position))
    }

    /// The rank of a capture or promotion among its kind. Out of line, since the generator calls it in a dozen places.
    #[inline(never)]
    fn noisy_rank(&self, kind: PieceKind, mv: Move) -> i32 {
        let position = self.position;
        let victim = position.captured(mv);
        let mut rank = VICTIM_FACTOR * victim.map_or(0, |kind| EXCHANGE_VALUES.of(kind));
        if mv.kind() == MoveKind::PromoteQueen {
            rank += VICTIM_FACTOR * EXCHANGE_VALUES.of(PieceKind::Queen);
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

/// The kind of the piece on a square from which a legal move starts.
#[inline]
pub(crate) fn kind_of(position: &Position, square: Square) -> PieceKind {
    position.board().kind_at(square).unwrap_or(PieceKind::Pawn)
}

/// Ranks quiet moves. What does not depend on the move is looked up once for a node.
struct QuietRanks<'a> {
    position: &'a Position,
    /// `None` without that step.
    quiet: Option<QuietRow<'a>>,
    continuations: [&'a HalfRow; 3],
    /// `None` where checks count no more than other moves.
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
            quiet: quiet.then(|| {
                let threats = threats(position, ranking.steps);
                histories.quiet.row(color, threats)
            }),
            continuations: earlier.map(|earlier| histories.continuation.row(earlier, color)),
            checks,
        }
    }

    /// Out of line, since the generator calls it in a dozen places.
    #[inline(never)]
    fn of(&self, kind: PieceKind, mv: Move) -> i32 {
        if mv.promotion().is_some() {
            return UNDERPROMOTION;
        }
        let place = place_in_half_row(kind, mv.to());
        let [last, second, fourth] = self.continuations.map(|row| i32::from(row[place]));
        let quiet = self.quiet.map_or(0, |row| row.of(mv));
        let history = quiet + last + second + fourth / 2;
        match &self.checks {
            Some(checks) if checks.may_have(kind, mv) => self.with_check(kind, mv, history),
            Some(_) | None => history,
        }
    }

    /// The rank of a move with this history that may give check. Out of line, since few moves do.
    #[inline(never)]
    fn with_check(&self, kind: PieceKind, mv: Move, history: i32) -> i32 {
        let position = self.position;
        let is_check = self
            .checks
            .as_ref()
            .is_some_and(|checks| checks.has(position, kind, mv));
        let is_safe = || position.see_at_least(mv, -CHECK_LOSS, &EXCHANGE_VALUES);
        if is_check && is_safe() {
            history + CHECK_BONUS
        } else {
            history
        }
    }
}
