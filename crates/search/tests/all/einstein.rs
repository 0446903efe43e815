//! EinStein würfelt nicht!: its moves against a slow generator, its text and its results.

use plywood_eval::{Linear as _, Sides as _, check_symmetry};
use plywood_search::games::{EinStein, ParseEinSteinError};
use plywood_search::laws::{check_game, check_keyed};
use plywood_search::{
    Dice, Ending, Evaluator as _, Expectiminimax, Game as _, Keyed as _, Limits, Star1, Star2,
    Strategy,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Moves letters in the text itself: all results of a roll, sorted.
fn slow_results(text: &str) -> BTreeSet<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let grid: Vec<Vec<char>> = words[0]
        .split('/')
        .map(|row| row.chars().collect())
        .collect();
    let is_first = words[1] == "A";
    let stones: Vec<char> = if is_first {
        ('A'..='F').collect()
    } else {
        ('a'..='f').collect()
    };
    let rolled = words[2].parse::<usize>().expect("a die was rolled") - 1;
    let is_there = |letter: &char| words[0].contains(*letter);
    let mut chosen: Vec<char> = Vec::new();
    for distance in 0..6 {
        let lower = rolled.checked_sub(distance).map(|index| stones[index]);
        let is_lower_found = chosen.iter().any(|letter| *letter <= stones[rolled]);
        let is_higher_found = chosen.iter().any(|letter| *letter >= stones[rolled]);
        chosen.extend(lower.filter(|letter| is_there(letter) && !is_lower_found));
        let higher = stones.get(rolled + distance).copied();
        chosen.extend(higher.filter(|letter| distance > 0 && is_there(letter) && !is_higher_found));
    }
    let mut results = BTreeSet::new();
    for (row, column) in (0..5_usize).flat_map(|row| (0..5_usize).map(move |column| (row, column)))
    {
        if !chosen.contains(&grid[row][column]) {
            continue;
        }
        let forward = if is_first { 1 } else { -1 };
        for (down, right) in [(0, forward), (forward, 0), (forward, forward)] {
            let to = (
                row.checked_add_signed(down),
                column.checked_add_signed(right),
            );
            if let (Some(to_row @ 0..5), Some(to_column @ 0..5)) = to {
                let mut after = grid.clone();
                after[to_row][to_column] = grid[row][column];
                after[row][column] = '.';
                let rows: Vec<String> = after.iter().map(String::from_iter).collect();
                results.insert(format!(
                    "{} {}",
                    rows.join("/"),
                    if is_first { 'a' } else { 'A' }
                ));
            }
        }
    }
    results
}

#[test]
fn moves_are_those_of_a_slow_generator() {
    let mut covered = BTreeMap::new();
    for seed in 0..200 {
        let (mut position, mut dice) = (EinStein::drawn(seed), Dice::new(seed));
        while position.ending_at_leaf().is_none() {
            let moves = position.legal_moves();
            if position.roll().is_some() {
                let results: Vec<String> = moves
                    .iter()
                    .map(|mv| position.after(*mv).to_string())
                    .collect();
                let slow = slow_results(&position.to_string());
                assert_eq!(
                    results.iter().cloned().collect::<BTreeSet<_>>(),
                    slow,
                    "{position}"
                );
                assert_eq!(
                    results.len(),
                    slow.len(),
                    "{position}: a move is listed twice"
                );
                *covered.entry(moves.len()).or_insert(0) += 1;
            }
            let text = position.to_string();
            assert_eq!(text.parse(), Ok(position));
            assert_eq!(position.mirrored().mirrored(), position);
            assert!(check_symmetry(&EinStein::terms(), [&position]).is_ok());
            let total = EinStein::terms().breakdown(&position).total();
            assert_eq!(
                total,
                EinStein::terms()
                    .evaluate(&position)
                    .for_white(position.to_move())
            );
            position = position.after(moves[dice.below(moves.len())]);
        }
    }
    assert_eq!(
        covered.keys().copied().collect::<Vec<_>>(),
        [1, 2, 3, 4, 6],
        "{covered:?}"
    );
}

#[test]
fn the_start_is_drawn_by_the_seed() {
    let starts: HashSet<String> = (0..50)
        .map(|seed| EinStein::drawn(seed).to_string())
        .collect();
    assert!(starts.len() > 45);
    assert_eq!(EinStein::drawn(7), EinStein::drawn(7));
}

#[test]
fn a_corner_or_the_last_stone_wins() {
    let ending = |text: &str| text.parse::<EinStein>().unwrap().ending_at_leaf();
    assert_eq!(
        ending("...../...../...../...a./....A a"),
        Some(Ending::Lost)
    );
    assert_eq!(ending("a..../...../...../...A./..... a"), Some(Ending::Won));
    assert_eq!(
        ending("...../...../...../...A./..... a"),
        Some(Ending::Lost)
    );
    assert_eq!(ending("A..../...../...../...../....a a"), None);
    let over: EinStein = "...../...../...../...a./....A a".parse().unwrap();
    assert!(over.legal_moves().is_empty() && !over.waits_for_chance());
    // A stone takes one of its own side.
    let own: EinStein = "AB.../...../...../...../....a A 1".parse().unwrap();
    assert_eq!(
        own.after(own.legal_moves()[0]).to_string(),
        ".A.../...../...../...../....a a"
    );
}

#[test]
fn einstein_obeys_the_laws_of_games() {
    for seed in 0..20 {
        check_game(&EinStein::drawn(seed), seed).unwrap();
        check_keyed(&EinStein::drawn(seed), seed).unwrap();
    }
    let start = EinStein::drawn(0);
    let codes = start.legal_moves().into_iter().map(EinStein::move_code);
    assert_eq!(codes.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_text_that_is_no_position_is_refused() {
    let error = |text: &str| text.parse::<EinStein>().unwrap_err();
    for rows in [
        "A",
        "ABCD./...../...../.....",
        "AA.../...../...../...../.....",
        "AG.../...../...../...../.....",
        "ABé./...../...../...../.....",
    ] {
        assert_eq!(
            error(&format!("{rows} A")),
            ParseEinSteinError::Rows(rows.to_owned())
        );
    }
    assert_eq!(
        error("...../...../...../...../..... A"),
        ParseEinSteinError::Won
    );
    assert_eq!(
        error("a..../...../...../...../....A A"),
        ParseEinSteinError::Won
    );
    for turn in ["", "b", "A 7", "A 1 ", "A1"] {
        let text = format!("A..../...../...../...../....a {turn}");
        assert_eq!(error(&text), ParseEinSteinError::Turn(turn.to_owned()));
    }
}

#[test]
fn star1_and_star2_find_the_value_of_expectiminimax_with_fewer_nodes() {
    let searched = |strategy: &mut dyn Strategy<EinStein>, position: &EinStein| {
        let report = strategy.search(position, &Limits::depth(3));
        (report.score, report.stats.nodes)
    };
    let mut nodes = [0; 3];
    for seed in 0..3 {
        let position = EinStein::drawn(seed);
        let position = position.after(position.legal_moves()[2]);
        let (score, plain) = searched(&mut Expectiminimax::new(EinStein::terms()), &position);
        let (first, star1) = searched(&mut Star1::new(EinStein::terms()), &position);
        let (second, star2) = searched(&mut Star2::new(EinStein::terms()), &position);
        assert_eq!([first, second], [score; 2], "{position}");
        nodes = [nodes[0] + plain, nodes[1] + star1, nodes[2] + star2];
    }
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[0], "{nodes:?}");
}
