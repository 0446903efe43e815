//! Games and strategies from outside this repository take part in matches.

use crate::program::Folder;
use plywood_arena::Rules;
use plywood_catalog::{Catalog, Playable, PositionAlone};
use plywood_search::{
    Ending, Game, Keyed, Limits, Observer, Random, Report, Score, StopReason, Strategy,
};
use plywood_workbench::{
    Comparing, Openings, PlayerSpec, PositionText, Results as _, SelfPlay, Suite, Tournament,
};
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// Nim with three heaps: take any number from one of them. The side that takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
struct Nim([u8; 3]);

/// A number to take from this heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take(usize, u8);

impl Game for Nim {
    type Move = Take;
    type Moves = Vec<Take>;

    fn legal_moves(&self) -> Vec<Take> {
        let heaps = self.0.into_iter().enumerate();
        let takes = heaps.flat_map(|(heap, size)| (1..=size).map(move |count| Take(heap, count)));
        takes.collect()
    }

    fn after(&self, Take(heap, count): Take) -> Self {
        let mut heaps = self.0;
        heaps[heap] -= count;
        Self(heaps)
    }

    fn ending(&self, moves: &[Take]) -> Option<Ending> {
        moves.is_empty().then_some(Ending::Lost)
    }
}

impl Keyed for Nim {
    fn key(&self) -> u64 {
        let number = self
            .0
            .iter()
            .fold(1, |sum, size| 16 * sum + u64::from(*size));
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn move_code(Take(heap, count): Take) -> u16 {
        u16::from(count) * 4 + u16::try_from(heap).unwrap_or_default()
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "{a} {b} {c}")
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {} from heap {}", self.1, self.0 + 1)
    }
}

impl FromStr for Nim {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let mut heaps = [0; 3];
        for (heap, size) in heaps.iter_mut().zip(text.split_whitespace()) {
            *heap = size.parse()?;
        }
        Ok(Self(heaps))
    }
}

impl Playable for Nim {}

/// Moves at random, and panics when only one heap is left.
struct Careless;

impl Strategy<Nim> for Careless {
    fn name(&self) -> String {
        "careless".to_owned()
    }

    fn search_observed(
        &mut self,
        nim: &Nim,
        limits: &Limits,
        observer: &mut dyn Observer<Take>,
    ) -> Report<Take> {
        let heaps = nim.0.iter().filter(|size| **size > 0).count();
        assert!(heaps > 1, "what is there to choose?");
        Random.search_observed(nim, limits, observer)
    }
}

fn nim() -> Catalog<Nim> {
    Catalog::keyed("nim", Nim([3, 4, 5]))
        .strategy("careless", "moves anyhow", |_, _| PositionAlone(Careless))
}

/// A match of this many games that is recorded in a file.
fn play(folder: &Folder, journal: &str, games: usize) -> plywood_workbench::Summary {
    let players = ["minimax:depth=6", "random"];
    let played = Tournament::new(&nim(), players).expect("both are known");
    let played = played.games(games).plies(1).journal(folder.path(journal));
    played.run().expect("it is played")
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let folder = Folder::new("own-game");
    let half = play(&folder, "journal", 10);
    assert_eq!(half.games, 10);
    let text = folder.read("journal");
    folder.write("journal", &text[..text.len() - 20]);
    let whole = play(&folder, "journal", 24);
    assert_eq!(whole, play(&folder, "at-once", 24));
    assert_eq!(
        (whole.games, whole.players[0].name.as_str()),
        (24, "minimax:depth=6")
    );
    let journal = folder.read("journal");
    assert_eq!(journal.matches("[Game \\\"nim\\\"]").count(), 24);
    assert!(
        journal.contains("[Start \\\"3 4 5\\\"]") && journal.contains(" from heap 2"),
        "{journal}"
    );
}

#[test]
fn a_strategy_that_panics_loses_those_games_and_the_match_goes_on() {
    let random = nim().contender("random").expect("every game has it");
    let played = Tournament::new(&nim(), ["careless:depth=1"]).expect("it is in the catalog");
    let summary = played
        .player(PlayerSpec::from(random))
        .games(40)
        .plies(1)
        .run();
    let summary = summary.expect("it is played");
    assert_eq!(summary.games, 40);
    let panics = summary.ends["panic"];
    assert!(
        panics > 0 && panics + summary.ends["win"] == 40,
        "{summary}"
    );
    let [failure] = &summary.failures()[..] else {
        panic!("one player failed: {summary}");
    };
    let words = format!("careless:depth=1: panic {panics}; in game ");
    assert!(failure.starts_with(&words), "{failure}");
}

#[test]
fn a_strategy_from_rust_has_a_row_in_the_table() {
    let mine = PlayerSpec::from_strategy("mine", |_| Box::new(Random));
    let summary = Tournament::new(&nim(), ["random:depth=1"])
        .expect("nobody is wrong")
        .player(mine.with_limits(Limits::depth(1)))
        .games(2)
        .plies(1)
        .run();
    let table = summary.expect("it is played").to_markdown();
    let row = table.lines().find(|line| line.starts_with("| mine |"));
    assert!(row.is_some_and(|row| row.ends_with(" % |  |")), "{table}");
}

/// Takes one too many from the first heap, or has no move at all.
struct Cheat(bool);

impl Strategy<Nim> for Cheat {
    fn name(&self) -> String {
        "cheat".to_owned()
    }

    fn search_observed(
        &mut self,
        nim: &Nim,
        _limits: &Limits,
        _observer: &mut dyn Observer<Take>,
    ) -> Report<Take> {
        let mut report = Report::new(StopReason::Depth);
        report.best_move = self.0.then_some(Take(0, nim.0[0] + 1));
        report.stats.nodes = 1_000_000;
        report
    }
}

fn with_cheats() -> Catalog<Nim> {
    nim()
        .strategy("cheat", "plays what is not legal", |_, _| {
            PositionAlone(Cheat(true))
        })
        .strategy("mute", "has no move", |_, _| PositionAlone(Cheat(false)))
}

#[test]
fn a_suite_says_what_a_strategy_did_and_goes_on() {
    let nim = with_cheats();
    let limits = Limits::nodes(5_000);
    let texts = [
        "careless",
        "cheat:depth=1,nodes=1000000",
        "mute:depth=1,nodes=1000000",
        "mute",
        "minimax:depth=7",
    ];
    let solvers = texts.map(|text| PlayerSpec::read(&nim, text).expect("it is in the catalog"));
    let suite = Suite {
        solvers: solvers.into(),
        limits,
        catalog: nim,
    };
    let lines = [
        "0 0 3; bm take 3 from heap 3;",
        "0 1 3; bm take 2 from heap 3; id \"even\";",
    ];
    let mut marks = suite.marks();
    for (number, line) in lines.iter().enumerate() {
        let task = Nim::read_task(line).expect("it is a position");
        marks.count(&suite.solve(number, &task));
    }
    let faults: Vec<String> = marks.failures();
    assert_eq!(
        faults,
        [
            "careless: it panicked: what is there to choose? (1 position)",
            "cheat:depth=1,nodes=1000000: it chose \"take 1 from heap 1\", which is not legal (2 positions)",
            "mute:depth=1,nodes=1000000: it chose no move (2 positions)",
            "mute: it searched 1000000 nodes, and its limit was 5000 (2 positions)",
        ]
    );
    assert_eq!(marks.sheets[4].solved, 2);
}

#[test]
fn a_comparison_says_what_a_strategy_did_and_goes_on() {
    let catalog = with_cheats();
    let names = ["minimax", "careless", "cheat", "mute"];
    let strategies = names.map(|name| catalog.contender(name).expect("it is in the catalog"));
    let comparing = Comparing {
        against: None,
        parts: Vec::new(),
        strategies: strategies.into(),
        catalog,
        depth: 2,
        most_nodes: None,
        repeats: 1,
        counts_distinct: false,
        command: None,
    };
    let board = PositionText::given("0 0 3");
    let compared = comparing.compare(0, &board, &|_| ());
    let mut comparison = comparing.comparison();
    comparison.count(&compared.expect("it is a position"));
    let failures = comparison.failures();
    assert_eq!(
        failures,
        [
            "careless: it panicked: what is there to choose? (at position 0 0 3)",
            "cheat: it chose \"take 1 from heap 1\", which is not legal (at position 0 0 3)",
            "mute: it chose no move (at position 0 0 3)",
        ]
    );
    let table = comparison.document().to_text();
    assert!(table.contains("mute: it chose no move"), "{table}");
    assert!(table.contains("take 3 from heap 3"), "{table}");
}

#[test]
fn games_with_itself_in_which_a_strategy_panics_are_named_and_not_learned_from() {
    let play = |player: &str, number| {
        let catalog = nim();
        let self_play = SelfPlay {
            player: PlayerSpec::read(&catalog, player).expect("it is in the catalog"),
            openings: Openings::random(&catalog, 1, 1),
            rules: Rules::within(Limits::depth(1)),
            seed: 1,
            catalog,
        };
        self_play.play(number)
    };
    for number in 0..5 {
        // Every game of nim comes to its last heap.
        let failed = play("careless:depth=1", number);
        let fault = failed.fault.unwrap_or_default();
        let start = format!("careless:depth=1 in game {}: ", number + 1);
        let reason = "panicked: what is there to choose?, at move ";
        assert!(
            fault.starts_with(&start) && fault.contains(reason),
            "{fault}"
        );
        assert_eq!(failed.game.plies(), 0);
        let whole = play("random:depth=1", number);
        assert!(whole.fault.is_none() && whole.game.plies() > 0);
    }
}

#[test]
fn a_name_that_is_taken_is_named() {
    let taken = nim().strategy("careless", "once more", |_, _| PositionAlone(Careless));
    let error = taken.check().unwrap_err().to_string();
    assert_eq!(
        error,
        "nim has two strategies named \"careless\": rename one"
    );
}

#[test]
fn a_match_asks_the_catalog_whether_its_game_can_be_played() {
    let broken = nim().alias("mine", "minimax+tabel", "a part that there is not");
    let game_match =
        Tournament::new(&broken, ["minimax:depth=1", "random"]).expect("both are known");
    let error = game_match.run().expect_err("the catalog is broken");
    let expected = broken.check().expect_err("there is no such part");
    assert_eq!(error.to_string(), expected.to_string());
}

#[test]
fn random_openings_of_a_game_with_dice_are_balanced() {
    let backgammon = Catalog::backgammon();
    let openings = Openings::random(&backgammon, 8, 1);
    let star1 = backgammon.contender("star1").unwrap();
    for number in 0..5 {
        let end = openings.get(number).end();
        let report = star1.strategy(0).search(&end, &Limits::depth(1));
        let score = report.score.and_then(Score::as_centipawns).unwrap();
        assert!(score.abs() <= 1_500, "{end}: {score}");
    }
}
