//! A strategy does what its spec says, and a stranger's parts are declared like ours.

use plywood_catalog::{
    AnyFixedDepth, Catalog, Driver, EvaluatorSpec, Facts, Part, PositionAlone, Resource, Setting,
    SettingKind, Spec, SpecError,
};
use plywood_core::Position;
use plywood_search::games::ConnectFour;
use plywood_search::{
    AlphaBetaRecursion, Aspiration, Assembled, Comparison, FixedDepth as _, Game, LateMoves,
    Limits, Parts, Random, Recursion, Score, SearchState, Stopped, Strategy, TranspositionTable,
    Transpositions, Window, WithHistory, YoungerBrothers,
};
use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_assert_eq, proptest};
use std::sync::LazyLock;
use std::time::Duration;

/// Alpha-beta over the first moves of each node only, with the number of moves as its setting.
#[derive(Debug, Clone, Default)]
struct Narrow {
    width: usize,
}

impl Recursion for Narrow {
    const NAME: &'static str = "narrow";

    fn value<G: Game, P: Parts<G>>(
        search: &mut Assembled<Self, P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let width = search.recursion().width;
        alpha_beta(search, position, (depth, width), window, state)
    }
}

/// Alpha-beta under another name, which can be split among threads.
#[derive(Debug, Clone, Default)]
struct Mine;

impl Recursion for Mine {
    const NAME: &'static str = "mine";
    const IS_EXACT: bool = true;
    const YOUNGER_BROTHERS: Option<YoungerBrothers> = Some(YoungerBrothers::WholeWindow);

    fn value<G: Game, P: Parts<G>>(
        search: &mut Assembled<Self, P>,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        alpha_beta(search, position, (depth, usize::MAX), window, state)
    }
}

fn alpha_beta<R: Recursion, G: Game, P: Parts<G>>(
    search: &mut Assembled<R, P>,
    position: &G,
    (depth, width): (u32, usize),
    window: Window,
    state: &mut SearchState<'_, G::Move>,
) -> Result<Score, Stopped> {
    state.visit(depth, window)?;
    if depth == 0 {
        return search.horizon(position, window, state);
    }
    let moves = position.legal_moves();
    if let Some(ending) = position.ending(&moves) {
        return Ok(state.ended(ending));
    }
    let mut best = Score::LOWEST;
    for &mv in moves.iter().take(width) {
        let below = Window::between(best.max(window.alpha()), window.beta());
        state.down(mv);
        let score = -search.value(&position.after(mv), depth - 1, -below, state)?;
        state.up(score);
        if score > best {
            best = score;
            state.improved(mv, score);
        }
        if best >= window.beta() {
            break;
        }
    }
    Ok(best)
}

struct Wide(i32);

impl Driver for Wide {
    fn drive<G: Game<Move: Send> + 'static>(&self, search: AnyFixedDepth<G>) -> AnyFixedDepth<G> {
        Box::new(Aspiration::new(search).margin(self.0))
    }
}

fn games() -> Catalog<ConnectFour> {
    Catalog::tactical("connect-four", ConnectFour::new()).evaluator(
        "estimate",
        "open lines of four",
        ConnectFour::estimate,
    )
}

fn nodes<G: plywood_catalog::Playable>(catalog: &Catalog<G>, spec: &str, limits: &Limits) -> u64 {
    let contender = catalog.contender(spec).expect("the spec is a strategy");
    let report = contender.strategy(0).search(catalog.start(), limits);
    report.stats.nodes
}

#[test]
fn a_spec_limits_its_searches_wherever_they_are_made() {
    let chess = Catalog::chess();
    let contender = |spec| chess.contender(spec).unwrap();
    let shallow = contender("alpha-beta:depth=2");
    let table = Comparison::new(chess.start(), Limits::depth(4))
        .strategy("shallow", shallow.strategy(0))
        .run();
    assert!(table.rows.iter().all(|row| row.depth <= Some(2)), "{table}");
    let game = WithHistory::new(chess.start().clone());
    assert_eq!(shallow.in_game(0).search(&game, &Limits::none()).depth, 2);
    assert!(nodes(&chess, "alpha-beta:nodes=100", &Limits::depth(4)) <= 100);

    // Each kind that the spec doesn't name is the run's.
    let both = Limits::depth(3).with_nodes(50);
    assert!(nodes(&chess, "alpha-beta:depth=4", &both) <= 50);
    let seeded = |seed| {
        contender("random:depth=3")
            .strategy(0)
            .search(chess.start(), &Limits::depth(1).with_seed(seed))
            .best_move
    };
    assert!(
        (1..20).any(|seed| seeded(seed) != seeded(0)),
        "the seed is the run's"
    );
}

#[test]
fn a_recursion_receives_its_settings() {
    let games = games()
        .recursion("narrow", "the first moves only", |settings| Narrow {
            width: settings.number("width"),
        })
        .with_settings([Setting::number("width", 2_usize, 1..=7)]);
    assert_eq!(games.check(), Ok(()));
    let counts = [
        "narrow+width=1",
        "narrow",
        "narrow+width=2",
        "narrow+width=3",
    ]
    .map(|spec| nodes(&games, spec, &Limits::depth(5)));
    assert!(
        counts[0] < counts[1] && counts[1] == counts[2] && counts[2] < counts[3],
        "{counts:?}"
    );
    let error = games.contender("narrow+width=9").unwrap_err().to_string();
    assert_eq!(
        error,
        "width: expected a whole number from 1 to 7, found \"9\""
    );
}

#[test]
fn threads_are_for_every_recursion_that_says_it_can_be_split() {
    let games = games().recursion("mine", "alpha-beta", |_| Mine).recursion(
        "narrow",
        "cannot be split",
        |_| Narrow { width: 2 },
    );
    let search = |spec| {
        let contender = games.contender(spec).unwrap();
        contender
            .strategy(0)
            .search(games.start(), &Limits::depth(7))
            .score
    };
    let alone = search("mine");
    for spec in [
        "mine+table+parallel=2",
        "alpha-beta+table+parallel=2",
        "pvs+table+parallel=2",
    ] {
        assert_eq!(search(spec), alone, "{spec}");
    }
    let error = games
        .contender("narrow+table+parallel")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("narrow takes no \"parallel\""), "{error}");
    let own = games.table("my-table", "ours", |_| Transpositions::exact(1));
    let error = own
        .contender("mine+my-table+parallel")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("parallel needs a table"), "{error}");
}

/// A table that is never asked.
#[derive(Debug, Clone)]
struct Forgetful;

impl<G: Game> TranspositionTable<G> for Forgetful {
    fn find(
        &self,
        _: &G,
        _: &[G::Move],
        _: u32,
        _: u32,
    ) -> Option<plywood_search::TableEntry<G::Move>> {
        None
    }

    fn answers(&self, _: &plywood_search::TableEntry<G::Move>, _: u32, _: Window) -> bool {
        false
    }

    fn store(&mut self, _: &G, _: u32, _: plywood_search::TableEntry<G::Move>) {}

    fn is_exact(&self) -> bool {
        true
    }
}

#[test]
fn drivers_selectivities_and_tables_are_added_by_name() {
    let games = games()
        .driver("wide", "a wide window", |settings| {
            Wide(settings.given("wide").unwrap_or(200))
        })
        .numbered(1..=1_000)
        .selectivity("late", "late moves less deeply", |settings| {
            LateMoves::after(settings.given("late").unwrap_or(3))
        })
        .numbered(1..=7)
        .table("forgetful", "keeps nothing", |_| Forgetful);
    assert_eq!(games.check(), Ok(()));
    let everything = games
        .contender("deepening+late=2 wide=50 forgetful captures")
        .unwrap();
    assert_eq!(
        everything.spec().composition.to_string(),
        "alpha-beta+captures+forgetful+late=2+wide=50+deepening"
    );
    let depth = Limits::depth(6);
    let plain = nodes(&games, "alpha-beta", &depth);
    assert_eq!(nodes(&games, "alpha-beta+forgetful", &depth), plain);
    assert_eq!(
        nodes(&games, "alpha-beta+late=3", &depth),
        nodes(&games, "alpha-beta+late-moves=3", &depth)
    );
    assert_eq!(
        nodes(&games, "alpha-beta+table=1+wide=35+deepening", &depth),
        nodes(&games, "alpha-beta+table=1+aspiration=35+deepening", &depth)
    );
    let report = everything.strategy(0).search(games.start(), &depth);
    assert!(!report.is_exact && report.depth == 6);
    let exclusive = games
        .contender("alpha-beta+wide+mtd-f")
        .unwrap_err()
        .to_string();
    assert_eq!(exclusive, "wide and mtd-f cannot be combined: choose one");
    assert!(games.contender("alpha-beta+table+forgetful").is_err());
    assert!(games.contender("minimax+late").is_err());
}

#[test]
fn a_check_names_what_nothing_uses_and_what_does_not_exist() {
    let unread = games()
        .recursion("mine", "a width that is never read", |_| AlphaBetaRecursion)
        .with_settings([Setting::number("width", 2_usize, 1..=7)]);
    let message = |catalog: Catalog<ConnectFour>| catalog.check().unwrap_err().to_string();
    assert_eq!(
        message(unread),
        "connect-four: mine declares \"width\" and never uses it"
    );
    let dice = games()
        .strategy("dice", "any move", |_, _| PositionAlone(Random))
        .with_facts(Facts {
            evaluates: false,
            searches: false,
            ..Facts::default()
        });
    assert_eq!(dice.check(), Ok(()));
    let dice = dice.usual_evaluator_of("dice", "estimate");
    assert_eq!(
        message(dice),
        "connect-four: dice declares \"evaluator\" and never uses it"
    );
    assert!(message(games().usual_strategy("nothing")).contains("no strategy \"nothing\""));
    assert!(message(games().usual_evaluator("nothing")).contains("no evaluator \"nothing\""));
    assert!(
        message(games().usual_evaluator_of("nothing", "estimate"))
            .contains("no strategy \"nothing\"")
    );
    assert_eq!(
        message(games().numbered(1..=2)),
        "connect-four: `numbered` was called before any part was added"
    );
}

#[test]
fn the_default_strategy_is_declared_and_listed() {
    assert_eq!(Catalog::chess().default_strategy(), "engine");
    assert_eq!(games().default_strategy(), "everything");
    assert_eq!(Catalog::tic_tac_toe().default_strategy(), "aspiration");
    let few = games().only(["minimax", "pvs"]);
    assert_eq!(few.default_strategy(), few.names().last().unwrap());
    assert_eq!(few.usual_strategy("pvs").default_strategy(), "pvs");
}

#[test]
fn facts_are_declared_with_a_search() {
    let chess = Catalog::chess();
    let facts = |spec| chess.contender(spec).unwrap().facts();
    assert!(!facts("random").searches && !facts("proof-number").evaluates);
    assert!(facts("engine").deepens && facts("mtd-f").deepens && !facts("alpha-beta").deepens);
    assert!(facts("sss-star").keeps_nodes && !facts("pvs").keeps_nodes);
    assert!(facts("engine").has_levels && facts("pvs").refines == Some("alpha-beta"));
    let searches_all = |spec| chess.contender(spec).unwrap().searches_all();
    assert!(searches_all("negamax") && searches_all("mine=minimax:depth=2"));
    assert!(!searches_all("minimax+quiescence") && !searches_all("minimax=alpha-beta"));
    let costs = |spec| {
        let costs = chess.contender(spec).unwrap().costs();
        let costs = costs
            .into_iter()
            .map(|cost| (cost.word, cost.resource, cost.amount));
        costs.collect::<Vec<_>>()
    };
    assert_eq!(
        costs("pvs+table=8+parallel=3"),
        [
            ("table".to_owned(), Resource::Megabytes, 8),
            ("parallel".to_owned(), Resource::Threads, 3)
        ]
    );
    assert_eq!(
        costs("engine")[0],
        ("threads".to_owned(), Resource::Threads, 1)
    );
}

#[test]
fn repetition_is_switched_off_for_positions_alone() {
    let chess = Catalog::chess();
    let contender = chess
        .contender("alpha-beta+captures+killers+table=4")
        .unwrap();
    let report = contender
        .strategy(0)
        .search(chess.start(), &Limits::depth(5));
    assert!(
        report.is_exact,
        "an exact table is exact where nothing repeats"
    );
    let game = WithHistory::new(chess.start().clone());
    assert!(
        !contender
            .in_game(0)
            .search(&game, &Limits::depth(5))
            .is_exact
    );
    assert!(contender.sees_repetition());
}

static CHESS: LazyLock<Catalog<Position>> = LazyLock::new(Catalog::chess);

/// Returns a value that a setting takes, if it needs one.
fn value_of(setting: &Setting, number: u32) -> Option<String> {
    match &setting.kind {
        SettingKind::Switch => None,
        SettingKind::Amount { min, max, .. } => Some((min + number % 8).min(*max).to_string()),
        SettingKind::Number { usual, .. } => Some(usual.clone()),
        SettingKind::Choice { words, .. } | SettingKind::Without(words) => {
            Some(words[number as usize % words.len()].clone())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_plan_is_read_as_it_is_written(
        label in prop::option::of(prop::sample::select(vec!["", " ", "mine", "my best", "a+b=c", "a:b", "\"", "\"a\"=", "pvs table", "engine without", "\n", "ä,棋"])),
        name in prop::sample::select(CHESS.names().collect::<Vec<_>>()),
        words in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 0..4),
        evaluator in prop::option::of(prop::sample::select(vec!["material", "classical"])),
        noise in prop::option::of(any::<u16>()),
        (depth, nodes, soft_nodes) in (prop::option::of(any::<u32>()), prop::option::of(any::<u64>()), prop::option::of(any::<u64>())),
        micros in prop::option::of(0..1_000_000_000_u64),
    ) {
        let mut asked: Spec = name.parse()?;
        asked.label = label.map(str::to_owned);
        asked.evaluator = evaluator.map(EvaluatorSpec::named);
        asked.noise = noise;
        let time = micros.map(Duration::from_micros);
        asked.limits = Limits::none()
            .with_depth(depth)
            .with_nodes(nodes)
            .with_soft_nodes(soft_nodes)
            .with_time(time);
        let settings = CHESS.settings(name).chain(CHESS.parts(name).map(|part: &Part| &part.setting));
        let settings: Vec<&Setting> = settings.collect();
        for (index, number) in words.iter().filter(|_| !settings.is_empty()) {
            let setting = index.get(&settings);
            asked.composition = asked.composition.with(&setting.name, value_of(setting, *number).as_deref());
        }
        let contender = match CHESS.contender_of(asked.clone()) {
            Err(SpecError::Exclusive { .. } | SpecError::Needs { .. }) => return Ok(()),
            made => made.map_err(|error| format!("{asked}: {error}")).expect("its words are declared"),
        };
        for spec in [&asked, contender.spec(), &contender.in_full()] {
            let text = spec.to_string();
            let read: Result<Spec, _> = text.parse();
            prop_assert_eq!(read.as_ref(), Ok(spec), "{}", text);
            let json = serde_json::to_string(spec)?;
            prop_assert_eq!(&json, &serde_json::to_string(&text)?);
            prop_assert_eq!(&serde_json::from_str::<Spec>(&json)?, spec);
            let again = CHESS.contender_of(spec.clone());
            prop_assert!(again.is_ok_and(|again| again.in_full() == contender.in_full()), "{}", text);
        }
    }
}
