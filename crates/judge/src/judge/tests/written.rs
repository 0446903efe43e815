//! Searches written anew, correct and with errors that have no name.

use super::{GAMES, Tells, answer, settings, verdict};
use crate::judge::JudgeSettings;
use crate::judge::bug::Bug;
use crate::judge::question::{Answer, Part, Question};
use crate::judge::search::{self, Search, SearchKind};
use crate::judge::shape::Shape;
use crate::judge::verdict::{Finding, Outcome};
use std::collections::HashMap;

/// An alpha-beta search written anew, with the limits that a program can have.
struct Written {
    infinity: i32,
    leaf: fn(i32) -> i32,
    deepest: u32,
    is_reversed: bool,
}

const WRITTEN: Written = Written {
    infinity: 1_000_000,
    leaf: |value| value,
    deepest: 99,
    is_reversed: false,
};

impl Written {
    fn value(
        &self,
        (node, depth): (&Shape, u32),
        [mut alpha, beta]: [i32; 2],
        sign: i32,
        leaves: &mut Vec<i32>,
    ) -> (i32, usize) {
        if node.moves().is_empty() || depth == 0 {
            leaves.push(node.value());
            return (sign * (self.leaf)(node.value()), 0);
        }
        let mut best = (-self.infinity, 0);
        let mut moves: Vec<_> = node.moves().iter().zip(1..).collect();
        if self.is_reversed {
            moves.reverse();
        }
        for (child, number) in moves {
            let value = -self
                .value((child, depth - 1), [-beta, -alpha], -sign, leaves)
                .0;
            if value > best.0 {
                best = (value, number);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn answer(&self, question: &Question) -> Answer {
        let (shape, _) = question.root.tree().expect("a tree");
        let mut leaves = Vec::new();
        let depth = question.depth.min(self.deepest);
        let open = [-self.infinity, self.infinity];
        let (value, best) = self.value((shape, depth), open, 1, &mut leaves);
        Answer {
            value: value.into(),
            best: (best > 0).then(|| best.to_string()),
            leaves: Some(leaves),
            log: None,
        }
    }
}

#[test]
fn narrow_numbers_and_fixed_depths_are_found_out() {
    let usual = JudgeSettings::default();
    assert!(verdict(&usual, |it| Some(WRITTEN.answer(it))).passed);
    for (name, wrong) in [
        (
            "INF = 100",
            Written {
                infinity: 100,
                ..WRITTEN
            },
        ),
        (
            "INF = 9,999",
            Written {
                infinity: 9_999,
                ..WRITTEN
            },
        ),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_lossless,
            reason = "that is the bug"
        )]
        (
            "signed char",
            Written {
                leaf: |value| value as i8 as i32,
                ..WRITTEN
            },
        ),
        (
            "a depth of 5",
            Written {
                deepest: 5,
                ..WRITTEN
            },
        ),
    ] {
        let found = verdict(&usual, |it| Some(wrong.answer(it)));
        assert_eq!(found.outcome, Outcome::Wrong, "{name}: {found}");
        assert!(found.bugs.is_empty(), "{name}: {found}");
        assert!(found.headline().contains("the bug is unknown"), "{found}");
    }
}

#[test]
fn a_search_that_ignores_the_depth_is_found_out_with_four_games() {
    let found = verdict(&settings(SearchKind::AlphaBeta, &GAMES), |it| {
        let bug = Some(Bug::DepthIgnored);
        let ignores = Search {
            bug,
            ..Search::right(SearchKind::FailSoft)
        };
        Some(answer(it, ignores, Tells::Leaves))
    });
    assert_eq!(found.outcome, Outcome::Wrong, "{found}");
}

/// Searches of other orders, several passes, and with a cache are right.
#[test]
#[expect(clippy::too_many_lines, reason = "each program is a few lines")]
fn other_orders_passes_and_caches_are_right() {
    let usual = JudgeSettings::default();
    let reversed = Written {
        is_reversed: true,
        ..WRITTEN
    };
    let sorted = verdict(&usual, |it| Some(reversed.answer(it)));
    assert!(sorted.passed, "{sorted}");
    assert!(sorted.notes[0].contains("sorts moves"), "{sorted}");
    // What isn't compared isn't tested.
    let tested = |topic| {
        let mut coverage = sorted.coverage.iter();
        coverage.find(|it| it.topic == topic).map(|it| it.tested)
    };
    assert_eq!(
        ["equal values", "deep cuts"].map(tested),
        [Some(0); 2],
        "{sorted}"
    );
    assert!(tested("cutoffs") > Some(10), "{sorted}");
    // MTD(f) is a series of null windows.
    let passes = verdict(&usual, |it| {
        let (shape, _) = it.root.tree()?;
        let (mut low, mut high, mut guess) = (-1_000_000, 1_000_000, 0);
        let (mut leaves, mut best) = (Vec::new(), 0);
        while low < high {
            let beta = guess.max(low + 1);
            let found = WRITTEN.value((shape, it.depth), [beta - 1, beta], 1, &mut leaves);
            guess = found.0;
            if guess < beta {
                high = guess;
            } else {
                (low, best) = (guess, found.1);
            }
        }
        let best = (best > 0).then(|| best.to_string());
        Some(Answer {
            value: guess.into(),
            best,
            leaves: Some(leaves),
            log: None,
        })
    });
    assert!(passes.passed, "{passes}");
    let mut cache = HashMap::new();
    let cached = verdict(&usual, |it| {
        if it.is_fresh() {
            cache.clear();
        }
        let key = (it.text(), it.depth);
        let known = cache.entry(key).or_insert_with(|| None::<Answer>);
        if let Some(known) = known {
            return Some(Answer {
                leaves: Some(Vec::new()),
                ..known.clone()
            });
        }
        *known = Some(WRITTEN.answer(it));
        known.clone()
    });
    assert!(cached.passed, "{cached}");
    assert_eq!(cached.parts[&Part::Cutoffs], Finding::NotTested);
    assert!(cached.notes[0].contains("state survives"), "{cached}");
    assert_eq!((cached.wrong, &cached.witness), (0, &None), "{cached}");
    let untested = cached.coverage.iter().find(|it| it.topic == "cutoffs");
    assert_eq!(untested.map(|it| it.tested), Some(0), "{cached}");
}

/// No bug is named that doesn't do what is wrong.
#[test]
fn what_is_unknown_is_called_unknown() {
    let usual = JudgeSettings::default();
    let first = verdict(&usual, |it| {
        let right = WRITTEN.answer(it);
        Some(Answer {
            best: Some("1".to_owned()),
            ..right
        })
    });
    assert_eq!(
        (first.outcome, first.parts[&Part::Move]),
        (Outcome::Wrong, Finding::Wrong)
    );
    assert_eq!(first.bugs, []);
    let witness = first.witness.expect("a tree");
    assert!(witness.position.len() < 7, "{}", witness.position);
    assert_eq!(witness.sides, None);
    for search in [SearchKind::AlphaBeta, SearchKind::Pvs] {
        let never = verdict(&settings(search, &[]), |it| {
            let minimax = Search::right(SearchKind::Minimax);
            Some(answer(it, minimax, Tells::Leaves))
        });
        assert_eq!(
            never.headline(),
            "right but wasteful: it never cuts: this is minimax"
        );
    }
    // A root that skips its first move cuts nothing, even where equal leaves would look like it.
    let skips = verdict(&usual, |it| {
        let (shape, _) = it.root.tree()?;
        let (moves, mut leaves) = (shape.moves(), Vec::new());
        let first = usize::from(moves.len() > 1);
        let values = moves[first..].iter().map(|child| {
            let child = (child, it.depth - 1);
            -WRITTEN.value(child, search::OPEN, -1, &mut leaves).0
        });
        Some(Answer {
            value: values.max()?.into(),
            leaves: Some(leaves),
            ..Answer::default()
        })
    });
    assert_eq!(
        (skips.outcome, &*skips.observed),
        (Outcome::Wrong, &[][..]),
        "{skips}"
    );
}

/// Outside the window the value isn't the answer.
#[test]
fn a_verdict_says_which_answer_is_right_in_a_window() {
    let soft = |it: &Question| {
        Some(answer(
            it,
            Search::right(SearchKind::FailSoft),
            Tells::Value,
        ))
    };
    let found = verdict(&settings(SearchKind::FailHard, &[]), soft);
    let witness = found.witness.expect("a window");
    assert!(
        witness.text.contains(", so fail-hard returns "),
        "{witness}"
    );
    let zero = |it: &Question| {
        Some(Answer {
            value: 0,
            ..soft(it)?
        })
    };
    let mut windowed = settings(SearchKind::FailSoft, &[]);
    windowed.questions = 1_000;
    let found = verdict(&windowed, zero);
    assert_eq!(found.outcome, Outcome::Wrong, "{found}");
}

/// The least integer is its own negation.
#[test]
fn a_negated_minimum_is_named() {
    fn value(
        (node, depth): (&Shape, u32),
        [mut alpha, beta]: [i32; 2],
        sign: i32,
        leaves: &mut Vec<i32>,
    ) -> i32 {
        if node.moves().is_empty() || depth == 0 {
            leaves.push(node.value());
            return sign * node.value();
        }
        let mut best = i32::MIN;
        for child in node.moves() {
            let window = [beta, alpha].map(i32::wrapping_neg);
            best = best.max(-value((child, depth - 1), window, -sign, leaves));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
    let found = verdict(&JudgeSettings::default(), |it| {
        let (shape, _) = it.root.tree()?;
        let mut leaves = Vec::new();
        let open = [i32::MIN, i32::MAX];
        let value = value((shape, it.depth), open, 1, &mut leaves);
        Some(Answer {
            value: value.into(),
            leaves: Some(leaves),
            ..Answer::default()
        })
    });
    let bugs: Vec<Bug> = found.bugs.iter().map(|named| named.bug).collect();
    assert!(bugs.contains(&Bug::NegatedMinimum), "{found}");
}
