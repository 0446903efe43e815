//! plywood writes games as viriformat byte for byte as the crate that defines it, and reads what that crate writes.

use plywood_core::{CastlingFen, Color, FenFormat, Position};
use plywood_net::data::{ScoredMove, read_viriformat};
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::dataformat::Game as TheirGame;

/// The games of `plywood-net`'s own test.
const GAMES: &[u8] = include_bytes!("../../../crates/net/tests/all/data/games.viriformat");

#[test]
fn their_crate_writes_the_same_bytes() {
    let mut from = GAMES;
    let mut games = 0;
    let mut bytes = Vec::new();
    loop {
        let moves = read_viriformat(&mut from).expect("a file of games");
        if moves.is_empty() {
            break;
        }
        bytes.extend(by_them(&moves));
        games += 1;
    }
    assert!(games > 50, "{games}");
    assert_eq!(bytes, GAMES);
}

/// Returns a game, written by the crate that defines the format.
fn by_them(moves: &[ScoredMove<Position>]) -> Vec<u8> {
    let first = &moves[0];
    // Rooks are named by their files, which it reads for Chess960 only.
    let format = FenFormat {
        castling: CastlingFen::Shredder,
        ..FenFormat::default()
    };
    let mut board = Board::new();
    board
        .set_from_fen(&first.position.fen_with(format), true)
        .expect("both read FEN");
    let mut game = TheirGame::new(&board);
    let is_black = first.position.side_to_move() == Color::Black;
    let points = first.points.expect("a result");
    game.set_outcome(match if is_black { 1.0 - points } else { points } {
        1.0 => GameOutcome::WhiteWin(WinType::Mate),
        0.0 => GameOutcome::BlackWin(WinType::Mate),
        _ => GameOutcome::Draw(DrawType::Adjudication),
    });
    for scored in moves {
        let mv = board
            .legal_moves()
            .into_iter()
            .find(|mv| mv.display(true).to_string() == format!("{:#}", scored.mv.expect("a move")));
        let is_black = scored.position.side_to_move() == Color::Black;
        let score = scored.score.packed();
        let mv = mv.expect("the same legal moves");
        game.add_move(mv, if is_black { -score } else { score });
        board.make_move_simple(mv);
    }
    let mut bytes = Vec::new();
    game.serialise_into(&mut bytes).expect("a vector takes all");
    bytes
}
