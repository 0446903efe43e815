//! Best-first searches by name.

use plywood_catalog::Catalog;
use plywood_search::Transpositions;
use plywood_search::{Game, LeafValue, Limits, Outcome, Round, Score, SearchState, Stopped};

/// Compositions of best-first search whose strategies have the same name.
const BEST_FIRST: [&str; 21] = [
    "monte-carlo+solver+parallel=2",
    "monte-carlo",
    "monte-carlo+puct+priors+evaluated+solver",
    "monte-carlo+puct+priors+shallow=2+solver+captures+killers",
    "monte-carlo+puct+first-play=40+rave=300+progressive-bias=2+safest+priors+root-noise",
    "monte-carlo+ucb1-tuned+best-mean+priors+widening=2",
    "monte-carlo+epsilon-greedy=10+by-visits+cut=4",
    "monte-carlo+cut=6+looking-games+implicit-minimax=40",
    "monte-carlo+capture-games+solver+memory=1+making-room",
    "monte-carlo+mast+solver+keeping",
    "monte-carlo+solver+one-tree=2",
    "monte-carlo+by-visits=20+transpositions+solver",
    "monte-carlo+priors+transpositions+evaluated+minimax+keeping",
    "monte-carlo+evaluated+minimax+solver",
    "monte-carlo+evaluated+quiescence",
    "monte-carlo+shallow=1+table=1",
    "monte-carlo+shallow=1+minimax",
    "monte-carlo+cut=0+keeping",
    "df-pn+memory=16",
    "proof-number+squared",
    "monte-carlo+solver",
];

#[test]
fn a_best_first_search_is_composed_by_name() {
    fn check<G: plywood_catalog::Playable>(catalog: &Catalog<G>) {
        let limits = Limits::rounds(40).with_nodes(3_000).with_seed(1);
        for text in BEST_FIRST {
            let mut strategy = catalog.contender(text).unwrap().strategy(0);
            let mut words: Vec<String> = strategy.name().split('+').map(str::to_owned).collect();
            let mut asked: Vec<&str> = text.split('+').collect();
            words.sort();
            asked.sort_unstable();
            // A leaf's horizon belongs to its depth-first search.
            assert_eq!(words, asked);
            let report = strategy.search(catalog.start(), &limits);
            assert!(report.best_move.is_some(), "{text}");
        }
    }
    check(&Catalog::chess());
    check(&Catalog::connect_four());
    check(&Catalog::breakthrough());
}

#[test]
fn words_of_best_first_searches_are_checked() {
    let error = |text: &str| Catalog::chess().contender(text).err().unwrap().to_string();
    assert!(error("monte-carlo+evaluated+cut=4").starts_with("evaluated and cut"));
    assert!(error("monte-carlo+shallow=2+mast").starts_with("shallow and mast"));
    assert!(error("monte-carlo+minimax+implicit-minimax").starts_with("minimax and implicit"));
    assert!(error("monte-carlo+keeping+parallel=2").starts_with("keeping and parallel"));
    assert!(error("monte-carlo+keeping+one-tree=2").starts_with("keeping and one-tree"));
    assert!(error("monte-carlo+one-tree=2+parallel=2").starts_with("one-tree and parallel"));
    assert!(error("monte-carlo+memory=0").starts_with("memory: expected a whole number from 1"));
    assert!(error("monte-carlo+first-play=101").starts_with("first-play: expected"));
    assert!(error("monte-carlo+exploration=NaN").starts_with("exploration: expected a number"));
    for way in ["ucb1-tuned", "epsilon-greedy=5", "minimax"] {
        let (word, _) = way.split_once('=').unwrap_or((way, ""));
        assert_eq!(
            error(&format!("monte-carlo+exploration=1+{way}")),
            format!("exploration and {word} cannot be combined: choose one")
        );
        let contender = Catalog::chess().contender(&format!("monte-carlo+{way}"));
        let in_full = contender.unwrap().in_full().to_string();
        assert!(!in_full.contains("exploration"), "{in_full}");
    }
    let puct = Catalog::chess().contender("monte-carlo+exploration=1+puct+minimax");
    assert!(puct.is_ok(), "PUCT chooses the way, by its constant");
    assert!(error("alpha-beta:rounds=10").starts_with("rounds: expected a depth"));
    assert!(error("alpha-beta+solver").contains("takes no \"solver\""));
}

/// A leaf is worth what its side to move can choose among.
struct Mobility;

impl<G: Game> LeafValue<G> for Mobility {
    fn value(
        &mut self,
        position: &G,
        _: &mut Round<G::Move>,
        _: &mut SearchState<'_, G::Move>,
    ) -> Result<Outcome, Stopped> {
        let moves = i32::try_from(position.legal_moves().len()).expect("moves are few");
        Ok(Outcome::of::<G>(Score::centipawns(10 * moves)))
    }

    fn parts(&self) -> Vec<String> {
        vec!["mobility".to_owned()]
    }
}

#[test]
fn a_value_of_your_own_has_a_name() {
    let chess = Catalog::chess().leaf_value("mobility", "the number of moves", |_, _| Mobility);
    let contender = chess
        .contender("monte-carlo+puct+priors+mobility+solver")
        .unwrap();
    let report = contender
        .strategy(0)
        .search(chess.start(), &Limits::rounds(50));
    assert!(report.best_move.is_some());
    let refused = chess
        .contender("monte-carlo+mobility+evaluated")
        .err()
        .unwrap();
    assert!(
        refused.to_string().contains("mobility and evaluated"),
        "{refused}"
    );
}

/// The threads grow trees, and the search at a leaf has one, so it may have a table that threads can't share.
#[test]
fn the_search_at_a_leaf_has_one_thread() {
    let games = Catalog::connect_four().table("mine", "ours", |_| Transpositions::exact(1));
    let spec = "monte-carlo+shallow=6+mine+parallel=2:rounds=4";
    let trees = games.contender(spec).unwrap();
    let report = trees.strategy(1).search(games.start(), trees.limits());
    assert!(report.legal_move(games.start()).is_ok(), "{report}");
}
