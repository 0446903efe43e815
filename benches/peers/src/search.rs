//! Searches: the cost of plywood's traits on chess, and other libraries on connect four.

mod chess;
mod connect_four;
mod rounds;

use crate::contest::{Contest, take_turns};
use crate::options::Options;
use crate::table::{Better, Table};

/// Measures every search.
pub fn tables(options: &Options) -> Vec<Table> {
    let mut chess = chess::contests(options);
    let mut connect_four = connect_four::contests(options);
    let mut rounds = rounds::contests(options);
    for contests in [&mut chess, &mut connect_four, &mut rounds] {
        contests.retain(|contest| options.selects(&contest.name));
        take_turns(contests, if options.quick { 1 } else { 21 });
    }
    let mut tables = vec![
        chess::table(&chess),
        connect_four::table(&connect_four),
        rounds::table(&rounds),
    ];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// Returns a table of rates, in operations per unit of time.
fn rates(title: &str, contests: &[Contest], crates: &[&'static str], per: f64) -> Table {
    Table::new(title, Better::Higher, crates, contests, |time| per / time).with_mean()
}
