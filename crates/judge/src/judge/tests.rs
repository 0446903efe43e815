use super::*;

/// A correct search of each kind; the last one visits all leaves.
const RIGHT: [SearchKind; 4] = [
    SearchKind::FailSoft,
    SearchKind::FailHard,
    SearchKind::Pvs,
    SearchKind::Minimax,
];

/// A fail-soft search that passes its window on unchanged has no beta at any node, so it visits the same leaves as one that never raises
/// alpha.
const ALIKE: [Bug; 2] = [Bug::WindowPassedOn, Bug::AlphaNotRaised];

#[derive(Clone, Copy, PartialEq)]
enum Tells {
    Value,
    Leaves,
}

fn answer(question: &Question, search: Search, tells: Tells) -> Answer {
    if question.ask == Ask::Perft {
        return Answer {
            value: question.truth.value,
            ..Answer::default()
        };
    }
    let found = question.run(search);
    let is_tree = matches!(question.root, Root::Tree(..));
    Answer {
        value: found.value.into(),
        best: found.best.filter(|_| tells == Tells::Leaves),
        leaves: (tells == Tells::Leaves && is_tree).then_some(found.leaves),
    }
}

fn judged(settings: &JudgeSettings, search: Search, tells: Tells) -> Verdict {
    let mut judge = Judge::new(settings.clone());
    while !judge.questions().is_empty() {
        let answers = judge.questions().iter();
        let answers = answers.map(|question| Some(answer(question, search, tells)));
        let answers = answers.collect();
        judge.answer(answers);
    }
    judge.verdict().expect("nothing is left to ask")
}

/// Returns the settings with which a bug shows.
fn settings_for(bug: Bug, seed: u64) -> (JudgeSettings, SearchKind) {
    let mut settings = JudgeSettings {
        seed,
        ..JudgeSettings::default()
    };
    let mut kind = SearchKind::FailHard;
    match bug {
        Bug::NoSecondSearch | Bug::StaleMove => {
            (settings.search, kind) = (SearchKind::Pvs, SearchKind::Pvs);
        }
        Bug::TableDepth | Bug::TableDeeper | Bug::BoundAsExact => settings.table = true,
        Bug::RepetitionInTable => (settings.table, settings.repetition) = (true, true),
        Bug::MateDistance => settings.games = vec![JudgedGame::TicTacToe],
        Bug::BetaForAlpha => kind = SearchKind::FailSoft,
        _ => {}
    }
    (settings, kind)
}

#[test]
fn every_bug_is_named() {
    names_every_bug(3);
}

#[test]
#[ignore = "takes minutes"]
fn every_bug_is_named_for_twenty_seeds_in_minutes() {
    names_every_bug(20);
}

/// Each bug is named for all of these seeds but one.
fn names_every_bug(seeds: u64) {
    let mut missed = Vec::new();
    for bug in Bug::ALL {
        let named = (0..seeds).filter(|&seed| {
            let (settings, kind) = settings_for(bug, seed);
            let table = settings.table.then_some(TableUse::Deeper);
            let search = Search {
                kind,
                bug: Some(bug),
                table,
            };
            let verdict = judged(&settings, search, Tells::Leaves);
            let bugs: Vec<Bug> = verdict.bugs.iter().map(|named| named.bug).collect();
            if bugs != [bug] {
                eprintln!(
                    "{bug:?} {seed}: {:?} {bugs:?} {:?}",
                    verdict.outcome,
                    verdict.witness.map(|it| it.position)
                );
            }
            bugs == [bug] || (bug == Bug::AlphaNotRaised && bugs == ALIKE)
        });
        let named = named.count();
        eprintln!("{bug:?}: {named} of {seeds}");
        if (named as u64) + 1 < seeds {
            missed.push((bug, named));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// Correct searches are not called wrong, on trees of each kind, with this number of questions for each seed.
fn never_accused(seeds: std::ops::Range<u64>, questions: usize) {
    for seed in seeds {
        for kind in RIGHT {
            for (table, repetition) in [(false, false), (true, false), (true, true)] {
                let asked = match kind {
                    SearchKind::Pvs | SearchKind::Minimax => kind,
                    kind => [SearchKind::AlphaBeta, kind][usize::from(seed % 2 == 1)],
                };
                let settings = JudgeSettings {
                    search: asked,
                    table,
                    repetition,
                    questions,
                    seed,
                    ..JudgeSettings::default()
                };
                for table in [TableUse::Equal, TableUse::Deeper, TableUse::KeepsDeepest] {
                    let table = settings.table.then_some(table);
                    let search = Search {
                        kind,
                        bug: None,
                        table,
                    };
                    let verdict = judged(&settings, search, Tells::Leaves);
                    assert_eq!(
                        verdict.outcome,
                        Outcome::Right,
                        "{seed} {search:?}\n{verdict}"
                    );
                    if table.is_none() {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn no_right_search_is_accused() {
    never_accused(0..2, 60);
}

/// 10,000 trees for each search.
#[test]
#[ignore = "takes minutes"]
fn no_right_search_is_accused_in_10_000_trees() {
    never_accused(100..150, 200);
}

/// Values are enough to detect a wrong search.
#[test]
fn a_program_that_says_only_values_is_found_out() {
    for bug in [Bug::ScoreNotNegated, Bug::LeafForRoot, Bug::CutAtAlpha] {
        let (settings, kind) = settings_for(bug, 7);
        let search = Search {
            kind,
            bug: Some(bug),
            table: None,
        };
        let verdict = judged(&settings, search, Tells::Value);
        assert_eq!(verdict.outcome, Outcome::Wrong, "{bug:?}");
        assert!(verdict.bugs.iter().any(|named| named.bug == bug), "{bug:?}");
    }
}

#[test]
fn no_smaller_tree_shows_the_bug() {
    let (settings, kind) = settings_for(Bug::LeafForRoot, 1);
    let search = Search {
        kind,
        bug: Some(Bug::LeafForRoot),
        table: None,
    };
    let witness = judged(&settings, search, Tells::Leaves).witness;
    assert_eq!(witness.map(|it| it.position).as_deref(), Some("(1)"));
}

/// Principal variation search enters a move twice, under the same name.
#[test]
fn a_second_search_has_the_name_of_its_move() {
    let (settings, kind) = settings_for(Bug::NoSecondSearch, 1);
    let bug = Some(Bug::NoSecondSearch);
    let search = Search {
        bug,
        ..Search::right(kind)
    };
    let witness = judged(&settings, search, Tells::Leaves).witness;
    let sides = witness.and_then(|it| it.sides).expect("it is wrong");
    let moves = &sides.right[sides.part_at..];
    assert!(moves[0].starts_with("  2 ("), "{sides:?}");
    assert!(moves.iter().all(|it| !it.contains("root")), "{sides:?}");
}

fn count(position: &plywood_core::Position, depth: u32) -> i64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let moves = moves
        .iter()
        .filter(|mv| mv.kind() != plywood_core::MoveKind::Castling);
    moves
        .map(|mv| count(&position.play_unchecked(*mv), depth - 1))
        .sum()
}

/// A wrong count of positions is traced to a position with one ply left.
#[test]
fn wrong_rules_are_found_in_a_position() {
    let settings = JudgeSettings {
        games: vec![JudgedGame::Chess],
        ..JudgeSettings::default()
    };
    let mut judge = Judge::new(settings);
    // It ignores castling: each castling right is one move less.
    let count = |question: &Question| {
        let Root::Chess(position) = &question.root else {
            panic!("a position of chess")
        };
        count(position, question.depth)
    };
    while !judge.questions().is_empty() {
        let answers = judge.questions().iter().map(|question| {
            let is_perft = question.ask == Ask::Perft;
            let value = if is_perft {
                count(question)
            } else {
                question.truth.value
            };
            Some(Answer {
                value,
                ..Answer::default()
            })
        });
        let answers = answers.collect();
        judge.answer(answers);
    }
    let verdict = judge.verdict().expect("nothing is left to ask");
    let witness = verdict.witness.expect("some castle");
    assert_eq!((verdict.outcome, witness.depth), (Outcome::Wrong, 1));
    assert!(
        witness.text.contains("the legal moves are"),
        "{}",
        witness.text
    );
}

/// The judge's own right searches find and visit what the library's do.
#[test]
fn the_strategies_of_the_library_are_right() {
    use plywood_search::{
        AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Minimax, Negamax, PrincipalVariationSearch,
    };
    let estimate = Tree::estimate;
    let (alpha_beta, minimax) = (SearchKind::AlphaBeta, SearchKind::Minimax);
    let strategies: [(SearchKind, Box<dyn Strategy<Tree>>); 6] = [
        (alpha_beta, Box::new(AlphaBeta::new(estimate))),
        (alpha_beta, Box::new(AlphaBetaFailHard::new(estimate))),
        (alpha_beta, Box::new(AlphaBetaMaxMin::new(estimate))),
        (
            SearchKind::Pvs,
            Box::new(PrincipalVariationSearch::new(estimate)),
        ),
        (minimax, Box::new(Minimax::new(estimate))),
        (minimax, Box::new(Negamax::new(estimate))),
    ];
    for (search, mut strategy) in strategies {
        let settings = JudgeSettings {
            search,
            ..JudgeSettings::default()
        };
        let verdict = judge_strategy(settings, &mut *strategy).expect("a verdict");
        let leaves = verdict.leaves.expect("leaves");
        assert_eq!(
            verdict.outcome,
            Outcome::Right,
            "{}\n{verdict}",
            strategy.name()
        );
        assert_eq!(leaves.visited, leaves.usual, "{}", strategy.name());
    }
}

/// Only windows tell fail-soft from fail-hard.
#[test]
fn plain_questions_have_windows_if_they_are_wanted() {
    for (windows, outcome) in [(false, Outcome::Right), (true, Outcome::Wrong)] {
        let settings = JudgeSettings {
            search: SearchKind::FailHard,
            plain: true,
            windows,
            ..JudgeSettings::default()
        };
        let search = Search {
            kind: SearchKind::FailSoft,
            bug: None,
            table: None,
        };
        let verdict = judged(&settings, search, Tells::Leaves);
        assert_eq!(verdict.outcome, outcome, "{verdict}");
    }
}
