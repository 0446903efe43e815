use crate::play::game::{by_tables, play};
use crate::play::openings::Openings;
use crate::play::self_play::SelfPlay;
use crate::play::text::record_text;
use crate::players::player_spec::PlayerSpec;
use plywood_arena::{Adjudication, GameEnd, Opening, Player, Record, Rules, TimeControl, Turn};
use plywood_catalog::{Catalog, Playable, Played};
use plywood_core::{Move, PieceKind, Position};
use plywood_eval::{Score, Side, Sides as _};
use plywood_net::data::ScoredGame;
use plywood_notation::pgn::PgnGame;
use plywood_notation::uci;
use plywood_search::games::{Column, ConnectFour, EinStein};
use plywood_search::threads::MachineFault;
use plywood_search::{Fault, Game, Limits, Observer, Random, Report, Strategy, WithHistory};
use plywood_tables::{Dtz, Endgame, ProbeError, TableKind, Tables, Wdl};
use std::time::Duration;

/// A player that plays given moves with constant score and delay, and fails when there are no more.
#[derive(Clone)]
struct Scripted {
    moves: Vec<&'static str>,
    played: usize,
    score: i32,
    pause: Duration,
}

impl Player<Position> for Scripted {
    /// Begins the script again, since a game that the machine lost is played twice.
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        self.played = 0;
        Ok(())
    }

    fn choose(&mut self, game: &Played<Position>, _turn: &Turn) -> Result<Report<Move>, Fault> {
        std::thread::sleep(self.pause);
        let text = self.moves.get(self.played);
        let text = text.ok_or_else(|| Fault::Crash("nothing left".to_owned()))?;
        self.played += 1;
        let mv = uci::parse(game.position(), text)
            .map_err(|_| Fault::IllegalMove((*text).to_owned()))?;
        let mut report = Report::from(mv);
        report.score = Some(Score::centipawns(self.score));
        report.depth = 1;
        Ok(report)
    }
}

fn scripted(moves: &[&'static str], score: i32) -> Scripted {
    Scripted {
        moves: moves.to_vec(),
        played: 0,
        score,
        pause: Duration::ZERO,
    }
}

fn game(start: &str, white: Scripted, black: Scripted, rules: &Rules) -> Record<Position> {
    let opening = Opening::position(start.parse().unwrap());
    let spec = |player: Scripted| PlayerSpec::new("a", move || Box::new(player.clone()));
    play(
        &Catalog::chess(),
        &opening,
        [&spec(white), &spec(black)],
        rules,
        0,
    )
}

fn from_start(white: &[&'static str], black: &[&'static str]) -> GameEnd {
    let start = Position::START.to_string();
    game(
        &start,
        scripted(white, 0),
        scripted(black, 0),
        &Rules::default(),
    )
    .end
}

#[test]
fn games_end_by_the_rules() {
    let mate = from_start(&["f2f3", "g2g4"], &["e7e5", "d8h4"]);
    assert_eq!((mate.kind().name(), mate.result()), ("checkmate", "0-1"));
    let shuffle = from_start(
        &["g1f3", "f3g1", "g1f3", "f3g1"],
        &["g8f6", "f6g8", "g8f6", "f6g8"],
    );
    assert_eq!(
        (shuffle.kind().name(), shuffle.result()),
        ("repetition", "1/2-1/2")
    );
    let fifty = game(
        "7k/8/8/8/8/8/R7/K7 w - - 99 80",
        scripted(&["a2a3"], 0),
        scripted(&[], 0),
        &Rules::default(),
    );
    assert_eq!(fifty.end.kind().name(), "fifty moves");
}

#[test]
fn a_failing_player_loses_with_the_reason() {
    let illegal = from_start(&["e2e5"], &[]);
    assert_eq!(
        (illegal.kind().name(), illegal.result()),
        ("illegal move", "0-1")
    );
    assert_eq!(
        illegal.sentence(["white", "black"]),
        r#"White loses: it chose "e2e5", which is not legal"#
    );
    let crash = from_start(&["e2e4", "d2d4"], &["e7e5"]);
    assert_eq!((crash.kind().name(), crash.result()), ("crash", "1-0"));
}

#[test]
fn a_late_player_loses() {
    let slow = || Scripted {
        pause: Duration::from_millis(150),
        ..scripted(&["e2e4", "d2d4", "c2c4"], 0)
    };
    let rules = |clock: &str| Rules {
        time_control: TimeControl {
            clock: clock.parse().ok(),
            ..TimeControl::default()
        },
        margin: Duration::from_millis(1),
        ..Rules::default()
    };
    let start = Position::START.to_string();
    let play = |clock| {
        let quick = scripted(&["e7e5", "d7d5"], 0);
        game(&start, slow(), quick, &rules(clock))
    };
    // On a slow machine it is a move earlier.
    let late = play("270ms");
    assert_eq!(late.end.kind().name(), "time");
    assert!(late.moves.len() <= 2);
    let in_time = play("5m+1m");
    assert_eq!(in_time.end.kind().name(), "crash", "the clock was enough");
    let thought = in_time.moves[0].elapsed + in_time.moves[2].elapsed;
    let left = in_time.moves[2].clock;
    assert_eq!(
        left.map(|left| left + thought),
        Some(Duration::from_mins(7))
    );
}

#[test]
fn games_are_ended_early_only_when_asked() {
    let start = Position::START.to_string();
    let (white, black) = (["e2e4", "d2d4", "c2c4"], ["e7e5", "d7d5", "c7c5"]);
    let adjudication = Adjudication {
        draw: "after=0,moves=2,score=5".parse().ok(),
        resign: "moves=1,score=500".parse().ok(),
        max_moves: Some(3),
    };
    let rules = Rules {
        adjudication,
        ..Rules::default()
    };
    for (ours, theirs, end, plies) in [
        (3, -3, GameEnd::AgreedDraw, 4),
        (-500, 600, GameEnd::Resigned(Side::First), 2),
        (40, 40, GameEnd::TooLong, 6),
    ] {
        let (white, black) = (scripted(&white, ours), scripted(&black, theirs));
        let record = game(&start, white, black, &rules);
        assert_eq!((record.end, record.moves.len()), (end, plies));
    }
    assert_eq!(
        from_start(&white, &black).kind().name(),
        "crash",
        "nothing is ended early by itself"
    );
}

#[test]
fn a_record_is_a_legal_pgn_that_reads_back() {
    let spec: PlayerSpec = "minimax:depth=1,noise=50".parse().unwrap();
    let opening = Opening::position("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7".parse().unwrap());
    let record = play(
        &Catalog::chess(),
        &opening,
        [&spec; 2],
        &Rules::default(),
        5,
    );
    let names = ["a \"quoted\" name", "b"];
    let text = record_text(
        &record,
        &Catalog::chess(),
        names,
        "1.2",
        Some(&TimeControl::default()),
    );
    let read: PgnGame = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    assert_eq!(read.main_line().count(), record.moves.len());
    assert_eq!(read.result().as_str(), record.end.result());
    let first = read.root().next().unwrap();
    assert!(first.comments()[0].evaluation().is_some() && first.comments()[0].elapsed().is_some());
    let last = read.main_line().last().unwrap();
    let reason = record.reason(["White", "Black"]);
    assert_eq!(last.comments().last().unwrap().text(), reason);
}

#[test]
fn a_game_of_another_kind_has_a_line_for_each_move() {
    let four = Catalog::connect_four();
    let spec = PlayerSpec::read(&four, "alpha-beta:depth=3").unwrap();
    let start = ConnectFour::read("dddcc").unwrap();
    let moves = start.legal_moves();
    let opening = Opening {
        start,
        moves: vec![moves[0]],
    };
    let record = play(&four, &opening, [&spec; 2], &Rules::default(), 5);
    assert_eq!(
        (record.moves[0].side, record.end.kind().name()),
        (Some(Side::First), "win")
    );
    let text = record_text(&record, &four, ["a", "b"], "1.1", None);
    let (tags, moves) = text.split_once("\n\n").unwrap();
    assert!(
        tags.contains("[Game \"connect-four\"]") && tags.contains(" wins: four in a row\"]"),
        "{tags}"
    );
    let moves: Vec<&str> = moves.lines().collect();
    assert_eq!((moves[0], moves.len()), ("d", record.moves.len() + 2));
    assert!(moves[1].contains(" { [%eval "), "{text}");
}

/// A strategy that breaks its promises in one way or another.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    Panics,
    HasNoMove,
    PlaysTheSame,
    IgnoresNodes,
    IsLate,
}

impl Strategy<WithHistory<ConnectFour>> for Wrong {
    fn name(&self) -> String {
        format!("{self:?}")
    }

    fn search_observed(
        &mut self,
        position: &WithHistory<ConnectFour>,
        limits: &Limits,
        observer: &mut dyn Observer<Column>,
    ) -> Report<Column> {
        let mut report = Random.search_observed(position, limits, observer);
        match self {
            Self::Panics => panic!("index out of bounds"),
            Self::HasNoMove => report.best_move = None,
            Self::PlaysTheSame => report.best_move = Some(0.into()),
            Self::IgnoresNodes => report.stats.nodes = 1_000_000,
            Self::IsLate => std::thread::sleep(Duration::from_millis(30)),
        }
        report
    }
}

#[test]
fn a_strategy_that_breaks_its_promises_loses_that_game() {
    let four = Catalog::connect_four();
    for (wrong, end, said) in [
        (Wrong::Panics, "panic", ": it panicked: index out of bounds"),
        (Wrong::HasNoMove, "no move", ": it chose no move"),
        (
            Wrong::PlaysTheSame,
            "illegal move",
            ": it chose \"a\", which is not legal",
        ),
        (
            Wrong::IgnoresNodes,
            "nodes",
            ": it searched 1000000 nodes, and its limit was 50",
        ),
        (Wrong::IsLate, "time", " on time"),
    ] {
        let spec = PlayerSpec::from_strategy("wrong", move |_| Box::new(wrong));
        let good = PlayerSpec::read(&four, "random").unwrap();
        let limits = match wrong {
            Wrong::IsLate => Limits::time(Duration::from_millis(5)),
            _ => Limits::nodes(50),
        };
        let spec = spec.with_limits(limits);
        // The first column is full.
        let start = ConnectFour::read("aaaaaa").unwrap();
        let opening = Opening {
            start: *four.start(),
            moves: [0; 6].map(Column::from).into(),
        };
        assert_eq!(opening.played().position(), &start);
        let rules = Rules {
            margin: Duration::from_millis(5),
            ..Rules::default()
        };
        let record = play(&four, &opening, [&spec, &good], &rules, 1);
        let reason = record.reason(ConnectFour::PLAYERS);
        assert_eq!(
            (record.end.kind().name(), record.end.winner()),
            (end, Some(Side::Second)),
            "{reason}"
        );
        let place = if end == "time" { "" } else { ", at move 4" };
        assert_eq!(reason, format!("Red loses{said}{place}"));
    }
}

/// Otherwise it would count as a lost game or an unsolved position.
#[test]
fn a_machine_that_fails_is_nobodys_fault() {
    let short = PlayerSpec::from_strategy("short", |_| MachineFault::new("no memory").raise());
    let start = Opening::position(Position::START);
    let rules = Rules::within(Limits::depth(1));
    let ended = || play(&Catalog::chess(), &start, [&short; 2], &rules, 0);
    let ended = MachineFault::caught(ended).map(|record| record.end);
    assert_eq!(ended, Err(MachineFault::new("no memory")));
    let searched = || short.search(&Position::START, &Limits::depth(1));
    assert!(MachineFault::caught(searched).is_err());
}

/// Tables for positions of three men: the side with the queen wins in ten plies.
#[derive(Debug)]
struct Queens {
    has_distances: bool,
}

impl Queens {
    fn distance(&self, position: &Position) -> Result<Dtz, ProbeError> {
        let (men, most) = (position.board().occupied().len(), self.most_men());
        if men > most {
            return Err(ProbeError::TooManyMen { men, most });
        }
        let queens = position
            .board()
            .pieces(position.side_to_move(), PieceKind::Queen);
        let is_mine = !queens.is_empty();
        Ok(Dtz::new(if is_mine { 10 } else { -10 }))
    }
}

impl Tables for Queens {
    fn most_men(&self) -> u32 {
        3
    }

    fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.distance(position).map(|distance| distance.wdl(0))
    }

    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        if self.has_distances {
            return self.distance(position);
        }
        let endgame = Endgame::of(position.board());
        let kind = TableKind::Dtz;
        Err(ProbeError::Missing { endgame, kind })
    }
}

#[test]
fn endgame_tables_decide_what_the_fifty_move_rule_leaves() {
    let known = |fen: &str, has_distances| {
        let game = Played::new(fen.parse::<Position>().unwrap());
        by_tables(&Queens { has_distances }, &game, &|_| ())
    };
    let (first, second) = (Some(Side::First), Some(Side::Second));
    for (fen, end, without_distances) in [
        ("8/8/8/8/8/2k5/8/K6Q w - - 0 1", Some(first), Some(first)),
        ("8/8/8/8/8/2k5/8/K6q w - - 0 1", Some(second), Some(second)),
        ("8/8/8/8/8/2k5/8/K6Q b - - 80 90", Some(first), None),
        ("8/8/8/8/8/2k5/8/K6Q w - - 95 90", Some(None), None),
        ("8/8/8/8/8/2k4p/8/K6Q w - - 0 1", None, None),
    ] {
        assert_eq!(known(fen, true), end.map(GameEnd::Tables), "{fen}");
        let by_results = without_distances.map(GameEnd::Tables);
        assert_eq!(known(fen, false), by_results, "{fen}");
    }
    let four = Played::new(ConnectFour::new());
    let tables = Queens {
        has_distances: true,
    };
    assert_eq!(by_tables(&tables, &four, &|_| ()), None);
    let end = GameEnd::Tables(first);
    let sentence = end.sentence(["white", "black"]);
    assert_eq!(sentence, "White wins by the endgame tables");
    assert_eq!((end.result(), end.kind().name()), ("1-0", "endgame tables"));
}

#[test]
fn a_game_with_dice_is_replayed_from_its_text_and_an_illegal_roll_is_refused() {
    let dice = Catalog::einstein();
    let spec = PlayerSpec::read(&dice, "star2:depth=1").unwrap();
    let start = *dice.start();
    let opening = Opening::random(&start, 3, 5).unwrap();
    let rules = Rules::default();
    let record = play(&dice, &opening, [&spec; 2], &rules, 5);
    assert_eq!(record.end.kind().name(), "win");
    let again = play(&dice, &opening, [&spec; 2], &rules, 5);
    let moves = |record: &Record<EinStein>| record.all_moves().copied().collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(&record));
    let text = record_text(&record, &dice, ["a", "b"], "1.1", None);
    let (_, lines) = text.split_once("\n\n").unwrap();
    let (lines, _result) = lines.trim_end().rsplit_once('\n').unwrap();
    let mut replayed = Played::new(start);
    let mut commented = 0;
    for line in lines.lines() {
        let position = replayed.position();
        assert!(!position.waits_for_chance() || position.read_move("7").is_err());
        let mv = line.split(' ').next().unwrap();
        replayed.play(position.read_move(mv).unwrap());
        commented += usize::from(line.contains("[%eval"));
    }
    assert_eq!(replayed.moves().collect::<Vec<_>>(), moves(&record));
    // Each move follows a roll, and rolls have no score.
    assert_eq!(2 * replayed.plies(), replayed.moves().len());
    assert_eq!(commented, record.plies());
    assert!(EinStein::over(&replayed, false).is_some());
}

#[test]
fn training_data_of_a_game_with_dice_have_the_rolls_and_leave_them_out() {
    let catalog = Catalog::einstein();
    let self_play = SelfPlay {
        player: PlayerSpec::read(&catalog, "star2:depth=1").unwrap(),
        openings: Openings::random(&catalog, 2, 1),
        rules: Rules::default(),
        seed: 1,
        catalog,
    };
    let game = self_play.play(0).game;
    let read = |game: &ScoredGame| {
        let start = self_play.catalog.start();
        game.played(start, EinStein::read, EinStein::read_move)
    };
    let moves = read(&game).unwrap();
    assert!(
        moves
            .iter()
            .all(|scored| !scored.position.waits_for_chance())
    );
    let sides = moves.windows(2).map(|two| [&two[0], &two[1]]);
    assert!({ sides }.all(|[one, other]| one.position.to_move() != other.position.to_move()));
    let last = moves.last().unwrap();
    assert_eq!(last.points, Some(1.0), "whoever moves last wins");
    let mut wrong = game.clone();
    wrong.opening = wrong
        .opening
        .replacen(|digit: char| digit.is_ascii_digit(), "7", 1);
    assert!(read(&wrong).is_err());
}
