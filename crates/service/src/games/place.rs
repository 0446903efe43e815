//! [`Place`]: a position together with the game that led to it, read from a request.

use crate::games::chess;
use crate::games::data::{
    GameTree, GridData, MoveData, OutcomeData, PlayedData, PositionData, TriedMove, cell_name,
    changes, rows,
};
use crate::games::explained::{EvaluatedData, ScoreData, TermData};
use crate::problem::Problem;
use plywood_analysis::ExplainedTerm;
use plywood_catalog::{
    AnyEvaluator, Catalog, Clicks, EvaluatorSpec, Grid, Playable, Played, SpecError,
};
use plywood_eval::{Evaluator, Score, Session, Side};
use plywood_tables::Tables;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most moves of a request. The longest possible game of chess has about twice as many.
pub(crate) const MOST_MOVES: usize = 4_096;
/// The most bytes of all positions of a request's game, assuming each is as long as the first: every position is written, and may be read
/// again. The longest game of chess has half as many.
const MOST_WRITTEN: usize = 1 << 20;
/// A null move, in a game with variations.
const NULL_MOVE: &str = "--";
/// The number of columns for which there are letters.
const MOST_COLUMNS: usize = 52;

/// A position in the form of a request: the start of the game, and the moves since then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceText<'a> {
    pub(crate) position: Option<&'a str>,
    pub(crate) moves: &'a [String],
    /// `true` if the side to move then passes, so that a search finds its opponent's threats.
    pub(crate) passes: bool,
}

/// A game with the resources for answering requests about it.
pub(crate) struct Rules<G: Playable> {
    pub(crate) catalog: Catalog<G>,
    /// Endgame tables, if the server has any and the game is chess.
    pub(crate) tables: Option<Arc<dyn Tables>>,
}

/// Refuses an evaluator with weights from a file, `NAME@FILE`: requests must not read files of the server.
pub(crate) fn refuse_file(field: &str, evaluator: &EvaluatorSpec) -> Result<(), Problem> {
    if evaluator.file.is_some() {
        let text = evaluator.to_string();
        let detail = format!("{text:?}: a server does not read weights files");
        return Err(Problem::value(field, detail).hint("choose an evaluator by its name"));
    }
    Ok(())
}

/// Returns the score of an evaluator, with its terms if it has any.
pub(crate) fn evaluated<G: Playable>(
    place: &Place<G>,
    name: &str,
) -> Result<EvaluatedData, Problem> {
    let evaluator = place.rules.evaluator("evaluators", name)?;
    let (catalog, position) = (&place.rules.catalog, place.position());
    let pieces = chess::pieces(&evaluator, position);
    // In chess the terms add up to the score at the end of a game, too.
    let ending = position.ending_at_leaf().filter(|_| pieces.is_none());
    let score = match ending {
        Some(ending) => ending.score(0),
        None => evaluator.evaluate_in(position, &mut Session::default()),
    };
    let score = place.for_first(score);
    let terms = ExplainedTerm::of(catalog, name, position, score).into_iter();
    let term = |ExplainedTerm { name, white, black }| TermData { name, white, black };
    Ok(EvaluatedData {
        evaluator: name.to_owned(),
        score: ScoreData::new(score),
        score_text: G::score_text(score),
        terms: terms.map(term).collect(),
        pieces: pieces.unwrap_or_default(),
        has_portrait: evaluator.portrait().is_some(),
    })
}

impl<G: Playable> Rules<G> {
    /// Returns the evaluator named in a field of a request.
    pub(crate) fn evaluator(&self, field: &str, name: &str) -> Result<AnyEvaluator<G>, Problem> {
        let wrong = |error: SpecError| Problem::of_parts(field, error.parts());
        let spec: EvaluatorSpec = name.parse().map_err(wrong)?;
        refuse_file(field, &spec)?;
        self.catalog.evaluator_of(&spec).map_err(wrong)
    }

    /// Returns the moves of a line in the API's notation, and in standard notation.
    pub(crate) fn line(&self, root: &G, line: &[G::Move]) -> (Vec<String>, Vec<String>) {
        let mut position = root.clone();
        let write = |mv: &G::Move| {
            let written = position.move_name(*mv);
            position = position.after(*mv);
            (self.catalog.move_text(*mv), written)
        };
        line.iter().map(write).unzip()
    }

    /// Returns the text of the first position.
    pub(crate) fn start_text(&self) -> String {
        text_of(self.catalog.start(), "", String::new)
    }

    fn hint(&self) -> String {
        let start = self.catalog.start();
        let mut example = self.start_text();
        if example.is_empty()
            && let Some(mv) = start.legal_moves().first()
        {
            example = text_of(&start.after(*mv), "", || self.catalog.move_text(*mv));
        }
        format!("send a position in the format of the game, such as {example}")
    }

    /// Returns a legal move.
    pub(crate) fn move_data(&self, before: &G, mv: G::Move) -> MoveData {
        let (grid, after) = (grid(before), grid(&before.after(mv)));
        let grids = grid.as_ref().zip(after.as_ref());
        let changes = grids.and_then(|(grid, after)| changes(grid, after));
        let clicks = before.clicks(mv).zip(grid);
        let clicks_in_pairs = clicks
            .as_ref()
            .is_some_and(|(clicks, _)| clicks.are_pairs());
        let clicks = clicks.map(|(clicks, grid)| named(&clicks, &grid));
        let text = self.catalog.move_text(mv);
        let is_changed =
            |cell: &&String| changes.as_ref().is_some_and(|all| all.contains_key(*cell));
        let last = clicks.iter().flatten().last();
        let to = last.and_then(|step| step.iter().find(is_changed).or(step.first()));
        let first = clicks.iter().flatten().next();
        let from = first.filter(|_| clicks.as_ref().is_some_and(|steps| steps.len() > 1));
        let data = MoveData {
            san: before.move_name(mv),
            from: from.and_then(|step| step.first()).cloned(),
            to: to.unwrap_or(&text).clone(),
            text,
            clicks,
            clicks_in_pairs,
            changes,
            weight: before.waits_for_chance().then(|| before.weight(mv)),
            ..MoveData::default()
        };
        chess::describe(before, mv, data)
    }
}

/// Reads a move; the error describes its mistake.
fn read_move<G: Playable>(position: &G, text: &str) -> Result<G::Move, String> {
    let ending = position.ending_at_leaf();
    // After a draw players may go on while there are moves.
    if ending.is_some_and(|ending| !ending.is_draw() || position.legal_moves().is_empty()) {
        return Err(format!(
            "{text:?} cannot be played, because the game is over"
        ));
    }
    position.read_move(text)
}

/// Returns a position as text that can be read again, if the game can write it: as it is printed, or as the moves that led to it.
fn text_of<G: Playable>(position: &G, start: &str, moves: impl FnOnce() -> String) -> String {
    let played = || {
        let text = format!("{start}{}", moves());
        let read = G::read(&text);
        read.is_ok_and(|read| read.key() == position.key())
            .then_some(text)
    };
    let text = position.text();
    text.or_else(played).unwrap_or_default()
}

/// Returns the board, unless its columns exceed the letters.
pub(crate) fn grid<G: Playable>(position: &G) -> Option<Grid> {
    let grid = position.grid();
    grid.filter(|grid| grid.columns() <= MOST_COLUMNS)
}

/// Returns the contents of each cell that is not empty.
pub(crate) fn cells<G: Playable>(position: &G) -> BTreeMap<String, String> {
    let grid = grid(position);
    grid.map(|grid| GridData::new(&grid).cells)
        .unwrap_or_default()
}

fn named(clicks: &Clicks, grid: &Grid) -> Vec<Vec<String>> {
    let step =
        |cells: &Vec<(usize, usize)>| cells.iter().map(|cell| cell_name(grid, *cell)).collect();
    clicks.steps().iter().map(step).collect()
}

/// A position and the game that led to it.
pub(crate) struct Place<G: Playable> {
    pub(crate) rules: Arc<Rules<G>>,
    pub(crate) played: Played<G>,
    start: String,
}

impl<G: Playable> Place<G> {
    /// Reads a position and plays the moves.
    pub(crate) fn read(rules: &Arc<Rules<G>>, text: PlaceText<'_>) -> Result<Self, Problem> {
        let given = text.position.filter(|position| *position != "startpos");
        let start = given.map_or_else(
            || Ok(rules.catalog.start().clone()),
            |position| G::read(position),
        );
        let start = start.map_err(|error| Problem::value("position", error).hint(rules.hint()))?;
        let mut place = Self {
            rules: Arc::clone(rules),
            played: Played::new(start),
            start: given.map_or_else(|| rules.start_text(), str::to_owned),
        };
        place.refuse_long("moves", text.moves.len())?;
        for (number, mv) in (1..).zip(text.moves) {
            place.play(mv).map_err(|reason| {
                Problem::value("moves", format!("move {number}: {reason}")).hint(
                    "send the moves in the order they were played, written as the API writes them",
                )
            })?;
        }
        if text.passes {
            let passed = place
                .position()
                .after_pass()
                .ok_or_else(|| Problem::value("threat", "the side to move cannot pass here"))?;
            place.played = Played::new(passed);
        }
        Ok(place)
    }

    /// Refuses a field with more moves than can be answered in time.
    fn refuse_long(&self, field: &str, moves: usize) -> Result<(), Problem> {
        let most = MOST_MOVES.min(MOST_WRITTEN / self.start.len().max(1));
        if moves > most {
            let detail = format!("the game has {moves} moves");
            let hint = format!("from this position send at most {most} moves, or a later position");
            return Err(Problem::value(field, detail).hint(hint));
        }
        Ok(())
    }

    /// Plays a move; the error describes its mistake.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = read_move(self.position(), text)?;
        self.played.play(mv);
        Ok(())
    }

    /// Plays moves with their variations.
    pub(crate) fn tree_of(&self, moves: &[TriedMove]) -> Result<GameTree, Problem> {
        self.refuse_long("nodes", moves.len())?;
        let mut positions: Vec<G> = Vec::with_capacity(moves.len());
        let mut nodes: Vec<PlayedData> = Vec::with_capacity(moves.len());
        for (number, TriedMove { parent, mv }) in moves.iter().enumerate() {
            let wrong = |reason: String| Problem::value(&format!("nodes[{number}]"), reason);
            let before = match *parent {
                None => self.position(),
                Some(parent) => positions
                    .get(parent)
                    .ok_or_else(|| wrong(format!("it comes before its parent {parent}")))?,
            };
            if mv == NULL_MOVE
                && let Some(after) = before.after_pass()
            {
                nodes.push(PlayedData {
                    mv: MoveData::null(NULL_MOVE),
                    position: text_of(&after, "", String::new),
                    check: after.check(),
                });
                positions.push(after);
                continue;
            }
            let mv = read_move(before, mv).map_err(wrong)?;
            let after = before.after(mv);
            let line = || {
                let up = std::iter::successors(*parent, |at| moves[*at].parent);
                let mut line: Vec<&str> = up.map(|at| nodes[at].mv.text.as_str()).collect();
                line.reverse();
                line.concat() + &self.rules.catalog.move_text(mv)
            };
            nodes.push(self.played_data(before, mv, &after, line));
            positions.push(after);
        }
        let start = self.data();
        Ok(GameTree { start, nodes })
    }

    /// Returns the position after the last move.
    pub(crate) fn position(&self) -> &G {
        self.played.position()
    }

    /// Returns the player to move.
    pub(crate) fn side(&self) -> Side {
        let plies = self.played.plies();
        self.position().side_to_move(plies)
    }

    pub(crate) fn side_to_move(&self) -> &'static str {
        G::PLAYERS[self.side() as usize]
    }

    /// Converts a score for the side to move to the point of view of the player who moves first in the game.
    pub(crate) fn for_first(&self, score: Score) -> Score {
        match self.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }

    pub(crate) fn text(&self) -> String {
        let (moves, _) = self.rules.line(
            self.played.start(),
            &self.played.moves().collect::<Vec<_>>(),
        );
        text_of(self.position(), &self.start, || moves.concat())
    }

    /// Returns the result of the game, if it is over.
    pub(crate) fn outcome(&self) -> Option<OutcomeData> {
        let over = G::over(&self.played, self.rules.catalog.repeats())?;
        let winner = over.winner.map(|winner| G::PLAYERS[winner as usize]);
        Some(OutcomeData::new(winner, over.reason))
    }

    /// Returns the position with its legal moves and the game that led to it.
    pub(crate) fn data(&self) -> PositionData {
        let Rules { catalog, tables } = &*self.rules;
        let position = self.position();
        let table = tables
            .as_deref()
            .map_or(Ok(None), |tables| chess::table(tables, catalog, position));
        let grid = grid(position);
        let data = grid.as_ref().map(GridData::new);
        let outcome = self.outcome().map(|outcome| OutcomeData {
            line: data
                .iter()
                .flat_map(|grid| grid.highlighted.clone())
                .collect(),
            ..outcome
        });
        let legal = |mv: &G::Move| self.rules.move_data(position, *mv);
        let history = self.history();
        PositionData {
            game: catalog.name().to_owned(),
            position: history
                .last()
                .map_or_else(|| self.text(), |last| last.position.clone()),
            board: grid.as_ref().map(rows).unwrap_or_default(),
            text: grid.is_none().then(|| {
                let shown = position.shown();
                Some(shown)
                    .filter(|shown| !shown.is_empty())
                    .unwrap_or_else(|| position.to_string())
            }),
            grid: data,
            start_cells: cells(self.played.start()),
            side_to_move: self.side_to_move(),
            check: position.check(),
            moves: if outcome.is_some() {
                Vec::new()
            } else {
                position.legal_moves().iter().map(legal).collect()
            },
            outcome,
            claim: G::claim(&self.played).and_then(|claim| claim.reason),
            unread_table: table.as_ref().err().cloned(),
            table: table.ok().flatten(),
            history,
        }
    }

    /// Returns a move that was played; `moves` are the moves up to it, in case they are needed to write the position.
    fn played_data(
        &self,
        before: &G,
        mv: G::Move,
        after: &G,
        moves: impl FnOnce() -> String,
    ) -> PlayedData {
        PlayedData {
            mv: self.rules.move_data(before, mv),
            position: text_of(after, &self.start, moves),
            check: after.check(),
        }
    }

    fn history(&self) -> Vec<PlayedData> {
        let mut moves = String::new();
        let played = |((before, mv), after): ((&G, G::Move), &G)| {
            moves += &self.rules.catalog.move_text(mv);
            self.played_data(before, mv, after, || moves.clone())
        };
        let before = self.played.positions().zip(self.played.moves());
        before
            .zip(self.played.positions().skip(1))
            .map(played)
            .collect()
    }
}
