//! [`Catalog`]: a game with everything by name.

mod evaluators;
mod strategies;
mod textbook;

use crate::building::{Noisy, Once, Quiet, Repeating};
use crate::playable::Playable;
use crate::spec::SpecError;
use evaluators::Evaluators;
use plywood_search::Tactical;
use plywood_search::games::{BoardGame, BoardRules};
use std::fmt::{self, Debug};
use strategies::Strategies;

pub use evaluators::{AnyLinear, weights_bytes};

/// A game with its strategies and evaluators by name, and how it is read, written and drawn. Every program takes one, so what is
/// added here is in all of them.
///
/// ```
/// use plywood_catalog::Catalog;
/// use plywood_search::{AlphaBeta, Limits, Score};
/// use plywood_search::games::ConnectFour;
///
/// let catalog = Catalog::tactical("connect-four", ConnectFour::new())
///     .evaluator(
///         "estimate",
///         "open lines of four",
///         ConnectFour::estimate as fn(&_) -> _,
///     )
///     .evaluator("middle", "stones in the middle column", |_: &ConnectFour| {
///         Score::DRAW
///     })
///     .fixed_depth("mine", "alpha-beta, as simple as it can be", |_, evaluator| {
///         AlphaBeta::new(evaluator)
///     });
/// for name in
///     ["mine+deepening", "alpha-beta+killers+table=4", "everything:evaluator=middle"]
/// {
///     let contender = catalog.contender(name)?;
///     let report = contender.strategy(0).search(catalog.start(), &Limits::depth(4));
///     println!("{:<40}{report}", contender.name());
/// }
/// let error = catalog.contender("alfa-beta").unwrap_err().to_string();
/// assert!(error.contains("the strategies are random, minimax, "));
/// assert_eq!(
///     catalog.contender("minimax+table").unwrap_err().to_string(),
///     "minimax takes no \"table\"; it takes quiescence, aspiration, mtd-f, best-node, deepening, \
///      and after a colon depth, nodes, time, evaluator, noise, soft-nodes"
/// );
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Clone)]
pub struct Catalog<G: Playable> {
    name: &'static str,
    title: String,
    start: G,
    example: Option<G>,
    usual_depth: u32,
    move_text: fn(G::Move) -> String,
    strategies: Strategies<G>,
    evaluators: Evaluators<G>,
    /// The first name that cannot be used.
    taken: Option<SpecError>,
}

/// A strategy or an evaluator in the lists of a [`Catalog`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in short.
    pub about: &'static str,
}

impl<R: BoardRules> Catalog<BoardGame<R>> {
    /// A game on a board of cells.
    ///
    /// # Panics
    /// If the rules' [`START`](BoardRules::START) is no position.
    #[must_use]
    pub fn board(name: &'static str) -> Self {
        Self::keyed(name, BoardGame::start())
    }
}

impl<G: Playable> Catalog<G> {
    /// A game that begins at this position, with the searches that need no more than keys.
    pub fn keyed(name: &'static str, start: G) -> Self {
        let strategies = Strategies::new(false, false);
        Self::of_strategies(name, start, strategies).textbook::<Quiet, Once>()
    }

    /// The same for a game in which positions can be repeated, and a repetition is a draw.
    pub fn repeating(name: &'static str, start: G) -> Self {
        let strategies = Strategies::new(false, true);
        Self::of_strategies(name, start, strategies).textbook::<Quiet, Repeating>()
    }

    /// A game that knows its noisy moves, with all searches.
    pub fn tactical(name: &'static str, start: G) -> Self
    where
        G: Tactical,
    {
        let strategies = Strategies::new(true, false);
        Self::of_strategies(name, start, strategies).textbook::<Noisy, Once>()
    }

    /// The same for a game in which positions can be repeated, and a repetition is a draw.
    pub fn tactical_repeating(name: &'static str, start: G) -> Self
    where
        G: Tactical,
    {
        let strategies = Strategies::new(true, true);
        Self::of_strategies(name, start, strategies).textbook::<Noisy, Repeating>()
    }

    fn of_strategies(name: &'static str, start: G, strategies: Strategies<G>) -> Self {
        Self {
            name,
            title: name.replace('-', " "),
            start,
            example: None,
            usual_depth: 4,
            move_text: |mv| mv.to_string(),
            strategies,
            evaluators: Evaluators::default(),
            taken: None,
        }
    }

    /// The same under another name, for a variant of the game.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same with a name for titles; otherwise it is the name with spaces for hyphens.
    #[must_use]
    pub fn titled(self, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..self
        }
    }

    /// The same with a position that shows more than the first one, for comparisons and trees.
    #[must_use]
    pub fn example(self, example: G) -> Self {
        Self {
            example: Some(example),
            ..self
        }
    }

    /// The same with another depth that takes about a second from the example; otherwise it is 4.
    #[must_use]
    pub fn usual_depth(self, plies: u32) -> Self {
        Self {
            usual_depth: plies,
            ..self
        }
    }

    /// The same with moves written in another way for programs; otherwise it is their `Display`.
    #[must_use]
    pub fn moves_as(self, move_text: fn(G::Move) -> String) -> Self {
        Self { move_text, ..self }
    }

    /// The name, as command lines take it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name, as titles show it.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The position at the start of a game.
    #[must_use]
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// A position to compare strategies on.
    #[must_use]
    pub fn example_position(&self) -> &G {
        self.example.as_ref().unwrap_or(&self.start)
    }

    /// The depth that takes about a second from the example.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.usual_depth
    }

    /// Whether positions can be repeated, and a repetition is a draw.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.strategies.repeats
    }

    /// A move as programs read it.
    #[must_use]
    pub fn move_text(&self, mv: G::Move) -> String {
        (self.move_text)(mv)
    }

    /// Notes that a name cannot be used: another part has it, or it would be read as several words.
    fn take_name(&mut self, kind: &'static str, name: &str, is_taken: bool) {
        let ends_word = |letter: char| letter.is_whitespace() || "+=:,@".contains(letter);
        let is_word = !name.is_empty() && !name.contains(ends_word);
        if is_word && !is_taken {
            return;
        }
        let (game, name) = (self.name.to_owned(), name.to_owned());
        self.taken.get_or_insert(if is_word {
            SpecError::Taken { game, kind, name }
        } else {
            SpecError::Name { game, kind, name }
        });
    }
}

impl<G: Playable> Debug for Catalog<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.names().collect();
        f.debug_struct("Catalog")
            .field("game", &self.name)
            .field("strategies", &names)
            .finish_non_exhaustive()
    }
}
