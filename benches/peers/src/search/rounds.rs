//! Monte Carlo tree search of connect four and Breakthrough by plywood and four other crates: UCT with √2, uniform games to the end, and
//! plywood's rules for all, so that searches are compared and not rules.

use std::f64::consts::SQRT_2;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::process::Command;

use arboriter_mcts::{BackpropagationPolicy, GameState, MCTS, MCTSConfig, MCTSNode};
use mctrust::{Environment, RaveConfig, Reward, SearchConfig, TreePolicy, TreeSearch};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy as _};
use plywood_eval::Side;
use plywood_search::games::{BoardGame, Breakthrough, ConnectFour};
use plywood_search::{Ending, Game, Keyed, Limits, MonteCarlo, Score};
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, MCTSManager, SearchHandle};

use super::connect_four::Rules;
use super::rates;
use crate::contest::Contest;
use crate::crates::Plywood;
use crate::options::Options;
use crate::rules::Rules as _;
use crate::table::{Better, Row, Table};

/// A game for all crates.
pub trait Played: Keyed<Move: Send + Sync + 'static> + Debug + Send + Sync + 'static {
    /// Returns the side to move.
    fn side(&self) -> Side;
}

impl Played for ConnectFour {
    fn side(&self) -> Side {
        self.to_move()
    }
}

impl Played for BoardGame<Breakthrough> {
    fn side(&self) -> Side {
        Self::side(self)
    }
}

/// Plays this many rounds from a position, and returns the move.
type Search<G> = fn(&G, u32) -> <G as Game>::Move;

const NAMES: [&str; 5] = [
    "treant",
    "mctrust",
    "arboriter-mcts",
    "minimax",
    Plywood::NAME,
];

fn searches<G: Played>() -> [(&'static str, Search<G>); 5] {
    let searches: [Search<G>; 5] = [treant, mctrust, arboriter, minimax, plywood];
    std::array::from_fn(|index| (NAMES[index], searches[index]))
}

/// Positions in which one move decides, with that move. Each crate finds it.
const DECIDED: (&str, &str) = ("ddca", "e");
const STEPS: (&str, &str) = (
    "......../w......./......../......../...w..../.......b/......b./........ w",
    "a7a8 a7b8",
);

/// The games for which rounds are measured: nobody can prove anything in their start positions, which would end a search of minimax early.
const GAMES: [&str; 2] = ["connect four", "breakthrough"];

/// The rounds of a search from each start position.
pub fn contests(options: &Options) -> Vec<Contest> {
    checked::<ConnectFour>(DECIDED.0.parse().expect("a game"), DECIDED.1);
    checked::<BoardGame<Breakthrough>>(STEPS.0.parse().expect("a position"), STEPS.1);
    let rounds = if options.quick {
        [3_000, 100]
    } else {
        [100_000, 2_000]
    };
    vec![
        contest(GAMES[0], &ConnectFour::new(), rounds[0]),
        contest(GAMES[1], &BoardGame::<Breakthrough>::start(), rounds[1]),
    ]
}

fn checked<G: Played>(position: G, best: &str) {
    for (name, search) in searches() {
        let found = search(&position, 3_000).to_string();
        assert!(
            best.split(' ').any(|mv| mv == found),
            "{name}: {found}, not {best}"
        );
    }
}

fn contest<G: Played>(game: &str, start: &G, rounds: u32) -> Contest {
    let mut contest = Contest::new(format!("rounds, {game}")).expecting(rounds.into());
    for (name, search) in searches::<G>() {
        let start = start.clone();
        let work = move || {
            let is_legal = start.legal_moves().contains(&search(&start, rounds));
            u64::from(is_legal) * u64::from(rounds)
        };
        contest.enter(name, Box::new(work));
    }
    contest
}

/// Rounds a second.
pub fn table(contests: &[Contest]) -> Table {
    let note = "The same rules, UCT's constant and random games; treant adds all children of a leaf at once.";
    rates("rounds of UCT a second", contests, &NAMES, 1e9).note(note)
}

/// Bytes of memory that a round takes, by what two searches of different lengths need at most, each in a process of its own.
pub fn memory(options: &Options) -> Table {
    let (short, long) = if options.quick {
        (1_000, 3_000)
    } else {
        (50_000, 150_000)
    };
    let scaled = |game: &str, rounds: u32| {
        if game == GAMES[0] {
            rounds
        } else {
            rounds / 10
        }
    };
    let bytes = |game: &str, name: &str| {
        let (short, long) = (scaled(game, short), scaled(game, long));
        let more = peak(game, name, long)?.saturating_sub(peak(game, name, short)?);
        Some(more as f64 / f64::from(long - short))
    };
    let rows = GAMES
        .iter()
        .filter(|game| options.selects(&format!("memory, {game}")));
    let rows = rows.map(|game| Row {
        label: format!("memory, {game}"),
        values: NAMES.iter().map(|name| bytes(game, name)).collect(),
    });
    Table {
        title: "bytes of memory a round of UCT".to_owned(),
        better: Better::Lower,
        crates: NAMES.to_vec(),
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

/// Returns the most memory that another process of this program takes for a search, on systems that say so.
fn peak(game: &str, name: &str, rounds: u32) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let arguments = ["rounds", game, name, &rounds.to_string()].map(str::to_owned);
    let output = Command::new(program).args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Searches, and returns the most bytes of memory that this process has taken.
pub fn take_memory(game: &str, name: &str, rounds: u32) -> Option<u64> {
    fn search<G: Played>(start: &G, name: &str, rounds: u32) -> Option<()> {
        let (_, search) = searches::<G>()
            .into_iter()
            .find(|(known, _)| *known == name)?;
        start
            .legal_moves()
            .contains(&search(start, rounds))
            .then_some(())
    }
    if game == GAMES[0] {
        search(&ConnectFour::new(), name, rounds)?;
    } else {
        search(&BoardGame::<Breakthrough>::start(), name, rounds)?;
    }
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

fn plywood<G: Played>(position: &G, rounds: u32) -> G::Move {
    let report =
        MonteCarlo::new(|_: &G| Score::DRAW).search(position, &Limits::rounds(rounds.into()));
    report.best_move.expect("the game goes on")
}

fn minimax<G: Played>(position: &G, rounds: u32) -> G::Move {
    let options = MCTSOptions::default().with_num_threads(1);
    let mut search = MonteCarloTreeSearch::<Rules<G>>::new(options);
    search.set_max_rollouts(rounds);
    search.choose_move(position).expect("the game goes on")
}

/// A position for the other crates.
#[derive(Debug, Clone)]
struct Board<G>(G);

impl<G: Played> Board<G> {
    /// Returns 1 if the side to move has won, -1 if it has lost, and 0 for a draw; `None` while the game goes on.
    fn result(&self) -> Option<i8> {
        self.0.ending_at_leaf().map(|ending| match ending {
            Ending::Won => 1,
            Ending::Lost => -1,
            _ => 0,
        })
    }

    fn moves(&self) -> Vec<G::Move> {
        match self.result() {
            Some(_) => Vec::new(),
            None => self.0.legal_moves().to_vec(),
        }
    }

    /// Plays a random game, and returns its result for the side to move here.
    fn game(&self) -> i8 {
        let (mut board, mut sign) = (self.0.clone(), 1);
        loop {
            let moves = board.legal_moves();
            match board.ending(&moves) {
                Some(Ending::Won) => return sign,
                Some(Ending::Lost) => return -sign,
                Some(_) => return 0,
                None => {}
            }
            board = board.after(moves[fastrand::usize(..moves.len())]);
            sign = -sign;
        }
    }

    /// Returns a result of the side to move here for the first side.
    fn of_first(&self, result: i8) -> i8 {
        if self.0.side() == Side::First {
            result
        } else {
            -result
        }
    }
}

impl<G: Played> Environment for Board<G> {
    type Action = G::Move;

    fn legal_actions(&self) -> Vec<G::Move> {
        self.moves()
    }

    fn apply(&mut self, mv: &G::Move) {
        self.0 = self.0.after(*mv);
    }

    fn evaluate(&self) -> mctrust::Outcome {
        match self.result() {
            None => mctrust::Outcome::Ongoing,
            Some(result) => mctrust::Outcome::Terminal(Reward::new(result.into())),
        }
    }

    fn current_player(&self) -> usize {
        self.0.side() as usize
    }

    fn num_players(&self) -> usize {
        2
    }
}

fn mctrust<G: Played>(position: &G, rounds: u32) -> G::Move {
    let config = SearchConfig::builder()
        .iterations(rounds as usize)
        .exploration_constant(SQRT_2)
        .tree_policy(TreePolicy::Uct)
        .rave(RaveConfig {
            enabled: false,
            ..RaveConfig::default()
        });
    let mut search = TreeSearch::with_seed(Board(position.clone()), config.build(), 1);
    search.run().expect("the game goes on")
}

#[derive(Debug, Clone)]
struct Act<G: Played>(G::Move);

impl<G: Played> arboriter_mcts::Action for Act<G> {
    fn id(&self) -> usize {
        G::move_code(self.0).into()
    }
}

impl<G: Played> GameState for Board<G> {
    type Action = Act<G>;
    type Player = usize;

    fn get_legal_actions(&self) -> Vec<Act<G>> {
        self.moves().into_iter().map(Act).collect()
    }

    fn apply_action(&self, action: &Act<G>) -> Self {
        Self(self.0.after(action.0))
    }

    fn is_terminal(&self) -> bool {
        self.result().is_some()
    }

    fn get_result(&self, _: &usize) -> f64 {
        0.5 + 0.5 * f64::from(self.of_first(self.result().unwrap_or(0)))
    }

    fn get_current_player(&self) -> usize {
        self.0.side() as usize
    }

    /// Returns the result of the first side, for [`BySide`].
    fn simulate_random_playout(&self, _: &usize) -> (f64, Vec<Act<G>>) {
        (
            0.5 + 0.5 * f64::from(self.of_first(self.game())),
            Vec::new(),
        )
    }
}

/// Backs up a result of the first side. The crate's own backups add the leaf's result to every node on the path, whichever side moved there,
/// as if there were one player; with them it misses the deciding move.
#[derive(Debug, Clone)]
struct BySide;

impl<G: Played> BackpropagationPolicy<Board<G>> for BySide {
    fn update_stats(&self, node: &mut MCTSNode<Board<G>>, result: f64, _: Option<&[Act<G>]>) {
        let is_first = node.player == Side::First as usize;
        node.increment_visits();
        node.add_reward(if is_first { result } else { 1.0 - result });
    }

    fn clone_box(&self) -> Box<dyn BackpropagationPolicy<Board<G>>> {
        Box::new(self.clone())
    }
}

fn arboriter<G: Played>(position: &G, rounds: u32) -> G::Move {
    let config = MCTSConfig::default()
        .with_exploration_constant(SQRT_2)
        .with_max_iterations(rounds as usize);
    let search = MCTS::new(Board(position.clone()), config);
    let found = search.with_backpropagation_policy(BySide).search();
    found.expect("the game goes on").0
}

/// The search of treant.
struct Uct<G>(PhantomData<G>);

impl<G: Played> treant::GameState for Board<G> {
    type Move = G::Move;
    type Player = usize;
    type MoveList = Vec<G::Move>;

    fn current_player(&self) -> usize {
        self.0.side() as usize
    }

    fn available_moves(&self) -> Vec<G::Move> {
        self.moves()
    }

    fn make_move(&mut self, mv: &G::Move) {
        self.0 = self.0.after(*mv);
    }
}

/// Random games, whose results are the first side's.
struct Games;

impl<G: Played> Evaluator<Uct<G>> for Games {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        board: &Board<G>,
        moves: &Vec<G::Move>,
        _: Option<SearchHandle<Uct<G>>>,
    ) -> (Vec<()>, i64) {
        (vec![(); moves.len()], board.of_first(board.game()).into())
    }

    fn evaluate_existing_state(&self, _: &Board<G>, known: &i64, _: SearchHandle<Uct<G>>) -> i64 {
        *known
    }

    fn interpret_evaluation_for_player(&self, known: &i64, player: &usize) -> i64 {
        if *player == 0 { *known } else { -*known }
    }
}

impl<G: Played> treant::MCTS for Uct<G> {
    type State = Board<G>;
    type Eval = Games;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();
}

fn treant<G: Played>(position: &G, rounds: u32) -> G::Move {
    // Its results are from -1 to 1, so the constant is twice as large.
    let policy = UCTPolicy::new(2.0 * SQRT_2);
    let search = Uct(PhantomData);
    let mut search = MCTSManager::new(Board(position.clone()), search, Games, policy, ());
    search.playout_n(rounds.into());
    search.best_move().expect("the game goes on")
}
