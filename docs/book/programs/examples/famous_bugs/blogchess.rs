//! The negamax of BlogChess, 2014: a mate has the same value at any distance.
//!
//! A mate in three is then as good as a mate in one. The search plays the first that it finds, and on the next move it finds
//! another one first. Also, the best value starts at that of being mated and is replaced only by a greater one, `>` where
//! `>=` was intended: a side that can't avoid mate finds no move.

use plywood::chess::{FenError, Move, Position};
use plywood::eval::evaluators;
use plywood::search::{Observer, SearchState, Stopped, Window};
use plywood::{Color, Evaluator, History, Limits, Negamax, Report, Score, Strategy};

use super::case::Case;

/// The value of a mate.
#[derive(Clone, Copy, PartialEq)]
enum Mate {
    /// As published: the same at any distance.
    SameAtAnyDistance,
    /// As intended: a nearer mate is worth more.
    NearestFirst,
}

/// When a move replaces the best move so far.
#[derive(Clone, Copy, PartialEq)]
enum Better {
    /// As published: `value > best`.
    Greater,
    /// As intended, at least for the first move: `value >= best`.
    OrFirst,
}

/// Negamax that leaves mate and stalemate to the evaluator.
struct BlogChess<E> {
    evaluator: E,
    mate: Mate,
    better: Better,
}

/// The value of being mated, and the start value of the best score.
const KING_LOST: Score = Score::lost_in(0);

impl<E: Evaluator<Position>> BlogChess<E> {
    fn negamax(
        &self,
        position: &Position,
        depth: u32,
        state: &mut SearchState<'_, Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, Window::OPEN)?;
        let moves = position.legal_moves();
        if depth == 0 || moves.is_empty() {
            let score = state.evaluate(&self.evaluator, position);
            return Ok(match self.mate {
                // The library counts mates from the root; undo it, so that all are worth the same.
                Mate::SameAtAnyDistance => score.relative_to_node(state.ply()),
                Mate::NearestFirst => score,
            });
        }
        let (mut best, mut has_move) = (KING_LOST, false);
        for &mv in &moves {
            state.down(mv);
            let score = -self.negamax(&position.play_unchecked(mv), depth - 1, state)?;
            state.up(score);
            if score > best || (self.better == Better::OrFirst && !has_move) {
                (best, has_move) = (score, true);
                state.improved(mv, score);
            }
        }
        Ok(best)
    }
}

impl<E: Evaluator<Position>> Strategy<Position> for BlogChess<E> {
    fn name(&self) -> String {
        "BlogChess's negamax".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let depth = limits.depth_to_search();
        let mut state = SearchState::new(limits, observer);
        let result = self.negamax(position, depth, &mut state);
        Report::of_search(&state, result, depth, None)
    }
}

/// The author did not publish the position; here a knight also forks king and queen.
const FORK: &str = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";
/// The queen has several mates in one.
const MATE_AT_ONCE: &str = "k7/5R2/8/2K3Q1/8/8/8/8 w - - 0 1";
/// The only legal move leads to mate.
const LOST: &str = "7k/R7/6K1/8/8/8/8/8 b - - 0 1";

/// A position on which the bugs do no harm, and one for each bug.
pub(crate) fn cases() -> Result<Vec<Case>, FenError> {
    Ok(vec![
        fork(&FORK.parse()?),
        mate(&MATE_AT_ONCE.parse()?),
        lost(&LOST.parse()?),
    ])
}

fn right() -> impl Strategy<Position> {
    Negamax::new(evaluators::blogchess())
}

fn published(mate: Mate, better: Better) -> impl Strategy<Position> {
    BlogChess {
        evaluator: evaluators::blogchess(),
        mate,
        better,
    }
}

fn fork(position: &Position) -> Case {
    let limits = Limits::depth(3);
    let published = published(Mate::SameAtAnyDistance, Better::Greater).search(position, &limits);
    let evaluated = format!("{} leaves evaluated", published.stats.evaluated);
    let title = "BlogChess, 2014, on a fork similar to its own: its bugs do no harm";
    Case::new(title, format!("{FORK}, depth 3"))
        .row("negamax", &right().search(position, &limits), "")
        .row("as published", &published, evaluated)
}

fn mate(position: &Position) -> Case {
    let title = "Mate without distance (BlogChess): it is winning, and never mates";
    let mut case = Case::new(title, format!("{MATE_AT_ONCE}, depth 3"));
    let searches: [(_, Box<dyn Strategy<Position>>); 3] = [
        ("negamax", Box::new(right())),
        (
            "as published",
            Box::new(published(Mate::SameAtAnyDistance, Better::Greater)),
        ),
        (
            "the nearest mate first",
            Box::new(published(Mate::NearestFirst, Better::Greater)),
        ),
    ];
    for (name, mut search) in searches {
        let report = search.search(position, &Limits::depth(3));
        case = case.row(name, &report, played_out(position, &mut *search));
    }
    case
}

/// How the game ends if the strategy plays White, and Black defends with a search of two plies.
fn played_out(position: &Position, white: &mut dyn Strategy<Position>) -> String {
    let mut game = History::new(position.clone());
    let mut black = right();
    loop {
        let moves = game.moves().len().div_ceil(2);
        match (game.outcome(), game.claim()) {
            (Some(outcome), _) => return format!("{outcome} in {moves}"),
            (None, Some(claim)) => return format!("after {moves} moves a draw: {claim}"),
            (None, None) => (),
        }
        let report = match game.position().side_to_move() {
            Color::White => white.search(game.position(), &Limits::depth(3)),
            Color::Black => black.search(game.position(), &Limits::depth(2)),
        };
        if report.best_move.is_none_or(|mv| game.play(mv).is_err()) {
            return "finds no move".to_owned();
        }
    }
}

fn lost(position: &Position) -> Case {
    let limits = Limits::depth(2);
    let search = |better| published(Mate::SameAtAnyDistance, better).search(position, &limits);
    let (published, mended) = (search(Better::Greater), search(Better::OrFirst));
    let title = "`>` where `>=` was intended (BlogChess): a side that will be mated finds no move";
    Case::new(title, format!("{LOST}, depth 2"))
        .row("negamax", &right().search(position, &limits), "")
        .row(
            "as published",
            &published,
            "no move is better than being mated",
        )
        .row(
            "any move is better than none",
            &mended,
            "a move, but still without distance",
        )
}
