//! Node counts of a fixed set of positions: if one changes, the behavior of a search has changed.

use plywood_search::games::ConnectFour;
use plywood_search::{
    AlphaBeta, Aspiration, BestNode, Captures, IterativeDeepening, Killers, Limits, MonteCarlo,
    MtdF, PrincipalVariation, ProofNumber, QuietHistory, SssStar, Strategy, Transpositions,
};

const POSITIONS: [&str; 4] = ["", "ddcceb", "dcbdadgef", "ddddddccab"];

fn nodes(mut strategy: impl Strategy<ConnectFour>, limits: &Limits) -> Vec<u64> {
    let search = |game: &&str| {
        let board: ConnectFour = game.parse().expect("a game of connect four");
        strategy.search(&board, limits).stats.explored
    };
    POSITIONS.iter().map(search).collect()
}

#[test]
fn node_counts_stay_as_they_are() {
    let judge = ConnectFour::estimate;
    let depth = Limits::depth(8);
    let table = || Transpositions::exact(1);
    let killers = || (Captures, (Killers::new(), QuietHistory::new()));
    assert_eq!(
        nodes(AlphaBeta::new(judge), &depth),
        [10_592, 92_552, 29_378, 24_555]
    );
    assert_eq!(
        nodes(AlphaBeta::new(judge).ordering(killers()), &depth),
        [8_647, 4_588, 11_233, 7_903]
    );
    assert_eq!(
        nodes(AlphaBeta::new(judge).table(table()), &depth),
        [5_575, 911, 13_787, 13_231]
    );
    assert_eq!(
        nodes(AlphaBeta::new(judge).quiescence(), &depth),
        [11_224, 107_470, 44_565, 30_338]
    );
    assert_eq!(
        nodes(PrincipalVariation::new(judge).ordering(killers()), &depth),
        [9_415, 4_588, 10_720, 7_170]
    );
    assert_eq!(
        nodes(SssStar::new(judge), &depth),
        [9_772, 1_538, 22_850, 17_113]
    );
    assert_eq!(
        nodes(MtdF::new(AlphaBeta::new(judge).table(table())), &depth),
        [5_175, 913, 10_410, 9_614]
    );
    assert_eq!(
        nodes(BestNode::new(AlphaBeta::new(judge).table(table())), &depth),
        [18_390, 23_054, 17_206, 17_174]
    );
    let aspiring = Aspiration::new(PrincipalVariation::new(judge).table(table()));
    assert_eq!(
        nodes(IterativeDeepening::new(aspiring), &depth),
        [8_566, 9, 9_330, 10_361]
    );
    assert_eq!(
        nodes(ProofNumber::new(), &depth),
        [239_540, 8, 51_886, 12_323]
    );
    assert_eq!(
        nodes(MonteCarlo::new(judge), &Limits::nodes(5_000).with_seed(1)),
        [5_000, 5_000, 5_000, 5_000]
    );
}
