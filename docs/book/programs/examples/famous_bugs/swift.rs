//! The search of the Swift post of 2024: alpha-beta in which Min never lowers beta.
//!
//! Beta keeps its start value, nothing is ever cut off, and the search is minimax with two more parameters. Its value is
//! right, so no test of values finds the bug; only the number of nodes shows it.

use plywood::chess::FenError;
use plywood::eval::evaluators;
use plywood::search::{Captures, MoveOrdering, Observer, SearchState, Stopped, Tactical, Window};
use plywood::{AlphaBeta, Evaluator, Limits, Minimax, Report, Score, Strategy};

use super::case::Case;

/// What Min does with a better move.
#[derive(Clone, Copy, PartialEq)]
enum Min {
    /// As published: it stores the move and does not change beta.
    ForgetsBeta,
    /// As in the pseudocode of the same post.
    LowersBeta,
}

/// Which moves are tried first.
#[derive(Clone, Copy, PartialEq)]
enum First {
    AsGenerated,
    Captures,
}

/// Max and Min in one function. The end of a game is left to the evaluator, even mate.
struct SwiftPost<E> {
    evaluator: E,
    min: Min,
    first: First,
}

#[derive(Clone, Copy, PartialEq)]
enum Player {
    Max,
    Min,
}

impl Player {
    /// Changes a score from Max's view to this player's view, or back.
    fn view(self, score: Score) -> Score {
        match self {
            Self::Max => score,
            Self::Min => -score,
        }
    }
}

/// The player to move, and the window from Max's view.
#[derive(Clone, Copy)]
struct Turn {
    player: Player,
    alpha: Score,
    beta: Score,
}

impl Turn {
    /// Min moves after the root, with an open window.
    const AFTER_ROOT: Self = Self {
        player: Player::Min,
        alpha: Score::LOWEST,
        beta: Score::HIGHEST,
    };

    const fn next(self) -> Self {
        let player = match self.player {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        };
        Self { player, ..self }
    }

    /// The window from the view of the side to move, for the observer.
    fn window(self) -> Window {
        let window = Window::new(self.alpha, self.beta).unwrap_or(Window::OPEN);
        match self.player {
            Player::Max => window,
            Player::Min => -window,
        }
    }
}

impl<E> SwiftPost<E> {
    fn moves<G: Tactical>(&self, position: &G, ply: u32) -> G::Moves {
        let mut moves = position.legal_moves();
        if self.first == First::Captures {
            Captures.sort(position, &mut moves, ply);
        }
        moves
    }

    /// The value from the view of Max, who moves at the root.
    fn value<G: Tactical>(
        &self,
        position: &G,
        depth: u32,
        mut turn: Turn,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        state.visit(depth, turn.window())?;
        let moves = self.moves(position, state.ply());
        if depth == 0 || position.ending(&moves).is_some() {
            // As published: a mate is worth the same however far away it is.
            let score = state.evaluate(&self.evaluator, position);
            return Ok(turn.player.view(score.relative_to_node(state.ply())));
        }
        let mut best = turn.player.view(Score::LOWEST);
        for (index, &mv) in moves.iter().enumerate() {
            state.down(mv);
            let value = self.value(&position.after(mv), depth - 1, turn.next(), state)?;
            state.up(turn.player.view(value));
            match (turn.player, self.min) {
                (Player::Max, _) => {
                    best = best.max(value);
                    turn.alpha = turn.alpha.max(value);
                }
                (Player::Min, Min::ForgetsBeta) => best = best.min(value),
                (Player::Min, Min::LowersBeta) => {
                    best = best.min(value);
                    turn.beta = turn.beta.min(value);
                }
            }
            if turn.beta <= turn.alpha {
                state.cutoff(index, moves.len());
                break;
            }
        }
        Ok(best)
    }
}

impl<G: Tactical, E: Evaluator<G>> Strategy<G> for SwiftPost<E> {
    fn name(&self) -> String {
        "the Swift post's alpha-beta".to_owned()
    }

    /// At the root every move is searched with an open window, and the first of the best moves is played.
    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let depth = limits.depth_to_search().max(1);
        let mut state = SearchState::new(limits, observer);
        let mut best = Score::LOWEST;
        let result = state.visit(depth, Window::OPEN).and_then(|()| {
            for &mv in self.moves(position, 0).iter() {
                state.down(mv);
                let value =
                    self.value(&position.after(mv), depth - 1, Turn::AFTER_ROOT, &mut state)?;
                state.up(value);
                if value > best {
                    best = value;
                    state.improved(mv, value);
                }
            }
            Ok(best)
        });
        Report::of_search(&state, result, depth, None)
    }
}

/// The position of the post.
const POST: &str = "8/5B2/k5p1/4rp2/8/8/PP6/1K3R2 w - - 0 1";

/// What the bug costs, and what move ordering would have gained in addition.
pub(crate) fn case() -> Result<Case, FenError> {
    let (position, limits) = (POST.parse()?, Limits::depth(5));
    let search = |min, first| {
        let evaluator = evaluators::swift();
        SwiftPost {
            evaluator,
            min,
            first,
        }
        .search(&position, &limits)
    };
    let minimax = Minimax::new(evaluators::swift()).search(&position, &limits);
    let published = search(Min::ForgetsBeta, First::AsGenerated);
    let lowered = search(Min::LowersBeta, First::AsGenerated);
    let ordered = search(Min::LowersBeta, First::Captures);
    let mut library = AlphaBeta::new(evaluators::swift()).ordering(Captures);
    let library = library.search(&position, &limits);
    let title =
        "Min never lowers beta (the Swift post, 2024): the right value, and nothing is cut off";
    let cuts = |report: &Report<_>| format!("{} cut-offs", report.stats.cutoffs);
    Ok(Case::new(title, format!("{POST}, depth 5"))
        .row("minimax", &minimax, "")
        .row("as published", &published, cuts(&published))
        .row("beta lowered", &lowered, cuts(&lowered))
        .row("and captures first", &ordered, cuts(&ordered))
        .row("the library's, captures first", &library, cuts(&library)))
}
