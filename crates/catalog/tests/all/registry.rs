//! The registry: texts give the parts they name, presets keep their node counts, and errors list the known names.

use plywood_catalog::{
    AnyEvaluator, Catalog, Composition, EvaluatorSpec, Facts, Games as _, PositionAlone, Resource,
    Setting, Spec,
};
use plywood_core::Position;
use plywood_eval::{Material, NamedWeights};
use plywood_search::FixedDepth as _;
use plywood_search::games::{ConnectFour, TicTacToe};
use plywood_search::{
    AlphaBeta, Limits, Minimax, Quiescence, Random, Score, StopHandle, StopReason, Strategy as _,
    WithHistory,
};
use plywood_search::{Assembled, Node, Parts, Recursion};
use plywood_search::{Game, Horizon, Keyed, MoveOrdering, MovePriority};
use plywood_search::{SearchState, Stopped, Window, YoungerBrothers};
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

const ESTIMATE: fn(&ConnectFour) -> Score = ConnectFour::estimate;

static CONNECT_FOUR: LazyLock<Catalog<ConnectFour>> = LazyLock::new(|| {
    Catalog::tactical("connect-four", ConnectFour::new())
        .evaluator("estimate", "open lines of four", ESTIMATE)
        .evaluator("draw", "nothing", |_: &ConnectFour| Score::DRAW)
        .fixed_depth("mine", "alpha-beta with settings", |settings, evaluator| {
            let _: (i32, u64) = (settings.number("width"), settings.number("lead"));
            let _ = (settings.has("bold"), settings.choice("style"));
            AlphaBeta::new(evaluator)
        })
        .with_settings([
            Setting::number("width", 8, 1..=64),
            Setting::number("lead", 1, 0..=u64::MAX),
            Setting::switch("bold"),
            Setting::choice("style", &["plain", "wild"]),
        ])
        .strategy("dice", "any move", |_, _| PositionAlone(Random))
        .with_facts(Facts {
            evaluates: false,
            searches: false,
            ..Facts::default()
        })
        .alias("shallow", "mine+width=4:depth=2", "mine, two plies deep")
});

fn error(text: &str) -> String {
    let contender = CONNECT_FOUR.contender(text);
    contender.expect_err("it cannot be made").to_string()
}

fn spec(text: &str) -> String {
    let contender = CONNECT_FOUR.contender(text).expect("it can be made");
    contender.spec().to_string()
}

/// The nodes of the 24 names on a middlegame of chess to depth 3, with at most 20,000 nodes.
#[test]
fn names_keep_their_node_counts() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position: Position = fen.parse().unwrap();
    let chess = Catalog::tactical_repeating("chess", Position::START);
    let chess = chess.evaluator("material", "the values of the pieces", Material::default());
    let limits = Limits::depth(3).with_nodes(20_000);
    let count = |name: &'static str| {
        let contender = chess.contender(name).unwrap();
        let alone = contender.strategy(0).search(&position, &limits);
        let game = WithHistory::new(position.clone());
        let in_game = contender.in_game(0).search(&game, &limits);
        if name == "parallel" {
            return (name, alone.depth.into());
        }
        assert_eq!(alone.stats.nodes, in_game.stats.nodes, "{name}");
        (name, alone.stats.nodes)
    };
    let counts: Vec<(&str, u64)> = chess.names().map(count).collect();
    let known = [
        ("random", 1),
        ("minimax", 20_000),
        ("negamax", 20_000),
        ("alpha-beta-max-min", 15_991),
        ("alpha-beta-fail-hard", 15_991),
        ("alpha-beta", 15_991),
        ("alpha-beta-killers", 6_027),
        ("principal-variation", 13_135),
        ("sss-star", 10_557),
        ("deepening", 7_285),
        ("monte-carlo", 20_000),
        ("uct", 20_000),
        ("mcts-solver", 20_000),
        ("puct", 20_000),
        ("two-halves", 20_000),
        ("unbounded-minimax", 20_000),
        ("proof-number", 4_023),
        ("df-pn", 4_023),
        ("alpha-beta-table", 15_991),
        ("practical-table", 6_777),
        ("deepening-table", 6_777),
        ("aspiration", 6_069),
        ("mtd-f", 6_416),
        ("best-node", 7_672),
        // Its nodes differ with threads; the depth does not.
        ("parallel", 3),
        ("alpha-beta-captures", 2_532),
        ("alpha-beta-ordered", 2_532),
        ("everything-exact", 2_667),
        ("quiescence", 6_114),
        ("everything", 3_783),
    ];
    assert_eq!(counts, known);
}

#[test]
fn a_game_has_the_names_that_it_can_play() {
    let simple = Catalog::keyed("tic-tac-toe", TicTacToe::new());
    let names: Vec<&str> = simple.names().collect();
    assert!(names.contains(&"mtd-f") && !names.contains(&"quiescence"));
    assert!(names.iter().all(|name| simple.contender(name).is_ok()));
    assert_eq!(
        simple
            .contender("minimax+quiescence")
            .unwrap_err()
            .to_string(),
        "\"quiescence\" needs to know which moves are noisy, and tic-tac-toe doesn't say (`Tactical`)"
    );
}

#[test]
fn compositions_are_put_in_order_with_their_values() {
    assert_eq!(
        spec("pvs deepening table aspiration=50 captures:depth=4"),
        "pvs+captures+table=16+aspiration=50+deepening:evaluator=estimate,depth=4"
    );
    assert_eq!(
        spec("everything+table=2+without=killers+mtd-f:evaluator=draw"),
        "pvs+quiescence+captures+history+table=2+mtd-f+deepening:evaluator=draw"
    );
    assert_eq!(
        spec("shallow+bold:depth=3"),
        "mine+width=4+bold:evaluator=estimate,depth=3"
    );
    assert_eq!(
        spec("mine+deepening:width=5,style=wild"),
        spec("mine+width=5+deepening+style=wild")
    );
    let labeled = CONNECT_FOUR.contender("my best=pvs").unwrap();
    assert_eq!(labeled.name(), "my best");
    let labeled = CONNECT_FOUR.contender("best=pvs+table=1").unwrap();
    assert_eq!(
        (labeled.name(), labeled.asked().to_string()),
        ("best", "best=pvs+table=1".to_owned())
    );
}

/// Wrong texts and parts of their errors.
const ERRORS: [(&str, &str); 25] = [
    (
        " =pvs",
        "expected NAME or NAME=VALUE, found \"=pvs\" in \" =pvs\"",
    ),
    (
        "pvs+table=4:table=8",
        "table was given twice in \"pvs+table=4:table=8\"",
    ),
    (
        "pvs:table=4,table=8",
        "table was given twice in \"pvs:table=4,table=8\"",
    ),
    (
        "pvs:depth=3,depth=4",
        "depth was given twice in \"pvs:depth=3,depth=4\"",
    ),
    (
        "pvs:table=",
        "expected NAME or NAME=VALUE, found \"table=\" in \"pvs:table=\"",
    ),
    (
        "mine+lead=-0",
        "lead: expected a whole number from 0 to 18446744073709551615, found \"-0\"",
    ),
    ("", "expected the name of a strategy, found nothing"),
    (
        "pvs+killers+killers",
        "killers was given twice in \"pvs+killers+killers\"",
    ),
    (
        "pvs+table=0",
        "table: expected a whole number from 1 to 16777216, found \"0\"",
    ),
    ("pvs+killers=3", "killers: expected no value, found \"3\""),
    (
        "pvs+table+deep-table",
        "table and deep-table cannot be combined: choose one",
    ),
    (
        "pvs+parallel",
        "parallel needs a table, as in pvs+table+parallel",
    ),
    (
        "monte-carlo+table",
        "an ordering, a table or a selectivity needs leaves that are searched, as in monte-carlo+shallow=2+captures",
    ),
    (
        "dice+deepening",
        "dice takes no \"deepening\"; it takes no parts, and after a colon depth, nodes, rounds, time, evaluator, noise, soft-nodes",
    ),
    (
        "everything+without=exchanges",
        "without: expected a part of pvs+quiescence+captures+killers+history+deep-table+aspiration+deepening, found \"exchanges\"",
    ),
    (
        "mine+width=65",
        "width: expected a whole number from 1 to 64, found \"65\"",
    ),
    (
        "mine+width=2.5",
        "width: expected a whole number from 1 to 64, found \"2.5\"",
    ),
    ("mine+bold=1", "bold: expected no value, found \"1\""),
    (
        "mine+style=odd",
        "style: expected one of plain, wild, found \"odd\"",
    ),
    (
        "mine+killers",
        "mine takes no \"killers\"; it takes width, lead, bold, style, aspiration, mtd-f, mtd-above, mtd-below, best-node, deepening, and after a colon depth, nodes, rounds, time, evaluator, noise, soft-nodes",
    ),
    (
        "mine style=wild",
        "\"mine style\" was read as a label, and there is no strategy \"wild\"; a part is written mine+style=wild",
    ),
    (
        "minimax:evaluator=matter",
        "connect-four has no evaluator \"matter\"; the evaluators are estimate, draw",
    ),
    (
        "minimax:depth",
        "expected SETTING=VALUE, found \"depth\" in \"minimax:depth\"",
    ),
    (
        "minimax:depth=x",
        "depth: expected a whole number from 0 on that is not too large, found \"x\"",
    ),
    (
        "minimax:time=5",
        "time: expected a time such as 100ms, 1.5s or 2m, found \"5\"",
    ),
];

#[test]
fn errors_say_what_is_known() {
    for (text, expected) in ERRORS {
        assert_eq!(error(text), expected, "{text}");
    }
    assert!(
        error("alfa-beta").starts_with(
            "there is no strategy \"alfa-beta\" (did you mean \"alpha-beta\"?); the strategies are random, minimax, "
        )
    );
    assert!(error("pvs+killer").contains("(did you mean \"killers\"?); it takes quiescence, best-looking, worst-looking, captures, exchanges, killers, history, table, deep-table, enhanced-cutoffs, internal-reduction, razoring, reverse-futility, null-move, prob-cut, check-extension, late-move-pruning, futility-pruning, history-pruning, late-moves, singular-extension, parallel, aspiration, mtd-f, mtd-above, mtd-below, best-node, deepening, and after a colon depth, "));
}

#[test]
fn a_contender_is_stopped_from_outside() {
    let stop = StopHandle::new();
    let contender = CONNECT_FOUR.contender("minimax").expect("it can be made");
    let contender = contender.stopped_by(&stop);
    stop.stop();
    let (start, deep) = (ConnectFour::new(), Limits::depth(40));
    let report = contender.strategy(0).search(&start, &deep);
    assert_eq!(report.reason, StopReason::Asked);
    let in_game = WithHistory::new(start);
    let report = contender.in_game(0).search(&in_game, &deep);
    assert_eq!(report.reason, StopReason::Asked);
    // Limits that already have a handle are left unchanged.
    let own = Limits::depth(1).with_stop(&StopHandle::new());
    let report = contender.in_game(0).search(&in_game, &own);
    assert_eq!(report.reason, StopReason::Depth);
}

#[test]
fn a_check_makes_no_large_search() {
    static LARGEST: AtomicUsize = AtomicUsize::new(0);
    let catalog = Catalog::tactical("game", ConnectFour::new())
        .strategy("large", "", |settings, _| {
            LARGEST.fetch_max(settings.number("hash"), Ordering::Relaxed);
            PositionAlone(Random)
        })
        .with_settings([Setting::number("hash", 256_usize, 2..=512).of(Resource::Megabytes)]);
    catalog.check().unwrap();
    assert_eq!(LARGEST.load(Ordering::Relaxed), 2);
}

#[test]
fn a_name_that_is_taken_is_an_error() {
    let start = ConnectFour::new();
    let twice = Catalog::tactical("game", start).alias("everything", "minimax", "");
    assert_eq!(
        twice.check().unwrap_err().to_string(),
        "game has two strategies named \"everything\": rename one"
    );
    let broken = Catalog::tactical("game", start).alias("mine", "minimax+tabel", "");
    assert!(broken.check().is_err());
    assert!(CONNECT_FOUR.check().is_ok());
    let games = Catalog::tactical("game", start).and(Catalog::keyed("game", TicTacToe::new()));
    assert_eq!(
        games.check_names().unwrap_err().to_string(),
        "the program has two games named \"game\": rename one"
    );
    let driven = Catalog::tactical("game", start)
        .fixed_depth("mine", "", |_, evaluator| AlphaBeta::new(evaluator))
        .with_settings([Setting::switch("deepening")]);
    assert_eq!(
        driven.contender("mine").unwrap_err().to_string(),
        "mine has two parts named \"deepening\": rename one"
    );
}

#[test]
fn a_name_that_would_be_read_otherwise_is_an_error() {
    let game = || Catalog::tactical("game", ConnectFour::new());
    for name in ["my best", "a+b", "a:b", "a=pvs", "", "+"] {
        let strategy = game().strategy(name, "", |_, _| PositionAlone(Random));
        assert!(strategy.check().is_err(), "{name:?}");
        assert!(
            game().alias(name, "minimax", "").check().is_err(),
            "{name:?}"
        );
    }
    for name in ["mine@file", "a,b"] {
        let evaluator = game().evaluator(name, "", ESTIMATE);
        assert!(evaluator.check().is_err(), "{name:?}");
    }
}

#[test]
fn an_unknown_usual_evaluator_is_named_at_once() {
    let catalog = CONNECT_FOUR.clone().usual_evaluator_of("mine", "estimate");
    assert_eq!(catalog.check(), Ok(()));
    let error = catalog
        .usual_evaluator_of("mine", "unknown")
        .check()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "connect-four has no evaluator \"unknown\"; the evaluators are estimate, draw"
    );
}

#[test]
fn an_evaluator_is_made_once_for_all_strategies() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let make = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        AnyEvaluator::new(ESTIMATE)
    };
    let catalog = Catalog::tactical("connect-four", ConnectFour::new());
    let catalog = catalog.evaluator_from("costly", "open lines of four", make);
    assert_eq!(count.load(Ordering::Relaxed), 0);
    for name in ["minimax", "alpha-beta", "pvs"] {
        let contender = catalog.clone().contender(name).unwrap();
        let _ = contender.strategy(0);
    }
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn compositions_can_be_listed() {
    let only = CONNECT_FOUR.clone().only(["pvs+killers", "mine"]);
    assert!(only.check().is_ok());
    assert_eq!(only.names().collect::<Vec<_>>(), ["mine", "pvs+killers"]);
    assert!(CONNECT_FOUR.clone().only(["pvs+killer"]).check().is_err());
}

/// A strategy with a setting `without` keeps it behind an alias that has different words.
#[test]
fn steps_can_be_left_out_behind_an_alias() {
    let catalog = Catalog::tactical("game", ConnectFour::new())
        .strategy("steps", "", |_, _| PositionAlone(Random))
        .with_settings([Setting::without(&["one", "two"])])
        .alias("fewer", "steps+without=one", "")
        .alias("again", "fewer:depth=2", "");
    for name in ["fewer", "again"] {
        let contender = catalog.contender(&format!("{name}+without=two")).unwrap();
        assert_eq!(
            contender.spec().composition.to_string(),
            "steps+without=one+without=two"
        );
    }
}

#[test]
fn a_fixed_depth_search_is_deepened_for_a_clock() {
    for name in CONNECT_FOUR.names() {
        let contender = CONNECT_FOUR.contender(name).unwrap();
        let needed_depth = contender.needs_depth();
        let deepened = contender.deepened();
        let limits = Limits::nodes(3_000);
        let report = deepened
            .strategy(0)
            .search(&"ddcc".parse().unwrap(), &limits);
        assert!(
            report.best_move.is_some() && !deepened.needs_depth(),
            "{name}"
        );
        assert!(!needed_depth || report.iterations.len() > 1, "{name}");
    }
}

#[test]
fn a_contender_needs_a_depth_if_its_strategy_does() {
    let own = Catalog::keyed("connect-four", ConnectFour::new())
        .fixed_depth("mine", "ours", |_, evaluator| AlphaBeta::new(evaluator))
        .strategy("alone", "ours", |_, evaluator| {
            PositionAlone(AlphaBeta::new(evaluator.clone()))
        });
    for (name, needs_depth) in [
        ("mine", true),
        ("mine+deepening", false),
        ("alone", true),
        ("alpha-beta+mtd-f", true),
        ("random", false),
    ] {
        let contender = own.contender(name).unwrap();
        assert_eq!(contender.needs_depth(), needs_depth, "{name}");
        assert_eq!(contender.strategy(0).needs_depth(), needs_depth, "{name}");
        let limited = contender.with_limits(Limits::depth(4));
        assert!(!limited.strategy(0).needs_depth(), "{name}");
    }
}

/// Any composition with which connect four can be searched, except on threads.
fn compositions() -> impl Strategy<Value = String> {
    let search = prop::sample::select(vec![
        "minimax",
        "negamax",
        "alpha-beta-max-min",
        "alpha-beta-fail-hard",
        "sss-star",
        "alpha-beta",
        "pvs",
    ]);
    let tables = prop::option::of(prop::sample::select(vec!["table=1", "deep-table=1"]));
    let windows = prop::option::of(prop::sample::select(vec![
        "aspiration",
        "aspiration=9",
        "mtd-f",
        "mtd-above",
        "mtd-below",
        "best-node",
    ]));
    let looks = prop::option::of(prop::sample::select(vec!["best-looking", "worst-looking"]));
    let switches = prop::collection::vec(any::<bool>(), 6);
    let all = (search, switches, tables, windows, looks);
    all.prop_map(|(search, switches, table, window, looks)| {
        let has_parts = ["alpha-beta", "pvs"].contains(&search);
        let names = [
            "quiescence",
            "captures",
            "exchanges",
            "killers",
            "history",
            "deepening",
        ];
        let mut words: Vec<&str> = names
            .into_iter()
            .zip(switches)
            .filter(|(name, is_on)| {
                *is_on && (has_parts || ["quiescence", "deepening"].contains(name))
            })
            .map(|(name, _)| name)
            .collect();
        words.extend(table.into_iter().chain(looks).filter(|_| has_parts));
        words.extend(window);
        std::iter::once(search)
            .chain(words)
            .collect::<Vec<_>>()
            .join("+")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn what_is_written_is_what_is_made(text in compositions()) {
        let contender = CONNECT_FOUR.contender(&text).expect("it can be made");
        let canonical = contender.spec().composition.clone();
        let mut strategy = contender.strategy(0);
        prop_assert_eq!(strategy.name(), canonical.to_string());
        let read: Result<Composition, _> = canonical.to_string().parse();
        prop_assert_eq!(read.as_ref(), Ok(&canonical));
        let again = CONNECT_FOUR.contender(&canonical.to_string()).expect("it can be made again");
        prop_assert_eq!(&again.spec().composition, &canonical);

        let board: ConnectFour = "ddcceb".parse().expect("a game");
        let report = strategy.search(&board, &Limits::depth(3));
        let expected = if canonical.part("quiescence").is_some() {
            Minimax::with_horizon(Quiescence::new(ESTIMATE)).search(&board, &Limits::depth(3)).score
        } else {
            Minimax::new(ESTIMATE).search(&board, &Limits::depth(3)).score
        };
        let is_bound = canonical.part("best-node").is_some();
        prop_assert!(!report.is_exact || is_bound || report.score == expected, "{} {:?} {:?}", text, report.score, expected);
    }
}

/// Principal variation search as a user would write it: a null window after the first move, and a second search after a fail high.
#[derive(Clone, Default)]
struct NegaScout;

impl Recursion for NegaScout {
    const NAME: &'static str = "negascout";
    const YOUNGER_BROTHERS: Option<YoungerBrothers> = Some(YoungerBrothers::NullWindow);

    fn value<G: Game, P: Parts<G>>(
        search: &mut Assembled<Self, P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, window)?;
        if depth == 0 {
            return search.horizon(position, window, state);
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let mut node = Node::new(position, depth, window, state);
        if let Some(score) = search.probe(&mut node, &moves, state) {
            return Ok(score);
        }
        search.order(&node, &mut moves, state);
        let (mut alpha, beta) = (window.alpha(), window.beta());
        let (mut best, mut best_move) = (Score::LOWEST, None);
        for (index, &mv) in moves.iter().enumerate() {
            state.down(mv);
            let below = -Window::between(alpha, beta);
            let score = -search.value(&position.after(mv), depth - 1, below, state)?;
            state.up(score);
            best = best.max(score);
            if score > alpha {
                best_move = Some(mv);
                state.improved(mv, score);
                if score >= beta {
                    search.cutoff(&node, &moves, index, state);
                    break;
                }
                alpha = score;
            }
        }
        search.store(&node, best, best_move, state);
        Ok(best)
    }
}

#[test]
fn a_recursion_of_a_user_takes_every_part_by_its_word() {
    let catalog = CONNECT_FOUR.clone();
    let catalog = catalog.recursion("negascout", "as a user would write it", |_| NegaScout);
    assert!(catalog.check().is_ok());
    let words = |name| {
        let parts = catalog.parts(name).map(|part| part.word().to_owned());
        parts.collect::<Vec<_>>()
    };
    assert_eq!(words("negascout"), words("alpha-beta"));
    let board: ConnectFour = "ddcceb".parse().unwrap();
    for parts in [
        "",
        "+captures",
        "+quiescence+captures+killers+table=16+aspiration+deepening",
        "+worst-looking+exchanges+history+deep-table=1+mtd-f+deepening",
        "+captures+null-move+late-moves=2+deepening",
    ] {
        let nodes = |search: &str| {
            let contender = catalog.contender(&format!("{search}{parts}")).unwrap();
            let mut strategy = contender.strategy(0);
            if search == "negascout" {
                assert_eq!(strategy.name(), contender.spec().composition.to_string());
            }
            strategy.search(&board, &Limits::depth(4)).stats.nodes
        };
        // Without parts that need more of a node it is alpha-beta.
        let is_same = !parts.contains("null-move");
        assert!(
            !is_same || nodes("negascout") == nodes("alpha-beta"),
            "{parts}"
        );
    }
    let quiet = Catalog::keyed("tic-tac-toe", TicTacToe::new());
    let quiet = quiet.keyed_recursion("negascout", "as a user would write it", |_| NegaScout);
    let report = quiet
        .contender("negascout+killers+table=1+deepening")
        .unwrap();
    let report = report
        .strategy(0)
        .search(&TicTacToe::new(), &Limits::depth(9));
    assert_eq!(report.score, Some(Score::DRAW));
    let error = quiet
        .contender("negascout+captures")
        .unwrap_err()
        .to_string();
    assert!(error.contains("doesn't say (`Tactical`)"), "{error}");
}

/// Tries moves at the edges first, which are the worst.
#[derive(Clone)]
struct EdgesFirst;

impl<G: Keyed> MoveOrdering<G> for EdgesFirst {
    fn rank(&self, _: &G, mv: G::Move, _: u32) -> MovePriority {
        MovePriority::quiet(i32::from(G::move_code(mv)).abs_diff(3).cast_signed())
    }
}

/// Evaluates every position at the horizon as a draw.
#[derive(Clone)]
struct Blind;

impl<G: Game> Horizon<G> for Blind {
    fn value(
        &self,
        position: &G,
        _: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let draw = |_: &G| Score::DRAW;
        Ok(match position.ending_at_leaf() {
            Some(ending) => state.ended(ending),
            None => state.evaluate(&draw, position),
        })
    }

    fn is_exact(&self) -> bool {
        true
    }
}

#[test]
fn parts_of_a_user_have_words() {
    let catalog = CONNECT_FOUR.clone();
    let catalog = catalog
        .ordering("edges-first", "the edges first", |_| EdgesFirst)
        .horizon("blind", "draws", |_| Blind);
    assert!(catalog.check().is_ok());
    let report = |text: &str| {
        let contender = catalog.contender(text).unwrap();
        let mut strategy = contender.strategy(0);
        let in_game = contender.in_game(0);
        let words = contender.spec().composition.to_string();
        assert_eq!([strategy.name(), in_game.name()], [&*words, &*words]);
        strategy.search(&ConnectFour::new(), &Limits::depth(6))
    };
    let (plain, ordered) = (report("alpha-beta"), report("alpha-beta+edges-first"));
    assert_eq!(plain.score, ordered.score);
    assert!(ordered.stats.nodes > plain.stats.nodes);
    assert_eq!(
        report("pvs+killers+edges-first+blind").score,
        Some(Score::DRAW)
    );
    assert_eq!(report("minimax+blind").score, Some(Score::DRAW));
    let both = catalog
        .contender("pvs+blind+quiescence")
        .unwrap_err()
        .to_string();
    assert_eq!(both, "blind and quiescence cannot be combined: choose one");
    let taken = catalog.ordering("killers", "twice", |_| EdgesFirst).check();
    assert!(taken.unwrap_err().to_string().contains("two parts named"));
}

#[test]
fn monte_carlo_has_a_setting() {
    let games = |text: &str| {
        let contender = CONNECT_FOUR.contender(text).unwrap();
        let report = contender
            .strategy(0)
            .search(&ConnectFour::new(), &Limits::nodes(2_000));
        report.line.to_string()
    };
    assert_eq!(
        games("monte-carlo"),
        games("monte-carlo+exploration=1.4142135623730951")
    );
    assert!(
        error("monte-carlo+exploration=-1").starts_with("exploration: expected a number from 0")
    );
}

/// File names that people may have, but no parser expects.
fn file_names() -> impl Strategy<Value = String> {
    let letters = prop::sample::select(vec![
        ',', ':', '+', ' ', '"', '\'', '@', '=', '/', '.', 'a', 'ä', '棋', '\\', '\n', '\t',
    ]);
    prop::collection::vec(letters, 1..12).prop_map(|letters| letters.into_iter().collect())
}

proptest! {
    #[test]
    fn a_file_may_be_called_anything(file in file_names(), depth in prop::option::of(1_u32..9)) {
        let alone: EvaluatorSpec = format!("net@{file}").parse().expect("it is an evaluator");
        prop_assert_eq!(&alone, &EvaluatorSpec::in_file("net", &*file));
        let composition: Composition = "pvs+table=4".parse().expect("it is a search");
        let mut spec = Spec::from(composition);
        spec.evaluator = Some(alone);
        spec.limits = Limits::none().with_depth(depth);
        let written = spec.to_string();
        let read: Result<Spec, _> = written.parse();
        prop_assert_eq!(read.as_ref(), Ok(&spec), "{}", written);
        // Written without quotes among other settings, a file without a comma or a space at its end is the same.
        let raw: Result<Spec, _> = format!("pvs+table=4:evaluator=net@{file}").parse();
        if !file.contains(',') && file.trim_end() == file {
            prop_assert_eq!(raw.map(|spec| spec.evaluator), Ok(spec.evaluator));
        }
    }
}

#[test]
fn a_file_with_any_name_is_read() {
    let folder = std::env::temp_dir().join(format!("plywood-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let chess = Catalog::chess();
    let weights = NamedWeights::of::<Position>(&Material::default()).to_json();
    for name in [
        "a,b.json",
        "a:b=c@d.json",
        "+ä 棋\".json",
        " \"a\", depth=1",
    ] {
        let file = folder.join(name);
        std::fs::write(&file, &weights).unwrap();
        let asked = Spec {
            evaluator: Some(EvaluatorSpec::in_file("material", file)),
            ..Spec::from(Composition::new("minimax"))
        };
        let contender = chess.contender_of(asked.clone()).unwrap();
        assert_eq!(contender.spec().evaluator, asked.evaluator);
        let again = chess.contender(&contender.spec().to_string()).unwrap();
        assert_eq!(again.spec(), contender.spec());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_drawn_game_is_solved_with_a_table_too() {
    let catalog = Catalog::keyed("tic-tac-toe", TicTacToe::new());
    let mut nodes = Vec::new();
    for name in [
        "deepening",
        "deepening-table",
        "aspiration",
        "mtd-f",
        "best-node",
        "parallel",
    ] {
        let mut strategy = catalog.contender(name).unwrap().strategy(0);
        let report = strategy.search(&TicTacToe::new(), &Limits::depth(200));
        assert_eq!(report.reason, StopReason::Solved, "{name}");
        assert_eq!(report.score, Some(Score::DRAW), "{name}");
        assert!(report.depth <= 9, "{name} went to depth {}", report.depth);
        println!("{name}: {report}");
        nodes.push(report.stats.nodes);
    }
    let without_table = nodes[0];
    assert!(
        nodes.iter().skip(1).all(|nodes| *nodes < without_table),
        "{nodes:?}"
    );
}
