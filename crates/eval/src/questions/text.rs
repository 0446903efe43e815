//! The ten answers in words.

use super::{Answers, PassedPawn, PieceMoves, Threatened};
use plywood_core::{Bitboard, ByColor, Color, PieceKind, Square};
use std::fmt;

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, " 1. Where are the pieces?")?;
        for_both(f, &self.pieces, |pieces| {
            pieces.iter().copied().map(named).collect()
        })?;
        writeln!(f, " 2. Where can each piece of {} go?", self.side_to_move)?;
        write_moves(f, &self.moves)?;
        writeln!(f, " 3. What is attacked, and what has no defender?")?;
        for_both(f, &self.threatened, |all| all.iter().map(threat).collect())?;
        for_both(f, &self.undefended, |&set| vec![some("undefended", set)])?;
        writeln!(
            f,
            " 4. How do the pawns stand, and do they shield the king?"
        )?;
        for_both(f, &self.pawns, |pawns| {
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
        })?;
        writeln!(f, " 5. Is the king mobile, protected and out of check?")?;
        for_both(f, &self.kings, |king| {
            let check = if king.is_in_check { ", in check" } else { "" };
            vec![
                format!("on {}{check}", king.square),
                some("can step to", king.steps),
                some("guards", king.guards),
                some("attackers", king.attackers),
            ]
        })?;
        self.write_rest(f)
    }
}

impl Answers {
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, " 6. Who holds the center?")?;
        for_both(f, &self.center, |center| {
            vec![
                some("occupies", center.occupied),
                format!("attacks: {}", center.attacks),
            ]
        })?;
        writeln!(f, " 7. Which rooks and queens are blocked?")?;
        for_both(f, &self.blocked_majors, |&set| vec![list(set)])?;
        writeln!(f, " 8. Which passed pawns are near promotion?")?;
        for_both(f, &self.passed, |pawns| {
            pawns.iter().copied().map(passed).collect()
        })?;
        writeln!(f, " 9. Which bishops are on a main diagonal?")?;
        for_both(f, &self.diagonal_bishops, |&set| vec![list(set)])?;
        writeln!(f, "10. What is the difference in material?")?;
        let lead = self.material_lead;
        let Some(leader) = leader(lead) else {
            return writeln!(f, "    None.");
        };
        let pawns = f64::from(lead.abs()) / 100.0;
        writeln!(
            f,
            "    {leader} is {pawns:.2} ahead: {}.",
            self.differences()
        )
    }

    /// How many pieces of each kind White has more or fewer.
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

/// One line for each color.
fn for_both<T>(
    f: &mut fmt::Formatter<'_>,
    both: &ByColor<T>,
    texts: impl Fn(&T) -> Vec<String>,
) -> fmt::Result {
    for color in Color::ALL {
        let texts = texts(&both[color]);
        let text = if texts.is_empty() {
            "none".to_owned()
        } else {
            texts.join("; ")
        };
        writeln!(f, "    {color}: {text}")?;
    }
    Ok(())
}

fn write_moves(f: &mut fmt::Formatter<'_>, all: &[PieceMoves]) -> fmt::Result {
    for piece in all.iter().filter(|piece| !piece.moves.is_empty()) {
        let moves: Vec<_> = piece.moves.iter().map(ToString::to_string).collect();
        writeln!(
            f,
            "    {} {}: {}",
            piece.piece.kind,
            piece.from,
            moves.join(" ")
        )?;
    }
    Ok(())
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

fn passed(pawn: PassedPawn) -> String {
    let plural = if pawn.steps == 1 { "" } else { "s" };
    format!("{}, {} step{plural} away", pawn.square, pawn.steps)
}

fn some(what: &str, set: Bitboard) -> String {
    format!("{what}: {}", list(set))
}

/// The squares of a set, or "none".
fn list(set: Bitboard) -> String {
    if set.is_empty() {
        return "none".to_owned();
    }
    let squares: Vec<_> = set.into_iter().map(|square| square.to_string()).collect();
    squares.join(" ")
}
