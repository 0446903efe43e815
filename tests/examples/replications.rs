//! The experiments of docs/replications.md in their short form: what is exact in them holds.

use crate::run;

/// The numbers of the lines that begin with one, cell by cell.
fn numbers(experiment: &str) -> Vec<Vec<f64>> {
    let text = run("replications", &[experiment]).unwrap();
    let cells = |line: &str| -> Option<Vec<f64>> {
        let words = line.split(|sign: char| sign.is_whitespace() || "[],%".contains(sign));
        let words = words.filter(|word| !word.is_empty());
        words.map(|word| word.parse().ok()).collect()
    };
    let rows: Vec<_> = text
        .lines()
        .filter_map(cells)
        .filter(|row| !row.is_empty())
        .collect();
    assert!(rows.len() > 1, "{text}");
    rows
}

#[test]
fn ordered_trees_are_minimal() {
    for row in numbers("knuth-moore") {
        let [_, _, minimal, visited, growth, low, high, pearl, ..] = row[..] else {
            panic!("{row:?}");
        };
        assert!((minimal - visited).abs() < 0.5, "{row:?}");
        assert!(low < growth && growth < high && growth < row[0], "{row:?}");
        // What is counted, what the definition gives, and what the paper proves: its bound is one.
        let [shallow, low, high, limit, bound] = row[8..] else {
            panic!("{row:?}");
        };
        assert!(
            growth < shallow && pearl < limit && limit < bound,
            "{row:?}"
        );
        assert!(low < bound && high >= limit, "{row:?}");
    }
}

#[test]
fn sss_star_is_mtd_f_from_above_and_never_more_than_alpha_beta() {
    for row in numbers("sss-star") {
        let [_, _, trees, never_more, same, ratio, ..] = row[..] else {
            panic!("{row:?}");
        };
        assert!(trees > 9.0 && (trees - never_more).abs() < 0.5 && (trees - same).abs() < 0.5);
        assert!(ratio > 1.0, "{row:?}");
    }
}

#[test]
fn errors_of_uct_vanish() {
    let rows = numbers("p-games");
    for pair in rows.windows(2).filter(|pair| pair[1][0] > pair[0][0]) {
        assert!(
            pair[1][1] <= pair[0][1],
            "more rounds, more errors: {rows:?}"
        );
    }
}

/// Searches of an experiment panic if one doesn't find the value of another.
#[test]
fn every_experiment_has_a_short_form() {
    let others = [
        "ordered-trees",
        "parts",
        "memory",
        "grain",
        "aspiration",
        "mates",
        "proofs",
        "solver",
        "one-ply-more",
        "dice",
        "drivers",
        "ladder",
    ];
    for experiment in others {
        let text = run("replications", &[experiment]).unwrap();
        assert!(text.lines().count() > 1 && !text.contains("NaN"), "{text}");
    }
    let positions = run("replications", &["positions"]).unwrap();
    assert_eq!(
        positions
            .lines()
            .filter(|line| !line.starts_with('#'))
            .count(),
        150
    );
}
