//! Programs written without reading the documentation: they compile and work as intended, or the compiler's error gives the fix.
//!
//! `"e2e4".parse::<Move>()` is not among them, since text alone cannot show if a king castles: the page of `Move` names the functions to
//! call instead.

use plywood::catalog::{Catalog, RecordedSearch};
use plywood::notation::pgn::PgnGame;
use plywood::notation::polyglot::Book;
use plywood::notation::uci;
use plywood::search::games::TicTacToe;
use plywood::search::{StaticEvaluation, Window};
use plywood::{
    AlphaBeta, Aspiration, Borrowed, Captures, Classical, Color, Comparison, Engine, Evaluator,
    Game, History, IterativeDeepening, Killers, Limits, Material, Minimax, Mobility, Move, MtdF,
    Negamax, Outcome, PieceKind, PlaySan, Position, PrincipalVariationSearch, QuietHistory, Report,
    San, Score, Square, StopReason, Strategy, Transpositions, Weighted, perft,
};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
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
fn moves_are_taken_back_and_pieces_are_listed() {
    let mut game = History::new(legal());
    game.play_san("Nxe5").unwrap();
    assert!(game.undo().is_some() && *game.position() == legal());
    let board = game.position().board();
    let white = board.color(Color::White).into_iter();
    let black = board
        .iter()
        .filter(|(_, piece)| piece.color == !Color::White);
    assert_eq!((white.count(), black.count()), (16, 16));
    assert_eq!("f3".parse(), Ok(Square::F3));
}

#[test]
fn an_engine_is_cloned_and_begins_a_new_game() {
    let mut engine = Engine::new();
    engine.new_game();
    let report = engine.clone().search(&legal(), &Limits::depth(2));
    assert!(report.stats.nodes > 0 && format!("{engine:?}").len() < 1_000);
}

#[test]
fn scores_are_pawns() {
    assert_eq!(Score::centipawns(150).pawns(), 1.5);
    let score = Material::default().evaluate(&legal());
    assert_eq!((score.pawns(), score.to_string().as_str()), (0.0, "0.00"));
    assert!(Score::centipawns(20) > -Score::centipawns(20));
}

#[test]
fn scores_are_added() {
    let (pawn, half) = (Score::centipawns(100), Score::centipawns(50));
    assert_eq!(pawn + half, Score::centipawns(150));
    assert_eq!(pawn - half, half);
    let terms = [pawn, half, -half];
    assert_eq!(terms.into_iter().sum::<Score>(), pawn);
    let mut score = half;
    score += half;
    assert_eq!(score, pawn);
}

#[test]
fn an_evaluator_and_a_strategy_need_one_method() {
    struct Pieces;
    impl Evaluator<Position> for Pieces {
        fn evaluate(&self, position: &Position) -> Score {
            let own = position.board().color(position.side_to_move());
            Score::centipawns(own.into_iter().count() as i32)
        }
    }
    struct First;
    impl Strategy<Position> for First {
        fn search(&mut self, position: &Position, _: &Limits) -> Report<Move> {
            Report::from(position.legal_moves()[0])
        }
    }
    let report = AlphaBeta::new(Pieces).search(&legal(), &Limits::depth(1));
    assert_eq!(report.score, Some(Score::centipawns(-15)));
    let first = legal().legal_moves()[0];
    let report = First.search_observed(&legal(), &Limits::depth(1), &mut ());
    assert_eq!(
        (report.best_move, report.line.first()),
        (Some(first), Some(&first))
    );
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
        assert!(report.best_move.is_some() && report.stats.nodes > 0);
    }
}

#[test]
fn orderings_stand_in_a_tuple() {
    let nodes = |strategy: &mut dyn Strategy<Position>| {
        strategy.search(&legal(), &Limits::depth(4)).stats.nodes
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
        Limits::nodes(1_000).with_depth(Some(30)),
        Limits::nodes(1_000).with_time(Duration::from_secs(60)),
        Limits::time(Duration::from_secs(60)).with_nodes(1_000),
    ] {
        let report = Engine::new().search(&legal(), &limits);
        assert!(report.stats.nodes <= 1_000, "{limits:?}");
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
        names.push(row.strategy.as_str());
    }
    assert_eq!(names, ["minimax", "alpha-beta"]);
    assert_eq!(table.rows[1].same_value, Some(true));
    assert!(table.to_string().contains("alpha-beta"));
    for row in table {
        assert!(row.stats.nodes > 0);
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

#[test]
fn a_move_is_read_as_programs_write_it() {
    let mv = uci::parse(&legal(), "f3e5").unwrap();
    assert_eq!(legal().parse_san("f3e5").unwrap(), mv);
}

#[test]
fn a_search_says_why_it_ended() {
    let search = |limits| AlphaBeta::new(Material::default()).search(&legal(), &limits);
    assert_eq!(search(Limits::depth(1)).reason, StopReason::Depth);
    assert_eq!(search(Limits::nodes(10)).reason.to_string(), "node limit");
}

#[test]
fn the_lines_of_an_iteration_are_listed() {
    let report = Engine::new().search(&legal(), &Limits::depth(3).with_lines(2));
    let last = report.iterations.last().unwrap();
    assert_eq!((last.lines().count(), report.lines().count()), (2, 2));
    assert!(
        last.lines()
            .all(|(score, line)| score.pawns() < 100.0 && !line.is_empty())
    );
}

#[test]
fn one_evaluator_serves_two_searches() {
    let own = |position: &Position| Material::default().evaluate(position);
    let (one, other) = (AlphaBeta::new(Borrowed(&own)), Minimax::new(Borrowed(&own)));
    let values = [
        Box::new(one) as Box<dyn Strategy<Position>>,
        Box::new(other),
    ]
    .map(|mut search| search.search(&legal(), &Limits::depth(2)).score);
    assert_eq!(values[0], values[1]);
}

#[test]
fn parts_are_made_alike() {
    let search = Minimax::with_horizon(StaticEvaluation::new(Material::default()));
    assert_eq!(Strategy::<Position>::name(&search), "minimax");
    assert!(Window::OPEN.alpha() < Window::OPEN.beta());
}

#[test]
fn a_game_is_read_with_its_positions() {
    let game: PgnGame = "1. f3 e5 2. g4 Qh4# 0-1".parse().unwrap();
    let boards: Vec<Position> = game.positions().collect();
    assert_eq!((boards.len(), boards[0].clone()), (5, Position::START));
    assert!(boards[4].is_checkmate());
}

#[test]
fn a_book_is_opened() {
    assert!(Book::open("no/such/book.bin").is_err());
}

#[test]
fn a_tree_is_drawn() {
    let mut search = AlphaBeta::new(Material::default());
    let drawn = RecordedSearch::of(&Catalog::chess(), &legal(), &mut search, &Limits::depth(1));
    assert!(drawn.to_svg().unwrap().contains("Nxe5"));
}

/// Lines that do not compile, each with a part of the compiler's error.
const ANSWERED: [(&str, &str); 27] = [
    (
        "takes::<Position>(AlphaBeta::new(&Mine));",
        "pass `Borrowed(&evaluator)`",
    ),
    (
        "takes::<Position>(AlphaBeta::new(Box::new(Mine)));",
        "pass `*boxed`",
    ),
    (
        "takes::<WithHistory<Position>>(AlphaBeta::new(Mine));",
        "`PositionOnly(evaluator)`",
    ),
    (
        "takes::<Position>(AlphaBeta::new(|_: &Position| 7));",
        "a closure `|position: &plywood::Position| -> Score`",
    ),
    (
        "takes::<Position>(IterativeDeepening::new(Random));",
        "drive fixed-depth ones, such as `AlphaBeta`",
    ),
    (
        "takes::<Position>(Mine);",
        "is not a strategy for `plywood::Position`",
    ),
    (
        "Aspiration::new(AlphaBeta::new(Material::default()), 30);",
        "and then `.margin(30)`",
    ),
    (
        "MtdF::new(Minimax::new(&Mine)).search(&Position::START, limits);",
        "pass `Borrowed(&evaluator)`",
    ),
    (
        "Aspiration::new(Minimax::new(Mine)).search(&WithHistory::new(Position::START), limits);",
        "`PositionOnly(evaluator)`",
    ),
    (
        "BestNode::new(Minimax::new(Material::default())).search(&ConnectFour::new(), limits);",
        "`plywood::Material` cannot judge a `ConnectFour`",
    ),
    (
        "AlphaBeta::new(draw).ordering(Captures).search(&Sticks(5), limits);",
        "the trait `Tactical` is not implemented for `Sticks`",
    ),
    (
        "PrincipalVariationSearch::new(draw).quiescence().search(&Sticks(5), limits);",
        "the trait `Tactical` is not implemented for `Sticks`",
    ),
    (
        "Negamax::new(|_: &Position| 7).search(&Sticks(5), limits);",
        "expected closure signature `for<'a> fn(&'a Sticks) -> _`",
    ),
    (
        "IterativeDeepening::new(AlphaBeta::new(draw).ordering(Captures)).search(&Sticks(5), limits);",
        "the trait `Tactical` is not implemented for `Sticks`",
    ),
    (
        "MtdF::new(AlphaBeta::new(draw).table(Transpositions::exact(1))).search(&Sticks(5), limits);",
        "tables, killers and history need `Sticks: Keyed`",
    ),
    (
        "AlphaBeta::new(draw).table(16).search(&Sticks(5), limits);",
        "a table of 16 megabytes is `Transpositions::exact(16)`",
    ),
    (
        "AlphaBeta::new(draw).ordering(Killers::new).search(&Sticks(5), limits);",
        "`(Captures, Killers::new(), QuietHistory::new())`",
    ),
    (
        "IterativeDeepening::new(Random).search(&ConnectFour::new(), limits);",
        "drive fixed-depth ones, such as `AlphaBeta`",
    ),
    (
        "MonteCarlo::new(Mine).search(&ConnectFour::new(), limits);",
        "a closure `|position: &ConnectFour| -> Score`",
    ),
    (
        "SssStar::new(|_: &ConnectFour| 7).search(&ConnectFour::new(), limits);",
        "a closure `|position: &ConnectFour| -> Score`",
    ),
    (
        "catalog::Catalog::new(\"mine\", ConnectFour::new());",
        "::keyed",
    ),
    (
        "let e = || Entrant::new(\"a\", || Random); Match::new(ConnectFour::new(), [e(), e()], Limits::depth(1));",
        "take and ignore the expected argument",
    ),
    (
        "Match::new(ConnectFour::new(), [Random, Random], Limits::depth(1));",
        "expected `Entrant<ConnectFour>`, found `Random`",
    ),
    (
        "Comparison::new(&Sticks(5), Limits::depth(1)).strategy(\"a\", Box::new(Random) as Box<dyn Strategy<Sticks>>);",
        "`dyn plywood::Strategy<Sticks>` cannot be sent between threads safely",
    ),
    (
        "Material::default().breakdown(&Position::START);",
        "use plywood::eval::Linear;",
    ),
    (
        "Weighted::new().with(\"pawns\", |_: &Position| Score::DRAW);",
        "`.term(\"name\", weight, |position, side| count)`",
    ),
    (
        "ConnectFour::new().grid();",
        "use plywood::catalog::Playable;",
    ),
];

#[test]
fn what_does_not_compile_is_answered() {
    let functions: String = ANSWERED
        .iter()
        .enumerate()
        .map(|(index, (line, _))| format!("fn line_{index}(limits: &Limits) {{ {line} }}\n"))
        .collect();
    let program = format!(
        "use plywood::*;
use plywood::search::games::ConnectFour;
struct Mine;
impl Evaluator<Position> for Mine {{
    fn evaluate_in(&self, _: &Position, _: &mut eval::Session) -> Score {{ Score::DRAW }}
}}
#[derive(Clone)]
struct Sticks(u8);
impl Game for Sticks {{
    type Move = u8;
    type Moves = Vec<u8>;
    fn legal_moves(&self) -> Vec<u8> {{ (1..=self.0.min(3)).collect() }}
    fn after(&self, taken: u8) -> Self {{ Self(self.0 - taken) }}
    fn ending(&self, moves: &[u8]) -> Option<Ending> {{ moves.is_empty().then_some(Ending::Lost) }}
}}
fn draw(_: &Sticks) -> Score {{ Score::DRAW }}
fn takes<G: Game>(_: impl Strategy<G>) {{}}
fn main() {{}}
{functions}"
    );
    let said = compiler_errors("answered", &program);
    // If a feature adds another item of this name, the compiler writes the whole path.
    let said = said.replace("plywood::search::games::ConnectFour", "ConnectFour");
    // The compiler checks the functions in their order, and finds an error in each.
    let errors: Vec<&str> = said.split("\nerror").collect();
    for ((made, answer), error) in ANSWERED.into_iter().zip(&errors) {
        let is_answered = error.contains(answer);
        assert!(
            is_answered,
            "{made} is not answered by {answer:?}:\n{error}"
        );
    }
    assert!(errors.len() > ANSWERED.len(), "{said}");
}

#[test]
fn a_program_of_the_readme_compiles_as_it_is_shown() {
    let readme = include_str!("../README.md");
    for (number, block) in readme.split("```rust").skip(1).enumerate() {
        let program = block.split("```").next().unwrap_or_default();
        let said = compiler_errors(
            &format!("readme_{number}"),
            &format!("#![deny(warnings)]{program}"),
        );
        assert!(said.is_empty(), "{program}\n{said}");
    }
}

/// Returns the compiler's output for a program that uses the library with which this test was built.
fn compiler_errors(name: &str, program: &str) -> String {
    let test = std::env::current_exe().expect("the test is a file");
    let folder = test.parent().expect("it lies in a folder").to_owned();
    let libraries = fs::read_dir(&folder).expect("folders can be listed");
    let libraries = libraries.map(|entry| entry.expect("folders can be listed").path());
    let is_library = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("libplywood-") && name.ends_with(".rlib"))
    };
    let age = |path: &PathBuf| fs::metadata(path).and_then(|found| found.modified()).ok();
    let library = libraries
        .filter(is_library)
        .max_by_key(age)
        .expect("it was built");
    // Tests run at the same time, so each uses a different file name.
    let source = folder.join(format!("first_guess_{name}.rs"));
    fs::write(&source, program).expect("the folder can be written");
    let done = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--edition=2024", "--emit=metadata", "--extern"])
        .arg(format!("plywood={}", library.display()))
        .arg(format!("-Ldependency={}", folder.display()))
        .arg("--out-dir")
        .arg(&folder)
        .arg(&source)
        .output();
    String::from_utf8_lossy(&done.expect("there is a compiler").stderr).into_owned()
}
