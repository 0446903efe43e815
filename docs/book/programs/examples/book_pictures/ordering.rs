//! The moves that cut off: captures, killers, moves with a history, or none of these.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use plywood::Stats;
use plywood::document::plot::{Picture, Row, RowPlot, Unit};
use plywood::search::{MoveOrdering, MovePriority};
use plywood::{AlphaBeta, Captures, Classical, Killers, Limits, Move, Position, QuietHistory};

use crate::canvas::{At, Canvas, TOP, number};

/// A middlegame of the Italian game, with few captures.
const POSITION: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
const DEPTH: u32 = 5;

type Parts = (Option<Captures>, Option<Killers>, Option<QuietHistory>);

/// The causes of a search's cut-offs.
#[derive(Default, Clone)]
struct Cuts {
    captures: u64,
    /// Quiet moves: killers, moves with a history, and others.
    by_kind: [u64; 3],
    /// Each quiet move.
    quiet: HashMap<Move, u64>,
}

/// An ordering that counts which of its parts knew the move that cut off.
struct Counting {
    parts: Parts,
    cuts: Arc<Mutex<Cuts>>,
}

impl MoveOrdering<Position> for Counting {
    fn rank(&self, position: &Position, mv: Move, ply: u32) -> MovePriority {
        self.parts.rank(position, mv, ply)
    }

    fn cut(&mut self, position: &Position, mv: Move, depth: u32, ply: u32) {
        let mut cuts = self.cuts.lock().unwrap_or_else(PoisonError::into_inner);
        if position.is_capture(mv) {
            cuts.captures += 1;
        } else {
            let (_, killers, history) = &self.parts;
            let ranks = [
                killers.rank(position, mv, ply),
                history.rank(position, mv, ply),
            ];
            let known = ranks.iter().position(|rank| *rank != MovePriority::UNKNOWN);
            cuts.by_kind[known.unwrap_or(2)] += 1;
            *cuts.quiet.entry(mv).or_default() += 1;
        }
        drop(cuts);
        self.parts.cut(position, mv, depth, ply);
    }

    fn begin(&mut self) {
        MoveOrdering::<Position>::begin(&mut self.parts);
    }
}

fn search(parts: Parts) -> (Cuts, Stats) {
    let position: Position = POSITION.parse().expect("the position is legal");
    let cuts = Arc::new(Mutex::new(Cuts::default()));
    let counting = Counting {
        parts,
        cuts: Arc::clone(&cuts),
    };
    let mut search = AlphaBeta::new(Classical::default()).ordering(counting);
    let stats = search.search(&position, &Limits::depth(DEPTH)).stats;
    let cuts = cuts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (cuts, stats)
}

/// The sources of cut-offs, with more and more ordering, and the quiet moves that cause most of them.
pub(crate) fn killers() -> Picture {
    let killers = || Some(Killers::new());
    let rows: [(&str, Parts); 4] = [
        ("as generated", (None, None, None)),
        ("captures first", (Some(Captures), None, None)),
        ("and killers", (Some(Captures), killers(), None)),
        (
            "and history",
            (Some(Captures), killers(), Some(QuietHistory::new())),
        ),
    ];
    let searched = rows.map(|(name, parts)| (name, search(parts)));
    let mut canvas = Canvas::default();
    let mut at = At(0.0, TOP);
    let hues = ["hue-1", "hue-2", "hue-7"];
    let kinds = ["a killer", "by its history", "found by trying"];
    for (hue, kind) in hues.into_iter().zip(kinds) {
        at = canvas.legend(at, hue, kind);
    }
    let (left, wide, high) = (110.0, 430.0, 20.0);
    let most = searched.iter().map(|(_, (cuts, _))| quiet(cuts)).max();
    let scale = wide / number(most.unwrap_or(1));
    for (row, (name, (cuts, stats))) in searched.iter().enumerate() {
        let y = TOP + 24.0 + 54.0 * number(row);
        canvas.end(At(left - 10.0, y + 15.0), "", name);
        let mut x = left;
        for (count, hue) in cuts.by_kind.iter().zip(hues) {
            let width = number(*count) * scale;
            canvas.bar(hue, At(x, y), (width, high));
            x += width;
        }
        let first = 100.0 * stats.first_move_share().unwrap_or(0.0);
        let words = format!(
            "{} quiet, {} captures; {first:.0} % were the first move; {} nodes",
            quiet(cuts),
            cuts.captures,
            stats.nodes
        );
        canvas.text(At(left, y + high + 15.0), "note", words);
    }
    let height = TOP + 24.0 + 54.0 * number(searched.len());
    let kinds = canvas.picture(
        (left + wide, height),
        "Quiet moves that cut off",
        "A search of five plies; each row adds an idea.",
    );
    let [.., (_, (cuts, _))] = &searched;
    Picture::beside("Where quiet cut-offs come from", &[kinds, busiest(cuts)])
}

/// The quiet moves that caused most cut-offs.
fn busiest(cuts: &Cuts) -> Picture {
    let mut quiet: Vec<(String, u64)> = cuts
        .quiet
        .iter()
        .map(|(mv, count)| (mv.to_string(), *count))
        .collect();
    quiet.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let rows = quiet.iter().take(8);
    RowPlot::new("The busiest quiet moves", Unit::Count)
        .note("Their cut-offs, in the search with everything.")
        .rows(rows.map(|(name, count)| Row::bar(name, Some(number(*count)))))
        .picture()
}

fn quiet(cuts: &Cuts) -> u64 {
    cuts.by_kind.iter().sum()
}
