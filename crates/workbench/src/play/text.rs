//! Finished games as text.

use crate::date;
use plywood_arena::{Clock, GameEnd, PlayedMove, Record, TimeControl};
use plywood_catalog::recast::recast_ref;
use plywood_catalog::{Catalog, Playable};
use plywood_core::Position;
use plywood_notation::pgn::{Annotation, Comment, Evaluation, GameResult, PgnGame, PgnScore};
use plywood_search::Fault;
use std::fmt::Write as _;
use std::time::Duration;

/// Returns a finished game as text, with evaluations and nodes in comments, and the reason for its end. It is PGN for chess; for other games
/// it has tags like those of PGN, and a line for each move.
///
/// Times are written only for a game with time limits, which are then given: without them equal games have equal texts on every machine.
#[must_use]
pub fn record_text<G: Playable>(
    record: &Record<G>,
    catalog: &Catalog<G>,
    names: [&str; 2],
    round: &str,
    time: Option<&TimeControl>,
) -> String {
    if let Some(chess) = recast_ref::<_, Record<Position>>(record) {
        let tags = tags(record, ["White", "Black"], names, round, time);
        return to_pgn(chess, &tags, &record.reason(G::PLAYERS), time).to_string();
    }
    let mut tags = tags(record, ["First", "Second"], names, round, time);
    tags.insert(1, ("Game", catalog.name().to_owned()));
    tags.push(("Result", record.end.result().to_owned()));
    tags.push(("Reason", record.reason(G::PLAYERS)));
    tags.push(("Start", record.opening.start.to_string()));
    let mut text = String::new();
    for (name, value) in tags {
        let _ = writeln!(text, "[{name} {}]", serde_json::Value::from(value));
    }
    text.push('\n');
    let of_opening = record.opening.moves.len();
    for (ply, mv) in record.all_moves().enumerate() {
        let played = ply.checked_sub(of_opening).map(|ply| &record.moves[ply]);
        let played = played.filter(|played| played.side.is_some());
        let played = played.map(|played| format!(" {{ {} }}", comment(played, time)));
        let mv = catalog.move_text(*mv);
        let _ = writeln!(text, "{mv}{}", played.unwrap_or_default());
    }
    let _ = writeln!(text, "{}", record.end.result());
    text
}

fn tags<G: Playable>(
    record: &Record<G>,
    sides: [&'static str; 2],
    names: [&str; 2],
    round: &str,
    time: Option<&TimeControl>,
) -> Vec<(&'static str, String)> {
    let clock = time.and_then(|time| time.clock);
    let clock = clock.map(|Clock { time, increment }| {
        let clock = format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64());
        ("TimeControl", clock)
    });
    let plies = record.opening.played().plies() + record.plies();
    let mut tags = vec![
        ("Event", "plywood match".to_owned()),
        ("Date", date::today()),
        ("Round", round.to_owned()),
    ];
    tags.extend(sides.into_iter().zip(names.map(str::to_owned)));
    tags.extend(clock);
    tags.push(("Termination", termination(&record.end).to_owned()));
    tags.push(("PlyCount", plies.to_string()));
    tags
}

/// Returns the value of PGN's Termination tag.
const fn termination(end: &GameEnd) -> &'static str {
    match end {
        GameEnd::Rules(_) => "normal",
        GameEnd::Time(_) => "time forfeit",
        GameEnd::Fault(_, Fault::IllegalMove(_)) => "rules infraction",
        GameEnd::Fault(..) => "abandoned",
        GameEnd::AgreedDraw | GameEnd::Resigned(_) | GameEnd::TooLong | GameEnd::Tables(_) => {
            "adjudication"
        }
    }
}

fn to_pgn(
    record: &Record<Position>,
    tags: &[(&str, String)],
    reason: &str,
    time: Option<&TimeControl>,
) -> PgnGame {
    let mut game = PgnGame::from_position(record.opening.start.clone());
    for (name, value) in tags {
        let set = game.set_tag(name, value);
        debug_assert!(set.is_ok(), "every name is a good one");
    }
    if let Some(result) = GameResult::from_text(record.end.result().as_bytes()) {
        game.set_result(result);
    }
    let opening = record.opening.moves.iter();
    let opening = opening.map(|mv| (*mv, Comment::default()));
    let played = record.moves.iter();
    let played = played.map(|played| (played.mv, comment(played, time)));
    let mut node = game.root_mut();
    for (mv, comment) in opening.chain(played) {
        let Ok(mut next) = node.play(mv) else {
            debug_assert!(false, "a record holds legal moves only");
            return game;
        };
        next.add_comment(comment);
        node = next;
    }
    node.add_comment(Comment::new(reason));
    game
}

fn comment<M>(played: &PlayedMove<M>, time: Option<&TimeControl>) -> Comment {
    let score = played.side.zip(played.score);
    let score = score.map(|(mover, score)| score.for_white(mover));
    let evaluation = score.map(|score| Evaluation {
        score: PgnScore::from_parts(score.mate_in(), score.as_centipawns()),
        depth: played.depth,
    });
    let clock = played.clock.map(|left| Annotation::Clock(in_millis(left)));
    let notes = [
        evaluation.map(Annotation::Evaluation),
        clock,
        time.map(|_| Annotation::Elapsed(in_millis(played.elapsed))),
    ];
    let nodes = played.nodes.map(|nodes| format!("[%nodes {nodes}]"));
    let text = Comment::new(&nodes.unwrap_or_default());
    notes.into_iter().flatten().fold(text, Comment::with)
}

/// Rounds to milliseconds.
fn in_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
