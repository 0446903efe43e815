//! [`Verdict`]: the judge's findings, as data and as text.

use crate::judge::bug::Bug;
use crate::judge::plan::TOPICS;
use crate::judge::question::{Answer, Ask, Part, Question, Root};
use crate::judge::search::Search;
use crate::judge::{Given, Judge, is_share};
use plywood_report::counted;
use plywood_search::Game;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The kind of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outcome {
    /// Enough questions are answered, the value is right, and the move and the cutoffs are right or not tested.
    Right,
    /// Value and move are right, but more leaves are visited than necessary.
    Wasteful,
    /// Some answers are wrong.
    Wrong,
    /// Too few questions are answered.
    Unanswered,
    /// A part that must be tested isn't.
    Untested,
    /// The program can't be judged: it doesn't start, crashes, is too slow, or its output is not an answer.
    #[default]
    Failed,
}

/// A finding about a part of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Every answer is right.
    Right,
    /// An answer is wrong.
    Wrong,
    /// Too few answers have this part.
    NotTested,
}

/// A topic of the questions, such as deep cuts, with the number of answers that test it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Covered {
    /// The topic.
    pub topic: &'static str,
    /// The number of answers to questions that a program without this rule gets wrong; 0 if the settings leave it out.
    pub tested: usize,
}

/// The judge's findings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The kind.
    pub outcome: Outcome,
    /// Returns `true` for [`Outcome::Right`] alone.
    pub passed: bool,
    /// The findings about value, move and cutoffs: too few leaves don't prove the value, and too many are wasteful.
    pub parts: BTreeMap<Part, Finding>,
    /// Observations about the program.
    pub notes: Vec<String>,
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
    /// The errors that its logs contain, or that the order of its leaves shows, if the bug is unknown or there is a log.
    pub observed: Vec<Observed>,
    /// The topics of all questions, with their coverage.
    pub coverage: Vec<Covered>,
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

/// An error that some answers show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Observed {
    /// The error, such as "it cuts too early".
    pub text: String,
    /// The number of answers that show it.
    pub answers: usize,
    /// The smallest tree that shows it.
    pub position: String,
    /// Where and why, in this tree.
    pub detail: String,
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
        let (asked, wrong, waste) = (judge.answered(), judge.flawed().count(), judge.waste());
        let answered = asked - judge.unanswered;
        let (settings, compares) = (&judge.settings, judge.compares_leaves());
        let parts = Part::ALL.map(|part| (part, judge.finding(part, waste)));
        let parts = BTreeMap::from(parts);
        let has = |finding| parts.values().any(|it| *it == finding);
        let is_untested = |part: &Part| parts[part] == Finding::NotTested;
        let outcome = match () {
            () if has(Finding::Wrong) && wrong == 0 => Outcome::Wasteful,
            () if has(Finding::Wrong) => Outcome::Wrong,
            () if !is_share(answered, asked, settings.answered) => Outcome::Unanswered,
            () if settings.require.iter().any(is_untested) => Outcome::Untested,
            () if is_untested(&Part::Value) => Outcome::Unanswered,
            () => Outcome::Right,
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
            passed: outcome == Outcome::Right,
            notes: notes(judge, compares),
            bugs: judge.bugs(waste).into_iter().map(named).collect(),
            asked,
            unanswered: judge.unanswered,
            wrong,
            leaves: Some(judge.leaves()).filter(|leaves| leaves.trees > 0),
            witness: judge.witness.map(witness),
            observed: observed(judge),
            coverage: coverage(judge, &parts, compares),
            parts,
        }
    }

    /// Makes the verdict on a program that can't be judged, for this reason.
    #[must_use]
    pub fn failed(why: String) -> Self {
        Self {
            parts: BTreeMap::from([
                (Part::Value, Finding::Wrong),
                (Part::Move, Finding::NotTested),
                (Part::Cutoffs, Finding::NotTested),
            ]),
            notes: vec![why],
            ..Self::default()
        }
    }

    /// Returns the verdict as one line.
    #[must_use]
    pub fn headline(&self) -> String {
        let bugs: Vec<&str> = self.bugs.iter().map(|bug| bug.text).collect();
        let bugs = match (bugs.as_slice(), self.notes.first()) {
            ([], Some(note)) => note.clone(),
            ([], None) => {
                let seen = self.observed.iter().map(|it| it.text.as_str());
                let all: Vec<&str> = ["the bug is unknown"].into_iter().chain(seen).collect();
                all.join("; ")
            }
            (bugs, _) => bugs.join(", or "),
        };
        let untested = self.untested();
        let (asked, answered) = (self.asked, self.asked - self.unanswered);
        match self.outcome {
            Outcome::Right if untested.is_empty() => "right".to_owned(),
            Outcome::Right => format!("right; not tested: {untested}"),
            Outcome::Wasteful => format!("right but wasteful: {bugs}"),
            Outcome::Wrong => format!("wrong: {bugs}"),
            Outcome::Unanswered if answered == 0 => "no question was answered".to_owned(),
            Outcome::Unanswered => {
                format!("too few questions were answered: {answered} of {asked}")
            }
            Outcome::Untested => format!("not tested: {untested}"),
            Outcome::Failed => format!("failed: {}", bugs.lines().next().unwrap_or_default()),
        }
    }

    /// Returns the parts that aren't tested.
    fn untested(&self) -> String {
        let parts = self.parts.iter();
        let untested = parts.filter(|(_, finding)| **finding == Finding::NotTested);
        let untested: Vec<String> = untested.map(|(part, _)| part.to_string()).collect();
        untested.join(", ")
    }

    /// Returns two lines: the topics that are tested, with the number of answers, and the others.
    #[must_use]
    pub fn coverage_text(&self) -> String {
        let text = |it: &Covered| match it.tested {
            0 => it.topic.to_owned(),
            tested => format!("{} {tested}", it.topic),
        };
        let lines = [("tested", true), ("not tested", false)].map(|(name, is_tested)| {
            let topics = self.coverage.iter();
            let topics = topics.filter(|it| (it.tested > 0) == is_tested).map(text);
            match topics.collect::<Vec<_>>().join(", ").as_str() {
                "" => String::new(),
                topics => format!("  {name}: {topics}\n"),
            }
        });
        lines.concat()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::NotTested => "not tested",
        })
    }
}

/// Returns observations about a program.
fn notes(judge: &Judge, compares: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((alone, place)) = &judge.alone {
        let said = [alone, &judge.given[*place]].map(|it| &it.answer);
        let text = |it: &Answer| match said {
            [one, other] if one.value != other.value => it.value.to_string(),
            [one, other] if one.best != other.best => {
                format!("move {}", it.best.as_deref().unwrap_or("none"))
            }
            _ => format!("leaves {}", words(it.leaves.as_deref().unwrap_or_default())),
        };
        let [now, before] = said.map(text);
        let question = alone.question.text();
        notes.push(format!(
            "it isn't a function of the question: state survives, or chance decides. Asked {question} alone, it answers {now}, and before {before}"
        ));
    }
    if judge.flawed().next().is_none() && !judge.is_excused() && !compares {
        notes.push(
            "it searches in several passes or sorts moves, so the number of its leaves isn't compared".to_owned(),
        );
    }
    notes
}

/// Returns all topics with the number of answers that test them; games that aren't asked about are one topic each.
fn coverage(judge: &Judge, parts: &BTreeMap<Part, Finding>, compares: bool) -> Vec<Covered> {
    let mut coverage: Vec<Covered> = Vec::new();
    for (place, topic) in TOPICS.iter().enumerate() {
        let is_told =
            parts[&topic.part] != Finding::NotTested && (compares || !topic.counts_leaves());
        let tests = |given: &&Given| {
            is_told && given.question.topic == Some(place) && given.answer.has(topic.part)
        };
        let (game, games) = (topic.game, judge.settings.games());
        let is_listed = games.contains(&game);
        let name = if is_listed { topic.name } else { game.name() };
        if coverage.last().is_none_or(|last| last.topic != name) {
            coverage.push(Covered {
                topic: name,
                tested: judge.given.iter().filter(tests).count(),
            });
        }
    }
    coverage
}

/// Returns the errors that answers show, the one with the smallest tree first.
fn observed(judge: &Judge) -> Vec<Observed> {
    let mut all: Vec<Observed> = Vec::new();
    let Some(witness) = judge.witness.map(|place| &judge.given[place]) else {
        return all;
    };
    // State that survives explains anything, and a log says more than leaves.
    let is_explained = judge.alone.is_some() || !judge.suspects.is_empty();
    let has_log = witness.answer.log.is_some();
    let is_shown = |it: &&Given| has_log == it.answer.log.is_some() && (has_log || !is_explained);
    let shown = judge.given.iter().filter(is_shown);
    let mut shown: Vec<_> = shown.map(|given| (given, given.observed())).collect();
    shown.sort_by_key(|(given, _)| given.question.size());
    // What is inferred explains the smallest tree, and most of those that are answered wrongly.
    let is_unread = |(it, seen): &&(&Given, Option<_>)| !it.wrong.is_empty() && seen.is_none();
    let unread = shown.iter().filter(is_unread).count();
    if witness.observed().is_none() || unread * 2 > judge.flawed().count() {
        return all;
    }
    let seen = shown.into_iter();
    let seen = seen.flat_map(|(given, seen)| seen.into_iter().flatten().map(move |it| (given, it)));
    for (given, (text, detail)) in seen {
        match all.iter_mut().find(|it| it.text == text) {
            Some(known) => known.answers += 1,
            None => all.push(Observed {
                text,
                answers: 1,
                position: given.question.line(),
                detail,
            }),
        }
    }
    all
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
    match given.wrong.first() {
        Some(Part::Value) => {
            let (what, why) = match (question.ask, &question.root) {
                (Ask::Value(..), _) => ("value", outside(question)),
                (Ask::Perft, Root::Chess(position)) if question.depth == 1 => {
                    let moves = words(&Game::legal_moves(position));
                    (
                        "number of positions",
                        format!(" (the legal moves are {moves})"),
                    )
                }
                (Ask::Perft, _) => ("number of positions", String::new()),
            };
            format!("the {what} is {value}{why}, and it answers {found}")
        }
        Some(Part::Move) => format!(
            "the best move is {}, and it answers {}",
            truth.best.join(" or "),
            answer.best.as_deref().unwrap_or("none")
        ),
        Some(Part::Cutoffs) => format!(
            "it answers {found}, which is right, but the leaves it visited, {}, don't prove it",
            words(answer.leaves.as_deref().unwrap_or_default())
        ),
        None => {
            let [minimal, usual, all] = truth.leaves.unwrap_or_default();
            let visited = counted(answer.leaves.iter().flatten().count() as u64, "leaf");
            format!(
                "it visits {visited} of {all}, where alpha-beta visits {usual} in this order and the smallest proof has {minimal}"
            )
        }
    }
}

/// Returns the answers that are right where the value is outside the window.
fn outside(question: &Question) -> String {
    let (low, high) = question.right_values().into_inner();
    match low == question.truth.value {
        _ if low < high => format!(", so any from {low} to {high} is right"),
        true => String::new(),
        false => format!(", so fail-hard returns {low}"),
    }
}

fn words(items: &[impl ToString]) -> String {
    let words: Vec<String> = items.iter().map(ToString::to_string).collect();
    words.join(" ")
}

impl Sides {
    fn new(question: &Question, suspect: Search) -> Self {
        let (mut right, mut wrong) = (question.steps(suspect.mended()), question.steps(suspect));
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
        if self.outcome == Outcome::Failed {
            return writeln!(f, "failed: {}", self.notes.concat());
        }
        writeln!(f, "{}", self.headline())?;
        let parts = self.parts.iter();
        let parts: Vec<_> = parts.map(|(part, is)| format!("{part} {is}")).collect();
        writeln!(f, "  {}", parts.join(", "))?;
        for note in &self.notes {
            writeln!(f, "  {note}")?;
        }
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
        for seen in &self.observed {
            let (text, position, detail) = (&seen.text, &seen.position, &seen.detail);
            let answers = counted(seen.answers as u64, "answer");
            writeln!(f, "  {text} ({answers}), as in {position}:\n    {detail}")?;
        }
        let chapters: BTreeSet<&String> = self.bugs.iter().map(|bug| &bug.chapter).collect();
        for chapter in chapters {
            writeln!(f, "  {chapter}")?;
        }
        f.write_str(&self.coverage_text())
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
