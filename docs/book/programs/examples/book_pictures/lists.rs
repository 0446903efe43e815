//! The list of SSS*, leaf by leaf, and the tree of Star1, as the library's searches report them.

use plywood::catalog::RecordedSearch;
use plywood::document::plot::Picture;
use plywood::search::games::{Branch, ChanceTree, Tree};
use plywood::search::{Event, KeptNode, Known, Observer, Star1, TreeRecorder};
use plywood::{Game, Limits, Score, SssStar};

use crate::canvas::{At, Canvas, TOP, number};

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// A state of the list: its place, the most that it can be worth, and the first move to it.
type State = (u32, Score, Option<Branch>);

/// The leaves, each with the list after it.
#[derive(Default)]
struct Lists(Vec<(Score, Vec<State>)>);

impl Observer<Branch> for Lists {
    fn observe(&mut self, event: Event<'_, Branch>) {
        match event {
            Event::Leaf(score) => self.0.push((score, Vec::new())),
            Event::Kept(nodes) => self.kept(nodes),
            _ => {}
        }
    }
}

impl Lists {
    fn kept(&mut self, nodes: &[KeptNode<Branch>]) {
        let Some((_, list)) = self.0.last_mut().filter(|(_, list)| list.is_empty()) else {
            return;
        };
        let first_move = |node| {
            let line =
                std::iter::successors(Some(node), |node: &&KeptNode<_>| nodes.get(node.parent?));
            line.filter_map(|node| node.mv).last()
        };
        list.extend(nodes.iter().filter_map(|node| match node.known {
            Known::Queued { place, merit, .. } => Some((place, merit, first_move(node))),
            _ => None,
        }));
        list.sort_by_key(|(place, ..)| *place);
    }
}

/// Star1 on the tree of the chapter on dice.
pub(crate) fn star1() -> String {
    let tree: ChanceTree = "({1:(200 500) 1:(100 300)} {1:(-950 400) 1:(600 700 800)})"
        .parse()
        .expect("the tree is well written");
    let mut recorder = TreeRecorder::new(100);
    Star1::new(ChanceTree::estimate).search_observed(&tree, &Limits::depth(3), &mut recorder);
    let text = |mv: Branch| mv.to_string();
    let recorded = RecordedSearch::without_rules(&recorder, ChanceTree::score_text, text);
    recorded.to_svg().expect("it searches a tree")
}

/// The list of SSS* after each leaf.
pub(crate) fn sss_star() -> Picture {
    let (left, wide, step) = (150.0, 132.0, 34.0);
    let mut canvas = Canvas::default();
    let tree: Tree = TREE.parse().expect("the tree is well written");
    let mut lists = Lists::default();
    SssStar::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut lists);
    canvas.text(At(0.0, TOP + 4.0), "tick", "leaf");
    canvas.text(
        At(left, TOP + 4.0),
        "tick",
        "the list, the most promising first",
    );
    for (row, (leaf, list)) in lists.0.iter().enumerate() {
        let y = TOP + 18.0 + step * number(row);
        let leaf = Tree::score_text(*leaf);
        canvas.text(At(0.0, y + 17.0), "", format!("looks at {leaf}"));
        for &(place, merit, first_move) in list {
            let at = At(left + (wide + 10.0) * f64::from(place), y);
            let hue = if place == 0 { "hue-2" } else { "hue-7" };
            let stroke = if place == 0 { 2.5 } else { 1.0 };
            canvas.frame(hue, stroke, at, (wide, 24.0));
            let most = match merit {
                Score::HIGHEST => "anything".to_owned(),
                merit => format!("≤ {}", Tree::score_text(merit)),
            };
            let words = match first_move {
                Some(mv) => format!("move {mv}: {most}"),
                None => format!("root: {most}"),
            };
            canvas.middle(At(at.0 + wide / 2.0, y + 16.0), "", words);
        }
    }
    let height = TOP + 18.0 + step * number(lists.0.len());
    let note = format!("{TREE}: each node with the most that it can still be worth.");
    canvas.picture(
        (left + 3.0 * (wide + 10.0), height),
        "The lists of SSS*",
        &note,
    )
}
