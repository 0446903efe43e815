//! The `info` lines that a program writes while it searches.

use crate::players::program::refusal::is_refusal;
use plywood_arena::{LineFault, WrongLines, fault_of};
use plywood_core::{Move, Position};
use plywood_notation::uci;
use plywood_notation::uci_protocol::{Info, InfoBound, InfoScore};
use plywood_search::{Fault, Iteration, Limits, Report, Score, StopReason};
use std::time::Instant;

/// The contents of the `info` lines about the best line. Bounds are skipped, since they are not scores.
#[derive(Debug)]
pub(super) struct Thoughts<'a> {
    position: &'a Position,
    report: Report<Move>,
    wrong_lines: WrongLines,
    /// The first sentence about an error. Stockfish reports a missing network when it is to move, and exits.
    error: Option<String>,
    limits: Limits,
    /// `true` if the program was sent `stop`, so that only its move is awaited.
    is_stopped: bool,
    started: Instant,
}

/// Programs count nodes in chunks, so a few more than the limit are no fault.
const PORTION: u64 = 100_000;

impl<'a> Thoughts<'a> {
    /// Makes the thoughts on a position within these limits.
    pub(super) fn within(position: &'a Position, limits: Limits) -> Self {
        Self {
            position,
            report: Report::new(StopReason::Depth),
            wrong_lines: WrongLines::default(),
            error: None,
            limits,
            is_stopped: false,
            started: Instant::now(),
        }
    }

    /// Returns the way it exceeds its limits, if it does by far.
    pub(super) fn excess(&self) -> Option<String> {
        let (depth, nodes) = (self.limits.max_depth(), self.limits.max_nodes());
        let searched = self.report.stats.nodes;
        let too_deep = depth.filter(|most| self.report.depth > *most);
        let too_many = nodes.filter(|most| searched / 2 > most.saturating_add(PORTION));
        let depth = too_deep.map(|depth| format!("depth={depth}"));
        let limit = depth.or(too_many.map(|nodes| format!("nodes={nodes}")))?;
        Some(format!(
            "ignores the limit {limit} and has to be stopped; it searches more than the match allows"
        ))
    }

    /// Returns `true` if these thoughts are the first to exceed the limits: the program will not stop by itself.
    pub(super) fn must_stop(&mut self) -> bool {
        let must_stop = !self.is_stopped && self.excess().is_some();
        self.is_stopped |= must_stop;
        must_stop
    }

    /// Records that the program was sent `stop`.
    pub(super) const fn stopped(&mut self) {
        self.is_stopped = true;
    }

    /// Reads the words after `info`. A line with a mistake is skipped.
    pub(super) fn hear(&mut self, words: &str) {
        let Ok(info) = words.parse::<Info>() else {
            return;
        };
        if let Some(nodes) = info.nodes {
            self.report.stats.nodes = nodes;
        }
        if let (None, Some(text)) = (&self.error, info.text.as_deref()) {
            self.error = is_refusal(text).then(|| text.to_owned());
        }
        let line = self.check_line(words, &info);
        let is_best_line = info.rank.is_none_or(|rank| rank == 1);
        let score = info.score.filter(|_| info.bound == InfoBound::Exact);
        let Some(score) = score.filter(|_| is_best_line).map(score_of) else {
            return;
        };
        let depth = info.depth.unwrap_or(0);
        (self.report.score, self.report.depth) = (Some(score), depth);
        self.report.line = line.into_iter().collect();
        if let Some(mut found) = Iteration::new(depth, score, self.report.line.clone()) {
            found.elapsed = self.started.elapsed();
            // A program may report a depth many times; the last one counts.
            let is_same = |last: &mut Iteration<Move>| last.depth == depth;
            let _ = self.report.iterations.pop_if(is_same);
            self.report.iterations.push(found);
        }
    }

    /// Reads the line up to its first illegal move, and records its mistakes. A bound that is a mate needs no line.
    fn check_line(&mut self, words: &str, info: &Info) -> Vec<Move> {
        let (mut moves, mut at) = (Vec::new(), self.position.clone());
        for word in info.line.split_whitespace() {
            let Ok(mv) = uci::parse(&at, word) else {
                self.wrong_lines.add(LineFault::IllegalMove, words);
                return moves;
            };
            at = at.play_unchecked(mv);
            moves.push(mv);
        }
        let score = info.score.filter(|_| info.bound == InfoBound::Exact);
        if let Some(fault) = fault_of(self.position, score.map(score_of), &moves) {
            self.wrong_lines.add(fault, words);
        }
        moves
    }

    /// Returns the wrong lines.
    pub(super) const fn wrong_lines(&self) -> &WrongLines {
        &self.wrong_lines
    }

    /// Adds the sentence about an error to the fault of a program that exited after it.
    pub(super) fn explained(&self, fault: Fault) -> Fault {
        match (fault, &self.error) {
            (Fault::Crash(how), Some(error)) => Fault::Crash(format!("{how}; it wrote {error:?}")),
            (fault, _) => fault,
        }
    }

    /// Makes the report, with the move that the program finally chose.
    pub(super) fn about(self, mv: Move) -> Report<Move> {
        let mut report = self.report;
        report.best_move = Some(mv);
        if report.line.first() != Some(&mv) {
            report.line = std::iter::once(mv).collect();
        }
        report.elapsed = self.started.elapsed();
        report
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

    fn heard(lines: &[&str]) -> Report<Move> {
        let mut thoughts = Thoughts::within(&Position::START, Limits::default());
        for line in lines {
            thoughts.hear(line);
        }
        thoughts.report
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
        let report = heard(&lines);
        let found = (report.score, report.depth, report.stats.nodes);
        assert_eq!(found, (Some(Score::centipawns(31)), 5, 1_300));
    }

    #[test]
    fn the_report_has_the_line_of_the_move_played() {
        let line = |lines: &[&str], played: &str| {
            let mut thoughts = Thoughts::within(&Position::START, Limits::default());
            for line in lines {
                thoughts.hear(line);
            }
            let mv = uci::parse(&Position::START, played).unwrap();
            let line = thoughts.about(mv).line;
            line.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let lines = [
            "depth 2 score cp 9 pv d2d4 d7d5",
            "depth 3 score cp 9 lowerbound pv e2e4",
        ];
        assert_eq!(line(&lines, "d2d4"), ["d2d4", "d7d5"]);
        assert_eq!(
            line(&lines, "e2e4"),
            ["e2e4"],
            "another line doesn't begin with it"
        );
        assert_eq!(line(&[], "e2e4"), ["e2e4"]);
    }

    #[test]
    fn the_last_line_of_each_depth_is_an_iteration() {
        let report = heard(&[
            "depth 1 score cp 3 pv e2e4",
            "depth 2 score cp 9 pv d2d4 d7d5",
            "depth 2 score cp 5 pv c2c4",
            "depth 3 score cp 1 upperbound pv c2c4",
        ]);
        let moves = report.iterations.iter();
        let moves: Vec<String> = moves.map(|found| found.best_move.to_string()).collect();
        assert_eq!(moves, ["e2e4", "c2c4"]);
    }

    #[test]
    fn every_line_is_legal_and_a_mate_has_a_line_that_mates() {
        let position = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1".parse().unwrap();
        let warned = |line: &str| {
            let mut thoughts = Thoughts::within(&position, Limits::default());
            thoughts.hear(line);
            let faults = thoughts.wrong_lines().iter().map(|(fault, _)| fault);
            faults.collect::<Vec<LineFault>>()
        };
        for (line, faults) in [
            ("depth 1 score cp 3 pv f6f7", &[][..]),
            ("depth 1 score mate 1 pv g6g7", &[]),
            ("depth 1 score mate 2 lowerbound pv f6f7", &[]),
            ("depth 1 score cp 3", &[]),
            (
                "depth 1 multipv 2 score cp 3 pv f6f7 h8g8",
                &[LineFault::IllegalMove],
            ),
            (
                "depth 1 score cp 3 upperbound pv x",
                &[LineFault::IllegalMove],
            ),
            ("depth 1 score mate 1 pv f6f7", &[LineFault::NoMate]),
            ("depth 1 score mate 2 pv g6g7", &[LineFault::NoMate]),
            ("depth 1 score mate 1", &[LineFault::NoMate]),
        ] {
            assert_eq!(warned(line), faults, "{line}");
        }
    }

    #[test]
    fn mates_are_parsed_and_nonsense_is_ignored() {
        let score = |line| heard(&[line]).score;
        assert_eq!(score("score mate 3 depth 9"), Some(Score::won_in(5)));
        assert_eq!(score("score mate -2"), Some(Score::lost_in(4)));
        assert_eq!(score("score mate 0"), Some(Score::lost_in(0)));
        let least = Some(Score::lost_in(u32::MAX));
        assert_eq!(score("score mate -2147483648"), least);
        let nonsense = heard(&["score", "score cp", "depth -1 score wdl 5", "é"]);
        assert_eq!(nonsense, Report::new(StopReason::Depth));
    }
}
