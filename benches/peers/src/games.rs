//! Random games to replay, the same at every run.

use std::fmt::Write as _;

use fastrand::Rng;
use plywood_core::Position;
use plywood_notation::san;

/// The content of the movetext besides the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Only moves, as in archives of master games.
    Bare,
    /// An evaluation and a clock after each move, as servers write them.
    Annotated,
}

/// Returns a PGN file of random games, with the tags and line breaks of a usual one.
pub fn pgn(games: usize, style: Style) -> String {
    let mut random = Rng::with_seed(0x0067_616D_6573);
    let mut pgn = String::new();
    for number in 1..=games {
        let tags = [
            ("Event", format!("Random games, round {number}")),
            ("Site", "?".to_owned()),
            ("Date", "2026.01.01".to_owned()),
            ("Round", number.to_string()),
            ("White", "Chance, Pure".to_owned()),
            ("Black", "Luck, Blind".to_owned()),
            ("Result", "*".to_owned()),
        ];
        for (name, value) in tags {
            pgn.extend(["[", name, " \"", &value, "\"]\n"]);
        }
        pgn.push('\n');
        write_moves(&mut pgn, &mut random, style);
    }
    pgn
}

fn write_moves(pgn: &mut String, random: &mut Rng, style: Style) {
    let mut position = Position::START;
    let mut line = String::new();
    for ply in 0..random.usize(40..160) {
        let Some(mv) = random.choice(position.legal_moves()) else {
            break;
        };
        let mut word = String::new();
        if ply % 2 == 0 {
            word = format!("{}. ", ply / 2 + 1);
        }
        word.push_str(&san::write(&position, mv));
        if style == Style::Annotated {
            let (pawns, seconds) = (random.i32(-500..500), random.u32(..60));
            let written = write!(
                word,
                " {{ [%eval {}.{:02}] [%clk 0:03:{seconds:02}] }}",
                pawns / 100,
                pawns.abs() % 100
            );
            written.expect("a string takes everything");
        }
        if line.len() + 1 + word.len() > 79 && style == Style::Bare {
            pgn.push_str(line.trim_start());
            pgn.push('\n');
            line.clear();
        }
        line.push(' ');
        line.push_str(&word);
        position = position.play_unchecked(mv);
    }
    pgn.push_str(line.trim_start());
    pgn.push_str(" *\n\n");
}
