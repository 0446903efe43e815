//! Step 11, first half: [`Picker`] yields the moves of a node in stages, each legal move once.
//!
//! The table's move comes first, before any other is generated; then captures and promotions to a queen that do not lose
//! material, the most valuable victim first; then quiet moves by their history; then the losing captures. In check all moves
//! are one stage. Most nodes are cut off early, and then the later stages cost nothing.

mod check_squares;
mod scoring;

use crate::history::Histories;
use crate::history::continuation::Earlier;
use crate::steps::{Step, Steps};
use plywood_core::{Bitboard, Color, ExchangeValues, Move, MoveKind, PieceKind, Position, attacks};

pub(crate) use scoring::kind_of;

/// The values by which exchanges are counted.
pub(crate) const EXCHANGE_VALUES: ExchangeValues = ExchangeValues {
    pawn: 100,
    knight: 300,
    bishop: 300,
    rook: 500,
    queen: 900,
};

/// A move with its rank among the moves of its stage; for a quiet move the rank is its history.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    pub(crate) rank: i32,
}

/// The moves of all nodes on the path, one node after the other. Keeping them in one place keeps the recursion's frames
/// small, and the moves in the cache.
pub(crate) type Arena = Vec<Ranked>;

/// What the picker reads to rank moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranking<'a> {
    pub(crate) position: &'a Position,
    pub(crate) histories: &'a Histories,
    pub(crate) steps: Steps,
    /// The moves that led to the node.
    pub(crate) earlier: Earlier,
}

/// Yields the moves of one node.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    kind: Kind,
    table_move: Option<Move>,
    /// Where the moves of the node begin in the arena.
    start: usize,
    /// The losing captures stand between the start and here.
    losing_end: usize,
    cursor: usize,
    skips_quiets: bool,
}

/// Which moves are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    All,
    Evasions,
    Noisy,
    NoisyAndChecks,
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
    /// All moves that are left, in one stage.
    Rest,
    Done,
}

/// Whether a move is a capture or a promotion to a queen.
#[inline]
pub(crate) fn is_noisy(position: &Position, mv: Move) -> bool {
    mv.kind() == MoveKind::PromoteQueen
        || mv.kind() != MoveKind::Castling && position.is_capture(mv)
}

/// The squares that the enemy attacks, if moves from and to them are remembered apart.
pub(crate) fn threats(position: &Position, steps: Steps) -> Bitboard {
    if !steps.has(Step::ThreatHistory) {
        return Bitboard::EMPTY;
    }
    let enemy = !position.side_to_move();
    let occupied = position.board().occupied();
    let forward = match enemy {
        Color::White => 1,
        Color::Black => -1,
    };
    let pawns = position.pieces(enemy, PieceKind::Pawn);
    let by_pawns = pawns.shift(-1, forward) | pawns.shift(1, forward);
    let officers = PieceKind::ALL.into_iter().skip(1).flat_map(|kind| {
        let of = move |square| attacks::of(kind.of(enemy), square, occupied);
        position.pieces(enemy, kind).into_iter().map(of)
    });
    officers.fold(by_pawns, |all, one| all | one)
}

impl Picker {
    /// All moves of a node, whose table move is legal.
    #[inline]
    pub(crate) fn all(arena: &Arena, table_move: Option<Move>, is_check: bool) -> Self {
        let kind = if is_check { Kind::Evasions } else { Kind::All };
        Self::of_kind(kind, arena, table_move)
    }

    /// The captures and promotions to a queen of a node that is not in check, whose table move is one of them.
    #[inline]
    pub(crate) fn noisy(arena: &Arena, table_move: Option<Move>) -> Self {
        Self::of_kind(Kind::Noisy, arena, table_move)
    }

    /// Like [`noisy`](Self::noisy), and after them the quiet moves that give check.
    #[inline]
    pub(crate) fn noisy_and_checks(arena: &Arena, table_move: Option<Move>) -> Self {
        Self::of_kind(Kind::NoisyAndChecks, arena, table_move)
    }

    #[inline]
    fn of_kind(kind: Kind, arena: &Arena, table_move: Option<Move>) -> Self {
        Self {
            stage: Stage::TableMove,
            kind,
            table_move,
            start: arena.len(),
            losing_end: arena.len(),
            cursor: arena.len(),
            skips_quiets: false,
        }
    }

    /// From now on yields no more quiet moves. It has no effect in check.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Takes the moves of the node out of the arena.
    #[inline]
    pub(crate) fn finish(&self, arena: &mut Arena) {
        arena.truncate(self.start);
    }

    /// The next move to try.
    pub(crate) fn next(&mut self, arena: &mut Arena, ranking: &Ranking) -> Option<Ranked> {
        loop {
            let found = match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Generate;
                    self.table_move.map(|mv| Ranked { mv, rank: 0 })
                }
                Stage::Generate if self.kind == Kind::Evasions => {
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

    /// Goes on to a stage.
    fn enter(&mut self, stage: Stage) -> Option<Ranked> {
        if stage == Stage::Losing {
            self.cursor = self.start;
        }
        self.stage = stage;
        None
    }

    /// The best capture that is left. Where all moves are wanted, those that lose material wait for the end, at the beginning
    /// of the list.
    fn next_noisy(&mut self, arena: &mut Arena, position: &Position) -> Option<Ranked> {
        while let Some(ranked) = self.best(arena) {
            if self.kind != Kind::All || position.see_at_least(ranked.mv, 0, &EXCHANGE_VALUES) {
                return Some(ranked);
            }
            arena[self.losing_end] = ranked;
            self.losing_end += 1;
        }
        self.enter(match self.kind {
            Kind::All => Stage::GenerateQuiet,
            Kind::NoisyAndChecks => Stage::GenerateChecks,
            Kind::Noisy | Kind::Evasions => Stage::Done,
        })
    }

    fn generate_quiet(&mut self, arena: &mut Arena, ranking: &Ranking) {
        arena.truncate(self.losing_end);
        self.cursor = self.losing_end;
        if !self.skips_quiets {
            ranking.add_quiet(arena);
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

    /// Takes the move with the highest rank among those that are left; the table's move was tried already.
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

/// The index of the highest rank, the first one if there are several.
#[inline]
fn first_best(moves: &[Ranked]) -> Option<usize> {
    debug_assert!(moves.len() <= 256 && moves.iter().all(|ranked| ranked.rank.abs() < 1 << 22));
    // Rank and index in one number: a maximum needs no branches, which could not be predicted, and of 32 bits the processor
    // compares four at once.
    let keys = moves
        .iter()
        .enumerate()
        .map(|(index, ranked)| ranked.rank << 8 | (255 - index as i32));
    let best = keys.max()?;
    Some(255 - (best & 255) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn moves_of(position: &Position, table_move: Option<Move>, mut picker: Picker) -> Vec<Move> {
        let histories = Histories::new();
        let ranking = Ranking {
            position,
            histories: &histories,
            steps: Steps::ALL,
            earlier: [None; 3],
        };
        let mut arena = Arena::new();
        let moves: Vec<Move> = std::iter::from_fn(|| picker.next(&mut arena, &ranking))
            .map(|ranked| ranked.mv)
            .collect();
        assert!(table_move.is_none() || table_move == moves.first().copied());
        moves
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
                    let picker = Picker::all(&Arena::new(), hint, is_check);
                    let picked = moves_of(&position, hint, picker);
                    let set: HashSet<Move> = picked.iter().copied().collect();
                    assert_eq!(picked.len(), moves.len(), "{position}");
                    assert_eq!(set, moves.iter().copied().collect(), "{position}");
                }
                if !is_check {
                    let picked = moves_of(&position, None, Picker::noisy(&Arena::new(), None));
                    let noisy = moves.iter().filter(|&&mv| is_noisy(&position, mv));
                    let noisy = noisy.count();
                    assert_eq!(picked.len(), noisy, "{position}");
                    let picker = Picker::noisy_and_checks(&Arena::new(), None);
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
    fn good_captures_come_first_and_losing_ones_last() {
        let position: Position = "4k3/5p2/4r1p1/8/8/8/3BQ3/4K1N1 w - - 0 1".parse().unwrap();
        let picked = moves_of(&position, None, Picker::all(&Arena::new(), None, false));
        let losing = picked.last().unwrap();
        assert_eq!(losing.to_string(), "e2e6", "the rook is defended by a pawn");
    }
}
