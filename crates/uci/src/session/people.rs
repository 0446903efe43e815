//! Answers for a person who types to the program.

use plywood_core::History;
use plywood_notation::san;
use std::fmt::Write as _;

/// The answer to `help`.
pub(super) const HELP: &str = "\
Commands for people:
  d                       draw the board
  eval                    explain the evaluation of the position, term by term
  perft N                 count the positions N plies ahead
  bench                   search fixed positions and count nodes
Commands of the UCI protocol:
  uci                     list the options
  setoption name NAME value VALUE
  position startpos moves e2e4 e7e5
  position fen FEN moves ...
  go depth 8              also: movetime MS, nodes N, mate N, infinite, wtime MS btime MS winc MS binc MS
  stop                    end the search
  ucinewgame, isready, ponderhit, debug on, quit";

/// The board with what a person may ask about a position.
pub(super) fn drawing(game: &History) -> String {
    let position = game.position();
    let mut text = position.to_text().to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let _ = writeln!(text, "FEN: {position}");
    let _ = writeln!(text, "Key: {:016x}", position.key());
    let moves = position.legal_moves();
    let written: Vec<String> = moves
        .iter()
        .map(|&mv| san::write(position, mv).to_string())
        .collect();
    let _ = write!(text, "Legal moves: {}", written.join(" "));
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    if !checkers.is_empty() {
        let _ = write!(text, "\nCheck from: {}", checkers.join(" "));
    }
    if let Some(outcome) = game.outcome() {
        let _ = write!(text, "\nThe game is over: {outcome}");
    } else if let Some(claim) = game.claim() {
        let _ = write!(text, "\nA draw can be claimed: {claim}");
    }
    text
}
