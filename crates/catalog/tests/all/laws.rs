//! A game or an evaluator that is wrong is named, with the law that it breaks.

use plywood_catalog::{Catalog, CheckedPart, ForEachGame, Games as _, Playable, check_catalog};
use plywood_core::Position;
use plywood_eval::{Evaluator, Material, Score, Sides};
use plywood_search::Ending;
use plywood_search::games::{Board, BoardRules, Play};

/// Each side marks one of three cells, and whoever marks the last one wins. Each move is listed so often.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Cells<const TIMES: usize>;

impl<const TIMES: usize> BoardRules for Cells<TIMES> {
    const START: &'static str = "...\nX";
    const SIDES: [char; 2] = ['X', 'O'];

    fn moves(board: &Board<Self>) -> Vec<Play> {
        let plays: Vec<Play> = board.with('.').map(Play::On).collect();
        plays.repeat(TIMES)
    }

    fn play(board: &mut Board<Self>, play: Play) {
        if let Play::On(cell) = play {
            let own = board.own();
            board[cell] = own;
        }
    }

    fn ending(_: &Board<Self>, moves: &[Play]) -> Option<Ending> {
        moves.is_empty().then_some(Ending::Lost)
    }
}

fn checked<G: Playable>(catalog: &Catalog<G>) -> Vec<CheckedPart> {
    check_catalog(catalog, 20).expect("the names are right")
}

fn faults<G: Playable>(catalog: &Catalog<G>) -> Vec<String> {
    let parts = checked(catalog).into_iter();
    let fault = |part: CheckedPart| Some(format!("{} {}", part.name, part.fault?));
    parts.filter_map(fault).collect()
}

#[test]
fn every_standard_game_obeys() {
    struct Check;
    impl ForEachGame for Check {
        fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
            for part in check_catalog(catalog, 5).unwrap() {
                assert_eq!(part.fault, None, "{}", part.name);
            }
        }
    }
    plywood_catalog::standard().each(&mut Check);
}

#[test]
fn an_evaluator_that_is_wrong_is_named() {
    let cells = Catalog::board("cells")
        .evaluator("even", "nobody is ahead", |_: &Board<Cells<1>>| Score::DRAW)
        .evaluator("sure", "wins", |_: &Board<Cells<1>>| Score::won_in(3))
        .evaluator("broken", "fails", |board: &Board<Cells<1>>| {
            assert!(board.with('X').next().is_none(), "there is an X");
            Score::DRAW
        });
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
    assert_eq!(
        faults(&Catalog::<Board<Cells<2>>>::board("cells")),
        ["the game cells breaks a law: no move is listed twice (at the start)"]
    );
    let renamed = Catalog::<Board<Cells<1>>>::board("cells").moves_as(|mv| format!("on {mv}"));
    assert_eq!(
        faults(&renamed),
        ["the game cells breaks a law: a move is read from each of its texts (at the start)"]
    );
}

#[test]
fn an_evaluator_that_knows_no_sides_is_noted() {
    // It answers from White's view, which shows as soon as the material differs.
    let from_white = |position: &Position| {
        let score = Material::default().evaluate(position);
        score.for_white(position.to_move())
    };
    let chess = Catalog::tactical_repeating("chess", Position::START)
        .evaluator("material", "by the side to move", Material::default())
        .evaluator("from-white", "by White", from_white);
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
