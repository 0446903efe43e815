//! [`Record`]: a game that was played, also as PGN.

use crate::checksum::Checksum;
use crate::date;
use crate::numbers::Mean;
use crate::play::ending::GameEnd;
use crate::play::opening::Opening;
use crate::players::time_control::{Clock, TimeControl};
use plywood_core::{ByColor, Color, Move, Position};
use plywood_eval::Score;
use plywood_notation::pgn::{Annotation, Comment, Evaluation, PgnGame, PgnScore};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The opening.
    pub opening: Opening,
    /// The moves of the players.
    pub moves: Vec<PlayedMove>,
    /// What should be known of the players.
    pub notes: Vec<(Color, String)>,
    /// Why it ended.
    pub end: GameEnd,
}

/// What one player spent on the moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Spent {
    /// The number of its moves.
    pub moves: usize,
    /// Its time in seconds.
    pub seconds: f64,
    /// The mean depth of the moves that have one.
    pub depth: Option<f64>,
    /// The nodes it searched, as far as it reported them.
    pub nodes: u64,
}

/// A move with its player's evaluation and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The score from the player's point of view.
    pub score: Option<Score>,
    /// The depth that was searched.
    pub depth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// The time it took.
    pub elapsed: Duration,
    /// The time left on the clock after the move.
    pub clock: Option<Duration>,
}

impl Record {
    /// The total time of both players.
    #[must_use]
    pub fn thinking(&self) -> Duration {
        self.moves.iter().map(|played| played.elapsed).sum()
    }

    /// What one side spent on its moves.
    #[must_use]
    pub fn spent(&self, color: Color) -> Spent {
        let first = self.opening.history().position().side_to_move();
        let skipped = usize::from(color != first);
        let moves: Vec<&PlayedMove> = self.moves.iter().skip(skipped).step_by(2).collect();
        let depths = moves.iter().filter_map(|played| played.depth);
        let depths: Mean = depths.map(f64::from).collect();
        Spent {
            moves: moves.len(),
            seconds: moves
                .iter()
                .map(|played| played.elapsed.as_secs_f64())
                .sum(),
            depth: depths.value(),
            nodes: moves.iter().filter_map(|played| played.nodes).sum(),
        }
    }

    /// A checksum of the start position and all moves.
    #[must_use]
    pub fn checksum(&self) -> String {
        let played = self.moves.iter().map(|played| played.mv);
        let moves = self.opening.moves().iter().copied().chain(played);
        checksum_of(self.opening.start(), moves)
    }

    /// The game as PGN, with evaluations and nodes in comments, and the reason it ended.
    ///
    /// Times are written only for a game with limits of time, which are given then: without them the same game is the same
    /// text, whatever the machine.
    #[must_use]
    pub fn to_pgn(&self, names: ByColor<&str>, round: &str, time: Option<&TimeControl>) -> PgnGame {
        let mut game = PgnGame::from_position(self.opening.start().clone());
        let clock = time.and_then(|time| time.clock);
        let clock = clock.map(|Clock { time, increment }| {
            format!("{}+{}", time.as_secs_f64(), increment.as_secs_f64())
        });
        let plies = (self.opening.moves().len() + self.moves.len()).to_string();
        let today = date::today();
        let tags = [
            ("Event", Some("plywood-lab match")),
            ("Date", Some(today.as_str())),
            ("Round", Some(round)),
            ("White", Some(names.white)),
            ("Black", Some(names.black)),
            ("TimeControl", clock.as_deref()),
            ("Termination", Some(self.end.termination())),
            ("PlyCount", Some(plies.as_str())),
        ];
        for (name, value) in tags {
            let set = value.map(|value| game.set_tag(name, value));
            debug_assert!(!matches!(set, Some(Err(_))), "every name is a good one");
        }
        game.set_result(self.end.result());
        self.write_moves(&mut game, time);
        game
    }

    fn write_moves(&self, game: &mut PgnGame, time: Option<&TimeControl>) {
        let opening = self
            .opening
            .moves()
            .iter()
            .map(|mv| (*mv, Comment::default()));
        let mut to_move = self.opening.history().position().side_to_move();
        let played = self.moves.iter().map(|played| {
            let mover = to_move;
            to_move = !to_move;
            (played.mv, played.comment(mover, time))
        });
        let mut node = game.root_mut();
        for (mv, comment) in opening.chain(played) {
            let Ok(mut next) = node.play(mv) else {
                debug_assert!(false, "a record holds legal moves only");
                return;
            };
            next.add_comment(comment);
            node = next;
        }
        node.add_comment(Comment::new(&self.end.to_string()));
    }
}

/// A checksum of a start position and moves.
pub(crate) fn checksum_of(start: &Position, moves: impl Iterator<Item = Move>) -> String {
    let start = Checksum::new().with(start.to_string().as_bytes());
    let add = |sum: Checksum, mv: Move| sum.with(mv.to_string().as_bytes());
    moves.fold(start, add).text()
}

impl PlayedMove {
    fn comment(&self, mover: Color, time: Option<&TimeControl>) -> Comment {
        let score = self
            .score
            .map(|score| if mover == Color::White { score } else { -score });
        let evaluation = score.map(|score| Evaluation {
            score: PgnScore::from_parts(score.mate_in(), score.as_centipawns()),
            depth: self.depth,
        });
        let clock = self.clock.map(|left| Annotation::Clock(in_millis(left)));
        let notes = [
            evaluation.map(Annotation::Evaluation),
            clock,
            time.map(|_| Annotation::Elapsed(in_millis(self.elapsed))),
        ];
        let nodes = self.nodes.map(|nodes| format!("[%nodes {nodes}]"));
        let text = Comment::new(&nodes.unwrap_or_default());
        notes.into_iter().flatten().fold(text, Comment::with)
    }
}

/// Rounds to milliseconds.
fn in_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
