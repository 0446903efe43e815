//! [`PlayerSpec`]: a participant in a match, or a solver of single positions.

use crate::players::plan::{PlayerFile, PlayerPlan};
use crate::players::player_text::{self, PlayerSpecError, PlayerText};
use crate::players::program::{Log, ProgramPlayer, ProgramSpec, WaitingPrograms, id_name};
use plywood_arena::{Entrant, MatchError, Player, StrategyPlayer, TimeControl, Turn};
use plywood_catalog::recast::recast;
use plywood_catalog::{AnyStrategy, Catalog, Contender, Playable, Played};
use plywood_core::Position;
use plywood_eval::Side;
use plywood_search::{Fault, Limits, Report, StopHandle, WithHistory};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use thiserror::Error;

/// A participant in a match, with a new player for each game; or a solver of single positions, which are independent.
///
/// As a string it is a strategy of the [`Catalog`], or for chess a UCI program after `uci:`, with an optional label before `=`.
///
/// ```
/// use plywood_core::Position;
/// use plywood_workbench::PlayerSpec;
/// use plywood_search::{AlphaBeta, Limits, Score};
///
/// let spec: PlayerSpec = "alpha-beta:depth=3".parse()?;
/// let program: PlayerSpec = "fish=uci:cmd=stockfish,nodes=1000".parse()?;
/// assert_eq!((spec.name(), program.name()), ("alpha-beta:depth=3", "fish"));
/// let games = plywood_catalog::Catalog::connect_four();
/// let four = PlayerSpec::read(&games, "alpha-beta:depth=2")?;
/// assert_eq!(four.limits().max_depth(), Some(2));
/// assert_eq!(four.search(games.start(), &Limits::depth(9))?.depth, 2);
///
/// // Your own strategy.
/// let mine: PlayerSpec = PlayerSpec::from_strategy("mine", |_seed| {
///     Box::new(AlphaBeta::new(|_: &_| Score::DRAW))
/// });
/// assert_eq!(mine.name(), "mine");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PlayerSpec<G: Playable = Position> {
    name: String,
    limits: Limits,
    kind: Kind<G>,
    /// The `id name` of a program and the files behind the player, once they are known.
    behind: Arc<OnceLock<(Option<String>, Vec<PlayerFile>)>>,
}

#[derive(Clone)]
enum Kind<G: Playable> {
    Strategy(Box<Contender<G>>),
    Program(Box<ProgramSpec>, WaitingPrograms),
    Own(Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>),
}

/// The reason a player cannot take part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnfitPlayer {
    /// It has no limits.
    #[error("{0:?} has no limits; set a depth, nodes or a time")]
    Unlimited(String),
    /// It has a limit of zero.
    #[error(
        "{0:?} has a limit of zero; a depth and nodes are numbers from 1 on, and a time is above zero"
    )]
    Nothing(String),
    /// It cannot play.
    #[error("{name:?} cannot play: {fault}")]
    Fault {
        /// The player.
        name: String,
        /// The reason.
        fault: Fault,
    },
}

/// The grace period for a program's answer when there is no game to lose.
pub(crate) const MARGIN: Duration = Duration::from_secs(1);

impl<G: Playable> PlayerSpec<G> {
    /// Makes a participant whose players are created by a function.
    pub fn new<F>(name: &str, make: F) -> Self
    where
        F: Fn() -> Box<dyn Player<G>> + Send + Sync + 'static,
    {
        Self {
            name: name.to_owned(),
            limits: Limits::default(),
            kind: Kind::Own(Arc::new(make)),
            behind: Arc::default(),
        }
    }

    /// Makes a participant that plays by a strategy, created from a seed for every game.
    pub fn from_strategy<F>(name: &str, make: F) -> Self
    where
        F: Fn(u64) -> AnyStrategy<WithHistory<G>> + Clone + Send + Sync + 'static,
    {
        Self::new(name, move || {
            Box::new(StrategyPlayer::new(make.clone(), Played::with_history))
        })
    }

    /// Reads a participant from a string.
    ///
    /// # Errors
    /// [`PlayerSpecError`] with the mistake in the string.
    pub fn read(catalog: &Catalog<G>, text: &str) -> Result<Self, PlayerSpecError> {
        Self::of(catalog, text.parse()?)
    }

    /// Makes the described participant.
    ///
    /// # Errors
    /// [`PlayerSpecError`] if the game has no such strategy, or a program is to play a game other than chess.
    pub fn of(catalog: &Catalog<G>, player: PlayerText) -> Result<Self, PlayerSpecError> {
        let program = match player.0 {
            player_text::Kind::Strategy(spec) => return Ok(catalog.contender_of(spec)?.into()),
            player_text::Kind::Program(program) => program,
        };
        if catalog.start().as_chess().is_none() {
            let text = PlayerText::from(program).to_string();
            let game = catalog.name();
            return Err(PlayerSpecError::NotChess { text, game });
        }
        Ok(Self {
            name: program.name(),
            limits: program.limits.clone(),
            kind: Kind::Program(Box::new(program), Arc::default()),
            behind: Arc::default(),
        })
    }

    /// Logs its input and output, if it is a program.
    #[must_use]
    pub fn with_log(mut self, log: &Log) -> Self {
        if let Kind::Program(program, _) = &mut self.kind {
            program.log = Some(log.clone());
        }
        self
    }

    /// Sets limits that replace those of the match.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Makes a strategy or a program answer at once when the handle is used.
    #[must_use]
    pub fn stopped_by(self, stop: &StopHandle) -> Self {
        let kind = match self.kind {
            Kind::Strategy(contender) => {
                let stoppable = contender.stopped_by(stop);
                Kind::Strategy(Box::new(stoppable))
            }
            Kind::Program(mut program, waiting) => {
                program.stop = stop.clone();
                Kind::Program(program, waiting)
            }
            Kind::Own(make) => Kind::Own(make),
        };
        Self { kind, ..self }
    }

    /// Returns the name that tables show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of its evaluator, if it is known and the player evaluates anything.
    pub(crate) fn evaluator(&self) -> Option<String> {
        match &self.kind {
            Kind::Strategy(contender) => contender.evaluates_with(),
            Kind::Program(..) | Kind::Own(_) => None,
        }
    }

    /// Returns its label, and everything that decides how it plays. A program is started for its `id name`.
    #[must_use]
    pub fn plan(&self) -> PlayerPlan {
        let (program, files) = self.behind.get_or_init(|| self.look_behind()).clone();
        PlayerPlan {
            name: self.name.clone(),
            description: self.asked().map_or_else(String::new, PlayerText::unlabeled),
            in_full: self.in_full(),
            evaluator: self.evaluator(),
            limits: self.limits.clone(),
            program,
            files,
        }
    }

    /// Returns its description as it was asked for, unless it was made in Rust.
    fn asked(&self) -> Option<PlayerText> {
        match &self.kind {
            Kind::Strategy(contender) => Some(contender.asked().clone().into()),
            Kind::Program(program, _) => Some(PlayerText::from((**program).clone())),
            Kind::Own(_) => None,
        }
    }

    /// Returns its parts with their values, its evaluator and limits, and whether it sees repetitions.
    fn in_full(&self) -> String {
        let (text, sight) = match &self.kind {
            Kind::Strategy(contender) => {
                let mut spec = contender.in_full();
                spec.evaluator.take_if(|_| !contender.facts().evaluates);
                let sight = contender.sees_repetition();
                (
                    Some(spec.into()),
                    if sight {
                        ", a repetition is a draw"
                    } else {
                        ""
                    },
                )
            }
            Kind::Program(..) | Kind::Own(_) => (self.asked(), ""),
        };
        text.map_or_else(String::new, |text: PlayerText| {
            text.with_limits(&self.limits).unlabeled() + sight
        })
    }

    /// Returns the `id name` of a program, and the files behind the player.
    fn look_behind(&self) -> (Option<String>, Vec<PlayerFile>) {
        match &self.kind {
            Kind::Strategy(contender) => {
                let spec = contender.spec();
                let weights = spec.evaluator.iter().filter_map(|it| it.file.as_deref());
                let values = spec.composition.parts().iter();
                let values = values.filter_map(|part| part.value.as_deref().map(Path::new));
                let files = weights.chain(values).filter_map(PlayerFile::named);
                (None, files.collect())
            }
            Kind::Program(program, waiting) => {
                let files = program.files();
                // One that can't be started is refused elsewhere, with its error.
                let begun = self.player().begin(0);
                (begun.ok().and_then(|()| id_name(waiting)), files)
            }
            Kind::Own(_) => (None, Vec::new()),
        }
    }

    /// Returns its limits; if it has none, those of the match apply.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Makes a new player, for one game.
    pub(crate) fn player(&self) -> Box<dyn Player<G>> {
        match &self.kind {
            Kind::Strategy(contender) => {
                let contender = contender.as_ref().clone().with_limits(self.limits.clone());
                let make = move |seed| contender.in_game(seed);
                Box::new(StrategyPlayer::new(make, Played::with_history))
            }
            Kind::Program(program, waiting) => {
                let program: Box<dyn Player<Position>> =
                    Box::new(ProgramPlayer::new(program, waiting));
                let same_game = recast(program);
                same_game.expect("a program is refused when it is read for another game")
            }
            Kind::Own(make) => make(),
        }
    }

    /// Searches a position, within these limits unless it has its own.
    ///
    /// # Errors
    /// [`Fault`] if the player failed. A program is started again for the next position.
    ///
    /// # Panics
    /// With a [`MachineFault`](plywood_search::threads::MachineFault) if memory or threads are missing.
    pub fn search(&self, position: &G, limits: &Limits) -> Result<Report<G::Move>, Fault> {
        self.search_within(position, &self.limits.inherit(limits))
    }

    /// Searches a position within these limits, even if it has its own.
    pub(crate) fn search_within(
        &self,
        position: &G,
        limits: &Limits,
    ) -> Result<Report<G::Move>, Fault> {
        let report = match &self.kind {
            Kind::Strategy(contender) => {
                let contender = contender.as_ref().clone().with_limits(Limits::none());
                let search = || contender.strategy(0).search(position, limits);
                let report = Fault::caught(search)?;
                report.within_nodes(limits.max_nodes())?;
                report
            }
            Kind::Program(..) | Kind::Own(_) => {
                Fault::caught(|| answer(&mut *self.player(), position, limits.clone()))??
            }
        };
        if report.best_move.is_some() || position.ending_at_leaf().is_none() {
            report.legal_move(position)?;
        }
        Ok(report)
    }

    /// Checks that it can play with this time control: it has limits, and a program starts.
    ///
    /// # Errors
    /// [`UnfitPlayer`] if it cannot.
    pub fn check(&self, control: &TimeControl) -> Result<(), UnfitPlayer> {
        let name = self.name.clone();
        let mut limits = self.limits.inherit(&control.limits);
        if matches!(self.kind, Kind::Program(..)) {
            // It never receives them.
            limits = limits.with_soft_nodes(None);
        }
        let plays_rounds = match &self.kind {
            Kind::Strategy(contender) => contender.facts().plays_rounds,
            Kind::Own(_) => true,
            Kind::Program(..) => false,
        };
        if !plays_rounds {
            limits = limits.with_rounds(None);
        }
        let nodes = [limits.max_nodes(), limits.soft_nodes(), limits.max_rounds()];
        let is_nothing = nodes.contains(&Some(0)) || limits.max_depth() == Some(0);
        if is_nothing || limits.max_time() == Some(Duration::ZERO) {
            return Err(UnfitPlayer::Nothing(name));
        }
        if limits.is_unlimited() && control.clock.is_none() {
            return Err(UnfitPlayer::Unlimited(name));
        }
        let begun = self.player().begin(0);
        begun.map_err(|fault| UnfitPlayer::Fault { name, fault })
    }

    /// Checks that it has a depth if it searches to a fixed one.
    ///
    /// # Errors
    /// [`MatchError::NoDepth`].
    pub fn check_depth(&self, control: &TimeControl) -> Result<(), MatchError> {
        let needs_depth = match &self.kind {
            Kind::Strategy(contender) => contender.needs_depth(),
            Kind::Own(make) => make().needs_depth(),
            Kind::Program(..) => false,
        };
        if needs_depth && control.is_short_of_depth(&self.limits) {
            return Err(MatchError::NoDepth(self.name.clone()));
        }
        Ok(())
    }
}

/// Returns the answer of a player of games in one position.
fn answer<G: Playable>(
    player: &mut dyn Player<G>,
    position: &G,
    limits: Limits,
) -> Result<Report<G::Move>, Fault> {
    player.begin(0)?;
    // Without a clock the side to move doesn't matter.
    let turn = Turn {
        margin: MARGIN,
        ..Turn::within(Side::First, limits)
    };
    player.choose(&Played::new(position.clone()), &turn)
}

/// Returns a note on the players' evaluators, unless they are all alike: if they differ, the results are not those of the searches alone.
pub(crate) fn different_evaluators(
    players: impl Iterator<Item = (String, Option<String>)>,
) -> Option<String> {
    let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (player, evaluator) in players {
        if let Some(evaluator) = evaluator {
            users.entry(evaluator).or_default().push(player);
        }
    }
    let text = |(evaluator, players): (&String, &Vec<String>)| {
        format!("{} with {evaluator}", players.join(", "))
    };
    let texts: Vec<String> = users.iter().map(text).collect();
    (texts.len() > 1).then(|| format!("Note: the evaluators differ: {}", texts.join("; ")))
}

impl<G: Playable> From<Contender<G>> for PlayerSpec<G> {
    fn from(contender: Contender<G>) -> Self {
        // A random move needs no search.
        let limits = if contender.facts().searches {
            contender.limits().clone()
        } else {
            contender.limits().clone().or(Limits::depth(1))
        };
        Self {
            name: contender.name().to_owned(),
            limits,
            kind: Kind::Strategy(Box::new(contender)),
            behind: Arc::default(),
        }
    }
}

impl<G: Playable> From<PlayerSpec<G>> for Entrant<G> {
    fn from(spec: PlayerSpec<G>) -> Self {
        let (name, limits) = (spec.name.clone(), spec.limits.clone());
        Self::player(&name, move || spec.player()).limits(limits)
    }
}

/// A player of chess.
impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        Self::read(&Catalog::chess(), text)
    }
}

impl<G: Playable> fmt::Debug for PlayerSpec<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PlayerSpec")
            .field(&self.name)
            .field(&self.in_full())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_names_the_evaluator_of_a_search_that_evaluates() {
        let plan = |text: &str| text.parse::<PlayerSpec>().unwrap().plan().in_full;
        assert!(!plan("random").contains("evaluator"), "{}", plan("random"));
        assert!(plan("alpha-beta").contains("evaluator=classical"));
    }

    #[test]
    fn the_same_seed_plays_the_same_move() {
        let random: PlayerSpec = "random".parse().unwrap();
        let mut player = random.player();
        let turn = Turn::within(Side::First, Limits::default());
        let mut choice = |seed| {
            player.begin(seed).unwrap();
            player
                .choose(&Played::new(Position::START), &turn)
                .unwrap()
                .best_move
        };
        assert_eq!(choice(1), choice(1));
        assert!((2..20).any(|seed| choice(seed) != choice(1)));
    }
}
