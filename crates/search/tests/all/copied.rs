//! The source of a strategy, compiled unchanged outside of the crate, takes every part and searches the same nodes.
#![expect(unreachable_pub, reason = "in the crate they are public")]

use plywood_core::Position;
use plywood_eval::Material;
use plywood_search::{
    AlphaBeta, Aspiration, Captures, FixedDepth, IterativeDeepening, Killers, LateMoves, Limits,
    NullMove, PrincipalVariationSearch, QuietHistory, Strategy, Transpositions,
};

#[path = "../../src/strategies/alpha_beta.rs"]
mod alpha_beta;
#[path = "../../src/strategies/negamax.rs"]
mod negamax;
#[path = "../../src/strategies/principal_variation.rs"]
mod principal_variation;

const TACTICAL: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Compares one composition of the copy and of the original.
macro_rules! both {
    ($copy:ident, $original:ident $(.$part:ident($($value:expr),*))*) => {{
        let copy = $copy::new(Material::default())$(.$part($($value),*))*;
        let original = $original::new(Material::default())$(.$part($($value),*))*;
        compare(copy, original);
    }};
}

fn compare(
    copy: impl FixedDepth<Position> + 'static,
    original: impl FixedDepth<Position> + 'static,
) {
    let position: Position = TACTICAL.parse().expect(TACTICAL);
    let deepened = |search| {
        let mut search = IterativeDeepening::new(Aspiration::new(search));
        let report = search.search(&position, &Limits::depth(4));
        (
            report.line,
            report.score,
            report.stats,
            report.is_exact,
            search.name(),
        )
    };
    assert_eq!(
        deepened(Box::new(copy) as Box<dyn FixedDepth<Position>>),
        deepened(Box::new(original))
    );
}

#[test]
fn a_copied_search_takes_every_part() {
    use alpha_beta::AlphaBeta as Copied;
    use principal_variation::PrincipalVariationSearch as CopiedPvs;

    both!(Copied, AlphaBeta);
    both!(
        Copied,
        AlphaBeta
            .quiescence()
            .ordering((Captures, Killers::new(), QuietHistory::new()))
            .table(Transpositions::exact(1))
            .selectivity((NullMove::new(), LateMoves::new()))
    );
    both!(
        CopiedPvs,
        PrincipalVariationSearch
            .quiescence()
            .ordering((Captures, Killers::new()))
            .table(Transpositions::reusing_deeper(1))
            .selectivity(LateMoves::after(2))
    );
}

#[test]
fn a_copied_search_without_parts_is_the_original() {
    use negamax::Negamax as Copied;
    let position: Position = TACTICAL.parse().unwrap();
    let report = Copied::new(Material::default()).search(&position, &Limits::depth(2));
    let original = plywood_search::Negamax::new(Material::default());
    assert_eq!(
        report.stats,
        original.clone().search(&position, &Limits::depth(2)).stats
    );
    assert_eq!(Strategy::<Position>::name(&original), "negamax");
}
