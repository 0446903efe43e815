//! [`InfoWriter`]: an `info` line for each iteration of a search.

use crate::engine_options::EngineOptions;
use crate::probed_tables::ProbedTables;
use crate::session::output::Output;
use crate::winning_chances::win_draw_loss;
use plywood_core::Move;
use plywood_notation::uci::{self, CastlingForm};
use plywood_notation::uci_protocol::{Info, InfoScore};
use plywood_search::{Iteration, Observer, Report, Score, StopHandle, Table};
use plywood_tables::Syzygy;
use std::sync::Arc;
use std::time::Duration;

/// Writes what a search has found so far, and stops it at the mate that it was sent to find.
pub(super) struct InfoWriter {
    output: Output,
    castling: CastlingForm,
    shows_wdl: bool,
    shows_rank: bool,
    mate: Option<u32>,
    table: Option<Arc<Table>>,
    /// The endgame tables, with the number of their answers before the search.
    endgames: Option<(Arc<ProbedTables<Syzygy>>, u64)>,
    stop: StopHandle,
    nodes: u64,
    last: Option<(Option<Move>, Option<Score>, u32)>,
}

/// How castling is written under these options.
pub(super) const fn castling_form(options: &EngineOptions) -> CastlingForm {
    if options.chess960 {
        CastlingForm::TakesRook
    } else {
        CastlingForm::Landing
    }
}

impl InfoWriter {
    pub(super) fn new(output: Output, options: &EngineOptions, stop: StopHandle) -> Self {
        Self {
            output,
            castling: castling_form(options),
            shows_wdl: options.show_wdl,
            shows_rank: options.lines > 1,
            mate: None,
            table: None,
            endgames: None,
            stop,
            nodes: 0,
            last: None,
        }
    }

    /// The same, but the search ends when it has found a mate in so many moves.
    pub(super) fn until_mate(self, mate: Option<u32>) -> Self {
        Self { mate, ..self }
    }

    /// The same, which also reports how full this table is.
    pub(super) fn with_table(self, table: Option<Arc<Table>>) -> Self {
        Self { table, ..self }
    }

    /// The same, which also reports how often these endgame tables answer from now on.
    pub(super) fn with_endgame_tables(self, tables: Option<Arc<ProbedTables<Syzygy>>>) -> Self {
        let with_count = |tables: Arc<ProbedTables<Syzygy>>| {
            let before = tables.hits();
            (tables, before)
        };
        Self {
            endgames: tables.map(with_count),
            ..self
        }
    }

    /// Writes the result, unless the last iteration has it already.
    pub(super) fn result(&mut self, report: &Report<Move>) {
        if self.last == Some((report.best_move, report.score, report.depth)) {
            return;
        }
        self.nodes = report.stats.explored;
        self.write(1, report.score, &report.line, Progress::of_report(report));
        for (index, other) in report.other_lines.iter().enumerate() {
            let progress = Progress::of_report(report);
            self.write(index + 2, Some(other.score), &other.line, progress);
        }
    }

    fn write(&self, rank: usize, score: Option<Score>, line: &[Move], progress: Progress) {
        let millis = progress.time.as_millis();
        let per_second = u128::from(self.nodes) * 1_000_000_000 / progress.time.as_nanos().max(1);
        let info = Info {
            depth: Some(progress.depth),
            selective_depth: Some(progress.deepest_ply),
            rank: self
                .shows_rank
                .then(|| u32::try_from(rank).unwrap_or(u32::MAX)),
            score: score.map(shown),
            win_draw_loss: score.filter(|_| self.shows_wdl).map(win_draw_loss),
            nodes: Some(self.nodes),
            // The rate of a search of less than a millisecond is no measurement.
            nodes_per_second: u64::try_from(per_second).ok().filter(|_| millis > 0),
            table_fullness: self.table.as_ref().map(|table| table.permille_used()),
            endgame_table_hits: self
                .endgames
                .as_ref()
                .map(|(tables, before)| tables.hits() - before),
            time: Some(progress.time),
            line: self.line(line),
            ..Info::default()
        };
        self.output.line(info);
    }

    fn line(&self, line: &[Move]) -> String {
        let moves = line.iter().map(|&mv| uci::write(mv, self.castling));
        moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// How far a search has come.
#[derive(Debug, Clone, Copy)]
struct Progress {
    depth: u32,
    deepest_ply: u32,
    time: Duration,
}

impl Progress {
    fn of_report(report: &Report<Move>) -> Self {
        Self {
            depth: report.depth,
            deepest_ply: report.stats.deepest_ply,
            time: report.elapsed,
        }
    }
}

impl Observer<Move> for InfoWriter {
    fn iteration(&mut self, iteration: &Iteration<Move>) {
        self.nodes += iteration.explored;
        let progress = Progress {
            depth: iteration.depth,
            deepest_ply: iteration.deepest_ply,
            time: iteration.elapsed,
        };
        self.write(1, Some(iteration.score), &iteration.line, progress);
        for (index, other) in iteration.other_lines.iter().enumerate() {
            self.write(index + 2, Some(other.score), &other.line, progress);
        }
        self.last = Some((
            Some(iteration.best_move),
            Some(iteration.score),
            iteration.depth,
        ));
        let moves = iteration.score.mate_in().filter(|&moves| moves > 0);
        if let (Some(found), Some(wanted)) = (moves, self.mate)
            && found.unsigned_abs() <= wanted
        {
            self.stop.stop();
        }
    }
}

/// The score as the protocol has it.
fn shown(score: Score) -> InfoScore {
    match (score.mate_in(), score.as_centipawns()) {
        (Some(moves), _) => InfoScore::Mate(moves),
        (None, centipawns) => InfoScore::Centipawns(centipawns.unwrap_or_default()),
    }
}
