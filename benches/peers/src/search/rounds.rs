//! Monte Carlo tree search of connect four by plywood and four other crates: UCT with √2, uniform games to the end, and plywood's rules for
//! all, so that searches are compared and not rules.

use std::f64::consts::SQRT_2;

use arboriter_mcts::{GameState, MCTS, MCTSConfig};
use mctrust::{Environment, RaveConfig, Reward, SearchConfig, TreePolicy, TreeSearch};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy as _};
use plywood_eval::Side;
use plywood_search::games::{Column, ConnectFour};
use plywood_search::{Ending, Game, Keyed, Limits, MonteCarlo, Score};
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, MCTSManager, SearchHandle};

use super::connect_four::Rules;
use super::rates;
use crate::contest::Contest;
use crate::crates::Plywood;
use crate::options::Options;
use crate::rules::Rules as _;
use crate::table::Table;

/// Plays this many rounds from a board, and returns the move.
type Search = fn(&ConnectFour, u32) -> Column;

const SEARCHES: [(&str, Search); 5] = [
    ("treant", treant),
    ("mctrust", mctrust),
    (WEAK, arboriter),
    ("minimax", minimax),
    (Plywood::NAME, plywood),
];

/// It misses that move.
const WEAK: &str = "arboriter-mcts";

/// A board on which one move decides, with that move.
const BOARDS: [(&str, char); 1] = [("ddca", 'e')];

/// The rounds of a search on each board; each crate finds the move.
pub fn contests(options: &Options) -> Vec<Contest> {
    let rounds: u32 = if options.quick { 3_000 } else { 100_000 };
    let on_each = |(text, best): (&str, char)| {
        let board: ConnectFour = text.parse().expect("the game can be played");
        let mut contest = Contest::new(format!("rounds, {text}")).expecting(rounds.into());
        for (name, search) in SEARCHES {
            let found = search(&board, rounds);
            assert!(
                found.to_string() == best.to_string() || name == WEAK,
                "{name}, {text}: {found}"
            );
            let work = move || {
                u64::from(board.legal_moves().contains(&search(&board, rounds))) * u64::from(rounds)
            };
            contest.enter(name, Box::new(work));
        }
        contest
    };
    BOARDS.into_iter().map(on_each).collect()
}

/// Rounds a second.
pub fn table(contests: &[Contest]) -> Table {
    let names = SEARCHES.map(|(name, _)| name);
    let note = "The same rules, UCT's constant and random games; treant and arboriter-mcts expand all children of a leaf at once.";
    rates(
        "connect four, rounds of UCT a second",
        contests,
        &names,
        1e9,
    )
    .note(note)
}

fn plywood(board: &ConnectFour, rounds: u32) -> Column {
    let report = MonteCarlo::new(|_: &ConnectFour| Score::DRAW)
        .search(board, &Limits::rounds(rounds.into()));
    report.best_move.expect("the game goes on")
}

fn minimax(board: &ConnectFour, rounds: u32) -> Column {
    let options = MCTSOptions::default().with_num_threads(1);
    let mut search = MonteCarloTreeSearch::<Rules>::new(options);
    search.set_max_rollouts(rounds);
    search.choose_move(board).expect("the game goes on")
}

/// A board for the other crates.
#[derive(Debug, Clone)]
struct Board(ConnectFour);

impl Board {
    fn side(&self) -> Side {
        if self.0.stones() % 2 == 0 {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Returns 1 if the side to move has won, -1 if it has lost, and 0 for a draw; `None` while the game goes on.
    fn result(&self) -> Option<i8> {
        self.0.ending_at_leaf().map(|ending| match ending {
            Ending::Won => 1,
            Ending::Lost => -1,
            _ => 0,
        })
    }

    fn moves(&self) -> Vec<Column> {
        match self.result() {
            Some(_) => Vec::new(),
            None => self.0.legal_moves().to_vec(),
        }
    }

    /// Plays a random game, and returns its result for the side to move here.
    fn game(&self) -> i8 {
        let (mut board, mut sign) = (self.0, 1);
        loop {
            if let Some(result) = Self(board).result() {
                return sign * result;
            }
            let moves = board.legal_moves();
            board = board.after(moves[fastrand::usize(..moves.len())]);
            sign = -sign;
        }
    }
}

impl Environment for Board {
    type Action = Column;

    fn legal_actions(&self) -> Vec<Column> {
        self.moves()
    }

    fn apply(&mut self, column: &Column) {
        self.0 = self.0.after(*column);
    }

    fn evaluate(&self) -> mctrust::Outcome {
        match self.result() {
            None => mctrust::Outcome::Ongoing,
            Some(result) => mctrust::Outcome::Terminal(Reward::new(result.into())),
        }
    }

    fn current_player(&self) -> usize {
        self.side() as usize
    }

    fn num_players(&self) -> usize {
        2
    }
}

fn mctrust(board: &ConnectFour, rounds: u32) -> Column {
    let config = SearchConfig::builder()
        .iterations(rounds as usize)
        .exploration_constant(SQRT_2)
        .tree_policy(TreePolicy::Uct)
        .rave(RaveConfig {
            enabled: false,
            ..RaveConfig::default()
        });
    let mut search = TreeSearch::with_seed(Board(*board), config.build(), 1);
    search.run().expect("the game goes on")
}

#[derive(Debug, Clone)]
struct Placed(Column);

impl arboriter_mcts::Action for Placed {
    fn id(&self) -> usize {
        ConnectFour::move_code(self.0).into()
    }
}

impl GameState for Board {
    type Action = Placed;
    type Player = usize;

    fn get_legal_actions(&self) -> Vec<Placed> {
        self.moves().into_iter().map(Placed).collect()
    }

    fn apply_action(&self, placed: &Placed) -> Self {
        Self(self.0.after(placed.0))
    }

    fn is_terminal(&self) -> bool {
        self.result().is_some()
    }

    fn get_result(&self, player: &usize) -> f64 {
        let result = f64::from(self.result().unwrap_or(0));
        let sign = if *player == self.side() as usize {
            0.5
        } else {
            -0.5
        };
        0.5 + sign * result
    }

    fn get_current_player(&self) -> usize {
        self.side() as usize
    }

    fn simulate_random_playout(&self, player: &usize) -> (f64, Vec<Placed>) {
        let sign = if *player == self.side() as usize {
            0.5
        } else {
            -0.5
        };
        (0.5 + sign * f64::from(self.game()), Vec::new())
    }
}

fn arboriter(board: &ConnectFour, rounds: u32) -> Column {
    let config = MCTSConfig::default()
        .with_exploration_constant(SQRT_2)
        .with_max_iterations(rounds as usize);
    let found = MCTS::new(Board(*board), config).search();
    found.expect("the game goes on").0
}

/// The search of treant.
#[derive(Default)]
struct Uct;

impl treant::GameState for Board {
    type Move = Column;
    type Player = usize;
    type MoveList = Vec<Column>;

    fn current_player(&self) -> usize {
        self.side() as usize
    }

    fn available_moves(&self) -> Vec<Column> {
        self.moves()
    }

    fn make_move(&mut self, column: &Column) {
        self.0 = self.0.after(*column);
    }
}

/// Random games, whose results are the first side's.
struct Games;

impl Evaluator<Uct> for Games {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        board: &Board,
        moves: &Vec<Column>,
        _: Option<SearchHandle<Uct>>,
    ) -> (Vec<()>, i64) {
        let sign = if board.side() == Side::First { 1 } else { -1 };
        (vec![(); moves.len()], sign * i64::from(board.game()))
    }

    fn evaluate_existing_state(&self, _: &Board, known: &i64, _: SearchHandle<Uct>) -> i64 {
        *known
    }

    fn interpret_evaluation_for_player(&self, known: &i64, player: &usize) -> i64 {
        if *player == 0 { *known } else { -*known }
    }
}

impl treant::MCTS for Uct {
    type State = Board;
    type Eval = Games;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();
}

fn treant(board: &ConnectFour, rounds: u32) -> Column {
    // Its results are from -1 to 1, so the constant is twice as large.
    let policy = UCTPolicy::new(2.0 * SQRT_2);
    let mut search = MCTSManager::new(Board(*board), Uct, Games, policy, ());
    search.playout_n(rounds.into());
    search.best_move().expect("the game goes on")
}
