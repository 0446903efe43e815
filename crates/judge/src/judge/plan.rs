//! [`Plan`]: the questions, made for [`Topic`]s, so that every rule has questions that need it.

use crate::judge::JudgeSettings;
use crate::judge::bug::Bug;
use crate::judge::question::{Ask, JudgedGame, Part, Question, Root};
use crate::judge::search::{OPEN, Search, SearchKind, TableUse, WIN};
use crate::judge::shape::{Names, Shape, Style};
use fastrand::Rng;
use plywood_core::{MoveKind, Position};
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
    needs: Needs,
    form: Form,
}

/// The settings without which a topic isn't asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Pruning,
    Pvs,
    Depth,
    Windows,
    FailHard,
    Table,
    TableInJson,
    Repetition,
}

/// The questions of a topic.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// Trees of every kind.
    Any,
    /// Trees that a search with this bug gets wrong.
    Tree(Bug),
    Many,
    Tall,
    Large,
    /// Windows below, around and above the value.
    Window(Side),
    /// Trees with names that a search with a table with this bug gets wrong.
    Named(Bug),
    /// Positions after random moves that a search with this bug gets wrong.
    Walk(Bug),
    /// Positions after random moves of which all are counted; some games end before the depth does.
    Ends,
    /// Positions of chess of which all are counted, without random moves.
    Count(&'static [(&'static str, u32)]),
    /// Positions after random moves, in which moves of this kind are counted.
    Kind(MoveKind, &'static [&'static str]),
    /// Positions of chess with their values.
    Value(&'static [(&'static str, u32)]),
}

#[derive(Debug, Clone, Copy)]
enum Side {
    Below,
    Around,
    Above,
}

/// Declares the topics: the game, the name, the part of an answer that tests it, the settings without which it isn't asked, and the questions.
macro_rules! topics {
    ($($game:ident $name:literal $part:ident $needs:ident $form:expr;)+) => {
        /// Everything that questions can cover, in the order in which it's asked.
        pub(super) const TOPICS: &[Topic] = &[$(Topic {
            name: $name,
            part: Part::$part,
            game: JudgedGame::$game,
            needs: Needs::$needs,
            form: $form,
        }),+];
    };
}

topics! {
    Tree "trees" Value Nothing Form::Any;
    Tree "cutoffs" Cutoffs Pruning Form::Tree(Bug::NeverCuts);
    Tree "losses" Value Nothing Form::Tree(Bug::BestFromZero);
    Tree "equal values" Cutoffs Pruning Form::Tree(Bug::NoCutAtEquality);
    Tree "equal moves" Move Pruning Form::Tree(Bug::TieReplacesMove);
    Tree "deep cuts" Cutoffs Pruning Form::Tree(Bug::NoDeepCuts);
    Tree "branches of different lengths" Value Nothing Form::Tree(Bug::DepthParity);
    Tree "depths above the leaves" Value Depth Form::Tree(Bug::DepthIgnored);
    Tree "second searches" Value Pvs Form::Tree(Bug::NoSecondSearch);
    Tree "null windows" Value Pvs Form::Tree(Bug::NullBelowAlpha);
    Tree "values below the window" Value Windows Form::Window(Side::Below);
    Tree "values inside the window" Value Windows Form::Window(Side::Around);
    Tree "values above the window" Value Windows Form::Window(Side::Above);
    Tree "fail-hard bounds" Value FailHard Form::Tree(Bug::SoftForHard);
    Tree "up to 30 moves" Value Nothing Form::Many;
    Tree "up to 9 plies" Value Nothing Form::Tall;
    Tree "values up to 29,999" Value Nothing Form::Large;
    Tree "table: bounds" Value Table Form::Named(Bug::BoundAsExact);
    Tree "table: two depths" Value TableInJson Form::Named(Bug::TableDepth);
    Tree "table: entries that are deep enough" Cutoffs Table Form::Named(Bug::TableDeeper);
    Tree "table: upper bounds" Value Table Form::Named(Bug::UpperBoundAnywhere);
    Tree "table: lower bounds" Value Table Form::Named(Bug::LowerBoundAnywhere);
    Tree "table: upper and lower bounds" Value Table Form::Named(Bug::BoundsSwapped);
    Tree "table: the side to move" Value TableInJson Form::Named(Bug::KeyWithoutSide);
    Tree "table: distances of wins" Value TableInJson Form::Named(Bug::MateInTable);
    Tree "repetition" Value Repetition Form::Named(Bug::RepetitionInTable);
    TicTacToe "tic-tac-toe: distances of wins" Value Nothing Form::Walk(Bug::MateDistance);
    TicTacToe "tic-tac-toe: counts past an end" Value Nothing Form::Ends;
    TicTacToe "tic-tac-toe: depths" Value Nothing Form::Walk(Bug::HorizonTooLate);
    TicTacToe "tic-tac-toe: ends at the horizon" Value Nothing Form::Walk(Bug::EndNotTested);
    ConnectFour "connect-four: distances of wins" Value Nothing Form::Walk(Bug::MateDistance);
    ConnectFour "connect-four: counts past an end" Value Nothing Form::Ends;
    ConnectFour "connect-four: depths" Value Nothing Form::Walk(Bug::HorizonTooLate);
    ConnectFour "connect-four: ends at the horizon" Value Nothing Form::Walk(Bug::EndNotTested);
    Chess "chess: castling" Value Nothing Form::Kind(MoveKind::Castling, &CASTLING);
    Chess "chess: material and depths" Value Nothing Form::Walk(Bug::HorizonTooLate);
    Chess "chess: castling through check" Value Nothing Form::Count(&THROUGH_CHECK);
    Chess "chess: en passant" Value Nothing Form::Kind(MoveKind::EnPassant, &EN_PASSANT);
    Chess "chess: en passant pins" Value Nothing Form::Count(&EN_PASSANT_PINS);
    Chess "chess: promotions" Value Nothing Form::Kind(MoveKind::PromoteKnight, &PROMOTIONS);
    Chess "chess: pins and checks" Value Nothing Form::Count(&PINS);
    Chess "chess: distances of mates" Value Nothing Form::Value(&MATES);
    Chess "chess: stalemate" Value Nothing Form::Value(&STALEMATE);
    Chess "chess: insufficient material" Value Nothing Form::Value(&INSUFFICIENT);
}

const CASTLING: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
];
/// The king is in check, or would go through one; a rook may go through one.
pub(super) const THROUGH_CHECK: [(&str, u32); 5] = [
    ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", 1),
    ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1),
    ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", 1),
    ("r3k2r/8/8/8/8/8/8/3RK3 w kq - 0 1", 2),
    ("r3k2r/8/8/8/8/8/6B1/4K3 w kq - 0 1", 2),
];
const EN_PASSANT: [&str; 4] = [
    "8/P6k/8/8/3pP3/8/6pK/8 b - e3 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "4k3/8/8/8/2p1p3/8/3P4/4K3 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];
/// Both pawns leave the rank on which the king is attacked.
pub(super) const EN_PASSANT_PINS: [(&str, u32); 4] = [
    ("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1", 1),
    ("8/8/8/8/R2Pp2k/8/8/4K3 b - d3 0 1", 1),
    ("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", 1),
    ("8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", 2),
];
const PROMOTIONS: [&str; 3] = [
    "8/P6k/8/8/8/8/6pK/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
];
const PINS: [(&str, u32); 4] = [
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        2,
    ),
    ("4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1", 2),
    ("4r2k/8/8/8/7b/8/4N3/4K3 w - - 0 1", 1),
];
pub(super) const MATES: [(&str, u32); 4] = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 2),
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1),
    ("7K/8/5k2/8/8/8/8/q7 w - - 0 1", 2),
];
/// Stalemate is the best that the side to move can reach, or it's a win missed.
pub(super) const STALEMATE: [(&str, u32); 3] = [
    ("6nk/7p/p6P/p7/p7/p7/P7/K3R3 w - - 0 1", 1),
    ("7k/8/8/8/8/8/8/K4Q2 w - - 0 1", 1),
    ("k7/P7/8/2K5/8/8/8/8 w - - 0 1", 1),
];
/// A capture leaves a king and a knight or a bishop, or only kings.
pub(super) const INSUFFICIENT: [(&str, u32); 4] = [
    ("8/8/8/4k3/8/3p4/4K1N1/8 w - - 0 1", 1),
    ("8/8/8/4k3/8/3p4/4K1B1/8 w - - 0 1", 1),
    ("8/8/8/3k4/3P4/8/6N1/6K1 b - - 0 1", 1),
    ("8/8/8/4k3/8/3p4/4K1B1/8 w - - 0 1", 2),
];

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
    /// Returns `true` if programs with these settings are asked about it.
    pub(super) fn is_asked(&self, settings: &JudgeSettings) -> bool {
        let has_windows = matches!(settings.search, SearchKind::FailHard | SearchKind::FailSoft);
        let is_asked = match self.needs {
            Needs::Nothing => true,
            Needs::Pruning => settings.search != SearchKind::Minimax,
            Needs::Pvs => settings.search == SearchKind::Pvs,
            Needs::Depth => !settings.plain,
            Needs::Windows => has_windows,
            Needs::FailHard => settings.search == SearchKind::FailHard,
            Needs::Table => settings.table && settings.search != SearchKind::Minimax,
            Needs::TableInJson => settings.table && !settings.plain,
            Needs::Repetition => settings.repetition,
        };
        let games = &settings.games;
        is_asked
            && (games.contains(&self.game) || (games.is_empty() && self.game == JudgedGame::Tree))
    }
}

impl Plan {
    pub(super) fn new(settings: JudgeSettings) -> Self {
        let random = Rng::with_seed(settings.seed);
        Self { settings, random }
    }

    /// Makes the questions of a run: each game has the same number, and each of its topics.
    pub(super) fn all(&mut self, count: usize) -> Vec<Question> {
        let games = match self.settings.games.as_slice() {
            [] => vec![JudgedGame::Tree],
            games => games.to_vec(),
        };
        let topics = games.iter().map(|game| {
            let topics = TOPICS.iter().enumerate();
            let asked =
                topics.filter(|(_, topic)| topic.game == *game && topic.is_asked(&self.settings));
            asked.map(|(place, _)| place).collect::<Vec<_>>()
        });
        let topics: Vec<Vec<usize>> = topics.collect();
        let of_game = |number| (number % games.len(), number / games.len());
        let mut questions = Vec::new();
        for number in 0..count {
            let (game, turn) = of_game(number);
            let easy = u32::try_from(5 * number / count).unwrap_or(0);
            let topic = topics[game].get(turn % topics[game].len().max(1));
            let made = topic.and_then(|&place| {
                let question = self.question(TOPICS[place].form, games[game], easy)?;
                Some(Question {
                    topic: Some(place),
                    ..question
                })
            });
            questions.extend(made.or_else(|| self.any(games[game], easy)));
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
                let value = Ask::Value(self.settings.search, None);
                let ask = if self.random.bool() {
                    Ask::Perft
                } else {
                    value
                };
                let depth = self.random.u32(1..=deepest(game, ask).min(easy + 1));
                let question = Question::new(root, depth, ask);
                (ask == Ask::Perft || !question.truth.best.is_empty()).then_some(question)
            }
        })
    }

    /// Makes a question of a form.
    fn question(&mut self, form: Form, game: JudgedGame, easy: u32) -> Option<Question> {
        match form {
            Form::Any => self.any(game, easy),
            Form::Tree(bug) => self.tree_with(bug, easy),
            Form::Many => {
                let most_moves = self.random.usize(8..=30);
                let style = Style {
                    height: 2,
                    most_moves,
                    ..self.style(easy, Names::None)
                };
                self.tree(style, None)
            }
            Form::Tall => {
                let height = self.random.u32(5..=9);
                let style = Style {
                    height,
                    most_moves: 2,
                    is_uniform: false,
                    ..self.style(easy, Names::None)
                };
                self.tree(style, None)
            }
            Form::Large => {
                let style = Style {
                    values: RANGES[4],
                    ..self.style(easy, Names::None)
                };
                self.tree(style, None)
            }
            Form::Window(side) => {
                let style = self.style(easy, Names::None);
                self.tree(style, Some(side))
            }
            Form::Named(bug) => self.named_with(bug, easy),
            Form::Walk(bug) => self.position_with(bug, game),
            Form::Ends => (0..TRIES).find_map(|_| {
                let root = self.walk(game, 34)?;
                let depth = self.random.u32(2..=4);
                root.ends_within(depth)
                    .then(|| Question::new(root, depth, Ask::Perft))
            }),
            Form::Count(positions) => self.listed(positions, Ask::Perft),
            Form::Value(positions) => {
                self.listed(positions, Ask::Value(self.settings.search, None))
            }
            Form::Kind(kind, starts) => (0..TRIES).find_map(|_| {
                let start = starts[self.random.usize(..starts.len())].parse().ok()?;
                let plies = self.random.usize(..4);
                let (_, position) = random_moves(start, plies, &mut self.random, is_open);
                let position = self.turned(position);
                let depth = self.random.u32(1..=2 + easy / 4);
                has_kind(&position, kind, depth)
                    .then(|| Question::new(Root::Chess(position), depth, Ask::Perft))
            }),
        }
    }

    /// Makes a question of a position in a list, with the colors exchanged or not.
    fn listed(&mut self, positions: &[(&str, u32)], ask: Ask) -> Option<Question> {
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
                Root::TicTacToe(random_moves(TicTacToe::new(), plies, random, is_open).1)
            }
            JudgedGame::ConnectFour => {
                let plies = random.usize(..plies.max(30));
                let (moves, board) = random_moves(ConnectFour::new(), plies, random, is_open);
                Root::ConnectFour(moves, board)
            }
            JudgedGame::Chess => {
                let starts = [&CASTLING[..], &EN_PASSANT, &PROMOTIONS].concat();
                let start = match random.usize(..=starts.len()) {
                    place if place < starts.len() => starts[place].parse().ok()?,
                    _ => Position::default(),
                };
                let plies = random.usize(..plies);
                Root::Chess(random_moves(start, plies, random, is_open).1)
            }
        })
    }

    /// Finds a position that a search with a bug gets wrong.
    fn position_with(&mut self, bug: Bug, game: JudgedGame) -> Option<Question> {
        let ask = Ask::Value(self.settings.search, None);
        let [right, wrong] = [None, Some(bug)].map(|bug| Search {
            bug,
            ..Search::right(SearchKind::FailSoft)
        });
        (0..TRIES).find_map(|_| {
            let root = self.walk(game, 34)?;
            let depth = self.random.u32(1..=deepest(game, ask).min(3));
            let [right, wrong] =
                [right, wrong].map(|search| root.search(search, (depth, OPEN), false));
            let differs = right.value != wrong.value
                && (bug != Bug::MateDistance || right.value.abs() < WIN - 1);
            (differs && right.best.is_some()).then(|| Question::new(root, depth, ask))
        })
    }

    /// Finds a tree that a search with a bug gets wrong.
    fn tree_with(&mut self, bug: Bug, easy: u32) -> Option<Question> {
        let kinds = self.settings.search.variants();
        (0..TRIES).find_map(|number| {
            let easy = if number < SMALL_TRIES { easy.max(1) } else { 4 };
            let kind = kinds[self.random.usize(..kinds.len())];
            let mut style = self.style(easy, Names::None);
            style.has_estimates |= bug == Bug::DepthIgnored;
            let question = self.tree(style, None)?;
            let [right, wrong] = [None, Some(bug)].map(|bug| {
                question.run(Search {
                    bug,
                    ..Search::right(kind)
                })
            });
            let is_best =
                |best: &Option<String>| best.iter().any(|best| question.truth.best.contains(best));
            let differs = match bug {
                Bug::TieReplacesMove => !is_best(&wrong.best),
                Bug::NeverCuts | Bug::NoCutAtEquality | Bug::NoDeepCuts => {
                    right.leaves != wrong.leaves
                }
                _ => right.value != wrong.value,
            };
            differs.then_some(question)
        })
    }

    /// Finds a tree with names that a search with a table with a bug gets wrong.
    fn named_with(&mut self, bug: Bug, easy: u32) -> Option<Question> {
        let names = match bug {
            Bug::RepetitionInTable => Names::Repeated,
            _ => Names::Shared,
        };
        let kinds = self.settings.search.variants();
        let table = Some(TableUse::Deeper);
        (0..TRIES).find_map(|number| {
            let easy = if number < SMALL_TRIES { easy } else { 4 };
            let kind = kinds[self.random.usize(..kinds.len())];
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
            let root = Question::root_of(shape.clone()).filter(|_| depth > 0)?;
            let [right, wrong] = [None, Some(bug)]
                .map(|bug| root.search(Search { kind, bug, table }, (depth, OPEN), false));
            let differs = match bug {
                Bug::TableDeeper => wrong.count() > right.count(),
                _ => wrong.value != right.value,
            };
            let ask = Ask::Value(self.settings.search, None);
            let question = differs.then(|| Question::tree(shape, depth, ask))??;
            let usual = question.truth.leaves.map_or(0, |[_, usual, _]| usual);
            (bug != Bug::TableDeeper || wrong.count() > usual).then_some(question)
        })
    }

    /// Returns a random style of trees, which grow as the run goes on.
    fn style(&mut self, easy: u32, names: Names) -> Style {
        let random = &mut self.random;
        let height = 1 + random.u32(easy.min(3) / 2..=easy.min(3));
        let range = random.usize(..=easy.min(4) as usize);
        Style {
            height: if names == Names::None {
                height
            } else {
                height.max(3)
            },
            most_moves: if height > 3 || names != Names::None {
                3
            } else {
                4
            },
            values: RANGES[range],
            is_uniform: random.u8(..5) == 0,
            has_estimates: !self.settings.plain && (names != Names::None || random.u8(..6) == 0),
            has_wins: false,
            has_both_sides: false,
            names,
        }
    }

    /// Makes a random tree, with a window at this side of its value, or maybe with a random one.
    fn tree(&mut self, style: Style, side: Option<Side>) -> Option<Question> {
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
        let low = match side {
            _ if !is_windowed => return Question::tree(shape, depth, open),
            None if random.bool() => return Question::tree(shape, depth, open),
            None => random.i32(-9..9),
            Some(side) => {
                let question = Question::tree(shape.clone(), depth, open)?;
                let value = i32::try_from(question.truth.value).ok()?;
                match side {
                    Side::Below => value + random.i32(0..3),
                    Side::Around => value - 1 - random.i32(0..size),
                    Side::Above => value - size - 1 - random.i32(0..3),
                }
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
    let moves = position.legal_moves();
    depth > 0
        && moves
            .iter()
            .any(|mv| mv.kind() == kind || has_kind(&position.play_unchecked(*mv), kind, depth - 1))
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
