//! [`Catalog`]: a game with its strategies, evaluators and formats by name.

mod evaluators;
mod rounds;
mod strategies;
mod textbook;
mod fairness;

use crate::building::{Make, Noisy, Once, Quiet, Repeating, Rolling};
use crate::own_parts::OwnParts;
use crate::playable::Playable;
use crate::spec_error::SpecError;
use evaluators::Evaluators;
use plywood_search::games::{BoardGame, BoardRules};
use plywood_search::laws::{BrokenLaw, check_passes, check_tactical};
use plywood_search::{Game, Tactical};
use std::fmt::{self, Debug};
use std::sync::Arc;
use strategies::Strategies;

pub use evaluators::{AnyLinear, weights_bytes};
pub use fairness::Footnote;

/// A game with its strategies and evaluators by name, and its formats for reading, writing and drawing. Every program takes one, so
/// anything you add is available in all of them.
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
///     "minimax takes no \"table\"; it takes quiescence, aspiration, mtd-f, mtd-above, mtd-below, best-node, deepening, \
///      and after a colon depth, nodes, rounds, time, evaluator, noise, soft-nodes"
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
    tactics: Option<Tactics<G>>,
    strategies: Strategies,
    /// The makers of the searches, in their order.
    makes: Vec<Option<Make<G>>>,
    own: Arc<OwnParts<G>>,
    evaluators: Evaluators<G>,
    /// The first unusable name.
    taken: Option<SpecError>,
}

/// A check of a position's game, with a seed.
type Tactics<G> = fn(&G, u64) -> Result<(), BrokenLaw>;

/// A strategy or an evaluator in the lists of a [`Catalog`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogEntry {
    /// Its name.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
}

impl<R: BoardRules> Catalog<BoardGame<R>> {
    /// Makes the catalog of a game on a board of cells.
    ///
    /// # Panics
    /// If the rules' [`START`](BoardRules::START) is not a position.
    #[must_use]
    pub fn board(name: &'static str) -> Self {
        Self::keyed(name, BoardGame::start())
    }
}

impl<G: Playable> Catalog<G> {
    /// Makes the catalog of a game with this start position and the searches that need only keys.
    pub fn keyed(name: &'static str, start: G) -> Self {
        let strategies = Strategies::new(false, false);
        Self::of_strategies(name, start, strategies).textbook::<Quiet, Once>()
    }

    /// Makes the catalog of a [keyed](Self::keyed) game where repetition is possible, and a draw.
    pub fn repeating(name: &'static str, start: G) -> Self {
        let strategies = Strategies::new(false, true);
        Self::of_strategies(name, start, strategies).textbook::<Quiet, Repeating>()
    }

    /// Makes the catalog of a game with [chance](plywood_search::Game::STAKES): with the searches that handle it, which need only keys.
    /// Searches that would choose the outcomes like moves are refused. Add your own with [`fixed_depth`](Self::fixed_depth).
    pub fn rolling(name: &'static str, start: G) -> Self {
        let strategies = Strategies::new(false, false);
        Self::of_strategies(name, start, strategies).textbook::<Quiet, Rolling>()
    }

    /// Makes the catalog of a game with [chance](Self::rolling) and noisy moves.
    pub fn tactical_rolling(name: &'static str, start: G) -> Self
    where
        G: Tactical,
    {
        let strategies = Strategies::new(true, false);
        Self::of_strategies(name, start, strategies)
            .with_tactics()
            .textbook::<Noisy, Rolling>()
    }

    /// Makes the catalog of a game with noisy moves, with all searches.
    pub fn tactical(name: &'static str, start: G) -> Self
    where
        G: Tactical,
    {
        let strategies = Strategies::new(true, false);
        Self::of_strategies(name, start, strategies)
            .with_tactics()
            .textbook::<Noisy, Once>()
    }

    /// Makes the catalog of a [tactical](Self::tactical) game where repetition is possible, and a draw.
    pub fn tactical_repeating(name: &'static str, start: G) -> Self
    where
        G: Tactical,
    {
        let strategies = Strategies::new(true, true);
        Self::of_strategies(name, start, strategies)
            .with_tactics()
            .textbook::<Noisy, Repeating>()
    }

    fn with_tactics(mut self) -> Self
    where
        G: Tactical,
    {
        self.tactics = Some(|start, seed| {
            check_tactical(start, seed)?;
            check_passes(start, seed, |position| position.side_to_move(0))
        });
        self
    }

    /// Returns the check of the game's noisy moves and passes, if it has them.
    pub(crate) const fn tactics(&self) -> Option<Tactics<G>> {
        self.tactics
    }

    fn of_strategies(name: &'static str, start: G, strategies: Strategies) -> Self {
        Self {
            name,
            title: name.replace('-', " "),
            example: start.waits_for_chance().then(|| rolled(&start)),
            start,
            usual_depth: 4,
            move_text: |mv| mv.to_string(),
            tactics: None,
            strategies,
            makes: Vec::new(),
            own: Arc::default(),
            evaluators: Evaluators::default(),
            taken: None,
        }
    }

    /// Renames the game, for a variant of it.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Sets the name for titles; the default is the name with spaces for hyphens.
    #[must_use]
    pub fn titled(self, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..self
        }
    }

    /// Sets an example position for comparisons and trees that shows more than the start position.
    #[must_use]
    pub fn example(self, example: G) -> Self {
        Self {
            example: Some(example),
            ..self
        }
    }

    /// Sets the depth that takes about a second from the example; the default is 4.
    #[must_use]
    pub fn usual_depth(self, plies: u32) -> Self {
        Self {
            usual_depth: plies,
            ..self
        }
    }

    /// Sets the notation of moves for programs; the default is their `Display`.
    #[must_use]
    pub fn moves_as(self, move_text: fn(G::Move) -> String) -> Self {
        Self { move_text, ..self }
    }

    /// Returns the name on command lines.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name in titles.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the start position of a game.
    #[must_use]
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// Returns the example position, for comparing strategies.
    #[must_use]
    pub fn example_position(&self) -> &G {
        self.example.as_ref().unwrap_or(&self.start)
    }

    /// Returns the depth that takes about a second from the example.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.usual_depth
    }

    /// Returns `true` if positions can be repeated, and a repetition is a draw.
    #[must_use]
    pub const fn repeats(&self) -> bool {
        self.strategies.repeats
    }

    /// Returns the notation of a move for programs.
    #[must_use]
    pub fn move_text(&self, mv: G::Move) -> String {
        (self.move_text)(mv)
    }

    /// Records that a builder was called for something that the catalog doesn't have.
    fn unknown_name(&mut self, kind: &'static str, call: &'static str) {
        let game = self.name.to_owned();
        self.taken
            .get_or_insert(SpecError::Nothing { game, kind, call });
    }

    /// Records that a name cannot be used: another part has it, or it would be parsed as several words.
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

/// Returns the position after the likeliest outcomes of chance, where a player moves.
fn rolled<G: Game>(position: &G) -> G {
    let mut position = position.clone();
    while position.waits_for_chance() {
        let outcomes = position.legal_moves();
        let likeliest = outcomes.iter().rev().max_by_key(|it| position.weight(**it));
        let Some(outcome) = likeliest else { break };
        position = position.after(*outcome);
    }
    position
}
