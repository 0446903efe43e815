//! Correct searches in 48 styles are never accused.

use super::verdict;
use crate::judge::JudgeSettings;
use crate::judge::question::{Answer, Part, Question};
use crate::judge::search::{SearchKind, shifted, value_of};
use crate::judge::shape::Shape;
use crate::judge::verdict::Finding;
use plywood_search::games::{Branch, Tree};
use plywood_search::{Game, Keyed};
use std::collections::HashMap;

#[derive(Debug, Clone, Copy)]
enum Passes {
    One,
    /// A series of null windows.
    MtdF,
    /// A narrow window first, and an open one if it fails.
    Aspiration,
    /// Null windows inside the tree.
    Pvs,
}

#[derive(Debug, Clone, Copy)]
struct Styled {
    is_hard: bool,
    is_reversed: bool,
    passes: Passes,
    parts: &'static [Part],
}

impl Styled {
    fn all() -> impl Iterator<Item = Self> {
        let parts: [&[Part]; 3] = [&Part::ALL, &[Part::Move], &[Part::Cutoffs]];
        let passes = [Passes::One, Passes::MtdF, Passes::Aspiration, Passes::Pvs];
        (0..48).map(move |number| Self {
            is_hard: number % 2 == 1,
            is_reversed: number / 2 % 2 == 1,
            passes: passes[number / 4 % 4],
            parts: parts[number / 16],
        })
    }

    fn value(
        &self,
        (node, depth): (&Shape, u32),
        [alpha, beta]: [i32; 2],
        sign: i32,
        leaves: &mut Vec<i32>,
    ) -> (i32, usize) {
        if node.moves().is_empty() || depth == 0 {
            leaves.push(node.value());
            return (sign * node.value(), 0);
        }
        let count = node.moves().len();
        let (mut best, mut raised) = ((-1_000_000, 0), alpha);
        for place in 0..count {
            let number = if self.is_reversed {
                count - 1 - place
            } else {
                place
            };
            let child = (&node.moves()[number], depth - 1);
            let mut ask =
                |window: [i32; 2]| -self.value(child, [-window[1], -window[0]], -sign, leaves).0;
            let is_null = matches!(self.passes, Passes::Pvs) && place > 0;
            let mut value = ask([raised, if is_null { raised + 1 } else { beta }]);
            if is_null && raised < value && value < beta {
                value = ask([raised, beta]);
            }
            if value > best.0 {
                best.0 = value;
                if value > raised {
                    best.1 = number + 1;
                }
            }
            raised = raised.max(value);
            if raised >= beta {
                break;
            }
        }
        if self.is_hard {
            best.0 = best.0.clamp(alpha, beta);
        }
        best
    }

    fn answer(&self, question: &Question) -> Answer {
        let (shape, _) = question.root.tree().expect("a tree");
        let mut leaves = Vec::new();
        let mut ask = |window| self.value((shape, question.depth), window, 1, &mut leaves);
        let open = [-1_000_000, 1_000_000];
        let (value, best) = match self.passes {
            Passes::One | Passes::Pvs => ask(open),
            Passes::Aspiration => {
                let first = ask([-20, 20]);
                if (-19..20).contains(&first.0) {
                    first
                } else {
                    ask(open)
                }
            }
            Passes::MtdF => {
                let ([mut low, mut high], mut guess, mut best) = (open, 0, 0);
                while low < high {
                    let beta = guess.max(low + 1);
                    let found = ask([beta - 1, beta]);
                    guess = found.0;
                    if guess < beta {
                        high = guess;
                    } else {
                        (low, best) = (guess, found.1);
                    }
                    // A fail-hard search moves one bound by a step, so it halves what is left.
                    if self.is_hard {
                        guess = low.midpoint(high);
                    }
                }
                (low, best)
            }
        };
        Answer {
            value: value.into(),
            best: (best > 0 && self.parts.contains(&Part::Move)).then(|| best.to_string()),
            leaves: self.parts.contains(&Part::Cutoffs).then_some(leaves),
            log: None,
        }
    }
}

/// A search with a table that answers with deeper results, in other orders and passes.
struct Tabled {
    is_reversed: bool,
    deepens: bool,
    /// For each position a depth, a value and its bounds.
    table: HashMap<u64, (u32, i32, [i32; 2])>,
    path: Vec<u64>,
    repetitions: u64,
}

impl Tabled {
    fn value(
        &mut self,
        tree: &Tree,
        depth: u32,
        [mut alpha, beta]: [i32; 2],
    ) -> (i32, Option<Branch>) {
        let (key, ply) = (
            tree.key(),
            u32::try_from(self.path.len()).expect("few plies"),
        );
        if self.path.contains(&key) {
            self.repetitions += 1;
            return (0, None);
        }
        let mut moves = tree.legal_moves();
        if moves.is_empty() || depth == 0 {
            return (value_of(tree.estimate(), ply), None);
        }
        let known = self
            .table
            .get(&key)
            .filter(|known| known.0 >= depth && ply > 0);
        if let Some((_, value, [low, high])) = known {
            let [value, low, high] =
                [*value, *low, *high].map(|it| shifted(it, -ply.cast_signed()));
            if low == high || low >= beta || high <= alpha {
                return (value, None);
            }
        }
        if self.is_reversed {
            moves.reverse();
        }
        let (lower, before, mut best) = (alpha, self.repetitions, (-1_000_000, None));
        self.path.push(key);
        for mv in moves {
            let value = -self.value(&tree.after(mv), depth - 1, [-beta, -alpha]).0;
            if value > best.0 {
                best = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        if self.repetitions == before {
            let value = shifted(best.0, ply.cast_signed());
            let low = if best.0 > lower { value } else { -1_000_000 };
            let high = if best.0 < beta { value } else { 1_000_000 };
            self.table.insert(key, (depth, value, [low, high]));
        }
        best
    }

    fn answer(&mut self, question: &Question) -> Option<Answer> {
        let (_, tree) = question.root.tree()?;
        self.table.clear();
        let first = if self.deepens { 1 } else { question.depth };
        let depths = first..=question.depth;
        let open = [-1_000_000, 1_000_000];
        let (value, best) = depths.map(|depth| self.value(tree, depth, open)).last()?;
        Some(Answer {
            value: value.into(),
            best: best.map(|mv| mv.to_string()),
            ..Answer::default()
        })
    }
}

/// Where a table answers with deeper results, the order of the moves can change a value, so no question depends on that.
#[test]
fn no_use_of_a_table_is_accused() {
    for number in 0..16 {
        let settings = JudgeSettings {
            table: true,
            repetition: number % 2 == 1,
            seed: number / 8 + 1,
            questions: 120,
            ..JudgeSettings::default()
        };
        let mut tabled = Tabled {
            is_reversed: number / 2 % 2 == 1,
            deepens: number / 4 % 2 == 1,
            table: HashMap::new(),
            path: Vec::new(),
            repetitions: 0,
        };
        let found = verdict(&settings, |it| tabled.answer(it));
        assert!(found.passed, "{number} {found}");
    }
}

fn never_accused(questions: usize) {
    for style in Styled::all() {
        let search = match style.passes {
            Passes::Pvs => SearchKind::Pvs,
            Passes::One | Passes::MtdF | Passes::Aspiration => SearchKind::AlphaBeta,
        };
        let settings = JudgeSettings {
            search,
            questions,
            ..JudgeSettings::default()
        };
        let found = verdict(&settings, |it| Some(style.answer(it)));
        assert!(found.passed, "{style:?} {found}");
        for part in Part::ALL {
            let is_told = part == Part::Value || style.parts.contains(&part);
            let expected = if is_told {
                Finding::Right
            } else {
                Finding::NotTested
            };
            assert_eq!(found.parts[&part], expected, "{style:?} {part} {found}");
        }
    }
}

#[test]
fn no_style_is_accused() {
    never_accused(60);
}

#[test]
#[ignore = "takes minutes"]
fn no_style_is_accused_in_10_000_questions() {
    never_accused(10_000);
}
