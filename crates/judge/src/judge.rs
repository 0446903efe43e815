//! [`Judge`]: tests a search, finds the smallest tree it gets wrong, and names its [`Bug`].
//!
//! It has no threads, files or clocks: it returns questions and takes answers, in batches, from any code that runs the search.

mod bug;
mod search;
mod shape;
mod departure;
mod question;
mod plan;
mod verdict;

use departure::{Reading, departure};
use plan::Plan;
use question::Ask;
use search::{PRUNING, Search};
use serde::{Deserialize, Serialize};
use shape::Shape;
use std::collections::BTreeSet;

pub use bug::Bug;
pub use question::{Answer, AnswerError, JudgedGame, Part, Question};
pub use search::SearchKind;
pub use verdict::{
    Covered, Finding, NamedBug, Observed, Outcome, Sides, Verdict, VisitedLeaves, Witness,
};

/// A program's description of its search, and the number of questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct JudgeSettings {
    /// The kind of search.
    pub search: SearchKind,
    /// The games; written trees if there are none.
    pub games: Vec<JudgedGame>,
    /// Each question is a whole tree, which fits on a line of text.
    pub plain: bool,
    /// The search has a transposition table and reads names in trees.
    pub table: bool,
    /// A repetition is a draw, and some nodes of trees repeat below themselves.
    pub repetition: bool,
    /// The number of questions at the start.
    pub questions: usize,
    /// The percentage of the questions that must be answered.
    pub answered: u8,
    /// The parts of an answer that must be tested.
    pub require: Vec<Part>,
    /// The seed of the random questions.
    pub seed: u64,
}

impl Default for JudgeSettings {
    fn default() -> Self {
        Self {
            search: SearchKind::default(),
            games: Vec::new(),
            plain: false,
            table: false,
            repetition: false,
            questions: 200,
            answered: 95,
            require: Vec::new(),
            seed: 1,
        }
    }
}

impl JudgeSettings {
    /// Returns the games, of which there is always one.
    fn games(&self) -> &[JudgedGame] {
        match self.games.as_slice() {
            [] => &[JudgedGame::Tree],
            games => games,
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
    phase: Phase,
    /// The questions to answer now.
    open: Vec<Question>,
    given: Vec<Given>,
    /// The number of questions without an answer.
    unanswered: usize,
    /// The searches with a bug that explain every answer.
    suspects: Vec<Search>,
    /// The place of the smallest question so far with a wrong answer.
    witness: Option<usize>,
    /// Questions one step smaller than the witness that were not asked yet.
    smaller: Vec<Question>,
    /// The witness's answer of a program that was started for it alone, if that is another one, and the place of the witness's own.
    alone: Option<(Given, usize)>,
}

/// An answered question.
#[derive(Debug, Clone)]
struct Given {
    question: Question,
    answer: Answer,
    /// The wrong parts. Cutoffs are wrong here if the visited leaves don't prove the value.
    wrong: Vec<Part>,
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    Survey,
    /// Asks the witness again, alone.
    Alone,
    /// Finds a smaller witness; this number of batches has been asked.
    Shrink(usize),
}

/// The ways in which a search visits more leaves than necessary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Waste {
    /// It visits all leaves of every tree.
    All,
    More,
}

/// The number of trees with leaves that needn't be visited from which a search that visits all is said to do it always.
const FEWEST: usize = 8;
/// The number of batches after which the smallest witness so far is final.
const SHRINKING: usize = 60;
/// The number of questions of a batch.
const BATCH: usize = 12;

impl Judge {
    /// Makes a judge with its first questions.
    #[must_use]
    pub fn new(settings: JudgeSettings) -> Self {
        let open = Plan::new(settings.clone()).all(settings.questions.max(1));
        Self {
            settings,
            phase: Phase::Survey,
            open,
            given: Vec::new(),
            unanswered: 0,
            suspects: Vec::new(),
            witness: None,
            smaller: Vec::new(),
            alone: None,
        }
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
        let alone = usize::from(matches!(self.phase, Phase::Shrink(_)));
        self.given.len() + self.unanswered + alone
    }

    /// Takes the answers to [`questions`](Self::questions), in their order; `None` is no answer.
    pub fn answer(&mut self, answers: Vec<Option<Answer>>) {
        if self.open.is_empty() {
            return;
        }
        let (first, is_alone) = (self.given.len(), matches!(self.phase, Phase::Alone));
        let answers = answers.into_iter().chain(std::iter::repeat(None));
        for (question, answer) in std::mem::take(&mut self.open).into_iter().zip(answers) {
            match answer.map(|answer| Given::new(question, answer)) {
                Some(given) if is_alone => self.compare(given),
                Some(given) => self.given.push(given),
                None => self.unanswered += usize::from(!is_alone),
            }
        }
        match self.phase {
            Phase::Survey => {
                self.witness = self.smallest(0);
                if let Some(place) = self.witness {
                    let mut question = self.given[place].question.clone();
                    question.is_fresh = true;
                    question.topic = None;
                    self.open = vec![question];
                    self.phase = Phase::Alone;
                }
            }
            Phase::Alone => {
                self.excuse_leaves();
                // Smaller trees and names explain a function of the question.
                if self.alone.is_none() {
                    self.suspect();
                    self.smaller = self.smaller_than_witness();
                }
                self.shrink(0);
            }
            Phase::Shrink(batches) => {
                let suspects = self.suspects.iter().copied();
                let left = suspects.filter(|search| self.explains(*search, first));
                self.suspects = left.collect();
                if let Some(smaller) = self.smallest(first) {
                    self.witness = Some(smaller);
                    self.smaller = self.smaller_than_witness();
                }
                self.shrink(batches);
            }
        }
        for question in &mut self.open {
            question.wants_log = true;
        }
    }

    /// Returns the verdict, once there are no more questions.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.open.is_empty().then(|| Verdict::of(self))
    }

    /// Returns the place of the smallest question, from one on, whose answer is wrong, or else wasteful.
    fn smallest(&self, first: usize) -> Option<usize> {
        let smallest = |is_meant: &dyn Fn(&Given) -> bool| {
            let places = (first..self.given.len()).filter(|place| is_meant(&self.given[*place]));
            places.min_by_key(|place| {
                let given = &self.given[*place];
                (given.question.size(), given.wrong.first())
            })
        };
        let wrong = smallest(&|given| !given.wrong.is_empty());
        wrong.or_else(|| match self.waste()? {
            Waste::More => {
                smallest(&|given| given.leaves().is_some_and(|it| it.visited > it.usual))
            }
            Waste::All => smallest(&|given| given.visits_all() == Some(true)),
        })
    }

    /// Compares the witness's answer with that of a program started for it alone, which counts for nothing else.
    fn compare(&mut self, again: Given) {
        let parts = |it: &Answer| (it.value, it.best.clone(), it.leaves.clone());
        let Some(place) = self.witness else { return };
        let before = &mut self.given[place].answer;
        if parts(before) == parts(&again.answer) {
            before.log = again.answer.log;
        } else {
            self.alone = Some((again, place));
        }
    }

    fn excuse_leaves(&mut self) {
        if self.is_excused() {
            for given in &mut self.given {
                given.wrong.retain(|part| *part != Part::Cutoffs);
            }
            self.witness = self.smallest(0);
        }
    }

    /// Returns `true` if an earlier question has changed the leaves of a right answer, so that leaves say nothing.
    fn is_excused(&self) -> bool {
        matches!(&self.alone, Some((alone, _)) if alone.wrong.is_empty())
    }

    /// Returns the kind of waste if no answer is wrong, but more leaves were visited than the program's kind of search visits.
    fn waste(&self) -> Option<Waste> {
        let is_minimax = self.settings.search == SearchKind::Minimax;
        if self.flawed().next().is_some() || is_minimax || self.is_excused() {
            return None;
        }
        let visit_all = self.given.iter().filter_map(Given::visits_all);
        let visit_all: Vec<bool> = visit_all.collect();
        if visit_all.len() >= FEWEST && !visit_all.contains(&false) {
            return Some(Waste::All);
        }
        let leaves = self.leaves();
        let is_more = leaves.visited > leaves.usual && !self.is_usual();
        // A search in several passes, or with sorted moves, can visit more leaves than one in the order of the tree.
        let has_bug = || self.mutants().iter().any(|it| self.explains(*it, 0));
        (is_more && (self.is_one_pass() || has_bug())).then_some(Waste::More)
    }

    /// Returns the searches of the program's kind with each bug.
    fn mutants(&self) -> Vec<Search> {
        let bugs: Vec<_> = Bug::ALL.iter().copied().map(Some).collect();
        let kinds = self.settings.search.variants();
        Search::all(&bugs, kinds, self.settings.table)
    }

    /// Returns `true` if a correct search explains all answers.
    fn is_usual(&self) -> bool {
        let searches = Search::all(&[None], &PRUNING, self.settings.table);
        searches.iter().any(|search| self.explains(*search, 0))
    }

    /// Returns `true` if the numbers of leaves are compared with alpha-beta's: a search in other orders or several passes may visit more.
    fn compares_leaves(&self) -> bool {
        self.is_one_pass() || !self.suspects.is_empty() || self.is_usual()
    }

    /// Returns `true` if all listed leaves are in the order of their trees.
    fn is_one_pass(&self) -> bool {
        self.given.iter().all(Given::is_one_pass)
    }

    /// Returns the wrong answers.
    fn flawed(&self) -> impl Iterator<Item = &Given> {
        self.given.iter().filter(|given| !given.wrong.is_empty())
    }

    /// Returns the finding about a part of the answers.
    fn finding(&self, part: Part, waste: Option<Waste>) -> Finding {
        let is_wrong = self.given.iter().any(|given| given.wrong.contains(&part));
        if is_wrong || (part == Part::Cutoffs && waste.is_some()) {
            return Finding::Wrong;
        }
        let could = self.given.iter().filter(|it| it.question.tests(part));
        let did = could.clone().filter(|it| it.answer.has(part)).count();
        let is_excused = part == Part::Cutoffs && self.is_excused();
        if did > 0 && !is_excused && is_share(did, could.count(), self.settings.answered) {
            Finding::Right
        } else {
            Finding::NotTested
        }
    }

    /// Returns the leaves of all trees for which the program listed them.
    fn leaves(&self) -> VisitedLeaves {
        let all = self.given.iter().filter_map(Given::leaves);
        all.fold(VisitedLeaves::default(), |sum, tree| VisitedLeaves {
            trees: sum.trees + tree.trees,
            visited: sum.visited + tree.visited,
            minimal: sum.minimal + tree.minimal,
            usual: sum.usual + tree.usual,
            all: sum.all + tree.all,
        })
    }

    /// Finds the searches that explain all answers.
    fn suspect(&mut self) {
        let searches = self.mutants().into_iter();
        let explaining = searches.filter(|search| self.explains(*search, 0) && self.errs(*search));
        self.suspects = explaining.collect();
    }

    /// Returns `true` if a search's bug, and not the search without it, goes wrong where the program does.
    fn errs(&self, search: Search) -> bool {
        self.flawed().all(|given| !given.is_by(search.mended()))
    }

    /// Returns `true` if a search gives all answers from one on.
    fn explains(&self, search: Search, first: usize) -> bool {
        // Wrong answers have the most information.
        let given = self.given[first..].iter();
        let (flawed, right): (Vec<_>, _) = given.partition(|given| !given.wrong.is_empty());
        let mut given = flawed.into_iter().chain(right);
        given.all(|given| given.is_by(search))
    }

    /// Returns the bugs of the suspects.
    fn bugs(&self, waste: Option<Waste>) -> BTreeSet<Bug> {
        // That is observed, and how it comes about may be one of several.
        if waste == Some(Waste::All) {
            return BTreeSet::from([Bug::NeverCuts]);
        }
        let suspects = self.suspects.iter();
        suspects.filter_map(|search| search.bug).collect()
    }

    /// Asks the next questions smaller than the witness; without any the verdict is reached.
    fn shrink(&mut self, batches: usize) {
        let left = if batches < SHRINKING { BATCH } else { 0 };
        let count = self.smaller.len().min(left);
        self.open = self.smaller.drain(..count).collect();
        self.phase = Phase::Shrink(batches + 1);
    }

    fn smaller_than_witness(&self) -> Vec<Question> {
        let witness = self.witness.map(|place| &self.given[place].question);
        witness.map_or_else(Vec::new, Question::smaller)
    }
}

impl Given {
    fn new(question: Question, answer: Answer) -> Self {
        let is_wrong = |part: &Part| question.is_wrong(&answer, *part);
        let wrong = Part::ALL.into_iter().filter(is_wrong).collect();
        Self {
            question,
            answer,
            wrong,
        }
    }

    /// Returns `true` if this is a search's answer, or names another move that is as good. No search counts positions wrongly.
    fn is_by(&self, search: Search) -> bool {
        if self.question.ask == Ask::Perft {
            return self.wrong.is_empty();
        }
        let (answer, found) = (&self.answer, self.question.run(search));
        let truth = &self.question.truth;
        let is_right = |best: &Option<String>| best.iter().any(|best| truth.best.contains(best));
        let are_right = is_right(&answer.best) && is_right(&found.best);
        let has_move = answer.best.is_none() || answer.best == found.best || are_right;
        let has_leaves = answer.leaves.iter().all(|leaves| *leaves == found.leaves);
        i64::from(found.value) == answer.value && has_move && has_leaves
    }

    /// Returns the tree without names and the visited leaves.
    fn visited(&self) -> Option<(&Shape, &[i32])> {
        let (shape, _) = self.question.root.tree()?;
        self.question.truth.leaves?;
        Some((shape, self.answer.leaves.as_deref()?))
    }

    /// Returns the numbers of leaves of a tree without names, if they are listed.
    fn leaves(&self) -> Option<VisitedLeaves> {
        let ([minimal, usual, all], leaves) =
            (self.question.truth.leaves?, self.answer.leaves.as_ref()?);
        Some(VisitedLeaves {
            trees: 1,
            visited: leaves.len() as u64,
            minimal,
            usual,
            all,
        })
    }

    /// Returns the error that the answer shows, if there is one, in general and where it is: the first contradiction in its log, or without a log the first
    /// decision that isn't alpha-beta's, inferred from its leaves; `None` if nothing explains them.
    fn observed(&self) -> Option<Vec<(String, String)>> {
        let (question, answer) = (&self.question, &self.answer);
        if let Some(log) = &answer.log {
            return Some(question.contradiction(log).into_iter().collect());
        }
        let Some((shape, leaves)) = self.visited() else {
            return Some(Vec::new());
        };
        let prunes = !matches!(question.ask, Ask::Value(SearchKind::Minimax, _));
        let tree = (shape, question.depth);
        let (does, detail) = match departure(tree, question.window(), (leaves, prunes))? {
            Reading::Unclear => return Some(Vec::new()),
            Reading::Usual(value)
                if i64::from(value) == answer.value || !self.wrong.contains(&Part::Value) =>
            {
                return Some(Vec::new());
            }
            Reading::Usual(value) => (
                "returns another value than its leaves show",
                format!("its leaves show {value}, and it answers {}", answer.value),
            ),
            // A null window cuts where the leaves show no bound.
            Reading::Departs(it)
                if it.cuts && matches!(question.ask, Ask::Value(SearchKind::Pvs, _)) =>
            {
                return None;
            }
            Reading::Departs(it) if it.cuts => ("cuts too early", it.to_string()),
            Reading::Departs(it) => ("goes on where it could cut", it.to_string()),
        };
        Some(vec![(format!("it {does}"), detail)])
    }

    fn is_one_pass(&self) -> bool {
        self.visited().is_none_or(|(shape, leaves)| {
            let mut all = shape.leaves(self.question.depth).into_iter();
            leaves.iter().all(|leaf| all.any(|value| value == *leaf))
        })
    }

    /// Returns `true` if all leaves of a tree are visited in which some needn't be.
    fn visits_all(&self) -> Option<bool> {
        let (shape, leaves) = self.visited()?;
        let [_, usual, all] = self.question.truth.leaves?;
        let mut left = leaves.to_vec();
        let is_visited = |value| {
            let place = left.iter().position(|leaf| *leaf == value);
            place.map(|place| left.swap_remove(place)).is_some()
        };
        let mut leaves = shape.leaves(self.question.depth).into_iter();
        (usual < all).then(|| leaves.all(is_visited))
    }
}

/// Returns `true` if a part of a whole is at least this many percent of it.
const fn is_share(part: usize, whole: usize, percent: u8) -> bool {
    part * 100 >= whole * percent as usize
}

#[cfg(test)]
mod tests;
