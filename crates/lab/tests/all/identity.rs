//! A label is any text, and nothing follows from it; a journal continues only what began it.

use crate::program::Folder;

#[test]
fn a_label_makes_no_reference() {
    let folder = Folder::new("label-reference");
    let compare = |strategies: &str| {
        let rest = "--depth 3 --evaluator material --csv rows.csv";
        let answer = folder.line(&format!("compare {strategies} {rest}"));
        assert_eq!(answer.code(), Some(0), "{}", answer.errors());
        let rows = folder.read("rows.csv");
        let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let names = lines.next().unwrap_or_default();
        let column = names.iter().position(|name| *name == "fewer_nodes");
        let column = column.expect("there is such a column");
        lines.any(|row| !row[column].is_empty())
    };
    assert!(!compare("minimax=alpha-beta+captures alpha-beta"));
    assert!(compare("plain=minimax alpha-beta"));
    assert!(compare("minimax:evaluator=material alpha-beta"));
}

#[test]
fn the_suggested_comparison_is_that_of_the_command() {
    let folder = Folder::new("label-suggestion");
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let line = "compare alpha-beta pvs+killers --depth 2 --evaluator material --fen";
    let answer = folder.run(&line.split(' ').chain([fen]).collect::<Vec<_>>());
    answer.prints(&format!(
        "plywood-lab compare --evaluator material --depth 2 --position '{fen}' alpha-beta pvs pvs+killers"
    ));
}
