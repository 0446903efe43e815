//! Slow twins of searches and orderings, written from the definitions in the literature and not from our code. (Those of proof numbers and
//! of UCT are beside the laws of best-first searches.)

use plywood_search::games::{Column, ConnectFour};
use plywood_search::{
    AlphaBeta, Ending, Game, Keyed, Killers, Limits, MoveOrdering, MovePriority, MtdF,
    QuietHistory, RecordedPass, Score, SssStar, Strategy, Transpositions, TreeRecorder,
};
use proptest::prelude::*;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::rc::Rc;

/// A position in a full tree of equal width: the moves that lead to it, and the value of every leaf for the player who moves at the root.
#[derive(Clone)]
struct Full {
    width: usize,
    depth: usize,
    value: fn(&[usize], u64) -> i32,
    seed: u64,
    path: Vec<usize>,
    /// The leaves at which a search asked how the game ended.
    log: Rc<RefCell<Vec<Vec<usize>>>>,
}

impl Full {
    fn new(width: usize, depth: usize, value: fn(&[usize], u64) -> i32, seed: u64) -> Self {
        Self {
            width,
            depth,
            value,
            seed,
            path: Vec::new(),
            log: Rc::default(),
        }
    }

    fn is_max(&self) -> bool {
        self.path.len().is_multiple_of(2)
    }

    /// The value for the player who moves at the root.
    fn for_max(&self) -> i32 {
        (self.value)(&self.path, self.seed)
    }
}

impl Game for Full {
    type Move = usize;
    type Moves = Vec<usize>;

    fn legal_moves(&self) -> Vec<usize> {
        let is_leaf = self.path.len() == self.depth;
        (0..if is_leaf { 0 } else { self.width }).collect()
    }
    fn after(&self, mv: usize) -> Self {
        let mut child = self.clone();
        child.path.push(mv);
        child
    }
    fn ending(&self, moves: &[usize]) -> Option<Ending> {
        let sign = if self.is_max() { 1 } else { -1 };
        moves.is_empty().then(|| {
            self.log.borrow_mut().push(self.path.clone());
            Ending::Scored(Score::centipawns(sign * self.for_max()))
        })
    }
}

impl Keyed for Full {
    fn key(&self) -> u64 {
        let number = self
            .path
            .iter()
            .fold(1, |number, mv| number * self.width as u64 + *mv as u64 + 1);
        mixed(number)
    }
    fn move_code(mv: usize) -> u16 {
        mv.try_into().expect("few moves")
    }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number ^ (number >> 32)
}

/// Values by chance, many of them equal, in steps of ten.
fn random(path: &[usize], seed: u64) -> i32 {
    let number = path
        .iter()
        .fold(seed, |number, mv| mixed(number) ^ (*mv as u64 + 1));
    10 * (mixed(number) % 12) as i32
}

/// The first move is the best at every node.
fn perfect(path: &[usize], _: u64) -> i32 {
    let cost = |(ply, mv): (usize, &usize)| {
        let sign = if ply.is_multiple_of(2) { -10 } else { 10 };
        sign * i32::try_from(*mv).expect("trees are narrow")
    };
    path.iter().enumerate().map(cost).sum()
}

/// The value that a search finds, and the leaves it visits, in order of their first visits.
fn leaves(game: &Full, mut search: impl Strategy<Full>) -> (Score, Vec<Vec<usize>>) {
    game.log.take();
    let report = search.search(game, &Limits::none());
    let mut seen = HashSet::new();
    let mut visited = game.log.take();
    visited.retain(|leaf| seen.insert(leaf.clone()));
    (report.score.expect("no limit ends it"), visited)
}

fn draw(_: &Full) -> Score {
    Score::DRAW
}

/// All leaves, from left to right.
fn all_leaves(game: &Full) -> Vec<Full> {
    let moves = game.legal_moves();
    if moves.is_empty() {
        return vec![game.clone()];
    }
    moves
        .into_iter()
        .flat_map(|mv| all_leaves(&game.after(mv)))
        .collect()
}

/// Knuth and Moore (1975): with the best move always first, alpha-beta visits the positions a1.a2…ad in which `a_i` is 1 for every even i, or
/// for every odd i, and no others.
#[test]
fn a_perfectly_ordered_search_visits_the_critical_positions() {
    for (width, depth) in [(2, 5), (3, 4), (4, 3), (5, 2)] {
        let game = Full::new(width, depth, perfect, 0);
        let (_, visited) = leaves(&game, AlphaBeta::new(draw));
        let is_first =
            |path: &[usize], parity| path.iter().skip(parity).step_by(2).all(|mv| *mv == 0);
        let critical = all_leaves(&game).into_iter().map(|leaf| leaf.path);
        let critical: Vec<_> = critical
            .filter(|path| is_first(path, 0) || is_first(path, 1))
            .collect();
        assert_eq!(visited, critical, "width {width}, depth {depth}");
    }
}

/// Fail-soft alpha-beta, as Fishburn writes it (1983).
fn fail_soft(game: &Full, mut alpha: i32, beta: i32) -> i32 {
    let moves = game.legal_moves();
    if moves.is_empty() {
        return if game.is_max() {
            game.for_max()
        } else {
            -game.for_max()
        };
    }
    let mut best = -1_000_000;
    for mv in moves {
        best = best.max(-fail_soft(&game.after(mv), -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}

/// MTD(f) of the paper (Plaat and others, 1996): each test, and its answer.
fn tests_of_mtd_f(game: &Full, first_guess: i32) -> Vec<(i32, i32)> {
    let mut tests = Vec::new();
    let (mut guess, mut upper, mut lower) = (first_guess, 1_000_000, -1_000_000);
    while lower < upper {
        let beta = if guess == lower { guess + 1 } else { guess };
        guess = fail_soft(game, beta - 1, beta);
        tests.push((beta, guess));
        if guess < beta {
            upper = guess;
        } else {
            lower = guess;
        }
    }
    tests
}

/// A state of SSS*: a node, `true` if it is solved, and its merit.
type State = (Vec<usize>, bool, i32);

/// SSS* of Stockman's paper (1979), with its list and the cases of its operator: the value, and the leaves in the order of their visits.
/// Its dual is the same search for the other player, who is then called Max.
fn stockman(game: &Full, is_dual: bool) -> (i32, Vec<Vec<usize>>) {
    let sign = if is_dual { -1 } else { 1 };
    let at = |path: &[usize]| Full {
        path: path.to_vec(),
        ..game.clone()
    };
    let (mut open, mut visited): (Vec<State>, _) =
        (vec![(Vec::new(), false, i32::MAX)], Vec::new());
    loop {
        let (node, is_solved, merit) = open.remove(0);
        let is_min = (node.len() % 2 == 1) != is_dual;
        if is_solved {
            let Some((last, parent)) = node.split_last() else {
                return (sign * merit, visited);
            };
            if is_min {
                // One solved child solves a node of Max, and what else is open below it is purged.
                open.retain(|(other, ..)| !other.starts_with(parent));
                open.insert(0, (parent.to_vec(), true, merit));
            } else if last + 1 < game.width {
                open.insert(0, ([parent, &[last + 1]].concat(), false, merit));
            } else {
                open.insert(0, (parent.to_vec(), true, merit));
            }
        } else if node.len() == game.depth {
            visited.push(node.clone());
            let merit = merit.min(sign * at(&node).for_max());
            // Behind every better state, and of equal ones the leftmost is first.
            let place = open
                .iter()
                .position(|(other, _, theirs)| (Reverse(*theirs), other) > (Reverse(merit), &node));
            open.insert(place.unwrap_or(open.len()), (node, true, merit));
        } else {
            let children = if is_min { 1 } else { game.width };
            let below = (0..children).map(|mv| ([node.as_slice(), &[mv]].concat(), false, merit));
            open.splice(0..0, below.collect::<Vec<_>>());
        }
    }
}

proptest! {
    #[test]
    fn mtd_f_asks_what_the_paper_asks(width in 1..5_usize, depth in 1..5_usize, seed: u64, tens in -2..15_i32) {
        let game = Full::new(width, depth, random, seed);
        let expected = tests_of_mtd_f(&game, 10 * tens);
        let mut recorder = TreeRecorder::new(100_000);
        let search = AlphaBeta::new(draw);
        let mut search = MtdF::new(search).guessing(Score::centipawns(10 * tens));
        search.search_observed(&game, &Limits::none(), &mut recorder);
        let asked = recorder.passes().iter().map(|pass| {
            let score = |score: Option<Score>| score.and_then(Score::as_centipawns).expect("points");
            (score(Some(pass.window.beta())), score(pass.nodes[0].score))
        });
        prop_assert_eq!(asked.collect::<Vec<_>>(), expected);
    }

    /// Plaat and others (1996): SSS* is MTD(+∞), and its dual MTD(-∞), leaf by leaf.
    #[test]
    fn sss_star_is_stockmans_and_mtd_f_from_infinity(width in 1..5_usize, depth in 1..6_usize, seed: u64) {
        let game = Full::new(width, depth, random, seed);
        let expected = stockman(&game, false);
        let scored = |(value, leaves)| (Score::centipawns(value), leaves);
        prop_assert_eq!(leaves(&game, SssStar::new(draw)), scored(expected.clone()));
        let from = |guess| {
            let table = AlphaBeta::new(draw).table(Transpositions::exact(1));
            leaves(&game, MtdF::new(table).guessing(guess))
        };
        prop_assert_eq!(from(Score::HIGHEST), scored(expected));
        prop_assert_eq!(from(Score::LOWEST), scored(stockman(&game, true)));
    }
}

/// Every cutoff so far, as an ordering is told of them.
#[derive(Clone, Default)]
struct Cutoffs(Vec<(u16, u32, u32)>);

/// Slate and Atkin (1977): first the last move that cut off at this ply, and then the last other one.
#[derive(Clone, Default)]
struct SlowKillers(Cutoffs);

impl MoveOrdering<ConnectFour> for SlowKillers {
    fn rank(&self, _: &ConnectFour, mv: Column, ply: u32) -> MovePriority {
        let here = self.0.0.iter().rev().filter(|cutoff| cutoff.2 == ply);
        let mut moves: Vec<u16> = here.map(|cutoff| cutoff.0).collect();
        let last = moves.first().copied();
        let other = moves.drain(..).find(|mv| Some(*mv) != last);
        match Some(ConnectFour::move_code(mv)) {
            code if code == last => MovePriority::killer(1),
            code if code == other => MovePriority::killer(0),
            _ => MovePriority::UNKNOWN,
        }
    }
    fn cut(&mut self, _: &ConnectFour, mv: Column, depth: u32, ply: u32) {
        self.0.0.push((ConnectFour::move_code(mv), depth, ply));
    }
}

/// Schaeffer (1983): moves in order of the sum, over all their cutoffs, of a weight that grows with the depth; here its square.
#[derive(Clone, Default)]
struct SlowHistory(Cutoffs);

impl MoveOrdering<ConnectFour> for SlowHistory {
    fn rank(&self, _: &ConnectFour, mv: Column, ply: u32) -> MovePriority {
        let code = ConnectFour::move_code(mv);
        let of_side = self
            .0
            .0
            .iter()
            .filter(|cutoff| cutoff.0 == code && (ply + cutoff.2).is_multiple_of(2));
        let sum: u32 = of_side.map(|cutoff| cutoff.1 * cutoff.1).sum();
        MovePriority::quiet(sum.cast_signed())
    }
    fn cut(&mut self, _: &ConnectFour, mv: Column, depth: u32, ply: u32) {
        self.0.0.push((ConnectFour::move_code(mv), depth, ply));
    }
}

#[test]
fn killers_and_history_are_those_of_the_papers() {
    fn tree(game: &str, ordering: impl MoveOrdering<ConnectFour>) -> Vec<RecordedPass<Column>> {
        let board: ConnectFour = game.parse().expect("a game of connect four");
        let mut recorder = TreeRecorder::new(100_000);
        let mut search = AlphaBeta::new(ConnectFour::estimate).ordering(ordering);
        search.search_observed(&board, &Limits::depth(6), &mut recorder);
        assert!(recorder.passes()[0].nodes.len() > 300 && recorder.passes()[0].omitted == 0);
        recorder.passes().to_vec()
    }
    for game in ["", "ddcceb", "ddddddccab"] {
        assert_eq!(
            tree(game, Killers::new()),
            tree(game, SlowKillers::default()),
            "{game}"
        );
        assert_eq!(
            tree(game, QuietHistory::new()),
            tree(game, SlowHistory::default()),
            "{game}"
        );
        assert_ne!(
            tree(game, Killers::new()),
            tree(game, QuietHistory::new()),
            "{game}"
        );
    }
}
