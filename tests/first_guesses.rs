//! What people type before they have read the documentation, as they type it: all of it compiles and does what they mean.
//!
//! Not among them is `"e2e4".parse::<Move>()`, since text alone does not say whether a king castles: the page of `Move` says what to
//! call instead.

use plywood::search::games::TicTacToe;
use plywood::{
    AlphaBeta, Aspiration, Captures, Classical, Color, Comparison, Engine, Evaluator, Game,
    History, IterativeDeepening, Killers, Limits, Material, Minimax, Mobility, MtdF, Negamax,
    Outcome, PieceKind, PlaySan, Position, PrincipalVariationSearch, QuietHistory, San, Score,
    Square, Strategy, Transpositions, Weighted, perft,
};
use std::time::Duration;

/// White can play a knight to e5 and leave the queen hanging (Légal's mate).
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn legal() -> Position {
    LEGAL.parse().unwrap()
}

#[test]
fn a_position_is_read_and_written() {
    let position = LEGAL.parse::<Position>().unwrap();
    assert_eq!(Position::from_fen(LEGAL).as_ref(), Ok(&position));
    assert_eq!(position.to_string(), LEGAL);
    assert_eq!(position.fen().to_string(), LEGAL);
    assert_eq!(Position::default(), Position::START);
    assert!(Position::from_fen("no position").is_err());
}

#[test]
fn the_board_is_asked_and_printed() {
    let position = legal();
    let knight = position.board().piece_at(Square::F3).unwrap();
    assert_eq!(
        (knight.kind, knight.color),
        (PieceKind::Knight, Color::White)
    );
    assert_eq!(position.side_to_move(), Color::White);
    assert!(!position.is_check());
    let board = format!("{}", position.board());
    assert!(board.contains("r n . q k b n r"), "{board}");
}

#[test]
fn legal_moves_stand_in_a_loop() {
    let position = Position::default();
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let next = position.play(mv).unwrap();
        assert_eq!(next.side_to_move(), Color::Black);
        moves.push(mv.to_string());
    }
    assert_eq!(moves.len(), position.legal_moves().len());
    assert!(moves.contains(&"e2e4".to_owned()) && !position.legal_moves().is_empty());
    assert_eq!(perft(&position, 3), 8_902);
}

#[test]
fn moves_are_read_and_written() {
    let position = legal();
    let mv = position.parse_san("Nxe5").unwrap();
    assert_eq!(position.san(mv), "Nxe5");
    assert_eq!(mv.to_string(), "f3e5");
    assert_eq!(position.play_san("Nxe5").ok(), position.play(mv).ok());
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut game = History::default();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        game.play_san(san).unwrap();
    }
    assert_eq!(
        game.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::Black
        })
    );
    assert!(game.position().is_checkmate());
}

#[test]
fn scores_are_pawns() {
    assert_eq!(Score::centipawns(150).pawns(), Some(1.5));
    let score = Material::default().evaluate(&legal());
    assert_eq!(
        (score.pawns(), score.to_string().as_str()),
        (Some(0.0), "0.00")
    );
    assert!(Score::centipawns(20) > -Score::centipawns(20));
}

#[test]
fn a_closure_is_an_evaluator() {
    let center = |position: &Position| {
        let own = position.pieces(position.side_to_move(), PieceKind::Pawn);
        let center = own
            .into_iter()
            .filter(|square| [Square::D4, Square::E4].contains(square));
        Score::centipawns(50 * center.count() as i32)
    };
    let report = AlphaBeta::new(center).search(&Position::default(), &Limits::depth(1));
    assert!(report.best_move.is_some());
}

#[test]
fn a_boxed_evaluator_is_an_evaluator() {
    let boxed: Box<dyn Evaluator<Position>> = Box::new(Classical::default());
    let by_box = AlphaBeta::new(boxed).search(&legal(), &Limits::depth(2));
    let plain = AlphaBeta::new(Classical::default()).search(&legal(), &Limits::depth(2));
    assert_eq!(by_box.score, plain.score);
}

#[test]
fn evaluators_are_weighed_together() {
    let evaluator = Weighted::new()
        .with("material", Material::default())
        .with("mobility", Mobility::pawns_per_move(0.05));
    let score = Mobility::pawns_per_move(0.05).evaluate(&legal());
    assert_eq!(evaluator.evaluate(&legal()), score, "material is equal");
}

#[test]
fn strategies_stand_in_a_list() {
    let strategies: Vec<Box<dyn Strategy<Position>>> = vec![
        Box::new(Minimax::new(Material::default())),
        Box::new(Negamax::new(Material::default())),
        Box::new(AlphaBeta::new(Material::default())),
        Box::new(PrincipalVariationSearch::new(Material::default())),
    ];
    for mut strategy in strategies {
        let report = strategy.search(&legal(), &Limits::depth(2));
        assert_eq!(
            report.score,
            Some(Score::centipawns(0)),
            "{}",
            strategy.name()
        );
        assert!(report.best_move.is_some() && report.stats.explored > 0);
    }
}

#[test]
fn orderings_stand_in_a_tuple() {
    let nodes = |strategy: &mut dyn Strategy<Position>| {
        strategy.search(&legal(), &Limits::depth(4)).stats.explored
    };
    let plain = nodes(&mut AlphaBeta::new(Material::default()));
    let ordering = (Captures, Killers::new(), QuietHistory::new());
    let ordered = nodes(&mut AlphaBeta::new(Material::default()).ordering(ordering));
    let one = nodes(&mut AlphaBeta::new(Material::default()).ordering(Captures));
    assert!(ordered < one && one < plain, "{ordered} {one} {plain}");
}

#[test]
fn a_strategy_is_put_together() {
    let mut search = AlphaBeta::new(Classical::default())
        .ordering((Captures, Killers::new()))
        .table(Transpositions::exact(4))
        .quiescence();
    let report = search.search(&legal(), &Limits::depth(5));
    assert_eq!(report.best_move, legal().parse_san("Nxe5").ok());
}

#[test]
fn a_strategy_drives_another() {
    let alpha_beta = || AlphaBeta::new(Material::default());
    let plain = alpha_beta().search(&legal(), &Limits::depth(3)).score;
    let driven: [Box<dyn Strategy<Position>>; 3] = [
        Box::new(MtdF::new(alpha_beta())),
        Box::new(Aspiration::new(alpha_beta())),
        Box::new(IterativeDeepening::new(alpha_beta())),
    ];
    for mut strategy in driven {
        let report = strategy.search(&legal(), &Limits::depth(3));
        assert_eq!(report.score, plain, "{}", strategy.name());
    }
}

#[test]
fn limits_are_added() {
    for limits in [
        Limits::depth(30).with_nodes(1_000),
        Limits::nodes(1_000).with_time(Duration::from_secs(60)),
        Limits::time(Duration::from_secs(60)).with_nodes(1_000),
    ] {
        let report = Engine::new().search(&legal(), &limits);
        assert!(report.stats.explored <= 1_000, "{limits:?}");
    }
}

#[test]
fn a_comparison_has_rows() {
    let table = Comparison::new(&legal(), Limits::depth(3))
        .strategy("minimax", Minimax::new(Material::default()))
        .strategy("alpha-beta", AlphaBeta::new(Material::default()))
        .against("minimax")
        .run();
    let mut names = Vec::new();
    for row in &table {
        names.push(table.strategies[row.strategy].as_str());
    }
    assert_eq!(names, ["minimax", "alpha-beta"]);
    assert_eq!(table.rows[1].same_value, Some(true));
    assert!(table.to_string().contains("alpha-beta"));
    for row in table {
        assert!(row.stats.explored > 0);
    }
}

#[test]
fn another_game_is_searched_alike() {
    let board: TicTacToe = "X.. .O. ...".parse().unwrap();
    let moves = board.legal_moves();
    let next = board.after(moves[0]);
    let score = |_: &TicTacToe| Score::centipawns(0);
    let report = Minimax::new(score).search(&next, &Limits::depth(9));
    assert_eq!((moves.len(), report.score), (7, Some(Score::DRAW)));
}
