//! The `info` lines that a program writes while it thinks.

use crate::players::move_limits::MoveLimits;
use crate::players::player::Choice;
use plywood_core::Move;
use plywood_notation::uci_protocol::{Info, InfoBound, InfoScore};
use plywood_search::Score;
use std::time::{Duration, Instant};

/// What the last `info` line said about the best line. Bounds are skipped, since they are not scores.
#[derive(Debug)]
pub(super) struct Thoughts {
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
    limits: MoveLimits,
    /// Whether the program was sent `stop`, so that only its move is waited for.
    is_stopped: bool,
    started: Instant,
    iterations: Vec<Iteration>,
}

/// The best line after an iteration.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Iteration {
    depth: Option<u32>,
    /// Its first move, as the program wrote it.
    pub(super) mv: String,
    pub(super) score: Score,
    pub(super) elapsed: Duration,
}

/// Programs count nodes in portions, so a few more than the limit are no fault.
const PORTION: u64 = 100_000;

impl Thoughts {
    /// Thoughts that should keep to these limits.
    pub(super) fn within(limits: MoveLimits) -> Self {
        Self {
            limits,
            score: None,
            depth: None,
            nodes: None,
            is_stopped: false,
            started: Instant::now(),
            iterations: Vec::new(),
        }
    }

    /// How it exceeds its limits, if it does by far.
    pub(super) fn excess(&self) -> Option<String> {
        let MoveLimits { depth, nodes, .. } = self.limits;
        let too_deep = depth.filter(|most| self.depth.is_some_and(|depth| depth > *most));
        let too_many = nodes.filter(|most| {
            self.nodes
                .is_some_and(|nodes| nodes / 2 > most.saturating_add(PORTION))
        });
        let depth = too_deep.map(|depth| format!("depth={depth}"));
        let limit = depth.or(too_many.map(|nodes| format!("nodes={nodes}")))?;
        Some(format!(
            "ignores the limit {limit} and has to be stopped; it searches more than the match allows"
        ))
    }

    /// Whether these thoughts are the first to exceed the limits: the program will not stop by itself.
    pub(super) fn must_stop(&mut self) -> bool {
        let must_stop = !self.is_stopped && self.excess().is_some();
        self.is_stopped |= must_stop;
        must_stop
    }

    /// Says that the program was sent `stop`.
    pub(super) const fn stopped(&mut self) {
        self.is_stopped = true;
    }

    /// Hears what follows `info`. A line with a mistake is skipped.
    pub(super) fn hear(&mut self, words: &str) {
        let Ok(info) = words.parse::<Info>() else {
            return;
        };
        self.nodes = info.nodes.or(self.nodes);
        let is_best_line = info.rank.is_none_or(|rank| rank == 1);
        let score = info.score.filter(|_| info.bound == InfoBound::Exact);
        let Some(score) = score.filter(|_| is_best_line).map(score_of) else {
            return;
        };
        (self.score, self.depth) = (Some(score), info.depth);
        if let Some(mv) = info.line.split(' ').next().filter(|mv| !mv.is_empty()) {
            // A program may report the same depth many times; the last time counts.
            let is_same = |last: &mut Iteration| last.depth == info.depth;
            let _ = self.iterations.pop_if(is_same);
            self.iterations.push(Iteration {
                depth: info.depth,
                mv: mv.to_owned(),
                score,
                elapsed: self.started.elapsed(),
            });
        }
    }

    /// The iterations that were heard of.
    pub(super) fn take_iterations(&mut self) -> Vec<Iteration> {
        std::mem::take(&mut self.iterations)
    }

    pub(super) const fn about(&self, mv: Move) -> Choice {
        Choice {
            mv,
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

fn score_of(score: InfoScore) -> Score {
    match score {
        InfoScore::Centipawns(centipawns) => Score::centipawns(centipawns),
        InfoScore::Mate(moves) if moves > 0 => {
            Score::won_in(moves.unsigned_abs().saturating_mul(2) - 1)
        }
        InfoScore::Mate(moves) => Score::lost_in(moves.unsigned_abs().saturating_mul(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> (Option<Score>, Option<u32>, Option<u64>) {
        let mut thoughts = Thoughts::within(MoveLimits::default());
        for line in lines {
            thoughts.hear(line);
        }
        (thoughts.score, thoughts.depth, thoughts.nodes)
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let lines = [
            "depth 5 seldepth 7 multipv 1 score cp 31 nodes 900 nps 1000 pv e2e4 e7e5",
            "depth 5 multipv 2 score cp -20 nodes 1000 pv d2d4",
            "depth 6 score cp 80 lowerbound nodes 1200 pv e2e4",
            "currmove d2d4 currmovenumber 2 nodes 1300",
            "string depth 99 score mate 1",
        ];
        assert_eq!(
            heard(&lines),
            (Some(Score::centipawns(31)), Some(5), Some(1_300))
        );
    }

    #[test]
    fn the_last_line_of_each_depth_is_an_iteration() {
        let mut thoughts = Thoughts::within(MoveLimits::default());
        for line in [
            "depth 1 score cp 3 pv e2e4",
            "depth 2 score cp 9 pv d2d4 d7d5",
            "depth 2 score cp 5 pv c2c4",
            "depth 3 score cp 1 upperbound pv c2c4",
        ] {
            thoughts.hear(line);
        }
        let iterations = thoughts.take_iterations();
        let moves: Vec<&str> = iterations.iter().map(|found| found.mv.as_str()).collect();
        assert_eq!(moves, ["e2e4", "c2c4"]);
    }

    #[test]
    fn mates_are_parsed_and_nonsense_is_ignored() {
        assert_eq!(heard(&["score mate 3 depth 9"]).0, Some(Score::won_in(5)));
        assert_eq!(heard(&["score mate -2"]).0, Some(Score::lost_in(4)));
        assert_eq!(heard(&["score mate 0"]).0, Some(Score::lost_in(0)));
        assert_eq!(
            heard(&["score", "score cp", "depth -1 score wdl 5", "é"]),
            (None, None, None)
        );
        assert_eq!(
            heard(&["score mate -2147483648"]).0,
            Some(Score::lost_in(u32::MAX))
        );
    }
}
