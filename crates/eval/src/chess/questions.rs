//! [`Answers`]: answers to ten questions that a chess player asks about a position, as data and as text.

use crate::chess::pawns::{Pawns, islands};
use crate::chess::sets::{CENTER, LONG_DIAGONALS, beside, up};
use plywood_core::{
    Bitboard, ByColor, Color, Move, MoveFilter, Piece, PieceKind, PieceValues, Position, Square,
    attacks,
};
use std::fmt;

/// The answers for one position to the ten questions of the Stockfish paper of 2013. `Display` writes them as sentences.
///
/// ```
/// use plywood_eval::Answers;
/// use plywood_core::{Position, Square};
///
/// let position: Position = "4k3/2N5/8/3q4/8/P7/8/6K1 b - - 0 1".parse()?;
/// let answers = Answers::of(&position);
/// assert_eq!(answers.threatened.black[0].square, Square::D5);
/// assert!(answers.kings.black.is_in_check);
/// assert_eq!(answers.passed.white[0].steps, 5);
/// assert_eq!(answers.material_lead, -530);
/// let [.., material] = answers.in_words();
/// assert_eq!(material.question, "What is the difference in material?");
/// assert_eq!(material.answers, ["Black is 5.30 ahead: +1 pawn, +1 knight, -1 queen for White."]);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Answers {
    /// 1: where are the pieces?
    pub pieces: ByColor<Vec<(PieceKind, Square)>>,
    /// 2: which legal moves does each piece of the side to move have?
    pub moves: Vec<PieceMoves>,
    /// 3: which pieces are attacked, by which pieces, and which pieces defend them?
    pub threatened: ByColor<Vec<Threatened>>,
    /// 3: which pieces are undefended?
    pub undefended: ByColor<Bitboard>,
    /// 4: how do the pawns stand, and do they shield the king?
    pub pawns: ByColor<PawnAnswer>,
    /// 5: is the king mobile, protected and out of check?
    pub kings: ByColor<KingAnswer>,
    /// 6: who holds the center?
    pub center: ByColor<CenterAnswer>,
    /// 7: which rooks and queens have fewer than three squares to go to?
    pub blocked_majors: ByColor<Bitboard>,
    /// 8: which pawns are passed, and how close are they to promotion?
    pub passed: ByColor<Vec<PassedPawn>>,
    /// 9: which bishops are on a main diagonal?
    pub diagonal_bishops: ByColor<Bitboard>,
    /// 10: how many more pieces of each kind, from the pawn to the queen, does White have?
    pub more_pieces: [i32; 5],
    /// 10: how much is that in centipawns, with [`PieceValues::STANDARD`]?
    pub material_lead: i32,
    /// The side to move.
    pub side_to_move: Color,
}

/// The legal moves of one piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PieceMoves {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub from: Square,
    /// Its legal moves.
    pub moves: Vec<Move>,
}

/// A piece that is attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Threatened {
    /// The kind of the attacked piece.
    pub kind: PieceKind,
    /// Its square.
    pub square: Square,
    /// The squares of its attackers.
    pub attackers: Bitboard,
    /// The squares of its defenders.
    pub defenders: Bitboard,
}

/// The pawns of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PawnAnswer {
    /// Pawns behind another friendly pawn on the file.
    pub doubled: Bitboard,
    /// Pawns without friendly pawns on the adjacent files.
    pub isolated: Bitboard,
    /// Pawns that their neighbors have left behind and that can't advance safely.
    pub backward: Bitboard,
    /// Pawns with an enemy pawn right in front.
    pub blocked: Bitboard,
    /// Pawns defended by a friendly pawn.
    pub chained: Bitboard,
    /// The number of pawn islands: groups of pawns on adjacent files.
    pub islands: i32,
    /// Pawns on the three files of the king, one or two ranks ahead of it.
    pub shield: Bitboard,
}

/// The king of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct KingAnswer {
    /// Its square.
    pub square: Square,
    /// `true` if it is in check.
    pub is_in_check: bool,
    /// The squares to which it could step without being attacked.
    pub steps: Bitboard,
    /// Own pieces and pawns on the squares around it.
    pub guards: Bitboard,
    /// Enemy pieces that attack a square around it.
    pub attackers: Bitboard,
}

/// The presence of a color on the four central squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CenterAnswer {
    /// The central squares it occupies.
    pub occupied: Bitboard,
    /// The number of attacks on the central squares by its pieces and pawns.
    pub attacks: u32,
}

/// A passed pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PassedPawn {
    /// Its square.
    pub square: Square,
    /// The number of steps left to promotion.
    pub steps: u8,
}

impl Answers {
    /// Answers the ten questions for a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let count = |color, kind| position.pieces(color, kind).len().cast_signed();
        let more = |kind| count(Color::White, kind) - count(Color::Black, kind);
        let [pawn, knight, bishop, rook, queen, _] = PieceKind::ALL.map(more);
        Self {
            pieces: ByColor::from_fn(|color| pieces(position, color)),
            moves: moves(position),
            threatened: ByColor::from_fn(|color| threatened(position, color)),
            undefended: ByColor::from_fn(|color| undefended(position, color)),
            pawns: ByColor::from_fn(|color| pawns(position, color)),
            kings: ByColor::from_fn(|color| king(position, color)),
            center: ByColor::from_fn(|color| center(position, color)),
            blocked_majors: ByColor::from_fn(|color| blocked_majors(position, color)),
            passed: ByColor::from_fn(|color| passed(position, color)),
            diagonal_bishops: ByColor::from_fn(|color| diagonal_bishops(position, color)),
            more_pieces: [pawn, knight, bishop, rook, queen],
            material_lead: position
                .board()
                .weigh(|kind| PieceValues::STANDARD.of(kind)),
            side_to_move: position.side_to_move(),
        }
    }
}

fn pieces(position: &Position, color: Color) -> Vec<(PieceKind, Square)> {
    let squares = |kind| {
        position
            .pieces(color, kind)
            .into_iter()
            .map(move |square| (kind, square))
    };
    PieceKind::ALL.into_iter().rev().flat_map(squares).collect()
}

fn moves(position: &Position) -> Vec<PieceMoves> {
    let us = position.side_to_move();
    let of = |(kind, from): (PieceKind, Square)| PieceMoves {
        piece: kind.of(us),
        from,
        moves: position.moves(MoveFilter::ALL.from(from)).to_vec(),
    };
    pieces(position, us).into_iter().map(of).collect()
}

/// Returns the attacked pieces, the most valuable first, but a king in check last.
fn threatened(position: &Position, color: Color) -> Vec<Threatened> {
    let board = position.board();
    let look = |(kind, square): (PieceKind, Square)| {
        let all = position.attackers(square);
        Threatened {
            kind,
            square,
            attackers: all & board.color(!color),
            defenders: all & board.color(color),
        }
    };
    let mut found: Vec<_> = pieces(position, color)
        .into_iter()
        .map(look)
        .filter(|threatened| !threatened.attackers.is_empty())
        .collect();
    found.sort_by_key(|threatened| threatened.kind == PieceKind::King);
    found
}

fn undefended(position: &Position, color: Color) -> Bitboard {
    let own = position.board().color(color);
    let is_alone = |&square: &Square| !position.attackers(square).intersects(own);
    (own - position.king(color))
        .into_iter()
        .filter(is_alone)
        .collect()
}

fn pawns(position: &Position, color: Color) -> PawnAnswer {
    let (own, enemy) = both_pawns(position, color);
    let pawns = Pawns::new(own, enemy);
    let king = Bitboard::from(position.king(color)).relative_to(color);
    let front = up(king | beside(king));
    let seen = |set: Bitboard| set.relative_to(color);
    PawnAnswer {
        doubled: seen(pawns.doubled),
        isolated: seen(pawns.isolated),
        backward: seen(pawns.backward),
        blocked: seen(pawns.blocked),
        chained: seen(pawns.chained),
        islands: islands(own),
        shield: seen(own & (front | up(front))),
    }
}

fn king(position: &Position, color: Color) -> KingAnswer {
    let board = position.board();
    let square = position.king(color);
    let near = attacks::king(square);
    let enemies = board.color(!color);
    let without_king = board.occupied() - square;
    let is_safe =
        |&step: &Square| !attacks::attackers(board, step, without_king).intersects(enemies - step);
    let attackers = near
        .into_iter()
        .fold(Bitboard::EMPTY, |all, step| all | position.attackers(step));
    KingAnswer {
        square,
        is_in_check: position.attackers(square).intersects(enemies),
        steps: (near - board.color(color))
            .into_iter()
            .filter(is_safe)
            .collect(),
        guards: near & board.color(color),
        attackers: attackers & enemies,
    }
}

fn center(position: &Position, color: Color) -> CenterAnswer {
    let own = position.board().color(color);
    CenterAnswer {
        occupied: own & CENTER,
        attacks: CENTER
            .into_iter()
            .map(|square| (position.attackers(square) & own).len())
            .sum(),
    }
}

fn blocked_majors(position: &Position, color: Color) -> Bitboard {
    let board = position.board();
    let own = board.color(color);
    let is_blocked = |&square: &Square| {
        let reach = position.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
            attacks::of(piece, square, board.occupied())
        });
        (reach - own).len() < 3
    };
    let majors = board.kind(PieceKind::Rook) | board.kind(PieceKind::Queen);
    (own & majors).into_iter().filter(is_blocked).collect()
}

fn passed(position: &Position, color: Color) -> Vec<PassedPawn> {
    let (own, enemy) = both_pawns(position, color);
    let passed = |square: Square| PassedPawn {
        square: square.relative_to(color),
        steps: 7 - square.rank() as u8,
    };
    let mut found: Vec<_> = Pawns::new(own, enemy)
        .passed
        .into_iter()
        .map(passed)
        .collect();
    found.sort_by_key(|pawn| pawn.steps);
    found
}

fn diagonal_bishops(position: &Position, color: Color) -> Bitboard {
    position.pieces(color, PieceKind::Bishop) & LONG_DIAGONALS
}

/// Returns the pawns of a color and those of its enemy, as that color sees them.
fn both_pawns(position: &Position, color: Color) -> (Bitboard, Bitboard) {
    let pawns = |of| position.pieces(of, PieceKind::Pawn).relative_to(color);
    (pawns(color), pawns(!color))
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Answered { question, answers }) in (1..).zip(self.in_words()) {
            writeln!(f, "{number:2}. {question}")?;
            for answer in answers {
                writeln!(f, "    {answer}")?;
            }
        }
        Ok(())
    }
}

/// One of the ten questions, with its answers in words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answered {
    /// The question.
    pub question: String,
    /// The answers, such as one for each color.
    pub answers: Vec<String>,
}

impl Answers {
    /// Returns the questions with their answers in words, as `Display` writes them.
    #[must_use]
    pub fn in_words(&self) -> [Answered; 10] {
        let squares = |set: &Bitboard| vec![list(*set)];
        let movers = format!("Where can each piece of {} go?", self.side_to_move);
        let undefended = |set: &Bitboard| vec![some("undefended", *set)];
        let mut in_danger = of_both(&self.threatened, |all| all.iter().map(threat).collect());
        in_danger.extend(of_both(&self.undefended, undefended));
        let placed = |all: &Vec<_>| all.iter().copied().map(named).collect();
        let passed = |all: &Vec<_>| all.iter().copied().map(path).collect();
        let asked: [(&str, Vec<String>); 10] = [
            ("Where are the pieces?", of_both(&self.pieces, placed)),
            (&movers, self.moves.iter().filter_map(goals).collect()),
            ("What is attacked, and what has no defender?", in_danger),
            (
                "How do the pawns stand, and do they shield the king?",
                of_both(&self.pawns, structure),
            ),
            (
                "Is the king mobile, protected and out of check?",
                of_both(&self.kings, safety),
            ),
            ("Who holds the center?", of_both(&self.center, presence)),
            (
                "Which rooks and queens are blocked?",
                of_both(&self.blocked_majors, squares),
            ),
            (
                "Which passed pawns are near promotion?",
                of_both(&self.passed, passed),
            ),
            (
                "Which bishops are on a main diagonal?",
                of_both(&self.diagonal_bishops, squares),
            ),
            (
                "What is the difference in material?",
                vec![self.difference()],
            ),
        ];
        asked.map(|(question, answers)| Answered {
            question: question.to_owned(),
            answers,
        })
    }

    fn difference(&self) -> String {
        let pawns = f64::from(self.material_lead.abs()) / 100.0;
        let ahead = |leader| format!("{leader} is {pawns:.2} ahead: {}.", self.differences());
        leader(self.material_lead).map_or_else(|| "None.".to_owned(), ahead)
    }

    /// Lists, for each kind of piece, how many more or fewer White has.
    fn differences(&self) -> String {
        let kinds = PieceKind::ALL.into_iter().zip(self.more_pieces);
        let different = kinds.filter(|&(_, more)| more != 0);
        let texts: Vec<_> = different
            .map(|(kind, more)| format!("{more:+} {kind}"))
            .collect();
        format!("{} for White", texts.join(", "))
    }
}

fn leader(lead: i32) -> Option<Color> {
    match lead.signum() {
        1 => Some(Color::White),
        -1 => Some(Color::Black),
        _ => None,
    }
}

/// Returns one line for each color.
fn of_both<T>(both: &ByColor<T>, texts: impl Fn(&T) -> Vec<String>) -> Vec<String> {
    let line = |color: Color| {
        let texts = texts(&both[color]);
        let text = if texts.is_empty() {
            "none".to_owned()
        } else {
            texts.join("; ")
        };
        format!("{color}: {text}")
    };
    Color::ALL.map(line).into()
}

/// Returns the moves of a piece, if it has any.
fn goals(piece: &PieceMoves) -> Option<String> {
    let moves: Vec<_> = piece.moves.iter().map(ToString::to_string).collect();
    let named = named((piece.piece.kind, piece.from));
    (!moves.is_empty()).then(|| format!("{named}: {}", moves.join(" ")))
}

fn structure(pawns: &PawnAnswer) -> Vec<String> {
    let sets = [
        some("doubled", pawns.doubled),
        some("isolated", pawns.isolated),
        some("backward", pawns.backward),
        some("blocked", pawns.blocked),
        some("chained", pawns.chained),
        some("shield", pawns.shield),
    ];
    let islands = format!("islands: {}", pawns.islands);
    sets.into_iter().chain([islands]).collect()
}

fn safety(king: &KingAnswer) -> Vec<String> {
    let check = if king.is_in_check { ", in check" } else { "" };
    vec![
        format!("on {}{check}", king.square),
        some("can step to", king.steps),
        some("guards", king.guards),
        some("attackers", king.attackers),
    ]
}

fn presence(center: &CenterAnswer) -> Vec<String> {
    let attacks = format!("attacks: {}", center.attacks);
    vec![some("occupies", center.occupied), attacks]
}

fn named((kind, square): (PieceKind, Square)) -> String {
    format!("{kind} {square}")
}

fn threat(threatened: &Threatened) -> String {
    let Threatened {
        kind,
        square,
        attackers,
        defenders,
    } = threatened;
    format!(
        "{kind} {square} by {} (defended by {})",
        list(*attackers),
        list(*defenders)
    )
}

fn path(pawn: PassedPawn) -> String {
    let plural = if pawn.steps == 1 { "" } else { "s" };
    format!("{}, {} step{plural} away", pawn.square, pawn.steps)
}

fn some(what: &str, set: Bitboard) -> String {
    format!("{what}: {}", list(set))
}

/// Returns the squares of a set, or "none".
fn list(set: Bitboard) -> String {
    if set.is_empty() {
        return "none".to_owned();
    }
    let squares: Vec<_> = set.into_iter().map(|square| square.to_string()).collect();
    squares.join(" ")
}
