//! The sentences below a comparison.

use plywood_core::Position;
use plywood_eval::Material;
use plywood_search::games::{Branch, ChanceTree, ConnectFour, Tree};
use plywood_search::{
    AlphaBeta, Comparison, ComparisonSummary, Expectiminimax, Game, IterativeDeepening, Limits,
    Minimax, MonteCarlo, NullMove, Observer, PrincipalVariationSearch, Report, Score, Star1,
    Strategy, distinct_positions,
};
use std::collections::HashSet;

/// Compares searches on the boards after two stones; the last one scores otherwise.
fn compared(boards: usize) -> Comparison<'static, ConnectFour> {
    let start = ConnectFour::new();
    let first = start.legal_moves().into_iter().map(|mv| start.after(mv));
    let second = first.flat_map(|board| {
        board
            .legal_moves()
            .into_iter()
            .map(move |mv| board.after(mv))
    });
    let boards: Vec<ConnectFour> = second.take(boards).collect();
    let other = |board: &ConnectFour| ConnectFour::estimate(board).plus(Score::centipawns(7));
    Comparison::over(Vec::leak(boards), Limits::depth(4))
        .strategy("minimax", Minimax::new(ConnectFour::estimate))
        .strategy("same", Minimax::new(ConnectFour::estimate))
        .strategy("alpha-beta", AlphaBeta::new(ConnectFour::estimate))
        .strategy("pvs", PrincipalVariationSearch::new(ConnectFour::estimate))
        .strategy("other", Minimax::new(other))
}

fn sentences(summary: &ComparisonSummary) -> [String; 5] {
    summary.sentences().try_into().expect("there are five")
}

#[test]
fn each_row_is_compared_with_the_one_above() {
    let [same, alpha_beta, pvs, other, together] = sentences(&compared(49).run().summary());
    assert_eq!(
        same,
        "same visits as many nodes as minimax on each of 49 positions."
    );
    assert!(
        alpha_beta.starts_with("alpha-beta visits 1"),
        "{alpha_beta}"
    );
    assert!(
        alpha_beta.contains(" times fewer nodes than same ("),
        "{alpha_beta}"
    );
    assert!(
        pvs.starts_with("pvs ") && pvs.contains("alpha-beta"),
        "{pvs}"
    );
    assert!(
        other.ends_with(", and finds another value on 49."),
        "{other}"
    );
    assert_eq!(
        together,
        "The intervals are 95 % for these 4 sentences together."
    );
}

#[test]
fn a_reference_takes_the_place_of_the_row_above() {
    let summary = compared(49).against("alpha-beta").run().summary();
    let conclusions = summary.conclusions();
    assert_eq!(conclusions.len(), 4);
    for conclusion in &conclusions {
        assert_eq!(
            (conclusion.against.as_str(), conclusion.depth),
            ("alpha-beta", Some(4))
        );
        let saving = summary.at(2, Some(4)).and_then(|means| means.saving);
        assert_eq!(saving.map(|saving| saving.times), Some(1.0));
    }
    let ladder = compared(49).against("alpha-beta").ladder().run().summary();
    assert_eq!(
        ladder.conclusions(),
        compared(49).run().summary().conclusions()
    );
    // The mean and its interval are those of the ratios, position by position.
    let rows = compared(49).run().rows;
    let nodes = |number| {
        rows.iter()
            .filter(move |row| row.number == number)
            .map(|row| f64::from(u32::try_from(row.stats.nodes).expect("they're few")))
    };
    let ratios: Vec<f64> = nodes(3)
        .zip(nodes(2))
        .map(|(pvs, alpha_beta)| (pvs / alpha_beta).ln())
        .collect();
    let mean = ratios.iter().sum::<f64>() / 49.0;
    let pvs = conclusions
        .iter()
        .find(|it| it.strategy == "pvs")
        .expect("it's there");
    assert!((pvs.times.ln() - mean).abs() < 1e-9);
    let [low, high] = pvs.interval.expect("there are 49 positions").map(f64::ln);
    assert!((low.midpoint(high) - mean).abs() < 1e-9);
    let variance = ratios.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 48.0;
    // Student's 99.375 % on either side, for four sentences.
    let margin = 2.595 * (variance / pvs.independent).sqrt();
    assert!(
        ((high - low) / 2.0 / margin - 1.0).abs() < 0.02,
        "{low} {high} {margin}"
    );
}

#[test]
fn little_is_said_about_little() {
    let few = compared(5).run().summary().sentences();
    assert_eq!(
        few,
        ["Nothing follows from 5 positions; compare on six or more."]
    );
    let cut = compared(6)
        .strategy_within(
            "cut",
            Minimax::new(ConnectFour::estimate),
            Limits::nodes(20),
        )
        .run();
    assert_eq!(
        cut.summary().sentences()[4],
        "Nothing follows about cut and other: there's no depth that both finished on every position."
    );
}

/// A search that claims to visit a thousand nodes on one position and the value of the first leaf on another.
struct Claims;

impl Strategy<Tree> for Claims {
    fn name(&self) -> String {
        "claims".to_owned()
    }

    fn search_observed(
        &mut self,
        tree: &Tree,
        limits: &Limits,
        observer: &mut dyn Observer<Branch>,
    ) -> Report<Branch> {
        let mut report = Minimax::new(Tree::estimate).search_observed(tree, limits, observer);
        let value = report.score.and_then(Score::as_centipawns);
        let nodes = value.and_then(|nodes| u64::try_from(nodes).ok());
        report.stats.nodes = nodes.expect("it's positive");
        report
    }
}

/// What follows if a search visits these nodes where another one visits a thousand.
fn against_a_thousand(nodes: &[u32]) -> String {
    let tree = |nodes: &u32| format!("({nodes} 0)").parse().expect("it is well written");
    let trees: Vec<Tree> = nodes.iter().map(tree).collect();
    let thousand: Vec<Tree> = nodes.iter().map(|_| tree(&1_000)).collect();
    let rows = |trees: &[Tree], name| {
        let comparison = Comparison::over(trees, Limits::depth(1));
        comparison.strategy(name, Claims).run().rows
    };
    let mut summary = ComparisonSummary::new(vec!["old".to_owned(), "new".to_owned()]);
    for (old, mut new) in rows(&thousand, "old").into_iter().zip(rows(&trees, "new")) {
        new.number = 1;
        summary.count(&[old, new]);
    }
    summary.sentences().concat()
}

#[test]
fn equal_ratios_are_no_sample() {
    for (nodes, change) in [
        (1_000, "as many nodes as"),
        (1_090, "9.0 % more nodes than"),
        (970, "3.0 % fewer nodes than"),
        (3_000, "3.0 times as many nodes as"),
        (300, "3.3 times fewer nodes than"),
    ] {
        let sentence = against_a_thousand(&[nodes; 11]);
        let values = if nodes == 1_000 {
            ""
        } else {
            ", and finds another value on 11"
        };
        assert_eq!(
            sentence,
            format!("new visits {change} old on each of 11 positions{values}.")
        );
    }
}

#[test]
fn searches_are_alike_only_if_their_whole_interval_is() {
    let alternating = |one, other| {
        let nodes: Vec<u32> = (0..50).flat_map(|_| [one, other]).collect();
        against_a_thousand(&nodes)
    };
    let alike = alternating(995, 1_005);
    assert!(
        alike.contains("as many nodes as old, within 3 % ("),
        "{alike}"
    );
    // From 3.8 % fewer to 0.1 % more; a hundred positions would usually tell 3 % apart, and don't tell these two.
    let unlike = alternating(888, 1_084);
    assert!(
        unlike.starts_with(
            "new against old is undecided: 3.8 % fewer to 0.1 % more nodes (100 positions), and"
        ),
        "{unlike}"
    );
}

#[test]
fn where_chance_moves_rows_have_values_and_no_moves() {
    let tree: ChanceTree = "{1:(5 2) 3:(1 -3)}".parse().expect("it is well written");
    let table = Comparison::new(&tree, Limits::depth(2))
        .strategy("all", Expectiminimax::new(ChanceTree::estimate))
        .strategy("star1", Star1::new(ChanceTree::estimate))
        .against("all")
        .run();
    for row in &table {
        assert!(row.is_finished && row.best_move.is_none(), "{row:?}");
        assert_eq!(
            (row.score, row.same_value),
            (Some(Score::centipawns(2)), Some(true))
        );
    }
}

/// The different boards up to some plies after the start, found without keys.
fn boards_within(plies: u32) -> u64 {
    let mut all = HashSet::new();
    let mut last = vec![ConnectFour::new()];
    for _ in 0..plies {
        all.extend(last.iter().map(ToString::to_string));
        let next = last.iter().flat_map(|board| {
            let after = |mv| board.after(mv);
            board.legal_moves().into_iter().map(after)
        });
        last = next.collect();
    }
    all.extend(last.iter().map(ToString::to_string));
    all.len() as u64
}

#[test]
fn different_positions_are_counted_where_every_node_is_reported() {
    let (board, limits) = (ConnectFour::new(), Limits::depth(4));
    let all = boards_within(4);
    assert!(all < 1 + 7 + 49 + 343 + 2401);
    let minimax = || Minimax::new(ConnectFour::estimate);
    let count = |mut search: Box<dyn Strategy<ConnectFour>>| {
        distinct_positions(search.as_mut(), &board, &limits)
    };
    assert_eq!(count(Box::new(minimax())), Some(all));
    assert_eq!(
        count(Box::new(IterativeDeepening::new(minimax()))),
        Some(all)
    );
    assert!(count(Box::new(AlphaBeta::new(ConnectFour::estimate))) < Some(all));
    assert_eq!(
        count(Box::new(MonteCarlo::new(ConnectFour::estimate))),
        None
    );
    let start = Position::default();
    let mut bets = AlphaBeta::new(Material::default()).selectivity(NullMove::new());
    assert_eq!(distinct_positions(&mut bets, &start, &limits), None);
}
