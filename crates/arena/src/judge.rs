//! [`Judge`]: tests a search, finds the smallest tree it gets wrong, and names its [`Bug`].
//!
//! It has no threads, files or clocks: it returns questions and takes answers, in batches, from any code that runs the search.

mod bug;
mod search;
mod shape;
mod question;
mod verdict;

use fastrand::Rng;
use plywood_search::games::{Branch, ConnectFour, TicTacToe, Tree};
use plywood_search::{Event, Game, Limits, Observer, Strategy};
use question::{Ask, Root};
use search::{Found, Search, TableUse, value_of};
use serde::{Deserialize, Serialize};
use shape::{Names, Shape, Style};
use std::collections::BTreeSet;

pub use bug::Bug;
pub use question::{Answer, AnswerError, JudgedGame, Question};
pub use search::SearchKind;
pub use verdict::{NamedBug, Outcome, Sides, Verdict, VisitedLeaves, Witness};

/// A program's description of its search, and the number of questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of a program that it has something or has not"
)]
pub struct JudgeSettings {
    /// The kind of search.
    pub search: SearchKind,
    /// The games; written trees if there are none.
    pub games: Vec<JudgedGame>,
    /// Each question is a whole tree, which fits on a line of text.
    pub plain: bool,
    /// Plain questions have windows, too, if the search is fail-hard or fail-soft.
    pub windows: bool,
    /// The search has a transposition table and reads names in trees.
    pub table: bool,
    /// A repetition is a draw, and some nodes of trees repeat below themselves.
    pub repetition: bool,
    /// The search sorts moves, so the number of leaves is not compared.
    pub ordered: bool,
    /// The number of questions at the start.
    pub questions: usize,
    /// The seed of the random questions.
    pub seed: u64,
}

impl Default for JudgeSettings {
    fn default() -> Self {
        Self {
            search: SearchKind::default(),
            games: Vec::new(),
            plain: false,
            windows: false,
            table: false,
            repetition: false,
            ordered: false,
            questions: 200,
            seed: 1,
        }
    }
}

/// Asks a search questions, and finds the errors in its answers.
///
/// ```
/// use plywood_arena::judge::{Answer, Judge, JudgeSettings, Outcome};
///
/// // A search that believes every tree to be worth 3.
/// let mut judge = Judge::new(JudgeSettings::default());
/// while !judge.questions().is_empty() {
///     let three = Answer { value: 3, ..Answer::default() };
///     let answers = judge.questions().iter().map(|_| Some(three.clone())).collect();
///     judge.answer(answers);
/// }
/// let verdict = judge.verdict().expect("nothing is left to ask");
/// assert_eq!(verdict.outcome, Outcome::Wrong);
/// assert_eq!(verdict.witness.expect("a tree").position, "(0)", "no tree is smaller");
/// ```
#[derive(Debug, Clone)]
pub struct Judge {
    settings: JudgeSettings,
    random: Rng,
    phase: Phase,
    /// The unanswered questions.
    open: Vec<Question>,
    answered: Vec<(Question, Option<Answer>)>,
    /// The searches with a bug that explain every answer, in the most detail that any explains.
    suspects: Vec<Search>,
    closeness: Closeness,
    /// The smallest question so far with a wrong answer, and this answer.
    witness: Option<(Question, Answer)>,
    /// Questions one step smaller than the witness that were not asked yet.
    smaller: Vec<Question>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Survey,
    /// Tells suspects apart; this number of batches has been asked.
    Separate(usize),
    /// Finds a smaller witness; this number of batches has been asked.
    Shrink(usize),
    Done,
}

/// The parts of an answer that a suspect must explain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closeness {
    /// The value, the move and the leaves in their order.
    Leaves,
    Moves,
    Values,
}

/// The error in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flaw {
    Value,
    Move,
    /// The value is right, but the visited leaves don't prove it.
    Unproven,
}

/// The most random trees to try for one that shows a bug of a table.
const TRIES: usize = 40;
/// The number of batches after which all remaining suspects are named.
const SEPARATING: usize = 6;
/// The number of batches after which the smallest witness so far is final.
const SHRINKING: usize = 60;
/// The number of questions of a batch.
const BATCH: usize = 12;
/// The number of random questions from which those that tell suspects apart are chosen.
const POOL: usize = 150;

impl Judge {
    /// Makes a judge with its first questions.
    #[must_use]
    pub fn new(settings: JudgeSettings) -> Self {
        let mut judge = Self {
            random: Rng::with_seed(settings.seed),
            settings,
            phase: Phase::Survey,
            open: Vec::new(),
            answered: Vec::new(),
            suspects: Vec::new(),
            closeness: Closeness::Leaves,
            witness: None,
            smaller: Vec::new(),
        };
        let wanted = judge.settings.questions.max(1);
        judge.open = (0..wanted)
            .filter_map(|number| judge.invent(number, wanted))
            .collect();
        judge
    }

    /// Returns the questions to answer now; there are none once the verdict is reached.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.open
    }

    /// Returns the number of questions answered before these.
    #[must_use]
    pub fn answered(&self) -> usize {
        self.answered.len()
    }

    /// Takes the answers to [`questions`](Self::questions), in their order; `None` is no answer.
    pub fn answer(&mut self, answers: Vec<Option<Answer>>) {
        let answers = answers.into_iter().chain(std::iter::repeat(None));
        let batch: Vec<_> = std::mem::take(&mut self.open)
            .into_iter()
            .zip(answers)
            .collect();
        let first = self.answered.len();
        self.answered.extend(batch);
        match self.phase {
            Phase::Survey => {
                self.witness = self.smallest(0);
                if self.witness.is_some() {
                    self.suspect();
                    self.separate(0);
                } else {
                    self.phase = Phase::Done;
                }
            }
            Phase::Separate(batches) => {
                let (suspects, answered) = (self.suspects.clone(), &self.answered[first..]);
                let explains = |search: &Search| self.explains(*search, answered);
                let left: Vec<Search> = suspects.into_iter().filter(explains).collect();
                self.suspects = left;
                self.separate(batches);
            }
            Phase::Shrink(batches) => {
                if let Some(smaller) = self.smallest(first) {
                    self.witness = Some(smaller);
                    self.smaller = self.smaller_than_witness();
                }
                self.shrink(batches);
            }
            Phase::Done => {}
        }
    }

    /// Returns the verdict, once there are no more questions.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        (self.phase == Phase::Done).then(|| Verdict::of(self))
    }

    /// Returns the smallest question, from a number on, whose answer is wrong, or else wasteful.
    fn smallest(&self, first: usize) -> Option<(Question, Answer)> {
        let answered = || {
            let answered = self.answered[first..].iter();
            answered.filter_map(|(question, answer)| Some((question, answer.as_ref()?)))
        };
        let size = |(question, _): &(&Question, &Answer)| question.size();
        let flawed = answered().filter(|(question, answer)| flaw(question, answer).is_some());
        let found = match flawed.min_by_key(size) {
            None if self.is_wasteful() => answered()
                .filter(|(question, answer)| is_waste(question, answer))
                .min_by_key(size),
            found => found,
        };
        found.map(|(question, answer)| (question.clone(), answer.clone()))
    }

    /// Returns `true` if no answer is wrong, but more leaves were visited than the program's kind of search visits.
    fn is_wasteful(&self) -> bool {
        let leaves = self.leaves();
        let is_compared = !self.settings.ordered && self.settings.search != SearchKind::Minimax;
        let has_flaw = self.flaws() > 0;
        // A correct search of another kind is not wasteful: principal variation search visits some leaves twice.
        let is_other = || {
            let kinds = [SearchKind::FailSoft, SearchKind::FailHard, SearchKind::Pvs];
            let mut right = self.searches(&kinds, &[None]);
            right.any(|search| self.explains(search, &self.answered))
        };
        let is_more = || {
            let mut named = self
                .answered
                .iter()
                .filter(|(question, _)| question.has_names());
            leaves.visited > leaves.usual
                || named.any(|(question, answer)| {
                    answer
                        .as_ref()
                        .is_some_and(|answer| is_waste(question, answer))
                })
        };
        is_compared && !has_flaw && is_more() && !is_other()
    }

    fn flaws(&self) -> usize {
        let answered = self.answered.iter();
        let given = answered.filter_map(|(question, answer)| flaw(question, answer.as_ref()?));
        given.count()
    }

    /// Returns the leaves of all trees for which the program listed them.
    fn leaves(&self) -> VisitedLeaves {
        let mut sum = VisitedLeaves::default();
        for (question, answer) in &self.answered {
            let visited = answer.as_ref().and_then(|answer| answer.leaves.as_ref());
            let of_tree = question.truth.leaves.filter(|_| !question.has_names());
            if let Some((visited, [minimal, usual, all])) = visited.zip(of_tree) {
                sum.trees += 1;
                sum.visited += visited.len() as u64;
                sum.minimal += minimal;
                sum.usual += usual;
                sum.all += all;
            }
        }
        sum
    }

    fn searches<'a>(
        &self,
        kinds: &'a [SearchKind],
        bugs: &'a [Option<Bug>],
    ) -> impl Iterator<Item = Search> + 'a {
        let tables: &[Option<TableUse>] = if self.settings.table {
            &[
                Some(TableUse::Equal),
                Some(TableUse::Deeper),
                Some(TableUse::KeepsDeepest),
            ]
        } else {
            &[None]
        };
        let with_kind = move |kind: SearchKind, bug| {
            tables.iter().map(move |&table| Search { kind, bug, table })
        };
        bugs.iter()
            .flat_map(move |&bug| kinds.iter().flat_map(move |&kind| with_kind(kind, bug)))
    }

    /// Finds the searches that explain all answers.
    fn suspect(&mut self) {
        let bugs = Bug::ALL.map(Some);
        for closeness in [Closeness::Leaves, Closeness::Moves, Closeness::Values] {
            self.closeness = closeness;
            let kinds = self.settings.search.variants();
            let explaining = self.searches(kinds, &bugs);
            let explaining = explaining.filter(|search| self.explains(*search, &self.answered));
            self.suspects = explaining.collect();
            if !self.suspects.is_empty() || self.flaws() == 0 {
                return;
            }
        }
    }

    fn explains(&self, search: Search, answered: &[(Question, Option<Answer>)]) -> bool {
        // Wrong answers have the most information.
        let is_flawed =
            |(question, answer): &(&Question, &Answer)| flaw(question, answer).is_some();
        let given = || {
            answered
                .iter()
                .filter_map(|(question, answer)| Some((question, answer.as_ref()?)))
        };
        let flawed = given().filter(is_flawed);
        let right = given().filter(|pair| !is_flawed(pair));
        flawed
            .chain(right)
            .all(|(question, answer)| match question.ask {
                Ask::Perft => flaw(question, answer).is_none(),
                Ask::Value(..) => self.is_like(&question.run(search), question, answer),
            })
    }

    fn is_like(&self, found: &Found, question: &Question, answer: &Answer) -> bool {
        let is_right = |best: &Option<String>| {
            best.as_ref()
                .is_some_and(|best| question.truth.best.contains(best))
        };
        let has_value = i64::from(found.value) == answer.value;
        let has_move = || {
            answer.best.is_none()
                || answer.best == found.best
                || (is_right(&answer.best) && is_right(&found.best))
        };
        let has_leaves = || {
            answer
                .leaves
                .as_ref()
                .is_none_or(|leaves| *leaves == found.leaves)
        };
        match self.closeness {
            Closeness::Values => has_value,
            Closeness::Moves => has_value && has_move(),
            Closeness::Leaves => has_value && has_move() && has_leaves(),
        }
    }

    /// Returns the bugs of the suspects.
    fn bugs(&self) -> Vec<Bug> {
        let bugs: BTreeSet<Bug> = self
            .suspects
            .iter()
            .filter_map(|search| search.bug)
            .collect();
        bugs.into_iter().collect()
    }

    /// Asks questions that tell the suspects apart, or continues with the next phase.
    fn separate(&mut self, batches: usize) {
        if batches < SEPARATING && self.bugs().len() > 1 {
            self.open = self.separating();
            if !self.open.is_empty() {
                self.phase = Phase::Separate(batches + 1);
                return;
            }
        }
        self.smaller = self.smaller_than_witness();
        self.shrink(0);
    }

    /// Returns the random questions that divide the suspects into the most groups.
    fn separating(&mut self) -> Vec<Question> {
        let shows = |what: fn(&Answer) -> bool| {
            let mut answered = self
                .answered
                .iter()
                .filter_map(|(_, answer)| answer.as_ref());
            answered.any(what)
        };
        let shows_leaves =
            self.closeness == Closeness::Leaves && shows(|answer| answer.leaves.is_some());
        let shows_moves =
            self.closeness != Closeness::Values && shows(|answer| answer.best.is_some());
        let mut found: Vec<(usize, Question)> = Vec::new();
        let pool = if self.settings.table { POOL / 5 } else { POOL };
        for _ in 0..pool {
            let number = self.random.usize(..pool);
            let Some(question) = self.invent(number, pool).filter(|it| it.ask != Ask::Perft) else {
                continue;
            };
            let mut groups = BTreeSet::new();
            let mut bugs = BTreeSet::new();
            for search in &self.suspects {
                let found = question.run(*search);
                let best = found.best.filter(|_| shows_moves);
                groups.insert((
                    found.value,
                    best,
                    if shows_leaves {
                        found.leaves
                    } else {
                        Vec::new()
                    },
                ));
                bugs.insert(search.bug);
            }
            if groups.len() > 1 && bugs.len() > 1 {
                found.push((groups.len(), question));
            }
        }
        found.sort_by_key(|(groups, question)| (std::cmp::Reverse(*groups), question.size()));
        found.truncate(BATCH);
        found.into_iter().map(|(_, question)| question).collect()
    }

    /// Asks the next questions smaller than the witness; without any the verdict is reached.
    fn shrink(&mut self, batches: usize) {
        let count = self.smaller.len().min(BATCH);
        self.open = self.smaller.drain(..count).collect();
        self.phase = if self.open.is_empty() || batches >= SHRINKING {
            self.open.clear();
            Phase::Done
        } else {
            Phase::Shrink(batches + 1)
        };
    }

    fn smaller_than_witness(&self) -> Vec<Question> {
        let Some((witness, _)) = &self.witness else {
            return Vec::new();
        };
        let Root::Tree(shape, _) = &witness.root else {
            return witness.below();
        };
        let Ask::Value(kind, window) = witness.ask else {
            return Vec::new();
        };
        let names = Names::of(shape);
        let is_cut_short = witness.depth < shape.height() || names == Names::Repeated;
        let with_depth = |shape: Shape| {
            let whole = shape.height();
            let depth = if is_cut_short { witness.depth } else { whole };
            (
                shape,
                if names == Names::Repeated {
                    depth
                } else {
                    depth.min(whole)
                },
            )
        };
        let mut asked: Vec<_> = shape.smaller().into_iter().map(with_depth).collect();
        if is_cut_short {
            asked.push((shape.clone(), witness.depth - 1));
        }
        let question = |(shape, depth)| Question::tree(shape, depth, (kind, window), names);
        let mut smaller: Vec<Question> = asked.into_iter().filter_map(question).collect();
        smaller.extend(
            window.and_then(|_| Question::tree(shape.clone(), witness.depth, (kind, None), names)),
        );
        smaller.sort_by_key(Question::size);
        smaller
    }

    /// Makes a question; those with low numbers, of this many, are the smallest.
    fn invent(&mut self, number: usize, of: usize) -> Option<Question> {
        let (games, random) = (&self.settings.games, &mut self.random);
        let game = match games.len() {
            0 => JudgedGame::Tree,
            games_asked => games[number % games_asked],
        };
        let kind = self.settings.search;
        let easy = u32::try_from(4 * number / of).unwrap_or(0);
        let is_perft = random.bool();
        let (root, depth) = match game {
            JudgedGame::Tree => return self.invent_tree(number, easy),
            JudgedGame::TicTacToe => {
                let board = random_moves(TicTacToe::new(), random.usize(2..8), random);
                (Root::TicTacToe(board), 1 + random.u32(..=easy.min(3)))
            }
            JudgedGame::ConnectFour => {
                let mut moves = String::new();
                let mut board = ConnectFour::new();
                for _ in 0..random.usize(..34) {
                    let legal = board.legal_moves();
                    if board.ending(&legal).is_none() {
                        let mv = legal[random.usize(..legal.len())];
                        moves += &mv.to_string();
                        board = board.after(mv);
                    }
                }
                (
                    Root::ConnectFour(moves, board),
                    1 + random.u32(..=easy.min(3)),
                )
            }
            JudgedGame::Chess => {
                let start = question::CHESS[random.usize(..question::CHESS.len())]
                    .parse()
                    .ok()?;
                let position = random_moves(start, random.usize(..12), random);
                (
                    Root::Chess(position),
                    1 + random.u32(..=easy.min(if is_perft { 2 } else { 1 })),
                )
            }
        };
        if is_perft {
            return Some(Question::perft(root, depth));
        }
        let question = Question::value(root, depth, (kind, None));
        (!question.truth.best.is_empty()).then_some(question)
    }

    fn invent_tree(&mut self, number: usize, easy: u32) -> Option<Question> {
        let settings = &self.settings;
        // With a table every other tree has names, and shows one bug of a table.
        let shown = match (number % 2, settings.table, settings.repetition) {
            (1, true, true) => Some(Bug::RepetitionInTable).filter(|_| number % 4 == 3),
            _ => None,
        };
        let shown = shown.or_else(|| {
            let bugs = [Bug::TableDepth, Bug::BoundAsExact, Bug::TableDeeper];
            (settings.table && number % 2 == 1).then(|| bugs[number / 2 % 3])
        });
        let Some(bug) = shown else {
            return self.random_tree(number, 1 + easy.min(3), Names::None);
        };
        let names = match bug {
            Bug::RepetitionInTable => Names::Repeated,
            _ => Names::Shared,
        };
        let kinds = settings.search.variants();
        (0..TRIES).find_map(|_| {
            let height = if bug == Bug::TableDepth {
                5
            } else {
                3 + easy.min(3) / 2
            };
            let question = self.random_tree(number, height, names)?;
            let shows = |kind: &SearchKind| {
                let table = Some(TableUse::Deeper);
                let found = question.run(Search {
                    kind: *kind,
                    bug: Some(bug),
                    table,
                });
                let usual = question.truth.leaves.map_or(0, |[_, usual, _]| usual);
                i64::from(found.value) != question.truth.value
                    || (bug == Bug::TableDeeper && found.leaves.len() as u64 > usual)
            };
            kinds.iter().any(shows).then_some(question)
        })
    }

    fn random_tree(&mut self, number: usize, height: u32, names: Names) -> Option<Question> {
        let (settings, random) = (&self.settings, &mut self.random);
        let has_estimates = !settings.plain && (names != Names::None || number % 8 == 2);
        let style = Style {
            height,
            most_moves: match (names, height) {
                (Names::Repeated, _) | (Names::Shared, 5) => 2,
                (Names::Shared, _) | (Names::None, 4..) => 3,
                (Names::None, _) => 4,
            },
            values: [(0, 9), (-9, 9), (-99, 99)][number % 3],
            is_uniform: number.is_multiple_of(5),
            has_estimates,
            names,
        };
        let shape = Shape::random(style, random);
        let whole = shape.height();
        let depth = match names {
            // The depth ends above some leaves, so that the depth of a table's entry matters.
            Names::Shared => whole.saturating_sub(u32::from(height == 5)),
            Names::Repeated => whole + random.u32(..=2),
            Names::None if has_estimates => random.u32(1..=whole.max(1)),
            Names::None => whole,
        };
        let has_window = match settings.search {
            SearchKind::FailHard | SearchKind::FailSoft => {
                (settings.windows || !settings.plain) && random.bool()
            }
            SearchKind::Minimax | SearchKind::AlphaBeta | SearchKind::Pvs => false,
        };
        let low = random.i32(-9..9);
        let window = has_window.then(|| [low, low + random.i32(1..9)]);
        Question::tree(shape, depth, (settings.search, window), names)
    }
}

/// Judges a strategy of this library, or one of yours.
///
/// ```
/// use plywood_arena::judge::{JudgeSettings, Outcome, SearchKind, judge_strategy};
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Negamax};
///
/// let verdict = judge_strategy(JudgeSettings::default(), &mut AlphaBeta::new(Tree::estimate));
/// assert_eq!(verdict.map(|it| it.outcome), Some(Outcome::Right));
/// // Negamax is no alpha-beta: nothing is cut off.
/// let verdict = judge_strategy(JudgeSettings::default(), &mut Negamax::new(Tree::estimate));
/// assert_eq!(verdict.map(|it| it.outcome), Some(Outcome::Wasteful));
/// ```
///
/// Only whole trees are asked about, without windows; there is no verdict if the settings name another game.
pub fn judge_strategy(
    settings: JudgeSettings,
    strategy: &mut dyn Strategy<Tree>,
) -> Option<Verdict> {
    let mut judge = Judge::new(settings);
    while !judge.questions().is_empty() {
        let answers = judge.questions().iter().map(|question| {
            let Root::Tree(_, tree) = &question.root else {
                return None;
            };
            let mut leaves = Leaves::default();
            strategy.new_game();
            let limits = Limits::depth(question.depth);
            let report = strategy.search_observed(tree, &limits, &mut leaves);
            Some(Answer {
                value: report.score?.as_centipawns()?.into(),
                best: report.best_move.map(|mv| mv.to_string()),
                leaves: Some(leaves.values),
            })
        });
        let answers = answers.collect();
        judge.answer(answers);
    }
    judge.verdict()
}

/// Collects the leaves of a search, from the root's view.
#[derive(Default)]
struct Leaves {
    open: u32,
    values: Vec<i32>,
}

impl Observer<Branch> for Leaves {
    fn observe(&mut self, event: Event<'_, Branch>) {
        match event {
            Event::Enter { .. } => self.open += 1,
            Event::Leave(_) | Event::Abandon => self.open -= 1,
            Event::Leaf(score) => {
                let plies = self.open.saturating_sub(1);
                let score = if plies.is_multiple_of(2) {
                    score
                } else {
                    -score
                };
                self.values.push(value_of(score, 0));
            }
            Event::Purpose(_)
            | Event::Down(_)
            | Event::Pass
            | Event::TableHit(_)
            | Event::Pruned(_)
            | Event::Skipped { .. }
            | Event::Unseen(_)
            | Event::Cutoff { .. }
            | Event::Kept(_)
            | Event::Progress(_)
            | Event::Iteration(_) => {}
        }
    }
}

/// Returns the error in an answer, if there is one.
fn flaw(question: &Question, answer: &Answer) -> Option<Flaw> {
    let (truth, value) = (&question.truth, answer.value);
    let [alpha, beta] = question.window().map(i64::from);
    let is_inside = alpha < truth.value && truth.value < beta;
    let is_right = match question.ask {
        Ask::Value(SearchKind::FailHard, Some(_)) => value == truth.value.clamp(alpha, beta),
        Ask::Value(_, Some(_)) if truth.value <= alpha => truth.value <= value && value <= alpha,
        Ask::Value(_, Some(_)) if truth.value >= beta => beta <= value && value <= truth.value,
        Ask::Value(..) | Ask::Perft => value == truth.value,
    };
    if !is_right {
        return Some(Flaw::Value);
    }
    let is_best = |best: &String| truth.best.is_empty() || truth.best.contains(best);
    if is_inside && !answer.best.as_ref().is_none_or(is_best) {
        return Some(Flaw::Move);
    }
    let leaves = answer
        .leaves
        .as_ref()
        .filter(|_| is_inside && !question.has_names())?;
    let Root::Tree(shape, _) = &question.root else {
        return None;
    };
    let proven = shape.proven(question.depth, leaves, true).map(i64::from);
    (proven != [truth.value; 2]).then_some(Flaw::Unproven)
}

/// Returns `true` if more leaves were visited than usual; for a tree with names, than with a table that is hardly used.
fn is_waste(question: &Question, answer: &Answer) -> bool {
    let Some((visited, [_, usual, _])) = answer.leaves.as_ref().zip(question.truth.leaves) else {
        return false;
    };
    let is_known = || {
        let bug = Some(Bug::TableDeeper);
        let table = Some(TableUse::Deeper);
        let mut kinds = [SearchKind::FailSoft, SearchKind::FailHard, SearchKind::Pvs].into_iter();
        kinds.any(|kind| question.run(Search { kind, bug, table }).leaves == *visited)
    };
    visited.len() as u64 > usual && (!question.has_names() || is_known())
}

/// Returns the position after some random moves, or the last one if the game ends before.
fn random_moves<G: Game>(start: G, plies: usize, random: &mut Rng) -> G {
    let mut position = start;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if position.ending(&moves).is_some() {
            break;
        }
        let next = position.after(moves[random.usize(..moves.len())]);
        if next.ending_at_leaf().is_none() {
            position = next;
        }
    }
    position
}

#[cfg(test)]
mod tests;
