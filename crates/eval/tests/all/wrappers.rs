//! Every wrapper around every evaluator, and around every other wrapper: scores stay the same, and the session is passed on.

use plywood_core::Position;
use plywood_eval::{
    Borrowed, Classical, Evaluator, Material, Mobility, RandomEvaluator, Score, Session, Theme,
    Weights, WhiteView, WithEndings, evaluators,
};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

type Shared = Box<dyn Evaluator<Position> + Send + Sync>;
type Wrapper<E> = (&'static str, fn(Shared) -> E);

/// Positions with legal moves, both sides to move.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
];

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().map(|fen| fen.parse().expect(fen))
}

const PLAIN: [&str; 8] = [
    "closure",
    "reference of a closure",
    "material",
    "mobility",
    "weighted",
    "random",
    "theme",
    "classical",
];

/// An evaluator without a wrapper.
fn plain(name: &str) -> Shared {
    match name {
        "closure" => Box::new(|position: &Position| Mobility::default().evaluate(position)),
        "reference of a closure" => Box::new(&|position: &Position| {
            Score::centipawns(position.fullmove_number().cast_signed())
        }),
        "material" => Box::new(Material::default()),
        "mobility" => Box::new(Mobility::default()),
        "weighted" => Box::new(evaluators::blogchess().inner().clone()),
        "random" => Box::new(RandomEvaluator::new(7, 100, Position::key)),
        "theme" => Box::new(Classical::new(Weights::DEFAULT.only(Theme::KingSafety))),
        "classical" => Box::new(Classical::default()),
        other => panic!("{other}"),
    }
}

/// Wrappers that leave the scores unchanged in positions where the game is not over.
const WRAPPERS: [Wrapper<Shared>; 8] = [
    ("Box", |inner| Box::new(inner)),
    ("Arc", |inner| Box::new(Arc::new(inner))),
    ("Arc of dyn", |inner| {
        Box::new(Arc::<dyn Evaluator<Position> + Send + Sync>::from(inner))
    }),
    ("&dyn", |inner| Box::new(&*Box::leak(inner))),
    ("Borrowed", |inner| Box::new(Borrowed(Box::leak(inner)))),
    ("WithEndings", |inner| Box::new(WithEndings::new(inner))),
    ("&WithEndings", |inner| {
        Box::new(&*Box::leak(Box::new(WithEndings::new(inner))))
    }),
    ("WhiteView, twice", |inner| {
        Box::new(WhiteView::new(WhiteView::new(inner)))
    }),
];

/// Wrappers of evaluators that stay on one thread.
const OUTERMOST: [Wrapper<Box<dyn Evaluator<Position>>>; 8] = [
    ("Box of Send and Sync", |inner| inner),
    ("Box", |inner| {
        Box::new(inner as Box<dyn Evaluator<Position>>)
    }),
    ("Box of Send", |inner| {
        Box::new(inner as Box<dyn Evaluator<Position> + Send>)
    }),
    ("Box of Sync", |inner| {
        Box::new(inner as Box<dyn Evaluator<Position> + Sync>)
    }),
    ("Rc", |inner| Box::new(Rc::new(inner))),
    ("&dyn", |inner| {
        Box::new(&*Box::leak(inner) as &dyn Evaluator<Position>)
    }),
    ("&dyn Send", |inner| {
        Box::new(&*Box::leak(inner) as &(dyn Evaluator<Position> + Send))
    }),
    ("&dyn Sync", |inner| {
        Box::new(&*Box::leak(inner) as &(dyn Evaluator<Position> + Sync))
    }),
];

/// Shows an evaluator in three wrappers, in every order.
fn for_all_wrapped(evaluator: impl Fn() -> Shared, show: impl Fn(&str, &dyn Evaluator<Position>)) {
    for (outermost, wrap_outermost) in OUTERMOST {
        for (outer, wrap_outer) in WRAPPERS {
            for (inner, wrap_inner) in WRAPPERS {
                let wrapped = wrap_outermost(wrap_outer(wrap_inner(evaluator())));
                show(&format!("{outermost}, {outer}, {inner}"), &*wrapped);
            }
        }
    }
}

#[test]
fn no_wrapper_changes_a_score() {
    for name in PLAIN {
        let expected: Vec<Score> = positions()
            .map(|position| plain(name).evaluate(&position))
            .collect();
        for_all_wrapped(
            || plain(name),
            |wrappers, wrapped| {
                let mut session = Session::new();
                for (position, &expected) in positions().zip(&expected) {
                    let text = format!("{wrappers} around {name}: {position}");
                    assert_eq!(wrapped.evaluate(&position), expected, "{text}");
                    assert_eq!(
                        wrapped.evaluate_in(&position, &mut session),
                        expected,
                        "{text}"
                    );
                }
            },
        );
    }
}

/// Counts how often its memory is created and used.
#[derive(Clone, Default)]
struct Counting(Arc<Counts>);

#[derive(Default)]
struct Counts {
    made: AtomicU32,
    used: AtomicU32,
}

impl Counting {
    fn counts(&self) -> [u32; 2] {
        [&self.0.made, &self.0.used].map(|count| count.load(Ordering::Relaxed))
    }
}

impl Evaluator<Position> for Counting {
    fn evaluate_in(&self, _: &Position, session: &mut Session) -> Score {
        let ply = session.ply();
        let make = || {
            self.0.made.fetch_add(1, Ordering::Relaxed);
        };
        if session.memory(&self.0, make).is_some() {
            self.0.used.fetch_add(1, Ordering::Relaxed);
        }
        Score::centipawns(ply.cast_signed())
    }
}

#[test]
fn every_wrapper_passes_the_session_on() {
    let counting = Counting::default();
    for_all_wrapped(
        || Box::new(counting.clone()),
        |wrappers, wrapped| {
            let before = counting.counts();
            let mut session = Session::new();
            for (ply, position) in (3..).zip(positions()) {
                let score = wrapped.evaluate_in(&position, session.at(ply));
                assert_eq!(score, Score::centipawns(ply.cast_signed()), "{wrappers}");
                assert_eq!(wrapped.evaluate(&position), Score::DRAW);
            }
            assert_eq!(
                counting.counts(),
                [before[0] + 1, before[1] + 4],
                "{wrappers}"
            );
        },
    );
}

#[test]
fn evaluators_with_different_weights_share_a_session() {
    let usual = Classical::default();
    let only = Weights::DEFAULT.only(Theme::PawnStructure);
    let other = Classical::new(only);
    let mut session = Session::new();
    for position in positions() {
        for evaluator in [&usual, &other, &usual.clone()] {
            assert_eq!(
                evaluator.evaluate_in(&position, &mut session),
                evaluator.evaluate(&position)
            );
        }
    }
}

/// An evaluator without a session.
#[derive(Clone, Copy)]
struct Alone;

impl Evaluator<Position> for Alone {
    fn evaluate(&self, position: &Position) -> Score {
        position
            .legal_moves()
            .iter()
            .map(|_| Score::centipawns(1))
            .sum()
    }
}

#[test]
fn an_evaluator_of_the_position_alone_works_in_every_session_and_wrapper() {
    let position = Position::START;
    let twenty = Score::centipawns(20);
    assert_eq!(Alone.evaluate_in(&position, &mut Session::new()), twenty);
    assert_eq!(
        Alone.evaluate_in(&position, &mut Session::forgetful()),
        twenty
    );
    assert_eq!(WhiteView::new(Alone).evaluate(&position), twenty);
    assert_eq!(Borrowed(&Alone).evaluate(&position), twenty);
    let boxed: Box<dyn Evaluator<Position>> = Box::new(WhiteView::new(WhiteView::new(Alone)));
    assert_eq!(boxed.evaluate(&position), twenty);
}

#[test]
#[should_panic(expected = "is an evaluator with neither `evaluate` nor `evaluate_in`")]
fn an_evaluator_without_a_score_is_told_so() {
    struct Silent;
    impl Evaluator<Position> for Silent {}
    Silent.evaluate(&Position::START);
}

#[test]
#[should_panic(expected = "is an evaluator with neither `evaluate` nor `evaluate_in`")]
fn an_evaluator_without_a_score_is_told_so_in_a_search() {
    struct Silent;
    impl Evaluator<Position> for Silent {}
    Silent.evaluate_in(&Position::START, &mut Session::new());
}
