//! Games with chance: every search finds the same expectation, and one that peeks at the outcomes is caught.

use crate::strategies::small_table;
use fastrand::Rng;
use plywood_eval::Sides;
use plywood_search::games::{Branch, ChanceTree, EinStein};

use plywood_search::laws::{
    Contract, check_alternation, check_game, check_keyed, check_tactical, verify,
};
use plywood_search::{
    Aspiration, AtOnce, Backing, BestFirst, BestNode, Bound, Captures, Chances, Child, Coverage,
    Ending, EpsilonGreedy, Expectiminimax, FixedDepth, Game, GameMove, Growing, IterativeDeepening,
    Keeping, Killers, Learner, Limits, MonteCarlo, MtdF, Parent, Property, Puct, Quiescence,
    Random, RandomGames, Reuse, Round, Score, SearchState, Selection, Stakes, Star1, Star2,
    StaticEvaluation, StopReason, Stopped, Strategy, Transpositions, Window, searches_once,
};
use std::sync::{Arc, Mutex};

/// Writes a random tree with many equal values, wins, and chance at the root or anywhere else.
fn random_tree(height: u32, rng: &mut Rng) -> String {
    let estimate = match rng.u8(..12) {
        0 => 1_000,
        1 => -1_000,
        2 => rng.i32(-1_500..=1_500),
        _ => rng.i32(-4..=4),
    };
    if height == 0 || rng.u8(..8) == 0 {
        return estimate.to_string();
    }
    let noisy = |rng: &mut Rng| if rng.u8(..4) == 0 { "!" } else { "" };
    let count = rng.u8(1..=4);
    if rng.u8(..3) > 0 {
        let moves = (0..count).map(|_| format!("{}{}", noisy(rng), random_tree(height - 1, rng)));
        return format!("{estimate}({})", moves.collect::<Vec<_>>().join(" "));
    }
    let outcomes = (0..count).map(|_| {
        let weight = [0, 1, 1, 2, 5, 35][rng.usize(..6)];
        format!("{weight}:{}", random_tree(height - 1, rng))
    });
    format!("{estimate}{{{}}}", outcomes.collect::<Vec<_>>().join(" "))
}

/// The mean by the definition, in floating point, of trees without wins in a mean; wins are estimates beyond ±1,000.
fn by_definition(tree: &ChanceTree, depth: u32) -> f64 {
    let moves = tree.legal_moves();
    if depth == 0 || moves.is_empty() {
        return (tree.estimate().pawns() * 100.0).round();
    }
    if !tree.waits_for_chance() {
        let values = moves
            .iter()
            .map(|mv| -by_definition(&tree.after(*mv), depth - 1));
        return values.fold(f64::NEG_INFINITY, f64::max);
    }
    let weights: f64 = moves.iter().map(|mv| f64::from(tree.weight(*mv))).sum();
    if weights == 0.0 {
        return 0.0;
    }
    let values = moves.iter().map(|mv| {
        let value = by_definition(&tree.after(*mv), depth).clamp(-1_000.0, 1_000.0);
        f64::from(tree.weight(*mv)) * value
    });
    (values.sum::<f64>() / weights).round()
}

fn check(text: &str, depth: u32) {
    let tree: ChanceTree = text.parse().expect("the tree is well written");
    let limits = Limits::depth(depth);
    let estimate: fn(&ChanceTree) -> Score = ChanceTree::estimate;
    let all = Expectiminimax::new(estimate).search(&tree, &limits);
    let searches: [Box<dyn Strategy<ChanceTree>>; 9] = [
        Box::new(Star1::new(estimate)),
        Box::new(Star2::new(estimate)),
        Box::new(Star1::new(estimate).ordering((Captures, Killers::new()))),
        Box::new(IterativeDeepening::new(
            Star1::new(estimate).table(Transpositions::exact(1)),
        )),
        Box::new(IterativeDeepening::new(
            Star2::new(estimate)
                .table(Transpositions::exact(1))
                .ordering(Killers::new()),
        )),
        Box::new(IterativeDeepening::new(
            Aspiration::new(Star2::new(estimate)).margin(1),
        )),
        Box::new(MtdF::new(
            Star1::new(estimate).table(Transpositions::exact(1)),
        )),
        Box::new(MtdF::new(Star2::new(estimate))),
        Box::new(BestNode::new(Star2::new(estimate))),
    ];
    for mut search in searches {
        let found = search.search(&tree, &limits);
        assert_eq!(
            found.score,
            all.score,
            "{text} to depth {depth}: {}",
            search.name()
        );
        assert!(found.is_exact, "{}", search.name());
        assert_eq!(
            found.best_move.is_some(),
            all.best_move.is_some(),
            "{text}: {}",
            search.name()
        );
    }
    let fewer = Star1::new(estimate).search(&tree, &limits);
    assert!(
        fewer.stats.leaves() <= all.stats.leaves(),
        "{text} to depth {depth}"
    );
    let horizon = || Quiescence::new(estimate);
    let all = Expectiminimax::with_horizon(horizon()).search(&tree, &limits);
    for found in [
        Star1::with_horizon(horizon()).search(&tree, &limits),
        Star2::with_horizon(horizon()).search(&tree, &limits),
    ] {
        assert_eq!(
            found.score, all.score,
            "{text} to depth {depth}, with quiescence"
        );
    }
}

fn check_many(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut rng = Rng::with_seed(seed);
        let text = random_tree(5, &mut rng);
        check(&text, rng.u32(..6));
    }
}

#[test]
fn every_search_finds_the_same_value_on_random_trees() {
    check_many(0..150);
}

#[test]
#[ignore = "takes a minute"]
fn every_search_finds_the_same_value_on_ten_thousand_random_trees() {
    check_many(0..10_000);
}

#[test]
fn the_value_is_the_definitions() {
    let mut checked = 0;
    for seed in 0..500 {
        let mut rng = Rng::with_seed(seed);
        let tree: ChanceTree = random_tree(4, &mut rng).parse().unwrap();
        let depth = rng.u32(1..5);
        let found = Expectiminimax::new(ChanceTree::estimate).search(&tree, &Limits::depth(depth));
        let definition = by_definition(&tree, depth);
        let Some(found) = found.score.and_then(Score::as_centipawns) else {
            continue;
        };
        if definition.is_finite() {
            let error = (f64::from(found) - definition).abs();
            assert!(
                error < 1e-9,
                "{tree} to depth {depth}: {found} and {definition}"
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}

/// Alpha-beta that knows of chance, and may take an outcome for a choice of the side to move.
struct Written {
    peeks: bool,
}

impl FixedDepth<ChanceTree> for Written {
    fn value(
        &mut self,
        position: &ChanceTree,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, Branch>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if let Some(ending) = position.ending_at_leaf() {
            return Ok(state.ended(ending));
        }
        if depth == 0 {
            return Ok(state.evaluate(&ChanceTree::estimate, position));
        }
        let moves = position.legal_moves();
        if position.waits_for_chance() {
            let mut chances = Chances::of(position, &moves);
            let mut best = Score::LOWEST;
            for index in 0..chances.outcomes().len() {
                let chance = chances.outcomes()[index];
                state.roll(chance.outcome, chance.weight);
                let child = position.after(chance.outcome);
                let score = self.value(&child, depth, Window::OPEN, state)?;
                state.unroll(Some(score));
                best = best.max(score);
                chances.learn(index, score, Bound::Exact);
            }
            return Ok(if self.peeks { best } else { chances.least() });
        }
        let (mut alpha, mut best) = (window.alpha(), Score::LOWEST);
        for &mv in &moves {
            let window = Window::between(alpha, window.beta());
            state.down(mv);
            let score = -self.value(&position.after(mv), depth - 1, -window, state)?;
            state.up(score);
            best = best.max(score);
            if score > alpha {
                state.improved(mv, score);
                alpha = score;
            }
            if score >= window.beta() {
                break;
            }
        }
        Ok(best)
    }
}

impl Strategy<ChanceTree> for Written {
    searches_once!(ChanceTree);
}

fn verified(search: &mut dyn Strategy<ChanceTree>, seed: u64) -> Result<Coverage, String> {
    let start: ChanceTree = "0".parse().expect("the tree is well written");
    let mut all = Expectiminimax::new(ChanceTree::estimate);
    let contract = Contract::exact(&start, &mut all)
        .seed(seed)
        .on_chance_trees();
    verify(search, contract).map_err(|violation| violation.to_string())
}

#[test]
fn every_search_keeps_its_contract_on_trees_with_chance() {
    let searches: [&mut dyn Strategy<ChanceTree>; 4] = [
        &mut Expectiminimax::new(ChanceTree::estimate),
        &mut Star1::new(ChanceTree::estimate).table(small_table(Reuse::SameDepth)),
        &mut Star2::new(ChanceTree::estimate).ordering(Killers::new()),
        &mut Star2::new(ChanceTree::estimate).table(small_table(Reuse::SameDepth)),
    ];
    for search in searches {
        let coverage = verified(search, 0).unwrap();
        assert!(coverage.of(Property::Minimax) > 0, "{coverage}");
    }
    verified(&mut Written { peeks: false }, 0).unwrap();
}

#[test]
fn a_search_that_peeks_at_the_outcomes_is_caught() {
    for seed in 0..4 {
        let law = verified(&mut Written { peeks: true }, seed).unwrap_err();
        assert!(
            law.contains("minimax") || law.contains("says that the value"),
            "{law}"
        );
    }
}

/// A game of one roll, with weights that may be wrong; `to_move` is the side that moves after it.
#[derive(Clone)]
struct Roll<const STAKES: bool> {
    weights: &'static [u32],
    is_over: bool,
}

impl<const STAKES: bool> Game for Roll<STAKES> {
    type Move = usize;
    type Moves = Vec<usize>;
    const STAKES: Option<Stakes> = if STAKES {
        Some(Stakes::new(Score::centipawns(100)))
    } else {
        None
    };

    fn legal_moves(&self) -> Vec<usize> {
        let count = if self.is_over { 0 } else { self.weights.len() };
        (0..count).collect()
    }

    fn after(&self, _: usize) -> Self {
        Self {
            is_over: true,
            ..*self
        }
    }

    fn ending(&self, moves: &[usize]) -> Option<Ending> {
        let score = Score::centipawns(if self.weights.len() == 4 { 101 } else { 100 });
        (moves.is_empty() && self.is_over).then_some(Ending::Scored(score))
    }

    fn waits_for_chance(&self) -> bool {
        !self.is_over
    }

    fn weight(&self, outcome: usize) -> u32 {
        self.weights[outcome]
    }
}

#[test]
fn games_with_wrong_weights_or_stakes_break_a_law() {
    fn law<const STAKES: bool>(weights: &'static [u32]) -> &'static str {
        let game = Roll::<STAKES> {
            weights,
            is_over: false,
        };
        check_game(&game, 1).map_or_else(|broken| broken.law, |()| "")
    }
    assert_eq!(law::<true>(&[1, 2, 0]), "");
    assert_eq!(law::<true>(&[7]), "", "a single outcome is certain");
    assert!(law::<true>(&[]).contains("without moves has ended"));
    assert!(law::<true>(&[0, 0]).contains("a positive weight"));
    assert!(law::<true>(&[u32::MAX, 1]).contains("less than 2^32"));
    assert!(law::<true>(&[1, 1, 1, 1]).contains("worth more than a win"));
    assert!(law::<false>(&[1, 2]).contains("has stakes"));
    let tree: ChanceTree = "(1 {1:(2 3) 2:{-3 (4)}})".parse().unwrap();
    for seed in 0..20 {
        check_game(&tree, seed).unwrap();
        check_keyed(&tree, seed).unwrap();
        check_tactical(&tree, seed).unwrap();
    }
    let alternates = |seed| check_alternation(&tree, seed, Sides::to_move);
    (0..20).for_each(|seed| alternates(seed).unwrap());
}

/// Returns the mean of some values with these weights.
fn mean(weights: &[u32], values: &[Score]) -> Score {
    let outcomes: Vec<_> = weights.iter().map(|weight| format!("{weight}:0")).collect();
    let tree: ChanceTree = format!("{{{}}}", outcomes.join(" "))
        .parse()
        .expect("the tree is well written");
    let mut chances = Chances::of(&tree, &tree.legal_moves());
    for (index, value) in values.iter().enumerate() {
        chances.learn(index, *value, Bound::Exact);
    }
    assert_eq!(chances.least(), chances.most());
    chances.least()
}

#[test]
fn a_mean_is_rounded_symmetrically_and_wins_count_as_stakes() {
    let points = |values: &[i32]| -> Vec<Score> {
        values
            .iter()
            .map(|value| Score::centipawns(*value))
            .collect()
    };
    for (values, expected) in [([1, 2], 2), ([-1, -2], -2), ([1, -2], -1), ([2, -1], 1)] {
        assert_eq!(mean(&[1, 1], &points(&values)), Score::centipawns(expected));
    }
    assert_eq!(mean(&[1, 2], &points(&[1, 0])), Score::DRAW);
    let (win, loss) = (Score::won_in, Score::lost_in);
    assert_eq!(
        mean(&[1, 35], &[win(3), Score::DRAW]),
        Score::centipawns(28)
    );
    assert_eq!(
        mean(&[35, 1], &[win(3), Score::DRAW]),
        Score::centipawns(972)
    );
    assert_eq!(mean(&[1, 1], &[win(3), loss(4)]), Score::DRAW);
    assert_eq!(
        mean(&[1, 1], &[win(3), win(5)]),
        win(5),
        "the longest distance"
    );
    assert_eq!(mean(&[1, 1], &[loss(2), loss(8)]), loss(8));
    assert_eq!(mean(&[1, 1], &points(&[25_000, 0])), Score::centipawns(500));
}

/// A score of any kind, most of them near each other.
fn any_score(rng: &mut Rng) -> Score {
    match rng.u8(..6) {
        0 => Score::won_in(rng.u32(1..4)),
        1 => Score::lost_in(rng.u32(1..4)),
        2 => Score::centipawns(rng.i32(-1_200..1_200)),
        _ => Score::centipawns(rng.i32(-9..9)),
    }
}

#[test]
fn windows_of_outcomes_are_as_wide_as_needed_and_no_wider() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..2_000 {
        let weights: Vec<u32> = (0..3).map(|_| rng.u32(1..9)).collect();
        let tree: ChanceTree = format!("{{{}:0 {}:0 {}:0}}", weights[0], weights[1], weights[2])
            .parse()
            .unwrap();
        let mut chances = Chances::of(&tree, &tree.legal_moves());
        for index in [0, 2] {
            let [one, other] = [any_score(&mut rng), any_score(&mut rng)];
            chances.learn(index, one.min(other), Bound::AtLeast);
            chances.learn(index, one.max(other), Bound::AtMost);
        }
        let [one, other] = [any_score(&mut rng), any_score(&mut rng)];
        let Some(window) = Window::new(one.min(other), one.max(other)) else {
            continue;
        };
        if chances.outside(window).is_some() {
            continue;
        }
        let inner = chances.window(1, window);
        for _ in 0..20 {
            let score = match rng.u8(..6) {
                0 => inner.alpha(),
                1 => inner.alpha().next_above(),
                2 => inner.beta(),
                3 => inner.beta().next_below(),
                _ => any_score(&mut rng),
            };
            if score.is_infinite() {
                continue;
            }
            let mut known = chances.clone();
            known.learn(1, score, Bound::Exact);
            assert_eq!(
                score <= inner.alpha(),
                known.most() <= window.alpha(),
                "{score}"
            );
            assert_eq!(
                score >= inner.beta(),
                known.least() >= window.beta(),
                "{score}"
            );
        }
    }
}

/// Writes a random tree of players' moves and rolls in turn, with wins, draws and losses at the end.
fn game_tree(height: u32, is_roll: bool, rng: &mut Rng) -> String {
    if height == 0 {
        return [1_000, 0, -1_000][rng.usize(..3)].to_string();
    }
    let children: Vec<_> = (0..3)
        .map(|_| {
            let below = game_tree(height - 1, !is_roll, rng);
            if is_roll {
                format!("{}:{below}", rng.u8(1..4))
            } else {
                below
            }
        })
        .collect();
    let [open, close] = if is_roll { ["{", "}"] } else { ["(", ")"] };
    format!("{open}{}{close}", children.join(" "))
}

type Any = Box<dyn Strategy<ChanceTree>>;

fn best_first_searches() -> [fn() -> Any; 4] {
    [
        || Box::new(MonteCarlo::new(|_: &ChanceTree| Score::DRAW)),
        || Box::new(MonteCarlo::new(|_: &ChanceTree| Score::DRAW).solving()),
        || {
            let value = AtOnce(StaticEvaluation::new(|_: &ChanceTree| Score::DRAW));
            Box::new(
                BestFirst::of(value)
                    .expand_all()
                    .select(Puct::new(1.0))
                    .solving(),
            )
        },
        || {
            let value = AtOnce(StaticEvaluation::new(|_: &ChanceTree| Score::DRAW));
            let search = BestFirst::of(value).backing(Backing::Minimax);
            Box::new(search.select(EpsilonGreedy::new(30)))
        },
    ]
}

/// Returns the most visited move of a tree whose leaves are valued from outside, unless chance moves; and the mean at its root.
fn grown(tree: &ChanceTree, seed: u64) -> (Option<Branch>, f64) {
    let growing = Growing::new(tree, Puct::new(1.0), 8).expect("chance moves second");
    let mut growing = growing.with_seed(seed);
    for _ in 0..8_000 {
        let leaf = growing.leaf();
        assert!(!leaf.waits_for_chance());
        let moves = leaf.legal_moves();
        let result = leaf.ending(&moves).map_or(0.5, |ending| {
            let score = ending.score(0);
            0.5 + 0.5 * f64::from(score.cmp(&Score::DRAW) as i8)
        });
        growing.answer(&vec![1.0; moves.len()], result);
    }
    let visits = growing.visits().into_iter();
    let best = visits.max_by_key(|(_, visits)| *visits).map(|(mv, _)| mv);
    let best = best.filter(|_| !tree.waits_for_chance());
    (best, growing.mean())
}

#[test]
fn best_first_search_finds_the_move_of_the_highest_mean() {
    let searches = best_first_searches();
    let won: ChanceTree = "(0 {1:((1000 0) 1000) 2:1000})".parse().unwrap();
    for search in &searches[1..3] {
        let report = search().search(&won, &Limits::none().with_rounds(500));
        assert_eq!(report.reason, StopReason::Solved, "{report:?}");
        assert_eq!(
            report.best_move.map(|mv| mv.to_string()).as_deref(),
            Some("2")
        );
        assert!(report.score > Some(Score::won_in(9)));
    }
    for seed in 0..12 {
        let mut rng = Rng::with_seed(seed);
        let tree: ChanceTree = game_tree(5, seed % 4 == 0, &mut rng).parse().unwrap();
        let exact = |tree: &ChanceTree| {
            let report = Expectiminimax::new(ChanceTree::estimate).search(tree, &Limits::depth(5));
            f64::from(
                report
                    .score
                    .unwrap()
                    .as_centipawns()
                    .unwrap_or_else(|| 1_000 * report.score.unwrap().mate_in().unwrap().signum()),
            )
        };
        let (most_visited, mean) = grown(&tree, seed);
        let value = exact(&tree);
        assert!(
            (2_000.0 * mean - 1_000.0 - value).abs() < 120.0,
            "{tree}: {mean}, {value}"
        );
        let found = most_visited.map_or(value, |mv| -exact(&tree.after(mv)));
        assert!(found > value - 120.0, "{tree}: {found}, {value}");
        let limits = Limits::none().with_rounds(4_000).with_seed(seed);
        for search in &searches {
            let mut search = search();
            let report = search.search(&tree, &limits);
            if tree.waits_for_chance() {
                assert!(report.best_move.is_none() && report.line.is_empty());
                continue;
            }
            let best = report.best_move.unwrap();
            let (found, value) = (-exact(&tree.after(best)), exact(&tree));
            assert!(
                found > value - 120.0,
                "{tree}: {found}, {value}: {}",
                search.name()
            );
            let next = tree.after(best);
            assert!(
                report.line.len() == 1 || !next.waits_for_chance(),
                "a line ends at chance"
            );
            if report.reason == StopReason::Solved {
                assert!((found - value).abs() < 1e-9, "{tree}: {found}, {value}");
            }
        }
    }
}

/// Three turns of each side, with a throw of no consequence before each. The first side may begin with 0 or 1 and then only has 2; the
/// second side always has 1. Whoever began with 1 has won.
#[derive(Debug, Clone, Copy)]
struct Turns {
    plies: u8,
    is_thrown: bool,
    began: u8,
}

impl Game for Turns {
    type Move = u8;
    type Moves = Vec<u8>;
    const STAKES: Option<Stakes> = Some(Stakes::new(Score::centipawns(1_000)));

    fn legal_moves(&self) -> Vec<u8> {
        match (self.plies, self.is_thrown) {
            (_, false) => vec![8, 9],
            (0, true) => vec![0, 1],
            (plies, true) => vec![2 - plies % 2],
        }
    }

    fn after(&self, mv: u8) -> Self {
        let mut next = Self {
            is_thrown: !self.is_thrown,
            ..*self
        };
        if self.is_thrown {
            next.plies += 1;
            next.began = if self.plies == 0 { mv } else { self.began };
        }
        next
    }

    fn ending(&self, _: &[u8]) -> Option<Ending> {
        let is_over = self.plies == 6 && !self.is_thrown;
        is_over.then_some([Ending::Lost, Ending::Won][usize::from(self.began)])
    }

    fn waits_for_chance(&self) -> bool {
        !self.is_thrown
    }
}

/// A rule that keeps the most games by which AMAF counts a child above its rounds, for the root's children, which alone have these priors.
#[derive(Debug, Clone, Default)]
struct Counting(Arc<Mutex<(u32, u32)>>);

impl Selection for Counting {
    fn worth(&self, _: &Parent, child: &Child) -> f64 {
        if child.prior < 0.7 {
            let mut known = self.0.lock().expect("one thread");
            *known = (
                known.0 + 1,
                known.1.max(child.amaf.0.abs_diff(child.visits)),
            );
        }
        -f64::from(child.visits)
    }

    fn needs_amaf(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Chooses any move, and checks that the moves of a round are the two sides' in turn.
#[derive(Debug, Clone, Default)]
struct InTurn {
    learned: Arc<Mutex<u32>>,
}

impl GameMove<Turns> for InTurn {
    fn choose(&self, _: &Turns, moves: &[u8], round: &mut Round<u8>) -> u8 {
        moves[round.dice.below(moves.len())]
    }

    fn learner(&mut self) -> Option<&mut dyn Learner<Turns>> {
        Some(self)
    }

    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Learner<Turns> for InTurn {
    fn learn(&mut self, moves: &[u8], result: f64) {
        assert!(matches!(moves, [0 | 1, 1, 2, 1, 2, 1]), "{moves:?}");
        assert!(
            (result - f64::from(moves[0])).abs() < 1e-9,
            "{moves:?}: {result}"
        );
        *self.learned.lock().expect("one thread") += 1;
    }

    fn forget(&mut self) {}
}

/// RAVE and MAST count a move for the side that made it, in games with dice as well.
#[test]
fn the_moves_of_a_round_are_the_two_sides_in_turn() {
    let start = Turns {
        plies: 0,
        is_thrown: false,
        began: 0,
    };
    for position in [start, start.after(8)] {
        let (counting, in_turn) = (Counting::default(), InTurn::default());
        let games = RandomGames::new(StaticEvaluation::new(|_: &Turns| Score::DRAW));
        let search = BestFirst::of(games.choosing(in_turn.clone()));
        let mut search = search.select(counting.clone()).expand_all();
        let report = search.search(&position, &Limits::rounds(500).with_seed(1));
        assert_eq!(report.reason, StopReason::Rounds);
        assert_eq!(*in_turn.learned.lock().unwrap(), 500);
        let (seen, most) = *counting.0.lock().unwrap();
        assert!(
            seen > 500 && most == 0,
            "{seen} children seen, {most} games too many"
        );
    }
}

type Evaluated = AtOnce<StaticEvaluation<fn(&ChanceTree) -> Score>>;

fn evaluated() -> BestFirst<Evaluated> {
    BestFirst::of(AtOnce(StaticEvaluation::new(ChanceTree::estimate)))
}

fn after_rounds<S: Strategy<ChanceTree>>(mut search: S, tree: &str) -> (Option<Score>, StopReason) {
    let tree = tree.parse().expect("the tree is well written");
    let report = search.search(&tree, &Limits::rounds(3_000).with_seed(1));
    (report.score, report.reason)
}

/// The only outcome that doesn't win is never rolled.
#[test]
fn an_outcome_that_was_never_rolled_may_be_no_win() {
    let minimax = || evaluated().backing(Backing::Minimax).solving();
    for (tree, win) in [
        ("(5 {4000000000:1000 1:5})", 1_000),
        ("{4000000000:(-1000) 1:5}", -1_000),
    ] {
        let (score, reason) = after_rounds(minimax(), tree);
        assert_eq!(score, Some(Score::centipawns(win)), "{tree}");
        assert_eq!(reason, StopReason::Rounds);
    }
}

#[test]
fn proofs_leave_out_what_never_happens_and_count_from_the_root() {
    let (solving, minimax) = (
        || evaluated().solving(),
        || evaluated().backing(Backing::Minimax).solving(),
    );
    for tree in ["(5 {1:1000 0:5})", "{1:((1000)) 1:((1000) 5)}"] {
        let exact = Expectiminimax::new(ChanceTree::estimate);
        let (exact, _) = after_rounds(exact, tree);
        assert!(exact.is_some_and(Score::is_decisive), "{tree}");
        let solved = (exact, StopReason::Solved);
        assert_eq!(after_rounds(solving(), tree), solved, "{tree}");
        assert_eq!(after_rounds(minimax(), tree), solved, "{tree}");
    }
}

#[test]
fn a_best_first_search_finds_the_expectation_in_the_units_of_the_stakes() {
    for (tree, expected) in [("{1:500 1:-100}", 200), ("(-5 {3:40 1:-20 0:900})", 25)] {
        for search in [evaluated(), evaluated().backing(Backing::Minimax)] {
            let (score, _) = after_rounds(search, tree);
            let found = score.and_then(Score::as_centipawns).expect("no sure win");
            assert!((found - expected).abs() < 20, "{tree}: {found}");
        }
    }
}

#[test]
fn a_ply_of_a_best_first_search_is_a_players_move() {
    let tree: ChanceTree = "({1:({1:(7)})})".parse().unwrap();
    for (depth, deepest) in [(1, 1), (9, 3)] {
        let limits = Limits::rounds(20).with_depth(depth);
        let report = evaluated().solving().search(&tree, &limits);
        assert_eq!(report.stats.deepest_ply, deepest);
    }
    // The leaf is two moves behind the first one.
    let games = RandomGames::new(StaticEvaluation::new(ChanceTree::estimate)).plies(2);
    let limits = Limits::rounds(20).with_depth(1);
    let report = BestFirst::of(games).search(&tree, &limits);
    assert_eq!(report.score, Some(Score::centipawns(7)));
}

#[test]
fn outcomes_are_no_moves_to_choose_at_the_root() {
    let tree: ChanceTree = "{1:3 2:4}".parse().unwrap();
    let first = tree.legal_moves()[0];
    let error = Limits::none().with_root_moves(&tree, [first]).unwrap_err();
    assert_eq!(error.to_string(), "1 is not a legal move here");
    assert_eq!(Random.search(&tree, &Limits::none()).best_move, None);
}

#[test]
fn a_tree_is_kept_behind_a_move_a_reply_and_their_rolls() {
    let start = EinStein::drawn(1);
    let rolled = start.after(start.legal_moves()[3]);
    let value = AtOnce(StaticEvaluation::new(EinStein::terms()));
    let mut search = Keeping::new(BestFirst::of(value));
    let limits = Limits::rounds(5_000);
    let best = search.search(&rolled, &limits).best_move;
    let moved = rolled.after(best.expect("the game goes on"));
    let first = |position: EinStein| position.after(position.legal_moves()[0]);
    // The roll, the reply and the next roll.
    search.search(&first(first(first(moved))), &limits);
    assert!(search.visits().is_some_and(|visits| visits > 5_000));
}
