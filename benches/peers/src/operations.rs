//! Single operations, in nanoseconds.

use crate::check::check;
use crate::contest::{Contest, take_turns};
use crate::crates::{CRATES, Chess, CozyChess, LauraCore, Owlchess, Plywood, Shakmaty};
use crate::options::Options;
use crate::prepared::Prepared;
use crate::rules::Operations;
use crate::samples::Samples;
use crate::table::{Better, Table};
use crate::work::{Operation, work};

/// Measures every operation of every crate that offers it.
pub fn table(options: &Options) -> Table {
    let samples = Samples::new();
    let chosen = Operation::ALL.into_iter();
    let chosen: Vec<_> = chosen
        .filter(|operation| options.selects(operation.name()))
        .collect();
    let mut contests: Vec<_> = chosen
        .iter()
        .map(|operation| Contest::new(operation.name()))
        .collect();
    let mut notes =
        vec!["Without such a function a crate shows -, or answers by making the move.".to_owned()];
    notes.extend(enter::<CozyChess>(&samples, &chosen, &mut contests));
    notes.extend(enter::<Shakmaty>(&samples, &chosen, &mut contests));
    notes.extend(enter::<Chess>(&samples, &chosen, &mut contests));
    notes.extend(enter::<Owlchess>(&samples, &chosen, &mut contests));
    notes.extend(enter::<LauraCore>(&samples, &chosen, &mut contests));
    notes.extend(enter::<Plywood>(&samples, &chosen, &mut contests));
    take_turns(&mut contests, if options.quick { 3 } else { 61 });
    let title = format!(
        "operations, nanoseconds each, on {} positions with {} legal moves",
        samples.positions.len(),
        samples.moves.len(),
    );
    let mut table = Table::new(title, Better::Lower, &CRATES, &contests, |time| time);
    table.notes = notes;
    table
}

/// Checks a crate, enters it for each operation that it offers, and returns notes about its flaws.
fn enter<R: Operations>(
    samples: &Samples,
    chosen: &[Operation],
    contests: &mut [Contest],
) -> Vec<String> {
    let mut prepared = Prepared::<R>::new(samples);
    let flaws = check(samples, &mut prepared);
    for (&operation, contest) in chosen.iter().zip(contests) {
        if let Some(work) = work(operation, prepared.clone()) {
            contest.enter_batch(R::NAME, work);
        }
    }
    flaws
}
