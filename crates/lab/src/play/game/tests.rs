use crate::play::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::play::ending::GameEnd;
use crate::play::game::{Record, Rules, Seat, play};
use crate::play::opening::Opening;
use crate::players::move_limits::MoveLimits;
use crate::players::player::{Choice, Fault, Player};
use crate::players::player_spec::PlayerSpec;
use crate::players::time_control::{Clock, TimeControl, Turn};
use plywood_core::{ByColor, Color, History, Position};
use plywood_eval::Score;
use plywood_notation::pgn::{GameResult, PgnGame};
use plywood_notation::uci;
use std::time::Duration;

/// A player that plays given moves with the same score and the same delay, and fails when there are no more.
struct Scripted {
    moves: Vec<&'static str>,
    score: i32,
    pause: Duration,
}

impl Player for Scripted {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, game: &History, _turn: &Turn) -> Result<Choice, Fault> {
        std::thread::sleep(self.pause);
        let text = self
            .moves
            .pop()
            .ok_or_else(|| Fault::Crash("nothing left".to_owned()))?;
        let mv =
            uci::parse(game.position(), text).map_err(|_| Fault::IllegalMove(text.to_owned()))?;
        Ok(Choice {
            mv,
            score: Some(Score::centipawns(self.score)),
            depth: Some(1),
            nodes: None,
        })
    }
}

fn scripted(moves: &[&'static str], score: i32) -> Scripted {
    Scripted {
        moves: moves.iter().rev().copied().collect(),
        score,
        pause: Duration::ZERO,
    }
}

fn game(start: &str, mut white: Scripted, mut black: Scripted, rules: &Rules) -> Record {
    let opening = Opening::position(start.parse().unwrap());
    let limits = MoveLimits::default();
    let seats = ByColor {
        white: Seat::new(&mut white, limits),
        black: Seat::new(&mut black, limits),
    };
    play(&opening, seats, rules, 0)
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
    assert_eq!(
        (mate.kind(), mate.result()),
        ("checkmate", GameResult::Won(Color::Black))
    );
    let shuffle = from_start(
        &["g1f3", "f3g1", "g1f3", "f3g1"],
        &["g8f6", "f6g8", "g8f6", "f6g8"],
    );
    assert_eq!(
        (shuffle.kind(), shuffle.result()),
        ("repetition", GameResult::Draw)
    );
    let fifty = game(
        "7k/8/8/8/8/8/R7/K7 w - - 99 80",
        scripted(&["a2a3"], 0),
        scripted(&[], 0),
        &Rules::default(),
    );
    assert_eq!(fifty.end.kind(), "fifty moves");
}

#[test]
fn a_failing_player_loses_with_the_reason() {
    let illegal = from_start(&["e2e5"], &[]);
    assert_eq!(
        (illegal.kind(), illegal.result()),
        ("illegal move", GameResult::Won(Color::Black))
    );
    assert_eq!(
        illegal.to_string(),
        r#"White loses: it played "e2e5", which is not legal"#
    );
    let crash = from_start(&["e2e4", "d2d4"], &["e7e5"]);
    assert_eq!(
        (crash.kind(), crash.result()),
        ("crash", GameResult::Won(Color::White))
    );
}

#[test]
fn a_late_player_loses() {
    let slow = || Scripted {
        pause: Duration::from_millis(30),
        ..scripted(&["e2e4", "d2d4", "c2c4"], 0)
    };
    let clock = |millis, increment| Clock {
        time: Duration::from_millis(millis),
        increment: Duration::from_millis(increment),
    };
    let rules = |clock| Rules {
        time_control: TimeControl {
            clock: Some(clock),
            ..TimeControl::default()
        },
        margin: Duration::from_millis(1),
        ..Rules::default()
    };
    let start = Position::START.to_string();
    let late = game(
        &start,
        slow(),
        scripted(&["e7e5", "d7d5"], 0),
        &rules(clock(50, 0)),
    );
    assert_eq!(
        (late.end, late.moves.len()),
        (GameEnd::Time(Color::White), 2)
    );
    let in_time = game(
        &start,
        slow(),
        scripted(&["e7e5", "d7d5"], 0),
        &rules(clock(5_000, 1_000)),
    );
    assert_eq!(in_time.end.kind(), "crash", "the clock was enough");
    assert!(in_time.moves[2].clock > Some(Duration::from_secs(6)));
}

#[test]
fn games_are_ended_early_only_when_asked() {
    let start = Position::START.to_string();
    let (white, black) = (["e2e4", "d2d4", "c2c4"], ["e7e5", "d7d5", "c7c5"]);
    let adjudication = Adjudication {
        draw: Some(DrawRule {
            after: 0,
            moves: 2,
            score: 5,
        }),
        resign: Some(ResignRule {
            moves: 1,
            score: 500,
        }),
        max_moves: Some(3),
    };
    let rules = Rules {
        adjudication,
        ..Rules::default()
    };
    let end = |ours, theirs| {
        game(
            &start,
            scripted(&white, ours),
            scripted(&black, theirs),
            &rules,
        )
    };
    assert_eq!(
        (end(3, -3).end, end(3, -3).moves.len()),
        (GameEnd::AgreedDraw, 4)
    );
    assert_eq!(
        (end(-500, 600).end, end(-500, 600).moves.len()),
        (GameEnd::Resigned(Color::White), 2)
    );
    assert_eq!(
        (end(40, 40).end, end(40, 40).moves.len()),
        (GameEnd::TooLong, 6)
    );
    assert_eq!(
        from_start(&white, &black).kind(),
        "crash",
        "nothing is ended early by itself"
    );
}

#[test]
fn a_record_is_a_legal_pgn_that_reads_back() {
    let spec: PlayerSpec = "minimax:depth=1,noise=50".parse().unwrap();
    let (mut white, mut black) = (spec.player(), spec.player());
    let opening = Opening::line("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7".parse().unwrap(), []);
    let limits = spec.limits();
    let seats = ByColor {
        white: Seat::new(&mut *white, limits),
        black: Seat::new(&mut *black, limits),
    };
    let record = play(&opening, seats, &Rules::default(), 5);
    let names = ByColor {
        white: "a \"quoted\" name",
        black: "b",
    };
    let pgn = record.to_pgn(names, "1.2", Some(&TimeControl::default()));
    let read: PgnGame = pgn.to_string().parse().unwrap();
    assert_eq!(read, pgn);
    assert_eq!(read.main_line().count(), record.moves.len());
    assert_eq!(read.result(), record.end.result());
    let first = read.root().next().unwrap();
    assert!(first.comments()[0].evaluation().is_some() && first.comments()[0].elapsed().is_some());
    let last = read.main_line().last().unwrap();
    assert_eq!(
        last.comments().last().unwrap().text(),
        record.end.to_string()
    );
}
