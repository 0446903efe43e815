//! Forced wins: proof numbers beside alpha-beta and the engine, by what they solve for a million nodes.

use plywood::search::games::ConnectFour;
use plywood::search::{DfPn, Keyed, StopReason, Tactical};
use plywood::{
    Aspiration, Captures, Classical, Engine, Evaluator, Game, IterativeDeepening, Killers, Limits,
    Position, PrincipalVariationSearch, ProofNumber, QuietHistory, Score, Strategy, Transpositions,
};

/// Mates in three to eight moves, eight of each length.
const MATES: &str = include_str!("mates.epd");

/// The nodes that each search gets for a position.
const BUDGET: u64 = 200_000;

/// A search with all tables and trees empty.
type Search<G> = Box<dyn Strategy<G>>;

/// The searches for any game. The last one is the catalog's `everything`.
fn searches<G>(evaluator: impl Evaluator<G> + Clone + Send + 'static) -> [Search<G>; 4]
where
    G: Keyed + Tactical,
{
    let order = (Captures, Killers::new(), QuietHistory::new());
    let everything = PrincipalVariationSearch::new(evaluator)
        .quiescence()
        .ordering(order)
        .table(Transpositions::reusing_deeper(16));
    [
        Box::new(ProofNumber::new()),
        Box::new(ProofNumber::new().squared()),
        Box::new(DfPn::new(64)),
        Box::new(IterativeDeepening::new(Aspiration::new(everything))),
    ]
}

/// Finds out whether the side to move can force a win, and counts the nodes until the search has proven that it can or can't.
fn answer<G: Game>(search: &mut Search<G>, position: &G, budget: u64) -> (Option<bool>, u64) {
    search.new_game();
    let report = search.search(position, &Limits::nodes(budget));
    // Deepening may go on after a win.
    let mut nodes = 0;
    for iteration in &report.iterations {
        nodes += iteration.nodes;
        if iteration.score.is_decisive() {
            return (Some(iteration.score > Score::DRAW), nodes);
        }
    }
    let is_won = report.score.is_some_and(|score| score > Score::DRAW);
    let is_decided = report.score.is_some_and(Score::is_decisive);
    let is_proven = report.reason == StopReason::Solved || is_decided;
    (is_proven.then_some(is_won), report.stats.nodes)
}

/// Prints how many positions each search solves, and how many for a million nodes.
fn row<G: Game>(name: &str, mut searches: Vec<Search<G>>, positions: &[G], budget: u64) {
    let mut line = format!("{name:<24}{:>9}", positions.len());
    let mut answers: Vec<Option<bool>> = vec![None; positions.len()];
    for search in &mut searches {
        let (mut solved, mut nodes) = (0, 0);
        for (position, known) in positions.iter().zip(&mut answers) {
            let (is_won, its) = answer(search, position, budget);
            nodes += its;
            solved += u32::from(is_won.is_some());
            let both = known.zip(is_won);
            assert!(both.is_none_or(|(one, other)| one == other), "{name}");
            *known = known.or(is_won);
        }
        let rate = f64::from(solved) * 1e6 / nodes as f64;
        line += &format!("{:>16}", format!("{solved}: {rate:.1}"));
    }
    println!("{line}");
}

/// Positions of random games with this many stones that aren't over.
fn connect_four(stones: usize, count: usize) -> Vec<ConnectFour> {
    let game = |seed: u64| {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut board = ConnectFour::new();
        for _ in 0..stones {
            board = board.after(random.choice(board.legal_moves().iter().copied())?);
        }
        board
            .ending(&board.legal_moves())
            .is_none()
            .then_some(board)
    };
    (1..).filter_map(game).take(count).collect()
}

/// Nagai (2002); Breuker (1998).
pub(crate) fn solved_by_nodes(is_slow: bool) {
    let (budget, count) = if is_slow { (BUDGET, 8) } else { (20_000, 2) };
    println!("solved: for a million nodes; each search gets {budget} nodes for a position");
    println!(
        "                        positions    proof-number             PN²           df-pn      everything          engine"
    );
    let lengths = if is_slow { 3..=8 } else { 3..=4 };
    for moves in lengths {
        let end = format!("dm {moves};");
        let mates = MATES.lines().filter_map(|line| line.strip_suffix(&end));
        let position = |fen: &str| format!("{fen}0 1").parse().expect("a position");
        let mates: Vec<Position> = mates.take(count).map(position).collect();
        let mut all = Vec::from(searches(Classical::default()));
        all.push(Box::new(Engine::new()));
        row(&format!("mate in {moves}"), all, &mates, budget);
    }
    for stones in [16, 12, 8] {
        let boards = connect_four(stones, count);
        let all = Vec::from(searches(ConnectFour::estimate as fn(&ConnectFour) -> Score));
        row(
            &format!("connect four, {stones} stones"),
            all,
            &boards,
            budget,
        );
    }
}
