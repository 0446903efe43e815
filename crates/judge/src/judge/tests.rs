mod logs;
mod observed;
mod styles;
mod written;

use super::*;
use crate::judge::plan::{TOPICS, positions};
use crate::judge::question::Root;
use plywood_core::{MoveKind, MoveList, Position};
use plywood_eval::{Evaluator, Score};
use plywood_search::games::{Branch, Tree};
use plywood_search::{Ending, Event, Game, Keyed, Limits, Observer, Strategy};
use std::convert::Infallible;

/// A correct search of each kind; the last one visits all leaves.
const RIGHT: [SearchKind; 4] = [
    SearchKind::FailSoft,
    SearchKind::FailHard,
    SearchKind::Pvs,
    SearchKind::Minimax,
];

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
        log: None,
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
        Bug::NoSecondSearch | Bug::NullBelowAlpha | Bug::SecondSearchAlways => {
            (settings.search, kind) = (SearchKind::Pvs, SearchKind::Pvs);
        }
        Bug::TableDepth
        | Bug::BoundAsExact
        | Bug::BoundsSwapped
        | Bug::UpperBoundAnywhere
        | Bug::LowerBoundAnywhere
        | Bug::KeyWithoutSide
        | Bug::MateInTable => settings.table = true,
        Bug::SoftForHard => settings.search = SearchKind::FailHard,
        Bug::RepetitionInTable => (settings.table, settings.repetition) = (true, true),
        Bug::MateDistance | Bug::EndNotTested => settings.games = vec![JudgedGame::TicTacToe],
        _ => {}
    }
    (settings, kind)
}

#[test]
fn every_bug_is_named() {
    names_every_bug(1, 0);
}

#[test]
#[ignore = "takes minutes"]
fn every_bug_is_named_for_twenty_seeds_in_minutes() {
    names_every_bug(20, 2);
}

/// Each bug is named for all of these seeds, in two forms, but for this number of exceptions.
fn names_every_bug(seeds: u64, exceptions: u64) {
    let mut missed = Vec::new();
    for &bug in Bug::ALL {
        let named = (0..2 * seeds).filter(|&number| {
            let (seed, is_other) = (number / 2, number % 2 == 1);
            let (settings, kind) = settings_for(bug, seed);
            let table = settings.table;
            let search = Search {
                bug: Some(bug),
                table,
                tests_alpha: is_other,
                keeps_all: is_other,
                ..Search::right(kind)
            };
            let verdict = judged(&settings, search, Tells::Leaves);
            let bugs: Vec<Bug> = verdict.bugs.iter().map(|named| named.bug).collect();
            // The two windows turned around cut alike if alpha is tested.
            let turned = [Bug::WindowNotNegated, Bug::WindowNotSwapped];
            let is_named = bugs == [bug] || turned.contains(&bug) && bugs == turned;
            if !is_named {
                eprintln!(
                    "{bug:?} {seed}: {:?} {bugs:?} {:?}",
                    verdict.outcome,
                    verdict.witness.map(|it| it.position)
                );
            }
            is_named
        });
        let named = named.count();
        eprintln!("{bug:?}: {named} of {seeds}, in two forms");
        if named as u64 + exceptions < 2 * seeds {
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
                let search = Search {
                    table,
                    ..Search::right(kind)
                };
                let verdict = judged(&settings, search, Tells::Leaves);
                assert_eq!(
                    verdict.outcome,
                    Outcome::Right,
                    "{seed} {search:?}\n{verdict}"
                );
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
    for bug in [Bug::ScoreNotNegated, Bug::LeafForRoot, Bug::CutOneBelow] {
        let (settings, kind) = settings_for(bug, 7);
        let search = Search {
            bug: Some(bug),
            ..Search::right(kind)
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
        bug: Some(Bug::LeafForRoot),
        ..Search::right(kind)
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
        let verdict = judge_strategy(&settings, &mut *strategy);
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
fn plain_questions_have_windows_if_the_search_claims_a_kind() {
    for (search, outcome) in [
        (SearchKind::AlphaBeta, Outcome::Right),
        (SearchKind::FailHard, Outcome::Wrong),
    ] {
        let settings = JudgeSettings {
            search,
            plain: true,
            ..JudgeSettings::default()
        };
        let search = Search::right(SearchKind::FailSoft);
        let verdict = judged(&settings, search, Tells::Leaves);
        assert_eq!(verdict.outcome, outcome, "{verdict}");
    }
}

/// Judges answers from a function.
fn verdict(
    settings: &JudgeSettings,
    mut answer: impl FnMut(&Question) -> Option<Answer>,
) -> Verdict {
    let judged = Judge::new(settings.clone()).run(|it, _| Ok::<_, Infallible>(answer(it)));
    judged.expect("it can't fail")
}

fn settings(search: SearchKind, games: &[JudgedGame]) -> JudgeSettings {
    JudgeSettings {
        search,
        games: games.to_vec(),
        ..JudgeSettings::default()
    }
}

const GAMES: [JudgedGame; 4] = [
    JudgedGame::Tree,
    JudgedGame::TicTacToe,
    JudgedGame::ConnectFour,
    JudgedGame::Chess,
];

#[test]
fn every_topic_is_covered_with_any_games() {
    let mut covered = BTreeSet::new();
    for (search, games, has_table) in [
        (SearchKind::AlphaBeta, &GAMES[..1], false),
        (SearchKind::FailHard, &GAMES[..1], true),
        (SearchKind::Pvs, &GAMES[..2], true),
        (SearchKind::FailSoft, &GAMES, true),
        (SearchKind::Minimax, &GAMES[2..], false),
    ] {
        let settings = JudgeSettings {
            table: has_table,
            repetition: has_table,
            questions: 100 * games.len(),
            ..settings(search, games)
        };
        let kind = search.variants()[0];
        let table = has_table;
        let right = Search {
            table,
            ..Search::right(kind)
        };
        let found = verdict(&settings, |it| Some(answer(it, right, Tells::Leaves)));
        assert!(found.passed, "{search:?} {found}");
        assert_eq!(found.asked, settings.questions, "as many as were asked for");
        for topic in TOPICS.iter().filter(|topic| topic.is_asked(&settings)) {
            let it = found.coverage.iter().find(|it| it.topic == topic.name);
            let tested = it.map_or(0, |it| it.tested);
            assert!(tested > 0, "{search:?} {games:?} {}: {found}", topic.name);
            covered.insert(topic.name);
        }
        assert!(found.to_string().contains("  tested: "), "{found}");
    }
    assert_eq!(covered.len(), TOPICS.len(), "{covered:?}");
}

/// Chess with a rule that isn't known.
#[derive(Clone)]
struct Lawless(Position, Ignored);

#[derive(Clone, Copy, PartialEq)]
enum Ignored {
    /// A side without moves has lost.
    StalemateLoses,
    /// A side without moves is worth its material.
    NoMoves,
    Insufficient,
}

impl Game for Lawless {
    type Move = plywood_core::Move;
    type Moves = MoveList;

    fn legal_moves(&self) -> MoveList {
        self.0.legal_moves()
    }

    fn after(&self, mv: Self::Move) -> Self {
        Self(self.0.play_unchecked(mv), self.1)
    }

    fn ending(&self, moves: &[Self::Move]) -> Option<Ending> {
        let ending = self.0.ending(moves)?;
        match (self.1, moves.is_empty()) {
            (Ignored::StalemateLoses, true) => Some(Ending::Lost),
            (Ignored::NoMoves, true) | (Ignored::Insufficient, false) => {
                Some(Ending::Scored(points(self)))
            }
            (Ignored::StalemateLoses | Ignored::NoMoves, false) | (Ignored::Insufficient, true) => {
                Some(ending)
            }
        }
    }

    fn ending_at_leaf(&self) -> Option<Ending> {
        self.ending(&self.legal_moves())
    }
}

impl Keyed for Lawless {
    fn key(&self) -> u64 {
        Keyed::key(&self.0)
    }

    fn move_code(mv: Self::Move) -> u16 {
        Position::move_code(mv)
    }
}

fn points(it: &Lawless) -> Score {
    question::MATERIAL.evaluate(&it.0)
}

/// Each rule of chess values has a position for each way to ignore it.
#[test]
fn every_rule_of_chess_is_needed() {
    for (topic, ignored) in [
        ("chess: distances of mates", Ignored::NoMoves),
        ("chess: stalemate", Ignored::NoMoves),
        ("chess: stalemate", Ignored::StalemateLoses),
        ("chess: insufficient material", Ignored::Insufficient),
    ] {
        let is_needed = |(text, depth): &&(&str, u32)| {
            let position: Position = text.parse().expect("a position");
            let root = Root::Chess(position.clone());
            let asked = (*depth, search::OPEN);
            let right = Search::right(SearchKind::Minimax);
            let wrong = right.run(&Lawless(position, ignored), asked, points, (None, false));
            let question = Question::new(root, *depth, Ask::Value(right.kind, None));
            question.truth.value != i64::from(wrong.value)
        };
        assert!(positions(topic).iter().any(|it| is_needed(&it)), "{topic}");
    }
    // A knight in the place of the rook attacks nothing, and the move is legal.
    let has = |text: &str, kind| {
        let position: Position = text.parse().expect("a position");
        position.legal_moves().iter().any(|mv| mv.kind() == kind)
    };
    let with_knight = |text: &str| {
        let (board, rest) = text.split_once(' ').expect("a FEN");
        format!("{} {rest}", board.replace('R', "N").replace('r', "n"))
    };
    for (text, _) in &positions("chess: en passant pins")[..3] {
        assert!(!has(text, MoveKind::EnPassant), "{text}");
        assert!(has(&with_knight(text), MoveKind::EnPassant), "{text}");
    }
    let through_check = positions("chess: castling through check").into_iter();
    let castles: Vec<bool> = through_check
        .map(|(text, _)| has(text, MoveKind::Castling))
        .collect();
    assert_eq!(castles, [true, true, false, false, false]);
    // Every line of the file belongs to a topic, and is read.
    let of = |topic: &plan::Topic| positions(topic.name).len();
    assert_eq!(TOPICS.iter().map(of).sum::<usize>(), 34);
}

/// Answers that are right, but only the parts that a program gives.
fn partly(question: &Question, parts: &[Part]) -> Answer {
    let right = answer(question, Search::right(SearchKind::FailSoft), Tells::Leaves);
    Answer {
        best: right.best.filter(|_| parts.contains(&Part::Move)),
        leaves: right.leaves.filter(|_| parts.contains(&Part::Cutoffs)),
        ..right
    }
}

#[test]
fn right_is_what_is_tested() {
    let usual = JudgeSettings::default();
    let mut first = true;
    let silent = verdict(&usual, |it| {
        std::mem::take(&mut first).then(|| partly(it, &[]))
    });
    assert_eq!(silent.outcome, Outcome::Unanswered);
    assert_eq!(
        silent.headline(),
        "too few questions were answered: 1 of 200"
    );
    let values = verdict(&usual, |it| Some(partly(it, &[])));
    assert!(values.passed);
    assert_eq!(values.headline(), "right; not tested: move, cutoffs");
    let of = |part| values.parts[&part];
    assert_eq!(
        Part::ALL.map(of),
        [Finding::Right, Finding::NotTested, Finding::NotTested]
    );
    let strict = JudgeSettings {
        require: vec![Part::Cutoffs],
        ..usual.clone()
    };
    let untested = verdict(&strict, |it| Some(partly(it, &[Part::Move])));
    assert_eq!(
        (untested.outcome, untested.passed),
        (Outcome::Untested, false)
    );
    assert!(verdict(&strict, |it| Some(partly(it, &[Part::Cutoffs]))).passed);
    // One move is no test.
    let mut left = 3;
    let rarely = verdict(&usual, |it| {
        left -= i32::from(left > 0);
        Some(partly(it, if left > 0 { &[Part::Move] } else { &[] }))
    });
    assert_eq!(rarely.parts[&Part::Move], Finding::NotTested);
    // Nearly all are enough.
    let mut number = 0;
    let mostly = verdict(&usual, |it| {
        number += 1;
        (number % 25 != 0).then(|| partly(it, &Part::ALL))
    });
    assert!(mostly.passed, "{mostly}");
}

/// Judges a strategy of the library.
fn judge_strategy(settings: &JudgeSettings, strategy: &mut dyn Strategy<Tree>) -> Verdict {
    verdict(settings, |question| {
        let (_, tree) = question.root.tree()?;
        let mut leaves = Leaves::default();
        strategy.new_game();
        let limits = Limits::depth(question.depth);
        let report = strategy.search_observed(tree, &limits, &mut leaves);
        Some(Answer {
            value: report.score?.as_centipawns()?.into(),
            best: report.best_move.map(|mv| mv.to_string()),
            leaves: Some(leaves.values),
            ..Answer::default()
        })
    })
}

/// Collects the leaves of a search, from the root's view.
#[derive(Default)]
struct Leaves {
    open: u32,
    values: Vec<i32>,
}

impl Observer<Branch> for Leaves {
    fn observe(&mut self, event: Event<'_, Branch>) {
        match event {
            Event::Enter { .. } => self.open += 1,
            Event::Leave(_) | Event::Abandon => self.open -= 1,
            Event::Leaf(score) => {
                let value = search::value_of(score, 0);
                // The first node that is open is the root.
                self.values
                    .push(if self.open % 2 == 1 { value } else { -value });
            }
            // No other event is about leaves.
            _ => {}
        }
    }
}
