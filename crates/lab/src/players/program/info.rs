//! The `info` lines that a program writes while it thinks.

use crate::players::move_limits::MoveLimits;
use crate::players::player::Choice;
use plywood_core::Move;
use plywood_search::Score;

/// What the last `info` line said about the best line. Bounds are skipped, since they are not scores.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
    limits: MoveLimits,
    /// Whether the program was sent `stop`, so that only its move is waited for.
    is_stopped: bool,
}

/// Programs count nodes in portions, so a few more than the limit are no fault.
const PORTION: u64 = 100_000;

impl Thoughts {
    /// Thoughts that should keep to these limits.
    pub(super) fn within(limits: MoveLimits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// How it exceeds its limits, if it does by far.
    pub(super) fn excess(&self) -> Option<String> {
        let MoveLimits { depth, nodes, .. } = self.limits;
        let too_deep = depth.filter(|most| self.depth.is_some_and(|depth| depth > *most));
        let too_many =
            nodes.filter(|most| self.nodes.is_some_and(|nodes| nodes / 2 > *most + PORTION));
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

    /// Reads the words after `info` and skips unknown ones.
    pub(super) fn hear<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let mut said = Self::default();
        let (mut is_best_line, mut is_bound) = (true, false);
        while let Some(word) = words.next() {
            match word {
                "depth" => said.depth = number(words.next()),
                "nodes" => said.nodes = number(words.next()),
                "multipv" => {
                    is_best_line = number::<u32>(words.next()).is_none_or(|rank| rank == 1);
                }
                "score" => said.score = score(words.next(), words.next()),
                "lowerbound" | "upperbound" => is_bound = true,
                // The moves and words that follow could be mistaken for keywords.
                "pv" | "string" | "refutation" | "currline" => break,
                _ => {}
            }
        }
        if is_best_line && !is_bound && said.score.is_some() {
            self.score = said.score;
            self.depth = said.depth;
        }
        self.nodes = said.nodes.or(self.nodes);
    }

    pub(super) const fn about(self, mv: Move) -> Choice {
        Choice {
            mv,
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

fn score(unit: Option<&str>, value: Option<&str>) -> Option<Score> {
    let value: i32 = number(value)?;
    match unit? {
        "cp" => Some(Score::centipawns(value)),
        "mate" if value > 0 => Some(Score::won_in(value.unsigned_abs().saturating_mul(2) - 1)),
        "mate" => Some(Score::lost_in(value.unsigned_abs().saturating_mul(2))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> (Option<Score>, Option<u32>, Option<u64>) {
        let mut thoughts = Thoughts::default();
        for line in lines {
            thoughts.hear(line.split_whitespace());
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
    fn mates_are_parsed_and_nonsense_is_ignored() {
        assert_eq!(heard(&["score mate 3 depth 9"]).0, Some(Score::won_in(5)));
        assert_eq!(heard(&["score mate -2"]).0, Some(Score::lost_in(4)));
        assert_eq!(heard(&["score mate 0"]).0, Some(Score::lost_in(0)));
        assert_eq!(
            heard(&[
                "score cp 99999999999",
                "score",
                "score cp",
                "depth -1 score wdl 5",
                "é"
            ]),
            (None, None, None)
        );
        assert_eq!(
            heard(&["score mate -2147483648"]).0,
            Some(Score::lost_in(u32::MAX))
        );
    }
}
