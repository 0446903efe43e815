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
use search::{Found, PRUNING, Search, TableUse, value_of};
use serde::{Deserialize, Serialize};
use shape::{Names, Shape, Style};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::convert::Infallible;

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
/// use plywood_judge::{Answer, Judge, JudgeSettings, Outcome};
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
    /// The questions to answer now.
    open: Vec<Question>,
    given: Vec<Given>,
    /// The number of questions without an answer.
    unanswered: usize,
    /// The searches with a bug that explain every answer, in the most detail that any explains.
    suspects: Vec<Search>,
    closeness: Closeness,
    /// The place of the smallest question so far with a wrong answer.
    witness: Option<usize>,
    /// Questions one step smaller than the witness that were not asked yet.
    smaller: Vec<Question>,
}

/// An answered question.
#[derive(Debug, Clone)]
struct Given {
    question: Question,
    answer: Answer,
    flaw: Option<Flaw>,
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    Survey,
    /// Tells suspects apart; this number of batches has been asked.
    Separate(usize),
    /// Finds a smaller witness; this number of batches has been asked.
    Shrink(usize),
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
            given: Vec::new(),
            unanswered: 0,
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

    /// Asks a search all questions, numbered from 1, and returns the verdict.
    ///
    /// # Errors
    /// The first error of the search.
    pub fn run<E>(
        mut self,
        mut ask: impl FnMut(&Question, usize) -> Result<Option<Answer>, E>,
    ) -> Result<Verdict, E> {
        while !self.open.is_empty() {
            let questions = self.open.iter().zip(self.answered() + 1..);
            let answers = questions.map(|(question, id)| ask(question, id));
            let answers = answers.collect::<Result<_, E>>()?;
            self.answer(answers);
        }
        Ok(Verdict::of(&self))
    }

    /// Returns the questions to answer now; there are none once the verdict is reached.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.open
    }

    /// Returns the number of questions answered before these.
    #[must_use]
    pub fn answered(&self) -> usize {
        self.given.len() + self.unanswered
    }

    /// Takes the answers to [`questions`](Self::questions), in their order; `None` is no answer.
    pub fn answer(&mut self, answers: Vec<Option<Answer>>) {
        if self.open.is_empty() {
            return;
        }
        let first = self.given.len();
        let answers = answers.into_iter().chain(std::iter::repeat(None));
        for (question, answer) in std::mem::take(&mut self.open).into_iter().zip(answers) {
            match answer {
                Some(answer) => self.given.push(Given::new(question, answer)),
                None => self.unanswered += 1,
            }
        }
        match self.phase {
            Phase::Survey => {
                self.witness = self.smallest(0);
                if self.witness.is_some() {
                    self.suspect();
                    self.separate(0);
                }
            }
            Phase::Separate(batches) => {
                let suspects = self.suspects.iter().copied();
                let left = suspects.filter(|search| self.explains(*search, first));
                self.suspects = left.collect();
                self.separate(batches);
            }
            Phase::Shrink(batches) => {
                if let Some(smaller) = self.smallest(first) {
                    self.witness = Some(smaller);
                    self.smaller = self.smaller_than_witness();
                }
                self.shrink(batches);
            }
        }
    }

    /// Returns the verdict, once there are no more questions.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.open.is_empty().then(|| Verdict::of(self))
    }

    /// Returns the place of the smallest question, from one on, whose answer is wrong, or else wasteful.
    fn smallest(&self, first: usize) -> Option<usize> {
        let smallest = |is_meant: fn(&Given) -> bool| {
            let places = (first..self.given.len()).filter(|place| is_meant(&self.given[*place]));
            places.min_by_key(|place| self.given[*place].question.size())
        };
        let wrong = smallest(|given| given.flaw.is_some());
        wrong.or_else(|| smallest(Given::is_waste).filter(|_| self.is_wasteful()))
    }

    /// Returns `true` if no answer is wrong, but more leaves were visited than the program's kind of search visits.
    fn is_wasteful(&self) -> bool {
        let leaves = self.leaves();
        let is_named = |given: &Given| given.question.has_names() && given.is_waste();
        let is_more = || leaves.visited > leaves.usual || self.given.iter().any(is_named);
        // A correct search of another kind is not wasteful: principal variation search visits some leaves twice.
        let is_other = || {
            let mut right = self.searches(&[None], &PRUNING).into_iter();
            right.any(|search| self.explains(search, 0))
        };
        let is_compared = !self.settings.ordered && self.settings.search != SearchKind::Minimax;
        is_compared && self.flaws() == 0 && is_more() && !is_other()
    }

    fn flaws(&self) -> usize {
        let flawed = self.given.iter().filter(|given| given.flaw.is_some());
        flawed.count()
    }

    /// Returns the leaves of all trees for which the program listed them.
    fn leaves(&self) -> VisitedLeaves {
        let mut sum = VisitedLeaves::default();
        for given in &self.given {
            let leaves = given.question.truth.leaves;
            let of_tree = leaves.filter(|_| !given.question.has_names());
            let visited = given.answer.leaves.as_ref();
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

    fn searches(&self, bugs: &[Option<Bug>], kinds: &[SearchKind]) -> Vec<Search> {
        if self.settings.table {
            Search::all(bugs, kinds, &TableUse::ALL.map(Some))
        } else {
            Search::all(bugs, kinds, &[None])
        }
    }

    /// Finds the searches that explain all answers.
    fn suspect(&mut self) {
        let searches = self.searches(&Bug::ALL.map(Some), self.settings.search.variants());
        for closeness in [Closeness::Leaves, Closeness::Moves, Closeness::Values] {
            self.closeness = closeness;
            let searches = searches.iter().copied();
            let explaining = searches.filter(|search| self.explains(*search, 0));
            self.suspects = explaining.collect();
            if !self.suspects.is_empty() || self.flaws() == 0 {
                return;
            }
        }
    }

    /// Returns `true` if a search gives all answers from one on.
    fn explains(&self, search: Search, first: usize) -> bool {
        // Wrong answers have the most information.
        let given = self.given[first..].iter();
        let (flawed, right): (Vec<_>, _) = given.partition(|given| given.flaw.is_some());
        let mut given = flawed.into_iter().chain(right);
        given.all(|given| match given.question.ask {
            Ask::Perft => given.flaw.is_none(),
            Ask::Value(..) => self.is_like(&given.question.run(search), given),
        })
    }

    fn is_like(&self, found: &Found, given: &Given) -> bool {
        let (answer, truth) = (&given.answer, &given.question.truth);
        let is_right = |best: &Option<String>| best.iter().any(|best| truth.best.contains(best));
        let has_move = || {
            let are_right = is_right(&answer.best) && is_right(&found.best);
            answer.best.is_none() || answer.best == found.best || are_right
        };
        let has_leaves = || answer.leaves.iter().all(|leaves| *leaves == found.leaves);
        i64::from(found.value) == answer.value
            && (self.closeness == Closeness::Values || has_move())
            && (self.closeness != Closeness::Leaves || has_leaves())
    }

    /// Returns the bugs of the suspects.
    fn bugs(&self) -> BTreeSet<Bug> {
        let suspects = self.suspects.iter();
        suspects.filter_map(|search| search.bug).collect()
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
        let shows = |part: fn(&Answer) -> bool| self.given.iter().any(|it| part(&it.answer));
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
            let answers = self.suspects.iter().map(|search| {
                let found = question.run(*search);
                let best = found.best.filter(|_| shows_moves);
                (found.value, best, shows_leaves.then_some(found.leaves))
            });
            let groups = answers.collect::<BTreeSet<_>>().len();
            if groups > 1 {
                found.push((groups, question));
            }
        }
        found.sort_by_key(|(groups, question)| (Reverse(*groups), question.size()));
        found.truncate(BATCH);
        found.into_iter().map(|(_, question)| question).collect()
    }

    /// Asks the next questions smaller than the witness; without any the verdict is reached.
    fn shrink(&mut self, batches: usize) {
        let left = if batches < SHRINKING { BATCH } else { 0 };
        let count = self.smaller.len().min(left);
        self.open = self.smaller.drain(..count).collect();
        self.phase = Phase::Shrink(batches + 1);
    }

    fn smaller_than_witness(&self) -> Vec<Question> {
        let Some(witness) = self.witness.map(|place| &self.given[place].question) else {
            return Vec::new();
        };
        let (Root::Tree(shape, _), Ask::Value(kind, window)) = (&witness.root, witness.ask) else {
            return witness.below();
        };
        let repeats = shape.names() == Names::Repeated;
        let highest = |shape: &Shape| if repeats { u32::MAX } else { shape.height() };
        let depth = |shape: &Shape| witness.depth.min(highest(shape));
        let smaller = shape.smaller().into_iter();
        let mut asked: Vec<_> = smaller
            .map(|shape| (depth(&shape), shape, witness.ask))
            .collect();
        if repeats || witness.depth < shape.height() {
            asked.push((witness.depth - 1, shape.clone(), witness.ask));
        }
        if window.is_some() {
            asked.push((witness.depth, shape.clone(), Ask::Value(kind, None)));
        }
        let asked = asked.into_iter();
        let question = |(depth, shape, ask)| Question::tree(shape, depth, ask);
        let mut smaller: Vec<Question> = asked.filter_map(question).collect();
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
        let easy = u32::try_from(4 * number / of).unwrap_or(0);
        let value = Ask::Value(self.settings.search, None);
        let ask = if random.bool() { Ask::Perft } else { value };
        let root = match game {
            JudgedGame::Tree => return self.invent_tree(number, easy),
            JudgedGame::TicTacToe => {
                let plies = random.usize(2..8);
                Root::TicTacToe(random_moves(TicTacToe::new(), plies, random, is_open).1)
            }
            JudgedGame::ConnectFour => {
                let plies = random.usize(..34);
                let (moves, board) = random_moves(ConnectFour::new(), plies, random, |_| true);
                Root::ConnectFour(moves, board)
            }
            JudgedGame::Chess => {
                let start = question::CHESS[random.usize(..question::CHESS.len())];
                let plies = random.usize(..12);
                Root::Chess(random_moves(start.parse().ok()?, plies, random, is_open).1)
            }
        };
        let deepest = match (game, ask) {
            (JudgedGame::Chess, Ask::Perft) => 3,
            (JudgedGame::Chess, Ask::Value(..)) => 2,
            (JudgedGame::Tree | JudgedGame::TicTacToe | JudgedGame::ConnectFour, _) => 4,
        };
        let depth = random.u32(1..=deepest.min(easy + 1));
        let question = Question::new(root, depth, ask);
        (ask == Ask::Perft || !question.truth.best.is_empty()).then_some(question)
    }

    fn invent_tree(&mut self, number: usize, easy: u32) -> Option<Question> {
        let settings = &self.settings;
        // With a table every other tree has names, and shows one bug of a table.
        let bug = match number % 4 {
            _ if !settings.table || number.is_multiple_of(2) => {
                return self.random_tree(number, 1 + easy.min(3), Names::None);
            }
            3 if settings.repetition => Bug::RepetitionInTable,
            _ => [Bug::TableDepth, Bug::BoundAsExact, Bug::TableDeeper][number / 2 % 3],
        };
        let (names, height) = match bug {
            Bug::RepetitionInTable => (Names::Repeated, 3 + easy.min(3) / 2),
            Bug::TableDepth => (Names::Shared, 5),
            _ => (Names::Shared, 3 + easy.min(3) / 2),
        };
        let table = Some(TableUse::Deeper);
        let searches = Search::all(&[Some(bug)], settings.search.variants(), &[table]);
        (0..TRIES).find_map(|_| {
            let question = self.random_tree(number, height, names)?;
            let shows = |search: &Search| {
                let found = question.run(*search);
                let usual = question.truth.leaves.map_or(0, |[_, usual, _]| usual);
                i64::from(found.value) != question.truth.value
                    || (bug == Bug::TableDeeper && found.count() > usual)
            };
            searches.iter().any(shows).then_some(question)
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
        let (kind, has_windows) = (settings.search, settings.windows || !settings.plain);
        let is_windowed = matches!(kind, SearchKind::FailHard | SearchKind::FailSoft);
        let has_window = is_windowed && has_windows && random.bool();
        let low = random.i32(-9..9);
        let window = has_window.then(|| [low, low + random.i32(1..9)]);
        Question::tree(shape, depth, Ask::Value(kind, window))
    }
}

/// Judges a strategy of this library, or one of yours.
///
/// ```
/// use plywood_judge::{JudgeSettings, Outcome, SearchKind, judge_strategy};
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
    let mut search = |question: &Question| {
        let (_, tree) = question.root.tree()?;
        let mut leaves = Leaves::default();
        strategy.new_game();
        let limits = Limits::depth(question.depth);
        let report = strategy.search_observed(tree, &limits, &mut leaves);
        Some(Answer {
            value: report.score?.as_centipawns()?.into(),
            best: report.best_move.map(|mv| mv.to_string()),
            leaves: Some(leaves.values),
        })
    };
    let judged = Judge::new(settings).run(|question, _| Ok::<_, Infallible>(search(question)));
    judged.ok()
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
                let value = value_of(score, 0);
                // The first node that is open is the root.
                self.values
                    .push(if self.open % 2 == 1 { value } else { -value });
            }
            // No other event is about leaves.
            _ => {}
        }
    }
}

impl Given {
    fn new(question: Question, answer: Answer) -> Self {
        let flaw = flaw(&question, &answer);
        Self {
            question,
            answer,
            flaw,
        }
    }

    /// Returns `true` if more leaves were visited than usual; for a tree with names, than with a table that is hardly used.
    fn is_waste(&self) -> bool {
        let (question, leaves) = (&self.question, self.answer.leaves.as_ref());
        let Some((visited, [_, usual, _])) = leaves.zip(question.truth.leaves) else {
            return false;
        };
        let (bug, table) = (Some(Bug::TableDeeper), Some(TableUse::Deeper));
        let is_known = || {
            let mut searches = Search::all(&[bug], &PRUNING, &[table]).into_iter();
            searches.any(|search| question.run(search).leaves == *visited)
        };
        visited.len() as u64 > usual && (!question.has_names() || is_known())
    }
}

/// Returns the error in an answer, if there is one.
fn flaw(question: &Question, answer: &Answer) -> Option<Flaw> {
    let (truth, value) = (&question.truth, answer.value);
    let [alpha, beta] = question.window().map(i64::from);
    let is_inside = alpha < truth.value && truth.value < beta;
    let is_right = match question.ask {
        Ask::Value(SearchKind::FailHard, Some(_)) => value == truth.value.clamp(alpha, beta),
        Ask::Value(_, Some(_)) if truth.value <= alpha => (truth.value..=alpha).contains(&value),
        Ask::Value(_, Some(_)) if truth.value >= beta => (beta..=truth.value).contains(&value),
        Ask::Value(..) | Ask::Perft => value == truth.value,
    };
    if !is_right {
        return Some(Flaw::Value);
    }
    let is_best = |best: &String| truth.best.is_empty() || truth.best.contains(best);
    if !is_inside {
        return None;
    }
    if !answer.best.as_ref().is_none_or(is_best) {
        return Some(Flaw::Move);
    }
    let leaves = answer.leaves.as_ref().filter(|_| !question.has_names())?;
    let (shape, _) = question.root.tree()?;
    let proven = shape.proven(question.depth, leaves, true).map(i64::from);
    (proven != [truth.value; 2]).then_some(Flaw::Unproven)
}

fn is_open<G: Game>(position: &G) -> bool {
    position.ending_at_leaf().is_none()
}

/// Plays random moves to positions that are wanted, until the game ends, and returns them with the last position.
fn random_moves<G: Game>(
    start: G,
    plies: usize,
    random: &mut Rng,
    is_wanted: fn(&G) -> bool,
) -> (String, G) {
    let (mut played, mut position) = (String::new(), start);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if position.ending(&moves).is_some() {
            break;
        }
        let mv = moves[random.usize(..moves.len())];
        let next = position.after(mv);
        if is_wanted(&next) {
            played += &mv.to_string();
            position = next;
        }
    }
    (played, position)
}

#[cfg(test)]
mod tests;
