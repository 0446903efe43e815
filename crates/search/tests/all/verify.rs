//! `verify` finds what is wrong with a search by one call, and says what it covered.

use crate::strategies::small_table;
use plywood_core::Position;
use plywood_eval::Material;
use plywood_search::games::{Column, ConnectFour, TicTacToe, Tree};
use plywood_search::laws::{Contract, Violation, verify};
use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, Aspiration, BestNode, Bound, Captures, Coverage, Evaluator,
    FixedDepth, Game, IterativeDeepening, Keyed, Killers, LateMoves, Minimax, MtdF, NullMove,
    Parallel, PositionOnly, PrincipalVariationSearch, Property, Reuse, Score, SearchState, SssStar,
    StopHandle, Stopped, Strategy, Window, WithHistory, searches_once,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Principal variation search with a table, and perhaps a flaw.
struct Mutant<G> {
    flaw: Flaw,
    claims_exactness: bool,
    evaluator: fn(&G) -> Score,
    key: fn(&G) -> u64,
    table: HashMap<u64, Entry>,
    kept: Score,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    score: Score,
    bound: Bound,
    depth: u32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Flaw {
    None,
    WindowNotNegated,
    ScoreNotNegated,
    LastMoveSkipped,
    WrongFirstBest,
    NoImproved,
    MissingUp,
    WrongBound,
    NoSecondSearch,
    ShallowProbe,
    StoredTooDeep,
    CutTooEarly,
    CutAtAlpha,
    MateFromNode,
    MateUnadjustedInTable,
    StateKept,
}

const FLAWS: [Flaw; 15] = [
    Flaw::WindowNotNegated,
    Flaw::ScoreNotNegated,
    Flaw::LastMoveSkipped,
    Flaw::WrongFirstBest,
    Flaw::NoImproved,
    Flaw::MissingUp,
    Flaw::WrongBound,
    Flaw::NoSecondSearch,
    Flaw::ShallowProbe,
    Flaw::StoredTooDeep,
    Flaw::CutTooEarly,
    Flaw::CutAtAlpha,
    Flaw::MateFromNode,
    Flaw::MateUnadjustedInTable,
    Flaw::StateKept,
];

impl<G: Keyed> Mutant<G> {
    fn new(flaw: Flaw, evaluator: fn(&G) -> Score) -> Self {
        Self {
            flaw,
            claims_exactness: true,
            evaluator,
            key: G::key,
            table: HashMap::new(),
            kept: Score::LOWEST,
        }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    fn found(&self, position: &G, depth: u32, window: Window, ply: u32) -> Option<Score> {
        let entry = self.table.get(&(self.key)(position)).filter(|_| ply > 0)?;
        let is_deep_enough =
            entry.depth == depth || self.has(Flaw::ShallowProbe) && entry.depth + 1 == depth;
        let score = if self.has(Flaw::MateUnadjustedInTable) {
            entry.score
        } else {
            entry.score.relative_to_root(ply)
        };
        (is_deep_enough && window.is_answered_by(score, entry.bound)).then_some(score)
    }

    fn keep(&mut self, position: &G, depth: u32, window: Window, (score, ply): (Score, u32)) {
        let bound = match window.bound_of(score) {
            Bound::AtMost if self.has(Flaw::WrongBound) => Bound::Exact,
            bound => bound,
        };
        let entry = Entry {
            score: if self.has(Flaw::MateUnadjustedInTable) {
                score
            } else {
                score.relative_to_node(ply)
            },
            bound,
            depth: depth + u32::from(self.has(Flaw::StoredTooDeep)),
        };
        self.table.insert((self.key)(position), entry);
    }
}

impl<G: Keyed> Mutant<G> {
    /// Searches a child, and again if a null window doesn't decide.
    fn try_move(
        &mut self,
        child: &G,
        (index, depth): (usize, u32),
        whole: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let asked = if index == 0 {
            whole
        } else {
            whole.null_at_alpha()
        };
        let negated = |window: Window, flaw| {
            if flaw == Flaw::WindowNotNegated {
                window
            } else {
                -window
            }
        };
        let sign = |score: Score, flaw| {
            if flaw == Flaw::ScoreNotNegated {
                score
            } else {
                -score
            }
        };
        let score = self.value(child, depth, negated(asked, self.flaw), state)?;
        let mut score = sign(score, self.flaw);
        let is_inside = whole.alpha() < score && score < whole.beta();
        if asked != whole && is_inside && !self.has(Flaw::NoSecondSearch) {
            state.search_again(-score);
            let again = self.value(child, depth, negated(whole, self.flaw), state)?;
            score = sign(again, self.flaw);
        }
        Ok(score)
    }

    fn search_moves(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let moves = position.legal_moves();
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let is_kept = self.has(Flaw::StateKept) && state.ply() == 0;
        let mut best = if is_kept { self.kept } else { Score::LOWEST };
        let skips = self.has(Flaw::LastMoveSkipped) && moves.len() > 1;
        for (index, &mv) in moves[..moves.len() - usize::from(skips)].iter().enumerate() {
            state.down(mv);
            let whole = Window::between(alpha, beta);
            let score = self.try_move(&position.after(mv), (index, depth - 1), whole, state)?;
            if index == 0 || !self.has(Flaw::MissingUp) {
                state.up(score);
            }
            let is_told = match self.flaw {
                Flaw::WrongFirstBest => index == 0,
                Flaw::NoImproved => false,
                _ => score > alpha,
            };
            if is_told {
                state.improved(mv, score);
            }
            best = best.max(score);
            let cuts = match self.flaw {
                Flaw::CutTooEarly => best.next_above() >= beta,
                Flaw::CutAtAlpha => best > window.alpha() && index > 0,
                _ => best >= beta,
            };
            if cuts {
                state.cutoff(index, moves.len());
                break;
            }
            alpha = alpha.max(score);
        }
        Ok(best)
    }
}

impl<G: Keyed> FixedDepth<G> for Mutant<G> {
    fn is_exact(&self) -> bool {
        self.claims_exactness
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if let Some(ending) = position.ending_in_search(&position.legal_moves()) {
            let score = state.ended(ending);
            let from_node = self.has(Flaw::MateFromNode);
            return Ok(if from_node { ending.score(0) } else { score });
        }
        if depth == 0 {
            return Ok(state.evaluate(&self.evaluator, position));
        }
        if let Some(score) = self.found(position, depth, window, state.ply()) {
            return Ok(state.saved(score, false));
        }
        let best = self.search_moves(position, depth, window, state)?;
        if state.ply() == 0 {
            self.kept = best.minus(Score::centipawns(1));
        }
        self.keep(position, depth, window, (best, state.ply()));
        Ok(best)
    }
}

impl<G: Keyed> Strategy<G> for Mutant<G> {
    searches_once!(G);

    fn new_game(&mut self) {
        self.table.clear();
    }
}

fn four(flaw: Flaw) -> Mutant<ConnectFour> {
    Mutant::new(flaw, ConnectFour::estimate)
}

fn on_connect_four(
    search: &mut dyn Strategy<ConnectFour>,
    is_exact: bool,
) -> Result<Coverage, Violation> {
    let mut minimax = Minimax::new(ConnectFour::estimate);
    let start = ConnectFour::new();
    let contract = if is_exact {
        Contract::exact(&start, &mut minimax)
    } else {
        Contract::selective(&start, &mut minimax)
    };
    verify(search, contract.keyed())
}

#[test]
fn a_search_without_a_flaw_keeps_its_contract() {
    for is_exact in [true, false] {
        let coverage = on_connect_four(&mut four(Flaw::None), is_exact);
        println!("{}", coverage.unwrap());
    }
}

#[test]
fn each_flaw_is_found_by_one_call() {
    for is_exact in [true, false] {
        for flaw in FLAWS {
            let mut mutant = four(flaw);
            mutant.claims_exactness = is_exact;
            let found = on_connect_four(&mut mutant, is_exact);
            let violation = found.expect_err(&format!("{flaw:?}, exact: {is_exact}"));
            let text = violation.to_string();
            println!("{flaw:?}: {text}");
            assert!(
                text.contains("seed 0") && text.contains("not covered"),
                "{text}"
            );
        }
    }
}

#[test]
fn a_stopped_contract_begins_no_other_search() {
    let evaluations = |stop_at: u64| {
        let (count, stop) = (Arc::new(AtomicU64::new(0)), StopHandle::new());
        let (counter, handle) = (Arc::clone(&count), stop.clone());
        let mut search = AlphaBeta::new(move |board: &ConnectFour| {
            if counter.fetch_add(1, Ordering::Relaxed) == stop_at {
                handle.stop();
            }
            board.estimate()
        });
        let mut minimax = Minimax::new(ConnectFour::estimate);
        let contract = Contract::exact(&ConnectFour::new(), &mut minimax);
        let _ = verify(&mut search, contract.stop(&stop));
        count.load(Ordering::Relaxed)
    };
    let (stopped, all) = (evaluations(1_000), evaluations(u64::MAX));
    assert!(
        (1_000..6_000).contains(&stopped) && all > 10_000,
        "{stopped} of {all}"
    );
}

#[test]
fn a_flaw_is_shown_on_a_small_written_tree() {
    let on_trees = |flaw, is_exact| {
        let (mut minimax, start) = (
            Minimax::new(Tree::estimate),
            "1".parse().expect("it is a tree"),
        );
        let contract = if is_exact {
            Contract::exact(&start, &mut minimax)
        } else {
            Contract::selective(&start, &mut minimax)
        };
        verify(&mut Mutant::new(flaw, Tree::estimate), contract.on_trees())
    };
    for is_exact in [true, false] {
        println!("{}", on_trees(Flaw::None, is_exact).unwrap());
        for flaw in FLAWS {
            // The endings of a written tree are numbers.
            if [Flaw::MateFromNode, Flaw::MateUnadjustedInTable].contains(&flaw) {
                continue;
            }
            let violation = on_trees(flaw, is_exact).expect_err(&format!("{flaw:?}"));
            println!(
                "{flaw:?}: {} {:?} {:?}",
                violation.law, violation.searches, violation.tree
            );
            let tree = violation.tree.unwrap_or_default();
            assert!((1..60).contains(&tree.len()), "{flaw:?}: {tree}");
        }
    }
}

#[test]
fn a_key_without_the_side_to_move_is_found() {
    let ending: Position = "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1".parse().unwrap();
    let of_pieces = |position: &Position| {
        let board = position.to_string();
        let pieces = board.split(' ').next().unwrap_or_default();
        pieces.bytes().fold(7, |key: u64, byte| {
            (key ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        })
    };
    let material = |position: &Position| Material::default().evaluate(position);
    for is_flawed in [true, false] {
        let mut minimax = Minimax::new(material);
        let mut search = Mutant::new(Flaw::None, material as fn(&Position) -> Score);
        if is_flawed {
            search.key = of_pieces;
        }
        let contract = Contract::exact(&ending, &mut minimax).keyed().seed(1);
        let found = verify(&mut search, contract);
        assert_eq!(found.is_err(), is_flawed, "{found:?}");
    }
}

#[test]
fn what_a_search_claims_and_never_shows_is_a_violation() {
    let start = ConnectFour::new();
    let mut minimax = Minimax::new(ConnectFour::estimate);
    let mut idle = PrincipalVariationSearch::new(ConnectFour::estimate)
        .table(small_table(Reuse::SameDepth).min_depth(9));
    let violation = verify(&mut idle, Contract::exact(&start, &mut minimax).keyed()).unwrap_err();
    assert!(
        violation.law.contains("answers of its table"),
        "{violation}"
    );
    let mut shallow =
        PrincipalVariationSearch::new(ConnectFour::estimate).selectivity(LateMoves::new());
    let violation = verify(
        &mut shallow,
        Contract::selective(&start, &mut minimax).depth(1),
    )
    .unwrap_err();
    assert!(violation.law.contains("reduced or skipped"), "{violation}");
    let pvs =
        PrincipalVariationSearch::new(ConnectFour::estimate).table(small_table(Reuse::SameDepth));
    let mut alone = Parallel::new(pvs, 2).split_depth(9);
    let violation = verify(&mut alone, Contract::exact(&start, &mut minimax).keyed()).unwrap_err();
    assert!(
        violation.law.contains("nodes of another thread"),
        "{violation}"
    );
}

/// Fail-soft alpha-beta by a function that shows no node below the root, as a search in another language; perhaps with a flaw.
struct Hidden(Flaw);

impl Hidden {
    fn found(&self, board: &ConnectFour, depth: u32, window: Window, ply: u32) -> Score {
        let moves = board.legal_moves();
        if let Some(ending) = board.ending_in_search(&moves) {
            return ending.score(ply);
        }
        if depth == 0 {
            return board.estimate();
        }
        let (mut alpha, mut best) = (window.alpha(), Score::LOWEST);
        let skips = usize::from(self.0 == Flaw::LastMoveSkipped && moves.len() > 1);
        for &mv in &moves[..moves.len() - skips] {
            let below = -Window::between(alpha, window.beta());
            let score = -self.found(&board.after(mv), depth - 1, below, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            let cuts_early = self.0 == Flaw::CutTooEarly && best.next_above() >= window.beta();
            if cuts_early || best >= window.beta() {
                break;
            }
        }
        match self.0 {
            Flaw::ScoreNotNegated => -best,
            _ => best,
        }
    }
}

impl FixedDepth<ConnectFour> for Hidden {
    fn value(
        &mut self,
        board: &ConnectFour,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, Column>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        let moves = board.legal_moves();
        if let Some(ending) = board.ending_in_search(&moves) {
            return Ok(state.ended(ending));
        }
        if depth == 0 || state.ply() > 0 {
            let score = self.found(board, depth, window, state.ply());
            if depth == 0 {
                return Ok(state.evaluated(score));
            }
            return Ok(state.pruned(score, "hidden"));
        }
        let (mut alpha, mut best) = (window.alpha(), Score::LOWEST);
        for (index, &mv) in moves.iter().enumerate() {
            state.down(mv);
            let below = -Window::between(alpha, window.beta());
            let score = -self.value(&board.after(mv), depth - 1, below, state)?;
            state.up(score);
            if score > best {
                best = score;
                state.improved(mv, score);
            }
            if best >= window.beta() {
                state.cutoff(index, moves.len());
                break;
            }
            alpha = alpha.max(best);
        }
        Ok(best)
    }
}

impl Strategy<ConnectFour> for Hidden {
    searches_once!(ConnectFour);
}

#[test]
fn a_search_that_hides_its_nodes_is_verified_by_its_values() {
    let start = ConnectFour::new();
    for flaw in [
        Flaw::None,
        Flaw::ScoreNotNegated,
        Flaw::LastMoveSkipped,
        Flaw::CutTooEarly,
    ] {
        let mut minimax = Minimax::new(ConnectFour::estimate);
        let contract = Contract::exact(&start, &mut minimax).keyed().opaque();
        let found = verify(&mut Hidden(flaw), contract);
        assert_eq!(found.is_ok(), flaw == Flaw::None, "{flaw:?}: {found:?}");
        if let Ok(coverage) = found {
            assert!(coverage.of(Property::Minimax) > 0 && coverage.of(Property::Contracts) > 0);
        }
    }
}

/// Returns the library's exact searches, with every kind of part.
fn exact<G>(evaluator: fn(&G) -> Score) -> Vec<Box<dyn Strategy<G>>>
where
    G: Keyed<Move: Send + Sync> + Sync + 'static,
{
    let pvs = || PrincipalVariationSearch::new(evaluator).ordering(Killers::new());
    let table = || pvs().table(small_table(Reuse::SameDepth));
    vec![
        Box::new(Minimax::new(evaluator)),
        Box::new(AlphaBetaFailHard::new(evaluator)),
        Box::new(AlphaBeta::new(evaluator).table(small_table(Reuse::SameDepth))),
        Box::new(MtdF::new(table())),
        Box::new(IterativeDeepening::new(BestNode::new(table()))),
        Box::new(IterativeDeepening::new(Aspiration::new(table()))),
        Box::new(Parallel::new(table(), 2).split_depth(2)),
        Box::new(SssStar::new(evaluator)),
        Box::new(pvs()),
    ]
}

#[test]
fn the_librarys_searches_keep_their_contracts() {
    let (four, ttt) = (ConnectFour::new(), TicTacToe::new());
    let draw: fn(&TicTacToe) -> Score = |_| Score::DRAW;
    let mut proofs = 0;
    for seed in 0..1 {
        for mut search in exact(ConnectFour::estimate) {
            let mut minimax = Minimax::new(ConnectFour::estimate);
            let contract = Contract::exact(&four, &mut minimax)
                .keyed()
                .seed(seed)
                .games(2);
            verify(&mut *search, contract)
                .unwrap_or_else(|error| panic!("{}: {error}", search.name()));
        }
        for mut search in exact(Tree::estimate) {
            let mut minimax = Minimax::new(Tree::estimate);
            let contract = Contract::exact(&"1".parse().unwrap(), &mut minimax)
                .seed(seed)
                .on_trees();
            verify(&mut *search, contract)
                .unwrap_or_else(|error| panic!("{}: {error} {:?}", search.name(), error.tree));
        }
        for mut search in exact(draw) {
            let mut minimax = Minimax::new(draw);
            let contract = Contract::exact(&ttt, &mut minimax)
                .keyed()
                .seed(seed)
                .depth(6)
                .games(2);
            let coverage = verify(&mut *search, contract)
                .unwrap_or_else(|error| panic!("{}: {error}", search.name()));
            proofs += coverage.of(Property::Proofs);
        }
    }
    assert!(proofs > 0);
}

#[test]
fn selective_searches_and_quiescence_keep_their_contracts() {
    let middlegame = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5";
    let position: Position = middlegame.parse().unwrap();
    let mut minimax = Minimax::new(Material::default()).quiescence();
    let pvs = || {
        PrincipalVariationSearch::new(Material::default())
            .quiescence()
            .ordering((Captures, Killers::new()))
    };
    let mut exact = pvs().table(small_table(Reuse::SameDepth));
    let contract = Contract::exact(&position, &mut minimax)
        .keyed()
        .with_passes();
    let coverage = verify(&mut exact, contract.games(2)).unwrap();
    assert!(coverage.of(Property::StandPats) > 0, "{coverage}");
    let parts = (NullMove::new(), LateMoves::new());
    let selective = pvs()
        .table(small_table(Reuse::SameDepthOrDeeper))
        .selectivity(parts);
    let contract = Contract::selective(&position, &mut minimax)
        .keyed()
        .with_passes();
    let coverage = verify(&mut IterativeDeepening::new(selective), contract.games(2)).unwrap();
    let shown = [
        Property::Prunings,
        Property::Steps,
        Property::Reductions,
        Property::DeeperHits,
    ];
    for property in shown {
        assert!(coverage.of(property) > 0, "{property:?}: {coverage}");
    }
}

#[test]
fn repetition_is_verified() {
    let material = || PositionOnly(Material::default());
    let ending: Position = "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1".parse().unwrap();
    let mut minimax = Minimax::new(material());
    let contract = Contract::exact(&WithHistory::new(ending), &mut minimax).keyed();
    let mut search = IterativeDeepening::new(AlphaBeta::new(material()));
    let coverage = verify(&mut search, contract.depth(5).games(3)).unwrap();
    assert!(coverage.of(Property::Repetitions) > 0, "{coverage}");
}
