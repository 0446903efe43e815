//! The list of SSS*, leaf by leaf, as the library's search reports it.

use plywood::report::plot::Picture;
use plywood::search::games::Tree;
use plywood::{Game, Limits, Score, SssStar};

use crate::canvas::{At, Canvas, TOP, number};

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// The list of SSS* after each leaf.
pub(crate) fn sss_star() -> Picture {
    let (left, wide, step) = (150.0, 132.0, 34.0);
    let mut canvas = Canvas::default();
    let tree: Tree = TREE.parse().expect("the tree is well written");
    let lists = SssStar::new(Tree::estimate).lists(&tree, &Limits::depth(2));
    canvas.text(At(0.0, TOP + 4.0), "tick", "leaf");
    canvas.text(
        At(left, TOP + 4.0),
        "tick",
        "the list, the most promising first",
    );
    for (row, list) in lists.iter().enumerate() {
        let y = TOP + 18.0 + step * number(row);
        let leaf = Tree::score_text(list.leaf);
        canvas.text(At(0.0, y + 17.0), "", format!("looks at {leaf}"));
        for (place, open) in list.open.iter().enumerate() {
            let at = At(left + (wide + 10.0) * number(place), y);
            let hue = if place == 0 { "hue-2" } else { "hue-7" };
            let stroke = if place == 0 { 2.5 } else { 1.0 };
            canvas.frame(hue, stroke, at, (wide, 24.0));
            let most = match open.merit {
                Score::HIGHEST => "anything".to_owned(),
                merit => format!("≤ {}", Tree::score_text(merit)),
            };
            let words = match open.line.first() {
                Some(mv) => format!("move {mv}: {most}"),
                None => format!("root: {most}"),
            };
            canvas.middle(At(at.0 + wide / 2.0, y + 16.0), "", words);
        }
    }
    let height = TOP + 18.0 + step * number(lists.len());
    let note = format!("{TREE}: each node with the most that it can still be worth.");
    canvas.picture(
        (left + 3.0 * (wide + 10.0), height),
        "The lists of SSS*",
        &note,
    )
}
