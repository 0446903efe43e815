//! Proofs in games that may go round in circles: they end, and what they claim is won.

use plywood_search::{
    DfPn, Ending, Game, Keyed, Limits, ProofNumber, Report, Score, StopReason, WithHistory,
};
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop, proptest};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const CELLS: usize = 12;

/// A token is moved along arrows between cells. Cells without arrows end the game; on the even ones the side to move has lost.
#[derive(Debug, Clone)]
struct Arrows {
    cell: u8,
    is_second: bool,
    next: Arc<[Vec<u8>]>,
}

impl Game for Arrows {
    type Move = u8;
    type Moves = Vec<u8>;

    fn legal_moves(&self) -> Vec<u8> {
        self.next[usize::from(self.cell)].clone()
    }
    fn after(&self, cell: u8) -> Self {
        Self {
            cell,
            is_second: !self.is_second,
            next: Arc::clone(&self.next),
        }
    }
    fn ending(&self, moves: &[u8]) -> Option<Ending> {
        let end = [Ending::Lost, Ending::Drawn][usize::from(self.cell % 2)];
        moves.is_empty().then_some(end)
    }
}

impl Keyed for Arrows {
    fn key(&self) -> u64 {
        u64::from(self.cell) + if self.is_second { 101 } else { 1 }
    }
    fn move_code(cell: u8) -> u16 {
        cell.into()
    }
}

/// Returns the fewest plies in which the side to move on a cell wins, by retrograde analysis.
fn fastest_win(game: &Arrows) -> Option<u32> {
    // By plies, and then by cell: whether the side to move has won, and has lost.
    let mut known = vec![(false, false); CELLS];
    for plies in 0..=2 * CELLS {
        if known[usize::from(game.cell)].0 {
            return u32::try_from(plies - 1).ok();
        }
        let before = known.clone();
        for (cell, next) in game.next.iter().enumerate() {
            let mut next = next.iter().map(|cell| before[usize::from(*cell)]);
            let is_lost_end = next.len() == 0 && cell % 2 == 0;
            known[cell] = (
                next.clone().any(|next| next.1),
                is_lost_end || (next.len() > 0 && next.all(|next| next.0)),
            );
        }
    }
    None
}

fn games() -> impl Values<Value = Arrows> {
    let last = u8::try_from(CELLS).expect("few");
    let arrows = prop::collection::btree_set(0..last, 0..4)
        .prop_map(|cells| cells.into_iter().collect::<Vec<_>>());
    let arrows = (prop::collection::vec(arrows, CELLS), any::<bool>());
    arrows.prop_map(|(mut arrows, is_second)| {
        for (cell, next) in arrows.iter_mut().enumerate() {
            next.retain(|next| usize::from(*next) != cell);
        }
        Arrows {
            cell: 0,
            is_second,
            next: arrows.into(),
        }
    })
}

/// Checks what a search claims, and returns `true` if it is a win.
fn check<G: Game>(game: &G, report: &Report<G::Move>, fastest: Option<u32>) -> bool {
    let Some(score) = report.score else {
        assert!(report.reason != StopReason::Solved || fastest.is_none());
        return false;
    };
    let plies = u32::try_from(report.line.len()).expect("short");
    assert_eq!(score, Score::won_in(plies), "{report}");
    assert!(fastest.is_some_and(|fastest| fastest <= plies), "{report}");
    let end = report
        .line
        .iter()
        .fold(game.clone(), |game, mv| game.after(*mv));
    assert_eq!(end.ending(&end.legal_moves()), Some(Ending::Lost));
    true
}

static WON: AtomicU32 = AtomicU32::new(0);
static PROVEN: AtomicU32 = AtomicU32::new(0);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    fn check_circles(game in games()) {
        if game.legal_moves().is_empty() {
            return Ok(());
        }
        let (limits, fastest) = (Limits::nodes(3_000), fastest_win(&game));
        let proven = check(&game, &DfPn::new(1).search(&game, &limits), fastest);
        let breadth = ProofNumber::new().megabytes(1).search(&game, &limits);
        check(&game, &breadth, fastest);
        let played = WithHistory::new(game);
        check(&played, &DfPn::new(1).search(&played, &limits), fastest);
        WON.fetch_add(fastest.is_some().into(), Ordering::Relaxed);
        PROVEN.fetch_add(proven.into(), Ordering::Relaxed);
    }
}

#[test]
fn proofs_that_go_round_in_circles_are_none() {
    check_circles();
    let (won, proven) = (WON.load(Ordering::Relaxed), PROVEN.load(Ordering::Relaxed));
    assert!(won > 30 && proven * 10 >= won * 9, "{proven} of {won} wins");
}

/// Cell 2 wins by 6, 7 and 8. Then 4, from where only 2 is reached, is lost, too, and it is the first move of 2 that wins in the table.
#[test]
fn a_move_to_a_lost_position_may_be_no_proof() {
    let mut arrows = vec![
        vec![1],
        vec![2, 3],
        vec![4, 6],
        vec![4],
        vec![2],
        vec![],
        vec![7],
        vec![8],
    ];
    arrows.resize(CELLS, Vec::new());
    let game = Arrows {
        cell: 0,
        is_second: false,
        next: arrows.into(),
    };
    let report = DfPn::new(1).search(&game, &Limits::none());
    assert!(check(&game, &report, fastest_win(&game)), "{report}");
}

/// The queen can go on giving check, and each check is part of a proof.
#[test]
fn a_proof_that_may_repeat_positions_ends() {
    let fen = "6k1/Q7/P5P1/8/8/8/1P1P3P/1NB4K w - - 1 27";
    let board: plywood_core::Position = fen.parse().unwrap();
    let report = DfPn::new(64).search(&board, &Limits::nodes(1_000_000));
    assert_eq!(report.reason, StopReason::Solved);
    assert!(check(&board, &report, Some(1)), "{report}");
}

/// At each turn of the attacker there are the same two positions to choose from, and the defender's two moves lead to the same one, so the
/// proof numbers double in each pair of plies. Whatever both play, the attacker wins in the end.
#[derive(Debug, Clone)]
struct Doubling {
    plies: u16,
    left: u16,
    is_right: bool,
}

impl Game for Doubling {
    type Move = bool;
    type Moves = Vec<bool>;

    fn legal_moves(&self) -> Vec<bool> {
        [false, true][..if self.left > 0 { 2 } else { 0 }].to_vec()
    }
    fn after(&self, mv: bool) -> Self {
        Self {
            plies: self.plies + 1,
            left: self.left - 1,
            is_right: if self.plies.is_multiple_of(2) {
                mv
            } else {
                self.is_right
            },
        }
    }
    fn ending(&self, moves: &[bool]) -> Option<Ending> {
        moves.is_empty().then_some(Ending::Lost)
    }
}

impl Keyed for Doubling {
    fn key(&self) -> u64 {
        u64::from(2 * self.plies + u16::from(self.is_right))
    }
    fn move_code(mv: bool) -> u16 {
        mv.into()
    }
}

/// The numbers of the last game don't fit in 32 bits by far.
#[test]
fn a_great_proof_number_is_not_infinite() {
    for plies in [5, 31, 61, 65, 101, 141] {
        let game = Doubling {
            plies: 0,
            left: plies,
            is_right: false,
        };
        let report = DfPn::new(1).search(&game, &Limits::nodes(2_000_000));
        let won = (StopReason::Solved, Some(Score::won_in(plies.into())));
        assert_eq!(
            (report.reason, report.score),
            won,
            "{plies} plies: {report}"
        );
    }
}
