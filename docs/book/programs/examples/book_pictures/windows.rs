//! The windows of searches from the root, pass by pass.

use plywood::document::plot::Picture;
use plywood::search::{Aspiration, Event, Observer, Window};
use plywood::{AlphaBeta, Captures, Classical, IterativeDeepening, Limits, Material, Move, MtdF};
use plywood::{Position, Score, Strategy, Transpositions};

use crate::canvas::{At, Canvas, TOP, number};

/// A position of the four knights, in which the score goes up and down.
const POSITION: &str = "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";

/// One search from the root.
struct Pass {
    depth: u32,
    window: Window,
    score: Score,
}

/// Keeps the windows and the scores of the root.
#[derive(Default)]
struct Root {
    path: Vec<(u32, Window)>,
    passes: Vec<Pass>,
}

impl Observer<Move> for Root {
    fn observe(&mut self, event: Event<'_, Move>) {
        match event {
            Event::Enter { depth, window, .. } => self.path.push((depth, window)),
            Event::Leave(score) => {
                let left = self.path.pop();
                if let (Some((depth, window)), true) = (left, self.path.is_empty()) {
                    self.passes.push(Pass {
                        depth,
                        window,
                        score,
                    });
                }
            }
            Event::Abandon => {
                self.path.pop();
            }
            _ => {}
        }
    }
}

fn passes(search: &mut dyn Strategy<Position>, depth: u32) -> Vec<Pass> {
    let position: Position = POSITION.parse().expect("the position is legal");
    let mut root = Root::default();
    search.search_observed(&position, &Limits::depth(depth), &mut root);
    root.passes
}

/// The centipawns of a score; those of infinity are far away.
fn value(score: Score) -> f64 {
    f64::from(
        score
            .as_centipawns()
            .unwrap_or(100_000 * if score < Score::DRAW { -1 } else { 1 }),
    )
}

const LEFT: f64 = 150.0;
const WIDE: f64 = 420.0;
const STEP: f64 = 30.0;

/// The place of centipawns on a line between these two.
fn place((low, high): (f64, f64), centipawns: f64) -> f64 {
    LEFT + WIDE * (centipawns.clamp(low, high) - low) / (high - low)
}

/// A line of values below the rows, marked at whole pawns or at parts of one.
fn axis(canvas: &mut Canvas, range: (f64, f64), step: i32, bottom: f64) {
    canvas.line("base", At(LEFT, bottom), At(LEFT + WIDE, bottom));
    let mut mark = step * (-2_000 / step);
    while mark < 2_000 {
        let centipawns = f64::from(mark);
        if (range.0..=range.1).contains(&centipawns) {
            let x = place(range, centipawns);
            canvas.line("grid", At(x, TOP - 8.0), At(x, bottom));
            canvas.middle(At(x, bottom + 16.0), "tick", Score::centipawns(mark));
        }
        mark += step;
    }
}

/// Aspiration windows: each depth begins with a narrow window around the last value. Where the value jumps, they fail.
pub(crate) fn aspiration() -> Picture {
    let blind = AlphaBeta::new(Classical::default()).ordering(Captures);
    let seeing = blind.clone().quiescence();
    let blind = blind.table(Transpositions::exact(16));
    let seeing = seeing.table(Transpositions::exact(16));
    let groups = [
        (
            "without quiescence",
            passes(&mut IterativeDeepening::new(Aspiration::new(blind)), 5),
        ),
        (
            "with quiescence",
            passes(&mut IterativeDeepening::new(Aspiration::new(seeing)), 5),
        ),
    ];
    let scores = groups.iter().flat_map(|(_, passes)| passes);
    let range = around(scores.map(|pass| value(pass.score)));
    let rows: usize = groups.iter().map(|(_, passes)| passes.len() + 1).sum();
    let bottom = TOP + STEP * number(rows);
    let mut canvas = Canvas::default();
    axis(&mut canvas, range, 50, bottom);
    let mut y = TOP + STEP / 2.0;
    for (name, passes) in &groups {
        canvas.text(At(0.0, y + 4.0), "note", name);
        y += STEP;
        for (row, pass) in passes.iter().enumerate() {
            let is_again = row > 0 && passes[row - 1].depth == pass.depth;
            let again = if is_again { ", again" } else { "" };
            canvas.text(At(0.0, y + 4.0), "", format!("depth {}{again}", pass.depth));
            result(&mut canvas, range, pass, y);
            y += STEP;
        }
    }
    let note = "Each row is a search from the root: its window, and its result. What fails is searched again.";
    let size = (LEFT + WIDE + 120.0, bottom + 30.0);
    canvas.picture(size, "Aspiration windows", note)
}

/// The window of a pass as a band, its result as a dot, and whether it is the value.
fn result(canvas: &mut Canvas, range: (f64, f64), pass: &Pass, y: f64) {
    let [alpha, beta] = [pass.window.alpha(), pass.window.beta()].map(value);
    let (from, to) = (place(range, alpha), place(range, beta));
    canvas.band("hue-0", At(from, y - 9.0), (to - from, 18.0));
    let (hue, words) = match value(pass.score) {
        score if score <= alpha => ("hue-6", "fails low"),
        score if score >= beta => ("hue-6", "fails high"),
        _ => ("hue-2", "inside: the value"),
    };
    canvas.dot(hue, At(place(range, value(pass.score)), y), 5.0);
    canvas.text(At(LEFT + WIDE + 12.0, y + 4.0), "note", words);
}

/// MTD(f): each null window moves one of the two bounds of the value.
pub(crate) fn mtd_f() -> Picture {
    let search = AlphaBeta::new(Material::default())
        .ordering(Captures)
        .table(Transpositions::exact(16));
    let passes = passes(&mut MtdF::new(search), 5);
    let range = around(passes.iter().map(|pass| value(pass.score)));
    let mut canvas = Canvas::default();
    let bottom = TOP + STEP * number(passes.len());
    axis(&mut canvas, range, 50, bottom);
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (row, pass) in passes.iter().enumerate() {
        let y = TOP + STEP * (number(row) + 0.5);
        let (from, to) = (place(range, low), place(range, high));
        canvas.band("hue-0", At(from, y - 9.0), (to - from, 18.0));
        let asked = place(range, value(pass.window.beta()));
        canvas.thick_line("hue-1", 2.0, At(asked, y - 12.0), At(asked, y + 12.0));
        let is_reached = pass.score >= pass.window.beta();
        let words = if is_reached {
            "yes, at least"
        } else {
            "no, at most"
        };
        let question = format!("at least {}?", pass.window.beta());
        canvas.text(At(0.0, y + 4.0), "", question);
        let answer = format!("{words} {}", pass.score);
        canvas.text(At(LEFT + WIDE + 12.0, y + 4.0), "note", answer);
        canvas.dot("hue-2", At(place(range, value(pass.score)), y), 5.0);
        if is_reached {
            low = low.max(value(pass.score));
        } else {
            high = high.min(value(pass.score));
        }
    }
    let note = "Blue is what the value may still be; the line is the question, the dot the answer.";
    let size = (LEFT + WIDE + 150.0, bottom + 30.0);
    canvas.picture(size, "The passes of MTD(f)", note)
}

/// A range of centipawns around these, with some room.
fn around(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    (low - 60.0, high + 60.0)
}
