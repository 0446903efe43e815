//! Single operations, in nanoseconds.

use crate::check::check;
use crate::contest::{Contestant, nanoseconds};
use crate::crates::{Chess, CozyChess, LauraCore, Owlchess, Plywood, Shakmaty};
use crate::options::Options;
use crate::prepared::Prepared;
use crate::rules::{Operations, Rules};
use crate::samples::Samples;
use crate::table::{Better, Row, Table};
use crate::work::{Operation, work};

const CRATES: [&str; 6] = [
    CozyChess::NAME,
    Shakmaty::NAME,
    Chess::NAME,
    Owlchess::NAME,
    LauraCore::NAME,
    Plywood::NAME,
];

/// Measures every operation that every crate offers.
pub fn table(options: &Options) -> Table {
    let samples = Samples::new();
    let title = format!(
        "operations, nanoseconds each, on {} positions with {} legal moves",
        samples.positions.len(),
        samples.moves.len(),
    );
    let chosen = Operation::ALL
        .into_iter()
        .filter(|operation| options.selects(operation.name()))
        .collect();
    let mut rounds = Rounds {
        chosen,
        contests: Vec::new(),
        notes: vec![
            "A crate that has no such function shows -, unless making the move answers the question.".to_owned(),
        ],
    };
    rounds.contests.resize_with(rounds.chosen.len(), Vec::new);
    rounds.enter::<CozyChess>(&samples);
    rounds.enter::<Shakmaty>(&samples);
    rounds.enter::<Chess>(&samples);
    rounds.enter::<Owlchess>(&samples);
    rounds.enter::<LauraCore>(&samples);
    rounds.enter::<Plywood>(&samples);
    Table {
        name: "operations",
        title,
        better: Better::Lower,
        crates: CRATES.to_vec(),
        notes: rounds.notes.clone(),
        rows: rounds.run(if options.quick { 3 } else { 61 }),
    }
}

/// One contest for each operation.
struct Rounds {
    chosen: Vec<Operation>,
    contests: Vec<Vec<Contestant<'static>>>,
    notes: Vec<String>,
}

impl Rounds {
    fn enter<R: Operations>(&mut self, samples: &Samples) {
        let mut prepared = Prepared::<R>::new(samples);
        self.notes.extend(check(samples, &mut prepared));
        for (&operation, contest) in self.chosen.iter().zip(&mut self.contests) {
            if let Some(work) = work(operation, prepared.clone()) {
                contest.push(Contestant {
                    name: R::NAME,
                    work,
                });
            }
        }
    }

    fn run(mut self, repeats: usize) -> Vec<Row> {
        let contests = self.chosen.iter().zip(&mut self.contests);
        let row = |(operation, contest): (&Operation, &mut Vec<Contestant<'static>>)| {
            let times = nanoseconds(contest, repeats);
            let measured = |name: &&str| {
                let place = contest
                    .iter()
                    .position(|contestant| contestant.name == *name);
                place.map(|place| times[place])
            };
            Row {
                label: operation.name().to_owned(),
                values: CRATES.iter().map(measured).collect(),
            }
        };
        contests.map(row).collect()
    }
}
