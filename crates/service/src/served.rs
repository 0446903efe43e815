//! [`ServedGame`]: a game of any type, so that the routes are independent of the game.

use crate::games::{
    EvaluatedData, Evaluation, GameTree, Place, PlaceText, PositionData, Rules, TriedMove,
    evaluated, grid, questions,
};
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use crate::searches::{
    Answer, Choice, Edit, Job, Kept, StrategyData, TreeAnswer, Warm, job, strategy_data, tree,
};
use crate::strength::default_elo;
use plywood_catalog::{Catalog, Footnote, ForEachGame, Games, Playable, SpecError};
use plywood_report::did_you_mean;
use plywood_search::{Score, Stakes};
use plywood_tables::Tables;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most evaluators in a request: each may be a network, and several hundred would take seconds.
const MOST_EVALUATORS: usize = 32;

/// A game that the server offers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GameData {
    #[schema(example = "chess")]
    pub(crate) name: &'static str,
    pub(crate) title: String,
    /// The text of the first position.
    pub(crate) start: String,
    /// The columns of the board at the start; 0 if the game has no board.
    pub(crate) columns: usize,
    /// The rows of the board at the start.
    pub(crate) rows: usize,
    /// The two players, the first one first.
    pub(crate) players: [&'static str; 2],
    /// The depth for strategies that make no use of a time limit.
    pub(crate) usual_depth: u32,
    pub(crate) default_strategy: String,
    pub(crate) default_evaluator: &'static str,
    /// The Elo of the default strategy as an opponent until the user chooses another one; `null` if it always plays at full strength.
    pub(crate) default_elo: Option<u32>,
    /// The strategies that a comparison begins with, the simplest first.
    pub(crate) compared: Vec<String>,
    /// True if scores are written as whole numbers; otherwise a hundred of them are one point.
    pub(crate) whole_scores: bool,
    /// A score of one point as it is written, in centipawns.
    pub(crate) score_unit: f64,
    /// The highest score, if it is expected points: in games with dice.
    pub(crate) highest_score: Option<i32>,
    /// True if it is chess, with PGN, terms of scores and questions.
    pub(crate) is_chess: bool,
}

/// Returns the centipawns of one point as a game writes its scores.
fn score_unit<G: Playable>() -> f64 {
    let written = G::score_text(Score::centipawns(10_000)).parse::<f64>();
    written.map_or(100.0, |points| (10_000.0 / points).round())
}

/// An evaluator.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EvaluatorData {
    pub(crate) name: &'static str,
    /// A short description of its terms.
    pub(crate) description: &'static str,
}

/// A picture of an evaluator's terms.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PortraitData {
    svg: String,
    caption: String,
}

/// The parts of a game's description that are needed again and again.
#[derive(Debug)]
pub(crate) struct About {
    pub(crate) game: GameData,
    /// The named strategies, the simplest first.
    pub(crate) strategies: Vec<StrategyData>,
    pub(crate) evaluators: Vec<EvaluatorData>,
}

/// A game of any type.
pub(crate) trait ServedGame: Send + Sync {
    fn about(&self) -> &About;

    /// Returns a strategy, which may be written out.
    fn strategy(&self, text: &str, edit: Option<&Edit>) -> Result<StrategyData, Problem>;

    /// Returns a picture of an evaluator's terms.
    fn portrait(&self, evaluator: &str) -> Result<PortraitData, Problem>;

    /// Returns a position with its legal moves, perhaps after one more move.
    fn position(&self, place: PlaceText<'_>, mv: Option<&str>) -> Result<PositionData, Problem>;

    /// Returns moves from a position with their variations.
    fn tree_of(&self, place: PlaceText<'_>, moves: &[TriedMove]) -> Result<GameTree, Problem>;

    /// Returns notes for the readers of a comparison of these strategies.
    fn footnotes(&self, strategies: &[&str]) -> Vec<String>;

    /// Prepares a search.
    fn job(
        &self,
        place: PlaceText<'_>,
        choice: &Choice,
        server: &ServiceLimits,
    ) -> Result<Job<Answer>, Problem>;

    /// Prepares a search whose tree is recorded.
    fn tree(
        &self,
        place: PlaceText<'_>,
        choice: &Choice,
        server: &ServiceLimits,
        kept: Kept,
    ) -> Result<Job<TreeAnswer>, Problem>;

    /// Returns the scores of the named evaluators, or of all, and optionally the answers to questions.
    fn evaluate(
        &self,
        place: PlaceText<'_>,
        names: &[String],
        questions: bool,
    ) -> Result<Evaluation, Problem>;
}

/// The games of a server.
pub(crate) struct ServedGames(Vec<Box<dyn ServedGame>>);

impl ServedGames {
    /// # Errors
    /// [`SpecError`] if two games, or two parts of one, have the same name, or an alias cannot be made.
    pub(crate) fn new(
        games: &impl Games,
        tables: Option<&Arc<dyn Tables>>,
    ) -> Result<Self, SpecError> {
        games.check_names()?;
        let mut served = Served {
            games: Ok(Vec::new()),
            tables,
        };
        games.each(&mut served);
        served.games.map(Self)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &dyn ServedGame> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// Returns the game with this name, or the first one.
    pub(crate) fn named(&self, name: Option<&str>) -> Result<&dyn ServedGame, Problem> {
        let mut all = self.all();
        let found = all.find(|game| name.is_none_or(|name| name == game.about().game.name));
        found.ok_or_else(|| {
            let known: Vec<&str> = self.all().map(|game| game.about().game.name).collect();
            let name = name.unwrap_or_default();
            let meant = did_you_mean(name, &known);
            let detail = format!("there is no game {name:?}{meant}");
            let problem = Problem::new(400, detail).field("game");
            problem.hint(format!("choose one of {}", known.join(", ")))
        })
    }
}

impl fmt::Debug for ServedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.all().map(|game| game.about().game.name))
            .finish()
    }
}

struct Served<'a> {
    games: Result<Vec<Box<dyn ServedGame>>, SpecError>,
    tables: Option<&'a Arc<dyn Tables>>,
}

impl ForEachGame for Served<'_> {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        let Ok(games) = &mut self.games else { return };
        match OneGame::new(catalog.clone(), self.tables.cloned()) {
            Ok(game) => games.push(Box::new(game)),
            Err(error) => self.games = Err(error),
        }
    }
}

struct OneGame<G: Playable> {
    rules: Arc<Rules<G>>,
    warm: Arc<Warm<G>>,
    about: About,
}

impl<G: Playable> OneGame<G> {
    fn new(catalog: Catalog<G>, tables: Option<Arc<dyn Tables>>) -> Result<Self, SpecError> {
        catalog.check()?;
        let strategies = catalog
            .names()
            .map(|name| strategy_data(&catalog, name, None));
        let strategies = strategies.filter_map(Result::ok).collect();
        let rules = Rules { catalog, tables };
        let catalog = &rules.catalog;
        let grid = grid(catalog.start()).unwrap_or_default();
        let evaluators = catalog.evaluators().map(|entry| EvaluatorData {
            name: entry.name,
            description: entry.about,
        });
        let evaluators: Vec<EvaluatorData> = evaluators.collect();
        let game = GameData {
            name: catalog.name(),
            title: catalog.title().to_owned(),
            start: rules.start_text(),
            columns: grid.columns(),
            rows: grid.cells().len(),
            players: G::PLAYERS,
            usual_depth: catalog.depth(),
            default_strategy: catalog.default_strategy().to_owned(),
            default_evaluator: evaluators.first().map_or("none", |first| first.name),
            default_elo: default_elo(catalog),
            compared: catalog.ladder(),
            whole_scores: G::score_text(Score::centipawns(3)) == "3",
            score_unit: score_unit::<G>(),
            highest_score: G::STAKES.map(Stakes::win),
            is_chess: catalog.start().as_chess().is_some(),
        };
        let about = About {
            game,
            strategies,
            evaluators,
        };
        let rules = Arc::new(rules);
        let warm = Arc::default();
        Ok(Self { rules, warm, about })
    }

    fn open(&self, place: PlaceText<'_>) -> Result<Place<G>, Problem> {
        Place::read(&self.rules, place)
    }
}

impl<G: Playable> ServedGame for OneGame<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn strategy(&self, text: &str, edit: Option<&Edit>) -> Result<StrategyData, Problem> {
        strategy_data(&self.rules.catalog, text, edit)
    }

    fn portrait(&self, name: &str) -> Result<PortraitData, Problem> {
        let evaluator = self.rules.evaluator("evaluator", name)?;
        let portrait = evaluator.portrait().ok_or_else(|| {
            let problem = Problem::value("evaluator", format!("{name} has no picture"));
            problem.hint("choose an evaluator that is a network")
        })?;
        Ok(PortraitData {
            svg: portrait.svg,
            caption: portrait.caption,
        })
    }

    fn position(&self, place: PlaceText<'_>, mv: Option<&str>) -> Result<PositionData, Problem> {
        let mut place = self.open(place)?;
        if let Some(mv) = mv {
            place.play(mv).map_err(|reason| {
                let problem = Problem::value("move", reason);
                problem.hint("choose one of the legal moves")
            })?;
        }
        Ok(place.data())
    }

    fn tree_of(&self, place: PlaceText<'_>, moves: &[TriedMove]) -> Result<GameTree, Problem> {
        self.open(place)?.tree_of(moves)
    }

    fn footnotes(&self, strategies: &[&str]) -> Vec<String> {
        let catalog = &self.rules.catalog;
        let contenders = strategies.iter().map(|text| catalog.contender(text));
        let contenders: Vec<_> = contenders.filter_map(Result::ok).collect();
        let notes = catalog.footnotes(&contenders.iter().collect::<Vec<_>>());
        notes.iter().map(Footnote::to_string).collect()
    }

    fn job(
        &self,
        place: PlaceText<'_>,
        choice: &Choice,
        server: &ServiceLimits,
    ) -> Result<Job<Answer>, Problem> {
        job(&self.open(place)?, choice, server, &self.warm)
    }

    fn tree(
        &self,
        place: PlaceText<'_>,
        choice: &Choice,
        server: &ServiceLimits,
        kept: Kept,
    ) -> Result<Job<TreeAnswer>, Problem> {
        tree(&self.open(place)?, choice, server, kept)
    }

    fn evaluate(
        &self,
        place: PlaceText<'_>,
        names: &[String],
        asks_questions: bool,
    ) -> Result<Evaluation, Problem> {
        let place = self.open(place)?;
        if names.len() > MOST_EVALUATORS {
            let detail = format!("{} evaluators are named", names.len());
            let hint = format!("name at most {MOST_EVALUATORS}, or none for all");
            return Err(Problem::value("evaluators", detail).hint(hint));
        }
        let names = names.iter().map(String::as_str);
        let all = self.about.evaluators.iter().map(|entry| entry.name);
        let all = all.filter(|_| names.len() == 0);
        let evaluators = names.clone().chain(all).map(|name| evaluated(&place, name));
        Ok(Evaluation {
            position: place.text(),
            side_to_move: place.side_to_move(),
            evaluators: evaluators.collect::<Result<Vec<EvaluatedData>, Problem>>()?,
            questions: place
                .position()
                .as_chess()
                .filter(|_| asks_questions)
                .map_or_else(Vec::new, questions),
        })
    }
}
