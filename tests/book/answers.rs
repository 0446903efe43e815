//! The answers to the exercises, by chapter.

use std::collections::HashSet;

use plywood::search::games::{Branch, ChanceTree, ConnectFour, Tree};
use plywood::search::{
    Bound, Chances, Ending, Event, Expectiminimax, MoveOrdering, MovePriority, Observer,
    StopReason, TreeRecorder, Window,
};
use plywood::{
    AlphaBeta, Game, IterativeDeepening, Limits, Material, Minimax, MtdF, Position,
    PrincipalVariationSearch, San, Score, Strategy, Transpositions,
};

fn tree(text: &str) -> Tree {
    text.parse().expect("the tree is well written")
}

/// Returns the leaves that a strategy visits, from the root's point of view.
fn leaves(mut strategy: impl Strategy<Tree>, text: &str) -> Vec<i32> {
    #[derive(Default)]
    struct Leaves {
        ply: i32,
        numbers: Vec<i32>,
    }
    impl Observer<Branch> for Leaves {
        fn observe(&mut self, event: Event<'_, Branch>) {
            match event {
                Event::Enter { .. } => self.ply += 1,
                Event::Leaf(score) => {
                    let number = score.as_centipawns().expect("trees hold points");
                    // The root is entered first; a leaf of Min's has the other point of view.
                    let sign = if self.ply % 2 == 1 { 1 } else { -1 };
                    self.numbers.push(sign * number);
                }
                Event::Leave(_) => self.ply -= 1,
                _ => {}
            }
        }
    }
    let mut leaves = Leaves::default();
    strategy.search_observed(&tree(text), &Limits::depth(9), &mut leaves);
    leaves.numbers
}

fn alpha_beta(text: &str) -> Vec<i32> {
    leaves(AlphaBeta::new(Tree::estimate), text)
}

fn value(text: &str) -> i32 {
    let report = Minimax::new(Tree::estimate).search(&tree(text), &Limits::depth(9));
    let score = report.score.expect("the search came to its end");
    score.as_centipawns().expect("trees hold points")
}

/// A number of sticks, of which the side to move takes up to three, and the result for it without any.
#[derive(Clone)]
pub(crate) struct Sticks(pub(crate) u8, pub(crate) Ending);

impl Game for Sticks {
    type Move = u8;
    type Moves = Vec<u8>;

    fn legal_moves(&self) -> Vec<u8> {
        (1..=self.0.min(3)).collect()
    }

    fn after(&self, taken: u8) -> Self {
        Self(self.0 - taken, self.1)
    }

    fn ending(&self, moves: &[u8]) -> Option<Ending> {
        moves.is_empty().then_some(self.1)
    }
}

pub(crate) fn lost_sticks(at_the_end: Ending) -> Vec<u8> {
    let is_lost = |sticks: &u8| {
        let game = Sticks(*sticks, at_the_end);
        let report = Minimax::new(|_: &Sticks| Score::DRAW).search(&game, &Limits::depth(13));
        report.score < Some(Score::DRAW)
    };
    (1..=12).filter(is_lost).collect()
}

#[test]
fn sticks_1_the_last_one_loses() {
    // Without sticks, the opponent took the last one: the side to move has won.
    assert_eq!(lost_sticks(Ending::Won), [1, 5, 9]);
    assert_eq!(lost_sticks(Ending::Lost), [4, 8, 12]);
}

fn perft<G: Game>(game: &G, depth: u32) -> usize {
    let moves = game.legal_moves();
    match depth {
        0 => 1,
        _ => moves
            .iter()
            .map(|&mv| perft(&game.after(mv), depth - 1))
            .sum(),
    }
}

#[test]
fn sticks_2_three_moves_with_five() {
    assert_eq!(perft(&Sticks(5, Ending::Lost), 3), 10);
}

#[test]
fn sticks_3_laws_know_no_rules_but_counts_do() {
    /// Every move takes one stick.
    #[derive(Clone)]
    struct OneAtATime(Sticks);
    impl Game for OneAtATime {
        type Move = u8;
        type Moves = Vec<u8>;
        fn legal_moves(&self) -> Vec<u8> {
            self.0.legal_moves()
        }
        fn after(&self, _taken: u8) -> Self {
            Self(self.0.after(1))
        }
        fn ending(&self, moves: &[u8]) -> Option<Ending> {
            self.0.ending(moves)
        }
    }
    let (twelve, wrong) = (
        Sticks(12, Ending::Lost),
        OneAtATime(Sticks(12, Ending::Lost)),
    );
    // It is a game, so it obeys the laws.
    assert_eq!(
        plywood::search::laws::check_game(&wrong, 1).map_err(|law| law.law),
        Ok(())
    );
    // The counts of the chapter differ from the fifth move on.
    let counts = [4, 5].map(|depth| (perft(&twelve, depth), perft(&wrong, depth)));
    assert_eq!(counts, [(81, 81), (222, 243)]);
}

#[test]
fn greedy_1_the_pawn_is_free() {
    let fen = "4k3/p7/3p4/8/8/6Q1/8/4K3 w - - 0 1";
    let as_it_stands = Score::centipawns(950 - 200);
    for (depth, mv) in [(1, "Qxd6"), (2, "Qxd6"), (3, "Qa3"), (4, "Qa3")] {
        let (found, score) = minimax(fen, depth);
        assert_eq!(found, mv, "depth {depth}");
        let a_pawn_more = as_it_stands.plus(Score::centipawns(100));
        assert_eq!(score, Some(a_pawn_more), "depth {depth}");
    }
}

fn minimax(fen: &str, depth: u32) -> (String, Option<Score>) {
    let position: Position = fen.parse().unwrap();
    let report = Minimax::new(Material::default()).search(&position, &Limits::depth(depth));
    (
        position.san(report.best_move.unwrap()).to_string(),
        report.score,
    )
}

#[test]
fn greedy_2_an_exchange_of_three_captures() {
    // Knight takes pawn, knight takes knight, rook takes knight: the third capture makes the first one right.
    let fen = "6k1/8/5n2/3p4/8/2N5/8/3R2K1 w - - 0 1";
    let takes = "Nxd5";
    assert_ne!(minimax(fen, 2).0, takes);
    assert_eq!(minimax(fen, 4).0, takes);
    assert!(minimax(fen, 4).1 > minimax(fen, 2).1);
}

#[test]
fn greedy_3_the_score_before_and_after_the_capture() {
    let fen = "4k3/2p5/3p4/8/8/6Q1/8/4K3 w - - 0 1";
    let as_it_stands = Score::centipawns(950 - 200);
    assert_eq!(minimax(fen, 2).1, Some(as_it_stands), "nothing is taken");
    assert_eq!(
        minimax(fen, 1).1,
        Some(as_it_stands.plus(Score::centipawns(100))),
        "a pawn is counted that is lost again"
    );
}

#[test]
fn minimax_1_and_2_values() {
    assert_eq!(value("((5 9) (4 7) (8 2))"), 5);
    // If Min moves first, the numbers change their signs, and so does the value: of 9, 7 and 8, Min chooses 7.
    assert_eq!(-value("((-5 -9) (-4 -7) (-8 -2))"), 7);
    assert_eq!(value("(((5 1) (3 9)) ((2 6) (8 7)))"), 6);
}

#[test]
fn minimax_3_counts() {
    let powers = (0..=5).map(|ply| 4_u32.pow(ply));
    assert_eq!((4_u32.pow(5), powers.sum::<u32>()), (1024, 1365));
}

#[test]
fn judge_1_the_smallest_proof() {
    let text = "((5 9) (4 7) (8 2))";
    let minimal = plywood::search::minimal_leaves(&tree(text), 2, &Tree::estimate);
    assert_eq!((minimal, alpha_beta(text).len()), (4, 5));
}

#[test]
fn judge_2_equality() {
    // Alpha-beta leaves out the last leaf of both; without a cutoff at equality only that of the second one.
    assert_eq!(alpha_beta("(1 (1 0))"), [1, 1]);
    assert_eq!(alpha_beta("(1 (0 1))"), [1, 0]);
}

#[test]
fn judge_3_a_proof_of_three_leaves() {
    assert_eq!(alpha_beta("((0 1) (0 -5))"), [0, 1, 0]);
    assert_eq!(value("((0 1) (0 -5))"), 0);
}

#[test]
fn alpha_beta_1_leaves() {
    assert_eq!(alpha_beta("((5 9) (4 7) (8 2))"), [5, 9, 4, 8, 2]);
    assert_eq!(alpha_beta("((8 2) (5 9) (4 7))"), [8, 2, 5, 9, 4]);
}

#[test]
fn alpha_beta_2_three_plies() {
    assert_eq!(
        alpha_beta("(((1 4) (6 8)) ((5 3) (2 9)))"),
        [1, 4, 6, 5, 3, 2, 9]
    );
}

#[test]
fn alpha_beta_3_five_leaves() {
    assert_eq!(alpha_beta("((3 12 8) (2 4 6) (2 14 5))"), [3, 12, 8, 2, 2]);
    // Three leaves prove the value of the best move, and each other move needs one to refute it.
}

/// Numbers below a bound, the same ones in every run.
pub(crate) fn chances() -> impl FnMut(u32) -> u32 {
    let mut state = 1_u64;
    move |below: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u32::try_from(state >> 33).unwrap() % below
    }
}

/// A tree as written in the chapter.
pub(crate) enum Written {
    Leaf(i32),
    Node(Vec<Written>),
}

impl Written {
    pub(crate) fn random(plies: u32, chance: &mut impl FnMut(u32) -> u32) -> Self {
        if plies == 0 {
            return Self::Leaf(i32::try_from(chance(20)).unwrap());
        }
        let branches = 1 + chance(4);
        Self::Node(
            (0..branches)
                .map(|_| Self::random(plies - 1, chance))
                .collect(),
        )
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Leaf(points) => points.to_string(),
            Self::Node(branches) => {
                let texts: Vec<String> = branches.iter().map(Self::text).collect();
                format!("({})", texts.join(" "))
            }
        }
    }

    /// The rule of the chapter: windows are passed down, values return, and moves are crossed out once alpha is not below beta.
    fn by_hand(
        &self,
        is_max: bool,
        (mut alpha, mut beta): (i32, i32),
        visited: &mut Vec<i32>,
    ) -> i32 {
        let branches = match self {
            Self::Leaf(points) => {
                visited.push(*points);
                return *points;
            }
            Self::Node(branches) => branches,
        };
        let mut value = if is_max { i32::MIN } else { i32::MAX };
        for branch in branches {
            let found = branch.by_hand(!is_max, (alpha, beta), visited);
            if is_max {
                value = value.max(found);
                alpha = alpha.max(found);
            } else {
                value = value.min(found);
                beta = beta.min(found);
            }
            if alpha >= beta {
                break;
            }
        }
        value
    }
}

/// Alpha-beta in negamax form that passes down the window by this rule: its value, and the leaves it visits.
fn with_window(text: &str, below: fn(i32, i32) -> (i32, i32)) -> (i32, usize) {
    fn search(
        node: &Tree,
        (mut alpha, beta): (i32, i32),
        below: fn(i32, i32) -> (i32, i32),
        leaves: &mut usize,
    ) -> i32 {
        let moves = node.legal_moves();
        if moves.is_empty() {
            *leaves += 1;
            return node.estimate().as_centipawns().expect("trees hold points");
        }
        let mut best = -1_000;
        for mv in moves {
            best = best.max(-search(&node.after(mv), below(alpha, beta), below, leaves));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }
    let mut leaves = 0;
    let value = search(&tree(text), (-1_000, 1_000), below, &mut leaves);
    (value, leaves)
}

#[test]
fn alpha_beta_with_mixed_views() {
    let mut chance = chances();
    let (mut wrong, mut fewer) = (0, 0);
    for _ in 0..300 {
        let text = Written::random(3, &mut chance).text();
        let all = leaves(Minimax::new(Tree::estimate), &text).len();
        let right = with_window(&text, |alpha, beta| (-beta, -alpha));
        assert_eq!(right, (value(&text), alpha_beta(&text).len()), "{text}");
        // As it is: every value is right, and every leaf is visited.
        assert_eq!(
            with_window(&text, |alpha, beta| (alpha, beta)),
            (value(&text), all),
            "{text}"
        );
        // Swapped without signs: it cuts off wildly.
        let nonsense = with_window(&text, |alpha, beta| (beta, alpha));
        wrong += usize::from(nonsense.0 != value(&text));
        fewer += usize::from(nonsense.1 < right.1);
    }
    assert!(
        wrong > 90 && fewer > 90,
        "{wrong} values are wrong, {fewer} are cheaper"
    );
}

#[test]
fn alpha_beta_4_the_rule_by_hand_predicts_the_leaves() {
    let mut chance = chances();
    for round in 0..1_000 {
        let written = Written::random(2 + round % 3, &mut chance);
        let text = written.text();
        let mut visited = Vec::new();
        let by_hand = written.by_hand(true, (i32::MIN, i32::MAX), &mut visited);
        assert_eq!(
            (by_hand, visited),
            (value(&text), alpha_beta(&text)),
            "{text}"
        );
    }
}

#[test]
fn the_trees_of_the_glossary() {
    let glossary = include_str!("../../GLOSSARY.md");
    let plain = "((3 12 8) (2 4 6) (14 5 2))";
    let ordered = "((3 12 8) (2 4 6) (2 14 5))";
    let again = "(((3 1) (5 2)) ((9 7) (5 12)))";
    for tree in [plain, ordered, again] {
        assert!(glossary.contains(tree), "{tree}");
    }
    assert_eq!(alpha_beta(plain), [3, 12, 8, 2, 14, 5, 2]);
    assert_eq!((alpha_beta(ordered).len(), searched_again(again)), (5, 1));
}

/// The trébuchet: the side to move loses.
#[test]
fn the_zugzwang_of_the_glossary() {
    for (side, loses) in [("w", "white"), ("b", "black")] {
        let position: Position = format!("8/8/8/3pK3/2kP4/8/8/8 {side} - - 0 1")
            .parse()
            .unwrap();
        let mut engine = plywood::Engine::new().hash_megabytes(16);
        let score = engine.search(&position, &Limits::depth(16)).score;
        assert!(score < Some(Score::centipawns(-300)), "{loses}: {score:?}");
    }
}

#[test]
fn ordering_1_and_2_best_and_worst() {
    assert_eq!(alpha_beta("((5 9) (4 7) (2 8))").len(), 4);
    assert_eq!(alpha_beta("((8 2) (7 4) (9 5))").len(), 6);
}

#[test]
fn ordering_3_best_looking_first() {
    struct BestLooking;
    impl MoveOrdering<Tree> for BestLooking {
        fn rank(&self, tree: &Tree, mv: Branch, _ply: u32) -> MovePriority {
            let for_opponent = tree.after(mv).estimate().as_centipawns();
            MovePriority::quiet(1_000 - for_opponent.unwrap_or(0))
        }
    }
    let text = "(2(1 3) 9(8 9))";
    let ordered = AlphaBeta::new(Tree::estimate).ordering(BestLooking);
    assert_eq!(
        (alpha_beta(text).len(), leaves(ordered, text).len()),
        (4, 3)
    );
}

#[test]
fn deepening_1_shares() {
    // The last iteration is 1 of 1 + 1/6 + 1/36 + ..., which is 6/5; with a factor of 2 it is 1 of 2.
    let share = |factor: f64| 1.0 / (0..60).map(|back| factor.powi(-back)).sum::<f64>();
    assert!((share(6.0) - 5.0 / 6.0).abs() < 1e-9 && (share(2.0) - 0.5).abs() < 1e-9);
}

#[test]
fn deepening_2_and_3_what_is_reached() {
    let costs = [10, 60, 360, 2_160];
    let sums = costs.iter().scan(0, |sum, cost| {
        *sum += cost;
        Some(*sum)
    });
    assert_eq!(sums.filter(|sum| *sum <= 1_000).count(), 3);

    let mut search = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
    let report = search.search(&ConnectFour::new(), &Limits::nodes(10_000));
    assert_eq!(report.reason, StopReason::Nodes);
    assert_eq!(u32::try_from(report.iterations.len()), Ok(report.depth));
}

#[test]
fn tables_1_which_windows_an_entry_answers() {
    let answers = |alpha, beta| {
        let window = Window::new(Score::centipawns(alpha), Score::centipawns(beta)).unwrap();
        window.is_answered_by(Score::centipawns(3), Bound::AtMost)
    };
    assert_eq!(
        [answers(1, 2), answers(3, 8), answers(4, 5)],
        [false, true, true]
    );
}

#[test]
fn tables_2_and_3_paths_and_values() {
    let position: Position = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1".parse().unwrap();
    let mut keys = HashSet::new();
    let mut paths = 0;
    for mv in position.legal_moves() {
        let after = Game::after(&position, mv);
        for answer in after.legal_moves() {
            paths += 1;
            keys.insert(Game::after(&after, answer).key());
        }
    }
    assert_eq!(
        (paths, keys.len()),
        (15, 15),
        "no path of two plies meets another"
    );

    let limits = Limits::depth(6);
    let plain = AlphaBeta::new(ConnectFour::estimate).search(&ConnectFour::new(), &limits);
    let mut tabled = AlphaBeta::new(ConnectFour::estimate).table(Transpositions::exact(1));
    let report = tabled.search(&ConnectFour::new(), &limits);
    assert_eq!(report.score, plain.score);
    assert!(report.stats.nodes < plain.stats.nodes);
}

fn searched_again(text: &str) -> u64 {
    let mut pvs = PrincipalVariationSearch::new(Tree::estimate);
    pvs.search(&tree(text), &Limits::depth(9)).stats.researches
}

#[test]
fn null_windows_1_and_2_again() {
    // 5 is better than 3, and 7 is better than 5: both are searched again.
    assert_eq!(searched_again("((3 9) (5 6) (7 8))"), 2);
    let ordered = "((7 8 9) (5 6 6) (3 9 9))";
    assert_eq!(searched_again(ordered), 0);
    let pvs = leaves(PrincipalVariationSearch::new(Tree::estimate), ordered);
    assert_eq!(pvs, alpha_beta(ordered));
}

#[test]
fn null_windows_3_nothing_inside() {
    assert_eq!((3 + 1..4).count(), 0);
}

#[test]
fn passes_1_and_2_every_guess_finds_the_value() {
    for text in [
        "((5 9) (4 7) (8 2))",
        "(((1 4) (6 8)) ((5 3) (2 9)))",
        "(7)",
    ] {
        let guesses = (-20..=20).map(Score::centipawns);
        for guess in guesses.chain([Score::LOWEST, Score::HIGHEST]) {
            let mut search = MtdF::new(AlphaBeta::new(Tree::estimate)).guessing(guess);
            let report = search.search(&tree(text), &Limits::depth(9));
            let found = report.score.and_then(Score::as_centipawns);
            assert_eq!(found, Some(value(text)), "{text} from {guess}");
        }
    }
    let mut recorder = TreeRecorder::new(100);
    let mut search = MtdF::new(AlphaBeta::new(Tree::estimate)).guessing(Score::centipawns(4));
    search.search_observed(
        &tree("((5 9) (4 7) (8 2))"),
        &Limits::depth(2),
        &mut recorder,
    );
    let passes = recorder.passes().iter();
    let asked = passes.map(|pass| (Some(pass.window.beta()), pass.nodes[0].score));
    let asked: Vec<_> = asked
        .map(|(asked, found)| [asked, found].map(|score| score.and_then(Score::as_centipawns)))
        .collect();
    assert_eq!(asked, [[Some(4), Some(5)], [Some(6), Some(5)]]);
}

#[test]
fn passes_3_halves() {
    assert_eq!(2_001_u32.next_power_of_two().ilog2(), 11);
}

#[test]
fn dice_1_a_bet_against_two_points() {
    let bet: ChanceTree = "(2 {1:9 2:(-3 0)})".parse().unwrap();
    let found = Expectiminimax::new(ChanceTree::estimate).search(&bet, &Limits::depth(3));
    assert_eq!(found.score, Some(Score::centipawns(2)));
    assert_eq!(found.line.to_string(), "1");
    assert_eq!(value("(2 (9 -3))"), 2);
    let second = Expectiminimax::new(ChanceTree::estimate)
        .search(&bet.after(bet.legal_moves()[1]), &Limits::depth(2));
    assert_eq!(second.score, Some(Score::centipawns(-1)), "for Min");
}

#[test]
fn dice_2_two_wins_after_a_loss() {
    // In these trees a win is worth 1,000 points, ten times as many.
    let roll: ChanceTree = "{0 0 0}".parse().unwrap();
    let mut chances = Chances::of(&roll, &roll.legal_moves());
    let window = Window::new(Score::centipawns(200), Score::HIGHEST).unwrap();
    let first = chances.window(0, window);
    assert_eq!(first.alpha(), Score::LOWEST, "even a loss leaves a chance");
    chances.learn(0, Score::centipawns(-1_000), Bound::Exact);
    assert_eq!(chances.outside(window), None);
    chances.learn(1, Score::centipawns(-1_000), Bound::Exact);
    assert_eq!(chances.outside(window), Some(Score::centipawns(-333)));
}

#[test]
fn horizon_1_and_2_noisy_answers() {
    let score = |text: &str| {
        let (tree, limits) = (tree(text), Limits::depth(1));
        let blind = AlphaBeta::new(Tree::estimate).search(&tree, &limits).score;
        let seeing = AlphaBeta::new(Tree::estimate)
            .quiescence()
            .search(&tree, &limits)
            .score;
        [blind, seeing].map(|score| score.and_then(Score::as_centipawns))
    };
    assert_eq!(score("(9(!-5 9) 1(1 2))"), [Some(9), Some(1)]);
    // A quiet answer is not seen.
    assert_eq!(score("(9(-5 9) 1(1 2))"), [Some(9), Some(9)]);
}

#[test]
fn horizon_3_captures_of_the_queen() {
    let position: Position = "4k3/1pp2p2/p2p2p1/4p3/8/4P1Q1/5PPP/6K1 w - - 0 1"
        .parse()
        .unwrap();
    let captures = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| position.is_capture(mv));
    let written: Vec<String> = captures.map(|mv| position.san(mv).to_string()).collect();
    assert_eq!(written, ["Qxe5+", "Qxg6"], "pawns defend both");
}
