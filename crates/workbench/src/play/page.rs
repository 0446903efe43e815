//! [`MatchPage`]: a match as an HTML page, with every game to click through.

use crate::play::entry::GameEntry;
use crate::play::summary::{MatchResults, MatchSettings, Summary};
use crate::show::document;
use plywood_arena::Spent;
use plywood_arena::numbers::real;
use plywood_core::diagram::Escaped;
use plywood_core::{Board, Color, Piece, Position, Square};
use plywood_notation::pgn::{Comment, PgnGame, PgnScore, Step};
use plywood_report::plot::{Curve, CurvePlot, CurvePoint, Row, RowPlot, Unit};
use plywood_report::{Document, counted};
use serde::Serialize;
use serde_json::json;

/// A match as an HTML page: Elo and the test over the games, the cross-table, time and depth, the endings, and the games.
///
/// Games are added one by one, in the order of their numbers.
#[derive(Debug)]
pub struct MatchPage {
    /// The number of games between points of a track.
    step: usize,
    elo: Vec<CurvePoint>,
    llr: Vec<(f64, f64)>,
    spent: Vec<Spent>,
    games: Vec<GameData>,
    /// Games other than chess, which can be read but not clicked through.
    texts: Vec<String>,
}

/// The most games on a page: more would make it slow, and the PGN has them all.
const MOST_GAMES: usize = 1_000;
/// The approximate number of points of a track.
const POINTS: usize = 150;

impl MatchPage {
    /// Makes the page of a match, before its games.
    #[must_use]
    pub fn new(results: &MatchResults) -> Self {
        let schedule = results.schedule();
        Self {
            step: (schedule.games() / POINTS).max(1),
            elo: Vec::new(),
            llr: Vec::new(),
            spent: results.spent(),
            games: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Adds a game that the results have just counted.
    pub fn add(&mut self, entry: &GameEntry, results: &MatchResults) {
        self.spent = results.spent();
        if self.games.len() + self.texts.len() < MOST_GAMES {
            match GameData::new(entry) {
                Some(game) => self.games.push(game),
                None => self.texts.push(as_text(entry)),
            }
        }
        if results.games().is_multiple_of(self.step) {
            self.track(results);
        }
    }

    /// Adds a point to each track of two players.
    fn track(&mut self, results: &MatchResults) {
        let Some((elo, llr)) = results.of_two() else {
            return;
        };
        let across = real(results.games() as u64);
        self.elo.push(CurvePoint {
            across,
            value: elo.value,
            interval: (elo.low, elo.high),
        });
        self.llr.extend(llr.map(|llr| (across, llr)));
    }

    /// Returns the page.
    #[must_use]
    pub fn page(&self, summary: &Summary) -> Document {
        let names: Vec<&str> = summary
            .players
            .iter()
            .map(|player| player.name.as_str())
            .collect();
        let lead = format!(
            "{} of {}; {}.",
            summary.games,
            counted(summary.scheduled, "game"),
            settings(summary)
        );
        let left_out = summary.games - self.games.len() - self.texts.len();
        let more = match left_out {
            0 => String::new(),
            _ => format!("<p class=\"soft\">{left_out} more games are in the PGN only.</p>"),
        };
        let page = document(&names.join(" – "))
            .lead(&lead)
            .style(include_str!("page/page.css"))
            .section(
                "Result",
                &format!(
                    "<div class=\"scroll\"><pre class=\"result\">{}</pre></div>",
                    Escaped(&summary.to_string())
                ),
            )
            .section(
                "How it came about",
                &format!("<div class=\"plots\">{}</div>", self.plots(summary)),
            );
        if self.games.is_empty() {
            return page.section("The games", &(self.texts.concat() + &more));
        }
        let board = Position::START.to_svg().size(440).id_prefix("game-");
        let viewer = include_str!("page/page.html").replace("BOARD", &board.to_string());
        page.section("The games", &(viewer + &more)).module(
            &json!(self.games),
            concat!(
                include_str!("../show/board.js"),
                include_str!("page/page.js")
            ),
        )
    }

    fn plots(&self, summary: &Summary) -> String {
        let mut plots = String::new();
        if !self.elo.is_empty() {
            let plot = CurvePlot::walk("Elo of the first player", "games", Unit::Difference);
            let plot = plot.note("with its 95 % interval").bound(0.0, "even");
            plots += &plot
                .curve(Curve::new("", self.elo.iter().copied()))
                .picture()
                .inline();
        }
        if let Some(test) = &summary.test {
            let [low, high] = test.bounds;
            let plot = CurvePlot::walk("Log-likelihood ratio", "games", Unit::Number);
            let plot = plot
                .note(&test.sprt.to_string())
                .bound(low, "H0")
                .bound(high, "H1");
            plots += &plot
                .curve(Curve::new("", self.llr.iter().copied()))
                .picture()
                .inline();
        }
        let each =
            |sum: f64, spent: &Spent| (spent.moves > 0).then(|| sum / real(spent.moves as u64));
        let time = |spent: &Spent| each(spent.seconds, spent);
        plots += &self.row_plot(summary, "Time for a move", Unit::Seconds, &time);
        plots += &self.row_plot(summary, "Depth", Unit::Number, &|spent| spent.depth);
        let nodes = |spent: &Spent| each(real(spent.nodes), spent).filter(|nodes| *nodes > 0.0);
        plots += &self.row_plot(summary, "Nodes for a move", Unit::Count, &nodes);
        let ends = summary.ends.iter();
        let ends = ends.map(|(end, count)| Row::bar(end.name(), Some(real(*count as u64))));
        let plot = RowPlot::new("How the games ended", Unit::Count).rows(ends);
        plots + &plot.picture().inline()
    }

    /// Returns a row for each player, the strongest first.
    fn row_plot(
        &self,
        summary: &Summary,
        title: &str,
        unit: Unit,
        of: &dyn Fn(&Spent) -> Option<f64>,
    ) -> String {
        let rows = summary.players.iter();
        let rows = rows.map(|player| Row::bar(&player.name, of(&self.spent[player.number])));
        let plot = RowPlot::new(title, unit).note("on average").rows(rows);
        plot.picture().inline()
    }
}

/// Returns a game that unfolds when its line is clicked.
fn as_text(entry: &GameEntry) -> String {
    format!(
        "<details><summary>Game {}: {}, {}</summary><pre>{}</pre></details>",
        entry.game + 1,
        entry.result(),
        Escaped(&entry.reason),
        Escaped(&entry.record)
    )
}

/// Returns the settings of the match in a line.
fn settings(summary: &Summary) -> String {
    let Ok(MatchSettings {
        game,
        rules,
        openings,
        seed,
        ..
    }) = summary.job.settings()
    else {
        return String::new();
    };
    let control = rules.time_control.to_string();
    let control = if control.is_empty() {
        control
    } else {
        format!("time control {control}, ")
    };
    format!("game {game}, {control}openings {openings}, seed {seed}")
}

/// A game that can be clicked through.
#[derive(Debug, Clone, Serialize)]
struct GameData {
    number: usize,
    white: String,
    black: String,
    result: &'static str,
    reason: String,
    /// The plies before the first move, if the game had begun at move 1 with White: 1 if Black moves first.
    plies_before: u32,
    /// The pieces at the start: a square and a letter each, as in `e1K`.
    start: String,
    plies: Vec<Ply>,
}

/// A move of a game.
#[derive(Debug, Clone, Serialize)]
struct Ply {
    san: String,
    /// The squares that change, each with its new piece or `.`, as in `e2. e4P`.
    changes: String,
    /// The evaluation as text.
    eval: Option<String>,
    /// The evaluation from White's point of view in pawns; mates are ten pawns.
    pawns: Option<f64>,
    depth: Option<u32>,
}

impl GameData {
    /// Returns the game of an entry, if it is one of chess.
    fn new(entry: &GameEntry) -> Option<Self> {
        let game: PgnGame = entry.record.parse().ok()?;
        let tag = |name| game.tags().get(name).unwrap_or("?").to_owned();
        Some(Self {
            number: entry.game,
            white: tag("White"),
            black: tag("Black"),
            result: entry.result(),
            reason: entry.reason.clone(),
            plies_before: plies_before(game.start()),
            start: changes(None, game.start().board()),
            plies: game.main_line_steps().map(|step| Ply::new(&step)).collect(),
        })
    }
}

fn plies_before(start: &Position) -> u32 {
    let moves = start.fullmove_number().saturating_sub(1);
    2 * moves + u32::from(start.side_to_move() == Color::Black)
}

impl Ply {
    fn new(step: &Step<'_>) -> Self {
        let comments = step.node.comments();
        let evaluation = comments.iter().find_map(Comment::evaluation);
        Self {
            san: step.san().to_string(),
            changes: changes(Some(step.before.board()), step.after.board()),
            eval: evaluation.map(|found| found.score.to_string()),
            pawns: evaluation.map(|found| pawns(found.score)),
            depth: evaluation.and_then(|found| found.depth),
        }
    }
}

const MOST_PAWNS: f64 = 10.0;

fn pawns(score: PgnScore) -> f64 {
    match score {
        PgnScore::Centipawns(centipawns) => {
            (f64::from(centipawns) / 100.0).clamp(-MOST_PAWNS, MOST_PAWNS)
        }
        PgnScore::Mate(moves) if moves > 0 => MOST_PAWNS,
        PgnScore::Mate(_) => -MOST_PAWNS,
    }
}

/// Returns the squares on which two boards differ, with their contents on the second.
fn changes(before: Option<&Board>, after: &Board) -> String {
    let piece = |board: &Board, square| board.piece_at(square);
    let differs = |square: &Square| match before {
        Some(before) => piece(before, *square) != piece(after, *square),
        None => piece(after, *square).is_some(),
    };
    let text = |square: Square| {
        let letter = piece(after, square).map_or('.', Piece::letter);
        format!("{square}{letter}")
    };
    let changed: Vec<String> = Square::ALL.into_iter().filter(differs).map(text).collect();
    changed.join(" ")
}
