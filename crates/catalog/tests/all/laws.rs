//! Wrong games and evaluators are reported, with the broken law.

use plywood_catalog::{Catalog, CheckedPart, ForEachGame, Games as _, Playable, check_catalog};
use plywood_core::Position;
use plywood_eval::{Evaluator, Material, Score, Side, Sides};
use plywood_search::games::{BoardGame, BoardRules, Play};
use plywood_search::{Ending, Game, Keyed, Limits, WithPasses};
use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

/// Each side marks one of three cells, and the side that marks the last one wins. If one of them has a T, each move is listed twice.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Cells;

impl BoardRules for Cells {
    const START: &'static str = "...\nX";
    const SIDES: [char; 2] = ['X', 'O'];

    fn is_letter(letter: char) -> bool {
        ".XOT".contains(letter)
    }

    fn moves(board: &BoardGame<Self>) -> Vec<Play> {
        let plays: Vec<Play> = board.with('.').map(Play::On).collect();
        plays.repeat(1 + board.with('T').count())
    }

    fn play(board: &mut BoardGame<Self>, play: Play) {
        if let Play::On(cell) = play {
            let own = board.own();
            board[cell] = own;
        }
    }

    fn ending(_: &BoardGame<Self>, moves: &[Play]) -> Option<Ending> {
        moves.is_empty().then_some(Ending::Lost)
    }
}

fn checked<G: Playable>(catalog: &Catalog<G>) -> Vec<CheckedPart> {
    check_catalog(catalog, 0).expect("the names are right")
}

fn faults<G: Playable>(catalog: &Catalog<G>) -> Vec<String> {
    let parts = checked(catalog).into_iter();
    let fault = |part: CheckedPart| Some(format!("{} {}", part.name, part.fault?));
    parts.filter_map(fault).collect()
}

/// Checks the standard games with or without chance: two tests, since each takes seconds.
struct Check {
    has_chance: bool,
}

impl ForEachGame for Check {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        if G::STAKES.is_some() == self.has_chance {
            for part in check_catalog(catalog, 0).expect("the catalog is sound") {
                assert_eq!(part.fault, None, "{}", part.name);
            }
        }
    }
}

#[test]
fn every_standard_game_obeys() {
    plywood_catalog::standard().each(&mut Check { has_chance: false });
}

#[test]
fn every_standard_game_with_chance_obeys() {
    plywood_catalog::standard().each(&mut Check { has_chance: true });
}

#[test]
fn an_evaluator_that_is_wrong_is_named() {
    let cells = Catalog::board("cells")
        .evaluator("even", "nobody is ahead", |_: &BoardGame<Cells>| {
            Score::DRAW
        })
        .evaluator("sure", "wins", |_: &BoardGame<Cells>| Score::won_in(3))
        .evaluator("broken", "fails", |board: &BoardGame<Cells>| {
            assert!(board.with('X').next().is_none(), "there is an X");
            Score::DRAW
        })
        .only(["alpha-beta"]);
    assert_eq!(
        faults(&cells),
        [
            "the evaluator sure breaks a law: an evaluator's score is no win or loss (at the start)",
            "the evaluator broken failed: it panicked: there is an X",
        ]
    );
}

#[test]
fn a_game_that_is_wrong_is_named() {
    let twice: BoardGame<Cells> = "..T\nX".parse().expect("it has the size of the board");
    assert_eq!(
        faults(&Catalog::keyed("cells", twice).only(["random"])),
        ["the game cells breaks a law: no move is listed twice (at the start)"]
    );
    let renamed = Catalog::<BoardGame<Cells>>::board("cells")
        .moves_as(|mv| format!("on {mv}"))
        .only(["random"]);
    assert_eq!(
        faults(&renamed),
        ["the game cells breaks a law: a move is read from each of its texts (at the start)"]
    );
}

#[test]
fn an_evaluator_that_knows_no_sides_is_noted() {
    // Its scores are from White's point of view, which is noticed once the material differs.
    let from_white = |position: &Position| {
        let score = Material::default().evaluate(position);
        score.for_white(position.to_move())
    };
    let chess = Catalog::tactical_repeating("chess", Position::START)
        .evaluator("material", "by the side to move", Material::default())
        .evaluator("from-white", "by White", from_white)
        .only(["alpha-beta"]);
    assert_eq!(faults(&chess), [""; 0]);
    let notes: Vec<String> = checked(&chess)
        .into_iter()
        .filter_map(|part| part.note)
        .collect();
    let [note] = notes.as_slice() else {
        panic!("{notes:?}");
    };
    let law = "a position and its mirror image have the same score";
    assert!(
        note.contains("evaluator from-white") && note.contains(law),
        "{note}"
    );
}

/// The side that takes the last match wins. A side that takes two, and leaves some, moves again.
#[derive(Debug, Clone)]
struct TwoAgain(u32, Side);

impl Game for TwoAgain {
    type Move = u32;
    type Moves = Vec<u32>;

    fn legal_moves(&self) -> Vec<u32> {
        (1..=self.0.min(2)).collect()
    }

    fn after(&self, taken: u32) -> Self {
        let again = taken == 2 && self.0 > 2;
        Self(self.0 - taken, if again { self.1 } else { !self.1 })
    }

    fn ending(&self, moves: &[u32]) -> Option<Ending> {
        moves.is_empty().then_some(Ending::Lost)
    }
}

impl Sides for TwoAgain {
    fn to_move(&self) -> Side {
        self.1
    }

    fn mirrored(&self) -> Self {
        Self(self.0, !self.1)
    }
}

impl Keyed for TwoAgain {
    fn key(&self) -> u64 {
        let code = u64::from(2 * self.0) + u64::from(self.1 == Side::Second);
        (code + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).swap_bytes()
    }

    fn move_code(mv: u32) -> u16 {
        u16::from(mv == 2)
    }
}

impl Display for TwoAgain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.1 == Side::First { "" } else { "-" };
        write!(f, "{side}{}", self.0)
    }
}

impl FromStr for TwoAgain {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let second = text.strip_prefix('-');
        let side = second.map_or(Side::First, |_| Side::Second);
        Ok(Self(second.unwrap_or(text).parse()?, side))
    }
}

impl Playable for TwoAgain {
    fn side_to_move(&self, _plies: usize) -> Side {
        self.1
    }
}

#[test]
fn a_game_in_which_a_player_moves_again_needs_passes() {
    let game = TwoAgain(9, Side::First);
    let error = check_catalog(&Catalog::keyed("again", game.clone()), 1).unwrap_err();
    let law = "after a move the other side is to move, even if it can only pass: `WithPasses` adds passes";
    let start = format!("the searches cannot play again: {law} (");
    assert!(error.to_string().starts_with(&start), "{error}");

    let catalog = Catalog::keyed("again", WithPasses::new(game));
    for part in checked(&catalog) {
        assert_eq!((part.fault, part.note), (None, None), "{}", part.name);
    }
    let mut search = catalog.contender("deepening-table").unwrap().strategy(0);
    let report = search.search(&WithPasses::read("3").unwrap(), &Limits::depth(9));
    assert_eq!(report.line.to_string(), "2 pass 1");
    assert_eq!(report.score, Some(Score::won_in(3)));
}
