//! Searches: alpha-beta over other crates' rules and without plywood's traits, another library, and two threads.

mod plain;
mod boards;
mod chess;
mod connect_four;
mod threads;

use crate::contest::{Contest, take_turns};
use crate::options::Options;
use crate::table::{Better, Row, Table};

/// Measures every search.
pub fn tables(options: &Options) -> Vec<Table> {
    let mut chess = chess::contests(options);
    let mut connect_four = connect_four::contests(options);
    let mut threads = threads::contests(options);
    for (contests, turns) in [(&mut chess, 21), (&mut connect_four, 21), (&mut threads, 7)] {
        contests.retain(|contest| options.selects(&contest.name));
        take_turns(contests, if options.quick { 1 } else { turns });
    }
    let mut tables = chess::tables(&chess);
    tables.push(connect_four::table(&connect_four));
    tables.push(threads::table(&threads));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// A table of rates, in operations per unit of time.
fn rates(contests: &[Contest], crates: &[&'static str], per: f64) -> Table {
    let row = |contest: &Contest| Row {
        label: contest.name.clone(),
        values: crates
            .iter()
            .map(|name| Some(per / contest.nanoseconds(name)?))
            .collect(),
    };
    let mut table = Table {
        name: "",
        title: String::new(),
        better: Better::Higher,
        crates: crates.to_vec(),
        rows: contests.iter().map(row).collect(),
        notes: Vec::new(),
    };
    if !contests.is_empty() {
        table.push_geometric_mean();
    }
    table
}
