//! Connect four, searched by plywood and by the crate `minimax` (MIT) over the same rules and evaluator.

use std::marker::PhantomData;

use minimax::{Evaluation, IterativeOptions, IterativeSearch, Negamax, Strategy as _, Winner};
use plywood_search::games::{Column, ConnectFour};
use plywood_search::{
    AlphaBeta, Ending, Game, IterativeDeepening, Keyed, Killers, Limits, PrincipalVariationSearch,
    Score, Strategy, Transpositions,
};

use super::rates;
use crate::contest::Contest;
use crate::crates::Plywood;
use crate::options::Options;
use crate::rules::Rules as _;
use crate::table::Table;

const MINIMAX: &str = "minimax";

/// Games by the columns played, none of them decided within the depths searched here.
const GAMES: [&str; 4] = ["", "d", "dcdc", "dcddcc"];

/// The size of both tables; either has entries of sixteen bytes.
const MEGABYTES: usize = 1;

/// The result of a search: the move, and the score of the root.
type Answer = (Option<Column>, i32);

/// Searches a position to a depth.
type Search = fn(&ConnectFour, u8) -> Answer;

/// Alpha-beta to a fixed depth, bare and with killer moves, and deepening with a table, on each position.
pub fn contests(options: &Options) -> Vec<Contest> {
    let (fixed, deepening) = if options.quick { (5, 7) } else { (9, 13) };
    let searches: [(&str, u8, Search, Search); 3] = [
        ("alpha-beta", fixed, bare, negamax),
        ("alpha-beta, killers", fixed, with_killers, negamax),
        ("deepening", deepening, deepening_with_table, iterative),
    ];
    let on_each = |(what, depth, ours, theirs)| {
        GAMES.map(|game| contest(&format!("{what} d{depth}"), (game, depth), ours, theirs))
    };
    searches.into_iter().flat_map(on_each).collect()
}

/// Searches a second.
pub fn table(contests: &[Contest]) -> Table {
    let note =
        "The same rules, evaluator and size of table; minimax begins with a random root move.";
    let title = "connect four, searches to a depth a second";
    rates(title, contests, &[MINIMAX, Plywood::NAME], 1e9).note(note)
}

fn bare(board: &ConnectFour, depth: u8) -> Answer {
    answer(&mut AlphaBeta::new(ConnectFour::estimate), board, depth)
}

fn with_killers(board: &ConnectFour, depth: u8) -> Answer {
    let mut search = AlphaBeta::new(ConnectFour::estimate).ordering(Killers::new());
    answer(&mut search, board, depth)
}

fn negamax(board: &ConnectFour, depth: u8) -> Answer {
    let mut search = Negamax::new(Estimate, depth);
    (search.choose_move(board), search.root_value().into())
}

/// From two plies before the horizon on, a node costs less than a table lookup.
fn deepening_with_table(board: &ConnectFour, depth: u8) -> Answer {
    let inner = PrincipalVariationSearch::new(ConnectFour::estimate)
        .table(Transpositions::exact(MEGABYTES).min_depth(2));
    answer(&mut IterativeDeepening::new(inner), board, depth)
}

fn iterative(board: &ConnectFour, depth: u8) -> Answer {
    let options = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20);
    let mut search = IterativeSearch::new(Estimate, options);
    search.set_max_depth(depth);
    (search.choose_move(board), search.root_value().into())
}

/// Enters both once it is proven that they agree: on the score, and that either move achieves it.
fn contest(what: &str, (game, depth): (&str, u8), ours: Search, theirs: Search) -> Contest {
    let board: ConnectFour = game.parse().expect("the game can be played");
    let name = if game.is_empty() { "start" } else { game };
    let mut contest = Contest::new(format!("{what}, {name}")).expecting(1);
    let truth = ours(&board, depth).1;
    for (name, search) in [(MINIMAX, theirs), (Plywood::NAME, ours)] {
        let (mv, score) = search(&board, depth);
        let mv = mv.expect("the game is not over");
        let reply = with_killers(&board.after(mv), depth - 1).1;
        let place = (name, &contest.name, mv);
        assert_eq!((score, -reply), (truth, truth), "{place:?}");
        let work = move || u64::from(search(&board, depth).1 == truth);
        contest.enter(name, Box::new(work));
    }
    contest
}

fn answer(strategy: &mut impl Strategy<ConnectFour>, board: &ConnectFour, depth: u8) -> Answer {
    let report = strategy.search(board, &Limits::depth(depth.into()));
    let score = report.score.and_then(Score::as_centipawns);
    (report.best_move, score.expect("the game is not decided"))
}

/// A game of plywood's as a game of `minimax`.
pub struct Rules<G = ConnectFour>(PhantomData<G>);

impl<G: Keyed> minimax::Game for Rules<G> {
    type S = G;
    type M = G::Move;

    #[inline]
    fn generate_moves(board: &G, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            moves.extend_from_slice(&board.legal_moves());
        }
        winner
    }

    #[inline]
    fn apply(board: &mut G, mv: G::Move) -> Option<G> {
        Some(board.after(mv))
    }

    #[inline]
    fn get_winner(board: &G) -> Option<Winner> {
        board.ending_at_leaf().map(|ending| match ending {
            Ending::Lost => Winner::PlayerJustMoved,
            Ending::Won => Winner::PlayerToMove,
            _ => Winner::Draw,
        })
    }

    #[inline]
    fn zobrist_hash(board: &G) -> u64 {
        board.key()
    }
}

/// plywood's estimate as an evaluator of `minimax`.
#[derive(Clone, Copy)]
struct Estimate;

impl minimax::Evaluator for Estimate {
    type G = Rules;

    #[inline]
    fn evaluate(&self, board: &ConnectFour) -> Evaluation {
        board.estimate().packed()
    }
}
