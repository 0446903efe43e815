//! Game trees written as strings, for books, tests and documentation: `((3 12 8) (2 4 6) (14 5 2))`.

use crate::game::{Ending, Game, Keyed, Tactical};
use fastrand::Rng;
use plywood_eval::{Score, Side, Sides};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter::repeat;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// A position in a game tree written as a string.
///
/// A number is a leaf, and parentheses enclose the branches of a node. As in books, all numbers are centipawns **from the point of view of
/// the side to move at the root**, whichever side moves at the node. A number in front of a parenthesis is the value of [`Tree::estimate`]
/// there, for searches that stop above the leaves; `!` marks a noisy move.
///
/// Put a name and a colon in front of a node, and other moves can transpose to it by name: in `((x:(1 7) 9) (x 4))`, the second `x` is the
/// node `(1 7)` again. A name inside its own parentheses is a repetition, and the tree has no end. The same side must be to move, so a name
/// can only appear an even number of plies above or below its node.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Limits, Minimax, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.line.to_string(), "1 1");
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Arc<[Node]>,
    index: usize,
    to_move: Side,
}

/// A branch of a written tree: its number from the left, starting with 1. Outlines and pictures write it as a letter, 1 as `a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Branch(u16);

#[derive(Debug, Default, Clone)]
struct Node {
    /// The name other nodes use to lead here.
    name: Option<String>,
    /// The value from the root's point of view.
    value: i32,
    is_noisy: bool,
    children: Vec<usize>,
    /// The weights of the children, if chance moves here.
    weights: Option<Vec<u32>>,
}

impl Tree {
    /// Returns the number written at this node, from the side to move's point of view; 0 if there is none.
    ///
    /// Use it as an evaluator: `Minimax::new(Tree::estimate)`.
    #[must_use]
    pub fn estimate(&self) -> Score {
        let value = Score::centipawns(self.node().value);
        match self.to_move {
            Side::First => value,
            Side::Second => -value,
        }
    }

    /// Makes random trees with many equal values, in which several moves can lead to a node, even of another tree.
    pub(crate) fn random(count: usize, rng: &mut Rng) -> Vec<Self> {
        Self::grown(count, false, rng)
    }

    /// Makes random trees, perhaps with chance.
    pub(super) fn grown(count: usize, has_chance: bool, rng: &mut Rng) -> Vec<Self> {
        let (mut nodes, mut done) = (Vec::new(), Vec::new());
        let mut add = || {
            let height = rng.u32(3..=5);
            grow(&mut nodes, (0, height), &mut done, (has_chance, rng))
        };
        let roots: Vec<_> = (0..count).map(|_| add()).collect();
        let nodes: Arc<[Node]> = nodes.into();
        let tree = |index| Self {
            nodes: Arc::clone(&nodes),
            index,
            to_move: Side::First,
        };
        roots.into_iter().map(tree).collect()
    }

    /// Returns positions of the same trees, each time with one node a little smaller.
    pub(crate) fn simpler(positions: &[Self]) -> Box<dyn Iterator<Item = Vec<Self>>> {
        let positions = Self::cut_out(positions);
        let Some(nodes) = positions.first().map(|first| Arc::clone(&first.nodes)) else {
            return Box::new(std::iter::empty());
        };
        let numbered = nodes.iter().enumerate();
        let edits: Vec<_> = numbered
            .flat_map(|(index, node)| node.simpler().map(move |node| (index, node)))
            .collect();
        Box::new(edits.into_iter().map(move |(index, node)| {
            let mut edited = nodes.to_vec();
            edited[index] = node;
            let nodes: Arc<[Node]> = edited.into();
            let edited = positions.iter().map(|position| Self {
                nodes: Arc::clone(&nodes),
                ..*position
            });
            edited.collect()
        }))
    }

    /// Returns positions of the same trees in a copy without the nodes that none of them reaches.
    fn cut_out(positions: &[Self]) -> Vec<Self> {
        let Some(first) = positions.first() else {
            return Vec::new();
        };
        let mut numbers = vec![None; first.nodes.len()];
        let mut number = |index: usize, reached: &mut Vec<usize>| {
            *numbers[index].get_or_insert_with(|| {
                reached.push(index);
                reached.len() - 1
            })
        };
        let (mut reached, mut nodes) = (Vec::new(), Vec::new());
        let roots: Vec<_> = positions
            .iter()
            .map(|position| (number(position.index, &mut reached), position.to_move))
            .collect();
        while let Some(&index) = reached.get(nodes.len()) {
            let mut node = first.nodes[index].clone();
            for child in &mut node.children {
                *child = number(*child, &mut reached);
            }
            nodes.push(node);
        }
        let nodes: Arc<[Node]> = nodes.into();
        let cut_out = roots.into_iter().map(|(index, to_move)| Self {
            nodes: Arc::clone(&nodes),
            index,
            to_move,
        });
        cut_out.collect()
    }

    /// Returns the weights of the branches, if chance moves here.
    pub(super) fn weights(&self) -> Option<&[u32]> {
        self.node().weights.as_deref()
    }

    fn node(&self) -> &Node {
        &self.nodes[self.index]
    }

    fn branches(&self, keep: impl Fn(&Node) -> bool) -> Vec<Branch> {
        let kept = self
            .node()
            .children
            .iter()
            .zip(1..)
            .filter(|(child, _)| keep(&self.nodes[**child]));
        kept.map(|(_, number)| Branch(number)).collect()
    }

    fn child(&self, branch: Branch) -> usize {
        self.node().children[usize::from(branch.0) - 1]
    }
}

impl Node {
    /// Returns the node as a leaf, without one of its moves, and with a smaller number.
    fn simpler(&self) -> impl Iterator<Item = Self> {
        let count = self.children.len();
        let leaf = (count > 0).then(|| Self {
            children: Vec::new(),
            weights: None,
            ..self.clone()
        });
        let fewer = (0..count).filter(move |_| count > 1).map(|left_out| {
            let mut node = self.clone();
            node.children.remove(left_out);
            if let Some(weights) = &mut node.weights {
                weights.remove(left_out);
            }
            node
        });
        let near = [0, self.value / 2]
            .into_iter()
            .filter(|value| *value != self.value);
        leaf.into_iter().chain(fewer).chain(near.map(|value| Self {
            value,
            ..self.clone()
        }))
    }
}

/// Grows a random tree at this ply, and returns its node. Other moves may lead to those that are `done`, which are known with their plies.
fn grow(
    nodes: &mut Vec<Node>,
    (ply, height): (u32, u32),
    done: &mut Vec<(usize, u32)>,
    (has_chance, rng): (bool, &mut Rng),
) -> usize {
    let index = nodes.len();
    nodes.push(Node {
        value: rng.i32(-9..=9),
        is_noisy: rng.u8(..4) == 0,
        ..Node::default()
    });
    if has_chance {
        let sign = [-1, 1][rng.usize(..2)];
        let far = [1_000, 990, 5, 0, 0, 0, 0, 0];
        nodes[index].value += sign * far[rng.usize(..far.len())];
        nodes[index].weights = (rng.u8(..3) == 0).then(Vec::new);
    }
    let is_chance = nodes[index].weights.is_some();
    if ply < height && (ply == 0 || rng.u8(..8) > 0) {
        let below = ply + u32::from(!is_chance);
        for _ in 0..rng.u8(1..=4) {
            let same_side = |(_, other): &&(usize, u32)| (other + below).is_multiple_of(2);
            let known: Vec<_> = done.iter().filter(same_side).collect();
            let known = rng
                .choice(&known)
                .filter(|_| rng.u8(..3) == 0)
                .map(|known| known.0);
            let child =
                known.unwrap_or_else(|| grow(nodes, (below, height), done, (has_chance, rng)));
            if known.is_some() {
                nodes[child].name = Some(format!("n{child}"));
            }
            nodes[index].children.push(child);
            if let Some(weights) = &mut nodes[index].weights {
                weights.push(rng.u32(1..=6));
            }
        }
    } else {
        nodes[index].weights = None;
    }
    done.push((index, ply));
    index
}

impl Game for Tree {
    type Move = Branch;
    type Moves = Vec<Branch>;

    fn legal_moves(&self) -> Vec<Branch> {
        self.branches(|_| true)
    }

    fn after(&self, branch: Branch) -> Self {
        Self {
            nodes: Arc::clone(&self.nodes),
            index: self.child(branch),
            to_move: match self.weights() {
                Some(_) => self.to_move,
                None => !self.to_move,
            },
        }
    }

    fn ending(&self, moves: &[Branch]) -> Option<Ending> {
        moves.is_empty().then(|| Ending::Scored(self.estimate()))
    }

    fn ending_at_leaf(&self) -> Option<Ending> {
        self.node()
            .children
            .is_empty()
            .then(|| Ending::Scored(self.estimate()))
    }

    /// Writes numbers as in the written tree.
    fn score_text(score: Score) -> String {
        let number = score.as_centipawns();
        number.map_or_else(|| score.to_string(), |number| number.to_string())
    }
}

impl Keyed for Tree {
    fn key(&self) -> u64 {
        (self.index as u64 + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .swap_bytes()
    }

    fn move_code(branch: Branch) -> u16 {
        branch.0
    }
}

impl Tactical for Tree {
    fn noisy_moves(&self) -> Vec<Branch> {
        self.branches(|child| child.is_noisy)
    }

    fn capture_rank(&self, branch: Branch) -> i32 {
        i32::from(self.nodes[self.child(branch)].is_noisy)
    }
}

impl Sides for Tree {
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn mirrored(&self) -> Self {
        let flip = |node: &Node| Node {
            value: -node.value,
            ..node.clone()
        };
        Self {
            nodes: self.nodes.iter().map(flip).collect(),
            index: self.index,
            to_move: !self.to_move,
        }
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Writes the tree from this node down, in the form that `FromStr` reads.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An explicit stack, since a tree may be nested too deeply for recursion.
        let mut stack = vec![Step::Write(self.index, None)];
        let mut gap = "";
        let mut named = BTreeSet::new();
        while let Some(step) = stack.pop() {
            match step {
                Step::Close(sign) => write!(f, "{sign}")?,
                Step::Write(index, weight) => {
                    let node = &self.nodes[index];
                    write!(f, "{gap}")?;
                    if let Some(weight) = weight {
                        write!(f, "{weight}:")?;
                    }
                    let is_again = node.name.is_some() && !named.insert(index);
                    if node.is_noisy && index != self.index && !is_again {
                        write!(f, "!")?;
                    }
                    if let Some(name) = &node.name {
                        write!(f, "{name}{}", if is_again { "" } else { ":" })?;
                    }
                    if is_again {
                        gap = " ";
                        continue;
                    }
                    if node.children.is_empty() || node.value != 0 {
                        write!(f, "{}", node.value)?;
                    }
                    if !node.children.is_empty() {
                        let [open, close] = if node.weights.is_some() {
                            ['{', '}']
                        } else {
                            ['(', ')']
                        };
                        write!(f, "{open}")?;
                        stack.push(Step::Close(close));
                        let weights = node.weights.iter().flatten().map(|weight| Some(*weight));
                        let children: Vec<_> = node
                            .children
                            .iter()
                            .zip(weights.chain(repeat(None)))
                            .map(|(child, weight)| Step::Write(*child, weight))
                            .collect();
                        stack.extend(children.into_iter().rev());
                        gap = "";
                        continue;
                    }
                }
            }
            gap = " ";
        }
        Ok(())
    }
}

enum Step {
    /// A node, with its weight after chance.
    Write(usize, Option<u32>),
    Close(char),
}

/// The error for a string that is not a game tree. Places are counted in bytes from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseTreeError {
    /// The string ends before the tree does.
    #[error("the tree is not closed: expected {open} more \")\" at the end")]
    Unclosed {
        /// The number of missing closing parentheses.
        open: usize,
    },
    /// The string contains no tree.
    #[error("expected a number or a parenthesis, found nothing")]
    Empty,
    /// Empty parentheses.
    #[error("expected a branch before the closing parenthesis at {at}")]
    NoBranches {
        /// The place of the closing parenthesis.
        at: usize,
    },
    /// Something after the end of the tree.
    #[error("expected the end after the tree, found {found:?} at {at}")]
    Trailing {
        /// The character.
        found: char,
        /// Its place.
        at: usize,
    },
    /// A character that has no meaning here.
    #[error("expected a number, a parenthesis or !, found {found:?} at {at}")]
    Character {
        /// The character.
        found: char,
        /// Its place.
        at: usize,
    },
    /// A number outside the range of scores.
    #[error("expected centipawns from -30000 to 30000, found {text:?} at {at}")]
    Number {
        /// The text of the number.
        text: String,
        /// Its place.
        at: usize,
    },
    /// A name that no node before it has, or one for a second node.
    #[error("expected a name that one node has, and has before it is used, found {name:?} at {at}")]
    Name {
        /// The name.
        name: String,
        /// Its place.
        at: usize,
    },
    /// The name of a node where the other side is to move.
    #[error(
        "expected a node with the same side to move, an even number of plies apart, found {name:?} at {at}"
    )]
    OtherSide {
        /// The name.
        name: String,
        /// Its place.
        at: usize,
    },
    /// A weight that is not in front of an outcome, or is no number from 0 to 4,294,967,295.
    #[error(
        "expected a weight only in front of an outcome, from 0 to 4294967295, found {text:?} at {at}"
    )]
    Weight {
        /// The text of the weight.
        text: String,
        /// Its place.
        at: usize,
    },
    /// More branches at one node than can be numbered.
    #[error("expected at most 65535 branches at a node, found one more at {at}")]
    TooManyBranches {
        /// The place of the first branch too many.
        at: usize,
    },
}

/// Reads numbers and parentheses, separated by white space or commas.
impl FromStr for Tree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        Self::read(text, false)
    }
}

impl Tree {
    /// Reads a tree, which may have chance.
    pub(super) fn read(text: &str, allows_chance: bool) -> Result<Self, ParseTreeError> {
        let mut reader = Reader {
            allows_chance,
            ..Reader::default()
        };
        let mut rest = text.char_indices().peekable();
        while let Some((at, character)) = rest.next() {
            match character {
                '(' => reader.open(at, None)?,
                '{' if reader.allows_chance => reader.open(at, Some(Vec::new()))?,
                ')' | '}' => reader.close(character, at)?,
                '!' => reader.next_is_noisy = true,
                '-' | '0'..='9' => {
                    let mut end = at + 1;
                    while let Some((digit, _)) =
                        rest.next_if(|(_, character)| character.is_ascii_digit())
                    {
                        end = digit + 1;
                    }
                    if rest.next_if(|(_, sign)| *sign == ':').is_some() {
                        reader.weight(&text[at..end], at)?;
                        continue;
                    }
                    let followed = rest.peek().is_some_and(|(_, sign)| "({".contains(*sign));
                    reader.number(&text[at..end], at, followed)?;
                }
                letter if letter.is_ascii_alphabetic() => {
                    let is_of_name = |(_, sign): &(usize, char)| sign.is_ascii_alphanumeric();
                    let mut end = at + 1;
                    while let Some((sign, _)) = rest.next_if(is_of_name) {
                        end = sign + 1;
                    }
                    let is_new = rest.next_if(|(_, sign)| *sign == ':').is_some();
                    reader.name(&text[at..end], at, is_new)?;
                }
                ',' => (),
                space if space.is_whitespace() => (),
                found => return Err(ParseTreeError::Character { found, at }),
            }
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    /// The nodes whose parentheses are open, the innermost last.
    open: Vec<usize>,
    /// The named nodes, with the number of players' moves that lead to them.
    names: BTreeMap<String, (usize, usize)>,
    next_name: Option<String>,
    next_is_noisy: bool,
    next_value: i32,
    next_weight: Option<u32>,
    allows_chance: bool,
}

impl Reader {
    fn add(&mut self, character: char, at: usize) -> Result<usize, ParseTreeError> {
        let index = self.nodes.len();
        match self.open.last() {
            Some(_) => self.branch(index, at)?,
            None if index > 0 => {
                return Err(ParseTreeError::Trailing {
                    found: character,
                    at,
                });
            }
            None => (),
        }
        let is_noisy = std::mem::take(&mut self.next_is_noisy);
        let value = std::mem::take(&mut self.next_value);
        let name = self.next_name.take();
        self.nodes.push(Node {
            name,
            value,
            is_noisy,
            ..Node::default()
        });
        Ok(index)
    }

    /// Adds a branch to the innermost node that is open.
    fn branch(&mut self, child: usize, at: usize) -> Result<(), ParseTreeError> {
        let Some(&parent) = self.open.last() else {
            return Err(ParseTreeError::Empty);
        };
        let children = &mut self.nodes[parent].children;
        if children.len() >= usize::from(u16::MAX) {
            return Err(ParseTreeError::TooManyBranches { at });
        }
        children.push(child);
        if let Some(weights) = &mut self.nodes[parent].weights {
            weights.push(self.next_weight.take().unwrap_or(1));
        }
        Ok(())
    }

    /// Opens a node, where chance moves if it has weights.
    fn open(&mut self, at: usize, weights: Option<Vec<u32>>) -> Result<(), ParseTreeError> {
        let index = self.add('(', at)?;
        self.nodes[index].weights = weights;
        self.open.push(index);
        Ok(())
    }

    fn close(&mut self, found: char, at: usize) -> Result<(), ParseTreeError> {
        let is_wrong = |index: &usize| self.nodes[*index].weights.is_some() != (found == '}');
        if self.next_is_noisy
            || self.next_name.is_some()
            || self.next_weight.is_some()
            || self.open.last().is_some_and(is_wrong)
        {
            return Err(ParseTreeError::Character { found, at });
        }
        match self.open.pop() {
            None => Err(ParseTreeError::Trailing { found, at }),
            Some(index) if self.nodes[index].children.is_empty() => {
                Err(ParseTreeError::NoBranches { at })
            }
            Some(_) => Ok(()),
        }
    }

    fn weight(&mut self, text: &str, at: usize) -> Result<(), ParseTreeError> {
        let parent = self.open.last().map(|parent| &self.nodes[*parent]);
        let is_outcome = parent.is_some_and(|parent| parent.weights.is_some());
        let is_first = self.next_weight.is_none() && self.next_name.is_none();
        let weight = text.parse().ok().filter(|_| is_outcome && is_first);
        let wrong = || ParseTreeError::Weight {
            text: text.to_owned(),
            at,
        };
        self.next_weight = Some(weight.ok_or_else(wrong)?);
        Ok(())
    }

    /// Returns the number of players' moves that lead to the next node.
    fn plies(&self) -> usize {
        let moves = |index: &&usize| self.nodes[**index].weights.is_none();
        self.open.iter().filter(moves).count()
    }

    fn number(&mut self, text: &str, at: usize, is_estimate: bool) -> Result<(), ParseTreeError> {
        let value = text
            .parse()
            .ok()
            .filter(|value| Score::centipawns(*value).as_centipawns() == Some(*value));
        self.next_value = value.ok_or_else(|| ParseTreeError::Number {
            text: text.to_owned(),
            at,
        })?;
        if !is_estimate {
            self.add(text.chars().next().unwrap_or('-'), at)?;
        }
        Ok(())
    }

    fn name(&mut self, name: &str, at: usize, is_new: bool) -> Result<(), ParseTreeError> {
        let known = self.names.get(name).copied();
        let wrong = || ParseTreeError::Name {
            name: name.to_owned(),
            at,
        };
        if is_new {
            let is_first = known.is_none() && self.next_name.is_none();
            self.names
                .insert(name.to_owned(), (self.nodes.len(), self.plies()));
            self.next_name = is_first.then(|| name.to_owned());
            return is_first.then_some(()).ok_or_else(wrong);
        }
        let (index, plies) = known
            .filter(|_| self.next_name.is_none())
            .ok_or_else(wrong)?;
        // The mark of a noisy move belongs to the node, and a root has no branch.
        if self.next_is_noisy || self.open.is_empty() {
            return Err(wrong());
        }
        if !plies.abs_diff(self.plies()).is_multiple_of(2) {
            let name = name.to_owned();
            return Err(ParseTreeError::OtherSide { name, at });
        }
        self.branch(index, at)
    }

    fn finish(self) -> Result<Tree, ParseTreeError> {
        if !self.open.is_empty() {
            return Err(ParseTreeError::Unclosed {
                open: self.open.len(),
            });
        }
        if self.nodes.is_empty() || self.next_name.is_some() {
            return Err(ParseTreeError::Empty);
        }
        Ok(Tree {
            nodes: self.nodes.into(),
            index: 0,
            to_move: Side::First,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_from_the_roots_view() {
        let tree: Tree = "(7)".parse().unwrap();
        assert_eq!(
            tree.after(Branch(1)).ending_at_leaf(),
            Some(Ending::Scored(Score::centipawns(-7)))
        );
    }

    #[test]
    fn trees_are_written_as_they_are_read() {
        for text in [
            "7",
            "-7",
            "(1 2)",
            "((3 12 8) (2 4 6) (14 5 2))",
            "5(!-3(1 2) 0 !(!9))",
            "((x:2(1 7) 9) (x 4))",
            "((!loop:((loop 3) 5) 1) (loop 2))",
        ] {
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_that_are_no_trees_are_errors() {
        for text in [
            "",
            " ",
            "(",
            ")",
            "()",
            "(1",
            "1 2",
            "1)",
            "(1)(2)",
            "x",
            "(1 é)",
            "40000",
            "-",
            "(1 !)",
            "--1",
            "(x)",
            "x",
            "x:",
            "(x:)",
            "x:y:1",
            "(x:1 x:2)",
            "(x:(1 x))",
            "(x:1 !x)",
        ] {
            assert!(text.parse::<Tree>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_very_deep_tree_does_not_overflow_the_stack() {
        let text = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
    }
}
