//! Connect four, searched by plywood and by the crate `minimax` (MIT) over the same rules and evaluator.

use minimax::{Evaluation, IterativeOptions, IterativeSearch, Negamax, Strategy as _, Winner};
use plywood_search::games::{Column, ConnectFour};
use plywood_search::{
    AlphaBeta, Ending, Game, IterativeDeepening, Keyed, Killers, Limits, PrincipalVariation, Score,
    Strategy, Transpositions,
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

/// What a search came to: the move, and the score of the root.
type Answer = (Option<Column>, i32);

/// Alpha-beta to a fixed depth, and deepening with a table, on each position.
pub fn contests(options: &Options) -> Vec<Contest> {
    let (fixed, deepening) = if options.quick { (5, 7) } else { (9, 13) };
    let fixed = GAMES.map(|game| fixed_depth(game, fixed));
    let deepening = GAMES.map(|game| deepening_with_table(game, deepening));
    fixed.into_iter().chain(deepening).collect()
}

/// Searches a second.
pub fn table(contests: &[Contest]) -> Table {
    Table {
        name: "search-connect-four",
        title: "connect four, searches to a depth a second".to_owned(),
        notes: vec![
            "The same rules, evaluator and size of table; minimax begins with a random root move."
                .to_owned(),
        ],
        ..rates(contests, &[MINIMAX, Plywood::NAME], 1e9)
    }
}

fn fixed_depth(game: &str, depth: u8) -> Contest {
    let ours = move |board: &ConnectFour| {
        let mut search = AlphaBeta::new(ConnectFour::estimate);
        answer(&mut search, board, depth)
    };
    let theirs = move |board: &ConnectFour| {
        let mut search = Negamax::new(Estimate, depth);
        (search.choose_move(board), search.root_value().into())
    };
    contest("alpha-beta", (game, depth), ours, theirs)
}

fn deepening_with_table(game: &str, depth: u8) -> Contest {
    let ours = move |board: &ConnectFour| {
        let inner = PrincipalVariation::new(ConnectFour::estimate)
            .ordering(Killers::new())
            .table(Transpositions::exact(MEGABYTES));
        answer(&mut IterativeDeepening::new(inner), board, depth)
    };
    let theirs = move |board: &ConnectFour| {
        let options = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20);
        let mut search = IterativeSearch::new(Estimate, options);
        search.set_max_depth(depth);
        (search.choose_move(board), search.root_value().into())
    };
    contest("deepening", (game, depth), ours, theirs)
}

/// Enters both once it is proven that they agree: on the score, and that either move is worth it.
fn contest(
    what: &str,
    (game, depth): (&str, u8),
    ours: impl Fn(&ConnectFour) -> Answer + 'static,
    theirs: impl Fn(&ConnectFour) -> Answer + 'static,
) -> Contest {
    let board: ConnectFour = game.parse().expect("the game can be played");
    let name = if game.is_empty() { "start" } else { game };
    let mut contest = Contest::new(format!("{what} d{depth}, {name}")).expecting(1);
    let truth = ours(&board).1;
    for (mv, score) in [ours(&board), theirs(&board)] {
        let mv = mv.expect("the game is not over");
        let mut child = AlphaBeta::new(ConnectFour::estimate).ordering(Killers::new());
        let reply = answer(&mut child, &board.after(mv), depth - 1).1;
        assert_eq!((score, -reply), (truth, truth), "{mv} in {}", contest.name);
    }
    for (name, search) in [
        (
            MINIMAX,
            Box::new(theirs) as Box<dyn Fn(&ConnectFour) -> Answer>,
        ),
        (Plywood::NAME, Box::new(ours)),
    ] {
        let work = move || u64::from(search(&board).1 == truth);
        contest.enter(name, Box::new(work));
    }
    contest
}

fn answer(strategy: &mut impl Strategy<ConnectFour>, board: &ConnectFour, depth: u8) -> Answer {
    let report = strategy.search(board, &Limits::depth(depth.into()));
    let score = report.score.and_then(Score::as_centipawns);
    (report.best_move, score.expect("the game is not decided"))
}

/// plywood's connect four, as `minimax` wants a game.
struct Rules;

impl minimax::Game for Rules {
    type S = ConnectFour;
    type M = Column;

    #[inline]
    fn generate_moves(board: &ConnectFour, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            moves.extend(board.legal_moves());
        }
        winner
    }

    #[inline]
    fn apply(board: &mut ConnectFour, column: Column) -> Option<ConnectFour> {
        Some(board.after(column))
    }

    #[inline]
    fn get_winner(board: &ConnectFour) -> Option<Winner> {
        board.ending_at_leaf().map(|ending| match ending {
            Ending::Lost => Winner::PlayerJustMoved,
            Ending::Won => Winner::PlayerToMove,
            Ending::Drawn | Ending::Repeated | Ending::Scored(_) => Winner::Draw,
        })
    }

    #[inline]
    fn zobrist_hash(board: &ConnectFour) -> u64 {
        board.key()
    }
}

/// plywood's estimate, as `minimax` wants an evaluator.
#[derive(Clone, Copy)]
struct Estimate;

impl minimax::Evaluator for Estimate {
    type G = Rules;

    #[inline]
    fn evaluate(&self, board: &ConnectFour) -> Evaluation {
        board.estimate().packed()
    }
}
