//! [`Plan`]: the questions, made for [`Topic`]s, so that every rule has questions that need it.

use crate::judge::JudgeSettings;
use crate::judge::bug::Bug;
use crate::judge::question::{Ask, JudgedGame, Part, Question, Root};
use crate::judge::search::{Search, SearchKind};
use crate::judge::shape::{Names, Shape, Style};
use crate::log_check::WINS;
use fastrand::Rng;
use plywood_core::{Move, MoveKind, Position};
use plywood_eval::Sides;
use plywood_search::Game;
use plywood_search::games::{ConnectFour, TicTacToe};

/// A rule that some questions need.
#[derive(Debug)]
pub(super) struct Topic {
    /// Its name in a verdict.
    pub(super) name: &'static str,
    /// The part of an answer that tests it.
    pub(super) part: Part,
    pub(super) game: JudgedGame,
    /// The settings without which it isn't asked about.
    needs: Needs,
    form: Form,
}

/// A change of a style.
type Change = Box<dyn Fn(Style) -> Style>;

/// The questions of a topic.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// Trees of every kind.
    Any,
    /// Trees that a search with this bug gets wrong.
    Tree(Bug),
    /// Trees of a changed style.
    Styled(fn(&mut Rng) -> Change),
    /// Trees with a window whose alpha is this much below the value.
    Window(Distance),
    /// Trees with names that a search with a table with this bug gets wrong.
    Named(Bug),
    /// Positions after random moves that a search with this bug gets wrong.
    Walk(Bug),
    /// Positions after random moves of which all are counted; some games end before the depth does.
    Ends,
    /// The topic's positions of chess, counted.
    Count,
    /// Positions after random moves from the topic's, in which moves of this kind are counted.
    Kind(MoveKind),
    /// The topic's positions of chess with their values.
    Value,
}

/// A distance for a window of a size.
type Distance = fn(&mut Rng, i32) -> i32;

/// Declares the topics: the game, the name, the part of an answer that tests it, the settings without which it isn't asked, and the questions.
macro_rules! topics {
    ($($game:ident $name:literal $part:ident $needs:ident $form:expr;)+) => {
        /// Everything that questions can cover, in the order in which it's asked.
        pub(super) const TOPICS: &[Topic] = &[$(Topic {
            name: $name,
            part: Part::$part,
            game: JudgedGame::$game,
            needs: $needs,
            form: $form,
        }),+];
    };
}

/// A condition of the settings.
type Needs = fn(&JudgeSettings) -> bool;

const NOTHING: Needs = |_| true;
const PRUNING: Needs = |it| it.search != SearchKind::Minimax;
const PVS: Needs = |it| it.search == SearchKind::Pvs;
const DEPTH: Needs = |it| !it.plain;
const FAIL_HARD: Needs = |it| it.search == SearchKind::FailHard;
const WINDOWS: Needs = |it| FAIL_HARD(it) || it.search == SearchKind::FailSoft;
const TABLE: Needs = |it| it.table && PRUNING(it);
const TABLE_IN_JSON: Needs = |it| it.table && !it.plain;
const REPETITION: Needs = |it| it.repetition;

topics! {
    Tree "trees" Value NOTHING Form::Any;
    Tree "cutoffs" Cutoffs PRUNING Form::Tree(Bug::NeverCuts);
    Tree "losses" Value NOTHING Form::Tree(Bug::BestFromZero);
    Tree "equal values" Cutoffs PRUNING Form::Tree(Bug::NoCutAtEquality);
    Tree "equal moves" Move PRUNING Form::Tree(Bug::TieReplacesMove);
    Tree "deep cuts" Cutoffs PRUNING Form::Tree(Bug::NoDeepCuts);
    Tree "branches of different lengths" Value NOTHING Form::Tree(Bug::DepthParity);
    Tree "depths above the leaves" Value DEPTH Form::Tree(Bug::DepthIgnored);
    Tree "second searches" Value PVS Form::Tree(Bug::NoSecondSearch);
    Tree "null windows" Value PVS Form::Tree(Bug::NullBelowAlpha);
    Tree "values below the window" Value WINDOWS Form::Window(|random, _| -random.i32(0..3));
    Tree "values inside the window" Value WINDOWS Form::Window(|random, size| 1 + random.i32(0..size));
    Tree "values above the window" Value WINDOWS Form::Window(|random, size| size + 1 + random.i32(0..3));
    Tree "fail-hard bounds" Value FAIL_HARD Form::Tree(Bug::SoftForHard);
    Tree "up to 30 moves" Value NOTHING Form::Styled(|random| {
        let most_moves = random.usize(8..=30);
        Box::new(move |usual| Style { height: 2, most_moves, ..usual })
    });
    Tree "up to 9 plies" Value NOTHING Form::Styled(|random| {
        let height = random.u32(5..=9);
        Box::new(move |usual| Style { height, most_moves: 2, is_uniform: false, ..usual })
    });
    Tree "values up to 29,999" Value NOTHING Form::Styled(|_| {
        Box::new(|usual| Style { values: RANGES[4], ..usual })
    });
    Tree "table: bounds" Value TABLE Form::Named(Bug::BoundAsExact);
    Tree "table: two depths" Value TABLE_IN_JSON Form::Named(Bug::TableDepth);
    Tree "table: upper bounds" Value TABLE Form::Named(Bug::UpperBoundAnywhere);
    Tree "table: lower bounds" Value TABLE Form::Named(Bug::LowerBoundAnywhere);
    Tree "table: upper and lower bounds" Value TABLE Form::Named(Bug::BoundsSwapped);
    Tree "table: the side to move" Value TABLE_IN_JSON Form::Named(Bug::KeyWithoutSide);
    Tree "table: distances of wins" Value TABLE_IN_JSON Form::Named(Bug::MateInTable);
    Tree "repetition" Value REPETITION Form::Named(Bug::RepetitionInTable);
    TicTacToe "tic-tac-toe: distances of wins" Value NOTHING Form::Walk(Bug::MateDistance);
    TicTacToe "tic-tac-toe: counts past an end" Value NOTHING Form::Ends;
    TicTacToe "tic-tac-toe: depths" Value NOTHING Form::Walk(Bug::HorizonTooLate);
    TicTacToe "tic-tac-toe: ends at the horizon" Value NOTHING Form::Walk(Bug::EndNotTested);
    ConnectFour "connect-four: distances of wins" Value NOTHING Form::Walk(Bug::MateDistance);
    ConnectFour "connect-four: counts past an end" Value NOTHING Form::Ends;
    ConnectFour "connect-four: depths" Value NOTHING Form::Walk(Bug::HorizonTooLate);
    ConnectFour "connect-four: ends at the horizon" Value NOTHING Form::Walk(Bug::EndNotTested);
    Chess "chess: castling" Value NOTHING Form::Kind(MoveKind::Castling);
    Chess "chess: material and depths" Value NOTHING Form::Walk(Bug::HorizonTooLate);
    Chess "chess: castling through check" Value NOTHING Form::Count;
    Chess "chess: en passant" Value NOTHING Form::Kind(MoveKind::EnPassant);
    Chess "chess: en passant pins" Value NOTHING Form::Count;
    Chess "chess: promotions" Value NOTHING Form::Kind(MoveKind::PromoteKnight);
    Chess "chess: pins and checks" Value NOTHING Form::Count;
    Chess "chess: distances of mates" Value NOTHING Form::Value;
    Chess "chess: stalemate" Value NOTHING Form::Value;
    Chess "chess: insufficient material" Value NOTHING Form::Value;
}

/// The positions of chess: a line for each, with the name of its topic, a FEN, and a depth.
const POSITIONS: &str = include_str!("positions.txt");

/// Returns the positions of a topic, with their depths.
pub(super) fn positions(topic: &str) -> Vec<(&'static str, u32)> {
    let lines = POSITIONS.lines().filter_map(|line| {
        let mut fields = line.split(" | ");
        let is_of_topic = fields.next() == Some(topic);
        let (fen, depth) = (fields.next()?, fields.next()?.parse().ok()?);
        is_of_topic.then_some((fen, depth))
    });
    lines.collect()
}

/// The most random trees to try for one that shows a bug; few show one of a table or of null windows.
const TRIES: usize = 1_500;
/// The number of tries after which the trees are as large as at the end of a run.
const SMALL_TRIES: usize = 60;
/// The ranges of values, which widen as the run goes on.
const RANGES: [(i32, i32); 5] = [(0, 9), (-9, 9), (-99, 99), (-999, 999), (-29_999, 29_999)];

/// Makes questions.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    settings: JudgeSettings,
    pub(super) random: Rng,
}

impl Topic {
    /// Returns `true` if only the number of leaves tests it.
    pub(super) fn counts_leaves(&self) -> bool {
        self.part == Part::Cutoffs && !matches!(self.form, Form::Tree(Bug::NeverCuts))
    }

    /// Returns `true` if programs with these settings are asked about it.
    pub(super) fn is_asked(&self, settings: &JudgeSettings) -> bool {
        (self.needs)(settings) && settings.games().contains(&self.game)
    }
}

impl Plan {
    pub(super) fn new(settings: JudgeSettings) -> Self {
        let random = Rng::with_seed(settings.seed);
        Self { settings, random }
    }

    /// Makes the questions of a run: each game has the same number, and each of its topics.
    pub(super) fn all(&mut self, count: usize) -> Vec<Question> {
        let games = self.settings.games().to_vec();
        let mut questions = Vec::new();
        for number in 0..count {
            let (game, turn) = (games[number % games.len()], number / games.len());
            let easy = u32::try_from(5 * number / count).unwrap_or(0);
            let is_meant =
                |(_, topic): &(usize, &Topic)| topic.game == game && topic.is_asked(&self.settings);
            let topics: Vec<_> = TOPICS.iter().enumerate().filter(is_meant).collect();
            let (place, topic) = topics[turn % topics.len()];
            let made = self.question(topic, easy).map(|question| Question {
                topic: Some(place),
                ..question
            });
            questions.extend(made.or_else(|| self.any(game, easy)));
        }
        questions
    }

    /// Makes a question of any kind.
    pub(super) fn any(&mut self, game: JudgedGame, easy: u32) -> Option<Question> {
        let mut tries = 0..TRIES;
        tries.find_map(|_| match game {
            JudgedGame::Tree => {
                let has_names = self.settings.table && self.random.bool();
                let repeats = self.settings.repetition && self.random.bool();
                let names = match (has_names, repeats) {
                    (false, _) => Names::None,
                    (true, false) => Names::Shared,
                    (true, true) => Names::Repeated,
                };
                let style = self.style(easy, names);
                self.tree(style, None)
            }
            game => {
                let root = self.walk(game, 12)?;
                let asks = [Ask::Value(self.settings.search, None), Ask::Perft];
                let ask = asks[usize::from(self.random.bool())];
                let depth = self.random.u32(1..=deepest(game, ask).min(easy + 1));
                let question = Question::new(root, depth, ask);
                (ask == Ask::Perft || !question.truth.best.is_empty()).then_some(question)
            }
        })
    }

    /// Makes a question of a topic.
    fn question(&mut self, topic: &Topic, easy: u32) -> Option<Question> {
        let game = topic.game;
        match topic.form {
            Form::Any => self.any(game, easy),
            Form::Tree(bug) | Form::Named(bug) | Form::Walk(bug) => self.with(bug, topic, easy),
            Form::Styled(change) => {
                let change = change(&mut self.random);
                let style = change(self.style(easy, Names::None));
                self.tree(style, None)
            }
            Form::Window(distance) => {
                let style = self.style(easy, Names::None);
                self.tree(style, Some(distance))
            }
            Form::Ends => (0..TRIES).find_map(|_| {
                let root = self.walk(game, 34)?;
                let depth = self.random.u32(2..=4);
                root.ends_within(depth)
                    .then(|| Question::new(root, depth, Ask::Perft))
            }),
            Form::Count => self.listed(topic.name, Ask::Perft),
            Form::Value => self.listed(topic.name, Ask::Value(self.settings.search, None)),
            Form::Kind(kind) => (0..TRIES).find_map(|_| {
                let starts = positions(topic.name);
                let start = starts[self.random.usize(..starts.len())].0.parse().ok()?;
                let plies = self.random.usize(..4);
                let (_, position) = random_moves(start, plies, &mut self.random);
                let position = self.turned(position);
                let depth = self.random.u32(1..=2 + easy / 4);
                has_kind(&position, kind, depth)
                    .then(|| Question::new(Root::Chess(position), depth, Ask::Perft))
            }),
        }
    }

    /// Makes a question of a position in a list, with the colors exchanged or not.
    fn listed(&mut self, topic: &str, ask: Ask) -> Option<Question> {
        let positions = positions(topic);
        let (text, depth) = positions[self.random.usize(..positions.len())];
        let position = self.turned(text.parse().ok()?);
        Some(Question::new(Root::Chess(position), depth, ask))
    }

    fn turned(&mut self, position: Position) -> Position {
        if self.random.bool() {
            position.mirrored()
        } else {
            position
        }
    }

    /// Plays random moves.
    fn walk(&mut self, game: JudgedGame, plies: usize) -> Option<Root> {
        let random = &mut self.random;
        Some(match game {
            JudgedGame::Tree => return None,
            JudgedGame::TicTacToe => {
                let plies = random.usize(2..8);
                Root::TicTacToe(random_moves(TicTacToe::new(), plies, random).1)
            }
            JudgedGame::ConnectFour => {
                let plies = random.usize(..plies.max(30));
                let (moves, board) = random_moves(ConnectFour::new(), plies, random);
                Root::ConnectFour(moves, board)
            }
            JudgedGame::Chess => {
                let topics = ["chess: castling", "chess: en passant", "chess: promotions"];
                let starts: Vec<_> = topics.into_iter().flat_map(positions).collect();
                let start = match starts.get(random.usize(..=starts.len())) {
                    Some((text, _)) => text.parse().ok()?,
                    None => Position::default(),
                };
                let plies = random.usize(..plies);
                Root::Chess(random_moves(start, plies, random).1)
            }
        })
    }

    /// Finds a question that a search with a bug gets wrong.
    fn with(&mut self, bug: Bug, topic: &Topic, easy: u32) -> Option<Question> {
        let kinds = self.settings.search.variants();
        let ask = Ask::Value(self.settings.search, None);
        (0..TRIES).find_map(|number| {
            let easy = if number < SMALL_TRIES { easy.max(1) } else { 4 };
            let kind = kinds[self.random.usize(..kinds.len())];
            let (question, kind) = match topic.form {
                Form::Walk(_) => {
                    let root = self.walk(topic.game, 34)?;
                    let depth = self.random.u32(1..=deepest(topic.game, ask).min(3));
                    (Question::new(root, depth, ask), SearchKind::FailSoft)
                }
                Form::Named(_) => (self.named(bug, easy)?, kind),
                _ => {
                    let mut style = self.style(easy, Names::None);
                    style.has_estimates |= bug == Bug::DepthIgnored;
                    (self.tree(style, None)?, kind)
                }
            };
            let table = question.has_names();
            let [right, wrong] = [None, Some(bug)].map(|bug| {
                question.run(Search {
                    bug,
                    table,
                    ..Search::right(kind)
                })
            });
            let is_other = right.value != wrong.value;
            let is_best = |best: &String| question.truth.best.contains(best);
            let differs = match bug {
                Bug::TieReplacesMove => {
                    question.tests(Part::Move) && !wrong.best.as_ref().is_some_and(is_best)
                }
                Bug::NeverCuts | Bug::NoCutAtEquality | Bug::NoDeepCuts => {
                    right.leaves != wrong.leaves
                }
                Bug::MateDistance => is_other && right.value.abs() < WINS.end() - 1,
                _ => is_other,
            };
            (differs && question.is_same_in_any_order()).then_some(question)
        })
    }

    /// Makes a random tree with names for a bug of a table.
    fn named(&mut self, bug: Bug, easy: u32) -> Option<Question> {
        let names = match bug {
            Bug::RepetitionInTable => Names::Repeated,
            _ => Names::Shared,
        };
        let is_tall = matches!(
            bug,
            Bug::TableDepth | Bug::MateInTable | Bug::KeyWithoutSide
        );
        let usual = self.style(easy, names);
        let style = Style {
            height: if is_tall { 5 } else { self.random.u32(3..=6) },
            most_moves: if is_tall { 2 } else { self.random.usize(2..=3) },
            has_wins: bug == Bug::MateInTable,
            has_both_sides: bug == Bug::KeyWithoutSide,
            ..usual
        };
        let shape = Shape::random(style, &mut self.random);
        let depth = match bug {
            Bug::RepetitionInTable => shape.height() + self.random.u32(..=2),
            Bug::TableDepth => shape.height().saturating_sub(1),
            _ => shape.height(),
        };
        let root = Question::root_of(shape).filter(|_| depth > 0)?;
        let ask = Ask::Value(self.settings.search, None);
        Some(Question::new(root, depth, ask))
    }

    /// Returns a random style of trees, which grow as the run goes on.
    fn style(&mut self, easy: u32, names: Names) -> Style {
        let random = &mut self.random;
        let height = 1 + random.u32(easy.min(3) / 2..=easy.min(3));
        let range = random.usize(..=easy.min(4) as usize);
        let has_names = names != Names::None;
        let has_few_moves = has_names || height > 3;
        Style {
            height: height.max(if has_names { 3 } else { 1 }),
            most_moves: if has_few_moves { 3 } else { 4 },
            values: RANGES[range],
            is_uniform: random.u8(..5) == 0,
            has_estimates: !self.settings.plain && (has_names || random.u8(..6) == 0),
            has_wins: false,
            has_both_sides: false,
            names,
        }
    }

    /// Makes a random tree, with a window at this distance from its value, or maybe with a random one.
    fn tree(&mut self, style: Style, distance: Option<Distance>) -> Option<Question> {
        let shape = Shape::random(style, &mut self.random);
        let (whole, random) = (shape.height(), &mut self.random);
        let depth = match style.names {
            Names::Repeated => whole + random.u32(..=2),
            Names::None if style.has_estimates => random.u32(1..=whole.max(1)),
            Names::Shared | Names::None => whole,
        };
        let kind = self.settings.search;
        let is_windowed = matches!(kind, SearchKind::FailHard | SearchKind::FailSoft);
        let size = random.i32(1..9);
        let open = Ask::Value(kind, None);
        if !is_windowed || (distance.is_none() && random.bool()) {
            return Question::tree(shape, depth, open);
        }
        let low = match distance {
            None => random.i32(-9..9),
            Some(distance) => {
                let question = Question::tree(shape.clone(), depth, open)?;
                i32::try_from(question.truth.value).ok()? - distance(random, size)
            }
        };
        Question::tree(shape, depth, Ask::Value(kind, Some([low, low + size + 1])))
    }
}

/// Returns the greatest depth of a question.
const fn deepest(game: JudgedGame, ask: Ask) -> u32 {
    match (game, ask) {
        (JudgedGame::Chess, Ask::Value(..)) => 2,
        (JudgedGame::Chess, Ask::Perft) => 3,
        (JudgedGame::Tree | JudgedGame::TicTacToe | JudgedGame::ConnectFour, _) => 4,
    }
}

/// Returns `true` if one of the moves counted up to a depth is of a kind.
fn has_kind(position: &Position, kind: MoveKind, depth: u32) -> bool {
    let is_below = |mv: &Move| has_kind(&position.play_unchecked(*mv), kind, depth - 1);
    let mut moves = position.legal_moves().into_iter();
    depth > 0 && moves.any(|mv| mv.kind() == kind || is_below(&mv))
}

/// Plays random moves that don't end the game, and returns them with the last position.
fn random_moves<G: Game>(start: G, plies: usize, random: &mut Rng) -> (String, G) {
    let (mut played, mut position) = (String::new(), start);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if position.ending(&moves).is_some() {
            break;
        }
        let mv = moves[random.usize(..moves.len())];
        let next = position.after(mv);
        if next.ending_at_leaf().is_none() {
            played += &mv.to_string();
            position = next;
        }
    }
    (played, position)
}
