//! Searches: the cost of plywood's traits on chess, and other libraries on connect four.

mod chess;
mod connect_four;
mod rounds;

use crate::contest::{Contest, take_turns};
use crate::options::Options;
use crate::table::{Better, Table};

pub use rounds::take_memory;

/// Measures every search.
pub fn tables(options: &Options) -> Vec<Table> {
    let mut chess = chess::contests(options);
    let mut connect_four = connect_four::contests(options);
    let mut rounds = rounds::contests(options);
    for (contests, turns) in [(&mut chess, 21), (&mut connect_four, 21), (&mut rounds, 5)] {
        contests.retain(|contest| options.selects(&contest.name));
        take_turns(contests, if options.quick { 1 } else { turns });
    }
    let mut tables = vec![
        chess::table(&chess),
        connect_four::table(&connect_four),
        rounds::table(&rounds),
        rounds::memory(options),
    ];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// Returns a table of rates, in operations per unit of time.
fn rates(title: &str, contests: &[Contest], crates: &[&'static str], per: f64) -> Table {
    Table::new(title, Better::Higher, crates, contests, |time| per / time).with_mean()
}
