//! The list of SSS*, step by step: the algorithm as Stockman wrote it, on a written tree.

use plywood::Game;
use plywood::search::games::Tree;
use plywood::search::plot::Picture;

use crate::canvas::{At, Canvas, TOP, number};

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";
const INFINITE: i32 = i32::MAX;

/// An open node: the numbers of the branches that lead to it, and the most that it can still be worth.
#[derive(Clone)]
struct Open {
    path: Vec<usize>,
    most: i32,
    is_solved: bool,
}

/// The list as it was, and the leaf that was looked at to make it so.
struct Step {
    leaf: Option<i32>,
    list: Vec<Open>,
}

fn node(path: &[usize]) -> Tree {
    let root: Tree = TREE.parse().expect("the tree is well written");
    path.iter()
        .fold(root, |node, branch| node.after(node.legal_moves()[*branch]))
}

/// What is put on the list in the place of its first node, and the leaf that was looked at.
fn replace(list: &mut Vec<Open>) -> Option<i32> {
    let Open {
        path,
        most,
        is_solved,
    } = list.remove(0);
    let open = |path: &[usize], most, is_solved| Open {
        path: path.to_vec(),
        most,
        is_solved,
    };
    let is_max = |path: &[usize]| path.len() % 2 == 0;
    let moves = node(&path).legal_moves().len();
    let mut leaf = None;
    let mut fresh = Vec::new();
    match path.split_last() {
        // The best answer of Min is known, so the move of Max is solved, and with it the node above.
        Some((_, above)) if is_solved && !is_max(&path) => {
            list.retain(|other| !other.path.starts_with(above));
            fresh.push(open(above, most, true));
        }
        // Min has another answer, or this was the last.
        Some((last, above)) if is_solved => {
            let next = [above, &[last + 1]].concat();
            if last + 1 < node(above).legal_moves().len() {
                fresh.push(open(&next, most, false));
            } else {
                fresh.push(open(above, most, true));
            }
        }
        _ if moves == 0 => {
            let points = node(&path).estimate().as_centipawns();
            leaf = points;
            fresh.push(open(
                &path,
                most.min(points.expect("leaves have points")),
                true,
            ));
        }
        _ if is_max(&path) => {
            let child = |branch| open(&[path.as_slice(), &[branch]].concat(), most, false);
            fresh.extend((0..moves).map(child));
        }
        _ => fresh.push(open(&[path.as_slice(), &[0]].concat(), most, false)),
    }
    list.extend(fresh);
    // Of equals, the leftmost comes first; without that rule the theorem about SSS* is false.
    list.sort_by(|one, other| {
        other
            .most
            .cmp(&one.most)
            .then_with(|| one.path.cmp(&other.path))
    });
    leaf
}

/// The list before the first leaf, and after each.
fn steps() -> Vec<Step> {
    let root = Open {
        path: Vec::new(),
        most: INFINITE,
        is_solved: false,
    };
    let mut list = vec![root];
    let mut steps = Vec::new();
    while let Some(first) = list.first() {
        if first.is_solved && first.path.is_empty() {
            break;
        }
        let leaf = replace(&mut list);
        if leaf.is_some() {
            steps.push(Step {
                leaf,
                list: list.clone(),
            });
        }
    }
    steps
}

/// The list of SSS* after each leaf.
pub(crate) fn sss_star() -> Picture {
    let (left, wide, step) = (150.0, 132.0, 34.0);
    let mut canvas = Canvas::default();
    let steps = steps();
    canvas.text(At(0.0, TOP + 4.0), "tick", "leaf");
    canvas.text(
        At(left, TOP + 4.0),
        "tick",
        "the list, the most promising first",
    );
    for (row, Step { leaf, list }) in steps.iter().enumerate() {
        let y = TOP + 18.0 + step * number(row);
        if let Some(points) = leaf {
            canvas.text(At(0.0, y + 17.0), "", format!("looks at {points}"));
        }
        for (place, open) in list.iter().enumerate() {
            let at = At(left + (wide + 10.0) * number(place), y);
            let hue = if place == 0 { "hue-2" } else { "hue-7" };
            let stroke = if place == 0 { 2.5 } else { 1.0 };
            canvas.frame(hue, stroke, at, (wide, 24.0));
            let most = match open.most {
                INFINITE => "anything".to_owned(),
                most => format!("≤ {most}"),
            };
            let words = match open.path.first() {
                Some(branch) => format!("move {}: {most}", branch + 1),
                None => format!("root: {most}"),
            };
            canvas.middle(At(at.0 + wide / 2.0, y + 16.0), "", words);
        }
    }
    let height = TOP + 18.0 + step * number(steps.len());
    let note = format!("{TREE}: each node with the most that it can still be worth.");
    canvas.picture(
        (left + 3.0 * (wide + 10.0), height),
        "The lists of SSS*",
        &note,
    )
}
