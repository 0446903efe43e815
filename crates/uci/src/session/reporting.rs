//! [`InfoWriter`]: the `info` lines of a search.

use crate::engine_options::EngineOptions;
use crate::probed_tables::ProbedTables;
use crate::searcher::Searcher;
use crate::session::lines::Output;
use plywood_analysis::win_draw_loss;
use plywood_core::{Move, Position};
use plywood_notation::uci::{self, CastlingForm};
use plywood_notation::uci_protocol::{Info, InfoBound, InfoScore};
use plywood_search::{
    Bound, Event, Iteration, Line, News, Observer, Progress, Report, Score, Stats, StopHandle,
    Table,
};
use plywood_tables::Syzygy;
use std::sync::Arc;
use std::time::Duration;

/// The time from which on lines and bounds of an unfinished iteration are shown: in quick ones they would only flicker.
const FIRST_PROGRESS: Duration = Duration::from_secs(1);
/// The time from which on the current move is shown.
const FIRST_CURRENT_MOVE: Duration = Duration::from_secs(3);

/// Writes the results of a search so far, and stops it at the mate that it should find.
pub(super) struct InfoWriter {
    output: Output,
    position: Position,
    castling: CastlingForm,
    shows_wdl: bool,
    shows_rank: bool,
    mate: Option<u32>,
    table: Option<Arc<Table>>,
    /// The endgame tables, with the number of their answers before the search.
    endgames: Option<(Arc<ProbedTables<Syzygy>>, u64)>,
    stop: StopHandle,
    /// The nodes of all complete iterations.
    complete: u64,
    /// The last exact result, unless something else was written after it.
    last: Option<(Option<Move>, Option<Score>, u32)>,
}

/// A line of a search.
struct Found<'a> {
    rank: usize,
    score: Option<Score>,
    bound: Bound,
    line: &'a [Move],
}

impl InfoWriter {
    /// Makes the writer for a search of this position that begins now.
    pub(super) fn new(
        output: Output,
        options: &EngineOptions,
        searcher: &Searcher,
        position: &Position,
        stop: &StopHandle,
    ) -> Self {
        let endgames = searcher.endgame_tables();
        Self {
            output,
            position: position.clone(),
            castling: options.castling_form(),
            shows_wdl: options.show_wdl,
            shows_rank: options.lines > 1,
            mate: None,
            table: searcher.table(),
            endgames: endgames.map(|tables| (Arc::clone(&tables), tables.hits())),
            stop: stop.clone(),
            complete: 0,
            last: None,
        }
    }

    /// Ends the search at a mate in this many moves.
    pub(super) fn until_mate(self, mate: Option<u32>) -> Self {
        Self { mate, ..self }
    }

    /// Writes the result, unless the last iteration already has it.
    pub(super) fn result(&mut self, report: &Report<Move>) {
        if self.last == Some((report.best_move, report.score, report.depth)) {
            return;
        }
        let Stats {
            nodes, deepest_ply, ..
        } = report.stats;
        let counts = self.counts(report.depth, deepest_ply, nodes, report.elapsed);
        self.write_lines(&counts, report.lines());
    }

    /// Writes the best line, then the others.
    fn write_lines<'l>(
        &self,
        counts: &Info,
        lines: impl Iterator<Item = (Option<Score>, &'l Line<Move>)>,
    ) {
        for (rank, (score, line)) in (1..).zip(lines) {
            let found = Found {
                rank,
                score,
                bound: Bound::Exact,
                line,
            };
            self.write(counts, &found);
        }
    }

    fn write(&self, counts: &Info, found: &Found<'_>) {
        let rank = u32::try_from(found.rank).unwrap_or(u32::MAX);
        let line = legal_start(&self.position, found.line);
        let moves = line.iter().map(|&mv| uci::write(mv, self.castling));
        self.output.line(Info {
            rank: self.shows_rank.then_some(rank),
            score: found.score.map(shown),
            bound: match found.bound {
                Bound::Exact => InfoBound::Exact,
                Bound::AtLeast => InfoBound::Lower,
                Bound::AtMost => InfoBound::Upper,
            },
            win_draw_loss: found
                .score
                .filter(|_| self.shows_wdl)
                .map(|score| win_draw_loss(score, &self.position)),
            line: moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "),
            ..counts.clone()
        });
    }

    /// Returns a line with only counts.
    fn counts(&self, depth: u32, deepest_ply: u32, nodes: u64, time: Duration) -> Info {
        let per_second = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
        let hits = |(tables, before): &(Arc<ProbedTables<_>>, u64)| tables.hits() - before;
        Info {
            depth: Some(depth),
            selective_depth: Some(deepest_ply),
            nodes: Some(nodes),
            // The rate of a search of less than a millisecond is not a measurement.
            nodes_per_second: u64::try_from(per_second)
                .ok()
                .filter(|_| time.as_millis() > 0),
            table_fullness: self.table.as_ref().map(|table| table.permille_used()),
            endgame_table_hits: self.endgames.as_ref().map(hits),
            time: Some(time),
            ..Info::default()
        }
    }
}

impl Observer<Move> for InfoWriter {
    fn observe(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            Event::Iteration(iteration) => self.iteration(iteration),
            _ => {}
        }
    }
}

impl InfoWriter {
    fn progress(&mut self, progress: &Progress<Move>) {
        let Progress { depth, elapsed, .. } = *progress;
        let counts = self.counts(depth, progress.deepest_ply, progress.nodes, elapsed);
        match &progress.news {
            News::Found {
                rank,
                score,
                bound,
                line,
            } if elapsed >= FIRST_PROGRESS => {
                let found = Found {
                    rank: *rank,
                    score: Some(*score),
                    bound: *bound,
                    line,
                };
                self.write(&counts, &found);
                self.last = None;
            }
            News::Searching { mv, number } if elapsed >= FIRST_CURRENT_MOVE => {
                let mv = uci::write(*mv, self.castling);
                self.output.line(format_args!(
                    "info depth {depth} currmove {mv} currmovenumber {number}"
                ));
            }
            News::Counted => self.output.line(counts),
            _ => {}
        }
    }

    fn iteration(&mut self, iteration: &Iteration<Move>) {
        let Iteration {
            depth,
            best_move,
            score,
            ..
        } = *iteration;
        self.complete += iteration.nodes;
        let (deepest_ply, time) = (iteration.deepest_ply, iteration.elapsed);
        let counts = self.counts(depth, deepest_ply, self.complete, time);
        let lines = iteration.lines().map(|(score, line)| (Some(score), line));
        self.write_lines(&counts, lines);
        self.last = Some((Some(best_move), Some(score), depth));
        let moves = score.mate_in().filter(|&moves| moves > 0);
        if let (Some(found), Some(wanted)) = (moves, self.mate)
            && found.unsigned_abs() <= wanted
        {
            self.stop.stop();
        }
    }
}

/// Returns the moves of a line up to the first illegal one: a strategy may be the user's own.
pub(super) fn legal_start<'a>(position: &Position, line: &'a [Move]) -> &'a [Move] {
    let mut position = position.clone();
    let illegal = line.iter().position(|&mv| match position.play(mv) {
        Ok(next) => {
            position = next;
            false
        }
        Err(_) => true,
    });
    &line[..illegal.unwrap_or(line.len())]
}

/// Returns the score in the protocol's form.
fn shown(score: Score) -> InfoScore {
    match (score.mate_in(), score.as_centipawns()) {
        (Some(moves), _) => InfoScore::Mate(moves),
        (None, centipawns) => InfoScore::Centipawns(centipawns.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::sync::mpsc::sync_channel;

    /// Returns the text for this news, after this many seconds.
    fn written(news: News<Move>, seconds: u64) -> String {
        let options = EngineOptions::default();
        let (mut reader, pipe) = std::io::pipe().unwrap();
        let output = Output::new(pipe, sync_channel(1).0);
        let searcher = Searcher::new(&options).unwrap();
        let stop = StopHandle::new();
        let mut writer = InfoWriter::new(output, &options, &searcher, &Position::START, &stop);
        let mut progress = Progress::new(9, news);
        (progress.deepest_ply, progress.nodes) = (14, 5_000_000);
        progress.elapsed = Duration::from_secs(seconds);
        writer.progress(&progress);
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn bounds_and_counts_are_shown_while_an_iteration_runs() {
        let mv = uci::parse(&Position::START, "e2e4").unwrap();
        let found = |bound| News::Found {
            rank: 1,
            score: Score::centipawns(31),
            bound,
            line: [mv].into_iter().collect(),
        };
        let counts = "nodes 5000000 nps 2500000 hashfull 0 time 2000";
        for (bound, word) in [
            (Bound::Exact, ""),
            (Bound::AtLeast, " lowerbound"),
            (Bound::AtMost, " upperbound"),
        ] {
            assert_eq!(
                written(found(bound), 0),
                "",
                "quick iterations are complete soon"
            );
            let line = format!("info depth 9 seldepth 14 score cp 31{word} {counts} pv e2e4\n");
            assert_eq!(written(found(bound), 2), line);
        }
        let line = format!("info depth 9 seldepth 14 {counts}\n");
        assert_eq!(written(News::Counted, 2), line);
    }

    #[test]
    fn the_move_that_is_searched_is_shown_after_three_seconds() {
        let searching = || News::Searching {
            mv: uci::parse(&Position::START, "g1f3").unwrap(),
            number: 7,
        };
        assert_eq!(written(searching(), 2), "");
        let line = "info depth 9 currmove g1f3 currmovenumber 7\n";
        assert_eq!(written(searching(), 3), line);
    }
}
