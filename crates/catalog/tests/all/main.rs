//! The promises of the catalogs and the parts.

mod best_first;
mod dice;
mod ended_anywhere;
mod fairness;
mod files;
mod laws;
mod plan;
mod recorded;
mod registry;
mod shown;
mod strength;

use plywood_catalog::Composition;
use plywood_catalog::{Catalog, NET};
use plywood_core::{History, Position};
use plywood_engine::{Engine, Number};
use plywood_eval::{Evaluator, Material, NamedWeights, Scale, Score, Session};
use plywood_net::{ChessInputs, Network};
use plywood_search::{Limits, Report, Strategy, WithHistory};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn search(text: &str, depth: u32) -> Report<plywood_core::Move> {
    let contender = Catalog::chess().contender(text).expect("it can be made");
    let position: Position = MIDDLEGAME.parse().expect("a FEN");
    contender
        .strategy(0)
        .search(&position, &Limits::depth(depth))
}

#[test]
fn no_part_but_quiescence_changes_the_value() {
    // A table that reuses deeper entries can also change it.
    let base = Catalog::chess().contender("everything+without=deep-table:evaluator=material");
    let base: Composition = base.unwrap().spec().composition.clone();
    let value =
        |composition: &Composition| search(&format!("{composition}:evaluator=material"), 3).score;
    let others = base.parts().iter().filter(|part| part.name != "quiescence");
    for part in others {
        assert_eq!(value(&base.without(&part.name)), value(&base), "{part}");
    }
    assert_eq!(value(&base.with_search("alpha-beta")), value(&base));
}

#[test]
fn every_game_and_its_aliases_can_be_made() {
    use plywood_catalog::{Catalog, ForEachGame, Games as _, Playable};

    struct Check(usize);
    impl ForEachGame for Check {
        fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
            catalog.check().unwrap();
            let limits = Limits::depth(1).with_nodes(2_000);
            for name in catalog.names() {
                let contender = catalog.contender(name).unwrap();
                let position = catalog.example_position();
                let report = contender.strategy(1).search(position, &limits);
                assert!(report.best_move.is_some(), "{name}");
                let game = WithHistory::new(position.clone());
                let report = contender.in_game(1).search(&game, &limits);
                assert!(report.best_move.is_some(), "{name}");
                self.0 += 1;
            }
        }
    }
    let mut check = Check(0);
    plywood_catalog::standard().each(&mut check);
    assert_eq!(check.0, 36 + 30 + 25 + 30 + 30 + 2 * 11);
}

#[test]
fn presets_are_what_they_say_and_can_be_changed() {
    let chess = Catalog::chess();
    let spec = |text: &str| chess.contender(text).unwrap().spec().to_string();
    assert_eq!(spec("swift"), "alpha-beta-max-min:evaluator=swift,depth=5");
    assert_eq!(
        spec("swift:depth=2"),
        "alpha-beta-max-min:evaluator=swift,depth=2"
    );
    assert_eq!(
        spec("engine:threads=2,hash=8,without=null-move"),
        "engine+threads=2+hash=8+without=null-move:evaluator=engine"
    );
    let error = chess.contender("engine+without=nothing").unwrap_err();
    assert!(
        error.to_string().starts_with("without: expected one of "),
        "{error}"
    );
    assert!(
        chess
            .contender("swft")
            .unwrap_err()
            .to_string()
            .contains("swift")
    );
}

#[test]
fn weights_are_read_from_a_file() {
    let file = std::env::temp_dir().join(format!("plywood-weights-{}.json", std::process::id()));
    let text = format!("minimax:evaluator=material@{}", file.display());
    let error = |text: &str| Catalog::chess().contender(text).unwrap_err().to_string();
    assert!(error(&text).starts_with("weights in "), "{}", error(&text));

    let weights = NamedWeights::of::<Position>(&Material::default()).to_json();
    std::fs::write(&file, weights.replace("100.0", "90.0")).unwrap();
    let position: Position = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1".parse().unwrap();
    let mut minimax = Catalog::chess().contender(&text).unwrap().strategy(0);
    let score = minimax.search(&position, &Limits::depth(1)).score;
    assert_eq!(score, Some(Score::centipawns(90)));

    std::fs::write(&file, "{\"pawn\": 90, \"queeen\": 1}").unwrap();
    assert!(error(&text).contains("\"queeen\""), "{}", error(&text));
    let sums = error("minimax:evaluator=random@weights.json");
    assert!(
        sums.contains("material") && !sums.contains("random,"),
        "{sums}"
    );
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_engine_has_one_usual_size_of_its_table() {
    let contender = Catalog::chess().contender("engine").unwrap();
    let engine = plywood_catalog::engine(&contender.settings(), contender.evaluator().clone());
    let by_net = Engine::new().scaled(Scale::Network, Network::<ChessInputs>::default());
    let sizes = [engine, Engine::new(), by_net].map(|engine| engine.table().megabytes());
    assert_eq!(sizes, [Engine::USUAL_MEGABYTES as usize; 3]);
}

#[test]
fn noise_is_drawn_by_the_seed() {
    let noisy = Catalog::chess()
        .contender("minimax:evaluator=material,noise=50")
        .unwrap();
    let limits = Limits::depth(1);
    let choice = |seed| {
        noisy
            .strategy(seed)
            .search(&Position::START, &limits)
            .best_move
    };
    assert_eq!(choice(1), choice(1));
    assert!((2..20).any(|seed| choice(seed) != choice(1)));
}

/// Counts how often its memory is created and used.
#[derive(Clone, Default)]
struct Counting(Arc<[AtomicU64; 2]>);

impl Counting {
    fn counts(&self) -> [u64; 2] {
        [&self.0[0], &self.0[1]].map(|count| count.load(Ordering::Relaxed))
    }
}

impl Evaluator<Position> for Counting {
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        let make = || {
            self.0[0].fetch_add(1, Ordering::Relaxed);
        };
        if session.memory(&self.0, make).is_some() {
            self.0[1].fetch_add(1, Ordering::Relaxed);
        }
        Material::default().evaluate_in(position, session)
    }
}

#[test]
fn every_strategy_keeps_what_its_evaluator_remembers() {
    let position: Position = MIDDLEGAME.parse().unwrap();
    let game = WithHistory::from(&History::new(position.clone()));
    let limits = Limits::depth(2).with_nodes(2_000);
    let chess = Catalog::chess();
    for name in chess
        .names()
        .filter(|name| !name.starts_with("chesspresso-alpha"))
    {
        let (plain, wrapped) = (Counting::default(), Counting::default());
        let contender = chess.contender(name).unwrap();
        let strategy = |counting: &Counting| contender.clone().evaluated_by(counting.clone());
        let alone = strategy(&plain);
        let report = alone.strategy(0).search(&position, &limits);
        strategy(&wrapped).in_game(0).search(&game, &limits);
        for [made, used] in [plain.counts(), wrapped.counts()] {
            // A search with threads has a memory for each thread.
            let most = if name.contains("parallel") { 64 } else { 1 };
            assert!(made <= most, "{name}: made {made} times, used {used} times");
            assert!(report.stats.evaluated == 0 || used > 0, "{name}");
        }
        if name != "engine" {
            assert_eq!(plain.counts()[1], report.stats.evaluated, "{name}");
        }
    }
}

#[test]
fn the_engine_has_the_evaluator_and_the_numbers_that_its_name_says() {
    let nodes = |mut strategy: Box<dyn Strategy<Position> + Send>| {
        let limits = Limits::depth(8);
        let report = strategy.search(&MIDDLEGAME.parse().unwrap(), &limits);
        report.stats.nodes
    };
    let named =
        |chess: &Catalog<Position>, text: &str| nodes(chess.contender(text).unwrap().strategy(0));
    let network = Network::<ChessInputs>::default;
    let by_net = || Box::new(Engine::new().scaled(Scale::Network, network()));
    let usual = Number::all().fold(Engine::new(), |engine, number| {
        engine.number(number, number.usual())
    });
    let fitted = nodes(by_net());
    assert_ne!(
        nodes(Box::new(usual.scaled(Scale::Network, network()))),
        fitted
    );
    let chess = Catalog::chess();
    assert_eq!(named(&chess, "engine:evaluator=net"), fitted);
    assert_ne!(named(&chess, "engine"), fitted);
    let usually_net = chess.usual_evaluator_of("engine", NET);
    assert_eq!(named(&usually_net, "engine"), fitted);
}
