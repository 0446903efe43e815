//! [`Verdict`]: the judge's findings, as data and as text.

use crate::judge::bug::Bug;
use crate::judge::question::{Ask, Question, Root};
use crate::judge::search::Search;
use crate::judge::{Flaw, Given, Judge};
use plywood_report::counted;
use plywood_search::Game;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// The kind of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outcome {
    /// Every answer is right.
    Right,
    /// Every answer is right, but more leaves are visited than necessary.
    Wasteful,
    /// Some answers are wrong.
    Wrong,
    /// No question was answered.
    Unanswered,
}

/// The judge's findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The kind.
    pub outcome: Outcome,
    /// The bugs that explain every answer: one, several that no question tells apart, or none if the bug is unknown.
    pub bugs: Vec<NamedBug>,
    /// The number of questions.
    pub asked: usize,
    /// The number of questions without an answer.
    pub unanswered: usize,
    /// The number of wrong answers.
    pub wrong: usize,
    /// The leaves, where the program listed them.
    pub leaves: Option<VisitedLeaves>,
    /// The smallest question that shows the bug.
    pub witness: Option<Witness>,
}

/// A bug with its explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NamedBug {
    /// The bug.
    pub bug: Bug,
    /// A sentence about it.
    pub text: &'static str,
    /// The chapter about it: a file of the repository, and the section in it.
    pub chapter: String,
}

/// The numbers of leaves, summed over trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct VisitedLeaves {
    /// The number of trees.
    pub trees: u64,
    /// The number of leaves that the program visited.
    pub visited: u64,
    /// The number of leaves in the smallest proofs of the values.
    pub minimal: u64,
    /// The number of leaves that a correct search of the program's kind visits, in the order of the trees.
    pub usual: u64,
    /// The number of all leaves.
    pub all: u64,
}

/// The smallest question that shows a bug.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Witness {
    /// The tree, or the position of a game.
    pub position: String,
    /// The depth in plies.
    pub depth: u32,
    /// The window, if the question had one.
    pub window: Option<[i32; 2]>,
    /// A sentence about the error.
    pub text: String,
    /// The correct search and the one with the bug, step by step.
    pub sides: Option<Sides>,
}

/// Two searches of one tree. Numbers are from the point of view of the side to move at the root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Sides {
    /// The steps of the correct search.
    pub right: Vec<String>,
    /// The steps of the search with the bug.
    pub wrong: Vec<String>,
    /// The index of the first step that differs.
    pub part_at: usize,
}

/// The number of steps to keep before and after the first difference.
const STEPS: usize = 40;

impl Verdict {
    pub(super) fn of(judge: &Judge) -> Self {
        let (asked, wrong) = (judge.answered(), judge.flaws());
        let outcome = match judge.witness {
            _ if judge.unanswered == asked => Outcome::Unanswered,
            None => Outcome::Right,
            Some(_) if wrong == 0 => Outcome::Wasteful,
            Some(_) => Outcome::Wrong,
        };
        let named = |bug: Bug| NamedBug {
            bug,
            text: bug.text(),
            chapter: bug.chapter(),
        };
        let suspect = judge.suspects.first();
        let witness = |place| Witness::new(&judge.given[place], suspect.copied());
        Self {
            outcome,
            bugs: judge.bugs().into_iter().map(named).collect(),
            asked,
            unanswered: judge.unanswered,
            wrong,
            leaves: Some(judge.leaves()).filter(|leaves| leaves.trees > 0),
            witness: judge.witness.map(witness),
        }
    }

    /// Returns the verdict as one line.
    #[must_use]
    pub fn headline(&self) -> String {
        let bugs: Vec<&str> = self.bugs.iter().map(|bug| bug.text).collect();
        let bugs = match bugs.as_slice() {
            [] => "by none of the known bugs".to_owned(),
            bugs => bugs.join(", or "),
        };
        match self.outcome {
            Outcome::Right => "right".to_owned(),
            Outcome::Wasteful => format!("right but wasteful: {bugs}"),
            Outcome::Wrong => format!("wrong: {bugs}"),
            Outcome::Unanswered => "no question was answered".to_owned(),
        }
    }
}

impl Witness {
    fn new(given: &Given, suspect: Option<Search>) -> Self {
        let question = &given.question;
        let (window, sides) = match question.ask {
            Ask::Value(_, window) => (window, suspect.map(|search| Sides::new(question, search))),
            Ask::Perft => (None, None),
        };
        Self {
            position: question.text(),
            depth: question.depth,
            window,
            text: text_of(given),
            sides,
        }
    }
}

/// Describes the error in an answer.
fn text_of(given: &Given) -> String {
    let (question, truth, answer) = (&given.question, &given.question.truth, &given.answer);
    let (value, found) = (truth.value, answer.value);
    match given.flaw {
        Some(Flaw::Value) => {
            let (what, moves) = match (question.ask, &question.root) {
                (Ask::Value(..), _) => ("value", String::new()),
                (Ask::Perft, Root::Chess(position)) if question.depth == 1 => {
                    let moves = words(&Game::legal_moves(position));
                    (
                        "number of positions",
                        format!("; the legal moves are {moves}"),
                    )
                }
                (Ask::Perft, _) => ("number of positions", String::new()),
            };
            format!("the {what} is {value}, and it answers {found}{moves}")
        }
        Some(Flaw::Move) => format!(
            "the best move is {}, and it answers {}",
            truth.best.join(" or "),
            answer.best.as_deref().unwrap_or("none")
        ),
        Some(Flaw::Unproven) => format!(
            "it answers {found}, which is right by luck: the leaves it visited, {}, don't prove it",
            words(answer.leaves.as_deref().unwrap_or_default())
        ),
        None => {
            let visited = answer.leaves.iter().flatten().count() as u64;
            let [minimal, usual, all] = truth.leaves.unwrap_or_default();
            format!(
                "it visits {} of {all}, where alpha-beta visits {usual} in this order and the smallest proof has {minimal}",
                counted(visited, "leaf")
            )
        }
    }
}

fn words(items: &[impl ToString]) -> String {
    let words: Vec<String> = items.iter().map(ToString::to_string).collect();
    words.join(" ")
}

impl Sides {
    fn new(question: &Question, suspect: Search) -> Self {
        let correct = Search {
            bug: None,
            ..suspect
        };
        let (mut right, mut wrong) = (question.steps(correct), question.steps(suspect));
        let pairs = right.iter().zip(&wrong);
        let mut part_at = pairs.take_while(|(one, other)| one == other).count();
        let hidden = part_at.saturating_sub(STEPS);
        part_at -= hidden;
        for side in [&mut right, &mut wrong] {
            side.drain(..hidden);
            side.truncate(part_at + STEPS);
        }
        Self {
            right,
            wrong,
            part_at,
        }
    }
}

/// Shows the whole verdict as text.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline())?;
        let questions = counted(self.asked as u64, "question");
        write!(f, "  {questions}, {} answered wrongly", self.wrong)?;
        match self.unanswered {
            0 => writeln!(f)?,
            unanswered => writeln!(f, ", {unanswered} not answered")?,
        }
        if let Some(leaves) = &self.leaves {
            let (visited, trees) = (leaves.visited, leaves.trees);
            let (minimal, usual, all) = (leaves.minimal, leaves.usual, leaves.all);
            writeln!(
                f,
                "  {visited} leaves visited in {trees} trees: the smallest proofs have {minimal}, this search visits {usual} in this order, \
                 and there are {all}"
            )?;
        }
        if let Some(witness) = &self.witness {
            write!(f, "\n{witness}")?;
        }
        let chapters: BTreeSet<&String> = self.bugs.iter().map(|bug| &bug.chapter).collect();
        for chapter in chapters {
            writeln!(f, "  {chapter}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {}  depth {}", self.position, self.depth)?;
        if let Some([alpha, beta]) = self.window {
            write!(f, ", window ({alpha}, {beta})")?;
        }
        writeln!(f, "\n  {}\n", self.text)?;
        let Some(sides) = &self.sides else {
            return Ok(());
        };
        writeln!(f, "    {:<38}with the bug", "right")?;
        for step in 0..sides.right.len().max(sides.wrong.len()) {
            let [right, wrong] =
                [&sides.right, &sides.wrong].map(|side| side.get(step).map_or("", String::as_str));
            let mark = if step == sides.part_at { "→" } else { " " };
            writeln!(f, "{}", format!("  {mark} {right:<38}{wrong}").trim_end())?;
        }
        writeln!(f)
    }
}
