//! Node counts of a fixed set of positions: any difference is a changed search.

use plywood_search::games::ConnectFour;
use plywood_search::{
    AlphaBeta, Aspiration, BestNode, Captures, IterativeDeepening, Killers, Limits, MonteCarlo,
    MtdF, PrincipalVariationSearch, ProofNumber, QuietHistory, SssStar, Strategy, Transpositions,
};

const POSITIONS: [&str; 4] = ["", "ddcceb", "dcbdadgef", "ddddddccab"];

fn nodes(mut strategy: impl Strategy<ConnectFour>, limits: &Limits) -> Vec<u64> {
    let search = |game: &&str| {
        let board: ConnectFour = game.parse().expect("a game of connect four");
        strategy.search(&board, limits).stats.nodes
    };
    POSITIONS.iter().map(search).collect()
}

#[test]
fn node_counts_stay_as_they_are() {
    let value = ConnectFour::estimate;
    let depth = Limits::depth(8);
    let table = || Transpositions::exact(1);
    let ordering = || (Captures, Killers::new(), QuietHistory::new());
    let aspiring = Aspiration::new(PrincipalVariationSearch::new(value).table(table()));
    let counted = [
        ("alpha-beta", nodes(AlphaBeta::new(value), &depth)),
        (
            "killers and history",
            nodes(AlphaBeta::new(value).ordering(ordering()), &depth),
        ),
        (
            "exact table",
            nodes(AlphaBeta::new(value).table(table()), &depth),
        ),
        (
            "quiescence",
            nodes(AlphaBeta::new(value).quiescence(), &depth),
        ),
        (
            "principal variation",
            nodes(
                PrincipalVariationSearch::new(value).ordering(ordering()),
                &depth,
            ),
        ),
        ("SSS*", nodes(SssStar::new(value), &depth)),
        (
            "MTD(f)",
            nodes(MtdF::new(AlphaBeta::new(value).table(table())), &depth),
        ),
        (
            "best node",
            nodes(BestNode::new(AlphaBeta::new(value).table(table())), &depth),
        ),
        (
            "aspiration",
            nodes(IterativeDeepening::new(aspiring), &depth),
        ),
        ("proof number", nodes(ProofNumber::new(), &depth)),
        (
            "Monte Carlo",
            nodes(MonteCarlo::new(value), &Limits::nodes(5_000).with_seed(1)),
        ),
    ];
    let known = [
        ("alpha-beta", vec![10_592, 92_552, 29_378, 24_555]),
        ("killers and history", vec![9_812, 4_588, 11_214, 7_153]),
        ("exact table", vec![5_575, 911, 13_756, 13_231]),
        ("quiescence", vec![11_224, 107_470, 44_565, 30_338]),
        ("principal variation", vec![9_277, 4_588, 9_812, 6_612]),
        ("SSS*", vec![9_772, 1_538, 22_850, 17_113]),
        ("MTD(f)", vec![5_175, 913, 10_410, 9_614]),
        ("best node", vec![7_175, 23_054, 11_734, 11_262]),
        ("aspiration", vec![8_511, 9, 9_104, 10_052]),
        ("proof number", vec![239_540, 8, 51_886, 12_323]),
        ("Monte Carlo", vec![5_000, 5_000, 5_000, 5_000]),
    ];
    assert_eq!(counted, known);
}
